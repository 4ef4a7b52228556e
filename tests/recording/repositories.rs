//! Measures commits of repositories with unusual settings: the commits must be right, and nothing may change.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::recording::folder::{Ended, Folder, PROGRAM, finish, results};
use crate::support::tool::without_hook;

/// A repository with four commits in the range `c0..c3`, the third of which makes the benchmark slower.
#[derive(Clone, Copy)]
struct Unusual {
    name: &'static str,
    /// A shell script that changes the repository, in its folder.
    setup: &'static str,
    /// A shell script that precedes benchlens, to change its folder and its variables.
    before: &'static str,
    range: &'static [u8],
    /// A version besides the commits, because some files differ from the last commit.
    more: &'static [&'static str],
}

const fn unusual(name: &'static str, setup: &'static str) -> Unusual {
    Unusual { name, setup, before: "", range: b"c0..c3", more: &[] }
}

const fn inside(name: &'static str, setup: &'static str, before: &'static str) -> Unusual {
    Unusual { before, ..unusual(name, setup) }
}

/// Defines `commits FOLDER`, which makes the commits, with their files in this folder of the repository.
const COMMITS: &str = r#"commits() {
    echo notes > notes && git add . && git commit -q -m "Begin"
    for time in 0:100 1:100 2:200 3:200; do
        mkdir -p "$1"
        printf '#!/bin/sh\necho "BenchmarkX 1 $(cat speed) ns/op"\n' > "$1/bench"
        chmod +x "$1/bench"
        echo "${time#*:}" > "$1/speed"
        echo "$time" > number
        git add . && git commit -q -m "Make change ${time%:*} é" && git tag -f "c${time%:*}"
    done
}
again() { git tag -f c3 HEAD; git tag -f c2 HEAD~1; git tag -f c1 HEAD~2; git tag -f c0 HEAD~3; }
hook() { mkdir -p "$1"; printf '#!/bin/sh\necho %s >> "$HOOKS/ran"\nexit 1\n' "$2" > "$1/$2"; chmod +x "$1/$2"; }
hooks() {
    for name in post-checkout pre-commit reference-transaction post-index-change pre-auto-gc fsmonitor; do
        hook "$1" "$name"
    done
}
"#;

const UNUSUAL: [Unusual; 33] = [
    unusual("plain", ""),
    unusual("hooks", "hooks .git/hooks"),
    unusual("hooks-path", "hooks ../hooks; git config core.hooksPath \"$PWD/../hooks\""),
    unusual(
        "monitor",
        "hook ../hooks fsmonitor; git config core.fsmonitor \"$PWD/../hooks/fsmonitor\"
        git config core.untrackedCache true; git config core.splitIndex true; git update-index --split-index",
    ),
    unusual(
        "signed",
        "git config log.showSignature true
        if command -v ssh-keygen; then
            ssh-keygen -q -t ed25519 -N '' -f ../key
            git config gpg.format ssh && git config user.signingKey \"$PWD/../key\"
            git rebase -q --root --force-rebase -S && again
            git cat-file commit c2 | grep gpgsig
        fi",
    ),
    unusual("signing", "git config commit.gpgSign true; git config gpg.program false"),
    unusual(
        "worktrees",
        "git worktree add -q ../other c1; git worktree add -q --lock --detach ../locked c2; rm -r ../other",
    ),
    inside("in-worktree", "git worktree add -q ../other c3", "cd ../other"),
    inside("bare", "git clone -q --bare . ../bare", "cd ../bare"),
    inside(
        "worktree-of-bare",
        "git clone -q --bare . ../bare; git -C ../bare worktree add -q ../other c3",
        "cd ../other",
    ),
    inside("bare-setting", "git worktree add -q ../other c3; git config core.bare true", "cd ../other"),
    inside(
        "submodules",
        "git config protocol.file.allow always; git config submodule.recurse true
        git clone -q . ../sub && git -c protocol.file.allow=always submodule -q add ../sub s
        git commit -q -m 'Add a submodule'; echo x > s/untracked",
        "",
    ),
    inside(
        "in-submodule",
        "git init -q ../whole && cd ../whole
        git -c protocol.file.allow=always submodule -q add ../repo s && git commit -q -m s",
        "cd ../whole/s",
    ),
    unusual("sparse", "git sparse-checkout init --cone; git sparse-checkout set none"),
    unusual("sparse-index", "git sparse-checkout init --cone --sparse-index; git config index.version 4"),
    unusual(
        "line-ends",
        "git config core.autocrlf true; git config core.safecrlf true
        printf 'bench -text\\nspeed -text\\n' > .git/info/attributes; rm notes number; git checkout -q .",
    ),
    // Only root can give files away; for others, this is only a setting.
    unusual(
        "owner",
        "git config --global safe.directory '*'; chown -R 12345 . || test $(id -u) != 0",
    ),
    unusual(
        "aliases",
        "for name in worktree status log rev-parse rev-list merge-base; do
            git config alias.$name '!false'
        done",
    ),
    unusual(
        "printing",
        "git config color.ui always; git config color.status always; git config core.quotePath false
        git config core.pager false; git config log.decorate full; git config log.date raw
        git config format.pretty fuller; git config log.follow true; git config log.mailmap true
        git config diff.noprefix true; git config diff.external false; git config status.branch true
        git config status.short true; git config status.showStash true; git config core.abbrev 4
        git config column.ui always; git config diff.ignoreSubmodules none",
    ),
    unusual("output-encoding", "git config i18n.logOutputEncoding ISO-8859-1"),
    unusual(
        "commit-encoding",
        "git config i18n.commitEncoding ISO-8859-1; git config i18n.logOutputEncoding ISO-8859-1
        git config rebase.instructionFormat %h; git rebase -q --root --force-rebase && again
        git cat-file commit c2 | grep '^encoding'",
    ),
    unusual(
        "maintenance",
        "git config gc.auto 1; git config maintenance.auto true; git config core.logAllRefUpdates always
        git config worktree.guessRemote true; git config worktree.useRelativePaths true
        git config checkout.workers 2; git config submodule.recurse true; git config core.fileMode false",
    ),
    unusual(
        "worktree-settings",
        "git config extensions.worktreeConfig true; git config --worktree core.logAllRefUpdates true
        git config --worktree user.name other",
    ),
    inside(
        "elsewhere",
        "mkdir ../files; mv bench speed number notes ../files; git config core.worktree ../../files",
        "",
    ),
    unusual("detached", "git checkout -q --detach c1; git branch -q -D main"),
    unusual("unborn", "git checkout -q --orphan empty; git rm -q -r --cached ."),
    Unusual {
        more: &["now="],
        ..unusual(
            "merging",
            "git checkout -q -b other c1; echo 7 > number; git commit -q -a -m other
            git merge -q c3; echo staged > notes; git add notes; echo more > notes; git status | grep both",
        )
    },
    inside(
        "shallow",
        "git clone -q --depth 4 \"file://$PWD\" ../shallow; cd ../shallow; again; test -e .git/shallow",
        "cd ../shallow",
    ),
    inside("link", "ln -s repo ../link", "cd ../link"),
    unusual(
        "sha256",
        "rm -rf .git; git init -q --object-format=sha256 -b main . && commits .",
    ),
    Unusual {
        range: b"refs/heads/-x..b\xff\"'$(x)",
        ..unusual(
            "branches",
            "git update-ref refs/heads/-x c0; git update-ref \"$(printf 'refs/heads/b\\377')\\\"'\\$(x)\" c3
            git tag HEAD c0; git tag main c0; git branch c0 c3",
        )
    },
    inside(
        "names",
        "name=$(printf ' -a\\tb\\n\"\\377'); commits \"$name\"; echo x > \"$name/$name\"; echo x > -n
        git config core.quotePath true",
        "cd \"$(printf ' -a\\tb\\n\"\\377')\"",
    ),
    inside(
        "variables",
        "",
        "for name in DIR WORK_TREE COMMON_DIR OBJECT_DIRECTORY GRAFT_FILE SHALLOW_FILE NAMESPACE; do
            export GIT_$name=/nowhere
        done
        export GIT_INDEX_FILE=$PWD/.git/index GIT_PREFIX=a/ GIT_CONFIG_PARAMETERS=\"'core.bare'='true'\"
        export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.worktree GIT_CONFIG_VALUE_0=/nowhere
        export GIT_LITERAL_PATHSPECS=1 GIT_ATTR_SOURCE=none GIT_EXEC_PATH=/nowhere GIT_EDITOR=false",
    ),
];

/// Returns a shell command in the repository. Git's only settings of the user are in the file `global`.
fn shell(folder: &Folder, script: &str) -> Command {
    let mut command = without_hook(Command::new("sh"));
    command.current_dir(folder.path("repo")).args(["-c", script, "sh"]);
    command.env("GIT_CONFIG_GLOBAL", folder.path("global")).env("GIT_CONFIG_NOSYSTEM", "1");
    command.env("HOOKS", &folder.0).env("TMPDIR", folder.path("tmp")).env_remove("GITHUB_ACTIONS");
    command
}

fn made(unusual: &Unusual) -> Folder {
    let folder = Folder::new(&format!("repository-{}", unusual.name));
    fs::create_dir(folder.path("tmp")).unwrap();
    fs::create_dir(folder.path("repo")).unwrap();
    fs::write(folder.path("global"), "[user]\nname = Ä. Author\nemail = a@b\n").unwrap();
    let script =
        format!("{COMMITS}\ngit init -q -b main . && commits . && {{ :\n{}\n}}", unusual.setup);
    let ended = finish(&shell(&folder, &script).output().unwrap());
    assert_eq!(ended.status, 0, "{}: {ended:?}", unusual.name);
    folder
}

/// Runs benchlens after the script of the case.
fn benchlens(folder: &Folder, unusual: &Unusual, words: &[&OsStr]) -> Ended {
    let mut command = shell(folder, &format!("{}\nexec \"$@\"", unusual.before));
    finish(&command.arg(PROGRAM).args(words).output().unwrap())
}

/// Returns all files of the test with their contents, the git folders included, and what git says about them.
fn state(folder: &Folder, unusual: &Unusual) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.0.clone()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            let about = fs::symlink_metadata(&path).unwrap();
            let name = path.as_os_str().as_bytes().to_vec();
            let is_result = path.parent() == Some(&folder.0)
                && ["searched", "measured"].iter().any(|result| path.ends_with(Path::new(result)));
            if is_result {
                continue;
            }
            if about.is_dir() {
                files.insert(name, Vec::new());
                folders.push(path);
            } else if about.is_file() {
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    let place = unusual.before.lines().find(|line| line.starts_with("cd ")).unwrap_or("");
    let asks = "git --no-optional-locks -c core.fsmonitor=false status --porcelain=v2 --untracked-files=all
        git worktree list --porcelain; git for-each-ref; git rev-parse HEAD";
    let script = format!("{place}\n{asks}");
    let said = shell(folder, &script).output().unwrap();
    files.insert(b"git".to_vec(), [said.stdout, said.stderr].concat());
    files
}

fn check(unusual: &Unusual) {
    let (name, folder) = (unusual.name, made(unusual));
    let before = state(&folder, unusual);
    let range = OsStr::from_bytes(unusual.range);
    let [searched, measured] = ["searched", "measured"].map(|name| folder.path(name));
    let bisect = ["bisect", "-quiet", "-n", "30", "-seed", "5", "-format", "json", "-logs"];
    let words: Vec<&OsStr> = bisect.iter().map(OsStr::new).collect();
    let command = ["--", "./bench"].map(OsStr::new);
    let words = [&words[..], &[searched.as_os_str(), range], &command].concat();
    let ended = benchlens(&folder, unusual, &words);
    let answer: Value = serde_json::from_str(&ended.out).unwrap_or_default();
    let found = &answer["answer"][0];
    assert_eq!(
        [&answer["status"], &found["subject"], &found["author"]],
        ["commit", "Make change 2 é", "Ä. Author"],
        "{name}: {ended:?}"
    );
    let run = ["run", "-quiet", "-n", "2", "-logs"].map(OsStr::new);
    let more: Vec<&OsStr> = unusual.more.iter().map(OsStr::new).collect();
    let of = [measured.as_os_str(), OsStr::new("-git"), range];
    let ended = benchlens(&folder, unusual, &[&run[..], &of, &more, &command].concat());
    assert_eq!(ended.status, 0, "{name}: {ended:?}");
    let commits = answer["commits"].as_array().unwrap();
    assert_eq!(commits.len(), 4, "{name}: {answer}");
    for (commit, time) in commits.iter().zip([100, 100, 200, 200]) {
        let commit = &commit["commit"].as_str().unwrap()[..10];
        let log = results(&folder.read(&format!("measured/bench-{commit}.txt")));
        let line = format!("BenchmarkX 1 {time} ns/op");
        assert_eq!(log, [(1, line.clone()), (2, line)], "{name}: {commit}");
    }
    let after = state(&folder, unusual);
    let differs = |path: &&Vec<u8>| before.get(*path) != after.get(*path);
    let mut changed: Vec<String> = before
        .keys()
        .chain(after.keys())
        .filter(differs)
        .map(|path| String::from_utf8_lossy(path).into_owned())
        .collect();
    changed.dedup();
    assert!(changed.is_empty(), "{name}: {changed:?}");
    fs::remove_dir_all(&folder.0).unwrap();
}

/// CASES chooses those whose name contains it.
#[test]
#[ignore = "needs git: cargo xtask ci"]
fn unusual_repositories_are_read_rightly_and_stay_as_they_were() {
    let chosen = std::env::var("CASES").unwrap_or_default();
    let chosen = UNUSUAL.iter().filter(|unusual| unusual.name.contains(&chosen));
    // Mostly, a case waits for other processes.
    let cases: Vec<&Unusual> = chosen.collect();
    std::thread::scope(|scope| {
        for part in cases.chunks(cases.len().div_ceil(2).max(1)) {
            scope.spawn(|| part.iter().for_each(|unusual| check(unusual)));
        }
    });
}
