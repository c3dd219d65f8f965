//! `qedoku solve` and `qedoku count`: verdicts, output formats, limits and exit codes.

mod command;

use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::Instant;

use command::{
    AMBIGUOUS_4X4, QEDOKU, SOLUTION_4X4, SOLUTION_9X9, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4,
    WAIT_TIMEOUT, finish, qedoku, qedoku_with, wait_for_interrupt_handler,
};
use qedoku::lanes::SimdLevel;

const GRID_TEXT: &str = "4 1 | 2 3\n2 3 | 4 1\n----+----\n1 4 | 3 2\n3 2 | 1 4\n";

/// Five lines: one solution, unreadable, many solutions, no solution, one solution.
fn list() -> String {
    format!(
        "# five of them\n{UNIQUE_4X4} the first\n..2..3x114......\n{AMBIGUOUS_4X4}\n{UNSOLVABLE_4X4}\n{UNIQUE_4X4}\n"
    )
}

#[test]
fn one_solution_is_drawn_with_exit_code_0() {
    qedoku(["solve", UNIQUE_4X4]).exits_with(0).stdout_is(&format!("{GRID_TEXT}one solution\n")).stderr_is_empty();
    qedoku(["solve", UNIQUE_9X9, "--to", "line"])
        .exits_with(0)
        .stdout_is(&format!("{SOLUTION_9X9}\n"))
        .stderr_is_empty();
}

#[test]
fn no_solution_has_exit_code_1_and_names_conflicting_givens() {
    qedoku(["solve", UNSOLVABLE_4X4]).exits_with(1).stdout_is("no solution\n").stderr_is_empty();
    qedoku(["solve", "11.............."]).exits_with(1).stdout_is("no solution: r1c1 and r1c2 both hold 1 in row 1\n");
}

#[test]
fn many_solutions_have_exit_code_1_and_two_are_shown() {
    let output = qedoku(["solve", AMBIGUOUS_4X4]).exits_with(1);
    let last = output.out.lines().last().unwrap();
    assert!(last.starts_with("many solutions; these two differ in "), "{last}");
    assert_eq!(output.out.matches("----+----").count(), 2);
}

#[test]
fn an_unknown_simd_level_is_refused_and_the_available_ones_are_listed() {
    let with = |simd: &str| {
        finish(Command::new(QEDOKU).args(["solve", UNIQUE_9X9, "--to", "line"]).env("QEDOKU_SIMD", simd), "")
    };
    let output = with("sse9").exits_with(2).stdout_is("");
    let available: Vec<&str> = SimdLevel::available().map(SimdLevel::name).collect();
    let expected = format!("QEDOKU_SIMD: unknown SIMD level \"sse9\" (available: {})", available.join(", "));
    assert!(output.err.contains(&expected), "{}", output.err);
    for level in SimdLevel::ALL {
        if level.is_available() {
            with(level.name()).exits_with(0).stdout_is(&format!("{SOLUTION_9X9}\n")).stderr_is_empty();
        } else {
            let output = with(level.name()).exits_with(2).stdout_is("");
            assert!(output.err.contains("is not available on this processor"), "{}", output.err);
        }
    }
    with("").exits_with(0).stdout_is(&format!("{SOLUTION_9X9}\n")).stderr_is_empty();
}

#[test]
fn sat_exit_codes_are_10_and_20() {
    qedoku(["solve", UNIQUE_4X4, "--sat-exit-codes"]).exits_with(10);
    qedoku(["solve", AMBIGUOUS_4X4, "--sat-exit-codes"]).exits_with(10);
    qedoku(["solve", UNSOLVABLE_4X4, "--sat-exit-codes"]).exits_with(20);
    qedoku(["solve", "nonsense", "--sat-exit-codes"]).exits_with(2);
}

#[test]
fn bad_input_and_usage_have_exit_code_2() {
    qedoku(["solve", "no-such-file.txt"]).exits_with(2).stdout_is("").stderr_contains("no-such-file.txt: no such file");
    qedoku(["solve", "9x10"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("'9x10' is neither a file nor a puzzle, nor a size such as");
    qedoku(["solve", UNIQUE_4X4, "--threads", "0"]).exits_with(2).stderr_contains("expected an integer from 1");
    qedoku(["solve", "7x7"]).exits_with(2).stdout_is("");
    qedoku_with(["solve"], "").exits_with(2).stdout_is("").stderr_contains("no puzzle");
    qedoku(["solve", UNIQUE_4X4, "--solutions", "0"]).exits_with(2).stdout_is("");
    qedoku(["solve", UNIQUE_4X4, "--no-such-option"]).exits_with(2).stdout_is("");
}

#[test]
fn an_unreadable_line_is_reported_and_the_others_are_solved_in_order() {
    let folder = TestFolder::new();
    let file = folder.write("list.txt", list());
    let output = qedoku(["solve", &file]).exits_with(3).stderr_contains(&format!("{file}:3:7: expected a digit 1-4"));
    let lines: Vec<&str> = output.out.lines().collect();
    assert_eq!([lines[0], lines[1], lines[3], lines[4]], [SOLUTION_4X4, "bad", "none", SOLUTION_4X4]);
    assert!(lines[2].ends_with(" many"));
    assert_eq!(lines.len(), 5, "output lines correspond to input lines");
}

#[test]
fn results_are_in_input_order_on_any_number_of_threads() {
    let pair =
        |number: usize| if number.is_multiple_of(3) { (UNSOLVABLE_4X4, "none") } else { (UNIQUE_4X4, SOLUTION_4X4) };
    let (puzzles, answers): (Vec<&str>, Vec<&str>) = (0..700).map(pair).unzip();
    let (input, expected) = (puzzles.join("\n"), answers.join("\n") + "\n");
    for threads in ["1", "2", "5"] {
        qedoku_with(["solve", "--threads", threads], &input).exits_with(1).stdout_is(&expected);
    }
}

#[test]
fn json_has_one_object_per_puzzle_and_unreadable_line() {
    let objects = qedoku_with(["solve", "--json", "-"], &list()).exits_with(3).objects();
    assert_eq!(objects.len(), 5);
    assert!(objects.iter().all(|object| object["schema"] == 1));
    let answers: Vec<_> = objects.iter().map(|object| object["answer"].as_str().unwrap_or("bad")).collect();
    assert_eq!(answers, ["one", "bad", "many", "none", "one"]);
    assert_eq!(objects[0]["input"], "standard input:2");
    assert_eq!((&objects[0]["board"], &objects[0]["boxes"]), (&"4x4".into(), &"2x2".into()));
    assert_eq!((&objects[0]["puzzle"], &objects[0]["solutions"][0]), (&UNIQUE_4X4.into(), &SOLUTION_4X4.into()));
    assert!(objects[1]["error"].as_str().unwrap().contains(":3:7: "));
    assert_eq!(objects[2]["complete"], false);
}

#[test]
fn solutions_are_written_in_any_format() {
    let to = |format| qedoku(["solve", UNIQUE_4X4, "--to", format]).exits_with(0).out;
    assert_eq!(to("line"), format!("{SOLUTION_4X4}\n"));
    assert_eq!(to("csv"), format!("puzzle,solution,answer\n{UNIQUE_4X4},{SOLUTION_4X4},one\n"));
    assert_eq!(to("numbers"), "4 1 2 3\n2 3 4 1\n1 4 3 2\n3 2 1 4\n\n");
    assert!(to("clues").starts_with("4\n16\n1 1 4\n1 2 1\n1 3 2\n"));
    assert!(to("svg").starts_with("<svg ") && to("svg").trim_end().ends_with("</svg>"));
    qedoku(["solve", UNIQUE_9X9, "--to", "sdm"]).exits_with(0).stdout_is(&format!("{SOLUTION_9X9}\n"));
    qedoku(["solve", UNIQUE_4X4, "--to", "sdm"]).exits_with(2).stderr_contains("sdm is for 9x9 only");
    qedoku(["solve", UNIQUE_4X4, UNIQUE_9X9, "--to", "svg"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("an SVG file shows one puzzle");
}

#[test]
fn a_list_of_solutions_ends_at_its_limit() {
    let lines = |count: &str, code| {
        let output = qedoku(["solve", AMBIGUOUS_4X4, "--solutions", count, "--to", "line"]).exits_with(code);
        let mut lines: Vec<String> = output.out.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines.dedup();
        lines.len()
    };
    assert_eq!([lines("1", 1), lines("4", 1), lines("6", 1), lines("7", 1), lines("all", 1)], [1, 4, 6, 6, 6]);
    qedoku(["solve", UNIQUE_4X4, "--solutions", "all", "--to", "line"])
        .exits_with(0)
        .stdout_is(&format!("{SOLUTION_4X4}\n"));
}

#[test]
fn all_288_grids_of_the_empty_4x4_are_listed_and_counted() {
    let output = qedoku(["solve", "4x4", "--solutions", "all", "--to", "line"]).exits_with(1);
    let mut grids: Vec<&str> = output.out.lines().collect();
    grids.sort_unstable();
    grids.dedup();
    assert_eq!(grids.len(), 288);
    qedoku(["count", "4x4"]).exits_with(0).stdout_is("288\n");
    let json = qedoku(["count", "4x4", "--json"]).exits_with(0).objects();
    assert_eq!((&json[0]["count"], &json[0]["exact"]), (&288.into(), &true.into()));
}

#[test]
fn counting_stops_at_its_limit() {
    qedoku(["count", "4x4", "--limit", "100"]).exits_with(0).stdout_is("100+\n");
    qedoku(["count", AMBIGUOUS_4X4, "--limit", "6"]).exits_with(0).stdout_is("6+\n");
    qedoku(["count", AMBIGUOUS_4X4, "--limit", "7"]).exits_with(0).stdout_is("6\n");
    qedoku_with(["count"], &format!("{UNIQUE_4X4}\n{UNSOLVABLE_4X4}\n")).exits_with(1).stdout_is("1\n0\n");
}

#[test]
fn input_is_a_file_or_standard_input_or_the_puzzle_itself() {
    let folder = TestFolder::new();
    let file = folder.write("puzzle.txt", GRID_TEXT.replacen('4', ".", 3));
    let expected = format!("{SOLUTION_4X4}\n");
    for args in [vec![&file[..]], vec!["-"], vec![], vec![UNIQUE_4X4], vec!["..2. .3.1 14.. ...."]] {
        let input = if args.first().is_none_or(|arg| *arg == "-") { UNIQUE_4X4 } else { "" };
        qedoku_with([&["solve", "--to", "line"], &args[..]].concat(), input).exits_with(0).stdout_is(&expected);
    }
    qedoku(["solve", UNIQUE_4X4, &file, UNSOLVABLE_4X4])
        .exits_with(1)
        .stdout_is(&format!("{expected}{expected}none\n"));
}

#[test]
fn utf_16_and_latin_1_texts_are_read() {
    qedoku_with(["solve", "--to", "line"], &format!("\u{feff}{UNIQUE_4X4}\r\n"))
        .exits_with(0)
        .stdout_is(&format!("{SOLUTION_4X4}\n"));
    let folder = TestFolder::new();
    let utf16: Vec<u8> = format!("\u{feff}{UNIQUE_4X4}\r\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let file = folder.write("utf16.txt", utf16);
    qedoku(["solve", &file, "--to", "line"]).exits_with(0).stdout_is(&format!("{SOLUTION_4X4}\n"));
    let latin = [b"# caf\xe9\n", UNIQUE_4X4.as_bytes(), b" na\xefve\n..2..3\xe91\n"].concat();
    let file = folder.write("latin.txt", latin);
    qedoku(["solve", &file, "--to", "line"])
        .exits_with(3)
        .stdout_is(&format!("{SOLUTION_4X4}\nbad\n"))
        .stderr_contains("latin.txt:3");
}

#[test]
fn a_file_is_replaced_only_by_a_complete_one() {
    let folder = TestFolder::new();
    let file = folder.write("kept.cnf", "precious");
    let kept = || assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
    qedoku(["encode", UNIQUE_4X4, "--amo", "product", "--no-repeats", "-o", &file]).exits_with(2);
    kept();
    qedoku(["-q", "encode", "144x144", "--scheme", "efficient", "-o", &file, "--time-limit", "100ms"]).exits_with(124);
    kept();
    qedoku(["-q", "encode", UNIQUE_4X4, "-o", &file]).exits_with(0);
    qedoku(["-q", "stats", &file, "--fix", "-o", &file]).exits_with(0);
    qedoku(["stats", &file]).exits_with(0);
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["kept.cnf"], "no partial file is left");
}

#[test]
fn every_scheme_and_encoding_finds_the_same_solution_but_the_incomplete_one_is_refused() {
    for scheme in ["minimal", "efficient", "houses-cells", "extended", "reduced"] {
        for amo in ["pairwise", "sequential", "product", "commander", "binary", "bimander"] {
            let output = qedoku(["solve", UNIQUE_9X9, "--scheme", scheme, "--amo", amo, "--to", "line"]);
            output.exits_with(0).stdout_is(&format!("{SOLUTION_9X9}\n"));
        }
    }
    qedoku(["solve", UNIQUE_9X9, "--scheme", "houses"]).exits_with(2).stdout_is("").stderr_contains("houses");
}

#[test]
fn every_engine_finds_the_same_solution_and_lanes_refuses_other_boards() {
    for engine in ["auto", "lanes", "sat"] {
        qedoku(["solve", UNIQUE_9X9, "--engine", engine, "--to", "line"])
            .exits_with(0)
            .stdout_is(&format!("{SOLUTION_9X9}\n"));
        qedoku(["count", UNIQUE_9X9, "--engine", engine]).exits_with(0).stdout_is("1\n");
    }
    let refused = "the lanes engine solves classic 9x9 puzzles only";
    let input = format!("{UNIQUE_9X9}\n{UNIQUE_4X4}\n{UNIQUE_9X9}\n");
    let output = qedoku_with(["solve", "--engine", "lanes"], &input).exits_with(3);
    output
        .stdout_is(&format!("{SOLUTION_9X9}\nbad\n{SOLUTION_9X9}\n"))
        .stderr_contains(&format!("standard input:2: {refused}"));
    qedoku_with(["count", "--engine", "lanes"], &input).exits_with(3).stdout_is("1\nbad\n1\n").stderr_contains(refused);
    qedoku(["solve", UNIQUE_9X9, "--engine", "lanes", "--scheme", "minimal"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("--engine lanes");
}

#[test]
fn results_of_a_long_list_of_mixed_boards_are_in_input_order() {
    let (clash, many) = (UNIQUE_9X9.replacen("126", "122", 1), UNIQUE_9X9.replace('8', "."));
    let bad = format!("{UNIQUE_9X9}x");
    let first = qedoku(["solve", &many, "--to", "line", "--solutions", "1"]).exits_with(1).out;
    let many_line = format!("{} many", first.trim_end());
    let pairs =
        [(UNIQUE_9X9, SOLUTION_9X9), (&clash, "none"), (UNIQUE_4X4, SOLUTION_4X4), (&bad, "bad"), (&many, &many_line)];
    let (puzzles, answers): (Vec<&str>, Vec<&str>) =
        (0..5000).map(|place: usize| pairs[(7 * place + place / 3) % 5]).unzip();
    let (input, expected) = (puzzles.join("\n"), answers.join("\n") + "\n");
    for threads in ["1", "2", "5"] {
        qedoku_with(["solve", "--threads", threads], &input).exits_with(3).stdout_is(&expected);
    }
}

#[test]
fn millions_of_solutions_are_counted() {
    qedoku(["count", "9x9", "--limit", "5000000"]).exits_with(0).stdout_is("5000000+\n");
}

#[test]
fn external_solvers_agree_and_a_missing_one_is_reported() {
    for solver in ["minisat", "cryptominisat5", "cadical", "picosat", "clasp", "minisat -verb=0 {cnf} {out}"] {
        for (puzzle, code, answer) in
            [(UNIQUE_9X9, 0, SOLUTION_9X9), (UNSOLVABLE_4X4, 1, "none"), (UNIQUE_4X4, 0, SOLUTION_4X4)]
        {
            qedoku(["solve", puzzle, "--solver", solver, "--to", "line"])
                .exits_with(code)
                .stdout_is(&format!("{answer}\n"));
        }
        qedoku(["count", AMBIGUOUS_4X4, "--solver", solver]).exits_with(0).stdout_is("6\n");
    }
    qedoku(["solve", UNIQUE_4X4, "--solver", "no-such-solver"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("program not found: 'no-such-solver'");
}

#[test]
fn colours_are_used_on_request_and_never_in_a_pipe() {
    let with =
        |name: &str, value: &str| finish(Command::new(QEDOKU).args(["solve", UNIQUE_4X4]).env(name, value), "").out;
    assert!(!qedoku(["solve", UNIQUE_4X4]).out.contains('\u{1b}'));
    assert!(!with("NO_COLOR", "1").contains('\u{1b}'));
    let colored = qedoku(["solve", UNIQUE_4X4, "--color", "always"]).exits_with(0).out;
    assert!(colored.contains("\u{1b}[1m2\u{1b}[0m"), "the given 2 is bold");
    assert!(!qedoku(["solve", UNIQUE_4X4, "--color", "never"]).out.contains('\u{1b}'));
    assert!(qedoku(["solve", "x", "--color", "always"]).err.contains('\u{1b}'));
}

#[test]
fn quiet_leaves_only_errors_on_standard_error() {
    // Both 0-F and 1-F are possible, so the reader prints a note.
    let hexadecimal = format!("F{}", ".".repeat(255));
    let output = qedoku(["solve", &hexadecimal, "--solutions", "1"]).exits_with(1);
    assert_ne!(output.err, "");
    qedoku(["solve", &hexadecimal, "--solutions", "1", "--quiet"]).exits_with(1).stderr_is_empty();
    qedoku(["solve", "x", "--quiet"]).exits_with(2).stderr_contains("error: ");
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    let line = format!("'{QEDOKU}' solve 9x9 --solutions all --to line | head -1; exit ${{PIPESTATUS[0]}}");
    let output = finish(Command::new("bash").args(["-c", &line]), "");
    let output = output.exits_with(1).stderr_is_empty(); // many solutions
    assert_eq!(output.out.trim_end().len(), 81);
    let line = format!(
        "'{QEDOKU}' encode 16x16 --quiet | '{QEDOKU}' stats - --fix --quiet | head -1; exit ${{PIPESTATUS[1]}}"
    );
    finish(Command::new("bash").args(["-c", &line]), "").exits_with(141).stderr_is_empty();
}

#[test]
fn a_time_limit_ends_with_124_and_a_partial_result() {
    let start = Instant::now();
    let output = qedoku(["count", "9x9", "--time-limit", "300ms"]).exits_with(124);
    assert!(output.out.trim_end().ends_with('+'), "{}", output.out);
    qedoku(["solve", "4x4", "--solver", "sh -c 'exec sleep 600' {cnf}", "--time-limit", "0.2"]).exits_with(124);
    assert!(start.elapsed() < WAIT_TIMEOUT);
    qedoku(["solve", UNIQUE_4X4, "--time-limit", "1 year"]).exits_with(2);
}

#[test]
fn an_interrupt_ends_with_130_and_a_partial_result() {
    let mut long = Command::new(QEDOKU);
    let long = long.args(["count", "9x9"]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = long.spawn().unwrap();
    wait_for_interrupt_handler(child.id());
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.ends_with(b"+\n"));
}

#[test]
fn an_interrupt_that_also_reaches_the_external_solver_is_not_reported_as_a_crash() {
    // Like Ctrl-C in a terminal: the whole process group receives the signal.
    let folder = TestFolder::new();
    let solver = folder.sleeping_solver();
    let mut long = Command::new(QEDOKU);
    let long = long.args(["solve", "4x4", "--solver", &solver]).process_group(0);
    let child = long.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    folder.wait_for("begun");
    let kill = Command::new("kill").args(["-INT", "--", &format!("-{}", child.id())]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(130), &b""[..]));
}

#[test]
fn an_empty_list_of_solutions_prints_none() {
    qedoku(["solve", UNSOLVABLE_4X4, "--solutions", "3", "--to", "line"]).exits_with(1).stdout_is("none\n");
}

#[test]
fn no_symbols_are_reported_for_an_empty_board() {
    qedoku(["solve", "12x12", "--to", "line", "--solutions", "1"]).exits_with(1).stderr_is_empty();
}
