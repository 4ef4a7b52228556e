//! Notes on keys and results that a query does not find, and on how the values of a report were compared.

use crate::base::{Numbered, Text, write_name};
use crate::format::Problem;
use crate::project::{Schema, UnknownKey, present_values, unknown_keys};
use crate::spec::TestKind;
use crate::store::{InputInfo, Store};
use crate::table::group::cells::Cells;
use crate::table::model::{Assumption, Cell, Confirmation, Note, PairTest, Row, Table, Warning};

/// Returns a note for each input that has only summaries.
pub(in crate::table) fn summaries(store: &Store) -> impl Iterator<Item = Note> {
    store.told_diagnostics().filter_map(|reported| {
        let Problem::SummaryOnly { how } = &reported.problem else { return None };
        let (input, how) = (Text::from(&reported.input[..]), Text::from(&how[..]));
        Some(Note::SummaryOnly { input, how })
    })
}

/// Returns notes on units that are assumed to be exact although the values of a cell differ.
pub(in crate::table) fn exact_varies(tables: &[Table]) -> Vec<Note> {
    let mut units: Vec<(&Text, u64, &Row)> = Vec::new();
    let mut indices = Numbered::default();
    for table in tables.iter().filter(|table| table.assumption == Assumption::Exact) {
        for row in &table.rows {
            let varies = |cell: &&Cell| cell.warning == Some(Warning::NotExact);
            match row.cells.iter().filter(varies).count() as u64 {
                0 => {}
                cells => match units.get_mut(indices.number(table.unit.as_bytes()) as usize) {
                    Some((_, known, _)) => *known += cells,
                    None => units.push((&table.unit, cells, row)),
                },
            }
        }
    }
    let note = |(unit, cells, row): (&Text, u64, &Row)| {
        let mut name = Vec::new();
        write_name(&mut name, &row.key);
        Note::ExactVaries { unit: unit.clone(), cells, row: Text::from(&name[..]) }
    };
    units.into_iter().map(note).collect()
}

/// Returns the notes on a paired report: which test it uses, and which runs it skips.
pub(in crate::table) fn paired(tables: &[Table], test: TestKind, is_controlled: bool) -> Vec<Note> {
    let rows = tables.iter().flat_map(|table| &table.rows);
    let all = rows.flat_map(|row| row.comparisons.iter().map(move |found| (row, found)));
    let all_tests = [
        PairTest::Randomization,
        PairTest::SignedRank,
        PairTest::VanElteren,
        PairTest::T,
        PairTest::LogT,
    ];
    let (mut tests, mut has_medians) = ([false; 5], false);
    let (mut runs, mut comparisons, mut first) = (0, 0, None);
    let (mut shared, mut confirmed) = (0, [0; 2]);
    for (row, comparison) in all.filter(|(_, comparison)| !comparison.is_refused()) {
        let Some(matching) = comparison.matching() else { continue };
        let used = all_tests.iter().position(|test| *test == matching.test);
        used.into_iter().for_each(|used| tests[used] = true);
        has_medians |= matching.medians_of.is_some();
        shared += u64::from(matching.blocks.is_some());
        match matching.confirmation {
            Some(Confirmation::Only) => confirmed[0] += 1,
            Some(Confirmation::Incomplete) => confirmed[1] += 1,
            None => {}
        }
        let left_out: u64 = matching.left_out.into_iter().map(u64::from).sum();
        if left_out != 0 {
            first.get_or_insert(row);
            (runs, comparisons) = (runs + left_out, comparisons + 1);
        }
    }
    let all = all_tests.into_iter().zip(tests);
    let mut notes: Vec<Note> =
        all.filter(|(_, is_used)| *is_used).map(|(test, _)| Note::Paired { test }).collect();
    notes.extend(has_medians.then_some(Note::BlockMedians { test, is_controlled }));
    let [only, incomplete] = confirmed;
    notes.extend((shared != 0).then_some(Note::SharedBuilds { comparisons: shared }));
    notes.extend((only != 0).then_some(Note::Confirmed { comparisons: only }));
    notes.extend((incomplete != 0).then_some(Note::Unconfirmed { comparisons: incomplete }));
    notes.extend(first.map(|row| {
        let mut name = Vec::new();
        write_name(&mut name, &row.key);
        let (row, is_controlled) = (Text::from(&name[..]), is_controlled);
        Note::WithoutPartner { runs, comparisons, row, is_controlled }
    }));
    notes
}

/// Returns notes on a query that does not find something: results in an input, a key, or anything at all.
pub(crate) fn query_notes(store: &Store, schema: &Schema, cells: &Cells) -> Vec<Note> {
    let note = |i: &InputInfo| Note::NoResults { input: Text::from(&i.name[..]), kind: i.kind };
    let mut notes: Vec<Note> =
        store.empty_inputs().map(|index| note(&store.inputs()[index])).collect();
    let unknown = unknown_keys(schema, store).into_iter();
    notes.extend(unknown.map(|UnknownKey { part, key, nearest, known }| Note::UnknownKey {
        part,
        key,
        nearest,
        known,
    }));
    let mixed = schema.mixed_keys().iter().map(|key| Text::from(&key.text()[..]));
    notes.extend(mixed.map(|key| Note::MixedResults { key }));
    if cells.tables.is_empty() {
        let values = present_values(schema, store);
        notes.push(Note::NothingMatched { results: store.len(), values });
    }
    notes
}
