//! The targets of `cargo bench`: crates whose benchmarks may have the same names.
//!
//! Takes lines such as `Running benches/parse.rs (target/release/deps/parse-0123456789abcdef)`; gives the name of the
//! target without the hash, which depends on the build. Targets of other packages may have the same name: they get a
//! number, in the order of the log.

use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct Targets {
    current: Vec<u8>,
    /// The hashes of the targets of each name.
    hashes: BTreeMap<Vec<u8>, Vec<Vec<u8>>>,
}

impl Targets {
    /// Returns the name of the current target, or an empty name before the first.
    pub(super) fn current(&self) -> &[u8] {
        &self.current
    }

    /// Reads a line; returns the target that begins with it.
    pub(super) fn read(&mut self, line: &[u8]) -> Option<&[u8]> {
        let (name, hash) = target(line)?;
        let hashes = self.hashes.entry(name.to_vec()).or_default();
        let number = hashes.iter().position(|own| own == hash).unwrap_or(hashes.len());
        if number == hashes.len() {
            hashes.push(hash.to_vec());
        }
        self.current = name.to_vec();
        if number != 0 {
            self.current.extend_from_slice(format!("#{}", number + 1).as_bytes());
        }
        Some(&self.current)
    }
}

/// Returns the name and the hash of the target that a line names.
fn target(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = line.trim_ascii().strip_prefix(b"Running ")?.trim_ascii();
    // Older versions of cargo write only the path.
    let path = match (rest.strip_suffix(b")"), memchr::memrchr(b'(', rest)) {
        (Some(rest), Some(at)) => &rest[at + 1..],
        _ => rest,
    };
    let start = path.iter().rposition(|b| matches!(b, b'/' | b'\\')).map_or(0, |at| at + 1);
    let file = path[start..].strip_suffix(b".exe").unwrap_or(&path[start..]);
    let dash = memchr::memrchr(b'-', file)?;
    let (name, hash) = (&file[..dash], &file[dash + 1..]);
    let is_hash = hash.len() == 16 && hash.iter().all(u8::is_ascii_hexdigit);
    (is_hash && !name.is_empty()).then_some((name, hash))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_have_names_without_hashes() {
        let mut targets = Targets::default();
        let mut check = |line: &str, want: Option<&str>| {
            let found = targets.read(line.as_bytes()).map(<[u8]>::to_vec);
            assert_eq!(found.as_deref(), want.map(str::as_bytes), "{line}");
        };
        let line = "     Running benches/parse.rs (target/release/deps/parse-0123456789abcdef)";
        check(line, Some("parse"));
        check(
            "     Running unittests src/lib.rs (target/release/deps/x_y-00112233445566aa)",
            Some("x_y"),
        );
        check(&line.replace("abcdef", "fedcba"), Some("parse#2"));
        check(line, Some("parse"));
        check("     Running target/release/deps/old-0123456789abcdef", Some("old"));
        check(r"     Running benches\p.rs (target\release\deps\p-0123456789abcdef.exe)", Some("p"));
        for other in ["Running late", "     Running `x`", "running 2 tests", "Running x (y-1)"] {
            check(other, None);
        }
    }
}
