//! The keeper's report about a run: one line, written and parsed here.

use std::time::Duration;

use benchlens_base::Sentence;

/// How a command ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// It exited with a status.
    Status(i32),
    /// A signal ended it.
    Signal(i32),
    /// It could not be started; contains the reason.
    NotStarted(String),
    /// It exceeded its time limit.
    TimedOut,
    /// The program was asked to end by this signal.
    Interrupted(i32),
}

impl Ended {
    /// Describes the failure, if there was one, as the end of a sentence that begins with the command.
    pub(crate) fn failure(&self, timeout: Option<Duration>) -> Option<Sentence> {
        match self {
            Ended::Status(0) | Ended::Interrupted(_) => None,
            Ended::Status(status) => Some(format!("ended with status {status}").into()),
            Ended::Signal(signal) => {
                let name = nix::sys::signal::Signal::try_from(*signal);
                let name = name.map_or_else(|_| signal.to_string(), |name| name.to_string());
                Some(format!("was ended by signal {name}").into())
            }
            Ended::NotStarted(reason) => Some(format!("could not be started: {reason}").into()),
            Ended::TimedOut => {
                let seconds = timeout.unwrap_or_default().as_secs_f64();
                let sentence = Sentence::from(format!("took longer than {seconds} s ("));
                Some(sentence.and_setting("timeout").and(")"))
            }
        }
    }
}

/// The resources that a command and the children it waited for used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// The time from the start to the end.
    pub wall: Duration,
    /// The processor time in user mode.
    pub user: Duration,
    /// The processor time in the system.
    pub system: Duration,
    /// The largest peak memory of any of its processes, in bytes.
    pub peak_memory: u64,
    /// The instructions that the processor executed in user mode, if they were counted.
    pub instructions: Option<u64>,
    /// The cycles in user mode, if they were counted.
    pub cycles: Option<u64>,
}

/// A run as its keeper measured it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Report {
    pub(super) ended: Ended,
    pub(super) usage: Usage,
    /// The number of processes that were still running when the command had ended.
    pub(super) left: u32,
}

impl Report {
    pub(super) fn to_line(&self) -> String {
        let Usage { wall, user, system, peak_memory, instructions, cycles } = self.usage;
        let numbers = [wall, user, system].map(|time| time.as_nanos().to_string()).join(" ");
        let (word, value) = match &self.ended {
            Ended::Status(status) => ("status", status.to_string()),
            Ended::Signal(signal) => ("signal", signal.to_string()),
            Ended::NotStarted(reason) => ("not", reason.replace('\n', " ")),
            // These values never come from a keeper.
            Ended::TimedOut | Ended::Interrupted(_) => ("signal", "9".to_owned()),
        };
        let [instructions, cycles] = [instructions, cycles]
            .map(|count| count.map_or_else(|| "-".to_owned(), |count| count.to_string()));
        let left = self.left;
        format!("{numbers} {peak_memory} {instructions} {cycles} {left} {word} {value}\n")
    }

    pub(super) fn parse(line: &str) -> Option<Report> {
        let mut words = line.strip_suffix('\n')?.splitn(9, ' ');
        let mut time = || words.next()?.parse().ok().map(Duration::from_nanos);
        let (wall, user, system) = (time()?, time()?, time()?);
        let peak_memory = words.next()?.parse().ok()?;
        let mut count = || match words.next()? {
            "-" => Some(None),
            count => count.parse().ok().map(Some),
        };
        let (instructions, cycles) = (count()?, count()?);
        let left = words.next()?.parse().ok()?;
        let ended = match (words.next()?, words.next()?) {
            ("status", status) => Ended::Status(status.parse().ok()?),
            ("signal", signal) => Ended::Signal(signal.parse().ok()?),
            ("not", reason) => Ended::NotStarted(reason.to_owned()),
            _ => return None,
        };
        let usage = Usage { wall, user, system, peak_memory, instructions, cycles };
        Some(Report { ended, usage, left })
    }
}

#[cfg(test)]
mod tests {
    use super::{Ended, Report, Usage};
    use std::time::Duration;

    #[test]
    fn a_report_survives_its_line() {
        let usage = Usage {
            wall: Duration::from_nanos(1_234_567_891),
            user: Duration::from_micros(3),
            system: Duration::ZERO,
            peak_memory: 2_121_728,
            instructions: Some(u64::MAX),
            cycles: None,
        };
        for ended in [Ended::Status(0), Ended::Signal(9), Ended::NotStarted("No such file".into())]
        {
            let report = Report { ended, usage, left: 2 };
            assert_eq!(Report::parse(&report.to_line()), Some(report));
        }
        for line in [
            "",
            "\n",
            "1 2 3 4 - - 5 status x\n",
            "1 2 3 4 - - 5 status 0",
            "1 2 3 4 - - 5 other 0\n",
            "1 2 3 4 - x 5 status 0\n",
        ] {
            assert_eq!(Report::parse(line), None, "{line:?}");
        }
    }
}
