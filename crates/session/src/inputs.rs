//! Inputs, diagnostics and keys as views.

use benchlens_core::base::{self, Text, plural};
use benchlens_core::project::{
    FieldOrder, FieldText, KeySummary, ValueGroup, index_of_absent, summarize_keys,
    write_projection,
};
use benchlens_core::reading::{InputInfo, Problem};
use benchlens_core::table::pair_text;
use benchlens_core::{Query, Store};

use crate::types::{DiagnosticPage, DiagnosticView, InputView, KeyView, ValueView};

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns all inputs in order.
pub(crate) fn inputs(store: &Store) -> Vec<InputView> {
    let view = |(i, input): (usize, &InputInfo)| {
        let problems = store.diagnostics_of(i).iter().map(|diagnostic| &diagnostic.problem);
        let malformed = problems.map(Problem::count).fold(0, u64::saturating_add);
        let kind = match (input.results, malformed) {
            (0, _) => format!("no benchmark results: {}", input.kind),
            (results, 0) => plural(results, "result"),
            (results, malformed) => {
                let lines = plural(malformed, "line");
                format!("{}, {lines} to look at", plural(results, "result"))
            }
        };
        InputView {
            name: lossy(&input.name),
            label: lossy(&input.label),
            lines: input.lines,
            results: input.results,
            malformed,
            kind,
        }
    };
    store.inputs().iter().enumerate().map(view).collect()
}

/// Returns the diagnostics from index `start` up to, but not including, index `end`.
pub(crate) fn diagnostics(store: &Store, start: usize, end: usize) -> DiagnosticPage {
    let all = store.diagnostics();
    let end = end.min(all.len());
    let items = all[start.min(end)..end].iter().map(|diagnostic| DiagnosticView {
        input: lossy(&diagnostic.input),
        line: diagnostic.location.line().unwrap_or_default(),
        text: diagnostic.problem.to_string(),
    });
    DiagnosticPage { total: all.len(), items: items.collect() }
}

/// The maximum number of values of a key that a menu can show.
const VALUES_MAX: usize = 200;

/// Returns the values of a key, sorted by an order.
pub(crate) fn values(store: &Store, key: &str, order: &FieldOrder) -> Vec<ValueView> {
    let Some(found) = keys(store).into_iter().find(|known| known.key == key) else {
        return Vec::new();
    };
    if found.values.len() < found.distinct {
        return Vec::new();
    }
    // The positions of columns give this order for all results, without leaving out values that a list does not
    // contain.
    let all = match order {
        FieldOrder::List(_) | FieldOrder::Groups(_) => FieldOrder::First,
        order => order.clone(),
    };
    let field = FieldText { key: key.to_owned(), order: all };
    let query = Query::default().table("").row("").col(write_projection(&[field]));
    let columns = query.compile().and_then(|plan| plan.columns(store)).unwrap_or_default();
    let one = |group: &ValueGroup| group.values.clone().unwrap_or(vec![group.name.clone()]);
    let listed: Vec<String> = match order {
        FieldOrder::List(list) => list.clone(),
        FieldOrder::Groups(groups) => groups.iter().flat_map(one).collect(),
        FieldOrder::First | FieldOrder::Alpha | FieldOrder::Num => Vec::new(),
    };
    let index = |value: &ValueView| {
        let listed = listed.iter().position(|known| *known == value.value);
        let shown = columns.iter().position(|known| *known == value.value);
        (listed.unwrap_or(usize::MAX), shown.unwrap_or(usize::MAX))
    };
    let indices: Vec<(usize, usize)> = found.values.iter().map(index).collect();
    let sorted = base::order(indices.len(), &mut |a, b| indices[a].cmp(&indices[b]));
    sorted.into_iter().map(|at| found.values[at].clone()).collect()
}

/// The maximum number of benchmarks to examine for the position of absent values.
const LOOKS: usize = 2_000_000;

/// Returns the keys that results have.
pub(crate) fn keys(store: &Store) -> Vec<KeyView> {
    let mut looks = LOOKS;
    let view = |(value, count): (Text, u64)| ValueView { value: value.to_string_lossy(), count };
    let key = |mut summary: KeySummary| {
        let key = summary.key.to_string_lossy();
        let is_absent = summary.values.pop_if(|(value, _)| value.is_empty());
        let distinct = summary.distinct + usize::from(is_absent.is_some());
        if let Some(absent) = is_absent {
            let index = index_of_absent(store, &summary, VALUES_MAX, &mut looks);
            summary.values.insert(index.min(summary.values.len()), absent);
        }
        let values = summary.values.into_iter().map(view).collect();
        KeyView { pair: pair_text(&key), key, kind: summary.kind, distinct, values }
    };
    summarize_keys(store, VALUES_MAX).into_iter().map(key).collect()
}
