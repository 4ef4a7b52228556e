//! How wide texts are, so that no label is cut and none lies on another.
//!
//! The widths are those of DejaVu Sans, the widest of the fonts that pictures ask for.

/// The size of labels, in pixels.
const SIZE: f64 = 12.0;

/// The widths of the characters from space to tilde, in hundredths of the size.
const WIDTHS: [u8; 95] = [
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75,
    79, 60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35,
    63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
];

fn char_width(c: char) -> f64 {
    let hundredths = match c {
        ' '..='~' => WIDTHS[c as usize - 32],
        '·' => 32,
        '\u{300}'..='\u{36f}' => 0,
        '\u{80}'..='\u{24f}' | '\u{370}'..='\u{3ff}' => 72,
        '\u{2212}' => 84,
        _ => 105,
    };
    f64::from(hundredths) * SIZE / 100.0
}

/// The width of a label in pixels.
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(char_width).sum()
}

/// A text that is not wider than this: what is too much is left out in its middle, since names differ at their
/// ends.
pub(super) fn shortened(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let chars: Vec<char> = text.chars().collect();
    let mut left = room - char_width('…');
    let (mut head, mut tail) = (0, 0);
    while head + tail < chars.len() {
        // The end says more than the beginning.
        let next = if 2 * head <= tail { chars[head] } else { chars[chars.len() - 1 - tail] };
        left -= char_width(next);
        if left < 0.0 {
            break;
        }
        if 2 * head <= tail { head += 1 } else { tail += 1 }
    }
    chars[..head].iter().chain(&['…']).chain(&chars[chars.len() - tail..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_lose_their_middle() {
        assert_eq!(shortened("short", 100.0), "short");
        let long = "Encode/codec=json/readings=100000-8";
        let cut = shortened(long, 120.0);
        assert!(
            width(&cut) <= 120.0 && cut.starts_with("Enco") && cut.ends_with("100000-8"),
            "{cut}"
        );
        assert_eq!(shortened("abc", 1.0), "…");
    }
}
