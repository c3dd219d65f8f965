//! Disambiguating givens when there are too many solutions to enumerate.
//!
//! The differing cells are known exactly all the same: they follow from the true candidates. All single givens are tried, and all
//! pairs if they are not too many, so one or two givens are found if they suffice. Otherwise givens are chosen greedily, in a cell
//! with the most true candidates, until the remaining solutions can be enumerated; a minimum set for those completes the
//! choice, and a final pass drops redundant givens.

use qedoku_puzzle::{Answer, Board, Candidate, Cell, DigitSet, Grid, Puzzle};
use qedoku_solve::sat::{AssumptionResult, PuzzleSession};
use qedoku_solve::{Interrupt, SolutionCount, SolveError, Solver, lanes};

use super::{Ambiguity, exact, first_solutions, max_enumerated, with_givens};

/// All pairs of givens are tried if there are at most this many.
const MAX_PAIRS_TRIED: usize = 50_000;
/// Solutions are counted up to this number to compare digits.
const SOLUTION_COUNT_CAP: u64 = 10_000;
/// Puzzles solved in one batch.
const BATCH_SIZE: usize = 1024;

/// Analyses a puzzle with very many solutions, of which two are known.
pub(super) fn find(puzzle: &Puzzle, solutions: [Grid; 2], interrupt: &Interrupt) -> Result<Ambiguity, SolveError> {
    let choice = GreedyChoice { puzzle, solver: Solver { interrupt: interrupt.clone(), ..Solver::default() } };
    let differing_cells = choice.differing_cells(puzzle)?;
    let (givens, min_givens) = choice.disambiguating_givens(&differing_cells)?;
    Ok(Ambiguity { solutions, differing_cells, is_complete: true, disambiguating_givens: Some(givens), min_givens })
}

struct GreedyChoice<'p> {
    puzzle: &'p Puzzle,
    solver: Solver,
}

impl GreedyChoice<'_> {
    /// The cells with several true candidates.
    fn differing_cells(&self, puzzle: &Puzzle) -> Result<Vec<(Cell, DigitSet)>, SolveError> {
        let mut cells = match lanes::candidates(puzzle) {
            Some(candidates) => classic_digits(&lanes::LanesSolver::default().true_candidates(&candidates)),
            None => true_digits_by_sat(puzzle, &self.solver.interrupt)?,
        };
        cells.retain(|(_, digits)| digits.len() > 1);
        Ok(cells)
    }

    /// Givens that leave one solution, and a lower bound on their number.
    fn disambiguating_givens(&self, cells: &[(Cell, DigitSet)]) -> Result<(Vec<Candidate>, usize), SolveError> {
        let candidates_of = |(cell, digits): &(Cell, DigitSet)| {
            let cell = *cell;
            digits.iter().map(move |digit| Candidate::new(cell, digit)).collect::<Vec<_>>()
        };
        let candidates: Vec<Candidate> = cells.iter().flat_map(candidates_of).collect();
        if let Some(single) = self.first_unique(candidates.iter().map(|candidate| vec![*candidate]))? {
            return Ok((single, 1));
        }
        let chosen = self.choose()?;
        let too_many_pairs = candidates.len() * candidates.len() / 2 > MAX_PAIRS_TRIED;
        if chosen.len() <= 2 || too_many_pairs || self.puzzle.board() != Board::CLASSIC {
            return Ok((chosen, 2));
        }
        Ok(self.first_unique(pairs(&candidates))?.map_or((chosen, 3), |pair| (pair, 2)))
    }

    /// The first of these sets of givens that leaves one solution.
    fn first_unique(&self, sets: impl Iterator<Item = Vec<Candidate>>) -> Result<Option<Vec<Candidate>>, SolveError> {
        let mut sets = sets.peekable();
        while sets.peek().is_some() {
            let batch: Vec<Vec<Candidate>> = sets.by_ref().take(BATCH_SIZE).collect();
            if let Some(index) = self.index_of_unique(&batch)? {
                return Ok(batch.into_iter().nth(index));
            }
        }
        Ok(None)
    }

    fn index_of_unique(&self, sets: &[Vec<Candidate>]) -> Result<Option<usize>, SolveError> {
        if self.solver.interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        let puzzles: Vec<Puzzle> = sets.iter().map(|givens| with_givens(self.puzzle, givens)).collect();
        if self.puzzle.board() == Board::CLASSIC {
            let found = lanes::solve_batch(&puzzles.iter().collect::<Vec<_>>(), 2, &self.solver.interrupt);
            if found.is_empty() {
                return Err(SolveError::Interrupted);
            }
            return Ok(found.iter().position(|found| found.count == 1));
        }
        for (index, puzzle) in puzzles.iter().enumerate() {
            if let Answer::One(_) = self.solver.solve(puzzle)? {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Chooses givens one by one until one solution is left, then drops the redundant ones.
    fn choose(&self) -> Result<Vec<Candidate>, SolveError> {
        let mut givens = Vec::new();
        loop {
            let puzzle = with_givens(self.puzzle, &givens);
            let solutions = first_solutions(&puzzle, &self.solver.interrupt)?;
            if solutions.len() <= max_enumerated(&puzzle) {
                givens.extend(if solutions.len() > 1 {
                    exact::minimum_givens(&solutions, &self.solver.interrupt)?
                } else {
                    Vec::new()
                });
                return self.drop_redundant(givens);
            }
            givens.push(self.best_given(&puzzle)?);
        }
    }

    /// In the first cell with the most true candidates, the digit that leaves the fewest solutions.
    fn best_given(&self, puzzle: &Puzzle) -> Result<Candidate, SolveError> {
        let cells = self.differing_cells(puzzle)?;
        let most = cells.iter().map(|(_, digits)| digits.len()).max().expect("solutions differ somewhere");
        let (cell, digits) = cells.iter().find(|(_, digits)| digits.len() == most).expect("one cell has the maximum");
        if puzzle.board() != Board::CLASSIC {
            // Counting takes too long without the SIMD engine.
            return Ok(Candidate::new(*cell, digits.iter().next().expect("a differing cell has digits")));
        }
        let mut best: Option<(u64, Candidate)> = None;
        for candidate in digits.iter().map(|digit| Candidate::new(*cell, digit)) {
            let puzzle = with_givens(puzzle, &[candidate]);
            let (SolutionCount::Exactly(count) | SolutionCount::AtLeast(count)) =
                self.solver.count(&puzzle, Some(SOLUTION_COUNT_CAP))?;
            if best.is_none_or(|(fewest, _)| count < fewest) {
                best = Some((count, candidate));
            }
        }
        Ok(best.expect("a differing cell has digits").1)
    }

    /// Deletes redundant givens, the last ones first, and returns the rest in reading order.
    fn drop_redundant(&self, mut givens: Vec<Candidate>) -> Result<Vec<Candidate>, SolveError> {
        givens.sort_unstable();
        for index in (0..givens.len()).rev() {
            let mut fewer = givens.clone();
            fewer.remove(index);
            if let Answer::One(_) = self.solver.solve(&with_givens(self.puzzle, &fewer))? {
                givens = fewer;
            }
        }
        Ok(givens)
    }
}

/// All pairs of candidates of different cells.
fn pairs(candidates: &[Candidate]) -> impl Iterator<Item = Vec<Candidate>> + '_ {
    let in_different_cells = |(one, other): &(Candidate, Candidate)| one.cell != other.cell;
    let with_later = move |(index, one): (usize, &Candidate)| {
        let one = *one;
        candidates[index + 1..].iter().map(move |other| (one, *other))
    };
    let all = candidates.iter().enumerate().flat_map(with_later);
    all.filter(in_different_cells).map(|(one, other)| vec![one, other])
}

fn classic_digits(candidates: &lanes::CellCandidates) -> Vec<(Cell, DigitSet)> {
    let digits = |bits: u16| Board::CLASSIC.digits().filter(move |digit| bits >> digit.index() & 1 == 1).collect();
    Board::CLASSIC.cells().zip(candidates).map(|(cell, bits)| (cell, digits(*bits))).collect()
}

/// The true candidates of every cell: one SAT query per candidate that no solution found so far contains.
fn true_digits_by_sat(puzzle: &Puzzle, interrupt: &Interrupt) -> Result<Vec<(Cell, DigitSet)>, SolveError> {
    let board = puzzle.board();
    let mut found = vec![DigitSet::EMPTY; board.cell_count()];
    let Some(mut session) = PuzzleSession::propagated(puzzle, interrupt)? else { return Ok(Vec::new()) };
    for cell in board.cells() {
        for digit in puzzle.allowed(cell) {
            if found[board.index(cell)].contains(digit) {
                continue;
            }
            if let AssumptionResult::Solution(grid) = session.solve_assuming(&[Candidate::new(cell, digit)], None)? {
                grid.filled().for_each(|(cell, digit)| found[board.index(cell)].insert(digit));
            }
        }
    }
    Ok(board.cells().zip(found).collect())
}
