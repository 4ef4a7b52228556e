//! Queries that are nearly valid.

use benchlens_core::Query;
use proptest::prelude::*;

const KEYS: [&str; 16] = [
    ".name",
    ".fullname",
    ".file",
    ".config",
    ".unit",
    "/n",
    "/k",
    "/gomaxprocs",
    "/",
    "goos",
    "pkg",
    "mode",
    "\"goos\"",
    "\"\\x2fn\"",
    "none",
    "*",
];

const VALUES: [&str; 19] = [
    "A",
    "B",
    "old",
    "new",
    "linux",
    "1",
    "1k",
    "8",
    "sec/op",
    "ns/op",
    "\"\"",
    "\"\\xff\"",
    "/./",
    "/^A/",
    "/[a-z]+/",
    "/1|k/",
    "/(?i)LINUX/",
    "x*",
    "-y",
];

/// Returns a filter that compiles.
pub(crate) fn filter() -> impl Strategy<Value = String> {
    let keys: Vec<&str> = KEYS.into_iter().filter(|&key| key != ".config" && key != "*").collect();
    // A bare value must not begin with a dash.
    let values: Vec<&str> = VALUES.into_iter().filter(|value| !value.starts_with('-')).collect();
    let several = prop::collection::vec(prop::sample::select(values.clone()), 1..4);
    let value = prop_oneof![
        3 => prop::sample::select(values).prop_map(str::to_owned).boxed(),
        1 => several.prop_map(|values| format!("({})", values.join(" OR "))).boxed(),
    ];
    let term =
        (prop::sample::select(keys), value).prop_map(|(key, value)| format!("{key}:{value}"));
    let leaf = prop_oneof![9 => term.boxed(), 1 => Just("*".to_owned()).boxed()];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let list = prop::collection::vec(inner.clone(), 1..4).boxed();
        prop_oneof![
            list.clone().prop_map(|all| format!("({})", all.join(" OR "))),
            list.clone().prop_map(|all| format!("({})", all.join(" AND "))),
            list.prop_map(|all| all.join(" ")),
            inner.prop_map(|inner| format!("-({inner})")),
        ]
    })
}

/// Returns tokens in any order.
fn soup() -> impl Strategy<Value = String> {
    let tokens: Vec<&str> = KEYS
        .into_iter()
        .chain(VALUES)
        .chain([
            "(", ")", ":", "@", ",", "-", " ", "OR", "AND", "\"", "/", "\\", "@num", "@alpha",
            "@first", "@(a b)",
        ])
        .chain([
            "/(a{9}){9}/",
            "/\\pL{20}/",
            "/[[:alpha:]]/",
            "/(/",
            "\u{2003}",
            "é",
            "\"\\u12\"",
            "@fixed",
        ])
        .collect();
    prop::collection::vec(prop::sample::select(tokens), 0..12).prop_map(|all| all.concat())
}

fn projection() -> impl Strategy<Value = String> {
    const ORDERS: [&str; 8] =
        ["", "", "@first", "@alpha", "@num", "@(1 1k \"\")", "@(A B)", "@nonsense"];
    let field = (prop::sample::select(&KEYS[..]), prop::sample::select(&ORDERS[..]));
    let fields =
        prop::collection::vec(field.prop_map(|(key, order)| format!("{key}{order}")), 0..4);
    prop_oneof![9 => fields.prop_map(|all| all.join(",")).boxed(), 1 => soup().boxed()]
}

/// Returns any query; many of them compile.
pub(crate) fn query() -> impl Strategy<Value = Query> {
    let filter = prop_oneof![4 => filter().boxed(), 1 => soup().boxed()];
    let level = || prop::sample::select(vec![0.0, 0.05, 0.5, 0.95, 1.0, -1.0, f64::NAN, 5e-324]);
    let projections = (projection(), projection(), projection(), projection());
    (filter, projections, level(), level()).prop_map(|(filter, projections, alpha, confidence)| {
        let (table, row, col, ignore) = projections;
        Query::default()
            .filter(filter)
            .table(table)
            .row(row)
            .col(col)
            .ignore(ignore)
            .alpha(alpha)
            .confidence(confidence)
    })
}

/// Returns bytes as a quoted word with Go's escapes; `styles` determines how each byte is written.
pub(crate) fn quote(bytes: &[u8], styles: &[u8]) -> String {
    let escape = |(&byte, &style): (&u8, &u8)| match (byte, style) {
        (b'\n', 0) => "\\n".to_owned(),
        (b'\t', 0) => "\\t".to_owned(),
        (b'"' | b'\\', 0) => format!("\\{}", char::from(byte)),
        (_, 1) => format!("\\{byte:03o}"),
        (0..0x80, 2) => format!("\\u{byte:04x}"),
        (b' '..=b'~', _) if byte != b'"' && byte != b'\\' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    let text: String = bytes.iter().zip(styles).map(escape).collect();
    format!("\"{text}\"")
}
