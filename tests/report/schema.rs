//! `-format json` against `schema/report-2.json`.

use std::fs;
use std::path::Path;

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::report::cases_with;

fn read_schema() -> Value {
    read("report-2.json")
}

fn read(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schema").join(name);
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Returns the schema without permission for members that it does not describe. The published schema allows
/// additional members; a test must notice them.
fn strict(mut schema: Value) -> Validator {
    forbid_more(&mut schema);
    validator(&schema)
}

fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::new(schema).unwrap()
}

fn forbid_more(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.values_mut().for_each(forbid_more);
            // A member with this name is not a keyword, because its value is then a schema.
            if members.get("type") == Some(&json!("object")) && members.contains_key("properties") {
                members.insert("additionalProperties".into(), false.into());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(forbid_more),
        _ => {}
    }
}

fn complaints(validator: &Validator, document: &Value) -> Vec<String> {
    let errors = validator.iter_errors(document);
    errors.map(|error| format!("{} at {}", error, error.instance_path())).collect()
}

/// Checks that a document follows a schema and contains nothing else.
pub(crate) fn follows_schema(document: &Value, schema: &str) {
    assert_eq!(complaints(&strict(read(schema)), document), Vec::<String>::new());
}

#[test]
fn the_schema_is_one() {
    for name in ["report-2.json", "keys-1.json", "history-1.json", "bisect-1.json"] {
        assert!(jsonschema::draft202012::meta::is_valid(&read(name)), "{name}");
    }
}

#[test]
fn lists_of_keys_follow_their_schema() {
    follows("keys", "keys-1.json");
}

#[test]
fn histories_follow_their_schema() {
    follows("history", "history-1.json");
}

/// Checks the JSON of a command in all cases against a schema.
fn follows(command: &str, schema: &str) {
    let validator = strict(read(schema));
    let mut count = 0;
    for case in crate::support::cases().unwrap() {
        let is = |word: &str| case.args.iter().any(|arg| arg == word);
        if !is(command) || !is("json") || case.expected.exit != 0 {
            continue;
        }
        let document: Value = serde_json::from_slice(&case.expected.stdout).unwrap();
        assert_eq!(complaints(&validator, &document), Vec::<String>::new(), "{}", case.name);
        for member in document.as_object().unwrap().keys() {
            let mut wrong = document.clone();
            wrong[member] = json!([[{"no": "such thing"}]]);
            assert!(!validator.is_valid(&wrong), "{member} may be anything");
            wrong.as_object_mut().unwrap().remove(member);
            assert!(!validator.is_valid(&wrong), "{member} may be missing");
        }
        count += 1;
    }
    assert!(1 < count, "only {count} cases of {command}");
}

#[test]
fn every_case_follows_the_schema() {
    let validator = strict(read_schema());
    let mut count = 0;
    for (case, printed) in cases_with(&["-format", "json", "-samples"]) {
        assert_eq!(printed.exit, case.expected.exit, "{}", case.name);
        let document: Value = serde_json::from_slice(&printed.stdout)
            .unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let complaints = complaints(&validator, &document);
        assert!(complaints.is_empty(), "{}: {}", case.name, complaints.join("\n"));
        count += 1;
    }
    assert!(300 < count, "only {count} cases print a report");
}

/// Returns a report with all kinds of content: notes, warnings, machines, sample issues, texts that are not UTF-8,
/// rows on only one side.
fn rich() -> Value {
    let mut cases = cases_with(&["-format", "json", "-samples"]);
    cases.retain(|(case, _)| case.name == "json-everything");
    let (_, printed) = cases.first().expect("the case is there");
    serde_json::from_slice(&printed.stdout).unwrap()
}

/// Collects the positions of all members and items, as JSON pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    let mut inner = |name: String, value: &Value| {
        let place = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
        places(value, &place, found);
        found.push(place);
    };
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| inner(name.clone(), value));
        }
        Value::Array(items) => {
            (0..).zip(items).for_each(|(i, value): (usize, _)| inner(i.to_string(), value));
        }
        _ => {}
    }
}

#[test]
fn the_schema_refuses_what_is_wrong() {
    let (validator, rich) = (validator(&read_schema()), rich());
    assert_eq!(complaints(&validator, &rich), Vec::<String>::new());
    let mut all = Vec::new();
    places(&rich, "", &mut all);
    assert!(500 < all.len(), "the report has only {} places", all.len());
    for place in &all {
        // A value of a type that is not allowed anywhere.
        let mut wrong = rich.clone();
        *wrong.pointer_mut(place).unwrap() = json!([[{"no": "such thing"}]]);
        assert!(!validator.is_valid(&wrong), "{place} may be anything");
    }
    let optional = [
        "derive",
        "differs",
        "analysis",
        "focus",
        "samples",
        "key_bytes",
        "label_bytes",
        "name_bytes",
        "base_bytes",
        "new_bytes",
        "unit_bytes",
    ];
    let numbers = [
        "rise",
        "tau",
        "p",
        "correlation",
        "lower",
        "lower_n",
        "upper",
        "upper_n",
        "low",
        "high",
        "lower_fence",
        "upper_fence",
    ];
    for place in &all {
        let (parent, name) = place.rsplit_once('/').unwrap();
        let mut wrong = rich.clone();
        let Value::Object(members) = wrong.pointer_mut(parent).unwrap() else { continue };
        let is_optional = optional.contains(&name)
            || parent.contains("/sample_issues/") && numbers.contains(&name);
        members.remove(name);
        assert!(is_optional || !validator.is_valid(&wrong), "{place} may be missing");
    }
    let mut wrong = rich;
    wrong["schema"] = json!("urn:benchlens:report-3");
    assert!(!validator.is_valid(&wrong));
}
