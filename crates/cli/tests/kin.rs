//! MiniZinc, XCSP3, OPB and SMT-LIB on the command line: written, solved by the real solvers, read back, compared.

mod command;

use command::{Folder, NINE, NINE_SOLVED, NONE, ONE, SOLVED, program, qedoku, qedoku_with};

/// A language, the end of its files' names, and the program with its words.
const LANGUAGES: [(&str, &str, &str, &[&str]); 3] = [
    ("minizinc", "mzn", "minizinc", &["--solver", "gecode"]),
    ("opb", "opb", "clasp", &[]),
    ("smt2", "smt2", "z3", &[]),
];

#[test]
fn what_real_solvers_print_is_read_back() {
    let folder = Folder::new();
    for (language, extension, solver, words) in LANGUAGES {
        let file = folder.at(&format!("puzzle.{extension}"));
        for (puzzle, solution) in [(ONE, SOLVED), (NINE, NINE_SOLVED)] {
            qedoku(["encode", puzzle, "--to", language, "-o", &file]).ends(0);
            let printed = program(solver, &[words, &[&file]].concat()).out;
            qedoku_with(["decode", "-", "--to", "line"], &printed).ends(0).prints(&format!("{solution}\n"));
        }
        qedoku(["encode", NONE, "--to", language, "-o", &file]).ends(0);
        let printed = program(solver, &[words, &[&file]].concat()).out;
        let said = qedoku_with(["decode", "-"], &printed).ends(1);
        assert_eq!(said.out, "unsatisfiable: there is no solution\n", "{language}");
    }
}

#[test]
fn a_grid_that_is_no_solution_is_refused() {
    let wrong = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 1 2\n----------\n";
    qedoku_with(["decode", "-"], wrong).ends(2).complains("is not a solution");
}

#[test]
fn constraint_solvers_stand_beside_sat_solvers_in_a_comparison() {
    let words = ["compare", NINE, "--to", "cnf,f2csp,minizinc,xcsp3,opb,smt2", "--scheme", "reduced", "--repeat", "1"];
    let rows = qedoku(words.iter().chain(&["--json"])).ends(0).objects();
    let names: Vec<&str> = rows.iter().filter_map(|row| row["scheme"].as_str()).collect();
    assert_eq!(names, ["reduced", "f2csp", "minizinc", "xcsp3", "opb", "smt2"]);
    for row in &rows {
        assert_eq!((&row["outcome"], &row["solvable"]), (&"solved".into(), &1.into()), "{row}");
        assert!(row["version"].as_str().is_some_and(|version| !version.is_empty()), "{row}");
        assert!(row["bytes"].as_u64().is_some_and(|bytes| bytes > 0), "{row}");
    }
    let none = qedoku(["compare", NONE, "--to", "f2csp,opb", "--repeat", "1", "--json"]).ends(0).objects();
    assert!(none.iter().all(|row| row["outcome"] == "solved" && row["solvable"] == 0), "{none:?}");
}

#[test]
fn options_of_clauses_are_refused_for_languages() {
    qedoku(["encode", ONE, "--to", "smt2", "--amo", "product"]).ends(2).complains("--amo is for --to cnf");
}
