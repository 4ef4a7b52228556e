//! Processes that measure one benchmark with a fixed number of iterations: their CPU time is that of the benchmark.
//!
//! Takes the words of a command; says whether they fix the number of iterations. Must not know other flags.

use std::ffi::OsString;

/// All results of a process that measured one benchmark.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// The name as the process printed it, with `Benchmark`.
    pub name: String,
    /// The iterations of all results.
    pub iterations: f64,
}

/// Returns whether a command has a word such as `-test.benchtime=100x`, also within a command for a shell. The flag of
/// `go test` does not count, because this command also compiles.
pub(crate) fn has_fixed_count(words: &[OsString]) -> bool {
    let all: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let words = all.iter().flat_map(|word| word.split([' ', '=', '\'', '"']));
    let mut words = words.filter(|word| !word.is_empty());
    let is_count = |value: &str| {
        let digits = value.strip_suffix('x').unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut is_fixed = false;
    // Go uses the last one.
    while let Some(word) = words.next() {
        if word.trim_start_matches('-') == "test.benchtime" {
            is_fixed = word.starts_with('-') && words.next().is_some_and(is_count);
        }
    }
    is_fixed
}

#[cfg(test)]
mod tests {
    use super::has_fixed_count;

    #[test]
    fn counts_are_fixed_by_go_flags() {
        let is_fixed = |words: &[&str]| {
            has_fixed_count(&words.iter().map(Into::into).collect::<Vec<std::ffi::OsString>>())
        };
        assert!(is_fixed(&["./a.test", "-test.benchtime=100x"]));
        assert!(is_fixed(&["./a.test", "--test.benchtime", "5x"]));
        assert!(is_fixed(&["sh", "-c", "./a.test -test.benchtime='100x'"]));
        for value in ["=1s", "=x", ""] {
            assert!(!is_fixed(&["a", &format!("-test.benchtime{value}")]), "{value}");
        }
        assert!(is_fixed(&["a", "-test.benchtime=1s", "-test.benchtime=9x"]));
        assert!(!is_fixed(&["a", "-test.benchtime=9x", "-test.benchtime=1s"]));
        assert!(!is_fixed(&["go", "test", "-benchtime=100x"]));
        assert!(!is_fixed(&["test.benchtime", "100x"]));
    }
}
