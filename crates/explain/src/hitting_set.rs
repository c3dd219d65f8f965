//! Minimum hitting sets: a smallest set of elements that intersects each of many given sets. Up to 128 elements, one
//! bit each.
//!
//! Exact branch and bound. The search branches on the elements of a smallest set, the one with the highest degree
//! (contained in most sets) first; elements tried before are excluded from later branches, so each hitting set is
//! visited once. Two lower bounds cut a branch, both sound:
//!
//! - packing bound: pairwise disjoint sets need an element each;
//! - sum-degree bound: k elements hit at most as many sets as the k largest degrees sum up to.
//!
//! Among all minimum hitting sets, [`HittingSetSolver::lexicographically_first`] returns the one with the lowest first
//! element, then the lowest second, and so on. It tries each element in order: the element is taken if some minimum
//! hitting set contains it along with those taken before. (Branching in element order, which gives the same answer in
//! one search, visits three to ten times as many nodes.)
//!
//! # References
//! The names of the bounds follow T. Bläsius, T. Friedrich, D. Stangl, C. Weyand, *An Efficient Branch-and-Bound Solver
//! for Hitting Set*, ALENEX 2022.

use qedoku_solve::{Interrupt, SolveError};

/// A set of elements: bit i is element i.
pub(super) type ElementSet = u128;

/// Incremental solver: the sets to hit are added one by one, between solutions.
#[derive(Clone, Default, Debug)]
pub(super) struct HittingSetSolver {
    /// The sets to hit, smallest first; none contains another.
    sets: Vec<ElementSet>,
    /// Lower bound on the size of a hitting set. More sets never make it smaller, so it is kept.
    lower_bound: usize,
    /// Nodes of all searches.
    nodes: u64,
}

/// Nodes between two polls of the interrupt flag.
const POLL_INTERVAL: u64 = 1 << 12;

impl HittingSetSolver {
    /// Adds a set to hit. A set that contains another one is redundant and dropped.
    ///
    /// # Panics
    /// If it is empty: nothing hits an empty set.
    pub(super) fn add(&mut self, set: ElementSet) {
        assert!(set != 0, "an empty set cannot be hit");
        if self.sets.iter().any(|other| other & set == *other) {
            return;
        }
        self.sets.retain(|other| other & set != set);
        let index = self.sets.partition_point(|other| other.count_ones() <= set.count_ones());
        self.sets.insert(index, set);
    }

    /// A minimum hitting set; `None` if every hitting set has more than `max_size` elements.
    pub(super) fn smallest(
        &mut self,
        max_size: usize,
        interrupt: &Interrupt,
    ) -> Result<Option<ElementSet>, SolveError> {
        while self.lower_bound <= max_size {
            let mut search = BranchAndBound { nodes: &mut self.nodes, interrupt };
            match search.extend(0, &self.sets, self.lower_bound)? {
                Some(found) => return Ok(Some(found)),
                None => self.lower_bound += 1,
            }
        }
        Ok(None)
    }

    /// The lexicographically first minimum hitting set.
    pub(super) fn lexicographically_first(&mut self, interrupt: &Interrupt) -> Result<ElementSet, SolveError> {
        let mut found =
            self.smallest(ElementSet::BITS as usize, interrupt)?.expect("the set of all elements hits every set");
        let (mut taken, mut excluded): (ElementSet, ElementSet) = (0, 0);
        for element in (0..ElementSet::BITS).map(|element| 1 << element) {
            if found & element == 0
                && self.hits_more(taken, element)
                && let Some(earlier) = self.smallest_with(taken | element, excluded, interrupt)?
            {
                found = earlier;
            }
            *(if found & element == 0 { &mut excluded } else { &mut taken }) |= element;
        }
        Ok(found)
    }

    /// Whether an element hits a set that those taken do not. Otherwise no minimum hitting set contains it along with
    /// them.
    fn hits_more(&self, taken: ElementSet, element: ElementSet) -> bool {
        self.sets.iter().any(|set| set & taken == 0 && set & element != 0)
    }

    /// A hitting set of minimum size that contains all taken elements and no excluded one.
    fn smallest_with(
        &mut self,
        taken: ElementSet,
        excluded: ElementSet,
        interrupt: &Interrupt,
    ) -> Result<Option<ElementSet>, SolveError> {
        let Some(left) = self.lower_bound.checked_sub(taken.count_ones() as usize) else { return Ok(None) };
        let unhit = unhit_sets(&self.sets, taken, excluded);
        BranchAndBound { nodes: &mut self.nodes, interrupt }.extend(taken, &unhit, left)
    }
}

struct BranchAndBound<'a> {
    nodes: &'a mut u64,
    interrupt: &'a Interrupt,
}

impl BranchAndBound<'_> {
    /// Extends `chosen` by at most `left` elements that hit these sets. None of the sets is hit yet; the smallest comes
    /// first.
    fn extend(
        &mut self,
        chosen: ElementSet,
        sets: &[ElementSet],
        left: usize,
    ) -> Result<Option<ElementSet>, SolveError> {
        *self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) && self.interrupt.is_set() {
            return Err(SolveError::Interrupted);
        }
        let Some(smallest) = sets.first() else { return Ok(Some(chosen)) };
        // A set is empty when all its elements are excluded.
        if *smallest == 0 || packing_bound(sets) > left {
            return Ok(None);
        }
        let degrees = degrees(sets);
        if max_sets_hit(&degrees, left) < sets.len() {
            return Ok(None);
        }
        let mut branches: Vec<usize> = elements(*smallest).collect();
        branches.sort_by_key(|element| std::cmp::Reverse(degrees[*element]));
        let mut tried = 0;
        for element in branches.into_iter().map(|element| 1 << element) {
            let found = self.extend(chosen | element, &unhit_sets(sets, element, tried), left - 1)?;
            if found.is_some() {
                return Ok(found);
            }
            tried |= element;
        }
        Ok(None)
    }
}

/// The sets that no taken element hits, without the excluded elements; the smallest first.
fn unhit_sets(sets: &[ElementSet], taken: ElementSet, excluded: ElementSet) -> Vec<ElementSet> {
    let mut unhit: Vec<ElementSet> = sets.iter().filter(|set| *set & taken == 0).map(|set| set & !excluded).collect();
    // Without exclusions the order is unchanged.
    if excluded != 0 {
        unhit.sort_by_key(|set| set.count_ones());
    }
    unhit
}

/// Packing bound: the number of pairwise disjoint sets found greedily, smallest first. At least as many elements are
/// needed.
fn packing_bound(sets: &[ElementSet]) -> usize {
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

/// The degree of each element: the number of sets that contain it.
fn degrees(sets: &[ElementSet]) -> [u32; ElementSet::BITS as usize] {
    let mut degrees = [0; ElementSet::BITS as usize];
    for element in sets.iter().flat_map(|set| elements(*set)) {
        degrees[element] += 1;
    }
    degrees
}

/// Sum-degree bound: the number of sets that this many elements can hit at most.
fn max_sets_hit(degrees: &[u32], element_count: usize) -> usize {
    let mut degrees: Vec<u32> = degrees.iter().copied().filter(|degree| *degree > 0).collect();
    degrees.sort_unstable_by(|one, other| other.cmp(one));
    degrees.iter().take(element_count).map(|degree| *degree as usize).sum()
}

/// The elements of a set, in ascending order.
pub(super) fn elements(mut set: ElementSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let element = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(element)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use qedoku_puzzle::rng::Rng;

    /// The lexicographically first minimum hitting set, by trying all sets of elements.
    fn brute_force(sets: &[ElementSet], element_count: u32) -> ElementSet {
        let hits_all = |chosen: &ElementSet| sets.iter().all(|set| set & chosen != 0);
        let order = |chosen: &ElementSet| (chosen.count_ones(), std::cmp::Reverse(chosen.reverse_bits()));
        (0..1 << element_count).filter(hits_all).min_by_key(order).unwrap()
    }

    #[test]
    fn finds_the_lexicographically_first_minimum_hitting_set() {
        for round in 0..300 {
            let mut random = Rng::new(5, round);
            let element_count = 3 + random.below(8);
            let mut solver = HittingSetSolver::default();
            let mut sets = Vec::new();
            for _ in 0..random.below(14) {
                let set = 1 + random.below((1 << element_count) - 1) as ElementSet;
                let set = set & (random.below(1 << element_count) as ElementSet | set & set.wrapping_neg());
                sets.push(set);
                solver.add(set);
                let found = solver.lexicographically_first(&Interrupt::default()).unwrap();
                assert_eq!(found, brute_force(&sets, element_count as u32), "round {round}: {sets:?}");
            }
        }
    }

    #[test]
    fn finds_nothing_below_the_minimum_size() {
        let mut solver = HittingSetSolver::default();
        for set in [0b11, 0b1100, 0b11_0000] {
            solver.add(set);
        }
        assert_eq!(solver.smallest(2, &Interrupt::default()).unwrap(), None);
        assert_eq!(solver.lexicographically_first(&Interrupt::default()).unwrap(), 0b1_0101);
    }
}
