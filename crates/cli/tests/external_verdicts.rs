//! Verdicts of external solvers: marked as theirs, or certified. A wrong answer of a broken solver never becomes a verdict of ours.
#![cfg(unix)]

mod command;

use command::{AMBIGUOUS_4X4, CommandOutput, SOLUTION_4X4, TestFolder, UNIQUE_4X4, UNSOLVABLE_4X4, qedoku};
use qedoku::formats::{self, Format, WriteOptions};
use qedoku::{Board, DigitSet, Puzzle};

/// A puzzle with one solution, for which unit propagation does not suffice.
const HARD: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// The same puzzle with one given changed: it has no solution, and unit propagation does not show it.
const UNSOLVABLE: &str = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4.....2";

/// The claim "unsatisfiable", which is wrong for most formulas.
const LIE: &str = "echo 's UNSATISFIABLE'; exit 20";

/// A command that runs a shell script with the formula as $1, and a proof file as $2 if `with_proof` is set.
fn script(folder: &TestFolder, text: &str, with_proof: bool) -> String {
    let path = folder.write("solver.sh", text);
    format!("sh {path} {{cnf}}{}", if with_proof { " {proof}" } else { "" })
}

fn solve(puzzle: &str, solver: &str, further: &[&str]) -> CommandOutput {
    qedoku([&["solve", puzzle, "--solver", solver], further].concat())
}

#[track_caller]
fn json(puzzle: &str, solver: &str, further: &[&str]) -> serde_json::Value {
    let output = solve(puzzle, solver, &[&["--json"], further].concat());
    output.objects().pop().unwrap_or_else(|| panic!("no result: {output:?}"))
}

/// A solver that finds a solution in its first run and claims in the second that there is no other.
fn lies_in_second_run(folder: &TestFolder) -> String {
    let text = format!("cd \"$(dirname \"$0\")\"\nif [ -e once ]; then {LIE}; fi\ntouch once\nexec cadical -q \"$1\"");
    script(folder, &text, false)
}

#[test]
fn a_claim_without_proof_is_marked_in_both_languages() {
    let folder = TestFolder::new();
    let liar = script(&folder, LIE, false);
    solve(UNIQUE_4X4, &liar, &[]).exits_with(1).stdout_is("no solution (according to sh)\n");
    solve(UNIQUE_4X4, &liar, &["--lang", "pt"]).exits_with(1).stdout_is("sem solução (segundo sh)\n");
    let one = solve(AMBIGUOUS_4X4, &lies_in_second_run(&folder), &[]).exits_with(0);
    assert!(one.out.ends_with("one solution (according to sh)\n"), "{}", one.out);
    let listed = solve(AMBIGUOUS_4X4, "minisat", &["--solutions", "all"]).exits_with(1);
    assert!(listed.out.ends_with("6 solutions (according to minisat)\n"), "{}", listed.out);
}

#[test]
fn answers_that_need_no_trust_are_not_marked() {
    let many = solve(AMBIGUOUS_4X4, "minisat", &[]).exits_with(1);
    assert!(many.out.contains("\nmany solutions; these two differ"), "{}", many.out);
    let first = solve(UNIQUE_4X4, "minisat", &["--first"]).exits_with(0);
    assert!(first.out.ends_with("satisfiable (uniqueness not checked)\n"), "{}", first.out);
    solve("44..............", "minisat", &[])
        .exits_with(1)
        .stdout_is("no solution: r1c1 and r1c2 both hold 4 in row 1\n");
    let full = solve(SOLUTION_4X4, "minisat", &[]).exits_with(0);
    assert!(full.out.ends_with("\none solution\n"), "{}", full.out);
    let own = qedoku(["solve", UNIQUE_4X4, "--engine", "sat"]).exits_with(0);
    assert!(own.out.ends_with("\none solution\n"), "{}", own.out);
}

#[test]
fn a_solved_grid_that_a_solver_calls_unsatisfiable_is_marked() {
    let folder = TestFolder::new();
    solve(SOLUTION_4X4, &script(&folder, LIE, false), &[]).exits_with(1).stdout_is("no solution (according to sh)\n");
}

#[test]
fn json_has_the_field_verified() {
    let verified = |puzzle, solver| {
        let fields = json(puzzle, solver, &[]);
        (fields["answer"].clone(), fields["verified"].clone(), fields["according_to"].clone())
    };
    let null = serde_json::Value::Null;
    assert_eq!(verified(UNIQUE_4X4, "minisat"), ("one".into(), false.into(), "minisat".into()));
    assert_eq!(verified(UNSOLVABLE_4X4, "minisat"), ("none".into(), false.into(), "minisat".into()));
    assert_eq!(verified(AMBIGUOUS_4X4, "minisat"), ("many".into(), true.into(), null));
    let own = qedoku(["solve", UNIQUE_4X4, "--json"]).exits_with(0).objects();
    assert_eq!(own[0]["verified"], true);
    let listed = json(AMBIGUOUS_4X4, "minisat", &["--solutions", "10"]);
    assert_eq!((&listed["complete"], &listed["verified"]), (&true.into(), &false.into()));
    let count = qedoku(["count", AMBIGUOUS_4X4, "--json", "--solver", "minisat"]).exits_with(0).objects();
    assert_eq!((&count[0]["count"], &count[0]["verified"]), (&6.into(), &false.into()));
    let limited = qedoku(["count", AMBIGUOUS_4X4, "--json", "--solver", "minisat", "--limit", "3"]).objects();
    assert_eq!((&limited[0]["count"], &limited[0]["verified"]), (&3.into(), &true.into()));
}

#[test]
fn csv_has_a_column_and_lines_are_followed_by_a_note() {
    let folder = TestFolder::new();
    let list = folder.write("list.txt", format!("{UNIQUE_4X4}\n{AMBIGUOUS_4X4}\n{UNSOLVABLE_4X4}\n"));
    let csv = solve(&list, "minisat", &["--to", "csv"]).exits_with(1).stderr_is_empty();
    let rows: Vec<&str> = csv.out.lines().collect();
    assert!(rows[0].ends_with(",answer,verified"), "{}", rows[0]);
    assert!(rows[1].ends_with(",one,false") && rows[2].ends_with(",many,true") && rows[3].ends_with(",none,false"));
    let note = "note: 2 answers are according to minisat: that there is no other solution was not checked\n";
    assert_eq!(solve(&list, "minisat", &["--to", "line"]).exits_with(1).err, note);
    let note = "note: the answer is according to minisat: that there is no other solution was not checked\n";
    assert_eq!(qedoku(["count", AMBIGUOUS_4X4, "--solver", "minisat"]).exits_with(0).stdout_is("6\n").err, note);
    qedoku(["solve", &list, "--to", "line"]).exits_with(1).stderr_is_empty();
}

#[test]
fn formulas_and_constraint_problems_are_marked_too() {
    let folder = TestFolder::new();
    let formula = folder.write("u.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    solve(&formula, "minisat", &[]).exits_with(1).stdout_is("s UNSATISFIABLE\nc according to minisat\n");
    assert_eq!(json(&formula, "minisat", &[])["verified"], false);
    qedoku(["solve", &formula]).exits_with(1).stdout_is("s UNSATISFIABLE\n");
}

#[test]
fn the_proofs_of_solvers_become_certificates() {
    for solver in ["cadical", "picosat", "cryptominisat5"] {
        for (puzzle, answer) in [(HARD, "one"), (UNSOLVABLE, "none")] {
            let fields = json(puzzle, solver, &["--certified"]);
            let certificate = &fields["certificate"];
            assert_eq!((&fields["answer"], &fields["verified"]), (&answer.into(), &true.into()), "{solver}: {fields}");
            assert_eq!(certificate["proof_by"], solver, "{fields}");
            assert_eq!(certificate["solver_proof"], "checked", "{fields}");
            assert!(certificate["steps"].as_u64().unwrap() > 1, "{fields}");
        }
    }
    let text = solve(HARD, "cadical", &["--certified"]).exits_with(0);
    assert!(
        text.out.contains("\none solution\ncertified: exactly 1, ")
            && text.out.contains(", proof by cadical, checked in ")
    );
}

#[test]
fn many_solutions_are_certified_by_two_grids() {
    let fields = json(AMBIGUOUS_4X4, "minisat", &["--certified"]);
    assert_eq!((&fields["answer"], &fields["verified"]), (&"many".into(), &true.into()));
    assert_eq!(
        (&fields["certificate"]["claim"], &fields["certificate"]["solver_proof"]),
        (&"at-least 2".into(), &"not needed".into())
    );
}

#[test]
fn without_a_proof_the_certificate_is_ours() {
    let fields = json(HARD, "minisat", &["--certified"]);
    assert_eq!((&fields["verified"], &fields["certificate"]["proof_by"]), (&true.into(), &"qedoku".into()));
    assert_eq!(fields["certificate"]["solver_proof"], "missing");
    let text = solve(HARD, "minisat", &["--certified"]).exits_with(0);
    assert!(text.out.contains(", proof by qedoku (minisat wrote none), checked in "), "{}", text.out);
    // Auxiliary variables: the proof is not about candidates alone.
    let sequential = json(HARD, "cadical", &["--certified", "--amo", "sequential"]);
    assert_eq!((&sequential["verified"], &sequential["certificate"]["proof_by"]), (&true.into(), &"qedoku".into()));
}

#[test]
fn a_damaged_proof_of_a_true_claim_is_not_accepted() {
    let folder = TestFolder::new();
    let damages = [
        ("head -n 3 p > \"$2\"", "the proof ends without a contradiction"),
        ("head -c 40 p > \"$2\"", "line 6 of the proof is malformed"),
        (": > \"$2\"", "the proof ends without a contradiction"),
        ("echo 0 > \"$2\"", "line 1 of the proof does not follow by unit propagation"),
        ("sed 's/-//g' p > \"$2\"", "of the proof"),
        ("printf '5 7 0\\n0\\n' > \"$2\"", "line 1 of the proof does not follow by unit propagation"),
        ("echo 999999 0 > \"$2\"", "line 1 of the proof has a variable that is not a candidate"),
        ("head -c 9999 /dev/urandom > \"$2\"", "the proof"),
        ("yes 1 | tr -d '\\n' | head -c 20000000 > \"$2\"", "line 1 of the proof is malformed"),
    ];
    for (damage, reason) in damages {
        let text = format!("cd \"$(dirname \"$0\")\"\ncadical -q --no-binary \"$1\" p; code=$?\n{damage}\nexit $code");
        let fields = json(UNSOLVABLE, &script(&folder, &text, true), &["--certified"]);
        let certificate = &fields["certificate"];
        assert_eq!((&fields["answer"], &fields["verified"]), (&"none".into(), &true.into()), "{damage}: {fields}");
        assert_eq!(
            (&certificate["proof_by"], &certificate["solver_proof"]),
            (&"qedoku".into(), &"not accepted".into())
        );
        assert!(certificate["reason"].as_str().unwrap().contains(reason), "{damage}: {fields}");
    }
}

#[test]
fn a_wrong_claim_is_an_error_that_names_the_solver() {
    let folder = TestFolder::new();
    let proofs = ["", "echo 0 > \"$2\"\n", "printf '1 0\\n-1 0\\n0\\n' > \"$2\"\n", "truncate -s 10M \"$2\"\n"];
    for puzzle in [UNIQUE_4X4, AMBIGUOUS_4X4, HARD] {
        for proof in proofs {
            let liar = script(&folder, &format!("{proof}{LIE}"), true);
            solve(puzzle, &liar, &["--certified"])
                .exits_with(2)
                .stdout_is("")
                .stderr_contains("the answer of sh is wrong: it claims exactly 0, but a certificate proves ");
        }
    }
    solve(AMBIGUOUS_4X4, &lies_in_second_run(&folder), &["--certified"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("the answer of sh is wrong: it claims exactly 1, but a certificate proves at-least 2");
    let fields = json(UNIQUE_4X4, &script(&folder, LIE, false), &["--certified"]);
    assert!(fields["answer"].is_null() && fields["error"].as_str().unwrap().contains("the answer of sh is wrong"));
}

#[test]
fn a_proof_that_is_too_long_is_stopped() {
    let folder = TestFolder::new();
    let endless = script(&folder, "truncate -s 300M \"$2\"; exec sleep 600", true);
    solve(UNIQUE_4X4, &endless, &["--certified"])
        .exits_with(2)
        .stderr_contains("stopped sh: its output is longer than 256 MiB");
}

/// 13 cells of a row share 12 digits, and 13 digits have 12 cells: the pigeonhole principle, whose proofs by resolution are
/// exponential (A. Haken, The intractability of resolution, 1985).
fn pigeons() -> String {
    let board = Board::of_side(25).unwrap();
    let (few, all): (DigitSet, DigitSet) = (board.digits().take(12).collect(), board.digits().collect());
    let allowed = (0..board.cell_count()).map(|cell| if cell < 13 { few } else { all });
    let puzzle = Puzzle::with_candidates(board, allowed.collect::<Vec<_>>());
    formats::write(&puzzle, Format::Candidates, &WriteOptions::default()).unwrap()
}

#[test]
fn at_the_time_limit_the_claim_is_not_certified() {
    let folder = TestFolder::new();
    let puzzle = folder.write("pigeons.txt", pigeons());
    let oracle = script(&folder, LIE, false); // it is right here
    // On a loaded machine the solver itself may need longer than the first limits.
    let outputs = ["2s", "10s", "60s", "300s"].map(|limit| ["--certified", "--time-limit", limit]);
    let mut outputs = outputs.iter().map(|limit| (limit, solve(&puzzle, &oracle, limit).exits_with(124)));
    let (limit, output) = outputs.find(|(_, output)| !output.out.is_empty()).expect("a verdict of the solver");
    output.stdout_is("no solution (according to sh)\nnot certified: the proof was interrupted\n");
    let fields = json(&puzzle, &oracle, limit);
    assert_eq!((&fields["answer"], &fields["verified"]), (&"none".into(), &false.into()));
    assert_eq!(fields.get("certificate"), Some(&serde_json::Value::Null));
}

#[test]
fn a_solver_that_alternates_between_two_solutions_is_refused() {
    let folder = TestFolder::new();
    let text = "cd \"$(dirname \"$0\")\"; echo x >> runs; run=$(wc -l < runs)\n\
        if [ $run -le 2 ]; then cadical -q \"$1\" > result$run; fi\ncat result$((2 - run % 2)); exit 10";
    let alternating = script(&folder, text, false);
    qedoku(["count", AMBIGUOUS_4X4, "--solver", &alternating]).exits_with(2).stderr_contains("repeated a solution");
}

#[test]
fn schemes_need_a_solver_to_be_certified() {
    qedoku(["solve", UNIQUE_4X4, "--certified", "--scheme", "efficient"]).exits_with(2).stderr_contains("--solver");
}
