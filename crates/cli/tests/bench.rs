//! `qedoku bench`: a table for people, JSON for scripts, and the right counts.

mod command;

use command::{Folder, MANY, NINE, NONE, ONE, qedoku, qedoku_with};

/// 9x9 with clashing givens, and with many solutions.
fn none() -> String {
    NINE.replacen("126", "122", 1)
}

fn many() -> String {
    NINE.replace('8', ".")
}

/// Quick: one short run.
const QUICK: [&str; 5] = ["bench", "--repeats", "1", "--run-time", "1ms"];

fn list() -> String {
    format!("# four of them\n{NINE}\n{}\n{}\n{NINE}\n", none(), many())
}

#[test]
fn json_has_an_object_for_every_file() {
    let folder = Folder::new();
    let (first, second) = (folder.with("first.txt", list()), folder.with("second.txt", format!("{NINE}\n")));
    let words = [&QUICK[..], &["--json", "--threads", "2", &first, &second]].concat();
    let objects = qedoku(words).ends(0).keeps_quiet().objects();
    assert_eq!(objects.len(), 2);
    assert_eq!((&objects[0]["schema"], &objects[0]["file"]), (&1.into(), &first.into()));
    assert_eq!((&objects[0]["puzzles"], &objects[1]["puzzles"]), (&4.into(), &1.into()));
    assert_eq!(objects[0]["answers"], serde_json::json!({ "none": 1, "one": 2, "many": 1 }));
    for object in &objects {
        let engines = object["engines"].as_array().unwrap();
        let has = |name: &str| engines.iter().any(|engine| engine["engine"] == name || engine["simd"] == name);
        assert!(has("portable") && has("sat"), "{object}");
        let single = engines.iter().filter(|engine| engine["threads"] == 1);
        let best = single.map(|engine| engine["best_per_second"].as_f64().unwrap()).fold(0.0, f64::max);
        assert_eq!(object["puzzles_per_second"].as_f64(), Some(best));
        for engine in engines {
            let rate = |name: &str| engine[name].as_f64().unwrap();
            assert!(rate("best_per_second") >= rate("median_per_second") && rate("median_per_second") > 0.0);
            assert_eq!(engine["one"], object["answers"]["one"]);
            assert_eq!(engine["guesses_per_puzzle"].is_null(), engine["engine"] == "sat");
        }
    }
}

#[test]
fn the_table_has_a_line_for_every_engine_and_way() {
    let words = [&QUICK[..], &["--threads", "2", "--engine", "portable,sat", "-"]].concat();
    let said = qedoku_with(words, &list()).ends(0).keeps_quiet();
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines[0], "standard input: 4 puzzles, 2 one, 1 many, 1 none");
    let starts: Vec<String> = lines[2..].iter().take_while(|line| !line.is_empty()).map(|line| start(line)).collect();
    let expected = [
        "engine threads way puzzles",
        "lanes portable 1 many in a call 4",
        "lanes portable 1 one by one 4",
        "lanes portable 2 many in a call 4",
        "sat 1 one by one 4",
        "sat 2 one by one 4",
    ];
    assert_eq!(starts, expected);
    assert!(lines.last().unwrap().starts_with("puzzles per second, from text to text in memory: "));
}

/// A line without the figures that differ from run to run.
fn start(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let figures = if words[0] == "engine" { 4 } else { 5 };
    words[..words.len() - figures].join(" ")
}

#[test]
fn sat_gets_no_more_than_its_sample() {
    let words = [&QUICK[..], &["--json", "--engine", "lanes,sat", "--sample", "2", "--threads", "1", "-"]].concat();
    let objects = qedoku_with(words, &list()).ends(0).objects();
    let engines = objects[0]["engines"].as_array().unwrap();
    let puzzles: Vec<(&str, u64)> = engines
        .iter()
        .map(|engine| (engine["engine"].as_str().unwrap(), engine["puzzles"].as_u64().unwrap()))
        .collect();
    assert_eq!(puzzles, [("lanes", 4), ("lanes", 4), ("sat", 2)]);
}

#[test]
fn lists_of_other_boards_are_measured_with_sat() {
    let sixteen = format!("1{}", ".".repeat(255));
    let candidates = qedoku(["convert", NINE, "--to", "candidate-grid"]).ends(0).out.replacen("123456789", "12", 1);
    for input in [format!("{ONE}\n{MANY}\n{NONE}\n"), format!("{NINE}\n{ONE}\n"), sixteen, candidates] {
        let said = qedoku_with([&QUICK[..], &["--json", "--quiet", "-"]].concat(), &input).ends(0);
        let engines = said.objects()[0]["engines"].clone();
        assert!(engines.as_array().unwrap().iter().all(|engine| engine["engine"] == "sat"), "{input}");
    }
    let words = [&QUICK[..], &["--engine", "lanes", ONE]].concat();
    qedoku(words).ends(2).prints("").complains("--engine sat");
}

#[test]
fn what_cannot_be_read_is_told() {
    qedoku(["bench", "no-such-file.txt"]).ends(2).prints("").complains("'no-such-file.txt' is neither a file nor");
    qedoku_with(["bench", "-"], "# nothing\n").ends(2).prints("").complains("standard input has no puzzle");
    let words = [&QUICK[..], &["--engine", "portable", "-"]].concat();
    let said = qedoku_with(words, &format!("{NINE}\n{NINE}x\n")).ends(3).complains("standard input:2");
    assert!(said.out.starts_with("standard input: 1 puzzle, 1 one, 0 many, 0 none\n"), "{}", said.out);
    qedoku(["bench", NINE, "--engine", "no-such-engine"]).ends(2).prints("");
    qedoku(["bench", NINE, "--repeats", "0"]).ends(2).prints("");
}

#[test]
fn a_time_limit_ends_it() {
    qedoku(["bench", NINE, "--run-time", "1h", "--time-limit", "0.2"]).ends(124);
}
