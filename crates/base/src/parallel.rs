//! Shares work between threads, with results that do not depend on how it was shared.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Returns `f(state, i)` for each `i` below `count`, in order, computed by up to `threads` threads.
///
/// Each thread makes its own `state` (scratch space, caches), which must not change what `f`
/// returns.
pub fn map<S, T: Send>(
    count: usize,
    threads: usize,
    state: impl Fn() -> S + Sync,
    f: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut state, mut done) = (state(), Vec::new());
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if count <= i {
                return done;
            }
            done.push((i, f(&mut state, i)));
        }
    };
    let done = on_threads(threads.min(count), &work);
    let mut indices: Vec<Option<T>> = std::iter::repeat_with(|| None).take(count).collect();
    done.into_iter().flatten().for_each(|(i, value)| indices[i] = Some(value));
    indices.into_iter().flatten().collect()
}

/// Calls `f(state, piece)` for each piece of work, on up to `threads` threads. It is for pieces that own the memory
/// for their results, so nothing is collected.
pub fn for_each<S, T: Send>(
    pieces: Vec<T>,
    threads: usize,
    state: impl Fn() -> S + Sync,
    f: impl Fn(&mut S, T) + Sync,
) {
    let threads = threads.min(pieces.len());
    let pieces = Mutex::new(pieces.into_iter());
    let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
    on_threads(threads, &|| {
        let mut state = state();
        while let Some(piece) = next() {
            f(&mut state, piece);
        }
    });
}

/// Returns the results of `work` on each of up to `threads` threads, including the current thread.
fn on_threads<R: Send>(threads: usize, work: &(impl Fn() -> R + Sync)) -> Vec<R> {
    // A WebAssembly module has no threads, so it should not include the code for them.
    if threads <= 1 || cfg!(target_family = "wasm") {
        return vec![work()];
    }
    std::thread::scope(|scope| {
        // If the system refuses more threads, the existing threads do all the work.
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let helpers: Vec<_> = (1..threads).map_while(start).collect();
        let mut done = vec![work()];
        for helper in helpers {
            match helper.join() {
                Ok(more) => done.push(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_order() {
        for threads in [0, 1, 2, 7, 100] {
            for count in [0, 1, 5, 1000] {
                let squares = super::map(count, threads, || (), |(), i| i * i);
                assert!(squares.iter().copied().eq((0..count).map(|i| i * i)));
                let mut indices = vec![0; count];
                let pieces = indices.chunks_mut(3).zip((0..).step_by(3)).collect();
                super::for_each(
                    pieces,
                    threads,
                    || (),
                    |(), (indices, start): (&mut [usize], usize)| {
                        indices.iter_mut().zip(start..).for_each(|(index, i)| *index = i * i);
                    },
                );
                assert_eq!(indices, squares);
            }
        }
    }
}
