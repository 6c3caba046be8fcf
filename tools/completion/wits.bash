# SPDX-License-Identifier: MIT
# Completion of wits for bash. Source it, or install it as bash-completion/completions/wits.

# Completes folders and files with one of these extensions, or all files if none is given.
_wits_files() {
    local ending
    compopt -o filenames 2>/dev/null
    if (($# == 0)); then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
    fi
    mapfile -t COMPREPLY < <(
        compgen -d -- "$word"
        for ending in "$@"; do
            compgen -f -X "!*$ending" -- "$word"
        done
    )
}

_wits_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word")
}

# Completes the options of a command and those of all commands.
_wits_options() {
    _wits_words "$1 --const --help"
}

_wits() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    COMPREPLY=()
    # bash splits --format=te into three words.
    if [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $word == = ]]; then
        word=
    fi
    if ((COMP_CWORD == 1)); then
        _wits_words "check run crowd explain curve map graph compile header ids program expand prove reach cover same migrate why diff review test replay inspect help --help --version"
        return
    fi
    if [[ $command == help ]]; then
        _wits_words "check run crowd explain curve map graph compile header ids program expand prove reach cover same migrate why diff review test replay inspect"
        return
    fi
    case $before in
    --format)
        case $command in
        run) _wits_words "text jsonl" ;;
        crowd) _wits_words "text json csv" ;;
        check | explain | prove | migrate | why | diff | replay) _wits_words "text json" ;;
        graph) _wits_words "dot mermaid svg png pdf" ;;
        test) _wits_words "text tap junit" ;;
        esac
        return
        ;;
    --coverage)
        _wits_words "missing counts none"
        return
        ;;
    --path)
        _wits_words "single masks groups"
        return
        ;;
    --simd)
        _wits_words "baseline avx2 avx512"
        return
        ;;
    --inputs | --context | --dump)
        [[ $command == header || $command == compile ]] || _wits_files .csv
        return
        ;;
    --checkpoint | --resume | --record | --against)
        [[ $command != crowd && $command != run && $command != replay ]] || _wits_files
        return
        ;;
    --replay)
        _wits_files
        return
        ;;
    -o | --output)
        case $command in
        prove | same | migrate) _wits_files / ;;
        reach | why) _wits_files .csv ;;
        *) _wits_files ;;
        esac
        return
        ;;
    --brain | --world | --include | --properties | --plot | --perfetto)
        _wits_files
        return
        ;;
    --ticks | --at | --seed | --agent | --agents | --threads | --every | --show | --raise | --of | --depth | --over | --set | --from | --x | --y | --z | --after | --size | \
        --plot-fields | --width | --dump-at | --seeds | --sweep | --prefix | --uses | --const | --targets | \
        --only | --free | --worst | --limit | --memory | --combinations | --decide-every | --seconds | --redraw | --hash-every | --keyframes | --rate | --inputs-of | --targets-of | --explain | --port | --speed) return ;;
    --fields)
        [[ $command != crowd ]] || return
        ;;
    esac
    if [[ $word == -* ]]; then
        case $command in
        check) _wits_options "--strict --verbose --format --list --deep --limit --memory --combinations --ticks --decide-every" ;;
        run)
            _wits_options "--ticks --inputs --targets --raise --set --from --seed --agent --format --trace --fields --width
                --plot --plot-fields --perfetto --record --watch"
            ;;
        crowd)
            _wits_options "--agents --ticks --threads --seed --set --targets --context --inputs --format --every --transitions
                --fields --plot --dump --dump-at --checkpoint --resume --seeds --sweep --show --native --record
                --hash-every --keyframes --watch --rate --path --simd"
            ;;
        explain) _wits_options "--at --inputs --targets --raise --set --from --seed --agent --format" ;;
        curve) _wits_options "--output --over --at --inputs --targets --raise --set --from --seed --agent" ;;
        map) _wits_options "--x --y --z --of --from --after --margin --size --set --targets --seed --agent --output" ;;
        graph) _wits_options "--format --output --of --depth --actions --at --inputs --targets --raise --set --from --seed
            --agent" ;;
        compile) _wits_options "--output --prefix --context --include --no-crowd --no-names --static" ;;
        header) _wits_options "--output --prefix --context --include --no-context --uses" ;;
        ids | program | expand) _wits_options "--output" ;;
        prove) _wits_options "--properties --only --limit --memory --combinations --ticks --decide-every --free --worst --format --output" ;;
        reach) _wits_options "--output --all --limit --memory --combinations --ticks --decide-every" ;;
        why)
            _wits_options "--output --seconds --limit --memory --combinations --ticks --decide-every --at --inputs
                --targets --raise --set --from --seed --agent --format"
            ;;
        cover) _wits_options "--inputs --targets --limit --memory --combinations --ticks --decide-every" ;;
        diff)
            _wits_options "--agents --ticks --threads --seed --set --redraw --inputs --targets --inputs-of --targets-of --explain --format
                --output"
            ;;
        review) _wits_options "--agents --ticks --threads --seed --set --redraw --inputs --targets --explain --seconds" ;;
        replay) _wits_options "--brain --against --agent --at --format" ;;
        inspect)
            _wits_options "--agents --seed --threads --set --context --inputs --targets --world --speed --paused --memory
                --port --read-only --no-open --replay --brain"
            ;;
        test) _wits_options "--only --format --coverage --brain --seed --table --verbose" ;;
        same) _wits_options "--limit --memory --combinations --ticks --decide-every --output" ;;
        migrate) _wits_options "--limit --memory --combinations --ticks --decide-every --format --output" ;;
        esac
        return
    fi
    _wits_files .yaml .json
}

complete -F _wits wits
