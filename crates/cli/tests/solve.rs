//! `qedoku solve` and `qedoku count`: answers, outputs and exit codes.

mod command;

use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use command::{Folder, MANY, NINE, NINE_SOLVED, NONE, ONE, QEDOKU, SOLVED, finish, qedoku, qedoku_with};
use qedoku::lanes::SimdLevel;

const PICTURE: &str = "4 1 | 2 3\n2 3 | 4 1\n----+----\n1 4 | 3 2\n3 2 | 1 4\n";

/// Puzzles with one, no readable, many, no and one solution.
fn list() -> String {
    format!("# five of them\n{ONE} the first\n..2..3x114......\n{MANY}\n{NONE}\n{ONE}\n")
}

#[test]
fn one_solution_is_drawn_and_ends_with_0() {
    qedoku(["solve", ONE]).ends(0).prints(&format!("{PICTURE}one solution\n")).keeps_quiet();
    qedoku(["solve", NINE, "--to", "line"]).ends(0).prints(&format!("{NINE_SOLVED}\n")).keeps_quiet();
}

#[test]
fn no_solution_ends_with_1_and_names_the_clash_if_there_is_one() {
    qedoku(["solve", NONE]).ends(1).prints("no solution\n").keeps_quiet();
    qedoku(["solve", "11.............."]).ends(1).prints("no solution: r1c1 and r1c2 both hold 1 in row 1\n");
}

#[test]
fn many_solutions_end_with_1_and_two_of_them_are_shown() {
    let said = qedoku(["solve", MANY]).ends(1);
    let last = said.out.lines().last().unwrap();
    assert!(last.starts_with("many solutions; these two differ in "), "{last}");
    assert_eq!(said.out.matches("----+----").count(), 2);
}

#[test]
fn an_unknown_simd_level_is_refused_and_the_available_ones_are_listed() {
    let with =
        |simd: &str| finish(Command::new(QEDOKU).args(["solve", NINE, "--to", "line"]).env("QEDOKU_SIMD", simd), "");
    let said = with("sse9").ends(2).prints("");
    let available: Vec<&str> = SimdLevel::available().map(SimdLevel::name).collect();
    let expected = format!("QEDOKU_SIMD: unknown SIMD level \"sse9\" (available: {})", available.join(", "));
    assert!(said.err.contains(&expected), "{}", said.err);
    for level in SimdLevel::ALL {
        if level.is_available() {
            with(level.name()).ends(0).prints(&format!("{NINE_SOLVED}\n")).keeps_quiet();
        } else {
            let said = with(level.name()).ends(2).prints("");
            assert!(said.err.contains("is not available on this processor"), "{}", said.err);
        }
    }
    with("").ends(0).prints(&format!("{NINE_SOLVED}\n")).keeps_quiet();
}

#[test]
fn exit_codes_of_sat_solvers_are_10_and_20_if_asked_for() {
    qedoku(["solve", ONE, "--sat-exit-codes"]).ends(10);
    qedoku(["solve", MANY, "--sat-exit-codes"]).ends(10);
    qedoku(["solve", NONE, "--sat-exit-codes"]).ends(20);
    qedoku(["solve", "nonsense", "--sat-exit-codes"]).ends(2);
}

#[test]
fn what_is_neither_file_nor_puzzle_ends_with_2() {
    qedoku(["solve", "no-such-file.txt"])
        .ends(2)
        .prints("")
        .complains("'no-such-file.txt' is neither a file nor a puzzle");
    qedoku(["solve", "9x10"]).ends(2).prints("").complains("'9x10' is neither a file nor a puzzle, nor a size such as");
    qedoku(["solve", ONE, "--threads", "0"]).ends(2).complains("expected a number from 1");
    qedoku(["solve", "7x7"]).ends(2).prints("");
    qedoku_with(["solve"], "").ends(2).prints("").complains("no puzzle");
    qedoku(["solve", ONE, "--solutions", "0"]).ends(2).prints("");
    qedoku(["solve", ONE, "--no-such-option"]).ends(2).prints("");
}

#[test]
fn a_bad_line_among_many_puzzles_is_named_while_the_others_go_on_in_order() {
    let folder = Folder::new();
    let file = folder.with("list.txt", list());
    let said = qedoku(["solve", &file]).ends(3).complains(&format!("{file}:3:7: expected a digit 1-4"));
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!([lines[0], lines[1], lines[3], lines[4]], [SOLVED, "bad", "none", SOLVED]);
    assert!(lines[2].ends_with(" many"));
    assert_eq!(lines.len(), 5, "lines stay in step with the input");
}

#[test]
fn many_puzzles_on_many_threads_are_answered_in_the_order_of_the_input() {
    let pair = |number: usize| if number.is_multiple_of(3) { (NONE, "none") } else { (ONE, SOLVED) };
    let (puzzles, answers): (Vec<&str>, Vec<&str>) = (0..700).map(pair).unzip();
    let (input, expected) = (puzzles.join("\n"), answers.join("\n") + "\n");
    for threads in ["1", "2", "5"] {
        qedoku_with(["solve", "--threads", threads], &input).ends(1).prints(&expected);
    }
}

#[test]
fn json_has_an_object_for_every_puzzle_and_every_bad_line() {
    let objects = qedoku_with(["solve", "--json", "-"], &list()).ends(3).objects();
    assert_eq!(objects.len(), 5);
    assert!(objects.iter().all(|object| object["schema"] == 1));
    let answers: Vec<_> = objects.iter().map(|object| object["answer"].as_str().unwrap_or("bad")).collect();
    assert_eq!(answers, ["one", "bad", "many", "none", "one"]);
    assert_eq!(objects[0]["input"], "standard input:2");
    assert_eq!((&objects[0]["board"], &objects[0]["boxes"]), (&"4x4".into(), &"2x2".into()));
    assert_eq!((&objects[0]["puzzle"], &objects[0]["solutions"][0]), (&ONE.into(), &SOLVED.into()));
    assert!(objects[1]["error"].as_str().unwrap().contains(":3:7: "));
    assert_eq!(objects[2]["complete"], false);
}

#[test]
fn solutions_are_written_in_any_format() {
    let to = |format| qedoku(["solve", ONE, "--to", format]).ends(0).out;
    assert_eq!(to("line"), format!("{SOLVED}\n"));
    assert_eq!(to("csv"), format!("puzzle,solution,answer\n{ONE},{SOLVED},one\n"));
    assert_eq!(to("numbers"), "4 1 2 3\n2 3 4 1\n1 4 3 2\n3 2 1 4\n\n");
    assert!(to("clues").starts_with("4\n16\n1 1 4\n1 2 1\n1 3 2\n"));
    assert!(to("svg").starts_with("<svg ") && to("svg").trim_end().ends_with("</svg>"));
    qedoku(["solve", NINE, "--to", "sdm"]).ends(0).prints(&format!("{NINE_SOLVED}\n"));
    qedoku(["solve", ONE, "--to", "sdm"]).ends(2).complains("sdm is for 9x9 only");
    qedoku(["solve", ONE, NINE, "--to", "svg"]).ends(2).prints("").complains("svg is one picture");
}

#[test]
fn a_list_of_solutions_is_as_long_as_asked_for() {
    let lines = |count: &str, code| {
        let said = qedoku(["solve", MANY, "--solutions", count, "--to", "line"]).ends(code);
        let mut lines: Vec<String> = said.out.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines.dedup();
        lines.len()
    };
    assert_eq!([lines("1", 1), lines("4", 1), lines("6", 1), lines("7", 1), lines("all", 1)], [1, 4, 6, 6, 6]);
    qedoku(["solve", ONE, "--solutions", "all", "--to", "line"]).ends(0).prints(&format!("{SOLVED}\n"));
}

#[test]
fn all_288_grids_of_the_empty_4x4_are_listed_and_counted() {
    let said = qedoku(["solve", "4x4", "--solutions", "all", "--to", "line"]).ends(1);
    let mut grids: Vec<&str> = said.out.lines().collect();
    grids.sort_unstable();
    grids.dedup();
    assert_eq!(grids.len(), 288);
    qedoku(["count", "4x4"]).ends(0).prints("288\n");
    let json = qedoku(["count", "4x4", "--json"]).ends(0).objects();
    assert_eq!((&json[0]["count"], &json[0]["exact"]), (&288.into(), &true.into()));
}

#[test]
fn a_count_goes_no_further_than_its_limit() {
    qedoku(["count", "4x4", "--limit", "100"]).ends(0).prints("100+\n");
    qedoku(["count", MANY, "--limit", "6"]).ends(0).prints("6+\n");
    qedoku(["count", MANY, "--limit", "7"]).ends(0).prints("6\n");
    qedoku_with(["count"], &format!("{ONE}\n{NONE}\n")).ends(1).prints("1\n0\n");
}

#[test]
fn input_is_a_file_or_standard_input_or_the_puzzle_itself() {
    let folder = Folder::new();
    let file = folder.with("puzzle.txt", PICTURE.replacen('4', ".", 3));
    let expected = format!("{SOLVED}\n");
    for words in [vec![&file[..]], vec!["-"], vec![], vec![ONE], vec!["..2. .3.1 14.. ...."]] {
        let input = if words.first().is_none_or(|word| *word == "-") { ONE } else { "" };
        qedoku_with([&["solve", "--to", "line"], &words[..]].concat(), input).ends(0).prints(&expected);
    }
    qedoku(["solve", ONE, &file, NONE]).ends(1).prints(&format!("{expected}{expected}none\n"));
}

#[test]
fn windows_texts_are_read() {
    qedoku_with(["solve", "--to", "line"], &format!("\u{feff}{ONE}\r\n")).ends(0).prints(&format!("{SOLVED}\n"));
    let folder = Folder::new();
    let utf16: Vec<u8> = format!("\u{feff}{ONE}\r\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let file = folder.with("utf16.txt", utf16);
    qedoku(["solve", &file, "--to", "line"]).ends(0).prints(&format!("{SOLVED}\n"));
    let latin = [b"# caf\xe9\n", ONE.as_bytes(), b" na\xefve\n..2..3\xe91\n"].concat();
    let file = folder.with("latin.txt", latin);
    qedoku(["solve", &file, "--to", "line"]).ends(3).prints(&format!("{SOLVED}\nbad\n")).complains("latin.txt:3");
}

#[test]
fn a_file_is_replaced_only_by_a_whole_one() {
    let folder = Folder::new();
    let file = folder.with("kept.cnf", "precious");
    let kept = || assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
    qedoku(["encode", ONE, "--amo", "product", "--no-repeats", "-o", &file]).ends(2);
    kept();
    qedoku(["-q", "encode", "144x144", "--scheme", "efficient", "-o", &file, "--time-limit", "100ms"]).ends(124);
    kept();
    qedoku(["-q", "encode", ONE, "-o", &file]).ends(0);
    qedoku(["-q", "stats", &file, "--fix", "-o", &file]).ends(0);
    qedoku(["stats", &file]).ends(0);
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["kept.cnf"], "nothing is left beside it");
}

#[test]
fn every_scheme_and_encoding_finds_the_same_solution_but_the_incomplete_one_is_refused() {
    for scheme in ["minimal", "efficient", "houses-cells", "extended", "reduced"] {
        for amo in ["pairwise", "sequential", "product", "commander", "binary", "bimander"] {
            let said = qedoku(["solve", NINE, "--scheme", scheme, "--amo", amo, "--to", "line"]);
            said.ends(0).prints(&format!("{NINE_SOLVED}\n"));
        }
    }
    qedoku(["solve", NINE, "--scheme", "houses"]).ends(2).prints("").complains("houses");
}

#[test]
fn every_engine_finds_the_same_solution_and_lanes_refuses_other_boards() {
    for engine in ["auto", "lanes", "sat"] {
        qedoku(["solve", NINE, "--engine", engine, "--to", "line"]).ends(0).prints(&format!("{NINE_SOLVED}\n"));
        qedoku(["count", NINE, "--engine", engine]).ends(0).prints("1\n");
    }
    let refused = "the engine lanes solves classic 9x9 puzzles and nothing else";
    let input = format!("{NINE}\n{ONE}\n{NINE}\n");
    let said = qedoku_with(["solve", "--engine", "lanes"], &input).ends(3);
    said.prints(&format!("{NINE_SOLVED}\nbad\n{NINE_SOLVED}\n")).complains(&format!("standard input:2: {refused}"));
    qedoku_with(["count", "--engine", "lanes"], &input).ends(3).prints("1\nbad\n1\n").complains(refused);
    qedoku(["solve", NINE, "--engine", "lanes", "--scheme", "minimal"]).ends(2).prints("").complains("--engine lanes");
}

#[test]
fn answers_to_a_long_list_of_mixed_boards_stand_in_the_order_of_the_input() {
    let (clash, many) = (NINE.replacen("126", "122", 1), NINE.replace('8', "."));
    let bad = format!("{NINE}x");
    let first = qedoku(["solve", &many, "--to", "line", "--solutions", "1"]).ends(1).out;
    let many_line = format!("{} many", first.trim_end());
    let pairs = [(NINE, NINE_SOLVED), (&clash, "none"), (ONE, SOLVED), (&bad, "bad"), (&many, &many_line)];
    let (puzzles, answers): (Vec<&str>, Vec<&str>) =
        (0..5000).map(|place: usize| pairs[(7 * place + place / 3) % 5]).unzip();
    let (input, expected) = (puzzles.join("\n"), answers.join("\n") + "\n");
    for threads in ["1", "2", "5"] {
        qedoku_with(["solve", "--threads", threads], &input).ends(3).prints(&expected);
    }
}

#[test]
fn solutions_by_the_million_are_counted() {
    qedoku(["count", "9x9", "--limit", "5000000"]).ends(0).prints("5000000+\n");
}

#[test]
fn outside_solvers_answer_the_same_and_a_missing_one_is_named() {
    for solver in ["minisat", "cryptominisat5", "cadical", "picosat", "clasp", "minisat -verb=0 {cnf} {out}"] {
        for (puzzle, code, answer) in [(NINE, 0, NINE_SOLVED), (NONE, 1, "none"), (ONE, 0, SOLVED)] {
            qedoku(["solve", puzzle, "--solver", solver, "--to", "line"]).ends(code).prints(&format!("{answer}\n"));
        }
        qedoku(["count", MANY, "--solver", solver]).ends(0).prints("6\n");
    }
    qedoku(["solve", ONE, "--solver", "no-such-solver"]).ends(2).prints("").complains("no program 'no-such-solver'");
}

#[test]
fn colours_are_shown_when_asked_for_and_never_in_a_pipe() {
    let with = |name: &str, value: &str| finish(Command::new(QEDOKU).args(["solve", ONE]).env(name, value), "").out;
    assert!(!qedoku(["solve", ONE]).out.contains('\u{1b}'));
    assert!(!with("NO_COLOR", "1").contains('\u{1b}'));
    let colored = qedoku(["solve", ONE, "--color", "always"]).ends(0).out;
    assert!(colored.contains("\u{1b}[1m2\u{1b}[0m"), "the given 2 is bold");
    assert!(!qedoku(["solve", ONE, "--color", "never"]).out.contains('\u{1b}'));
    assert!(qedoku(["solve", "x", "--color", "always"]).err.contains('\u{1b}'));
}

#[test]
fn quiet_leaves_only_errors_on_standard_error() {
    // 0-F and 1-F are both possible: the reader says how it read.
    let hexadecimal = format!("F{}", ".".repeat(255));
    let said = qedoku(["solve", &hexadecimal, "--solutions", "1"]).ends(1);
    assert_ne!(said.err, "");
    qedoku(["solve", &hexadecimal, "--solutions", "1", "--quiet"]).ends(1).keeps_quiet();
    qedoku(["solve", "x", "--quiet"]).ends(2).complains("error: ");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let line = format!("'{QEDOKU}' solve 9x9 --solutions all --to line | head -1; exit ${{PIPESTATUS[0]}}");
    let said = finish(Command::new("bash").args(["-c", &line]), "");
    let said = said.ends(0).keeps_quiet();
    assert_eq!(said.out.trim_end().len(), 81);
}

#[test]
fn a_time_limit_ends_a_long_job_with_124_and_what_is_known() {
    let start = Instant::now();
    let said = qedoku(["count", "9x9", "--time-limit", "300ms"]).ends(124);
    assert!(said.out.trim_end().ends_with('+'), "{}", said.out);
    qedoku(["solve", "4x4", "--solver", "sh -c 'exec sleep 60' {cnf}", "--time-limit", "0.2"]).ends(124);
    assert!(start.elapsed() < Duration::from_secs(20));
    qedoku(["solve", ONE, "--time-limit", "1 year"]).ends(2);
}

#[test]
fn an_interrupt_ends_with_130_and_what_is_known() {
    let mut long = Command::new(QEDOKU);
    let long = long.args(["count", "9x9"]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = long.spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.ends_with(b"+\n"));
}

#[test]
fn an_interrupt_that_reaches_the_outside_solver_too_is_no_crash() {
    // As Ctrl-C in a terminal: a group of its own, all of which gets the signal.
    let mut long = Command::new(QEDOKU);
    let long = long.args(["solve", "4x4", "--solver", "sh -c 'sleep 60; true' {cnf}"]).process_group(0);
    let child = long.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let kill = Command::new("kill").args(["-INT", "--", &format!("-{}", child.id())]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(130), &b""[..]));
}

#[test]
fn a_list_of_no_solutions_says_so() {
    qedoku(["solve", NONE, "--solutions", "3", "--to", "line"]).ends(1).prints("none\n");
}

#[test]
fn an_empty_board_has_no_symbols_to_speak_of() {
    qedoku(["solve", "12x12", "--to", "line", "--solutions", "1"]).ends(1).keeps_quiet();
}
