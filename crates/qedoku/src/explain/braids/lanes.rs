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

use super::net::{Bits, Net};
use super::state::State;
use super::tables::{Tables, places};

/// The rounds of all targets.
pub(super) struct Lanes<const W: usize> {
    /// The candidates of the open sets, set after set.
    flat: Vec<u16>,
    /// How many there are in each set, and whether the set has changed since the last time.
    lengths: Vec<(u8, bool)>,
    real: Vec<Bits<W>>,
    gone: Vec<Bits<W>>,
    /// The lanes that are in use and have no conflict yet.
    running: Bits<W>,
    /// The lanes in which a changed set has come down to one candidate or none.
    affected: Bits<W>,
    /// Rounds done.
    rounds: usize,
}

/// What a round brings.
pub(super) struct Round<const W: usize> {
    /// The lanes with their first conflict.
    pub(super) conflicts: Bits<W>,
    /// The lanes in which a changed set acts for the first time.
    pub(super) affected: Bits<W>,
    /// Whether another round may bring more.
    pub(super) more: bool,
}

impl<const W: usize> Lanes<W> {
    pub(super) fn new() -> Lanes<W> {
        Lanes {
            flat: Vec::new(),
            lengths: Vec::new(),
            real: Vec::new(),
            gone: Vec::new(),
            running: [0; W],
            affected: [0; W],
            rounds: 0,
        }
    }

    /// Begins with each open candidate as a target. What it rules out at once is what it is linked to.
    pub(super) fn start(&mut self, tables: &Tables, state: &State, net: &Net<W>, changed: &[bool]) {
        self.flat.clear();
        self.lengths.clear();
        for set in (0..tables.set_count()).filter(|set| !state.is_closed(*set)) {
            let mask = state.mask(set);
            self.flat.extend(places(mask).map(|place| net.slot(set, place)));
            self.lengths.push((mask.count_ones() as u8, changed[set]));
        }
        self.real.clear();
        self.real.resize(net.len(), [0; W]);
        self.gone.clear();
        self.running = [0; W];
        for number in 0..net.len() {
            self.gone.push(*net.links(number));
            self.real[number][number / 64] |= 1 << (number % 64);
            self.running[number / 64] |= u64::from(state.is_open(net.name(number).into())) << (number % 64);
        }
        self.affected = [0; W];
        self.rounds = 0;
    }

    /// One more round.
    pub(super) fn round(&mut self) -> Round<W> {
        // The first round has been started with.
        let changed = if self.rounds == 0 { [u64::MAX; W] } else { self.rule_out() };
        self.rounds += 1;
        let before = self.affected;
        let conflicts = self.conclude();
        let mut more = 0;
        let mut round = Round { conflicts: [0; W], affected: [0; W], more: false };
        for word in 0..W {
            round.conflicts[word] = conflicts[word] & self.running[word];
            round.affected[word] = self.affected[word] & !before[word];
            self.running[word] &= !conflicts[word];
            more |= changed[word] & self.running[word];
        }
        round.more = more != 0;
        round
    }

    /// What is real in a set rules out the others, and two that are real there rule out each other. Returns what is new.
    fn rule_out(&mut self) -> Bits<W> {
        let mut changed = [0; W];
        let mut flat = &self.flat[..];
        for (length, _) in &self.lengths {
            let (set, rest) = flat.split_at(usize::from(*length));
            flat = rest;
            let (mut one, mut two) = ([0; W], [0; W]);
            for candidate in set {
                let real = &self.real[usize::from(*candidate)];
                for word in 0..W {
                    two[word] |= one[word] & real[word];
                    one[word] |= real[word];
                }
            }
            for candidate in set {
                let real = &self.real[usize::from(*candidate)];
                let gone = &mut self.gone[usize::from(*candidate)];
                for word in 0..W {
                    let all = gone[word] | one[word] & !real[word] | two[word];
                    changed[word] |= all ^ gone[word];
                    gone[word] = all;
                }
            }
        }
        changed
    }

    /// The only candidate left of a set is real. Returns the lanes where a set has none.
    fn conclude(&mut self) -> Bits<W> {
        let mut conflicts = [0; W];
        let mut flat = &self.flat[..];
        for (length, changed) in &self.lengths {
            let (set, rest) = flat.split_at(usize::from(*length));
            flat = rest;
            let (mut one, mut two) = ([0; W], [0; W]);
            for candidate in set {
                let gone = &self.gone[usize::from(*candidate)];
                for word in 0..W {
                    two[word] |= one[word] & !gone[word];
                    one[word] |= !gone[word];
                }
            }
            if *changed {
                for word in 0..W {
                    self.affected[word] |= !two[word];
                }
            }
            let mut some = 0;
            for word in 0..W {
                conflicts[word] |= !one[word];
                one[word] &= !two[word];
                some |= one[word];
            }
            if some != 0 {
                for candidate in set {
                    let gone = &self.gone[usize::from(*candidate)];
                    let real = &mut self.real[usize::from(*candidate)];
                    for word in 0..W {
                        real[word] |= one[word] & !gone[word];
                    }
                }
            }
        }
        conflicts
    }
}
