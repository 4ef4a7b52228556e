//! How much worse a value may become: `+5% +20ns n>=6 proven`.
//!
//! ```text
//! terms    = term { term }
//! term     = word | share | amount | "n>=" count
//! share    = ["+"] number "%"
//! amount   = ["+"] number [prefix] ["s" | "sec" | "B"]
//! ```

use super::words::{self, Term};
use crate::base::{Span, parse_float};
use crate::project::{ParseError, nearest};
use crate::unit::{Class, class, is_time};

/// How much worse a center may become. If there is a fraction and an amount, the change must exceed both.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Limit {
    /// A fraction of the baseline: 0.05 is 5%. If this and the amount are `None`, any significant change for the worse
    /// fails.
    pub(crate) share: Option<f64>,
    /// An amount in the tidied unit.
    pub(crate) amount: Option<Amount>,
}

/// A number with its quantity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Amount {
    pub(crate) value: f64,
    /// The quantity that it counts, if the text names one.
    pub(crate) of: Option<Quantity>,
}

/// A quantity that an amount counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantity {
    Time,
    Bytes,
}

impl Quantity {
    /// Returns the quantity of a unit, if an amount must name it.
    pub(crate) fn of_unit(unit: &[u8]) -> Option<Quantity> {
        match class(unit) {
            _ if is_time(unit) => Some(Quantity::Time),
            Class::Binary => Some(Quantity::Bytes),
            Class::Decimal | Class::Plain => None,
        }
    }
}

impl Limit {
    /// Returns whether any worsening fails.
    pub(crate) fn is_any(&self) -> bool {
        self.share.is_none() && self.amount.is_none()
    }

    /// Returns how much worse than this baseline a value may be, in the unit. `None` for `any`.
    pub(crate) fn allowed(&self, base: f64) -> Option<f64> {
        let share = self.share.map(|share| share * base.abs());
        let amount = self.amount.map(|amount| amount.value);
        // The change must exceed both, so the greater one counts.
        [share, amount].into_iter().flatten().reduce(f64::max)
    }
}

/// The terms after the colon of a rule.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Terms {
    pub(super) limit: Limit,
    pub(super) runs: Option<u32>,
    pub(super) words: words::Terms,
}

impl Terms {
    /// Reads a text; spans are positions in it.
    pub(super) fn parse(text: &str) -> Result<Terms, ParseError> {
        let (terms, any) = Terms::some(text)?;
        let words = terms.words;
        match (any, terms.limit.is_any()) {
            (Some(span), false) => {
                Err(ParseError { span, message: "any cannot be combined with a number".into() })
            }
            (None, true) if !words.has(Term::Proven) && !words.has(Term::Warn) => {
                let message = "expected a limit such as +5%, +20ns or any".into();
                let start = text.trim_end().len();
                Err(ParseError { span: Span { start, end: text.len() }, message })
            }
            _ => Ok(terms),
        }
    }

    /// Reads terms without a limit.
    pub(super) fn parse_defaults(text: &str) -> Result<Terms, ParseError> {
        let (terms, any) = Terms::some(text)?;
        if any.is_none() && terms.limit.is_any() {
            return Ok(terms);
        }
        let span = any.unwrap_or(Span { start: 0, end: text.len() });
        Err(ParseError { span, message: "a limit belongs in a rule".into() })
    }

    /// Reads any terms. Also returns the position of `any`.
    fn some(text: &str) -> Result<(Terms, Option<Span>), ParseError> {
        let mut terms = Terms::default();
        let mut any = None;
        for word in words(text) {
            let (span, word) = (word, &text[word.start..word.end]);
            let trouble = |message: String| Err(ParseError { span, message: message.into() });
            if let Some(term) = Term::from_name(word) {
                terms.words.add(term);
                any = any.or((term == Term::Any).then_some(span));
                continue;
            }
            match word {
                _ if word.starts_with("n>=") => match word[3..].parse() {
                    Ok(runs) if 0 < runs => terms.runs = Some(runs),
                    _ => return trouble("expected a number of runs after n>=".into()),
                },
                _ => match (number(word), &mut terms.limit) {
                    (Ok(Number::Share(new)), Limit { share: share @ None, .. }) => {
                        *share = Some(new);
                    }
                    (Ok(Number::Amount(new)), Limit { amount: amount @ None, .. }) => {
                        *amount = Some(new);
                    }
                    (Ok(Number::Share(_)), _) => {
                        return trouble("a second percentage: expected one".into());
                    }
                    (Ok(Number::Amount(_)), _) => {
                        return trouble("a second amount: expected one".into());
                    }
                    (Err(message), _) => return trouble(message),
                },
            }
        }
        Ok((terms, any))
    }

    /// Reads a text that must be a single percentage.
    pub(super) fn share_alone(text: &str) -> Result<Limit, ParseError> {
        let terms = Terms::parse(text)?;
        let limit = terms.limit;
        let is_limit = terms == Terms { limit, ..Terms::default() };
        if is_limit && limit.share.is_some() && limit.amount.is_none() {
            return Ok(limit);
        }
        let span = Span { start: 0, end: text.len() };
        Err(ParseError { span, message: "expected a percentage such as 3.2%".into() })
    }
}

/// Returns the positions of the words of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = Span> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let start = at + (rest.len() - rest.trim_start().len());
        let rest = &text[start..];
        let end = start + rest.find(char::is_whitespace).unwrap_or(rest.len());
        at = end;
        (start < end).then_some(Span { start, end })
    })
}

enum Number {
    Share(f64),
    Amount(Amount),
}

fn number(word: &str) -> Result<Number, String> {
    let bare = word.strip_prefix('+').unwrap_or(word);
    if bare.starts_with(['-', '−']) {
        return Err("a limit says how much worse something may become, in either direction: \
                    write +5%"
            .into());
    }
    let length = bare.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(bare.len());
    // Accept 1e3 and 1e-3, but not 1e or 1eggs.
    let exponent = bare[length..].strip_prefix(['e', 'E']).map_or(0, |exponent| {
        let sign = usize::from(exponent.starts_with(['+', '-']));
        let digits = exponent[sign..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 { 0 } else { 1 + sign + digits }
    });
    let (digits, rest) = bare.split_at(if length == 0 { 0 } else { length + exponent });
    if digits.is_empty() {
        return Err(match rest {
            "" | "%" => "expected a number".into(),
            _ => unknown(word),
        });
    }
    let value = parse_float(digits.as_bytes()).ok().filter(|value| value.is_finite());
    let Some(value) = value else { return Err(format!("not a number: {digits}")) };
    if rest == "%" {
        return Ok(Number::Share(value / 100.0));
    }
    let (prefix, of) = match rest {
        _ if rest.ends_with('B') => (&rest[..rest.len() - 1], Some(Quantity::Bytes)),
        _ if rest.ends_with("sec") => (&rest[..rest.len() - 3], Some(Quantity::Time)),
        _ if rest.ends_with('s') => (&rest[..rest.len() - 1], Some(Quantity::Time)),
        _ => (rest, None),
    };
    let factor = PREFIXES.iter().find(|(name, _)| *name == prefix);
    let factor = factor.ok_or_else(|| format!("unknown unit {rest}: write 5%, 20ns, 16B or 3"))?.1;
    Ok(Number::Amount(Amount { value: value * factor, of }))
}

/// Prefixes as the tables print them, and the letters that people type for µ.
const PREFIXES: [(&str, f64); 14] = [
    ("", 1.0),
    ("n", 1e-9),
    ("µ", 1e-6),
    ("μ", 1e-6),
    ("u", 1e-6),
    ("m", 1e-3),
    ("k", 1e3),
    ("M", 1e6),
    ("G", 1e9),
    ("T", 1e12),
    ("Ki", 1024.0),
    ("Mi", 1024.0 * 1024.0),
    ("Gi", 1024.0 * 1024.0 * 1024.0),
    ("Ti", 1024.0 * 1024.0 * 1024.0 * 1024.0),
];

fn unknown(word: &str) -> String {
    let known = Term::ALL.into_iter().map(|term| term.name().as_bytes());
    match nearest(word.as_bytes(), known).map(String::from_utf8_lossy) {
        Some(near) => format!("expected a limit such as +5%; did you mean {near}?"),
        None => "expected a limit such as +5%, +20ns or any".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Terms {
        Terms::parse(text).unwrap_or_else(|trouble| panic!("{text}: {}", trouble.message))
    }

    #[test]
    fn limits_are_read() {
        let amount = |value, of| Some(Amount { value, of });
        let check = |text: &str, share: Option<f64>, amount| {
            assert_eq!(parse(text).limit, Limit { share, amount }, "{text}");
        };
        check("any", None, None);
        check("+5%", Some(0.05), None);
        check("5% +20ns", Some(0.05), amount(20.0 * 1e-9, Some(Quantity::Time)));
        check("+1.5KiB", None, amount(1536.0, Some(Quantity::Bytes)));
        check("+16B", None, amount(16.0, Some(Quantity::Bytes)));
        check("2", None, amount(2.0, None));
        check("+1e3", None, amount(1000.0, None));
        check("+1e-2%", Some(0.01 / 100.0), None);
        check("+3µs", None, amount(3.0 * 1e-6, Some(Quantity::Time)));
        check("+2sec", None, amount(2.0, Some(Quantity::Time)));
        check("+2msec", None, amount(2.0 * 1e-3, Some(Quantity::Time)));
        check("+0%", Some(0.0), None);
        let all = parse("any n>=6 proven median-only warn optional any-order");
        assert_eq!(all.runs, Some(6));
        assert!(Term::ALL.into_iter().all(|term| all.words.has(term)));
    }

    #[test]
    fn what_is_no_limit_is_refused() {
        let check = |text: &str, place: &str, part: &str| {
            let trouble = Terms::parse(text).expect_err(text);
            assert_eq!(&text[trouble.span.start..trouble.span.end], place, "{text}");
            assert!(trouble.message.to_string().contains(part), "{text}: {}", trouble.message);
        };
        check("", "", "expected a limit");
        check("+%", "+%", "expected a number");
        check("+", "+", "expected a number");
        check("+5 %", "%", "expected a number");
        check("-5%", "-5%", "how much worse");
        check("wran", "wran", "did you mean warn?");
        check("+5x", "+5x", "unknown unit x");
        check("any +5%", "any", "cannot be combined with a number");
        check("+5% +6%", "+6%", "second percentage");
        check("+5 +6", "+6", "second amount");
        check("+5% n>=x", "n>=x", "number of runs");
        check("+5% n>=0", "n>=0", "number of runs");
        check("median-only", "", "expected a limit");
        check("+1e999%", "+1e999%", "not a number");
        check("+1.2.3%", "+1.2.3%", "not a number");
    }

    #[test]
    fn the_greater_of_two_limits_counts() {
        let limit = parse("+5% +20ns").limit;
        assert_eq!(limit.allowed(100e-9), Some(20.0 * 1e-9));
        assert_eq!(limit.allowed(-1.0), Some(0.05));
        assert_eq!(parse("+5%").limit.allowed(0.0), Some(0.0));
        assert_eq!(parse("any").limit.allowed(3.0), None);
    }
}
