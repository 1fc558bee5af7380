# shellcheck shell=bash
# Completion of claimctl for bash. Made from the command model by mvn -Pdocs process-test-classes; do not edit.
# Source it, or put it into the folder of bash-completion as claimctl.

# What a command has, into commands, flags, valued and operands.
_claimctl_command() {
  commands='' flags='' valued='' operands=''
  case $1 in
    '')
      commands='claims payload stale collection profile inspect wait check metrics run acquire renew complete release reset recover doctor demo exit-codes'
      flags='-V --version -h --help'
      valued=''
      operands='nothing'
      ;;
    'claims')
      commands='list count watch stats'
      flags='-h --help'
      valued=''
      operands='nothing'
      ;;
    'claims list')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -0 --null --no-headers --absolute --utc --reverse -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --columns --status --event-name --worker --instance --id-prefix --created-from --created-to --payload --older-than --limit --cursor --sort'
      operands='nothing'
      ;;
    'claims count')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color --no-headers -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --columns --status --event-name --worker --instance --id-prefix --created-from --created-to --payload --older-than'
      operands='nothing'
      ;;
    'claims watch')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color --absolute --utc -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --status --event-name --worker --instance --id-prefix --created-from --created-to --payload --interval --for'
      operands='ids'
      ;;
    'claims stats')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --status --event-name --worker --instance --id-prefix --created-from --created-to --payload --older-than --top --sample'
      operands='nothing'
      ;;
    'payload')
      commands='get put clear'
      flags='-h --help'
      valued=''
      operands='nothing'
      ;;
    'payload get')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -O --output-file'
      operands='ids nothing'
      ;;
    'payload put')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -0 --null --yes-protected -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --token --metadata --event-name'
      operands='ids files nothing'
      ;;
    'payload clear')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -0 --null --yes-protected -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --token'
      operands='ids'
      ;;
    'stale')
      commands='list reset'
      flags='-h --help'
      valued=''
      operands='nothing'
      ;;
    'stale list')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -0 --null --no-headers --absolute --utc -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --columns --older-than --event-name --worker --instance --id-prefix --created-from --created-to --lease --limit'
      operands='nothing'
      ;;
    'stale reset')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -0 --null --no-headers --absolute --utc --single-flight --delete --yes --fenced --no-fenced --dry-run --yes-protected -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --columns --older-than --lease --event-name --worker --instance --id-prefix --created-from --created-to --from --from-max-age --observe --limit --refuse-above --refuse-above-fraction --rate --deadline --batch --parallel --jitter --payloads --audit-file --archive --metrics-file --reason'
      operands='nothing'
      ;;
    'collection')
      commands='create indexes'
      flags='-h --help'
      valued=''
      operands='nothing'
      ;;
    'collection create')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color --yes-protected -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --capped --max'
      operands='nothing'
      ;;
    'collection indexes')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color --no-headers --apply --yes-protected -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --columns'
      operands='nothing'
      ;;
    'profile')
      commands='list show use add remove test'
      flags='-h --help'
      valued=''
      operands='nothing'
      ;;
    'profile list')
      commands=''
      flags='-q --quiet -v --verbose --no-color -h --help'
      valued='-o --output'
      operands='nothing'
      ;;
    'profile show')
      commands=''
      flags='-q --quiet -v --verbose --no-color -h --help'
      valued='-o --output'
      operands='profiles nothing'
      ;;
    'profile use')
      commands=''
      flags='-q --quiet -v --verbose -h --help'
      valued=''
      operands='profiles nothing'
      ;;
    'profile add')
      commands=''
      flags='-q --quiet -v --verbose --protected --replace --yes-protected --use -h --help'
      valued='--uri --uri-file --password-command -d --db -c --collection --older-than --default-output --timeout'
      operands='nothing nothing'
      ;;
    'profile remove')
      commands=''
      flags='-q --quiet -v --verbose --yes --yes-protected -h --help'
      valued=''
      operands='profiles'
      ;;
    'profile test')
      commands=''
      flags='-q --quiet -v --verbose --no-color -h --help'
      valued='-o --output'
      operands='profiles nothing'
      ;;
    'inspect')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -0 --null --absolute --utc --raw -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output'
      operands='ids'
      ;;
    'wait')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -0 --null -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection -o --output --for --timeout'
      operands='ids'
      ;;
    'check')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --older-than --warn --crit --oldest'
      operands='nothing'
      ;;
    'metrics')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --older-than --to-file'
      operands='nothing'
      ;;
    'run')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose -n --no-wait --once --yes-protected -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout --ttl -w --wait -E --busy-exit-code --if-completed --on-failure --on-lost --grace --store-down --status-file'
      operands='ids program'
      ;;
    'acquire')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -0 --null --yes-protected -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --ttl --wait --instance'
      operands='ids'
      ;;
    'renew')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -0 --null --yes-protected -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --token --ttl'
      operands='ids'
      ;;
    'complete')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -0 --null --record-missing --yes-protected -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --token --memory'
      operands='ids'
      ;;
    'release')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -0 --null --yes-protected -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --token --payloads'
      operands='ids'
      ;;
    'reset')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -0 --null --delete --yes --yes-protected -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --reason --payloads --seen --token'
      operands='ids'
      ;;
    'recover')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color -0 --null --no-headers --absolute --utc --dry-run --yes --yes-protected -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --columns --older-than --lease --limit --hold --publish-timeout --grace --max-failures --to-dir'
      operands='program'
      ;;
    'doctor')
      commands=''
      flags='--password-stdin -q --quiet -v --verbose --no-color --yes-protected --prove --yes -h --help'
      valued='--uri --uri-file --profile -d --db -c --collection --timeout -o --output --older-than'
      operands='nothing'
      ;;
    'demo')
      commands=''
      flags='--serve -h --help'
      valued=''
      operands='nothing'
      ;;
    'exit-codes')
      commands=''
      flags='-h --help'
      valued=''
      operands='nothing nothing'
      ;;
  esac
}

# The words that an option of a command may have, into choices; or files or folders there.
_claimctl_option() {
  choices=''
  case "$1 $2" in
    'claims list --uri-file') choices='files' ;;
    'claims list --profile') choices='profiles' ;;
    'claims list -o' | 'claims list --output') choices='table wide json ndjson yaml csv name' ;;
    'claims list --columns') choices='id status lease lease_remaining_ms worker_id instance fence fence_valid fence_worker expires_at created_at updated_at age_ms payload_bytes event_name metadata reset_by reset_at reset_reason kept_at malformed' ;;
    'claims list --status') choices='processing completed released' ;;
    'claims list --payload') choices='with without' ;;
    'claims list --sort') choices='updated id expires' ;;
    'claims count --uri-file') choices='files' ;;
    'claims count --profile') choices='profiles' ;;
    'claims count -o' | 'claims count --output') choices='table wide json ndjson yaml csv' ;;
    'claims count --columns') choices='status count malformed' ;;
    'claims count --status') choices='processing completed released' ;;
    'claims count --payload') choices='with without' ;;
    'claims watch --uri-file') choices='files' ;;
    'claims watch --profile') choices='profiles' ;;
    'claims watch -o' | 'claims watch --output') choices='table ndjson' ;;
    'claims watch --status') choices='processing completed released' ;;
    'claims watch --payload') choices='with without' ;;
    'claims stats --uri-file') choices='files' ;;
    'claims stats --profile') choices='profiles' ;;
    'claims stats -o' | 'claims stats --output') choices='table wide json ndjson yaml csv' ;;
    'claims stats --status') choices='processing completed released' ;;
    'claims stats --payload') choices='with without' ;;
    'payload get --uri-file') choices='files' ;;
    'payload get --profile') choices='profiles' ;;
    'payload get -O' | 'payload get --output-file') choices='files' ;;
    'payload put --uri-file') choices='files' ;;
    'payload put --profile') choices='profiles' ;;
    'payload put -o' | 'payload put --output') choices='table wide json ndjson yaml csv name' ;;
    'payload clear --uri-file') choices='files' ;;
    'payload clear --profile') choices='profiles' ;;
    'payload clear -o' | 'payload clear --output') choices='table wide json ndjson yaml csv name' ;;
    'stale list --uri-file') choices='files' ;;
    'stale list --profile') choices='profiles' ;;
    'stale list -o' | 'stale list --output') choices='table wide json ndjson yaml csv name' ;;
    'stale list --columns') choices='id status lease lease_remaining_ms worker_id instance fence fence_valid fence_worker expires_at created_at updated_at age_ms payload_bytes event_name metadata reset_by reset_at reset_reason kept_at malformed fingerprint namespace server_time' ;;
    'stale list --lease') choices='live expired any' ;;
    'stale reset --uri-file') choices='files' ;;
    'stale reset --profile') choices='profiles' ;;
    'stale reset -o' | 'stale reset --output') choices='table wide json ndjson yaml csv name' ;;
    'stale reset --columns') choices='id result detail status lease lease_remaining_ms worker_id instance fence fence_valid fence_worker expires_at created_at updated_at age_ms payload_bytes event_name metadata reset_by reset_at reset_reason kept_at malformed' ;;
    'stale reset --lease') choices='expired any' ;;
    'stale reset --from') choices='files' ;;
    'stale reset --payloads') choices='skip archive include' ;;
    'stale reset --audit-file') choices='files' ;;
    'stale reset --metrics-file') choices='files' ;;
    'collection create --uri-file') choices='files' ;;
    'collection create --profile') choices='profiles' ;;
    'collection create -o' | 'collection create --output') choices='table wide json ndjson yaml csv' ;;
    'collection indexes --uri-file') choices='files' ;;
    'collection indexes --profile') choices='profiles' ;;
    'collection indexes -o' | 'collection indexes --output') choices='table wide json ndjson yaml csv' ;;
    'collection indexes --columns') choices='name state wanted found' ;;
    'profile list -o' | 'profile list --output') choices='table wide json ndjson yaml csv name' ;;
    'profile show -o' | 'profile show --output') choices='table wide json ndjson yaml csv' ;;
    'profile add --uri-file') choices='files' ;;
    'profile add --default-output') choices='table wide json ndjson yaml csv name' ;;
    'profile test -o' | 'profile test --output') choices='table wide json ndjson yaml csv' ;;
    'inspect --uri-file') choices='files' ;;
    'inspect --profile') choices='profiles' ;;
    'inspect -o' | 'inspect --output') choices='table wide json ndjson yaml csv name' ;;
    'wait --uri-file') choices='files' ;;
    'wait --profile') choices='profiles' ;;
    'wait -o' | 'wait --output') choices='table wide json ndjson yaml csv name' ;;
    'wait --for') choices='free completed' ;;
    'check --uri-file') choices='files' ;;
    'check --profile') choices='profiles' ;;
    'check -o' | 'check --output') choices='text json ndjson' ;;
    'metrics --uri-file') choices='files' ;;
    'metrics --profile') choices='profiles' ;;
    'metrics -o' | 'metrics --output') choices='text json ndjson' ;;
    'metrics --to-file') choices='files' ;;
    'run --uri-file') choices='files' ;;
    'run --profile') choices='profiles' ;;
    'run --if-completed') choices='skip fail' ;;
    'run --on-failure') choices='release keep' ;;
    'run --on-lost') choices='stop continue' ;;
    'run --store-down') choices='fail run' ;;
    'run --status-file') choices='files' ;;
    'acquire --uri-file') choices='files' ;;
    'acquire --profile') choices='profiles' ;;
    'acquire -o' | 'acquire --output') choices='table wide json ndjson yaml csv name env' ;;
    'renew --uri-file') choices='files' ;;
    'renew --profile') choices='profiles' ;;
    'renew -o' | 'renew --output') choices='table wide json ndjson yaml csv name' ;;
    'complete --uri-file') choices='files' ;;
    'complete --profile') choices='profiles' ;;
    'complete -o' | 'complete --output') choices='table wide json ndjson yaml csv name' ;;
    'release --uri-file') choices='files' ;;
    'release --profile') choices='profiles' ;;
    'release -o' | 'release --output') choices='table wide json ndjson yaml csv name' ;;
    'release --payloads') choices='skip include' ;;
    'reset --uri-file') choices='files' ;;
    'reset --profile') choices='profiles' ;;
    'reset -o' | 'reset --output') choices='table wide json ndjson yaml csv name' ;;
    'reset --payloads') choices='skip include' ;;
    'recover --uri-file') choices='files' ;;
    'recover --profile') choices='profiles' ;;
    'recover -o' | 'recover --output') choices='table wide json ndjson yaml csv name' ;;
    'recover --columns') choices='id result detail status lease lease_remaining_ms worker_id instance fence fence_valid fence_worker expires_at created_at updated_at age_ms payload_bytes event_name metadata reset_by reset_at reset_reason kept_at malformed' ;;
    'recover --lease') choices='expired any' ;;
    'recover --to-dir') choices='folders' ;;
    'doctor --uri-file') choices='files' ;;
    'doctor --profile') choices='profiles' ;;
    'doctor -o' | 'doctor --output') choices='table wide json ndjson yaml csv' ;;
  esac
}

# The line's words up to the cursor into words: bash also splits them at what COMP_WORDBREAKS holds.
# What of the last one stands before the part that bash replaces goes into lead.
_claimctl_words() {
  local line=${COMP_LINE:0:COMP_POINT} rest part last i
  words=() lead=''
  for ((i = 0; i <= COMP_CWORD; i++)); do
    part=${COMP_WORDS[i]}
    rest=${line#"${line%%[![:space:]]*}"}
    [[ $rest == "$part"* ]] || part=$rest
    last=$((${#words[@]} - 1))
    if ((last < 0)) || [[ $rest != "$line" ]]; then
      words+=("$part") lead=''
    else
      lead=${words[last]}
      words[last]+=$part
    fi
    line=${rest#"$part"}
  done
  case $part in *[!=:]*) ;; *) lead=${words[${#words[@]} - 1]} ;; esac
}

# A word without its quotes into plain; fails if only the shell could tell what it stands for.
_claimctl_plain() {
  plain=$1
  case $plain in
    *[\$\`]*) return 1 ;;
    \'*) plain=${plain#\'} plain=${plain%\'} ;;
    \"*) plain=${plain#\"} plain=${plain%\"} plain=${plain//\\/} ;;
    \~/*) plain=$HOME/${plain#??} ;;
    *[\'\"]*) return 1 ;;
    *) plain=${plain//\\/} ;;
  esac
}

# Offers a word, written as in the line, if it goes on from what was typed.
_claimctl_offer() {
  [[ $1 != "$typed"* ]] || COMPREPLY+=("${1#"$lead"}")
}

# The claims of the store that the line names, within a moment, or none.
_claimctl_ids() {
  local id quoted start limit=()
  _claimctl_plain "$cur" || return
  start=$plain
  if command -v timeout >/dev/null; then limit=(timeout -k 0.1 "${CLAIMCTL_COMPLETE_WITHIN:-0.3}"); fi
  while IFS= read -r -d '' id; do
    case $id in
      *[[:cntrl:]]*) continue ;;
      -*) ((dashes)) || continue ;;
    esac
    case $cur in
      [\'\"]*) case $id in *[\'\"\\\$\`!]*) ;; "$start"*) COMPREPLY+=("$id") ;; esac ;;
      *)
        printf -v quoted %q "$id"
        _claimctl_offer "$quoted"
        ;;
    esac
  done < <(
    [[ -z ${uri+set} ]] || export CLAIMCTL_URI=$uri
    "${limit[@]}" claimctl claims list -0 -q --limit 100 --timeout 250ms "${store[@]}" \
      ${start:+"--id-prefix=$start"} </dev/null 2>/dev/null
  )
}

# The profiles of the configuration file, behind what stands before them in the word.
_claimctl_profiles() {
  local name
  while IFS= read -r name; do _claimctl_offer "$before$name"; done < <(
    claimctl profile list -o name -q </dev/null 2>/dev/null
  )
}

# Files, or with -d folders, behind what stands before them in the word.
_claimctl_files() {
  local file
  compopt -o filenames 2>/dev/null
  _claimctl_plain "$cur" || return
  [[ $cur != \~* ]] || plain=$cur
  while IFS= read -r file; do
    file=$before$file
    COMPREPLY+=("${file#"$lead"}")
  done < <(compgen "$1" -- "$plain")
}

_claimctl_value() { # of the option $1, behind what stands before it in the word
  local word
  _claimctl_option "$command" "$1"
  case $choices in
    files) _claimctl_files -f ;;
    folders) _claimctl_files -d ;;
    profiles) _claimctl_profiles ;;
    *) for word in $choices; do _claimctl_offer "$before$word"; done ;;
  esac
}

_claimctl_operand() { # at place $1
  local kinds word
  read -r -a kinds <<<"$operands"
  case ${kinds[$1]-${kinds[${#kinds[@]} - 1]}} in
    ids) _claimctl_ids ;;
    files) _claimctl_files -f ;;
    folders) _claimctl_files -d ;;
    profiles) _claimctl_profiles ;;
    program)
      ((dashes)) || return
      if (($1 > first)); then _claimctl_files -f; else
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -c -- "$cur")
      fi
      ;;
  esac
}

# Notes which store an option names: its name, then its value as typed. What cannot be known is noted as unknown.
_claimctl_store() {
  local plain
  case $1 in
    --uri | --uri-file | --profile | -d | --db | -c | --collection) _claimctl_plain "$2" || { unknown=1 && return; } ;;
    *) return ;;
  esac
  case $1 in
    --uri) uri=$plain ;;
    *) store+=("$1" "$plain") ;;
  esac
}

_claimctl() {
  local words lead cur typed before='' plain commands flags valued operands choices command='' option='' word
  local store=() uri unknown='' dashes=0 place=0 first=0 i
  unset -v uri
  COMPREPLY=()
  _claimctl_words
  typed=${words[${#words[@]} - 1]} cur=$typed
  unset -v "words[${#words[@]}-1]"
  _claimctl_command ''
  for word in "${words[@]:1}"; do
    if [[ -n $option ]]; then
      _claimctl_store "$option" "$word"
      option=''
    elif [[ " $commands " == *" $word "* && -n $word ]]; then
      command=${command:+$command }$word
      _claimctl_command "$command"
    elif ((dashes)); then
      place=$((place + 1))
    else
      case $word in
        --) dashes=1 first=$place ;;
        --*=*) _claimctl_store "${word%%=*}" "${word#*=}" ;;
        --*) [[ " $valued " != *" $word "* ]] || option=$word ;;
        -?) [[ " $valued " != *" $word "* ]] || option=$word ;;
        -?*) _claimctl_store "${word:0:2}" "${word:2}" ;;
        *) place=$((place + 1)) ;;
      esac
    fi
  done
  if [[ -n $option ]]; then
    _claimctl_value "$option"
  elif ((!dashes)) && [[ $cur == --*=* ]]; then
    before=${cur%%=*}= cur=${cur#*=}
    _claimctl_value "${before%=}"
  elif ((!dashes)) && [[ $cur == -* ]]; then
    for word in $flags $valued; do _claimctl_offer "$word"; done
  elif [[ -n $commands ]]; then
    for word in $commands; do _claimctl_offer "$word"; done
  elif [[ -z $unknown || $operands != *ids* ]]; then
    _claimctl_operand "$place"
  fi
}

complete -F _claimctl claimctl
