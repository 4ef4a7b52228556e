#!/usr/bin/env bash
# `cargo xtask action`: lints the action, then runs its steps on this machine as a runner would, with a local
# release. It needs shellcheck and actionlint (set ACTIONLINT to its path if it is not in PATH).
set -euo pipefail
cd "${0%/*}/.."
root=$PWD
actionlint=${ACTIONLINT:-actionlint}
for tool in shellcheck "$actionlint"; do
    command -v "$tool" > /dev/null || {
        echo "$tool is missing: apt-get install shellcheck; go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12" >&2
        exit 2
    }
done
shellcheck --external-sources action/*.sh install/install.sh
"$actionlint" .github/workflows/action.yml
echo "shellcheck and actionlint found no problems"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) export RUNNER_OS=Linux RUNNER_ARCH=X64 target=x86_64-unknown-linux-musl ;;
    Linux-aarch64) export RUNNER_OS=Linux RUNNER_ARCH=ARM64 target=aarch64-unknown-linux-musl ;;
    Darwin-x86_64) export RUNNER_OS=macOS RUNNER_ARCH=X64 target=x86_64-apple-darwin ;;
    Darwin-arm64) export RUNNER_OS=macOS RUNNER_ARCH=ARM64 target=aarch64-apple-darwin ;;
    *) echo "there is no release for this machine" >&2; exit 2 ;;
esac
bash action/stand-in.sh "$target" "$folder/releases"

export GITHUB_ACTIONS=true GITHUB_ACTION_PATH=$root GITHUB_REPOSITORY=OWNER/benchlens
export RUNNER_TEMP=$folder/temp GITHUB_OUTPUT=$folder/outputs GITHUB_PATH=$folder/path
export GITHUB_STEP_SUMMARY=$folder/summary RELEASES=file://$folder/releases
export OLD='examples/ol*.txt' NEW=examples/new.txt GATE='sec/op: +3%' REPORT="junit=$folder/gate.xml" COMMENT=true
step() {
    local status=0
    echo "--- $1"
    bash "action/$1.sh" || status=$?
    echo "--- $1 ends with $status"
    [ "$status" = "$2" ]
}
step check 0
step install 0
step place 0
BENCHLENS=$(sed -n 's/^program=//p' "$GITHUB_OUTPUT")
export BENCHLENS
# One benchmark of these logs regressed by more than 3%.
step compare 1
echo "--- outputs and reports"
cat "$GITHUB_OUTPUT"
head -n 3 "$GITHUB_STEP_SUMMARY" "$folder/gate.xml" "$RUNNER_TEMP/benchlens/comment.md"
