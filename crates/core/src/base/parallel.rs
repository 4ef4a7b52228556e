//! Work shared by threads, with results that do not depend on how it was shared.

use std::sync::atomic::{AtomicUsize, Ordering};

/// `f(state, i)` for each `i` below `count`, in order, worked out by up to `threads` threads.
///
/// Each thread makes its own `state` (scratch space, caches), which must not change what `f`
/// returns.
pub(crate) fn map<S, T: Send>(
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
    // A WebAssembly module has no threads, and need not bring what they take.
    let threads = if cfg!(target_family = "wasm") { 1 } else { threads };
    let helpers = threads.min(count).saturating_sub(1);
    let done = if helpers == 0 {
        work()
    } else {
        std::thread::scope(|scope| {
            // Where the system gives no more threads, those that there are do all the work.
            let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
            let helpers: Vec<_> = (0..helpers).map_while(start).collect();
            let mut done = work();
            for helper in helpers {
                match helper.join() {
                    Ok(more) => done.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            done
        })
    };
    let mut places: Vec<Option<T>> = std::iter::repeat_with(|| None).take(count).collect();
    done.into_iter().for_each(|(i, value)| places[i] = Some(value));
    places.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_order() {
        for threads in [0, 1, 2, 7, 100] {
            for count in [0, 1, 5, 1000] {
                let squares = super::map(count, threads, || (), |(), i| i * i);
                assert!(squares.iter().copied().eq((0..count).map(|i| i * i)));
            }
        }
    }
}
