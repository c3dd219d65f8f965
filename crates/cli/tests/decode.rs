//! `qedoku decode`: what real solvers answer becomes a grid again, and nothing else does.

mod command;

use command::{Folder, NINE, NINE_SOLVED, NONE, ONE, SOLVED, program, qedoku, qedoku_with};

/// The words for which each solver answers on standard output.
const SOLVERS: [(&str, &[&str]); 4] =
    [("cryptominisat5", &["--verb", "0"]), ("cadical", &["-q"]), ("picosat", &[]), ("clasp", &[])];

/// The answer of every solver to a CNF file, each as a file to decode.
fn answers(folder: &Folder, cnf: &str) -> Vec<(&'static str, String)> {
    let result = folder.at("minisat.txt");
    program("minisat", &[cnf, &result]);
    let mut answers = vec![("minisat", result)];
    for (solver, words) in SOLVERS {
        let said = program(solver, &[words, &[cnf]].concat());
        answers.push((solver, folder.with(&format!("{solver}.txt"), said.out)));
    }
    answers
}

fn encoded(folder: &Folder, puzzle: &str, words: &[&str]) -> String {
    let cnf = folder.at("puzzle.cnf");
    qedoku([&["encode", puzzle, "-o", &cnf], words].concat()).ends(0);
    cnf
}

#[test]
fn every_solvers_answer_is_decoded_in_every_numbering() {
    let folder = Folder::new();
    for (puzzle, solution) in [(NINE, NINE_SOLVED), (ONE, SOLVED)] {
        for numbering in ["rowmajor", "base", "open"] {
            let cnf = encoded(&folder, puzzle, &["--numbering", numbering]);
            for (solver, answer) in answers(&folder, &cnf) {
                let said = qedoku(["decode", &answer, "--cnf", &cnf, "--to", "line"]);
                assert_eq!(said.out, format!("{solution}\n"), "{solver}, {numbering}: {}", said.err);
                if numbering != "open" {
                    qedoku(["decode", &answer, "--to", "line"]).ends(0).prints(&format!("{solution}\n"));
                }
            }
        }
    }
}

#[test]
fn extra_variables_are_no_hindrance() {
    let folder = Folder::new();
    for amo in ["sequential", "product", "commander", "binary", "bimander"] {
        let cnf = encoded(&folder, NINE, &["--scheme", "efficient", "--amo", amo]);
        for (solver, answer) in answers(&folder, &cnf) {
            let known = qedoku(["decode", &answer, "--cnf", &cnf, "--to", "line"]).ends(0);
            let recognised = qedoku(["decode", &answer, "--to", "line"]).ends(0);
            assert_eq!([&known.out, &recognised.out], [&format!("{NINE_SOLVED}\n"); 2], "{solver}, {amo}");
        }
    }
}

#[test]
fn unsatisfiable_is_an_answer_and_ends_with_1() {
    let folder = Folder::new();
    let cnf = encoded(&folder, NONE, &[]);
    for (solver, answer) in answers(&folder, &cnf) {
        let said = qedoku(["decode", &answer, "--cnf", &cnf]);
        assert_eq!((said.code, &said.out[..]), (1, "unsatisfiable: there is no solution\n"), "{solver}: {}", said.err);
    }
    assert_eq!(qedoku_with(["decode", "-", "--json"], "UNSAT\n").ends(1).objects()[0]["answer"], "none");
}

#[test]
fn a_solver_that_gave_up_is_an_answer_too() {
    for text in ["INDET\n", "s UNKNOWN\n", "c stopped\ns INDETERMINATE\n"] {
        qedoku_with(["decode", "-"], text).ends(1).prints("the solver gave up: nothing is known\n");
    }
    assert_eq!(qedoku_with(["decode", "-", "--json"], "INDET\n").ends(1).objects()[0]["answer"], "unknown");
}

/// The x's of a solved 4x4 in `rowmajor`.
fn literals(solution: &str) -> Vec<i32> {
    let digits = solution.bytes().map(|byte| i32::from(byte - b'0'));
    (0..).zip(digits).map(|(cell, digit)| 4 * cell + digit).collect()
}

fn model(literals: &[i32]) -> String {
    let words: Vec<String> = literals.iter().map(ToString::to_string).collect();
    format!("s SATISFIABLE\nv {} 0\n", words.join(" "))
}

#[test]
fn a_grid_is_written_in_any_format() {
    let text = model(&literals(SOLVED));
    let to = |words: &[&str]| qedoku_with([&["decode", "-"], words].concat(), &text).ends(0).out;
    assert_eq!(to(&[]), "4 1 | 2 3\n2 3 | 4 1\n----+----\n1 4 | 3 2\n3 2 | 1 4\n");
    assert_eq!(to(&["--to", "line"]), format!("{SOLVED}\n"));
    assert!(to(&["--to", "svg"]).starts_with("<svg "));
    let json = qedoku_with(["decode", "-", "--json"], &text).ends(0).objects();
    assert_eq!((&json[0]["solution"], &json[0]["numbering"]), (&SOLVED.into(), &"rowmajor".into()));
}

#[test]
fn a_model_that_is_no_solution_is_refused() {
    let right = literals(SOLVED);
    let mut swapped = right.clone();
    (swapped[0], swapped[1]) = (1, 8);
    qedoku_with(["decode", "-"], &model(&swapped)).ends(2).prints("").complains("not a solved grid");
    qedoku_with(["decode", "-", "--size", "4x4"], &model(&swapped)).ends(2).prints("");
    qedoku_with(["decode", "-", "--size", "4x4"], &model(&right[..15])).ends(2).prints("");
    qedoku_with(["decode", "-"], &model(&[&right[..], &[1]].concat())).ends(2).prints("");
    qedoku_with(["decode", "-"], &model(&[&right[..], &[-right[0]]].concat())).ends(2).prints("").complains("literal");
    qedoku_with(["decode", "-"], "s SATISFIABLE\n").ends(2).prints("").complains("prints no literals");
}

#[test]
fn a_solution_of_another_puzzle_is_refused_when_the_file_is_known() {
    let folder = Folder::new();
    let answer = folder.with("answer.txt", model(&literals(SOLVED)));
    for numbering in ["rowmajor", "open"] {
        let other = encoded(&folder, "1...............", &["--numbering", numbering]);
        qedoku(["decode", &answer, "--cnf", &other]).ends(2).prints("");
    }
    let own = encoded(&folder, ONE, &[]);
    qedoku(["decode", &answer, "--cnf", &own]).ends(0);
}

#[test]
fn the_puzzle_that_was_asked_is_shown_beside_its_solution() {
    let folder = Folder::new();
    let answer = folder.with("answer.txt", model(&literals(SOLVED)));
    for scheme in ["minimal", "extended", "reduced"] {
        let cnf = encoded(&folder, ONE, &["--scheme", scheme]);
        let said = qedoku(["decode", &answer, "--cnf", &cnf, "--to", "csv"]).ends(0);
        assert_eq!(said.out, format!("puzzle,solution\n{ONE},{SOLVED}\n"), "{scheme}");
    }
}

#[test]
fn what_is_no_answer_is_refused_with_its_place() {
    qedoku_with(["decode", "-"], "").ends(2).prints("").complains("standard input");
    qedoku_with(["decode", "-"], "s SATISFIABLE\nv 1 2 x 0\n").ends(2).complains("line 2, column 7");
    qedoku_with(["decode", "-"], "hello\n").ends(2).complains("line 1");
    qedoku(["decode", "no-such-file.txt"]).ends(2).complains("no-such-file.txt");
    let folder = Folder::new();
    let answer = folder.with("answer.txt", "UNSAT\n1 2 0\n");
    qedoku(["decode", &answer]).ends(2).complains(&answer);
    let plain = folder.with("plain.cnf", "p cnf 3 1\n1 2 3 0\n");
    let answer = folder.with("sat.txt", "SAT\n1 2 3 0\n");
    qedoku(["decode", &answer, "--cnf", &plain]).ends(2).complains("what its variables mean is not known");
}
