#!/usr/bin/env bash
# The step of action.yml that downloads a release, and uses it only if its checksum is correct.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "${0%/*}/common.sh"

# The repository (OWNER/REPOSITORY) and the tag, branch or commit of this action. The path of its folder is
# reliable; if another action uses this one, the expressions describe the outer action.
repository=${ACTION_REPOSITORY:-}
ref=${ACTION_REF:-}
folder=${GITHUB_ACTION_PATH:?}
folder=${folder//\\//}
if [[ $folder =~ /_actions/([^/]+/[^/]+)/([^/]+) ]]; then
    repository=${BASH_REMATCH[1]}
    ref=${BASH_REMATCH[2]}
fi
# Both are empty if the action belongs to the repository of the workflow.
repository=${repository:-${GITHUB_REPOSITORY:?}}

# The requested version, or the version of the tag, or the version in the source code.
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
    # Only https and local files: a checksum from an unprotected connection proves nothing.
    curl --fail --silent --show-error --location --retry 3 --proto '=https,file' --proto-redir '=https' \
        --output "$file" "$from/$file" ||
        fail "cannot fetch $from/$file: is there a release $version? Set the input version to another release, or set build: true"
done

if [ -n "${CHECKSUM:-}" ]; then
    found=$(sum_of < SHA256SUMS)
    [ "$found" = "$CHECKSUM" ] ||
        fail "SHA256SUMS of release $version has the checksum $found, and the input checksum says $CHECKSUM: it is not used"
fi
# Some tools write * before file names.
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
