#!/usr/bin/env bash
# The step of action.yml that says where the program is: to the steps that follow, of this action and of the job.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "${0%/*}/common.sh"

program=$work/bin/benchlens
[ ! -f "$program.exe" ] || program=$program.exe
[ -f "$program" ] || fail "$program is missing"
echo "program=$program" >> "${GITHUB_OUTPUT:?}"
folder=$work/bin
# A search path of Windows has backslashes, and no colon of a drive may look like its separator.
! command -v cygpath > /dev/null || folder=$(cygpath -w "$folder")
echo "$folder" >> "${GITHUB_PATH:?}"
