//! The stamp before each line of a runner's log: a time, a name, or both.
//!
//! Takes a line; gives the text after the stamp. Must not know which logs have stamps.

/// The kinds of stamps that runners write before each line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stamp {
    /// `job TAB step TAB 2026-01-31T12:00:00.1234567Z `: the output of `gh run view --log`.
    Job,
    /// `2026-01-31T12:00:00.123456Z 01O `: GitLab with FF_TIMESTAMPS. A `+` instead of the last space means that the
    /// line continues the previous line.
    Stream,
    /// `2026-01-31T12:00:00.1234567Z `, optionally in brackets: GitHub, Azure Pipelines, Jenkins, docker logs -t.
    Date,
    /// `12:00:00 `, optionally in brackets: Jenkins, `ts -s`.
    Clock,
    /// `Jan 31 12:00:00 `: `ts`.
    Month,
    /// `Jan 31 12:00:00 host bench[123]: `: journalctl.
    Journal,
    /// `[12:00:00]W:\t `: TeamCity.
    Build,
    /// `bench-1  | `: docker compose.
    Service,
    /// `#12 3.456 `: BuildKit.
    Layer,
    /// `Step #1 - "bench": `: Cloud Build.
    Step,
    /// `[make] `, `[bench:12] `, `[pod/bench-x/bench] `: Ant, Drone, kubectl logs --prefix and others.
    Label,
}

/// A line without its stamp.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cut<'a> {
    pub(super) rest: &'a [u8],
    /// Whether it continues the previous line.
    pub(super) continues: bool,
}

impl Stamp {
    /// All stamps; more specific stamps come before more general ones.
    pub(super) const ALL: [Stamp; 11] = [
        Stamp::Job,
        Stamp::Stream,
        Stamp::Journal,
        Stamp::Build,
        Stamp::Date,
        Stamp::Clock,
        Stamp::Month,
        Stamp::Service,
        Stamp::Layer,
        Stamp::Step,
        Stamp::Label,
    ];

    /// Returns whether the stamp is a time. Without a time, other text may look the same.
    pub(super) fn is_time(self) -> bool {
        !matches!(self, Stamp::Service | Stamp::Layer | Stamp::Step | Stamp::Label)
    }

    /// Cuts a line after its stamp; returns `None` if the line has no such stamp.
    pub(super) fn cut(self, line: &[u8]) -> Option<Cut<'_>> {
        let whole = |rest| Cut { rest, continues: false };
        match self {
            Stamp::Job => after_job(line).and_then(after_dated).map(whole),
            Stamp::Stream => {
                let rest = after_date(line)?.strip_prefix(b" ")?;
                let ([high, low, b'O' | b'E', flag @ (b' ' | b'+')], rest) =
                    rest.split_first_chunk()?
                else {
                    return None;
                };
                let is_hex = high.is_ascii_hexdigit() && low.is_ascii_hexdigit();
                is_hex.then_some(Cut { rest, continues: *flag == b'+' })
            }
            Stamp::Date => after_dated(line).map(whole),
            Stamp::Clock => {
                let rest = after_spaced(line, after_clock)?;
                // Jenkins writes two.
                Some(whole(rest.strip_prefix(b" ").unwrap_or(rest)))
            }
            Stamp::Month => after_spaced(line, after_month).map(whole),
            Stamp::Journal => after_journal(line).map(whole),
            Stamp::Build => {
                let rest = after_clock(line.strip_prefix(b"[")?)?.strip_prefix(b"]")?;
                let (_, rest) = rest.split_at_checked(1)?;
                Some(whole(rest.strip_prefix(b":")?.trim_ascii_start()))
            }
            Stamp::Service => {
                let end = line.iter().position(|b| !is_of_name(b)).filter(|&end| 0 < end)?;
                let rest = line[end..].strip_prefix(b" ")?.trim_ascii_start();
                spaced(rest.strip_prefix(b"|")?).map(whole)
            }
            Stamp::Layer => {
                let (digits, rest) = split_digits(line.strip_prefix(b"#")?);
                let (seconds, rest) = split_digits(rest.strip_prefix(b" ")?);
                let (fraction, rest) = split_digits(rest.strip_prefix(b".")?);
                let all = [digits, seconds, fraction];
                all.iter().all(|part| !part.is_empty()).then(|| spaced(rest))?.map(whole)
            }
            Stamp::Step => {
                let (digits, rest) = split_digits(line.strip_prefix(b"Step #")?);
                let rest = match rest.strip_prefix(b" - \"") {
                    Some(name) => &name[memchr::memchr(b'"', name)? + 1..],
                    None => rest,
                };
                (!digits.is_empty()).then(|| spaced(rest.strip_prefix(b":")?))?.map(whole)
            }
            Stamp::Label => {
                let label = line.trim_ascii_start().strip_prefix(b"[")?;
                let end = memchr::memchr(b']', label)?;
                let in_label = |b: &u8| is_of_name(b) || b"/:@ ".contains(b);
                let is_label =
                    label.first()?.is_ascii_alphabetic() && label[..end].iter().all(in_label);
                is_label.then(|| spaced(&label[end + 1..]))?.map(whole)
            }
        }
    }
}

fn is_of_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-.".contains(byte)
}

fn split_digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().position(|b| !b.is_ascii_digit()).unwrap_or(text.len()))
}

/// Returns the text after the space that follows a stamp; an empty line may lack the space.
fn spaced(rest: &[u8]) -> Option<&[u8]> {
    match rest {
        [b' ', rest @ ..] => Some(rest),
        [] | [b'\r'] => Some(rest),
        _ => None,
    }
}

/// Returns the text after a time, a host and a program with its number.
fn after_journal(line: &[u8]) -> Option<&[u8]> {
    let rest = after_month(line).or_else(|| after_date(line))?.strip_prefix(b" ")?;
    let (host, rest) = rest.split_at(memchr::memchr(b' ', rest)?);
    let (program, rest) = rest[1..].split_at(memchr::memchr(b':', &rest[1..])?);
    let is_program = program.ends_with(b"]") && program.contains(&b'[') && !program.contains(&b' ');
    (!host.is_empty() && is_program).then(|| spaced(&rest[1..]))?
}

/// Returns the text after two names and their tabs.
fn after_job(line: &[u8]) -> Option<&[u8]> {
    let name = |text| {
        let end = memchr::memchr(b'\t', text)?;
        (end != 0).then(|| &text[end + 1..])
    };
    name(line).and_then(name)
}

/// Returns the text after a date with a time and a space. A byte-order mark may precede the date, because each file in
/// the log has one.
fn after_dated(line: &[u8]) -> Option<&[u8]> {
    after_spaced(line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line), after_date)
}

/// Returns the text after a stamp, optionally in brackets, and its space, which an empty line may lack.
fn after_spaced(line: &[u8], after: impl Fn(&[u8]) -> Option<&[u8]>) -> Option<&[u8]> {
    let rest = match line.strip_prefix(b"[") {
        Some(inner) => after(inner)?.strip_prefix(b"]")?,
        None => after(line)?,
    };
    spaced(rest)
}

/// Returns the text after `2026-01-31T12:00:00.123Z`, with any fraction and any zone or no zone.
fn after_date(text: &[u8]) -> Option<&[u8]> {
    let rest = after_pattern(text, b"dddd-dd-dd")?;
    let rest = rest.strip_prefix(b"T").or(rest.strip_prefix(b" "))?;
    let rest = after_clock(rest)?;
    Some(match rest {
        [b'Z', rest @ ..] => rest,
        [b'+' | b'-', zone @ ..] => {
            after_pattern(zone, b"dd:dd").or(after_pattern(zone, b"dddd")).unwrap_or(rest)
        }
        _ => rest,
    })
}

/// Returns the text after `12:00:00`, with any fraction.
fn after_clock(text: &[u8]) -> Option<&[u8]> {
    let rest = after_pattern(text, b"dd:dd:dd")?;
    let [b'.' | b',', fraction @ ..] = rest else { return Some(rest) };
    let end = fraction.iter().position(|b| !b.is_ascii_digit()).unwrap_or(fraction.len());
    Some(if end == 0 { rest } else { &fraction[end..] })
}

/// Returns the text after `Jan 31 12:00:00`.
fn after_month(text: &[u8]) -> Option<&[u8]> {
    const MONTHS: [&[u8; 3]; 12] = [
        b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov",
        b"Dec",
    ];
    let (month, rest) = text.split_first_chunk::<3>()?;
    let rest = after_pattern(rest, b" dd ").or(after_pattern(rest, b"  d "))?;
    MONTHS.contains(&month).then(|| after_clock(rest)).flatten()
}

/// Returns the text after a pattern in which each `d` is a digit.
fn after_pattern<'a>(text: &'a [u8], pattern: &[u8]) -> Option<&'a [u8]> {
    let (start, rest) = text.split_at_checked(pattern.len())?;
    let fits =
        |(byte, want): (&u8, &u8)| if *want == b'd' { byte.is_ascii_digit() } else { byte == want };
    start.iter().zip(pattern).all(fits).then_some(rest)
}

/// Returns a line without its stamps, or `None` if it has no stamp.
pub(crate) fn without_stamps(line: &[u8]) -> Option<&[u8]> {
    let cut = |line| Stamp::ALL.into_iter().find_map(|stamp| Some(stamp.cut(line)?.rest));
    let rest = cut(line)?;
    Some(cut(rest).unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first stamp of a line, and the text after it.
    fn first(line: &str) -> Option<(Stamp, &str)> {
        Stamp::ALL.into_iter().find_map(|stamp| {
            let Cut { rest, continues } = stamp.cut(line.as_bytes())?;
            assert!(!continues, "{line:?}");
            Some((stamp, std::str::from_utf8(rest).unwrap()))
        })
    }

    #[test]
    fn stamps_are_cut_off() {
        for (before, stamp) in [
            ("2026-01-31T12:00:00.1234567Z ", Stamp::Date),
            ("\u{feff}2026-01-31T12:00:00.1234567Z ", Stamp::Date),
            ("2026-01-31T12:00:00Z ", Stamp::Date),
            ("2026-01-31 12:00:00,123 ", Stamp::Date),
            ("2026-01-31T12:00:00+01:00 ", Stamp::Date),
            ("2026-01-31T12:00:00.5-0230 ", Stamp::Date),
            ("[2026-01-31T12:00:00.123Z] ", Stamp::Date),
            ("2026-01-31T12:00:00.123456Z 00O ", Stamp::Stream),
            ("2026-01-31T12:00:00.123456Z 1fE ", Stamp::Stream),
            ("bench\tRun go test\t2026-01-31T12:00:00.1234567Z ", Stamp::Job),
            ("bench (a, b)\tUNKNOWN STEP\t\u{feff}2026-01-31T12:00:00.1234567Z ", Stamp::Job),
            ("12:00:00 ", Stamp::Clock),
            ("12:00:00  ", Stamp::Clock),
            ("[12:00:00] ", Stamp::Clock),
            ("12:00:00.5 ", Stamp::Clock),
            ("Jan 31 12:00:00 ", Stamp::Month),
            ("Dec  1 12:00:00 ", Stamp::Month),
            ("Jan 31 12:00:00 host go[12]: ", Stamp::Journal),
            ("2026-01-31T12:00:00+0100 host go[12]: ", Stamp::Journal),
            ("bench-1  | ", Stamp::Service),
            ("#12 3.456 ", Stamp::Layer),
            ("Step #1: ", Stamp::Step),
            ("Step #1 - \"bench\": ", Stamp::Step),
            ("[make] ", Stamp::Label),
            ("     [exec] ", Stamp::Label),
            ("[bench:12] ", Stamp::Label),
            ("[pod/bench-x/bench] ", Stamp::Label),
        ] {
            for text in ["BenchmarkA 1 2 x", "\tx", ""] {
                assert_eq!(first(&[before, text].concat()), Some((stamp, text)), "{before:?}");
            }
            // Editors remove the space.
            let empty = before.trim_end_matches(' ');
            if stamp != Stamp::Stream {
                assert_eq!(first(empty), Some((stamp, "")), "{before:?}");
                assert_eq!(first(&[empty, "\r"].concat()), Some((stamp, "\r")), "{before:?}");
            }
        }
        assert_eq!(first("[12:00:00]W:\t [Step 1/1] x"), Some((Stamp::Build, "[Step 1/1] x")));
        assert_eq!(first("[12:00:00] :\t [Step 1/1] x"), Some((Stamp::Build, "[Step 1/1] x")));
        let cut = Stamp::Stream.cut(b"2026-01-31T12:00:00.123456Z 01O+ 5 x");
        assert_eq!(cut, Some(Cut { rest: b" 5 x", continues: true }));
    }

    #[test]
    fn other_lines_have_none() {
        for line in [
            "",
            "BenchmarkA 1 2 x",
            "2026-01-31",
            "2026-01-31T12:00:00ZBenchmarkA",
            "2026-01-31T12:00:00Z\tINFO",
            "2026/01/31 12:00:00 x",
            "[2026-01-31T12:00:00Z x",
            "a\t2026-01-31T12:00:00Z x",
            "\t\t2026-01-31T12:00:00Z x",
            "12:00 x",
            "1:00:00 x",
            "Foo 31 12:00:00 x",
            "Jan 1 12:00:00 x",
            "January 31",
            "é",
            "a| x",
            "a b | x",
            "# 1.5 x",
            "#1 DONE 1.5s",
            "Step #1 - \"a x",
            "[\"a\"] ",
            "[1] ",
            "[a, b] ",
            "[]",
            "[",
        ] {
            assert_eq!(first(line), None, "{line:?}");
        }
    }
}
