//! Sample texts in the notations of people and programs, all of one puzzle made for this test, and the errors of invalid texts.

use qedoku_puzzle::formats::{self, Alphabet, DetectedFormat, Format, PuzzleReadError, PuzzleRecord, ReadOptions};
use qedoku_puzzle::{Board, Cell, Puzzle};

const ROWS: [&str; 9] = [
    "1..45.7.9",
    ".5.7..1.3",
    "78..2..5.",
    "2..5.4..7",
    ".6.8.7.3.",
    "8.7...5.4",
    ".1.6..97.",
    "6..9.8..2",
    ".7.3.2.4.",
];
const SOLUTION: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn puzzle() -> Puzzle {
    ROWS.concat().parse().unwrap()
}

fn read(text: &str) -> (Vec<Result<PuzzleRecord, PuzzleReadError>>, DetectedFormat) {
    let mut reader = formats::read(text, &ReadOptions::default());
    let items = reader.by_ref().collect();
    (items, reader.detected().clone())
}

/// Asserts that the text contains the puzzle once, in this format.
#[track_caller]
fn reads_as(text: &str, format: Format) -> PuzzleRecord {
    let (items, detected) = read(text);
    let [Ok(record)] = &items[..] else { panic!("{items:?} in\n{text}") };
    assert_eq!(record.puzzle, puzzle(), "{text}");
    assert_eq!(detected.format, format, "{text}");
    record.clone()
}

/// The errors of the items of a text, in order; an empty string for a valid item.
fn errors(text: &str) -> Vec<String> {
    read(text).0.into_iter().map(|item| item.err().map(|error| error.to_string()).unwrap_or_default()).collect()
}

fn rows(before: &str, join: &str, after: &str) -> String {
    ROWS.map(|row| format!("{before}{row}{after}")).join(join)
}

/// The rows with a separator between boxes, and a border line between bands.
fn boxed(bar: &str, cell: &str, border: &str) -> String {
    let spread = |piece: &str| piece.chars().map(String::from).collect::<Vec<_>>().join(cell);
    let row = |row: &str| [&row[..3], &row[3..6], &row[6..]].map(spread).join(bar) + "\n";
    ROWS.chunks(3).map(|band| band.iter().map(|line| row(line)).collect::<String>()).collect::<Vec<_>>().join(border)
}

#[test]
fn lines_with_every_blank_and_with_spaces_between_rows() {
    for blank in [".", "0", "_", "*", "-"] {
        reads_as(&ROWS.concat().replace('.', blank), Format::Line);
        reads_as(&format!("{}\r\n", ROWS.concat().replace('.', blank)), Format::Line);
    }
    reads_as(&ROWS.join(" "), Format::Line);
    reads_as(&format!("\u{feff}  {} \t\n\n", ROWS.concat()), Format::Line);
    reads_as(&ROWS.join("|"), Format::Line);
}

#[test]
fn grids_with_and_without_borders() {
    reads_as(&rows("", "\n", ""), Format::Grid);
    reads_as(&rows("  ", "\r\n", " "), Format::Grid);
    reads_as(&boxed("|", "", "---+---+---\n"), Format::Grid);
    reads_as(&boxed("|", "", "-----------\n"), Format::Grid);
    reads_as(&boxed(" ", "", "\n"), Format::Grid);
    reads_as(&boxed(" | ", " ", "------+-------+------\n"), Format::Grid);
    reads_as(&boxed(" |", " ", "======+======+======\n"), Format::Grid);
    reads_as(&boxed(" ! ", " ", ""), Format::Grid);
    reads_as(&boxed(" │ ", " ", "──────┼───────┼──────\n"), Format::Grid);
    reads_as(&boxed("|", "", "---------\n"), Format::Grid);
    reads_as(&format!("+---+---+---+\n|{}|\n+---+---+---+", ROWS.join("|\n|")), Format::Grid);
    reads_as(&format!("╔═══════════╗\n{}╚═══════════╝", rows("║", "\n", "║\n")), Format::Grid);
    reads_as(&ROWS.join("\n\n"), Format::Grid);
}

#[test]
fn dashes_as_blanks_are_not_borders() {
    let mut puzzle = puzzle().givens().clone();
    (0..9).for_each(|column| puzzle.set(Cell::new(4, column), None));
    let text = formats::line(&puzzle).replace('.', "-");
    let lines: Vec<&str> = (0..9).map(|row| &text[9 * row..9 * row + 9]).collect();
    let boxed = boxed("|", "", "---+---+---\n").replace('.', "-").replace("-6-|8-7|-3-", "---|---|---");
    for text in [lines.join("\n"), lines.join(" \n\t"), boxed] {
        let read: Result<Puzzle, PuzzleReadError> = text.parse();
        assert_eq!(read.as_ref().map(Puzzle::givens), Ok(&puzzle), "{text}");
    }
}

#[test]
fn numbers_separated_by_spaces_or_commas_on_nine_lines_or_one() {
    let zeros = rows("", "\n", "").replace('.', "0");
    let spaced: String = zeros.chars().map(|c| if c == '\n' { "\n".into() } else { format!("{c} ") }).collect();
    reads_as(&spaced, Format::Numbers);
    reads_as(&spaced.replace(' ', ","), Format::Numbers);
    reads_as(&spaced.replace('0', "."), Format::Numbers);
    reads_as(&spaced.replace('\n', ""), Format::Numbers);
    reads_as(&spaced.replace('\n', "").replace(' ', ","), Format::Numbers);
    reads_as(&format!("9\n{spaced}"), Format::Numbers);
    reads_as(&format!("9x9\n{}", rows("", "\n", "").replace('.', "_")), Format::Grid);
    reads_as(&format!("9\n{}", rows("", "\n", "").replace('.', "0")), Format::Grid);
    let list = format!(
        "[[{}]]",
        ROWS.map(|row| row.replace('.', "0").chars().map(String::from).collect::<Vec<_>>().join(", ")).join("],\n [")
    );
    reads_as(&list, Format::Numbers);
    let shifted = spaced.split_whitespace().map(|digit| (digit.parse::<i32>().unwrap() - 1).to_string());
    reads_as(
        &shifted.collect::<Vec<_>>().chunks(9).map(|row| row.join(" ") + "\n").collect::<String>(),
        Format::Numbers,
    );
}

#[test]
fn files_of_other_programs() {
    assert_eq!(reads_as(&format!("Grid 01\n{}\n", rows("", "\n", "").replace('.', "0")), Format::Grid).rest, "Grid 01");
    reads_as(&format!("#AAuthor\n#DDescription\n{}\n", rows("", "\n", "")), Format::Sdk);
    reads_as(&format!("[Puzzle]\n{}\n[State]\n{}\n", rows("", "\n", ""), rows("", "\n", "")), Format::Sdk);
    reads_as(&format!("[Puzzle]\n{}\n", ROWS.concat()), Format::Sdk);
    let ss = |text: &str| format!("*-----------*\n{text}*-----------*\n");
    let givens = ss(&boxed("|", "", "|---+---+---|\n"));
    reads_as(&givens, Format::SimpleSudoku);
    let state = givens.replacen("1..|45.|7.9", "12.|45.|7.9", 1);
    reads_as(&format!("{givens}\n\n{state}"), Format::SimpleSudoku);
    let candidates = candidate_grid();
    reads_as(&format!("{givens}\n\n{givens}\n\n{candidates}"), Format::SimpleSudoku);
    reads_as(&format!("{givens}\n\n{state}\n{candidates}"), Format::SimpleSudoku);
    assert_eq!(errors(&format!("{givens}{givens}")), ["", ""]);
}

/// All nine digits in the open cells, with the borders of `HoDoKu` and some marks.
fn candidate_grid() -> String {
    let row = |row: &&str| {
        let cell = |c: char| if c == '.' { " 123456789".into() } else { format!(" {c}") };
        format!("|{}|\n", row.chars().map(cell).collect::<String>())
    };
    let bands: Vec<String> = ROWS.chunks(3).map(|band| band.iter().map(row).collect()).collect();
    format!(".------.------.------.\n{}'------'------'------'\n", bands.join(":------+------+------:\n"))
}

#[test]
fn candidates_in_a_grid_and_on_a_line() {
    reads_as(&candidate_grid(), Format::CandidateGrid);
    reads_as(&candidate_grid().replacen(" 123456789", " (123456789)", 3), Format::CandidateGrid);
    let place = |c: char| "123456789".replace(|other| c != '.' && other != c, ".");
    let places: String = ROWS.concat().chars().map(place).collect();
    reads_as(&places, Format::Candidates);
    let lines: Vec<&str> = (0..9).map(|row| &places[81 * row..81 * row + 81]).collect();
    reads_as(&lines.join("\n"), Format::Candidates);
    let fewer = candidate_grid().replacen("123456789", "23", 1);
    let puzzle: Puzzle = fewer.parse().unwrap();
    assert!(puzzle.has_eliminations() && puzzle.allowed(Cell::new(0, 1)).len() == 2);
}

#[test]
fn lists_with_more_fields_and_csv_by_content() {
    let line = ROWS.concat();
    assert_eq!(reads_as(&format!("{line} the name"), Format::Line).rest, "the name");
    assert_eq!(reads_as(&format!("{line} # a comment"), Format::Line).rest, "# a comment");
    assert_eq!(reads_as(&format!("0a1b2c3d4e5f {line} 1.2"), Format::Line).rest, "0a1b2c3d4e5f 1.2");
    assert_eq!(reads_as(&format!("{line};7.2;the name"), Format::Csv).rest, "7.2;the name");
    assert_eq!(reads_as(&format!("puzzle,se,w,b\n{line},4.5,2,2"), Format::Csv).rest, "4.5,2,2");
    let solution = |text: &str, rest: &str| {
        let record = reads_as(text, Format::Csv);
        assert_eq!(record.solution.map(|grid| grid.to_string()).as_deref(), Some(SOLUTION), "{text}");
        assert_eq!(record.rest, rest);
    };
    let zeros = line.replace('.', "0");
    solution(&format!("quizzes,solutions\n{zeros},{SOLUTION}\n"), "");
    solution(&format!("{zeros},{SOLUTION}\n"), "");
    solution(&format!("solution,puzzle\n{SOLUTION},{line}\n"), "");
    solution(&format!("id,puzzle,solution,clues,difficulty\n1,{line},{SOLUTION},38,1.5\n"), "1,38,1.5");
    solution(&format!("source,question,answer,rating\n\"a, b\",\"{line}\",\"{SOLUTION}\",7\n"), "a, b,7");
    assert_eq!(reads_as(&format!("puzzle,solution\n{line},\n"), Format::Csv).solution, None);
    assert_eq!(reads_as(&format!("1\n{line}\n"), Format::Line).rest, "");
    assert_eq!(reads_as(&format!("puzzle\n{line}\n"), Format::Line).rest, "");
    let titles = format!("Grid 01\n{line}\nGrid 02\n{line}\n{line}\n");
    let titles: Vec<String> = read(&titles).0.into_iter().map(|item| item.unwrap().rest).collect();
    assert_eq!(titles, ["Grid 01", "Grid 02", ""]);
}

#[test]
fn reading_continues_after_an_invalid_line() {
    let line = ROWS.concat();
    let text = format!("# list\n{line}\n{}\n\n{}\n{line}\n", &line[1..], line.replace("..2", ".x2"));
    let length = "line 3: expected n x n cells, such as 16, 36, 81 or 256, found 80 characters";
    let symbol = "line 5, column 22: expected a digit 1-9 or a blank (. 0 _ * -), found 'x'";
    assert_eq!(errors(&text), ["", length, symbol, ""]);
    assert_eq!(errors(&line[1..]), [length.replace("line 3", "line 1")]);
    let csv = format!("puzzle,solution\n1,2\n{line},\n");
    assert!(
        errors(&csv)[0].starts_with("line 2: expected n x n cells") && errors(&csv)[0].ends_with("found 1 character"),
        "{:?}",
        errors(&csv)
    );
}

#[test]
fn reading_continues_after_an_invalid_paragraph() {
    let good = rows("", "\n", "");
    let text = format!(
        "{}\n\n{}\n\n{good}\n\n{}",
        good.replace("78..2..5.", "78..2..5"),
        &good[..79],
        good.replace("..97.", "..9é.")
    );
    let width = "line 3: expected 9 cells in this row, like the others, found 8";
    let height = "line 11: expected 9 rows of 9 cells, found 8";
    let symbol = "line 36, column 8: expected a digit 1-9 or a blank (. 0 _ * -), found 'é'";
    assert_eq!(errors(&text), [width, height, "", symbol]);
    assert_eq!(
        errors("1 2 3 4\n3 4 1 5\n2 1 4 3\n4 3 2 1\n"),
        ["line 2, column 7: expected a number from 1 to 4 or a blank (0 . -1 _ * -), found '5'"]
    );
    assert_eq!(
        errors("12345\n".repeat(5).as_str()),
        ["line 1: a 5x5 board cannot be divided into boxes of at least 2x2"]
    );
}

#[test]
fn a_number_too_large_for_the_board_is_not_a_candidate_group() {
    let typo = boxed(" | ", " ", "------+-------+------\n").replacen('5', "12", 1);
    let message = "expected a number from 1 to 9 or a blank (0 . -1 _ * -), found '12'";
    assert_eq!(errors(&typo), [format!("line 1, column 11: {message}")]);
}

#[test]
fn clue_lists_are_checked_number_by_number() {
    let list = formats::write(&puzzle(), Format::ClueList, &formats::WriteOptions::default()).unwrap();
    reads_as(&list, Format::ClueList);
    let mut lines: Vec<String> = list.lines().map(String::from).collect();
    lines[2..].iter_mut().for_each(|line| line.retain(|c| c != ' '));
    reads_as(&lines.join("\r\n"), Format::ClueList);
    reads_as(&format!("# made for a course\n\n{list}\n\n"), Format::ClueList);
    assert_eq!(errors("4\n0\n\n4\n1\n1 1 1\n16\n1\n16 16 16\n"), ["", "", ""]);
    let count = "expected the number of givens, 0 to 16";
    assert_eq!(errors("4\n"), [format!("line 1: {count} on the next line, found none")]);
    assert_eq!(errors("4\n17\n"), [format!("line 2, column 1: {count}, found '17'")]);
    assert_eq!(errors("4\n1 1 1\n\n4\n0"), [format!("line 2, column 1: {count}, found '1 1 1'"), String::new()]);
    assert_eq!(errors("4\n2\n1 1 1\n"), ["line 2: expected 2 givens, found 1"]);
    assert_eq!(
        errors("4\n1\n1 1 1\n1 2 2\n"),
        ["line 4, column 1: expected no more givens (the list has 1), found '1 2 2'"]
    );
    assert_eq!(
        errors("4\n2\n1 5 1\n1 2 3\n4\n0\n"),
        ["line 3, column 3: expected a column from 1 to 4, found '5'", ""]
    );
    assert_eq!(errors("4\n1\n0 1 1\n"), ["line 3, column 1: expected a row from 1 to 4, found '0'"]);
    assert_eq!(errors("4\n1\n119\n"), ["line 3, column 3: expected a digit from 1 to 4, found '9'"]);
    assert_eq!(errors("4\n2\n1 1 1\n1 1 2\n"), ["line 4, column 1: r1c1 already has the given 1, found 2"]);
    assert_eq!(errors("4\n2\n1 1 1\n1 1 1\n"), [""]);
    assert_eq!(errors("145\n0\n"), ["line 1, column 1: expected the side of the board, 4 to 144, found '145'"]);
    assert_eq!(errors("7\n0\n"), ["line 1: a 7x7 board cannot be divided into boxes of at least 2x2"]);
}

#[test]
fn alphabets_of_16x16_are_detected_and_can_be_overridden() {
    let first = |text: &str, alphabet: Option<Alphabet>| {
        let line = format!("{text:.<256}");
        let mut reader = formats::read(&line, &ReadOptions { alphabet, ..ReadOptions::default() });
        let record = reader.next().unwrap().unwrap();
        (record.puzzle.givens().get(Cell::new(0, 0)).unwrap().get(), reader.detected().clone())
    };
    assert_eq!(first("c1G", None).0, 12);
    assert_eq!(first("C10", None).0, 13);
    assert_eq!(first("CHP", None).0, 3);
    let (digit, detected) = first("C19", None);
    assert_eq!((digit, detected.alphabet), (12, Some(Alphabet::OneTo(16))));
    assert_eq!(detected.notes, ["symbols 1-9 and C: read as 1-G (use --alphabet 0-F for the alternative)"]);
    let (digit, detected) = first("C19", Some("0-F".parse().unwrap()));
    assert_eq!((digit, detected.alphabet, detected.notes.len()), (13, Some(Alphabet::ZeroTo(16)), 0));
}

#[test]
fn a_list_keeps_the_alphabet_of_its_first_lines() {
    let line = |text: &str| format!("{text:.<256}\n");
    let digits = |text: &str| -> Vec<usize> {
        let records = formats::read(text, &ReadOptions::default()).map(Result::unwrap);
        records.map(|record| record.puzzle.givens().get(Cell::new(0, 0)).unwrap().get()).collect()
    };
    assert_eq!(digits(&(line("C1") + &line("C0") + &line("CB"))), [13, 13, 13]);
    assert_eq!(digits(&(line("CB") + &line("C1G"))), [12, 12]);
}

#[test]
fn sixteen_lines_of_16_are_one_board_or_many() {
    let sides = |text: &str| -> Vec<usize> {
        formats::read(text, &ReadOptions::default()).map(|item| item.unwrap().puzzle.board().side()).collect()
    };
    assert_eq!(sides(&"1..4.....2....3.\n".repeat(16)), [4; 16]);
    assert_eq!(sides(&("1..4.....2....3.\n".repeat(15) + "G...............\n")), [16]);
    assert_eq!(sides(&"................\n".repeat(16)), [16]);
    assert_eq!(sides(&". . . . . . . . . . . . . . . 3\n".repeat(16)), [16]);
    assert_eq!(sides(&"1 . . . . . . . . . . . . . 1 3\n".repeat(16)), [4; 16]);
    assert_eq!(sides(&"1 . . . . . . . . . . . . . 1 3\n".repeat(15)), [4; 15]);
}

#[test]
fn other_kinds_of_text_are_identified() {
    for (text, name) in [
        ("{\"a\": 1}", "JSON"),
        ("<opensudoku>", "XML"),
        ("p cnf 1 1\n1 0\n", "a CNF file"),
        ("c by hand\np cnf 1 1\n1 0\n", "a CNF file"),
        ("c qedoku 1 board 9x9 boxes 3x3\n1 0\n", "a CNF file"),
        ("* #variable= 729 #constraint= 353\n", "an OPB file"),
        ("; qedoku 1 board 9x9 boxes 3x3 language smt2\n", "an SMT-LIB file"),
        ("% qedoku 1 board 9x9 boxes 3x3 language minizinc\n", "a MiniZinc file"),
        ("qedoku certificate 2\nboard 9x9 boxes 3x3\n", "a certificate"),
        ("s SATISFIABLE\nv 1 -2 3 0\n", "a solver's answer"),
    ] {
        assert_eq!(errors(text), [format!("line 1: expected a puzzle, but this looks like {name}")]);
    }
    assert_eq!(errors("# nothing\n\n"), [""; 0]);
    assert_eq!("".parse::<Puzzle>().unwrap_err().to_string(), "line 1: expected a puzzle, found none");
    let two = format!("{0}\n{0}\n", ROWS.concat());
    assert_eq!(two.parse::<Puzzle>().unwrap_err().to_string(), "line 2: expected one puzzle, found a second one");
}

#[test]
fn conflicting_givens_are_a_valid_puzzle() {
    let puzzle: Puzzle = "11..............".parse().unwrap();
    assert_eq!(puzzle.given_conflicts().count(), 1);
    let options = ReadOptions { board: Some(Board::CLASSIC), ..ReadOptions::default() };
    let error = formats::read_one("11..............", &options).unwrap_err();
    assert_eq!(error.to_string(), "line 1: expected the 81 cells of a board 9x9 with boxes 3x3, found 16 characters");
}
