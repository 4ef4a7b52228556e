# Installs benchlens from a release on GitHub, for Windows:
#
#   irm https://github.com/OWNER/benchlens/releases/latest/download/install.ps1 | iex
#   .\install.ps1 [-Version VERSION] [-To FOLDER] [-From ADDRESS]
#
# The script uses an archive only if SHA256SUMS of the release contains its checksum. If the program gh is installed
# and logged in, the script also verifies that our workflow has built the archive. It needs no administrator.
[CmdletBinding()]
param(
    # The version to install, such as 0.1.0 (default: the latest release).
    [string]$Version = '',
    # The folder for the program.
    [string]$To = (Join-Path $HOME '.local\bin'),
    # The address of a copy of the release's files, such as a mirror.
    [string]$From = ''
)

# The whole script is a function, so an incomplete download of the script does nothing.
function Install-Benchlens {
    $ErrorActionPreference = 'Stop'
    # The progress bar of Windows PowerShell 5.1 makes downloads slow.
    $ProgressPreference = 'SilentlyContinue'
    [Net.ServicePointManager]::SecurityProtocol =
        [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

    $repository = 'OWNER/benchlens'
    # Windows on Arm runs programs for x86-64.
    $target = 'x86_64-pc-windows-msvc'
    if (-not [Environment]::Is64BitOperatingSystem) {
        throw 'install.ps1: no release is for 32-bit Windows: build benchlens with cargo install benchlens'
    }
    $Version = $Version -replace '^v', ''
    $releases = "https://github.com/$repository/releases"
    if (-not $From -and $Version) { $From = "$releases/download/v$Version" }
    if (-not $From) { $From = "$releases/latest/download" }
    $From = $From.TrimEnd('/')
    if ($From -notmatch '^(https://|http://(127\.0\.0\.1|localhost):)') {
        throw "install.ps1: $From is not an https address"
    }

    $work = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
    New-Item -ItemType Directory -Path $work | Out-Null
    try {
        $sums = Join-Path $work 'SHA256SUMS'
        Get-ReleaseFile "$From/SHA256SUMS" $sums
        $line = Get-Content $sums | Where-Object { $_ -match "  benchlens-.+-$target\.zip$" } | Select-Object -First 1
        if (-not $line) { throw "install.ps1: $From/SHA256SUMS has no archive for $target" }
        $wanted, $archive = $line -split '  ', 2
        if ($Version -and $archive -ne "benchlens-$Version-$target.zip") {
            throw "install.ps1: $From has $archive instead of version $Version"
        }
        $file = Join-Path $work $archive
        Get-ReleaseFile "$From/$archive" $file
        $found = (Get-FileHash -Algorithm SHA256 -LiteralPath $file).Hash.ToLowerInvariant()
        if ($found -ne $wanted) {
            throw "install.ps1: $archive has the checksum $found, but SHA256SUMS has $wanted`: nothing was installed"
        }
        if (Test-GitHubLogin) {
            gh attestation verify $file --repo $repository | Out-Null
            if ($LASTEXITCODE -ne 0) {
                throw "install.ps1: $archive has no valid attestation of $repository`: nothing was installed"
            }
        }
        Expand-Archive -LiteralPath $file -DestinationPath $work
        $program = Join-Path $work ([IO.Path]::GetFileNameWithoutExtension($archive))
        $program = Join-Path $program 'benchlens.exe'
        $installed = & $program version
        if ($LASTEXITCODE -ne 0) { throw "install.ps1: $archive does not run on this machine: nothing was installed" }
        New-Item -ItemType Directory -Force -Path $To | Out-Null
        $place = Join-Path $To 'benchlens.exe'
        Copy-Item -Force -LiteralPath $program -Destination $place
        Write-Output "installed $installed as $place"
        if (($env:PATH -split ';') -notcontains $To) {
            Write-Output "$To is not in PATH: add it to run benchlens without its folder"
        }
    } finally {
        Remove-Item -Recurse -Force -LiteralPath $work
    }
}

function Get-ReleaseFile([string]$Address, [string]$File) {
    try {
        Invoke-WebRequest -UseBasicParsing -Uri $Address -OutFile $File
    } catch {
        throw "install.ps1: cannot download $Address ($_): check the version and the network"
    }
}

function Test-GitHubLogin {
    if (-not (Get-Command gh -ErrorAction SilentlyContinue)) { return $false }
    # With 'Stop', Windows PowerShell 5.1 treats redirected error output as an exception.
    $ErrorActionPreference = 'Continue'
    gh auth status *> $null
    return $LASTEXITCODE -eq 0
}

Install-Benchlens
