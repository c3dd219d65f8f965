//! `qedoku convert`: from any format to any other and back.

mod command;

use command::{Folder, NINE, NINE_SOLVED, ONE, qedoku, qedoku_with};

const FORMATS: [&str; 10] =
    ["line", "grid", "numbers", "clues", "sdm", "sdk", "ss", "candidates", "candidate-grid", "csv"];

#[test]
fn every_format_leads_back_to_the_puzzle() {
    for (puzzle, formats) in [(NINE, &FORMATS[..]), (ONE, &FORMATS[..4]), (NINE_SOLVED, &FORMATS[..])] {
        for format in formats {
            let text = qedoku(["convert", puzzle, "--to", format]).ends(0).out;
            let back = qedoku_with(["convert", "--to", "line"], &text);
            assert_eq!(back.out, format!("{puzzle}\n"), "{format}:\n{text}{}", back.err);
            let told = qedoku_with(["convert", "--to", "line", "--format", format], &text);
            assert_eq!(told.out, format!("{puzzle}\n"), "{format} told:\n{text}{}", told.err);
        }
    }
}

#[test]
fn many_puzzles_stay_many_and_in_order_in_every_format() {
    let list = format!("{NINE}\n{NINE_SOLVED}\n{NINE}\n");
    for format in FORMATS {
        let text = qedoku_with(["convert", "--to", format], &list).ends(0).out;
        let back = qedoku_with(["convert", "--to", "line"], &text);
        assert_eq!(back.out, list, "{format}:\n{text}{}", back.err);
    }
}

#[test]
fn a_picture_is_one_svg_document() {
    let folder = Folder::new();
    let file = folder.at("puzzle.svg");
    qedoku(["convert", NINE, "--to", "svg", "-o", &file]).ends(0).prints("").keeps_quiet();
    let picture = std::fs::read_to_string(&file).unwrap();
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"));
    assert!(picture.contains("23 givens"));
    qedoku(["convert", &file, "--to", "line"]).ends(2).prints("").complains("XML");
}

#[test]
fn symbols_and_blanks_are_as_asked_for() {
    let empty = "................";
    qedoku(["convert", empty, "--to", "line", "--blank", "0"]).ends(0).prints("0000000000000000\n");
    qedoku(["convert", ONE, "--to", "line", "--blank", "_"]).ends(0).prints("__2__3_114______\n");
    qedoku(["convert", ONE, "--to", "line", "--blank", "7"]).ends(2).prints("").complains("expected a blank");
    let sixteen = format!("G{}1", ".".repeat(254));
    let words = ["convert", &sixteen, "--to", "line", "--alphabet", "1-G", "--to-alphabet", "0-F"];
    qedoku(words).ends(0).prints(&format!("F{}0\n", ".".repeat(254)));
}

#[test]
fn boxes_are_as_asked_for() {
    let empty = ".".repeat(144);
    let grid = |boxes| qedoku(["convert", &empty, "--boxes", boxes, "--to", "grid"]).ends(0).out;
    assert_ne!(grid("2x6"), grid("3x4"));
    assert_eq!(qedoku(["convert", &empty, "--to", "grid"]).ends(0).out, grid("3x4"));
    qedoku(["convert", &empty, "--boxes", "12x1", "--to", "grid"]).ends(2).prints("");
}

#[test]
fn a_bad_puzzle_is_named_while_the_others_are_written() {
    let folder = Folder::new();
    let file = folder.with("list.txt", format!("{NINE}\n{ONE}\n..2..3x114......\n"));
    let said = qedoku(["convert", &file, "--to", "sdm"]).ends(3);
    said.prints(&format!("{}\n", NINE.replace('.', "0")))
        .complains(&format!("{file}:2: sdm is for 9x9 only"))
        .complains(&format!("{file}:3:7: "));
    qedoku(["convert", ONE]).ends(2).complains("--to");
}

#[test]
fn json_has_the_text_of_each_puzzle_and_what_is_bad() {
    let list = format!("{ONE}\n{}x\n", &ONE[..15]);
    for format in ["clues", "csv"] {
        let objects = qedoku_with(["convert", "--to", format, "--json"], &list).ends(3).objects();
        let plain = qedoku(["convert", ONE, "--to", format]).ends(0).out;
        assert_eq!((&objects[0]["puzzle"], &objects[0]["format"]), (&ONE.into(), &format.into()));
        assert!(plain.contains(objects[0]["text"].as_str().unwrap()), "{plain}");
        assert!(objects[1]["error"].as_str().unwrap().starts_with("standard input:2:16: "));
        assert_eq!(objects.len(), 2);
    }
}

/// What `-o` packs, every command reads.
#[test]
fn packed_files_are_read_as_others() {
    let folder = Folder::new();
    for ending in ["gz", "zst"] {
        let (puzzles, cnf) = (folder.at(&format!("two.txt.{ending}")), folder.at(&format!("one.cnf.{ending}")));
        qedoku_with(["convert", "--to", "line", "-o", &puzzles], &format!("{ONE}\n{NINE}\n")).ends(0);
        qedoku(["convert", &puzzles, "--to", "line"]).ends(0).prints(&format!("{ONE}\n{NINE}\n"));
        assert_eq!(qedoku(["stats", &puzzles, "--json"]).ends(0).objects()[0]["puzzles"], 2);
        qedoku(["encode", ONE, "-o", &cnf]).ends(0);
        assert_eq!(qedoku(["stats", &cnf, "--json"]).ends(0).objects()[0]["board"], "4x4");
        qedoku_with(["decode", "-", "--cnf", &cnf], "UNSAT\n").ends(1);
        let cut = std::fs::read(&puzzles).unwrap();
        std::fs::write(&puzzles, &cut[..cut.len() - 6]).unwrap();
        qedoku(["convert", &puzzles, "--to", "line"]).ends(2).prints("").complains(&puzzles);
    }
}
