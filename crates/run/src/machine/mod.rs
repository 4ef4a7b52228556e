//! Warnings about the current state of this machine.
//!
//! Takes the texts that Linux provides in `/proc` and `/sys`; gives sentences, or nothing where the state is unknown.
//! `read` opens the files; `findings` and `busy` interpret their texts. Must not know what is measured.

mod busy;
mod findings;
mod read;

use std::path::Path;
use std::time::Duration;

use benchlens_base::Sentence;
use read::Reading;

/// The time for which other programs are observed.
const WATCHED: Duration = Duration::from_millis(100);

/// Returns why times on this machine vary more than necessary, one sentence for each reason. Takes a tenth of a
/// second.
#[must_use]
pub fn machine_notes() -> Vec<Sentence> {
    let root = Path::new("/");
    let before = Reading::take(root);
    // Systems without such files provide nothing to observe.
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
    let others = [
        load,
        quota.and_then(|quota| findings::quota(quota, busy::processors(&after.stat))),
        findings::battery(&supplies),
        findings::governor(&governors),
        findings::turbo(&no_turbo, &boost),
    ];
    busy.into_iter().chain(others.into_iter().flatten().map(Sentence::from)).collect()
}
