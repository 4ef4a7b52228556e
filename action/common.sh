# Functions shared by the scripts of action.yml, for bash 3.2 (the version of macOS) and later.
#
# All inputs of a workflow arrive as environment variables, so none of them is ever executed as a script.
# shellcheck shell=bash

# Git's shell on Windows would otherwise rewrite arguments such as /n:10 as paths.
export MSYS_NO_PATHCONV=1 MSYS2_ARG_CONV_EXCL='*'

# The working folder of this action, with slashes on every system.
work="${RUNNER_TEMP:?this script is a part of an action}"
work="${work//\\//}/benchlens"

# in_command TEXT: escapes a text for a workflow command, in one line.
in_command() {
    local text=$1
    text=${text//\%/%25}
    text=${text//$'\r'/%0D}
    text=${text//$'\n'/%0A}
    printf '%s' "$text"
}

# tell LEVEL MESSAGE: adds an annotation to the run.
tell() {
    printf '::%s title=benchlens::%s\n' "$1" "$(in_command "$2")"
}

# fail MESSAGE: reports an error and ends the step.
fail() {
    tell error "$1"
    exit 1
}

# fenced COMMAND...: runs a command, and makes the runner treat its output as plain text.
fenced() {
    local mark status=0
    # Random, so that the output cannot contain it.
    mark="benchlens-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
    echo "::stop-commands::$mark"
    "$@" 2>&1 || status=$?
    # The output may end without a newline, but a workflow command must begin its line.
    printf '\n::%s::\n' "$mark"
    return "$status"
}

# The SHA-256 of standard input, in hexadecimal.
sum_of() {
    if command -v sha256sum > /dev/null; then
        sha256sum
    else
        shasum -a 256
    fi | cut -d ' ' -f 1
}
