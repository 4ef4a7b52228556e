# Completes benchlens in bash.
_benchlens() {
    local IFS=$'\n' word last='' rest cut='' answer help
    local words=() count=0
    # bash cuts words at =. Put them together again.
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ $count -gt 0 && ( $word == '='* || $last == *= ) ]]; then
            words[count - 1]+=$word
        else
            words[count]=$word
            count=$((count + 1))
        fi
        last=$word
    done
    COMPREPLY=()
    answer=$("$1" completions bash -candidates -- "${words[@]}" 2> /dev/null) || return
    rest=${words[count - 1]}
    # What stands before the last = is complete, and bash keeps it.
    if [[ $COMP_WORDBREAKS == *=* && $rest == *=* ]]; then
        cut=${rest%"${rest##*=}"}
        rest=${rest##*=}
    fi
    while IFS=$'\t' read -r word help; do
        case $word in
            words | 'files '*) continue ;;
        esac
        COMPREPLY+=("${word#"$cut"}")
        [[ $word != *= ]] || compopt -o nospace 2> /dev/null
    done <<< "$answer"
    if [[ $answer == 'files '* ]]; then
        compopt -o filenames 2> /dev/null
        COMPREPLY+=($(compgen -f -- "$rest"))
    fi
}
complete -F _benchlens benchlens
