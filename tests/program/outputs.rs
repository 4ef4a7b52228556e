//! Tests outputs, and the files that they must not replace.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use crate::program::{Folder, log};

/// Runs a script that must be rejected: all files are unchanged.
fn refused(name: &str, script: &str, message: &str) {
    let folder = Folder::new(name);
    folder
        .write("rules.toml", "floors = \"noise.toml\"\n[[rule]]\nmatch = \"*\"\nlimit = \"any\"\n");
    folder.bash("\"$benchlens\" calibrate -quiet -o noise.toml old old");
    let before: Vec<String> = folder.names();
    let contents: Vec<String> = before.iter().map(|name| folder.read(name)).collect();
    let (status, _, stderr) = folder.bash(&format!("set -e\n{script}"));
    assert_eq!(status, 2, "{script}\n{stderr}");
    assert!(stderr.contains(message), "{script}\n{stderr}");
    for (name, content) in before.iter().zip(contents) {
        assert_eq!(folder.read(name), content, "{script} changed {name}");
    }
}

#[test]
fn no_output_replaces_what_is_read() {
    for (name, script, message) in [
        ("input", "\"$benchlens\" -o text=old old new", "-o old would overwrite the input old"),
        ("dots", "\"$benchlens\" -o text=./old old new", "overwrite the input old"),
        ("link", "ln -s old l; \"$benchlens\" -o text=l old new", "overwrite the input old"),
        ("hard", "ln old l; \"$benchlens\" -o text=l old new", "overwrite the input old"),
        ("label", "\"$benchlens\" -o text=old x=old new", "overwrite the input old"),
        ("stdin", "\"$benchlens\" -o text=old < old", "overwrite the input -"),
        ("stdin-label", "\"$benchlens\" -o text=old x=- new < old", "overwrite the input -"),
        ("dev-stdin", "\"$benchlens\" -o text=old /dev/stdin new < old", "the input /dev/stdin"),
        (
            "rules",
            "\"$benchlens\" -gate-file rules.toml -o text=rules.toml old new",
            "overwrite the rule file rules.toml",
        ),
        (
            "floors",
            "\"$benchlens\" -gate-file rules.toml -o text=./noise.toml old new",
            "overwrite the rule file noise.toml",
        ),
        ("calibrate", "\"$benchlens\" calibrate old new -o toml=old", "overwrite the input old"),
        ("keys", "\"$benchlens\" keys old new -o text=new", "overwrite the input new"),
    ] {
        refused(name, script, message);
    }
}

#[test]
fn no_output_replaces_a_file_of_an_input_folder() {
    let prepare = "mkdir -p f/deep t/criterion/g/new e; cp old f/in.txt; cp new f/deep/in.txt; cp old e/out; ln -s ../e/out f/l
        echo '{\"group_id\":\"g\",\"full_id\":\"g\",\"directory_name\":\"g\"}' > t/criterion/g/new/benchmark.json
        echo '{\"sampling_mode\":\"Flat\",\"iters\":[1,1],\"times\":[1,2]}' > t/criterion/g/new/sample.json
        ln f/in.txt hard; ln -s f linked; tar cf t.tar old";
    for (name, words, message) in [
        ("folder", "-o text=f/in.txt f", "f/in.txt would overwrite f/in.txt in the input folder f"),
        ("folder-dots", "-o text=f/deep/../in.txt new x=./f", "in the input folder ./f"),
        ("folder-deep", "-o text=f/deep/in.txt f", "overwrite f/deep/in.txt in the input folder"),
        ("folder-hard", "-o text=hard f", "overwrite f/in.txt in the input folder f"),
        ("folder-linked", "-o text=f/in.txt linked", "in the input folder linked"),
        ("folder-through", "-o text=linked/in.txt f", "overwrite f/in.txt in the input folder f"),
        ("folder-to-link", "-o text=e/out f", "overwrite f/l in the input folder f"),
        (
            "folder-criterion",
            "-o json=t/criterion/g/new/sample.json t/criterion",
            "in the input folder t/criterion",
        ),
        (
            "folder-recording",
            "-o text=t/criterion/g/new/sample.json t/criterion#new",
            "t/criterion",
        ),
        ("folder-svg", "-o svg=f/in.txt f", "in the input folder f"),
        ("folder-keys", "keys -o json=f/in.txt f", "in the input folder f"),
        ("folder-calibrate", "calibrate -o f/deep/in.txt f old", "its ending names no format"),
        ("folder-toml", "calibrate -o toml=f/deep/in.txt f old", "in the input folder f"),
        ("folder-history", "history -o json=f/deep/in.txt f", "in the input folder f/deep"),
        ("archive", "-o text=t.tar t.tar new", "overwrite the input t.tar"),
        ("member", "-o text=t.tar t.tar!old new", "overwrite the input t.tar"),
        ("pattern", "-o text=old 'x=o*d' new", "overwrite the input old"),
    ] {
        let check = "cmp old f/in.txt; cmp new f/deep/in.txt; cmp old e/out; tar tf t.tar";
        let script = format!(
            "{prepare}\nsha256sum f/* t/*/*/*/* 2> before.err > before || true
            \"$benchlens\" {words} || {{ status=$?; {check} > checked
            sha256sum f/* t/*/*/*/* 2> after.err > after || true; cmp before after; exit $status; }}"
        );
        refused(name, &script, message);
    }
    // A new file is not one of the inputs.
    let folder = Folder::new("folder-new");
    let script = "set -e; mkdir f; cp old f; \"$benchlens\" -o text=f/report.txt f > /dev/null; cmp old f/old; test -s f/report.txt";
    let (status, _, stderr) = folder.bash(script);
    assert_eq!(status, 0, "{stderr}");
}

#[test]
fn rules_and_floors_are_read_with_a_bound() {
    let folder = Folder::new("bounds");
    let rule = "[[rule]]\nmatch = \"*\"\nlimit = \"any\"\n";
    for (floors, message) in [
        ("/dev/zero", "/dev/zero: floors must be in a regular file"),
        ("pipe", "pipe: floors must be in a regular file"),
        (".", ": floors must be in a regular file"),
        ("absent", "open absent: no such file or directory"),
    ] {
        folder.write("rules.toml", &format!("floors = \"{floors}\"\n{rule}"));
        let script = "[ -e pipe ] || mkfifo pipe; \"$benchlens\" -gate-file rules.toml old new";
        let (status, _, stderr) = folder.bash(script);
        assert!(status == 3 && stderr.contains(message), "{floors}: {status} {stderr}");
    }
    let (status, _, stderr) = folder.bash("\"$benchlens\" -gate-file /dev/zero old new");
    let message = "benchlens: /dev/zero: a rule file has at most 8 MiB";
    assert!(status == 3 && stderr.contains(message), "{status} {stderr}");
    // A shell may generate the rules.
    folder.write("rules.toml", rule);
    let (status, _, stderr) =
        folder.bash("\"$benchlens\" -gate-file <(cat rules.toml) old old > /dev/null");
    assert!(!stderr.contains("open ") && status != 3, "{status} {stderr}");
}

#[test]
fn many_rules_take_no_longer_each() {
    let folder = Folder::new("many-rules");
    let table =
        |kind: &str, i: usize, more: &str| format!("[[{kind}]]\nmatch = \".name:X{i}\"\n{more}\n");
    let rules: String = (0..20_000).map(|i| table("rule", i, "limit = \"any\"")).collect();
    let accepts: String =
        (0..20_000).map(|i| table("accept", i, "reason = \"x\"\nuntil = \"+5%\"")).collect();
    folder.write("rules.toml", &rules);
    folder.write("accepts.toml", &format!("[[rule]]\nmatch = \"*\"\nlimit = \"any\"\n{accepts}"));
    for name in ["rules", "accepts"] {
        // Several times the processor time that it needs; more than a minute if each line were counted.
        let script =
            format!("ulimit -t 20; \"$benchlens\" -gate-file {name}.toml old new > /dev/null");
        let (status, _, stderr) = folder.bash(&script);
        assert!((0..128).contains(&status) && stderr.contains("gate"), "{name}: {status} {stderr}");
    }
}

#[test]
fn no_output_replaces_another() {
    for (name, script, message) in [
        ("twice", "\"$benchlens\" -o json=zz -o csv=./zz old new", "overwrite the output zz"),
        ("absent", "mkdir d; \"$benchlens\" -o json=zz -o csv=d/../zz old new", "the output zz"),
        ("dangling", "ln -s zz l; \"$benchlens\" -o json=l -o csv=zz old new", "the output l"),
        ("stdout", "\"$benchlens\" -o json=zz old new > zz", "overwrite standard output"),
        ("dev-stdout", "\"$benchlens\" -o json=/dev/stdout old new > zz", "standard output"),
        (
            "stderr",
            "\"$benchlens\" -o json=zz old new 2> zz || (cat zz >&2; exit 2)",
            "standard error",
        ),
    ] {
        refused(name, script, message);
    }
}

#[test]
fn the_ending_names_the_format_in_every_command() {
    let folder = Folder::new("endings");
    let script = "set -e
        \"$benchlens\" -o a.md -o a.JSON -o csv=b -o a.csv -o text=c -o a.txt old new > table
        \"$benchlens\" -format csv old new > csv 2> /dev/null
        \"$benchlens\" calibrate -quiet -o n.toml old old; \"$benchlens\" calibrate -quiet -o toml=m old old
        \"$benchlens\" calibrate -quiet -o - old old > stdout.toml
        \"$benchlens\" calibrate -quiet old old > bare.toml
        \"$benchlens\" keys -o k.json old new > keys; \"$benchlens\" keys -format json old new > json";
    let (status, stdout, stderr) = folder.bash(script);
    assert_eq!((status, &stdout[..]), (0, ""), "{stderr}");
    assert!(folder.read("a.md").contains("|:--|"), "{}", folder.read("a.md"));
    assert!(folder.read("a.JSON").starts_with('{'));
    for (one, other) in [
        ("b", "csv"),
        ("a.csv", "csv"),
        ("c", "table"),
        ("a.txt", "table"),
        ("n.toml", "bare.toml"),
        ("m", "bare.toml"),
        ("stdout.toml", "bare.toml"),
        ("k.json", "json"),
    ] {
        assert_eq!(folder.read(one), folder.read(other), "{one} {other}");
    }
}

#[test]
fn a_report_is_replaced_as_a_whole_or_not_at_all() {
    let folder = Folder::new("whole");
    folder.write("report", "the old report");
    let many: String = (0..3000).map(|i| log(&format!("Name{i}"), 100)).collect();
    folder.write("many", &many);
    // Files are limited to 64 KiB, as on a full disk; the report needs more.
    let script = "trap '' XFSZ; ulimit -f 64; \"$benchlens\" -o json=report many many";
    let (status, _, stderr) = folder.bash(script);
    assert_eq!(status, 3, "{stderr}");
    assert!(stderr.contains("benchlens: write report: file too large"), "{stderr}");
    assert_eq!(folder.read("report"), "the old report");
    assert_eq!(folder.names(), ["many", "new", "old", "report"]);
}

#[test]
fn a_signal_leaves_the_old_report() {
    let folder = Folder::new("signal");
    folder.write("report", "the old report");
    let many: String = (0..20_000).map(|i| log(&format!("Name{i}"), 100)).collect();
    folder.write("many", &many);
    // The process is asked to end as soon as its first file begins to grow; the others give a slow machine time. If
    // it was faster nevertheless, another process is asked.
    let script = "for attempt in {1..100}; do
            printf 'the old report' > report
            \"$benchlens\" -o a.json -o b.json -o c.json -o json=report many many > /dev/null &
            until compgen -G '.benchlens-*' > /dev/null || ! kill -0 $! 2> /dev/null; do :; done
            kill -TERM $!; wait $!; status=$?
            if [ $status != 0 ]; then break; fi
        done; echo $status";
    let (_, stdout, stderr) = folder.bash(script);
    assert_eq!(stdout, "143\n", "{stderr}");
    assert_eq!(folder.read("report"), "the old report");
    let incomplete = |name: &String| name.starts_with('.');
    assert!(!folder.names().iter().any(incomplete), "{:?}", folder.names());
}

#[test]
fn files_keep_what_they_are() {
    let folder = Folder::new("keep");
    let script = "set -e; umask 027
        mkdir d; echo x > d/real; chmod 604 d/real; ln -s d/real link; ln -s d/new dangling
        \"$benchlens\" -o json=fresh -o json=link -o json=dangling -o json=/dev/null old new > /dev/null
        mkfifo pipe; cat pipe > piped & \"$benchlens\" -o json=pipe old new > /dev/null; wait
        \"$benchlens\" -o json=>(cat > substituted; touch done) old new > /dev/null
        while [ ! -e done ]; do sleep 0.01; done";
    let (status, _, stderr) = folder.bash(script);
    assert_eq!(status, 0, "{stderr}");
    let mode = |name: &str| fs::metadata(folder.path(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("fresh"), mode("d/real"), mode("d/new")), (0o640, 0o604, 0o640));
    for link in ["link", "dangling"] {
        assert!(fs::symlink_metadata(folder.path(link)).unwrap().is_symlink());
    }
    for name in ["d/real", "d/new", "piped", "substituted"] {
        assert_eq!(folder.read(name), folder.read("fresh"), "{name}");
    }
    assert!(fs::metadata("/dev/null").unwrap().rdev() != 0);
}

#[test]
fn what_must_not_be_written_is_an_error() {
    let folder = Folder::new("unwritable");
    let (status, _, stderr) = folder.bash("mkdir d; \"$benchlens\" -o json=d old new");
    assert_eq!(status, 3);
    assert!(stderr.contains("benchlens: write d: is a directory"), "{stderr}");
    let (status, _, stderr) = folder.bash("\"$benchlens\" -o json=e/ old new");
    assert_eq!(status, 3);
    assert!(stderr.contains("benchlens: write e/: is a directory"), "{stderr}");
    let (status, _, stderr) = folder.bash("\"$benchlens\" -o json=/dev/full old new");
    assert_eq!(status, 3);
    assert!(stderr.contains("no space left on device"), "{stderr}");
    let (status, _, stderr) = folder.bash("\"$benchlens\" old new > /dev/full");
    assert_eq!(status, 3);
    assert!(stderr.contains("write /dev/stdout: no space left on device"), "{stderr}");
}

#[test]
fn closed_standard_output_is_an_error() {
    let folder = Folder::new("closed");
    for command in ["old", "keys old", "-format json old", "-format tidy old", "help"] {
        let (status, _, stderr) = folder.bash(&format!("\"$benchlens\" {command} >&-"));
        assert_eq!(status, 3, "{command}: {stderr}");
        assert!(stderr.contains("write /dev/stdout: it is closed"), "{command}: {stderr}");
        // Other programs open it for both.
        for null in [">/dev/null", "1<>/dev/null"] {
            let (status, _, stderr) = folder.bash(&format!("\"$benchlens\" {command} {null}"));
            assert_eq!((status, &stderr[..]), (0, ""), "{command} {null}");
        }
    }
}

#[test]
fn a_report_in_one_file_has_the_picture_of_o_svg_and_asks_for_nothing() {
    let folder = Folder::new("html");
    for flags in ["", "-top 1", "-sort worst -changed"] {
        let script = format!("\"$benchlens\" {flags} -o report.html -o chart.svg old new");
        let (status, _, stderr) = folder.bash(&script);
        assert_eq!(status, 0, "{stderr}");
        assert!(stderr.contains("note: the HTML report cannot be filtered"), "{stderr}");
        let (report, chart) = (folder.read("report.html"), folder.read("chart.svg"));
        let picture = &chart[chart.find("<svg").unwrap()..];
        assert!(report.contains(picture.trim_end()), "{flags}: the chart is another one");
        assert!(report.contains("<title>new against old – benchlens</title>"), "{report}");
        assert!(report.contains("+100.00%") || report.contains("+95."), "{report}");
        for wrong in ["<script", "src=", "href=", "url(", "@import"] {
            assert!(!report.contains(wrong), "{flags}: {wrong}");
        }
    }
    // The extension, the format name and standard output give the same bytes.
    let script = "\"$benchlens\" -quiet -format html old new > a; \"$benchlens\" -quiet -o html=b old new > /dev/null";
    assert_eq!(folder.bash(script).0, 0);
    assert_eq!(folder.read("a"), folder.read("b"));
}
