#!/usr/bin/env bash
# Builds a native image of the distribution in target/native, where there is no GraalVM: with a toolchain folder that holds
# mk-toolchain.sh and native-image, given as argument, as CLAIMCTL_NATIVE_TOOLCHAIN, or beside this repository.
# It takes minutes and some 4 GB. Releases use a GraalVM: mvn -Pnative -DskipTests package.
# More arguments go to the builder, such as -H:Optimize=b for half the time.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
here=${CLAIMCTL_NATIVE_TOOLCHAIN:-$root/../shared/native-toolchain}
if [ -n "${1:-}" ] && [ "${1#-}" = "$1" ]; then
  here=$1
  shift
fi
if [ ! -f "$here/mk-toolchain.sh" ]; then
  echo "native-image.sh: no mk-toolchain.sh in $here" >&2
  exit 78
fi
[ -f target/claimctl/lib/launch.jar ] || mvn -B -q -DskipTests package

toolchain=$root/target/native-toolchain
if [ ! -f "$toolchain/version" ]; then
  rm -rf "$toolchain"
  JDK25=${CLAIMCTL_JAVA25:-} bash "$here/mk-toolchain.sh" 25.0.2 "$toolchain"
fi

# The demo's server stays out: it is large, and an image has no use for it.
classes=''
for jar in "$root"/target/claimctl/lib/*.jar; do
  case ${jar##*/} in
    launch.jar | mongo-java-server-* | netty-*) ;;
    *) classes=$classes${classes:+:}$jar ;;
  esac
done
bash "$here/native-image" "$toolchain" "$root/target/native" claimctl io.claimctl.Main "$classes" \
  -H:MicroArchitecture=compatibility "$@"
"$root/target/native/claimctl" --version
