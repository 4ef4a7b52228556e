//! hyperfine's JSON (`--export-json`), with a result for each command and the time of each run.
//!
//! The values of parameters are removed from the names of commands and become keys; `template` finds their positions.

mod template;

use super::decimal::{Factor, scaled};
use super::json::{Cursor, Documents, Found, Out, Path, Plan, Stop, Visitor};
use super::names::Name;
use super::sight::{Head, Sight};
use super::{Format, Kind, Number};
use benchlens_base::{NumberError, Numbered};
use template::{Instance, templates};

pub(super) const FORMAT: Format = Format {
    name: "hyperfine",
    about: "hyperfine's JSON",
    example: "hyperfine --runs 20 --export-json new.json 'COMMAND'",
    run_command: Some("hyperfine --style none --runs 1 --export-json /dev/stdout COMMAND"),
    cuts_at_lines: false,
    without_results: Kind::NoResults,
    may_be_data: |_| true,
    sight,
    reader: |_| Box::new(Documents::new(Hyperfine::default())),
};

fn sight(head: &Head<'_>) -> Sight {
    head.json_with(&[b"\"results\"", b"\"command\"", b"\"mean\""])
}

/// All results, because repeated names are known only at the end.
#[derive(Debug, Default)]
struct Hyperfine {
    results: Vec<Command>,
    taken: Command,
}

#[derive(Debug, Default)]
struct Command {
    name: Name,
    instance: Instance,
    /// The folders that the name does not contain.
    folders: Vec<u8>,
    times: Vec<Number>,
    memory: Vec<Number>,
    /// The median, if there are no times.
    median: Option<Number>,
    /// The number of runs that did not end with status 0.
    failed: u64,
    problem: Option<NumberError>,
}

impl Visitor for Hyperfine {
    fn plan(&self, path: &Path) -> Plan {
        match path {
            _ if path.len() == 0 || path.is(&["results"]) => Plan::Enter,
            _ if path.is(&["results", "*"]) => Plan::Take,
            _ => Plan::Skip,
        }
    }

    fn take(&mut self, _path: &Path, value: &mut Cursor<'_>) -> Result<(), Stop> {
        self.taken = Command::take(value)?;
        Ok(())
    }

    fn emit(&mut self, _path: &Path, _out: &mut Out<'_>) {
        self.results.push(std::mem::take(&mut self.taken));
    }

    fn leave(&mut self, path: &Path, out: &mut Out<'_>) {
        if path.len() == 0 {
            self.end(out);
        }
    }

    fn end(&mut self, out: &mut Out<'_>) {
        out.metadata(b"harness", b"hyperfine");
        let mut results = std::mem::take(&mut self.results);
        let instances: Vec<&Instance> = results.iter().map(|result| &result.instance).collect();
        let templates = templates(&instances);
        for (result, template) in results.iter_mut().zip(templates) {
            let Command { name, instance, folders, .. } = result;
            let short;
            (short, *folders) = shorten(&template);
            name.begin(&short);
            instance.parameters.iter().for_each(|(key, value)| name.key(key, value));
        }
        // The number of results with each name, and the number so far.
        let mut names = Numbered::default();
        let mut counts: Vec<(u32, u32)> = Vec::new();
        let indices: Vec<usize> =
            results.iter().map(|result| names.number(result.name.text()) as usize).collect();
        for &index in &indices {
            counts.resize(counts.len().max(index + 1), (0, 0));
            counts[index].0 += 1;
        }
        for (mut result, index) in results.into_iter().zip(indices) {
            let (all, before) = &mut counts[index];
            *before += 1;
            if *all != 1 {
                result.name.key(b"cmd", before.to_string().as_bytes());
                let command = &result.instance.command;
                // Names are shortened by their folders, but equal commands need no note.
                if command.contains(&b'/') {
                    let [name, command] =
                        [result.name.text(), command].map(String::from_utf8_lossy);
                    out.note(&format!("{name} is the command `{command}`"));
                }
            }
            out.metadata(b"command", &result.instance.command);
            out.metadata(b"folders", &result.folders);
            result.emit(out);
        }
    }
}

impl Command {
    fn take(value: &mut Cursor<'_>) -> Result<Command, Stop> {
        let mut command = Command::default();
        let mut own = None;
        let mut mean = None;
        let mut inside = value.object()?;
        while let Some(key) = value.key(&mut inside)? {
            match key.raw {
                b"command" => own = Some(value.string()?.text()),
                b"times" if value.found()? != Found::Null => {
                    command.problem = value.numbers(Factor::tens(0), &mut command.times)?;
                }
                b"memory_usage_byte" if value.found()? != Found::Null => {
                    let problem = value.numbers(Factor::tens(0), &mut command.memory)?;
                    command.problem = command.problem.or(problem);
                }
                b"median" => command.median = command.number(value.number_or_null()?),
                b"mean" => mean = command.number(value.number_or_null()?),
                b"exit_codes" if value.found()? == Found::Array => {
                    let mut codes = value.array()?;
                    while value.element(&mut codes)? {
                        let code = value.scalar()?;
                        // A run that was ended by a signal has no status.
                        command.failed += u64::from(code.as_deref() != Some(b"0"));
                    }
                }
                b"parameters" if value.found()? == Found::Object => {
                    let mut inside = value.object()?;
                    while let Some(key) = value.key(&mut inside)? {
                        let parameter = (key.text().into_owned(), value.compact()?.into_owned());
                        command.instance.parameters.push(parameter);
                    }
                }
                _ => value.skip()?,
            }
        }
        let Some(own) = own else {
            return value.lacks("a member `command`");
        };
        command.median = command.median.or(mean);
        command.instance.command = own.into_owned();
        Ok(command)
    }

    /// Returns a number that replaces the times.
    fn number(&mut self, text: Option<&[u8]>) -> Option<Number> {
        scaled(text?, Factor::tens(0)).map_err(|error| self.problem = Some(error)).ok()
    }

    fn emit(&self, out: &mut Out<'_>) {
        let name = self.name.text();
        out.left_out(name, self.problem);
        if self.failed != 0 {
            out.non_zero_exit(name, self.failed);
        }
        let (times, memory) = (self.times.len(), self.memory.len());
        if times == 0 {
            match self.median {
                Some(median) => {
                    out.result(name, 1, &[median], &[b"sec/op"]);
                    out.summary_only("hyperfine --export-json, which writes the time of each run");
                }
                None => out.nothing(name),
            }
        } else if memory == times {
            for (time, memory) in self.times.iter().zip(&self.memory) {
                out.result(name, 1, &[*time, *memory], &[b"sec/op", b"peak-RSS-bytes"]);
            }
        } else {
            if memory != 0 {
                // The command of these runs is unknown.
                let name = String::from_utf8_lossy(name);
                out.unreadable(&format!("{name}: {times} times, but {memory} sizes: skipped"));
            }
            out.samples(name, &self.times, b"sec/op");
        }
    }
}

/// Returns a command without what differs between machines: the folder of the program and of files whose path says where
/// it begins, and the scheme, host and port of addresses. Other words say what ran, also if they contain a `/`. Also
/// returns these folders, because two programs or files can have the same name, but without temporary folders, which
/// each run can create again.
fn shorten(command: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let words = command.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let (mut short, mut folders) = (Vec::new(), Vec::new());
    for (index, word) in words.enumerate() {
        let (folder, name) = if index == 0 { split_path(word) } else { split_word(word) };
        short.push(name);
        if !folder.is_empty() && !is_temporary(folder) {
            folders.push(folder);
        }
    }
    (short.join(&b' '), folders.join(&b' '))
}

/// Returns the folder of a word, and the word without it.
fn split_word(word: &[u8]) -> (&[u8], Vec<u8>) {
    let value = match memchr::memchr(b'=', word) {
        Some(at) if word.starts_with(b"-") => at + 1,
        _ => 0,
    };
    let (option, value) = word.split_at(value);
    let is_path = [&b"/"[..], b"./", b"../", b"~/"].iter().any(|start| value.starts_with(start));
    let (folder, value) = match memchr::memmem::find(value, b"://") {
        Some(at) => (&b""[..], path(&value[at + 3..]).to_vec()),
        None if is_path => split_path(value),
        None => (&b""[..], value.to_vec()),
    };
    (folder, [option, &value].concat())
}

/// Returns whether files in a folder are gone soon.
fn is_temporary(folder: &[u8]) -> bool {
    // macOS has a folder for each user and process.
    let is_of_macos = || memchr::memmem::find(folder, b"/var/folders/").is_some();
    let is_known = |name: &[u8]| [&b"tmp"[..], b"temp", b"_temp"].contains(&name);
    folder.split(|&byte| byte == b'/').any(is_known) || is_of_macos()
}

/// Returns the path of an address whose scheme is gone.
fn path(address: &[u8]) -> &[u8] {
    memchr::memchr(b'/', address).map_or(b"/", |at| &address[at..])
}

/// Returns the folder and the last name of a path.
fn split_path(path: &[u8]) -> (&[u8], Vec<u8>) {
    let end = path.iter().rposition(|b| *b != b'/').map_or(0, |at| at + 1);
    let start = path[..end].iter().rposition(|b| *b == b'/').map_or(0, |at| at + 1);
    if end == 0 { (b"", path.to_vec()) } else { (&path[..start], path[start..end].to_vec()) }
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn commands_lose_only_where_things_are() {
        for (command, want, folders) in [
            ("./old/tool input", "tool input", "./old/"),
            ("/tmp/x1/tool  -n 5", "tool -n 5", ""),
            ("curl -s http://127.0.0.1:8080/v1/items?n=2", "curl -s /v1/items?n=2", ""),
            ("curl https://h", "curl /", ""),
            ("ls /usr/ /", "ls usr /", "/"),
            ("cat data/a.txt ../b/c.txt ~/d", "cat data/a.txt c.txt d", "../b/ ~/"),
            ("tool --file=/tmp/x1/a.json --mode=a/b", "tool --file=a.json --mode=a/b", ""),
            ("/opt/a/tool --file=/home/r/_temp/x", "tool --file=x", "/opt/a/"),
            ("sed s/a/b/ /", "sed s/a/b/ /", ""),
        ] {
            let found = shorten(command.as_bytes());
            let found = [found.0, found.1].map(|text| String::from_utf8_lossy(&text).into_owned());
            assert_eq!(found, [want, folders], "{command}");
        }
    }
}
