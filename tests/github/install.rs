//! Tests the script of `action.yml` that downloads a release, with a folder in place of GitHub.

use crate::support::archives::{zip, zipped};
use crate::support::tool::write_program;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::github::action::script;
use crate::github::{Step, folder, lines_of};

const TARGETS: [(&str, &str, &str); 6] = [
    ("Linux", "X64", "x86_64-unknown-linux-musl.tar.gz"),
    ("Linux", "ARM64", "aarch64-unknown-linux-musl.tar.gz"),
    ("macOS", "X64", "x86_64-apple-darwin.tar.gz"),
    ("macOS", "ARM64", "aarch64-apple-darwin.tar.gz"),
    ("Windows", "X64", "x86_64-pc-windows-msvc.zip"),
    ("Windows", "ARM64", "x86_64-pc-windows-msvc.zip"),
];

/// Returns a folder with a release of this version; its programs print their targets.
fn releases(name: &str, version: &str) -> PathBuf {
    let folder = folder(name, &[]);
    let release = folder.join(format!("releases/v{version}"));
    fs::create_dir_all(&release).unwrap();
    for (system, _, end) in TARGETS {
        let (target, is_zip) = match end.strip_suffix(".zip") {
            Some(target) => (target, true),
            None => (end.strip_suffix(".tar.gz").unwrap(), false),
        };
        let inner = format!("benchlens-{version}-{target}");
        let program = if system == "Windows" { "benchlens.exe" } else { "benchlens" };
        let path = release.join(&inner).join(program);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let script = format!("#!/bin/sh\necho benchlens {version} {target}\n");
        write_program(&path, &script);
        let archive = format!("benchlens-{version}-{end}");
        if is_zip {
            let member = format!("{inner}/{program}");
            let bytes = zip(&[zipped(&member, script.as_bytes())]);
            fs::write(release.join(&archive), bytes).unwrap();
        } else {
            shell(&release, &format!("tar -czf {archive} {inner}"));
        }
        fs::remove_dir_all(release.join(&inner)).unwrap();
    }
    shell(&release, "sha256sum benchlens-* > SHA256SUMS");
    folder
}

fn shell(folder: &Path, command: &str) {
    let status = Command::new("sh").args(["-c", command]).current_dir(folder).status().unwrap();
    assert!(status.success(), "{command}");
}

/// A kind of machine, in GitHub's terms.
#[derive(Clone, Copy)]
struct Machine<'m> {
    system: &'m str,
    processor: &'m str,
}

/// Runs the step on a machine of this kind.
fn install(folder: &Path, machine: Machine<'_>, asked: &[(&str, &str)]) -> Step {
    let releases = format!("file://{}/releases", folder.display());
    let runner = [
        ("RUNNER_OS", machine.system),
        ("RUNNER_ARCH", machine.processor),
        ("GITHUB_REPOSITORY", "someone/project"),
        ("RELEASES", &releases),
    ];
    script(folder, "install.sh", &[&runner[..], asked].concat())
}

const LINUX: Machine<'_> = Machine { system: "Linux", processor: "X64" };

#[test]
#[ignore = "needs curl and unzip: cargo xtask ci"]
fn each_machine_gets_its_program() {
    let folder = releases("install-targets", "1.2.3");
    for (system, processor, end) in TARGETS {
        // On this system, archives for Windows contain no executable file mode.
        let step = install(&folder, Machine { system, processor }, &[("VERSION", "1.2.3")]);
        let target = end.trim_end_matches(".zip").trim_end_matches(".tar.gz");
        let name = if system == "Windows" { "benchlens.exe" } else { "benchlens" };
        let program = fs::read_to_string(folder.join("temp/benchlens/bin").join(name)).unwrap();
        assert!(program.contains(&format!("benchlens 1.2.3 {target}")), "{program}");
        if system != "Windows" {
            assert_eq!(step.status, 0, "{} {}", step.stdout, step.stderr);
            let said = format!(
                "benchlens 1.2.3 {target}\nbenchlens-1.2.3-{end} is what SHA256SUMS says: "
            );
            assert!(step.stdout.starts_with(&said), "{}", step.stdout);
        }
    }
    let step = install(&folder, Machine { processor: "ARM", ..LINUX }, &[("VERSION", "1.2.3")]);
    assert_eq!(step.status, 1);
    assert!(
        step.stdout
            .contains("no released program is for Linux on ARM: set the input build to true")
    );
}

#[test]
#[ignore = "needs curl and unzip: cargo xtask ci"]
fn later_steps_find_the_program() {
    let folder = releases("install-place", "1.2.3");
    assert_eq!(install(&folder, LINUX, &[("VERSION", "1.2.3")]).status, 0);
    let step = script(&folder, "place.sh", &[]);
    assert_eq!(step.status, 0, "{}", step.stderr);
    let bin = folder.join("temp/benchlens/bin");
    assert_eq!(step.outputs, format!("program={}/benchlens\n", bin.display()));
    assert_eq!(fs::read_to_string(folder.join("path")).unwrap(), format!("{}\n", bin.display()));
    fs::remove_file(bin.join("benchlens")).unwrap();
    assert_eq!(script(&folder, "place.sh", &[]).status, 1);
}

#[test]
fn a_search_path_of_windows_gets_a_path_of_windows() {
    let folder = folder("install-windows", &[]);
    let bin = folder.join("temp/benchlens/bin");
    fs::create_dir_all(&bin).unwrap();
    fs::write(bin.join("benchlens.exe"), "").unwrap();
    // A stand-in for the cygpath of Git for Windows.
    let cygpath = folder.join("cygpath");
    write_program(
        &cygpath,
        "#!/bin/sh\n[ \"$1\" = -w ] && printf '%s\\n' 'D:\\a\\_temp\\benchlens\\bin'\n",
    );
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let step = script(&folder, "place.sh", &[("PATH", &path)]);
    assert_eq!(step.outputs, format!("program={}/benchlens.exe\n", bin.display()));
    assert_eq!(fs::read_to_string(folder.join("path")).unwrap(), "D:\\a\\_temp\\benchlens\\bin\n");
}

#[test]
#[ignore = "needs curl and unzip: cargo xtask ci"]
fn what_does_not_have_its_checksum_is_not_used() {
    let folder = releases("install-checksums", "1.2.3");
    let release = folder.join("releases/v1.2.3");
    let sums = fs::read_to_string(release.join("SHA256SUMS")).unwrap();
    let refused = |asked: &[(&str, &str)], why: &str| {
        let step = install(&folder, LINUX, &[&[("VERSION", "1.2.3")], asked].concat());
        assert_eq!(step.status, 1, "{why}: {}", step.stdout);
        let told = lines_of(&step.stdout, "::error title=benchlens::");
        assert!(told.len() == 1 && told[0].contains(why), "{}", step.stdout);
        assert!(!folder.join("temp/benchlens/bin/benchlens").exists(), "{why}");
    };
    fs::write(release.join("SHA256SUMS"), "").unwrap();
    refused(&[], "does not have one checksum of benchlens-1.2.3-x86_64-unknown-linux-musl.tar.gz");
    fs::write(release.join("SHA256SUMS"), sums.replace("  benchlens", " *benchlens")).unwrap();
    assert_eq!(install(&folder, LINUX, &[("VERSION", "v1.2.3")]).status, 0);
    fs::write(release.join("SHA256SUMS"), &sums).unwrap();
    refused(&[("CHECKSUM", "00")], "and the input checksum says 00: it is not used");
    let archive = release.join("benchlens-1.2.3-x86_64-unknown-linux-musl.tar.gz");
    let mut bytes = fs::read(&archive).unwrap();
    bytes.push(0);
    fs::write(&archive, bytes).unwrap();
    refused(&[], "and SHA256SUMS says");
    fs::remove_file(&archive).unwrap();
    refused(&[], "is there a release 1.2.3?");
    refused(
        &[("RELEASES", "http://127.0.0.1:1")],
        "cannot fetch http://127.0.0.1:1/v1.2.3/SHA256SUMS",
    );
    refused(
        &[("VERSION", "latest")],
        "the input version is \"latest\": write a version such as 0.1.0",
    );
    refused(&[("VERSION", "1.2.3/../../x")], "write a version such as 0.1.0");
}

#[test]
#[ignore = "needs curl and unzip: cargo xtask ci"]
fn the_version_is_that_of_the_tag_or_of_the_sources() {
    let folder = releases("install-versions", env!("CARGO_PKG_VERSION"));
    let asked = [("ACTION_REF", "main"), ("ACTION_REPOSITORY", "OWNER/benchlens")];
    let step = install(&folder, LINUX, &asked);
    assert_eq!(step.status, 0, "{}", step.stdout);
    assert!(step.stdout.contains(env!("CARGO_PKG_VERSION")), "{}", step.stdout);
    let tagged = install(&folder, LINUX, &[("ACTION_REF", "v9.8.7"), asked[1]]);
    assert!(tagged.stdout.contains("is there a release 9.8.7?"), "{}", tagged.stdout);
    // If the expressions belong to another action, the path of the action is taken from the runner's folder for
    // actions.
    let kept = folder.join("_actions/them/benchlens-fork/v7.6.5");
    fs::create_dir_all(&kept).unwrap();
    let kept = [("GITHUB_ACTION_PATH", kept.to_str().unwrap()), ("RELEASES", "")];
    let server = [("GITHUB_SERVER_URL", "file:///nowhere"), asked[0], asked[1]];
    let inner = install(&folder, LINUX, &[&kept[..], &server].concat());
    let from =
        "cannot fetch file:///nowhere/them/benchlens-fork/releases/download/v7.6.5/SHA256SUMS";
    assert!(inner.stdout.contains(from), "{}", inner.stdout);
}
