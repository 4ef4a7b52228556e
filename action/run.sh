#!/usr/bin/env bash
# The step of action.yml that measures both versions.
set -uo pipefail
# shellcheck source-path=SCRIPTDIR
source "${0%/*}/common.sh"

: "${BENCHLENS:?}"
words=()
while IFS= read -r word; do
    [ -z "$word" ] || words+=("$word")
done <<< "${RUN:?the input run is missing}"

# With the gate, failing benchmarks are measured again. Logs that are continued have no second measurement.
gate=()
case "$RUN" in
    *-append*) ;;
    *)
        [ -z "${GATE:-}" ] || gate+=(-gate "$GATE")
        [ -z "${GATE_FILE:-}" ] || gate+=(-gate-file "$GATE_FILE")
        ;;
esac

mkdir -p "$work"
# shellcheck disable=SC2317 # fenced calls it
record() {
    # The measured programs must not write to the files of the runner. The next step compares the logs again and
    # reports the same answer, so the table printed here is not shown.
    env -u GITHUB_OUTPUT -u GITHUB_ENV -u GITHUB_PATH -u GITHUB_STEP_SUMMARY -u GITHUB_STATE \
        "$BENCHLENS" run ${gate[@]+"${gate[@]}"} ${words[@]+"${words[@]}"} > "$work/recorded"
}
status=0
fenced record || status=$?
case "$status" in
    # The next step decides the job.
    0 | 1 | 4 | 5) exit 0 ;;
esac
tell error "nothing was measured (exit status $status); see the log of this step"
exit "$status"
