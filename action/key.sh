#!/usr/bin/env bash
# The step of action.yml that names the sources, for what was built from them earlier. The folder of an
# action is outside of what hashFiles sees.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "${0%/*}/common.sh"

cd "${GITHUB_ACTION_PATH:?}"
sum=$(find Cargo.lock Cargo.toml crates -type f | LC_ALL=C sort | while IFS= read -r file; do
    echo "$file $(sum_of < "$file")"
done | sum_of)
echo "sources=$sum" >> "${GITHUB_OUTPUT:?}"
