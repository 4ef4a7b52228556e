//! The typography of numbers for the web app and for reports.
//!
//! Takes texts as the tables of the CLI have them; gives them with a true minus and with units. Must not receive names
//! alone, because a `-8` in a name is not a number.

use super::axis::suffix;

/// Returns a text with numbers as books print it: with a true minus, and no probability of zero.
pub fn typeset(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let is_sign = c == '-'
            && matches!(before, ' ' | '[' | '(')
            && rest.peek().is_some_and(|next| next.is_ascii_digit() || *next == '∞');
        out.push(if is_sign { '−' } else { c });
        before = c;
    }
    out.replace("p=0.000", "p<0.001")
}

/// Returns a value in the form of tables with its unit: `280.1µ` as `280.1 µs`.
pub(crate) fn with_unit(text: &str, unit: &str) -> String {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '−' | '+' | 'e');
    let (number, prefix) = text.split_at(text.find(|c| !is_number(c)).unwrap_or(text.len()));
    let suffix = suffix(unit);
    if number.is_empty() || suffix.is_empty() {
        return text.to_owned();
    }
    format!("{number} {prefix}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_tables_take_their_unit() {
        let check = |text: &str, unit: &str, want: &str| assert_eq!(with_unit(text, unit), want);
        check("280.1µ", "sec/op", "280.1 µs");
        check("0.000", "sec/op", "0.000 s");
        check("54.80Ki", "B/op", "54.80 KiB");
        check("−1.500Gi", "B/s", "−1.500 GiB/s");
        check("1.5e+20", "sec/op", "1.5e+20 s");
        check("12.00k", "allocs/op", "12.00k");
        check("∞", "sec/op", "∞");
        check("", "sec/op", "");
    }

    #[test]
    fn numbers_in_texts_have_a_true_minus() {
        let check = |text: &str, want: &str| assert_eq!(typeset(text), want);
        check("-48.78%", "−48.78%");
        check("p=0.000 n=10", "p<0.001 n=10");
        check("[-∞, +3.00%]", "[−∞, +3.00%]");
        check("A-8 -8", "A-8 −8");
        check("~", "~");
    }
}
