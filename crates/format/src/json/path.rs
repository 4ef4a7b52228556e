//! Paths in a document.

use super::cursor::Cursor;

/// A step from a value to a member or an element.
#[derive(Debug, Clone, PartialEq)]
enum Step {
    Key(Vec<u8>),
    Index(usize),
}

/// The path from the document to a value.
#[derive(Debug, Default)]
pub(crate) struct Path {
    steps: Vec<Step>,
}

impl Path {
    /// Returns whether this is the path: a key for each step, `*` for an element of an array or any key.
    pub(crate) fn is(&self, pattern: &[&str]) -> bool {
        let matches = |(step, wanted): (&Step, &&str)| match step {
            Step::Key(key) => *wanted == "*" || key == wanted.as_bytes(),
            Step::Index(_) => *wanted == "*",
        };
        self.steps.len() == pattern.len() && self.steps.iter().zip(pattern).all(matches)
    }

    /// Returns the key at a step, from 0; empty if the step is not a key.
    pub(crate) fn key(&self, step: usize) -> &[u8] {
        match self.steps.get(step) {
            Some(Step::Key(key)) => key,
            _ => b"",
        }
    }

    /// Returns the number of steps.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    pub(super) fn enter_key(&mut self, key: &[u8]) {
        self.steps.push(Step::Key(key.to_vec()));
    }

    pub(super) fn enter_index(&mut self, index: usize) {
        self.steps.push(Step::Index(index));
    }

    pub(super) fn leave(&mut self) {
        self.steps.pop();
    }

    /// Returns the path in the form of messages: `$.benchmarks[3]`.
    pub(super) fn text(&self) -> String {
        let mut text = String::from("$");
        self.steps.iter().for_each(|step| push(&mut text, step));
        text
    }

    /// Returns the path extended to a byte of the value there.
    pub(super) fn text_to(&self, value: &[u8], byte: usize) -> String {
        let mut text = self.text();
        way_to(&value[..byte.min(value.len())]).iter().for_each(|step| push(&mut text, step));
        text
    }
}

fn push(text: &mut String, step: &Step) {
    match step {
        Step::Index(index) => *text += &format!("[{index}]"),
        Step::Key(key) if !key.is_empty() && key.iter().all(|b| is_plain(*b)) => {
            *text += ".";
            *text += &String::from_utf8_lossy(key);
        }
        Step::Key(key) => *text += &format!("[{:?}]", String::from_utf8_lossy(key)),
    }
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Returns the steps that lead to the end of a text that breaks off in a value.
fn way_to(text: &[u8]) -> Vec<Step> {
    let mut way = Vec::new();
    // Open objects and arrays, each with its last step.
    let mut open: Vec<(bool, Option<Step>)> = Vec::new();
    let mut cursor = Cursor::new(text);
    let mut after_colon = false;
    while let Ok(byte) = cursor.peek() {
        match byte {
            b'{' | b'[' => {
                open.push((byte == b'[', (byte == b'[').then_some(Step::Index(0))));
                cursor.pass();
            }
            b'}' | b']' => {
                open.pop();
                cursor.pass();
            }
            b',' => {
                cursor.pass();
                match open.last_mut() {
                    Some((_, Some(Step::Index(index)))) => *index += 1,
                    Some((_, step)) => *step = None,
                    None => {}
                }
            }
            b':' => cursor.pass(),
            b'"' => match cursor.string() {
                Ok(key) => {
                    if let Some((false, step)) = open.last_mut()
                        && !after_colon
                    {
                        *step = Some(Step::Key(key.text().into_owned()));
                    }
                }
                Err(_) => break,
            },
            _ => {
                if cursor.skip().is_err() {
                    break;
                }
            }
        }
        after_colon = byte == b':';
    }
    way.extend(open.into_iter().filter_map(|(_, step)| step));
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_byte_is_told() {
        let value = br#"{"a": [1, {"b c": "x"}], "d": {"e": [[1, 2], [3, "y"]]}}"#;
        let check = |part: &str, want: &str| {
            let at = memchr::memmem::find(value, part.as_bytes()).unwrap();
            let mut path = Path::default();
            path.enter_key(b"benchmarks");
            path.enter_index(7);
            assert_eq!(path.text_to(value, at), format!("$.benchmarks[7]{want}"), "{part}");
        };
        check("1, {", ".a[0]");
        check("\"x\"", r#".a[1]["b c"]"#);
        check("\"y\"", ".d.e[1][1]");
        check("{\"e\"", ".d");
        check("{\"a\"", "");
    }
}
