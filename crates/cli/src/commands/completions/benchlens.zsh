#compdef benchlens
# Completes benchlens in zsh.
_benchlens() {
    local -a lines values shown open open_shown
    local line word help text prefix
    lines=("${(@f)$(${words[1]} completions zsh -candidates -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2> /dev/null)}")
    for line in "${(@)lines[2,-1]}"; do
        [[ -n $line ]] || continue
        word=${line%%$'\t'*}
        help=${line#*$'\t'}
        text=$word
        [[ -z $help ]] || text="$word  -- $help"
        if [[ $word == *= ]]; then
            open+=("$word")
            open_shown+=("$text")
        else
            values+=("$word")
            shown+=("$text")
        fi
    done
    (( ! $#values )) || compadd -l -d shown -a values
    (( ! $#open )) || compadd -l -S '' -d open_shown -a open
    if [[ ${lines[1]} == 'files '* ]]; then
        prefix=${lines[1]#files }
        [[ -z $prefix ]] || compset -P "${(b)prefix}"
        _files
    fi
}
if [[ $funcstack[1] == _benchlens ]]; then
    _benchlens "$@"
else
    compdef _benchlens benchlens
fi
