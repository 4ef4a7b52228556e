//! A session in ordinary Rust types.

use benchlens::base::ErrorKind;
use benchlens::{Error, Output, Page, Query, Report, Store, StoreBuilder, render, run};
use serde_json::{Value, json};

/// Inputs, a query and its answer. See [`Session`](crate::Session).
#[derive(Debug, Default)]
pub struct SessionCore {
    builder: StoreBuilder,
    /// Whether an input was begun and not ended.
    is_open: bool,
    report: Option<Report>,
    page: Page,
}

impl SessionCore {
    /// Starts an input. One that is still open ends here.
    pub fn begin(&mut self, name: &[u8], label: &[u8]) {
        self.end();
        self.builder.begin(name, label);
        self.is_open = true;
    }

    /// Reads the next bytes of the input that was begun; without one they are nobody's and dropped.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.is_open {
            self.builder.feed(bytes);
        }
    }

    /// Ends the input.
    pub fn end(&mut self) {
        if std::mem::take(&mut self.is_open) {
            self.builder.end();
        }
    }

    /// All that was read.
    pub fn store(&self) -> &Store {
        self.builder.store()
    }

    /// `[{name, label, lines, results, kind}]`
    pub fn inputs(&self) -> Value {
        let inputs = self.store().inputs().iter().map(|input| {
            json!({
                "name": text(&input.name),
                "label": text(&input.label),
                "lines": input.lines,
                "results": input.results,
                "kind": input.kind.to_string(),
            })
        });
        inputs.collect()
    }

    /// `[{text, note}]`: `note` says that the line is sound but for a value that cannot count.
    pub fn diagnostics(&self) -> Value {
        let diagnostics = self.store().diagnostics().iter();
        diagnostics.map(|d| json!({ "text": d.to_string(), "note": d.problem.is_note() })).collect()
    }

    /// Asks a query of all inputs: `{ok, tables, notes}` or `{ok, error: {part, message, span}}`.
    pub fn run(&mut self, query: &str) -> Value {
        self.report = None;
        let query: Query = match serde_json::from_str(query) {
            Ok(query) => query,
            Err(error) => return failure("query", &error.to_string(), None),
        };
        match run(self.store(), &query) {
            Ok(report) => {
                let notes: Vec<String> = report.notes.iter().map(ToString::to_string).collect();
                let tables = report.tables.len();
                self.report = Some(report);
                json!({ "ok": true, "tables": tables, "notes": notes })
            }
            Err(error) => failure(error.part(), &error.to_string(), span(&error)),
        }
    }

    /// The answer to the last query in one of [`Output::ALL`].
    ///
    /// # Errors
    ///
    /// A sentence, if there is no such output or no answer.
    pub fn render(&mut self, output: &str) -> Result<&Page, String> {
        let known = Output::ALL.into_iter().find(|&(name, _)| name == output);
        let (_, output) = known.ok_or_else(|| format!("there is no output `{output}`"))?;
        let report = self.report.as_ref().ok_or("no query has been answered")?;
        self.page = render(report, output);
        Ok(&self.page)
    }

    /// What the last rendered output had no place for.
    pub fn warnings(&self) -> &[u8] {
        &self.page.warnings
    }
}

fn failure(part: &str, message: &str, span: Option<[usize; 2]>) -> Value {
    json!({ "ok": false, "error": { "part": part, "message": message, "span": span } })
}

/// The place of an error in units of UTF-16, which is how JavaScript counts.
fn span(error: &Error) -> Option<[usize; 2]> {
    match error.kind() {
        ErrorKind::Syntax { query, span, .. } => {
            Some([span.start, span.end].map(|at| query[..at].encode_utf16().count()))
        }
        _ => None,
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> SessionCore {
        let mut session = SessionCore::default();
        session.begin(b"old.txt", b"old");
        session.feed(b"BenchmarkA 1 5 n");
        session.feed(b"s/op\nBenchmarkA x\n");
        session.begin(b"new.txt", b"new");
        session.feed(b"BenchmarkA 1 4 ns/op\n");
        session.end();
        session
    }

    #[test]
    fn a_session_answers() {
        let mut session = session();
        assert_eq!(session.run("{}"), json!({ "ok": true, "tables": 1, "notes": [] }));
        let page = session.render("text").unwrap();
        assert!(String::from_utf8_lossy(&page.out).contains("5.000n"));
        session.render("csv").unwrap();
        assert!(session.warnings().starts_with(b"B3: need"));
        assert_eq!(session.inputs()[1]["results"], 1);
        let text = "old.txt:2: parsing iteration count: invalid syntax";
        assert_eq!(session.diagnostics(), json!([{ "text": text, "note": false }]));
    }

    #[test]
    fn inputs_may_follow_an_answer() {
        let mut session = session();
        session.run("{}");
        session.feed(b"BenchmarkNobody 1 1 ns/op\n");
        session.begin(b"third", b"third");
        session.feed(b"BenchmarkB 1 4 B/op");
        session.end();
        assert_eq!(session.run("{}")["tables"], 2);
    }

    #[test]
    fn errors_say_where() {
        let mut session = session();
        let error = &session.run(r#"{"filter": "\ud83d\ude00:x b"}"#)["error"];
        assert_eq!((&error["part"], &error["span"]), (&json!("filter"), &json!([5, 6])));
        assert!(session.render("text").unwrap_err().contains("no query"));
        assert_eq!(session.run(r#"{"alpha": 2}"#)["error"]["span"], Value::Null);
        assert_eq!(session.run(r#"{"colour": "x"}"#)["error"]["part"], "query");
        assert_eq!(session.run("{}")["ok"], true);
        assert!(session.render("xml").unwrap_err().contains("`xml`"));
    }
}
