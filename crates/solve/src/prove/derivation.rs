//! A proof in the making: steps with their hints, side by side in memory, to be trimmed and written.

use std::io::{self, Write};

use qedoku_proof::CandidateLit;

/// Steps, numbered on from the sets and the grids; the last one is the empty clause.
///
/// Hints name all that a step rests on, also steps of one literal, which a certificate needs no hint for.
#[derive(Clone, Debug, Default)]
pub(super) struct Derivation {
    /// The number of sets and grids.
    formula: u64,
    lits: Vec<CandidateLit>,
    hints: Vec<u64>,
    /// Where the literals and the hints of each step end.
    ends: Vec<(usize, usize)>,
}

/// As long as all steps have fewer literals than this together, none is deleted: memory is no matter then, and text is.
const FEW: usize = 1 << 20;

/// How many steps go by before those that were used for the last time are deleted.
const BATCH: usize = 256;

impl Derivation {
    /// No step yet, after so many sets and grids.
    pub(super) fn of(formula: u64) -> Derivation {
        Derivation { formula, ..Derivation::default() }
    }

    /// Adds a step; its number.
    pub(super) fn push(&mut self, lits: &[CandidateLit], hints: &[u64]) -> u64 {
        self.lits.extend_from_slice(lits);
        self.hints.extend_from_slice(hints);
        self.ends.push((self.lits.len(), self.hints.len()));
        self.formula + self.ends.len() as u64
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The literals and the hints of a step, counted from 0.
    fn step(&self, index: usize) -> (&[CandidateLit], &[u64]) {
        let (first_lit, first_hint) = if index == 0 { (0, 0) } else { self.ends[index - 1] };
        let (last_lit, last_hint) = self.ends[index];
        (&self.lits[first_lit..last_lit], &self.hints[first_hint..last_hint])
    }

    /// The literals and the hints of each step.
    pub(super) fn steps(&self) -> impl DoubleEndedIterator<Item = (&[CandidateLit], &[u64])> {
        (0..self.len()).map(|index| self.step(index))
    }

    /// The clause of a step, unless the number is that of a set or a grid.
    pub(super) fn clause(&self, number: u64) -> Option<&[CandidateLit]> {
        self.index(number).map(|index| self.step(index).0)
    }

    /// How many hints all steps have.
    pub(super) fn hint_count(&self) -> usize {
        self.hints.len()
    }

    /// The one of two with fewer hints.
    pub(super) fn shorter(self, other: Derivation) -> Derivation {
        if self.hint_count() <= other.hint_count() { self } else { other }
    }

    /// The step of a hint, counted from 0, unless it is a set or a grid.
    pub(super) fn index(&self, hint: u64) -> Option<usize> {
        hint.checked_sub(self.formula + 1).map(|index| index as usize)
    }

    /// The steps that the last one needs, numbered anew.
    pub(super) fn trimmed(&self) -> Derivation {
        let mut needed = vec![false; self.len()];
        *needed.last_mut().expect("a proof has a last step") = true;
        for index in (0..self.len()).rev() {
            if needed[index] {
                self.step(index).1.iter().filter_map(|hint| self.index(*hint)).for_each(|hint| needed[hint] = true);
            }
        }
        self.renumbered(|step| needed[step], |step| self.step(step).1)
    }

    /// Some of the steps, with these hints, numbered anew.
    fn renumbered<'h>(&self, is_kept: impl Fn(usize) -> bool, hints_of: impl Fn(usize) -> &'h [u64]) -> Derivation {
        let mut renumbered = Derivation::of(self.formula);
        let mut numbers = vec![0; self.len()];
        let mut hints = Vec::new();
        for index in (0..self.len()).filter(|index| is_kept(*index)) {
            hints.clear();
            hints.extend(hints_of(index).iter().map(|hint| self.index(*hint).map_or(*hint, |step| numbers[step])));
            numbers[index] = renumbered.push(self.step(index).0, &hints);
        }
        renumbered
    }

    /// The same without the steps of one literal that only one other step needs and that rest on no assumption: that one
    /// uses their hints instead.
    pub(super) fn inlined(&self) -> Derivation {
        let mut hints: Vec<Vec<u64>> = self.steps().map(|(_, hints)| hints.to_vec()).collect();
        // How many steps use each, and the sum of their indices: of one user that is its index.
        let mut users = vec![(0, 0); self.len()];
        for (user, hints) in hints.iter().enumerate() {
            self.indices(hints).for_each(|used| users[used] = (users[used].0 + 1, users[used].1 + user));
        }
        let mut is_inlined = vec![false; self.len()];
        for step in (0..self.len()).rev().filter(|step| self.is_direct(*step)) {
            let (1, user) = users[step] else { continue };
            is_inlined[step] = true;
            let inlined = std::mem::take(&mut hints[step]);
            for used in self.indices(&inlined) {
                users[used] = (users[used].0 - 1, users[used].1 - step);
                if !hints[user].contains(&self.number(used)) {
                    users[used] = (users[used].0 + 1, users[used].1 + user);
                }
            }
            let place = hints[user].iter().position(|hint| *hint == self.number(step)).expect("it is used");
            replace(&mut hints[user], place, &inlined);
        }
        self.renumbered(|step| !is_inlined[step], |step| &hints[step])
    }

    /// Whether the literal of a step follows from its hints alone: each is a set, or says what is known.
    fn is_direct(&self, step: usize) -> bool {
        let (lits, hints) = self.step(step);
        let sets = hints.iter().filter(|hint| !self.is_unit(**hint)).count();
        lits.len() == 1 && lits[0].is_positive() && sets == 1 && hints.last().is_some_and(|hint| *hint <= self.formula)
    }

    /// The steps among these hints, counted from 0.
    fn indices(&self, hints: &[u64]) -> impl Iterator<Item = usize> {
        hints.iter().filter_map(|hint| self.index(*hint))
    }

    /// Whether the clause of this number is a step of one literal, which a certificate needs no hint for.
    fn is_unit(&self, hint: u64) -> bool {
        self.clause(hint).is_some_and(|clause| clause.len() == 1)
    }

    /// Writes the steps as lines of a certificate.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let batch = if self.lits.len() < FEW { usize::MAX } else { BATCH };
        self.write_in_batches(batch, out)
    }

    /// Writes the steps, and after each batch deletes those that were used for the last time.
    fn write_in_batches(&self, batch: usize, out: &mut impl Write) -> io::Result<()> {
        let mut last_uses = if batch < self.len() { self.last_uses() } else { Vec::new() };
        let mut line = Line::default();
        for index in 0..self.len() {
            let (lits, hints) = self.step(index);
            line.push(self.number(index));
            line.push_lits(lits);
            line.text.push(b':');
            hints.iter().filter(|hint| !self.is_unit(**hint)).for_each(|hint| line.push_word(*hint));
            line.end(out)?;
            if (index + 1) % batch == 0 && index + 1 < self.len() {
                self.write_deletion(index, &mut last_uses, &mut line, out)?;
            }
        }
        Ok(())
    }

    /// Deletes what no step after this one uses.
    fn write_deletion(
        &self,
        index: usize,
        last_uses: &mut Vec<(usize, usize)>,
        line: &mut Line,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if last_uses.last().is_none_or(|(last, _)| *last > index) {
            return Ok(());
        }
        line.text.extend_from_slice(b"delete");
        while let Some((_, step)) = last_uses.pop_if(|(last, _)| *last <= index) {
            line.push_word(self.number(step));
        }
        line.end(out)
    }

    /// Each step of several literals with the last one that uses it, those that are used longest first.
    fn last_uses(&self) -> Vec<(usize, usize)> {
        let mut last_uses: Vec<(usize, usize)> = (0..self.len()).map(|index| (index, index)).collect();
        for index in 0..self.len() {
            for hint in self.step(index).1.iter().filter_map(|hint| self.index(*hint)) {
                last_uses[hint].0 = index;
            }
        }
        last_uses.retain(|(_, step)| self.step(*step).0.len() > 1);
        last_uses.sort_unstable_by(|a, b| b.cmp(a));
        last_uses
    }

    fn number(&self, index: usize) -> u64 {
        self.formula + 1 + index as u64
    }
}

/// Puts others into the place of a hint. One that is there before stays where it is; one that comes later, comes here.
fn replace(hints: &mut Vec<u64>, place: usize, others: &[u64]) {
    let later = hints.split_off(place);
    let new: Vec<u64> = others.iter().copied().filter(|other| !hints.contains(other)).collect();
    hints.extend(new);
    hints.extend(later[1..].iter().filter(|hint| !others.contains(hint)));
}

/// A line of numbers; one at a time is kept.
#[derive(Default)]
struct Line {
    text: Vec<u8>,
}

impl Line {
    fn push_lits(&mut self, lits: &[CandidateLit]) {
        for lit in lits {
            self.text.push(b' ');
            if !lit.is_positive() {
                self.text.push(b'-');
            }
            self.push(lit.to_dimacs().unsigned_abs().into());
        }
        self.text.push(b' ');
    }

    fn push_word(&mut self, number: u64) {
        self.text.push(b' ');
        self.push(number);
    }

    fn push(&mut self, mut number: u64) {
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

    fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.text.push(b'\n');
        out.write_all(&self.text)?;
        self.text.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five steps after ten sets: the second is not needed by the last.
    fn five() -> Derivation {
        let x = CandidateLit::from_index;
        let mut five = Derivation::of(10);
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
    fn steps_are_lines_without_hints_for_what_is_known() {
        let lines = "11 1 : 1 2\n12 -2 3 : 3\n13 4 : 4\n14 5 -6 : 5\n15 : 14 6\n";
        assert_eq!(text(|out| five().write(out)), lines);
    }

    #[test]
    fn what_the_last_step_does_not_need_is_left_out_and_the_rest_is_numbered_anew() {
        let lines = "11 1 : 1 2\n12 4 : 4\n13 5 -6 : 5\n14 : 13 6\n";
        assert_eq!(text(|out| five().trimmed().write(out)), lines);
    }

    #[test]
    fn what_only_one_step_needs_becomes_hints_of_that_step() {
        // 13 is used by 14 alone, and 11 by 12 and by 13. 11 has two hints: it is not known to follow directly.
        let lines = "11 1 : 1 2\n12 -2 3 : 3\n13 5 -6 : 4 5\n14 : 13 6\n";
        assert_eq!(text(|out| five().inlined().write(out)), lines);
    }

    #[test]
    fn hints_stay_before_what_needs_them() {
        let mut hints = vec![1, 2, 3, 4, 5];
        replace(&mut hints, 2, &[2, 5, 7]);
        assert_eq!(hints, [1, 2, 5, 7, 4]);
    }

    #[test]
    fn steps_of_several_literals_are_deleted_after_their_last_use_and_not_before() {
        let lines = "11 1 : 1 2\n12 -2 3 : 3\ndelete 12\n13 4 : 4\n14 5 -6 : 5\n15 : 14 6\n";
        assert_eq!(text(|out| five().write_in_batches(2, out)), lines);
        let mut six = five();
        six.push(&[], &[1]);
        let always = lines.to_owned() + "delete 14\n16 : 1\n";
        assert_eq!(text(|out| six.write_in_batches(1, out)), always);
    }

    #[test]
    fn numbers_are_written_as_they_are_read() {
        let mut derivation = Derivation::of(u64::MAX - 1);
        derivation.push(&[], &[u64::MAX - 1, 10, 9]);
        assert_eq!(text(|out| derivation.write(out)), "18446744073709551615 : 18446744073709551614 10 9\n");
    }
}
