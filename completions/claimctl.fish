# Completion of claimctl for fish. Made from the command model by mvn -Pdocs process-test-classes; do not edit.

# The words before the cursor: the command's into __claimctl_command, what it is about into __claimctl_operands.
function __claimctl_parse
    set -l valued --archive --audit-file --batch --busy-exit-code --capped --collection --created-from --created-to --crit --cursor --db --deadline --event-name --for --from --from-max-age --grace --hold --id-prefix --if-completed --instance --jitter --lease --limit --max --max-failures --memory --metadata --metrics-file --observe --older-than --oldest --on-failure --on-lost --output --output-file --parallel --payload --payloads --publish-timeout --rate --reason --refuse-above --refuse-above-fraction --seen --sort --status --status-file --store-down --timeout --to-dir --to-file --token --ttl --uri --uri-file --wait --warn --worker -E -O -c -d -o -w
    set -l families claims payload stale collection
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

# Which store an option names. PROFILES: note --profile as --db is here.
function __claimctl_note
    switch $argv[1]
        case --uri
            set __claimctl_uri $argv[2]
        case --uri-file -d --db -c --collection
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
    for id in ($limit claimctl claims list -o name $query </dev/null 2>/dev/null | string split \n)
        if string match -qr '[[:cntrl:]]' -- $id
            continue
        end
        if not string match -q -- '-*' $id; or set -q __claimctl_dashes[1]
            printf '%s\n' $id
        end
    end
end

# Another program and its arguments, once there is --.
function __claimctl_program
    set -q __claimctl_dashes[1]; or return
    set -l rest $__claimctl_operands[(math $__claimctl_dashes + 1)..]
    if test (count $__claimctl_operands) -lt 1; or test $__claimctl_dashes -ge (count $__claimctl_operands)
        set rest
    end
    complete -C (string join ' ' -- (string escape -- $rest) (commandline -ct))
end

complete -c claimctl -f
complete -c claimctl -n '__claimctl_at ""' -a claims -d 'Lists and counts claims'
complete -c claimctl -n '__claimctl_at ""' -a payload -d 'Stores, fetches and clears the messages that claims hold'
complete -c claimctl -n '__claimctl_at ""' -a stale -d 'Finds and frees stale claims'
complete -c claimctl -n '__claimctl_at ""' -a collection -d 'Sets up the collection that claims are kept in'
complete -c claimctl -n '__claimctl_at ""' -a inspect -d 'Shows everything about some claims'
complete -c claimctl -n '__claimctl_at ""' -a wait -d 'Waits until claims are free or completed'
complete -c claimctl -n '__claimctl_at ""' -a check -d 'Tells a monitoring system of stale claims'
complete -c claimctl -n '__claimctl_at ""' -a metrics -d 'Writes numbers for Prometheus'
complete -c claimctl -n '__claimctl_at ""' -a run -d 'Runs a command while it holds a claim'
complete -c claimctl -n '__claimctl_at ""' -a acquire -d 'Takes claims that are free'
complete -c claimctl -n '__claimctl_at ""' -a renew -d 'Lets the leases of claims run on'
complete -c claimctl -n '__claimctl_at ""' -a complete -d 'Marks the work of claims as done'
complete -c claimctl -n '__claimctl_at ""' -a release -d 'Gives claims up by their holder'
complete -c claimctl -n '__claimctl_at ""' -a reset -d 'Frees claims that were seen'
complete -c claimctl -n '__claimctl_at ""' -a recover -d 'Publishes the messages of stale claims, frees the others'
complete -c claimctl -n '__claimctl_at ""' -a demo -d 'Shows all this on a server of its own with sample claims'
complete -c claimctl -n '__claimctl_at ""' -a exit-codes -d 'Shows every exit code and what to do about it'
complete -c claimctl -n '__claimctl_at ""' -s V -l version -d 'Show the version and exit'
complete -c claimctl -n '__claimctl_at ""' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "claims"' -a list -d 'Lists claims'
complete -c claimctl -n '__claimctl_at "claims"' -a count -d 'Counts claims by status'
complete -c claimctl -n '__claimctl_at "claims"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "claims list"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "claims list"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "claims list"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "claims list"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "claims list"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "claims list"' -s o -l output -x -a 'table wide json ndjson yaml csv name' -d 'How the result is written: table, wide, json, ndjson, yaml, csv, name (default: table)'
complete -c claimctl -n '__claimctl_at "claims list"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "claims list"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "claims list"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "claims list"' -l status -x -d 'Only processing, completed, released, or another word that documents have; several with commas'
complete -c claimctl -n '__claimctl_at "claims list"' -l event-name -x -d 'Only claims of this event'
complete -c claimctl -n '__claimctl_at "claims list"' -l worker -x -d 'Only claims of this very token (worker_id)'
complete -c claimctl -n '__claimctl_at "claims list"' -l instance -x -d 'Only claims of this instance: tokens that begin with NAME and a colon'
complete -c claimctl -n '__claimctl_at "claims list"' -l id-prefix -x -d 'Only claims whose id begins with TEXT'
complete -c claimctl -n '__claimctl_at "claims list"' -l created-from -x -d 'Only claims created at this time (RFC 3339) or later'
complete -c claimctl -n '__claimctl_at "claims list"' -l created-to -x -d 'Only claims created before this time (RFC 3339)'
complete -c claimctl -n '__claimctl_at "claims list"' -l older-than -x -d 'Only claims whose last transition lies back longer than this'
complete -c claimctl -n '__claimctl_at "claims list"' -l payload -x -a 'with without' -d 'Only claims that hold a payload, which is a message (with), or only those that hold none (without)'
complete -c claimctl -n '__claimctl_at "claims list"' -l limit -x -d 'At most N claims; the cursor of the next page is printed to standard error'
complete -c claimctl -n '__claimctl_at "claims list"' -l cursor -x -d 'Go on where a page ended, also one of the workers\' own API'
complete -c claimctl -n '__claimctl_at "claims list"' -l sort -x -a 'updated id expires' -d 'Order by updated, id, expires (default: updated)'
complete -c claimctl -n '__claimctl_at "claims list"' -l reverse -d 'Largest, or latest, first'
complete -c claimctl -n '__claimctl_at "claims list"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "claims count"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "claims count"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "claims count"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "claims count"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "claims count"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "claims count"' -s o -l output -x -a 'table wide json ndjson yaml csv' -d 'How the result is written: table, wide, json, ndjson, yaml, csv (default: table)'
complete -c claimctl -n '__claimctl_at "claims count"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "claims count"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "claims count"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "claims count"' -l status -x -d 'Only processing, completed, released, or another word that documents have; several with commas'
complete -c claimctl -n '__claimctl_at "claims count"' -l event-name -x -d 'Only claims of this event'
complete -c claimctl -n '__claimctl_at "claims count"' -l worker -x -d 'Only claims of this very token (worker_id)'
complete -c claimctl -n '__claimctl_at "claims count"' -l instance -x -d 'Only claims of this instance: tokens that begin with NAME and a colon'
complete -c claimctl -n '__claimctl_at "claims count"' -l id-prefix -x -d 'Only claims whose id begins with TEXT'
complete -c claimctl -n '__claimctl_at "claims count"' -l created-from -x -d 'Only claims created at this time (RFC 3339) or later'
complete -c claimctl -n '__claimctl_at "claims count"' -l created-to -x -d 'Only claims created before this time (RFC 3339)'
complete -c claimctl -n '__claimctl_at "claims count"' -l older-than -x -d 'Only claims whose last transition lies back longer than this'
complete -c claimctl -n '__claimctl_at "claims count"' -l payload -x -a 'with without' -d 'Only claims that hold a payload, which is a message (with), or only those that hold none (without)'
complete -c claimctl -n '__claimctl_at "claims count"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "payload"' -a get -d 'Writes the message that a claim holds'
complete -c claimctl -n '__claimctl_at "payload"' -a put -d 'Stores a message with a claim'
complete -c claimctl -n '__claimctl_at "payload"' -a clear -d 'Drops the messages that claims hold'
complete -c claimctl -n '__claimctl_at "payload"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "payload get"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "payload get"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "payload get"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "payload get"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "payload get"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "payload get"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "payload get"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "payload get"' -s O -l output-file -r -F -d 'Write the message to FILE, which is replaced as a whole and is for its owner\'s eyes; - is standard output (the default)'
complete -c claimctl -n '__claimctl_at "payload get"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "payload get" 0' -k -a '(__claimctl_ids)'
complete -c claimctl -n '__claimctl_at "payload put"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "payload put"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "payload put"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "payload put"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "payload put"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "payload put"' -s o -l output -x -a 'table wide json ndjson yaml csv name' -d 'How the result is written: table, wide, json, ndjson, yaml, csv, name (default: table)'
complete -c claimctl -n '__claimctl_at "payload put"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "payload put"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "payload put"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "payload put"' -l token -x -d 'The token of the acquisition, as acquire printed it (env: CLAIMCTL_TOKEN)'
complete -c claimctl -n '__claimctl_at "payload put"' -l metadata -x -d 'Metadata of the message, once for each key'
complete -c claimctl -n '__claimctl_at "payload put"' -l event-name -x -d 'The event of the message'
complete -c claimctl -n '__claimctl_at "payload put"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "payload put" 0' -k -a '(__claimctl_ids)'
complete -c claimctl -n '__claimctl_at "payload put" 1' -F
complete -c claimctl -n '__claimctl_at "payload clear"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "payload clear"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "payload clear"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "payload clear"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "payload clear"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "payload clear"' -s o -l output -x -a 'table wide json ndjson yaml csv name' -d 'How the result is written: table, wide, json, ndjson, yaml, csv, name (default: table)'
complete -c claimctl -n '__claimctl_at "payload clear"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "payload clear"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "payload clear"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "payload clear"' -l token -x -d 'The token of the acquisition, as acquire printed it (env: CLAIMCTL_TOKEN)'
complete -c claimctl -n '__claimctl_at "payload clear"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "payload clear" 0+' -k -a '(__claimctl_ids)'
complete -c claimctl -n '__claimctl_at "stale"' -a list -d 'Lists claims without a transition for long'
complete -c claimctl -n '__claimctl_at "stale"' -a reset -d 'Frees stale claims'
complete -c claimctl -n '__claimctl_at "stale"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "stale list"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "stale list"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "stale list"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "stale list"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "stale list"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "stale list"' -s o -l output -x -a 'table wide json ndjson yaml csv name' -d 'How the result is written: table, wide, json, ndjson, yaml, csv, name (default: table)'
complete -c claimctl -n '__claimctl_at "stale list"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "stale list"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "stale list"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "stale list"' -l older-than -x -d 'How long the last transition lies back (default: 2m)'
complete -c claimctl -n '__claimctl_at "stale list"' -l event-name -x -d 'Only claims of this event'
complete -c claimctl -n '__claimctl_at "stale list"' -l worker -x -d 'Only claims of this very token (worker_id)'
complete -c claimctl -n '__claimctl_at "stale list"' -l instance -x -d 'Only claims of this instance: tokens that begin with NAME and a colon'
complete -c claimctl -n '__claimctl_at "stale list"' -l id-prefix -x -d 'Only claims whose id begins with TEXT'
complete -c claimctl -n '__claimctl_at "stale list"' -l created-from -x -d 'Only claims created at this time (RFC 3339) or later'
complete -c claimctl -n '__claimctl_at "stale list"' -l created-to -x -d 'Only claims created before this time (RFC 3339)'
complete -c claimctl -n '__claimctl_at "stale list"' -l lease -x -a 'live expired any' -d 'Only claims whose lease is one of live, expired, any (default: any)'
complete -c claimctl -n '__claimctl_at "stale list"' -l limit -x -d 'At most N claims'
complete -c claimctl -n '__claimctl_at "stale list"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "stale reset"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "stale reset"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "stale reset"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "stale reset"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "stale reset"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "stale reset"' -s o -l output -x -a 'table wide json ndjson yaml csv name' -d 'How the result is written: table, wide, json, ndjson, yaml, csv, name (default: table)'
complete -c claimctl -n '__claimctl_at "stale reset"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "stale reset"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "stale reset"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "stale reset"' -l older-than -x -d 'How long the last transition lies back (default: 2m)'
complete -c claimctl -n '__claimctl_at "stale reset"' -l lease -x -a 'expired any' -d 'expired resets what is free already; any also takes live leases from their holders, and needs --older-than (default: expired)'
complete -c claimctl -n '__claimctl_at "stale reset"' -l event-name -x -d 'Only claims of this event'
complete -c claimctl -n '__claimctl_at "stale reset"' -l worker -x -d 'Only claims of this very token (worker_id)'
complete -c claimctl -n '__claimctl_at "stale reset"' -l instance -x -d 'Only claims of this instance: tokens that begin with NAME and a colon'
complete -c claimctl -n '__claimctl_at "stale reset"' -l id-prefix -x -d 'Only claims whose id begins with TEXT'
complete -c claimctl -n '__claimctl_at "stale reset"' -l created-from -x -d 'Only claims created at this time (RFC 3339) or later'
complete -c claimctl -n '__claimctl_at "stale reset"' -l created-to -x -d 'Only claims created before this time (RFC 3339)'
complete -c claimctl -n '__claimctl_at "stale reset"' -l from -r -F -d 'Reset exactly the claims in FILE, as far as they are as they were: rows of stale list -o ndjson, perhaps filtered by jq; - reads standard input'
complete -c claimctl -n '__claimctl_at "stale reset"' -l from-max-age -x -d 'Refuse rows of --from that were listed longer ago (default: 1h)'
complete -c claimctl -n '__claimctl_at "stale reset"' -l observe -x -d 'Reset only what stays as it is for this long, by this host\'s clock'
complete -c claimctl -n '__claimctl_at "stale reset"' -l limit -x -d 'Reset at most N claims, the oldest'
complete -c claimctl -n '__claimctl_at "stale reset"' -l refuse-above -x -d 'Change nothing (exit 7) if more than N claims would be reset, whatever --limit says'
complete -c claimctl -n '__claimctl_at "stale reset"' -l refuse-above-fraction -x -d 'Change nothing (exit 7) if more than this part of the claims that are processing would be reset: 0.5 is half of them'
complete -c claimctl -n '__claimctl_at "stale reset"' -l rate -x -d 'Reset no more than N claims a second (N/m: a minute) on average; batches are made that small'
complete -c claimctl -n '__claimctl_at "stale reset"' -l deadline -x -d 'Begin no further batch when this time has passed since the start (exit 6)'
complete -c claimctl -n '__claimctl_at "stale reset"' -l batch -x -d 'Claims that one command changes at most, 1 to 1000 (default: 1000)'
complete -c claimctl -n '__claimctl_at "stale reset"' -l parallel -x -d 'Batches on their way at a time, 1 to 16 (default: 1)'
complete -c claimctl -n '__claimctl_at "stale reset"' -l single-flight -d 'Sweep under the claim NAME of the same collection, so that one sweeps at a time; the others end with 0 and say who does (default NAME: claimctl-sweep)'
complete -c claimctl -n '__claimctl_at "stale reset"' -l jitter -x -d 'Wait for a random part of this first, so that many hosts do not come at once'
complete -c claimctl -n '__claimctl_at "stale reset"' -l payloads -x -a 'skip archive include' -d 'Claims that hold a payload, which is a message: skip leaves them to recovery, archive releases them once --archive has a copy, include releases them and loses the message (default: skip)'
complete -c claimctl -n '__claimctl_at "stale reset"' -l audit-file -r -F -d 'Append a line of JSON for each claim before it is changed, with the whole document, and one with the outcome; on the disk before the change'
complete -c claimctl -n '__claimctl_at "stale reset"' -l archive -x -d 'Copy each claim there, whole, before it is changed'
complete -c claimctl -n '__claimctl_at "stale reset"' -l metrics-file -r -F -d 'Replace FILE by the sweep\'s numbers for Prometheus (a textfile collector), also when the sweep fails'
complete -c claimctl -n '__claimctl_at "stale reset"' -l delete -d 'Delete what was released at once, instead of leaving that to TTL'
complete -c claimctl -n '__claimctl_at "stale reset"' -l reason -x -d 'Why; kept with the claim for its former holder'
complete -c claimctl -n '__claimctl_at "stale reset"' -l yes -d 'Do not ask'
complete -c claimctl -n '__claimctl_at "stale reset"' -l fenced -l no-fenced -d 'On by default: only claims that are as they were seen'
complete -c claimctl -n '__claimctl_at "stale reset"' -l dry-run -d 'Change nothing; print what would be reset'
complete -c claimctl -n '__claimctl_at "stale reset"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "collection"' -a create -d 'Makes the collection and its indexes'
complete -c claimctl -n '__claimctl_at "collection"' -a indexes -d 'Compares the indexes with those that claims want'
complete -c claimctl -n '__claimctl_at "collection"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "collection create"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "collection create"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "collection create"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "collection create"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "collection create"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "collection create"' -s o -l output -x -a 'table wide json ndjson yaml csv' -d 'How the result is written: table, wide, json, ndjson, yaml, csv (default: table)'
complete -c claimctl -n '__claimctl_at "collection create"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "collection create"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "collection create"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "collection create"' -l capped -x -d 'A capped collection of this size, in bytes or as 64KiB or 1MiB; at least 4096'
complete -c claimctl -n '__claimctl_at "collection create"' -l max -x -d 'With --capped: at most N claims'
complete -c claimctl -n '__claimctl_at "collection create"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "collection indexes"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "collection indexes"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "collection indexes"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "collection indexes"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "collection indexes"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "collection indexes"' -s o -l output -x -a 'table wide json ndjson yaml csv' -d 'How the result is written: table, wide, json, ndjson, yaml, csv (default: table)'
complete -c claimctl -n '__claimctl_at "collection indexes"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "collection indexes"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "collection indexes"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "collection indexes"' -l apply -d 'Make the indexes that are missing'
complete -c claimctl -n '__claimctl_at "collection indexes"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "inspect"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "inspect"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "inspect"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "inspect"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "inspect"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "inspect"' -s o -l output -x -a 'table wide json ndjson yaml csv name' -d 'How the result is written: table, wide, json, ndjson, yaml, csv, name (default: table)'
complete -c claimctl -n '__claimctl_at "inspect"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "inspect"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "inspect"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "inspect"' -l raw -d 'Show the documents as they are stored, as extended JSON'
complete -c claimctl -n '__claimctl_at "inspect"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "inspect" 0+' -k -a '(__claimctl_ids)'
complete -c claimctl -n '__claimctl_at "wait"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "wait"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "wait"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "wait"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "wait"' -s o -l output -x -a 'table wide json ndjson yaml csv name' -d 'How the result is written: table, wide, json, ndjson, yaml, csv, name (default: table)'
complete -c claimctl -n '__claimctl_at "wait"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "wait"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "wait"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "wait"' -l for -x -a 'free completed' -d 'What each claim is to become: free, completed'
complete -c claimctl -n '__claimctl_at "wait"' -l timeout -x -d 'How long to wait in all (default: 30s)'
complete -c claimctl -n '__claimctl_at "wait"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "wait" 0+' -k -a '(__claimctl_ids)'
complete -c claimctl -n '__claimctl_at "check"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "check"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "check"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "check"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "check"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "check"' -s o -l output -x -a 'text json ndjson' -d 'How the result is written: text, json, ndjson (default: text)'
complete -c claimctl -n '__claimctl_at "check"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "check"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "check"' -l older-than -x -d 'How long the last transition lies back (default: 2m)'
complete -c claimctl -n '__claimctl_at "check"' -l warn -x -d 'More than N stale claims are a WARNING'
complete -c claimctl -n '__claimctl_at "check"' -l crit -x -d 'More than N stale claims are CRITICAL'
complete -c claimctl -n '__claimctl_at "check"' -l oldest -x -d 'A stale claim whose last transition lies back longer than this is CRITICAL'
complete -c claimctl -n '__claimctl_at "check"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "metrics"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "metrics"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "metrics"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "metrics"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "metrics"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "metrics"' -s o -l output -x -a 'text json ndjson' -d 'How the result is written: text, json, ndjson (default: text)'
complete -c claimctl -n '__claimctl_at "metrics"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "metrics"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "metrics"' -l older-than -x -d 'How long the last transition lies back (default: 2m)'
complete -c claimctl -n '__claimctl_at "metrics"' -l to-file -r -F -d 'Replace FILE in one step, in place of standard output: a collector that reads it meanwhile finds the old text or the new one'
complete -c claimctl -n '__claimctl_at "metrics"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "run"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "run"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "run"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "run"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "run"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "run"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "run"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "run"' -l ttl -x -d 'How long the lease runs, and again with each renewal'
complete -c claimctl -n '__claimctl_at "run"' -s w -l wait -x -d 'How long to wait for a claim that somebody else holds, or: forever'
complete -c claimctl -n '__claimctl_at "run"' -s n -l no-wait -d 'Do not wait for it (the default)'
complete -c claimctl -n '__claimctl_at "run"' -s E -l busy-exit-code -x -d 'The exit code if somebody else holds the claim (default: 75)'
complete -c claimctl -n '__claimctl_at "run"' -l once -d 'Complete the claim if CMD ends with 0, and remember that: for 24h, or with --once=7d longer'
complete -c claimctl -n '__claimctl_at "run"' -l if-completed -x -a 'skip fail' -d 'If the work is done already: skip, fail; exit code 0 or 8 (default: skip with --once, else fail)'
complete -c claimctl -n '__claimctl_at "run"' -l on-failure -x -a 'release keep' -d 'What becomes of the claim if CMD fails: release, keep it until the lease ends (default: release)'
complete -c claimctl -n '__claimctl_at "run"' -l on-lost -x -a 'stop continue' -d 'What becomes of CMD if the lease is lost: stop, continue (default: stop)'
complete -c claimctl -n '__claimctl_at "run"' -l grace -x -d 'If the lease is lost: the time between TERM and KILL; 0s: KILL at once (default: 5s)'
complete -c claimctl -n '__claimctl_at "run"' -l store-down -x -a 'fail run' -d 'If acquiring fails with an error: fail, run'
complete -c claimctl -n '__claimctl_at "run"' -l status-file -r -F -d 'Keep the state, the fence and the lease\'s end in FILE, as a line of JSON; for its owner\'s eyes'
complete -c claimctl -n '__claimctl_at "run"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "run" 0' -k -a '(__claimctl_ids)'
complete -c claimctl -n '__claimctl_at "run" 1+' -a '(__claimctl_program)'
complete -c claimctl -n '__claimctl_at "acquire"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "acquire"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "acquire"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "acquire"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "acquire"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "acquire"' -s o -l output -x -a 'table wide json ndjson yaml csv name env' -d 'How the result is written: table, wide, json, ndjson, yaml, csv, name, env (default: table)'
complete -c claimctl -n '__claimctl_at "acquire"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "acquire"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "acquire"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "acquire"' -l ttl -x -d 'How long the lease runs'
complete -c claimctl -n '__claimctl_at "acquire"' -l wait -x -d 'How long to wait, in all, for claims that somebody else holds (default: not at all)'
complete -c claimctl -n '__claimctl_at "acquire"' -l instance -x -d 'Who acquires; stands before the token, for people to see'
complete -c claimctl -n '__claimctl_at "acquire"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "acquire" 0+' -k -a '(__claimctl_ids)'
complete -c claimctl -n '__claimctl_at "renew"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "renew"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "renew"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "renew"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "renew"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "renew"' -s o -l output -x -a 'table wide json ndjson yaml csv name' -d 'How the result is written: table, wide, json, ndjson, yaml, csv, name (default: table)'
complete -c claimctl -n '__claimctl_at "renew"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "renew"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "renew"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "renew"' -l token -x -d 'The token of the acquisition, as acquire printed it (env: CLAIMCTL_TOKEN)'
complete -c claimctl -n '__claimctl_at "renew"' -l ttl -x -d 'How long the lease runs from now'
complete -c claimctl -n '__claimctl_at "renew"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "renew" 0+' -k -a '(__claimctl_ids)'
complete -c claimctl -n '__claimctl_at "complete"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "complete"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "complete"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "complete"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "complete"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "complete"' -s o -l output -x -a 'table wide json ndjson yaml csv name' -d 'How the result is written: table, wide, json, ndjson, yaml, csv, name (default: table)'
complete -c claimctl -n '__claimctl_at "complete"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "complete"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "complete"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "complete"' -l token -x -d 'The token of the acquisition, as acquire printed it (env: CLAIMCTL_TOKEN)'
complete -c claimctl -n '__claimctl_at "complete"' -l memory -x -d 'How long the completion is remembered (default: 24h)'
complete -c claimctl -n '__claimctl_at "complete"' -l record-missing -d 'If the claim is gone (TTL deleted it), record its completion, unless somebody has acquired it'
complete -c claimctl -n '__claimctl_at "complete"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "complete" 0+' -k -a '(__claimctl_ids)'
complete -c claimctl -n '__claimctl_at "release"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "release"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "release"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "release"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "release"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "release"' -s o -l output -x -a 'table wide json ndjson yaml csv name' -d 'How the result is written: table, wide, json, ndjson, yaml, csv, name (default: table)'
complete -c claimctl -n '__claimctl_at "release"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "release"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "release"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "release"' -l token -x -d 'The token of the acquisition, as acquire printed it (env: CLAIMCTL_TOKEN)'
complete -c claimctl -n '__claimctl_at "release"' -l payloads -x -a 'skip include' -d 'A claim that holds a payload: skip keeps it for recovery, include releases it and loses the message (default: skip)'
complete -c claimctl -n '__claimctl_at "release"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "release" 0+' -k -a '(__claimctl_ids)'
complete -c claimctl -n '__claimctl_at "reset"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "reset"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "reset"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "reset"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "reset"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "reset"' -s o -l output -x -a 'table wide json ndjson yaml csv name' -d 'How the result is written: table, wide, json, ndjson, yaml, csv, name (default: table)'
complete -c claimctl -n '__claimctl_at "reset"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "reset"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "reset"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "reset"' -l delete -d 'Delete what was released at once, instead of leaving that to TTL'
complete -c claimctl -n '__claimctl_at "reset"' -l reason -x -d 'Why; kept with the claim for its former holder'
complete -c claimctl -n '__claimctl_at "reset"' -l yes -d 'Do not ask'
complete -c claimctl -n '__claimctl_at "reset"' -l payloads -x -a 'skip include' -d 'A claim that holds a payload, which is a message: skip leaves it to recovery, include releases it and loses the message (default: skip)'
complete -c claimctl -n '__claimctl_at "reset"' -l seen -x -d 'Reset the claim only if it still is what had this fingerprint'
complete -c claimctl -n '__claimctl_at "reset"' -l token -x -d 'Reset the claim only if this token holds it'
complete -c claimctl -n '__claimctl_at "reset"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "reset" 0+' -k -a '(__claimctl_ids)'
complete -c claimctl -n '__claimctl_at "recover"' -l uri -x -d 'Connection string (env: CLAIMCTL_URI)'
complete -c claimctl -n '__claimctl_at "recover"' -l uri-file -r -F -d 'File that holds the connection string, in place of --uri'
complete -c claimctl -n '__claimctl_at "recover"' -s d -l db -x -d 'Database (env: CLAIMCTL_DB; default: that of the connection string)'
complete -c claimctl -n '__claimctl_at "recover"' -s c -l collection -x -d 'Collection (env: CLAIMCTL_COLLECTION; default: _message_state)'
complete -c claimctl -n '__claimctl_at "recover"' -l timeout -x -d 'Longest that one operation may take, finding the server included (env: CLAIMCTL_TIMEOUT; default: 10s)'
complete -c claimctl -n '__claimctl_at "recover"' -s o -l output -x -a 'table wide json ndjson yaml csv name' -d 'How the result is written: table, wide, json, ndjson, yaml, csv, name (default: table)'
complete -c claimctl -n '__claimctl_at "recover"' -s q -l quiet -d 'Write nothing but errors to standard error'
complete -c claimctl -n '__claimctl_at "recover"' -s v -l verbose -d 'Say more on standard error; after an error, where it comes from'
complete -c claimctl -n '__claimctl_at "recover"' -l no-color -d 'Use no colours, as with the variable NO_COLOR'
complete -c claimctl -n '__claimctl_at "recover"' -l older-than -x -d 'How long the last transition lies back (default: 2m)'
complete -c claimctl -n '__claimctl_at "recover"' -l lease -x -a 'expired any' -d 'expired takes what is free already, what was kept for recovery, and what an earlier one has left; any also takes live leases from their holders, and needs --older-than (default: expired)'
complete -c claimctl -n '__claimctl_at "recover"' -l limit -x -d 'Publish at most N messages, and reset at most N other claims'
complete -c claimctl -n '__claimctl_at "recover"' -l hold -x -d 'How long a claim keeps a message that was not published, before TTL may delete both (default: 24h)'
complete -c claimctl -n '__claimctl_at "recover"' -l publish-timeout -x -d 'How long COMMAND may take for a message, before it is ended (default: 1m)'
complete -c claimctl -n '__claimctl_at "recover"' -l grace -x -d 'If COMMAND has to be ended: the time between TERM and KILL; 0s: KILL at once (default: 2s)'
complete -c claimctl -n '__claimctl_at "recover"' -l max-failures -x -d 'Publish no more after N failures in a row (default: 5)'
complete -c claimctl -n '__claimctl_at "recover"' -l dry-run -d 'Change and publish nothing; print what would be'
complete -c claimctl -n '__claimctl_at "recover"' -l yes -d 'Do not ask'
complete -c claimctl -n '__claimctl_at "recover"' -l to-dir -x -a '(__fish_complete_directories)' -d 'Save the messages in DIR instead of running a command; it is made if it is not there'
complete -c claimctl -n '__claimctl_at "recover"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "recover" 0+' -a '(__claimctl_program)'
complete -c claimctl -n '__claimctl_at "demo"' -l serve -d 'Print the connection string and keep the server running until it is interrupted'
complete -c claimctl -n '__claimctl_at "demo"' -s h -l help -d 'Show this help and exit'
complete -c claimctl -n '__claimctl_at "exit-codes"' -s h -l help -d 'Show this help and exit'
