//! Bytes of logs for serde: texts in formats that people read, bytes in others.

use serde::{Deserialize, Deserializer, Serializer, ser::Error};

/// Writes a text. A format that people read, such as JSON, needs UTF-8: the error is the text.
pub(super) fn serialize<S: Serializer>(text: &[u8], to: S) -> Result<S::Ok, S::Error> {
    if !to.is_human_readable() {
        return to.serialize_bytes(text);
    }
    match str::from_utf8(text) {
        Ok(text) => to.serialize_str(text),
        Err(_) => Err(S::Error::custom(String::from_utf8_lossy(text))),
    }
}

/// Reads a text that [`serialize`] wrote.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    if from.is_human_readable() {
        return String::deserialize(from).map(String::into_bytes);
    }
    Vec::deserialize(from)
}
