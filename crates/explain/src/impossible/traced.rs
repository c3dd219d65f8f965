//! Singles that remember why: which givens lead to a contradiction.

use qedoku_puzzle::{Candidate, DigitSet, Puzzle};

use super::super::board_index::BoardIndex;

/// Givens with which singles run into a contradiction, in the order of `givens`; none if they do not with all of them.
pub(super) fn trace(bare: &Puzzle, givens: &[Candidate]) -> Option<Vec<Candidate>> {
    let mut trace = Trace::new(bare);
    let conflict = trace.run(givens)?;
    let needed = trace.needed(&conflict, givens.len());
    Some(givens.iter().zip(needed).filter(|(_, needed)| *needed).map(|(given, _)| *given).collect())
}

/// Nothing has taken the candidate away.
const ALIVE: u32 = u32::MAX;
/// The puzzle was read without it.
const NEVER: u32 = u32::MAX - 1;

struct Trace {
    map: BoardIndex,
    /// What took each candidate away: a placement by its number, or one of the two above.
    gone: Vec<u32>,
    /// How many candidates each set has left.
    left: Vec<u8>,
    /// The placements, each with its reason.
    placed: Vec<(u32, Why)>,
    /// Sets with one candidate left.
    single: Vec<u32>,
}

#[derive(Clone, Copy)]
enum Why {
    /// The given with this number.
    Given(u32),
    /// The only candidate left of this set.
    Single(u32),
}

/// What cannot be.
enum Conflict {
    /// A set has no candidate left.
    Empty(usize),
    /// A given was taken away, by a placement or by the puzzle itself.
    Given(u32, u32),
}

impl Trace {
    fn new(bare: &Puzzle) -> Trace {
        let map = BoardIndex::new(bare.board());
        let allowed: Vec<DigitSet> = bare.board().cells().map(|cell| bare.allowed(cell)).collect();
        let digits = bare.board().digits();
        let start = |set: &DigitSet| {
            let set = *set;
            digits.clone().map(move |digit| if set.contains(digit) { ALIVE } else { NEVER })
        };
        let gone: Vec<u32> = allowed.iter().flat_map(start).collect();
        let mut left = vec![0; map.constraint_count()];
        let alive = gone.iter().enumerate().filter(|(_, gone)| **gone == ALIVE);
        alive.for_each(|(candidate, _)| map.constraints_of(candidate).into_iter().for_each(|set| left[set] += 1));
        let single = (0..map.constraint_count() as u32).filter(|set| left[*set as usize] == 1).collect();
        Trace { map, gone, left, placed: Vec::new(), single }
    }

    /// Places the givens and all singles, until there is a conflict or nothing more.
    fn run(&mut self, givens: &[Candidate]) -> Option<Conflict> {
        if let Some(set) = self.left.iter().position(|left| *left == 0) {
            return Some(Conflict::Empty(set));
        }
        for (number, given) in (0..).zip(givens) {
            let candidate = given.index(self.map.board());
            if self.gone[candidate] != ALIVE {
                return Some(Conflict::Given(number, self.gone[candidate]));
            }
            if let Some(set) = self.place(candidate, Why::Given(number)) {
                return Some(Conflict::Empty(set));
            }
        }
        self.place_singles()
    }

    /// In the order in which they appear, so that reasons do not get long.
    fn place_singles(&mut self) -> Option<Conflict> {
        let mut next = 0;
        while next < self.single.len() {
            let set = self.single[next] as usize;
            next += 1;
            let candidate = self.map.candidates_of(set).find(|candidate| self.gone[*candidate] == ALIVE)?;
            if let Some(empty) = self.place(candidate, Why::Single(set as u32)) {
                return Some(Conflict::Empty(empty));
            }
        }
        None
    }

    /// Places a candidate; a set that has no candidate left then.
    fn place(&mut self, candidate: usize, why: Why) -> Option<usize> {
        let number = self.placed.len() as u32;
        self.placed.push((candidate as u32, why));
        for set in self.map.constraints_of(candidate) {
            for other in self.map.candidates_of(set) {
                if other != candidate && self.gone[other] == ALIVE {
                    self.gone[other] = number;
                    if let Some(empty) = self.count_down(other) {
                        return Some(empty);
                    }
                }
            }
        }
        None
    }

    /// The sets of a candidate have one less; one that has none left.
    fn count_down(&mut self, candidate: usize) -> Option<usize> {
        for set in self.map.constraints_of(candidate) {
            self.left[set] -= 1;
            match self.left[set] {
                0 => return Some(set),
                1 => self.single.push(set as u32),
                _ => {}
            }
        }
        None
    }

    /// Which givens the conflict goes back to.
    fn needed(&self, conflict: &Conflict, givens: usize) -> Vec<bool> {
        let mut needed = vec![false; givens];
        let mut placements = vec![false; self.placed.len()];
        match conflict {
            Conflict::Empty(set) => self.mark(*set, None, &mut placements),
            Conflict::Given(given, by) => {
                needed[*given as usize] = true;
                placements.get_mut(*by as usize).into_iter().for_each(|placement| *placement = true);
            }
        }
        for number in (0..self.placed.len()).rev() {
            match self.placed[number] {
                _ if !placements[number] => {}
                (_, Why::Given(given)) => needed[given as usize] = true,
                (candidate, Why::Single(set)) => self.mark(set as usize, Some(candidate), &mut placements),
            }
        }
        needed
    }

    /// Marks what took the candidates of a set away, all but one.
    fn mark(&self, set: usize, but: Option<u32>, placements: &mut [bool]) {
        for candidate in self.map.candidates_of(set).filter(|candidate| but != Some(*candidate as u32)) {
            if let Some(placement) = placements.get_mut(self.gone[candidate] as usize) {
                *placement = true;
            }
        }
    }
}
