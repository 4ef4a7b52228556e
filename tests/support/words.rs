//! Splits a command line like a POSIX shell, as far as the cases need it: blanks, `'…'`, `"…"`, `\x` and `$'…'`.
//! Variables, globs and redirections are not supported: a line that needs them is rejected.

use std::ffi::OsString;

/// Returns the words of a line.
pub(crate) fn split(line: &[u8]) -> Result<Vec<OsString>, String> {
    let mut words = Vec::new();
    let mut rest = Splitter { bytes: line, at: 0 };
    while let Some(word) = rest.word()? {
        words.push(os_string(word));
    }
    Ok(words)
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

struct Splitter<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Splitter<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        byte
    }

    fn word(&mut self) -> Result<Option<Vec<u8>>, String> {
        while self.bytes.get(self.at).is_some_and(|b| b" \t".contains(b)) {
            self.at += 1;
        }
        if self.at >= self.bytes.len() {
            return Ok(None);
        }
        let mut word = Vec::new();
        while let Some(byte) = self.next() {
            match byte {
                b' ' | b'\t' => break,
                b'\'' => self.until_quote(&mut word)?,
                b'"' => self.double_quoted(&mut word)?,
                b'\\' => word.push(self.next().ok_or("a backslash at the end")?),
                b'$' if self.bytes.get(self.at) == Some(&b'\'') => {
                    self.at += 1;
                    self.escaped(&mut word)?;
                }
                b'$' | b'`' | b'|' | b'&' | b';' | b'<' | b'>' | b'(' | b')' | b'*' | b'?' => {
                    return Err(format!("unquoted {:?}", char::from(byte)));
                }
                _ => word.push(byte),
            }
        }
        Ok(Some(word))
    }

    fn until_quote(&mut self, word: &mut Vec<u8>) -> Result<(), String> {
        loop {
            match self.next().ok_or("no closing '")? {
                b'\'' => return Ok(()),
                byte => word.push(byte),
            }
        }
    }

    fn double_quoted(&mut self, word: &mut Vec<u8>) -> Result<(), String> {
        loop {
            match self.next().ok_or("no closing \"")? {
                b'"' => return Ok(()),
                b'\\' => match self.next().ok_or("no closing \"")? {
                    byte @ (b'"' | b'\\' | b'$' | b'`') => word.push(byte),
                    byte => word.extend([b'\\', byte]),
                },
                byte @ (b'$' | b'`') => {
                    return Err(format!("{:?} in double quotes", char::from(byte)));
                }
                byte => word.push(byte),
            }
        }
    }

    /// Parses the content of `$'…'`.
    fn escaped(&mut self, word: &mut Vec<u8>) -> Result<(), String> {
        loop {
            match self.next().ok_or("no closing '")? {
                b'\'' => return Ok(()),
                b'\\' => match self.next().ok_or("no closing '")? {
                    b't' => word.push(b'\t'),
                    b'n' => word.push(b'\n'),
                    b'r' => word.push(b'\r'),
                    b'x' => word.push(u8::try_from(self.hex(2)?).map_err(|e| e.to_string())?),
                    b'u' => {
                        let rune = char::from_u32(self.hex(4)?).ok_or("not a character")?;
                        word.extend(rune.to_string().bytes());
                    }
                    byte @ (b'\\' | b'\'' | b'"') => word.push(byte),
                    byte => return Err(format!("unknown escape {:?}", char::from(byte))),
                },
                byte => word.push(byte),
            }
        }
    }

    /// Parses a number with exactly this number of hexadecimal digits.
    fn hex(&mut self, digits: usize) -> Result<u32, String> {
        let mut value = 0;
        for _ in 0..digits {
            let digit = self.next().and_then(|b| char::from(b).to_digit(16));
            value = value * 16 + digit.ok_or("a hexadecimal digit is missing")?;
        }
        Ok(value)
    }
}

#[test]
fn splits_as_a_shell() {
    let line = br#"benchlens -row '".name" /k' "a\"b\c" $'t\tq\'\xff\u00e9' x'y'"z"\ w ''"#;
    let expected: [&[u8]; 7] =
        [b"benchlens", b"-row", br#"".name" /k"#, br#"a"b\c"#, b"t\tq'\xff\xc3\xa9", b"xyz w", b""];
    assert_eq!(split(line), Ok(expected.iter().map(|w| os_string(w.to_vec())).collect()));
    assert!(split(b"a | b").is_err() && split(b"'a").is_err() && split(b"\"$x\"").is_err());
}
