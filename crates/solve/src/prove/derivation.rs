//! Derivation: a clausal proof in memory, its trimming as a whole, and its text.
//!
//! A step is a clause with hints, the numbers of clauses that propagate one after the other and end in a conflict (RUP
//! with hints, as in LRAT: Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp, "Efficient certified RAT verification",
//! CADE 2017). Literals and hints of all steps are stored in two vectors, so a step costs no allocation:
//!
//! ```text
//!   number   input_clauses + 1     + 2           + 3
//!   lits   | x(1) -x(7)          | -x(3)       |            |
//!   hints  | 12 90 4             | 325 18      | 326 7 40   |
//!   ends     ^ (2, 3)              ^ (3, 5)      ^ (3, 8)        the last step is the empty clause
//! ```
//!
//! Hints in memory name every clause that a step depends on, unit clauses too. The checker assigns unit clauses
//! permanently, so [`Derivation::write`] leaves their hints out; in memory they are needed to see which steps are used.

use std::io::{self, Write};

use qedoku_proof::CandidateLit;

use crate::propagation::{Assignment, Reason};

/// A sequence of steps. The last step of a complete proof is the empty clause.
#[derive(Clone, Debug, Default)]
pub(super) struct Derivation {
    /// Number of input clauses: constraints and blocking clauses. They have the numbers 1 to this.
    input_clauses: u64,
    lits: Vec<CandidateLit>,
    hints: Vec<u64>,
    /// Where the literals and the hints of each step end.
    ends: Vec<(usize, usize)>,
}

/// Number of literals of all steps from which on unused clauses are deleted. Below it the checker stores at most 4 MiB
/// of literals, and deletions would only make the certificate longer.
const DELETION_MIN_LITERALS: usize = 1 << 20;

/// Number of steps between two deletions: one line deletes many clauses.
const DELETION_INTERVAL: usize = 256;

/// Numbers in one line that ends a lemma. The checker reads lines of up to 16 MiB.
const DELETIONS_PER_LINE: usize = 1 << 16;

impl Derivation {
    /// No steps yet; the first one has the number `input_clauses + 1`.
    pub(super) fn new(input_clauses: u64) -> Derivation {
        Derivation { input_clauses, ..Derivation::default() }
    }

    /// Appends a step and returns its number.
    pub(super) fn push(&mut self, lits: &[CandidateLit], hints: &[u64]) -> u64 {
        self.lits.extend_from_slice(lits);
        self.hints.extend_from_slice(hints);
        self.ends.push((self.lits.len(), self.hints.len()));
        self.last_id()
    }

    /// Appends a unit step for every literal of the trail from position `from` on that a clause implies at the root
    /// level.
    pub(super) fn push_root_units(&mut self, assignment: &Assignment, from: usize) {
        for lit in &assignment.trail()[from..] {
            if let Reason::Clause(id) = assignment.reason(*lit) {
                self.push(&[*lit], &[id]);
            }
        }
    }

    /// Number of steps.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no steps.
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of the clause before the first step.
    pub(super) fn input_clauses(&self) -> u64 {
        self.input_clauses
    }

    /// The number of the last step, or of the last input clause.
    pub(super) fn last_id(&self) -> u64 {
        self.input_clauses + self.ends.len() as u64
    }

    /// Literals and hints of a step, counted from 0.
    fn step(&self, index: usize) -> (&[CandidateLit], &[u64]) {
        let (first_lit, first_hint) = if index == 0 { (0, 0) } else { self.ends[index - 1] };
        let (last_lit, last_hint) = self.ends[index];
        (&self.lits[first_lit..last_lit], &self.hints[first_hint..last_hint])
    }

    /// Literals and hints of each step.
    pub(super) fn steps(&self) -> impl DoubleEndedIterator<Item = (&[CandidateLit], &[u64])> {
        (0..self.len()).map(|index| self.step(index))
    }

    /// The clause of the step with this number; `None` for an input clause.
    pub(super) fn clause(&self, id: u64) -> Option<&[CandidateLit]> {
        self.step_index(id).map(|index| self.step(index).0)
    }

    /// Number of hints of all steps.
    pub(super) fn hint_count(&self) -> usize {
        self.hints.len()
    }

    /// The proof with fewer hints.
    pub(super) fn shorter(self, other: Derivation) -> Derivation {
        if self.hint_count() <= other.hint_count() { self } else { other }
    }

    /// The index of the step with this number, counted from 0; `None` for an input clause.
    pub(super) fn step_index(&self, id: u64) -> Option<usize> {
        id.checked_sub(self.input_clauses + 1).map(|index| index as usize)
    }

    /// The number of the step with this index.
    fn step_id(&self, index: usize) -> u64 {
        self.input_clauses + 1 + index as u64
    }

    /// Indices of the steps among these hints.
    fn step_indices(&self, hints: &[u64]) -> impl Iterator<Item = usize> {
        hints.iter().filter_map(|hint| self.step_index(*hint))
    }

    /// Whether the clause with this number is a unit step.
    fn is_unit(&self, id: u64) -> bool {
        self.clause(id).is_some_and(|clause| clause.len() == 1)
    }

    /// Core extraction: keeps the steps on which the last one depends, renumbered.
    ///
    /// One pass backwards is enough, because hints refer to earlier steps only.
    pub(super) fn drop_unused_steps(&self) -> Derivation {
        let mut is_used = vec![false; self.len()];
        *is_used.last_mut().expect("a proof has a last step") = true;
        for index in (0..self.len()).rev() {
            if is_used[index] {
                self.step_indices(self.step(index).1).for_each(|used| is_used[used] = true);
            }
        }
        self.renumber(|step| is_used[step], |step| self.step(step).1)
    }

    /// A copy with the steps that satisfy `is_kept` and with the hints of `hints_of`, renumbered.
    fn renumber<'h>(&self, is_kept: impl Fn(usize) -> bool, hints_of: impl Fn(usize) -> &'h [u64]) -> Derivation {
        let mut renumbered = Derivation::new(self.input_clauses);
        let mut ids = vec![0; self.len()];
        let mut hints = Vec::new();
        for index in (0..self.len()).filter(|index| is_kept(*index)) {
            hints.clear();
            hints.extend(hints_of(index).iter().map(|hint| self.step_index(*hint).map_or(*hint, |step| ids[step])));
            ids[index] = renumbered.push(self.step(index).0, &hints);
        }
        renumbered
    }

    /// Inlines placements that one step uses: removes the unit step and puts its hints in its place.
    ///
    /// Saves the line of the step. Units with several users stay: inlining would repeat their hints. The pass runs
    /// backwards, so that a chain of such units ends up in the step at its end; the counts of users are kept up to date
    /// on the way.
    pub(super) fn inline_units(&self) -> Derivation {
        let mut hints: Vec<Vec<u64>> = self.steps().map(|(_, hints)| hints.to_vec()).collect();
        // Number of users of each step and the sum of their indices. If there is one user, the sum is its index.
        let mut users = vec![(0, 0); self.len()];
        for (user, hints) in hints.iter().enumerate() {
            self.step_indices(hints).for_each(|used| users[used] = (users[used].0 + 1, users[used].1 + user));
        }
        let mut is_inlined = vec![false; self.len()];
        for step in (0..self.len()).rev().filter(|step| self.can_be_inlined(*step)) {
            let (1, user) = users[step] else { continue };
            is_inlined[step] = true;
            let inlined = std::mem::take(&mut hints[step]);
            // The user takes over the uses of the step, except those that it has already.
            for used in self.step_indices(&inlined) {
                users[used] = (users[used].0 - 1, users[used].1 - step);
                if !hints[user].contains(&self.step_id(used)) {
                    users[used] = (users[used].0 + 1, users[used].1 + user);
                }
            }
            let place =
                hints[user].iter().position(|hint| *hint == self.step_id(step)).expect("the user has this hint");
            replace_hint(&mut hints[user], place, &inlined);
        }
        self.renumber(|step| !is_inlined[step], |step| &hints[step])
    }

    /// Whether a step is a placement by one constraint whose other candidates are false at the root level.
    ///
    /// The hints of such a step imply its literal without the assumption that it is false, so another step can apply
    /// them itself. An elimination is different: its hints are unit only under the assumption that the candidate is
    /// true. So is a step with two clauses that are not units: the first of them may be unit only under the assumption.
    fn can_be_inlined(&self, step: usize) -> bool {
        let (lits, hints) = self.step(step);
        let clauses = hints.iter().filter(|hint| !self.is_unit(**hint)).count();
        lits.len() == 1
            && lits[0].is_positive()
            && clauses == 1
            && hints.last().is_some_and(|hint| *hint <= self.input_clauses)
    }

    /// Writes the steps as lines of a certificate.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let interval = self.deletion_interval();
        let mut last_uses = if interval < self.len() { self.last_uses() } else { Vec::new() };
        self.write_with_deletions(interval, &mut last_uses, out)
    }

    /// Writes the steps, then deletes all clauses but the last one, which is all that later steps use besides units.
    pub(super) fn write_lemma(&self, out: &mut impl Write) -> io::Result<()> {
        let mut last_uses = self.last_uses();
        self.write_with_deletions(self.deletion_interval(), &mut last_uses, out)?;
        // Nothing may follow the empty clause.
        if self.steps().next_back().is_none_or(|(lits, _)| lits.is_empty()) {
            return Ok(());
        }
        last_uses.retain(|(_, step)| step + 1 < self.len());
        let mut line = LineBuffer::default();
        for ids in last_uses.chunks(DELETIONS_PER_LINE) {
            line.text.extend_from_slice(b"delete");
            for (_, step) in ids {
                line.push_word(self.step_id(*step));
            }
            line.flush(out)?;
        }
        Ok(())
    }

    fn deletion_interval(&self) -> usize {
        if self.lits.len() < DELETION_MIN_LITERALS { usize::MAX } else { DELETION_INTERVAL }
    }

    /// Writes the steps; after each `interval` steps deletes the clauses that were used for the last time.
    fn write_with_deletions(
        &self,
        interval: usize,
        last_uses: &mut Vec<(usize, usize)>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut line = LineBuffer::default();
        for index in 0..self.len() {
            let (lits, hints) = self.step(index);
            line.push_number(self.step_id(index));
            line.push_lits(lits);
            line.text.push(b':');
            hints.iter().filter(|hint| !self.is_unit(**hint)).for_each(|hint| line.push_word(*hint));
            line.flush(out)?;
            if (index + 1) % interval == 0 && index + 1 < self.len() {
                self.write_deletion(index, last_uses, &mut line, out)?;
            }
        }
        Ok(())
    }

    /// Writes the deletion of the clauses that no step after `index` uses.
    fn write_deletion(
        &self,
        index: usize,
        last_uses: &mut Vec<(usize, usize)>,
        line: &mut LineBuffer,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if last_uses.last().is_none_or(|(last, _)| *last > index) {
            return Ok(());
        }
        line.text.extend_from_slice(b"delete");
        while let Some((_, step)) = last_uses.pop_if(|(last, _)| *last <= index) {
            line.push_word(self.step_id(step));
        }
        line.flush(out)
    }

    /// Pairs of the last user and the step, for each step with several literals; descending, so that the next one is
    /// popped.
    ///
    /// The checker does not store unit clauses, so they cannot be deleted.
    fn last_uses(&self) -> Vec<(usize, usize)> {
        let mut last_uses: Vec<(usize, usize)> = (0..self.len()).map(|index| (index, index)).collect();
        for index in 0..self.len() {
            for used in self.step_indices(self.step(index).1) {
                last_uses[used].0 = index;
            }
        }
        last_uses.retain(|(_, step)| self.step(*step).0.len() > 1);
        last_uses.sort_unstable_by(|a, b| b.cmp(a));
        last_uses
    }
}

/// Replaces the hint at a place by others, without duplicates: each hint stays at the first place where it is needed.
fn replace_hint(hints: &mut Vec<u64>, place: usize, others: &[u64]) {
    let later = hints.split_off(place);
    let new: Vec<u64> = others.iter().copied().filter(|other| !hints.contains(other)).collect();
    hints.extend(new);
    hints.extend(later[1..].iter().filter(|hint| !others.contains(hint)));
}

/// Buffer of one output line. Formatting numbers by hand avoids `fmt`: a proof is mostly numbers.
#[derive(Default)]
struct LineBuffer {
    text: Vec<u8>,
}

impl LineBuffer {
    fn push_lits(&mut self, lits: &[CandidateLit]) {
        for lit in lits {
            self.text.push(b' ');
            if !lit.is_positive() {
                self.text.push(b'-');
            }
            self.push_number(lit.to_dimacs().unsigned_abs().into());
        }
        self.text.push(b' ');
    }

    /// Appends a space and a number.
    fn push_word(&mut self, number: u64) {
        self.text.push(b' ');
        self.push_number(number);
    }

    fn push_number(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut first = 20;
        loop {
            first -= 1;
            digits[first] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                return self.text.extend_from_slice(&digits[first..]);
            }
        }
    }

    /// Writes the line and clears the buffer.
    fn flush(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.text.push(b'\n');
        out.write_all(&self.text)?;
        self.text.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five steps after ten input clauses. The last one does not depend on the second.
    fn five() -> Derivation {
        let x = CandidateLit::from_index;
        let mut five = Derivation::new(10);
        assert_eq!(five.push(&[x(0)], &[1, 2]), 11);
        five.push(&[!x(1), x(2)], &[3, 11]);
        five.push(&[x(3)], &[11, 4]);
        five.push(&[x(4), !x(5)], &[13, 5]);
        five.push(&[], &[14, 6]);
        five
    }

    fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut text = Vec::new();
        write(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn writes_steps_without_hints_for_unit_clauses() {
        let lines = "11 1 : 1 2\n12 -2 3 : 3\n13 4 : 4\n14 5 -6 : 5\n15 : 14 6\n";
        assert_eq!(text(|out| five().write(out)), lines);
    }

    #[test]
    fn drops_unused_steps_and_renumbers_the_rest() {
        let lines = "11 1 : 1 2\n12 4 : 4\n13 5 -6 : 5\n14 : 13 6\n";
        assert_eq!(text(|out| five().drop_unused_steps().write(out)), lines);
    }

    #[test]
    fn inlines_placements_that_one_step_uses() {
        // 14 is the only user of 13. Step 11 stays: it has two hints that are not units, and two users.
        let lines = "11 1 : 1 2\n12 -2 3 : 3\n13 5 -6 : 4 5\n14 : 13 6\n";
        assert_eq!(text(|out| five().inline_units().write(out)), lines);
    }

    #[test]
    fn replaced_hints_stay_before_their_users() {
        let mut hints = vec![1, 2, 3, 4, 5];
        replace_hint(&mut hints, 2, &[2, 5, 7]);
        assert_eq!(hints, [1, 2, 5, 7, 4]);
    }

    #[test]
    fn deletes_clauses_after_their_last_use_and_not_before() {
        let lines = "11 1 : 1 2\n12 -2 3 : 3\ndelete 12\n13 4 : 4\n14 5 -6 : 5\n15 : 14 6\n";
        assert_eq!(text(|out| five().write_with_deletions(2, &mut five().last_uses(), out)), lines);
        let mut six = five();
        six.push(&[], &[1]);
        let always = lines.to_owned() + "delete 14\n16 : 1\n";
        assert_eq!(text(|out| six.write_with_deletions(1, &mut six.last_uses(), out)), always);
    }

    #[test]
    fn a_lemma_leaves_its_last_clause_and_the_units() {
        let mut lemma = five();
        lemma.push(&[CandidateLit::from_index(6), CandidateLit::from_index(7)], &[14]);
        let steps = "11 1 : 1 2\n12 -2 3 : 3\n13 4 : 4\n14 5 -6 : 5\n15 : 14 6\n16 7 8 : 14\n";
        assert_eq!(text(|out| lemma.write_lemma(out)), format!("{steps}delete 14 12\n"));
        assert!(text(|out| five().write_lemma(out)).ends_with("15 : 14 6\n"), "nothing follows the empty clause");
    }

    #[test]
    fn writes_numbers_up_to_the_largest() {
        let mut derivation = Derivation::new(u64::MAX - 1);
        derivation.push(&[], &[u64::MAX - 1, 10, 9]);
        assert_eq!(text(|out| derivation.write(out)), "18446744073709551615 : 18446744073709551614 10 9\n");
    }
}
