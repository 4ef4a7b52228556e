//! The number of threads.

/// Below this, starting a thread takes longer than it saves.
const FEW_RESULTS: u64 = 5_000;

/// How many threads to use; asked of the system only when there is work for several.
#[derive(Debug)]
pub struct Threads(
    /// So many; without a number, one for each core.
    pub Option<usize>,
);

/// More threads than this only wait for each other.
const THREADS_MAX: usize = 1024;

impl Threads {
    /// A number of threads as it is written.
    ///
    /// # Errors
    ///
    /// That it is no count, as a sentence.
    pub fn parse(given: &str) -> Result<Threads, String> {
        match given.parse::<u128>() {
            Ok(threads) if 0 < threads => {
                Ok(Threads(Some(usize::try_from(threads).unwrap_or(THREADS_MAX).min(THREADS_MAX))))
            }
            _ => Err(format!("invalid value {given:?} for flag -j: expected a positive integer")),
        }
    }

    /// The number.
    pub fn count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.0.unwrap_or_else(all)
    }

    /// How many to compute with, for so many results.
    pub fn for_results(&self, results: u64) -> usize {
        if results < FEW_RESULTS { 1 } else { self.count() }
    }
}
