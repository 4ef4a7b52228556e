//! The TypeScript type of a JSON report, generated from its schema.

use std::path::Path;

use serde_json::Value;

/// The keywords that the types use, and those that only restrict values further.
const KEYWORDS: [&str; 18] = [
    "$ref",
    "const",
    "enum",
    "oneOf",
    "type",
    "items",
    "properties",
    "required",
    "description",
    "minItems",
    "maxItems",
    "minimum",
    "minLength",
    "pattern",
    "$schema",
    "$id",
    "title",
    "$defs",
];

/// Returns the name of the type of a definition: `ReportTable` for `table`.
fn name_of(definition: &str) -> String {
    let (first, rest) = definition.split_at(1);
    format!("Report{}{rest}", first.to_ascii_uppercase())
}

/// Returns the type of the values that a schema allows; its lines are indented by `indent`.
fn type_of(schema: &Value, indent: &str) -> String {
    let members = schema.as_object().unwrap();
    for keyword in members.keys() {
        assert!(KEYWORDS.contains(&&**keyword), "{keyword}: this keyword has no type yet");
    }
    if let Some(target) = members.get("$ref") {
        return name_of(target.as_str().unwrap().strip_prefix("#/$defs/").unwrap());
    }
    if let Some(value) = members.get("const") {
        return value.to_string();
    }
    if let Some(values) = members.get("enum") {
        return union(values.as_array().unwrap().iter().map(Value::to_string));
    }
    if let Some(schemas) = members.get("oneOf") {
        return union(schemas.as_array().unwrap().iter().map(|schema| type_of(schema, indent)));
    }
    let kinds = match &members["type"] {
        Value::Array(kinds) => kinds.clone(),
        kind => vec![kind.clone()],
    };
    union(kinds.iter().map(|kind| match kind.as_str().unwrap() {
        "integer" => "number".into(),
        "array" => list(schema, indent),
        "object" => object(schema, indent),
        other => other.to_owned(),
    }))
}

fn union(types: impl Iterator<Item = String>) -> String {
    types.collect::<Vec<_>>().join(" | ")
}

/// Returns the type of a list, which is a tuple if it has a fixed number of items.
fn list(schema: &Value, indent: &str) -> String {
    let item = type_of(&schema["items"], indent);
    match schema["minItems"].as_u64().filter(|_| schema["minItems"] == schema["maxItems"]) {
        Some(count) => format!("[{}]", vec![item; count as usize].join(", ")),
        None => format!("Array<{item}>"),
    }
}

/// Returns the type of an object: required members in their order, then optional members by name, because a parsed
/// schema does not always keep the order of members.
fn object(schema: &Value, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let required: Vec<&str> =
        schema["required"].as_array().unwrap().iter().flat_map(Value::as_str).collect();
    let index = |name: &str| required.iter().position(|known| *known == name);
    let mut members: Vec<(&String, &Value)> =
        schema["properties"].as_object().unwrap().iter().collect();
    members.sort_by_key(|(name, _)| (index(name).unwrap_or(usize::MAX), *name));
    let member = |(name, schema): (&String, &Value)| {
        let mark = if index(name).is_some() { "" } else { "?" };
        let docs = docs(schema, &inner);
        format!("{docs}{inner}{name}{mark}: {};\n", type_of(schema, &inner))
    };
    let members: String = members.into_iter().map(member).collect();
    format!("{{\n{members}{indent}}}")
}

fn docs(schema: &Value, indent: &str) -> String {
    let text = schema["description"].as_str();
    text.map(|text| format!("{indent}/** {text} */\n")).unwrap_or_default()
}

#[test]
fn the_type_of_a_report_is_that_of_its_schema() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let schema = std::fs::read(root.join("../../schema/report-2.json")).unwrap();
    let schema: Value = serde_json::from_slice(&schema).unwrap();
    let declared = |name: &str, schema: &Value| {
        format!("\n{}export type {name} = {};\n", docs(schema, ""), type_of(schema, ""))
    };
    let mut text = String::from(
        "// Made from schema/report-2.json by a test of crates/wasm: UPDATE=1 cargo test -p benchlens-wasm\n",
    );
    text += &declared("Report", &schema);
    let mut definitions: Vec<(&String, &Value)> =
        schema["$defs"].as_object().unwrap().iter().collect();
    definitions.sort_by_key(|(name, _)| *name);
    for (name, schema) in definitions {
        text += &declared(&name_of(name), schema);
    }
    super::is_written(&root.join("npm/report.d.ts"), &text);
}
