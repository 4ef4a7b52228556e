//! `cargo xtask formula`: the Homebrew formula of a release.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use super::released::{TARGETS, VERSION, file_name};
use super::{archive, sums};
use crate::Outcome;
use crate::programs::{root, target};
use crate::project::{cargo, check_options, option, read, run};

/// Writes the formula: `SUMS [--out FILE]`. SUMS is the file SHA256SUMS of the release.
pub(crate) fn formula(args: &[String]) -> Outcome {
    let Some((sums, options)) = args.split_first() else {
        return Err("formula takes the file SHA256SUMS of a release".into());
    };
    check_options(options, &["--out"])?;
    let text = text(&read(Path::new(sums))?)?;
    match option(options, "--out")? {
        None => print!("{text}"),
        Some(path) => std::fs::write(path, text).map_err(|error| format!("{path}: {error}"))?,
    }
    Ok(true)
}

/// The systems and processors that Homebrew supports, with their targets.
const SYSTEMS: [(&str, [(&str, &str); 2]); 2] = [
    ("macos", [("arm", "aarch64-apple-darwin"), ("intel", "x86_64-apple-darwin")]),
    ("linux", [("arm", "aarch64-unknown-linux-musl"), ("intel", "x86_64-unknown-linux-musl")]),
];

/// Returns the formula of the release with these sums.
fn text(sums: &str) -> Result<String, String> {
    let mut text = format!(
        r#"class Benchlens < Formula
  desc "Compare benchmark results: a drop-in superset of Go's benchstat"
  homepage "https://github.com/OWNER/benchlens"
  version "{VERSION}"
  license any_of: ["MIT", "Apache-2.0"]
"#
    );
    for (system, processors) in SYSTEMS {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  on_{system} do\n");
        for (processor, target) in processors {
            let name = file_name(target);
            let sum = sum_of(sums, &name)?;
            let url =
                format!("https://github.com/OWNER/benchlens/releases/download/v{VERSION}/{name}");
            let _ = write!(
                text,
                "    on_{processor} do\n      url \"{url}\"\n      sha256 \"{sum}\"\n    end\n"
            );
        }
        text += "  end\n";
    }
    text += REST;
    Ok(text)
}

const REST: &str = r##"
  def install
    bin.install "benchlens"
    man1.install Dir["man/*.1"]
    bash_completion.install "complete/benchlens.bash" => "benchlens"
    fish_completion.install "complete/benchlens.fish"
    zsh_completion.install "complete/_benchlens"
    pkgshare.install "examples"
  end

  test do
    assert_match "benchlens #{version}", shell_output("#{bin}/benchlens version")
    logs = pkgshare/"examples"
    assert_match "vs base", shell_output("#{bin}/benchlens #{logs}/old.txt #{logs}/new.txt")
  end
end
"##;

/// Returns the sum of a file.
fn sum_of<'s>(sums: &'s str, name: &str) -> Result<&'s str, String> {
    let found =
        sums.lines().filter_map(|line| line.split_once("  ")).find(|(_, file)| *file == name);
    let (sum, _) = found.ok_or(format!("no sum of {name}"))?;
    let is_sum = sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_sum { Ok(sum) } else { Err(format!("{sum:?} is no SHA-256 of {name}")) }
}

/// Installs an archive of this machine's program with its formula and stand-ins for Homebrew. The archives for other
/// systems are invented, because only their sums are read.
pub(crate) fn install() -> Result<(), String> {
    let here = TARGETS[4];
    let out = target().join("vet-formula");
    run(cargo().args(["build", "--locked", "--package", "benchlens"]))?;
    let program = target().join("debug/benchlens");
    let archive = archive::make(here, &program, &program, &out)?;
    let others = TARGETS.iter().filter(|target| **target != here);
    let invented = others.map(|target| format!("{}  {}\n", "0".repeat(64), file_name(target)));
    let all = sums::write(&out)? + &invented.collect::<String>();
    let formula = out.join("benchlens.rb");
    std::fs::write(&formula, text(&all)?).map_err(|e| format!("{}: {e}", formula.display()))?;
    let script = root().join("xtask/try-formula.rb");
    // Debian and GitHub's machines have it as a package.
    run(Command::new("ruby").arg("-w").arg(script).arg(&formula).arg(&archive))
}

/// Checks that a release with all targets gives a formula that names each archive for Homebrew's systems once, with
/// its own sum, and that a release without one of these archives is rejected.
pub(super) fn check() -> Result<(), String> {
    let sum =
        |target: &str| format!("{:064x}", target.len() * 7919 + usize::from(target.as_bytes()[0]));
    let lines = TARGETS.map(|target| format!("{}  {}\n", sum(target), file_name(target)));
    let formula = text(&lines.concat())?;
    for (_, target) in SYSTEMS.iter().flat_map(|(_, processors)| processors) {
        let pair = format!("{}\"\n      sha256 \"{}\"", file_name(target), sum(target));
        if formula.matches(&pair).count() != 1 {
            return Err(format!("the formula does not name {target} with its sum"));
        }
    }
    let opened =
        formula.lines().filter(|line| line.ends_with(" do") || line.trim().starts_with("def "));
    // One of them closes the class.
    let (opened, closed) =
        (opened.count() + 1, formula.lines().filter(|line| line.trim() == "end").count());
    if opened != closed {
        return Err(format!("the formula opens {opened} blocks and closes {closed}"));
    }
    match text(&lines[1..].concat()) {
        Ok(_) => Err("a release without an archive for macOS gives a formula".into()),
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_formula_names_every_archive() {
        super::check().unwrap();
    }

    #[test]
    fn what_is_no_sum_is_refused() {
        let error = super::text("abc  x\n").unwrap_err();
        assert!(error.starts_with("no sum of benchlens-"), "{error}");
        let name = super::file_name("aarch64-apple-darwin");
        let error = super::text(&format!("12  {name}\n")).unwrap_err();
        assert!(error.contains("is no SHA-256"), "{error}");
    }
}
