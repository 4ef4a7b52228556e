//! Histories that are worked out step by step, as [`Asking`](crate::Asking) does answers.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use super::{History, HistoryPlan};
use crate::base::Error;
use crate::base::pace::Pace;
use crate::store::Store;

/// A history that is being worked out. Drop it to stop.
///
/// ```
/// use benchlens_core::StoreBuilder;
/// use benchlens_core::history::HistoryQuery;
///
/// let mut builder = StoreBuilder::default();
/// builder.begin(b"f", b"f");
/// builder.feed(b"BenchmarkA 1 3 ns/op\n")?;
/// builder.end();
/// let plan = HistoryQuery::default().compile()?;
/// let mut asking = plan.clone().begin(builder.shared());
/// let history = loop {
///     if let Some(history) = asking.step(1) {
///         break history?;
///     }
/// };
/// assert_eq!(history, plan.run(builder.store())?);
/// # Ok::<(), benchlens_core::Error>(())
/// ```
pub struct HistoryAsking {
    pace: Arc<Pace>,
    /// Nothing once it has answered.
    work: Option<Work>,
}

type Work = Pin<Box<dyn Future<Output = Result<History, Error>> + Send>>;

impl HistoryPlan {
    /// Begins to work out the history; nothing is done yet. The steps use one thread.
    #[must_use]
    pub fn begin(self, store: Arc<Store>) -> HistoryAsking {
        let plan = self.with_threads(1);
        let pace = Arc::new(Pace::new(1));
        let own = Arc::clone(&pace);
        let work = async move { plan.answer(&store, &own).await };
        HistoryAsking { pace, work: Some(Box::pin(work)) }
    }
}

impl HistoryAsking {
    /// Works on, for about as long as it takes to look at so many values; gives the history when it is there, once.
    ///
    /// # Errors
    ///
    /// As [`HistoryPlan::run`].
    pub fn step(&mut self, values: u64) -> Option<Result<History, Error>> {
        self.pace.allow(values);
        let work = self.work.as_mut()?.as_mut();
        match work.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(history) => {
                self.work = None;
                Some(history)
            }
            Poll::Pending => None,
        }
    }

    /// What is done of the present phase, of how much, and which phase it is: 1 sorts results into cells, 2 looks at
    /// their values, 3 looks for a change in each row, 4 for further ones.
    #[must_use]
    pub fn progress(&self) -> (u64, u64, u64) {
        let (phase, done, total) = self.pace.progress();
        (done, total, phase)
    }
}

impl std::fmt::Debug for HistoryAsking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HistoryAsking").field("progress", &self.progress()).finish_non_exhaustive()
    }
}
