//! The number of threads.

use benchlens_core::Error;

/// Below this number of results, starting a thread takes longer than it saves.
const FEW_RESULTS: u64 = 5_000;

/// The number of threads. The system is asked for it only when there is work for several.
#[derive(Debug)]
pub struct Threads(
    /// The given number; without a number, one thread for each core.
    pub Option<usize>,
);

/// More threads only wait for each other.
const THREADS_MAX: usize = 1024;

impl Threads {
    /// Parses a number of threads, which has this name where it was given.
    ///
    /// # Errors
    ///
    /// The text is not a count.
    pub fn parse(setting: &'static str, given: &str) -> Result<Threads, Error> {
        match given.parse::<u128>() {
            Ok(threads) if 0 < threads => {
                Ok(Threads(Some(usize::try_from(threads).unwrap_or(THREADS_MAX).min(THREADS_MAX))))
            }
            _ => Err(Error::invalid(setting, given, "expected a positive integer")),
        }
    }

    /// Returns the number of threads.
    pub fn count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.0.unwrap_or_else(all)
    }

    /// Returns the number of threads to compute with, for this number of results.
    pub fn for_results(&self, results: u64) -> usize {
        if results < FEW_RESULTS { 1 } else { self.count() }
    }
}
