//! Makes text from logs harmless for terminals and CI runners.
//!
//! Names in logs may contain any bytes. A terminal obeys control characters, and so does the log of a GitLab job, where
//! a section also begins with them. The runners of GitHub, Azure Pipelines and TeamCity obey lines that begin with `::`
//! and `##[`, `##vso[` or `##teamcity[` anywhere in a line. A line also begins after a lone carriage return, and for
//! some readers after other characters. This module makes all of them visible, for example as `\x1b`. Without a
//! terminal and a runner, the bytes are unchanged.

use std::io::{Result, Write};

/// The readers that obey sequences in the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Audience {
    /// Whether a terminal shows it, or a log that obeys the same sequences.
    pub(crate) terminal: bool,
    /// Whether a runner reads it.
    pub(crate) runner: bool,
    /// Whether the runner may read it later, such as a file that a step prints: no name may begin a line.
    pub(crate) lines: bool,
}

/// The color sequences in the library's output for terminals.
const STYLES: [&[u8]; 4] = [b"\x1b[32m", b"\x1b[1;31m", b"\x1b[33m", b"\x1b[0m"];

/// A writer that makes text harmless for its audience. It accepts pieces that end anywhere, also within a line.
pub(crate) struct Neutral<W> {
    out: W,
    audience: Audience,
    /// Whether the text itself may contain colors.
    coloured: bool,
    /// The beginning of an incomplete line.
    line: Vec<u8>,
}

impl<W: Write> Neutral<W> {
    pub(crate) fn new(out: W, audience: Audience, coloured: bool) -> Neutral<W> {
        Neutral { out, audience, coloured, line: Vec::new() }
    }
}

impl<W: Write> Write for Neutral<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        if self.audience == Audience::default() {
            return self.out.write(bytes);
        }
        let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        if end != 0 {
            self.line.extend_from_slice(&bytes[..end]);
            let text = neutral(&self.line, self.audience, self.coloured);
            self.line.clear();
            self.out.write_all(&text)?;
        }
        self.line.extend_from_slice(&bytes[end..]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        let rest = std::mem::take(&mut self.line);
        self.out.write_all(&neutral(&rest, self.audience, self.coloured))?;
        self.out.flush()
    }
}

/// Makes complete lines harmless for an audience.
pub(crate) fn neutral(text: &[u8], audience: Audience, coloured: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let mut line = line.to_vec();
        if audience.lines {
            line = without_breaks(&line);
        }
        if audience.runner {
            line = without_commands(&line);
        }
        if audience.terminal {
            line = without_controls(&line, coloured);
        }
        out.extend_from_slice(&line);
    }
    out
}

/// Makes a text fit in one line of a terminal.
pub(crate) fn in_one_line(text: &str) -> String {
    let line = without_controls(text.replace('\n', "\\x0a").as_bytes(), false);
    String::from_utf8_lossy(&line).into_owned()
}

/// Makes characters visible that begin a line for some readers: a lone carriage return for GitHub's runner.
fn without_breaks(line: &[u8]) -> Vec<u8> {
    let len = line.len() - if line.ends_with(b"\r\n") { 2 } else { 0 };
    let mut out = Vec::with_capacity(line.len());
    for chunk in line[..len].utf8_chunks() {
        for char in chunk.valid().chars() {
            match char {
                '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
                    out.extend_from_slice(visible(char).as_bytes());
                }
                _ => out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        out.extend_from_slice(chunk.invalid());
    }
    out.extend_from_slice(&line[len..]);
    out
}

/// Returns a character as an escape.
fn visible(char: char) -> String {
    let code = u32::from(char);
    if code < 0x100 { format!("\\x{code:02x}") } else { format!("\\u{{{code:x}}}") }
}

/// Changes a line so that the runner does not treat it as a command.
fn without_commands(line: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(line);
    let start = text.len() - text.trim_start().len();
    let is_valid = text.as_bytes() == line;
    // A line that is not UTF-8 has the same start, because the replacement character is not a blank.
    let start = if is_valid { start } else { line.len() - line.trim_ascii_start().len() };
    let mut out = Vec::with_capacity(line.len());
    let mut rest = line;
    if line[start..].starts_with(b"::") {
        out.extend_from_slice(&line[..start]);
        out.extend_from_slice(b"\\x3a");
        rest = &line[start + 1..];
    }
    while let Some(at) = rest.windows(2).position(|window| window == b"##") {
        let (before, after) = (&rest[..at], &rest[at + 2..]);
        let word = after.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        out.extend_from_slice(before);
        // Azure's and TeamCity's commands have a word before the bracket.
        out.extend_from_slice(if after.get(word) == Some(&b'[') { b"\\x23" } else { b"#" });
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
    out
}

/// Changes a line so that a terminal does not obey it.
fn without_controls(line: &[u8], coloured: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len());
    for chunk in line.utf8_chunks() {
        let mut text = chunk.valid();
        while let Some(char) = text.chars().next() {
            let style = STYLES.iter().find(|style| coloured && text.as_bytes().starts_with(style));
            let len = style.map_or(char.len_utf8(), |style| style.len());
            match char {
                _ if style.is_some() => out.extend_from_slice(&text.as_bytes()[..len]),
                '\n' | '\t' => out.push(char as u8),
                '\0'..='\u{9f}' if char.is_control() => {
                    out.extend_from_slice(visible(char).as_bytes());
                }
                // These characters begin a line, or change the direction of the text that follows.
                '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                    out.extend_from_slice(visible(char).as_bytes());
                }
                _ => out.extend_from_slice(&text.as_bytes()[..len]),
            }
            text = &text[len..];
        }
        for byte in chunk.invalid() {
            out.extend_from_slice(format!("\\x{byte:02x}").as_bytes());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_see_controls_and_do_not_act() {
        let check = |text: &[u8], coloured: bool, want: &str| {
            let got = without_controls(text, coloured);
            assert_eq!(String::from_utf8(got).unwrap(), want);
        };
        check(b"a\x1b]0;x\x07b\tc\r\n", false, "a\\x1b]0;x\\x07b\tc\\x0d\n");
        check("µs ± \u{9b}31m\u{202e}\u{7f}".as_bytes(), false, "µs ± \\x9b31m\\u{202e}\\x7f");
        check(b"\x9b31m\xff", false, "\\x9b31m\\xff");
        check(b"\x1b[32mx\x1b[0m\x1b[2J", true, "\x1b[32mx\x1b[0m\\x1b[2J");
        check(b"\x1b[32mx", false, "\\x1b[32mx");
    }

    #[test]
    fn a_name_in_a_line_does_not_leave_it() {
        assert_eq!(in_one_line("reading a\nb\x1b[2J\u{9b}1m"), "reading a\\x0ab\\x1b[2J\\x9b1m");
    }

    #[test]
    fn the_runner_sees_no_command() {
        let check = |text: &str, want: &str| {
            let got = without_commands(text.as_bytes());
            assert_eq!(String::from_utf8(got).unwrap(), want);
        };
        check("::error::x\n", "\\x3a:error::x\n");
        check(" \u{a0}::stop-commands::x", " \u{a0}\\x3a:stop-commands::x");
        check("a ::error::x", "a ::error::x");
        check("cpu: ##[stop]###[x]", "cpu: \\x23#[stop]#\\x23#[x]");
        check("## a ##vso[b]##c", "## a \\x23#vso[b]##c");
        let got = without_commands(b" ::\xff##[a]");
        assert_eq!(got, b" \\x3a:\xff\\x23#[a]");
    }

    #[test]
    fn no_name_begins_a_line() {
        let audience = Audience { lines: true, ..Audience::default() };
        let text = "a\r::b\u{b}::\u{c}::\u{85}::\u{2028}::\u{2029}::\r\r\n\r\n::é";
        let want = "a\\x0d::b\\x0b::\\x0c::\\x85::\\u{2028}::\\u{2029}::\\x0d\r\n\r\n::é";
        assert_eq!(neutral(text.as_bytes(), audience, false), want.as_bytes());
    }

    #[test]
    fn pieces_may_be_cut_anywhere() {
        let text = "::a ##[b]\x1b[2J é\u{9b}\nBenchmark::x\r\n".as_bytes();
        let audience = Audience { terminal: true, runner: true, lines: true };
        let whole = neutral(text, audience, false);
        for cut in 0..text.len() {
            let mut out = Vec::new();
            let mut writer = Neutral::new(&mut out, audience, false);
            writer.write_all(&text[..cut]).unwrap();
            writer.write_all(&text[cut..]).unwrap();
            writer.flush().unwrap();
            assert_eq!(out, whole);
        }
    }
}
