//! The options of `cargo xtask oracle`.

use std::path::PathBuf;

/// The parsed options.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) corpus: Option<PathBuf>,
    pub(crate) cases: usize,
    pub(crate) seed: u64,
    pub(crate) only: Option<usize>,
    pub(crate) bin: Option<PathBuf>,
    /// Whether only `benchlens convert` is compared.
    pub(crate) convert: bool,
}

impl Options {
    /// Parses the options; returns `None` if the user asked for help.
    pub(crate) fn parse(args: &[String]) -> Result<Option<Self>, String> {
        let mut options =
            Self { corpus: None, cases: 5000, seed: 1, only: None, bin: None, convert: false };
        let mut args = args.iter();
        while let Some(name) = args.next() {
            if matches!(name.as_str(), "-h" | "--help") {
                return Ok(None);
            }
            if name == "--convert" {
                options.convert = true;
                continue;
            }
            let mut value = || args.next().ok_or_else(|| format!("{name} needs a value"));
            match name.as_str() {
                "--corpus" => options.corpus = Some(value()?.into()),
                "--bin" => options.bin = Some(value()?.into()),
                "--cases" => options.cases = number(name, value()?)?,
                "--seed" => options.seed = number(name, value()?)?,
                "--only" => options.only = Some(number(name, value()?)?),
                _ => return Err(format!("unknown option {name}")),
            }
        }
        Ok(Some(options))
    }
}

fn number<N: std::str::FromStr>(name: &str, value: &str) -> Result<N, String> {
    value.parse().map_err(|_| format!("{name}: {value:?} is not a number"))
}
