use crate::analysis::{analysed, ask, lines};
use benchlens_core::query::AnalysisQuery;
use benchlens_core::render::{Output, render};
use benchlens_core::stats::Adjustment;

#[test]
fn the_text_table_shows_intervals_and_outcomes_when_asked() {
    let times = [100.0, 101.0, 102.0, 103.0, 104.0, 105.0];
    let slower = times.map(|t| t * 1.5);
    let mixed = [90.0, 112.0, 101.0, 95.0, 120.0, 103.0];
    let old =
        lines("A", "ns/op", &times) + &lines("B", "ns/op", &times) + &lines("A", "B/op", &[0.0; 6]);
    let new = lines("A", "ns/op", &slower)
        + &lines("B", "ns/op", &mixed)
        + &lines("A", "B/op", &[16.0; 6]);
    let analysis = AnalysisQuery::default().outcomes(true).adjust(Adjustment::Holm);
    let (report, _) = ask(&old, &new, analysed(analysis));
    let text = String::from_utf8(render(&report, Output::Text).out).unwrap();
    let has = |part: &str| assert!(text.contains(part), "{part}:\n{text}");
    has("regressed    +50.00% [+45.71%, +54.41%]  p=0.002 n=6 adj=0.006");
    has("regressed +16.00 [+16.00, +16.00]  p=0.002 n=6 adj=0.006");
    has("\nsec/op: 1 regressed (+50.00%), 1 inconclusive (449 runs needed). B/op: 1 regressed.\n");
    has(
        "3 tests at level 0.05, 2 significant, up to 0.2 expected by chance if runs are independent (outcomes use adjusted p: holm); margin 2%\n",
    );
    let csv = String::from_utf8(render(&report, Output::Csv).out).unwrap();
    assert!(!csv.contains("regressed"));
}
