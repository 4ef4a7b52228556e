//! The targets of `cargo bench`: crates whose benchmarks may have the same names.
//!
//! Takes lines such as `Running benches/parse.rs (target/release/deps/parse-0123456789abcdef)`; gives the name of the
//! target without the hash, which depends on the build. Targets of several packages may have the same name, so the name
//! begins with the crate whose unit tests cargo ran before: `json::parse`. Cargo does not run them for every package;
//! then targets with the same name get a number, in the order of the log.

use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(super) struct Targets {
    current: Vec<u8>,
    /// The crate whose unit tests ran last.
    package: Vec<u8>,
    /// The targets of each file name with its hash: a log may contain several runs.
    known: BTreeMap<Vec<u8>, Vec<u8>>,
    /// How many targets have the same name.
    counts: BTreeMap<Vec<u8>, u32>,
}

impl Targets {
    /// Returns the name of the current target, or an empty name before the first.
    pub(super) fn current(&self) -> &[u8] {
        &self.current
    }

    /// Reads a line; returns the target that begins with it.
    pub(super) fn read(&mut self, line: &[u8]) -> Option<&[u8]> {
        let Line { file, name, is_package } = parse(line)?;
        if is_package {
            self.package = name.to_vec();
        }
        if !self.known.contains_key(file) {
            let mut target = match &self.package[..] {
                package if package.is_empty() || package == name => name.to_vec(),
                package => [package, b"::", name].concat(),
            };
            let count = self.counts.entry(target.clone()).or_default();
            *count += 1;
            if *count != 1 {
                target.extend_from_slice(format!("#{count}").as_bytes());
            }
            self.known.insert(file.to_vec(), target);
        }
        self.current.clone_from(&self.known[file]);
        Some(&self.current)
    }
}

/// A line that names a target.
struct Line<'a> {
    /// The name with the hash.
    file: &'a [u8],
    name: &'a [u8],
    /// Whether it is the library of a package, or its program.
    is_package: bool,
}

fn parse(line: &[u8]) -> Option<Line<'_>> {
    let rest = line.trim_ascii().strip_prefix(b"Running ")?.trim_ascii();
    // Older versions of cargo write only the path.
    let (source, path) = match (rest.strip_suffix(b")"), memchr::memrchr(b'(', rest)) {
        (Some(inner), Some(at)) => (&rest[..at], &inner[at + 1..]),
        _ => (&b""[..], rest),
    };
    let is_separator = |byte: &u8| matches!(byte, b'/' | b'\\');
    let start = path.iter().rposition(is_separator).map_or(0, |at| at + 1);
    let file = path[start..].strip_suffix(b".exe").unwrap_or(&path[start..]);
    let dash = memchr::memrchr(b'-', file)?;
    let (name, hash) = (&file[..dash], &file[dash + 1..]);
    let is_hash = hash.len() == 16 && hash.iter().all(u8::is_ascii_hexdigit);
    // Other programs of a package are in `src/bin`.
    let is_package =
        source.starts_with(b"unittests ") && source.split(is_separator).all(|part| part != b"bin");
    (is_hash && !name.is_empty()).then_some(Line { file, name, is_package })
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
        check(&line.replace("abcdef", "fedcba"), Some("x_y::parse"));
        check(&line.replace("abcdef", "012345"), Some("x_y::parse#2"));
        check(line, Some("parse"));
        check("     Running target/release/deps/old-0123456789abcdef", Some("x_y::old"));
        check(
            r"     Running benches\p.rs (target\release\deps\p-0123456789abcdef.exe)",
            Some("x_y::p"),
        );
        let program = "     Running unittests src/NAME.rs (target/release/deps/z-0123456789abcdef)";
        check(&program.replace("NAME", "bin/z"), Some("x_y::z"));
        check(&program.replace("NAME", "main").replace("z-0", "w-0"), Some("w"));
        check(&line.replace("abcdef", "543210"), Some("w::parse"));
        for other in ["Running late", "     Running `x`", "running 2 tests", "Running x (y-1)"] {
            check(other, None);
        }
    }
}
