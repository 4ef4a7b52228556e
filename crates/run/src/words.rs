//! Commands as words.
//!
//! Takes a command that the user typed as one argument; gives the words into which a POSIX shell would split it,
//! without any expansion, and joins words again. Must not know the meaning of a command.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Why a command cannot be split into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordsError {
    /// A quote is open, or the command ends with a backslash.
    Open,
    /// The command is empty.
    Empty,
}

impl fmt::Display for WordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WordsError::Open => "a quote is not closed",
            WordsError::Empty => "the command is empty",
        })
    }
}

/// Splits a command into words at spaces, with quotes and backslashes as in a shell.
///
/// # Errors
///
/// Returns an error if the command cannot be split.
pub fn split(command: &OsStr) -> Result<Vec<OsString>, WordsError> {
    let mut words = shlex::bytes::Shlex::new(command.as_bytes());
    let split: Vec<_> = words.by_ref().map(OsString::from_vec).collect();
    if words.had_error {
        return Err(WordsError::Open);
    }
    if split.is_empty() { Err(WordsError::Empty) } else { Ok(split) }
}

/// Joins words into one line that a shell splits into the same words; bytes that are not valid text are replaced.
pub fn join<'w>(words: impl IntoIterator<Item = &'w OsStr>) -> String {
    let quoted = words.into_iter().map(|word| {
        let word = word.to_string_lossy();
        let shown: String = word.chars().map(|c| if c == '\0' { '?' } else { c }).collect();
        shlex::try_quote(&shown).map_or_else(|_| shown.clone(), std::borrow::Cow::into_owned)
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// Returns the system's error message as a part of a sentence.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

/// Replaces each `{name}` in a text by its value. Names without a value are unchanged.
pub(crate) fn fill(text: &OsStr, values: &[(&str, &OsStr)]) -> OsString {
    let (mut filled, mut rest) = (Vec::new(), text.as_bytes());
    while let Some(&first) = rest.first() {
        let found = values.iter().find_map(|(name, value)| {
            let behind = rest.strip_prefix(b"{")?.strip_prefix(name.as_bytes())?;
            Some((behind.strip_prefix(b"}")?, value))
        });
        match found {
            Some((behind, value)) => {
                filled.extend_from_slice(value.as_bytes());
                rest = behind;
            }
            None => {
                filled.push(first);
                rest = &rest[1..];
            }
        }
    }
    OsString::from_vec(filled)
}

#[cfg(test)]
mod tests {
    use super::{WordsError, fill, join, split};
    use std::ffi::{OsStr, OsString};

    fn words(command: &str) -> Result<Vec<String>, WordsError> {
        let words = split(OsStr::new(command))?;
        Ok(words.into_iter().map(|word| word.into_string().unwrap()).collect())
    }

    #[test]
    fn a_command_is_split_as_a_shell_would() {
        let check = |command: &str, want: &[&str]| {
            assert_eq!(words(command).unwrap(), want, "{command:?}");
            let split: Vec<OsString> = want.iter().map(OsString::from).collect();
            let joined = join(split.iter().map(|word| &**word));
            assert_eq!(words(&joined).unwrap(), want, "{joined:?}");
        };
        check("go test -run ^$ -bench .", &["go", "test", "-run", "^$", "-bench", "."]);
        check(" ./a 'two words'  \"three $x\" ", &["./a", "two words", "three $x"]);
        check(r"a\ b 'it'\''s'", &["a b", "it's"]);
        check("a ''", &["a", ""]);
        check("a=b *", &["a=b", "*"]);
        assert_eq!(words("a 'b"), Err(WordsError::Open));
        assert_eq!(words("a \\"), Err(WordsError::Open));
        assert_eq!(words("  "), Err(WordsError::Empty));
        assert_eq!(words(""), Err(WordsError::Empty));
    }

    #[test]
    fn names_in_braces_take_their_values() {
        let values = [("", OsStr::new("Encode")), ("size", OsStr::new("{}"))];
        let filled = |text: &str| fill(OsStr::new(text), &values).into_string().unwrap();
        assert_eq!(filled("^{}$"), "^Encode$");
        assert_eq!(filled("{size}{size}{"), "{}{}{");
        assert_eq!(filled("{other} {siz}"), "{other} {siz}");
    }
}
