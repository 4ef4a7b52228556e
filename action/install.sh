#!/usr/bin/env bash
# The step of action.yml that fetches the released program, and uses it only if its checksum is right.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "${0%/*}/common.sh"

# Where this action comes from: OWNER/REPOSITORY and a tag, branch or commit. Its folder says so; the
# expressions are those of the outer action where one action uses another.
repository=${ACTION_REPOSITORY:-}
ref=${ACTION_REF:-}
folder=${GITHUB_ACTION_PATH:?}
folder=${folder//\\//}
if [[ $folder =~ /_actions/([^/]+/[^/]+)/([^/]+) ]]; then
    repository=${BASH_REMATCH[1]}
    ref=${BASH_REMATCH[2]}
fi
# An action of the workflow's own repository has neither.
repository=${repository:-${GITHUB_REPOSITORY:?}}

# The version that is asked for, or that of the tag, or that of the sources which a commit or a branch holds.
version=${VERSION:-}
if [ -z "$version" ] && [[ $ref =~ ^v[0-9]+\.[0-9]+\.[0-9]+([-+].*)?$ ]]; then
    version=$ref
fi
if [ -z "$version" ]; then
    version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$folder/Cargo.toml" | head -n 1)
fi
version=${version#v}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+([-+][0-9A-Za-z.+-]+)?$ ]] ||
    fail "the input version is \"$version\": write a version such as 0.1.0"

ending=tar.gz
program=benchlens
case "${RUNNER_OS:?}-${RUNNER_ARCH:?}" in
    Linux-X64) target=x86_64-unknown-linux-musl ;;
    Linux-ARM64) target=aarch64-unknown-linux-musl ;;
    macOS-X64) target=x86_64-apple-darwin ;;
    macOS-ARM64) target=aarch64-apple-darwin ;;
    # Windows on ARM runs programs for x86_64.
    Windows-X64 | Windows-ARM64)
        target=x86_64-pc-windows-msvc
        ending=zip
        program=benchlens.exe
        ;;
    *) fail "no released program is for $RUNNER_OS on $RUNNER_ARCH: set the input build to true" ;;
esac
name=benchlens-$version-$target
archive=$name.$ending

releases=${RELEASES:-}
releases=${releases:-${GITHUB_SERVER_URL:-https://github.com}/$repository/releases/download}
from=${releases//\\//}/v$version
rm -rf "${work:?}/download" "${work:?}/bin"
mkdir -p "$work/download" "$work/bin"
cd "$work/download"

for file in SHA256SUMS "$archive"; do
    # A checksum from an address that anybody can answer for would be none.
    curl --fail --silent --show-error --location --retry 3 --proto '=https,file' --proto-redir '=https' \
        --output "$file" "$from/$file" ||
        fail "cannot fetch $from/$file: is there a release $version? The input version names another; build: true builds these sources"
done

if [ -n "${CHECKSUM:-}" ]; then
    found=$(sum_of < SHA256SUMS)
    [ "$found" = "$CHECKSUM" ] ||
        fail "SHA256SUMS of release $version has the checksum $found, and the input checksum says $CHECKSUM: it is not used"
fi
# Some programs write * before names.
wanted=$(awk -v file="$archive" '$2 == file || $2 == "*" file { print $1 }' SHA256SUMS)
[[ $wanted =~ ^[0-9a-f]{64}$ ]] || fail "SHA256SUMS of release $version does not have one checksum of $archive"
found=$(sum_of < "$archive")
[ "$found" = "$wanted" ] ||
    fail "$archive has the checksum $found, and SHA256SUMS says $wanted: it is not used"

if [ "$ending" = zip ]; then
    unzip -q "$archive" "$name/$program"
else
    tar -xzf "$archive" "$name/$program"
fi
mv "$name/$program" "$work/bin/$program"
"$work/bin/$program" version || fail "$archive does not run on this machine: set the input build to true"
echo "$archive is what SHA256SUMS says: $found"
