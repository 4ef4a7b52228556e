# What the scripts of action.yml share; they read it with `source`. Any bash from 3.2 on, that of macOS, runs them.
#
# Everything that a workflow asks for comes in the environment, so that nothing of it is ever read as a script.
# shellcheck shell=bash

# Programs for Windows get their words as they are: Git's shell would take /n:10 for a path.
export MSYS_NO_PATHCONV=1 MSYS2_ARG_CONV_EXCL='*'

# The folder for what this action keeps, with slashes on every system.
work="${RUNNER_TEMP:?this script is a part of an action}"
work="${work//\\//}/benchlens"

# A text as the message of a command for the runner: one line.
in_command() {
    local text=$1
    text=${text//\%/%25}
    text=${text//$'\r'/%0D}
    text=${text//$'\n'/%0A}
    printf '%s' "$text"
}

# tell LEVEL MESSAGE: shows a message beside the run.
tell() {
    printf '::%s title=benchlens::%s\n' "$1" "$(in_command "$2")"
}

# fail MESSAGE: tells why this step ends here.
fail() {
    tell error "$1"
    exit 1
}

# fenced COMMAND...: runs a command. Whatever it prints, the runner takes it for text.
fenced() {
    local mark status=0
    # Nobody who prints can know it.
    mark="benchlens-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
    echo "::stop-commands::$mark"
    "$@" 2>&1 || status=$?
    # What was printed may end within a line, and a command begins one.
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
