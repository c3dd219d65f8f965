//! Formulas in DIMACS as input, schemes by clause family, and external solvers on both.
#![cfg(unix)]

mod command;

use std::process::Command;

use command::{
    AMBIGUOUS_4X4, QEDOKU, SOLUTION_4X4, SOLUTION_9X9, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, finish,
    qedoku, qedoku_with,
};

const UNSATISFIABLE: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

/// A formula of rules and givens as courses distribute it: no comments, givens first, a wrong header.
fn course_file(puzzle: &str, numbering: &str) -> String {
    let args = ["encode", puzzle, "--scheme", "extended", "--numbering", numbering, "--givens", "first", "--no-header"];
    format!("p cnf 999 999999\n{}", qedoku(args).exits_with(0).out)
}

#[test]
fn a_sudoku_that_comes_as_a_formula_is_a_puzzle_for_every_command() {
    let folder = TestFolder::new();
    for numbering in ["rowmajor", "base"] {
        let file = folder.write("course.cnf", course_file(UNIQUE_9X9, numbering));
        qedoku(["solve", &file, "--to", "line"]).exits_with(0).stdout_is(&format!("{SOLUTION_9X9}\n"));
        qedoku(["count", &file]).exits_with(0).stdout_is("1\n");
        qedoku(["convert", &file, "--to", "line"]).exits_with(0).stdout_is(&format!("{UNIQUE_9X9}\n"));
        qedoku(["encode", &file, "--to", "f2csp", "-q"]).exits_with(0);
        let rating = qedoku(["rate", UNIQUE_9X9]).exits_with(0).out;
        qedoku(["rate", &file]).exits_with(0).stdout_is(&rating);
        let steps = qedoku(["explain", UNIQUE_9X9]).exits_with(0).out;
        qedoku(["explain", &file]).exits_with(0).stdout_is(&steps);
        qedoku(["prove", &file, "-o", &folder.path_to("course.proof"), "-q"]).exits_with(0);
        qedoku(["verify", &file, &folder.path_to("course.proof")]).exits_with(0);
    }
    let file = folder.write("small.cnf", course_file(UNIQUE_4X4, "rowmajor"));
    qedoku(["solve", &file, "--to", "line"]).exits_with(0).stdout_is(&format!("{SOLUTION_4X4}\n"));
    // A list of files may mix formulas and puzzles.
    let lines = format!("{SOLUTION_4X4}\n{SOLUTION_4X4}\n");
    qedoku(["solve", &file, UNIQUE_4X4]).exits_with(0).stdout_is(&lines);
}

#[test]
fn any_other_formula_is_solved_as_a_formula() {
    let satisfiable = "c a comment\np cnf 3 3\n1 -2 0\n2 3 0\n-3 0\n";
    for engine in [&[][..], &["--solver", "minisat"], &["--solver", "cadical"], &["--solver", "picosat"]] {
        let solve = |text: &str, further: &[&str]| qedoku_with([&["solve", "-"], engine, further].concat(), text);
        let origin = engine.get(1).map(|solver| format!("c according to {solver}\n")).unwrap_or_default();
        solve(satisfiable, &[]).exits_with(0).stdout_is("s SATISFIABLE\nv 1 2 -3 0\n");
        solve(UNSATISFIABLE, &[]).exits_with(1).stdout_is(&format!("s UNSATISFIABLE\n{origin}"));
        solve(satisfiable, &["--sat-exit-codes"]).exits_with(10);
        solve(UNSATISFIABLE, &["--sat-exit-codes"]).exits_with(20);
        let all = solve("p cnf 2 1\n1 2 0\n", &["--solutions", "all"]).exits_with(0).out;
        assert_eq!(all.lines().filter(|line| line.starts_with("v ")).count(), 3, "{all}");
        assert!(all.ends_with(&format!("c no further models\n{origin}")), "{all}");
    }
    let json = &qedoku_with(["solve", "-", "--json"], satisfiable).exits_with(0).objects()[0];
    assert_eq!((&json["answer"], &json["solutions"]), (&"some".into(), &serde_json::json!([[1, 2, -3]])));
    assert_eq!((&json["variables"], &json["clauses"]), (&3.into(), &3.into()));
    let json = &qedoku_with(["solve", "-", "--json"], UNSATISFIABLE).exits_with(1).objects()[0];
    assert_eq!(json["answer"], "none");
    // A model on many lines is read back by other programs.
    let wide = qedoku_with(["solve", "-"], "p cnf 100 1\n-100 0\n").exits_with(0).out;
    assert!(wide.lines().count() > 3 && wide.lines().all(|line| line.len() <= 78), "{wide}");
    let refusal = "a formula that is not recognised as a Sudoku";
    qedoku_with(["convert", "-", "--to", "line"], satisfiable).exits_with(2).stderr_contains(refusal);
    qedoku_with(["solve", "-", "--certified"], satisfiable).exits_with(2).stderr_contains("--proof");
    qedoku_with(["solve", "-"], "p cnf 3 3\n1 x 0\n").exits_with(2).stderr_contains(":2:3:");
}

#[test]
fn an_unsatisfiable_formula_gets_a_proof_and_a_satisfiable_one_no_file() {
    let folder = TestFolder::new();
    let cnf = folder.write("none.cnf", course_file(UNSOLVABLE_4X4, "rowmajor"));
    let proof = |name: &str, further: &[&str]| {
        let path = folder.path_to(name);
        let solved = qedoku([&["solve", &cnf, "--proof", &path], further].concat()).exits_with(1);
        assert!(solved.out.starts_with("s UNSATISFIABLE\n"), "{}", solved.out);
        std::fs::read_to_string(path).unwrap()
    };
    // LRAT: id, clause, 0, hints, 0. The last step is the empty clause.
    let lrat = proof("none.lrat", &[]);
    let last: Vec<&str> = lrat.lines().last().unwrap().split(' ').collect();
    assert!(last[0].parse::<u64>().unwrap() > 448 && last[1] == "0" && last.len() > 3, "{lrat}");
    for further in [&[][..], &["--solver", "cadical"]] {
        let drat = proof("none.drat", further);
        assert!(drat.lines().any(|line| line == "0"), "the empty clause is missing: {drat}");
    }
    let path = folder.path_to("some.drat");
    qedoku_with(["solve", "-", "--proof", &path], "p cnf 1 1\n1 0\n").exits_with(0);
    assert!(!std::path::Path::new(&path).exists());
    let args = ["solve", &cnf, "--proof", &path, "--solver", "picosat"];
    qedoku(args).exits_with(2).stderr_contains("{proof}");
    qedoku(["solve", UNIQUE_4X4, "--proof", &path]).exits_with(2).stderr_contains("--proof is for formulas");
}

#[test]
fn the_first_solution_is_enough_for_first() {
    for engine in [&[][..], &["--engine", "sat"], &["--solver", "minisat"]] {
        let first = |puzzle: &str, further: &[&str]| qedoku([&["solve", puzzle, "--first"], engine, further].concat());
        let output = first(AMBIGUOUS_4X4, &[]).exits_with(0).out;
        assert!(output.ends_with("\nsatisfiable (uniqueness not checked)\n"), "{output}");
        let json = &first(AMBIGUOUS_4X4, &["--json"]).exits_with(0).objects()[0];
        assert_eq!((&json["answer"], &json["complete"]), (&"some".into(), &false.into()));
        assert_eq!(json["solutions"].as_array().map(Vec::len), Some(1));
        first(UNIQUE_4X4, &["--to", "line"]).exits_with(0).stdout_is(&format!("{SOLUTION_4X4} some\n"));
        assert!(first(UNSOLVABLE_4X4, &[]).exits_with(1).out.starts_with("no solution"));
        first(UNIQUE_4X4, &["--sat-exit-codes"]).exits_with(10);
    }
    qedoku(["solve", UNIQUE_4X4, "--first", "--solutions", "2"]).exits_with(2);
    // An external solver runs once.
    let folder = TestFolder::new();
    let counting = folder.script("counting", "echo run >> \"$(dirname \"$0\")/runs\"; exec minisat \"$1\" \"$2\"");
    qedoku(["solve", UNIQUE_4X4, "--first", "--solver", &format!("{counting} {{cnf}} {{out}}")]).exits_with(0);
    assert_eq!(std::fs::read_to_string(folder.path_to("runs")).unwrap(), "run\n");
}

#[test]
fn keep_keeps_the_formula_without_blocking_clauses() {
    let folder = TestFolder::new();
    let kept = folder.path_to("kept.cnf");
    for scheme in ["minimal", "reduced", "cell-some,row-some,box-some,house-once"] {
        let encoded = qedoku(["encode", AMBIGUOUS_4X4, "--scheme", scheme]).exits_with(0).out;
        qedoku(["solve", AMBIGUOUS_4X4, "--solver", "minisat", "--scheme", scheme, "--keep", &kept]).exits_with(1);
        assert_eq!(std::fs::read_to_string(&kept).unwrap(), encoded, "{scheme}");
    }
    qedoku(["solve", UNIQUE_4X4, "--keep", &kept]).exits_with(2).stderr_contains("--solver");
    let two = [UNIQUE_4X4, AMBIGUOUS_4X4];
    qedoku([&["solve", "--solver", "minisat", "--keep", &kept], &two[..]].concat()).exits_with(2);
}

#[test]
fn the_environment_names_the_external_solver() {
    let folder = TestFolder::new();
    let counting = folder.script("counting", "echo run >> \"$(dirname \"$0\")/runs\"; exec minisat \"$1\" \"$2\"");
    let solver = format!("{counting} {{cnf}} {{out}}");
    let runs = || std::fs::read_to_string(folder.path_to("runs")).unwrap_or_default().lines().count();
    let run = |args: &[&str]| finish(Command::new(QEDOKU).args(args).env("QEDOKU_SOLVER", &solver), "");
    run(&["solve", UNIQUE_4X4, "--to", "line"]).exits_with(0).stdout_is(&format!("{SOLUTION_4X4}\n"));
    assert_eq!(runs(), 2);
    run(&["count", UNIQUE_4X4]).exits_with(0).stdout_is("1\n");
    assert_eq!(runs(), 4);
    run(&["solve", UNIQUE_4X4, "--engine", "auto"]).exits_with(0);
    run(&["solve", UNIQUE_4X4, "--solver", "picosat"]).exits_with(0);
    run(&["solve", UNIQUE_4X4, "--certified"]).exits_with(0);
    assert_eq!(runs(), 4, "--engine, --solver and --certified take precedence");
    assert!(qedoku(["man"]).exits_with(0).out.contains("QEDOKU_SOLVER"));
}

#[test]
fn the_convention_of_an_unknown_solver_is_detected() {
    let folder = TestFolder::new();
    let solvers = [
        folder.script("prints", "exec picosat \"$1\""),
        folder.script("writes", "exec minisat \"$1\" \"$2\" > /dev/null"),
        folder.script(
            "writes-only",
            "[ $# = 2 ] || { echo usage: writes-only CNF RESULT; exit 1; }; exec minisat \"$1\" \"$2\"",
        ),
        folder.script("reads-input", "[ $# = 0 ] || exit 2; exec picosat"),
        folder.script(
            "bare",
            "picosat \"$1\" | sed -n 's/^v //p'; [ -n \"$(picosat \"$1\" | grep '^v')\" ] && exit 10; exit 20",
        ),
    ];
    for solver in solvers {
        for (puzzle, count) in [(UNIQUE_4X4, "1\n"), (AMBIGUOUS_4X4, "6\n")] {
            qedoku(["-q", "count", puzzle, "--solver", &solver]).exits_with(0).stdout_is(count).stderr_is_empty();
        }
        let name = solver.rsplit('/').next().unwrap();
        let verdict = format!("no solution (according to {name})\n");
        qedoku(["solve", UNSOLVABLE_4X4, "--solver", &solver]).exits_with(1).stdout_is(&verdict);
    }
    let useless = folder.script("useless", "exit 3");
    qedoku(["solve", UNIQUE_4X4, "--solver", &useless])
        .exits_with(2)
        .stderr_contains("useless failed (exit status: 3)");
}

/// A solver that SIGINT or SIGTERM ended was interrupted, even if our own handler has not run (here: never).
#[test]
fn a_solver_ended_by_an_interrupt_is_no_crash() {
    let folder = TestFolder::new();
    for signal in ["INT", "TERM"] {
        let killed = folder.script("killed", &format!("kill -{signal} $$; sleep 600"));
        qedoku(["solve", UNIQUE_4X4, "--solver", &format!("{killed} {{cnf}}")]).exits_with(130).stderr_is_empty();
    }
    for code in [130, 143] {
        let shell = folder.script("shell", &format!("exit {code}"));
        qedoku(["count", UNIQUE_4X4, "--solver", &format!("{shell} {{cnf}}")]).exits_with(130);
    }
    let crashed = folder.script("crashed", "kill -SEGV $$; sleep 600");
    qedoku(["solve", UNIQUE_4X4, "--solver", &format!("{crashed} {{cnf}}")])
        .exits_with(2)
        .stderr_contains("crashed failed");
}

#[test]
fn schemes_are_lists_of_clause_families() {
    let scheme = "cell-some,row-some,box-some,house-once";
    let cnf = qedoku(["encode", "9x9", "--scheme", scheme]).exits_with(0).stderr_contains("8,991 clauses").out;
    assert!(cnf.starts_with(&format!("c qedoku 1 board 9x9 boxes 3x3 scheme {scheme} ")), "{}", &cnf[..100]);
    for solver in [&[][..], &["--solver", "minisat"]] {
        let args = [&["solve", UNIQUE_9X9, "--scheme", scheme, "--to", "line"], solver].concat();
        qedoku(args).exits_with(0).stdout_is(&format!("{SOLUTION_9X9}\n"));
        let args = [&["solve", UNIQUE_9X9, "--scheme", "row-some,house-once"], solver].concat();
        qedoku(args).exits_with(2).stdout_is("").stderr_contains("add cell-some or cell-once");
    }
    let named = qedoku(["encode", UNIQUE_4X4, "--scheme", "minimal"]).exits_with(0).out;
    qedoku(["encode", UNIQUE_4X4, "--scheme", "house-once,cell-some"]).exits_with(0).stdout_is(&named);
    let warning = "warning: scheme house-some does not imply the rules of Sudoku: add cell-some or cell-once, and ";
    qedoku(["encode", "4x4", "--scheme", "house-some"]).exits_with(0).stderr_contains(warning);
    qedoku(["encode", "4x4", "--scheme", "cell-twice"]).exits_with(2).stderr_contains("unknown scheme 'cell-twice'");
    let help = qedoku(["encode", "--help"]).exits_with(0).out;
    for line in [
        "- minimal:      each cell some digit, no digit twice in a house (8,829 clauses on 9x9)",
        "- opb:",
        "- row-once:",
    ] {
        assert!(help.contains(line), "{line}");
    }
}
