//! `cargo xtask serve`: the page on this machine, for looking at it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use crate::Outcome;
use crate::project::{check_options, option};
use crate::wasm::page_folder;

/// Serves a folder until it is ended: `[--port N] [--folder FOLDER]`. Port 0 takes any free one.
pub(crate) fn serve(args: &[String]) -> Outcome {
    check_options(args, &["--port", "--folder"])?;
    let folder = option(args, "--folder")?.map_or_else(page_folder, PathBuf::from);
    let port = option(args, "--port")?.unwrap_or("8080");
    let port: u16 = port.parse().map_err(|_| format!("--port {port}: not a port"))?;
    let folder = fs::canonicalize(&folder)
        .map_err(|error| format!("{}: {error}: run cargo xtask web", folder.display()))?;
    // Nobody else's business: the loopback interface alone.
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    println!("http://{address}/");
    for stream in listener.incoming().flatten() {
        let folder = folder.clone();
        std::thread::spawn(move || {
            // A browser that goes away is nobody's fault.
            let _ = answer(&stream, &folder);
        });
    }
    Ok(true)
}

/// A request line longer than this is none of a browser.
const LINE_MAX: u64 = 16 << 10;
/// How much of a request is read at most.
const REQUEST_MAX: u64 = 64 << 10;
/// A browser that says nothing for so long is not waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// Answers one request; the connection then ends.
fn answer(stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.take(REQUEST_MAX));
    let mut request = String::new();
    lines.by_ref().take(LINE_MAX).read_line(&mut request)?;
    // What follows is read too: closing a connection with unread bytes would cut off the answer.
    let mut line = String::new();
    while lines.read_line(&mut line)? > 2 {
        line.clear();
    }
    let mut words = request.split_ascii_whitespace();
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if !matches!(method, "GET" | "HEAD") {
        return reply(stream, "405 Method Not Allowed", "text/plain", b"only GET\n", true);
    }
    let found = find(folder, path).and_then(|file| Some((mime(&file), fs::read(&file).ok()?)));
    match found {
        Some((mime, bytes)) => reply(stream, "200 OK", mime, &bytes, method == "GET"),
        None => reply(stream, "404 Not Found", "text/plain", b"not found\n", method == "GET"),
    }
}

fn reply(
    mut stream: &TcpStream,
    status: &str,
    mime: &str,
    body: &[u8],
    with_body: bool,
) -> std::io::Result<()> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {length}\r\n\
         X-Content-Type-Options: nosniff\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    if with_body {
        stream.write_all(body)?;
    }
    stream.flush()
}

/// The file behind a path of a request, if it is one inside the folder.
fn find(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = path.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = PathBuf::from(decoded(path)?);
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let mut file = folder.join(path);
    if file.is_dir() {
        file.push("index.html");
    }
    // A link must not lead out of the folder either.
    let file = fs::canonicalize(file).ok()?;
    (file.starts_with(folder) && file.is_file()).then_some(file)
}

/// A path without its `%41`.
fn decoded(path: &str) -> Option<String> {
    let mut out = Vec::new();
    let mut bytes = path.bytes();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'%' => {
                let digits = [bytes.next()?, bytes.next()?];
                u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?
            }
            0 | b'\\' => return None,
            byte => byte,
        });
    }
    String::from_utf8(out).ok().filter(|path| !path.contains(['\0', '\\']))
}

fn mime(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "log" | "md" => "text/plain; charset=utf-8",
        "gz" => "application/gzip",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_the_folder() {
        let folder = fs::canonicalize(env!("CARGO_MANIFEST_DIR")).unwrap();
        assert!(find(&folder, "/Cargo.toml?x#y").is_some());
        assert!(find(&folder, "/src/%6dain.rs").is_some());
        for path in [
            "",
            "Cargo.toml",
            "/../Cargo.toml",
            "/src/../../Cargo.toml",
            "//etc/passwd",
            "/%2e%2e/Cargo.toml",
            "/%2fetc/passwd",
            "/src",
            "/none",
            "/%",
            "/%zz",
            "/a%00",
            "/..%5cCargo.toml",
            "/./../Cargo.toml",
        ] {
            assert_eq!(find(&folder, path), None, "{path}");
        }
    }
}
