//! Tests the charts of the CLI: the pictures in the document, and errors in queries.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::{Folder, PROGRAM};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

#[cfg(feature = "png")]
/// Returns the CLI's output for the example's logs with these flags.
fn printed(flags: &str) -> Vec<u8> {
    let mut command = Command::new(PROGRAM);
    command.current_dir(root()).env_remove("GITHUB_ACTIONS").arg("-quiet");
    command.args(flags.split(' ')).args(["old=examples/old.txt", "new=examples/new.txt"]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn the_pictures_of_the_document_are_what_the_program_draws() {
    for (name, flags) in [
        ("forest", "-format svg -chart forest"),
        ("scaling", "-format svg -chart scaling"),
        ("samples", "-format svg -chart samples -filter .name:Validate%/readings:10"),
        ("dark", "-format svg -chart forest -chart-theme dark -chart-size 390 -unit B/op"),
        ("history", "history -format svg -unit ns/op"),
        ("post", "-format svg -chart-size post"),
        ("quantiles", "-outcomes -format svg -chart quantiles"),
        // The expected pictures for the tests of the web app; the document shows others.
        ("medians", "-format svg -chart medians"),
        ("lines", "-format svg -chart history"),
    ] {
        let filter = flags.split(' ').map(|word| word.replace('%', " "));
        let mut command = Command::new(PROGRAM);
        command.current_dir(root()).env_remove("GITHUB_ACTIONS").args(filter).arg("-quiet");
        let output = match name {
            "history" => command.arg("examples/history/*.txt").output().unwrap(),
            "quantiles" => {
                let load = ["old=examples/load/old.txt", "new=examples/load/new.txt"];
                command.args(load).output().unwrap()
            }
            _ => command.args(["old=examples/old.txt", "new=examples/new.txt"]).output().unwrap(),
        };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let path = match name {
            "medians" | "lines" => root().join("tests/web/charts").join(name),
            _ => root().join("docs/charts").join(name),
        };
        let path = path.with_extension("svg");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &output.stdout).unwrap();
        }
        assert_eq!(String::from_utf8_lossy(&output.stdout), fs::read_to_string(&path).unwrap());
    }
}

#[cfg(feature = "png")]
#[test]
fn pixels_are_two_for_each_of_the_picture() {
    let png = printed("-format png -chart forest -chart-size 600x400");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((side(16), side(20)), (1200, 800));
    assert_eq!(png, printed("-format png -chart forest -chart-size 600x400"));
}

#[cfg(not(feature = "png"))]
#[test]
fn a_program_without_png_says_what_to_do() {
    let folder = Folder::new("chart-without-png");
    // The error comes before reading, because the input does not exist.
    for flags in ["-o a.png", "-o png=a.png", "-format png", "-o png=-", "-o a.svg -o a.png"] {
        let (status, stdout, stderr) = folder.bash(&format!("\"$benchlens\" {flags} missing"));
        assert_eq!((status, &stdout[..]), (2, ""), "{flags}: {stderr}");
        let message = "this program was built without PNG: write SVG (-o svg=FILE), or install it \
                       with cargo install --path crates/cli --features png\n";
        assert!(stderr.starts_with(message), "{flags}: {stderr}");
        assert!(!folder.path("a.svg").exists() && !folder.path("a.png").exists(), "{flags}");
    }
}

#[test]
fn the_same_picture_everywhere() {
    let folder = Folder::new("chart-files");
    let (status, out, _) = folder.bash("\"$benchlens\" -o a.svg -o svg=b -format svg -j 1 old new");
    assert_eq!((status, folder.read("a.svg")), (0, out.clone()));
    assert_eq!(folder.read("b"), out);
}

#[test]
fn a_title_and_a_key_are_in_the_picture() {
    let folder = Folder::new("chart-words");
    let mut log = String::new();
    for size in [1, 10, 100] {
        for way in [1, 2, 4] {
            for run in 0..4 {
                let ns = size * way * 1000 + run;
                log += &format!("BenchmarkA/size={size}/way={way} 1 {ns} ns/op\n");
            }
        }
    }
    fs::write(folder.path("log"), log).unwrap();
    let drawn = |flags: &str| {
        let (status, out, stderr) = folder.bash(&format!("\"$benchlens\" -format svg {flags} log"));
        assert_eq!(status, 0, "{flags}: {stderr}");
        out
    };
    let own = drawn("-chart scaling");
    let titled = drawn("-chart scaling -chart-title 'Half <the> time'");
    assert!(titled.contains(">Half &lt;the&gt; time</text>") && !own.contains("Half"), "{titled}");
    // The key names the axis, and its values are the ticks, which are in `ticks`, one below the other.
    for (key, other) in [("/size", "/way"), ("/way", "/size")] {
        let picture = drawn(&format!("-chart scaling -chart-x {key}"));
        assert!(picture.contains(&format!(" by {key}</text>")), "{key}: {picture}");
        assert!(picture.contains(&format!(">{key}</text>")), "{key}: {picture}");
        assert!(!picture.contains(&format!(">{other}</text>")), "{key}: {picture}");
        // There is one line for each value of the other key.
        assert_eq!(picture.matches("stroke-width=\"2\"").count(), 3, "{key}: {picture}");
    }
    assert_eq!(own, drawn("-chart scaling -chart-x /size"));
}

#[test]
fn wrong_questions_are_told() {
    let folder = Folder::new("chart-wrong");
    for (flags, message) in [
        ("-chart forest", "the flags of charts need a chart: -o FILE.svg or -o FILE.png"),
        (
            "-o a.svg -chart pie",
            "invalid value \"pie\" for flag -chart: expected one of auto, forest",
        ),
        ("-o a.svg -chart-size 10x10", "invalid value \"10x10\" for flag -chart-size: must be"),
        (
            "-o a.svg -chart-theme red",
            "invalid value \"red\" for flag -chart-theme: not light or dark",
        ),
        ("-o a.svg -chart forest -chart-x /n", "-chart-x needs -chart scaling"),
        ("-o a.svg -chart scaling", "no scaling chart: no key of rows or columns is numeric"),
        ("-o a.svg -chart-x /n", "`/n` is not a numeric key of rows or columns; none is"),
        ("-o a.svg -chart forest -filter .file:old", "no row is compared"),
    ] {
        let (status, _, stderr) = folder.bash(&format!("\"$benchlens\" {flags} old new"));
        assert_eq!(status, 2, "{flags}: {stderr}");
        assert!(stderr.contains(message), "{flags}: {stderr}");
        assert!(!folder.path("a.svg").exists(), "{flags}");
    }
}
