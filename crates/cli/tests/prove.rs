//! `prove` and `verify`: what is written is accepted, by us and by others, and nothing else is.

mod command;

use std::fs;
use std::path::Path;

use command::{Folder, MANY, NINE, NONE, ONE, QEDOKU, finish, qedoku, qedoku_with};

#[test]
fn says_and_verifies_what_is_true_of_each_puzzle() {
    let folder = Folder::new();
    let proof = folder.at("proof");
    for (puzzle, claim, code) in
        [(ONE, "exactly 1", 0), (NINE, "exactly 1", 0), (MANY, "at-least 2", 1), (NONE, "exactly 0", 1)]
    {
        qedoku(["prove", puzzle, "-o", &proof]).ends(code).prints("").complains(claim);
        qedoku(["verify", puzzle, &proof]).ends(0).prints(&format!("accepted: {claim}\n")).keeps_quiet();
    }
    qedoku(["prove", MANY, "--solutions", "all", "-o", &proof]).ends(0).complains("exactly 6: ");
    qedoku(["verify", MANY, &proof]).ends(0).prints("accepted: exactly 6\n");
    qedoku(["prove", MANY, "--solutions", "5", "-o", &proof]).ends(1).complains("at-least 6: ");
}

#[test]
fn says_what_must_and_what_cannot_be_in_a_cell() {
    let folder = Folder::new();
    let proof = folder.at("proof");
    for (puzzle, cell, claim, code) in
        [(ONE, "r1c1=4", "forced r1c1=4", 0), (ONE, "r1c1=3", "excluded r1c1=3", 1), (MANY, "r3c1=1", "at-least 2", 1)]
    {
        qedoku(["prove", puzzle, "--cell", cell, "-o", &proof]).ends(code).complains(claim);
        qedoku(["verify", puzzle, &proof]).ends(0).prints(&format!("accepted: {claim}\n"));
    }
    qedoku(["prove", ONE, "--cell", "r5c1=1"]).ends(2).complains("there is no r5c1=1 on a board 4x4");
    qedoku(["prove", ONE, "--cell", "c1r1=1"]).ends(2).complains("expected a cell and a digit, such as r3c4=5");
}

#[test]
fn refuses_with_the_first_wrong_line() {
    let folder = Folder::new();
    let proof = folder.at("proof");
    qedoku(["prove", ONE, "-o", &proof]).ends(0);
    qedoku(["verify", MANY, &proof]).ends(1);
    let text = fs::read_to_string(&proof).unwrap();
    let changed = folder.with("changed", text.replace("exactly 1", "exactly 2"));
    qedoku(["verify", ONE, &changed]).ends(1).prints("refused: line 5: expected grid\n");
    let twice = folder.with("twice", text.repeat(2));
    qedoku(["verify", ONE, &twice]).ends(2).complains("there are more certificates than puzzles");
    qedoku(["verify", ONE, &folder.at("absent")]).ends(2).complains("absent");
    let object = qedoku(["verify", ONE, &changed, "--json"]).ends(1).objects().remove(0);
    assert_eq!((&object["accepted"], &object["line"]), (&false.into(), &5.into()));
}

#[test]
fn many_puzzles_have_a_certificate_each_packed_or_not() {
    let folder = Folder::new();
    let list = folder.with("list.txt", format!("{ONE}\n{MANY}\n{NONE}\n{NINE}\n"));
    for name in ["proofs", "proofs.gz", "proofs.zst"] {
        let proofs = folder.at(name);
        qedoku(["prove", &list, "-o", &proofs]).ends(1).keeps_quiet();
        let verdicts = ["exactly 1", "at-least 2", "exactly 0", "exactly 1"];
        let lines = (1..).zip(verdicts).map(|(line, claim)| format!("{list}:{line}: accepted: {claim}\n"));
        qedoku(["verify", &list, &proofs]).ends(0).prints(&lines.collect::<String>());
    }
    assert!(fs::read(folder.at("proofs.gz")).unwrap().starts_with(&[0x1f, 0x8b]), "it is gzip");
    assert!(fs::read(folder.at("proofs.zst")).unwrap().starts_with(&[0x28, 0xb5, 0x2f, 0xfd]), "it is zstd");
    let text = fs::read_to_string(folder.at("proofs")).unwrap();
    qedoku_with(["verify", &list, "-"], &text).ends(0);

    let cut = folder.with("cut", &text[..text.len() - 2]);
    let said = qedoku(["verify", &list, &cut]).ends(1);
    assert!(said.out.lines().last().unwrap().starts_with(&format!("{list}:4: refused: line ")), "{}", said.out);
    let missing = folder.with("missing", &text[..text.rfind("qedoku").unwrap()]);
    assert!(qedoku(["verify", &list, &missing]).ends(1).out.contains(":4: refused: "));
    let more = folder.with("more", format!("{text}{text}"));
    qedoku(["verify", &list, &more]).ends(2).complains("there are more certificates than puzzles");
    let packed = fs::read(folder.at("proofs.gz")).unwrap();
    let broken = folder.with("broken.gz", &packed[..packed.len() / 2]);
    qedoku(["verify", &list, &broken]).ends(2);
}

#[test]
fn bad_puzzles_are_named_and_the_others_are_proved() {
    let folder = Folder::new();
    let list = folder.with("list.txt", format!("{ONE}\n{}x\n{ONE}\n", &ONE[1..]));
    let said = qedoku(["prove", &list]).ends(3).complains("list.txt:2");
    assert_eq!(said.out.matches("claim exactly 1").count(), 2);
}

/// What an outside checker reads: the clauses of a DIMACS file.
fn clauses(file: &Path) -> Vec<Vec<i32>> {
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
fn an_outside_checker_accepts_the_files_of_a_hundred_puzzles() {
    let folder = Folder::new();
    let mut expected = 0;
    for (size, count) in [("4x4", "40"), ("6x6", "25"), ("9x9", "25"), ("12x12", "10")] {
        let list = folder.at(&format!("{size}.txt"));
        qedoku(["generate", count, "--size", size, "--seed", "1", "-o", &list]).ends(0);
        qedoku(["prove", &list, "--export", &folder.at("export"), "--drat", "-o", &folder.at("proofs")]).ends(0);
        expected += count.parse::<usize>().unwrap();
    }
    let files = fs::read_dir(folder.path().join("export")).unwrap().map(|entry| entry.unwrap().path());
    let formulas: Vec<_> = files.filter(|path| path.extension().is_some_and(|ending| ending == "cnf")).collect();
    assert_eq!((formulas.len(), expected), (100, 100));
    for formula in formulas {
        let steps = fs::read_to_string(formula.with_extension("lrat")).unwrap();
        ordeal_lrat::check(&clauses(&formula), &steps).unwrap_or_else(|error| panic!("{}: {error}", formula.display()));
        let drat = fs::read_to_string(formula.with_extension("drat")).unwrap();
        assert_eq!(drat.lines().last(), Some("0"), "the last clause is the empty one");
    }
}

#[test]
fn a_full_disk_is_an_error_and_no_proof() {
    if !Path::new("/dev/full").exists() {
        return println!("skipped: there is no /dev/full");
    }
    qedoku(["prove", NINE, "-o", "/dev/full"]).ends(2).complains("No space left");
}

#[test]
fn solve_shows_the_certificate_of_its_verdict() {
    let said = qedoku(["solve", ONE, "--certified"]).ends(0);
    let last = said.out.lines().last().unwrap();
    assert!(last.starts_with("certified: exactly 1, 1 step, ") && last.ends_with(" ms"), "{last}");
    let object = qedoku(["solve", NONE, "--certified", "--json"]).ends(1).objects().remove(0);
    assert_eq!(object["certificate"]["claim"], "exactly 0");
    assert!(object["certificate"]["check_seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_proof_that_takes_too_long_is_stopped_and_leaves_no_file() {
    let folder = Folder::new();
    let proof = folder.at("proof");
    qedoku(["prove", "49x49", "--solutions", "all", "--time-limit", "1s", "-o", &proof]).ends(124);
    assert!(!Path::new(&proof).exists());
    finish(std::process::Command::new(QEDOKU).args(["verify", ONE, "-"]), "").ends(1);
}

/// Two puzzles on the command line, and two files of the same name, have files of their own.
#[test]
fn no_proof_is_written_over_another() {
    let folder = Folder::new();
    for name in ["a", "b"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let (a, b) = (folder.with("a/my list.txt", ONE), folder.with("b/my list.txt", NINE));
    let export = folder.at("proofs");
    qedoku(["-q", "prove", ONE, &a, &b, NINE, "--export", &export, "-o", &folder.at("all.proof")]).ends(0);
    for (name, variables) in [("puzzle-1", 64), ("my list-1", 64), ("my list-2-1", 729), ("puzzle-2-1", 729)] {
        let cnf = fs::read_to_string(folder.at(&format!("proofs/{name}.cnf"))).expect(name);
        assert!(cnf.contains(&format!("p cnf {variables} ")), "{name}");
    }
}
