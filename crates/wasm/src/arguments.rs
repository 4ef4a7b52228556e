//! Arguments from JavaScript, which may have any type, regardless of the declarations.
//!
//! Takes values; gives texts, bytes and the content of objects, or a `TypeError`. Guarantees that no call reads
//! memory of the module that does not belong to the caller.

use js_sys::{JSON, Reflect, Symbol, TypeError, Uint8Array};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::convert::{Answer, from_json};

/// Returns a chunk of a log: the UTF-8 bytes of a string, or the bytes of a `Uint8Array` from any realm.
pub(super) fn bytes_of(chunk: &JsValue) -> Result<Vec<u8>, JsValue> {
    if let Some(text) = chunk.as_string() {
        return Ok(text.into_bytes());
    }
    let tag = Reflect::get(chunk, &Symbol::to_string_tag()).ok().and_then(|tag| tag.as_string());
    if tag.as_deref() == Some("Uint8Array") {
        // `Uint8Array::new` would copy the bytes once more.
        return Ok(chunk.unchecked_ref::<Uint8Array>().to_vec());
    }
    let message = format!("a chunk must be a string or a Uint8Array, not {}", kind_of(chunk));
    Err(TypeError::new(&message).into())
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
    #[wasm_bindgen(typescript_type = "string | Uint8Array")]
    pub type JsChunk;
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

/// Returns a text. Without this check, any other value would be read as memory of the module.
pub(super) fn text_of(value: &JsValue, what: &str) -> Answer {
    value.as_string().ok_or_else(|| {
        TypeError::new(&format!("a {what} must be a string, not {}", kind_of(value))).into()
    })
}

/// Does the same for an optional text.
pub(super) fn optional_text_of(value: Option<JsText>, what: &str) -> Answer<Option<String>> {
    value.map(|value| text_of(&value, what)).transpose()
}

/// Reads the content of an object or of its JSON text.
pub(super) fn read<T: DeserializeOwned>(value: &JsValue, what: &str) -> Answer<T> {
    if let Some(text) = value.as_string() {
        return Ok(from_json(&text)?);
    }
    let is_data = matches!(&object_tag(value)[..], "[object Object]" | "[object Array]");
    let text = if is_data { JSON::stringify(value)?.as_string() } else { None };
    let Some(text) = text else {
        let found = kind_of(value);
        let message = format!("a {what} must be an object or its JSON text, not {found}");
        return Err(TypeError::new(&message).into());
    };
    Ok(from_json(&text)?)
}
