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

mkdir -p "$work"
# shellcheck disable=SC2317 # fenced calls it
record() {
    # The measured programs must not write to the files of the runner. The next step compares again, with the
    # gate, so the table printed here is not shown.
    env -u GITHUB_OUTPUT -u GITHUB_ENV -u GITHUB_PATH -u GITHUB_STEP_SUMMARY -u GITHUB_STATE \
        "$BENCHLENS" run ${words[@]+"${words[@]}"} > "$work/recorded"
}
status=0
fenced record || status=$?
[ "$status" = 0 ] ||
    tell error "nothing was measured (exit status $status); see the log of this step"
exit "$status"
