//! Trials: whether the assumption that a candidate is true fails by braids of any size, in any order.
//!
//! Rows as in [`Lanes`](super::lanes): a lane for each target. What a set says is used at once, and a lane with a conflict takes its
//! target away in all other lanes, until nothing changes. This is done once without an assumption; what holds then, holds under
//! every one. So a trial begins there, with what the lane of the assumed candidate says entered in all lanes, and looks only at
//! sets in which a lane that still runs has changed, the smallest sets first.
//!
//! A candidate that is gone under an assumption remains so in later states, so a trial can be taken up again.

use qedoku_lanes::Bits128;

use super::lanes::counts;
use super::row::{Row, clear, has, numbers, row, set};
use super::state::State;
use super::tables::places;

/// Words for a bit for each open set; a 16x16 has 1024.
const SET_WORDS: usize = 16;

/// Trials in one state.
pub(super) struct Trials<const P: usize> {
    sets: Sets,
    /// What holds without an assumption.
    base: Rows<P>,
    /// What holds in the trial.
    rows: Rows<P>,
}

/// The open sets of a state, the smallest first.
#[derive(Default)]
struct Sets {
    /// The candidates, set after set.
    flat: Vec<u16>,
    /// Where those of a set begin and end.
    spans: Vec<(u32, u32)>,
    /// The sets of each candidate.
    of: Vec<[u16; 4]>,
}

/// What each target leads to.
struct Rows<const P: usize> {
    real: Vec<Row<P>>,
    gone: Vec<Row<P>>,
    /// The lanes whose targets neither follow nor are gone.
    running: Row<P>,
    /// The sets to look at.
    dirty: [u64; SET_WORDS],
}

impl<const P: usize> Trials<P> {
    pub(super) fn new() -> Trials<P> {
        Trials { sets: Sets::default(), base: Rows::new(), rows: Rows::new() }
    }

    /// Begins with a state: `slot` is the number of a candidate by set and place, `links` what each is linked to.
    pub(super) fn start<'a>(
        &mut self,
        state: &State,
        slot: impl Fn(usize, u32) -> u16,
        links: impl Iterator<Item = &'a [u64]>,
    ) {
        self.base.begin(links);
        self.sets.list(state, self.base.real.len(), slot);
        self.base.open(&self.sets);
        self.base.settle(&self.sets, None, usize::MAX);
    }

    /// How much it takes to see that the assumption of a candidate fails, up to a limit, or None; `gone` is known to be gone then.
    /// And what was gone at the end, and follows neither from the assumption alone nor without it.
    pub(super) fn fails(
        &mut self,
        assumed: usize,
        limit: usize,
        gone: impl Iterator<Item = usize>,
    ) -> (Option<usize>, Row<P>) {
        let mut known = [Bits128::empty(); P];
        if !has(&self.base.running, assumed) {
            return (Some(0), known);
        }
        self.rows.assume(&self.base, assumed, &self.sets);
        let before = self.rows.running;
        gone.filter(|number| has(&before, *number)).for_each(|number| set(&mut known, number));
        self.rows.fail(&known, &self.sets);
        let cost = self.rows.settle(&self.sets, Some(assumed), limit);
        (cost, std::array::from_fn(|pair| before[pair].without(self.rows.running[pair])))
    }
}

impl Sets {
    fn list(&mut self, state: &State, candidates: usize, slot: impl Fn(usize, u32) -> u16) {
        let mut open: Vec<usize> = state.open_sets().collect();
        open.sort_by_key(|set| state.mask(*set).count_ones());
        self.flat.clear();
        self.spans.clear();
        self.of.clear();
        self.of.resize(candidates, [u16::MAX; 4]);
        for (number, set) in open.into_iter().enumerate() {
            let begin = self.flat.len() as u32;
            for candidate in places(state.mask(set)).map(|place| slot(set, place)) {
                let of = &mut self.of[usize::from(candidate)];
                let free = of.iter_mut().find(|set| **set == u16::MAX).expect("a candidate has four sets");
                *free = number as u16;
                self.flat.push(candidate);
            }
            self.spans.push((begin, self.flat.len() as u32));
        }
    }

    #[inline]
    fn candidates(&self, set: usize) -> &[u16] {
        let (begin, end) = self.spans[set];
        &self.flat[begin as usize..end as usize]
    }
}

impl<const P: usize> Rows<P> {
    fn new() -> Rows<P> {
        Rows { real: Vec::new(), gone: Vec::new(), running: [Bits128::empty(); P], dirty: [0; SET_WORDS] }
    }

    /// Each target alone is real, and what it is linked to is gone.
    fn begin<'a>(&mut self, links: impl Iterator<Item = &'a [u64]>) {
        self.gone.clear();
        self.gone.extend(links.map(row));
        self.real.clear();
        self.real.resize(self.gone.len(), [Bits128::empty(); P]);
        self.real.iter_mut().enumerate().for_each(|(number, real)| set(real, number));
    }

    /// All lanes run, and all sets are to be looked at.
    fn open(&mut self, sets: &Sets) {
        self.running = [Bits128::empty(); P];
        self.dirty = [0; SET_WORDS];
        for candidate in &sets.flat {
            set(&mut self.running, usize::from(*candidate));
            self.mark(sets, usize::from(*candidate));
        }
    }

    /// What is so in the lane of a candidate, is so in all.
    fn assume(&mut self, base: &Rows<P>, assumed: usize, sets: &Sets) {
        self.real.clone_from(&base.real);
        self.gone.clone_from(&base.gone);
        self.running = base.running;
        self.dirty = [0; SET_WORDS];
        for number in 0..self.real.len() {
            let row = match (has(&base.real[number], assumed), has(&base.gone[number], assumed)) {
                (true, _) => &mut self.real[number],
                (_, true) => &mut self.gone[number],
                _ => continue,
            };
            *row = [Bits128::all(); P];
            clear(&mut self.running, number);
            self.mark(sets, number);
        }
        set(&mut self.running, assumed);
    }

    /// Looks at sets until nothing changes, or the lane of the assumed candidate has a conflict. Returns how many candidates it
    /// has looked at by then, if that is below the limit.
    fn settle(&mut self, sets: &Sets, assumed: Option<usize>, limit: usize) -> Option<usize> {
        let (mut cost, mut from) = (0, 0);
        while let Some(set) = self.next(from).or_else(|| self.next(0)) {
            let candidates = sets.candidates(set);
            cost += candidates.len();
            if cost >= limit {
                return None;
            }
            let conflicts = self.look(candidates, sets);
            self.dirty[set / 64] &= !(1 << (set % 64));
            from = set + 1;
            if let Some(conflicts) = conflicts {
                if assumed.is_some_and(|assumed| has(&conflicts, assumed)) {
                    return Some(cost);
                }
                self.fail(&conflicts, sets);
            }
        }
        None
    }

    /// The next set to look at.
    #[inline]
    fn next(&self, from: usize) -> Option<usize> {
        let mut mask = u64::MAX << (from % 64);
        (from / 64..SET_WORDS).find_map(|word| {
            let left = self.dirty[word] & std::mem::replace(&mut mask, u64::MAX);
            (left != 0).then(|| 64 * word + left.trailing_zeros() as usize)
        })
    }

    /// Looks at a set, both ways. The running lanes with a conflict, if there are any.
    #[inline]
    fn look(&mut self, set: &[u16], sets: &Sets) -> Option<Row<P>> {
        let (one, two) = counts(set, &self.real, |pair| pair);
        let (mut some, mut many) = ([Bits128::empty(); P], [Bits128::empty(); P]);
        for candidate in set.iter().map(|candidate| usize::from(*candidate)) {
            let (real, gone) = (&self.real[candidate], &mut self.gone[candidate]);
            let mut new = Bits128::empty();
            for pair in 0..P {
                let all = one[pair].without(real[pair]).or(two[pair]).or(gone[pair]);
                new = new.or(all.without(gone[pair]).and(self.running[pair]));
                gone[pair] = all;
                many[pair] = many[pair].or(some[pair].without(all));
                some[pair] = some[pair].or(Bits128::all().without(all));
            }
            if !new.is_empty() {
                self.mark(sets, candidate);
            }
        }
        let left: Row<P> = std::array::from_fn(|pair| some[pair].without(many[pair]));
        if (0..P).any(|pair| !left[pair].and(self.running[pair]).without(one[pair]).is_empty()) {
            self.enter(set, &left, sets);
        }
        let conflicts: Row<P> = std::array::from_fn(|pair| self.running[pair].without(some[pair]));
        conflicts.iter().any(|pair| !pair.is_empty()).then_some(conflicts)
    }

    /// Where one candidate of a set is left, it is real.
    #[inline]
    fn enter(&mut self, set: &[u16], left: &Row<P>, sets: &Sets) {
        for candidate in set.iter().map(|candidate| usize::from(*candidate)) {
            let (gone, real) = (&self.gone[candidate], &mut self.real[candidate]);
            let mut new = Bits128::empty();
            for pair in 0..P {
                let alone = left[pair].without(gone[pair]);
                new = new.or(alone.without(real[pair]).and(self.running[pair]));
                real[pair] = real[pair].or(alone);
            }
            if !new.is_empty() {
                self.mark(sets, candidate);
            }
        }
    }

    /// The targets of these lanes are gone in all lanes.
    fn fail(&mut self, conflicts: &Row<P>, sets: &Sets) {
        for number in numbers(conflicts) {
            clear(&mut self.running, number);
            self.gone[number] = [Bits128::all(); P];
            self.mark(sets, number);
        }
    }

    /// The sets of a candidate are to be looked at.
    #[inline]
    fn mark(&mut self, sets: &Sets, candidate: usize) {
        for set in &sets.of[candidate] {
            self.dirty[usize::from(*set) / 64 % SET_WORDS] |= 1 << (set % 64);
        }
    }
}
