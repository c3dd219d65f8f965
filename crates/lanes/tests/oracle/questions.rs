//! Questions made from a seed, and what the oracle says about them.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use qedoku_lanes::{ALL, Candidates, Digits, Found};
use qedoku_puzzle::{Board, Digit, DigitSet, Grid, Puzzle, oracle, referee};

/// Whether tests are to take their time: `QEDOKU_LONG=1`.
pub(crate) fn long() -> bool {
    std::env::var_os("QEDOKU_LONG").is_some_and(|value| value != "0")
}

/// The seed of a test, or `QEDOKU_SEED`; it is printed, so that a failure can be repeated.
pub(crate) fn seed(seed: u64) -> u64 {
    let chosen = std::env::var("QEDOKU_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = chosen.unwrap_or(seed);
    println!("seed {seed}: repeat with QEDOKU_SEED={seed}");
    seed
}

/// The puzzles of a list of the collection, each with its lines around it left out; none if the list is absent.
pub(crate) fn list(name: &str) -> Option<Vec<Digits>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let file = std::env::var_os("QEDOKU_DATA").map_or(beside, PathBuf::from).join("9x9").join(name);
    let Ok(text) = std::fs::read_to_string(&file) else {
        println!("skipped: there is no {}", file.display());
        return None;
    };
    let lines = text.lines().filter(|line| !line.starts_with('#') && line.len() >= 81);
    Some(lines.map(|line| digits(&line[..81])).collect())
}

/// The digits of a line: `1` to `9`, and anything else for an open cell.
pub(crate) fn digits(line: &str) -> Digits {
    let digit = |symbol: u8| if symbol.is_ascii_digit() { symbol - b'0' } else { 0 };
    let digits: Vec<u8> = line.bytes().map(digit).collect();
    digits.try_into().expect("a line has 81 symbols")
}

/// The same as a line.
pub(crate) fn line(digits: &Digits) -> [u8; 81] {
    digits.map(|digit| if digit == 0 { b'.' } else { b'0' + digit })
}

/// The candidates that givens leave to their own cells.
pub(crate) fn candidates(digits: &Digits) -> Candidates {
    digits.map(|digit| if digit == 0 { ALL } else { bit(digit) })
}

/// The bit of a digit.
pub(crate) fn bit(digit: u8) -> u16 {
    1 << (digit - 1)
}

/// Numbers that look random and are the same in every run with a seed (`SplitMix64`).
pub(crate) struct Random(u64);

impl Random {
    /// Numbers of a seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Other numbers for every place in a row of things made from one seed.
    pub(crate) fn at(seed: u64, place: usize) -> Random {
        let mut mixed = Random(seed);
        Random(mixed.next() ^ (place as u64).wrapping_mul(0xd134_2543_de82_ef95))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }

    pub(crate) fn digit(&mut self) -> u8 {
        1 + self.below(9) as u8
    }

    /// One of a list.
    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for place in (1..list.len()).rev() {
            list.swap(place, self.below(place + 1));
        }
    }

    /// The nine lines of a board in an order that keeps bands together.
    fn lines(&mut self) -> Vec<usize> {
        let mut bands = [0, 1, 2];
        self.shuffle(&mut bands);
        let mut lines = Vec::new();
        for band in bands {
            let mut three = [3 * band, 3 * band + 1, 3 * band + 2];
            self.shuffle(&mut three);
            lines.extend(three);
        }
        lines
    }
}

/// A question. Givens can be asked as candidates too; candidates, in general, only so.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) givens: Option<Digits>,
    pub(crate) candidates: Candidates,
}

impl From<Digits> for Asked {
    fn from(givens: Digits) -> Asked {
        Asked { givens: Some(givens), candidates: candidates(&givens) }
    }
}

impl From<Candidates> for Asked {
    fn from(candidates: Candidates) -> Asked {
        Asked { givens: None, candidates }
    }
}

impl Asked {
    /// For the oracle and the referee.
    pub(crate) fn puzzle(&self) -> Puzzle {
        if let Some(givens) = self.givens {
            return Puzzle::new(grid(&givens));
        }
        let set = |bits: &u16| (0..9).filter(|bit| bits >> bit & 1 == 1).map(Digit::from_index).collect::<DigitSet>();
        Puzzle::with_candidates(Board::CLASSIC, self.candidates.iter().map(set).collect::<Vec<_>>())
    }

    /// As a person can read it, and give it to another program.
    pub(crate) fn text(&self) -> String {
        match self.givens {
            Some(givens) => line(&givens).iter().map(|symbol| char::from(*symbol)).collect(),
            None => format!("{:?}", self.candidates),
        }
    }
}

/// A grid as the other crates have it.
pub(crate) fn grid(digits: &Digits) -> Grid {
    Grid::from_digits(Board::CLASSIC, *digits).expect("digits from 0 to 9")
}

/// A question and its solutions, up to a limit, by the oracle.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) asked: Asked,
    pub(crate) solutions: Vec<Digits>,
    /// How many the oracle was to look for. If it found fewer, these are all.
    limit: usize,
    puzzle: Puzzle,
}

impl Known {
    /// Asks the oracle.
    pub(crate) fn new(asked: impl Into<Asked>, limit: usize) -> Known {
        let asked = asked.into();
        let puzzle = asked.puzzle();
        let mut solutions = Vec::new();
        oracle::solutions(&puzzle, |grid| {
            solutions.push(grid.digits().try_into().expect("81 cells"));
            if solutions.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        Known { asked, solutions, limit, puzzle }
    }

    /// Whether the oracle knows all solutions.
    pub(crate) fn is_complete(&self) -> bool {
        self.solutions.len() < self.limit
    }

    /// Fails unless this is what is to be found with a limit that the oracle can judge.
    #[track_caller]
    pub(crate) fn check(&self, found: &Found, limit: u32, who: &str) {
        let expected = self.solutions.len().min(limit as usize);
        assert!(self.is_complete() || limit as usize <= self.limit, "the oracle was not asked for so many");
        assert_eq!(found.count as usize, expected, "{who}, limit {limit}: {}", self.asked.text());
        if expected == 0 {
            assert_eq!(found.solution, [0; 81], "{who}, limit {limit}: {}", self.asked.text());
        } else {
            self.check_solution(&found.solution, who);
        }
    }

    /// Fails unless the referee accepts a solution and the oracle, if it knows all, has it too.
    #[track_caller]
    pub(crate) fn check_solution(&self, solution: &Digits, who: &str) {
        if let Err(fault) = referee::check(&self.puzzle, &grid(solution)) {
            panic!("{who}: {fault}: {}", self.asked.text());
        }
        assert!(!self.is_complete() || self.solutions.contains(solution), "{who}: {}", self.asked.text());
    }
}

/// A full grid: three boxes that do not see each other filled at random, the rest searched, and all moved and renamed.
pub(crate) fn full(random: &mut Random) -> Digits {
    let mut start = [0; 81];
    for block in 0..3 {
        let mut digits: Vec<u8> = (1..=9).collect();
        random.shuffle(&mut digits);
        for (i, digit) in digits.into_iter().enumerate() {
            start[27 * block + 9 * (i / 3) + 3 * block + i % 3] = digit;
        }
    }
    moved(&Known::new(start, 1).solutions[0], random)
}

/// The same puzzle to the eye of the rules: rows, columns, bands and stacks permuted, digits renamed, perhaps transposed.
pub(crate) fn moved(digits: &Digits, random: &mut Random) -> Digits {
    let (rows, columns, transpose) = (random.lines(), random.lines(), random.below(2) == 1);
    let mut names: Vec<u8> = (1..=9).collect();
    random.shuffle(&mut names);
    let from = |cell: usize| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let digit = digits[if transpose { 9 * column + row } else { 9 * row + column }];
        if digit == 0 { 0 } else { names[usize::from(digit) - 1] }
    };
    std::array::from_fn(from)
}

/// The grid with only so many of its digits left.
pub(crate) fn thinned(grid: &Digits, left: usize, random: &mut Random) -> Digits {
    let mut cells: Vec<usize> = filled(grid);
    random.shuffle(&mut cells);
    let mut thinned = *grid;
    cells[left..].iter().for_each(|cell| thinned[*cell] = 0);
    thinned
}

/// The cells that hold a digit.
pub(crate) fn filled(digits: &Digits) -> Vec<usize> {
    (0..81).filter(|cell| digits[*cell] != 0).collect()
}

/// The cells that hold none.
pub(crate) fn open(digits: &Digits) -> Vec<usize> {
    (0..81).filter(|cell| digits[*cell] == 0).collect()
}

/// Whether two cells are in one house.
pub(crate) fn see(a: usize, b: usize) -> bool {
    a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)
}

/// One way to change a puzzle.
pub(crate) type Change = fn(&Digits, &mut Random) -> Digits;

/// The ways to change a puzzle that has some cells filled and some open. Most leave it with no solution.
pub(crate) const CHANGES: [Change; 6] =
    [one_changed, one_moved, one_added, one_quietly_added, one_repeated, two_swapped];

fn with(digits: &Digits, changes: &[(usize, u8)]) -> Digits {
    let mut changed = *digits;
    changes.iter().for_each(|(cell, digit)| changed[*cell] = *digit);
    changed
}

fn one_changed(digits: &Digits, random: &mut Random) -> Digits {
    let cell = random.pick(&filled(digits));
    with(digits, &[(cell, 1 + (digits[cell] + random.below(8) as u8) % 9)])
}

fn one_moved(digits: &Digits, random: &mut Random) -> Digits {
    let (from, to) = (random.pick(&filled(digits)), random.pick(&open(digits)));
    with(digits, &[(from, 0), (to, digits[from])])
}

fn one_added(digits: &Digits, random: &mut Random) -> Digits {
    with(digits, &[(random.pick(&open(digits)), random.digit())])
}

/// Adds a digit that clashes with no given, if the first open cell that is tried has one.
fn one_quietly_added(digits: &Digits, random: &mut Random) -> Digits {
    let cell = random.pick(&open(digits));
    let clashes = |digit: u8| (0..81).any(|other| see(cell, other) && digits[other] == digit);
    let quiet: Vec<u8> = (1..=9).filter(|digit| !clashes(*digit)).collect();
    if quiet.is_empty() { *digits } else { with(digits, &[(cell, random.pick(&quiet))]) }
}

/// A given again in a cell of one of its houses.
fn one_repeated(digits: &Digits, random: &mut Random) -> Digits {
    let cell = random.pick(&filled(digits));
    let peers: Vec<usize> = (0..81).filter(|peer| *peer != cell && see(cell, *peer)).collect();
    with(digits, &[(random.pick(&peers), digits[cell])])
}

fn two_swapped(digits: &Digits, random: &mut Random) -> Digits {
    let filled = filled(digits);
    let (a, b) = (random.pick(&filled), random.pick(&filled));
    with(digits, &[(a, digits[b]), (b, digits[a])])
}

/// Candidates of which so many are dropped, chosen at random; the digits of `keep`, if it is told, stay.
pub(crate) fn dropped(from: &Candidates, count: usize, keep: Option<&Digits>, random: &mut Random) -> Candidates {
    let mut left = *from;
    for _ in 0..count {
        let (cell, digit) = (random.below(81), random.digit());
        if keep.is_none_or(|keep| keep[cell] != digit) {
            left[cell] &= !bit(digit);
        }
    }
    left
}

/// Candidates without any given: the digits of a grid, and each other digit with a chance of `percent`.
pub(crate) fn sprinkled(grid: &Digits, percent: usize, random: &mut Random) -> Candidates {
    grid.map(|digit| (1..=9).filter(|other| *other == digit || random.below(100) < percent).map(bit).sum())
}

/// Questions around one full grid: a puzzle with many solutions that gets given by given until it has one; and what becomes
/// of that one when givens are dropped, changed, moved, added and repeated, and candidates are ruled out.
pub(crate) fn family(random: &mut Random, limit: usize) -> Vec<Known> {
    let grid = full(random);
    let left = 18 + random.below(16);
    let first = thinned(&grid, left, random);
    let mut family = narrowed(first, limit, random);
    let last = family.last().expect("the first at least");
    let (one, solution) = (last.asked.givens.expect("a puzzle with givens"), last.solutions[0]);

    let mut made: Vec<Asked> = CHANGES.iter().map(|change| change(&one, random).into()).collect();
    for fewer in 1..=3 {
        made.push(thinned(&one, filled(&one).len() - fewer, random).into());
    }
    let cell = random.pick(&open(&one));
    made.push(with(&one, &[(cell, solution[cell])]).into());
    let hole = random.below(81);
    let almost = with(&solution, &[(hole, 0)]);
    made.push(match random.below(4) {
        0 => solution.into(),
        1 => two_swapped(&solution, random).into(),
        2 => almost.into(),
        _ => one_changed(&almost, random).into(),
    });

    let restricted = dropped(&candidates(&one), 150, Some(&solution), random);
    let mut without = restricted;
    without[cell] &= !bit(solution[cell]);
    let mut empty = candidates(&first);
    empty[cell] = 0;
    let fewer = candidates(&thinned(&one, filled(&one).len() - 3, random));
    let percent = 10 + random.below(20);
    let loose = sprinkled(&grid, percent, random);
    made.push(restricted.into());
    made.push(if random.below(4) == 0 { empty } else { without }.into());
    made.push(dropped(&candidates(&first), 400, Some(&grid), random).into());
    made.push(dropped(&fewer, 10, None, random).into());
    made.push(dropped(&loose, 3, None, random).into());
    made.push(loose.into());
    family.extend(made.into_iter().map(|asked| Known::new(asked, limit)));
    family
}

/// A puzzle that has a solution, and then again and again with one more given, where its first two solutions differ, until
/// it has one.
fn narrowed(mut puzzle: Digits, limit: usize, random: &mut Random) -> Vec<Known> {
    let mut steps = Vec::new();
    loop {
        let known = Known::new(puzzle, limit);
        let differ = match &known.solutions[..] {
            [first, second, ..] => (0..81).filter(|cell| first[*cell] != second[*cell]).collect(),
            _ => Vec::new(),
        };
        if !differ.is_empty() {
            let cell = random.pick(&differ);
            puzzle[cell] = known.solutions[random.below(2)][cell];
        }
        steps.push(known);
        if differ.is_empty() {
            return steps;
        }
    }
}
