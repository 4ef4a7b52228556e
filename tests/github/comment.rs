//! Tests the script of `action.yml` that comments, with a stand-in for `gh`.
//!
//! The stand-in stores the comments of a pull request in a folder: one file for each comment, named by its id, and a
//! second file with its author.

use crate::support::tool::write_program;
use std::fs;
use std::path::{Path, PathBuf};

use crate::github::action::{obeyed, script};
use crate::github::{Step, folder};

const GH: &str = r##"#!/usr/bin/env bash
# Stands in for gh: knows the calls of the action, and refuses others.
set -euo pipefail
all=$*
echo "${all%%$'\n'*}" >> "$STATE/calls"
[ -z "${REFUSE:-}" ] || { echo "gh: $REFUSE" >&2; exit 1; }
body() {
    local word
    for word in "$@"; do
        case "$word" in body=@*) cat "${word#body=@}"; return ;; esac
    done
    exit 9
}
case "$*" in
    *"repos/them/project/pulls "*) echo "abc 7"; echo "def 8" ;;
    *viewerDidAuthor*select*)
        mark=$(sed -n 's/.*startswith("\(<!-- benchlens:[0-9-]* -->\)").*/\1/p' <<< "${!#}")
        [ -n "$mark" ] || exit 9
        for file in "$STATE"/comments/*; do
            [ ! -f "$file" ] || [ "$(cat "$STATE/authors/${file##*/}")" != me ] ||
                [ "$(head -c ${#mark} "$file")" != "$mark" ] || echo "${file##*/}"
        done ;;
    *updateIssueComment*)
        for word in "$@"; do case "$word" in id=*) id=${word#id=} ;; esac; done
        [ -f "$STATE/comments/$id" ] || exit 9
        body "$@" > "$STATE/comments/$id"
        echo "https://x/$id" ;;
    *"--method POST repos/them/project/issues/7/comments "*)
        id=c$(ls "$STATE/comments" | wc -l)
        body "$@" > "$STATE/comments/$id"
        echo me > "$STATE/authors/$id"
        echo "https://x/$id" ;;
    *) echo "gh: unknown call: $*" >&2; exit 9 ;;
esac
"##;

fn repository(name: &str) -> PathBuf {
    let folder = folder(name, &[]);
    write_program(&folder.join("gh"), GH);
    for part in ["comments", "authors", "temp/benchlens"] {
        fs::create_dir_all(folder.join(part)).unwrap();
    }
    folder
}

/// Runs the step in a pull request of the repository itself.
fn comment(folder: &Path, asked: &[(&str, &str)]) -> Step {
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let runner = [
        ("PATH", &path[..]),
        ("STATE", folder.to_str().unwrap()),
        ("GITHUB_REPOSITORY", "them/project"),
        ("GITHUB_EVENT_NAME", "pull_request"),
        ("GITHUB_ACTOR", "someone"),
        ("GH_TOKEN", "secret"),
        ("NUMBER", "7"),
        ("HEAD_REPOSITORY", "them/project"),
        ("HEAD_SHA", "0123456789abcdef"),
        ("RUN_URL", "https://run/1"),
    ];
    script(folder, "comment.sh", &[&runner[..], asked].concat())
}

fn comments(folder: &Path) -> Vec<String> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder.join("comments")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

fn report(folder: &Path, text: &str) {
    fs::write(folder.join("temp/benchlens/comment.md"), text).unwrap();
}

#[test]
fn a_comment_is_written_once_and_then_kept_up_to_date() {
    let folder = repository("comment");
    report(&folder, "first\n");
    let first = comment(&folder, &[]);
    assert_eq!((first.status, &first.stdout[..]), (0, "wrote https://x/c0\n"), "{}", first.stderr);
    let written = comments(&folder);
    assert_eq!(written.len(), 1);
    let mark = written[0].lines().next().unwrap().to_owned();
    assert!(mark.starts_with("<!-- benchlens:") && mark.ends_with(" -->"), "{mark}");
    let rest =
        "\n### benchlens\n\nfirst\n\n<sub>commit 0123456789ab · [run](https://run/1)</sub>\n";
    assert_eq!(written[0], mark.clone() + rest);

    // Another user copies the mark: comments of other users are never modified.
    fs::write(folder.join("comments/a-copy"), format!("{mark}\nmine")).unwrap();
    fs::write(folder.join("authors/a-copy"), "another\n").unwrap();
    report(&folder, "second\n");
    let second = comment(&folder, &[]);
    assert_eq!(second.stdout, "updated https://x/c0\n", "{}", second.stderr);
    let other = comment(&folder, &[("TITLE", "on ARM\n")]);
    assert_eq!(other.stdout, "wrote https://x/c2\n", "{}", other.stderr);
    fs::remove_file(folder.join("temp/benchlens/comment.md")).unwrap();
    let third = comment(&folder, &[("TITLE", "on ARM\n")]);
    assert_eq!(third.stdout, "updated https://x/c2\n", "{}", third.stderr);
    let [copy, first, arm] = comments(&folder).try_into().unwrap();
    assert!(copy.ends_with("\nmine") && first.contains("\nsecond\n"), "{copy} {first}");
    assert!(
        arm.contains("### on ARM \n\nThere is no comparison: the log of the run says why.\n"),
        "{arm}"
    );
}

#[test]
fn forks_get_no_comment_and_are_told_why() {
    let folder = repository("comment-forks");
    report(&folder, "x\n");
    for (asked, why) in [
        (("HEAD_REPOSITORY", "stranger/project"), "comes from a fork"),
        // The fork was deleted.
        (("HEAD_REPOSITORY", ""), "comes from a fork"),
        (("GITHUB_ACTOR", "dependabot[bot]"), "runs of Dependabot may not write"),
    ] {
        let step = comment(&folder, &[asked]);
        assert_eq!(step.status, 0, "{}", step.stdout);
        let told = obeyed(&step.stdout);
        assert!(
            told[0].starts_with("::warning title=benchlens::no comment: ") && told[0].contains(why)
        );
    }
    assert!(!folder.join("calls").exists() && comments(&folder).is_empty());
}

#[test]
fn what_may_not_be_written_is_an_error() {
    let folder = repository("comment-refused");
    report(&folder, "x\n");
    let check = |asked: &[(&str, &str)], why: &str| {
        let step = comment(&folder, asked);
        assert_eq!(step.status, 1, "{why} {}", step.stdout);
        assert!(
            step.stdout.contains(&format!("::error title=benchlens::{why}")),
            "{why}: {}{}",
            step.stdout,
            step.stderr
        );
    };
    let denied = "the token may not write comments: give the job permissions: pull-requests: write";
    check(&[("REFUSE", "Resource not accessible by integration (HTTP 403)")], denied);
    check(&[("REFUSE", "Resource not accessible by integration")], denied);
    check(
        &[("REFUSE", "connection reset")],
        "the comment cannot be written: the log of this step says",
    );
    check(&[("GH_TOKEN", "")], "the input token is empty");
    check(
        &[("GITHUB_EVENT_NAME", "push")],
        "a comment needs a pull request, and this run is of the event push",
    );
    check(&[("NUMBER", "7; x")], "the event names no pull request");
    assert!(comments(&folder).is_empty());
}

#[test]
fn a_second_workflow_writes_what_a_fork_reported() {
    let folder = repository("comment-later");
    fs::write(folder.join("report.md"), "$(touch pwned)\n".repeat(9000)).unwrap();
    let run = [
        ("GITHUB_EVENT_NAME", "workflow_run"),
        ("RUN_EVENT", "pull_request"),
        ("HEAD_OWNER", "stranger"),
        ("HEAD_BRANCH", "$(touch pwned)"),
        ("HEAD_SHA", "abc"),
        ("NUMBER", ""),
        ("HEAD_REPOSITORY", ""),
        ("COMMENT_FILE", "report.md"),
    ];
    let step = comment(&folder, &run);
    assert_eq!((step.status, &step.stdout[..]), (0, "wrote https://x/c0\n"), "{}", step.stderr);
    let written = comments(&folder).remove(0);
    assert!(written.contains("\nThe run of this pull request wrote:\n\n$(touch pwned)\n"));
    assert!(written.contains("\n\n…\n\n<sub>commit abc · ") && written.len() < 65_536);
    assert!(!folder.join("pwned").exists());
    let with = |asked: (&'static str, &'static str)| {
        let mut run = run.to_vec();
        run.push(asked);
        comment(&folder, &run)
    };
    let gone = with(("HEAD_SHA", "older"));
    let said = "no comment: no open pull request has the commit older as its head\n";
    assert_eq!((gone.status, &gone.stdout[..]), (0, said));
    assert_eq!(
        with(("RUN_EVENT", "push")).stdout,
        "no comment: the run was not that of a pull request\n"
    );
    std::os::unix::fs::symlink("/etc/hostname", folder.join("link.md")).unwrap();
    let link = with(("COMMENT_FILE", "link.md"));
    assert!(link.status == 1 && link.stderr.contains("link.md is no file"), "{}", link.stderr);
    assert_eq!(comments(&folder).len(), 1);
}
