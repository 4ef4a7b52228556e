//! Arguments from JavaScript, which may have any type, regardless of the declarations.
//!
//! Takes values; gives texts, numbers, bytes and the content of objects, or a `TypeError`. Guarantees that no call
//! reads memory of the module that does not belong to the caller.

use js_sys::{JSON, Reflect, Symbol, TypeError, Uint8Array};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::convert::{Answer, from_json};

/// Returns a chunk of a log: the UTF-8 bytes of a string, or bytes.
pub(super) fn chunk_of(chunk: &JsValue) -> Answer<Vec<u8>> {
    match chunk.as_string() {
        Some(text) => Ok(text.into_bytes()),
        None => typed_bytes(chunk, "chunk", "a string, a Uint8Array or an ArrayBuffer"),
    }
}

/// Returns the bytes of a `Uint8Array` or an `ArrayBuffer`.
pub(super) fn bytes_of(value: &JsValue, what: &str) -> Answer<Vec<u8>> {
    typed_bytes(value, what, "a Uint8Array or an ArrayBuffer")
}

/// Returns the bytes of an array or buffer from any realm; otherwise the error names `expected`.
fn typed_bytes(value: &JsValue, what: &str, expected: &str) -> Answer<Vec<u8>> {
    let tag = Reflect::get(value, &Symbol::to_string_tag()).ok().and_then(|tag| tag.as_string());
    match tag.as_deref() {
        // `Uint8Array::new` would copy the bytes of an array once more.
        Some("Uint8Array") => Ok(value.unchecked_ref::<Uint8Array>().to_vec()),
        Some("ArrayBuffer") => Ok(Uint8Array::new(value).to_vec()),
        _ => Err(refused(what, expected, &kind_of(value))),
    }
}

#[wasm_bindgen]
extern "C" {
    /// A text.
    #[wasm_bindgen(typescript_type = "string")]
    pub type JsText;
    /// Texts.
    #[wasm_bindgen(typescript_type = "string[] | Json<string[]>")]
    pub type JsTexts;
    /// A chunk of a log.
    #[wasm_bindgen(typescript_type = "string | Uint8Array | ArrayBuffer")]
    pub type JsChunk;
    /// Bytes.
    #[wasm_bindgen(typescript_type = "Uint8Array | ArrayBuffer")]
    pub type JsBytes;
    /// A number.
    #[wasm_bindgen(typescript_type = "number")]
    pub type JsNumber;
    /// A seed.
    #[wasm_bindgen(typescript_type = "bigint")]
    pub type JsSeed;
    /// A query.
    #[wasm_bindgen(typescript_type = "Partial<Query> | Json<Partial<Query>>")]
    pub type JsQuery;
    /// Rows of a table.
    #[wasm_bindgen(typescript_type = "Partial<RowsQuery> | Json<Partial<RowsQuery>>")]
    pub type JsRows;
    /// A chart.
    #[wasm_bindgen(typescript_type = "Partial<ChartQuery> | Json<Partial<ChartQuery>>")]
    pub type JsChart;
    /// The part of an answer that is shown.
    #[wasm_bindgen(typescript_type = "Partial<RowSelection> | Json<Partial<RowSelection>>")]
    pub type JsFocus;
    /// Returns `[object Object]` for an object from any realm, and `[object Promise]` for a promise.
    #[wasm_bindgen(js_namespace = ["Object", "prototype", "toString"], js_name = call)]
    fn object_tag(value: &JsValue) -> String;
}

/// Describes a value for a message.
fn kind_of(value: &JsValue) -> String {
    let tag = object_tag(value);
    let tag = tag.strip_prefix("[object ").and_then(|tag| tag.strip_suffix(']'));
    let name = tag.filter(|_| value.is_object()).map(str::to_owned);
    name.or_else(|| value.js_typeof().as_string()).unwrap_or_default()
}

/// Returns the error about an argument of another type.
pub(super) fn refused(what: &str, expected: &str, found: &str) -> JsValue {
    TypeError::new(&format!("a {what} must be {expected}, not {found}")).into()
}

/// Returns a text. Without this check, any other value would be read as memory of the module.
pub(super) fn text_of(value: &JsValue, what: &str) -> Answer {
    value.as_string().ok_or_else(|| refused(what, "a string", &kind_of(value)))
}

/// Does the same for an optional text.
pub(super) fn optional_text_of(value: Option<JsText>, what: &str) -> Answer<Option<String>> {
    value.map(|value| text_of(&value, what)).transpose()
}

/// Returns a number. Without this check, JavaScript would read any other value as a number.
pub(super) fn number_of(value: &JsValue, what: &str) -> Answer<f64> {
    value.as_f64().ok_or_else(|| refused(what, "a number", &kind_of(value)))
}

/// Returns an index or a number of items; infinity is the largest.
pub(super) fn index_of(value: &JsValue, what: &str) -> Answer<usize> {
    let number = number_of(value, what)?;
    if number < 0.0 || number.floor() != number {
        return Err(refused(what, "a non-negative integer", &number.to_string()));
    }
    // The cast saturates.
    Ok(number as usize)
}

/// Returns a seed, which is 0 by default.
pub(super) fn seed_of(value: Option<JsSeed>) -> Answer<u64> {
    let seed = value.map(|seed| u64::try_from(JsValue::from(seed))).transpose();
    let fail = |value: JsValue| refused("seed", "a bigint of 64 bits", &kind_of(&value));
    Ok(seed.map_err(fail)?.unwrap_or_default())
}

/// Reads the content of an object or of its JSON text.
pub(super) fn read<T: DeserializeOwned>(value: &JsValue, what: &str) -> Answer<T> {
    if let Some(text) = value.as_string() {
        return Ok(from_json(&text)?);
    }
    let is_data = matches!(&object_tag(value)[..], "[object Object]" | "[object Array]");
    let text = if is_data { JSON::stringify(value)?.as_string() } else { None };
    match text {
        Some(text) => Ok(from_json(&text)?),
        None => Err(refused(what, "an object or its JSON text", &kind_of(value))),
    }
}
