//! Which sets of givens have a solution together: for boards up to 9x9.

use qedoku_puzzle::{Board, Candidate, Digit, Grid, Puzzle};

use super::super::asked::{Asked, Reply};
use super::super::hitting::{Things, bits};
use super::{givens_of, with_only};
use crate::lanes::{self, Candidates, Digits, Found};
use crate::{Failure, Stop};

/// Answers questions about the givens of a puzzle; a given is a bit, by its place in reading order.
pub(super) struct Oracle {
    givens: Vec<Candidate>,
    engine: Engine,
    stop: Stop,
}

enum Engine {
    /// Classic: the puzzle without givens, and the engine for many questions at once.
    Lanes(Box<(Candidates, lanes::Solver)>),
    /// Others: the puzzle without givens, with the givens as assumptions.
    Sat(Box<Asked>),
    /// The puzzle without givens has no solution.
    Absurd,
}

impl Oracle {
    pub(super) fn new(puzzle: &Puzzle, stop: &Stop) -> Oracle {
        let bare = with_only(puzzle, &[]);
        let engine = match lanes::candidates(&bare) {
            Some(candidates) => Engine::Lanes(Box::new((candidates, lanes::Solver::default()))),
            None => Asked::new(&bare, stop).map_or(Engine::Absurd, |asked| Engine::Sat(Box::new(asked))),
        };
        Oracle { givens: givens_of(puzzle), engine, stop: stop.clone() }
    }

    /// The givens, in reading order.
    pub(super) fn givens(&self) -> &[Candidate] {
        &self.givens
    }

    /// All of them.
    pub(super) fn all(&self) -> Things {
        (1 << self.givens.len()) - 1
    }

    /// For each set of givens the givens that a solution of it has; none if it has no solution.
    pub(super) fn ask(&mut self, sets: &[Things]) -> Result<Vec<Option<Things>>, Failure> {
        if self.stop.is_set() {
            return Err(Failure::Stopped);
        }
        match &mut self.engine {
            Engine::Absurd => Ok(vec![None; sets.len()]),
            Engine::Lanes(lanes) => Ok(ask_lanes(lanes, &self.givens, sets)),
            Engine::Sat(asked) => sets.iter().map(|set| ask_sat(asked, &self.givens, *set)).collect(),
        }
    }
}

fn ask_lanes(lanes: &mut (Candidates, lanes::Solver), givens: &[Candidate], sets: &[Things]) -> Vec<Option<Things>> {
    let (bare, solver) = lanes;
    let mut found = vec![Found::default(); sets.len()];
    if bare.iter().all(|candidates| *candidates == lanes::ALL) {
        let questions: Vec<Digits> = sets.iter().map(|set| digits(givens, *set)).collect();
        solver.solve(&questions, 1, &mut found);
    } else {
        let questions: Vec<Candidates> = sets.iter().map(|set| candidates(bare, givens, *set)).collect();
        solver.solve(&questions, 1, &mut found);
    }
    found.iter().map(|found| (found.count > 0).then(|| shared(givens, &found.solution))).collect()
}

/// The givens that are in a solution.
fn shared(givens: &[Candidate], solution: &Digits) -> Things {
    let is_in = |given: &Candidate| usize::from(solution[Board::CLASSIC.index(given.cell)]) == given.digit.get();
    (0..).zip(givens).filter(|(_, given)| is_in(given)).fold(0, |all, (place, _)| all | 1 << place)
}

fn digits(givens: &[Candidate], set: Things) -> Digits {
    let mut digits = [0; 81];
    chosen(givens, set).for_each(|given| digits[Board::CLASSIC.index(given.cell)] = given.digit.get() as u8);
    digits
}

fn candidates(bare: &Candidates, givens: &[Candidate], set: Things) -> Candidates {
    let mut candidates = *bare;
    chosen(givens, set).for_each(|given| candidates[Board::CLASSIC.index(given.cell)] = 1 << given.digit.index());
    candidates
}

fn ask_sat(asked: &mut Asked, givens: &[Candidate], set: Things) -> Result<Option<Things>, Failure> {
    let assumed: Vec<Candidate> = chosen(givens, set).collect();
    match asked.ask(&assumed, None)? {
        Reply::Solution(grid) => Ok(Some(shared_with(givens, &grid))),
        Reply::None(_) => Ok(None),
        Reply::NotYet => unreachable!("there is no limit"),
    }
}

fn shared_with(givens: &[Candidate], grid: &Grid) -> Things {
    let is_in = |given: &Candidate| grid.get(given.cell) == Some::<Digit>(given.digit);
    (0..).zip(givens).filter(|(_, given)| is_in(given)).fold(0, |all, (place, _)| all | 1 << place)
}

/// The givens of a set, in reading order.
pub(super) fn chosen(givens: &[Candidate], set: Things) -> impl Iterator<Item = Candidate> {
    bits(set).map(|place| givens[place])
}
