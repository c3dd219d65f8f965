//! What engines are compared with: puzzles with known answers, puzzles made from a seed, and a plain search.
#![allow(dead_code, reason = "every test file uses a part of it")]

use qedoku::{Board, Cell, Digit, DigitSet, Grid, Puzzle, Solver};

/// A puzzle of the suite.
pub(crate) struct Case {
    pub(crate) puzzle: Puzzle,
    /// The number of solutions; 3 stands for three and more.
    pub(crate) solutions: usize,
}

/// The suite that every engine runs.
pub(crate) fn cases() -> Vec<Case> {
    let lines = include_str!("../testdata/cases.txt").lines().filter(|line| !line.starts_with('#'));
    let case = |line: &str| {
        let (words, puzzle) = line.split_once(' ').expect("an answer and a puzzle");
        let solutions = ["none", "one", "two", "many"].iter().position(|word| *word == words).expect("an answer");
        Case { puzzle: puzzle.parse().expect("a puzzle"), solutions }
    };
    lines.map(case).collect()
}

/// Whether tests are to take their time: `QEDOKU_LONG=1`.
pub(crate) fn long() -> bool {
    std::env::var_os("QEDOKU_LONG").is_some_and(|value| value != "0")
}

/// Numbers that look random and are the same in every run with a seed (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    /// Numbers from this seed, or from `QEDOKU_SEED`; the seed is printed, so that a failure can be repeated.
    pub(crate) fn new(seed: u64) -> Random {
        let chosen = std::env::var("QEDOKU_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = chosen.unwrap_or(seed);
        println!("seed {seed}: repeat with QEDOKU_SEED={seed}");
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize) % bound
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for place in (1..list.len()).rev() {
            list.swap(place, self.below(place + 1));
        }
    }

    /// The numbers below `bound` in some order.
    fn order(&mut self, bound: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..bound).collect();
        self.shuffle(&mut order);
        order
    }
}

/// Up to `limit` solutions by trying digits, the cell with the fewest first. Slow, and plainly right.
pub(crate) fn search(puzzle: &Puzzle, limit: usize) -> Vec<Grid> {
    let mut found = Vec::new();
    if puzzle.given_conflicts().next().is_none() {
        try_digits(puzzle, &mut puzzle.givens().clone(), limit, &mut found);
    }
    found
}

fn try_digits(puzzle: &Puzzle, grid: &mut Grid, limit: usize, found: &mut Vec<Grid>) {
    let board = grid.board();
    let empty = board.cells().filter(|cell| grid.get(*cell).is_none());
    let Some((cell, open)) = empty.map(|cell| (cell, open(puzzle, grid, cell))).min_by_key(|(_, open)| open.len())
    else {
        found.push(grid.clone());
        return;
    };
    for digit in open {
        grid.set(cell, digit);
        try_digits(puzzle, grid, limit, found);
        grid.set(cell, None);
        if found.len() >= limit {
            return;
        }
    }
}

/// The digits that a cell may still hold.
fn open(puzzle: &Puzzle, grid: &Grid, cell: Cell) -> DigitSet {
    let taken: DigitSet = grid.board().peers(cell).filter_map(|peer| grid.get(peer)).collect();
    puzzle.allowed(cell) - taken
}

/// A solved grid of any board: each row is the one above it, shifted.
pub(crate) fn pattern(board: Board) -> Grid {
    let mut grid = Grid::empty(board);
    for cell in board.cells() {
        let shift = cell.row() % board.box_height() * board.box_width() + cell.row() / board.box_height();
        grid.set(cell, Digit::from_index((cell.column() + shift) % board.side()));
    }
    grid
}

/// A solved grid that is no pattern, for boards up to 9x9: some cells filled at random, the rest searched.
pub(crate) fn solved(board: Board, random: &mut Random) -> Grid {
    loop {
        let mut grid = Grid::empty(board);
        for _ in 0..board.side() {
            let cell = board.cell(random.below(board.cell_count()));
            let open: Vec<Digit> = open(&Puzzle::new(Grid::empty(board)), &grid, cell).iter().collect();
            if !open.is_empty() {
                grid.set(cell, open[random.below(open.len())]);
            }
        }
        if let Some(solved) = search(&Puzzle::new(grid), 1).pop() {
            return Symmetry::random(board, random).grid(&solved);
        }
    }
}

/// The grid with only so many of its digits left.
pub(crate) fn thinned(grid: &Grid, left: usize, random: &mut Random) -> Puzzle {
    let mut cells: Vec<Cell> = grid.board().cells().collect();
    random.shuffle(&mut cells);
    let mut thinned = grid.clone();
    for cell in &cells[left.min(cells.len())..] {
        thinned.set(*cell, None);
    }
    Puzzle::new(thinned)
}

/// The puzzle with one digit changed or added: often it has no solution then.
pub(crate) fn mutated(puzzle: &Puzzle, random: &mut Random) -> Puzzle {
    let board = puzzle.board();
    let mut grid = puzzle.givens().clone();
    grid.set(board.cell(random.below(board.cell_count())), Digit::from_index(random.below(board.side())));
    Puzzle::new(grid)
}

/// What can be done to a puzzle without changing its answer.
pub(crate) struct Symmetry {
    rows: Vec<usize>,
    columns: Vec<usize>,
    digits: Vec<usize>,
    transpose: bool,
}

impl Symmetry {
    /// Rows and columns permuted within bands and stacks, these permuted, digits renamed, perhaps all transposed.
    pub(crate) fn random(board: Board, random: &mut Random) -> Symmetry {
        Symmetry {
            rows: lines(board.side(), board.box_height(), random),
            columns: lines(board.side(), board.box_width(), random),
            digits: random.order(board.side()),
            // Boxes that are not square would make another board of it.
            transpose: board.box_height() == board.box_width() && random.below(2) == 1,
        }
    }

    pub(crate) fn grid(&self, grid: &Grid) -> Grid {
        let mut moved = Grid::empty(grid.board());
        for (cell, digit) in grid.filled() {
            let (row, column) = (self.rows[cell.row()], self.columns[cell.column()]);
            let (row, column) = if self.transpose { (column, row) } else { (row, column) };
            moved.set(Cell::new(row, column), Digit::from_index(self.digits[digit.index()]));
        }
        moved
    }
}

/// An order of lines that keeps groups of so many together.
fn lines(side: usize, together: usize, random: &mut Random) -> Vec<usize> {
    let mut lines = Vec::with_capacity(side);
    for group in random.order(side / together) {
        lines.extend(random.order(together).into_iter().map(|place| group * together + place));
    }
    lines
}

/// A full grid: three boxes that do not see each other at random, the rest as it is found first, and all moved. (A plain
/// search for the rest of a few random cells, as in the other tests, now and then takes for ever.)
pub(crate) fn full(random: &mut Random) -> Grid {
    let board = Board::CLASSIC;
    let mut start = Grid::empty(board);
    for block in 0..3 {
        let source = Symmetry::random(board, random).grid(&pattern(board));
        let cells = board.cells().filter(|cell| cell.row() / 3 == block && cell.column() / 3 == block);
        cells.for_each(|cell| start.set(cell, source.get(cell)));
    }
    let start = Puzzle::new(start);
    let grid = Solver::default().solutions(&start).next().expect("every such start has solutions");
    Symmetry::random(board, random).grid(&grid.expect("nobody stops it"))
}
