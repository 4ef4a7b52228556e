//! Tests completions in the way that shells request them.

use benchlens_core::render::Output;

use crate::program::{Folder, PROGRAM};

/// Returns bash's completions for a line with the cursor at its end.
fn bash(folder: &Folder, line: &str) -> Vec<String> {
    let (_, script, _) = folder.bash("\"$benchlens\" completions bash");
    folder.write("completions.bash", &script);
    // bash splits words at blanks and around =.
    let spaced = line.replace('=', " = ");
    let mut words: Vec<&str> = spaced.split(' ').filter(|word| !word.is_empty()).collect();
    if line.ends_with([' ', '=']) {
        words.push("");
    }
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let ask = format!(
        "COMP_WORDBREAKS=$' \\t\\n\"\\'><=;|&(:'; source completions.bash
         COMP_WORDS=({}); COMP_CWORD={}; _benchlens \"$benchlens\" 2>&1
         [ ${{#COMPREPLY[@]}} = 0 ] || printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        quoted.join(" "),
        words.len() - 1
    );
    let (status, stdout, stderr) = folder.bash(&ask);
    assert_eq!((status, &stderr[..]), (0, ""), "{line}");
    stdout.lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_flags_values_and_files() {
    let folder = Folder::new("bash");
    let check = |line: &str, want: &[&str]| assert_eq!(bash(&folder, line), want, "{line}");
    check("benchlens -fo", &["-format"]);
    check("benchlens --fo", &["--format"]);
    check("benchlens -format js", &["json"]);
    check("benchlens -format=js", &["json"]);
    let charts = ["junit", "svg", "png"];
    let formats: Vec<_> = Output::ALL.iter().map(|&(name, _)| name).chain(charts).collect();
    check("benchlens --format=", &formats);
    check("benchlens old -sort wo", &["worst"]);
    check("benchlens -adjust ", &["none", "holm", "bh", "by"]);
    check("benchlens compare -adjust h", &["holm"]);
    check("benchlens -f ", &[]);
    check("benchlens -color a", &["auto", "always"]);
    check("benchlens -o j", &["json=", "junit="]);
    check("benchlens -o json=ol", &["old"]);
    check("benchlens -gate-file ol", &["old"]);
    check("benchlens ol", &["old"]);
    check("benchlens before=ol", &["old"]);
    check("benchlens -- old ne", &["new"]);
    check("benchlens ca", &["calibrate"]);
    check("benchlens calibrate -ra", &["-rate"]);
    check("benchlens calibrate -format", &[]);
    check("benchlens keys -format ", &["text", "json"]);
    check("benchlens help ke", &["keys"]);
    check("benchlens man ke", &["keys"]);
    check("benchlens completions ", &["bash", "elvish", "fish", "powershell", "zsh"]);
}

#[test]
fn commands_that_are_offered_exist() {
    let folder = Folder::new("commands");
    let offered = bash(&folder, "benchlens ");
    let commands: Vec<&String> =
        offered.iter().filter(|word| !folder.path(word).exists()).collect();
    assert_eq!(
        commands,
        [
            "compare",
            "run",
            "bisect",
            "history",
            "keys",
            "convert",
            "export",
            "calibrate",
            "formats",
            "completions",
            "help",
            "man",
            "version"
        ]
    );
    let (_, help, _) = folder.bash("\"$benchlens\" help");
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    for command in commands {
        assert!(
            list.contains(&format!("\n  {command} ")) || list.starts_with(&format!("  {command} "))
        );
        let (status, stdout, _) = folder.bash(&format!("\"$benchlens\" help {command}"));
        assert_eq!(status, 0);
        assert!(stdout.contains(&format!("\nUsage: benchlens {command}")), "{stdout}");
        let (status, same, _) = folder.bash(&format!("\"$benchlens\" {command} -help"));
        assert_eq!((status, same), (0, stdout), "{command}");
    }
}

#[test]
fn every_flag_of_the_help_is_offered() {
    let folder = Folder::new("flags");
    for command in ["", "keys ", "calibrate "] {
        let (_, help, _) = folder.bash(&format!("\"$benchlens\" {command} --help"));
        let lines = help.lines();
        let lines = lines.filter(|line| line.starts_with("  -") || line.starts_with("      --"));
        // An optional value is in brackets.
        let names = lines.map(|line| line.split_once("--").map_or(&line[3..], |(_, long)| long));
        let mut told: Vec<String> =
            names.map(|name| format!("--{}", name.split([' ', '[']).next().unwrap())).collect();
        let mut offered = bash(&folder, &format!("benchlens {command}--"));
        told.sort();
        offered.sort();
        assert_eq!(offered, told, "{command}");
    }
}

#[test]
#[ignore = "needs fish: cargo xtask ci"]
fn fish_completes() {
    let folder = Folder::new("fish");
    let check = |line: &str, want: &[&str]| {
        let script = format!(
            "mkdir -p bin; ln -sf {PROGRAM} bin/benchlens; export PATH=\"$PWD/bin:$PATH\" HOME=\"$PWD\"
             benchlens completions fish > benchlens.fish
             fish -c \"source benchlens.fish; complete -C '{line}'\" 2>&1 | cut -f1"
        );
        let (_, stdout, _) = folder.bash(&script);
        let offered: Vec<&str> = stdout.lines().collect();
        assert_eq!(offered, want, "{line}");
    };
    check("benchlens -fo", &["-format"]);
    check("benchlens -format js", &["json"]);
    check("benchlens -format=js", &["-format=json"]);
    check("benchlens -o json=ol", &["json=old"]);
    check("benchlens x=ol", &["x=old"]);
    check("benchlens keys ol", &["old"]);
}

/// Replaces zsh's own completion functions by functions that print their arguments.
const ZSH: &str = r#"
compadd() { print -rl -- "${(P)@[-1]}"; }
compset() { print -r -- "after ${@[-1]}"; }
_files() { print -r -- files; }
compdef() { : }
"#;

#[test]
#[ignore = "needs zsh: cargo xtask ci"]
fn zsh_completes() {
    let folder = Folder::new("zsh");
    let check = |words: &[&str], want: &[&str]| {
        let script = format!(
            "{ZSH}source <(\"$benchlens\" completions zsh)
             words=(\"$benchlens\" {}); CURRENT={}; PREFIX={}; _benchlens",
            words.join(" "),
            words.len() + 1,
            words[words.len() - 1]
        );
        let (status, stdout, stderr) = crate::program::finish(
            &folder.command("zsh").args(["-f", "-c", &script]).output().unwrap(),
        );
        assert_eq!((status, &stderr[..]), (0, ""), "{words:?}");
        assert_eq!(stdout.lines().collect::<Vec<_>>(), want, "{words:?}");
    };
    check(&["-fo"], &["-format"]);
    check(&["-format", "js"], &["json"]);
    check(&["-format=js"], &["-format=json"]);
    check(&["-o", "js"], &["json=", "files"]);
    check(&["-o", "json=ol"], &["after json=", "files"]);
    check(&["keys", "x=ol"], &["after x=", "files"]);
}

#[test]
fn the_other_shells_get_scripts_that_ask_the_same() {
    let folder = Folder::new("others");
    for shell in ["elvish", "fish", "powershell", "zsh"] {
        let (status, stdout, _) = folder.bash(&format!("\"$benchlens\" completions {shell}"));
        assert_eq!(status, 0);
        assert!(stdout.contains(&format!("completions {shell} -candidates")), "{shell}: {stdout}");
    }
    let ask = |words: &str| {
        folder.bash(&format!("\"$benchlens\" completions fish -candidates -- {words}"))
    };
    assert_eq!(ask("-o 'json=a/b'").1, "files json=\n");
    assert_eq!(ask("-format='js'").1, "words\n-format=json\t\n");
    assert_eq!(ask("keys '\"\"'").1, "files \n");
    let (status, _, stderr) = folder.bash("\"$benchlens\" completions tcsh");
    assert_eq!(status, 2);
    assert!(stderr.contains("completions takes one of bash,"), "{stderr}");
}
