//! Tests both kinds of systems on one machine. `tests/program` tests that a signal removes a file.

use std::fs::{self, File};
use std::io::Error;
use std::path::{Path, PathBuf};

use super::{Place, Stream, System, plain};

fn place(system: &impl System, path: &Path) -> Option<Place> {
    system.place(path, &path.metadata().unwrap())
}

/// Returns a folder with two files.
fn files() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    fs::write(&one, "1").unwrap();
    fs::write(&other, "2").unwrap();
    (folder, one, other)
}

fn two_files_have_two_places(system: &impl System) {
    let (folder, one, other) = files();
    assert_ne!(place(system, &one), place(system, &other));
    assert_eq!(place(system, &one), place(system, &folder.path().join(".").join("one")));
    assert!(place(system, &one).is_some());
    assert_eq!(place(system, folder.path()), None, "a folder loses nothing");
}

fn a_file_is_created_and_stays(system: &impl System) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new");
    let (file, incomplete) =
        system.create_incomplete(&path, &mut || File::create_new(&path)).unwrap();
    drop(incomplete);
    assert!(path.is_file());
    system.keep_owner(&file, &fs::metadata(folder.path()).unwrap()).unwrap();
    let fails = system.create_incomplete(&path, &mut || Err(Error::other("full")));
    assert_eq!(fails.err().unwrap().to_string(), "full");
}

#[test]
fn any_system_knows_a_file_by_its_path() {
    two_files_have_two_places(&plain::Plain);
    a_file_is_created_and_stays(&plain::Plain);
    for stream in [Stream::In, Stream::Out, Stream::Error] {
        assert_eq!(plain::Plain.place_of(stream), None);
    }
}

#[test]
fn on_any_system_what_is_no_terminal_has_data() {
    let (_folder, one, _) = files();
    assert!(plain::has_data(&File::open(one).unwrap()));
}

#[cfg(unix)]
mod unix {
    use std::os::fd::{AsFd, AsRawFd, OwnedFd};
    use std::os::unix::net::UnixStream;

    use super::super::unix::{Unix, has_data};
    use super::*;

    #[test]
    fn unix_knows_a_file_by_its_number() {
        two_files_have_two_places(&Unix);
        a_file_is_created_and_stays(&Unix);
        let (folder, one, _) = files();
        let (hard, soft) = (folder.path().join("hard"), folder.path().join("soft"));
        fs::hard_link(&one, &hard).unwrap();
        std::os::unix::fs::symlink(&one, &soft).unwrap();
        assert_eq!(place(&Unix, &one), place(&Unix, &hard));
        assert_eq!(place(&Unix, &one), place(&Unix, &soft));
        assert_eq!(place(&plain::Plain, &one), place(&plain::Plain, &soft));
        assert_eq!(place(&Unix, Path::new("/dev/null")), None);
        assert_eq!(place(&plain::Plain, Path::new("/dev/null")), None);
    }

    #[test]
    fn on_unix_a_device_has_no_data() {
        let (_folder, one, _) = files();
        assert!(has_data(&File::open(one).unwrap()));
        let (near, _far) = UnixStream::pair().unwrap();
        let socket = File::from(OwnedFd::from(near));
        assert!(has_data(&socket), "{}", socket.as_fd().as_raw_fd());
        assert!(!has_data(&File::open("/dev/null").unwrap()));
    }
}
