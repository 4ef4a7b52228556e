//! Writes HTML with one function for markup and another for text, so that no name becomes markup.

/// HTML under construction.
#[derive(Debug, Default)]
pub(super) struct Markup {
    out: String,
}

impl Markup {
    /// Adds trusted markup.
    #[inline(never)]
    pub(super) fn raw(&mut self, markup: &str) {
        self.out.push_str(markup);
    }

    /// Adds text, also for the value of an attribute in double quotes.
    #[inline(never)]
    pub(super) fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '&' => self.out.push_str("&amp;"),
                '"' => self.out.push_str("&quot;"),
                '\'' => self.out.push_str("&#39;"),
                '\n' | '\t' => self.out.push(' '),
                c if is_hidden(c) => self.out.push('\u{fffd}'),
                c => self.out.push(c),
            }
        }
    }

    /// Adds text that may not be UTF-8.
    pub(super) fn bytes(&mut self, text: &[u8]) {
        self.text(&String::from_utf8_lossy(text));
    }

    /// Adds an element of a class with text in it.
    pub(super) fn element(&mut self, tag: &str, class: &str, text: &str) {
        self.raw(&format!("<{tag} class=\"{class}\">"));
        self.text(text);
        self.raw(&format!("</{tag}>"));
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.out.into_bytes()
    }
}

/// Returns whether a character is a control or changes the direction of the surrounding text, because it could make a
/// name look like another.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{fffe}' | '\u{ffff}')
}
