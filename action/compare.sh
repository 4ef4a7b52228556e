#!/usr/bin/env bash
# The step of action.yml that compares. Its outputs have a verdict, whatever happens.
# shellcheck disable=SC2317 # functions that a trap or fenced calls
set -uo pipefail
# shellcheck source-path=SCRIPTDIR
source "${0%/*}/common.sh"

mkdir -p "$work"
outputs=$work/outputs
rm -f "$work/comment.md" "$outputs"
: > "$outputs"
# Whatever ends this script, the workflow gets a verdict.
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
# add LABEL LOGS: one a line. The program itself expands patterns such as logs/*.txt.
add() {
    local log count=0
    while IFS= read -r log; do
        [ -z "$log" ] || { arguments+=("$1=$log"); count=$((count + 1)); }
    done <<< "$2"
    [ "$count" != 0 ] || { echo "the input $1 is missing: name logs, or record with run" >&2; exit 2; }
}
add old "${OLD:-}"
add new "${NEW:-}"

compare() {
    # Through a pipe: what goes to a file keeps names as they are.
    { GITHUB_OUTPUT=$outputs "$BENCHLENS" "${arguments[@]}" 2>&1 >&3 | cat > "$work/messages"; } 3>&1
}
# A benchmark may have any name: the runner must not take one for a command. The program's own commands
# are lines of their own in what it says.
status=0
fenced compare || status=$?
commands='^::error title=[A-Za-z ]*::'
grep -v "$commands" "$work/messages" > "$work/texts" || true
fenced cat "$work/texts"
grep "$commands" "$work/messages" || true
exit "$status"
