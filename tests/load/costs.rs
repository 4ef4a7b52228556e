//! Files that are crafted to be expensive: time and memory remain in proportion to their size.

use std::fmt::Write as _;
use std::io::Write as _;

use benchlens_core::StoreBuilder;
use benchlens_core::reading::ReadOptions;

/// Requests of 1,000 names and statuses in eight windows, each with a latency of a day.
fn requests_in_windows(windows: u64) -> String {
    let mut csv = String::new();
    let latency = 90_000_000_000_000;
    for window in 0..windows {
        for name in 0..500 {
            for (code, error) in [(200, ""), (404, "x")] {
                let start = 1_795_753_501_000_000_000 + window * 1_000_000_000 + name - latency;
                writeln!(csv, "{start},{code},{latency},0,4,{error},,,{name},GET,http://h/{name},")
                    .unwrap();
            }
        }
    }
    csv
}

fn base64(bytes: &[u8]) -> String {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let quarters = |part: &[u8]| {
        let byte = |at: usize| u32::from(part.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let letter = |at: usize| char::from(letters[(bits >> (18 - 6 * at) & 63) as usize]);
        let text = move |at: usize| if at <= part.len() { letter(at) } else { '=' };
        [text(0), text(1), text(2), text(3)]
    };
    bytes.chunks(3).flat_map(quarters).collect()
}

/// Histograms with 200,000 counters, which are some hundred bytes when they are compressed.
fn intervals(lines: usize) -> String {
    let counters = [2; 200_000];
    let mut plain = 0x1c84_9313_u32.to_be_bytes().to_vec();
    plain.extend((counters.len() as u32).to_be_bytes());
    plain.extend([0, 0, 0, 0, 0, 0, 0, 5]);
    plain.extend([1_u64, 1 << 49, 1_f64.to_bits()].iter().flat_map(|number| number.to_be_bytes()));
    plain.extend(counters);
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&plain).unwrap();
    let bytes = [&0x1c84_9314_u32.to_be_bytes()[..], &[0; 4], &packed.finish().unwrap()].concat();
    let text = base64(&bytes);
    format!("\"StartTimestamp\",\"\n{}", format!("0.0,1.0,5.0,{text}\n").repeat(lines))
}

/// Documents with one request each, to which a correction adds very many.
fn documents(count: usize) -> String {
    r#"{"rps":1,"fastest":1,"latencyDistribution":[],"details":[{"latency":900000000000000,"status":"OK"}]}
"#
    .repeat(count)
}

/// Returns how long this thread needs to read a file, at least.
#[cfg(target_os = "linux")]
fn time(file: &str) -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let now = || {
        let usage = getrusage(UsageWho::RUSAGE_THREAD).unwrap();
        let seconds =
            |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
        seconds(usage.user_time()) + seconds(usage.system_time())
    };
    let read = |_| {
        let start = now();
        let options = ReadOptions::default().with_window("1s").unwrap();
        let options = options.with_expected_interval("1ms").unwrap();
        let mut builder = StoreBuilder::default().with_options(options);
        builder.begin(b"file", b"file");
        builder.feed(file.as_bytes()).unwrap();
        builder.end();
        assert!(!builder.finish().is_empty());
        now() - start
    };
    (0..3).map(read).fold(f64::INFINITY, f64::min)
}

#[cfg(target_os = "linux")]
#[test]
fn twice_the_file_takes_twice_the_time() {
    let kinds: [(&str, [String; 2]); 3] = [
        ("windows", [requests_in_windows(20), requests_in_windows(40)]),
        ("intervals", [intervals(20), intervals(40)]),
        ("corrections", [documents(60), documents(120)]),
    ];
    for (kind, [half, whole]) in kinds {
        let (once, twice) = (time(&half), time(&whole));
        assert!(twice < 2.6 * once + 0.02, "{kind}: {once} s, {twice} s");
        // Far more than this needs, and far less than it needed before.
        assert!(twice < 30.0, "{kind}: {twice} s");
    }
}

/// The address space is limited, as with `ulimit`.
#[cfg(target_os = "linux")]
#[test]
fn windows_need_no_more_memory_than_their_requests() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("windows");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a.csv"), requests_in_windows(8)).unwrap();
    let out = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 900000; exec \"$0\" -j 1 -q -window 1s -format csv a.csv"])
        .arg(env!("CARGO_BIN_EXE_benchlens"))
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
}
