//! Sentences from texts of the system. An empty text says nothing.

/// A battery, or another source of power.
#[derive(Debug, Clone, Default)]
pub(super) struct Supply {
    pub(super) kind: String,
    pub(super) status: String,
    pub(super) online: String,
    pub(super) scope: String,
}

/// More programs want a processor than there are (`/proc/loadavg`).
pub(super) fn load(loadavg: &str, processors: usize) -> Option<String> {
    let load = loadavg.split(' ').next()?;
    let is_high = (processors as f64) < load.parse().ok()?;
    (is_high && processors != 0).then(|| {
        format!(
            "the load average is {load} on {}, so programs wait for each other",
            counted(processors)
        )
    })
}

/// A governor changes the frequency while programs run.
pub(super) fn governor(governors: &[String]) -> Option<String> {
    let other = governors.iter().find(|governor| *governor != "performance")?;
    Some(format!(
        "the frequency governor is {other}, so the speed changes with the load \
         (sudo cpupower frequency-set -g performance)"
    ))
}

/// The speed depends on heat and on the other processors (`intel_pstate/no_turbo`, `cpufreq/boost`).
pub(super) fn turbo(no_turbo: &str, boost: &str) -> Option<String> {
    let (value, file) = match (no_turbo, boost) {
        ("0", _) => ("1", "intel_pstate/no_turbo"),
        ("", "1") => ("0", "cpufreq/boost"),
        _ => return None,
    };
    Some(format!(
        "turbo is on, so the speed changes with temperature and other load \
         (echo {value} | sudo tee /sys/devices/system/cpu/{file})"
    ))
}

/// On a battery, processors save power.
pub(super) fn battery(supplies: &[Supply]) -> Option<String> {
    let is_plugged = |supply: &Supply| supply.kind != "Battery" && supply.online == "1";
    // A mouse has a battery, too.
    let is_used = |supply: &Supply| {
        supply.kind == "Battery" && supply.status == "Discharging" && supply.scope != "Device"
    };
    let is_on_battery = supplies.iter().any(is_used) && !supplies.iter().any(is_plugged);
    is_on_battery.then(|| "the computer runs on battery: plug it in".to_owned())
}

/// A container may use fewer processors than it sees.
pub(super) fn quota(quota: f64, processors: usize) -> Option<String> {
    (quota < processors as f64).then(|| {
        let quota = (quota * 100.0).round() / 100.0;
        format!(
            "this container may use {quota} of {}, so programs that use more are throttled",
            counted(processors)
        )
    })
}

/// A number of processors in words.
pub(super) fn counted(processors: usize) -> String {
    if processors == 1 { "1 processor".to_owned() } else { format!("{processors} processors") }
}

#[cfg(test)]
mod tests {
    use super::{Supply, battery, governor, load, quota, turbo};

    #[test]
    fn loads() {
        let found = load("5.72 5.65 5.13 6/145 23859", 2).unwrap_or_default();
        assert_eq!(
            found,
            "the load average is 5.72 on 2 processors, so programs wait for each other"
        );
        for (text, processors) in [("5.72 5.65 5.13 6/145 1", 8), ("2.00 0 0 1/1 1", 2), ("", 2)] {
            assert_eq!(load(text, processors), None, "{text}");
        }
        assert_eq!(load("1.00 0 0 1/1 1", 0), None);
        assert_eq!(load("x", 1), None);
    }

    #[test]
    fn governors() {
        let of = |names: &[&str]| {
            governor(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
        };
        assert!(of(&["performance", "schedutil"]).unwrap_or_default().contains("is schedutil,"));
        assert_eq!(of(&["performance", "performance"]), None);
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn turbos() {
        assert!(turbo("0", "").unwrap_or_default().contains("echo 1 | sudo tee"));
        assert!(turbo("", "1").unwrap_or_default().contains("echo 0 | sudo tee"));
        // The driver of Intel says more than the file that all drivers have.
        for (no_turbo, boost) in [("1", "1"), ("1", ""), ("", "0"), ("", "")] {
            assert_eq!(turbo(no_turbo, boost), None);
        }
    }

    #[test]
    fn batteries() {
        let supply = |kind: &str, status: &str, online: &str, scope: &str| Supply {
            kind: kind.to_owned(),
            status: status.to_owned(),
            online: online.to_owned(),
            scope: scope.to_owned(),
        };
        let laptop = supply("Battery", "Discharging", "", "");
        let [on, off] = ["1", "0"].map(|online| supply("Mains", "", online, ""));
        assert!(battery(&[off.clone(), laptop.clone()]).is_some());
        assert!(battery(std::slice::from_ref(&laptop)).is_some());
        assert_eq!(battery(&[on, laptop]), None);
        assert_eq!(battery(&[off, supply("Battery", "Discharging", "", "Device")]), None);
        assert_eq!(battery(&[supply("Battery", "Full", "", "")]), None);
        assert_eq!(battery(&[]), None);
    }

    #[test]
    fn quotas() {
        let found = quota(1.5, 4).unwrap_or_default();
        assert!(found.starts_with("this container may use 1.5 of 4 processors,"), "{found}");
        assert!(quota(1.0 / 3.0, 1).unwrap_or_default().contains(" 0.33 of 1 processor,"));
        assert_eq!(quota(4.0, 4), None);
    }
}
