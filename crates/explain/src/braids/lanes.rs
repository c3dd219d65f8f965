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
//!
//! The bound is one more if each set that is left empty in that round had candidates before it that have nothing in common: then
//! no single candidate leaves it empty, and there are two beside those that led to one of them. That spares half of all searches.

use qedoku_lanes::Bits128;

use super::row::{Row, has, numbers, row, set};
use super::state::State;
use super::tables::{MAX_SIDE, Tables, places, shape};

/// The rounds of all targets.
pub(super) struct Lanes<const P: usize> {
    /// The open sets by their number of candidates.
    sets: [Sets; MAX_SIDE + 1],
    real: Vec<Row<P>>,
    gone: Vec<Row<P>>,
    /// What was gone a round before.
    before: Vec<Row<P>>,
    /// What each candidate is linked to.
    links: Vec<Row<P>>,
    /// The lanes of open candidates that have no conflict yet.
    running: Row<P>,
    /// The lanes in which a changed set has come down to one candidate or none.
    affected: Row<P>,
    /// Rounds done.
    rounds: usize,
}

/// Sets with the same number of candidates.
#[derive(Default)]
struct Sets {
    /// The candidates, set after set.
    flat: Vec<u16>,
    about: Vec<About>,
}

/// What is known of a set.
#[derive(Clone, Copy)]
struct About {
    set: u16,
    /// The places of its candidates.
    mask: u16,
    /// Whether it has changed since the last time.
    changed: bool,
}

/// What a round brings.
pub(super) struct Round<const P: usize> {
    /// The lanes with their first conflict.
    pub(super) conflicts: Row<P>,
    /// Those of them where the bound is this round, not the next one.
    pub(super) sharp: Row<P>,
    /// The lanes in which a changed set acts for the first time.
    pub(super) affected: Row<P>,
    /// Whether another round may bring more.
    pub(super) more: bool,
}

impl<const P: usize> Lanes<P> {
    pub(super) fn new() -> Lanes<P> {
        let none = [Bits128::empty(); P];
        Lanes {
            sets: Default::default(),
            real: Vec::new(),
            gone: Vec::new(),
            before: Vec::new(),
            links: Vec::new(),
            running: none,
            affected: none,
            rounds: 0,
        }
    }

    /// Takes over the links of a net.
    pub(super) fn build<'a>(&mut self, links: impl Iterator<Item = &'a [u64]>) {
        self.links.clear();
        self.links.extend(links.map(row));
    }

    /// Begins with the `open` candidates as targets; `slot` is their number by set and place. What a target rules out at once is
    /// what it is linked to.
    pub(super) fn start(&mut self, state: &State, open: &[u64], slot: impl Fn(usize, u32) -> u16, changed: &[bool]) {
        for sets in &mut self.sets {
            sets.flat.clear();
            sets.about.clear();
        }
        for set in state.open_sets() {
            let mask = state.mask(set);
            let sets = &mut self.sets[mask.count_ones() as usize];
            sets.flat.extend(places(mask).map(|place| slot(set, place)));
            sets.about.push(About { set: set as u16, mask, changed: changed[set] });
        }
        self.running = row(open);
        self.reset();
    }

    /// Each target alone is real.
    fn reset(&mut self) {
        self.gone.clone_from(&self.links);
        self.before.clear();
        self.before.resize(self.links.len(), [Bits128::empty(); P]);
        self.real.clear();
        self.real.resize(self.links.len(), [Bits128::empty(); P]);
        self.real.iter_mut().enumerate().for_each(|(number, real)| set(real, number));
        self.affected = [Bits128::empty(); P];
        self.rounds = 0;
    }

    /// Rounds done.
    pub(super) fn rounds(&self) -> usize {
        self.rounds
    }

    /// One more round.
    pub(super) fn round(&mut self, tables: &Tables) -> Round<P> {
        // The first round has been started with.
        let changed = if self.rounds == 0 { [Bits128::all(); P] } else { self.rule_out() };
        self.rounds += 1;
        let before = self.affected;
        let (conflicts, sharp) = self.conclude(tables);
        let running = std::array::from_fn(|pair| self.running[pair].without(conflicts[pair]));
        let round = Round {
            conflicts: std::array::from_fn(|pair| conflicts[pair].and(self.running[pair])),
            sharp,
            affected: std::array::from_fn(|pair| self.affected[pair].without(before[pair])),
            more: (0..P).any(|pair| !changed[pair].and(running[pair]).is_empty()),
        };
        self.running = running;
        round
    }

    /// What is real in a set rules out the others, and two that are real there rule out each other. Returns what is new.
    fn rule_out(&mut self) -> Row<P> {
        self.before.clone_from(&self.gone);
        let mut changed = [Bits128::empty(); P];
        let (real, gone) = (&self.real, &mut self.gone);
        each(&self.sets, |set, _| {
            let (one, two) = counts(set, real, |pair| pair);
            for candidate in set {
                let real = &real[usize::from(*candidate)];
                let gone = &mut gone[usize::from(*candidate)];
                for pair in 0..P {
                    let new = one[pair].without(real[pair]).or(two[pair]).without(gone[pair]);
                    changed[pair] = changed[pair].or(new);
                    gone[pair] = gone[pair].or(new);
                }
            }
        });
        changed
    }

    /// The only candidate left of a set is real. Returns the lanes where a set has none, and those where that is the bound.
    fn conclude(&mut self, tables: &Tables) -> (Row<P>, Row<P>) {
        let (mut conflicts, mut sharp) = ([Bits128::empty(); P], [Bits128::empty(); P]);
        let (real, gone, all) = (&mut self.real, &self.gone, &mut self.affected);
        each(&self.sets, |members, about| {
            let (some, many) = counts(members, gone, |pair| Bits128::all().without(pair));
            for pair in 0..P {
                conflicts[pair] = conflicts[pair].or(Bits128::all().without(some[pair]));
            }
            // Where the bound is known to be this round, it need not be asked again.
            let empty: Row<P> = std::array::from_fn(|pair| self.running[pair].without(some[pair].or(sharp[pair])));
            let lanes = numbers(&empty).filter(|lane| has_one_killer(tables, members, about, &self.before, *lane));
            lanes.for_each(|lane| set(&mut sharp, lane));
            if about.changed {
                for (affected, many) in all.iter_mut().zip(&many) {
                    *affected = affected.or(Bits128::all().without(*many));
                }
            }
            enter(members, &some, &many, gone, real);
        });
        (conflicts, sharp)
    }
}

/// Whether a single candidate could rule out what a set had left in a lane.
fn has_one_killer<const P: usize>(tables: &Tables, set: &[u16], about: About, before: &[Row<P>], lane: usize) -> bool {
    let is_left = |member: &u16| !has(&before[usize::from(*member)], lane);
    let left = places(about.mask).zip(set).filter(|(_, member)| is_left(member));
    tables.shape(about.set.into(), left.fold(0, |mask, (place, _)| mask | 1 << place)) != shape::LOOSE
}

/// Goes through all sets. Most have two to four candidates: there the number is known to the compiler.
#[inline]
fn each(sets: &[Sets], mut act: impl FnMut(&[u16], About)) {
    for (length, sets) in sets.iter().enumerate() {
        let about = sets.about.iter().copied();
        match length {
            0 => {}
            2 => sets.flat.as_chunks::<2>().0.iter().zip(about).for_each(|(set, about)| act(set, about)),
            3 => sets.flat.as_chunks::<3>().0.iter().zip(about).for_each(|(set, about)| act(set, about)),
            4 => sets.flat.as_chunks::<4>().0.iter().zip(about).for_each(|(set, about)| act(set, about)),
            _ => sets.flat.chunks_exact(length).zip(about).for_each(|(set, about)| act(set, about)),
        }
    }
}

/// The lanes where some candidate of a set has its bit, and where two or more have.
#[inline]
pub(super) fn counts<const P: usize>(
    set: &[u16],
    rows: &[Row<P>],
    bit: impl Fn(Bits128) -> Bits128,
) -> (Row<P>, Row<P>) {
    let (mut one, mut two) = ([Bits128::empty(); P], [Bits128::empty(); P]);
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

/// Where a set has one candidate left, it is real.
#[inline]
fn enter<const P: usize>(set: &[u16], some: &Row<P>, many: &Row<P>, gone: &[Row<P>], real: &mut [Row<P>]) {
    let any = (0..P).fold(Bits128::empty(), |any, pair| any.or(some[pair].without(many[pair])));
    if any.is_empty() {
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
