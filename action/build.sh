#!/usr/bin/env bash
# The step of action.yml that builds benchlens from the source code next to it, if the input build is true.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "${0%/*}/common.sh"

sources=${GITHUB_ACTION_PATH:?}
toolchain=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' "$sources/Cargo.toml" | head -n 1)
command -v rustup > /dev/null || fail "build: true needs rustup, and this runner does not have it"
rustup toolchain install "$toolchain" --profile minimal
cargo "+$toolchain" install --locked --path "$sources/crates/cli" --root "$work"
