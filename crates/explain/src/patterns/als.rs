//! Almost locked sets: ALS-XZ, ALS-XY-wing, ALS chain and death blossom.
//!
//! An almost locked set (ALS) is n cells of a house with n + 1 digits: without one of its digits it holds all the others.
//! A restricted common of two sets is a digit whose candidates in one set all see those in the other, so that only one of
//! the sets can hold it.
//!
//! ```text
//!   XZ         A -x- B               A or B loses x, so it holds z: a cell that sees every z of both is not z
//!   XY-wing    A -x- C -y- B         the same with a set C between them
//!   chain      A -x- C -y- D ... B   any number of sets; consecutive restricted commons differ
//!   blossom    a stem cell; each of its digits is a restricted common with a petal set, and all petals have z
//! ```
//!
//! With two restricted commons (doubly linked XZ) each set loses exactly one of them, so all its other digits are locked.
//!
//! References: `HoDoKu`, "Almost Locked Sets"; the implications hold for overlapping sets too, as long as no cell of the
//! overlap holds a restricted common.

use std::collections::VecDeque;

use qedoku_puzzle::Candidate;

use super::basic::for_each_subset;
use super::candidate_grid::{CandidateGrid, CellSet, MAX_SIDE, bits, count, digits, only};
use super::pattern::{PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::Technique;

/// Sets of a chain. `HoDoKu` has the same limit.
const MAX_CHAIN: usize = 6;

/// An almost locked set.
#[derive(Clone, Debug)]
pub(super) struct Als {
    pub(super) cells: CellSet,
    pub(super) mask: u16,
    /// For each digit of the set, the cells that see all of its candidates in the set.
    pub(super) seen: [CellSet; MAX_SIDE],
}

impl Als {
    /// Cells of the set that may hold a digit.
    #[inline]
    pub(super) fn cells_with(&self, grid: &CandidateGrid<'_>, digit: usize) -> CellSet {
        self.cells & grid.cells_with[digit]
    }
}

/// All almost locked sets, small ones first.
pub(super) fn collect_als(grid: &CandidateGrid<'_>) -> Vec<Als> {
    let mut sets: Vec<(CellSet, u16)> = Vec::new();
    for house in 0..grid.geometry.houses.len() {
        let cells = grid.geometry.houses[house] & grid.open;
        for size in 1..count(cells) {
            for_each_subset(cells, size, &mut |subset| {
                let mask = grid.digits_of(subset);
                if mask.count_ones() as usize == size + 1 {
                    sets.push((subset, mask));
                }
            });
        }
    }
    sets.sort_unstable_by_key(|(cells, _)| (count(*cells), *cells));
    sets.dedup();
    sets.into_iter()
        .map(|(cells, mask)| {
            let mut seen = [0; MAX_SIDE];
            for digit in digits(mask) {
                seen[digit] = grid.geometry.common_peers(cells & grid.cells_with[digit]);
            }
            Als { cells, mask, seen }
        })
        .collect()
}

/// A set that can be reached from another one, and the restricted common between them.
#[derive(Clone, Copy)]
struct Link {
    to: usize,
    digit: usize,
}

/// All sets and their restricted commons.
struct AlsGraph<'a> {
    grid: &'a CandidateGrid<'a>,
    sets: Vec<Als>,
    links: Vec<Vec<Link>>,
}

impl<'a> AlsGraph<'a> {
    fn new(grid: &'a CandidateGrid<'a>) -> AlsGraph<'a> {
        let sets = collect_als(grid);
        let mut links = vec![Vec::new(); sets.len()];
        for one in 0..sets.len() {
            for other in (0..sets.len()).filter(|other| *other != one) {
                for digit in digits(sets[one].mask & sets[other].mask) {
                    if is_restricted_common(grid, &sets[one], &sets[other], digit) {
                        links[one].push(Link { to: other, digit });
                    }
                }
            }
        }
        AlsGraph { grid, sets, links }
    }

    /// Candidates of a digit that see all of its candidates in both sets.
    fn seen_by_both(&self, one: usize, other: usize, digit: usize) -> Vec<Candidate> {
        let cells = self.sets[one].seen[digit] & self.sets[other].seen[digit];
        self.grid.candidates(cells, digit)
    }

    /// The pattern of a chain of sets with the digits between them.
    fn pattern(&self, sets: &[usize], commons: &[usize]) -> Pattern {
        let cells = sets.iter().fold(0, |cells, set| cells | self.sets[*set].cells);
        let als = |set: &usize| PatternPart {
            role: PartRole::AlmostLockedSet,
            candidates: self.grid.candidates_among(self.sets[*set].cells, u16::MAX),
        };
        let common = |(pair, digit): (&[usize], &usize)| PatternPart {
            role: PartRole::RestrictedCommon,
            candidates: self.grid.candidates(self.sets[pair[0]].cells | self.sets[pair[1]].cells, *digit),
        };
        let mut parts: Vec<PatternPart> = sets.iter().map(als).collect();
        parts.extend(sets.windows(2).zip(commons).map(common));
        Pattern { constraints: self.grid.geometry.cell_constraints(cells), parts, ..Pattern::default() }
    }
}

/// Whether every candidate of a digit in one set sees every one in the other.
fn is_restricted_common(grid: &CandidateGrid<'_>, one: &Als, other: &Als, digit: usize) -> bool {
    other.cells_with(grid, digit) & !one.seen[digit] == 0
}

/// ALS-XZ, with one or two restricted commons.
pub(super) fn find_als_xz(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    let graph = AlsGraph::new(grid);
    for one in 0..graph.sets.len() {
        for (index, link) in graph.links[one].iter().enumerate().filter(|(_, link)| link.to > one) {
            let common = graph.sets[one].mask & graph.sets[link.to].mask & !(1 << link.digit);
            let eliminations = digits(common).flat_map(|digit| graph.seen_by_both(one, link.to, digit)).collect();
            sink.push(Technique::AlsXz, graph.pattern(&[one, link.to], &[link.digit]), eliminations);
            let second = graph.links[one][index + 1..].iter().find(|second| second.to == link.to);
            if let Some(second) = second
                && graph.sets[one].cells & graph.sets[link.to].cells == 0
            {
                push_doubly_linked(&graph, one, link.to, [link.digit, second.digit], sink);
            }
            if sink.is_full() {
                return;
            }
        }
    }
}

/// Two restricted commons: each set loses one of them, so the digits of both sets are locked.
fn push_doubly_linked(graph: &AlsGraph<'_>, one: usize, other: usize, commons: [usize; 2], sink: &mut StepSink) {
    let (grid, both) = (graph.grid, graph.sets[one].cells | graph.sets[other].cells);
    let restricted = 1u16 << commons[0] | 1 << commons[1];
    let locked = [one, other].into_iter().flat_map(|set| {
        let set = &graph.sets[set];
        digits(set.mask & !restricted).flat_map(move |digit| grid.candidates(set.seen[digit] & !both, digit))
    });
    let shared = commons.into_iter().flat_map(|digit| graph.seen_by_both(one, other, digit));
    let eliminations: Vec<Candidate> = locked.chain(shared).collect();
    let mut pattern = graph.pattern(&[one, other], &commons[..1]);
    pattern.parts.extend(graph.pattern(&[one, other], &commons[1..]).parts.pop());
    sink.push(Technique::AlsXz, pattern, eliminations);
}

/// ALS-XY-wings and ALS chains.
pub(super) fn find_als_chains(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    let graph = AlsGraph::new(grid);
    for start in 0..graph.sets.len() {
        for exit in digits(graph.sets[start].mask) {
            if !sink.is_full() {
                search_chains(&graph, start, exit, sink);
            }
        }
    }
}

/// Breadth-first search from a set that loses its digit `exit` to its neighbour: shortest chains to every set, by the
/// digit on which it is entered.
fn search_chains(graph: &AlsGraph<'_>, start: usize, exit: usize, sink: &mut StepSink) {
    let mut reached: Vec<u16> = vec![0; graph.sets.len()];
    // Set, digit on which it was entered, index of the entry before it.
    let mut entries: Vec<(usize, usize, Option<usize>)> = Vec::new();
    let mut queue = VecDeque::new();
    let mut visit =
        |link: &Link, before: Option<usize>, depth: usize, entries: &mut Vec<_>, queue: &mut VecDeque<_>| {
            if reached[link.to] >> link.digit & 1 == 0 && link.to != start {
                reached[link.to] |= 1 << link.digit;
                entries.push((link.to, link.digit, before));
                queue.push_back((entries.len() - 1, depth));
            }
        };
    for link in graph.links[start].iter().filter(|link| link.digit == exit) {
        visit(link, None, 2, &mut entries, &mut queue);
    }
    while let Some((entry, depth)) = queue.pop_front() {
        let (set, entered, _) = entries[entry];
        if depth > 2 && set > start {
            push_chain(graph, start, exit, &entries, entry, sink);
        }
        if depth < MAX_CHAIN {
            for link in graph.links[set].iter().filter(|link| link.digit != entered) {
                visit(link, Some(entry), depth + 1, &mut entries, &mut queue);
            }
        }
    }
}

fn push_chain(
    graph: &AlsGraph<'_>,
    start: usize,
    exit: usize,
    entries: &[(usize, usize, Option<usize>)],
    end: usize,
    sink: &mut StepSink,
) {
    let (last, entered, _) = entries[end];
    let common = graph.sets[start].mask & graph.sets[last].mask & !(1 << exit) & !(1 << entered);
    let eliminations: Vec<Candidate> =
        digits(common).flat_map(|digit| graph.seen_by_both(start, last, digit)).collect();
    if eliminations.is_empty() {
        return;
    }
    let (mut sets, mut commons, mut at) = (Vec::new(), Vec::new(), Some(end));
    while let Some(entry) = at {
        let (set, digit, before) = entries[entry];
        sets.push(set);
        commons.push(digit);
        at = before;
    }
    sets.push(start);
    sets.reverse();
    commons.reverse();
    let technique = if sets.len() == 3 { Technique::AlsXyWing } else { Technique::AlsChain };
    if sink.wants(technique) {
        sink.push(technique, graph.pattern(&sets, &commons), eliminations);
    }
}

/// Death blossoms.
pub(super) fn find_death_blossoms(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    let sets = collect_als(grid);
    for stem in bits(grid.open) {
        // The sets that lose a digit if the stem holds it.
        let petals = |digit: usize| {
            let loses = |set: &usize| sets[*set].mask >> digit & 1 != 0 && sets[*set].seen[digit] >> stem & 1 != 0;
            (0..sets.len()).filter(loses).collect()
        };
        let petals: Vec<Vec<usize>> = digits(grid.masks[stem]).map(petals).collect();
        if petals.len() >= 2 && petals.iter().all(|sets| !sets.is_empty()) && !sink.is_full() {
            let mut blossom = Blossom { grid, sets: &sets, stem, petals: &petals, chosen: Vec::new() };
            blossom.choose(&[CellSet::MAX; MAX_SIDE], sink);
        }
    }
}

/// A death blossom under construction: one petal for each digit of the stem.
struct Blossom<'a> {
    grid: &'a CandidateGrid<'a>,
    sets: &'a [Als],
    stem: usize,
    petals: &'a [Vec<usize>],
    chosen: Vec<usize>,
}

impl Blossom<'_> {
    /// Chooses the next petal. `seen` are the cells that see every candidate of a digit in all chosen petals.
    fn choose(&mut self, seen: &[CellSet; MAX_SIDE], sink: &mut StepSink) {
        let grid = self.grid;
        if self.chosen.len() == self.petals.len() {
            let cells = |digit: usize| seen[digit] & !only(self.stem);
            let eliminations = (0..grid.geometry.side).flat_map(|digit| grid.candidates(cells(digit), digit)).collect();
            return sink.push(Technique::DeathBlossom, self.pattern(), eliminations);
        }
        let petals: &[usize] = &self.petals[self.chosen.len()];
        let lost = digits(grid.masks[self.stem]).nth(self.chosen.len()).expect("a digit for each petal");
        for petal in petals {
            let set = &self.sets[*petal];
            let mut rest = [0; MAX_SIDE];
            for digit in digits(set.mask & !(1 << lost)) {
                rest[digit] = seen[digit] & set.seen[digit];
            }
            let has_elimination =
                (0..grid.geometry.side).any(|digit| rest[digit] & grid.cells_with[digit] & !only(self.stem) != 0);
            if has_elimination && !self.chosen.contains(petal) && !sink.is_full() {
                self.chosen.push(*petal);
                self.choose(&rest, sink);
                self.chosen.pop();
            }
        }
    }

    fn pattern(&self) -> Pattern {
        let grid = self.grid;
        let cells = self.chosen.iter().fold(only(self.stem), |cells, set| cells | self.sets[*set].cells);
        let part = |role, cells| PatternPart { role, candidates: grid.candidates_among(cells, u16::MAX) };
        let mut parts = vec![part(PartRole::Pivot, only(self.stem))];
        parts.extend(self.chosen.iter().map(|set| part(PartRole::AlmostLockedSet, self.sets[*set].cells)));
        Pattern { constraints: grid.geometry.cell_constraints(cells), parts, ..Pattern::default() }
    }
}
