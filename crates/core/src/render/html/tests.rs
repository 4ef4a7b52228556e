use sha2::{Digest, Sha256};

use super::document::{BOOT_HASH, BOOT_TEXT, STYLE_HASH, sevens};
use super::*;
use crate::{Input, Query, Store, run};

/// Returns a report on two logs that contain one benchmark of this name.
fn report(name: &str, query: &Query) -> Answer {
    let log = |ns: u32| -> Vec<u8> {
        (0..10).flat_map(|i| format!("Benchmark{name} 1 {} ns/op\n", ns + i).into_bytes()).collect()
    };
    let logs = [log(1000), log(500)];
    let store = Store::read(logs.iter().zip([&b"old"[..], b"new"]).map(|(bytes, name)| Input {
        name,
        label: name,
        bytes,
    }));
    run(&store, query).expect("a sound query")
}

#[test]
fn the_policy_names_its_own_script_and_style() {
    for (text, hash) in [(BOOT_TEXT, BOOT_HASH), (HTML_STYLE, STYLE_HASH)] {
        assert_eq!(hash, format!("sha256-{}", base64(&Sha256::digest(text))));
        assert!(!text.contains("</") && !text.contains('\r'), "it would not be what was hashed");
    }
}

/// Returns 32 bytes as text by RFC 4648.
fn base64(bytes: &[u8]) -> String {
    let digits: Vec<char> =
        ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
    let digit = |at: usize| {
        let bit = |i: usize| bytes.get(i / 8).is_some_and(|byte| byte >> (7 - i % 8) & 1 == 1);
        digits[(6 * at..6 * at + 6).fold(0, |number, i| 2 * number + usize::from(bit(i)))]
    };
    (0..43).map(digit).chain(['=']).collect()
}

/// Decodes text back into bytes.
fn bytes_of(text: &str, length: usize) -> Vec<u8> {
    let seven = |code: u32| format!("{code:07b}");
    let pair = |code: u32| seven([0, 10, 13, 60][(code as usize - 256) / 128]) + &seven(code % 128);
    let bits = text.chars().map(u32::from).map(|c| if c < 128 { seven(c) } else { pair(c) });
    let bits: Vec<u8> = bits.collect::<String>().into_bytes();
    let byte = |bits: &[u8]| bits.iter().fold(0, |byte, &bit| byte << 1 | (bit - b'0'));
    bits.chunks(8).map(byte).take(length).collect()
}

#[test]
fn bytes_come_back_from_their_text() {
    let mut random = 1_u64;
    for length in (0..80).chain([1000, 9973]) {
        for low in [0, 1, 0xff] {
            let next = |_| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (random >> 56) as u8 & low
            };
            let bytes: Vec<u8> = (0..length).map(next).collect();
            let text = sevens(&bytes);
            assert_eq!(bytes_of(&text, length), bytes);
            assert!(!text.contains(['\0', '\n', '\r', '<']), "no document keeps these");
            assert!(text.len() <= length.div_ceil(7) * 8 + 3, "{length}: {}", text.len());
        }
    }
    assert_eq!(sevens(&[0xff; 7]), "\u{7f}".repeat(8) + "\u{120}");
}

#[test]
fn names_stay_text() {
    let name = "<script>alert(1)</script>&\"'\u{202e}gnp\u{1}";
    for query in [Query::default(), Query::default().analysed()] {
        let report = report(name, &query);
        let page = String::from_utf8(html(&report, &HtmlParts::default())).expect("UTF-8");
        assert!(
            page.contains(
                "&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;\u{fffd}gnp\u{fffd}"
            )
        );
        assert!(!page.contains("<script"), "without an engine there is no script");
    }
}

#[test]
fn a_report_says_what_changed() {
    let report = report("Encode-8", &Query::default().analysed());
    let page = String::from_utf8(html(&report, &HtmlParts::default())).expect("UTF-8");
    for wanted in [
        "<h1>new against old</h1>",
        "<li class=\"differs\">1 faster</li>",
        "<b class=\"change\">−49.78%</b>",
        "p<0.001",
        "<pre>benchlens old new</pre>",
        "default-src 'none'",
    ] {
        assert!(page.contains(&wanted.replace("p<0", "p&lt;0")), "{wanted}: {page}");
    }
    assert_eq!(html_tables(&report), html_tables(&report));
}

#[test]
fn a_report_with_an_engine_has_both_blocks_and_its_state() {
    let report = report("Encode-8", &Query { alpha: 0.01, ..Query::default() });
    let parts = HtmlParts::interactive(b"results", b"engine");
    let page = String::from_utf8(html(&report, &parts)).expect("UTF-8");
    let results =
        format!("data-length=\"7\" data-state=\"#alpha=0.01\">{}</script>", sevens(b"results"));
    assert!(page.contains(&results), "{page}");
    let engine = format!("data-length=\"6\" data-state=\"\">{}</script>", sevens(b"engine"));
    assert!(page.contains(&engine), "{page}");
    let page = html(&report, &parts.with_state("#a=\"<"));
    let page = String::from_utf8(page).expect("UTF-8");
    assert!(page.contains("data-state=\"#a=&quot;&lt;\""), "{page}");
}

#[test]
fn results_that_are_too_large_are_left_out_and_the_cells_are_there() {
    let report = report("Encode-8", &Query::default().analysed());
    let large = vec![0; HTML_RESULTS_MAX + 1];
    let parts = HtmlParts::interactive(&large, b"engine");
    assert!(parts.is_too_large() && !parts.is_interactive());
    let page = String::from_utf8(html(&report, &parts)).expect("UTF-8");
    assert!(page.len() < 64 << 10, "neither results nor engine are in it");
    for wanted in ["cannot be filtered or sorted", "Encode-8", "1004.5n", "504.5n"] {
        assert!(page.contains(wanted), "{wanted}: {page}");
    }
    assert!(!page.contains("<script") && !page.contains("script-src"), "{page}");
    assert!(HtmlParts::interactive(&large[1..], b"engine").is_interactive());
}

#[test]
fn quantiles_share_one_chart() {
    let log = |ms: u32| -> Vec<u8> {
        let line =
            |i| format!("BenchmarkGET/ 1 {ms}.{i} p50-sec {ms}9.{i} p99-sec 40{i} requests/s\n");
        (0..10).map(line).collect::<String>().into_bytes()
    };
    let logs = [log(1), log(2)];
    let inputs = logs.iter().zip([&b"old"[..], b"new"]);
    let store = Store::read(inputs.map(|(bytes, name)| Input { name, label: name, bytes }));
    let answer = run(&store, &Query::default().analysed()).expect("sound");
    let page = String::from_utf8(html(&answer, &HtmlParts::default())).expect("UTF-8");
    // One chart for both quantiles and one for requests/s, each for light and for dark backgrounds.
    assert_eq!(page.matches("<figure").count(), 4, "{page}");
    assert_eq!(page.matches(">percentile<").count(), 2, "{page}");
}

#[test]
fn a_report_shows_the_rows_and_the_chart_of_a_view() {
    let log = |ns: u32| -> Vec<u8> {
        let lines = (0..24).map(|i| {
            let (name, size) = (["Encode", "Decode"][i % 2], [1, 10, 100, 1000][i % 4]);
            format!("Benchmark{name}/n={size} 1 {} ns/op 7 B/op\n", ns * size + i as u32)
        });
        lines.collect::<String>().into_bytes()
    };
    let logs = [log(1000), log(500)];
    let inputs = logs.iter().zip([&b"old"[..], b"new"]);
    let store = Store::read(inputs.map(|(bytes, name)| Input { name, label: name, bytes }));
    let focus = crate::query::RowSelection { units: vec!["sec/op".into()], ..Default::default() };
    let answer = run(&store, &Query { focus, ..Query::default().analysed() }).expect("sound");
    let chart = crate::render::ChartQuery {
        kind: crate::render::ChartKind::Medians,
        title: "Half the time".into(),
        ..Default::default()
    };
    let page = |search: &str, chart| {
        let parts = HtmlParts::default().with_view(search, chart);
        String::from_utf8(html(&answer, &parts)).expect("UTF-8")
    };
    let rows = |page: &str| page.matches("<th scope=\"row\" class=\"name\"><bdi>").count();
    let (whole, found) = (page("", None), page("encode", Some(&chart)));
    assert_eq!((rows(&whole), rows(&found)), (4, 2));
    assert!(found.contains("2 rows of this table are not shown."));
    assert_eq!(found.matches("Half the time").count(), 4, "title and words, light and dark");
    assert!(!whole.contains("Half the time"));
    // The picture is the same as elsewhere.
    let alone =
        crate::render::chart(answer.report(), &chart, &|_, _, _| Vec::new()).expect("a chart").svg;
    assert!(found.contains(&alone) && !whole.contains(&alone));
    assert_eq!(rows(&page("no such name", Some(&chart))), 0);
}

#[test]
fn the_page_in_a_report_calls_inputs_by_their_labels() {
    let log = |name, label| Input { name, label, bytes: b"BenchmarkA 1 5 ns/op\n" };
    let store = Store::read([log(b"a/x.txt", b"old"), log(b"y.txt", b"y.txt")]);
    let report = run(&store, &Query::default()).expect("a sound query");
    let page =
        String::from_utf8(html(&report, &HtmlParts::interactive(b"r", b"e"))).expect("UTF-8");
    assert!(page.contains("data-state=\"#in=old%3Da/x.txt&amp;in=y.txt\""), "{page}");
}

#[test]
fn a_long_table_keeps_what_changed_most() {
    let log = |side: u32| -> Vec<u8> {
        let rows = 0..(ROWS as u32 + 5);
        let line = |row: u32, run: u32| {
            let slower = if row == 500 { 2000 * side } else { 0 };
            format!("BenchmarkRow/n={row} 1 {} ns/op\n", 1000 + run + slower).into_bytes()
        };
        rows.flat_map(|row| (0..6).flat_map(move |run| line(row, run))).collect()
    };
    let logs = [log(0), log(1)];
    let store = Store::read(logs.iter().map(|bytes| Input { name: b"f", label: b"f", bytes }));
    let query = Query { table: String::new(), ..Query::default().analysed() };
    // Each input has a column, although both have one name.
    let report = run(&store, &Query { col: ".file".into(), ..query }).expect("a sound query");
    let page = String::from_utf8(html_tables(&report)).expect("UTF-8");
    assert_eq!(page.matches("<th scope=\"row\" class=\"name\"><bdi>").count(), ROWS);
    assert!(page.contains("5 rows of this table are not shown."));
}
