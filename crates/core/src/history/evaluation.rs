//! Histories that are computed step by step, in the same way as [`Evaluation`](crate::Evaluation) computes answers.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use super::{History, HistoryPlan};
use crate::base::Error;
use crate::base::pace::Pace;
use crate::query::{EvaluationHandle, PORTION};
use crate::store::Store;

/// A history in progress. Drop it to stop.
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
pub struct HistoryEvaluation {
    pace: Arc<Pace>,
    /// The work; `None` after the answer.
    work: Option<Work>,
}

type Work = Pin<Box<dyn Future<Output = Result<History, Error>> + Send>>;

impl HistoryPlan {
    /// Begins to compute the history; the work itself happens in the steps, which use one thread.
    #[must_use]
    pub fn begin(self, store: Arc<Store>) -> HistoryEvaluation {
        self.with_threads(1).begin_on_threads(store)
    }

    /// Begins to compute the history on the threads of the plan. With several threads, one step may look for all
    /// changes; only an [`EvaluationHandle`] can end it early.
    ///
    /// ```
    /// use benchlens_core::StoreBuilder;
    /// use benchlens_core::history::HistoryQuery;
    ///
    /// let mut builder = StoreBuilder::default();
    /// builder.begin(b"f", b"f");
    /// builder.feed(b"BenchmarkA 1 3 ns/op\n")?;
    /// builder.end();
    /// let plan = HistoryQuery::default().compile()?.with_threads(2);
    /// let begin = || plan.clone().begin_on_threads(builder.shared());
    /// assert_eq!(begin().finish().expect("nobody stops it")?, plan.run(builder.store())?);
    /// let asking = begin();
    /// asking.watch().stop();
    /// assert!(asking.finish().is_none());
    /// # Ok::<(), benchlens_core::Error>(())
    /// ```
    #[must_use]
    pub fn begin_on_threads(self, store: Arc<Store>) -> HistoryEvaluation {
        let plan = self;
        let pace = Arc::new(Pace::new(1));
        let own = Arc::clone(&pace);
        let work = async move { plan.answer(&store, &own).await };
        HistoryEvaluation { pace, work: Some(Box::pin(work)) }
    }
}

impl HistoryEvaluation {
    /// Continues for about as long as it takes to read this number of values; returns the history once, when it is
    /// complete.
    ///
    /// # Errors
    ///
    /// The same errors as [`HistoryPlan::run`].
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

    /// Continues until the history is complete; returns `None` if an [`EvaluationHandle`] stops it before.
    ///
    /// # Errors
    ///
    /// The same errors as [`HistoryPlan::run`].
    pub fn finish(mut self) -> Option<Result<History, Error>> {
        while !self.pace.is_stopped() {
            if let Some(history) = self.step(PORTION) {
                return Some(history).filter(|_| !self.pace.is_stopped());
            }
        }
        None
    }

    /// Returns a handle with which another thread can read the progress and stop the work.
    #[must_use]
    pub fn watch(&self) -> EvaluationHandle {
        EvaluationHandle::of(&self.pace)
    }

    /// Returns the progress in the present phase, the total of the phase, and the number of the phase: 1 sorts results
    /// into cells, 2 reads their values, 3 looks for a change in each row, 4 for further ones.
    #[must_use]
    pub fn progress(&self) -> (u64, u64, u64) {
        let (phase, done, total) = self.pace.progress();
        (done, total, phase)
    }
}

impl std::fmt::Debug for HistoryEvaluation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HistoryEvaluation")
            .field("progress", &self.progress())
            .finish_non_exhaustive()
    }
}
