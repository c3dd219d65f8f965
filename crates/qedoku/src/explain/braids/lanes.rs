//! A lower bound on the size of every braid at once: unit propagation in rounds, one bit for each target.
//!
//! ```text
//!              lane of target   z0 z1 z2 ...
//!   real[c]    1 where c follows from the target
//!   gone[c]    1 where c is impossible then
//! ```
//!
//! A round: in each set, what is real in a lane rules out the other candidates there; then a set with one candidate left makes it
//! real, and a set with none is a conflict. A braid of n sets needs n rounds or fewer, since each of its sets acts one round after
//! its predecessors at the latest; so the round of a lane's first conflict is a lower bound. (Not the size: several candidates
//! may be needed to empty a set together.) When nothing changes, the lanes without a conflict have no braid at all.

use super::pair::Pair;
use super::state::State;
use super::tables::{Tables, places};

/// A bit for each lane.
pub(super) type Row<const P: usize> = [Pair; P];

/// The rounds of all targets.
pub(super) struct Lanes<const P: usize> {
    /// The candidates of the open sets, set after set.
    flat: Vec<u16>,
    /// How many there are in each set, and whether the set has changed since the last time.
    lengths: Vec<(u8, bool)>,
    real: Vec<Row<P>>,
    gone: Vec<Row<P>>,
    /// What each candidate is linked to.
    links: Vec<Row<P>>,
    /// The lanes of open candidates that have no conflict yet.
    running: Row<P>,
    /// The lanes in which a changed set has come down to one candidate or none.
    affected: Row<P>,
    /// Rounds done.
    rounds: usize,
}

/// What a round brings.
pub(super) struct Round<const P: usize> {
    /// The lanes with their first conflict.
    pub(super) conflicts: Row<P>,
    /// The lanes in which a changed set acts for the first time.
    pub(super) affected: Row<P>,
    /// Whether another round may bring more.
    pub(super) more: bool,
}

impl<const P: usize> Lanes<P> {
    pub(super) fn new() -> Lanes<P> {
        let none = [Pair::none(); P];
        Lanes {
            flat: Vec::new(),
            lengths: Vec::new(),
            real: Vec::new(),
            gone: Vec::new(),
            links: Vec::new(),
            running: none,
            affected: none,
            rounds: 0,
        }
    }

    /// Takes over the links of a net.
    pub(super) fn build<'a>(&mut self, links: impl Iterator<Item = &'a [u64]>) {
        self.links.clear();
        self.links
            .extend(links.map(|words| std::array::from_fn(|pair| Pair::new(words[2 * pair], words[2 * pair + 1]))));
    }

    /// Begins with each open candidate as a target: `names` are its candidates, `slot` is their number by set and place. What
    /// a target rules out at once is what it is linked to.
    pub(super) fn start(
        &mut self,
        tables: &Tables,
        state: &State,
        names: &[u16],
        slot: impl Fn(usize, u32) -> u16,
        changed: &[bool],
    ) {
        self.flat.clear();
        self.lengths.clear();
        for set in (0..tables.set_count()).filter(|set| !state.is_closed(*set)) {
            let mask = state.mask(set);
            self.flat.extend(places(mask).map(|place| slot(set, place)));
            self.lengths.push((mask.count_ones() as u8, changed[set]));
        }
        self.running = [Pair::none(); P];
        for (number, _) in names.iter().enumerate().filter(|(_, name)| state.is_open((**name).into())) {
            let pair = &mut self.running[number / 128];
            *pair = pair.or(Pair::bit(number % 128));
        }
        self.reset();
    }

    /// Each target alone is real.
    fn reset(&mut self) {
        self.gone.clone_from(&self.links);
        self.real.clear();
        self.real.resize(self.links.len(), [Pair::none(); P]);
        self.real.iter_mut().enumerate().for_each(|(number, real)| real[number / 128] = Pair::bit(number % 128));
        self.affected = [Pair::none(); P];
        self.rounds = 0;
    }

    /// One more round.
    pub(super) fn round(&mut self) -> Round<P> {
        // The first round has been started with.
        let changed = if self.rounds == 0 { [Pair::all(); P] } else { self.rule_out() };
        self.rounds += 1;
        let before = self.affected;
        let conflicts = self.conclude();
        let running = std::array::from_fn(|pair| self.running[pair].without(conflicts[pair]));
        let round = Round {
            conflicts: std::array::from_fn(|pair| conflicts[pair].and(self.running[pair])),
            affected: std::array::from_fn(|pair| self.affected[pair].without(before[pair])),
            more: (0..P).any(|pair| !changed[pair].and(running[pair]).is_none()),
        };
        self.running = running;
        round
    }

    /// What is real in a set rules out the others, and two that are real there rule out each other. Returns what is new.
    fn rule_out(&mut self) -> Row<P> {
        let mut changed = [Pair::none(); P];
        let mut flat = &self.flat[..];
        for (length, _) in &self.lengths {
            let (set, rest) = flat.split_at(usize::from(*length));
            flat = rest;
            let (one, two) = counts(set, &self.real, |pair| pair);
            for candidate in set {
                let real = &self.real[usize::from(*candidate)];
                let gone = &mut self.gone[usize::from(*candidate)];
                for pair in 0..P {
                    let new = one[pair].without(real[pair]).or(two[pair]).without(gone[pair]);
                    changed[pair] = changed[pair].or(new);
                    gone[pair] = gone[pair].or(new);
                }
            }
        }
        changed
    }

    /// The only candidate left of a set is real. Returns the lanes where a set has none.
    fn conclude(&mut self) -> Row<P> {
        let mut conflicts = [Pair::none(); P];
        let mut flat = &self.flat[..];
        for (length, changed) in &self.lengths {
            let (set, rest) = flat.split_at(usize::from(*length));
            flat = rest;
            let (some, many) = counts(set, &self.gone, |pair| Pair::all().without(pair));
            if *changed {
                for (affected, many) in self.affected.iter_mut().zip(&many) {
                    *affected = affected.or(Pair::all().without(*many));
                }
            }
            enter(set, &some, &many, &self.gone, &mut self.real, &mut conflicts);
        }
        conflicts
    }

    /// After [`Lanes::start`], instead of rounds: whether the assumption that a candidate is true fails by braids of any size, in
    /// any order; if so, after how many sweeps, up to a limit.
    ///
    /// What a set says is used at once, and a lane with a conflict takes its target away in all other lanes, until
    /// nothing changes. The lane of the candidate itself tells whether it fails.
    pub(super) fn fails(&mut self, assumed: usize, limit: usize) -> Option<usize> {
        self.reset();
        self.real[assumed] = [Pair::all(); P];
        let mut running = self.running;
        for sweep in 1..=limit {
            let (conflicts, changed) = self.sweep();
            if !conflicts[assumed / 128].and(Pair::bit(assumed % 128)).is_none() {
                return Some(sweep);
            }
            let mut quiet = !changed;
            for pair in 0..P {
                let failed = conflicts[pair].and(running[pair]);
                running[pair] = running[pair].without(failed);
                failed.bits().for_each(|number| self.gone[128 * pair + number] = [Pair::all(); P]);
                quiet &= failed.is_none();
            }
            if quiet {
                return None;
            }
        }
        None
    }

    /// Looks at each set once, both ways. The lanes with a conflict, and whether anything is new.
    fn sweep(&mut self) -> (Row<P>, bool) {
        let (mut conflicts, mut changed) = ([Pair::none(); P], Pair::none());
        let mut flat = &self.flat[..];
        for (length, _) in &self.lengths {
            let (set, rest) = flat.split_at(usize::from(*length));
            flat = rest;
            let (one, two) = counts(set, &self.real, |pair| pair);
            let (mut some, mut many) = ([Pair::none(); P], [Pair::none(); P]);
            for candidate in set {
                let real = &self.real[usize::from(*candidate)];
                let gone = &mut self.gone[usize::from(*candidate)];
                for pair in 0..P {
                    let all = one[pair].without(real[pair]).or(two[pair]).or(gone[pair]);
                    changed = changed.or(all.without(gone[pair]));
                    gone[pair] = all;
                    many[pair] = many[pair].or(some[pair].without(all));
                    some[pair] = some[pair].or(Pair::all().without(all));
                }
            }
            enter(set, &some, &many, &self.gone, &mut self.real, &mut conflicts);
        }
        (conflicts, !changed.is_none())
    }
}

/// The lanes where some candidate of a set has its bit, and where two or more have.
#[inline]
fn counts<const P: usize>(set: &[u16], rows: &[Row<P>], bit: impl Fn(Pair) -> Pair) -> (Row<P>, Row<P>) {
    let (mut one, mut two) = ([Pair::none(); P], [Pair::none(); P]);
    for candidate in set {
        let row = &rows[usize::from(*candidate)];
        for pair in 0..P {
            let bit = bit(row[pair]);
            two[pair] = two[pair].or(one[pair].and(bit));
            one[pair] = one[pair].or(bit);
        }
    }
    (one, two)
}

/// Where a set has one candidate left, it is real; where it has none, there is a conflict.
#[inline]
fn enter<const P: usize>(
    set: &[u16],
    some: &Row<P>,
    many: &Row<P>,
    gone: &[Row<P>],
    real: &mut [Row<P>],
    conflicts: &mut Row<P>,
) {
    let mut any = Pair::none();
    for pair in 0..P {
        conflicts[pair] = conflicts[pair].or(Pair::all().without(some[pair]));
        any = any.or(some[pair].without(many[pair]));
    }
    if any.is_none() {
        return;
    }
    for candidate in set {
        let gone = &gone[usize::from(*candidate)];
        let real = &mut real[usize::from(*candidate)];
        for pair in 0..P {
            real[pair] = real[pair].or(some[pair].without(many[pair]).without(gone[pair]));
        }
    }
}
