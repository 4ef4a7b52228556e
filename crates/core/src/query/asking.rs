//! Answers that are worked out step by step.
//!
//! Takes a plan and a shared store; gives the answer after as many steps as it takes. Guarantees the answer
//! that [`Plan::answer`] gives at once. Whoever asks decides how large a step is, and may stop at any.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Waker};

use super::{Answer, Plan};
use crate::base::Error;
use crate::base::pace::Pace;
use crate::store::Store;
use crate::table::{AnswerCache, GROUPING, answer_cached};

/// An answer that is being worked out. Drop it to stop.
///
/// ```
/// use benchlens_core::{AnswerCache, Query, StoreBuilder};
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
pub struct Asking {
    pace: Arc<Pace>,
    /// Nothing once it has answered.
    work: Option<Work>,
}

type Work = Pin<Box<dyn Future<Output = Result<Answer, Error>> + Send>>;

/// How far an answer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// How much of the present phase is done,
    pub done: u64,
    /// of so much. First benchmarks are sorted into cells, then the values of cells are compared.
    pub total: u64,
    /// Whether values are compared already.
    pub is_comparing: bool,
}

impl Plan {
    /// Begins to work out the answer; nothing is done yet. The steps use one thread.
    pub fn begin(self, store: Arc<Store>, cache: &AnswerCache) -> Asking {
        self.with_threads(1).begin_on_threads(store, cache)
    }

    /// The same on the threads of the plan. With several, one of the steps compares everything; it ends early only where a
    /// [`Watch`] stops it.
    ///
    /// ```
    /// use benchlens_core::{AnswerCache, Query, StoreBuilder};
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
    pub fn begin_on_threads(self, store: Arc<Store>, cache: &AnswerCache) -> Asking {
        let plan = self;
        let pace = Arc::new(Pace::new(1));
        let (cache, own) = (cache.clone(), Arc::clone(&pace));
        let work = async move {
            plan.check(&store)?;
            let (report, cells) = answer_cached(&store, &plan.compiled(), &cache, &own).await?;
            Ok(plan.gated(&store, report, cells))
        };
        Asking { pace, work: Some(Box::pin(work)) }
    }
}

impl Asking {
    /// Works on, for about as long as it takes to look at so many values; gives the answer when it is there,
    /// once.
    ///
    /// # Errors
    ///
    /// As [`Plan::run`].
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

    /// Works on to the answer; nothing if a [`Watch`] stops it before.
    ///
    /// # Errors
    ///
    /// As [`Plan::run`].
    pub fn finish(mut self) -> Option<Result<Answer, Error>> {
        while !self.pace.is_stopped() {
            if let Some(answer) = self.step(PORTION) {
                return Some(answer).filter(|_| !self.pace.is_stopped());
            }
        }
        None
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.watch().progress()
    }

    /// What another thread sees of it, and stops it with.
    #[must_use]
    pub fn watch(&self) -> Watch {
        Watch { pace: Arc::clone(&self.pace) }
    }
}

/// So much is done before it is seen whether the answer is still wanted: some milliseconds.
const PORTION: u64 = 1 << 20;

/// An answer that is worked out on another thread: how far it is, and how to stop it.
#[derive(Debug, Clone)]
pub struct Watch {
    pace: Arc<Pace>,
}

impl Watch {
    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let (phase, done, total) = self.pace.progress();
        Progress { done, total, is_comparing: GROUPING < phase }
    }

    /// Stops it: soon nothing works on it any more.
    pub fn stop(&self) {
        self.pace.stop();
    }
}

impl std::fmt::Debug for Asking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asking").field("progress", &self.progress()).finish_non_exhaustive()
    }
}
