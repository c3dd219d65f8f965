//! MiniZinc, XCSP3, OPB and SMT-LIB: encoded, solved by real solvers, decoded and compared.

mod command;

use command::{
    SOLUTION_4X4, SOLUTION_9X9, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, program, qedoku, qedoku_with,
};

/// Language, file extension, solver and its arguments.
const LANGUAGES: [(&str, &str, &str, &[&str]); 3] = [
    ("minizinc", "mzn", "minizinc", &["--solver", "gecode"]),
    ("opb", "opb", "clasp", &[]),
    ("smt2", "smt2", "z3", &[]),
];

#[test]
fn output_of_real_solvers_is_decoded() {
    let folder = TestFolder::new();
    for (language, extension, solver, args) in LANGUAGES {
        let file = folder.path_to(&format!("puzzle.{extension}"));
        for (puzzle, solution) in [(UNIQUE_4X4, SOLUTION_4X4), (UNIQUE_9X9, SOLUTION_9X9)] {
            qedoku(["encode", puzzle, "--to", language, "-o", &file]).exits_with(0);
            let printed = program(solver, &[args, &[&file]].concat()).out;
            qedoku_with(["decode", "-", "--to", "line"], &printed).exits_with(0).stdout_is(&format!("{solution}\n"));
        }
        qedoku(["encode", UNSOLVABLE_4X4, "--to", language, "-o", &file]).exits_with(0);
        let printed = program(solver, &[args, &[&file]].concat()).out;
        let output = qedoku_with(["decode", "-"], &printed).exits_with(1);
        assert_eq!(output.out, "unsatisfiable: there is no solution\n", "{language}");
    }
}

#[test]
fn a_grid_that_is_not_a_solution_is_refused() {
    let wrong = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 1 2\n----------\n";
    qedoku_with(["decode", "-"], wrong).exits_with(2).stderr_contains("is not a solution");
}

#[test]
fn constraint_solvers_are_compared_with_sat_solvers() {
    let args =
        ["compare", UNIQUE_9X9, "--to", "cnf,f2csp,minizinc,xcsp3,opb,smt2", "--scheme", "reduced", "--repeat", "1"];
    let rows = qedoku(args.iter().chain(&["--json"])).exits_with(0).objects();
    let names: Vec<&str> = rows.iter().filter_map(|row| row["scheme"].as_str()).collect();
    assert_eq!(names, ["reduced", "f2csp", "minizinc", "xcsp3", "opb", "smt2"]);
    for row in &rows {
        assert_eq!((&row["outcome"], &row["solvable"]), (&"solved".into(), &1.into()), "{row}");
        assert!(row["version"].as_str().is_some_and(|version| !version.is_empty()), "{row}");
        assert!(row["bytes"].as_u64().is_some_and(|bytes| bytes > 0), "{row}");
    }
    let none =
        qedoku(["compare", UNSOLVABLE_4X4, "--to", "f2csp,opb", "--repeat", "1", "--json"]).exits_with(0).objects();
    assert!(none.iter().all(|row| row["outcome"] == "solved" && row["solvable"] == 0), "{none:?}");
}

#[test]
fn cnf_options_are_refused_for_other_languages() {
    qedoku(["encode", UNIQUE_4X4, "--to", "smt2", "--amo", "product"])
        .exits_with(2)
        .stderr_contains("--amo is for --to cnf");
}
