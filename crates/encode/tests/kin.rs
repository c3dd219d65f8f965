//! Files for other solvers: what is in them, what the real solvers say to them, and what they say to us.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use qedoku_encode::kin::{self, Language, Reply};
use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Grid, Puzzle, referee};

fn written(language: Language, puzzle: &Puzzle) -> String {
    let mut file = Vec::new();
    kin::write(language, puzzle, &mut file).unwrap();
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

/// A solved grid: each row is the one above it, shifted, and the digits are mixed.
fn solved(board: Board) -> Grid {
    let mut grid = Grid::empty(board);
    for cell in board.cells() {
        let shift = cell.row() % board.box_height() * board.box_width() + cell.row() / board.box_height();
        let index = (cell.column() + shift) % board.side();
        // 5 and 7 divide no side but those of 25x25 and the like.
        let factor = if board.side().is_multiple_of(5) { 7 } else { 5 };
        grid.set(cell, Digit::from_index(index * factor % board.side()));
    }
    grid
}

/// The grid with about so many of a hundred cells open.
fn thinned(mut grid: Grid, open: u64) -> Grid {
    let mut random = Random(20);
    for cell in grid.board().cells() {
        if random.below(100) < open {
            grid.set(cell, None);
        }
    }
    grid
}

/// Numbers that look random and are the same in every run (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound
    }
}

fn boards() -> Vec<Board> {
    [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (5, 5)].map(|(height, width)| Board::new(height, width).unwrap()).to_vec()
}

/// Puzzles with their names, and whether they have a solution.
fn cases() -> Vec<(String, Puzzle, bool)> {
    let mut cases = Vec::new();
    for board in boards() {
        let grid = thinned(solved(board), if board.side() > 16 { 35 } else { 55 });
        let side = board.side();
        let mut clashing = grid.clone();
        clashing.set(Cell::new(0, 0), Digit::new(1));
        clashing.set(Cell::new(0, side - 1), Digit::new(1));
        // The first row needs its last digit in the last cell, whose column has it already.
        let mut stuck = Grid::empty(board);
        for column in 0..side - 1 {
            stuck.set(Cell::new(0, column), Digit::from_index(column));
        }
        stuck.set(Cell::new(side - 1, side - 1), Digit::new(side));
        let full = Puzzle::new(solved(board));
        // Each cell may hold what the solved grid has there, and the two digits below that.
        let three =
            |cell| (0..3).map(|less| Digit::from_index((solved_at(&full, cell) + side - less) % side)).collect();
        let narrow: Vec<DigitSet> = board.cells().map(three).collect();
        let puzzle = Puzzle::new(grid);
        let crowded =
            restricted(&Puzzle::new(Grid::empty(board)), &[((1, 1), &[1, 2]), ((1, 2), &[1, 2]), ((1, 3), &[1, 2])]);
        for (name, puzzle, solvable) in [
            ("clashing", Puzzle::new(clashing), false),
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
    cases.push(("deeply impossible 9x9".to_owned(), none.parse().unwrap(), false));
    cases
}

fn solved_at(full: &Puzzle, cell: Cell) -> usize {
    full.givens().get(cell).expect("a full grid").index()
}

/// What a program prints. A test that needs one that is not installed fails, and says what to install.
fn output(command: &mut Command, package: &str) -> String {
    let output = command.output().unwrap_or_else(|error| {
        panic!("{} is needed for this test: {error}; install {package} (./test does)", command.get_program().display())
    });
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.stdout.is_empty(), "{command:?} printed nothing; install {package} (./test does): {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// ACE's archive, in whatever folder Python keeps the package pycsp3.
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
            // The first tier of the compiler: these are over before the second one pays.
            Command::new("java").args(["-XX:TieredStopAtLevel=1", "-jar"]).arg(&*ACE).arg(file).arg("-t=60s"),
            "default-jre-headless (Debian) and pycsp3 (PyPI)",
        ),
        Language::Opb => output(Command::new("clasp").arg("--time-limit=60").arg(file), "clasp (Debian)"),
        Language::Smt2 => output(Command::new("z3").arg("-T:60").arg(file), "z3-solver (PyPI)"),
    }
}

/// Every case written, solved by the real solver, read, and judged by the referee.
fn round_trip(language: Language) {
    // Two runs of the tests at a time must not overwrite each other's file.
    let name = format!("kin-{}.{}", std::process::id(), language.extension());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Java takes a second to start, so ACE does not get what is no new question on another board.
    let asked = |name: &str| language != Language::Xcsp3 || !(name.starts_with("full") || name.starts_with("crowded"));
    for (name, puzzle, solvable) in cases().into_iter().filter(|(name, ..)| asked(name)) {
        std::fs::write(&path, written(language, &puzzle)).unwrap();
        let text = solver(language, &path);
        let reply = Reply::read(&text, None, Some(puzzle.board())).unwrap_or_else(|e| panic!("{name}: {e} in\n{text}"));
        match &reply {
            Reply::Solved(grid) => assert_eq!(referee::check(&puzzle, grid), Ok(()), "{name}: {grid}"),
            Reply::Unsatisfiable => assert!(!solvable, "{name}: {language} says that there is no solution"),
            Reply::Unknown => panic!("{name}: the solver gave up: {text}"),
        }
        assert_eq!(matches!(reply, Reply::Solved(_)), solvable, "{name}");
        assert_eq!(Reply::read(&text, Some(language), None), Ok(reply), "{name}: board by content");
        if language != Language::Opb || solvable {
            assert_eq!(kin::recognise(&text), Some(language), "{name}: {text}");
        }
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn gecode_answers_minizinc_rightly() {
    round_trip(Language::MiniZinc);
}

#[test]
fn ace_answers_xcsp3_rightly() {
    round_trip(Language::Xcsp3);
}

#[test]
fn clasp_answers_opb_rightly() {
    round_trip(Language::Opb);
}

#[test]
fn z3_answers_smt2_rightly() {
    round_trip(Language::Smt2);
}

/// A 4x4 puzzle with three givens and candidates in two more cells.
fn small() -> Puzzle {
    restricted(&"1.3. .... .... ..2.".parse().unwrap(), &[((2, 2), &[2, 4]), ((2, 3), &[1, 4])])
}

#[test]
fn a_small_puzzle_is_written_as_it_was_checked_by_hand() {
    assert_eq!(written(Language::MiniZinc, &small()), include_str!("testdata/kin/4x4.mzn"));
    assert_eq!(written(Language::Xcsp3, &small()), include_str!("testdata/kin/4x4.xml"));
    assert_eq!(written(Language::Opb, &small()), include_str!("testdata/kin/4x4.opb"));
    assert_eq!(written(Language::Smt2, &small()), include_str!("testdata/kin/4x4.smt2"));
}

#[test]
fn every_board_has_as_many_constraints_as_the_documentation_says() {
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
    assert_eq!(header.as_deref(), Some("* #variable= 64 #constraint= 71"), "64 rules, 3 givens, 2 + 2 ruled out");
}

#[test]
fn boxes_that_are_not_square_are_cut_right() {
    let text = written(Language::Xcsp3, &Puzzle::new(Grid::empty(Board::new(2, 3).unwrap())));
    let args: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix("<args> x")).collect();
    let expected = ["[0..1][0..2]", "[0..1][3..5]", "[2..3][0..2]", "[2..3][3..5]", "[4..5][0..2]", "[4..5][3..5]"];
    assert_eq!(args, expected.map(|slices| format!("{slices} </args>")));
}

#[test]
fn a_cell_without_candidates_is_said_in_every_language() {
    let none = restricted(&small(), &[((2, 2), &[])]);
    assert!(written(Language::MiniZinc, &none).contains("constraint x[2, 2] in {};"));
    assert!(written(Language::Xcsp3, &none).contains("<conflicts> 1..4 </conflicts>"));
    assert!(written(Language::Opb, &none).contains("+1 x21 = 0 ;\n+1 x22 = 0 ;\n+1 x23 = 0 ;\n+1 x24 = 0 ;\n"));
    assert!(written(Language::Smt2, &none).contains("(assert false)"));
}

/// What solvers printed for the small puzzle, with the language and the grid that is in it.
const REPLIES: [(&str, Language, &str); 8] = [
    (include_str!("testdata/kin/replies/gecode.txt"), Language::MiniZinc, "1432321421434321"),
    (include_str!("testdata/kin/replies/gecode-all.txt"), Language::MiniZinc, "1432321421434321"),
    (include_str!("testdata/kin/replies/ace.txt"), Language::Xcsp3, "1234341221434321"),
    (include_str!("testdata/kin/replies/choco.txt"), Language::Xcsp3, "1234341221434321"),
    (include_str!("testdata/kin/replies/clasp.txt"), Language::Opb, "1234341221434321"),
    (include_str!("testdata/kin/replies/z3.txt"), Language::Smt2, "1432324123144123"),
    (include_str!("testdata/kin/replies/z3-model.txt"), Language::Smt2, "1432324123144123"),
    (include_str!("testdata/kin/replies/cvc4.txt"), Language::Smt2, "1432321423414123"),
];

#[test]
fn replies_of_real_solvers_are_recognised_and_read() {
    for (text, language, digits) in REPLIES {
        assert_eq!(kin::recognise(text), Some(language));
        let Ok(Reply::Solved(grid)) = Reply::read(text, None, None) else { panic!("{text}") };
        assert_eq!(grid.to_string(), digits);
        assert_eq!(referee::check(&small(), &grid), Ok(()));
    }
}

#[test]
fn no_reply_makes_the_readers_panic() {
    let bits =
        ["", "(", ")", "x", "[", "<list>", "</values>", "v ", "s ", "-", "0", "999999999999", "1x9", "\u{1b}[", "é"];
    let mut random = Random(30);
    for round in 0..4000 {
        let (text, language, _) = REPLIES[round % REPLIES.len()];
        let mut mutated: Vec<char> = text.chars().collect();
        for _ in 0..=random.below(4) {
            let from = random.below(mutated.len() as u64) as usize;
            let to = (from + random.below(20) as usize).min(mutated.len());
            mutated.splice(from..to, bits[random.below(bits.len() as u64) as usize].chars());
        }
        let mutated: String = mutated.into_iter().collect();
        for language in [None, Some(language), Some(Language::ALL[round % 4].0)] {
            if let Ok(Reply::Solved(grid)) = Reply::read(&mutated, language, None) {
                assert!(grid.is_full(), "{mutated}");
            }
            let _ = Reply::read(&mutated, language, Some(Board::CLASSIC));
        }
    }
}
