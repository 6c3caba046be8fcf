# SPDX-License-Identifier: MIT
# Completion of wits for fish: a file in ~/.config/fish/completions. The program lists its commands and options:
# `wits help --complete [COMMAND]`.

# Prints what can follow the words so far, with descriptions.
function __wits_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l wits $words[1]
    if test (count $words) -eq 1; or test "$words[2]" = help
        $wits help --complete 2>/dev/null | cut -f1,3
        test (count $words) -gt 1; or printf '%s\t%s\n' help 'print the help of a command' -- --version 'print the version'
        return
    end
    set -l rows ($wits help --complete $words[2] 2>/dev/null)
    set -l before (string replace -r '^-o$' -- --output $words[-1])
    set -l value (printf '%s\n' $rows | awk -F'\t' -v option="$before" '$1 == option { print $2 }')
    switch "$value"
        case FILE.csv
            __fish_complete_suffix .csv
        case 'FILE*'
            __fish_complete_path "$word"
        case FOLDER
            __fish_complete_directories "$word"
        case '*FIELD*' '*[*'
        case ''
            if string match -q -- '-*' "$word"
                printf '%s\n' $rows | cut -f1,3
                printf '%s\t%s\n' --help 'print the help of the command'
            else
                __fish_complete_suffix .yaml
                __fish_complete_suffix .json
            end
        case '*'
            if not string match -qr '[A-Z0-9]' -- "$value"
                string split '|' -- (string split ' ' -- "$value")
            end
    end
end

complete -c wits -f -a '(__wits_complete)'
