//! The answer of the example on the first screen of the web app, before any script runs.
//!
//! The CLI draws the charts and writes the words, so the picture never differs from the answer that it leads to.

use std::path::Path;
use std::process::Command;

use crate::programs::root;

/// The place of the answer in the HTML.
const PLACE: &str = "<!-- preview -->";

/// The place of the version.
const VERSION: &str = "<!-- version -->";

/// The widths of the charts: for screens and for phones.
const WIDTHS: [(&str, &str); 2] = [("wide", "720"), ("narrow", "330")];

/// Returns the HTML without the answer, for reports.
pub(super) fn without(index: &str) -> String {
    index.replace(PLACE, "").replace(VERSION, env!("CARGO_PKG_VERSION"))
}

/// Returns the HTML with the answer, and writes the picture that other sites show next to a link.
pub(super) fn with(index: &str, program: &Path, out: &Path) -> Result<String, String> {
    let mut html = String::new();
    for (class, width) in WIDTHS {
        let draw =
            |theme| chart(program, &["-chart-size", width, "-chart-theme", theme, "-o", "svg=-"]);
        let svg = in_both_themes(&draw("light")?, &draw("dark")?)?;
        // The words are next to it.
        let svg = svg.replacen(" role=\"img\"", " aria-hidden=\"true\"", 1);
        html += &format!("<span class=\"{class}\">{}</span>\n", svg.trim());
    }
    let report = compare(program, &["-o", "html=-"])?;
    let paragraph = |class: &str| {
        let (_, text) = report.split_once(&format!("<p class=\"{class}"))?.1.split_once('>')?;
        Some(text.split_once("</p>")?.0)
    };
    let (Some(answer), Some(suite)) = (paragraph("answer\""), paragraph("suite ")) else {
        return Err(format!("the example has no answer:\n{report}"));
    };
    let words = format!("<b>{answer}</b><br>{suite}");
    let picture = out.join("preview.png");
    let to_picture = format!("png={}", picture.display());
    chart(program, &["-chart-size", "post", "-o", &to_picture])?;
    Ok(without(&index.replace(PLACE, &format!("<span class=\"answer\">{words}</span>\n{html}"))))
}

/// Merges two pictures that differ only in colors: the theme of the web app then selects the colors.
fn in_both_themes(light: &str, dark: &str) -> Result<String, String> {
    let (lights, darks): (Vec<_>, Vec<_>) = (light.split('"').collect(), dark.split('"').collect());
    if lights.len() != darks.len() {
        return Err("the themes of the chart differ in more than colors".to_owned());
    }
    let merged = lights.iter().zip(darks).map(|(&light, dark)| {
        if light == dark { light.to_owned() } else { format!("light-dark({light},{dark})") }
    });
    Ok(merged.collect::<Vec<_>>().join("\""))
}

fn chart(program: &Path, flags: &[&str]) -> Result<String, String> {
    compare(program, &[&["-chart", "forest"], flags].concat())
}

/// Compares the elapsed times of the example; returns the output of the CLI.
fn compare(program: &Path, flags: &[&str]) -> Result<String, String> {
    let inputs = ["old.txt=examples/old.txt", "new.txt=examples/new.txt"];
    let mut command = Command::new(program);
    command.current_dir(root()).args(["-filter", ".unit:sec/op", "-outcomes"]);
    let ended = command.args(flags).args(inputs).output();
    let ended = ended.map_err(|error| format!("{}: {error}", program.display()))?;
    if !ended.status.success() {
        return Err(format!("the example: {}", String::from_utf8_lossy(&ended.stderr)));
    }
    Ok(String::from_utf8_lossy(&ended.stdout).into_owned())
}
