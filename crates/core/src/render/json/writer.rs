//! Values to JSON text.
//!
//! Takes what serializes itself, gives compact JSON in lines that a person can read and `diff` compares:
//! each member of the document begins a line, and so does each object of a list near the top (an input, a
//! column, a row). Must not know what the members mean.
//!
//! A serializer of our own: a large report has millions of short members. General ones look at each byte
//! of their names for what must be escaped, and copy them in several pieces.

use std::fmt::{self, Display};

use serde::ser::{self, Impossible};
use serde::{Serialize, Serializer};

use super::numbers::Numbers;
use super::strings::write_string;
use crate::base::float::write_whole;

/// How many brackets may be open around an object that begins a line: those of the document, of the
/// list of tables, of a table, and of its list of rows.
pub(super) const ROWS: usize = 4;

/// Appends a document.
pub(super) fn append(out: &mut Vec<u8>, value: &impl Serialize) {
    write(Writer { out, numbers: &mut Numbers::default(), depth: 0, is_item: false }, value);
}

/// Appends an item of a list around which so many brackets are open. Keep `numbers` for the next one.
pub(super) fn append_item(
    out: &mut Vec<u8>,
    depth: usize,
    is_first: bool,
    numbers: &mut Numbers,
    value: &impl Serialize,
) {
    if !is_first {
        out.push(b',');
    }
    write(Writer { out, numbers, depth, is_item: true }, value);
}

/// A value that serializes itself as text, for answers to callers of the module: no second serializer is
/// downloaded. Nothing for a value of a kind that no answer has.
pub fn to_json(value: &impl Serialize) -> Option<String> {
    let mut out = Vec::new();
    let numbers = &mut Numbers::default();
    // As deep in a document, all of it is one line.
    let depth = ROWS + 1;
    value.serialize(&mut Writer { out: &mut out, numbers, depth, is_item: false }).ok()?;
    String::from_utf8(out).ok()
}

fn write(mut writer: Writer<'_>, value: &impl Serialize) {
    let written = value.serialize(&mut writer);
    // Our documents have none of the kinds that are not written.
    debug_assert!(written.is_ok(), "{written:?}");
}

/// The text so far, and at what place of a document the next value stands.
struct Writer<'w> {
    out: &'w mut Vec<u8>,
    numbers: &'w mut Numbers,
    /// How many brackets are open.
    depth: usize,
    /// Whether the next value is an item of a list.
    is_item: bool,
}

impl Writer<'_> {
    fn open(&mut self, bracket: u8) {
        let is_item = std::mem::take(&mut self.is_item);
        if is_item && bracket == b'{' && self.depth <= ROWS {
            self.out.push(b'\n');
        }
        self.depth += 1;
        self.out.push(bracket);
    }

    fn close(&mut self, bracket: u8) {
        self.depth -= 1;
        self.out.push(bracket);
    }
}

/// A value of a kind that our documents do not have.
#[derive(Debug)]
pub(super) struct Unsupported;

impl Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of a kind that no document has")
    }
}

impl std::error::Error for Unsupported {}

impl ser::Error for Unsupported {
    fn custom<T: Display>(_: T) -> Self {
        Unsupported
    }
}

type Written = Result<(), Unsupported>;

/// A list or an object that is being written.
struct Open<'a, 'w> {
    writer: &'a mut Writer<'w>,
    is_first: bool,
}

impl<'a, 'w> Open<'a, 'w> {
    fn list(writer: &'a mut Writer<'w>) -> Self {
        writer.open(b'[');
        Open { writer, is_first: true }
    }

    fn object(writer: &'a mut Writer<'w>) -> Self {
        writer.open(b'{');
        Open { writer, is_first: true }
    }

    /// Writes what stands before an item or a name.
    #[inline]
    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_first) {
            self.writer.out.push(b',');
        }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.separate();
        self.writer.is_item = true;
        value.serialize(&mut *self.writer)?;
        self.writer.is_item = false;
        Ok(())
    }

    /// What stands before a member.
    #[inline]
    fn begin_member(&mut self) {
        self.separate();
        if self.writer.depth == 1 {
            self.writer.out.push(b'\n');
        }
    }
}

impl<'a, 'w> Serializer for &'a mut Writer<'w> {
    type Ok = ();
    type Error = Unsupported;
    type SerializeSeq = Open<'a, 'w>;
    type SerializeTuple = Open<'a, 'w>;
    type SerializeTupleStruct = Impossible<(), Unsupported>;
    type SerializeTupleVariant = Impossible<(), Unsupported>;
    type SerializeMap = Open<'a, 'w>;
    type SerializeStruct = Open<'a, 'w>;
    type SerializeStructVariant = Impossible<(), Unsupported>;

    fn serialize_bool(self, value: bool) -> Written {
        self.out.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Written {
        self.serialize_u64(u64::from(value))
    }

    fn serialize_u16(self, value: u16) -> Written {
        self.serialize_u64(u64::from(value))
    }

    fn serialize_u32(self, value: u32) -> Written {
        self.serialize_u64(u64::from(value))
    }

    fn serialize_u64(self, value: u64) -> Written {
        write_whole(self.out, value);
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Written {
        self.serialize_i64(i64::from(value))
    }

    fn serialize_i16(self, value: i16) -> Written {
        self.serialize_i64(i64::from(value))
    }

    fn serialize_i32(self, value: i32) -> Written {
        self.serialize_i64(i64::from(value))
    }

    fn serialize_i64(self, value: i64) -> Written {
        if value < 0 {
            self.out.push(b'-');
        }
        self.serialize_u64(value.unsigned_abs())
    }

    fn serialize_f32(self, value: f32) -> Written {
        self.serialize_f64(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Written {
        if value.is_finite() {
            self.numbers.write(self.out, value);
        } else {
            self.serialize_unit()?;
        }
        Ok(())
    }

    fn serialize_char(self, value: char) -> Written {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Written {
        write_string(self.out, value);
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Written {
        Err(Unsupported)
    }

    fn serialize_none(self) -> Written {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Written {
        self.serialize_str(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Written {
        let mut open = Open::object(self);
        ser::SerializeStruct::serialize_field(&mut open, name, value)?;
        ser::SerializeStruct::end(open)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'a, 'w>, Unsupported> {
        Ok(Open::list(self))
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'a, 'w>, Unsupported> {
        Ok(Open::list(self))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Unsupported> {
        Err(Unsupported)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Unsupported> {
        Err(Unsupported)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'a, 'w>, Unsupported> {
        Ok(Open::object(self))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'a, 'w>, Unsupported> {
        Ok(Open::object(self))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Unsupported> {
        Err(Unsupported)
    }
}

impl ser::SerializeSeq for Open<'_, '_> {
    type Ok = ();
    type Error = Unsupported;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.item(value)
    }

    fn end(self) -> Written {
        self.writer.close(b']');
        Ok(())
    }
}

impl ser::SerializeTuple for Open<'_, '_> {
    type Ok = ();
    type Error = Unsupported;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.item(value)
    }

    fn end(self) -> Written {
        self.writer.close(b']');
        Ok(())
    }
}

impl ser::SerializeMap for Open<'_, '_> {
    type Ok = ();
    type Error = Unsupported;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.begin_member();
        key.serialize(&mut *self.writer)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.writer.out.push(b':');
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Written {
        self.writer.close(b'}');
        Ok(())
    }
}

impl ser::SerializeStruct for Open<'_, '_> {
    type Ok = ();
    type Error = Unsupported;

    /// Names of members are those of fields: nothing in them is escaped. Inlined, so that each is copied
    /// by a few instructions.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
        self.begin_member();
        let out = &mut *self.writer.out;
        out.reserve(key.len() + 3);
        out.push(b'"');
        out.extend_from_slice(key.as_bytes());
        out.extend_from_slice(b"\":");
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Written {
        self.writer.close(b'}');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some of everything that documents are made of.
    #[derive(Serialize)]
    struct Some<'a> {
        text: &'a str,
        whole: (u64, i64, u8),
        numbers: Vec<f64>,
        nothing: Option<u32>,
        words: [Word; 2],
        inner: Inner,
        none: Vec<Inner>,
        many: Vec<Inner>,
    }

    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Word {
        Known,
        Of(u32),
    }

    #[derive(Serialize)]
    struct Inner {
        #[serde(flatten)]
        flat: Flat,
        found: Option<bool>,
    }

    #[derive(Serialize)]
    struct Flat {
        character: char,
        unit: (),
    }

    #[test]
    fn another_writer_of_json_writes_the_same() {
        let inner = || Inner { flat: Flat { character: '"', unit: () }, found: Some(true) };
        let document = Some {
            text: "a \"text\"\n\u{1}\u{7f}é\u{1F980}\\ long enough for several steps / \t\r\u{8}\u{c}",
            whole: (u64::MAX, i64::MIN, 0),
            numbers: vec![0.5, 229.0, 0.1, 0.1, -3.0, 123_456.0],
            nothing: None,
            words: [Word::Known, Word::Of(3)],
            inner: inner(),
            none: Vec::new(),
            many: vec![inner(), inner()],
        };
        let mut out = Vec::new();
        append(&mut out, &document);
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().count(), 1 + 8 + 3, "{text}");
        let wanted = serde_json::to_string(&document).unwrap();
        // Whole numbers have no point here.
        let wanted = wanted.replace(".0,", ",").replace(".0]", "]");
        assert_eq!(text.replace('\n', ""), wanted);
    }
}
