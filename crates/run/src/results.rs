//! How many results a run gives: several short ones instead of a long one, where the command allows it.
//!
//! Takes the words of a command; gives the same command with a placeholder for the number of results. Several results
//! show how much of the noise arises within a process, and a short disturbance spoils only one of them. Must not know
//! how the number is chosen.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

use crate::names::{find_flag, go_flag, is_go_test};
use crate::plan::RESULTS;

/// The time of a result of Go, so that five results take as long as the one result that Go measures by default.
const TIME_OF_RESULT: &str = "200ms";

/// Returns whether a command has the placeholder.
pub fn has_results(words: &[OsString]) -> bool {
    let place = format!("{{{RESULTS}}}");
    words
        .iter()
        .any(|word| word.as_bytes().windows(place.len()).any(|part| part == place.as_bytes()))
}

/// Returns a command that runs Go benchmarks with a placeholder for the number of results; `None` for any other
/// command, or if it sets the number itself. If it sets the time of a result, only an `explicit` number is added.
pub fn with_results(words: &[OsString], is_explicit: bool) -> Option<Vec<OsString>> {
    let is_go_test = is_go_test(words);
    let flags = |name: &'static str| {
        let names: [&str; 2] = match name {
            "bench" => ["bench", "test.bench"],
            "count" => ["count", "test.count"],
            "run" => ["run", "test.run"],
            _ => ["benchtime", "test.benchtime"],
        };
        find_flag(words, if is_go_test { &names } else { &names[1..] })
    };
    let (at, length) = match (flags("bench"), is_go_test) {
        (Some((at, length, _)), _) => (at, length),
        // `-each` adds the pattern.
        (None, true) => (2, 0),
        (None, false) => return None,
    };
    let has_time = flags("benchtime").is_some();
    if flags("count").is_some() || (has_time && !is_explicit) {
        return None;
    }
    let set = |name: &str, value: &str| OsString::from(go_flag(is_go_test, name) + value);
    let mut added = vec![set("count", &format!("{{{RESULTS}}}"))];
    if flags("run").is_none() {
        // The number also applies to tests, which would only take time.
        added.push(set("run", "^$"));
    }
    if !has_time {
        added.push(set("benchtime", TIME_OF_RESULT));
    }
    let end = at + length;
    Some([&words[..end], &added, &words[end..]].concat())
}

#[cfg(test)]
mod tests {
    use super::{has_results, with_results};
    use crate::words::split;
    use std::ffi::OsStr;

    #[test]
    fn go_commands_give_several_results() {
        let check = |command: &str, is_explicit: bool, want: Option<&str>| {
            let found = with_results(&split(OsStr::new(command)).unwrap(), is_explicit);
            let found = found.map(|words| words.join(OsStr::new(" ")).into_string().unwrap());
            assert_eq!(found.as_deref(), want, "{command}");
        };
        check(
            "./x.test -test.bench . -args -test.count 3",
            false,
            Some(
                "./x.test -test.bench . -test.count={results} -test.run=^$ -test.benchtime=200ms -args -test.count 3",
            ),
        );
        check(
            "go test -run X -bench=A ./...",
            false,
            Some("go test -run X -bench=A -count={results} -benchtime=200ms ./..."),
        );
        check("go test ./x", true, Some("go test -count={results} -run=^$ -benchtime=200ms ./x"));
        check("./x -test.bench . -test.count=3", true, None);
        check("./x -test.bench . -test.benchtime=9x", false, None);
        check(
            "./x -test.bench . -test.benchtime=9x",
            true,
            Some("./x -test.bench . -test.count={results} -test.run=^$ -test.benchtime=9x"),
        );
        check("./x --all", true, None);
        check("sh -c 'go test -bench .'", true, None);
        assert!(has_results(&["x".into(), "--count={results}".into()]));
        assert!(!has_results(&["x".into(), "{result}".into()]));
    }
}
