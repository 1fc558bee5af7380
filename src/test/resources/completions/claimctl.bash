# shellcheck shell=bash
# Completion of claimctl for bash. Made from the command model by mvn -Pdocs process-test-classes; do not edit.
# Source it, or put it into the folder of bash-completion as claimctl.

# What a command has, into commands, flags, valued and operands.
_claimctl_command() {
  commands='' flags='' valued='' operands=''
  case $1 in
@COMMANDS@
  esac
}

# The words that an option of a command may have, into choices; or files or folders there.
_claimctl_option() {
  choices=''
  case "$1 $2" in
@OPTIONS@
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
  while IFS= read -r@READ@ id; do
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
    "${limit[@]}" claimctl claims list @FORMAT@ -q --limit 100 --timeout 250ms "${store[@]}" \
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
