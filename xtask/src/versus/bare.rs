//! The minimum work of any program: read the logs and sort the samples.
//!
//! Nothing is parsed or stored. The sorted numbers are made up, as many as the logs contain, because their values do
//! not matter for the distance between a real program and this minimum.

use std::fs::File;
use std::io::Read;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// The command of this program that does it; its arguments are threads, samples, values of each, logs.
pub(crate) const BARE: &str = "bare-work";

/// The number of samples that a thread processes at a time.
const BATCH: u32 = 256;

const BLOCK_BYTES: usize = 1 << 20;

pub(crate) fn bare(args: &[String]) -> crate::Outcome {
    let [threads, samples, values, logs @ ..] = args else {
        return Err("expected threads, samples, values and logs".into());
    };
    let number = |text: &String| text.parse::<u32>().map_err(|error| format!("{text}: {error}"));
    let (threads, samples, values) = (number(threads)?, number(samples)?, number(values)?);
    let mut lines = 0;
    for log in logs {
        let file = File::open(log).map_err(|error| format!("{log}: {error}"))?;
        lines += share(threads, count_lines, &Mutex::new(file));
    }
    let next = AtomicU32::new(0);
    let sum = share(threads, |next| sort_samples(next, samples, values as usize), &next);
    println!("{lines} lines, {sum}");
    Ok(true)
}

fn share<S: Sync>(threads: u32, work: impl Fn(&S) -> u64 + Sync, shared: &S) -> u64 {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(|| work(shared))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_default()).sum()
    })
}

/// Counts lines; threads alternate at the file, as in benchlens.
fn count_lines(file: &Mutex<File>) -> u64 {
    let (mut block, mut lines) = (vec![0; BLOCK_BYTES], 0);
    loop {
        let read = file.lock().map_or(Ok(0), |mut file| file.read(&mut block)).unwrap_or_default();
        if read == 0 {
            return lines;
        }
        lines += memchr::memchr_iter(b'\n', &block[..read]).count() as u64;
    }
}

fn sort_samples(next: &AtomicU32, samples: u32, values: usize) -> u64 {
    let (mut sample, mut sum) = (vec![0u32; values], 0u64);
    loop {
        let first = next.fetch_add(BATCH, Ordering::Relaxed);
        if samples <= first {
            return sum;
        }
        for i in first..samples.min(first + BATCH) {
            let mut state = i.wrapping_mul(0x9e37_79b9) | 1;
            for value in &mut sample {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                *value = state;
            }
            sample.sort_unstable();
            sum += u64::from(sample[values / 2]);
        }
    }
}
