//! A terminal for a program under test.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use nix::pty::{Winsize, openpty};

/// The end of the terminal's input, which no program prints.
const END: &[u8] = b"\x04the terminal ends here";

/// Runs a command with a terminal of 40 rows as standard output and error; returns the terminal's input.
pub(crate) fn at_terminal(command: &mut Command, columns: u16) -> String {
    let size = Winsize { ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    let pty = openpty(&size, None).unwrap();
    let end = || Stdio::from(pty.slave.try_clone().unwrap());
    command.env_remove("GITHUB_ACTIONS").stdin(Stdio::null()).stdout(end()).stderr(end());
    let mut child = command.spawn().unwrap();
    // The command also keeps the other end open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let (mut slave, mut master) = (File::from(pty.slave), File::from(pty.master));
    let printed = std::thread::scope(|scope| {
        let reader = scope.spawn(move || {
            let (mut printed, mut buffer) = (Vec::new(), [0; 4096]);
            while !printed.ends_with(END) {
                let count = master.read(&mut buffer).unwrap();
                printed.extend_from_slice(&buffer[..count]);
            }
            printed
        });
        child.wait().unwrap();
        // The terminal keeps the order of its input. If it is closed instead, its last lines can be lost.
        slave.write_all(END).unwrap();
        reader.join().unwrap()
    });
    String::from_utf8_lossy(&printed[..printed.len() - END.len()]).into_owned()
}
