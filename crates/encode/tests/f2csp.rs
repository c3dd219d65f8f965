//! F2CSP files: writing, statistics, reading, errors, recognition of Sudoku.

mod problems;

use std::collections::BTreeSet;
use std::io::Read;

use problems::{AUSTRALIA, HOUSES, QUEENS, empty, file_of, random_problem, read, small, solutions};
use qedoku_encode::Formula;
use qedoku_encode::csp::f2csp::{self, F2cspStats};
use qedoku_encode::csp::{Csp, CspEncoding, TablePolarity};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Puzzle};

fn refused(text: &str) -> String {
    read(text).err().unwrap_or_else(|| panic!("read: {text}"))
}

#[test]
fn a_9x9_has_81_variables_810_pairs_and_7290_rejected_tuples() {
    let (file, stats) = file_of(&empty(Board::CLASSIC));
    assert_eq!((stats.domains, stats.variables, stats.constraints), (1, 81, 810));
    assert_eq!((stats.accepted, stats.rejected), (0, 7_290));
    assert_eq!(F2cspStats::of(file.as_bytes()).unwrap(), stats);
    assert!(file.starts_with("Sudoku 9x9\nDomains\n1\nD1 1 2 3 4 5 6 7 8 9\nVariables\n81\nV1-1 D1\nV1-2 D1\n"));
    let first =
        "\nV9-9 D1\nConstraints\n810\nC1\nV1-1 V1-2\nReject\n9\n1 1\n2 2\n3 3\n4 4\n5 5\n6 6\n7 7\n8 8\n9 9\nC2\n";
    assert!(file.contains(first));
    assert!(file.ends_with("C810\nV9-8 V9-9\nReject\n9\n1 1\n2 2\n3 3\n4 4\n5 5\n6 6\n7 7\n8 8\n9 9\nGoal\nSatisfy\n"));
}

#[test]
fn counts_follow_the_formula_at_every_size_and_shape() {
    let published = [(4, 56, 224), (9, 810, 7_290), (16, 4_992, 79_872), (36, 61_560, 2_216_160)];
    for (side, pairs, tuples) in published {
        let (_, stats) = file_of(&empty(Board::of_side(side).unwrap()));
        assert_eq!((stats.constraints, stats.rejected), (pairs, tuples));
    }
    for (height, width) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (5, 2), (3, 4), (4, 4), (2, 10), (5, 5)] {
        let board = Board::new(height, width).unwrap();
        let n = height * width;
        let (file, stats) = file_of(&empty(board));
        let pairs = n * n * (3 * n - height - width - 1) / 2;
        assert_eq!((stats.variables, stats.constraints), ((n * n) as u64, pairs as u64), "{board}");
        assert_eq!(stats.rejected, (pairs * n) as u64);
        assert_eq!(F2cspStats::of(file.as_bytes()).unwrap(), stats);
        assert_eq!(Csp::read(file.as_bytes()).unwrap().stats(), stats);
    }
}

#[test]
fn pairs_are_unique_and_ordered_by_row_column_and_box() {
    for (height, width) in [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4)] {
        let board = Board::new(height, width).unwrap();
        let csp = Csp::read(file_of(&empty(board)).0.as_bytes()).unwrap();
        let mut pairs = csp.constraints().map(|constraint| constraint.scope().to_vec());
        for cell in board.cells() {
            let index = |row: usize, column: usize| (row * board.side() + column) as u32;
            let here = index(cell.row(), cell.column());
            let box_end = |place: usize, size: usize| (place / size + 1) * size;
            let row = (cell.column() + 1..board.side()).map(|column| index(cell.row(), column));
            let column = (cell.row() + 1..board.side()).map(|row| index(row, cell.column()));
            let rest = (cell.row() + 1..box_end(cell.row(), height)).flat_map(|row| {
                let columns = box_end(cell.column(), width) - width..box_end(cell.column(), width);
                columns.filter(|column| *column != cell.column()).map(move |column| index(row, column))
            });
            for later in row.chain(column).chain(rest) {
                assert_eq!(pairs.next(), Some(vec![here, later]), "{board}, {cell}");
            }
        }
        assert_eq!(pairs.next(), None);
        let different: BTreeSet<Vec<u32>> = csp.constraints().map(|constraint| constraint.scope().to_vec()).collect();
        assert_eq!(different.len(), csp.constraints().len());
    }
}

#[test]
fn a_given_accepts_one_value_and_a_restricted_cell_its_candidates() {
    let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    let (file, stats) = file_of(&puzzle);
    assert_eq!((stats.constraints, stats.accepted), (59, 3));
    assert!(file.contains("\nConstraints\n59\n"));
    let end = "C57\nV1-1\nAccept\n1\n1\nC58\nV1-3\nAccept\n1\n3\nC59\nV4-3\nAccept\n1\n2\nGoal\nSatisfy\n";
    assert!(file.ends_with(end), "{file}");

    let board = Board::of_side(4).unwrap();
    let mut allowed = vec![DigitSet::all(4); 16];
    allowed[5].remove(Digit::new(2).unwrap());
    allowed[6] = DigitSet::EMPTY;
    let (file, stats) = file_of(&Puzzle::with_candidates(board, allowed));
    assert!(file.ends_with("C57\nV2-2\nAccept\n3\n1\n3\n4\nC58\nV2-3\nAccept\n0\nGoal\nSatisfy\n"), "{file}");
    assert_eq!((stats.constraints, stats.accepted), (58, 3));
    assert_eq!(F2cspStats::of(file.as_bytes()).unwrap(), stats);
}

#[test]
fn a_written_problem_reads_back_the_same() {
    let mut rng = Rng::new(7, 0);
    let texts = (0..100).map(|_| random_problem(&mut rng)).chain([AUSTRALIA, QUEENS, HOUSES].map(String::from));
    for text in texts {
        let csp = read(&text).unwrap();
        let mut file = Vec::new();
        csp.write(&mut file).unwrap();
        assert_eq!(read(&String::from_utf8(file).unwrap()).as_ref(), Ok(&csp));
    }
    let (file, _) = file_of(&"1.3. .... .... ..2.".parse().unwrap());
    let mut again = Vec::new();
    read(&file).unwrap().write(&mut again).unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), file);
}

#[test]
fn unambiguous_deviations_from_the_format_are_read() {
    let plain = small("1", "k\na b\nReject\n2\n0 0\n1 1\n");
    let csp = read(&plain).unwrap();
    let deviations = [
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\n\n"),
        plain.replace('\n', "\n# 1 1\n"),
        plain.replace('\n', " \n\t"),
        plain.replace(' ', "  \t"),
        plain.to_lowercase().replace(" d\n", " D\n").replace("\nd ", "\nD "),
        plain.trim_end().to_owned(),
        format!("\u{feff}{plain}"),
        format!("# a comment\n\n{plain}\n\n# the end"),
    ];
    for text in deviations {
        assert_eq!(read(&text).as_ref(), Ok(&csp), "{text}");
    }
    let untitled = plain.strip_prefix("small\n").unwrap();
    for text in [untitled.to_owned(), untitled.replace("Domains", "domains")] {
        let csp = read(&text).unwrap();
        assert_eq!((csp.title(), csp.stats().rejected), ("", 2), "{text}");
    }
}

#[test]
fn a_comment_within_a_table_does_not_affect_the_next_table() {
    let with =
        small("3", "k\na b\nReject\n2\n0 0\n# !\n1 1\nl\na b\nReject\n2\n0 0\n1 1\nm\nb c\nReject\n2\n0 0\n1 1\n");
    assert_eq!(read(&with).unwrap().stats().rejected, 6);
    let differ = small("2", "k\na b\nReject\n2\n0 0\n# !\n1 1\nl\na b\nReject\n2\n0 0\n# !\n");
    assert_eq!(refused(&differ), "line 25, column 1: expected tuple 2 of 2: 2 values, found 'Goal'");
}

#[test]
fn errors_name_line_and_column() {
    let cases = [
        (String::new(), "line 1: expected a title, found the end of the file"),
        ("p cnf 1 1\n1 0\n".into(), "line 2, column 1: expected Domains, found '1 0'"),
        (
            "\n\u{b}# t\nDomains\n".into(),
            "line 2, column 2: expected a title that does not begin with '#', found '# t'",
        ),
        (
            "\n\u{feff}# t\nDomains\n".into(),
            "line 2, column 1: expected a title that does not begin with '#', found '\u{feff}# t'",
        ),
        ("t\nDomains\nD1 1\n".into(), "line 3, column 1: expected the number of domains, found 'D1 1'"),
        ("t\nDomains\n-1\n".into(), "line 3, column 1: expected the number of domains, found '-1'"),
        (
            "t\nDomains\n99999999999999999999\n".into(),
            "line 3, column 1: expected the number of domains, found '99999999999999999999'",
        ),
        (
            "t\nDomains\n2\nD 1\nVariables\n".into(),
            "line 5, column 1: expected domain 2 of 2: a name and its values, found 'Variables'",
        ),
        ("t\nDomains\n1\nD 1\nE 2\n".into(), "line 5, column 1: expected Variables, found 'E 2'"),
        (
            "t\nDomains\n2\nD 1\nD 2\n".into(),
            "line 5, column 1: expected a domain of another name than those before, found 'D'",
        ),
        ("t\nDomains\n1\nD 1 2 1\n".into(), "line 4: expected values that differ in domain D, found '1 twice'"),
        (
            "t\nDomains\n1\nD 1 #2\n".into(),
            "line 4, column 5: expected a word that does not begin with '#', found '#2'",
        ),
        (
            "t\nDomains\n1\nD 1\nVariables\n1\nx E\n".into(),
            "line 7, column 3: expected the name of a domain, found 'E'",
        ),
        (
            "t\nDomains\n1\nD 1\nVariables\n1\nx\n".into(),
            "line 7, column 1: expected variable 1 of 1: a name and its domain, found 'x'",
        ),
        (
            "t\nDomains\n1\nD 1\nVariables\n2\nx D\nx D\n".into(),
            "line 8, column 1: expected a variable of another name than those before, found 'x'",
        ),
        (
            small("2", "k\na b\nReject\n1\n0 0\n"),
            "line 17, column 1: expected constraint 2 of 2: its name, alone on a line, found 'Goal'",
        ),
        (small("1", "k\na b\nReject\n1\n0 0\nl\na\nReject\n0\n"), "line 17, column 1: expected Goal, found 'l'"),
        (small("1", "k\na d\nReject\n1\n0 0\n"), "line 13, column 3: expected the name of a variable, found 'd'"),
        (small("1", "k\na b\nForbid\n1\n0 0\n"), "line 14, column 1: expected Accept or Reject, found 'Forbid'"),
        (small("1", "k\na b\nReject\n1\n0 0 0\n"), "line 16, column 1: expected tuple 1 of 1: 2 values, found '0 0 0'"),
        (small("1", "k\na b\nReject\n2\n0 0\n"), "line 17, column 1: expected tuple 2 of 2: 2 values, found 'Goal'"),
        (
            small("1", "k\na b\nReject\n999999999\n0 0\n"),
            "line 17, column 1: expected tuple 2 of 999999999: 2 values, found 'Goal'",
        ),
        (
            small("1", "k\na b\nReject\n1\n0 0\n1 1\n"),
            "line 17, column 1: expected no more than 1 tuple, the number in line 15, found '1 1'",
        ),
        (
            small("0", "").replace("Satisfy", "Minimise"),
            "line 13, column 1: expected the goal: Satisfy, found 'Minimise'",
        ),
        (small("0", "").replace("Goal\nSatisfy\n", ""), "line 12: expected Goal, found the end of the file"),
        (small("0", "") + "more\n", "line 14, column 1: expected the end of the file, found 'more'"),
        (
            small("0", "").replace("Goal", &"x".repeat(100)),
            "line 12, column 1: expected Goal, found 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refused(&text), expected, "{text}");
    }
    let latin = b"t\nDomains\n1\nD caf\xe9\n";
    assert_eq!(
        Csp::read(&latin[..]).unwrap_err().to_string(),
        "line 4, column 1: expected text in UTF-8, found 'D caf\u{fffd}'"
    );
}

#[test]
fn a_large_announced_count_costs_no_memory() {
    for (what, head) in [
        ("domains", "t\nDomains\n4000000000\n"),
        ("variables", "t\nDomains\n1\nD 1\nVariables\n4000000000\nx D\n"),
        ("tuples", "t\nDomains\n1\nD 1\nVariables\n1\nx D\nConstraints\n1\nk\nx\nAccept\n4000000000\n1\n"),
    ] {
        assert!(refused(head).ends_with("found the end of the file"), "{what}");
        assert!(F2cspStats::of(head.as_bytes()).is_err(), "{what}");
    }
}

#[test]
fn mutated_files_are_read_or_refused_without_a_panic() {
    let mut rng = Rng::new(42, 0);
    let sudoku = file_of(&"1.3. .... .... ..2.".parse().unwrap()).0;
    let mut read_count = 0;
    for round in 0..4_000 {
        let mut bytes = [AUSTRALIA, HOUSES, QUEENS, &sudoku][round % 4].as_bytes().to_vec();
        for _ in 0..=rng.below(3) {
            let (at, length) = (rng.below(bytes.len()), rng.below(30));
            let end = (at + length).min(bytes.len());
            match rng.below(4) {
                0 => bytes[at] = b"0123456789 \n#abV-\xff"[rng.below(18)],
                1 => drop(bytes.drain(at..end)),
                2 => bytes.insert(at, b"19 \n#xD"[rng.below(7)]),
                _ => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
            }
            bytes.push(b'\n');
        }
        let stats = F2cspStats::of(&bytes[..]);
        if let Ok(csp) = Csp::read(&bytes[..]) {
            read_count += 1;
            assert_eq!(stats.unwrap(), csp.stats());
            let _ = csp.as_puzzle();
            let encoding = CspEncoding::new(&csp).unwrap();
            assert!(encoding.size().clauses > 0);
        }
    }
    assert!((100..3_000).contains(&read_count), "a mix of readable and refused files: {read_count}");
}

#[test]
fn written_puzzles_are_recognised_as_sudoku() {
    let board = |height, width| Board::new(height, width).unwrap();
    let mut restricted = vec![DigitSet::all(6); 36];
    restricted[7].remove(Digit::new(6).unwrap());
    restricted[8] = DigitSet::EMPTY;
    restricted[9] = DigitSet::only(Digit::new(3).unwrap());
    let puzzles = [
        empty(Board::CLASSIC),
        empty(board(2, 3)),
        empty(board(3, 2)),
        empty(board(2, 6)),
        empty(board(5, 5)),
        "1.3. .... .... ..2.".parse().unwrap(),
        "11.. .... .... ....".parse().unwrap(),
        Puzzle::with_candidates(board(3, 2), restricted),
    ];
    for puzzle in puzzles {
        let (file, _) = file_of(&puzzle);
        assert_eq!(Csp::read(file.as_bytes()).unwrap().as_puzzle().as_ref(), Some(&puzzle), "{}", puzzle.board());
    }
}

#[test]
fn order_and_names_of_constraints_do_not_matter_for_recognition() {
    let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    let (file, _) = file_of(&puzzle);
    let again = "more\nV1-2 V1-1\nReject\n4\n4 4\n3 3\n2 2\n1 1\nruled\nV1-3\nReject\n1\n2\nGoal";
    let more = file.replace("\n59\n", "\n61\n").replace("Goal", again);
    assert_eq!(read(&more).unwrap().as_puzzle(), Some(puzzle));
}

#[test]
fn near_misses_are_not_recognised_as_sudoku() {
    let (file, _) = file_of(&"1.3. .... .... ..2.".parse().unwrap());
    let pair = "C7\nV1-1 V2-2\nReject\n4\n1 1\n2 2\n3 3\n4 4\n";
    assert!(file.contains(pair));
    let one_more = |constraint: &str| file.replace("\n59\n", "\n60\n").replace("Goal", &format!("{constraint}Goal"));
    let nearly = [
        ("a pair is missing", file.replace("\n59\n", "\n58\n").replace(pair, "")),
        ("a pair is another", file.replace("V1-1 V2-2\n", "V1-1 V3-3\n")),
        ("a pair more", one_more("k\nV1-1 V4-4\nReject\n4\n1 1\n2 2\n3 3\n4 4\n")),
        ("a tuple is missing", file.replace(pair, "C7\nV1-1 V2-2\nReject\n3\n1 1\n2 2\n3 3\n")),
        ("a tuple more", file.replace(pair, &pair.replace("4 4\n", "4 4\n1 2\n").replace("\n4\n", "\n5\n"))),
        ("a tuple is another", file.replace(pair, &pair.replace("4 4", "3 4"))),
        ("accepted, not rejected", file.replace(pair, &pair.replace("Reject", "Accept"))),
        ("another constraint", one_more("k\nV1-1 V1-2\nReject\n1\n1 2\n")),
        ("a cell with itself", one_more("k\nV1-1 V1-1\nReject\n4\n1 1\n2 2\n3 3\n4 4\n")),
        ("three cells", one_more("k\nV1-1 V1-2 V1-3\nReject\n1\n1 2 3\n")),
        ("a value more", file.replace("D1 1 2 3 4\n", "D1 1 2 3 4 5\n")),
        ("a value less", file.replace("D1 1 2 3 4\n", "D1 1 2 3\n")),
        ("values of other names", file.replace("D1 1 2 3 4\n", "D1 1 2 3 04\n")),
        ("variables of other names", file.replace("V1-1", "V1-01")),
        ("variables in another order", file.replace("V1-1 D1\nV1-2 D1", "V1-2 D1\nV1-1 D1")),
        ("a given out of the domain", file.replace("V1-1\nAccept\n1\n1\n", "V1-1\nAccept\n1\n5\n")),
    ];
    for (what, text) in nearly {
        assert_ne!(text, file, "{what}");
        assert!(read(&text).unwrap().as_puzzle().is_none(), "{what}");
    }
}

#[test]
fn a_grid_needs_cells_as_variables_and_digits_as_values() {
    let board = Board::new(3, 2).unwrap();
    let csp = Csp::read(file_of(&empty(board)).0.as_bytes()).unwrap();
    let names: Vec<String> = csp.variables().iter().map(|variable| variable.name().to_owned()).collect();
    let ones = csp.assignment(names.iter().map(|name| (&name[..], "1"))).unwrap();
    let grid = csp.grid(&ones).unwrap();
    assert_eq!((grid.board(), grid.get(Cell::new(5, 5))), (board, Digit::new(1)));
    let violation = csp.check(&ones).unwrap_err().to_string();
    assert_eq!(violation, "the constraint C1 rejects V1-1 = 1, V1-2 = 1");
    let australia = read(AUSTRALIA).unwrap();
    assert_eq!(australia.grid(&solutions(&australia)[0]), None);
}

#[test]
fn the_referee_names_the_violation() {
    let csp = read(&small("2", "k\na b\nAccept\n1\n0 1\nl\nc\nReject\n1\n2\n")).unwrap();
    let verdict =
        |a, b, c| csp.check(&csp.assignment([("a", a), ("b", b), ("c", c)]).unwrap()).map_err(|v| v.to_string());
    assert_eq!(verdict("0", "1", "0"), Ok(()));
    assert_eq!(verdict("1", "1", "0"), Err("the constraint k does not accept a = 1, b = 1".into()));
    assert_eq!(verdict("0", "1", "2"), Err("the constraint l rejects c = 2".into()));
    let other = read(AUSTRALIA).unwrap();
    assert_eq!(csp.check(&solutions(&other)[0]).unwrap_err().to_string(), "the assignment is for another problem");
    let error = |pairs: &[(&'static str, &'static str)]| csp.assignment(pairs.iter().copied()).unwrap_err().to_string();
    assert_eq!(error(&[("a", "0"), ("b", "0")]), "c has no value");
    assert_eq!(error(&[("a", "0"), ("a", "0")]), "a has two values");
    assert_eq!(error(&[("d", "0")]), "there is no variable d");
    assert_eq!(error(&[("a", "3")]), "3 is not a value of a");
    assert_eq!(csp.constraints().next().unwrap().polarity(), TablePolarity::Accept);
}

/// An input that fails after its text.
struct FailingInput<'t>(&'t [u8]);

impl Read for FailingInput<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(into)? {
            0 => Err(std::io::Error::other("connection lost")),
            some => Ok(some),
        }
    }
}

#[test]
fn a_wrong_number_of_tuples_is_reported_where_it_occurs() {
    let unary = |first: &str| small("2", &format!("k\na\nAccept\n{first}l\nb\nAccept\n1\n0\n"));
    assert!(Csp::read(unary("1\n0\n").as_bytes()).is_ok());
    for (text, error) in [
        (unary("1\n0\n1\n"), "line 17, column 1: expected no more than 1 tuple, the number in line 15, found '1'"),
        (unary("2\n0\n"), "line 17, column 1: expected tuple 2 of 2: 1 value, found 'l'"),
        (
            small("2", "k\na b\nReject\n1\n0 0\n1 1\nl\na\nReject\n0\n"),
            "line 17, column 1: expected no more than 1 tuple, the number in line 15, found '1 1'",
        ),
    ] {
        assert_eq!(refused(&text), error, "{text}");
    }
}

#[test]
fn values_outside_their_domain_are_warnings_with_a_place() {
    let (csp, warnings) = Csp::read_with_warnings(small("1", "k\na b\nReject\n2\n0 0\n0 purple\n").as_bytes()).unwrap();
    assert_eq!(csp.constraints().len(), 1);
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    assert_eq!((warning.line, warning.column), (17, 3));
    assert!(warning.message.starts_with("purple is not a value of b, whose domain is "), "{}", warning.message);
}

#[test]
fn titles_name_boxes_that_are_not_square() {
    let title = |side: usize| {
        let mut file = Vec::new();
        f2csp::write(&empty(Board::of_side(side).unwrap()), &mut file).unwrap();
        String::from_utf8(file).unwrap().lines().next().unwrap().to_owned()
    };
    assert_eq!(
        [title(6), title(9), title(12)],
        ["Sudoku 6x6 with boxes 2x3", "Sudoku 9x9", "Sudoku 12x12 with boxes 3x4"]
    );
}

#[test]
fn input_errors_are_reported() {
    let error = Csp::read(FailingInput(b"t\nDomains\n1\n")).unwrap_err();
    assert_eq!(error.to_string(), "cannot read");
    let source = std::error::Error::source(&error).expect("the error of the input");
    assert_eq!(source.to_string(), "connection lost");
}
