//! A question about a history as a command line, and the question that a report answers over its columns.

use crate::query::{file_words, push_inputs};
use crate::spec::{HistoryQuery, Query, push_flags};
use crate::table::Report;

impl HistoryQuery {
    /// Returns the question that [`OverColumns`](super::OverColumns) answers: the columns of a report as points, in its
    /// tables and rows. `inputs` is the number of inputs.
    #[must_use]
    pub fn over_columns(report: &Report, inputs: usize) -> HistoryQuery {
        let default = HistoryQuery::default();
        let Query { table, row, col, ignore, filter, derive, analysis, .. } = report.query.clone();
        let key = |table: usize| &report.tables[table].key;
        // If no key distinguishes tables, none differs within a point.
        let is_one = (1..report.tables.len()).all(|table| key(table) == key(0));
        let is_auto = table == Query::default().table && is_one;
        HistoryQuery {
            by: if col == ".file" && 1 < inputs { default.by } else { col },
            table: if is_auto { default.table } else { table },
            row,
            ignore,
            filter,
            derive,
            better: analysis.map(|analysis| analysis.better).unwrap_or_default(),
            ..HistoryQuery::default()
        }
    }

    /// Returns the command line that asks this about inputs (names with labels) in unknown folders, for a POSIX shell.
    #[must_use]
    pub fn command_of_files(&self, inputs: &[(Vec<u8>, Vec<u8>)]) -> Vec<u8> {
        let mut line = b"benchlens history".to_vec();
        push_flags(&mut line, self);
        push_inputs(&mut line, &file_words(inputs));
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Input, Store};

    fn of(col: &str, logs: &[(&'static str, &'static str)]) -> String {
        let input = |&(name, text): &(&'static str, &'static str)| Input {
            name: name.as_bytes(),
            label: name.as_bytes(),
            bytes: text.as_bytes(),
        };
        let store = Store::read(logs.iter().map(input));
        let query = Query { col: col.into(), ..Query::default() };
        let answer = query.compile().and_then(|plan| plan.run(&store)).unwrap();
        let names: Vec<_> = logs
            .iter()
            .map(|(name, _)| (name.as_bytes().to_vec(), name.as_bytes().to_vec()))
            .collect();
        let asked = HistoryQuery::over_columns(answer.report(), logs.len());
        String::from_utf8(asked.command_of_files(&names)).unwrap()
    }

    #[test]
    fn the_command_of_a_report_over_its_columns_says_what_is_not_the_default() {
        let log = "BenchmarkA 1 3 ns/op 4 B/op\n";
        assert_eq!(of(".file", &[("a", log), ("b", log)]), "benchlens history a b");
        let apart = [("a", "pkg: p\nBenchmarkA 1 3 ns/op\n"), ("-b", "BenchmarkA 1 3 ns/op\n")];
        assert_eq!(of(".file", &apart), "benchlens history -table .config -- a -b");
        let commits = "commit: x\nBenchmarkA 1 3 ns/op\ncommit: y\nBenchmarkA 1 3 ns/op\n";
        assert_eq!(of("commit", &[("a", commits)]), "benchlens history -by commit a");
        let query = HistoryQuery {
            alpha: 0.01,
            margin: 0.03,
            seed: 2,
            units: vec!["B/op".into()],
            derive: vec!["x = 1 / sec/op".into()],
            ..HistoryQuery::default()
        };
        let want = "benchlens history -derive 'x = 1 / sec/op' -alpha 0.01 -margin 3% -seed 2 -unit B/op f";
        let names = [(b"f".to_vec(), b"f".to_vec())];
        assert_eq!(query.command_of_files(&names), want.as_bytes());
    }
}
