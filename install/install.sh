#!/bin/sh
# Installs benchlens from a release on GitHub, for Linux and macOS:
#
#   curl --proto '=https' -sSfL https://github.com/OWNER/benchlens/releases/latest/download/install.sh | sh
#   sh install.sh [--version VERSION] [--to FOLDER] [--from ADDRESS]
#
# Options:
#   --version VERSION  the version to install, such as 0.1.0 [default: the latest release]
#   --to FOLDER        the folder for the program [default: ~/.local/bin]
#   --from ADDRESS     the address of a copy of the release's files, such as a mirror
#
# The script uses an archive only if SHA256SUMS of the release contains its checksum. If the program gh is installed
# and logged in, the script also verifies that our workflow has built the archive. It needs no root permissions.
set -eu

repository=OWNER/benchlens

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

has() { command -v "$1" > /dev/null 2>&1; }

# Prints the Rust name of this machine's system.
find_target() {
    machine=$(uname -m)
    case $(uname -s) in
        Linux) system=unknown-linux-musl ;;
        Darwin)
            system=apple-darwin
            # In a shell that runs under Rosetta, uname names an Intel processor.
            if [ "$(sysctl -n hw.optional.arm64 2> /dev/null || true)" = 1 ]; then machine=arm64; fi
            ;;
        MINGW* | MSYS* | CYGWIN*) fail "this is Windows: run install.ps1 of the release in PowerShell" ;;
        *) fail "no release is for $(uname -s): build benchlens with cargo install benchlens" ;;
    esac
    case $machine in
        x86_64 | amd64) echo "x86_64-$system" ;;
        aarch64 | arm64) echo "aarch64-$system" ;;
        *) fail "no release is for $(uname -s) on $machine: build benchlens with cargo install benchlens" ;;
    esac
}

# download ADDRESS FILE
download() {
    if has curl; then
        curl --proto "=$protocol" --proto-redir "=$protocol" --silent --show-error --fail --location --retry 3 \
            --output "$2" "$1"
    elif has wget; then
        wget -q -O "$2" "$1"
    else
        fail "neither curl nor wget is installed: install one of them"
    fi || fail "cannot download $1: check the version and the network"
}

# Prints the SHA-256 of a file, and its name.
sum_of() {
    if has sha256sum; then
        sha256sum "$1"
    elif has shasum; then
        shasum -a 256 "$1"
    else
        fail "neither sha256sum nor shasum is installed: install one of them"
    fi
}

# The whole script is a function, so an incomplete download of the script does nothing.
main() {
    version=
    folder=${HOME:+$HOME/.local/bin}
    from=
    while [ $# -gt 0 ]; do
        case $1 in
            --version | --to | --from) [ $# -gt 1 ] || fail "$1 needs a value" ;;
            *) fail "unknown option $1: there are --version, --to and --from" ;;
        esac
        case $1 in
            --version) version=${2#v} ;;
            --to) folder=$2 ;;
            --from) from=${2%/} ;;
        esac
        shift 2
    done
    [ -n "$folder" ] || fail "HOME is not set: name a folder with --to"
    releases=https://github.com/$repository/releases
    if [ -z "$from" ] && [ -n "$version" ]; then
        from=$releases/download/v$version
    fi
    from=${from:-$releases/latest/download}
    case $from in
        https://*) protocol=https ;;
        http://127.0.0.1:* | http://localhost:*) protocol=http ;;
        *) fail "$from is not an https address" ;;
    esac

    target=$(find_target)
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' INT TERM
    download "$from/SHA256SUMS" "$work/SHA256SUMS"
    archive=$(awk -v "end=-$target.tar.gz" 'substr("/" $2, length($2) - length(end) + 2) == end { print $2; exit }' \
        "$work/SHA256SUMS")
    [ -n "$archive" ] || fail "$from/SHA256SUMS has no archive for $target"
    if [ -n "$version" ] && [ "$archive" != "benchlens-$version-$target.tar.gz" ]; then
        fail "$from has $archive instead of version $version"
    fi
    wanted=$(awk -v "file=$archive" '$2 == file { print $1; exit }' "$work/SHA256SUMS")
    download "$from/$archive" "$work/$archive"
    found=$(sum_of "$work/$archive")
    found=${found%% *}
    [ "$found" = "$wanted" ] ||
        fail "$archive has the checksum $found, but SHA256SUMS has $wanted: nothing was installed"
    if has gh && gh auth status > /dev/null 2>&1; then
        gh attestation verify "$work/$archive" --repo "$repository" > /dev/null ||
            fail "$archive has no valid attestation of $repository: nothing was installed"
    fi

    tar -xzf "$work/$archive" -C "$work"
    program=$work/${archive%.tar.gz}/benchlens
    installed=$("$program" version) || fail "$archive does not run on this machine: nothing was installed"
    mkdir -p "$folder" || fail "cannot create $folder: name another folder with --to"
    # Renaming also replaces a program that is running.
    { cp "$program" "$folder/.benchlens.$$" && mv -f "$folder/.benchlens.$$" "$folder/benchlens"; } ||
        fail "cannot write to $folder: name another folder with --to"
    echo "installed $installed as $folder/benchlens"
    case :$PATH: in
        *:"$folder":*) ;;
        *) echo "$folder is not in PATH: add it to run benchlens without its folder" ;;
    esac
}

main "$@"
