//! Tests numbers of threads, and threads that cannot be started.

use crate::program::{Folder, log};

#[test]
fn any_number_of_threads_gives_the_same() {
    let folder = Folder::new("threads");
    let some: String = (0..100).map(|i| log(&format!("Name{i}"), 100 + i)).collect();
    folder.write("some", &some);
    let run = |words: &str| folder.bash(&format!("\"$benchlens\" {words} {{a..h}}=some"));
    let one = run("-j 1");
    assert_eq!(one.0, 0, "{}", one.2);
    for threads in ["2", "1000", "18446744073709551615", "99999999999999999999999999"] {
        assert_eq!(run(&format!("-j {threads}")), one, "{threads}");
    }
    assert_eq!(run("-j 0").0, 2);
    assert_eq!(run("-j -1").0, 2);
    // The stacks are too large for any system, so it refuses every thread.
    let none = "ulimit -v 8000000; RUST_MIN_STACK=1000000000000 \"$benchlens\" -j 8 {a..h}=some";
    assert_eq!(folder.bash(none), one);
}
