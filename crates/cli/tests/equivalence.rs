//! `qedoku canonical` and `qedoku shuffle`.

mod command;

use command::{UNIQUE_4X4, UNIQUE_9X9, qedoku, qedoku_with};

/// The canonical form of a line.
fn canonical(puzzle: &str) -> String {
    qedoku(["canonical", puzzle, "--to", "line"]).exits_with(0).out.trim_end().to_owned()
}

#[test]
fn equivalent_puzzles_have_one_canonical_form() {
    let form = canonical(UNIQUE_9X9);
    assert!(form.len() == 81 && form != UNIQUE_9X9 && canonical(&form) == form);
    let shuffled = qedoku(["shuffle", UNIQUE_9X9, "--count", "20", "--seed", "7"]).exits_with(0).out;
    let mut puzzles: Vec<&str> = shuffled.lines().collect();
    let forms = qedoku_with(["canonical", "--to", "line"], &shuffled).exits_with(0).out;
    assert_eq!(forms, format!("{form}\n").repeat(20));
    puzzles.sort_unstable();
    puzzles.dedup();
    assert_eq!(puzzles.len(), 20, "{puzzles:?}");
}

#[test]
fn shuffled_puzzles_depend_on_seed_and_puzzle_only() {
    let of = |puzzle: &str, seed: &str| qedoku(["shuffle", puzzle, "-n", "2", "--seed", seed]).exits_with(0).out;
    let list = format!("{UNIQUE_4X4}\n{UNIQUE_9X9}\n");
    let both = qedoku_with(["shuffle", "-n", "2", "--seed", "3", "--threads", "2"], &list).exits_with(0).out;
    assert_eq!(both, of(UNIQUE_4X4, "3") + &of(UNIQUE_9X9, "3"));
    assert_ne!(of(UNIQUE_9X9, "3"), of(UNIQUE_9X9, "4"));
}

#[test]
fn details_have_the_transformation() {
    let line = qedoku(["canonical", UNIQUE_4X4, "--details"]).exits_with(0).out;
    let fields: Vec<&str> = line.trim_end().split('\t').collect();
    assert_eq!((fields.len(), fields[0]), (3, canonical(UNIQUE_4X4).as_str()));
    assert!(fields[1].starts_with("automorphisms ") && fields[2].contains("rows "), "{line}");
    let object = &qedoku(["canonical", UNIQUE_4X4, "--json"]).exits_with(0).objects()[0];
    assert_eq!((object["canonical"].as_str(), object["transformation"].as_str()), (Some(fields[0]), Some(fields[2])));
    let object = &qedoku(["shuffle", UNIQUE_4X4, "--json"]).exits_with(0).objects()[0];
    assert_eq!(canonical(object["shuffled"].as_str().unwrap()), fields[0]);
    assert!(qedoku(["shuffle", UNIQUE_4X4, "--details"]).exits_with(0).out.contains('\t'));
}

#[test]
fn puzzles_without_a_canonical_form_are_errors() {
    let list = format!("{UNIQUE_4X4}\n11..............\n");
    let result = qedoku_with(["canonical"], &list).exits_with(3);
    assert_eq!(result.out, format!("{}\nbad\n", canonical(UNIQUE_4X4)));
    assert!(result.err.contains("no canonical form"), "{}", result.err);
    assert!(qedoku(["canonical", "25x25"]).exits_with(2).err.contains("the largest is 16x16"));
}
