# SPDX-License-Identifier: MIT
# Completion of wits for bash. Source it, or install it as bash-completion/completions/wits. The program lists its
# commands and options: `wits help --complete [COMMAND]`.

# Completes folders, and files with one of these extensions; all files if none is given.
_wits_files() {
    local ending
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(
        compgen -d -- "$word"
        for ending in "$@"; do
            compgen -f -X "!*$ending" -- "$word"
        done
        (($# > 0)) || compgen -f -- "$word"
    )
    mapfile -t COMPREPLY < <(printf '%s\n' "${COMPREPLY[@]}" | sort -u | grep .)
}

_wits_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word")
}

_wits() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} wits=${COMP_WORDS[0]} command=${COMP_WORDS[1]} value
    COMPREPLY=()
    # bash splits --format=te into three words.
    if [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $word == = ]]; then
        word=
    fi
    if ((COMP_CWORD == 1)) || [[ $command == help ]]; then
        _wits_words "$("$wits" help --complete 2>/dev/null | cut -f1) $( ((COMP_CWORD > 1)) || echo help --help --version)"
        return
    fi
    [[ $before != -o ]] || before=--output
    value=$("$wits" help --complete "$command" 2>/dev/null | awk -F'\t' -v option="$before" '$1 == option { print $2 }')
    case $value in
    FILE.csv) _wits_files .csv ;;
    FILE*) _wits_files ;;
    FOLDER) _wits_files / ;;
    *[A-Z]* | [0-9]*) ;;
    ?*) _wits_words "${value//|/ }" ;;
    *)
        if [[ $word == -* ]]; then
            _wits_words "$("$wits" help --complete "$command" 2>/dev/null | cut -f1 | sort -u) --help"
        else
            _wits_files .yaml .json
        fi
        ;;
    esac
}

complete -F _wits wits
