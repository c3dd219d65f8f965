//! `qedoku bench`: the table, the JSON objects and the counts of answers.

mod command;

use command::{AMBIGUOUS_4X4, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, qedoku, qedoku_with};

/// A 9x9 puzzle with conflicting givens.
fn unsolvable() -> String {
    UNIQUE_9X9.replacen("126", "122", 1)
}

/// A 9x9 puzzle with many solutions.
fn ambiguous() -> String {
    UNIQUE_9X9.replace('8', ".")
}

/// Arguments for one short run.
const ONE_SHORT_RUN: [&str; 5] = ["bench", "--repeat", "1", "--run-time", "1ms"];

/// A file with four puzzles.
fn list() -> String {
    format!("# four puzzles\n{UNIQUE_9X9}\n{}\n{}\n{UNIQUE_9X9}\n", unsolvable(), ambiguous())
}

#[test]
fn json_has_an_object_for_every_file() {
    let folder = TestFolder::new();
    let (first, second) = (folder.write("first.txt", list()), folder.write("second.txt", format!("{UNIQUE_9X9}\n")));
    let args = [&ONE_SHORT_RUN[..], &["--json", "--threads", "2", &first, &second]].concat();
    let objects = qedoku(args).exits_with(0).stderr_is_empty().objects();
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
fn the_table_has_a_line_for_every_engine_and_call_mode() {
    let args = [&ONE_SHORT_RUN[..], &["--threads", "2", "--engine", "portable,sat", "-"]].concat();
    let output = qedoku_with(args, &list()).exits_with(0).stderr_is_empty();
    let lines: Vec<&str> = output.out.lines().collect();
    assert_eq!(lines[0], "standard input: 4 puzzles, 2 one, 1 many, 1 none");
    let lines_without_figures: Vec<String> =
        lines[2..].iter().take_while(|line| !line.is_empty()).map(|line| without_figures(line)).collect();
    let expected = [
        "engine threads way puzzles",
        "lanes portable 1 many in a call 4",
        "lanes portable 1 one by one 4",
        "lanes portable 2 many in a call 4",
        "sat 1 one by one 4",
        "sat 2 one by one 4",
    ];
    assert_eq!(lines_without_figures, expected);
    assert!(lines.last().unwrap().starts_with("puzzles per second, from text to text in memory: "));
}

/// A line of the table without the figures that differ from run to run.
fn without_figures(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    // In the lines of engines the unit µs is a word of its own.
    let figures = if words[0] == "engine" { 4 } else { 5 };
    words[..words.len() - figures].join(" ")
}

#[test]
fn sat_is_measured_on_its_sample_only() {
    let args =
        [&ONE_SHORT_RUN[..], &["--json", "--engine", "lanes,sat", "--sample", "2", "--threads", "1", "-"]].concat();
    let objects = qedoku_with(args, &list()).exits_with(0).objects();
    let engines = objects[0]["engines"].as_array().unwrap();
    let puzzles: Vec<(&str, u64)> = engines
        .iter()
        .map(|engine| (engine["engine"].as_str().unwrap(), engine["puzzles"].as_u64().unwrap()))
        .collect();
    assert_eq!(puzzles, [("lanes", 4), ("lanes", 4), ("sat", 2)]);
}

#[test]
fn other_boards_and_candidates_are_measured_with_sat() {
    let sixteen = format!("1{}", ".".repeat(255));
    let candidates =
        qedoku(["convert", UNIQUE_9X9, "--to", "candidate-grid"]).exits_with(0).out.replacen("123456789", "12", 1);
    for input in [
        format!("{UNIQUE_4X4}\n{AMBIGUOUS_4X4}\n{UNSOLVABLE_4X4}\n"),
        format!("{UNIQUE_9X9}\n{UNIQUE_4X4}\n"),
        sixteen,
        candidates,
    ] {
        let output = qedoku_with([&ONE_SHORT_RUN[..], &["--json", "--quiet", "-"]].concat(), &input).exits_with(0);
        let engines = output.objects()[0]["engines"].clone();
        assert!(engines.as_array().unwrap().iter().all(|engine| engine["engine"] == "sat"), "{input}");
    }
    let args = [&ONE_SHORT_RUN[..], &["--engine", "lanes", UNIQUE_4X4]].concat();
    qedoku(args).exits_with(2).stdout_is("").stderr_contains("only the engine sat solves them");
}

#[test]
fn unreadable_input_is_reported() {
    qedoku(["bench", "no-such-file.txt"]).exits_with(2).stdout_is("").stderr_contains("no-such-file.txt: no such file");
    qedoku_with(["bench", "-"], "# nothing\n")
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("standard input has no puzzle");
    let args = [&ONE_SHORT_RUN[..], &["--engine", "portable", "-"]].concat();
    let output =
        qedoku_with(args, &format!("{UNIQUE_9X9}\n{UNIQUE_9X9}x\n")).exits_with(3).stderr_contains("standard input:2");
    assert!(output.out.starts_with("standard input: 1 puzzle, 1 one, 0 many, 0 none\n"), "{}", output.out);
    qedoku(["bench", UNIQUE_9X9, "--engine", "no-such-engine"]).exits_with(2).stdout_is("");
    qedoku(["bench", UNIQUE_9X9, "--repeat", "0"]).exits_with(2).stdout_is("");
}

#[test]
fn a_time_limit_ends_the_benchmark() {
    qedoku(["bench", UNIQUE_9X9, "--run-time", "1h", "--time-limit", "0.2"]).exits_with(124);
}
