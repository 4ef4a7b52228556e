//! Builds the web app as a folder for static hosts: few files, whose names change with their contents so that
//! browsers can cache them forever; the files that a browser stores for offline use; and the web app as one file, for
//! reports.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::preview;
use crate::programs::{root, target};
use crate::project::{copy_folder, run};
use crate::tools::node;

/// The name of module and scripts.
pub(crate) const NAME: &str = "benchlens";

/// The web app's own styles, in their order in the HTML.
const STYLES: &str = "stylesheet\" href=\"";

/// Builds the web app in a folder. `package` is the built npm package, and `program` a CLI that can draw PNG.
pub(super) fn build(package: &Path, program: &Path, out: &Path) -> Result<(), String> {
    let sources = target().join("page-sources");
    clear(&sources)?;
    copy_folder(&root().join("web-demo"), &sources)?;
    clear(out)?;
    copy_examples(&out.join("examples"))?;
    copy(&sources.join("icon.svg"), &out.join("icon.svg"))?;
    let index = read(&sources.join("index.html"))?;

    let module = format!("{NAME}_bg.wasm");
    fs::create_dir_all(sources.join("pkg")).map_err(|error| error.to_string())?;
    for script in ["benchlens.js", "requests.js", "session.js"] {
        copy(&package.join(script), &sources.join("pkg").join(script))?;
    }
    copy(&package.join(&module), &out.join(&module))?;
    // A file must have its final name before a script refers to it.
    let module_name = settled(out, &module)?;
    rename_in_scripts(&sources, &format!("./pkg/{module}"), &format!("./{module_name}"))?;
    // In a report, the worker has an address of the document's origin, and browsers do not run modules from such
    // addresses.
    bundle(&sources, out, &["worker.js"], &CLASSIC)?;
    let worker_name = settled(out, "worker.js")?;
    rename_in_scripts(&sources, "./worker.js", &format!("./{worker_name}"))?;
    let (index, styles) = without_styles(&index);
    let imports: String = styles.iter().map(|style| format!("@import \"./{style}\";\n")).collect();
    write(&sources.join("all.css"), imports.as_bytes())?;
    bundle(&sources, out, &["app.js", "all.css"], &["--format=esm"])?;
    let style_name = settled(out, "all.css")?;
    let app_name = settled(out, "app.js")?;

    let head = format!(
        "<link rel=\"stylesheet\" href=\"{style_name}\">\n\
         <link rel=\"preload\" href=\"{module_name}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n\
         <link rel=\"modulepreload\" href=\"{app_name}\">\n"
    );
    let index = index.replace("src=\"app.js\"", &format!("src=\"{app_name}\""));
    let index =
        index.replacen("<script type=\"module\"", &format!("{head}<script type=\"module\""), 1);
    let engine = [
        ("index.html", preview::without(&index).into_bytes()),
        ("style.css", bytes(&out.join(&style_name))?),
        ("app.js", bytes(&out.join(&app_name))?),
        ("worker.js", bytes(&out.join(&worker_name))?),
        (&module, bytes(&out.join(&module_name))?),
    ];
    write(&out.join("engine.bin"), &packed(&engine)?)?;
    let index = preview::with(&index, program, out)?;
    offline(&sources, out, &index, &[&app_name, &worker_name, &style_name, &module_name])
}

/// Writes the service worker, with the list of files that it stores, and the HTML, which then contains its version.
fn offline(sources: &Path, out: &Path, index: &str, named: &[&str]) -> Result<(), String> {
    let mut files = vec!["./", "icon.svg", "engine.bin"];
    files.extend(named);
    let examples = names_in(&out.join("examples"))?;
    let examples: Vec<String> = examples.iter().map(|name| format!("examples/{name}")).collect();
    files.extend(examples.iter().map(String::as_str));
    let version = name_of(&[index.as_bytes(), files.join("\n").as_bytes()].concat());
    let list = files.iter().map(|file| format!("{file:?}")).collect::<Vec<_>>().join(",");
    let define = format!("--define:self.BUILD={{\"version\":{version:?},\"files\":[{list}]}}");
    bundle(sources, out, &["sw.js"], &["--format=esm", &define])?;
    let meta = format!("<meta name=\"version\" content=\"{version}\">\n<title>");
    write(&out.join("index.html"), index.replacen("<title>", &meta, 1).as_bytes())
}

/// The options with which esbuild generates a script that runs both as a module and as a classic script.
const CLASSIC: [&str; 2] = ["--format=iife", "--define:import.meta.url=self.location.href"];

/// Bundles and minifies scripts: half of the download would be comments and long names, and many small files do not
/// compress well.
fn bundle(from: &Path, to: &Path, names: &[&str], more: &[&str]) -> Result<(), String> {
    let tool = root().join("tests/web/node_modules/esbuild/bin/esbuild");
    let how = ["--bundle", "--minify", "--target=es2022", "--charset=utf8"];
    let mut esbuild = Command::new(node()?);
    esbuild.arg(tool).args(how).args(["--log-level=warning", "--external:*.svg"]).args(more);
    esbuild.args(names.iter().map(|name| from.join(name)));
    run(esbuild.arg(format!("--outdir={}", to.display())))
}

/// Returns the HTML without its links to styles, and these links in their order.
fn without_styles(index: &str) -> (String, Vec<String>) {
    let (mut kept, mut styles) = (String::new(), Vec::new());
    for line in index.lines() {
        match line.split_once(STYLES).and_then(|(_, rest)| rest.split_once('"')) {
            Some((style, _)) => styles.push(style.to_owned()),
            None => kept.extend([line, "\n"]),
        }
    }
    (kept, styles)
}

/// Renames a file to a name that depends on its contents, and returns the name.
fn settled(folder: &Path, name: &str) -> Result<String, String> {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let new = format!("{stem}-{}.{ending}", name_of(&bytes(&folder.join(name))?));
    let moved = fs::rename(folder.join(name), folder.join(&new));
    moved.map_err(|error| format!("{name}: {error}"))?;
    Ok(new)
}

/// Returns eight digits that are almost certainly unique for the contents (FNV-1a).
fn name_of(contents: &[u8]) -> String {
    let hash = contents.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}

/// Concatenates the files, after a line with their names and lengths, and compresses them with gzip.
fn packed(files: &[(&str, Vec<u8>)]) -> Result<Vec<u8>, String> {
    let mut head = String::new();
    for (name, contents) in files {
        let gap = if head.is_empty() { "[" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(head, "{gap}[{name:?},{}]", contents.len());
    }
    head.push_str("]\n");
    let whole: Vec<&[u8]> = files.iter().map(|(_, contents)| &contents[..]).collect();
    let whole = [head.as_bytes(), &whole.concat()].concat();
    let (mut packed, options) = (Vec::new(), zopfli::Options::default());
    let done = zopfli::compress(options, zopfli::Format::Gzip, &whole[..], &mut packed);
    done.map_err(|error| format!("the page as one file: {error}"))?;
    Ok(packed)
}

/// Replaces a text in all scripts of a folder.
fn rename_in_scripts(folder: &Path, from: &str, to: &str) -> Result<(), String> {
    for name in names_in(folder)?.iter().filter(|name| name.ends_with(".js")) {
        let path = folder.join(name);
        let text = read(&path)?;
        if text.contains(from) {
            write(&path, text.replace(from, to).as_bytes())?;
        }
    }
    Ok(())
}

/// Copies the logs that the web app's example button opens.
fn copy_examples(to: &Path) -> Result<(), String> {
    let from = root().join("examples");
    fs::create_dir_all(to).map_err(|error| format!("{}: {error}", to.display()))?;
    for name in names_in(&from)?.iter().filter(|name| name.ends_with(".txt")) {
        copy(&from.join(name), &to.join(name))?;
    }
    Ok(())
}

/// Returns the names of the files in a folder, sorted.
fn names_in(folder: &Path) -> Result<Vec<String>, String> {
    let fail = |error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        let path: PathBuf = entry.map_err(fail)?.path();
        if path.is_file()
            && let Some(name) = path.file_name()
        {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn clear(folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::copy(from, to).map(|_| ()).map_err(|error| format!("{}: {error}", from.display()))
}

fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, contents: &[u8]) -> Result<(), String> {
    fs::write(path, contents).map_err(|error| format!("{}: {error}", path.display()))
}
