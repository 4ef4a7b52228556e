//! Selects the part of an archive to read: `ARCHIVE!MEMBER`.

/// The selected part of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Selection {
    /// All members.
    All,
    /// The member at this index, and the part of it if it is an archive itself.
    Member(usize, Vec<u8>),
    /// All members whose paths begin with this number of bytes, which is a folder, and perhaps a recording of
    /// criterion.
    Folder(usize, Option<Vec<u8>>),
}

/// Finds the part that `asked` names among the paths of members.
pub(super) fn select(paths: &[&[u8]], asked: &[u8]) -> Option<Selection> {
    if asked.is_empty() {
        return Some(Selection::All);
    }
    let file = |name: &[u8]| paths.iter().position(|path| *path == name);
    let folder = |name: &[u8]| {
        let name = name.strip_suffix(b"/").unwrap_or(name);
        let below =
            |path: &[u8]| path.strip_prefix(name).is_some_and(|rest| rest.starts_with(b"/"));
        paths.iter().any(|path| below(path)).then_some(name.len() + 1)
    };
    if let Some(index) = file(asked) {
        return Some(Selection::Member(index, Vec::new()));
    }
    if let Some(len) = folder(asked) {
        return Some(Selection::Folder(len, None));
    }
    for at in (0..asked.len()).filter(|&at| asked[at] == b'!') {
        if let Some(index) = file(&asked[..at]) {
            return Some(Selection::Member(index, asked[at + 1..].to_vec()));
        }
    }
    let at = asked.iter().rposition(|&byte| byte == b'#')?;
    folder(&asked[..at]).map(|len| Selection::Folder(len, Some(asked[at + 1..].to_vec())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_may_be_a_file_a_folder_or_an_archive() {
        let paths: [&[u8]; 4] = [b"a.txt", b"t/g/new/sample.json", b"in.zip", b"odd!name"];
        let find = |asked: &str| select(&paths, asked.as_bytes());
        assert_eq!(find(""), Some(Selection::All));
        assert_eq!(find("a.txt"), Some(Selection::Member(0, Vec::new())));
        assert_eq!(find("t"), Some(Selection::Folder(2, None)));
        assert_eq!(find("t/g/"), Some(Selection::Folder(4, None)));
        assert_eq!(find("t#base"), Some(Selection::Folder(2, Some(b"base".to_vec()))));
        assert_eq!(find("in.zip!b!c"), Some(Selection::Member(2, b"b!c".to_vec())));
        assert_eq!(find("odd!name"), Some(Selection::Member(3, Vec::new())));
        assert_eq!(find("b"), None);
        assert_eq!(find("a#x"), None);
    }
}
