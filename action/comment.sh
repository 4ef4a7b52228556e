#!/usr/bin/env bash
# The step of action.yml that posts the report as a comment on the pull request, or updates the comment of an
# earlier run. It uses `gh` and the input token, and never parses the report.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "${0%/*}/common.sh"

: "${GITHUB_EVENT_NAME:?}" "${GITHUB_REPOSITORY:?}"
[ -n "${GH_TOKEN:-}" ] || fail "the input token is empty"
command -v gh > /dev/null || fail "a comment needs the GitHub CLI gh, which this runner does not have"
# GitHub accepts up to 65,536 characters.
most=60000
docs="docs/ci.md of benchlens shows a second workflow that posts it"
title=${TITLE:-benchlens}
title=${title//[$'\r\n']/ }
# An invisible mark that identifies our comment. It contains a checksum of the title: each title has its own comment.
mark="<!-- benchlens:$(printf '%s' "$title" | cksum | tr -c '0-9\n' -) -->"
mkdir -p "$work"
commit=${HEAD_SHA:-}
body=$work/body.md

denied() {
    cat "$work/refused" >&2
    if grep -q -e 'HTTP 403' -e 'not accessible' "$work/refused"; then
        fail "the token may not write comments: give the job permissions: pull-requests: write"
    fi
    fail "the comment cannot be written: the log of this step says why"
}

# The number comes from GitHub's description of this run, never from files that the pull request wrote.
case "$GITHUB_EVENT_NAME" in
    pull_request)
        number=${NUMBER:-}
        if [ "${HEAD_REPOSITORY:-}" != "$GITHUB_REPOSITORY" ]; then
            tell warning "no comment: this pull request comes from a fork, so its runs may not post comments. The summary has the report; $docs"
            exit 0
        fi
        if [ "${GITHUB_ACTOR:-}" = "dependabot[bot]" ]; then
            tell warning "no comment: runs of Dependabot may not write comments. The summary has the report; $docs"
            exit 0
        fi
        ;;
    pull_request_target) number=${NUMBER:-} ;;
    workflow_run)
        [ "${RUN_EVENT:-}" = pull_request ] ||
            { echo "no comment: the run was not that of a pull request"; exit 0; }
        # If the branch has newer commits, a later run posts their report.
        number=$(gh api --method GET "repos/$GITHUB_REPOSITORY/pulls" -f state=open \
            -f head="${HEAD_OWNER:-}:${HEAD_BRANCH:-}" --jq '.[] | "\(.head.sha) \(.number)"' \
            2> "$work/refused") || denied
        number=$(awk -v commit="$commit" '$1 == commit { print $2; exit }' <<< "$number")
        [ -n "$number" ] ||
            { echo "no comment: no open pull request has the commit $commit as its head"; exit 0; }
        ;;
    *) fail "a comment needs a pull request, and this run is of the event $GITHUB_EVENT_NAME: omit the input comment" ;;
esac
[[ $number =~ ^[0-9]+$ ]] || fail "the event names no pull request"

# beginning FILE: prints the first lines of the file, up to the size limit.
beginning() {
    head -c "$most" "$1" > "$work/beginning"
    if [ "$(wc -c < "$1")" -gt "$most" ]; then
        # Drop the last line, which may be cut. An open <details> does no harm at the end.
        LC_ALL=C sed '$d' "$work/beginning"
        printf '\n\n…\n'
    else
        cat "$work/beginning"
    fi
}

{
    echo "$mark"
    echo "### $title"
    echo
    if [ -n "${COMMENT_FILE:-}" ]; then
        # The artifact may come from a stranger, and a link could lead to any file of this machine.
        if [ ! -f "$COMMENT_FILE" ] || [ -L "$COMMENT_FILE" ]; then
            fail "$COMMENT_FILE is no file" >&2
        fi
        echo "The run of this pull request wrote:"
        echo
        beginning "$COMMENT_FILE"
    elif [ -f "$work/comment.md" ]; then
        beginning "$work/comment.md"
    else
        echo "There is no comparison: the log of the run says why."
    fi
    echo
    echo "<sub>commit ${commit:0:12} · [run](${RUN_URL:-})</sub>"
} > "$body"

# Only comments by the owner of this token, because anybody can copy the mark.
# shellcheck disable=SC2016 # these are GraphQL variables
query='query($owner: String!, $name: String!, $number: Int!, $endCursor: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    comments(first: 100, after: $endCursor) {
      nodes { id viewerDidAuthor body } pageInfo { hasNextPage endCursor } } } } }'
# shellcheck disable=SC2016
change='mutation($id: ID!, $body: String!) {
  updateIssueComment(input: {id: $id, body: $body}) { issueComment { url } } }'
ours=$(gh api graphql --paginate -f query="$query" -f owner="${GITHUB_REPOSITORY%%/*}" \
    -f name="${GITHUB_REPOSITORY#*/}" -F number="$number" --jq \
    ".data.repository.pullRequest.comments.nodes[] | select(.viewerDidAuthor and (.body | startswith(\"$mark\"))) | .id" \
    2> "$work/refused") || denied
ours=$(head -n 1 <<< "$ours")
if [ -n "$ours" ]; then
    url=$(gh api graphql -f query="$change" -f id="$ours" -F body=@"$body" \
        --jq .data.updateIssueComment.issueComment.url 2> "$work/refused") || denied
    echo "updated $url"
else
    url=$(gh api --method POST "repos/$GITHUB_REPOSITORY/issues/$number/comments" -F body=@"$body" \
        --jq .html_url 2> "$work/refused") || denied
    echo "wrote $url"
fi
