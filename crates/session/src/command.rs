//! Command lines and suggestions: ways to run the current view elsewhere, or to continue with another view.

use benchlens_core::base::Argument;
use benchlens_core::query::{Suggestion, as_rate, history_within_input, suggestions_within_input};
use benchlens_core::{Query, Store};

use crate::types::SuggestionView;

/// Returns the command line that runs a query on a store's inputs.
pub(crate) fn command(store: &Store, query: &Query, more: &[(&str, &str)]) -> String {
    let pairs = store.inputs().iter().map(|input| (input.name.clone(), input.label.clone()));
    let line = query.command_of_files(more, &pairs.collect::<Vec<_>>());
    String::from_utf8_lossy(&line).into_owned()
}

/// Returns the command line that runs a query on inputs with these names.
pub fn command_for(names: Vec<String>, query: &Query) -> String {
    let path = |name: String| Argument { path: name.into_bytes(), label: None };
    let arguments: Vec<Argument> = names.into_iter().map(path).collect();
    let labels = benchlens_core::reading::label_inputs(&arguments);
    let inputs: Vec<_> = arguments.into_iter().map(|a| a.path).zip(labels).collect();
    String::from_utf8_lossy(&query.command_of_files(&[], &inputs)).into_owned()
}

/// Returns useful comparisons within a single input, and operations per second, as changes of the current query.
pub(crate) fn suggestions(store: &Store, present: &Query) -> Vec<SuggestionView> {
    let view = |first: bool, Suggestion { title, query, .. }: Suggestion| {
        let layout = |query: &Query| {
            let Query { table, row, col, ignore, .. } = query;
            [table, row, col, ignore].map(|text| text.trim().to_owned())
        };
        let pressed = layout(present) == layout(&query);
        let query = if pressed {
            present.clone()
        } else {
            query
                .filter(present.filter.clone())
                .alpha(present.alpha)
                .confidence(present.confidence)
                .derive(present.derive.clone())
                .analysis(present.analysis.clone())
                .focus(present.focus.clone())
        };
        SuggestionView { title, query, pressed, first }
    };
    let history = history_within_input(store);
    let is_history = |other: &Suggestion| Some(&other.query) == history.as_ref().map(|h| &h.query);
    let others = suggestions_within_input(store).into_iter();
    let others: Vec<Suggestion> = others.filter(|other| !is_history(other)).collect();
    let first = history.into_iter().map(|history| view(true, history));
    let rate = as_rate(store, present).map(|(rate, pressed)| {
        let Suggestion { title, query, .. } = rate;
        SuggestionView { title, query, pressed, first: false }
    });
    first.chain(others.into_iter().map(|other| view(false, other))).chain(rate).collect()
}
