//! Tests runs in pairs and blocks, as a front end requests and shows them.

use benchlens_core::Query;
use benchlens_session::{RunResult, Session};

/// A log of two benchmarks; each run consists of its round and a time.
fn log(runs: &[[u32; 2]]) -> String {
    let rounds = runs.chunk_by(|a, b| a[0] == b[0]).map(|runs| {
        let round = runs[0][0];
        let line = |name: &str, time: u32| format!("Benchmark{name}/n=1 1 {time} ns/op\n");
        let lines = |name| runs.iter().map(|run| line(name, run[1])).collect::<String>();
        format!("loose: {round}\nround: {round}\n{}{}", lines("X"), lines("Y"))
    });
    rounds.collect()
}

fn session(old: &[[u32; 2]], new: &[[u32; 2]]) -> Session {
    let mut session = Session::default();
    for (name, runs) in [(b"old", old), (b"new", new)] {
        session.begin(name, name);
        session.feed(log(runs).as_bytes()).unwrap();
        session.end();
    }
    session
}

/// The times in eight rounds; in each round, the new version takes longer.
const OLD: [u32; 8] = [100, 112, 131, 118, 143, 126, 155, 109];
const NEW: [u32; 8] = [103, 115, 134, 121, 147, 130, 160, 112];

fn in_rounds(times: [u32; 8]) -> Vec<[u32; 2]> {
    (0..).zip(times).map(|(round, time)| [round, time]).collect()
}

fn ask(session: &mut Session, pair: &str) -> (RunResult, String) {
    let ignore = "round,loose".to_owned();
    let run = session.run(&Query::default().pair(pair).ignore(ignore)).unwrap();
    let sentence = session.detail(0, 0, None).unwrap().sentence;
    (run, sentence)
}

#[test]
fn keys_say_how_to_pair_by_them() {
    let session = session(&in_rounds(OLD), &in_rounds(NEW));
    let pairs: Vec<(String, Option<String>)> =
        session.keys().into_iter().map(|key| (key.key, key.pair)).collect();
    let of = |wanted: &str| pairs.iter().find(|(key, _)| key == wanted).unwrap().1.as_deref();
    assert_eq!(of("round"), Some("round"));
    assert_eq!(of("/n"), Some("/n"));
    assert_eq!(of("loose"), Some("\"loose\""), "the word is another choice");
    assert_eq!((of(".file"), of(".unit"), of(".name")), (None, None, None));
}

#[test]
fn a_row_names_its_test() {
    let mut whole = session(&in_rounds(OLD), &in_rounds(NEW));
    let (_, apart) = ask(&mut whole, "none");
    assert!(apart.ends_with("with probability 0.666, above alpha 0.05."), "{apart}");
    let (run, paired) = ask(&mut whole, "runs");
    assert_eq!(run.tables[0].versus, "vs base (pairs)");
    assert!(
        paired.ends_with("(alpha 0.05). The Wilcoxon signed-rank test compared 8 pairs."),
        "{paired}"
    );

    let mut more = session(&in_rounds(OLD), &in_rounds(NEW)[..7]);
    let (_, refused) = ask(&mut more, "runs");
    assert!(refused.contains("Against old: not tested: 8 runs in the baseline"), "{refused}");
    let (_, loose) = ask(&mut more, "loose");
    let left =
        "The Wilcoxon signed-rank test compared 7 pairs and skipped 1 run without a partner.";
    assert!(loose.ends_with(left), "{loose}");

    let twice = |times| [in_rounds(times), in_rounds(times)].concat();
    let mut blocks = session(&twice(OLD), &twice(NEW));
    let (_, blocked) = ask(&mut blocks, "\"loose\"");
    assert!(blocked.ends_with("Van Elteren's test compared 8 blocks."), "{blocked}");
}

#[test]
fn warnings_are_told_from_notes() {
    let adjacent = |time: u32| (0..8).map(|run| [0, time + run]).collect::<Vec<_>>();
    let (run, _) = ask(&mut session(&adjacent(100), &adjacent(200)), "none");
    let told: Vec<(bool, &str)> =
        run.notes.iter().map(|note| (note.warning, &note.text[..9])).collect();
    assert_eq!(told, [(true, "runs are ")]);
    let (run, _) = ask(&mut session(&in_rounds(OLD), &in_rounds(NEW)), "runs");
    assert!(run.notes.iter().all(|note| !note.warning), "{:?}", run.notes);
}
