# Completion of claimctl for fish. Made from the command model by mvn -Pdocs process-test-classes; do not edit.

# The words before the cursor: the command's into __claimctl_command, what it is about into __claimctl_operands.
function __claimctl_parse
    set -l valued @VALUED@
    set -l families @FAMILIES@
    set -l option
    set -g __claimctl_command
    set -g __claimctl_operands
    set -g __claimctl_store
    set -g __claimctl_uri
    set -g __claimctl_dashes
    for word in (commandline -opc)[2..]
        if test -n "$option"
            __claimctl_note $option $word
            set option
        else if test (count $__claimctl_command) -eq 0
            set -a __claimctl_command $word
        else if test (count $__claimctl_command) -eq 1; and contains -- $__claimctl_command $families
            set -a __claimctl_command $word
        else if set -q __claimctl_dashes[1]
            set -a __claimctl_operands $word
        else if test "$word" = --
            set __claimctl_dashes (count $__claimctl_operands)
        else if string match -q -- '--*=*' $word
            __claimctl_note (string split -m 1 = -- $word)
        else if contains -- $word $valued
            set option $word
        else if string match -qr -- '^-[dc].' $word
            __claimctl_note (string sub -l 2 -- $word) (string sub -s 3 -- $word)
        else if not string match -q -- '-*' $word
            set -a __claimctl_operands $word
        end
    end
end

# Which store an option names.
function __claimctl_note
    switch $argv[1]
        case --uri
            set __claimctl_uri $argv[2]
        case --uri-file --profile -d --db -c --collection
            set -a __claimctl_store $argv[1] (string replace -r '^~/' $HOME/ -- $argv[2])
    end
end

# Whether the line has this command, and the cursor stands at one of these places if any are given: 2, or 1+ and all beyond.
function __claimctl_at
    __claimctl_parse
    test "$__claimctl_command" = "$argv[1]"; or return 1
    set -q argv[2]; or return 0
    set -l place (count $__claimctl_operands)
    if string match -q '*+' $argv[2]
        test $place -ge (string trim -r -c + $argv[2])
    else
        test $place -eq $argv[2]
    end
end

# The claims of the store that the line names, within a moment, or none.
function __claimctl_ids
    set -l limit
    if command -sq timeout
        set limit timeout -k 0.1 0.3
        set -q CLAIMCTL_COMPLETE_WITHIN; and set limit[-1] $CLAIMCTL_COMPLETE_WITHIN
    end
    set -l prefix (string unescape -- (commandline -ct))
    or return
    set -l query -q --limit 100 --timeout 250ms $__claimctl_store
    if test -n "$prefix"
        set -a query --id-prefix=$prefix
    end
    set -lx CLAIMCTL_URI $CLAIMCTL_URI
    test -z "$__claimctl_uri"; or set CLAIMCTL_URI $__claimctl_uri
    # What has no NUL behind it was cut off: the last piece is this, and the end.
    set -l ids (begin
        $limit claimctl claims list @FORMAT@ $query </dev/null 2>/dev/null
        echo end
    end | @FISH@)
    set -e ids[-1]
    for id in $ids
        if string match -qr '[[:cntrl:]]' -- $id
            continue
        end
        if not string match -q -- '-*' $id; or set -q __claimctl_dashes[1]
            printf '%s\n' $id
        end
    end
end

# The profiles of the configuration file.
function __claimctl_profiles
    claimctl profile list -o name -q </dev/null 2>/dev/null
end

# Another program and its arguments, once there is --. As a program's name, complete -C runs a (command) of the word.
function __claimctl_program
    set -q __claimctl_dashes[1]; or return
    string match -q '*(*' -- (commandline -ct); and return
    set -l rest $__claimctl_operands[(math $__claimctl_dashes + 1)..]
    if test (count $__claimctl_operands) -lt 1; or test $__claimctl_dashes -ge (count $__claimctl_operands)
        set rest
    end
    complete -C (string join ' ' -- (string escape -- $rest) (commandline -ct))
end

complete -c claimctl -f
@COMPLETE@
