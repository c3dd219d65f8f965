//! Alternating inference chains and nice loops, plain or grouped: every pair of ends, by breadth-first search.
//!
//! ```text
//!   a = b - c = d      strong link (=): a or b is true;  weak link (-): b and c are not both true
//! ```
//!
//! So a or d is true, and a candidate that sees both is false. If a and d see each other as well, the chain is a continuous
//! loop: each of its weak links has exactly one true end, and every candidate that sees both ends of a weak link is
//! false. If d is a, it is true.
//!
//! A node is one candidate, or several of a digit: a group in the crossing of a box and a line, or the candidates of a
//! digit in an almost locked set, all pairs of whose digits are strong links. A node is true if one of its candidates is.
//! Every link is an implication between two nodes, so any walk is valid and breadth-first search finds the shortest chain
//! for each pair of ends. The eliminations depend on the ends only, apart from those of continuous loops, for which several
//! shortest chains are tried.
//!
//! Reference: `HoDoKu`, "Chains and Loops".

use std::collections::{HashMap, HashSet, VecDeque};

use qedoku_puzzle::{Candidate, ExactlyOne};

use super::als::{Als, collect_als};
use super::candidate_grid::{CandidateGrid, CellSet, MAX_SIDE, bits, count, digits, only};
use super::pattern::{PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::Technique;

/// Shortest chains tried for each continuous loop.
const MAX_LOOPS_PER_PAIR: usize = 24;
/// Strong links of a chain.
const MAX_STRONG_LINKS: usize = 12;
/// Marks a node that the search has not reached.
const UNREACHED: u8 = u8::MAX;

/// The nodes and links that a kind of chain uses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One digit, strong links in houses.
    SingleDigit,
    /// Strong links in bivalue cells.
    BivalueCells,
    /// Candidates, strong links in cells and houses.
    Plain,
    /// Groups of one digit.
    GroupedDigit,
    /// Groups and almost locked sets.
    Grouped,
}

/// Candidates of a digit, one of which may be true.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    digit: usize,
    cells: CellSet,
}

/// Why one of two nodes is true.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    Constraint(ExactlyOne),
    AlmostLockedSet(usize),
}

/// Chains of a technique.
pub(super) fn find_chains(grid: &CandidateGrid<'_>, technique: Technique, sink: &mut StepSink) {
    let kind = match technique {
        Technique::XChain => Kind::SingleDigit,
        Technique::XyChain => Kind::BivalueCells,
        Technique::Aic | Technique::ContinuousLoop | Technique::DiscontinuousLoop => Kind::Plain,
        Technique::GroupedXChain => Kind::GroupedDigit,
        _ => Kind::Grouped,
    };
    let graph = ChainGraph::new(grid, kind);
    let mut chains = graph.chains(technique, sink);
    chains.sort_by_key(|chain| chain.nodes.len());
    let mut seen = HashSet::new();
    for chain in chains {
        if seen.insert(chain.eliminations.clone()) {
            sink.push(technique, graph.pattern(&chain.nodes), chain.eliminations);
        }
    }
}

/// A chain: its nodes in order, and the candidates that it eliminates.
struct Chain {
    nodes: Vec<usize>,
    eliminations: Vec<Candidate>,
}

/// Nodes and links of a position.
struct ChainGraph<'a> {
    grid: &'a CandidateGrid<'a>,
    kind: Kind,
    nodes: Vec<Node>,
    index: HashMap<Node, usize>,
    /// For each node and digit, the cells whose candidate is false if the node is true.
    linked: Vec<[CellSet; MAX_SIDE]>,
    strong: Vec<Vec<(usize, Reason)>>,
    weak: Vec<Vec<usize>>,
    sets: Vec<Als>,
    /// The nodes at which chains may start and end: those without an almost locked set.
    ends: usize,
}

impl<'a> ChainGraph<'a> {
    fn new(grid: &'a CandidateGrid<'a>, kind: Kind) -> ChainGraph<'a> {
        let mut graph = ChainGraph {
            grid,
            kind,
            nodes: Vec::new(),
            index: HashMap::new(),
            linked: Vec::new(),
            strong: Vec::new(),
            weak: Vec::new(),
            sets: Vec::new(),
            ends: 0,
        };
        for cell in bits(grid.open) {
            digits(grid.masks[cell]).for_each(|digit| {
                graph.node(Node { digit, cells: only(cell) });
            });
        }
        if kind != Kind::SingleDigit && kind != Kind::GroupedDigit {
            graph.add_cell_links();
        }
        if kind != Kind::BivalueCells {
            graph.add_house_links();
        }
        graph.ends = graph.nodes.len();
        if kind == Kind::Grouped {
            graph.add_als_links();
        }
        graph.add_weak_links();
        graph
    }

    /// The index of a node, which is added if it is new.
    fn node(&mut self, node: Node) -> usize {
        if let Some(index) = self.index.get(&node) {
            return *index;
        }
        let mut linked = [0; MAX_SIDE];
        linked[node.digit] = self.grid.geometry.common_peers(node.cells) & self.grid.cells_with[node.digit];
        if count(node.cells) == 1 && self.kind != Kind::SingleDigit && self.kind != Kind::GroupedDigit {
            let cell = node.cells.trailing_zeros() as usize;
            digits(self.grid.masks[cell] & !(1 << node.digit)).for_each(|digit| linked[digit] = node.cells);
        }
        self.nodes.push(node);
        self.linked.push(linked);
        self.strong.push(Vec::new());
        self.index.insert(node, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn add_strong_link(&mut self, one: Node, other: Node, reason: Reason) {
        let (one, other) = (self.node(one), self.node(other));
        if !self.strong[one].iter().any(|(to, _)| *to == other) {
            self.strong[one].push((other, reason));
            self.strong[other].push((one, reason));
        }
    }

    /// Bivalue cells.
    fn add_cell_links(&mut self) {
        for cell in bits(self.grid.bivalue_cells()) {
            let mut pair = digits(self.grid.masks[cell]).map(|digit| Node { digit, cells: only(cell) });
            if let (Some(one), Some(other)) = (pair.next(), pair.next()) {
                self.add_strong_link(one, other, Reason::Constraint(self.grid.geometry.cell_constraint(cell)));
            }
        }
    }

    /// Houses in which the places of a digit are two nodes.
    fn add_house_links(&mut self) {
        let geometry = self.grid.geometry;
        for house in 0..geometry.houses.len() {
            for digit in 0..geometry.side {
                let places = self.grid.places(house, digit);
                let reason = Reason::Constraint(geometry.house_digit(house, digit));
                for (one, other) in self.splits(house, places) {
                    self.add_strong_link(Node { digit, cells: one }, Node { digit, cells: other }, reason);
                }
            }
        }
    }

    /// The ways to split places into two nodes: two candidates, or groups in the crossing with another house.
    fn splits(&self, house: usize, places: CellSet) -> Vec<(CellSet, CellSet)> {
        let geometry = self.grid.geometry;
        if count(places) < 2 {
            return Vec::new();
        }
        if count(places) == 2 {
            let first = places & places.wrapping_neg();
            return vec![(first, places & !first)];
        }
        if self.kind != Kind::Grouped && self.kind != Kind::GroupedDigit {
            return Vec::new();
        }
        let is_box = house >= 2 * geometry.side;
        let crosses = |other: &usize| (*other >= 2 * geometry.side) != is_box;
        let is_node = |cells: CellSet| {
            count(cells) == 1 || geometry.common_houses(cells).any(|other| other != house && crosses(&other))
        };
        let mut splits = Vec::new();
        let mut add = |part: CellSet| {
            let rest = places & !part;
            let split = (part.min(rest), part.max(rest));
            if part != 0 && rest != 0 && is_node(part) && is_node(rest) && !splits.contains(&split) {
                splits.push(split);
            }
        };
        (0..geometry.houses.len()).filter(crosses).for_each(|other| add(places & geometry.houses[other]));
        bits(places).for_each(|cell| add(only(cell)));
        splits
    }

    /// Almost locked sets: of any two digits, one is in the set.
    fn add_als_links(&mut self) {
        self.sets = collect_als(self.grid).into_iter().filter(|set| count(set.cells) > 1).collect();
        for set in 0..self.sets.len() {
            let (cells, mask) = (self.sets[set].cells, self.sets[set].mask);
            for one in digits(mask) {
                for other in digits(mask).filter(|other| *other > one) {
                    let node = |digit| Node { digit, cells: cells & self.grid.cells_with[digit] };
                    self.add_strong_link(node(one), node(other), Reason::AlmostLockedSet(set));
                }
            }
        }
    }

    fn add_weak_links(&mut self) {
        let mut by_digit: Vec<Vec<usize>> = vec![Vec::new(); MAX_SIDE];
        for (index, node) in self.nodes.iter().enumerate() {
            by_digit[node.digit].push(index);
        }
        let nodes = &self.nodes;
        let links = |index: usize| {
            let linked = &self.linked[index];
            let of_digit = |digit: usize| {
                by_digit[digit].iter().copied().filter(move |other| nodes[*other].cells & !linked[digit] == 0)
            };
            (0..MAX_SIDE).filter(|digit| linked[*digit] != 0).flat_map(of_digit).collect()
        };
        let weak = (0..nodes.len()).map(links).collect();
        self.weak = weak;
    }

    /// All chains of a technique.
    fn chains(&self, technique: Technique, sink: &StepSink) -> Vec<Chain> {
        let mut chains = Vec::new();
        for start in 0..self.ends {
            match technique {
                Technique::ContinuousLoop | Technique::GroupedContinuousLoop => {
                    Search::new(self, &[start]).loops(start, sink, &mut chains);
                }
                Technique::DiscontinuousLoop | Technique::GroupedDiscontinuousLoop => {
                    self.discontinuous_loops(start, sink, &mut chains);
                }
                _ => Search::new(self, &[start]).open_chains(start, sink, &mut chains),
            }
        }
        chains
    }

    /// Discontinuous loops at a candidate: if it is true, the nodes that see it are false, and a chain from one of them to
    /// another refutes it; if it is false, a chain back to itself proves it.
    fn discontinuous_loops(&self, start: usize, sink: &StepSink, chains: &mut Vec<Chain>) {
        let Node { digit, cells } = self.nodes[start];
        if count(cells) > 1 {
            return;
        }
        let candidate = self.grid.candidates(cells, digit);
        if candidate.iter().any(|candidate| sink.wants_elimination(*candidate)) {
            let search = Search::new(self, &self.weak[start]);
            let mut ends = search.reached.iter().filter(|end| self.weak[**end].contains(&start));
            let nodes = ends.find_map(|end| search.shortest_of_kind(*end));
            chains.extend(nodes.map(|nodes| Chain { nodes, eliminations: candidate }));
        }
        let others = self.grid.candidates_among(cells, !(1 << digit));
        if others.iter().any(|candidate| sink.wants_elimination(*candidate)) {
            let search = Search::new(self, &[start]);
            let nodes = (search.depth_true[start] != UNREACHED).then(|| search.shortest_of_kind(start)).flatten();
            chains.extend(nodes.map(|nodes| Chain { nodes, eliminations: others }));
        }
    }

    /// Candidates that see every candidate of both nodes.
    fn seen_by_both(&self, one: usize, other: usize) -> Vec<Candidate> {
        let of_digit = |digit: usize| self.grid.candidates(self.linked[one][digit] & self.linked[other][digit], digit);
        (0..self.grid.geometry.side).flat_map(of_digit).collect()
    }

    /// The link between two consecutive nodes of a chain.
    fn reason(&self, one: usize, other: usize) -> Reason {
        self.strong[one].iter().find(|(to, _)| *to == other).expect("consecutive nodes have a strong link").1
    }

    fn pattern(&self, nodes: &[usize]) -> Pattern {
        let mut constraints = Vec::new();
        for pair in nodes.chunks_exact(2) {
            match self.reason(pair[0], pair[1]) {
                Reason::Constraint(constraint) => constraints.push(constraint),
                Reason::AlmostLockedSet(set) => {
                    constraints.extend(self.grid.geometry.cell_constraints(self.sets[set].cells));
                }
            }
        }
        let part = |node: &usize| {
            let Node { digit, cells } = self.nodes[*node];
            PatternPart { role: PartRole::Node, candidates: self.grid.candidates(cells, digit) }
        };
        Pattern { constraints, parts: nodes.iter().map(part).collect(), ..Pattern::default() }
    }

    /// Whether a chain has a node of several candidates or an almost locked set.
    fn is_grouped(&self, nodes: &[usize]) -> bool {
        let is_als = |pair: &[usize]| matches!(self.reason(pair[0], pair[1]), Reason::AlmostLockedSet(_));
        nodes.iter().any(|node| count(self.nodes[*node].cells) > 1) || nodes.chunks_exact(2).any(is_als)
    }

    /// Whether the nodes suit the kind: grouped chains have a group.
    fn is_of_kind(&self, nodes: &[usize]) -> bool {
        let is_grouped_kind = self.kind == Kind::Grouped || self.kind == Kind::GroupedDigit;
        !is_grouped_kind || self.is_grouped(nodes)
    }
}

/// Breadth-first search from nodes that are false by assumption.
struct Search<'a> {
    graph: &'a ChainGraph<'a>,
    /// Strong links on the way to a true node, weak links on the way to a false one.
    depth_true: Vec<u8>,
    depth_false: Vec<u8>,
    /// True nodes in the order of their depth.
    reached: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a ChainGraph<'a>, starts: &[usize]) -> Search<'a> {
        let count = graph.nodes.len();
        let mut search = Search {
            graph,
            depth_true: vec![UNREACHED; count],
            depth_false: vec![UNREACHED; count],
            reached: Vec::new(),
        };
        for start in starts {
            search.depth_false[*start] = 0;
        }
        let mut queue: VecDeque<usize> = starts.iter().copied().collect();
        while let Some(node) = queue.pop_front() {
            let depth = search.depth_false[node];
            if usize::from(depth) >= MAX_STRONG_LINKS {
                break;
            }
            for (other, _) in &graph.strong[node] {
                if search.depth_true[*other] != UNREACHED {
                    continue;
                }
                search.depth_true[*other] = depth + 1;
                search.reached.push(*other);
                for next in &graph.weak[*other] {
                    if search.depth_false[*next] == UNREACHED {
                        search.depth_false[*next] = depth + 1;
                        queue.push_back(*next);
                    }
                }
            }
        }
        search
    }

    /// A shortest chain from a start to a true node.
    fn shortest(&self, end: usize) -> Vec<usize> {
        let mut found = Vec::new();
        self.collect_paths(end, &mut Vec::new(), 1, &mut found);
        found.pop().expect("a reached node has a chain")
    }

    /// A shortest chain from a start to a true node that suits the kind, if one of a few does.
    fn shortest_of_kind(&self, end: usize) -> Option<Vec<usize>> {
        let mut found = Vec::new();
        self.collect_paths(end, &mut Vec::new(), MAX_LOOPS_PER_PAIR, &mut found);
        found.into_iter().find(|nodes| self.graph.is_of_kind(nodes))
    }

    /// Collects shortest chains to a true node, from the end back to the start.
    fn collect_paths(&self, node: usize, path: &mut Vec<usize>, limit: usize, found: &mut Vec<Vec<usize>>) {
        let depth = self.depth_true[node];
        path.push(node);
        for (before, _) in &self.graph.strong[node] {
            if found.len() >= limit {
                break;
            }
            if self.depth_false[*before] != depth - 1 {
                continue;
            }
            path.push(*before);
            if depth == 1 {
                found.push(path.iter().rev().copied().collect());
            } else {
                for link in &self.graph.weak[*before] {
                    if self.depth_true[*link] == depth - 1 && found.len() < limit {
                        self.collect_paths(*link, path, limit, found);
                    }
                }
            }
            path.pop();
        }
        path.pop();
    }

    /// Chains from the start to another end.
    fn open_chains(&self, start: usize, sink: &StepSink, chains: &mut Vec<Chain>) {
        let graph = self.graph;
        // Two strong links on one digit are a turbot fish, two bivalue cells a naked pair.
        let min_depth = if matches!(graph.kind, Kind::SingleDigit | Kind::BivalueCells) { 3 } else { 2 };
        for end in self.reached.iter().filter(|end| **end > start && **end < graph.ends) {
            if self.depth_true[*end] < min_depth {
                continue;
            }
            let eliminations = graph.seen_by_both(start, *end);
            if eliminations.iter().any(|candidate| sink.wants_elimination(*candidate)) {
                let nodes = self.shortest(*end);
                if graph.is_of_kind(&nodes) {
                    chains.push(Chain { nodes, eliminations });
                }
            }
        }
    }

    /// Continuous loops: the end sees the start.
    fn loops(&self, start: usize, sink: &StepSink, chains: &mut Vec<Chain>) {
        let graph = self.graph;
        let ends = self.reached.iter().filter(|end| self.depth_true[**end] >= 2);
        for end in ends.filter(|end| graph.weak[**end].contains(&start)) {
            let mut found = Vec::new();
            self.collect_paths(*end, &mut Vec::new(), MAX_LOOPS_PER_PAIR, &mut found);
            for nodes in found.into_iter().filter(|nodes| graph.is_of_kind(nodes)) {
                let eliminations = self.loop_eliminations(&nodes);
                if eliminations.iter().any(|candidate| sink.wants_elimination(*candidate)) {
                    chains.push(Chain { nodes, eliminations });
                }
            }
        }
    }

    /// Candidates that see both ends of a weak link, and those that see all candidates of a further digit of an almost
    /// locked set, which the loop locks.
    fn loop_eliminations(&self, nodes: &[usize]) -> Vec<Candidate> {
        let (graph, last) = (self.graph, nodes.len() - 1);
        let mut eliminations: Vec<Candidate> = Vec::new();
        for index in (1..=last).step_by(2) {
            eliminations.extend(graph.seen_by_both(nodes[index], nodes[(index + 1) % nodes.len()]));
            let (one, other) = (nodes[index - 1], nodes[index]);
            if let Reason::AlmostLockedSet(set) = graph.reason(one, other) {
                let set = &graph.sets[set];
                let used = 1u16 << graph.nodes[one].digit | 1 << graph.nodes[other].digit;
                for digit in digits(set.mask & !used) {
                    eliminations.extend(graph.grid.candidates(set.seen[digit], digit));
                }
            }
        }
        eliminations.sort_unstable();
        eliminations.dedup();
        eliminations
    }
}
