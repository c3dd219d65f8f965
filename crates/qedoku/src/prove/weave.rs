//! Adds to steps what is known from the beginning, so that their hints reach down to the clauses of the formula.
//!
//! A solver or a search speaks of open candidates only, and of clauses as if they had no other literals. What follows from
//! the puzzle without any assumption ([`Trail`]) makes those others false, and is used in two ways. Most of it is woven
//! into the steps that need it: a false x takes one hint, the pair clause that it follows from. A true x takes as many
//! hints as its cell or house has other candidates, so one that several clauses need is stated once as a step of its
//! own; and so is a clause without its false literals, if several steps use it.

use std::collections::BTreeMap;

use qedoku_proof::{Formula, Lit};

use super::derivation::Derivation;
use super::trail::Trail;

/// A clause or an x that so many steps use is stated as a step of its own.
const OFTEN: u32 = 2;

/// The same steps with hints for all that is known from the beginning: the literals of the trail, which has no assumption.
pub(super) fn weave(steps: &Derivation, trail: &Trail, formula: &Formula) -> Derivation {
    let mut weaver = Weaver::new(trail, formula);
    let uses = uses(steps);
    if steps.len() > 1 {
        weaver.state_trues(uses.keys().copied());
    }
    let often = uses.iter().filter(|(_, uses)| **uses >= OFTEN);
    let shortened: BTreeMap<u64, u64> =
        often.filter_map(|(number, _)| Some((*number, weaver.shorten(*number)?))).collect();
    let mut numbers = Vec::with_capacity(steps.len());
    for (lits, hints) in steps.steps() {
        for hint in hints {
            match (steps.index(*hint), shortened.get(hint)) {
                (Some(step), _) => weaver.hints.push(numbers[step]),
                (None, Some(shortened)) => weaver.hints.push(*shortened),
                (None, None) => weaver.use_clause(*hint),
            }
        }
        numbers.push(weaver.finish(lits));
    }
    weaver.derivation
}

/// How many steps use each clause of the formula.
fn uses(steps: &Derivation) -> BTreeMap<u64, u32> {
    let mut uses = BTreeMap::new();
    for hint in steps.steps().flat_map(|(_, hints)| hints).filter(|hint| steps.index(**hint).is_none()) {
        *uses.entry(*hint).or_default() += 1;
    }
    uses
}

/// Makes the hints of one step after the other.
struct Weaver<'t, 'f> {
    trail: &'t Trail<'f>,
    /// The formula with the whole claim; the trail may know only a part.
    formula: &'t Formula<'t>,
    derivation: Derivation,
    /// For each x that was stated as a step, its number.
    stated: Vec<u64>,
    /// The step in which each x was last made known.
    known: Vec<u32>,
    step: u32,
    hints: Vec<u64>,
    /// The places in the trail that the hint at hand needs.
    places: Vec<usize>,
    clause: Vec<Lit>,
}

impl<'t, 'f> Weaver<'t, 'f> {
    fn new(trail: &'t Trail<'f>, formula: &'t Formula<'t>) -> Weaver<'t, 'f> {
        let xs = trail.side.pow(3);
        Weaver {
            trail,
            formula,
            derivation: Derivation::of(formula.clause_count()),
            stated: vec![0; xs],
            known: vec![0; xs],
            step: 1,
            hints: Vec::new(),
            places: Vec::new(),
            clause: Vec::new(),
        }
    }

    /// Adds a hint: a clause of the formula, after all that makes its known literals false.
    fn use_clause(&mut self, number: u64) {
        self.need_falses_of(number, None);
        self.flush();
        self.hints.push(number);
    }

    /// Ends the step at hand; its number.
    fn finish(&mut self, lits: &[Lit]) -> u64 {
        let number = self.derivation.push(lits, &self.hints);
        self.hints.clear();
        self.step += 1;
        number
    }

    /// States a true x as a step of its own, which later steps will use.
    fn state(&mut self, x: Lit) {
        let number = self.reason(x);
        self.need_falses_of(number, Some(x));
        self.flush();
        self.hints.push(number);
        self.stated[x.index()] = self.finish(&[x]);
    }

    /// States a clause without its known literals as a step, unless it has none of them.
    fn shorten(&mut self, number: u64) -> Option<u64> {
        self.need_falses_of(number, None);
        if self.places.is_empty() {
            return None;
        }
        let open: Vec<Lit> = self.clause.iter().copied().filter(|lit| self.trail.value(*lit).is_none()).collect();
        self.flush();
        self.hints.push(number);
        Some(self.finish(&open))
    }

    /// States each true x that more than one of these clauses, or other x's behind them, needs.
    fn state_trues(&mut self, clauses: impl Iterator<Item = u64>) {
        let mut uses = BTreeMap::new(); // by place
        for clause in clauses {
            self.count_trues_behind(clause, None, &mut uses);
        }
        let mut often = Vec::new();
        while let Some((place, count)) = uses.pop_last() {
            let x = self.trail.trues()[place];
            if count >= OFTEN {
                often.push(x);
            }
            self.count_trues_behind(self.reason(x), Some(x), &mut uses);
        }
        often.into_iter().rev().for_each(|x| self.state(x));
    }

    /// The number of the clause that a known literal follows from.
    fn reason(&self, lit: Lit) -> u64 {
        self.trail.reason(lit).expect("it follows from the formula")
    }

    /// Counts, by their places, the true x's that stand behind the false literals of a clause, beyond those of single clauses.
    fn count_trues_behind(&mut self, number: u64, but: Option<Lit>, uses: &mut BTreeMap<usize, u32>) {
        self.need_falses_of(number, but);
        while let Some(place) = self.places.pop() {
            let lit = self.trail.trues()[place];
            let reason = self.reason(lit);
            match lit.is_positive() {
                _ if reason >= self.trail.numbers.units => {}
                true => *uses.entry(place).or_default() += 1,
                false => self.need_falses_of(reason, Some(lit)),
            }
        }
        self.step += 1;
    }

    /// Notes the known false literals of a clause, but one, to be made known.
    fn need_falses_of(&mut self, number: u64, but: Option<Lit>) {
        let mut clause = std::mem::take(&mut self.clause);
        self.formula.clause(number, &mut clause).expect("a clause of the formula");
        for lit in clause.iter().filter(|lit| Some(**lit) != but && self.trail.value(**lit) == Some(false)) {
            if std::mem::replace(&mut self.known[lit.index()], self.step) != self.step {
                self.places.push(self.trail.place(*lit));
            }
        }
        self.clause = clause;
    }

    /// Makes the noted literals known: a hint for each of them and for all that they follow from, in the order of the trail.
    fn flush(&mut self) {
        let mut next = 0;
        while next < self.places.len() {
            let lit = self.trail.trues()[self.places[next]];
            if self.stated[lit.index()] == 0 {
                self.need_falses_of(self.reason(lit), Some(lit));
            }
            next += 1;
        }
        self.places.sort_unstable();
        for place in std::mem::take(&mut self.places) {
            let lit = self.trail.trues()[place];
            let stated = self.stated[lit.index()];
            self.hints.push(if stated == 0 { self.reason(lit) } else { stated });
        }
    }
}
