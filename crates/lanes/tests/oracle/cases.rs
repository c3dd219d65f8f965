//! Test cases: generated and mutated puzzles, and their solutions by the oracle.

use std::ops::ControlFlow;

use qedoku_lanes::{ALL_DIGITS, BatchAnswer, CellCandidates, CellDigits};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Digit, DigitSet, Grid, Puzzle, oracle, referee};
use qedoku_testdata::collection;

/// At most `limit` puzzles of the sample of a list, spread evenly; the whole sample in a long run.
pub(crate) fn sample(name: &str, limit: usize) -> Vec<CellDigits> {
    cell_digits(&collection::sample(&format!("9x9/{name}"), limit))
}

/// At most `limit` puzzles of a list, spread evenly.
pub(crate) fn from_whole_list(name: &str, limit: usize) -> Vec<CellDigits> {
    cell_digits(&collection::spread(collection::whole_list(&format!("9x9/{name}")), limit))
}

fn cell_digits(puzzles: &[Puzzle]) -> Vec<CellDigits> {
    puzzles.iter().map(|puzzle| puzzle.givens().digits().try_into().expect("81 cells")).collect()
}

/// Parses a line: `1` to `9`, anything else for an open cell.
pub(crate) fn digits(line: &str) -> CellDigits {
    let digit = |symbol: u8| if symbol.is_ascii_digit() { symbol - b'0' } else { 0 };
    let digits: Vec<u8> = line.bytes().map(digit).collect();
    digits.try_into().expect("a line has 81 symbols")
}

/// Formats digits as a line.
pub(crate) fn line(digits: &CellDigits) -> [u8; 81] {
    digits.map(|digit| if digit == 0 { b'.' } else { b'0' + digit })
}

/// Givens as candidates: one in each given cell, all nine in the others.
pub(crate) fn candidates(digits: &CellDigits) -> CellCandidates {
    digits.map(|digit| if digit == 0 { ALL_DIGITS } else { bit(digit) })
}

/// The bit of a digit.
pub(crate) fn bit(digit: u8) -> u16 {
    1 << (digit - 1)
}

fn random_digit(rng: &mut Rng) -> u8 {
    1 + rng.below(9) as u8
}

/// A random element.
fn pick<T: Copy>(rng: &mut Rng, list: &[T]) -> T {
    list[rng.below(list.len())]
}

/// A random order of the nine rows (or columns) that keeps bands (or stacks) together.
fn random_lines(rng: &mut Rng) -> Vec<usize> {
    let mut bands = [0, 1, 2];
    rng.shuffle(&mut bands);
    let mut lines = Vec::new();
    for band in bands {
        let mut three = [3 * band, 3 * band + 1, 3 * band + 2];
        rng.shuffle(&mut three);
        lines.extend(three);
    }
    lines
}

/// A puzzle to test. Givens can be stated as candidates too, but not the other way round.
#[derive(Clone)]
pub(crate) struct TestInput {
    pub(crate) givens: Option<CellDigits>,
    pub(crate) candidates: CellCandidates,
}

impl From<CellDigits> for TestInput {
    fn from(givens: CellDigits) -> TestInput {
        TestInput { givens: Some(givens), candidates: candidates(&givens) }
    }
}

impl From<CellCandidates> for TestInput {
    fn from(candidates: CellCandidates) -> TestInput {
        TestInput { givens: None, candidates }
    }
}

impl TestInput {
    /// The same as a [`Puzzle`], for the oracle and the referee.
    pub(crate) fn puzzle(&self) -> Puzzle {
        if let Some(givens) = self.givens {
            return Puzzle::new(grid(&givens));
        }
        let set = |bits: &u16| (0..9).filter(|bit| bits >> bit & 1 == 1).map(Digit::from_index).collect::<DigitSet>();
        Puzzle::with_candidates(Board::CLASSIC, self.candidates.iter().map(set).collect::<Vec<_>>())
    }

    /// Text for failure messages, which another program can read.
    pub(crate) fn text(&self) -> String {
        match self.givens {
            Some(givens) => line(&givens).iter().map(|symbol| char::from(*symbol)).collect(),
            None => format!("{:?}", self.candidates),
        }
    }
}

/// Converts digits to a [`Grid`].
pub(crate) fn grid(digits: &CellDigits) -> Grid {
    Grid::from_digits(Board::CLASSIC, *digits).expect("digits from 0 to 9")
}

/// A puzzle and its solutions by the oracle, up to a limit.
#[derive(Clone)]
pub(crate) struct OracleCase {
    pub(crate) input: TestInput,
    pub(crate) solutions: Vec<CellDigits>,
    /// Limit of the oracle. If it found fewer solutions, they are all.
    limit: usize,
    puzzle: Puzzle,
}

impl OracleCase {
    /// Solves a puzzle with the oracle.
    pub(crate) fn new(input: impl Into<TestInput>, limit: usize) -> OracleCase {
        let input = input.into();
        let puzzle = input.puzzle();
        let mut solutions = Vec::new();
        oracle::solutions(&puzzle, |grid| {
            solutions.push(grid.digits().try_into().expect("81 cells"));
            if solutions.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        OracleCase { input, solutions, limit, puzzle }
    }

    /// Whether the oracle found all solutions.
    pub(crate) fn is_complete(&self) -> bool {
        self.solutions.len() < self.limit
    }

    /// Asserts that an answer with a limit is correct.
    #[track_caller]
    pub(crate) fn check(&self, answer: &BatchAnswer, limit: u32, who: &str) {
        let expected = self.solutions.len().min(limit as usize);
        assert!(self.is_complete() || limit as usize <= self.limit, "the limit of the oracle is too low");
        assert_eq!(answer.count as usize, expected, "{who}, limit {limit}: {}", self.input.text());
        if expected == 0 {
            assert_eq!(answer.solution, [0; 81], "{who}, limit {limit}: {}", self.input.text());
        } else {
            self.check_solution(&answer.solution, who);
        }
    }

    /// Asserts that the referee accepts a solution, and that the oracle found it too if it found all.
    #[track_caller]
    pub(crate) fn check_solution(&self, solution: &CellDigits, who: &str) {
        if let Err(error) = referee::check(&self.puzzle, &grid(solution)) {
            panic!("{who}: {error}: {}", self.input.text());
        }
        assert!(!self.is_complete() || self.solutions.contains(solution), "{who}: {}", self.input.text());
    }
}

/// A random full grid: the boxes of a diagonal are filled at random, the rest is solved, and the result is shuffled.
pub(crate) fn full_grid(rng: &mut Rng) -> CellDigits {
    let mut start = [0; 81];
    for block in 0..3 {
        let mut digits: Vec<u8> = (1..=9).collect();
        rng.shuffle(&mut digits);
        for (i, digit) in digits.into_iter().enumerate() {
            start[27 * block + 9 * (i / 3) + 3 * block + i % 3] = digit;
        }
    }
    isomorphic(&OracleCase::new(start, 1).solutions[0], rng)
}

/// A random isomorphic puzzle: rows, columns, bands and stacks permuted, digits relabelled, possibly transposed.
pub(crate) fn isomorphic(digits: &CellDigits, rng: &mut Rng) -> CellDigits {
    let (rows, columns, transpose) = (random_lines(rng), random_lines(rng), rng.below(2) == 1);
    let mut labels: Vec<u8> = (1..=9).collect();
    rng.shuffle(&mut labels);
    let from = |cell: usize| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let digit = digits[if transpose { 9 * column + row } else { 9 * row + column }];
        if digit == 0 { 0 } else { labels[usize::from(digit) - 1] }
    };
    std::array::from_fn(from)
}

/// A grid reduced to `left` random givens.
pub(crate) fn thinned(grid: &CellDigits, left: usize, rng: &mut Rng) -> CellDigits {
    let mut cells: Vec<usize> = filled(grid);
    rng.shuffle(&mut cells);
    let mut thinned = *grid;
    cells[left..].iter().for_each(|cell| thinned[*cell] = 0);
    thinned
}

/// Cells that hold a digit.
pub(crate) fn filled(digits: &CellDigits) -> Vec<usize> {
    (0..81).filter(|cell| digits[*cell] != 0).collect()
}

/// Cells that hold none.
pub(crate) fn open(digits: &CellDigits) -> Vec<usize> {
    (0..81).filter(|cell| digits[*cell] == 0).collect()
}

/// Whether two cells share a house.
pub(crate) fn are_peers(a: usize, b: usize) -> bool {
    a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)
}

/// A mutation of a puzzle.
pub(crate) type Mutation = fn(&CellDigits, &mut Rng) -> CellDigits;

/// Mutations of a puzzle with some filled and some open cells. Most leave it without a solution.
pub(crate) const MUTATIONS: [Mutation; 6] =
    [change_given, move_given, add_given, add_compatible_given, repeat_given, swap_givens];

fn with(digits: &CellDigits, changes: &[(usize, u8)]) -> CellDigits {
    let mut changed = *digits;
    changes.iter().for_each(|(cell, digit)| changed[*cell] = *digit);
    changed
}

fn change_given(digits: &CellDigits, rng: &mut Rng) -> CellDigits {
    let cell = pick(rng, &filled(digits));
    with(digits, &[(cell, 1 + (digits[cell] + rng.below(8) as u8) % 9)])
}

fn move_given(digits: &CellDigits, rng: &mut Rng) -> CellDigits {
    let (from, to) = (pick(rng, &filled(digits)), pick(rng, &open(digits)));
    with(digits, &[(from, 0), (to, digits[from])])
}

fn add_given(digits: &CellDigits, rng: &mut Rng) -> CellDigits {
    with(digits, &[(pick(rng, &open(digits)), random_digit(rng))])
}

/// Adds a digit that conflicts with no given, if a random open cell has one.
fn add_compatible_given(digits: &CellDigits, rng: &mut Rng) -> CellDigits {
    let cell = pick(rng, &open(digits));
    let conflicts = |digit: u8| (0..81).any(|other| are_peers(cell, other) && digits[other] == digit);
    let compatible: Vec<u8> = (1..=9).filter(|digit| !conflicts(*digit)).collect();
    if compatible.is_empty() { *digits } else { with(digits, &[(cell, pick(rng, &compatible))]) }
}

/// Repeats a given in one of its peers.
fn repeat_given(digits: &CellDigits, rng: &mut Rng) -> CellDigits {
    let cell = pick(rng, &filled(digits));
    let peers: Vec<usize> = (0..81).filter(|peer| *peer != cell && are_peers(cell, *peer)).collect();
    with(digits, &[(pick(rng, &peers), digits[cell])])
}

fn swap_givens(digits: &CellDigits, rng: &mut Rng) -> CellDigits {
    let filled = filled(digits);
    let (a, b) = (pick(rng, &filled), pick(rng, &filled));
    with(digits, &[(a, digits[b]), (b, digits[a])])
}

/// Eliminates up to `count` random candidates, but no digit of `keep`.
pub(crate) fn eliminate_random(
    from: &CellCandidates,
    count: usize,
    keep: Option<&CellDigits>,
    rng: &mut Rng,
) -> CellCandidates {
    let mut left = *from;
    for _ in 0..count {
        let (cell, digit) = (rng.below(81), random_digit(rng));
        if keep.is_none_or(|keep| keep[cell] != digit) {
            left[cell] &= !bit(digit);
        }
    }
    left
}

/// Candidates without any given: the digits of a grid, and each other digit with a probability in percent.
pub(crate) fn random_candidates(grid: &CellDigits, percent: usize, rng: &mut Rng) -> CellCandidates {
    grid.map(|digit| (1..=9).filter(|other| *other == digit || rng.below(100) < percent).map(bit).sum())
}

/// Related puzzles around one full grid: a puzzle with many solutions that receives givens until it is unique; and variants of
/// that one, with givens removed, changed, moved, added and repeated, and with candidates eliminated.
pub(crate) fn puzzle_family(rng: &mut Rng, limit: usize) -> Vec<OracleCase> {
    let grid = full_grid(rng);
    let left = 18 + rng.below(16);
    let first = thinned(&grid, left, rng);
    let mut family = add_givens_until_unique(first, limit, rng);
    let last = family.last().expect("a family has at least one puzzle");
    let (unique, solution) = (last.input.givens.expect("a puzzle with givens"), last.solutions[0]);

    let mut variants: Vec<TestInput> = MUTATIONS.iter().map(|mutate| mutate(&unique, rng).into()).collect();
    for fewer in 1..=3 {
        variants.push(thinned(&unique, filled(&unique).len() - fewer, rng).into());
    }
    let cell = pick(rng, &open(&unique));
    variants.push(with(&unique, &[(cell, solution[cell])]).into());
    let open_cell = rng.below(81);
    let almost = with(&solution, &[(open_cell, 0)]);
    variants.push(match rng.below(4) {
        0 => solution.into(),
        1 => swap_givens(&solution, rng).into(),
        2 => almost.into(),
        _ => change_given(&almost, rng).into(),
    });

    let restricted = eliminate_random(&candidates(&unique), 150, Some(&solution), rng);
    let mut without = restricted;
    without[cell] &= !bit(solution[cell]);
    let mut empty = candidates(&first);
    empty[cell] = 0;
    let fewer = candidates(&thinned(&unique, filled(&unique).len() - 3, rng));
    let percent = 10 + rng.below(20);
    let loose = random_candidates(&grid, percent, rng);
    variants.push(restricted.into());
    variants.push(if rng.below(4) == 0 { empty } else { without }.into());
    variants.push(eliminate_random(&candidates(&first), 400, Some(&grid), rng).into());
    variants.push(eliminate_random(&fewer, 10, None, rng).into());
    variants.push(eliminate_random(&loose, 3, None, rng).into());
    variants.push(loose.into());
    family.extend(variants.into_iter().map(|input| OracleCase::new(input, limit)));
    family
}

/// A solvable puzzle, and the same with more and more givens, each in a cell where two solutions differ, until it is unique.
fn add_givens_until_unique(mut puzzle: CellDigits, limit: usize, rng: &mut Rng) -> Vec<OracleCase> {
    let mut steps = Vec::new();
    loop {
        let case = OracleCase::new(puzzle, limit);
        let differ = match &case.solutions[..] {
            [first, second, ..] => (0..81).filter(|cell| first[*cell] != second[*cell]).collect(),
            _ => Vec::new(),
        };
        if !differ.is_empty() {
            let cell = pick(rng, &differ);
            puzzle[cell] = case.solutions[rng.below(2)][cell];
        }
        steps.push(case);
        if differ.is_empty() {
            return steps;
        }
    }
}
