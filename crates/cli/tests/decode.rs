//! `qedoku decode`: output of real solvers becomes a grid; anything else is refused.

mod command;

use command::{
    SOLUTION_4X4, SOLUTION_9X9, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, program, qedoku, qedoku_with,
};

/// Solvers with the arguments that make them print the model on standard output.
const SOLVERS: [(&str, &[&str]); 4] =
    [("cryptominisat5", &["--verb", "0"]), ("cadical", &["-q"]), ("picosat", &[]), ("clasp", &[])];

/// Runs every solver on a CNF file and returns the files with their output.
fn solver_outputs(folder: &TestFolder, cnf: &str) -> Vec<(&'static str, String)> {
    let result = folder.path_to("minisat.txt");
    program("minisat", &[cnf, &result]);
    let mut answers = vec![("minisat", result)];
    for (solver, args) in SOLVERS {
        let output = program(solver, &[args, &[cnf]].concat());
        answers.push((solver, folder.write(&format!("{solver}.txt"), output.out)));
    }
    answers
}

fn encoded(folder: &TestFolder, puzzle: &str, options: &[&str]) -> String {
    let cnf = folder.path_to("puzzle.cnf");
    qedoku([&["encode", puzzle, "-o", &cnf], options].concat()).exits_with(0);
    cnf
}

#[test]
fn output_of_every_solver_is_decoded_in_every_numbering() {
    let folder = TestFolder::new();
    for (puzzle, solution) in [(UNIQUE_9X9, SOLUTION_9X9), (UNIQUE_4X4, SOLUTION_4X4)] {
        for numbering in ["rowmajor", "base", "open"] {
            let cnf = encoded(&folder, puzzle, &["--numbering", numbering]);
            for (solver, answer) in solver_outputs(&folder, &cnf) {
                let output = qedoku(["decode", &answer, "--cnf", &cnf, "--to", "line"]);
                assert_eq!(output.out, format!("{solution}\n"), "{solver}, {numbering}: {}", output.err);
                if numbering != "open" {
                    qedoku(["decode", &answer, "--to", "line"]).exits_with(0).stdout_is(&format!("{solution}\n"));
                }
            }
        }
    }
}

#[test]
fn auxiliary_variables_are_ignored() {
    let folder = TestFolder::new();
    for amo in ["sequential", "product", "commander", "binary", "bimander"] {
        let cnf = encoded(&folder, UNIQUE_9X9, &["--scheme", "efficient", "--amo", amo]);
        for (solver, answer) in solver_outputs(&folder, &cnf) {
            let known = qedoku(["decode", &answer, "--cnf", &cnf, "--to", "line"]).exits_with(0);
            let recognised = qedoku(["decode", &answer, "--to", "line"]).exits_with(0);
            assert_eq!([&known.out, &recognised.out], [&format!("{SOLUTION_9X9}\n"); 2], "{solver}, {amo}");
        }
    }
}

#[test]
fn unsatisfiable_is_a_verdict_with_exit_code_1() {
    let folder = TestFolder::new();
    let cnf = encoded(&folder, UNSOLVABLE_4X4, &[]);
    for (solver, answer) in solver_outputs(&folder, &cnf) {
        let output = qedoku(["decode", &answer, "--cnf", &cnf]);
        assert_eq!(
            (output.code, &output.out[..]),
            (1, "unsatisfiable: there is no solution\n"),
            "{solver}: {}",
            output.err
        );
    }
    assert_eq!(qedoku_with(["decode", "-", "--json"], "UNSAT\n").exits_with(1).objects()[0]["answer"], "none");
}

#[test]
fn unknown_is_a_verdict_with_exit_code_1() {
    for text in ["INDET\n", "s UNKNOWN\n", "c stopped\ns INDETERMINATE\n"] {
        qedoku_with(["decode", "-"], text).exits_with(1).stdout_is("unknown: the solver gave up\n");
    }
    assert_eq!(qedoku_with(["decode", "-", "--json"], "INDET\n").exits_with(1).objects()[0]["answer"], "unknown");
}

/// The true variables of a solved 4x4 grid in `rowmajor` numbering.
fn literals(solution: &str) -> Vec<i32> {
    let digits = solution.bytes().map(|byte| i32::from(byte - b'0'));
    (0..).zip(digits).map(|(cell, digit)| 4 * cell + digit).collect()
}

fn model(literals: &[i32]) -> String {
    let tokens: Vec<String> = literals.iter().map(ToString::to_string).collect();
    format!("s SATISFIABLE\nv {} 0\n", tokens.join(" "))
}

#[test]
fn a_grid_is_written_in_any_format() {
    let text = model(&literals(SOLUTION_4X4));
    let to = |args: &[&str]| qedoku_with([&["decode", "-"], args].concat(), &text).exits_with(0).out;
    assert_eq!(to(&[]), "4 1 | 2 3\n2 3 | 4 1\n----+----\n1 4 | 3 2\n3 2 | 1 4\n");
    assert_eq!(to(&["--to", "line"]), format!("{SOLUTION_4X4}\n"));
    assert!(to(&["--to", "svg"]).starts_with("<svg "));
    let json = qedoku_with(["decode", "-", "--json"], &text).exits_with(0).objects();
    assert_eq!((&json[0]["solution"], &json[0]["numbering"]), (&SOLUTION_4X4.into(), &"rowmajor".into()));
}

#[test]
fn a_model_that_is_not_a_solution_is_refused() {
    let right = literals(SOLUTION_4X4);
    let mut swapped = right.clone();
    (swapped[0], swapped[1]) = (1, 8);
    qedoku_with(["decode", "-"], &model(&swapped)).exits_with(2).stdout_is("").stderr_contains("not a solved grid");
    qedoku_with(["decode", "-", "--size", "4x4"], &model(&swapped)).exits_with(2).stdout_is("");
    qedoku_with(["decode", "-", "--size", "4x4"], &model(&right[..15])).exits_with(2).stdout_is("");
    qedoku_with(["decode", "-"], &model(&[&right[..], &[1]].concat())).exits_with(2).stdout_is("");
    qedoku_with(["decode", "-"], &model(&[&right[..], &[-right[0]]].concat()))
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("literal");
    qedoku_with(["decode", "-"], "s SATISFIABLE\n").exits_with(2).stdout_is("").stderr_contains("prints no literals");
}

#[test]
fn a_solution_of_another_puzzle_is_refused_if_the_cnf_file_is_given() {
    let folder = TestFolder::new();
    let answer = folder.write("answer.txt", model(&literals(SOLUTION_4X4)));
    for numbering in ["rowmajor", "open"] {
        let other = encoded(&folder, "1...............", &["--numbering", numbering]);
        qedoku(["decode", &answer, "--cnf", &other]).exits_with(2).stdout_is("");
    }
    let own = encoded(&folder, UNIQUE_4X4, &[]);
    qedoku(["decode", &answer, "--cnf", &own]).exits_with(0);
}

#[test]
fn the_puzzle_of_the_cnf_file_is_shown_beside_its_solution() {
    let folder = TestFolder::new();
    let answer = folder.write("answer.txt", model(&literals(SOLUTION_4X4)));
    for scheme in ["minimal", "extended", "reduced"] {
        let cnf = encoded(&folder, UNIQUE_4X4, &["--scheme", scheme]);
        let output = qedoku(["decode", &answer, "--cnf", &cnf, "--to", "csv"]).exits_with(0);
        assert_eq!(output.out, format!("puzzle,solution\n{UNIQUE_4X4},{SOLUTION_4X4}\n"), "{scheme}");
    }
}

#[test]
fn invalid_solver_output_is_refused_with_its_position() {
    qedoku_with(["decode", "-"], "").exits_with(2).stdout_is("").stderr_contains("standard input");
    qedoku_with(["decode", "-"], "s SATISFIABLE\nv 1 2 x 0\n").exits_with(2).stderr_contains("line 2, column 7");
    qedoku_with(["decode", "-"], "hello\n").exits_with(2).stderr_contains("line 1");
    qedoku(["decode", "no-such-file.txt"]).exits_with(2).stderr_contains("no-such-file.txt");
    let folder = TestFolder::new();
    let answer = folder.write("answer.txt", "UNSAT\n1 2 0\n");
    qedoku(["decode", &answer]).exits_with(2).stderr_contains(&answer);
    let plain = folder.write("plain.cnf", "p cnf 3 1\n1 2 3 0\n");
    let answer = folder.write("sat.txt", "SAT\n1 2 3 0\n");
    qedoku(["decode", &answer, "--cnf", &plain])
        .exits_with(2)
        .stderr_contains("the meaning of its variables is unknown");
}
