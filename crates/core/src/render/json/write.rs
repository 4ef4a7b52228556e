//! JSON, character by character: values in the order in which they are given.

use crate::base::Text;
use crate::base::float::write_shortest;

/// JSON on its way.
#[derive(Debug, Default)]
pub(crate) struct Json {
    pub(crate) out: Vec<u8>,
    /// Whether a comma must stand before the next value or name.
    comma: bool,
}

impl Json {
    /// A document: what describes it and what wrote it, ready for the next member.
    pub(crate) fn document(schema: &str) -> Json {
        let mut json = Json::default();
        json.open(b'{');
        json.line();
        json.name("schema").text(schema.as_bytes());
        json.line();
        json.name("tool").open(b'{');
        json.name("name").text(b"benchlens");
        json.name("version").text(env!("CARGO_PKG_VERSION").as_bytes());
        json.close(b'}');
        json.line();
        json
    }

    /// The rest of a list or an object that has something in it or not.
    pub(crate) fn continued(comma: bool) -> Json {
        Json { out: Vec::new(), comma }
    }

    fn separate(&mut self) {
        if std::mem::replace(&mut self.comma, true) {
            self.out.push(b',');
        }
    }

    /// Begins an object or a list: `{` or `[`.
    pub(crate) fn open(&mut self, bracket: u8) {
        self.separate();
        self.out.push(bracket);
        self.comma = false;
    }

    /// Ends it: `}` or `]`.
    pub(crate) fn close(&mut self, bracket: u8) {
        self.out.push(bracket);
        self.comma = true;
    }

    /// A new line, where white space may stand.
    pub(crate) fn line(&mut self) {
        if std::mem::take(&mut self.comma) {
            self.out.push(b',');
        }
        self.out.push(b'\n');
    }

    /// The name of what follows; it needs no escapes.
    pub(crate) fn name(&mut self, name: &str) -> &mut Self {
        self.separate();
        self.out.push(b'"');
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
        self.comma = false;
        self
    }

    /// The fewest digits that read back as the same double; `null` for what JSON has no number for.
    pub(crate) fn number(&mut self, value: f64) {
        if value.is_finite() {
            self.separate();
            // Of equal zeros either may be the bound of an interval: their sign says nothing.
            write_shortest(&mut self.out, if value == 0.0 { 0.0 } else { value });
        } else {
            self.null();
        }
    }

    pub(crate) fn maybe_number(&mut self, value: Option<f64>) {
        self.number(value.unwrap_or(f64::NAN));
    }

    pub(crate) fn count(&mut self, value: u64) {
        self.word(&value.to_string());
    }

    pub(crate) fn maybe_count(&mut self, value: Option<u32>) {
        match value {
            Some(value) => self.count(u64::from(value)),
            None => self.null(),
        }
    }

    pub(crate) fn flag(&mut self, value: bool) {
        self.word(if value { "true" } else { "false" });
    }

    pub(crate) fn null(&mut self) {
        self.word("null");
    }

    fn word(&mut self, word: &str) {
        self.separate();
        self.out.extend_from_slice(word.as_bytes());
    }

    /// A string; each invalid sequence of bytes becomes U+FFFD.
    pub(crate) fn text(&mut self, text: &[u8]) {
        self.separate();
        self.out.push(b'"');
        for chunk in text.utf8_chunks() {
            chunk.valid().bytes().for_each(|byte| self.byte(byte));
            if !chunk.invalid().is_empty() {
                self.out.extend_from_slice("\u{fffd}".as_bytes());
            }
        }
        self.out.push(b'"');
    }

    fn byte(&mut self, byte: u8) {
        let escape: &[u8] = match byte {
            b'"' => b"\\\"",
            b'\\' => b"\\\\",
            b'\n' => b"\\n",
            b'\r' => b"\\r",
            b'\t' => b"\\t",
            0..0x20 => {
                let text = format!("\\u{byte:04x}");
                return self.out.extend_from_slice(text.as_bytes());
            }
            _ => return self.out.push(byte),
        };
        self.out.extend_from_slice(escape);
    }

    /// A named text; where it is not UTF-8 also its bytes, as `NAME_bytes` in hexadecimal.
    pub(crate) fn named_text(&mut self, name: &str, text: &Text) {
        self.name(name).text(text.as_bytes());
        if str::from_utf8(text.as_bytes()).is_err() {
            self.name(&format!("{name}_bytes")).hexadecimal(text);
        }
    }

    /// A named list of texts, in the same way.
    pub(crate) fn named_texts(&mut self, name: &str, texts: &[Text]) {
        self.name(name).list(texts, |json, text| json.text(text.as_bytes()));
        if texts.iter().any(|text| str::from_utf8(text.as_bytes()).is_err()) {
            self.name(&format!("{name}_bytes")).list(texts, Json::hexadecimal);
        }
    }

    fn hexadecimal(&mut self, text: &Text) {
        let digits: String = text.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        self.text(digits.as_bytes());
    }

    /// A list.
    pub(crate) fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut each: impl FnMut(&mut Json, T),
    ) {
        self.open(b'[');
        items.into_iter().for_each(|item| each(self, item));
        self.close(b']');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let mut json = Json::default();
        json.open(b'{');
        json.name("numbers").list([0.0, -0.0, 1e6, 1.5e-7, f64::MAX, 5e-324], Json::number);
        json.name("none").list([f64::NAN, f64::INFINITY, f64::NEG_INFINITY], Json::number);
        json.line();
        json.named_texts(
            "texts",
            &[Text::from("\"\\\n\r\t\u{1}é\u{2028}"), Text::from(&b"\xff"[..])],
        );
        json.named_text("text", &Text::from("plain"));
        json.name("empty").list([0u8; 0], |_, _| {});
        json.close(b'}');
        let value: serde_json::Value = serde_json::from_slice(&json.out).unwrap();
        let want = serde_json::json!({
            "numbers": [0.0, -0.0, 1e6, 1.5e-7, f64::MAX, 5e-324],
            "none": [null, null, null],
            "texts": ["\"\\\n\r\t\u{1}é\u{2028}", "\u{fffd}"],
            "texts_bytes": ["225c0a0d0901c3a9e280a8", "ff"],
            "text": "plain",
            "empty": [],
        });
        // 0 reads back as an integer: compare numbers as numbers.
        let numbers = |v: &serde_json::Value| -> Vec<f64> {
            v["numbers"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect()
        };
        assert_eq!(numbers(&value), numbers(&want));
        for key in ["none", "texts", "texts_bytes", "text", "empty"] {
            assert_eq!(value[key], want[key]);
        }
        assert!(value.get("text_bytes").is_none());
    }
}
