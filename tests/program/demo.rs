//! The animated picture in the README: real commands in a real terminal, drawn as an SVG.
//!
//! The test runs the commands in a pseudoterminal and draws their output; the picture in `docs` must be the same.
//! `UPDATE=1` draws it again; check it visually then. The picture does not depend on the time or the machine.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::PROGRAM;
use crate::support::terminal;

/// A command as it is displayed.
struct Scene {
    command: &'static str,
    /// When it is typed; without a time, command and output are there from the first frame.
    times: Option<Times>,
}

/// The seconds at which typing begins and ends, and at which the output appears.
struct Times {
    begin: f64,
    end: f64,
    answered: f64,
}

/// The scenes, in a folder with the example logs.
const SCENES: [Scene; 3] = [
    Scene { command: "benchlens -quiet -filter .unit:sec/op old.txt new.txt", times: None },
    Scene {
        command: "benchlens -quiet -gate 'sec/op: +3%' old.txt new.txt > table.txt",
        times: Some(Times { begin: 4.0, end: 5.8, answered: 6.1 }),
    },
    Scene { command: "echo $?", times: Some(Times { begin: 8.0, end: 8.4, answered: 8.6 }) },
];

/// The duration before the animation repeats, so that the end can be read.
const SECONDS: f64 = 14.0;
/// The terminal, and the size of a cell in pixels.
const COLUMNS: u16 = 104;
const CELL: (f64, f64) = (8.0, 18.0);
const EDGE: f64 = 16.0;
/// GitHub shows pictures of any size, but a page should load immediately.
const BYTES_MAX: usize = 60_000;

/// A part of a line: where it begins, its style, its text.
#[derive(Debug, PartialEq)]
struct Run {
    column: usize,
    style: &'static str,
    text: String,
}

/// Returns the output of commands in a terminal with this width.
fn at_terminal(folder: &Path, script: &str) -> String {
    let path = Path::new(PROGRAM).parent().unwrap();
    let path = format!("{}:{}", path.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(folder).env("PATH", path);
    command.env("TERM", "xterm-256color").env_remove("NO_COLOR");
    terminal::at_terminal(&mut command, COLUMNS).replace("\r\n", "\n")
}

/// Returns lines in runs of one style, without wide gaps. A line that is wider than the terminal goes on after a space,
/// because a picture in which words are broken cannot be read.
fn lines(printed: &str) -> Vec<Vec<Run>> {
    let mut lines = Vec::new();
    for line in printed.lines() {
        let (mut cells, mut style) = (Vec::new(), "");
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let styles =
                [("\x1b[32m", "b"), ("\x1b[1;31m", "w"), ("\x1b[33m", "o"), ("\x1b[0m", "")];
            if let Some((escape, name)) = styles.iter().find(|(escape, _)| rest.starts_with(escape))
            {
                (style, rest) = (name, &rest[escape.len()..]);
                continue;
            }
            assert!(!c.is_control(), "{line:?} has what this terminal does not know");
            cells.push((c, style));
            rest = &rest[c.len_utf8()..];
        }
        if cells.is_empty() {
            lines.push(Vec::new());
        }
        let mut rest = &cells[..];
        while rest.len() > usize::from(COLUMNS) {
            let space = rest[..=usize::from(COLUMNS)].iter().rposition(|&(c, _)| c == ' ');
            let (line, next) = rest.split_at(space.unwrap_or(usize::from(COLUMNS) - 1) + 1);
            lines.push(runs(line));
            rest = next;
        }
        if !rest.is_empty() {
            lines.push(runs(rest));
        }
    }
    lines
}

fn runs(cells: &[(char, &'static str)]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (column, &(c, style)) in cells.iter().enumerate() {
        let goes_on = runs.last().is_some_and(|run| {
            run.style == style && run.column + run.text.chars().count() == column
        });
        match runs.last_mut() {
            Some(run) if goes_on && !(c == ' ' && run.text.ends_with(' ')) => run.text.push(c),
            _ if c == ' ' => {}
            _ => runs.push(Run { column, style, text: c.into() }),
        }
    }
    runs.iter_mut().for_each(|run| run.text.truncate(run.text.trim_end().len()));
    runs
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The picture under construction.
#[derive(Default)]
struct Picture {
    style: String,
    body: String,
    /// All text in it, for readers who cannot see it.
    text: String,
    line: usize,
}

impl Picture {
    fn y(&self) -> f64 {
        EDGE + CELL.1 * (self.line as f64 + 0.75)
    }

    /// Returns a fraction of the whole duration, in percent.
    fn at(seconds: f64) -> String {
        format!("{:.2}%", 100.0 * seconds / SECONDS)
    }

    fn run(&mut self, run: &Run) {
        let (x, width) =
            (EDGE + CELL.0 * run.column as f64, CELL.0 * run.text.chars().count() as f64);
        let class =
            if run.style.is_empty() { String::new() } else { format!(" class=\"{}\"", run.style) };
        // The width keeps columns aligned in any font.
        let line = format!(
            "<text x=\"{x}\" y=\"{}\" textLength=\"{width}\"{class}>{}</text>\n",
            self.y(),
            escaped(&run.text)
        );
        self.body += &line;
    }

    /// Adds an element that is invisible before a time.
    fn appear(&mut self, name: &str, seconds: f64) {
        let (before, then) = (Self::at(seconds), Self::at(seconds + 0.01));
        let keys = format!("0%,{before}{{opacity:0}}{then},to{{opacity:1}}");
        writeln!(self.style, "@keyframes {name}{{{keys}}}.{name}{{animation-name:{name}}}")
            .unwrap();
    }

    /// Begins a group that appears at a time.
    fn group(&mut self, name: &str, appears: Option<f64>) {
        match appears {
            Some(seconds) => {
                self.appear(name, seconds);
                writeln!(self.body, "<g class=\"move {name}\">").unwrap();
            }
            None => self.body += "<g>\n",
        }
    }

    /// Puts a cover over the text that is not typed yet; it moves one letter at a time.
    fn cover(&mut self, number: usize, command: &str, times: &Times) {
        let letters = command.chars().count();
        let width = CELL.0 * letters as f64;
        writeln!(
            self.body,
            "<rect class=\"cover move t{number}\" x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{}\"/>",
            EDGE + CELL.0 * 2.0,
            EDGE + CELL.1 * self.line as f64,
            CELL.1
        )
        .unwrap();
        let (begin, end) = (Self::at(times.begin), Self::at(times.end));
        writeln!(
            self.style,
            "@keyframes t{number}{{0%,{begin}{{transform:none;animation-timing-function:steps({letters})}}\
             {end},to{{transform:translateX({width}px)}}}}.t{number}{{animation-name:t{number};transform:translateX({width}px)}}"
        )
        .unwrap();
    }

    fn scene(&mut self, number: usize, scene: &Scene, printed: &str) {
        writeln!(self.text, "$ {}\n{}", scene.command, plain(printed)).unwrap();
        let before = number.checked_sub(1).and_then(|before| SCENES[before].times.as_ref());
        self.group(&format!("p{number}"), before.map(|times| times.answered));
        self.run(&Run { column: 0, style: "p", text: "$".into() });
        self.run(&Run { column: 2, style: "c", text: scene.command.into() });
        if let Some(times) = &scene.times {
            self.cover(number, scene.command, times);
        }
        self.body += "</g>\n";
        self.line += 1;
        self.group(&format!("a{number}"), scene.times.as_ref().map(|times| times.answered));
        for line in lines(printed) {
            line.iter().for_each(|run| self.run(run));
            self.line += 1;
        }
        self.body += "</g>\n";
    }

    fn finish(self) -> String {
        let width = EDGE * 2.0 + CELL.0 * f64::from(COLUMNS);
        let height = EDGE * 2.0 + CELL.1 * self.line as f64;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" aria-labelledby=\"title text\">\n\
             <title id=\"title\">benchlens at a terminal: a comparison, and a gate that fails</title>\n\
             <desc id=\"text\">{}</desc>\n<style>\n{STYLE}.move{{animation:0s linear infinite;animation-duration:{SECONDS}s}}\n{}\
             @media (prefers-reduced-motion:reduce){{.move{{animation:none}}}}\n</style>\n\
             <defs><clipPath id=\"inside\"><rect width=\"{width}\" height=\"{height}\" rx=\"8\"/></clipPath></defs>\n\
             <g clip-path=\"url(#inside)\">\n<rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n{}</g>\n</svg>\n",
            escaped(&self.text),
            self.style,
            self.body
        )
    }
}

/// A separate background, so that it is readable on light and on dark pages.
const STYLE: &str = "\
text{font:13px ui-monospace,\"SF Mono\",\"Cascadia Mono\",Menlo,Consolas,\"DejaVu Sans Mono\",monospace;fill:#d7dce2;white-space:pre}
.ground{fill:#171b21}.cover{fill:#171b21}.p{fill:#7d8794}.c{fill:#fff;font-weight:600}
.b{fill:#7ec699}.w{fill:#ff8f85;font-weight:600}.o{fill:#e2b866}
";

/// Returns a text without colors.
fn plain(printed: &str) -> String {
    let mut out = String::new();
    let mut parts = printed.split('\x1b');
    out += parts.next().unwrap_or("");
    parts.for_each(|part| out += part.split_once('m').map_or("", |(_, text)| text));
    out
}

fn picture() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = super::Folder::new("demo");
    for log in ["old.txt", "new.txt"] {
        fs::copy(root.join("examples").join(log), folder.path(log)).unwrap();
    }
    let mut picture = Picture::default();
    let mut before = String::new();
    for (number, scene) in SCENES.iter().enumerate() {
        // `$?` belongs to the previous command, whose output is not shown again.
        let printed = at_terminal(&folder.0, &format!("{before}{}", scene.command));
        picture.scene(number, scene, &printed);
        before = format!("{{ {}; }} > /dev/null 2>&1\n", scene.command);
    }
    picture.finish()
}

#[test]
fn the_demonstration_is_what_the_program_does() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/demo.svg");
    let picture = picture();
    assert!(picture.len() < BYTES_MAX, "{} bytes", picture.len());
    for part in ["-90.99%", "gate failed: 2 failed, 7 passed", "class=\"w\"", "$ echo $?\n1\n"] {
        assert!(picture.contains(part), "no {part} in it");
    }
    assert!(!picture.contains("<script") && !picture.contains("href"));
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &picture).unwrap();
    }
    assert!(
        picture == fs::read_to_string(&path).unwrap(),
        "docs/demo.svg is not what the program does: UPDATE=1"
    );
}

#[test]
fn lines_are_those_of_a_terminal() {
    let found = lines("a  b\x1b[32mc\x1b[0m d\n\nxyz\n");
    let run = |column, style, text: &str| Run { column, style, text: text.into() };
    assert_eq!(found[0], [run(0, "", "a"), run(3, "", "b"), run(4, "b", "c"), run(6, "", "d")]);
    assert_eq!((found[1].len(), found.len()), (0, 3));
    assert_eq!(lines(&"x".repeat(110)).len(), 2);
    let broken = lines(&"word ".repeat(30));
    assert_eq!(broken.len(), 2);
    assert!(broken.iter().flatten().all(|run| run.text.split(' ').all(|word| word == "word")));
}
