#!/usr/bin/env bash
# The step of action.yml that compares. What is asked for is in the environment, so that nothing of it
# is ever read as a script.
set -uo pipefail

arguments=(-github)
[ -z "${GATE:-}" ] || arguments+=(-gate "$GATE")
[ -z "${GATE_FILE:-}" ] || arguments+=(-gate-file "$GATE_FILE")
[ -z "${REPORT:-}" ] || arguments+=(-o "markdown=$REPORT")
while IFS= read -r flag; do
    [ -z "$flag" ] || arguments+=("$flag")
done <<< "${FLAGS:-}"
arguments+=(--)
while IFS= read -r log; do
    [ -z "$log" ] || arguments+=("old=$log")
done <<< "${OLD:?the input old is missing}"
while IFS= read -r log; do
    [ -z "$log" ] || arguments+=("new=$log")
done <<< "${NEW:?the input new is missing}"

table=$(mktemp)
status=0
benchlens "${arguments[@]}" > "$table" || status=$?
# A benchmark may have any name: the runner must not take one for a command.
mark="benchlens-$RANDOM$RANDOM$RANDOM$RANDOM"
echo "::stop-commands::$mark"
cat "$table"
echo "::$mark::"
rm -f "$table"
exit "$status"
