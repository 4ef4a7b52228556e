#!/usr/bin/env bash
# stand-in.sh TARGET FOLDER: builds benchlens and packs it like a release, in a folder that replaces the releases
# on GitHub. Use it to try the action before its version is released.
set -euo pipefail
target=$1
folder=${2//\\//}
cd "${0%/*}/.."
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
name=benchlens-$version-$target
release=$folder/v$version
built=${CARGO_TARGET_DIR:-$PWD/target}/debug/benchlens
case $built in /* | ?:*) ;; *) built=$PWD/$built ;; esac
# A debug build is enough, because nothing is measured with it.
cargo build --locked
mkdir -p "$release/$name"
cd "$release"
if [ -f "$built.exe" ]; then
    cp "$built.exe" "$name/"
    # The tar of Windows can write zip files, but the tar of Git cannot.
    "$SYSTEMROOT/System32/tar.exe" -a -cf "$name.zip" "$name"
else
    cp "$built" "$name/"
    tar -czf "$name.tar.gz" "$name"
fi
rm -r "$name"
if command -v sha256sum > /dev/null; then sha256sum "$name".*; else shasum -a 256 "$name".*; fi > SHA256SUMS
