//! SAT generator, for all boards but 9x9: incremental `CaDiCaL` answers the uniqueness queries of one attempt after the other.
//!
//! The formula encodes the empty board; the givens of a query are assumptions. Learnt clauses therefore stay valid from query to
//! query. If there is no second solution, the failed assumptions are givens that suffice for uniqueness, and the minimiser
//! removes all others without a query. The model of a second solution depends on earlier queries, but only its existence
//! decides which puzzle is generated.
//!
//! Above 12x12 every attempt has a session of its own, to which the givens that stay are added as unit clauses: most of the search
//! happens when few givens are undecided, and then nearly the whole board is fixed without assumptions.

use std::ops::Range;

use qedoku_encode::{Encoding, EncodingOptions, Lit, Numbering, Repeats, Scheme, Var};

use super::cell_set::CellSet;
use super::minimize::{Minimizer, Orbits};
use super::{AttemptContext, GeneratedPuzzle, PuzzleSpec};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Digit, DigitSet, Grid, House, HouseKind, Puzzle};
use qedoku_solve::preprocess::propagate;
use qedoku_solve::sat::{SatOption, SatResult, SatSession};
use qedoku_solve::{Interrupt, SolveError};

/// Words of a cell set: enough for the 625 cells of 25x25.
const WORDS: usize = 10;

/// Up to this side all attempts share one session. (100 puzzles 12x12: 1.8 s with one session, 2.2 s with one per attempt; ten
/// 16x16: 1.8 s and 1.3 s.)
const MAX_SHARED_SIDE: usize = 12;

/// `CaDiCaL` options of a session for a single attempt: few restarts, no inprocessing, no chronological backtracking. (One minimal
/// 25x25: 18 s, with the default options 46 s; on 12x12 these options are slower.)
const SINGLE_ATTEMPT_OPTIONS: [SatOption; 3] = [("stabilizeonly", 1), ("inprocessing", 0), ("chrono", 0)];

type Cells = CellSet<WORDS>;

/// Generates puzzles one at a time; keeps the SAT session and the buffers.
pub(super) struct SatGenerator {
    session: BoardSession,
    orbits: Orbits<WORDS>,
    minimizer: Minimizer<WORDS>,
}

impl SatGenerator {
    pub(super) fn new(spec: &PuzzleSpec, interrupt: &Interrupt) -> Result<SatGenerator, SolveError> {
        let orbits = Orbits::new(spec.board, &spec.orbits());
        Ok(SatGenerator { session: BoardSession::new(spec.board, interrupt)?, orbits, minimizer: Minimizer::new() })
    }

    /// Runs these attempts. Returns the generated puzzles in ascending order.
    pub(super) fn run(
        &mut self,
        context: &AttemptContext,
        attempts: Range<u64>,
    ) -> Result<Vec<GeneratedPuzzle>, SolveError> {
        let mut puzzles = Vec::new();
        for attempt in attempts {
            // Fixed givens cannot be retracted, so the session of an earlier attempt is of no use.
            if !self.session.fixed.is_empty() {
                self.session = BoardSession::new(context.spec.board, &self.session.interrupt)?;
            }
            let mut rng = Rng::new(context.seed, attempt);
            let full = self.session.random_grid(&mut rng)?;
            let givens = match &context.pattern {
                None => self.minimize(context, &full, &mut rng)?,
                Some(pattern) => self.fit_pattern(context, &full, pattern)?,
            };
            puzzles.extend(givens.map(|givens| self.session.generated_puzzle(attempt, &full, &givens)));
        }
        Ok(puzzles)
    }

    /// Removes givens from a full grid. Returns `None` if the specification is missed.
    fn minimize(&mut self, context: &AttemptContext, full: &[u8], rng: &mut Rng) -> Result<Option<Cells>, SolveError> {
        let target = context.givens_target(rng);
        self.minimizer.start(&self.orbits, target, full, rng);
        self.session.set_phases(full);
        while let Some(givens) = self.minimizer.next_query(&self.orbits) {
            if self.minimizer.exceeds_max(&self.orbits) {
                return Ok(None);
            }
            if context.spec.board.side() > MAX_SHARED_SIDE {
                self.session.fix_givens(full, &self.minimizer.decided_givens(&self.orbits));
            }
            let removed = self.minimizer.givens().minus(&givens);
            match self.session.check_uniqueness(full, &givens, &removed)? {
                Uniqueness::Unique { sufficient } => self.minimizer.record_unique(Some(sufficient)),
                Uniqueness::Ambiguous { differences } => self.minimizer.record_ambiguous(Some(differences)),
            }
        }
        let givens = self.minimizer.givens();
        Ok(context.spec.givens.contains(&givens.len()).then_some(*givens))
    }

    /// The cells of the pattern, if their digits in the full grid make a puzzle that meets the specification.
    fn fit_pattern(
        &mut self,
        context: &AttemptContext,
        full: &[u8],
        pattern: &[usize],
    ) -> Result<Option<Cells>, SolveError> {
        let givens: Cells = pattern.iter().copied().collect();
        let others = Cells::first(full.len()).minus(&givens);
        let Uniqueness::Unique { sufficient } = self.session.check_uniqueness(full, &givens, &others)? else {
            return Ok(None);
        };
        if !context.spec.minimal {
            return Ok(Some(givens));
        }
        for cell in pattern {
            if !sufficient.contains(*cell) {
                return Ok(None);
            }
            let removed = [*cell].into_iter().collect();
            let uniqueness = self.session.check_uniqueness(full, &givens.minus(&removed), &removed)?;
            if matches!(uniqueness, Uniqueness::Unique { .. }) {
                return Ok(None);
            }
        }
        Ok(Some(givens))
    }
}

/// Whether a set of givens has a unique solution.
enum Uniqueness {
    /// Yes, and this subset of the givens (from the failed assumptions) suffices for it.
    Unique { sufficient: Cells },
    /// No: a second solution differs in these cells.
    Ambiguous { differences: Cells },
}

/// A SAT session with the formula of the empty board.
struct BoardSession {
    board: Board,
    session: SatSession,
    /// The positive literal of each candidate, by cell and digit.
    literals: Vec<Lit>,
    /// Givens that are unit clauses instead of assumptions: they hold for the lifetime of the session.
    fixed: Cells,
    interrupt: Interrupt,
}

impl BoardSession {
    fn new(board: Board, interrupt: &Interrupt) -> Result<BoardSession, SolveError> {
        let options = EncodingOptions {
            scheme: Scheme::EXTENDED,
            numbering: Numbering::RowMajor,
            repeats: Repeats::Drop,
            ..EncodingOptions::default()
        };
        let empty = Puzzle::new(Grid::empty(board));
        let encoding = Encoding::new(&empty, options).expect("the options are compatible");
        let literal = |(cell, digit)| {
            encoding.variables().var(cell, digit).map(Var::positive).expect("row-major numbering has all candidates")
        };
        let candidates = board.cells().flat_map(|cell| board.digits().map(move |digit| (cell, digit)));
        let literals = candidates.map(literal).collect();
        let options = if board.side() > MAX_SHARED_SIDE { &SINGLE_ATTEMPT_OPTIONS[..] } else { &[] };
        let (session, _) = SatSession::load(&encoding, options, interrupt)?;
        Ok(BoardSession { board, session, literals, fixed: Cells::EMPTY, interrupt: interrupt.clone() })
    }

    /// The positive literal of a candidate; the digit counts from 0.
    fn literal(&self, cell: usize, digit: u8) -> Lit {
        self.literals[cell * self.board.side() + usize::from(digit)]
    }

    /// Adds givens of a full grid as unit clauses. `fixed` contains all that were fixed before.
    fn fix_givens(&mut self, full: &[u8], fixed: &Cells) {
        for cell in fixed.minus(&self.fixed).iter() {
            let literal = self.literal(cell, full[cell]);
            self.session.add_clause(&[literal]);
        }
        self.fixed = *fixed;
    }

    /// Whether the formula is satisfiable under the assumptions made since the last call.
    fn is_satisfiable(&mut self) -> Result<bool, SolveError> {
        Ok(self.session.solve(None)? == SatResult::Satisfiable)
    }

    /// Decides whether these givens of a full grid have a unique solution. Precondition: they have one together with `removed`.
    ///
    /// A second solution therefore differs in a removed cell, and it is found sooner if the query demands that. If there is
    /// none, the failed assumptions of that query only exclude differences in removed cells. A second query, for a difference
    /// in any cell, gives assumptions that suffice for the whole grid.
    fn check_uniqueness(&mut self, full: &[u8], givens: &Cells, removed: &Cells) -> Result<Uniqueness, SolveError> {
        if let Some(differences) = self.find_difference(full, givens, removed)? {
            return Ok(Uniqueness::Ambiguous { differences });
        }
        let others = Cells::first(full.len()).minus(givens);
        if let Some(differences) = self.find_difference(full, givens, &others)? {
            return Ok(Uniqueness::Ambiguous { differences }); // unreachable if the precondition holds
        }
        let assumed = givens.minus(&self.fixed);
        let unused: Cells =
            assumed.iter().filter(|cell| !self.session.is_failed(self.literal(*cell, full[*cell]))).collect();
        Ok(Uniqueness::Unique { sufficient: givens.minus(&unused) })
    }

    /// Makes the solver decide on the digits of the full grid first: second solutions close to it are found sooner. (One
    /// minimal 25x25 by assumptions alone: 63 s, without phases more than 100 s.)
    fn set_phases(&mut self, full: &[u8]) {
        for (cell, digit) in full.iter().enumerate() {
            let literal = self.literal(cell, *digit);
            self.session.set_phase(literal);
        }
    }

    /// Searches for a solution with these givens that differs from the full grid in at least one cell of `among`. Returns all
    /// cells in which it differs.
    fn find_difference(&mut self, full: &[u8], givens: &Cells, among: &Cells) -> Result<Option<Cells>, SolveError> {
        for cell in givens.minus(&self.fixed).iter() {
            let literal = self.literal(cell, full[cell]);
            self.session.assume(literal);
        }
        let side = self.board.side();
        self.session.constrain(among.iter().map(|cell| !self.literals[cell * side + usize::from(full[cell])]));
        let is_found = self.is_satisfiable()?;
        let mut differs = |cell| {
            let literal = self.literal(cell, full[cell]);
            !self.session.value(literal.var())
        };
        Ok(is_found.then(|| Cells::from_fn(&mut differs, full.len())))
    }

    /// A random full grid, with digits from 0.
    ///
    /// Fills the boxes on the diagonal at random, then cells in random order, each with a random digit among those that can
    /// be extended to a full grid. Every grid can be generated, and grids that differ by a relabelling of the digits are
    /// equally likely.
    fn random_grid(&mut self, rng: &mut Rng) -> Result<Vec<u8>, SolveError> {
        loop {
            let mut partial = PartialGrid::new(self.board, rng);
            if !self.is_extendable(&partial.grid)? {
                continue; // the diagonal boxes cannot be extended to a full grid
            }
            while let Some(extension) = partial.extend(rng) {
                let is_extendable = self.is_extendable(&extension.grid)?;
                partial.record(extension, is_extendable);
            }
            return Ok(partial.grid.filled().map(|(_, digit)| digit.index() as u8).collect());
        }
    }

    /// Whether some full grid contains these digits.
    fn is_extendable(&mut self, grid: &Grid) -> Result<bool, SolveError> {
        for (cell, digit) in grid.filled() {
            self.session.assume(self.literal(self.board.index(cell), digit.index() as u8));
        }
        self.is_satisfiable()
    }

    fn generated_puzzle(&self, attempt: u64, full: &[u8], givens: &Cells) -> GeneratedPuzzle {
        let grid = |is_in: &dyn Fn(usize) -> bool| {
            let mut grid = Grid::empty(self.board);
            for cell in (0..full.len()).filter(|cell| is_in(*cell)) {
                grid.set(self.board.cell(cell), Digit::from_index(usize::from(full[cell])));
            }
            grid
        };
        GeneratedPuzzle { attempt, puzzle: Puzzle::new(grid(&|cell| givens.contains(cell))), solution: grid(&|_| true) }
    }
}

/// Cells that the first extension of a partial grid fills.
const FIRST_STRIDE: usize = 8;

/// A random grid in progress. Invariant: it can be extended to a full grid.
struct PartialGrid {
    grid: Grid,
    /// The candidates of each cell that are not refuted: neither by propagation nor by an unsatisfiable extension.
    candidates: Vec<DigitSet>,
    /// The cells in random order; those before `place` are filled.
    order: Vec<usize>,
    place: usize,
    /// The number of cells that the next extension fills. One query for many cells saves time as long as most digits are
    /// possible; it doubles after a success and is halved after a failure.
    stride: usize,
}

/// A partial grid with more cells filled, not yet known to be extendable.
struct Extension {
    grid: Grid,
    /// The place in the order of the last cell filled.
    place: usize,
    /// The last cell filled, and its digit.
    last: (usize, Digit),
    /// The number of cells filled.
    count: usize,
}

impl PartialGrid {
    /// The boxes on the diagonal, filled at random. They share no row or column, so any digits fit.
    fn new(board: Board, rng: &mut Rng) -> PartialGrid {
        let mut grid = Grid::empty(board);
        for place in 0..board.box_height().min(board.box_width()) {
            // A band has as many boxes as a box has rows.
            let block = House::new(HouseKind::Block, place * board.box_height() + place);
            let mut digits: Vec<Digit> = board.digits().collect();
            rng.shuffle(&mut digits);
            board.cells_of(block).zip(digits).for_each(|(cell, digit)| grid.set(cell, digit));
        }
        let mut order: Vec<usize> = (0..board.cell_count()).collect();
        rng.shuffle(&mut order);
        let candidates = vec![DigitSet::all(board.side()); board.cell_count()];
        PartialGrid { grid, candidates, order, place: 0, stride: FIRST_STRIDE }
    }

    /// Fills the next cells with random candidates. Returns `None` when all cells are filled.
    fn extend(&mut self, rng: &mut Rng) -> Option<Extension> {
        self.place_forced_digits();
        let board = self.grid.board();
        let mut extension: Option<Extension> = None;
        let mut grid = self.grid.clone();
        for place in self.place..self.order.len() {
            let index = self.order[place];
            let cell = board.cell(index);
            if grid.get(cell).is_some() {
                continue;
            }
            let seen: DigitSet = board.peers(cell).filter_map(|peer| grid.get(peer)).collect();
            let candidates: Vec<Digit> = (self.candidates[index] - seen).iter().collect();
            if candidates.is_empty() || extension.as_ref().is_some_and(|extension| extension.count == self.stride) {
                break;
            }
            let digit = candidates[rng.below(candidates.len())];
            grid.set(cell, digit);
            let count = extension.map_or(0, |extension| extension.count) + 1;
            extension = Some(Extension { grid: Grid::empty(board), place, last: (index, digit), count });
        }
        extension.map(|extension| Extension { grid, ..extension })
    }

    /// Applies the solver's answer: accepts the extension, eliminates a candidate that was tried alone, or shortens the next
    /// extension.
    fn record(&mut self, extension: Extension, is_extendable: bool) {
        if is_extendable {
            self.grid = extension.grid;
            self.place = extension.place;
            self.stride *= 2;
        } else if extension.count == 1 {
            self.candidates[extension.last.0].remove(extension.last.1);
        } else {
            self.stride = extension.count / 2;
        }
    }

    /// Propagates: places singles and eliminates locked candidates.
    fn place_forced_digits(&mut self) {
        let board = self.grid.board();
        for (index, (_, digit)) in self.grid.iter().enumerate() {
            if let Some(digit) = digit {
                self.candidates[index] = DigitSet::only(digit);
            }
        }
        let propagated = propagate(&Puzzle::with_candidates(board, self.candidates.clone()))
            .expect("the partial grid can be extended to a full grid");
        self.candidates = board.cells().map(|cell| propagated.allowed(cell)).collect();
        self.grid = propagated.givens().clone();
    }
}
