# Types a line and the tabulator into an interactive zsh; prints what stands there then.
zmodload zsh/zpty
zpty shell zsh -f -i
ask() { zpty -w shell "$1"; }
ask "PS1=; PS2=; unsetopt zle_bracketed_paste prompt_cr prompt_sp 2>/dev/null; fpath=($PWD \$fpath); autoload -U compinit; compinit -u -D"
ask "zstyle ':completion:*' menu no; setopt no_list_beep; echo rea''dy"
zpty -r shell out '*ready*'
zpty -w -n shell "$1"$'\t'
sleep 1
zpty -w -n shell $'\x01echo [\x05]\n'
zpty -r -m shell out '*[[]*[]]*'
print -r -- "$out"
zpty -d shell
