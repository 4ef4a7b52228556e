//! Words as a POSIX shell reads them.

/// Appends a blank, and a setting with its value as a flag of the command line.
pub fn push_flag(line: &mut Vec<u8>, name: &str, value: &[u8]) {
    line.extend_from_slice(format!(" -{name} ").as_bytes());
    push_word(line, value);
}

/// Appends a word, quoted so that a shell reads exactly its bytes. The appended text is UTF-8 and can be part of a
/// document: the shell itself writes other bytes with `printf`.
pub fn push_word(line: &mut Vec<u8>, word: &[u8]) {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || b"_-+=./:@%,^".contains(b) || 0x80 <= *b;
    // In zsh, `=ls` is the path of a program.
    let is_special = word.is_empty() || word.starts_with(b"=");
    if !is_special && word.iter().all(plain) && std::str::from_utf8(word).is_ok() {
        return line.extend_from_slice(word);
    }
    if word.is_empty() {
        line.extend_from_slice(b"''");
    }
    for chunk in word.utf8_chunks() {
        if !chunk.valid().is_empty() {
            let quoted = chunk.valid().replace('\'', r"'\''");
            line.extend_from_slice(format!("'{quoted}'").as_bytes());
        }
        if !chunk.invalid().is_empty() {
            let octal: String =
                chunk.invalid().iter().map(|byte| format!("\\{byte:03o}")).collect();
            line.extend_from_slice(format!("\"$(printf '{octal}')\"").as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_they_must_be() {
        let check = |word: &[u8], want: &str| {
            let mut line = Vec::new();
            push_word(&mut line, word);
            assert_eq!(String::from_utf8(line).unwrap(), want);
        };
        check(b"old.txt", "old.txt");
        check(b"/n@num", "/n@num");
        check(b"", "''");
        check(b"a b", "'a b'");
        check(b"it's", r"'it'\''s'");
        check(b"$x`y`\n", "'$x`y`\n'");
        check(b"~", "'~'");
        check("é=1".as_bytes(), "é=1");
        check(b"=x", "'=x'");
        check(b"x=\xff", r#"'x='"$(printf '\377')""#);
        check(b"\xff'\xc3", r#""$(printf '\377')"''\'''"$(printf '\303')""#);
    }
}
