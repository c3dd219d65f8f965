//! Too many solutions to look at them all.
//!
//! Where solutions can differ is known all the same, since each candidate can be asked about. That one or two givens more are
//! enough is found by trying them all. Beyond that, givens are chosen one by one: a cell with the most digits open, until few
//! solutions are left; then a smallest set for those; then what is not needed goes.

use qedoku_puzzle::{Answer, Board, Candidate, Cell, DigitSet, Grid, Puzzle};

use super::{Ambiguous, all_up_to, few, first_solutions, with_extra};
use qedoku_solve::sat::{AssumptionResult, PuzzleSession};
use qedoku_solve::{Interrupt, SolutionCount, SolveError, Solver, lanes};

/// Pairs of givens are tried if they are no more than this.
const PAIRS: usize = 50_000;
/// Solutions are counted up to this to compare digits.
const COUNTED: u64 = 10_000;
/// Questions asked at once.
const AT_ONCE: usize = 1024;

/// Why there is more than one solution, if there are very many.
pub(super) fn ambiguous(puzzle: &Puzzle, solutions: [Grid; 2], interrupt: &Interrupt) -> Result<Ambiguous, SolveError> {
    let many = Many { puzzle, solver: Solver { interrupt: interrupt.clone(), ..Solver::default() } };
    let open: Vec<(Cell, DigitSet)> = many.open(puzzle)?;
    let (extra, at_least) = many.extra(&open)?;
    Ok(Ambiguous { solutions, open, all_open: true, extra: Some(extra), at_least })
}

struct Many<'p> {
    puzzle: &'p Puzzle,
    solver: Solver,
}

impl Many<'_> {
    /// The cells where solutions differ, with the digits that occur.
    fn open(&self, puzzle: &Puzzle) -> Result<Vec<(Cell, DigitSet)>, SolveError> {
        let mut open = match lanes::candidates(puzzle) {
            Some(candidates) => classic_digits(&lanes::LanesSolver::default().true_candidates(&candidates)),
            None => asked_digits(puzzle, &self.solver.interrupt)?,
        };
        open.retain(|(_, digits)| digits.len() > 1);
        Ok(open)
    }

    /// Givens that leave one solution, and how many are needed at least.
    fn extra(&self, open: &[(Cell, DigitSet)]) -> Result<(Vec<Candidate>, usize), SolveError> {
        let single = |(cell, digits): &(Cell, DigitSet)| {
            let cell = *cell;
            digits.iter().map(move |digit| Candidate::new(cell, digit)).collect::<Vec<_>>()
        };
        let ones: Vec<Candidate> = open.iter().flat_map(single).collect();
        if let Some(one) = self.first_alone(ones.iter().map(|one| vec![*one]))? {
            return Ok((one, 1));
        }
        let chosen = self.chosen()?;
        if chosen.len() <= 2 || ones.len() * ones.len() / 2 > PAIRS || self.puzzle.board() != Board::CLASSIC {
            return Ok((chosen, 2));
        }
        Ok(self.first_alone(pairs(&ones))?.map_or((chosen, 3), |pair| (pair, 2)))
    }

    /// The first of these sets of givens that leaves one solution.
    fn first_alone(&self, sets: impl Iterator<Item = Vec<Candidate>>) -> Result<Option<Vec<Candidate>>, SolveError> {
        let mut sets = sets.peekable();
        while sets.peek().is_some() {
            let part: Vec<Vec<Candidate>> = sets.by_ref().take(AT_ONCE).collect();
            if let Some(place) = self.position_alone(&part)? {
                return Ok(part.into_iter().nth(place));
            }
        }
        Ok(None)
    }

    fn position_alone(&self, sets: &[Vec<Candidate>]) -> Result<Option<usize>, SolveError> {
        if self.solver.interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        let puzzles: Vec<Puzzle> = sets.iter().map(|set| with_extra(self.puzzle, set)).collect();
        if self.puzzle.board() == Board::CLASSIC {
            let found = lanes::found(&puzzles.iter().collect::<Vec<_>>());
            return Ok(found.iter().position(|found| found.count == 1));
        }
        for (place, puzzle) in puzzles.iter().enumerate() {
            if let Answer::One(_) = self.solver.answer(puzzle)? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Givens chosen one by one until one solution is left, without those that are not needed.
    fn chosen(&self) -> Result<Vec<Candidate>, SolveError> {
        let mut extra = Vec::new();
        loop {
            let puzzle = with_extra(self.puzzle, &extra);
            let solutions = first_solutions(&puzzle, &self.solver.interrupt)?;
            if solutions.len() <= all_up_to(&puzzle) {
                extra.extend(if solutions.len() > 1 {
                    few::fewest(&solutions, &self.solver.interrupt)?
                } else {
                    Vec::new()
                });
                return self.needed(extra);
            }
            extra.push(self.best(&puzzle)?);
        }
    }

    /// A digit of a cell with the most digits open: the one with the fewest solutions.
    fn best(&self, puzzle: &Puzzle) -> Result<Candidate, SolveError> {
        let open = self.open(puzzle)?;
        let most = open.iter().map(|(_, digits)| digits.len()).max().expect("solutions differ somewhere");
        let (cell, digits) = open.iter().find(|(_, digits)| digits.len() == most).expect("one of them has the most");
        if puzzle.board() != Board::CLASSIC {
            return Ok(Candidate::new(*cell, digits.iter().next().expect("it has digits"))); // counting takes too long
        }
        let mut best: Option<(u64, Candidate)> = None;
        for candidate in digits.iter().map(|digit| Candidate::new(*cell, digit)) {
            let puzzle = with_extra(puzzle, &[candidate]);
            let (SolutionCount::Exactly(count) | SolutionCount::AtLeast(count)) =
                self.solver.count(&puzzle, Some(COUNTED))?;
            if best.is_none_or(|(fewest, _)| count < fewest) {
                best = Some((count, candidate));
            }
        }
        Ok(best.expect("a cell that differs has digits").1)
    }

    /// The givens, in reading order, without those that are not needed; the last ones go first.
    fn needed(&self, mut extra: Vec<Candidate>) -> Result<Vec<Candidate>, SolveError> {
        extra.sort_unstable();
        for place in (0..extra.len()).rev() {
            let mut fewer = extra.clone();
            fewer.remove(place);
            if let Answer::One(_) = self.solver.answer(&with_extra(self.puzzle, &fewer))? {
                extra = fewer;
            }
        }
        Ok(extra)
    }
}

/// All pairs of candidates of different cells.
fn pairs(ones: &[Candidate]) -> impl Iterator<Item = Vec<Candidate>> + '_ {
    let is_apart = |(one, other): &(Candidate, Candidate)| one.cell != other.cell;
    let with = move |(place, one): (usize, &Candidate)| {
        let one = *one;
        ones[place + 1..].iter().map(move |other| (one, *other))
    };
    ones.iter().enumerate().flat_map(with).filter(is_apart).map(|(one, other)| vec![one, other])
}

fn classic_digits(candidates: &lanes::CellCandidates) -> Vec<(Cell, DigitSet)> {
    let digits = |bits: u16| Board::CLASSIC.digits().filter(move |digit| bits >> digit.index() & 1 == 1).collect();
    Board::CLASSIC.cells().zip(candidates).map(|(cell, bits)| (cell, digits(*bits))).collect()
}

/// The digits of each cell that are in some solution: each that no solution has shown yet is asked about.
fn asked_digits(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Vec<(Cell, DigitSet)>, SolveError> {
    let board = puzzle.board();
    let mut seen = vec![DigitSet::EMPTY; board.cell_count()];
    let Some(mut session) = PuzzleSession::propagated(puzzle, interrupt)? else { return Ok(Vec::new()) };
    for cell in board.cells() {
        for digit in puzzle.allowed(cell) {
            if seen[board.index(cell)].contains(digit) {
                continue;
            }
            if let AssumptionResult::Solution(grid) = session.solve_assuming(&[Candidate::new(cell, digit)], None)? {
                grid.filled().for_each(|(cell, digit)| seen[board.index(cell)].insert(digit));
            }
        }
    }
    Ok(board.cells().zip(seen).collect())
}
