//! Assumptions: a candidate that leads to a contradiction by singles alone goes.
//!
//! The candidates and rules as a net: each candidate is part of four rules (something is in its cell; its digit is somewhere
//! in its row, its column, its box), and each rule says that exactly one of its candidates is true.
//!
//! ```text
//!   candidate   r1c1=5  r1c1=7  r1c4=5  ...      placing one: the others of its four rules go;
//!   rule r1c1     *       *                      a rule with one candidate left: that one is placed;
//!   rule 5 in r1  *               *              a rule with none left: a contradiction.
//! ```
//!
//! Naked and hidden singles are the same here: a rule with one candidate left. What was placed on the way from an assumption
//! that did not fail need not be assumed itself in the same round: less follows from it.
//!
//! # References
//! - R. Debruyne, C. Bessière: Some practicable filtering techniques for the constraint satisfaction problem. IJCAI 1997
//!   (singleton consistency).

use qedoku_puzzle::{Digit, DigitSet};

use super::singles::State;

/// Assumes each candidate once, as long as there is work left; whether any had to go.
pub(super) fn probe(state: &mut State, work: &mut u64) -> Option<bool> {
    let count: usize = state.candidates.iter().map(DigitSet::len).sum();
    // Making the net looks at every candidate a few times. If that is all that could be done, it is in vain.
    if *work < 16 * count as u64 {
        return Some(false);
    }
    let mut net = Net::new(state, *work);
    let alive = net.probe_all();
    *work = net.work;
    alive?;
    let mut changed = false;
    for (candidate, _) in net.candidates.iter().zip(&net.marks).filter(|(_, mark)| **mark == Mark::Gone) {
        state.take(candidate.cell, candidate.digit)?;
        changed = true;
    }
    Some(changed)
}

struct Net {
    candidates: Vec<Candidate>,
    /// By candidate. Apart from the rest, because it is what is looked at most.
    marks: Vec<Mark>,
    rules: Vec<Rule>,
    /// The candidates of all rules, rule by rule.
    members: Vec<u32>,
    /// What went since the assumption, and what was placed.
    gone: Vec<u32>,
    placed: Vec<u32>,
    /// What must be placed.
    due: Vec<u32>,
    /// Whether a rule was left without candidates.
    failed: bool,
    /// What may still be done.
    work: u64,
}

struct Candidate {
    cell: usize,
    digit: Digit,
    rules: [u32; 4],
    /// Whether it was placed in this round without a contradiction.
    was_fine: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Open,
    Placed,
    Gone,
}

/// Exactly one of its candidates is true.
#[derive(Clone, Default)]
struct Rule {
    /// Where its candidates begin in the list of members, and how many there are.
    start: u32,
    len: u32,
    /// How many of them are not gone.
    left: u32,
}

impl Net {
    fn new(state: &State, work: u64) -> Net {
        let candidates = candidates(state);
        let mut rules = vec![Rule::default(); 4 * state.candidates.len()];
        for rule in candidates.iter().flat_map(|candidate| candidate.rules) {
            rules[rule as usize].len += 1;
        }
        let mut end = 0;
        for rule in &mut rules {
            rule.start = end;
            end += rule.len;
        }
        let mut members = vec![0; end as usize];
        for (number, candidate) in candidates.iter().enumerate() {
            for rule in candidate.rules {
                let rule = &mut rules[rule as usize];
                members[(rule.start + rule.left) as usize] = number as u32;
                rule.left += 1;
            }
        }
        let marks = vec![Mark::Open; candidates.len()];
        let (gone, placed, due) = (Vec::new(), Vec::new(), Vec::new());
        Net { candidates, marks, rules, members, gone, placed, due, failed: false, work }
    }

    fn probe_all(&mut self) -> Option<()> {
        for assumed in 0..self.candidates.len() as u32 {
            if self.marks[assumed as usize] != Mark::Open || self.candidates[assumed as usize].was_fine {
                continue;
            }
            if self.work == 0 {
                break;
            }
            if !self.is_possible(assumed) {
                self.remove_for_good(assumed)?;
            }
        }
        Some(())
    }

    /// Whether a candidate can be assumed without a contradiction. Leaves the net as it was.
    fn is_possible(&mut self, assumed: u32) -> bool {
        self.due.push(assumed);
        self.place_all_due();
        let possible = !std::mem::take(&mut self.failed);
        self.take_back(possible);
        possible
    }

    /// Removes a candidate and places what follows; none of it will be taken back.
    fn remove_for_good(&mut self, candidate: u32) -> Option<()> {
        self.remove(candidate);
        self.place_all_due();
        self.gone.clear();
        self.placed.clear();
        (!self.failed).then_some(())
    }

    fn place_all_due(&mut self) {
        while let Some(next) = self.due.pop() {
            if self.marks[next as usize] == Mark::Open {
                self.place(next);
            }
            if self.failed {
                self.due.clear();
            }
        }
    }

    /// Places a candidate: all others of its rules go.
    fn place(&mut self, placed: u32) {
        self.marks[placed as usize] = Mark::Placed;
        self.placed.push(placed);
        for rule in self.candidates[placed as usize].rules {
            let Rule { start, len, left } = self.rules[rule as usize];
            self.work = self.work.saturating_sub(len.into());
            if left == 1 {
                continue;
            }
            for member in start..start + len {
                let other = self.members[member as usize];
                if self.marks[other as usize] == Mark::Open {
                    self.remove(other);
                }
            }
        }
    }

    fn remove(&mut self, candidate: u32) {
        self.marks[candidate as usize] = Mark::Gone;
        self.gone.push(candidate);
        self.work = self.work.saturating_sub(4);
        for rule in self.candidates[candidate as usize].rules {
            self.rules[rule as usize].left -= 1;
            match self.rules[rule as usize].left {
                0 => self.failed = true,
                1 => self.place_last(rule),
                _ => {}
            }
        }
    }

    /// The only candidate that a rule has left is due.
    fn place_last(&mut self, rule: u32) {
        let Rule { start, len, .. } = self.rules[rule as usize];
        self.work = self.work.saturating_sub(len.into());
        let members = &self.members[start as usize..(start + len) as usize];
        let last = members.iter().find(|member| self.marks[**member as usize] != Mark::Gone);
        self.due.extend(last);
    }

    /// Makes the net what it was before the assumption.
    fn take_back(&mut self, was_fine: bool) {
        while let Some(placed) = self.placed.pop() {
            self.marks[placed as usize] = Mark::Open;
            self.candidates[placed as usize].was_fine |= was_fine;
        }
        while let Some(gone) = self.gone.pop() {
            self.marks[gone as usize] = Mark::Open;
            for rule in self.candidates[gone as usize].rules {
                self.rules[rule as usize].left += 1;
            }
        }
    }
}

/// The candidates of the cells that have several.
fn candidates(state: &State) -> Vec<Candidate> {
    let (cells, side) = (state.candidates.len(), state.side());
    let open = (0..cells).filter(|cell| state.candidates[*cell].single().is_none());
    let candidate = |cell: usize, digit: Digit| {
        let [row, column, block] = state.tables.houses_of(cell).map(|house| cells + house * side + digit.index());
        let rules = [cell, row, column, block].map(|rule| rule as u32);
        Candidate { cell, digit, rules, was_fine: false }
    };
    open.flat_map(|cell| state.candidates[cell].iter().map(move |digit| candidate(cell, digit))).collect()
}

#[cfg(test)]
mod tests {
    use crate::preprocess::{PROBING_BUDGET, preprocess_fully};
    use qedoku_puzzle::{Board, Cell, Digit, DigitSet, Puzzle};

    /// r1c1 is 1 or 2, r1c5 is 1 or 3, r5c1 is 2 or 3: one of the last two is 3, so r5c5, which both see, is not.
    #[test]
    fn a_candidate_that_leaves_a_cell_without_digits_goes() {
        let mut candidates = vec![DigitSet::all(9); 81];
        for (index, digits) in [(0, [1, 2]), (4, [1, 3]), (36, [2, 3])] {
            candidates[index] = digits.into_iter().filter_map(Digit::new).collect();
        }
        let puzzle = Puzzle::with_candidates(Board::CLASSIC, candidates);
        let keeps_three = |work| {
            let left = preprocess_fully(&puzzle, work).unwrap();
            left.allowed(Cell::new(4, 4)).contains(Digit::new(3).unwrap())
        };
        assert!(keeps_three(0) && !keeps_three(PROBING_BUDGET));
    }
}
