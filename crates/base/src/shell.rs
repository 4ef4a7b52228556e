//! Words as a POSIX shell reads them.

/// Appends a word, quoted so that a shell reads exactly its bytes.
pub fn push_word(line: &mut Vec<u8>, word: &[u8]) {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || b"_-+=./:@%,^".contains(b) || 0x80 <= *b;
    if !word.is_empty() && word.iter().all(plain) {
        return line.extend_from_slice(word);
    }
    line.push(b'\'');
    for &byte in word {
        match byte {
            b'\'' => line.extend_from_slice(b"'\\''"),
            _ => line.push(byte),
        }
    }
    line.push(b'\'');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_they_must_be() {
        let check = |word: &str, want: &str| {
            let mut line = Vec::new();
            push_word(&mut line, word.as_bytes());
            assert_eq!(String::from_utf8(line).unwrap(), want);
        };
        check("old.txt", "old.txt");
        check("/n@num", "/n@num");
        check("", "''");
        check("a b", "'a b'");
        check("it's", r"'it'\''s'");
        check("$x`y`\n", "'$x`y`\n'");
        check("~", "'~'");
        check("é=1", "é=1");
    }
}
