//! The typography of texts for the web app.
//!
//! Takes numbers; gives them with a true minus, groups of three digits, and `<0.001` for a p-value that would print as
//! zero.

/// Formats a p-value: `0.041`, `<0.001`.
pub(crate) fn probability(text: &str) -> String {
    if text == "0.000" { "<0.001".into() } else { text.into() }
}

/// Formats a ratio as a change with three digits: `−72.6%`, `+163%`, `0.00%`.
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
    format!("{sign}{}%", grouped(&size))
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
    fn changes_have_three_digits() {
        let check = |ratio: f64, want: &str| {
            assert_eq!(change(ratio), format!("{want}%"), "{ratio}");
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
