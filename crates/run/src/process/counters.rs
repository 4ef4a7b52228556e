//! Counts instructions and cycles with the processor's counters.
//!
//! Takes the moment before a command is started; gives the counts of the command and all its children. The counters
//! belong to the thread that opens them and are disabled for it; children inherit them, and count from the first exec
//! on. When a child ends, the kernel adds its counts. The counters exclude the kernel's own work, because the counts
//! are then more stable and more systems allow them. Must not know which command runs.

/// Returns a sentence that explains why instructions and cycles cannot be counted here, or nothing if they can.
#[must_use]
pub fn why_no_counters() -> Option<String> {
    Counters::open().err()
}

#[cfg(not(target_os = "linux"))]
pub(super) struct Counters;

#[cfg(not(target_os = "linux"))]
impl Counters {
    pub(super) fn open() -> Result<Counters, String> {
        Err("only Linux lets a program count them".to_owned())
    }

    pub(super) fn read(self) -> (Option<u64>, Option<u64>) {
        (None, None)
    }
}

#[cfg(target_os = "linux")]
pub(super) use linux::Counters;

#[cfg(target_os = "linux")]
mod linux {
    // This exception is necessary because no small library provides this system call.
    #![allow(unsafe_code)]

    use std::fs::File;
    use std::io::{Error, Read, Result};
    use std::os::fd::{FromRawFd, RawFd};

    /// An event to count: its kind, and its number within this kind (`linux/perf_event.h`).
    type Event = (u32, u64);
    const CYCLES: Event = (0, 0);
    const INSTRUCTIONS: Event = (0, 1);

    /// The first version of the kernel's `perf_event_attr`, which every later kernel accepts.
    #[repr(C)]
    struct Attributes {
        kind: u32,
        size: u32,
        config: u64,
        sample_period: u64,
        sample_type: u64,
        read_format: u64,
        flags: u64,
        wakeup_events: u32,
        breakpoint_type: u32,
        config1: u64,
    }

    /// The size that identifies this version to the kernel.
    const SIZE: u32 = 64;
    const _: () = assert!(size_of::<Attributes>() == SIZE as usize);

    /// The bits of `flags`, from the least significant bit.
    const DISABLED: u64 = 1;
    const INHERIT: u64 = 1 << 1;
    const EXCLUDE_KERNEL: u64 = 1 << 5;
    const EXCLUDE_HYPERVISOR: u64 = 1 << 6;
    const ENABLE_ON_EXEC: u64 = 1 << 12;

    /// Reading also returns how long an event was requested and how long it was counted.
    const TIMES: u64 = 1 | 1 << 1;

    /// A command does not inherit the file.
    const CLOSE_ON_EXEC: libc::c_ulong = 1 << 3;

    /// Counters for commands that this thread starts.
    #[derive(Debug)]
    pub(in crate::process) struct Counters {
        instructions: File,
        cycles: File,
    }

    impl Counters {
        /// Opens the counters. Call this immediately before starting a command.
        pub(in crate::process) fn open() -> std::result::Result<Counters, String> {
            let both = || Ok(Counters { instructions: open(INSTRUCTIONS)?, cycles: open(CYCLES)? });
            both().map_err(|error: Error| {
                let level = std::fs::read_to_string("/proc/sys/kernel/perf_event_paranoid");
                why_not(error.raw_os_error().unwrap_or(0), level.unwrap_or_default().trim())
            })
        }

        /// Returns the instructions and cycles until now.
        pub(in crate::process) fn read(self) -> (Option<u64>, Option<u64>) {
            (total(self.instructions), total(self.cycles))
        }
    }

    fn open(event: Event) -> Result<File> {
        let (kind, config) = event;
        let attributes = Attributes {
            kind,
            size: SIZE,
            config,
            sample_period: 0,
            sample_type: 0,
            read_format: TIMES,
            flags: DISABLED | INHERIT | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR | ENABLE_ON_EXEC,
            wakeup_events: 0,
            breakpoint_type: 0,
            config1: 0,
        };
        // This thread, on any processor, without a group.
        let (thread, processor, group): (libc::pid_t, libc::c_int, libc::c_int) = (0, -1, -1);
        // SAFETY: the pointer refers to a live value whose size matches its member `size`, and all of its bytes are
        // initialized; the kernel reads this number of bytes and keeps no pointer. The other arguments are passed by
        // value.
        let file = unsafe {
            libc::syscall(
                libc::SYS_perf_event_open,
                &raw const attributes,
                thread,
                processor,
                group,
                CLOSE_ON_EXEC,
            )
        };
        match RawFd::try_from(file) {
            // SAFETY: the kernel has just opened this descriptor for this call, so no other code closes it.
            Ok(file @ 0..) => Ok(unsafe { File::from_raw_fd(file) }),
            _ => Err(Error::last_os_error()),
        }
    }

    /// Returns the count of an event, here and in all children.
    fn total(mut event: File) -> Option<u64> {
        let mut bytes = [0; 24];
        event.read_exact(&mut bytes).ok()?;
        let (words, _) = bytes.as_chunks::<8>();
        let [count, wanted, counted] = [0, 1, 2].map(|k| u64::from_ne_bytes(words[k]));
        scaled(count, wanted, counted)
    }

    /// Estimates the whole count. If more events are counted at once than the processor has counters, they share the
    /// counters.
    fn scaled(count: u64, wanted: u64, counted: u64) -> Option<u64> {
        if counted == wanted && counted != 0 {
            return Some(count);
        }
        let whole = u128::from(count) * u128::from(wanted);
        u64::try_from(whole.checked_div(counted.into())?).ok()
    }

    /// Explains an error number of the system call.
    fn why_not(error: i32, level: &str) -> String {
        match error {
            libc::EACCES | libc::EPERM => match level.parse::<i32>() {
                Ok(3..) => format!(
                    "kernel.perf_event_paranoid = {level} does not allow it: \
                     sudo sysctl kernel.perf_event_paranoid=2"
                ),
                _ => "the system does not allow it, as in many containers".to_owned(),
            },
            libc::ENOENT | libc::EOPNOTSUPP | libc::ENODEV | libc::ENXIO => {
                "this machine has no counters for them, as most virtual machines".to_owned()
            }
            libc::ENOSYS => "this kernel cannot count them".to_owned(),
            _ => Error::from_raw_os_error(error).to_string(),
        }
    }

    #[cfg(test)]
    mod tests {
        use std::process::Command;

        use super::{Event, open, scaled, total, why_not};

        /// Events of the kernel itself, which every machine has: nanoseconds on a processor, and page faults.
        const CLOCK: Event = (1, 1);
        const PAGES: Event = (1, 2);

        const LOOP: &str = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";

        /// Returns the event counts of a script, or nothing if the system does not allow counting.
        fn counted(script: &str) -> Option<[u64; 2]> {
            let events = [open(CLOCK).ok()?, open(PAGES).ok()?];
            assert!(Command::new("sh").args(["-c", script]).status().unwrap().success());
            let [clock, pages] = events.map(|event| total(event).unwrap());
            Some([clock, pages])
        }

        #[test]
        #[allow(clippy::unwrap_used)]
        fn a_command_and_its_children_are_counted() {
            let Some(none) = counted("exit 0") else { return };
            // The children of children, sequentially and in parallel.
            let once = counted(&format!("sh -c '{LOOP}'; true")).unwrap();
            let twice = counted(&format!("sh -c '{LOOP}' & sh -c '{LOOP}'; wait")).unwrap();
            assert!(0 < none[0] && 0 < none[1], "{none:?}");
            assert!(2 * none[0] < once[0], "{none:?} {once:?}");
            assert!(once[0] + none[0] < twice[0], "{once:?} {twice:?}");
            assert!(none[1] < once[1] && once[1] < twice[1], "{none:?} {once:?} {twice:?}");
        }

        #[test]
        fn what_this_thread_does_itself_is_not_counted() {
            let Ok(event) = open(CLOCK) else { return };
            std::hint::black_box(
                (0..10_000_000_u64).fold(0, |sum, k| sum ^ std::hint::black_box(k)),
            );
            // The event was never enabled, so it has no count.
            assert_eq!(total(event), None);
        }

        #[test]
        fn a_part_of_the_time_stands_for_the_whole() {
            assert_eq!(scaled(300, 7, 7), Some(300));
            assert_eq!(scaled(300, 6, 2), Some(900));
            assert_eq!(scaled(u64::MAX, 2, 2), Some(u64::MAX));
            assert_eq!(scaled(0, 0, 0), None);
            assert_eq!(scaled(0, 5, 0), None);
            assert_eq!(scaled(u64::MAX, 2, 1), None);
        }

        #[test]
        fn reasons() {
            assert!(why_not(libc::ENOENT, "2").contains("no counters"));
            assert!(why_not(libc::EACCES, "4").contains("perf_event_paranoid = 4"));
            assert!(why_not(libc::EPERM, "2").contains("containers"));
            assert!(why_not(libc::EPERM, "").contains("containers"));
            assert!(why_not(libc::EMFILE, "2").contains("open files"));
        }
    }
}
