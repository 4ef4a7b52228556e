#!/usr/bin/env bash
# Tries an archive as somebody who has just downloaded it, on any system with bash:
#
#   xtask/try-archive.sh ARCHIVE
#
# Unpacks it into a new folder, takes the program from there alone, and runs the commands of the README in it. What
# they print must be what the README shows. Also: the manual pages, the completions, the licences.
set -euo pipefail

archive=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

die() { echo "try-archive: $*" >&2; exit 1; }

case $archive in
  *.tar.gz) folder=$(basename "$archive" .tar.gz); tar -xzf "$archive" ;;
  *.zip) folder=$(basename "$archive" .zip); unzip -q "$archive" ;;
  *) die "$archive: not an archive of a release" ;;
esac
[ "$(ls)" = "$folder" ] || die "the archive has more than its folder: $(ls)"
cd "$folder"
program=./benchlens
[ ! -e benchlens.exe ] || program=./benchlens.exe
export PATH="$PWD:/usr/bin:/bin"
# Git Bash on Windows would make paths of words such as /codec.
export MSYS_NO_PATHCONV=1
# For GitHub's runner, some lines are shown in another way.
unset GITHUB_ACTIONS
[ "$(cd "$(dirname "$(command -v benchlens)")" && pwd)" = "$PWD" ] || die "another benchlens is in the way"

version=${folder#benchlens-}
[ "$($program version)" = "benchlens ${version%%-*}" ] || die "$program is $($program version), in $folder"

# Each command of a console block, in a file, with what must come.
awk '
  /^```console$/ { inside = 1; next }
  /^```$/ { inside = 0; next }
  inside && /^\$ / { number++; print substr($0, 3) > ("cmd." number); printf "" > ("want." number); next }
  inside && number { print > ("want." number) }
' README.md
count=0
status=0
number=1
while [ -e "cmd.$number" ]; do
  command=cmd.$number
  if [ "$(cat "$command")" = 'echo $?' ]; then
    echo "$status" > got
  else
    status=0
    bash -c "$(cat "$command")" > got 2>&1 < /dev/null || status=$?
  fi
  diff "want.$number" got > difference || { cat difference; die "not what the README shows: $(cat "$command")"; }
  count=$((count + 1))
  number=$((number + 1))
done
[ $count -gt 2 ] || die "the README shows only $count commands"

pages=0
for page in man/*.1; do
  head -3 "$page" | grep -q '^\.TH benchlens' || die "$page is no manual page"
  pages=$((pages + 1))
done
for page in benchlens benchlens-run; do
  [ -s "man/$page.1" ] || die "no manual page $page"
done
grep -q 'fB\\-\\-gate\\-file' man/benchlens.1 || die "the page of the comparison has no flags of gates"
bash -n complete/benchlens.bash || die "no script for bash"
for file in complete/_benchlens complete/benchlens.fish complete/benchlens.elv complete/_benchlens.ps1 \
  LICENSE-MIT LICENSE-APACHE CHANGELOG.md; do
  [ -s "$file" ] || die "no $file"
done
# A library in C, and fonts: neither is a crate's own.
for work in '^| zstd-sys ' 'Zstandard' 'Bitstream Vera'; do
  grep -q "$work" THIRD-PARTY.md || die "THIRD-PARTY.md has nothing of $work"
done
echo "try-archive: $(basename "$archive"): $count commands of the README, $pages manual pages"
