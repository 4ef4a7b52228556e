use super::*;
use crate::{Notice, Number, Problem, Record};

/// Reads `head` and the elements of `items`, which need the head.
#[derive(Default)]
struct Items {
    head: Vec<u8>,
    name: Vec<u8>,
}

impl Visitor for Items {
    fn plan(&self, path: &Path) -> Plan {
        match path {
            _ if path.is(&[]) || path.is(&["deep"]) => Plan::Enter,
            _ if path.is(&["items"]) && self.head.is_empty() => Plan::Later,
            _ if path.is(&["items"]) => Plan::Enter,
            _ if path.is(&["head"]) || path.is(&["items", "*"]) || path.is(&["deep", "*"]) => {
                Plan::Take
            }
            _ => Plan::Skip,
        }
    }

    fn take(&mut self, path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        if path.is(&["head"]) {
            self.head = value.string()?.text().into_owned();
            self.name.clear();
            return Ok(());
        }
        let mut name = Vec::new();
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"name" => name = value.string()?.text().into_owned(),
                _ => value.skip()?,
            }
        }
        self.name = name;
        Ok(())
    }

    fn emit(&mut self, path: &Path, out: &mut Out<'_>) {
        if !path.is(&["head"]) {
            let name = [&self.head[..], b"/", &self.name].concat();
            out.result(&name, 1, &[Number::Wide(1.0)], &[b"u"]);
        }
    }

    fn leave(&mut self, path: &Path, _out: &mut Out<'_>) {
        if path.len() == 0 {
            self.head.clear();
        }
    }

    fn before(&self) -> &'static [&'static [u8]] {
        &[b"data = "]
    }
}

fn read(text: &str, size: usize) -> Vec<String> {
    let mut all = Vec::new();
    let mut sink = |at: &Location, record: Record<'_>| match record {
        Record::Result(result) => all.push(String::from_utf8_lossy(result.name).into_owned()),
        Record::Notice(Notice::Problem(Problem::Unreadable { message })) => {
            let place = String::from_utf8(at.to_bytes()).unwrap();
            // Messages about the whole input have no location.
            let place = place.get(2..).unwrap_or_default();
            all.push(format!("{place} {}", String::from_utf8_lossy(&message)));
        }
        _ => {}
    };
    let mut reader = Documents::new(Items::default());
    text.as_bytes().chunks(size).for_each(|chunk| reader.feed(chunk, &mut sink));
    reader.finish(&mut sink);
    all
}

#[track_caller]
fn check(text: &str, want: &[&str]) {
    for size in 1..=text.len() {
        assert_eq!(read(text, size), want, "{text} in chunks of {size}");
    }
}

#[test]
fn elements_come_in_their_order_with_what_they_need() {
    check(
        r#"{"head": "h", "items": [{"name": "a"}, {"x": [1, {}], "name": "b"}]}"#,
        &["h/a", "h/b"],
    );
    check(r#"{"items": [{"name": "a"}], "x": {"y": "}"}, "head": "h"}"#, &["h/a"]);
    check(r#"{"items": [{"name": "a"}], "deep": {"x": {"name": "d"}}}"#, &["/d", "/a"]);
    check(r#"{"head": "h", "items": []}  "#, &[]);
    check(
        "noise {\n{\"items\": null}\nmore\n\n{\"head\": \"2\", \"items\": [{}]}",
        &["2/", " 1 of 2 documents contain no result of this format: skipped"],
    );
    check("data = {\"head\": \"h\", \"items\": [{}]};\n", &["h/"]);
}

#[test]
fn what_is_wrong_is_left_out_and_told() {
    check(
        r#"{"head": "h", "items": [{"name": "a"}, {"name": {"x": 3}}, 7, {"name": "b"}]}"#,
        &[
            "h/a",
            "$.items[1].name found an object, expected a string: skipped",
            "$.items[2] found a number, expected an object: skipped",
            "h/b",
        ],
    );
    check(
        r#"{"head": "h", "items": "x", "deep": {"a b": 1}}"#,
        &[
            "$.items found a string, expected an object or an array: skipped",
            r#"$.deep["a b"] found a number, expected an object: skipped"#,
        ],
    );
    let deep =
        format!(r#"{{"head": "h", "items": [{}, {{}}]}}"#, "[".repeat(300) + &"]".repeat(300));
    check(&deep, &["$.items[0] found an array, expected an object: skipped", "h/"]);
}

#[test]
fn what_was_complete_counts() {
    let ends = "the document ends in the middle of this value: everything before it is used";
    check(
        r#"{"head": "h", "items": [{"name": "a"}, {"na"#,
        &["h/a", &format!("$.items[1] {ends}")],
    );
    check(r#"{"head": "h", "items": [{"name": "a"}"#, &["h/a", &format!("$.items {ends}")]);
    check(r#"{"items": [{"name": "a"}, {"n"#, &["/a", &format!("$.items {ends}")]);
    check(r#"{"items": [{"name": "a"}], "head": "h", "x"#, &["h/a", &format!("$ {ends}")]);
    check(r#"{"items": [{"name": "a"}], "head": "h"#, &["/a", &format!("$.head {ends}")]);
    check(r#"{"items": [{"name": "a"}], "x": {"y": [1,"#, &["/a", &format!("$.x {ends}")]);
    check(
        r#"{"items": [{"name": "a"}], "x": 1 "y": 2}"#,
        &[
            "$ found a string, expected a comma or a closing bracket: everything after this place is skipped",
            "/a",
        ],
    );
    check(
        r#"{"head": "h", "items": [{"name": "a"} {"name": "b"}]}"#,
        &[
            "h/a",
            "$.items found an object, expected a comma or a closing bracket: everything after this place is skipped",
        ],
    );
}
