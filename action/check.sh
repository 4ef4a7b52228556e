#!/usr/bin/env bash
# The first step of action.yml: reports wrong inputs before anything is downloaded or measured.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "${0%/*}/common.sh"

# is_flag NAME VALUE
is_flag() {
    case "$2" in
        true | false) ;;
        *) fail "the input $1 is \"$2\": write true or false" ;;
    esac
}
is_flag build "${BUILD:-false}"
is_flag comment "${COMMENT:-false}"
compares=${RUN:-}${OLD:-}${NEW:-}${GATE:-}${GATE_FILE:-}${REPORT:-}${FLAGS:-}
if [ -n "${COMMENT_FILE:-}" ]; then
    [ -z "$compares" ] ||
        fail "the input comment-file only posts an existing report: leave out run, old, new, gate, gate-file, report and flags"
elif [ -z "${RUN:-}" ] && { [ -z "${OLD:-}" ] || [ -z "${NEW:-}" ]; }; then
    fail "there is nothing to compare: set the inputs old and new, or run"
fi
if [ "${BUILD:-false}" = true ] && [ -n "${VERSION:-}" ]; then
    fail "build: true builds the sources of this action: leave out version, or build"
fi
