//! Converts rows to records.

use super::columns::{Columns, Layout, Unit};
use super::fields::Fields;
use crate::decimal::{Factor, scaled};
use crate::line_limits::LINE_MAX;
use crate::lines::{LineBuffer, checked, split_line, without_return};
use crate::names::Name;
use crate::times;
use crate::{Location, Number, Record, ResultLine, Sink, SyntaxError, gobench};

/// Reads a table with a header from chunks of any length.
#[derive(Debug)]
pub(crate) struct Reader {
    lines: LineBuffer,
    rows: Rows,
}

impl Reader {
    pub(crate) fn new(columns: Columns) -> Reader {
        let rows = Rows {
            columns,
            table: Table::Expected,
            header: Vec::new(),
            open: 0,
            begin: 0,
            fields: Fields::default(),
            results: Results::default(),
        };
        Reader { lines: LineBuffer::default(), rows }
    }
}

impl crate::Reader for Reader {
    fn feed(&mut self, chunk: &[u8], sink: &mut dyn Sink) {
        let Reader { lines, rows } = self;
        lines.feed(chunk, |_| true, &mut |text, before| rows.read(text, before, sink));
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        let Reader { lines, rows } = self;
        lines.finish_into(sink, |line| !is_skipped(line), &mut |text, before, sink| {
            let count = rows.read(text, before, sink);
            rows.finish(sink);
            count
        });
        rows.finish(sink);
    }

    fn position(&self) -> Location {
        self.lines.position()
    }
}

/// Columns that are configuration.
const CONFIG: [&[u8]; 4] = [b"pkg", b"goos", b"goarch", b"cpu"];

/// Returns whether a line is not a row because it is empty or a comment.
pub(super) fn is_skipped(line: &[u8]) -> bool {
    let line = without_return(line);
    line.is_empty() || line == b"#" || line.starts_with(b"# ")
}

#[derive(Debug)]
enum Table {
    /// The header comes next.
    Expected,
    Known(Layout),
    /// The header lacks required columns.
    Unknown,
}

#[derive(Debug)]
struct Rows {
    columns: Columns,
    table: Table,
    /// The header as written, because it may be repeated.
    header: Vec<u8>,
    /// The number of bytes of a row whose quotes have not ended; 0 if there is none.
    open: usize,
    /// The line at which it begins.
    begin: u64,
    fields: Fields,
    results: Results,
}

/// Converts rows to results.
#[derive(Debug, Default)]
struct Results {
    /// The last value that was set for each of [`CONFIG`].
    config: [Vec<u8>; 4],
    name: Name,
}

impl Rows {
    /// Reads whole lines; returns their number.
    fn read(&mut self, text: &[u8], before: u64, sink: &mut dyn Sink) -> u64 {
        let (mut line, mut rest) = (before, text);
        while !rest.is_empty() {
            let text;
            (text, rest) = split_line(rest);
            line += 1;
            match checked(text) {
                Ok(text) => self.line(text, line, sink),
                Err(error) => sink.push(&Location::Line(line), Record::malformed(error)),
            }
        }
        line - before
    }

    fn line(&mut self, text: &[u8], line: u64, sink: &mut dyn Sink) {
        if matches!(self.table, Table::Unknown) {
            return;
        }
        if self.open != 0 {
            return self.row(text, self.begin, sink);
        }
        if let Some(notice) = gobench::recorded(text) {
            return sink.push(&Location::Line(line), Record::Notice(notice));
        }
        if !is_skipped(text) {
            self.row(text, line, sink);
        }
    }

    /// Reads a row, or the next line of an open row; `line` is the line at which it begins.
    fn row(&mut self, row: &[u8], line: u64, sink: &mut dyn Sink) {
        let at = Location::Line(line);
        match &self.table {
            Table::Expected => {
                self.header = without_return(row).to_vec();
                self.table = match self.columns.find(row) {
                    Ok(layout) => Table::Known(layout),
                    Err(message) => {
                        sink.push(&at, Record::unreadable(message));
                        Table::Unknown
                    }
                };
            }
            Table::Known(layout) => {
                let before = std::mem::take(&mut self.open);
                let is_whole = match before {
                    0 if without_return(row) == self.header => return,
                    0 => self.fields.split(row, layout.separator),
                    _ => self.fields.resume(row, layout.separator),
                };
                if is_whole {
                    let read = self.results.read(layout, self.fields.get(), &at, sink);
                    if let Err(message) = read {
                        sink.push(&at, Record::unreadable(message));
                    }
                } else if LINE_MAX < before + row.len() {
                    sink.push(&at, Record::malformed(SyntaxError::LineTooLong));
                } else {
                    self.open = before + row.len() + 1;
                    self.begin = line;
                }
            }
            Table::Unknown => {}
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        if std::mem::take(&mut self.open) != 0 {
            let message = b"quotes begin here that do not end";
            sink.push(&Location::Line(self.begin), Record::unreadable(message));
        }
    }
}

impl Results {
    /// Reads the fields of a row.
    fn read(
        &mut self,
        layout: &Layout,
        fields: &[Vec<u8>],
        at: &Location,
        sink: &mut dyn Sink,
    ) -> Result<(), String> {
        if fields.len() != layout.columns.len() {
            let (found, expected) = (fields.len(), layout.columns.len());
            return Err(format!("found {found} fields, expected {expected} as in the header"));
        }
        if fields[layout.name].is_empty() {
            return Err("found no name".into());
        }
        let (mut values, mut units) = (Vec::new(), Vec::new());
        for (column, unit) in &layout.values {
            let (unit, factor) = match unit {
                Unit::Column(unit) => times::unit(&fields[*unit]),
                Unit::Text(unit) => times::unit(unit),
            };
            if unit.is_empty() {
                return Err("found no unit".into());
            }
            units.push(unit);
            values.push(number(&fields[*column], factor)?);
        }
        let Results { config, name } = self;
        name.begin(&fields[layout.name]);
        for &key in &layout.keys {
            let (key, value) = (&layout.columns[key], &fields[key]);
            match CONFIG.iter().position(|known| known == key) {
                Some(index) if config[index] == *value => {}
                Some(index) => {
                    config[index].clone_from(value);
                    sink.push(at, Record::Config { key, value });
                }
                None if value.is_empty() => {}
                None => name.key(key, value),
            }
        }
        let units: Vec<&[u8]> = units.iter().map(|unit| &unit[..]).collect();
        let (name, values, units) = (name.text(), &values[..], &units[..]);
        let result = ResultLine {
            name,
            has_processors: false,
            iterations: 1,
            values,
            units,
            repeats: false,
        };
        sink.push(at, Record::Result(result));
        Ok(())
    }
}

/// Returns a plain number times a factor.
fn number(text: &[u8], factor: Factor) -> Result<Number, String> {
    scaled(text, factor).map_err(|_| {
        let found = String::from_utf8_lossy(&text[..text.len().min(SHOWN)]).into_owned();
        format!("found `{found}`, expected a number such as 1234.5")
    })
}

/// The maximum number of bytes of an unreadable field in a message.
const SHOWN: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::records_of;
    use crate::{Notice, Problem};

    fn shown(bytes: &[u8]) -> &str {
        str::from_utf8(bytes).unwrap()
    }

    /// Returns the records of a table.
    fn records(columns: &str, text: &str) -> Vec<String> {
        let columns = match columns {
            "" => Columns::default(),
            text => Columns::parse(text).unwrap(),
        };
        let show = |at: &Location, record: Record<'_>| {
            let line = at.line().unwrap();
            match record {
                Record::Result(ResultLine { name, values, units, .. }) => {
                    let pairs = values.iter().zip(units);
                    let pairs =
                        pairs.map(|(value, unit)| format!(" {:e} {}", value.to_f64(), shown(unit)));
                    format!("{line} {}{}", shown(name), pairs.collect::<String>())
                }
                Record::Notice(Notice::Problem(Problem::Unreadable { message })) => {
                    format!("{line}! {}", shown(&message))
                }
                Record::Config { key, value } => format!("{line} {}={}", shown(key), shown(value)),
                other => format!("{line} {other:?}"),
            }
        };
        records_of(text, || Reader::new(columns.clone()), show)
    }

    #[test]
    fn rows_are_results() {
        let text = "# a comment\r\nn,name,value,unit,pkg,os\r\n1,a b,12.5,ms/op,p,linux\r\n\r\n\
            2,a/c,3e2,MB/s,p,\r\n1,\"x\ny\",7,s,,mac os\r\nn,name,value,unit,pkg,os\r\n1,z,1,ops/ms,q,";
        let want = [
            "3 pkg=p",
            "3 a b/n=1/os=linux 1.25e-2 sec/op",
            "5 a/c/n=2 3e2 MB/s",
            "6 pkg=",
            "6 x%0Ay/n=1/os=mac os 7e0 sec",
            "9 pkg=q",
            "9 z/n=1 1e3 ops/s",
            "9 Notice(Problem(Unterminated))",
        ];
        assert_eq!(records("", text), want);
    }

    #[test]
    fn columns_mean_what_is_said() {
        let text = "test;t;b;x y=z\nA;1.5;64;q\n# benchlens recording=r block=1\nA;1.75;64;q/r\n";
        let reported = records("name=test,value=t,unit=us/op,value=b,unit=B/op", text);
        assert_eq!(reported[0], "2 A/x y_z=q 1.5e-6 sec/op 6.4e1 B/op");
        assert!(reported[1].starts_with("3 Notice(Block"), "{reported:?}");
        assert_eq!(reported[2], "4 A/x y_z=q%2Fr 1.75e-6 sec/op 6.4e1 B/op");
        assert_eq!(records("name=a,value=b,unit=c", "\ta\tb\nrow\tA\t1\n"), ["2 A 1e0 c"]);
    }

    #[test]
    fn what_cannot_be_read_is_told_and_the_rest_counts() {
        let text = "name,value,unit\na,\"1,5\",x\na,,x\na,1\n,1,x\na,1,\na,2,x\na,\"3,x\na,4,x\n";
        let want = [
            "2! found `1,5`, expected a number such as 1234.5",
            "3! found ``, expected a number such as 1234.5",
            "4! found 2 fields, expected 3 as in the header",
            "5! found no name",
            "6! found no unit",
            "7 a 2e0 x",
            "8! quotes begin here that do not end",
        ];
        assert_eq!(records("", text), want);
        let reported = records("", "a;b\n1;2\n3;4\n");
        assert!(
            reported.len() == 1
                && reported[0].starts_with("1! no column `name`: the columns are `a`, `b`; ")
        );
    }
}
