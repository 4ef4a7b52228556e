//! The core as a WebAssembly module with one class, `Engine`, which the scripts of the npm package wrap.
//!
//! Takes requests as JSON texts and chunks as bytes; gives JSON texts and bytes. It is a thin shell:
//! `benchlens-session` contains the state, and the core everything else. `requests.rs` lists the requests,
//! `convert.rs` converts between texts and types, and this file passes bytes, errors, and the memory
//! of the module. The scripts in `npm` check the types of all arguments, because a value of another type would be read
//! as memory of the module.
#![forbid(unsafe_code)]
// Arguments from JavaScript arrive by value.
#![allow(clippy::needless_pass_by_value)]

mod convert;
mod requests;

use benchlens_session::{self as session, ReportView};
use js_sys::{Array, Error, Function, JSON, Reflect, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use convert::{Failure, from_json};
use requests::{FreeRequest, SessionRequest};

/// The answer to a call from JavaScript.
type Answer<T> = Result<T, JsValue>;

/// A session, as the class `Session` of the npm package uses it.
#[wasm_bindgen(skip_typescript)]
#[derive(Debug, Default)]
pub struct Engine {
    inner: session::Session,
    warnings: Vec<u8>,
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        let error = Error::new(&failure.message);
        if let Some(Ok(detail)) = failure.detail.map(|detail| JSON::parse(&detail)) {
            // Setting a property of a new object cannot fail.
            let _ = Reflect::set(&error, &"detail".into(), &detail);
        }
        error.into()
    }
}

/// Converts an answer of a session to its form in JavaScript.
fn sent<T>(result: Result<T, session::SessionError>) -> Answer<T> {
    result.map_err(|error| Failure::from(error).into())
}

#[wasm_bindgen]
impl Engine {
    /// Creates a session without inputs.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u64) -> Engine {
        Engine { inner: session::Session::seeded(seed), warnings: Vec::new() }
    }

    /// Answers a request of `SessionRequest`.
    pub fn ask(&mut self, request: &str) -> Answer<String> {
        let request = from_json::<SessionRequest>(request)?;
        Ok(request.answer(&mut self.inner)?)
    }

    /// Reads the next chunk of the input.
    pub fn feed(&mut self, chunk: &[u8]) -> Answer<()> {
        sent(self.inner.feed(chunk))
    }

    /// Reads a complete file that is packed or an archive. Calls `tell` with the number of unpacked bytes.
    pub fn read_packed(
        &mut self,
        name: &str,
        label: &str,
        bytes: &[u8],
        tell: Option<Function>,
    ) -> Answer<String> {
        let mut reported = |bytes: u64| {
            // An exception from the caller's function is not an error of the file.
            let _ = tell.as_ref().map(|tell| tell.call1(&JsValue::NULL, &(bytes as f64).into()));
        };
        sent(self.inner.read_packed_telling(name, label, bytes, &mut reported))
    }

    /// Returns all inputs so far as bytes.
    pub fn to_bytes(&mut self) -> Vec<u8> {
        self.inner.to_bytes()
    }

    /// Appends the inputs of another session.
    pub fn append_bytes(&mut self, bytes: &[u8], label: Option<String>) -> Answer<()> {
        sent(self.inner.append_bytes(bytes, label.as_deref()))
    }

    /// Reads the next chunk of the part.
    pub fn part_feed(&mut self, chunk: &[u8]) -> Answer<()> {
        sent(self.inner.part_feed(chunk))
    }

    /// Ends the part and returns its bytes.
    pub fn part_to_bytes(&mut self) -> Answer<Vec<u8>> {
        sent(self.inner.part_to_bytes())
    }

    /// Appends the next part of the current input.
    pub fn append_part(&mut self, bytes: &[u8]) -> Answer<()> {
        sent(self.inner.append_part(bytes))
    }

    /// Renders the last answer.
    pub fn render(&mut self, output: &str) -> Answer<Vec<u8>> {
        let page = sent(self.inner.render(convert::output(output)?))?;
        self.warnings = page.warnings;
        Ok(page.out)
    }

    /// Returns what the last rendered output cannot show.
    pub fn render_warnings(&self) -> String {
        String::from_utf8_lossy(&self.warnings).into_owned()
    }

    /// Renders the last answer as one file that can be queried in a browser; `view` is a `ReportView` as JSON.
    pub fn report(
        &mut self,
        state: &str,
        view: &str,
        results: &[u8],
        engine: &[u8],
    ) -> Answer<Vec<u8>> {
        sent(self.inner.report(state, &from_json::<ReportView>(view)?, results, engine))
    }
}

/// Answers a request of `FreeRequest`.
#[wasm_bindgen(skip_typescript)]
pub fn ask(request: &str) -> Answer<String> {
    Ok(from_json::<FreeRequest>(request)?.answer()?)
}

/// Returns whether an input that begins with these bytes can be split at line ends.
#[wasm_bindgen(skip_typescript)]
pub fn can_be_cut(head: &[u8]) -> bool {
    benchlens_core::format::cut_at_lines(head).is_some()
}

/// Returns the format of a packed file from its first bytes.
#[wasm_bindgen(skip_typescript)]
pub fn packed_as(head: &[u8]) -> Option<String> {
    session::packed_as(head).map(str::to_owned)
}

/// Returns the paths and contents of the files of an archive with several recordings of criterion.
#[wasm_bindgen(skip_typescript)]
pub fn recorded_files(bytes: &[u8]) -> Array {
    let pair = |(path, bytes): (String, Vec<u8>)| {
        Array::of2(&path.into(), &Uint8Array::from(&bytes[..]).into())
    };
    session::recorded_files(bytes).into_iter().flatten().map(pair).collect()
}

/// A module can address 4 GiB; the rest is for the answer, and for tables that grow by doubling.
const MEMORY_MAX: f64 = 3.25 * 1024.0 * 1024.0 * 1024.0;

/// Returns the memory in use, in bytes.
#[cfg(target_family = "wasm")]
fn memory() -> f64 {
    const PAGE: f64 = 65_536.0;
    core::arch::wasm32::memory_size(0) as f64 * PAGE
}

/// Returns 0 outside of a WebAssembly module, where the memory in use is not known.
#[cfg(not(target_family = "wasm"))]
fn memory() -> f64 {
    0.0
}
