//! `benchlens export`: measurements as Parquet files.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use benchlens_core::Store;
use benchlens_inputs::reason;
use clap::{ArgMatches, Command};

use crate::args::{self, Kept, OutputArguments, WorkArguments};
use crate::output::{self, Parquet};
use crate::status::Status;

/// The arguments of an export.
#[derive(Debug)]
pub(crate) struct Export {
    /// A file, if the name has the extension of the format; otherwise a folder.
    to: PathBuf,
    work: WorkArguments,
}

/// The command's name.
pub(super) const NAME: &str = "export";

pub(super) const USAGE: &str = "\
usage: benchlens export [flags] -o FOLDER inputs...
       benchlens export [flags] -o FILE.parquet inputs...

An input is a file, a folder, an archive, label=input, or - for standard input.
'benchlens export -h' explains the flags.
";

const ABOUT: &str = "\
Write measurements as Parquet files

Writes a table with one row per measurement for DuckDB, polars, pandas, Spark or a data warehouse. \
In a folder, each input gets a file named after its label. benchlens reads these files like the \
original logs.";

/// The format's name, which is also the file extension.
const FORMAT: &str = "parquet";

/// Defines the command, for its help, its flags and completions.
pub(super) fn command() -> Command {
    args::command(NAME, ABOUT, "benchlens export [FLAGS] -o FOLDER INPUT...")
        .arg(args::path_flag("Write a folder of files, one per input, or FILE.parquet"))
        .args(args::input_flags())
        .args(args::general_flags("Hide notes"))
        .arg(args::inputs_arg())
}

/// Reads the arguments.
///
/// # Errors
///
/// Returns a sentence that explains which argument is wrong.
pub(super) fn from_matches(matches: &ArgMatches) -> Result<Export, String> {
    if !output::HAS_PARQUET {
        return Err(output::NO_PARQUET.into());
    }
    let to = matches.get_one::<std::ffi::OsString>("o").map(PathBuf::from);
    let to = to.filter(|to| !to.as_os_str().is_empty());
    let to = to.ok_or("export needs -o FOLDER or -o FILE.parquet")?;
    if to == Path::new("-") {
        return Err("Parquet is not written to standard output: use -o FILE.parquet".into());
    }
    Ok(Export { to, work: WorkArguments::from_matches(matches)? })
}

impl Export {
    /// Returns whether all inputs are written to one file.
    fn is_file(&self) -> bool {
        let is_named = self.to.extension().is_some_and(|end| end.eq_ignore_ascii_case(FORMAT));
        is_named && !self.to.is_dir()
    }
}

/// Reads the logs and writes the files.
pub(super) fn run(export: &Export) -> Status {
    let work = &export.work;
    let of_file = |to: &PathBuf| OutputArguments::of_files(FORMAT, vec![to.clone()]);
    let arguments = export.is_file().then(|| of_file(&export.to));
    if let Some(Err(message)) =
        arguments.map(|arguments| arguments.check(&work.inputs, Kept::default()))
    {
        return output::fail(Status::Usage, &message);
    }
    let (store, status) = match crate::logs::read(work) {
        Ok(read) => read,
        Err(status) => return status,
    };
    if export.is_file() {
        return match Parquet::new(&store) {
            Ok(parquet) => parquet.write(&export.to).or(status),
            Err(message) => output::fail(Status::Input, &message),
        };
    }
    let paths: Vec<PathBuf> = names(&store).iter().map(|name| export.to.join(name)).collect();
    let arguments = OutputArguments::of_files(FORMAT, paths.clone());
    if let Err(message) = arguments.check(&work.inputs, Kept::default()) {
        return output::fail(Status::Usage, &message);
    }
    // If one of the files cannot be written, none is.
    let files = match Parquet::each(&store) {
        Ok(files) => files,
        Err(message) => return output::fail(Status::Input, &message),
    };
    if let Err(error) = fs::create_dir_all(&export.to) {
        let message = format!("create {}: {}", export.to.display(), reason(&error));
        return output::fail(Status::Input, &message);
    }
    for (file, path) in files.iter().zip(&paths) {
        let written = file.write(path);
        if written != Status::Done {
            return written;
        }
    }
    if !work.quiet {
        tell_others(&export.to, &paths);
    }
    status
}

/// Reports files in the folder that this export did not write, because a pattern such as `*.parquet` would match them
/// as well.
fn tell_others(folder: &Path, written: &[PathBuf]) {
    let Ok(entries) = folder.read_dir() else { return };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let written: HashSet<&PathBuf> = written.iter().collect();
    let is_other = |path: &PathBuf| {
        path.extension().is_some_and(|end| end.eq_ignore_ascii_case(FORMAT))
            && !written.contains(path)
    };
    let others = paths.filter(is_other).count();
    if others != 0 {
        let files = if others == 1 { "a Parquet file" } else { "Parquet files" };
        let folder = folder.display();
        output::note(&format!("{folder} also has {files} of another export: {others}"));
    }
}

/// Returns a file name for each input. Several names are numbered, so that they sort in the order of the inputs.
fn names(store: &Store) -> Vec<String> {
    let inputs = store.inputs();
    let width = inputs.len().to_string().len();
    let name = |(index, input): (usize, &benchlens_core::store::InputInfo)| {
        let label = safe(&String::from_utf8_lossy(&input.label));
        match inputs.len() {
            1 => format!("{label}.{FORMAT}"),
            _ => format!("{:0width$}-{label}.{FORMAT}", index + 1),
        }
    };
    inputs.iter().enumerate().map(name).collect()
}

/// At most this number of characters of a label is used, because every file system accepts names of this length.
const NAME_MAX: usize = 60;

/// Turns a label into a name that every system accepts for an ordinary file.
fn safe(label: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "._-+@".contains(c) { c } else { '_' };
    let name: String = label.chars().map(plain).take(NAME_MAX).collect();
    let name = name.trim_start_matches(['.', '-']);
    // Windows treats these names as devices, whatever follows the first dot.
    let stem = name.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let is_device = ["CON", "PRN", "AUX", "NUL"].contains(&&stem[..])
        || stem.len() == 4 && (stem.starts_with("COM") || stem.starts_with("LPT"));
    match name {
        "" => "input".into(),
        name if is_device => format!("_{name}"),
        name => name.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn labels_become_names_of_files() {
        for (label, want) in [
            ("old.txt", "old.txt"),
            ("runs/new 1.txt", "runs_new_1.txt"),
            ("../../etc/x", "_.._etc_x"),
            (".hidden", "hidden"),
            ("-o", "o"),
            ("", "input"),
            ("con.txt", "_con.txt"),
            ("größe=1", "größe_1"),
            ("a\0b\\c:d", "a_b_c_d"),
        ] {
            assert_eq!(safe(label), want, "{label}");
        }
        assert_eq!(safe(&"x".repeat(1000)).len(), 60);
    }
}
