//! Reads the state that Linux provides. A missing file is an empty text.

use std::fs;
use std::path::{Path, PathBuf};

use super::findings::Supply;

/// The total work of all processors and all processes until now.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    /// `/proc/stat`.
    pub(super) stat: String,
    /// `/proc/PID/stat` of each process.
    pub(super) processes: Vec<String>,
}

impl Reading {
    pub(super) fn take(root: &Path) -> Reading {
        let is_process = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().as_encoded_bytes();
            name.iter().all(u8::is_ascii_digit)
        };
        let processes = below(root, "proc").into_iter().filter(is_process);
        let processes = processes.map(|path| text(&path, "stat")).collect();
        Reading { stat: text(root, "proc/stat"), processes }
    }
}

/// Returns a file's text without surrounding blanks.
pub(super) fn text(root: &Path, path: &str) -> String {
    let bytes = fs::read(root.join(path)).unwrap_or_default();
    String::from_utf8_lossy(&bytes).trim().to_owned()
}

/// Returns the sorted content of a folder.
fn below(root: &Path, folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// Returns how each processor chooses its frequency.
pub(super) fn governors(root: &Path) -> Vec<String> {
    let processors = below(root, "sys/devices/system/cpu");
    let governors = processors.iter().map(|path| text(path, "cpufreq/scaling_governor"));
    governors.filter(|governor| !governor.is_empty()).collect()
}

/// Returns the power supplies.
pub(super) fn supplies(root: &Path) -> Vec<Supply> {
    let supply = |path: &PathBuf| Supply {
        kind: text(path, "type"),
        status: text(path, "status"),
        online: text(path, "online"),
        scope: text(path, "scope"),
    };
    below(root, "sys/class/power_supply").iter().map(supply).collect()
}

/// Returns the limit on processor time for this process and its children, as a number of processors: the least limit
/// of its control group and the groups above it.
pub(super) fn quota(root: &Path) -> Option<f64> {
    let groups = text(root, "proc/self/cgroup");
    let quotas = groups.lines().flat_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, group) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        let is_second = controllers.is_empty();
        let folder = if is_second { "" } else { controllers };
        let is_first = controllers.split(',').any(|controller| controller == "cpu");
        let folder = root.join("sys/fs/cgroup").join(folder);
        let group = Path::new(group.trim_start_matches('/')).to_owned();
        let known = (is_first || is_second).then_some((folder, group));
        known.into_iter().flat_map(move |(folder, group)| {
            let above = group.ancestors().map(|group| folder.join(group)).collect::<Vec<_>>();
            above.into_iter().filter_map(move |group| {
                if is_second {
                    allowed(&text(&group, "cpu.max"))
                } else {
                    let of = |name: &str| text(&group, name);
                    allowed(&format!("{} {}", of("cpu.cfs_quota_us"), of("cpu.cfs_period_us")))
                }
            })
        })
    });
    quotas.min_by(f64::total_cmp)
}

/// Parses a time limit for each period; `max` and -1 mean no limit.
fn allowed(text: &str) -> Option<f64> {
    let (quota, period) = text.split_once(' ')?;
    let (quota, period): (u32, u32) = (quota.parse().ok()?, period.trim().parse().ok()?);
    (quota != 0 && period != 0).then(|| f64::from(quota) / f64::from(period))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fs;
    use std::path::Path;

    use super::{allowed, governors, quota, supplies};

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn quotas() {
        assert_eq!(allowed("150000 100000"), Some(1.5));
        for none in ["", " ", "max 100000", "-1 100000", "5", "0 100000", "100000 0"] {
            assert_eq!(allowed(none), None, "{none}");
        }
    }

    #[test]
    fn the_least_of_all_groups_above_is_the_quota() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert_eq!(quota(root), None);
        write(root, "proc/self/cgroup", "0::/a/b\n");
        write(root, "sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
        assert_eq!(quota(root), None);
        write(root, "sys/fs/cgroup/a/cpu.max", "50000 100000\n");
        write(root, "sys/fs/cgroup/cpu.max", "200000 100000\n");
        assert_eq!(quota(root), Some(0.5));
        // In control groups version 1, the process sees the host's group path, but only the root of it is mounted.
        write(root, "proc/self/cgroup", "5:memory:/m\n4:cpu,cpuacct:/docker/1\n");
        write(root, "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "300000\n");
        write(root, "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        assert_eq!(quota(root), Some(3.0));
    }

    #[test]
    fn files_that_are_there() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert!(governors(root).is_empty());
        assert!(supplies(root).is_empty());
        for processor in ["cpu0", "cpu1"] {
            let path = format!("sys/devices/system/cpu/{processor}/cpufreq/scaling_governor");
            write(root, &path, "powersave\n");
        }
        write(root, "sys/devices/system/cpu/online", "0-1\n");
        write(root, "sys/class/power_supply/BAT0/type", "Battery\n");
        write(root, "sys/class/power_supply/BAT0/status", "Discharging\n");
        assert_eq!(governors(root), ["powersave", "powersave"]);
        assert_eq!(supplies(root)[0].status, "Discharging");
    }
}
