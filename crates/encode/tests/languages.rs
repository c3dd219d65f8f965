//! Modelling languages: content of the files, round trips through real solvers, and parsing of their replies.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use qedoku_encode::languages::{self, Language, SolverReply};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Grid, Puzzle, referee};

fn written(language: Language, puzzle: &Puzzle) -> String {
    let mut file = Vec::new();
    languages::write(language, puzzle, &mut file).unwrap();
    String::from_utf8(file).unwrap()
}

fn digits(digits: &[usize]) -> DigitSet {
    digits.iter().filter_map(|digit| Digit::new(*digit)).collect()
}

/// The puzzle with other candidates in some cells (row and column from 1).
fn restricted(puzzle: &Puzzle, cells: &[((usize, usize), &[usize])]) -> Puzzle {
    let board = puzzle.board();
    let mut allowed: Vec<DigitSet> = board.cells().map(|cell| puzzle.allowed(cell)).collect();
    for ((row, column), candidates) in cells {
        allowed[board.index(Cell::new(row - 1, column - 1))] = digits(candidates);
    }
    Puzzle::with_candidates(board, allowed)
}

/// A solved grid: the cyclic shift with its digits permuted.
fn solved(board: Board) -> Grid {
    // Multiplication permutes the digits if the factor is coprime to the side.
    let factor = if board.side().is_multiple_of(5) { 7 } else { 5 };
    let mut grid = Grid::empty(board);
    for (cell, digit) in Grid::cyclic_shift(board).filled() {
        grid.set(cell, Digit::from_index(digit.index() * factor % board.side()));
    }
    grid
}

/// The grid with about this percentage of its cells open.
fn thinned(mut grid: Grid, open: usize) -> Grid {
    let mut rng = Rng::new(20, 0);
    for cell in grid.board().cells() {
        if rng.below(100) < open {
            grid.set(cell, None);
        }
    }
    grid
}

fn boards() -> Vec<Board> {
    [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 5)].map(|(height, width)| Board::new(height, width).unwrap()).to_vec()
}

/// Puzzles with a name, and whether they have a solution.
fn cases() -> Vec<(String, Puzzle, bool)> {
    let mut cases = Vec::new();
    for board in boards() {
        let grid = thinned(solved(board), if board.side() > 16 { 35 } else { 55 });
        let side = board.side();
        let mut conflicting = grid.clone();
        conflicting.set(Cell::new(0, 0), Digit::new(1));
        conflicting.set(Cell::new(0, side - 1), Digit::new(1));
        // The first row needs its last digit in the last cell, whose column has it already.
        let mut stuck = Grid::empty(board);
        for column in 0..side - 1 {
            stuck.set(Cell::new(0, column), Digit::from_index(column));
        }
        stuck.set(Cell::new(side - 1, side - 1), Digit::new(side));
        let full = Puzzle::new(solved(board));
        // Each cell may hold the digit of the solved grid and the two digits below it.
        let three =
            |cell| (0..3).map(|less| Digit::from_index((solved_at(&full, cell) + side - less) % side)).collect();
        let narrow: Vec<DigitSet> = board.cells().map(three).collect();
        let puzzle = Puzzle::new(grid);
        let crowded =
            restricted(&Puzzle::new(Grid::empty(board)), &[((1, 1), &[1, 2]), ((1, 2), &[1, 2]), ((1, 3), &[1, 2])]);
        for (name, puzzle, solvable) in [
            ("conflicting", Puzzle::new(conflicting), false),
            ("stuck", Puzzle::new(stuck), false),
            ("full", full.clone(), true),
            ("narrow", Puzzle::with_candidates(board, narrow), true),
            ("crowded", crowded, false),
            ("no candidate", restricted(&puzzle, &[((1, 1), &[])]), false),
            ("thinned", puzzle, true),
        ] {
            cases.push((format!("{name} {board}"), puzzle, solvable));
        }
        if side <= 9 {
            cases.push((format!("empty {board}"), Puzzle::new(Grid::empty(board)), true));
        }
    }
    let hard = "126.....87...8.........91.....3...24..24.....3.5....1.9...........274.9...8....6.";
    let none = "126.....87...8.........91.6...3...24..24.....3.5....1.9...........274.9...8....6.";
    cases.push(("hard 9x9".to_owned(), hard.parse().unwrap(), true));
    cases.push(("unsolvable 9x9 that needs search".to_owned(), none.parse().unwrap(), false));
    cases
}

fn solved_at(full: &Puzzle, cell: Cell) -> usize {
    full.givens().get(cell).expect("a full grid").index()
}

/// The output of a program. Panics with the package to install if the program is missing.
fn output(command: &mut Command, package: &str) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{} is needed for this test: {error}; install {package} (./test does)", command.get_program().display())
    });
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.stdout.is_empty(), "{command:?} printed nothing; install {package} (./test does): {stderr}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Path of the ACE archive in the Python package pycsp3.
static ACE: LazyLock<PathBuf> = LazyLock::new(|| {
    let find = "import importlib.util as u; print(u.find_spec('pycsp3').submodule_search_locations[0])";
    let package = output(Command::new("python3").args(["-c", find]), "python3, and pycsp3 from PyPI");
    let folder = Path::new(package.trim()).join("solvers/ace");
    let files = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut archives =
        files.map(|file| file.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "jar"));
    archives.next().unwrap_or_else(|| panic!("no ACE-*.jar in {}", folder.display()))
});

fn solver(language: Language, file: &Path) -> String {
    match language {
        Language::MiniZinc => output(
            Command::new("minizinc").args(["--solver", "gecode", "--time-limit", "60000"]).arg(file),
            "minizinc (Debian), which brings Gecode",
        ),
        Language::Xcsp3 => output(
            // Only the first compiler tier: these runs are too short for the second one to pay off.
            Command::new("java").args(["-XX:TieredStopAtLevel=1", "-jar"]).arg(&*ACE).arg(file).arg("-t=60s"),
            "default-jre-headless (Debian) and pycsp3 (PyPI)",
        ),
        Language::Opb => output(Command::new("clasp").arg("--time-limit=60").arg(file), "clasp (Debian)"),
        Language::Smt2 => output(Command::new("z3").arg("-T:60").arg(file), "z3-solver (PyPI)"),
    }
}

/// Writes every case, runs the real solver, parses its reply and checks the grid with the referee.
fn round_trip(language: Language) {
    // Concurrent runs of the tests must not overwrite each other's file.
    let name = format!("languages-{}.{}", std::process::id(), language.extension());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Java takes a second to start, so ACE skips the cases that test nothing new for it.
    let is_run = |name: &str| language != Language::Xcsp3 || !(name.starts_with("full") || name.starts_with("crowded"));
    for (name, puzzle, solvable) in cases().into_iter().filter(|(name, ..)| is_run(name)) {
        std::fs::write(&path, written(language, &puzzle)).unwrap();
        let text = solver(language, &path);
        let reply =
            SolverReply::parse(&text, None, Some(puzzle.board())).unwrap_or_else(|e| panic!("{name}: {e} in\n{text}"));
        match &reply {
            SolverReply::Solved(grid) => assert_eq!(referee::check(&puzzle, grid), Ok(()), "{name}: {grid}"),
            SolverReply::Unsatisfiable => assert!(!solvable, "{name}: the {language} solver found no solution"),
            SolverReply::Unknown => panic!("{name}: unknown: {text}"),
        }
        assert_eq!(matches!(reply, SolverReply::Solved(_)), solvable, "{name}");
        assert_eq!(SolverReply::parse(&text, Some(language), None), Ok(reply), "{name}: detected board");
        if language != Language::Opb || solvable {
            assert_eq!(languages::detect_language(&text), Some(language), "{name}: {text}");
        }
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn gecode_solves_minizinc_files() {
    round_trip(Language::MiniZinc);
}

#[test]
fn ace_solves_xcsp3_files() {
    round_trip(Language::Xcsp3);
}

#[test]
fn clasp_solves_opb_files() {
    round_trip(Language::Opb);
}

#[test]
fn z3_solves_smt2_files() {
    round_trip(Language::Smt2);
}

/// A 4x4 puzzle with three givens and candidates in two more cells.
fn small() -> Puzzle {
    restricted(&"1.3. .... .... ..2.".parse().unwrap(), &[((2, 2), &[2, 4]), ((2, 3), &[1, 4])])
}

#[test]
fn files_equal_the_golden_files() {
    assert_eq!(written(Language::MiniZinc, &small()), include_str!("testdata/languages/4x4.mzn"));
    assert_eq!(written(Language::Xcsp3, &small()), include_str!("testdata/languages/4x4.xml"));
    assert_eq!(written(Language::Opb, &small()), include_str!("testdata/languages/4x4.opb"));
    assert_eq!(written(Language::Smt2, &small()), include_str!("testdata/languages/4x4.smt2"));
}

#[test]
fn the_number_of_constraints_is_as_documented() {
    for (height, width) in [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4), (2, 10), (6, 6)] {
        let board = Board::new(height, width).unwrap();
        let (n, given) = (board.side(), thinned(solved(board), 50));
        let givens = given.filled_count();
        let puzzle = Puzzle::new(given);
        let count = |language, word: &str| written(language, &puzzle).matches(word).count();
        assert_eq!(count(Language::Xcsp3, "<args>"), n);
        assert_eq!(count(Language::Opb, " = 1 ;"), 4 * n * n + givens);
        assert_eq!(count(Language::Smt2, "(digit? r"), n * n);
        assert_eq!(count(Language::Smt2, "(distinct "), 3 * n);
        assert_eq!(count(Language::Smt2, "(assert (= "), givens);
        let header = format!("* #variable= {} #constraint= {}\n", n * n * n, 4 * n * n + givens);
        assert!(written(Language::Opb, &puzzle).starts_with(&header));
        let shape = format!("qedoku 1 board {n}x{n} boxes {height}x{width} language ");
        for (language, name) in Language::ALL {
            assert_eq!(count(language, &format!("{shape}{name}")), 1);
        }
    }
    let header = written(Language::Opb, &small()).lines().next().map(str::to_owned);
    assert_eq!(header.as_deref(), Some("* #variable= 64 #constraint= 71"), "64 rules, 3 givens, 2 + 2 eliminations");
}

#[test]
fn rectangular_boxes_have_the_right_cells() {
    let text = written(Language::Xcsp3, &Puzzle::new(Grid::empty(Board::new(2, 3).unwrap())));
    let args: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("<args> x")).collect();
    let expected = ["[0..1][0..2]", "[0..1][3..5]", "[2..3][0..2]", "[2..3][3..5]", "[4..5][0..2]", "[4..5][3..5]"];
    assert_eq!(args, expected.map(|slices| format!("{slices} </args>")));
}

#[test]
fn cells_without_candidates_are_written_in_every_language() {
    let none = restricted(&small(), &[((2, 2), &[])]);
    assert!(written(Language::MiniZinc, &none).contains("constraint x[2, 2] in {};"));
    assert!(written(Language::Xcsp3, &none).contains("<conflicts> 1..4 </conflicts>"));
    assert!(written(Language::Opb, &none).contains("+1 x21 = 0 ;\n+1 x22 = 0 ;\n+1 x23 = 0 ;\n+1 x24 = 0 ;\n"));
    assert!(written(Language::Smt2, &none).contains("(assert false)"));
}

/// Replies of solvers to the small puzzle, with their language and grid.
const REPLIES: [(&str, Language, &str); 8] = [
    (include_str!("testdata/languages/replies/gecode.txt"), Language::MiniZinc, "1432321421434321"),
    (include_str!("testdata/languages/replies/gecode-all.txt"), Language::MiniZinc, "1432321421434321"),
    (include_str!("testdata/languages/replies/ace.txt"), Language::Xcsp3, "1234341221434321"),
    (include_str!("testdata/languages/replies/choco.txt"), Language::Xcsp3, "1234341221434321"),
    (include_str!("testdata/languages/replies/clasp.txt"), Language::Opb, "1234341221434321"),
    (include_str!("testdata/languages/replies/z3.txt"), Language::Smt2, "1432324123144123"),
    (include_str!("testdata/languages/replies/z3-model.txt"), Language::Smt2, "1432324123144123"),
    (include_str!("testdata/languages/replies/cvc4.txt"), Language::Smt2, "1432321423414123"),
];

#[test]
fn replies_of_real_solvers_are_detected_and_parsed() {
    for (text, language, digits) in REPLIES {
        assert_eq!(languages::detect_language(text), Some(language));
        let Ok(SolverReply::Solved(grid)) = SolverReply::parse(text, None, None) else { panic!("{text}") };
        assert_eq!(grid.to_string(), digits);
        assert_eq!(referee::check(&small(), &grid), Ok(()));
    }
}

#[test]
fn mutated_replies_never_panic() {
    let fragments =
        ["", "(", ")", "x", "[", "<list>", "</values>", "v ", "s ", "-", "0", "999999999999", "1x9", "\u{1b}[", "é"];
    let mut rng = Rng::new(30, 0);
    for round in 0..4000 {
        let (text, language, _) = REPLIES[round % REPLIES.len()];
        let mut mutated: Vec<char> = text.chars().collect();
        for _ in 0..=rng.below(4) {
            let from = rng.below(mutated.len());
            let to = (from + rng.below(20)).min(mutated.len());
            mutated.splice(from..to, fragments[rng.below(fragments.len())].chars());
        }
        let mutated: String = mutated.into_iter().collect();
        for language in [None, Some(language), Some(Language::ALL[round % 4].0)] {
            if let Ok(SolverReply::Solved(grid)) = SolverReply::parse(&mutated, language, None) {
                assert!(grid.is_full(), "{mutated}");
            }
            let _ = SolverReply::parse(&mutated, language, Some(Board::CLASSIC));
        }
    }
}
