#!/usr/bin/env bash
# The step of action.yml that hashes the source code, which is the cache key of the build. hashFiles cannot do it,
# because the folder of an action is outside of the workspace.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "${0%/*}/common.sh"

cd "${GITHUB_ACTION_PATH:?}"
sum=$(find Cargo.lock Cargo.toml crates -type f | LC_ALL=C sort | while IFS= read -r file; do
    echo "$file $(sum_of < "$file")"
done | sum_of)
echo "sources=$sum" >> "${GITHUB_OUTPUT:?}"
