//! Text widths, so that labels are never cut and never overlap.
//!
//! The widths are from DejaVu Sans, the widest of the fonts that pictures request.

/// The size of labels, in pixels.
const SIZE: f64 = 12.0;

/// The widths of the characters from space to tilde, in hundredths of the size.
const WIDTHS: [u8; 95] = [
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75,
    79, 60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35,
    63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
];

// This is not inlined, because the functions of this file have many callers and no picture has enough names for the
// time to matter.
#[inline(never)]
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

/// Returns the width of a label in pixels.
#[inline(never)]
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(char_width).sum()
}

/// Returns a text of at most this width. A text that is too wide is cut in its middle, because names differ at their
/// ends.
#[inline(never)]
pub(super) fn shortened(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let chars: Vec<char> = text.chars().collect();
    let mut left = room - char_width('…');
    let (mut head, mut tail) = (0, 0);
    while head + tail < chars.len() {
        // The end contains more information than the beginning.
        let next = if 2 * head <= tail { chars[head] } else { chars[chars.len() - 1 - tail] };
        left -= char_width(next);
        if left < 0.0 {
            break;
        }
        if 2 * head <= tail { head += 1 } else { tail += 1 }
    }
    chars[..head].iter().chain(&['…']).chain(&chars[chars.len() - tail..]).collect()
}

/// Returns texts of at most this width. Different texts stay different, as far as the width allows: if a cut would
/// remove all differences, the shared text before them is cut instead.
#[inline(never)]
pub(super) fn shortened_apart(texts: &[&str], room: f64) -> Vec<String> {
    let mut out: Vec<String> = texts.iter().map(|text| shortened(text, room)).collect();
    for first in 0..texts.len() {
        let mut known = usize::MAX;
        loop {
            let (mut alike, mut head) = (Vec::new(), texts[first].len());
            for other in first..texts.len() {
                if out[other] == out[first] {
                    alike.push(other);
                    head = head.min(shared(texts[first], texts[other]));
                }
            }
            // Equal texts cannot be distinguished, and neither can texts without room for one more character.
            if known <= alike.len() || alike.iter().all(|&other| texts[other] == texts[first]) {
                break;
            }
            known = alike.len();
            for other in alike {
                out[other] = from_part(texts[other], head, room);
            }
        }
    }
    out
}

/// Returns how many bytes two texts share at their beginnings.
fn shared(a: &str, b: &str) -> usize {
    let mut bytes = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    while !a.is_char_boundary(bytes) {
        bytes -= 1;
    }
    bytes
}

/// Returns a text from the part that contains its byte `at`, as far as there is room.
#[inline(never)]
fn from_part(text: &str, at: usize, room: f64) -> String {
    let is_cut = |c: &u8| matches!(c, b'/' | b' ' | b'=' | b'.' | b'_' | b'-');
    let mut from = text.as_bytes()[..at].iter().rposition(is_cut).map_or(0, |cut| cut + 1);
    // A long part is also cut, because most of the room belongs to the differences.
    if 0.4 * room < width(&text[from..at]) {
        from = at;
    }
    let mut out = String::from('…');
    let mut left = room - 2.0 * char_width('…');
    for c in text[from..].chars() {
        left -= char_width(c);
        if left < 0.0 {
            out.push('…');
            break;
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_in_their_middle_stay_different() {
        let name = |codec: &str| {
            format!(
                "EncodeEverythingAtOnce/with={codec}-and-the-rest/into=a-buffer-that-was-there-8"
            )
        };
        let codecs = ["snappy", "zstd-1", "zstd-19", "gzip", "brotli", "none"];
        let names = codecs.map(name);
        for room in [120.0, 160.0, 240.0] {
            let cut = shortened_apart(&names.each_ref().map(|name| &name[..]), room);
            for (codec, text) in codecs.iter().zip(&cut) {
                assert!(width(text) <= room, "{text} has no room");
                assert!(text.contains(&codec[..codec.len().min(4)]), "{text} is {codec}");
                assert_eq!(cut.iter().filter(|other| *other == text).count(), 1, "{cut:?}");
            }
        }
        // Texts that differ at their ends are cut in the middle, and equal texts stay equal.
        let long = ["Encode/codec=json/readings=100000-8", "Encode/codec=json/readings=200000-8"];
        assert_eq!(shortened_apart(&long, 120.0), long.map(|name| shortened(name, 120.0)));
        let equal = shortened_apart(&[long[0]; 2], 100.0);
        assert_eq!(equal[0], equal[1]);
        // Even without any room, the function terminates.
        assert_eq!(shortened_apart(&names.each_ref().map(|name| &name[..]), 1.0).len(), 6);
        assert_eq!(shortened_apart(&["é/ü/ö", "é/ä/ö"], 22.0).len(), 2);
    }

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
