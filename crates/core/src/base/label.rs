//! How inputs are named in tables (`.file`).

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
    let unlabelled = |path: &[u8], among: &[Argument]| {
        among.iter().filter(|other| other.label.is_none() && other.path == path).count()
    };
    let label = |(i, argument): (usize, &Argument)| match &argument.label {
        Some(label) => label.clone(),
        None if unlabelled(&argument.path, arguments) == 1 => argument.path.clone(),
        None => {
            let before = unlabelled(&argument.path, &arguments[..i]);
            [&argument.path[..], b"#", before.to_string().as_bytes()].concat()
        }
    };
    arguments.iter().enumerate().map(label).collect()
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
