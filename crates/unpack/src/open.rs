//! Opens inputs, through all allowed levels of nested containers.

use std::io::{Cursor, Read, Result};
use std::sync::Arc;

use super::archive::{Archive, Form};
use super::budget::Metered;
use super::container::{Container, HEAD_BYTES};
use super::layer::{Layer, peel};
use super::limits::{DEPTH_MAX, HELD_MAX};
use super::stream::{Failing, ReadSeek, Stream, boxed, fill};
use super::trouble::Trouble;
use super::unpacker::Unpacker;

/// The source of bytes.
pub enum Source<'a> {
    /// A source that is read sequentially, such as a pipe.
    Stream(Box<dyn Read + Send + 'a>),
    /// A source that can be read at any position, such as a file or memory.
    Random(Box<dyn ReadSeek + Send + 'a>),
}

/// An opened input.
pub enum Opened<'a> {
    /// One unpacked text. An error while reading it may be a [`Trouble`]; the text before the error is correct.
    Text(Box<dyn Read + Send + 'a>),
    /// An archive with members.
    Archive(Archive<'a>),
}

impl Unpacker {
    /// Opens `source`, whose format is recognized by its first bytes.
    ///
    /// # Errors
    ///
    /// Returns errors of the source, and a [`Trouble`] if the source is a container that cannot be opened.
    pub fn open<'a>(&self, source: Source<'a>) -> Result<Opened<'a>> {
        let budget = Arc::clone(&self.budget);
        let is_outermost = self.depth == 0;
        match source {
            Source::Random(source) if is_outermost => {
                self.open_random(Box::new(Metered { source, budget }))
            }
            Source::Random(source) => self.open_random(source),
            Source::Stream(source) if is_outermost => {
                self.open_stream(boxed(Metered { source, budget }))
            }
            Source::Stream(source) => self.open_stream(source),
        }
    }

    fn open_random<'a>(&self, mut source: Box<dyn ReadSeek + Send + 'a>) -> Result<Opened<'a>> {
        let mut layers = Vec::new();
        loop {
            source.rewind()?;
            let mut inside = peel(boxed(&mut source), &layers, &self.budget)?;
            let mut head = [0; HEAD_BYTES];
            let (len, result) = fill(&mut inside, &mut head);
            if let Err(error) = result
                && Trouble::of(&error).is_none_or(Trouble::is_final)
            {
                return Err(error);
            }
            // A stream that ends early may still contain an archive; the readable part counts.
            drop(inside);
            let found = Container::of(&head[..len]);
            let depth = self.depth + layers.len();
            match self.admit(found, depth)? {
                Step::Text => {
                    source.rewind()?;
                    return peel(boxed(source), &layers, &self.budget).map(Opened::Text);
                }
                Step::Layer(layer) => layers.push(layer),
                Step::Archive(Form::Zip) if !layers.is_empty() => {
                    source.rewind()?;
                    let inside = peel(boxed(source), &layers, &self.budget)?;
                    return self.hold(Form::Zip, inside, depth + 1);
                }
                Step::Archive(form) => {
                    let inner = Unpacker { budget: Arc::clone(&self.budget), depth: depth + 1 };
                    let cut = None;
                    return Ok(Opened::Archive(Archive { form, source, layers, inner, cut }));
                }
            }
        }
    }

    fn open_stream<'a>(&self, mut source: Stream<'a>) -> Result<Opened<'a>> {
        let mut depth = self.depth;
        loop {
            let mut head = vec![0; HEAD_BYTES];
            let (len, result) = fill(&mut source, &mut head);
            // The same error follows the readable part.
            let rest: Stream<'a> = match result {
                Ok(()) => source,
                Err(error) => boxed(Failing(Some(error))),
            };
            head.truncate(len);
            let found = Container::of(&head);
            let whole: Stream<'a> = boxed(Cursor::new(head).chain(rest));
            match self.admit(found, depth)? {
                Step::Text => return Ok(Opened::Text(whole)),
                Step::Layer(layer) => source = layer.open(whole, &self.budget)?,
                Step::Archive(form) => return self.hold(form, whole, depth + 1),
            }
            depth += 1;
        }
    }

    /// Decides what to do with a container inside `depth` others.
    fn admit(&self, found: Option<Container>, depth: usize) -> Result<Step> {
        let Some(container) = found else { return Ok(Step::Text) };
        let step = match (Layer::of(container), container) {
            (Some(layer), _) => Step::Layer(layer),
            (None, Container::Zip) => Step::Archive(Form::Zip),
            (None, Container::Tar) => Step::Archive(Form::Tar),
            (None, other) => return Err(Trouble::Foreign(other).into()),
        };
        if depth < DEPTH_MAX { Ok(step) } else { Err(Trouble::TooDeep(container).into()) }
    }

    /// Reads an archive into memory because it cannot be read in place.
    fn hold<'a>(&self, form: Form, archive: Stream<'a>, depth: usize) -> Result<Opened<'a>> {
        let mut bytes = Vec::new();
        let read = archive.take(HELD_MAX + 1).read_to_end(&mut bytes);
        let cut = match read {
            Ok(len) if HELD_MAX < len as u64 => return Err(Trouble::TooLarge.into()),
            Ok(_) => None,
            // The part before the error counts.
            Err(error) => match Trouble::of(&error) {
                Some(trouble) if !trouble.is_final() => Some(trouble.clone()),
                _ => return Err(error),
            },
        };
        let inner = Unpacker { budget: Arc::clone(&self.budget), depth };
        let source = Box::new(Cursor::new(bytes));
        Ok(Opened::Archive(Archive { form, source, layers: Vec::new(), inner, cut }))
    }
}

enum Step {
    Text,
    Layer(Layer),
    Archive(Form),
}
