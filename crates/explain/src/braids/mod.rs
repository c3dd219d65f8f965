//! Braids: refutations by unit propagation, with as few sets as can be.
//!
//! Every cell, and every digit of every house, is a set of candidates of which exactly one is true. Two candidates that share a set
//! are linked. A braid of n sets on a target z: sets V1 ... Vn and candidates R1 ... R(n-1), where each Ri is the only candidate
//! of Vi that is not linked to z or an earlier R, and every candidate of Vn is linked to z or an earlier R. So z is false.
//! Braids of one set are locked candidates.
//!
//! ```text
//!   State  masks of the position            Lanes   lower bounds for all targets at once
//!   Net    its open candidates and links    Search  is there a braid of n sets? exactly, node by node
//!                                           Chain   the braid, and all that it removes
//!   Trials does an assumption fail by braids of any size?
//! ```
//!
//! # References
//! D. Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, 2012: braids, and the rating that rests on them.

mod tables;
mod state;
mod known;
mod net;
mod row;
mod lanes;
mod trial;
mod node;
mod search;
mod refute;
mod chain;

pub(crate) use chain::Chain;
pub(crate) use known::Known;
pub(crate) use search::Verdict;
pub(crate) use state::State;
pub(crate) use tables::{MAX_SIDE, Tables, places};

use lanes::Lanes;
use net::Net;
use qedoku_puzzle::Board;
use row::{has, numbers};
use search::Search;
use tables::{Standing, shape};
use trial::Trials;

use qedoku_solve::Interrupt;

/// Words for sets of open candidates; the smallest that has room is used.
const WIDTHS: [usize; 5] = [2, 4, 6, 12, 64];

/// Finds braids; keeps its memory from one position to the next.
pub(crate) struct Braids {
    /// Set to give up searches.
    pub(crate) interrupt: Interrupt,
    tables: Tables,
    engines: [Option<Box<dyn Engine + Send>>; WIDTHS.len()],
    current: usize,
    /// The sets that have changed since the state before on the same way.
    changed: Vec<bool>,
    /// Rounds of lower bounds done.
    rounds: usize,
    /// How often a net was built.
    builds: u64,
}

/// The parts for one width: `W` words, `P` pairs of them.
struct Parts<const W: usize, const P: usize> {
    net: Net<W>,
    lanes: Lanes<P>,
    search: Search<W>,
    trials: Trials<P>,
}

/// [`Parts`] of any width. Candidates go in and out by their numbers on the board.
trait Engine {
    fn build(&mut self, tables: &Tables, state: &State);
    fn len(&self) -> usize;
    fn start_lanes(&mut self, state: &State, changed: &[bool]);
    fn start_trials(&mut self, state: &State);
    fn fails(&mut self, assumed: u16, limit: usize, gone: &mut Vec<u16>) -> Option<usize>;
    fn round(&mut self, tables: &Tables, found: &mut Vec<u16>, affected: &mut dyn FnMut(u16)) -> bool;
    fn start_search(&mut self, tables: &Tables, state: &State, interrupt: &Interrupt);
    fn decide(&mut self, tables: &Tables, target: u16, size: usize, effort: &mut u64) -> Verdict;
    fn refute(&mut self, tables: &Tables, target: u16) -> Option<usize>;
    fn shorten(&mut self, tables: &Tables, target: u16);
    fn chain(&mut self, tables: &Tables, state: &State, target: u16) -> Chain;
}

impl Braids {
    /// For a board of side 4 to 16.
    pub(crate) fn new(board: Board) -> Braids {
        let engines = [const { None }; WIDTHS.len()];
        Braids {
            interrupt: Interrupt::default(),
            tables: Tables::new(board),
            engines,
            current: 0,
            changed: Vec::new(),
            rounds: 0,
            builds: 0,
        }
    }

    pub(crate) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Looks at a state. What was built is kept if the last state looked at is an earlier one of the same way, and as long as
    /// most of it is still of use.
    pub(crate) fn begin(&mut self, state: &State, known: &mut Known) {
        let built = self.builds;
        if known.built() == Some(built) && 5 * state.count() >= 4 * self.engine().len() {
            return;
        }
        self.current = WIDTHS.iter().position(|words| state.count() <= 64 * words).expect("the last width is enough");
        let engine = self.engines[self.current].get_or_insert_with(|| engine(self.current));
        engine.build(&self.tables, state);
        self.builds += 1;
        known.set_built(self.builds);
    }

    fn engine(&mut self) -> &mut (dyn Engine + Send) {
        self.engines[self.current].as_deref_mut().expect("a state was begun with")
    }

    fn parts(&mut self) -> (&Tables, &mut (dyn Engine + Send)) {
        (&self.tables, self.engines[self.current].as_deref_mut().expect("a state was begun with"))
    }

    /// Begins the rounds of lower bounds, with what is known from earlier on the same way.
    pub(crate) fn start_rounds(&mut self, state: &State, known: &mut Known) {
        known.enter(state, self.tables.candidate_count(), &mut self.changed);
        self.rounds = 0;
        let engine = self.engines[self.current].as_deref_mut().expect("a state was begun with");
        engine.start_lanes(state, &self.changed);
    }

    /// One more round: adds the targets whose bound it is. Whether there may be more of them.
    pub(crate) fn round(&mut self, found: &mut Vec<u16>, known: &mut Known) -> bool {
        self.rounds += 1;
        let round = self.rounds;
        let (tables, engine) = self.parts();
        engine.round(tables, found, &mut |target| known.forget(target, round))
    }

    /// Ends the rounds in this state; `more` is what the last one returned.
    pub(crate) fn end_rounds(&self, more: bool, known: &mut Known) {
        known.end(if more { self.rounds } else { usize::MAX });
    }

    /// Begins trials in a state.
    pub(crate) fn start_trials(&mut self, state: &State) {
        self.begin(state, &mut Known::default());
        self.engine().start_trials(state);
    }

    /// How much it takes to see that the assumption of an open candidate fails by braids of any size, up to a limit; None if it
    /// does not. `gone` are candidates that are known to be gone then; more are added.
    pub(crate) fn fails(&mut self, assumed: u16, limit: usize, gone: &mut Vec<u16>) -> Option<usize> {
        self.engine().fails(assumed, limit, gone)
    }

    /// Rounds done.
    pub(crate) fn rounds(&self) -> usize {
        self.rounds
    }

    /// Begins searches in a state.
    pub(crate) fn start_search(&mut self, state: &State) {
        let engine = self.engines[self.current].as_deref_mut().expect("a state was begun with");
        engine.start_search(&self.tables, state, &self.interrupt);
    }

    /// Whether a target has a braid of at most so many sets; `effort` is the number of candidates that may be applied.
    pub(crate) fn decide(&mut self, target: u16, size: usize, effort: &mut u64) -> Verdict {
        let (tables, engine) = self.parts();
        engine.decide(tables, target, size, effort)
    }

    /// Some refutation of a target: a lower bound on the size of its braids. None if it has no braid.
    pub(crate) fn refute(&mut self, target: u16) -> Option<usize> {
        let (tables, engine) = self.parts();
        engine.refute(tables, target)
    }

    /// Makes a short braid, though maybe not the shortest, of the refutation of this target that was found last.
    pub(crate) fn shorten(&mut self, target: u16) {
        let (tables, engine) = self.parts();
        engine.shorten(tables, target);
    }

    /// A short chain of a target, though maybe not the shortest, if it has a braid.
    pub(crate) fn short_chain(&mut self, state: &State, target: u16) -> Option<Chain> {
        self.refute(target)?;
        self.shorten(target);
        Some(self.chain(state, target))
    }

    /// The braid that was found last, for this target.
    pub(crate) fn chain(&mut self, state: &State, target: u16) -> Chain {
        let (tables, engine) = self.parts();
        engine.chain(tables, state, target)
    }

    /// Takes away all that braids of one set rule out, and places what follows, until nothing changes. Whether no set is empty.
    pub(crate) fn settle_locked(&self, state: &mut State) -> bool {
        loop {
            if !state.settle(&self.tables) {
                return false;
            }
            let Some((_, other, mask)) = self.locked(state) else { return true };
            for candidate in self.tables.members(other, mask) {
                state.remove(&self.tables, candidate.into());
            }
        }
    }

    /// A braid of one set.
    pub(crate) fn locked_chain(&self, state: &State) -> Option<Chain> {
        let (set, other, mask) = self.locked(state)?;
        Some(Chain { links: vec![(set as u16, None)], removed: self.tables.members(other, mask).collect() })
    }

    /// A braid of one set: the set, the other house that its candidates share, and what goes from there.
    fn locked(&self, state: &State) -> Option<(usize, usize, u16)> {
        state.open_sets().find_map(|set| {
            let mask = state.mask(set);
            let which = self.tables.shape(set, mask);
            if !(shape::IN_ROW..=shape::IN_BLOCK).contains(&which) {
                return None;
            }
            let member = self.tables.candidate(set, mask.trailing_zeros());
            let Standing { sets, common, .. } = self.tables.standing(member.into());
            let other = usize::from(sets[usize::from(which)]);
            let rest = state.mask(other) & !common[usize::from(self.tables.kind(set))][usize::from(which)];
            (rest != 0).then_some((set, other, rest))
        })
    }
}

fn engine(which: usize) -> Box<dyn Engine + Send> {
    fn new<const W: usize, const P: usize>() -> Box<dyn Engine + Send> {
        Box::new(Parts::<W, P> { net: Net::new(), lanes: Lanes::new(), search: Search::new(), trials: Trials::new() })
    }
    [new::<2, 1>, new::<4, 2>, new::<6, 3>, new::<12, 6>, new::<64, 32>][which]()
}

impl<const W: usize, const P: usize> Parts<W, P> {
    fn number(&self, target: u16) -> usize {
        self.net.number(target).expect("targets are open candidates")
    }
}

impl<const W: usize, const P: usize> Engine for Parts<W, P> {
    fn build(&mut self, tables: &Tables, state: &State) {
        self.net.build(tables, state);
        self.lanes.build(self.net.all_links());
    }

    fn len(&self) -> usize {
        self.net.len()
    }

    fn start_lanes(&mut self, state: &State, changed: &[bool]) {
        let slot = |set, place| self.net.slot(set, place);
        self.lanes.start(state, &self.net.open(state), slot, changed);
    }

    fn start_trials(&mut self, state: &State) {
        self.trials.start(state, |set, place| self.net.slot(set, place), self.net.all_links());
    }

    fn fails(&mut self, assumed: u16, limit: usize, gone: &mut Vec<u16>) -> Option<usize> {
        let assumed = self.number(assumed);
        let known = gone.iter().filter_map(|name| self.net.number(*name));
        let (cost, all) = self.trials.fails(assumed, limit, known);
        gone.clear();
        gone.extend(numbers(&all).map(|number| self.net.name(number)));
        cost
    }

    fn round(&mut self, tables: &Tables, found: &mut Vec<u16>, affected: &mut dyn FnMut(u16)) -> bool {
        let round = self.lanes.round(tables);
        for number in numbers(&round.conflicts).take_while(|number| *number < self.net.len()) {
            let more = usize::from(!has(&round.sharp, number));
            self.search.bound(number, self.lanes.rounds() + more);
            found.push(self.net.name(number));
        }
        numbers(&round.affected).filter_map(|number| self.net.names().get(number).copied()).for_each(affected);
        round.more
    }

    fn start_search(&mut self, tables: &Tables, state: &State, interrupt: &Interrupt) {
        self.search.start(tables, state, &self.net, interrupt);
    }

    fn decide(&mut self, tables: &Tables, target: u16, size: usize, effort: &mut u64) -> Verdict {
        let target = self.number(target);
        self.search.effort = *effort;
        let verdict = self.search.decide(tables, &self.net, target, size);
        *effort = self.search.effort;
        verdict
    }

    fn refute(&mut self, tables: &Tables, target: u16) -> Option<usize> {
        let target = self.number(target);
        self.search.refute(tables, &self.net, target)
    }

    fn shorten(&mut self, tables: &Tables, target: u16) {
        let target = self.number(target);
        self.search.shorten(tables, &self.net, target);
    }

    fn chain(&mut self, tables: &Tables, state: &State, target: u16) -> Chain {
        let target = self.number(target);
        self.search.chain(tables, state, &self.net, target)
    }
}
