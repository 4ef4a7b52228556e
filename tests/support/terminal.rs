//! A terminal for a program under test.

use std::fs::File;
use std::io::Read as _;
use std::process::{Command, Stdio};

use nix::pty::{Winsize, openpty};

/// Runs a command with a terminal of 40 rows as standard output and error; returns the terminal's input.
pub(crate) fn at_terminal(command: &mut Command, columns: u16) -> String {
    let size = Winsize { ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    let pty = openpty(&size, None).unwrap();
    let end = || Stdio::from(pty.slave.try_clone().unwrap());
    command.env_remove("GITHUB_ACTIONS").stdin(Stdio::null()).stdout(end()).stderr(end());
    let mut child = command.spawn().unwrap();
    // The command also keeps the other end open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    drop(pty.slave);
    let mut printed = Vec::new();
    let mut master = File::from(pty.master);
    let mut buffer = [0; 4096];
    // When the other end closes, Linux reports an error.
    while let Ok(count @ 1..) = master.read(&mut buffer) {
        printed.extend_from_slice(&buffer[..count]);
    }
    child.wait().unwrap();
    String::from_utf8_lossy(&printed).into_owned()
}
