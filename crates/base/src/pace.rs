//! Work in portions: long computations that can pause at many places and continue later.
//!
//! A computation is an `async` function. It reports the amount of its work to its [`Pace`], and pauses when a portion
//! is used up. So one implementation serves both callers that wait for the answer and callers that show progress.
//! Guarantees that the result does not depend on the size of the portions. Must not know clocks or threads.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll, Waker};

/// The amount of work until the next pause, and the progress of the whole computation.
#[derive(Debug)]
pub struct Pace {
    /// The rest of the portion.
    left: AtomicU64,
    /// The finished work and the total work of the current phase.
    done: AtomicU64,
    total: AtomicU64,
    /// The current phase, from 1.
    phase: AtomicU64,
    /// Whether the answer is no longer needed.
    stopped: AtomicBool,
}

/// The portion of a pace that never pauses.
pub const ENDLESS: u64 = u64::MAX;

/// The portion of each of several threads between two checks whether the answer is still needed: some milliseconds.
const SHARED_PORTION: u64 = 1 << 18;

impl Pace {
    /// Returns a pace with this portion of work.
    pub fn new(portion: u64) -> Pace {
        let [done, total, phase] = [0; 3].map(AtomicU64::new);
        Pace { left: AtomicU64::new(portion), done, total, phase, stopped: AtomicBool::new(false) }
    }

    /// Reports an amount of finished work, in values that were examined; pauses if that used up the portion.
    #[inline]
    pub async fn spend(&self, work: u64) {
        let left = self.left.load(Ordering::Relaxed);
        if left == ENDLESS {
            return;
        }
        self.left.store(left.saturating_sub(work), Ordering::Relaxed);
        if left <= work {
            Pause { is_over: false }.await;
        }
    }

    /// Pauses even if the portion is not used up.
    pub async fn rest(&self) {
        if self.left.load(Ordering::Relaxed) != ENDLESS {
            Pause { is_over: false }.await;
        }
    }

    /// Begins a phase, given its number and its total work.
    pub fn begin(&self, phase: u64, total: u64) {
        self.phase.store(phase, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Reports finished work of the phase. Threads that share a pace may all call this.
    #[inline]
    pub fn finish(&self, work: u64) {
        if !self.is_endless() {
            self.done.fetch_add(work, Ordering::Relaxed);
        }
    }

    /// Returns whether the pace never pauses.
    pub fn is_endless(&self) -> bool {
        self.left.load(Ordering::Relaxed) == ENDLESS
    }

    /// Stops all computations at this pace because the answer is no longer needed.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether the answer is no longer needed.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Runs a whole computation, as one of several threads that work at this pace: its work is reported here, and it
    /// ends early, without a result, if the answer is no longer needed.
    pub fn share(&self, work: impl AsyncFnOnce(&Pace)) {
        if self.is_endless() {
            return block_on(work(self));
        }
        let own = Pace::new(SHARED_PORTION);
        let mut work = pin!(work(&own));
        let mut reported = 0;
        while !self.is_stopped() {
            let is_over = work.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready();
            let done = own.done.load(Ordering::Relaxed);
            self.finish(done - reported);
            reported = done;
            if is_over {
                return;
            }
            own.allow(SHARED_PORTION);
        }
    }

    /// Continues if the answer is needed; otherwise it never returns.
    pub async fn proceed(&self) {
        while self.is_stopped() {
            Pause { is_over: false }.await;
        }
    }

    /// Allows another portion.
    pub fn allow(&self, portion: u64) {
        self.left.store(portion.clamp(1, ENDLESS - 1), Ordering::Relaxed);
    }

    /// Returns the phase, its finished work and its total work.
    pub fn progress(&self) -> (u64, u64, u64) {
        let phase = self.phase.load(Ordering::Relaxed);
        let total = self.total.load(Ordering::Relaxed);
        (phase, self.done.load(Ordering::Relaxed).min(total), total)
    }
}

/// A future that pauses once.
struct Pause {
    is_over: bool,
}

impl Future for Pause {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.is_over, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// Runs a whole computation without pauses.
pub fn block_on<T>(work: impl Future<Output = T>) -> T {
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

    /// Returns how often a computation with these steps pauses, with portions of this size.
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
    fn threads_tell_what_they_do_and_stop() {
        let portion = SHARED_PORTION;
        let steps = async |pace: &Pace| {
            for _ in 0..3 {
                pace.finish(1);
                pace.spend(portion).await;
            }
        };
        let pace = Pace::new(1);
        pace.begin(1, 6);
        pace.share(steps);
        assert_eq!(pace.progress(), (1, 3, 6));
        pace.share(steps);
        assert_eq!(pace.progress(), (1, 6, 6));
        pace.stop();
        pace.share(steps);
        assert_eq!(pace.progress(), (1, 6, 6));
        let mut stopped = pin!(pace.proceed());
        for _ in 0..3 {
            assert!(stopped.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        }
        block_on(Pace::new(1).proceed());
    }

    #[test]
    fn a_portion_ends_with_a_pause() {
        assert_eq!(pauses(&[1, 1, 1, 1], 2), 2);
        assert_eq!(pauses(&[1, 1, 1, 1], 100), 0);
        assert_eq!(pauses(&[5, 5], 1), 2);
        assert_eq!(pauses(&[5, 5], 0), 2);
        assert_eq!(pauses(&[u64::MAX, 5], ENDLESS), 0);
        assert_eq!(block_on(async { 7 }), 7);
    }
}
