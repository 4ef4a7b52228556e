# Completes benchlens in fish.
function __benchlens_complete
    set -l words (commandline -opc)
    set -l last (commandline -ct)
    set -l lines ($words[1] completions fish -candidates -- $words[2..] "$last" 2>/dev/null)
    or return
    printf '%s\n' $lines[2..]
    if string match -q 'files *' -- $lines[1]
        set -l prefix (string replace 'files ' '' -- $lines[1])
        set -l rest (string sub -s (math (string length -- "$prefix") + 1) -- "$last")
        for path in (__fish_complete_path "$rest")
            printf '%s\n' "$prefix$path"
        end
    end
end
complete -c benchlens -f -a '(__benchlens_complete)'
