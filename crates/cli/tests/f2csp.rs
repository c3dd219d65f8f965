//! F2CSP on the command line: written, pluralize, read back and solved, by the built-in and by an outside solver.

mod command;

use command::{Folder, NINE, NINE_SOLVED, NONE, ONE, SOLVED, qedoku, qedoku_with};

/// A map of three regions and two colours on a line, written by hand: two solutions.
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
fn a_puzzle_is_written_with_the_known_counts() {
    let folder = Folder::new();
    let file = folder.at("puzzle.f2csp");
    for (size, variables, pairs, tuples) in
        [("9x9", 81, 810, 7_290), ("16x16", 256, 4_992, 79_872), ("36x36", 1_296, 61_560, 2_216_160)]
    {
        qedoku(["-q", "encode", size, "--to", "f2csp", "-o", &file]).ends(0).keeps_quiet();
        let stats = &qedoku(["stats", &file, "--json"]).ends(0).objects()[0];
        assert_eq!((&stats["kind"], &stats["domains"]), (&"f2csp".into(), &1.into()), "{size}");
        assert_eq!((&stats["variables"], &stats["constraints"]), (&variables.into(), &pairs.into()), "{size}");
        assert_eq!((&stats["rejected"], &stats["accepted"]), (&tuples.into(), &0.into()), "{size}");
    }
    let said =
        qedoku(["encode", NINE, "--to", "f2csp", "-o", &file]).ends(0).complains("81 variables, 833 constraints");
    assert_eq!(said.out, "");
    let text = qedoku(["stats", &file]).ends(0).keeps_quiet().out;
    let counts: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    let expected = [["domains", "1"], ["variables", "81"], ["constraints", "833"]];
    assert_eq!(counts[..3], expected);
    assert_eq!(counts[3..], [["accepted", "tuples", "23"], ["rejected", "tuples", "7,290"]]);
}

#[test]
fn statistics_go_into_a_file_too() {
    let folder = Folder::new();
    let (problem, stats) = (folder.with("map.f2csp", MAP), folder.at("stats.txt"));
    qedoku(["stats", &problem, "-o", &stats]).ends(0).prints("").keeps_quiet();
    let text = std::fs::read_to_string(stats).unwrap();
    assert!(text.starts_with("A small map\ndomains ") && text.contains("accepted tuples"), "{text}");
}

#[test]
fn a_puzzle_is_solved_from_its_constraint_file_as_from_its_text() {
    let folder = Folder::new();
    for (puzzle, answer) in [(ONE, SOLVED), (NINE, NINE_SOLVED)] {
        let file = folder.at("puzzle.f2csp");
        qedoku(["-q", "encode", puzzle, "--to", "f2csp", "-o", &file]).ends(0);
        qedoku(["solve", &file, "--to", "line"]).ends(0).prints(&format!("{answer}\n"));
        qedoku(["solve", &file, "--to", "line", "--solver", "minisat"]).ends(0).prints(&format!("{answer}\n"));
        qedoku(["convert", &file, "--to", "line"]).ends(0).prints(&format!("{puzzle}\n"));
    }
    let file = folder.at("none.f2csp");
    qedoku(["-q", "encode", NONE, "--to", "f2csp", "-o", &file]).ends(0);
    qedoku(["solve", &file]).ends(1).prints("no solution\n");
}

#[test]
fn a_problem_that_is_not_a_sudoku_has_assignments() {
    let folder = Folder::new();
    let file = folder.with("map.f2csp", MAP);
    for solver in [&["--engine", "sat"][..], &["--solver", "minisat"], &["--solver", "picosat"]] {
        let said = qedoku(["solve", &file].iter().chain(solver)).ends(1).keeps_quiet();
        let mut grids: Vec<&str> = said.out.trim_end().split("\n\n").collect();
        grids[1] = grids[1].strip_suffix("\nmany solutions").expect("the verdict is last");
        grids.sort_unstable();
        assert_eq!(grids, ["west = blue\nmiddle = red\neast = blue", "west = red\nmiddle = blue\neast = red"]);
    }
    let all = qedoku(["solve", &file, "--solutions", "all", "--json"]).ends(1).objects();
    assert_eq!((&all[0]["title"], &all[0]["answer"]), (&"A small map".into(), &"many".into()));
    assert_eq!(all[0]["solutions"].as_array().map(Vec::len), Some(2));
    let one = MAP.replace("Constraints\n2\n", "Constraints\n3\nfixed\neast\nAccept\n1\nred\n");
    qedoku_with(["solve", "-"], &one).ends(0).prints("west = red\nmiddle = blue\neast = red\none solution\n");
    let none = one.replace("Accept\n1\nred\n", "Accept\n0\n");
    qedoku_with(["solve", "-"], &none).ends(1).prints("no solution\n");
}

#[test]
fn variables_that_are_the_cells_of_a_rectangle_are_shown_as_one() {
    let square = "Two by two\nDomains\n1\nD x yy\nVariables\n4\nV1-1 D\nV1-2 D\nV2-1 D\nV2-2 D\nConstraints\n3\n\
        C1\nV1-1 V1-2\nReject\n2\nx x\nyy yy\nC2\nV1-1 V2-1\nAccept\n2\nx yy\nyy x\n\
        C3\nV1-1 V2-2\nAccept\n1\nx x\nGoal\nSatisfy\n";
    qedoku_with(["solve", "-"], square).ends(0).prints(" x yy\nyy  x\none solution\n");
    let other = square.replace("V2-2", "V3-2");
    qedoku_with(["solve", "-"], &other).ends(0).prints("V1-1 = x\nV1-2 = yy\nV2-1 = yy\nV3-2 = x\none solution\n");
}

#[test]
fn a_problem_can_be_written_as_clauses_for_any_solver() {
    let folder = Folder::new();
    let (file, cnf) = (folder.with("map.f2csp", MAP), folder.at("map.cnf"));
    qedoku(["encode", &file, "-o", &cnf]).ends(0).complains("variables");
    let said = command::program("picosat", &[&cnf]);
    assert_eq!(said.code, 10, "{said:?}");
    qedoku(["encode", &file, "--scheme", "minimal"]).ends(2).complains("--scheme is for puzzles");
    qedoku(["encode", &file, "--to", "minizinc"]).ends(2).complains("is not a Sudoku");
}

#[test]
fn a_malformed_file_gets_its_line_and_what_was_expected() {
    let broken = MAP.replace("west middle\nReject", "west centre\nReject");
    let said = qedoku_with(["solve", "-"], &broken).ends(2);
    assert!(said.err.contains("line 13") && said.err.contains("centre"), "{}", said.err);
    qedoku_with(["stats", "-"], &MAP.replace("Constraints\n2\n", "Constraints\n7\n")).ends(2).complains("line ");
}

#[test]
fn options_of_clauses_are_refused_for_constraints() {
    for option in [&["--scheme", "minimal"][..], &["--comments"], &["--no-header"], &["--givens", "first"]] {
        let said = qedoku(["encode", ONE, "--to", "f2csp"].iter().chain(option)).ends(2);
        assert!(said.err.contains(&format!("{} is for --to cnf", option[0])), "{}", said.err);
    }
}
