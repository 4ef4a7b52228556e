//! Views of the notes of an answer.
//!
//! If no column compares with another, one sentence names the keys in which they differ and offers to ignore these
//! keys. The notes of the single columns remain, with the values.

use benchlens_core::base::Text;
use benchlens_core::grid::typeset;
use benchlens_core::query::Suggestion;
use benchlens_core::table::{Note, Row, SplitKey, State};
use benchlens_core::{Query, Report};

use crate::types::NoteView;

/// The maximum number of keys that a sentence names; more are counted.
const NAMED_MAX: usize = 4;

/// Returns the notes of an answer, with the query that helps if there is one.
pub(crate) fn notes(query: &Query, report: &Report) -> Vec<NoteView> {
    let unlike = unlike(query, report);
    let is_explained = |note: &Note| unlike.is_some() && separated(query, note).is_some();
    let view = |note: &Note| NoteView {
        code: note.code().to_owned(),
        text: typeset(&note.sentence().to_string()),
        warning: note.is_warning(),
        fix: if is_explained(note) { None } else { Suggestion::for_note(query, note) },
    };
    let views: Vec<NoteView> = report.notes.iter().map(view).collect();
    unlike.into_iter().chain(views).collect()
}

/// The reason why a column compares with nothing.
struct Separated<'n> {
    base: &'n Text,
    keys: &'n [SplitKey],
    more_keys: usize,
    fix: Option<Suggestion>,
}

fn separated<'n>(query: &Query, note: &'n Note) -> Option<Separated<'n>> {
    let Note::NothingCompared { base, keys, more_keys, .. } = note else { return None };
    let fix = Suggestion::for_note(query, note);
    Some(Separated { base, keys, more_keys: *more_keys, fix })
}

/// Returns why no column compares with another; `None` if any row has both sides.
fn unlike(query: &Query, report: &Report) -> Option<NoteView> {
    let separated = report.notes.iter().filter_map(|note| separated(query, note));
    let mut all: Vec<Separated<'_>> = separated.collect();
    let has_both = |row: &Row| {
        let mut states = row.comparisons.iter().map(|found| &found.state);
        states.any(|state| !matches!(state, State::New | State::Missing))
    };
    if all.is_empty() || report.tables.iter().any(|table| table.rows.iter().any(has_both)) {
        return None;
    }
    let are_inputs = query.col.trim() == Query::default().col;
    let columns = if are_inputs { "logs" } else { "columns" };
    let no_benchmark = nothing_common(query, &all, are_inputs);
    let can_help = all.iter().any(|one| one.fix.is_some());
    all.retain(|one| one.fix.is_some() == can_help);
    let (mut names, mut fix, mut more) = (Vec::new(), None, 0);
    for one in all {
        more = more.max(one.more_keys);
        let own = one.keys.iter().map(|split| split.key.to_string_lossy());
        let own: Vec<String> = own.filter(|key| !names.contains(key)).collect();
        match &mut fix {
            // It contains the keys that the query already ignores.
            None => fix = one.fix,
            Some(fix) => own.iter().for_each(|key| fix.query.ignore += &format!(",{key}")),
        }
        names.extend(own);
    }
    if let Some(fix) = &mut fix {
        fix.title = "Compare anyway".into();
    }
    let text = match &names[..] {
        [] => no_benchmark,
        _ => format!("The {columns} differ in {}.", listed(&names, more)),
    };
    Some(NoteView { code: "unlike".to_owned(), text, warning: true, fix })
}

/// Says that columns have no benchmark in common.
fn nothing_common(query: &Query, all: &[Separated<'_>], are_inputs: bool) -> String {
    let (one, many) = if are_inputs { ("input", "inputs") } else { ("column", "columns") };
    match all {
        _ if query.goes_back() => format!("No benchmark is in two neighboring {many}."),
        [_] => format!("No benchmark is in more than one of the {many}."),
        _ => format!("No benchmark of {} is in another {one}.", all[0].base),
    }
}

/// Lists keys as `a`, `a and b`, `a, b and c`, or `a, b, c and 7 more keys`.
fn listed(names: &[String], more: usize) -> String {
    let count = names.len() + more;
    let shown = if NAMED_MAX < count { &names[..names.len().min(NAMED_MAX - 1)] } else { names };
    let more = count - shown.len();
    let counted = (more != 0).then(|| format!("{more} more keys"));
    let (last, before) = match (&counted, shown) {
        (Some(counted), _) => (&counted[..], shown),
        (None, [before @ .., last]) => (&last[..], before),
        (None, []) => ("", shown),
    };
    if before.is_empty() { last.to_owned() } else { format!("{} and {last}", before.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_listed_or_counted() {
        let names: Vec<String> = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        assert_eq!(listed(&names[..1], 0), "a");
        assert_eq!(listed(&names[..2], 0), "a and b");
        assert_eq!(listed(&names[..4], 0), "a, b, c and d");
        assert_eq!(listed(&names, 0), "a, b, c and 2 more keys");
        assert_eq!(listed(&names[..4], 60), "a, b, c and 61 more keys");
    }
}
