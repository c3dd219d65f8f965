//! `qedoku verify --verified` and `qedoku prove --coq`.
//!
//! Tests of the module `verified_program` need the program and the compiled proof that `verified/build` makes; `./test --all` runs them.

mod command;

use std::fs;

use command::{AMBIGUOUS_4X4, TestFolder, UNIQUE_4X4, UNIQUE_9X9, UNSOLVABLE_4X4, qedoku};

/// An executable that reads its input and prints this verdict, in place of `qedoku-verified`.
#[cfg(unix)]
fn fake_program(folder: &TestFolder, verdict: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.write("program", format!("#!/bin/sh\ncat > /dev/null\necho '{verdict}'\n"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("--verified={path}")
}

#[test]
#[cfg(unix)]
fn both_verdicts_are_reported() {
    let folder = TestFolder::new();
    let proof = folder.path_to("proof");
    qedoku(["prove", UNIQUE_4X4, "-o", &proof]).exits_with(0);
    let option = fake_program(&folder, "accepted: exactly 1");
    let both = "accepted: exactly 1\nqedoku-verified: accepted: exactly 1\n";
    qedoku(["verify", UNIQUE_4X4, &proof, &option]).exits_with(0).stdout_is(both);
    let object = qedoku(["verify", UNIQUE_4X4, &proof, &option, "--json"]).exits_with(0).objects().remove(0);
    assert_eq!((&object["accepted"], &object["verified"]["claim"]), (&true.into(), &"exactly 1".into()));

    let text = fs::read_to_string(&proof).unwrap();
    let changed = folder.write("changed", text.replace("exactly 1", "exactly 2"));
    let option = fake_program(&folder, "refused: line 5");
    let both = "refused: line 5: expected grid\nqedoku-verified: refused: line 5\n";
    qedoku(["verify", UNIQUE_4X4, &changed, &option]).exits_with(1).stdout_is(both);
}

#[test]
#[cfg(unix)]
fn different_verdicts_are_an_error_with_a_command_that_shows_them() {
    let folder = TestFolder::new();
    let (list, proofs) = (folder.write("list", format!("{UNIQUE_4X4}\n{UNSOLVABLE_4X4}\n")), folder.path_to("proofs"));
    qedoku(["prove", &list, "-o", &proofs]).exits_with(1);
    let option = fake_program(&folder, "accepted: exactly 1");
    let program = option.strip_prefix("--verified=").expect("the option names the program");
    let first_lines = fs::read_to_string(&proofs).unwrap().split("qedoku ").nth(1).unwrap().lines().count();
    qedoku(["verify", &list, &proofs, &option])
        .exits_with(2)
        .stderr_contains("the checkers differ")
        .stderr_contains("qedoku: accepted: exactly 0")
        .stderr_contains("qedoku-verified: accepted: exactly 1")
        .stderr_contains(&format!("cat '{proofs}' | sed -n '{},", first_lines + 1))
        .stderr_contains(&format!("| qedoku verify --boxes 2x2 '{UNSOLVABLE_4X4}' - --verified='{program}'"));
    for verdict in ["refused: line 6", "accepted: exactly 2"] {
        qedoku(["prove", UNIQUE_4X4, "-o", &proofs]).exits_with(0);
        let option = fake_program(&folder, verdict);
        qedoku(["verify", UNIQUE_4X4, &proofs, &option]).exits_with(2).stderr_contains(verdict);
    }
}

#[test]
#[cfg(unix)]
fn a_program_that_is_missing_or_without_a_verdict_is_an_error() {
    let folder = TestFolder::new();
    let proof = folder.path_to("proof");
    qedoku(["prove", UNIQUE_4X4, "-o", &proof]).exits_with(0);
    let absent = format!("--verified={}", folder.path_to("absent"));
    qedoku(["verify", UNIQUE_4X4, &proof, &absent]).exits_with(2).stderr_contains("verified/build makes it");
    let silent = fake_program(&folder, "");
    qedoku(["verify", UNIQUE_4X4, &proof, &silent]).exits_with(2).stderr_contains("ended without a verdict");
}

#[test]
fn prove_writes_a_theorem_of_a_single_puzzle() {
    let folder = TestFolder::new();
    let theorem = folder.path_to("Puzzle.v");
    qedoku(["prove", UNIQUE_4X4, "--coq", &theorem]).exits_with(0);
    assert!(fs::read_to_string(&theorem).unwrap().contains("Theorem the_theorem : solution the_board the_puzzle"));
    let list = folder.write("list", format!("{UNIQUE_4X4}\n{AMBIGUOUS_4X4}\n"));
    qedoku(["prove", &list, "--coq", &theorem]).exits_with(2).stderr_contains("a single puzzle");
    for name in ["1.v", "a-b.v", "puzzle.txt"] {
        qedoku(["prove", UNIQUE_4X4, "--coq", &folder.path_to(name)])
            .exits_with(2)
            .stderr_contains("the name of a Coq file");
    }
}

mod verified_program {
    use super::*;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    fn built_program() -> PathBuf {
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/verified/qedoku-verified");
        std::env::var_os("QEDOKU_VERIFIED").map_or(built, PathBuf::from)
    }

    #[test]
    #[ignore = "needs target/verified/qedoku-verified: ./test --all"]
    fn the_real_program_has_the_same_verdicts() {
        let folder = TestFolder::new();
        let option = format!("--verified={}", built_program().display());
        let list = folder.write("list", format!("{UNIQUE_4X4}\n{AMBIGUOUS_4X4}\n{UNSOLVABLE_4X4}\n{UNIQUE_9X9}\n"));
        let proofs = folder.path_to("proofs.gz");
        qedoku(["prove", &list, "-o", &proofs]).exits_with(1);
        let verdicts = ["exactly 1", "at-least 2", "exactly 0", "exactly 1"];
        let lines = (1..).zip(verdicts).map(|(line, claim)| {
            format!("{list}:{line}: accepted: {claim}\n{list}:{line}: qedoku-verified: accepted: {claim}\n")
        });
        qedoku(["verify", &list, &proofs, &option]).exits_with(0).stdout_is(&lines.collect::<String>());
        qedoku(["verify", UNIQUE_4X4, &proofs, &option])
            .exits_with(2)
            .stderr_contains("more certificates than puzzles");
    }

    #[test]
    #[ignore = "needs the compiled proof in target/verified: ./test --all"]
    fn coq_accepts_the_theorem_of_every_claim() {
        let folder = TestFolder::new();
        let theories = built_program().parent().unwrap().to_owned();
        let all: &[&str] = &["--solutions", "all"];
        let forced: &[&str] = &["--cell", "r1c1=4"];
        let excluded: &[&str] = &["--cell", "r1c1=3"];
        let cases = [
            (UNIQUE_4X4, &[][..]),
            (UNIQUE_9X9, &[]),
            (AMBIGUOUS_4X4, &[]),
            (AMBIGUOUS_4X4, all),
            (UNSOLVABLE_4X4, &[]),
            (UNIQUE_4X4, forced),
            (UNIQUE_4X4, excluded),
        ];
        for (puzzle, options) in cases {
            let theorem = folder.path_to("Theorem1.v");
            qedoku(["prove", puzzle, "--coq", &theorem].iter().chain(options));
            let coqc = || Command::new("coqc").arg("-R").arg(&theories).args(["Qedoku", &theorem]).output().unwrap();
            let output = coqc();
            let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(output.status.success(), "{puzzle} {options:?}: {err}");
            assert_eq!(out.trim_end(), "Closed under the global context", "{puzzle} {options:?}");
            // The checker refuses a given off the board, and the proof fails.
            let text = fs::read_to_string(&theorem).unwrap();
            fs::write(&theorem, text.replace("givens := [(", "givens := [(99, 3, 1); (")).unwrap();
            assert!(!coqc().status.success(), "{puzzle} {options:?}: a given off the board is accepted");
        }
    }
}
