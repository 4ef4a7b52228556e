//! Labels of inputs in tables (`.file`).

use std::collections::BTreeMap;

/// An input as the user specified it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// The path (or `-`), as given.
    pub path: Vec<u8>,
    /// The label before `=`, if one was given; it may be empty.
    pub label: Option<Vec<u8>>,
}

/// Returns the `.file` value of each input: its label, or else its path, with `#0`, `#1`, … after a path that is given
/// without a label more than once. Equal labels are never distinguished: their inputs are merged.
pub fn label_inputs(arguments: &[Argument]) -> Vec<Vec<u8>> {
    // For each path, the number of its occurrences, and the number so far.
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
