//! Opening: what is inside, through as many containers as may be.

use std::io::{Cursor, Read, Result};
use std::sync::Arc;

use super::archive::{Archive, Form};
use super::budget::Metered;
use super::container::{Container, HEAD_BYTES};
use super::layer::{Layer, peel};
use super::limits::{DEPTH_MAX, HELD_MAX};
use super::stream::{Failing, ReadSeek, Stream, fill};
use super::trouble::Trouble;
use super::unpacker::Unpacker;

/// Where bytes come from.
pub enum Source<'a> {
    /// From the beginning to the end: a pipe.
    Stream(Box<dyn Read + Send + 'a>),
    /// From anywhere: a file, memory.
    Random(Box<dyn ReadSeek + Send + 'a>),
}

/// What was opened.
pub enum Opened<'a> {
    /// One text, unpacked. An error while it is read may be a [`Trouble`]: what came before it is right.
    Text(Box<dyn Read + Send + 'a>),
    /// An archive of members.
    Archive(Archive<'a>),
}

impl Unpacker {
    /// Opens `source` by its first bytes.
    ///
    /// # Errors
    ///
    /// Those of the source; a [`Trouble`] if it is a container that cannot be opened.
    pub fn open<'a>(&self, source: Source<'a>) -> Result<Opened<'a>> {
        let budget = Arc::clone(&self.budget);
        let is_outermost = self.depth == 0;
        match source {
            Source::Random(source) if is_outermost => {
                self.open_random(Box::new(Metered { source, budget }))
            }
            Source::Random(source) => self.open_random(source),
            Source::Stream(source) if is_outermost => {
                self.open_stream(Box::new(Metered { source, budget }))
            }
            Source::Stream(source) => self.open_stream(source),
        }
    }

    fn open_random<'a>(&self, mut source: Box<dyn ReadSeek + Send + 'a>) -> Result<Opened<'a>> {
        let mut layers = Vec::new();
        loop {
            source.rewind()?;
            let mut inside = peel(Box::new(&mut source), &layers, &self.budget)?;
            let mut head = [0; HEAD_BYTES];
            let (len, result) = fill(&mut inside, &mut head);
            if let Err(error) = result
                && Trouble::of(&error).is_none_or(Trouble::is_final)
            {
                return Err(error);
            }
            // One that ends early may still be one: what can be read of it counts.
            drop(inside);
            let found = Container::of(&head[..len]);
            let depth = self.depth + layers.len();
            match self.admit(found, depth)? {
                Step::Text => {
                    source.rewind()?;
                    return peel(Box::new(source), &layers, &self.budget).map(Opened::Text);
                }
                Step::Layer(layer) => layers.push(layer),
                Step::Archive(Form::Zip) if !layers.is_empty() => {
                    source.rewind()?;
                    let inside = peel(Box::new(source), &layers, &self.budget)?;
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
            // Behind what can be read of it comes the error again.
            let rest: Stream<'a> = match result {
                Ok(()) => source,
                Err(error) => Box::new(Failing(Some(error))),
            };
            head.truncate(len);
            let found = Container::of(&head);
            let whole: Stream<'a> = Box::new(Cursor::new(head).chain(rest));
            match self.admit(found, depth)? {
                Step::Text => return Ok(Opened::Text(whole)),
                Step::Layer(layer) => source = layer.open(whole, &self.budget)?,
                Step::Archive(form) => return self.hold(form, whole, depth + 1),
            }
            depth += 1;
        }
    }

    /// What to do with what was found inside of so many containers.
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

    /// An archive that cannot be read where it is.
    fn hold<'a>(&self, form: Form, archive: Stream<'a>, depth: usize) -> Result<Opened<'a>> {
        let mut bytes = Vec::new();
        let read = archive.take(HELD_MAX + 1).read_to_end(&mut bytes);
        let cut = match read {
            Ok(len) if HELD_MAX < len as u64 => return Err(Trouble::TooLarge.into()),
            Ok(_) => None,
            // What came before counts.
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
