//! `qedoku prove` and `qedoku verify`: certificates are accepted by our checker and an external one; wrong ones are refused.

mod command;

use std::fs;
use std::path::Path;

use command::{
    AMBIGUOUS_4X4, QEDOKU, SOLUTION_4X4, SOLUTION_9X9, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, finish,
    qedoku, qedoku_with,
};

#[test]
fn the_number_of_solutions_is_proved_and_verified() {
    let folder = TestFolder::new();
    let proof = folder.path_to("proof");
    for (puzzle, claim, code) in [
        (UNIQUE_4X4, "exactly 1", 0),
        (UNIQUE_9X9, "exactly 1", 0),
        (AMBIGUOUS_4X4, "at-least 2", 1),
        (UNSOLVABLE_4X4, "exactly 0", 1),
    ] {
        qedoku(["prove", puzzle, "-o", &proof]).exits_with(code).stdout_is("").stderr_contains(claim);
        qedoku(["verify", puzzle, &proof]).exits_with(0).stdout_is(&format!("accepted: {claim}\n")).stderr_is_empty();
    }
    qedoku(["prove", AMBIGUOUS_4X4, "--solutions", "all", "-o", &proof]).exits_with(0).stderr_contains("exactly 6: ");
    qedoku(["verify", AMBIGUOUS_4X4, &proof]).exits_with(0).stdout_is("accepted: exactly 6\n");
    qedoku(["prove", AMBIGUOUS_4X4, "--solutions", "5", "-o", &proof]).exits_with(1).stderr_contains("at-least 6: ");
}

#[test]
fn forced_and_excluded_candidates_are_proved_and_verified() {
    let folder = TestFolder::new();
    let proof = folder.path_to("proof");
    for (puzzle, cell, claim, code) in [
        (UNIQUE_4X4, "r1c1=4", "forced r1c1=4", 0),
        (UNIQUE_4X4, "r1c1=3", "excluded r1c1=3", 1),
        (AMBIGUOUS_4X4, "r3c1=1", "at-least 2", 1),
    ] {
        qedoku(["prove", puzzle, "--cell", cell, "-o", &proof]).exits_with(code).stderr_contains(claim);
        qedoku(["verify", puzzle, &proof]).exits_with(0).stdout_is(&format!("accepted: {claim}\n"));
    }
    qedoku(["prove", UNIQUE_4X4, "--cell", "r5c1=1"])
        .exits_with(2)
        .stderr_contains("there is no r5c1=1 on a board 4x4");
    qedoku(["prove", UNIQUE_4X4, "--cell", "c1r1=1"])
        .exits_with(2)
        .stderr_contains("expected a cell and a digit, such as r3c4=5");
}

#[test]
fn a_wrong_certificate_is_refused_with_its_first_wrong_line() {
    let folder = TestFolder::new();
    let proof = folder.path_to("proof");
    qedoku(["prove", UNIQUE_4X4, "-o", &proof]).exits_with(0);
    qedoku(["verify", AMBIGUOUS_4X4, &proof]).exits_with(1);
    let text = fs::read_to_string(&proof).unwrap();
    let changed = folder.write("changed", text.replace("exactly 1", "exactly 2"));
    qedoku(["verify", UNIQUE_4X4, &changed]).exits_with(1).stdout_is("refused: line 5: expected grid\n");
    let twice = folder.write("twice", text.repeat(2));
    qedoku(["verify", UNIQUE_4X4, &twice]).exits_with(2).stderr_contains("there are more certificates than puzzles");
    qedoku(["verify", UNIQUE_4X4, &folder.path_to("absent")]).exits_with(2).stderr_contains("absent");
    let object = qedoku(["verify", UNIQUE_4X4, &changed, "--json"]).exits_with(1).objects().remove(0);
    assert_eq!((&object["accepted"], &object["line"]), (&false.into(), &5.into()));
}

#[test]
fn many_puzzles_have_one_certificate_each_compressed_or_not() {
    let folder = TestFolder::new();
    let list = folder.write("list.txt", format!("{UNIQUE_4X4}\n{AMBIGUOUS_4X4}\n{UNSOLVABLE_4X4}\n{UNIQUE_9X9}\n"));
    for name in ["proofs", "proofs.gz", "proofs.zst"] {
        let proofs = folder.path_to(name);
        qedoku(["prove", &list, "-o", &proofs]).exits_with(1).stderr_is_empty();
        let verdicts = ["exactly 1", "at-least 2", "exactly 0", "exactly 1"];
        let lines = (1..).zip(verdicts).map(|(line, claim)| format!("{list}:{line}: accepted: {claim}\n"));
        qedoku(["verify", &list, &proofs]).exits_with(0).stdout_is(&lines.collect::<String>());
    }
    assert!(fs::read(folder.path_to("proofs.gz")).unwrap().starts_with(&[0x1f, 0x8b]), "the file is gzip");
    assert!(fs::read(folder.path_to("proofs.zst")).unwrap().starts_with(&[0x28, 0xb5, 0x2f, 0xfd]), "the file is zstd");
    let text = fs::read_to_string(folder.path_to("proofs")).unwrap();
    qedoku_with(["verify", &list, "-"], &text).exits_with(0);

    let cut = folder.write("cut", &text[..text.len() - 2]);
    let output = qedoku(["verify", &list, &cut]).exits_with(1);
    assert!(output.out.lines().last().unwrap().starts_with(&format!("{list}:4: refused: line ")), "{}", output.out);
    let missing = folder.write("missing", &text[..text.rfind("qedoku").unwrap()]);
    assert!(qedoku(["verify", &list, &missing]).exits_with(1).out.contains(":4: refused: "));
    let more = folder.write("more", format!("{text}{text}"));
    qedoku(["verify", &list, &more]).exits_with(2).stderr_contains("there are more certificates than puzzles");
    let packed = fs::read(folder.path_to("proofs.gz")).unwrap();
    let broken = folder.write("broken.gz", &packed[..packed.len() / 2]);
    qedoku(["verify", &list, &broken]).exits_with(2);
}

#[test]
fn unreadable_puzzles_are_reported_and_the_others_are_proved() {
    let folder = TestFolder::new();
    let list = folder.write("list.txt", format!("{UNIQUE_4X4}\n{}x\n{UNIQUE_4X4}\n", &UNIQUE_4X4[1..]));
    let output = qedoku(["prove", &list]).exits_with(3).stderr_contains("list.txt:2");
    assert_eq!(output.out.matches("claim exactly 1").count(), 2);
}

/// Reads the clauses of a DIMACS file, as an external checker does.
fn read_clauses(file: &Path) -> Vec<Vec<i32>> {
    let text = fs::read_to_string(file).unwrap();
    let header = text.lines().find(|line| line.starts_with("p cnf ")).expect("a header").to_owned();
    let clause = |line: &str| {
        let mut numbers: Vec<i32> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
        assert_eq!(numbers.pop(), Some(0));
        numbers
    };
    let clauses: Vec<Vec<i32>> = text.lines().filter(|line| !line.starts_with(['c', 'p'])).map(clause).collect();
    assert!(header.ends_with(&format!(" {}", clauses.len())), "{header}");
    clauses
}

#[test]
fn an_external_checker_accepts_the_exported_proofs_of_100_puzzles() {
    let folder = TestFolder::new();
    let mut expected = 0;
    for (size, count) in [("4x4", "40"), ("6x6", "25"), ("9x9", "25"), ("12x12", "10")] {
        let list = folder.path_to(&format!("{size}.txt"));
        qedoku(["generate", count, "--size", size, "--seed", "1", "-o", &list]).exits_with(0);
        qedoku(["prove", &list, "--export", &folder.path_to("export"), "--drat", "-o", &folder.path_to("proofs")])
            .exits_with(0);
        expected += count.parse::<usize>().unwrap();
    }
    let files = fs::read_dir(folder.path().join("export")).unwrap().map(|entry| entry.unwrap().path());
    let formulas: Vec<_> = files.filter(|path| path.extension().is_some_and(|ending| ending == "cnf")).collect();
    assert_eq!((formulas.len(), expected), (100, 100));
    for formula in formulas {
        let steps = fs::read_to_string(formula.with_extension("lrat")).unwrap();
        ordeal_lrat::check(&read_clauses(&formula), &steps)
            .unwrap_or_else(|error| panic!("{}: {error}", formula.display()));
        let drat = fs::read_to_string(formula.with_extension("drat")).unwrap();
        assert_eq!(drat.lines().last(), Some("0"), "the last clause is empty");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    qedoku(["prove", UNIQUE_9X9, "-o", "/dev/full"]).exits_with(2).stderr_contains("No space left");
}

#[test]
fn solve_shows_the_certificate_of_its_verdict() {
    let output = qedoku(["solve", UNIQUE_4X4, "--certified"]).exits_with(0);
    let last = output.out.lines().last().unwrap();
    assert!(last.starts_with("certified: exactly 1, 1 step, ") && last.ends_with(" ms"), "{last}");
    let object = qedoku(["solve", UNSOLVABLE_4X4, "--certified", "--json"]).exits_with(1).objects().remove(0);
    assert_eq!(object["certificate"]["claim"], "exactly 0");
    assert!(object["certificate"]["check_seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_certified_verdict_is_the_claim_of_its_certificate() {
    for (puzzle, answer, claim, grids) in [
        (UNIQUE_4X4, "one", "exactly 1", 1),
        (UNIQUE_9X9, "one", "exactly 1", 1),
        (AMBIGUOUS_4X4, "many", "at-least 2", 2),
        (UNSOLVABLE_4X4, "none", "exactly 0", 0),
    ] {
        let code = i32::from(answer != "one");
        let plain = qedoku(["solve", puzzle, "--json"]).exits_with(code).objects().remove(0);
        let certified = qedoku(["solve", puzzle, "--certified", "--json"]).exits_with(code).objects().remove(0);
        assert_eq!((&certified["answer"], &certified["certificate"]["claim"]), (&answer.into(), &claim.into()));
        assert_eq!(certified["solutions"].as_array().unwrap().len(), grids);
        assert_eq!((&plain["answer"], &plain["complete"]), (&certified["answer"], &certified["complete"]));
        if answer == "one" {
            assert_eq!(plain["solutions"], certified["solutions"]);
        }
    }
    let list = format!("{UNIQUE_4X4}\n{UNSOLVABLE_4X4}\n{UNIQUE_9X9}\n");
    let lines = format!("{SOLUTION_4X4}\nnone\n{SOLUTION_9X9}\n");
    qedoku_with(["solve", "--certified"], &list).exits_with(1).stdout_is(&lines);
    qedoku(["solve", UNIQUE_4X4, "--certified", "--engine", "sat"])
        .exits_with(2)
        .stderr_contains("cannot be used with");
}

#[test]
fn an_interrupted_proof_leaves_no_file() {
    let folder = TestFolder::new();
    let proof = folder.path_to("proof");
    qedoku(["prove", "49x49", "--solutions", "all", "--time-limit", "1s", "-o", &proof]).exits_with(124);
    assert!(!Path::new(&proof).exists());
    finish(std::process::Command::new(QEDOKU).args(["verify", UNIQUE_4X4, "-"]), "").exits_with(1);
}

/// Several puzzles on the command line, and files of the same name in different folders, get files of their own.
#[test]
fn exported_proofs_have_distinct_names() {
    let folder = TestFolder::new();
    for name in ["a", "b"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let (a, b) = (folder.write("a/my list.txt", UNIQUE_4X4), folder.write("b/my list.txt", UNIQUE_9X9));
    let export = folder.path_to("proofs");
    qedoku(["-q", "prove", UNIQUE_4X4, &a, &b, UNIQUE_9X9, "--export", &export, "-o", &folder.path_to("all.proof")])
        .exits_with(0);
    for (name, variables) in [("puzzle-1", 64), ("my list-1", 64), ("my list-2-1", 729), ("puzzle-2-1", 729)] {
        let cnf = fs::read_to_string(folder.path_to(&format!("proofs/{name}.cnf"))).expect(name);
        assert!(cnf.contains(&format!("p cnf {variables} ")), "{name}");
    }
}
