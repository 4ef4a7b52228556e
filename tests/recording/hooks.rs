//! Measures revisions in hooks, where git's variables name the repository and the index of the command that runs.

use std::fs;
use std::process::Command;

use crate::recording::folder::{Ended, Folder, PROGRAM, finish};
use crate::support::tool::{without_hook, write_program};

/// A build of a revision that benchlens starts in its folder.
const BUILD: &str =
    "printf '#!/bin/sh\\necho BenchmarkA 1 %s ns/op\\n' \"$(wc -c < file)\" > $BENCH_OUT
chmod +x $BENCH_OUT; env >> \"$OUT/variables\"; git rev-parse HEAD >> \"$OUT/commits\"";

fn shell(folder: &Folder, script: &str) -> Ended {
    let mut command = without_hook(Command::new("sh"));
    command.current_dir(&folder.0).args(["-c", script]);
    command.env("GIT_CONFIG_GLOBAL", folder.path("global")).env("GIT_CONFIG_NOSYSTEM", "1");
    command.env("OUT", &folder.0).env("TMPDIR", folder.path("tmp")).env_remove("GITHUB_ACTIONS");
    command.env("BENCHLENS", PROGRAM).env("BUILD", BUILD);
    let ended = finish(&command.output().unwrap());
    assert_eq!(ended.status, 0, "{script}: {ended:?}");
    ended
}

/// Makes a repository with six commits, whose files differ in their sizes.
fn repository(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir(folder.path("tmp")).unwrap();
    fs::write(folder.path("global"), "[user]\nname = a\nemail = a@b\n").unwrap();
    shell(
        &folder,
        "git init -q -b main repo && cd repo && for i in 1 22 333 4444 55555 666666; do
            echo $i > file && cp file other && git add . && git commit -q -m $i
        done",
    );
    folder
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn a_commit_contains_what_was_committed_although_its_hook_measures() {
    let folder = repository("hook");
    let hook = "#!/bin/sh
        \"$BENCHLENS\" run -q -n 1 -force -logs \"$OUT\" -git HEAD~4 now= -build \"$BUILD\" > /dev/null || exit
        \"$BENCHLENS\" bisect -q -n 1 -logs \"$OUT/bisect\" -build \"$BUILD\" HEAD~2..HEAD -- > /dev/null
        case $? in 2 | 3) exit 1 ;; esac";
    write_program(&folder.path("repo/.git/hooks/pre-commit"), hook);
    shell(&folder, "cd repo && git worktree add -q ../worktree -b side");
    for place in ["repo", "worktree"] {
        for (words, other) in [("-a", "mine"), ("", "666666"), ("--only file", "666666")] {
            let ended = shell(
                &folder,
                &format!(
                    "cd {place} && echo 666666 > other && git commit -q -a --no-verify --allow-empty -m x
                    echo mine {words} > file && echo mine > other && git add file && git commit -q -m mine {words} || exit
                    git show HEAD:file HEAD:other && git diff --quiet HEAD file && git worktree list"
                ),
            );
            let lines: Vec<&str> = ended.out.lines().collect();
            let mine = format!("mine {words}");
            assert_eq!(lines[..2], [mine.trim(), other], "{place} {words}: {ended:?}");
            assert_eq!(lines.len(), 4, "{place} {words}: {ended:?}");
            assert!(folder.read("bench-HEAD-4.txt").contains("ns/op"), "{ended:?}");
        }
    }
    for line in folder.read("variables").lines() {
        let name = line.split('=').next().unwrap_or_default();
        let is_own = ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"].contains(&name);
        assert!(!name.starts_with("GIT_") || is_own, "{line}");
    }
}

#[test]
#[ignore = "needs git: cargo xtask ci"]
fn no_state_of_another_git_reaches_git_and_the_commands_of_revisions() {
    let folder = repository("hook-variables");
    let git = shell(&folder, "command -v git").out;
    let script = format!(
        "#!/bin/sh\necho call=$* >> \"$OUT/variables\"; env >> \"$OUT/variables\"; exec {} \"$@\"",
        git.trim()
    );
    fs::create_dir(folder.path("bin")).unwrap();
    write_program(&folder.path("bin/git"), &script);
    let known = shell(&folder, "cd repo && git rev-parse --local-env-vars").out;
    // Git sets these for hooks, or reads them.
    let others = "AUTHOR_DATE AUTHOR_EMAIL AUTHOR_NAME CHERRY_PICK_HELP EDITOR EXEC_PATH PREFIX QUARANTINE_PATH \
                  REFLOG_ACTION SEQUENCE_EDITOR NAMESPACE LITERAL_PATHSPECS ATTR_SOURCE PUSH_OPTION_COUNT PAGER";
    let others = others.split(' ').map(|name| format!("GIT_{name}"));
    let names: Vec<String> = known.lines().map(str::to_owned).chain(others).collect();
    let export: String = names.iter().map(|name| format!("export {name}=/nowhere\n")).collect();
    let export = format!(
        "{export}export GIT_CONFIG_PARAMETERS=\"'core.bare'='true'\"\nPATH=\"$OUT/bin:$PATH\""
    );
    let each = "-each='env >> \"$OUT/variables\"; echo A' -setup 'env >> \"$OUT/variables\"' \
                -- sh -c 'env >> \"$OUT/variables\"; echo Benchmark{} 1 1 ns/op'";
    for words in [
        "run -logs ../one -n 1 -git HEAD~1 now= -build \"$BUILD\"",
        &format!("run -logs ../each -n 1 -git HEAD~2..HEAD~1 now= {each}"),
        "bisect -logs ../bisect -n 1 -build \"$BUILD\" HEAD~2..HEAD --",
    ] {
        let script = format!(
            "{export}\ncd repo && \"$BENCHLENS\" {words}; case $? in 2 | 3) exit 1 ;; esac"
        );
        let ended = shell(&folder, &script);
        let seen = folder.read("variables");
        assert!(seen.contains("call=") && seen.contains("worktree remove"), "{words}: {ended:?}");
        let leaked: Vec<&String> =
            names.iter().filter(|name| seen.contains(&format!("\n{name}="))).collect();
        assert!(leaked.is_empty(), "{words}: {leaked:?}");
        fs::remove_file(folder.path("variables")).unwrap();
    }
    // Without revisions, commands see the variables: they may measure git.
    shell(
        &folder,
        &format!(
            "{export}\n\"$BENCHLENS\" run -q -n 1 -logs logs a='sh -c \"env >> variables; echo BenchmarkA 1 1 ns/op\"'"
        ),
    );
    assert!(folder.read("variables").contains("\nGIT_DIR=/nowhere"));
}
