# Completes benchlens in Elvish.
use str
set edit:completion:arg-completer[benchlens] = {|@words|
    var lines = [(e:benchlens completions elvish -candidates -- (all $words[1..]) 2> /dev/null)]
    for line $lines[1..] {
        var word help = (str:split "\t" $line)
        var space = (if (str:has-suffix $word '=') { put '' } else { put ' ' })
        edit:complex-candidate $word &display=$word' '$help &code-suffix=$space
    }
    if (str:has-prefix $lines[0] 'files ') {
        edit:complete-filename $@words
    }
}
