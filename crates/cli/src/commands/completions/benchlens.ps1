# Completes benchlens in PowerShell. Where no word fits, PowerShell offers files.
Register-ArgumentCompleter -Native -CommandName benchlens -ScriptBlock {
    param($last, $line, $position)
    $words = @($line.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $position -or $_.ToString() -ne $last } |
        ForEach-Object { $_.ToString() })
    # An empty word gets lost on its way, so it goes in quotes.
    $words += if ($last) { $last } else { '""' }
    $lines = @(& benchlens completions powershell -candidates '--' @words 2> $null)
    $lines | Select-Object -Skip 1 | ForEach-Object {
        $word, $help = $_ -split "`t", 2
        if (-not $help) { $help = $word }
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $help)
    }
}
