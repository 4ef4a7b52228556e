//! Splits chunks into the values that a format reads.

use super::cursor::{Cursor, Found, Inside, Stop};
use super::out::{Known, Out};
use super::path::Path;
use super::scan::Scan;
use crate::{Location, Reader, Sink};

/// The decision of a format about a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Plan {
    /// Visit its members or elements one by one.
    Enter,
    /// Read it as a whole.
    Take,
    /// Enter it when the value around it has ended, because it needs the members after it.
    Later,
    /// Skip it.
    Skip,
}

/// A format of JSON documents.
///
/// A value is first taken, which must not push anything because the value may be cut off, and then emitted.
pub(crate) trait Visitor: Send {
    /// Returns what to do with the value at a path. For elements of one array the answer is the same.
    fn plan(&self, path: &Path) -> Plan;

    /// Reads a value. All relevant parts must be read before anything is stored for [`emit`](Visitor::emit), or be
    /// stored where the next call clears them.
    fn take(&mut self, path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop>;

    /// Pushes the value that was taken.
    fn emit(&mut self, path: &Path, out: &mut Out<'_>);

    /// Handles the end of a value that was entered.
    fn leave(&mut self, _path: &Path, _out: &mut Out<'_>) {}

    /// Handles the end of the document, including where it breaks off.
    fn end(&mut self, _out: &mut Out<'_>) {}

    /// Returns the texts that may precede the document on its line. All other lines between documents are skipped.
    fn before(&self) -> &'static [&'static [u8]] {
        &[]
    }
}

/// The maximum size of an element, because it must be held in memory.
const ELEMENT_MAX: usize = 1 << 30;

/// The members of documents that contain results, in any format.
const RESULTS: [&[u8]; 6] =
    [b"results", b"benchmarks", b"Benchmarks", b"files", b"entries", b"testResults"];

/// The maximum size of the text between elements, which is read again with each chunk until it is complete: white
/// space, a comma and a key. No benchmark has a longer key.
const KEY_MAX: usize = 1 << 20;

/// Reads documents one after another.
pub(crate) struct Documents {
    visitor: Box<dyn Visitor>,
    state: State,
    known: Known,
}

#[derive(Debug, Default)]
struct State {
    path: Path,
    /// The containers that were entered.
    frames: Vec<Frame>,
    /// The beginning of a value that is cut off.
    pending: Vec<u8>,
    mode: Mode,
    later: Vec<Later>,
    /// The number of documents, and the number of documents without anything for the visitor.
    documents: u64,
    empty: u64,
    /// The number of bytes that were fed.
    bytes: u64,
}

#[derive(Debug)]
struct Frame {
    is_array: bool,
    inside: Inside,
    /// The number of previous elements.
    elements: usize,
    /// The plan for the elements of an array.
    plan: Option<Plan>,
}

/// A value to enter when the value around it ends.
#[derive(Debug)]
struct Later {
    key: Vec<u8>,
    depth: usize,
    text: Vec<u8>,
}

#[derive(Debug, Default)]
enum Mode {
    #[default]
    Token,
    /// Within a value whose beginning is held in memory.
    Keeping(Scan, Plan),
    /// Within a value that is skipped.
    Skipping(Scan),
    /// Within a line between documents.
    Noise,
    /// After the position at which the document is broken.
    Broken,
}

/// The reason why reading stopped at the end of a text.
enum End {
    /// Everything was read except the part in memory.
    Of,
    /// The document is broken here.
    Broken { expected: &'static str, left: usize },
}

impl Documents {
    pub(crate) fn new(visitor: impl Visitor + 'static) -> Documents {
        Documents { visitor: Box::new(visitor), state: State::default(), known: Known::default() }
    }
}

impl Reader for Documents {
    fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink) {
        let Documents { visitor, state, known } = self;
        let mut walk = Walk { visitor: &mut **visitor, state, known, sink };
        walk.feed(chunk);
        state.bytes += chunk.len() as u64;
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        let Documents { visitor, state, known } = self;
        let mut walk = Walk { visitor: &mut **visitor, state, known, sink };
        // The last line may lack its end.
        walk.feed(b"\n");
        walk.finish();
        Out::new(sink, known, Location::Input).end();
    }

    fn position(&self) -> Location {
        Location::Byte(self.state.bytes)
    }
}

struct Walk<'w> {
    visitor: &'w mut dyn Visitor,
    state: &'w mut State,
    known: &'w mut Known,
    sink: &'w mut dyn Sink,
}

impl Walk<'_> {
    fn feed(&mut self, chunk: &[u8]) {
        let mut text = chunk;
        match std::mem::take(&mut self.state.mode) {
            Mode::Token if self.state.pending.is_empty() => {}
            Mode::Token => {
                let mut whole = std::mem::take(&mut self.state.pending);
                if KEY_MAX < whole.len() {
                    return self.broken("found a key of more than 1 MiB");
                }
                whole.extend_from_slice(chunk);
                return self.walk(&whole);
            }
            Mode::Keeping(mut scan, plan) => {
                let end = scan.end(chunk);
                let kept = &mut self.state.pending;
                kept.extend_from_slice(&chunk[..end.unwrap_or(chunk.len())]);
                let Some(end) = end else {
                    self.state.mode = match kept.len() {
                        ..ELEMENT_MAX => Mode::Keeping(scan, plan),
                        _ => {
                            kept.clear();
                            self.tell(b"", 0, "skipped a value of more than 1 GiB");
                            Mode::Skipping(scan)
                        }
                    };
                    return;
                };
                let value = std::mem::take(kept);
                self.whole(value, plan);
                text = &chunk[end..];
            }
            Mode::Skipping(mut scan) => match scan.end(chunk) {
                None => return self.state.mode = Mode::Skipping(scan),
                Some(end) => {
                    self.skipped(&scan);
                    text = &chunk[end..];
                }
            },
            Mode::Noise => match memchr::memchr(b'\n', chunk) {
                None => return self.state.mode = Mode::Noise,
                Some(end) => text = &chunk[end..],
            },
            Mode::Broken => return self.state.mode = Mode::Broken,
        }
        self.walk(text);
    }

    fn walk(&mut self, text: &[u8]) {
        let mut cursor = Cursor::new(text);
        if let End::Broken { expected, left } = self.tokens(&mut cursor) {
            let found = found(&text[text.len() - left..]);
            self.broken(&format!("found {found}, expected {expected}"));
        }
    }

    /// Ends the document at a position where it cannot be read.
    fn broken(&mut self, what: &str) {
        self.tell(b"", 0, &format!("{what}: everything after this place is skipped"));
        self.unwind();
        let mut out = Out::new(self.sink, self.known, Location::Input);
        self.visitor.end(&mut out);
        self.state.mode = Mode::Broken;
    }

    /// Leaves all containers where a document breaks off; values that wait for their ends are complete.
    fn unwind(&mut self) {
        while !self.state.frames.is_empty() {
            // The path may lead into the value that is not complete.
            self.abandon(self.state.frames.len());
            self.enter_later();
            self.state.frames.pop();
        }
    }

    /// Reads until the text ends or a value is cut off.
    fn tokens(&mut self, cursor: &mut Cursor<'_>) -> End {
        loop {
            let before = cursor.rest();
            let step = if self.state.frames.is_empty() {
                self.document(cursor)
            } else {
                self.member(cursor)
            };
            match step {
                Ok(()) if matches!(self.state.mode, Mode::Token) => {}
                Ok(()) => return End::Of,
                Err(Stop::Cut) => {
                    self.state.pending.extend_from_slice(before.trim_ascii_start());
                    return End::Of;
                }
                Err(Stop::Wrong { expected, left }) => return End::Broken { expected, left },
                // Only formats report that a part is missing.
                Err(Stop::Lacks { expected }) => {
                    return End::Broken { expected, left: cursor.rest().len() };
                }
            }
        }
    }

    /// Reads text between documents: lines that do not begin a document are skipped.
    fn document(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Stop> {
        let rest = cursor.rest().trim_ascii_start();
        let Some(first) = rest.first() else {
            *cursor = Cursor::new(b"");
            // The end of the text is not a cut.
            self.state.mode = Mode::Token;
            return Err(Stop::Cut);
        };
        let prefixes = self.visitor.before();
        if matches!(first, b'{' | b'[') {
            *cursor = Cursor::new(rest);
            let plan = self.visitor.plan(&self.state.path);
            return self.value(plan, cursor);
        }
        if let Some(rest) = prefixes.iter().find_map(|prefix| rest.strip_prefix(*prefix)) {
            *cursor = Cursor::new(rest);
            return Ok(());
        }
        if prefixes.iter().any(|prefix| prefix.starts_with(rest)) {
            return Err(Stop::Cut);
        }
        match memchr::memchr(b'\n', rest) {
            Some(end) => *cursor = Cursor::new(&rest[end..]),
            None => self.state.mode = Mode::Noise,
        }
        Ok(())
    }

    /// Reads the next member of the container that was entered last.
    fn member(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Stop> {
        let State { frames, path, .. } = &mut *self.state;
        let Some(frame) = frames.last_mut() else { return Ok(()) };
        // Nothing changes until the member is complete.
        let (mut ahead, mut inside) = (cursor.clone(), frame.inside);
        let mut key = None;
        let more = if frame.is_array {
            ahead.element(&mut inside)?
        } else {
            key = ahead.key(&mut inside)?;
            key.is_some()
        };
        if more {
            ahead.found()?;
        }
        *cursor = ahead;
        if !more {
            self.close();
            return Ok(());
        }
        frame.inside = inside;
        match key {
            Some(key) => path.enter_key(&key.text()),
            None => path.enter_index(frame.elements),
        }
        frame.elements += 1;
        let plan = frame.plan.unwrap_or_else(|| self.visitor.plan(path));
        frame.plan = frame.is_array.then_some(plan);
        self.value(plan, cursor)
    }

    /// Begins a value.
    fn value(&mut self, plan: Plan, cursor: &mut Cursor<'_>) -> Result<(), Stop> {
        match plan {
            Plan::Skip => {
                self.passed(cursor);
                self.skip(cursor);
            }
            Plan::Later => self.keep(plan, cursor),
            Plan::Enter => self.enter(cursor)?,
            Plan::Take => {
                let mut ahead = cursor.clone();
                match self.visitor.take(&self.state.path, &mut ahead) {
                    Ok(()) => {
                        *cursor = ahead;
                        self.taken();
                    }
                    Err(Stop::Cut) => self.keep(plan, cursor),
                    Err(Stop::Wrong { expected, left }) => {
                        self.left_out(cursor.rest(), expected, left);
                        self.skip(cursor);
                    }
                    Err(Stop::Lacks { expected }) => {
                        self.lacks(expected);
                        self.skip(cursor);
                    }
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Stop> {
        let (is_array, inside) = match cursor.found()? {
            Found::Array => (true, cursor.array()?),
            Found::Object => (false, cursor.object()?),
            Found::Null => {
                self.skip(cursor);
                return Ok(());
            }
            Found::String | Found::Number | Found::Bool => {
                self.left_out(cursor.rest(), "an object or an array", cursor.rest().len());
                self.skip(cursor);
                return Ok(());
            }
        };
        self.state.frames.push(Frame { is_array, inside, elements: 0, plan: None });
        Ok(())
    }

    /// Skips a value.
    fn skip(&mut self, cursor: &mut Cursor<'_>) {
        let mut scan = Scan::default();
        match scan.end(cursor.rest()) {
            Some(end) => {
                *cursor = Cursor::new(&cursor.rest()[end..]);
                self.skipped(&scan);
            }
            None => {
                *cursor = Cursor::new(b"");
                self.state.mode = Mode::Skipping(scan);
            }
        }
    }

    /// Handles a value that was skipped.
    fn skipped(&mut self, scan: &Scan) {
        if scan.has_line_end {
            self.tell(b"", 0, "found a line end in a string: something may be missing here");
        }
        self.state.path.leave();
    }

    /// Holds a value in memory until it is complete.
    fn keep(&mut self, plan: Plan, cursor: &mut Cursor<'_>) {
        let rest = cursor.rest();
        let mut scan = Scan::default();
        match scan.end(rest) {
            Some(end) => {
                *cursor = Cursor::new(&rest[end..]);
                self.whole(rest[..end].to_vec(), plan);
            }
            None => {
                self.state.pending.extend_from_slice(rest);
                *cursor = Cursor::new(b"");
                self.state.mode = Mode::Keeping(scan, plan);
            }
        }
    }

    /// Handles a value in memory that is complete.
    fn whole(&mut self, mut text: Vec<u8>, plan: Plan) {
        // A number ends where something else begins.
        text.push(b'\n');
        if plan == Plan::Later {
            let State { later, path, frames, .. } = &mut *self.state;
            let key = path.key(path.len().saturating_sub(1)).to_vec();
            later.push(Later { key, depth: frames.len(), text });
            return path.leave();
        }
        match self.visitor.take(&self.state.path, &mut Cursor::new(&text)) {
            Ok(()) => return self.taken(),
            Err(Stop::Cut) => self.left_out(&text, "a value", 0),
            Err(Stop::Wrong { expected, left }) => self.left_out(&text, expected, left),
            Err(Stop::Lacks { expected }) => self.lacks(expected),
        }
        self.state.path.leave();
    }

    fn taken(&mut self) {
        let path = &mut self.state.path;
        let mut out = Out::new(self.sink, self.known, Location::Input);
        self.visitor.emit(path, &mut out);
        path.leave();
    }

    /// Closes the container that was entered last.
    fn close(&mut self) {
        self.enter_later();
        self.state.frames.pop();
        let path = &mut self.state.path;
        let mut out = Out::new(self.sink, self.known, Location::Input);
        self.visitor.leave(path, &mut out);
        path.leave();
        if self.state.frames.is_empty() {
            self.state.documents += 1;
            self.state.empty += u64::from(!self.known.has_reported());
        }
    }

    /// Reports a skipped value that may contain results, such as results of another harness.
    fn passed(&mut self, cursor: &mut Cursor<'_>) {
        let path = &self.state.path;
        let may_hold = path.len() == 1 && RESULTS.contains(&path.key(0));
        if may_hold && matches!(cursor.found(), Ok(Found::Array | Found::Object)) {
            let message =
                "skipped results of another format; choose that input format to read them";
            self.tell(b"", 0, message);
        }
    }

    /// Enters the value that waited for the end of the container that was entered last.
    fn enter_later(&mut self) {
        let depth = self.state.frames.len();
        while self.state.later.last().is_some_and(|later| depth <= later.depth) {
            let first = self.state.later.iter().position(|later| depth <= later.depth);
            let Later { key, text, .. } = self.state.later.remove(first.unwrap_or_default());
            self.state.path.enter_key(&key);
            let mut cursor = Cursor::new(&text);
            if self.enter(&mut cursor).is_ok() {
                self.walk(cursor.rest());
            }
            self.abandon(depth);
        }
    }

    /// Abandons open containers above a depth.
    fn abandon(&mut self, depth: usize) {
        let State { frames, path, pending, mode, .. } = &mut *self.state;
        frames.truncate(depth);
        pending.clear();
        *mode = Mode::Token;
        while frames.len() <= path.len() && 0 < path.len() {
            path.leave();
        }
    }

    /// Reports that the value at the path is skipped.
    fn left_out(&mut self, value: &[u8], expected: &str, left: usize) {
        let at = value.len().saturating_sub(left);
        let message = format!("found {}, expected {expected}: skipped", found(&value[at..]));
        self.tell(value, at, &message);
    }

    /// Reports that the value at the path is skipped because a part is missing.
    fn lacks(&mut self, expected: &str) {
        self.tell(b"", 0, &format!("expected {expected}: skipped"));
    }

    fn tell(&mut self, value: &[u8], byte: usize, message: &str) {
        let at = Location::JsonPath(self.state.path.text_to(value, byte));
        Out::new(self.sink, self.known, at).unreadable(message);
    }

    fn finish(&mut self) {
        let index = self.state.path.text();
        let is_cut = match &self.state.mode {
            Mode::Keeping(_, plan) => {
                if *plan == Plan::Later {
                    let text = std::mem::take(&mut self.state.pending);
                    self.whole(text, Plan::Later);
                }
                true
            }
            Mode::Skipping(_) => true,
            Mode::Broken => false,
            Mode::Token | Mode::Noise => !self.state.frames.is_empty(),
        };
        if is_cut {
            self.unwind();
            let mut out = Out::new(self.sink, self.known, Location::JsonPath(index));
            self.visitor.end(&mut out);
            out.unreadable(
                "the document ends in the middle of this value: everything before it is used",
            );
        }
        let State { documents, empty, .. } = self.state;
        if *empty != 0 && 1 < *documents {
            let message = format!(
                "{empty} of {documents} documents contain no result of this format: skipped"
            );
            Out::new(self.sink, self.known, Location::Input).unreadable(&message);
        }
    }
}

/// Returns the text at `left` bytes before the end of a text, for a message.
pub(crate) fn found_at(text: &[u8], left: usize) -> String {
    found(&text[text.len().saturating_sub(left)..])
}

/// Returns the beginning of a text, for a message.
fn found(text: &[u8]) -> String {
    let text = text.trim_ascii_start();
    match text.first() {
        None => "the end".into(),
        Some(b'"') => "a string".into(),
        Some(b'{') => "an object".into(),
        Some(b'[') => "an array".into(),
        Some(b'0'..=b'9' | b'-') => "a number".into(),
        Some(_) => {
            let end = text.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(text.len());
            let shown = &text[..end.clamp(1, 20).min(text.len())];
            format!("`{}`", String::from_utf8_lossy(shown).escape_debug())
        }
    }
}

#[cfg(test)]
mod tests;
