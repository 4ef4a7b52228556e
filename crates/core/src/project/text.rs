//! Converts query texts to data and back, for user interfaces.

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::extract::Key;
use super::order::{Group, Order};
use super::schema::fields;
use super::syntax::{Expression, Pattern, parse_filter};
use super::word::push_word;
use crate::base::Error;

/// A field of a projection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FieldText {
    /// The key.
    pub key: String,
    /// How its values sort.
    #[serde(default)]
    pub order: FieldOrder,
}

/// Returns a key as a word, for people who do not know keys.
#[must_use]
pub fn field_word(key: &str) -> String {
    match key {
        ".fullname" => "benchmark",
        ".name" => "benchmark name",
        ".file" => "file",
        ".unit" => "unit",
        other => other,
    }
    .into()
}

/// How the values of a field sort.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum FieldOrder {
    /// By first appearance.
    #[default]
    First,
    /// As texts.
    Alpha,
    /// As numbers.
    Num,
    /// Only these values, in this order.
    List(Vec<String>),
    /// Only these values, some of which are grouped, in this order.
    Groups(Vec<ValueGroup>),
}

/// Values that are grouped under a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ValueGroup {
    /// The name of their column, row or table.
    pub name: String,
    /// The values; `None` for a single value.
    pub values: Option<Vec<String>>,
}

/// A filter that requires one of some values for each of some keys.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(type = "Record<string, string[]>"))]
pub struct FilterValues(pub Vec<(String, Vec<String>)>);

/// Returns the fields of a projection text. Errors call the text `part`.
///
/// # Errors
///
/// Returns the first error in the text.
pub fn read_projection(part: &'static str, text: &str) -> Result<Vec<FieldText>, Error> {
    let lossy = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let all = fields(part, text)?.into_iter().map(|field| FieldText {
        key: lossy(&field.key.text()),
        order: match &field.order {
            Order::First => FieldOrder::First,
            Order::Alpha => FieldOrder::Alpha,
            Order::Num => FieldOrder::Num,
            Order::Fixed(listed) => listed_as_data(&listed.groups),
        },
    });
    Ok(all.collect())
}

/// Converts a list to a list of values if it has no groups.
fn listed_as_data(groups: &[Group]) -> FieldOrder {
    let lossy = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    if groups.iter().all(|group| group.values.is_none()) {
        return FieldOrder::List(groups.iter().map(|group| lossy(&group.name)).collect());
    }
    let group = |group: &Group| ValueGroup {
        name: lossy(&group.name),
        values: group.values.as_ref().map(|values| values.iter().map(lossy).collect()),
    };
    FieldOrder::Groups(groups.iter().map(group).collect())
}

/// Returns the shortest text with these fields.
pub fn write_projection(fields: &[FieldText]) -> String {
    let mut out = Vec::new();
    for FieldText { key, order } in fields {
        if !out.is_empty() {
            out.push(b' ');
        }
        push_word(&mut out, key.as_bytes(), false);
        match order {
            FieldOrder::First => {}
            FieldOrder::Alpha => out.extend_from_slice(b"@alpha"),
            FieldOrder::Num => out.extend_from_slice(b"@num"),
            FieldOrder::List(values) if values.is_empty() => out.extend_from_slice(b"@fixed"),
            FieldOrder::Groups(groups) if groups.is_empty() => out.extend_from_slice(b"@fixed"),
            FieldOrder::List(values) => {
                out.extend_from_slice(b"@(");
                push_list(&mut out, values, b" ", false);
                out.push(b')');
            }
            FieldOrder::Groups(groups) => {
                out.extend_from_slice(b"@(");
                for (i, ValueGroup { name, values }) in groups.iter().enumerate() {
                    if i != 0 {
                        out.push(b' ');
                    }
                    push_word(&mut out, name.as_bytes(), false);
                    if let Some(values) = values {
                        out.extend_from_slice(b":(");
                        push_list(&mut out, values, b" ", false);
                        out.push(b')');
                    }
                }
                out.push(b')');
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Returns the keys and values of a filter text that has this simple form.
///
/// # Errors
///
/// Returns the first error in the text.
pub fn read_filter(text: &str) -> Result<Option<FilterValues>, Error> {
    super::filter::Filter::compile("filter", text)?;
    let Ok(expression) = parse_filter(text) else { return Ok(None) };
    let terms = match expression {
        Expression::All => Vec::new(),
        Expression::And(terms) => terms,
        term @ (Expression::Not(_) | Expression::Or(_) | Expression::Match { .. }) => vec![term],
    };
    let mut values = FilterValues::default();
    for term in terms {
        let Expression::Match { key, patterns } = term else { return Ok(None) };
        let Some(literals) = patterns.into_iter().map(literal).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let Ok(key) = Key::parse(&key) else { return Ok(None) };
        let Ok(key) = String::from_utf8(key.text()) else { return Ok(None) };
        if values.0.iter().any(|(known, _)| *known == key) {
            return Ok(None);
        }
        values.0.push((key, literals));
    }
    Ok(Some(values))
}

fn literal(pattern: Pattern) -> Option<String> {
    match pattern {
        Pattern::Literal(bytes) => String::from_utf8(bytes).ok(),
        Pattern::Regexp(_) => None,
    }
}

/// Returns the text of a filter. A key without values is omitted.
pub fn write_filter(filter: &FilterValues) -> String {
    let mut out = Vec::new();
    for (key, values) in filter.0.iter().filter(|(_, values)| !values.is_empty()) {
        let values: Vec<&[u8]> = values.iter().map(String::as_bytes).collect();
        push_match(&mut out, key.as_bytes(), &values);
    }
    filter_text(&out)
}

/// Returns the text of a filter that requires a value for each key. Both can be any bytes.
pub(crate) fn write_exact_filter<'v>(values: impl Iterator<Item = (&'v [u8], &'v [u8])>) -> String {
    let mut out = Vec::new();
    values.for_each(|(key, value)| push_match(&mut out, key, &[value]));
    filter_text(&out)
}

/// Appends a term that requires one of some values for a key.
fn push_match(out: &mut Vec<u8>, key: &[u8], values: &[&[u8]]) {
    if !out.is_empty() {
        out.push(b' ');
    }
    push_word(out, key, false);
    out.push(b':');
    if let [only] = values {
        push_word(out, only, true);
    } else {
        out.push(b'(');
        push_list(out, values, b" OR ", true);
        out.push(b')');
    }
}

/// Returns terms as a filter, which matches everything if there are none.
fn filter_text(terms: &[u8]) -> String {
    if terms.is_empty() { "*".to_owned() } else { String::from_utf8_lossy(terms).into_owned() }
}

fn push_list(out: &mut Vec<u8>, values: &[impl AsRef<[u8]>], separator: &[u8], regexps: bool) {
    for (i, value) in values.iter().enumerate() {
        if i != 0 {
            out.extend_from_slice(separator);
        }
        push_word(out, value.as_ref(), regexps);
    }
}

impl Serialize for FilterValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, values) in &self.0 {
            map.serialize_entry(key, values)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for FilterValues {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = FilterValues;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object with a list of values for each key")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FilterValues, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(FilterValues(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn projections_are_read_and_written() {
        let check = |text: &str, want: &str| {
            assert_eq!(write_projection(&read_projection("row", text).unwrap()), want, "{text}");
        };
        check("", "");
        check(".name,/k  goos@first", ".name /k goos");
        check("/n@num .config@alpha", "/n@num .config@alpha");
        check(r#"/n@(1 "a b" "-x" /y "") x@fixed"#, r#"/n@(1 "a b" "-x" /y "") x@fixed"#);
        check(r#""a:b" "OR""#, r#""a:b" "OR""#);
        check(r#".file@(old: (a.txt "b c") c.txt)"#, r#".file@(old:(a.txt "b c") c.txt)"#);
        let json = serde_json::to_string(
            &read_projection("row", "a b@num c@(1 2) d@(x:(1 2) 3)").unwrap(),
        );
        let want = r#"[{"key":"a","order":"first"},{"key":"b","order":"num"},{"key":"c","order":{"list":["1","2"]}},{"key":"d","order":{"groups":[{"name":"x","values":["1","2"]},{"name":"3","values":null}]}}]"#;
        assert_eq!(json.unwrap(), want);
        assert_eq!(read_projection("col", "a@(").unwrap_err().part(), "col");
    }

    #[test]
    fn simple_filters_are_read_and_written() {
        let read = |text: &str| read_filter(text).unwrap();
        let check = |text: &str, want: &str| {
            assert_eq!(write_filter(&read(text).unwrap()), want, "{text}");
        };
        check("*", "*");
        check(".unit:sec/op", ".unit:sec/op");
        check("a:1 AND b:(2 OR \"/x\")", "a:1 b:(2 OR \"/x\")");
        for text in ["-a:1", "a:/x/", "a:1 OR b:2", "a:1 a:2", "(a:1 b:2) c:3"] {
            assert!(read(text).is_none() || text.starts_with('('), "{text}");
        }
        assert!(read_filter("a").is_err());
        let json = r#"{"z":["1"],"a":["2","3"]}"#;
        let values: FilterValues = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&values).unwrap(), json);
    }

    proptest! {
        #[test]
        fn any_word_comes_back(key in "\\PC{1,6}", values in prop::collection::vec("(?s).{0,6}", 1..4)) {
            prop_assume!(key != ".config");
            // `/x=` is not the key that it looks like.
            prop_assume!(!key.starts_with(".") || key == ".name");
            let order = FieldOrder::List(values.clone());
            let fields = vec![FieldText { key: key.clone(), order }];
            prop_assert_eq!(read_projection("row", &write_projection(&fields)).unwrap(), fields);
            let filter = FilterValues(vec![(key, values)]);
            prop_assert_eq!(read_filter(&write_filter(&filter)).unwrap(), Some(filter));
        }
    }
}
