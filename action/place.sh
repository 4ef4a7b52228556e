#!/usr/bin/env bash
# The step of action.yml that passes the path of benchlens to later steps of this action and of the job.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "${0%/*}/common.sh"

program=$work/bin/benchlens
[ ! -f "$program.exe" ] || program=$program.exe
[ -f "$program" ] || fail "$program is missing"
echo "program=$program" >> "${GITHUB_OUTPUT:?}"
folder=$work/bin
# Windows needs a path with backslashes, so that the colon of a drive is not mistaken for a separator.
! command -v cygpath > /dev/null || folder=$(cygpath -w "$folder")
echo "$folder" >> "${GITHUB_PATH:?}"
