//! Answers that are computed step by step.
//!
//! Takes a plan and a shared store; gives the answer after a number of steps. Guarantees the answer that
//! [`Plan::answer`] gives at once. The caller decides how large a step is, and may stop after any.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Waker};

use super::{Answer, Plan};
use crate::base::Error;
use crate::base::pace::Pace;
use crate::store::Store;
use crate::table::{AnswerCache, GROUPING, answer_cached};

/// An answer in progress. Drop it to stop.
///
/// ```
/// use benchlens_core::{Query, StoreBuilder, queries::AnswerCache};
///
/// let mut builder = StoreBuilder::default();
/// builder.begin(b"f", b"f");
/// builder.feed(b"BenchmarkA 1 3 ns/op\nBenchmarkB 1 4 ns/op\n")?;
/// builder.end();
/// let plan = Query::default().compile()?;
/// let mut asking = plan.clone().begin(builder.shared(), &AnswerCache::default());
/// let answer = loop {
///     if let Some(answer) = asking.step(1) {
///         break answer?;
///     }
/// };
/// assert_eq!(answer, plan.run(builder.store())?);
/// # Ok::<(), benchlens_core::Error>(())
/// ```
pub struct Evaluation {
    pace: Arc<Pace>,
    /// The work; `None` after the answer.
    work: Option<Work>,
}

type Work = Pin<Box<dyn Future<Output = Result<Answer, Error>> + Send>>;

/// The progress of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The completed work of the present phase.
    pub done: u64,
    /// The total work of the present phase. The first phase sorts benchmarks into cells, the second compares the values
    /// of cells.
    pub total: u64,
    /// Whether the second phase has begun.
    pub is_comparing: bool,
}

impl Plan {
    /// Begins to compute the answer; the work itself happens in the steps, which use one thread.
    pub fn begin(self, store: Arc<Store>, cache: &AnswerCache) -> Evaluation {
        self.with_threads(1).begin_on_threads(store, cache)
    }

    /// Begins to compute the answer on the threads of the plan. With several threads, one of the steps compares
    /// everything; only a [`EvaluationHandle`] can end it early.
    ///
    /// ```
    /// use benchlens_core::{Query, StoreBuilder, queries::AnswerCache};
    ///
    /// let mut builder = StoreBuilder::default();
    /// builder.begin(b"f", b"f");
    /// builder.feed(b"BenchmarkA 1 3 ns/op\nBenchmarkB 1 4 ns/op\n")?;
    /// builder.end();
    /// let plan = Query::default().compile()?.with_threads(2);
    /// let begin = || plan.clone().begin_on_threads(builder.shared(), &AnswerCache::default());
    /// assert_eq!(begin().finish().expect("nobody stops it")?, plan.run(builder.store())?);
    /// let asking = begin();
    /// asking.watch().stop();
    /// assert!(asking.finish().is_none());
    /// # Ok::<(), benchlens_core::Error>(())
    /// ```
    pub fn begin_on_threads(self, store: Arc<Store>, cache: &AnswerCache) -> Evaluation {
        let plan = self;
        let pace = Arc::new(Pace::new(1));
        let (cache, own) = (cache.clone(), Arc::clone(&pace));
        let work = async move {
            plan.check(&store)?;
            let (report, cells) =
                answer_cached(&store, &plan.separated(&store).compiled(), &cache, &own).await?;
            Ok(plan.gated(&store, report, cells))
        };
        Evaluation { pace, work: Some(Box::pin(work)) }
    }
}

impl Evaluation {
    /// Continues for about as long as it takes to read this number of values; returns the answer once, when it is
    /// complete.
    ///
    /// # Errors
    ///
    /// The same errors as [`Plan::run`].
    pub fn step(&mut self, values: u64) -> Option<Result<Answer, Error>> {
        self.pace.allow(values);
        let work = self.work.as_mut()?.as_mut();
        let answer = work.poll(&mut Context::from_waker(Waker::noop()));
        match answer {
            std::task::Poll::Ready(answer) => {
                self.work = None;
                Some(answer)
            }
            std::task::Poll::Pending => None,
        }
    }

    /// Continues until the answer is complete; returns `None` if a [`EvaluationHandle`] stops it before.
    ///
    /// # Errors
    ///
    /// The same errors as [`Plan::run`].
    pub fn finish(mut self) -> Option<Result<Answer, Error>> {
        while !self.pace.is_stopped() {
            if let Some(answer) = self.step(PORTION) {
                return Some(answer).filter(|_| !self.pace.is_stopped());
            }
        }
        None
    }

    /// Returns the progress.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.watch().progress()
    }

    /// Returns a handle with which another thread can read the progress and stop the work.
    #[must_use]
    pub fn watch(&self) -> EvaluationHandle {
        EvaluationHandle::of(&self.pace)
    }
}

/// The work between two checks whether the answer is still wanted: some milliseconds.
pub(crate) const PORTION: u64 = 1 << 20;

/// A handle to an answer that another thread computes: it reads the progress and can stop the work.
#[derive(Debug, Clone)]
pub struct EvaluationHandle {
    pace: Arc<Pace>,
}

impl EvaluationHandle {
    pub(crate) fn of(pace: &Arc<Pace>) -> EvaluationHandle {
        EvaluationHandle { pace: Arc::clone(pace) }
    }

    /// Returns the progress.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let (phase, done, total) = self.pace.progress();
        Progress { done, total, is_comparing: GROUPING < phase }
    }

    /// Stops the work, shortly after this call.
    pub fn stop(&self) {
        self.pace.stop();
    }
}

impl std::fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluation").field("progress", &self.progress()).finish_non_exhaustive()
    }
}
