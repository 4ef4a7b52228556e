//! How inputs are named in tables (`.file`).

use std::collections::BTreeMap;

/// One input as it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// The path (or `-`), as given.
    pub path: Vec<u8>,
    /// The label before `=`, if one was given; it may be empty.
    pub label: Option<Vec<u8>>,
}

/// The `.file` value of each input: its label; else its path, with `#0`, `#1`, … after a path that
/// is given without a label more than once. Labels are never told apart: equal labels merge.
pub fn label_inputs(arguments: &[Argument]) -> Vec<Vec<u8>> {
    // How often each path is there, and how often it was before.
    let mut unlabelled: BTreeMap<&[u8], (usize, usize)> = BTreeMap::new();
    for argument in arguments.iter().filter(|argument| argument.label.is_none()) {
        unlabelled.entry(&argument.path).or_default().0 += 1;
    }
    let label = |argument: &Argument| match (&argument.label, &argument.path[..]) {
        (Some(label), _) => label.clone(),
        (None, path) => match unlabelled.get_mut(path) {
            Some((2.., before)) => {
                *before += 1;
                [path, b"#", (*before - 1).to_string().as_bytes()].concat()
            }
            _ => path.to_vec(),
        },
    };
    arguments.iter().map(label).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_repeated_unlabelled_paths_are_numbered() {
        let argument = |text: &str| match text.split_once('=') {
            Some((label, path)) => Argument { path: path.into(), label: Some(label.into()) },
            None => Argument { path: text.into(), label: None },
        };
        let labels = |texts: &[&str]| -> Vec<String> {
            let arguments: Vec<Argument> = texts.iter().map(|t| argument(t)).collect();
            let labels = label_inputs(&arguments);
            labels.into_iter().map(|l| String::from_utf8(l).unwrap()).collect()
        };
        assert_eq!(labels(&["a", "b"]), ["a", "b"]);
        assert_eq!(labels(&["f", "L=f", "f"]), ["f#0", "L", "f#1"]);
        assert_eq!(labels(&["L=f", "L=g", "=h"]), ["L", "L", ""]);
    }
}
