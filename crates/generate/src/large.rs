//! All boards but 9x9: one `CaDiCaL` that knows the rules, and is asked about one set of givens after the other.
//!
//! The givens are assumptions, so that what the solver learns stays: it is about the rules only. An answer "no second
//! solution" comes with the givens that it needed, and all others can be dropped unasked. That which two solutions a
//! solver finds depends on what it was asked before does no harm here: only whether there is one decides what is made.
//!
//! Above 12x12 each attempt has a solver of its own instead, which is told for good what is settled: most of the search is
//! done when few givens are undecided, and then nearly all of the board is known without an assumption.

use std::ops::Range;

use qedoku_encode::{Encoding, EncodingOptions, Lit, Numbering, Repeats, Scheme, Var};

use super::cells::Cells;
use super::thin::{Orbits, Thinning};
use super::{Generated, Task, Wish};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Digit, DigitSet, Grid, Puzzle};
use qedoku_solve::preprocess::propagate;
use qedoku_solve::sat::{SatOption, SatResult, SatSession};
use qedoku_solve::{Interrupt, SolveError};

/// Enough words for 25x25.
const WORDS: usize = 10;

/// Up to this side one solver makes all puzzles.
const SHARED_SOLVER: usize = 12;

/// The options of a solver for a single attempt: few restarts, no simplification between them, no chronological
/// backtracking. (One minimal 25x25: 18 s, without these options 46 s; DECISIONS.md has each of them.)
const OPTIONS: [SatOption; 3] = [("stabilizeonly", 1), ("inprocessing", 0), ("chrono", 0)];

type Set = Cells<WORDS>;

/// Makes puzzles, one at a time; keeps the solver for that.
pub(super) struct Large {
    rules: Rules,
    orbits: Orbits<WORDS>,
    thinning: Thinning<WORDS>,
}

impl Large {
    pub(super) fn new(wish: &Wish, interrupt: &Interrupt) -> Result<Large, SolveError> {
        let orbits = Orbits::new(wish.board, &wish.orbits());
        Ok(Large { rules: Rules::new(wish.board, interrupt)?, orbits, thinning: Thinning::new() })
    }

    /// What comes of these attempts, in order.
    pub(super) fn attempt(&mut self, task: &Task, attempts: Range<u64>) -> Result<Vec<Generated>, SolveError> {
        let mut done = Vec::new();
        for attempt in attempts {
            if !self.rules.settled.is_empty() {
                self.rules = Rules::new(task.wish.board, &self.rules.interrupt)?;
            }
            let mut random = Rng::new(task.seed, attempt);
            let full = self.rules.fill(&mut random)?;
            let givens = match &task.pattern {
                None => self.thin(task, &full, &mut random)?,
                Some(pattern) => self.fit(task, &full, pattern)?,
            };
            done.extend(givens.map(|givens| self.rules.generated(attempt, &full, &givens)));
        }
        Ok(done)
    }

    /// Drops givens.
    fn thin(&mut self, task: &Task, full: &[u8], random: &mut Rng) -> Result<Option<Set>, SolveError> {
        let aim = task.aim(random);
        self.thinning.begin(&self.orbits, aim, full, random);
        self.rules.prefer(full);
        while let Some(givens) = self.thinning.ask(&self.orbits) {
            if self.thinning.is_hopeless(&self.orbits) {
                return Ok(None);
            }
            if task.wish.board.side() > SHARED_SOLVER {
                self.rules.settle(full, &self.thinning.settled(&self.orbits));
            }
            let dropped = self.thinning.givens().minus(&givens);
            match self.rules.second(full, &givens, &dropped)? {
                Second::None { sufficient } => self.thinning.yes(Some(sufficient)),
                Second::Differs(cells) => self.thinning.no(Some(cells)),
            }
        }
        let givens = self.thinning.givens();
        Ok(task.wish.givens.contains(&givens.len()).then_some(*givens))
    }

    /// The givens of a pattern, if they will do.
    fn fit(&mut self, task: &Task, full: &[u8], pattern: &[usize]) -> Result<Option<Set>, SolveError> {
        let givens: Set = pattern.iter().copied().collect();
        let others = Set::first(full.len()).minus(&givens);
        let Second::None { mut sufficient } = self.rules.second(full, &givens, &others)? else { return Ok(None) };
        let mut rest = pattern.iter().filter(|_| task.wish.minimal);
        let spare = rest.try_fold(false, |spare, cell| {
            if spare || !sufficient.contains(*cell) {
                return Ok::<bool, SolveError>(true);
            }
            let dropped = [*cell].into_iter().collect();
            Ok(match self.rules.second(full, &givens.minus(&dropped), &dropped)? {
                Second::None { sufficient: fewer } => {
                    sufficient = fewer;
                    true
                }
                Second::Differs(_) => false,
            })
        });
        Ok((!spare?).then_some(givens))
    }
}

/// Whether there is a second solution.
enum Second {
    /// No; and these givens alone are enough for that.
    None { sufficient: Set },
    /// Yes: it differs in these cells.
    Differs(Set),
}

/// A solver that knows the rules.
struct Rules {
    board: Board,
    session: SatSession,
    /// The positive literal of each cell and digit.
    x: Vec<Lit>,
    /// Givens that are no assumptions: they hold as long as the solver is used.
    settled: Set,
    interrupt: Interrupt,
}

impl Rules {
    fn new(board: Board, interrupt: &Interrupt) -> Result<Rules, SolveError> {
        let options = EncodingOptions {
            scheme: Scheme::Extended,
            numbering: Numbering::RowMajor,
            repeats: Repeats::Drop,
            ..EncodingOptions::default()
        };
        let empty = Puzzle::new(Grid::empty(board));
        let encoding = Encoding::new(&empty, options).expect("these options go together");
        let literal =
            |(cell, digit)| encoding.variables().var(cell, digit).map(Var::positive).expect("every candidate has one");
        let x = board.cells().flat_map(|cell| board.digits().map(move |digit| (cell, digit))).map(literal).collect();
        let options = if board.side() > SHARED_SOLVER { &OPTIONS[..] } else { &[] };
        let (session, _) = SatSession::load(&encoding, options, interrupt)?;
        Ok(Rules { board, session, x, settled: Set::EMPTY, interrupt: interrupt.clone() })
    }

    fn x(&self, cell: usize, digit: u8) -> Lit {
        self.x[cell * self.board.side() + usize::from(digit)]
    }

    /// From now on these givens of a full grid are part of the rules.
    fn settle(&mut self, full: &[u8], settled: &Set) {
        for cell in settled.minus(&self.settled).iter() {
            let x = self.x(cell, full[cell]);
            self.session.add_clause(&[x]);
        }
        self.settled = *settled;
    }

    /// Whether there is a solution under the assumptions.
    fn solve(&mut self) -> Result<bool, SolveError> {
        Ok(self.session.solve(None)? == SatResult::Satisfiable)
    }

    /// Whether these givens of a full grid have a second solution, if there is none with those of `dropped` as well.
    ///
    /// So a second solution differs in a dropped cell, and it is found sooner if that is said. But
    /// givens that allow no difference there may allow one elsewhere: those that are enough for all of the grid are only known
    /// when the question is put again, for all cells.
    fn second(&mut self, full: &[u8], givens: &Set, dropped: &Set) -> Result<Second, SolveError> {
        if let Some(cells) = self.difference(full, givens, dropped)? {
            return Ok(Second::Differs(cells));
        }
        let others = Set::first(full.len()).minus(givens);
        if let Some(cells) = self.difference(full, givens, &others)? {
            return Ok(Second::Differs(cells)); // never, if what is said of `dropped` is true
        }
        let assumed = givens.minus(&self.settled);
        let spare: Set = assumed.iter().filter(|cell| !self.session.is_failed(self.x(*cell, full[*cell]))).collect();
        Ok(Second::None { sufficient: givens.minus(&spare) })
    }

    /// Lets the solver try the digits of a full grid first: it then finds other solutions near to it, which is sooner.
    /// (One minimal 25x25 by assumptions alone: 63 s, without this more than 100 s.)
    fn prefer(&mut self, full: &[u8]) {
        for (cell, digit) in full.iter().enumerate() {
            let x = self.x(cell, *digit);
            self.session.set_phase(x);
        }
    }

    /// Where a solution with these givens differs from a full grid, one of some cells among them.
    fn difference(&mut self, full: &[u8], givens: &Set, among: &Set) -> Result<Option<Set>, SolveError> {
        for cell in givens.minus(&self.settled).iter() {
            let x = self.x(cell, full[cell]);
            self.session.assume(x);
        }
        let differs = among.iter().map(|cell| !self.x[cell * self.board.side() + usize::from(full[cell])]);
        self.session.constrain(differs);
        let is_found = self.solve()?;
        let mut differs = |cell| {
            let x = self.x(cell, full[cell]);
            !self.session.value(x.var())
        };
        Ok(is_found.then(|| Cells::of_bits(&mut differs, full.len())))
    }

    /// A random full grid: digits from 0.
    ///
    /// The boxes on the diagonal are filled at random; then cells in random order, each with a random one of the digits that
    /// leave a solution. Every grid can come out, and grids that differ by the names of digits are equally likely.
    fn fill(&mut self, random: &mut Rng) -> Result<Vec<u8>, SolveError> {
        loop {
            let mut draft = Draft::new(self.board, random);
            if !self.is_extendable(&draft.grid)? {
                continue; // the diagonal boxes leave no solution
            }
            while let Some(next) = draft.next(random) {
                let can_be = self.is_extendable(&next.grid)?;
                draft.take(next, can_be);
            }
            return Ok(draft.grid.filled().map(|(_, digit)| digit.index() as u8).collect());
        }
    }

    fn is_extendable(&mut self, grid: &Grid) -> Result<bool, SolveError> {
        for (cell, digit) in grid.filled() {
            self.session.assume(self.x(self.board.index(cell), digit.index() as u8));
        }
        self.solve()
    }

    fn generated(&self, attempt: u64, full: &[u8], givens: &Set) -> Generated {
        let grid = |is_in: &dyn Fn(usize) -> bool| {
            let mut grid = Grid::empty(self.board);
            for cell in (0..full.len()).filter(|cell| is_in(*cell)) {
                grid.set(self.board.cell(cell), Digit::from_index(usize::from(full[cell])));
            }
            grid
        };
        Generated { attempt, puzzle: Puzzle::new(grid(&|cell| givens.contains(cell))), solution: grid(&|_| true) }
    }
}

/// A grid that is being filled; it can be finished.
struct Draft {
    grid: Grid,
    /// The candidates that are left: those that were asked about and cannot be are gone.
    candidates: Vec<DigitSet>,
    /// Cells in random order; those before `place` are filled.
    order: Vec<usize>,
    place: usize,
    /// How many cells to fill by the next question.
    stride: usize,
}

/// Some more cells of a grid filled.
struct Next {
    grid: Grid,
    place: usize,
    /// The last one, and what is in it.
    last: (usize, Digit),
    /// How many there are.
    count: usize,
}

impl Draft {
    /// The boxes on the diagonal, filled at random.
    fn new(board: Board, random: &mut Rng) -> Draft {
        let mut grid = Grid::empty(board);
        for place in 0..board.box_height().min(board.box_width()) {
            let block = qedoku_puzzle::House::new(qedoku_puzzle::HouseKind::Block, place * board.box_height() + place);
            let mut digits: Vec<Digit> = board.digits().collect();
            random.shuffle(&mut digits);
            board.cells_of(block).zip(digits).for_each(|(cell, digit)| grid.set(cell, digit));
        }
        let mut order: Vec<usize> = (0..board.cell_count()).collect();
        random.shuffle(&mut order);
        let candidates = vec![DigitSet::all(board.side()); board.cell_count()];
        Draft { grid, candidates, order, place: 0, stride: 8 }
    }

    /// Random candidates in the next cells; none when all are filled.
    fn next(&mut self, random: &mut Rng) -> Option<Next> {
        self.prune();
        let board = self.grid.board();
        let mut next: Option<Next> = None;
        let mut grid = self.grid.clone();
        for place in self.place..self.order.len() {
            let index = self.order[place];
            let cell = board.cell(index);
            if grid.get(cell).is_some() {
                continue;
            }
            let taken: DigitSet = board.peers(cell).filter_map(|peer| grid.get(peer)).collect();
            let candidates: Vec<Digit> = (self.candidates[index] - taken).iter().collect();
            if candidates.is_empty() || next.as_ref().is_some_and(|next| next.count == self.stride) {
                break;
            }
            let digit = candidates[random.below(candidates.len())];
            grid.set(cell, digit);
            let count = next.map_or(0, |next| next.count) + 1;
            next = Some(Next { grid: Grid::empty(board), place, last: (index, digit), count });
        }
        next.map(|next| Next { grid, ..next })
    }

    /// What the answer means: more cells are filled, or a candidate is gone, or fewer are to be tried at once.
    fn take(&mut self, next: Next, can_be: bool) {
        if can_be {
            self.grid = next.grid;
            self.place = next.place;
            self.stride *= 2;
        } else if next.count == 1 {
            self.candidates[next.last.0].remove(next.last.1);
        } else {
            self.stride = next.count / 2;
        }
    }

    /// Fills what is forced.
    fn prune(&mut self) {
        let board = self.grid.board();
        for (index, (_, digit)) in self.grid.iter().enumerate() {
            if let Some(digit) = digit {
                self.candidates[index] = DigitSet::only(digit);
            }
        }
        let left = propagate(&Puzzle::with_candidates(board, self.candidates.clone())).expect("it can be finished");
        self.candidates = board.cells().map(|cell| left.allowed(cell)).collect();
        self.grid = left.givens().clone();
    }
}
