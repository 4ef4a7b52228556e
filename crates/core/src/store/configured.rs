//! Leads from one configuration to any other, in order.
//!
//! Takes the configurations of results; gives the records that lead from each to the next. A log can only set a key,
//! which adds a new key at the end, and delete a key, which moves the last key into its place. These operations can
//! reach any order: different keys are deleted from the end and set again.

use crate::base::metadata;
use crate::format::Record;

/// The current configuration of an input, for results that come with a complete configuration.
///
/// ```
/// use benchlens_core::StoreBuilder;
/// use benchlens_core::format::{Location, Sink};
/// use benchlens_core::store::Configured;
///
/// let (mut builder, mut configured) = (StoreBuilder::default(), Configured::default());
/// builder.begin(b"memory", b"new");
/// for config in [[("goos", "linux"), ("cpu", "x")], [("cpu", "y"), ("goos", "linux")]] {
///     let at = Location::Input;
///     let config = config.map(|(key, value)| (key.as_bytes(), value.as_bytes()));
///     configured.set(&config, &[], |record| builder.push(&at, record));
///     builder.add("A", &[("sec/op", 1.0)])?;
/// }
/// builder.end();
/// let store = builder.finish();
/// let last = store.rows().last().unwrap();
/// assert_eq!(last.config, [(&b"cpu"[..], &b"y"[..]), (b"goos", b"linux")]);
/// # Ok::<(), benchlens_core::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Configured {
    /// The keys in the encoding of a store, with their values.
    entries: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Configured {
    /// Calls back with the records that change the previous configuration to `config` and `metadata`, in their order.
    /// Each input starts with a new `Configured`. No key may come twice, and no value may be empty, because a log
    /// cannot express that.
    pub fn set(
        &mut self,
        config: &[(&[u8], &[u8])],
        metadata: &[(&[u8], &[u8])],
        mut push: impl FnMut(Record<'_>),
    ) {
        let metadata = metadata.iter().map(|&(key, value)| (metadata::key(key), value));
        let config = config.iter().map(|&(key, value)| (key.to_vec(), value));
        let wanted: Vec<(Vec<u8>, &[u8])> = config.chain(metadata).collect();
        let both = self.entries.iter().zip(&wanted);
        let common = both.take_while(|(own, wanted)| own.0 == wanted.0).count();
        for (key, _) in self.entries.drain(common..).rev() {
            push(record(&key, b""));
        }
        for ((key, own), (_, value)) in self.entries.iter_mut().zip(&wanted) {
            if own != value {
                push(record(key, value));
                *own = value.to_vec();
            }
        }
        for (key, value) in wanted.into_iter().skip(common) {
            push(record(&key, value));
            self.entries.push((key, value.to_vec()));
        }
    }
}

fn record<'a>(key: &'a [u8], value: &'a [u8]) -> Record<'a> {
    match metadata::name(key) {
        Some(key) => Record::Metadata { key, value },
        None => Record::Config { key, value },
    }
}
