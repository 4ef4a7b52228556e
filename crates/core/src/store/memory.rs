//! Results that were never text.
//!
//! Takes names, units and doubles as a program measured them; pushes records. Guarantees the same store as a log with
//! these results.

use super::StoreBuilder;
use crate::base::{Error, one_line};
use crate::format::{Location, Number, Record, ResultLine, Sink};

impl StoreBuilder {
    /// Sets a configuration key for the following results of this input, like a line `key: value` of a log. An empty
    /// value deletes the key.
    ///
    /// # Errors
    ///
    /// Returns an error if no input is open.
    pub fn configure(
        &mut self,
        key: impl AsRef<[u8]>,
        value: impl AsRef<[u8]>,
    ) -> Result<(), Error> {
        self.check_open()?;
        let at = Location::Line(self.added);
        self.push(&at, Record::Config { key: key.as_ref(), value: value.as_ref() });
        Ok(())
    }

    /// Adds one run of a benchmark to the input: its measured values, each with its unit.
    ///
    /// The name is the name in a log without `Benchmark`: `Parse/size=1k-8` has the keys `.name`, `/size` and
    /// `/gomaxprocs`. Messages call the runs of an input 1, 2, 3 and so on.
    ///
    /// ```
    /// let mut builder = benchlens_core::StoreBuilder::default();
    /// builder.begin(b"memory", b"new");
    /// builder.configure("goos", "linux")?;
    /// for seconds in [12.5e-9, 12.7e-9, 12.4e-9] {
    ///     builder.add("Parse/size=1k", &[("sec/op", seconds), ("B/op", 64.0)])?;
    /// }
    /// builder.end();
    /// assert_eq!(builder.finish().len(), 3);
    /// # Ok::<(), benchlens_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no input is open.
    pub fn add<U: AsRef<[u8]>>(
        &mut self,
        name: impl AsRef<[u8]>,
        measured: &[(U, f64)],
    ) -> Result<(), Error> {
        self.check_open()?;
        self.added += 1;
        let values: Vec<Number> = measured.iter().map(|&(_, value)| value.into()).collect();
        let units: Vec<&[u8]> = measured.iter().map(|(unit, _)| unit.as_ref()).collect();
        let (name, values, units) = (one_line(name.as_ref()), &values[..], &units[..]);
        let result = ResultLine {
            name: &name,
            has_processors: true,
            iterations: 1,
            values,
            units,
            repeats: false,
        };
        self.push(&Location::Line(self.added), Record::Result(result));
        Ok(())
    }
}
