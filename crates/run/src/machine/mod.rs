//! What speaks against this machine, now.
//!
//! Takes what Linux tells in `/proc` and `/sys`; gives sentences, none where nothing is known. `read` opens the files,
//! `findings` and `busy` take their texts. Must not know what is recorded.

mod busy;
mod findings;
mod read;

use std::path::Path;
use std::time::Duration;

use read::Reading;

/// So long is watched who is busy.
const WATCHED: Duration = Duration::from_millis(100);

/// What makes times of this machine vary more than they must, a sentence each. Takes a tenth of a second.
#[must_use]
pub fn machine_notes() -> Vec<String> {
    let root = Path::new("/");
    let before = Reading::take(root);
    // Nothing to watch on a system without such files.
    if before.stat.is_empty() {
        return Vec::new();
    }
    std::thread::sleep(WATCHED);
    let after = Reading::take(root);
    let busy = busy::busy(&before, &after, std::process::id());
    let load = findings::load(&read::text(root, "proc/loadavg"), busy::processors(&after.stat));
    let supplies = read::supplies(root);
    let governors = read::governors(root);
    let no_turbo = read::text(root, "sys/devices/system/cpu/intel_pstate/no_turbo");
    let boost = read::text(root, "sys/devices/system/cpu/cpufreq/boost");
    let quota = read::quota(root);
    [
        busy,
        load,
        quota.and_then(|quota| findings::quota(quota, busy::processors(&after.stat))),
        findings::battery(&supplies),
        findings::governor(&governors),
        findings::turbo(&no_turbo, &boost),
    ]
    .into_iter()
    .flatten()
    .collect()
}
