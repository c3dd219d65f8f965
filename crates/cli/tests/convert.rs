//! `qedoku convert`: round trips through all formats, options and errors.

mod command;

use command::{SOLUTION_9X9, TestFolder, UNIQUE_4X4, UNIQUE_9X9, qedoku, qedoku_with};

const FORMATS: [&str; 18] = [
    "line",
    "grid",
    "numbers",
    "clues",
    "sdm",
    "sdk",
    "ss",
    "candidates",
    "candidate-grid",
    "csv",
    "json",
    "hodoku",
    "sudokuwiki",
    "sudokuexchange",
    "f-puzzles",
    "sudokupad",
    "opensudoku",
    "ksudoku",
];

#[test]
fn every_format_round_trips() {
    for (puzzle, formats) in [(UNIQUE_9X9, &FORMATS[..]), (UNIQUE_4X4, &FORMATS[..4]), (SOLUTION_9X9, &FORMATS[..])] {
        for format in formats {
            let text = qedoku(["convert", puzzle, "--to", format]).exits_with(0).out;
            let back = qedoku_with(["convert", "--to", "line"], &text);
            assert_eq!(back.out, format!("{puzzle}\n"), "{format}:\n{text}{}", back.err);
            let forced = qedoku_with(["convert", "--to", "line", "--format", format], &text);
            assert_eq!(forced.out, format!("{puzzle}\n"), "{format} forced:\n{text}{}", forced.err);
        }
    }
}

#[test]
fn lists_of_puzzles_round_trip_in_order_in_every_format() {
    let list = format!("{UNIQUE_9X9}\n{SOLUTION_9X9}\n{UNIQUE_9X9}\n");
    for format in FORMATS {
        let text = qedoku_with(["convert", "--to", format], &list).exits_with(0).out;
        let back = qedoku_with(["convert", "--to", "line"], &text);
        assert_eq!(back.out, list, "{format}:\n{text}{}", back.err);
    }
}

#[test]
fn numpy_arrays_are_written_and_read_plain_and_compressed() {
    let folder = TestFolder::new();
    let list = format!("{UNIQUE_9X9}\n{SOLUTION_9X9}\n{UNIQUE_9X9}\n");
    for name in ["puzzles.npy", "puzzles.npy.gz", "puzzles.npy.zst"] {
        let file = folder.path_to(name);
        qedoku_with(["convert", "--to", "npy", "-o", &file], &list).exits_with(0).stdout_is("").stderr_is_empty();
        assert_eq!(qedoku(["convert", &file, "--to", "line"]).exits_with(0).out, list, "{name}");
    }
    let bytes = std::fs::read(folder.path_to("puzzles.npy")).unwrap();
    let header = String::from_utf8_lossy(&bytes[..128]).into_owned();
    assert!(header.contains("'descr': '|u1', 'fortran_order': False, 'shape': (3, 81)"), "{header}");
    assert_eq!(bytes.len(), 128 + 3 * 81);
    assert!(bytes[128..209].iter().zip(UNIQUE_9X9.bytes()).all(|(digit, symbol)| match symbol {
        b'.' => *digit == 0,
        symbol => b'0' + digit == symbol,
    }));
    let file = folder.path_to("mixed.npy");
    let mixed = qedoku(["convert", UNIQUE_9X9, UNIQUE_4X4, "--to", "npy", "-o", &file]);
    assert!(mixed.err.contains("npy is for 9x9 only, but this puzzle is 4x4"), "{}", mixed.err);
    assert_eq!(qedoku(["convert", &file, "--to", "line"]).exits_with(0).out, format!("{UNIQUE_9X9}\n"));
    let json = qedoku(["convert", UNIQUE_9X9, "--to", "npy", "--json"]).exits_with(2);
    assert!(json.err.contains("without --json"), "{}", json.err);
}

#[test]
fn sizes_are_accepted_as_a_number_and_with_a_capital_letter() {
    let expected = format!("{}\n", vec!["."; 1296].join(" "));
    for size in ["36", "36x36", "36X36"] {
        assert_eq!(qedoku(["convert", size, "--to", "line"]).exits_with(0).out, expected, "{size}");
    }
    assert_eq!(qedoku(["convert", UNIQUE_4X4, "--to", "line"]).exits_with(0).out, format!("{UNIQUE_4X4}\n"));
    let grid = qedoku(["convert", "6", "--boxes", "3X2", "--to", "grid"]).exits_with(0).out;
    assert!(grid.starts_with(". . | . . | . .\n"), "{grid}");
}

#[test]
fn files_without_text_are_named() {
    let folder = TestFolder::new();
    for (name, bytes, kind) in [
        ("a.zip", &b"PK\x03\x04rest"[..], "a zip archive: unpack it first"),
        ("a.xz", b"\xfd7zXZ\0rest", "compressed with xz"),
        ("a.bz2", b"BZh91AY&SY", "compressed with bzip2"),
        ("a.7z", b"7z\xbc\xaf\x27\x1crest", "a 7z archive"),
        ("a.png", b"\x89PNG\r\n\x1a\nrest", "a PNG picture"),
        ("a.jpg", b"\xff\xd8\xff\xe0rest", "a JPEG picture"),
        ("a.pdf", b"%PDF-1.7\nrest", "a PDF document"),
    ] {
        let file = folder.write(name, bytes);
        let error = qedoku(["solve", &file]).exits_with(2).err;
        assert!(error.contains(&format!("{name}: this is {kind}")), "{error}");
    }
}

#[test]
fn variants_in_links_are_refused_by_name() {
    let killer = "https://www.sudokuwiki.org/Killer_Sudoku?bd=".to_owned() + &"0".repeat(81);
    let error = qedoku(["solve", &killer]).exits_with(2).err;
    assert!(error.contains("unsupported variant: Killer Sudoku"), "{error}");
}

#[test]
fn svg_output_is_one_document() {
    let folder = TestFolder::new();
    let file = folder.path_to("puzzle.svg");
    qedoku(["convert", UNIQUE_9X9, "--to", "svg", "-o", &file]).exits_with(0).stdout_is("").stderr_is_empty();
    let picture = std::fs::read_to_string(&file).unwrap();
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"));
    assert!(picture.contains("23 givens"));
    qedoku(["convert", &file, "--to", "line"]).exits_with(2).stdout_is("").stderr_contains("XML");
}

#[test]
fn symbols_and_blanks_follow_the_options() {
    let empty = "................";
    qedoku(["convert", empty, "--to", "line", "--blank", "0"]).exits_with(0).stdout_is("0000000000000000\n");
    qedoku(["convert", UNIQUE_4X4, "--to", "line", "--blank", "_"]).exits_with(0).stdout_is("__2__3_114______\n");
    qedoku(["convert", UNIQUE_4X4, "--to", "line", "--blank", "7"])
        .exits_with(2)
        .stdout_is("")
        .stderr_contains("expected a blank");
    let sixteen = format!("G{}1", ".".repeat(254));
    let args = ["convert", &sixteen, "--to", "line", "--alphabet", "1-G", "--to-alphabet", "0-F"];
    qedoku(args).exits_with(0).stdout_is(&format!("F{}0\n", ".".repeat(254)));
}

#[test]
fn boxes_follow_the_option() {
    let empty = ".".repeat(144);
    let grid = |boxes| qedoku(["convert", &empty, "--boxes", boxes, "--to", "grid"]).exits_with(0).out;
    assert_ne!(grid("2x6"), grid("3x4"));
    assert_eq!(qedoku(["convert", &empty, "--to", "grid"]).exits_with(0).out, grid("3x4"));
    qedoku(["convert", &empty, "--boxes", "12x1", "--to", "grid"]).exits_with(2).stdout_is("");
}

#[test]
fn an_unreadable_puzzle_is_reported_and_the_others_are_written() {
    let folder = TestFolder::new();
    let file = folder.write("list.txt", format!("{UNIQUE_9X9}\n{UNIQUE_4X4}\n..2..3x114......\n"));
    let output = qedoku(["convert", &file, "--to", "sdm"]).exits_with(3);
    output
        .stdout_is(&format!("{}\n", UNIQUE_9X9.replace('.', "0")))
        .stderr_contains(&format!("{file}:2: sdm is for 9x9 only"))
        .stderr_contains(&format!("{file}:3:7: "));
    qedoku(["convert", UNIQUE_4X4]).exits_with(2).stderr_contains("--to");
}

#[test]
fn json_contains_the_text_of_each_puzzle_and_the_errors() {
    let list = format!("{UNIQUE_4X4}\n{}x\n", &UNIQUE_4X4[..15]);
    for format in ["clues", "csv"] {
        let objects = qedoku_with(["convert", "--to", format, "--json"], &list).exits_with(3).objects();
        let plain = qedoku(["convert", UNIQUE_4X4, "--to", format]).exits_with(0).out;
        assert_eq!((&objects[0]["puzzle"], &objects[0]["format"]), (&UNIQUE_4X4.into(), &format.into()));
        assert!(plain.contains(objects[0]["text"].as_str().unwrap()), "{plain}");
        assert!(objects[1]["error"].as_str().unwrap().starts_with("standard input:2:16: "));
        assert_eq!(objects.len(), 2);
    }
}

#[test]
fn compressed_output_is_read_by_all_commands() {
    let folder = TestFolder::new();
    for ending in ["gz", "zst"] {
        let (puzzles, cnf) =
            (folder.path_to(&format!("two.txt.{ending}")), folder.path_to(&format!("one.cnf.{ending}")));
        qedoku_with(["convert", "--to", "line", "-o", &puzzles], &format!("{UNIQUE_4X4}\n{UNIQUE_9X9}\n"))
            .exits_with(0);
        qedoku(["convert", &puzzles, "--to", "line"]).exits_with(0).stdout_is(&format!("{UNIQUE_4X4}\n{UNIQUE_9X9}\n"));
        assert_eq!(qedoku(["stats", &puzzles, "--json"]).exits_with(0).objects()[0]["puzzles"], 2);
        qedoku(["encode", UNIQUE_4X4, "-o", &cnf]).exits_with(0);
        assert_eq!(qedoku(["stats", &cnf, "--json"]).exits_with(0).objects()[0]["board"], "4x4");
        qedoku_with(["decode", "-", "--cnf", &cnf], "UNSAT\n").exits_with(1);
        let cut = std::fs::read(&puzzles).unwrap();
        std::fs::write(&puzzles, &cut[..cut.len() - 6]).unwrap();
        qedoku(["convert", &puzzles, "--to", "line"]).exits_with(2).stdout_is("").stderr_contains(&puzzles);
    }
}
