//! Tests inputs that are large enough for several threads: the output is the same for any number of threads and any
//! chunks of bytes, and unreadable data is an error.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

#[path = "../benches/workload/mod.rs"]
#[allow(dead_code, reason = "not every kind is needed here")]
mod workload;

use workload::{Kind, Workload};

/// A separate folder for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn benchlens(folder: &Path, args: &[&str], stdin: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_benchlens"));
    command.args(args).current_dir(folder).stdin(stdin).output().unwrap()
}

fn run(folder: &Path, args: &[&str]) -> Output {
    benchlens(folder, args, Stdio::null())
}

/// Returns both sides of a comparison, 3 to 6 MB each, with configuration and malformed lines in between.
fn logs(kind: Kind, benchmarks: u32) -> [Vec<u8>; 2] {
    [0, 1].map(|side| {
        let mut log = Vec::new();
        Workload { kind, benchmarks, side }.write(&mut log).unwrap();
        let text = String::from_utf8(log).unwrap();
        let mut out = Vec::new();
        for (i, line) in text.lines().enumerate() {
            match i % 2_000 {
                500 => writeln!(out, "rev: r{}", i / 4_000).unwrap(),
                900 => writeln!(out, "BenchmarkBroken 1 x ns/op").unwrap(),
                1_300 => writeln!(out, "Unit ns/op better=lower try={i}").unwrap(),
                1_700 => writeln!(out, "rev:").unwrap(),
                _ => {}
            }
            writeln!(out, "{line}").unwrap();
        }
        out
    })
}

#[test]
fn the_number_of_threads_does_not_show() {
    for (kind, benchmarks) in [(Kind::Ties, 1_500), (Kind::Names, 30_000), (Kind::Noisy, 3_000)] {
        let folder = folder(&format!("threads-{kind:?}"));
        let [old, new] = logs(kind, benchmarks);
        fs::write(folder.join("old"), &old).unwrap();
        fs::write(folder.join("new"), &new).unwrap();
        for format in ["text", "csv"] {
            let run =
                |threads: &str| run(&folder, &["-format", format, "-j", threads, "old", "new"]);
            let one = run("1");
            assert!(one.status.success() && 100_000 < one.stdout.len(), "{kind:?} {format}");
            for threads in ["2", "7"] {
                let more = run(threads);
                assert!(one.stdout == more.stdout, "{kind:?} {format} -j {threads}: stdout");
                assert!(one.stderr == more.stderr, "{kind:?} {format} -j {threads}: stderr");
            }
        }
    }
}

#[test]
fn the_library_gives_the_same_bytes() {
    let folder = folder("library");
    let [old, new] = logs(Kind::Noisy, 3_000);
    fs::write(folder.join("old"), &old).unwrap();
    fs::write(folder.join("new"), &new).unwrap();
    let inputs = [("old", &old), ("new", &new)];
    let store = benchlens_core::Store::read(
        inputs.map(|(name, bytes)| benchlens_core::Input::new(name.as_bytes(), bytes)),
    );
    let report = benchlens_core::run(&store, &benchlens_core::Query::default()).unwrap();
    let page = benchlens_core::render(&report, benchlens_core::Output::Text);
    assert!(page.out == run(&folder, &["old", "new"]).stdout);
}

#[test]
fn packed_and_piped_inputs_are_read_like_files() {
    let folder = folder("packed");
    let [old, new] = logs(Kind::Ties, 1_500);
    fs::write(folder.join("old"), &old).unwrap();
    fs::write(folder.join("new"), &new).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&old).unwrap();
    fs::write(folder.join("old.gz"), gzip.finish().unwrap()).unwrap();
    fs::write(folder.join("new.zst"), zstd::encode_all(&new[..], 1).unwrap()).unwrap();

    let plain = run(&folder, &["a=old", "b=new"]);
    let packed = run(&folder, &["a=old.gz", "b=new.zst"]);
    assert!(plain.stdout == packed.stdout && plain.status.success());
    let stdin = File::open(folder.join("new.zst")).unwrap();
    let piped = benchlens(&folder, &["a=old", "b=-"], stdin.into());
    assert!(plain.stdout == piped.stdout);
}

#[test]
fn a_packed_input_that_is_cut_or_corrupt_is_an_error() {
    let folder = folder("corrupt");
    let [old, _] = logs(Kind::Ties, 1_500);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&old).unwrap();
    let gzip = gzip.finish().unwrap();
    let zstd = zstd::encode_all(&old[..], 1).unwrap();
    for (name, packed) in [("gz", gzip), ("zst", zstd)] {
        let mut flipped = packed.clone();
        let middle = flipped.len() / 2;
        flipped[middle..middle + 64].iter_mut().for_each(|b| *b ^= 0x5a);
        let cut = packed[..middle].to_vec();
        for (what, bytes) in [("cut", cut), ("flipped", flipped)] {
            let path = format!("{what}.{name}");
            fs::write(folder.join(&path), bytes).unwrap();
            for threads in ["1", "2"] {
                let output = run(&folder, &["-j", threads, &path]);
                let stderr = String::from_utf8_lossy(&output.stderr);
                let place = format!("benchlens: {path}:");
                assert_eq!(output.status.code(), Some(3), "{path}: {stderr}");
                assert!(output.stdout.is_empty(), "{path}: something was printed");
                assert!(stderr.contains(&place) && stderr.contains("read "), "{path}: {stderr}");
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_a_closed_pipe_is_not() {
    let folder = folder("full");
    let [old, new] = logs(Kind::Names, 30_000);
    fs::write(folder.join("old"), &old).unwrap();
    fs::write(folder.join("new"), &new).unwrap();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_benchlens"));
    command.args(["-quiet", "old", "new"]).current_dir(&folder).stdin(Stdio::null());
    let output = command.stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    let output = output.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{stderr}");
    assert!(
        stderr.ends_with("benchlens: write /dev/stdout: no space left on device\n"),
        "{stderr}"
    );

    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_file_that_changes_while_it_is_read_is_an_error() {
    let folder = folder("growing");
    let path = folder.join("log");
    let [old, _] = logs(Kind::Bulk, 4_000);
    fs::write(&path, old.repeat(2)).unwrap();
    // Writing continues until the CLI has ended. If this thread was hardly running in the meantime, the CLI runs again.
    let (done, lines) = (AtomicBool::new(false), AtomicU32::new(0));
    let output = std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut file = File::options().append(true).open(&path).unwrap();
            while !done.load(Ordering::Relaxed) {
                file.write_all(b"BenchmarkMore 1 1 ns/op\n").unwrap();
                lines.fetch_add(1, Ordering::Relaxed);
            }
        });
        let output = loop {
            let before = lines.load(Ordering::Relaxed);
            let output = run(&folder, &["log"]);
            if before + 1_000 < lines.load(Ordering::Relaxed) {
                break output;
            }
        };
        done.store(true, Ordering::Relaxed);
        output
    });
    fs::remove_file(&path).unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{stderr}");
    assert!(stderr.contains("benchlens: log: changed while it was read"), "{stderr}");
    assert!(output.stdout.is_empty());
}
