//! A smallest set of things that meets each of many sets: up to 128 things, one bit each.
//!
//! The search is exact. A smallest set is taken, and each of its things tried, the one in most sets first; things tried before
//! are left out from then on. A branch ends when more sets have nothing in common than things may still be taken, or when the
//! things in most sets are not in enough of them.
//!
//! Of all smallest answers [`Hitting::first`] gives the first: the one whose lowest thing is lowest, then the second, and so on.
//! Each thing in turn is taken if some smallest answer has it too. (Taking and leaving things in their order, which gives the
//! same answer in one search, takes three to ten times as many nodes.)

use qedoku_solve::{Interrupt, SolveError};

/// Things by number: bit i is thing i.
pub(super) type Things = u128;

/// Sets that are to be met, more and more of them.
#[derive(Clone, Default, Debug)]
pub(super) struct Hitting {
    /// Small ones first.
    sets: Vec<Things>,
    /// No answer is smaller than this: more sets never make it smaller.
    least: usize,
    /// Nodes of all searches.
    nodes: u64,
}

/// Nodes between two looks at the flag.
const LOOK: u64 = 1 << 12;

impl Hitting {
    /// Adds a set. One that contains a set which is there already says nothing new.
    ///
    /// # Panics
    /// If it is empty: nothing meets it.
    pub(super) fn add(&mut self, set: Things) {
        assert!(set != 0, "nothing meets an empty set");
        if self.sets.iter().any(|other| other & set == *other) {
            return;
        }
        self.sets.retain(|other| other & set != set);
        let place = self.sets.partition_point(|other| other.count_ones() <= set.count_ones());
        self.sets.insert(place, set);
    }

    /// A smallest set that meets all; none if every one has more than this many things.
    pub(super) fn smallest(&mut self, most: usize, interrupt: &Interrupt) -> Result<Option<Things>, SolveError> {
        while self.least <= most {
            let mut search = Search { nodes: &mut self.nodes, interrupt };
            match search.extend(0, &self.sets, self.least)? {
                Some(found) => return Ok(Some(found)),
                None => self.least += 1,
            }
        }
        Ok(None)
    }

    /// The first of the smallest sets that meet all.
    pub(super) fn first(&mut self, interrupt: &Interrupt) -> Result<Things, SolveError> {
        let mut found = self.smallest(Things::BITS as usize, interrupt)?.expect("all things together meet every set");
        let (mut taken, mut left): (Things, Things) = (0, 0);
        for thing in (0..Things::BITS).map(|thing| 1 << thing) {
            if found & thing == 0
                && self.is_useful(taken, thing)
                && let Some(earlier) = self.with(taken | thing, left, interrupt)?
            {
                found = earlier;
            }
            *(if found & thing == 0 { &mut left } else { &mut taken }) |= thing;
        }
        Ok(found)
    }

    /// Whether a thing meets a set that those taken do not.
    fn is_useful(&self, taken: Things, thing: Things) -> bool {
        self.sets.iter().any(|set| set & taken == 0 && set & thing != 0)
    }

    /// A smallest set with all that are taken, and with none that are left.
    fn with(&mut self, taken: Things, left: Things, interrupt: &Interrupt) -> Result<Option<Things>, SolveError> {
        let Some(more) = self.least.checked_sub(taken.count_ones() as usize) else { return Ok(None) };
        let unmet = without(&self.sets, taken, left);
        Search { nodes: &mut self.nodes, interrupt }.extend(taken, &unmet, more)
    }
}

struct Search<'a> {
    nodes: &'a mut u64,
    interrupt: &'a Interrupt,
}

impl Search<'_> {
    /// `chosen` and at most so many more things that meet these sets, none of which is met yet; small ones come first.
    fn extend(&mut self, chosen: Things, sets: &[Things], more: usize) -> Result<Option<Things>, SolveError> {
        *self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) && self.interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        let Some(smallest) = sets.first() else { return Ok(Some(chosen)) };
        if *smallest == 0 || packed(sets) > more {
            return Ok(None);
        }
        let degrees = degrees(sets);
        if covered(&degrees, more) < sets.len() {
            return Ok(None);
        }
        let mut things: Vec<usize> = bits(*smallest).collect();
        things.sort_by_key(|thing| std::cmp::Reverse(degrees[*thing]));
        let mut tried = 0;
        for thing in things.into_iter().map(|thing| 1 << thing) {
            let found = self.extend(chosen | thing, &without(sets, thing, tried), more - 1)?;
            if found.is_some() {
                return Ok(found);
            }
            tried |= thing;
        }
        Ok(None)
    }
}

/// The sets that nothing taken meets, without the things that are left; small ones first.
fn without(sets: &[Things], taken: Things, left: Things) -> Vec<Things> {
    let mut unmet: Vec<Things> = sets.iter().filter(|set| *set & taken == 0).map(|set| set & !left).collect();
    if left != 0 {
        unmet.sort_by_key(|set| set.count_ones());
    }
    unmet
}

/// How many sets are found, small ones first, that have no thing in common: as many things are needed.
fn packed(sets: &[Things]) -> usize {
    let mut used = 0;
    let mut count = 0;
    for set in sets {
        if set & used == 0 {
            used |= set;
            count += 1;
        }
    }
    count
}

/// In how many sets each thing is.
fn degrees(sets: &[Things]) -> [u32; Things::BITS as usize] {
    let mut degrees = [0; Things::BITS as usize];
    for thing in sets.iter().flat_map(|set| bits(*set)) {
        degrees[thing] += 1;
    }
    degrees
}

/// How many sets so many things can meet at most, judged by their degrees.
fn covered(degrees: &[u32], things: usize) -> usize {
    let mut degrees: Vec<u32> = degrees.iter().copied().filter(|degree| *degree > 0).collect();
    degrees.sort_unstable_by(|one, other| other.cmp(one));
    degrees.iter().take(things).map(|degree| *degree as usize).sum()
}

/// The numbers of things.
pub(super) fn bits(mut things: Things) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let thing = (things != 0).then(|| things.trailing_zeros() as usize)?;
        things &= things - 1;
        Some(thing)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::rng::Rng;

    /// The first smallest by trying all sets of things, in the order that is promised.
    fn by_trying(sets: &[Things], things: u32) -> Things {
        let meets = |chosen: &Things| sets.iter().all(|set| set & chosen != 0);
        let order = |chosen: &Things| (chosen.count_ones(), std::cmp::Reverse(chosen.reverse_bits()));
        (0..1 << things).filter(meets).min_by_key(order).unwrap()
    }

    #[test]
    fn the_first_smallest_is_what_trying_all_finds() {
        for round in 0..300 {
            let mut random = Rng::new(5, round);
            let things = 3 + random.below(8);
            let mut hitting = Hitting::default();
            let mut sets = Vec::new();
            for _ in 0..random.below(14) {
                let set = 1 + random.below((1 << things) - 1) as Things;
                let set = set & (random.below(1 << things) as Things | set & set.wrapping_neg());
                sets.push(set);
                hitting.add(set);
                let found = hitting.first(&Interrupt::default()).unwrap();
                assert_eq!(found, by_trying(&sets, things as u32), "round {round}: {sets:?}");
            }
        }
    }

    #[test]
    fn a_set_of_more_things_than_wanted_is_not_looked_for() {
        let mut hitting = Hitting::default();
        for set in [0b11, 0b1100, 0b11_0000] {
            hitting.add(set);
        }
        assert_eq!(hitting.smallest(2, &Interrupt::default()).unwrap(), None);
        assert_eq!(hitting.first(&Interrupt::default()).unwrap(), 0b1_0101);
    }
}
