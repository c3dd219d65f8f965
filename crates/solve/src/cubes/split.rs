//! The split: a tree that is larger than needed, cut where its parts have equal work.
//!
//! The measure of a cube is the number of open candidates after full preprocessing of its sub-puzzle. Its work is estimated as
//! e^(β·measure), which is rough: searches with the same measure differ by a factor of ten. Therefore the tree is refined further than the
//! cubes need, largest measure first, and the work of a node is the sum over the leaves below it. Then the node with the
//! most work is replaced by its children, from the root on, until there are enough cubes.
//!
//! docs/decisions/0076-cubes.md has measurements, and what estimates from the reductions of the decisions alone were worth.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use qedoku_puzzle::{Candidate, Puzzle};

use super::branching::{LOG_WORK_PER_CANDIDATE, best_branching};
use super::{Cube, decide_all};
use crate::preprocess::preprocess;
use crate::propagation::Trail;
use crate::{Interrupt, SolveError};

/// Leaves of the tree for each cube.
const LEAVES_PER_CUBE: usize = 8;

/// Above this number of open candidates, preprocessing of a leaf takes a good part of a second, and the leaves are the cubes.
const MAX_REFINED_CANDIDATES: usize = 10_000;

/// Splits a puzzle into about this many cubes. There are more if the last branching has more than two children, and fewer if
/// propagation solves the cubes before; at least one. The cubes depend on the puzzle and the number only.
pub fn split(puzzle: &Puzzle, count: usize, interrupt: &Interrupt) -> Result<Vec<Cube>, SolveError> {
    let tree = WorkTree::grow(puzzle, count, interrupt);
    if interrupt.is_set() {
        return Err(SolveError::Interrupted);
    }
    Ok(tree.cut(count))
}

/// A search tree with an estimate of the work in each node.
struct WorkTree {
    /// Parents come before their children.
    nodes: Vec<WorkNode>,
}

struct WorkNode {
    decisions: Vec<Candidate>,
    /// The number of each decision among those of its branching: the place of the node in the tree.
    path: Vec<usize>,
    /// The sub-puzzle of a leaf after preprocessing; `None` if that refutes it, and in inner nodes.
    preprocessed: Option<Puzzle>,
    /// The number of candidates in the open cells.
    open_candidates: usize,
    children: Vec<usize>,
}

impl WorkTree {
    /// Splits the leaf with the most open candidates until there are enough leaves. Stops early if interrupted.
    fn grow(puzzle: &Puzzle, count: usize, interrupt: &Interrupt) -> WorkTree {
        let root = WorkNode::new(puzzle, Vec::new(), Vec::new(), interrupt);
        let per_cube = if root.open_candidates > MAX_REFINED_CANDIDATES { 1 } else { LEAVES_PER_CUBE };
        // One cube needs no estimate.
        let wanted = if count > 1 { count.saturating_mul(per_cube) } else { 1 };
        let (trail, propagated) = Trail::of_puzzle(puzzle);
        let mut leaves = BinaryHeap::from([(root.open_candidates, Reverse(0))]);
        let mut tree = WorkTree { nodes: vec![root] };
        let mut finished = 0;
        while propagated.is_ok() && leaves.len() + finished < wanted && !interrupt.is_set() {
            let Some((_, Reverse(leaf))) = leaves.pop() else { break };
            let children = tree.nodes[leaf].split(puzzle, &trail, interrupt);
            if children.is_empty() {
                finished += 1;
                continue;
            }
            tree.nodes[leaf].preprocessed = None;
            for child in children {
                let index = tree.nodes.len();
                leaves.push((child.open_candidates, Reverse(index)));
                tree.nodes[leaf].children.push(index);
                tree.nodes.push(child);
            }
        }
        tree
    }

    /// The cubes: the node with the most work is replaced by its children until there are enough.
    fn cut(&self, count: usize) -> Vec<Cube> {
        let work = self.work();
        // Work is positive, and positive numbers are ordered as their bits are.
        let entry = |node: usize| (work[node].to_bits(), Reverse(node));
        let mut open = BinaryHeap::from([entry(0)]);
        let mut cut = Vec::new();
        while open.len() + cut.len() < count {
            let Some((_, Reverse(node))) = open.pop() else { break };
            match &self.nodes[node].children[..] {
                [] => cut.push(node),
                children => open.extend(children.iter().map(|child| entry(*child))),
            }
        }
        cut.extend(open.into_iter().map(|(_, Reverse(node))| node));
        cut.sort_by(|a, b| self.nodes[*a].path.cmp(&self.nodes[*b].path));
        cut.into_iter().map(|node| Cube::new(self.nodes[node].decisions.clone())).collect()
    }

    /// The estimated work of each node, in units of that of the root in one piece.
    fn work(&self) -> Vec<f64> {
        let root = self.nodes[0].open_candidates as f64;
        let mut work = vec![0.0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            work[index] = if node.children.is_empty() {
                (LOG_WORK_PER_CANDIDATE * (node.open_candidates as f64 - root)).exp()
            } else {
                node.children.iter().map(|child| work[*child]).sum()
            };
        }
        work
    }
}

impl WorkNode {
    fn new(puzzle: &Puzzle, decisions: Vec<Candidate>, path: Vec<usize>, interrupt: &Interrupt) -> WorkNode {
        let cube = Cube::new(decisions);
        let preprocessed = preprocess(&cube.sub_puzzle(puzzle), interrupt);
        let open_candidates = preprocessed.as_ref().map_or(0, count_open);
        WorkNode { decisions: cube.decisions, path, preprocessed, open_candidates, children: Vec::new() }
    }

    /// The children of the best branching, those refuted by unit propagation left out; none if the node is solved or refuted.
    fn split(&self, puzzle: &Puzzle, root: &Trail, interrupt: &Interrupt) -> Vec<WorkNode> {
        let (board, mut trail) = (puzzle.board(), root.clone());
        let Some(preprocessed) = &self.preprocessed else { return Vec::new() };
        let (mut look_ahead, propagated) = Trail::of_puzzle(preprocessed);
        if propagated.is_err() || decide_all(&mut trail, board, &self.decisions).is_err() {
            return Vec::new();
        }
        let level = trail.level();
        let branching = best_branching(&trail, &mut look_ahead, interrupt).unwrap_or_default();
        let mut children = Vec::with_capacity(branching.len());
        for (number, candidate) in branching.into_iter().enumerate() {
            let is_refuted = trail.decide(candidate).is_err();
            trail.backtrack(level);
            if !is_refuted {
                let (mut decisions, mut path) = (self.decisions.clone(), self.path.clone());
                decisions.push(Candidate::from_index(board, candidate.index()));
                path.push(number);
                children.push(WorkNode::new(puzzle, decisions, path, interrupt));
            }
        }
        children
    }
}

fn count_open(puzzle: &Puzzle) -> usize {
    puzzle.board().cells().map(|cell| puzzle.allowed(cell).len()).filter(|candidates| *candidates > 1).sum()
}
