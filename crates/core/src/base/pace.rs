//! Work in portions: long computations that can stop at many places and go on later.
//!
//! A computation is an `async` function. It tells its [`Pace`] how much it does, and pauses where a portion
//! is used up. So one implementation serves those who wait for the answer and those who show how far it is.
//! Guarantees that the same is computed, however large the portions are. Must not know clocks or threads.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};

/// How much may be done before the next pause, and how far the whole is.
#[derive(Debug)]
pub(crate) struct Pace {
    /// What is left of the portion.
    left: AtomicU64,
    /// What is done, and what there is to do, of the present phase.
    done: AtomicU64,
    total: AtomicU64,
    /// Which phase it is, from 1.
    phase: AtomicU64,
}

/// A pace without a pause.
pub(crate) const ENDLESS: u64 = u64::MAX;

impl Pace {
    /// A pace with this portion of work.
    pub(crate) fn new(portion: u64) -> Pace {
        let [done, total, phase] = [0; 3].map(AtomicU64::new);
        Pace { left: AtomicU64::new(portion), done, total, phase }
    }

    /// Tells that so much was done, in values that were looked at; pauses if that used up the portion.
    #[inline]
    pub(crate) async fn spend(&self, work: u64) {
        let left = self.left.load(Ordering::Relaxed);
        if left == ENDLESS {
            return;
        }
        self.left.store(left.saturating_sub(work), Ordering::Relaxed);
        if left <= work {
            Pause { is_over: false }.await;
        }
    }

    /// Pauses, whatever is left of the portion.
    pub(crate) async fn rest(&self) {
        if self.left.load(Ordering::Relaxed) != ENDLESS {
            Pause { is_over: false }.await;
        }
    }

    /// Begins a phase, by its number, of so much work.
    pub(crate) fn begin(&self, phase: u64, total: u64) {
        self.phase.store(phase, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// So much of the phase is finished.
    #[inline]
    pub(crate) fn finish(&self, work: u64) {
        self.done.store(self.done.load(Ordering::Relaxed).saturating_add(work), Ordering::Relaxed);
    }

    /// Allows another portion.
    pub(crate) fn allow(&self, portion: u64) {
        self.left.store(portion.clamp(1, ENDLESS - 1), Ordering::Relaxed);
    }

    /// The phase, what is done of it, and what there is to do.
    pub(crate) fn progress(&self) -> (u64, u64, u64) {
        let phase = self.phase.load(Ordering::Relaxed);
        let total = self.total.load(Ordering::Relaxed);
        (phase, self.done.load(Ordering::Relaxed).min(total), total)
    }
}

/// Stops once.
struct Pause {
    is_over: bool,
}

impl Future for Pause {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        match std::mem::replace(&mut self.is_over, true) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }
}

/// All of a computation, now.
pub(crate) fn now<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    loop {
        if let Poll::Ready(value) = work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often a computation pauses whose steps are these, with portions of this size.
    fn pauses(steps: &[u64], portion: u64) -> usize {
        let pace = Pace::new(portion);
        let mut work = pin!(async {
            for &step in steps {
                pace.spend(step).await;
            }
        });
        let mut pauses = 0;
        while work.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending() {
            pauses += 1;
            pace.allow(portion);
        }
        pauses
    }

    #[test]
    fn a_portion_ends_with_a_pause() {
        assert_eq!(pauses(&[1, 1, 1, 1], 2), 2);
        assert_eq!(pauses(&[1, 1, 1, 1], 100), 0);
        assert_eq!(pauses(&[5, 5], 1), 2);
        assert_eq!(pauses(&[5, 5], 0), 2);
        assert_eq!(pauses(&[u64::MAX, 5], ENDLESS), 0);
        assert_eq!(now(async { 7 }), 7);
    }
}
