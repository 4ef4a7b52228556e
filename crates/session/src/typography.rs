//! The typography of texts for the web app.
//!
//! Takes numbers, and texts that contain numbers as the CLI prints them; gives them with a true minus, a narrow space
//! before the percent sign, groups of three digits, and `p<0.001` for a p-value that would print as zero. Must not
//! receive names, because a `-8` in a name is not a number.

/// Formats a text with numbers, as the CLI prints it, for the web app.
pub(crate) fn for_page(text: &str) -> String {
    let text = text.replace("p=0.000", "p<0.001");
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = rest.next() {
        let begins_number = rest.peek().is_some_and(|next| next.is_ascii_digit() || *next == '∞');
        match c {
            '-' if begins_number && !before.is_alphanumeric() => out.push('−'),
            '%' if before.is_ascii_digit() || before == '∞' => out.push_str("\u{202f}%"),
            _ => out.push(c),
        }
        before = c;
    }
    out
}

/// Formats a p-value: `0.041`, `<0.001`.
pub(crate) fn probability(text: &str) -> String {
    if text == "0.000" { "<0.001".into() } else { text.into() }
}

/// Formats a ratio as a change with three digits: `−72.6 %`, `+163 %`, `0.00 %`.
pub(crate) fn change(ratio: f64) -> String {
    let percent = 100.0 * (ratio - 1.0);
    if percent.is_nan() {
        return "?".into();
    }
    if percent.is_infinite() {
        return "+∞".into();
    }
    let digits = match percent.abs() {
        size if size < 9.995 => 2,
        size if size < 99.95 => 1,
        _ => 0,
    };
    let size = format!("{:.digits$}", percent.abs());
    let is_zero = size.bytes().all(|b| b == b'0' || b == b'.');
    let sign = match percent {
        _ if is_zero => "",
        percent if percent < 0.0 => "−",
        _ => "+",
    };
    format!("{sign}{}\u{202f}%", grouped(&size))
}

/// Formats a ratio as a factor with three digits: `1.00×`, `12.3×`, `1,246×`.
pub(crate) fn times(ratio: f64) -> String {
    let digits = match ratio {
        ratio if ratio < 9.995 => 2,
        ratio if ratio < 99.95 => 1,
        _ => 0,
    };
    format!("{}×", grouped(&format!("{ratio:.digits$}")))
}

/// Formats a count: `3,000,000`.
pub(crate) fn count(count: u64) -> String {
    grouped(&count.to_string())
}

/// Formats a count with its noun: `1 row`, `2,000 rows`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(number), if number == 1 { "" } else { "s" })
}

/// Groups the digits before the decimal point by three.
fn grouped(number: &str) -> String {
    let (whole, rest) = number.split_at(number.find('.').unwrap_or(number.len()));
    let mut out = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i != 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_program_look_like_those_of_a_page() {
        let check = |text: &str, want: &str| assert_eq!(for_page(text), want);
        check("-48.78%", "−48.78\u{202f}%");
        check("p=0.000 n=10", "p<0.001 n=10");
        check("[-∞, +3.00%]", "[−∞, +3.00\u{202f}%]");
        check("~", "~");
        check("?%", "?%");
        check("A-8 -8", "A-8 −8");
    }

    #[test]
    fn changes_have_three_digits() {
        let check = |ratio: f64, want: &str| {
            assert_eq!(change(ratio), format!("{want}\u{202f}%"), "{ratio}");
        };
        check(0.274, "−72.6");
        check(2.63, "+163");
        check(1.0312, "+3.12");
        check(0.99997, "0.00");
        check(1.0, "0.00");
        check(13.4567, "+1,246");
        check(0.0, "−100");
        assert_eq!(change(f64::INFINITY), "+∞");
        assert_eq!(change(f64::NAN), "?");
    }

    #[test]
    fn factors_have_three_digits() {
        let check = |ratio: f64, want: &str| assert_eq!(times(ratio), want);
        check(1.0, "1.00×");
        check(0.314, "0.31×");
        check(9.996, "10.0×");
        check(99.96, "100×");
        check(1246.4, "1,246×");
    }

    #[test]
    fn counts_have_groups() {
        assert_eq!(count(3_000_000), "3,000,000");
        assert_eq!(count(999), "999");
        assert_eq!(counted(1, "row"), "1 row");
        assert_eq!(counted(1000, "row"), "1,000 rows");
        assert_eq!(probability("0.000"), "<0.001");
    }
}
