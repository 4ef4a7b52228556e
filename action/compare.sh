#!/usr/bin/env bash
# The step of action.yml that compares. It always sets the output verdict, even after an error.
# shellcheck disable=SC2317 # functions that a trap or fenced calls
set -uo pipefail
# shellcheck source-path=SCRIPTDIR
source "${0%/*}/common.sh"

mkdir -p "$work"
outputs=$work/outputs
rm -f "$work/comment.md" "$outputs"
: > "$outputs"
# Runs whenever the script ends, so that the workflow always gets a verdict.
finish() {
    local status=$?
    if ! grep -q '^verdict=' "$outputs"; then
        tell error "no comparison (exit status $status): the log of this step says why"
        echo "verdict=error" >> "$outputs"
    fi
    cat "$outputs" >> "${GITHUB_OUTPUT:?}"
}
trap finish EXIT
: "${BENCHLENS:?}"

arguments=(-github)
[ -z "${GATE:-}" ] || arguments+=(-gate "$GATE")
[ -z "${GATE_FILE:-}" ] || arguments+=(-gate-file "$GATE_FILE")
while IFS= read -r file; do
    [ -z "$file" ] || arguments+=(-o "$file")
done <<< "${REPORT:-}"
[ "${COMMENT:-}" != true ] || arguments+=(-o "markdown=$work/comment.md")
while IFS= read -r flag; do
    [ -z "$flag" ] || arguments+=("$flag")
done <<< "${FLAGS:-}"
arguments+=(--)
# add LABEL LOGS: adds one log per line. benchlens expands patterns such as logs/*.txt.
add() {
    local log count=0
    while IFS= read -r log; do
        [ -z "$log" ] || { arguments+=("$1=$log"); count=$((count + 1)); }
    done <<< "$2"
    [ "$count" != 0 ] || { echo "the input $1 is missing: name its logs, or measure with the input run" >&2; exit 2; }
}
add old "${OLD:-}"
add new "${NEW:-}"

compare() {
    # benchlens escapes names only if it does not write to a file, so standard error goes through a pipe.
    { GITHUB_OUTPUT=$outputs "$BENCHLENS" "${arguments[@]}" 2>&1 >&3 | cat > "$work/messages"; } 3>&1
}
# A benchmark can have any name, so the runner must not run its output as commands. benchlens prints its own
# annotations on separate lines, which are passed on at the end.
status=0
fenced compare || status=$?
commands='^::error title=[A-Za-z ]*::'
grep -v "$commands" "$work/messages" > "$work/texts" || true
fenced cat "$work/texts"
grep "$commands" "$work/messages" || true
exit "$status"
