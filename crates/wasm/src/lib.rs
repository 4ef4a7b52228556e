//! The core as a WebAssembly module.
//!
//! [`Session`] is the face that JavaScript sees: nothing but types that cross the border.
//! [`SessionCore`] does the work with ordinary Rust types, so that it is tested on any machine. Neither
//! computes or formats a number.
#![forbid(unsafe_code)]

mod session;

pub use session::SessionCore;

use wasm_bindgen::prelude::wasm_bindgen;

/// Inputs, a query and its answer.
///
/// ```js
/// const session = new Session();
/// session.begin("old.txt", "old");
/// session.feed(bytes);           // as often as there are bytes
/// session.end();
/// const { ok, error } = JSON.parse(session.run('{"col": "/codec"}'));
/// if (ok) show(session.render("text"));
/// ```
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Session {
    core: SessionCore,
}

#[wasm_bindgen]
impl Session {
    /// A session without inputs.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Session {
        Session::default()
    }

    /// Starts an input: `name` is what messages call it, `label` is its `.file`.
    pub fn begin(&mut self, name: &str, label: &str) {
        self.core.begin(name.as_bytes(), label.as_bytes());
    }

    /// Reads the next bytes of the input, cut anywhere.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.core.feed(bytes);
    }

    /// Ends the input.
    pub fn end(&mut self) {
        self.core.end();
    }

    /// What is known of the inputs, as JSON: `[{name, label, lines, results, kind}]`.
    pub fn inputs(&self) -> String {
        self.core.inputs().to_string()
    }

    /// What could not be read as data, as JSON: `[{text, note}]`.
    pub fn diagnostics(&self) -> String {
        self.core.diagnostics().to_string()
    }

    /// Asks a query, given as JSON; fields that it lacks have their defaults. The answer is JSON:
    /// `{ok: true, tables, notes}`, or `{ok: false, error: {part, message, span}}` where `span`
    /// counts as JavaScript does and is `null` for errors without a place.
    pub fn run(&mut self, query: &str) -> String {
        self.core.run(query).to_string()
    }

    /// The answer to the last query as `text`, `csv`, …
    ///
    /// # Errors
    ///
    /// A sentence, if there is no such output or no answer.
    pub fn render(&mut self, output: &str) -> Result<Vec<u8>, String> {
        self.core.render(output).map(|page| page.out.clone())
    }

    /// What the last rendered output had no place for, one a line.
    pub fn warnings(&self) -> Vec<u8> {
        self.core.warnings().to_vec()
    }
}
