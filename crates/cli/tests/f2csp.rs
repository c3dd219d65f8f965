//! F2CSP files: encoding, statistics, reading and solving by the built-in and external solvers.

mod command;

use command::{SOLUTION_4X4, SOLUTION_9X9, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, qedoku, qedoku_with};

/// Colouring of a map of three regions in a row with two colours: two solutions.
const MAP: &str = "\
A small map
Domains
1
Colour red blue
Variables
3
west Colour
middle Colour
east Colour
Constraints
2
border-1
west middle
Reject
2
red red
blue blue
border-2
middle east
Accept
2
red blue
blue red
Goal
Satisfy
";

#[test]
fn f2csp_files_have_the_known_counts() {
    let folder = TestFolder::new();
    let file = folder.path_to("puzzle.f2csp");
    for (size, variables, pairs, tuples) in
        [("9x9", 81, 810, 7_290), ("16x16", 256, 4_992, 79_872), ("36x36", 1_296, 61_560, 2_216_160)]
    {
        qedoku(["-q", "encode", size, "--to", "f2csp", "-o", &file]).exits_with(0).stderr_is_empty();
        let stats = &qedoku(["stats", &file, "--json"]).exits_with(0).objects()[0];
        assert_eq!((&stats["kind"], &stats["domains"]), (&"f2csp".into(), &1.into()), "{size}");
        assert_eq!((&stats["variables"], &stats["constraints"]), (&variables.into(), &pairs.into()), "{size}");
        assert_eq!((&stats["rejected"], &stats["accepted"]), (&tuples.into(), &0.into()), "{size}");
    }
    let output = qedoku(["encode", UNIQUE_9X9, "--to", "f2csp", "-o", &file])
        .exits_with(0)
        .stderr_contains("81 variables, 833 constraints");
    assert_eq!(output.out, "");
    let text = qedoku(["stats", &file]).exits_with(0).stderr_is_empty().out;
    let counts: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    let expected = [["domains", "1"], ["variables", "81"], ["constraints", "833"]];
    assert_eq!(counts[..3], expected);
    assert_eq!(counts[3..], [["accepted", "tuples", "23"], ["rejected", "tuples", "7,290"]]);
}

#[test]
fn statistics_can_be_written_to_a_file() {
    let folder = TestFolder::new();
    let (problem, stats) = (folder.write("map.f2csp", MAP), folder.path_to("stats.txt"));
    qedoku(["stats", &problem, "-o", &stats]).exits_with(0).stdout_is("").stderr_is_empty();
    let text = std::fs::read_to_string(stats).unwrap();
    assert!(text.starts_with("A small map\ndomains ") && text.contains("accepted tuples"), "{text}");
}

#[test]
fn a_puzzle_is_solved_from_its_f2csp_file_as_from_its_text() {
    let folder = TestFolder::new();
    for (puzzle, answer) in [(UNIQUE_4X4, SOLUTION_4X4), (UNIQUE_9X9, SOLUTION_9X9)] {
        let file = folder.path_to("puzzle.f2csp");
        qedoku(["-q", "encode", puzzle, "--to", "f2csp", "-o", &file]).exits_with(0);
        qedoku(["solve", &file, "--to", "line"]).exits_with(0).stdout_is(&format!("{answer}\n"));
        qedoku(["solve", &file, "--to", "line", "--solver", "minisat"]).exits_with(0).stdout_is(&format!("{answer}\n"));
        qedoku(["convert", &file, "--to", "line"]).exits_with(0).stdout_is(&format!("{puzzle}\n"));
    }
    let file = folder.path_to("none.f2csp");
    qedoku(["-q", "encode", UNSOLVABLE_4X4, "--to", "f2csp", "-o", &file]).exits_with(0);
    qedoku(["solve", &file]).exits_with(1).stdout_is("no solution\n");
}

#[test]
fn solutions_of_other_problems_are_assignments() {
    let folder = TestFolder::new();
    let file = folder.write("map.f2csp", MAP);
    for solver in [&["--engine", "sat"][..], &["--solver", "minisat"], &["--solver", "picosat"]] {
        let output = qedoku(["solve", &file].iter().chain(solver)).exits_with(1).stderr_is_empty();
        let mut grids: Vec<&str> = output.out.trim_end().split("\n\n").collect();
        grids[1] = grids[1].strip_suffix("\nmany solutions").expect("the verdict is last");
        grids.sort_unstable();
        assert_eq!(grids, ["west = blue\nmiddle = red\neast = blue", "west = red\nmiddle = blue\neast = red"]);
    }
    let all = qedoku(["solve", &file, "--solutions", "all", "--json"]).exits_with(1).objects();
    assert_eq!((&all[0]["title"], &all[0]["answer"]), (&"A small map".into(), &"many".into()));
    assert_eq!(all[0]["solutions"].as_array().map(Vec::len), Some(2));
    let one = MAP.replace("Constraints\n2\n", "Constraints\n3\nfixed\neast\nAccept\n1\nred\n");
    qedoku_with(["solve", "-"], &one).exits_with(0).stdout_is("west = red\nmiddle = blue\neast = red\none solution\n");
    qedoku_with(["solve", "-", "--certified"], &one).exits_with(2).stderr_contains("--certified is for puzzles");
    let none = one.replace("Accept\n1\nred\n", "Accept\n0\n");
    qedoku_with(["solve", "-"], &none).exits_with(1).stdout_is("no solution\n");
}

#[test]
fn variables_of_a_rectangle_are_shown_as_a_grid() {
    let square = "Two by two\nDomains\n1\nD x yy\nVariables\n4\nV1-1 D\nV1-2 D\nV2-1 D\nV2-2 D\nConstraints\n3\n\
        C1\nV1-1 V1-2\nReject\n2\nx x\nyy yy\nC2\nV1-1 V2-1\nAccept\n2\nx yy\nyy x\n\
        C3\nV1-1 V2-2\nAccept\n1\nx x\nGoal\nSatisfy\n";
    qedoku_with(["solve", "-"], square).exits_with(0).stdout_is(" x yy\nyy  x\none solution\n");
    let other = square.replace("V2-2", "V3-2");
    qedoku_with(["solve", "-"], &other)
        .exits_with(0)
        .stdout_is("V1-1 = x\nV1-2 = yy\nV2-1 = yy\nV3-2 = x\none solution\n");
}

#[test]
fn a_constraint_problem_is_encoded_as_cnf() {
    let folder = TestFolder::new();
    let (file, cnf) = (folder.write("map.f2csp", MAP), folder.path_to("map.cnf"));
    qedoku(["encode", &file, "-o", &cnf]).exits_with(0).stderr_contains("variables");
    let output = command::program("picosat", &[&cnf]);
    assert_eq!(output.code, 10, "{output:?}");
    qedoku(["encode", &file, "--scheme", "minimal"]).exits_with(2).stderr_contains("--scheme is for puzzles");
    qedoku(["encode", &file, "--to", "minizinc"]).exits_with(2).stderr_contains("is not a Sudoku");
}

#[test]
fn errors_in_f2csp_files_name_line_and_column() {
    let broken = MAP.replace("west middle\nReject", "west centre\nReject");
    let output = qedoku_with(["solve", "-"], &broken).exits_with(2);
    assert!(
        output.err.contains("standard input:13:6: expected the name of a variable, found 'centre'"),
        "{}",
        output.err
    );
    qedoku_with(["stats", "-"], &MAP.replace("Constraints\n2\n", "Constraints\n7\n"))
        .exits_with(2)
        .stderr_contains("expected constraint 3 of 7");
}

#[test]
fn values_outside_their_domain_are_warnings() {
    let file = MAP.replace("red red", "red pink");
    assert_ne!(file, MAP);
    let output = qedoku_with(["solve", "-"], &file).exits_with(1);
    assert_eq!(output.err.matches("pink is not a value of").count(), 1, "{}", output.err);
    let stats = qedoku_with(["stats", "-"], &file).exits_with(0);
    let warning = |err: &str| err.replace("standard input:", "").replace("-:", "");
    assert_eq!(warning(&stats.err), warning(&output.err));
}

#[test]
fn stats_refuses_the_names_that_solve_refuses() {
    let variable = MAP.replacen("middle east", "middle centre", 1);
    let domain = MAP.replacen("east Colour", "east Shade", 1);
    let messages = |text: &str| {
        let error = |command| qedoku_with([command, "-"], text).exits_with(2).err;
        let message = |err: String| err.split("expected").nth(1).map(str::to_owned);
        [message(error("solve")), message(error("stats"))]
    };
    for text in [variable, domain] {
        assert_ne!(text, MAP);
        let [solve, stats] = messages(&text);
        assert!(solve.is_some() && solve == stats, "{solve:?} {stats:?}");
    }
}

#[test]
fn cnf_options_are_refused_for_f2csp() {
    for option in [&["--scheme", "minimal"][..], &["--comments"], &["--no-header"], &["--givens", "first"]] {
        let output = qedoku(["encode", UNIQUE_4X4, "--to", "f2csp"].iter().chain(option)).exits_with(2);
        assert!(output.err.contains(&format!("{} is for --to cnf", option[0])), "{}", output.err);
    }
}
