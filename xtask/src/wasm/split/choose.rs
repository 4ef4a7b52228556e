//! Which functions a page needs before its first answer.

use super::facts::Facts;

/// What comes later: what only some logs, some questions or some clicks need. Parts of the names that the
/// compiler gave to functions. A function that is called by others besides stays, whatever its name is; one that only
/// these call comes later with them.
const LATER: &[&str] = &[
    "benchlens::format::bencher",
    "benchlens::format::cargo_criterion",
    "benchlens::format::criterion",
    "benchlens::format::csv",
    "benchlens::format::dotnet",
    "benchlens::format::google",
    "benchlens::format::hyperfine",
    "benchlens::format::jmh",
    "benchlens::format::json",
    "benchlens::format::libtest",
    "benchlens::format::pyperf",
    "benchlens::format::pytest",
    "benchlens::format::table",
    "benchlens::format::tar",
    "benchlens::format::vitest",
    "benchlens::gate",
    "benchlens::enforce",
    "benchlens::render",
    "benchlens::project::regexp",
    "benchlens_unpack::archive",
    "benchlens_unpack::gzip",
    "benchlens_unpack::layer",
    "benchlens_unpack::open",
    "benchlens_unpack::plan",
    "benchlens_unpack::tar",
    "benchlens_unpack::zip",
    "benchlens_unpack::zstandard",
    "regex_automata",
    "regex_syntax",
    "benchlens_session::packed",
    "benchlens_session::gate",
    "benchlens_session::detail",
    "benchlens::grid::gate",
    "benchlens::query::enforced",
    "benchlens::stats::signed_rank",
    "benchlens::stats::blocks",
    "benchlens::stats::spending",
    "benchlens::table::derive",
    "benchlens::table::explain",
    "benchlens::table::paired",
    "benchlens::table::looks",
    "benchlens::project::unknown_keys",
    "benchlens::project::column_suggestions",
    "benchlens::store::encode",
    "benchlens::store::decode",
    "miniz_oxide",
    "ruzstd",
    "strsim",
    "session_append_bytes",
    "session_append_part",
    "session_arrange",
    "session_chart",
    "session_detail",
    "session_diagnostics",
    "session_gate",
    "session_html_tables",
    "session_part_",
    "session_read_packed",
    "session_render",
    "session_report",
    "session_suggest",
    "session_to_bytes",
    "session_values",
    "plan_folder",
    "write_filter",
    "write_projection",
];

/// For each function, whether it comes later.
pub(super) fn later(facts: &Facts) -> Vec<bool> {
    let named = |function: &u32| {
        facts.names.get(function).is_some_and(|name| LATER.iter().any(|part| name.contains(part)))
    };
    let all = 0..facts.types.len() as u32;
    let seeds: Vec<bool> =
        all.map(|function| named(&function) && !facts.roots.contains(&function)).collect();
    let mut kept = vec![false; facts.types.len()];
    kept[..facts.imported as usize].fill(true);
    let mut open: Vec<u32> = facts.roots.iter().copied().collect();
    open.extend(facts.exported.iter().chain(facts.slots.values()));
    while let Some(function) = open.pop() {
        let place = function as usize;
        if !kept[place] && !seeds[place] {
            kept[place] = true;
            open.extend(facts.called_by(function));
        }
    }
    kept.into_iter().map(|kept| !kept).collect()
}
