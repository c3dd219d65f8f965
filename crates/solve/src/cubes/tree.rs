//! [`CubeTree`]: the tree of a set of cubes, checked to be disjoint and complete.
//!
//! The tree is rebuilt from the decisions: cubes with the same first decisions share the nodes of these decisions. A node is
//! *complete* if its children are candidates of one exactly-one constraint and unit propagation refutes all other candidates of
//! the constraint. Nothing is trusted: it does not matter who made the cubes.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;

use qedoku_proof::CandidateLit;
use qedoku_puzzle::{Candidate, ExactlyOne, Puzzle};

use super::{Cube, decide_all, literal};
use crate::propagation::{Conflict, Trail};

/// The tree of cubes that cover a puzzle: every solution is in exactly one of them.
#[derive(Clone, Debug)]
pub struct CubeTree {
    /// Parents come before their children.
    nodes: Vec<CubeNode>,
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub(crate) struct CubeNode {
    /// The decisions from the root to this node.
    pub(crate) decisions: Vec<Candidate>,
    /// The other candidates of its constraint: they are false, or propagation refutes them.
    pub(crate) refuted: Vec<Candidate>,
    /// The children; empty for a leaf.
    pub(crate) children: Vec<usize>,
}

/// The reason why cubes are no split of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CoverError {
    /// There are no cubes.
    Empty,
    /// The puzzle does not allow a decision, or the cell has a decision already.
    InvalidDecision(Cube, Candidate),
    /// A solution may be in both cubes.
    Overlap(Cube, Cube),
    /// The puzzle may have solutions that begin with these decisions and are in no cube.
    Gap(Cube),
}

impl CubeTree {
    /// Builds the tree of these cubes, in any order, and checks that they cover the puzzle and are disjoint.
    pub fn of_cubes(puzzle: &Puzzle, cubes: &[Cube]) -> Result<CubeTree, CoverError> {
        if cubes.is_empty() {
            return Err(CoverError::Empty);
        }
        cubes.iter().try_for_each(|cube| check_decisions(puzzle, cube))?;
        let mut sorted: Vec<&Cube> = cubes.iter().collect();
        sorted.sort_unstable();
        let root = Trail::of_puzzle(puzzle);
        let mut tree = CubeTree { nodes: vec![CubeNode::new(Vec::new())] };
        // Each open node with its cubes, a range of the sorted ones.
        let mut open = vec![(0, &sorted[..])];
        while let Some((node, cubes)) = open.pop() {
            let groups = groups_below(cubes, tree.nodes[node].decisions.len())?;
            if groups.is_empty() {
                continue;
            }
            let candidates: Vec<Candidate> = groups.iter().map(|(candidate, _)| *candidate).collect();
            tree.nodes[node].refuted = refuted_candidates(puzzle, &root, &tree.nodes[node], &candidates, cubes)?;
            for (candidate, cubes) in groups {
                let mut decisions = tree.nodes[node].decisions.clone();
                decisions.push(candidate);
                let child = tree.nodes.len();
                tree.nodes.push(CubeNode::new(decisions));
                tree.nodes[node].children.push(child);
                open.push((child, cubes));
            }
        }
        Ok(tree)
    }

    /// The nodes; parents come before their children.
    pub(crate) fn nodes(&self) -> &[CubeNode] {
        &self.nodes
    }
}

impl CubeNode {
    fn new(decisions: Vec<Candidate>) -> CubeNode {
        CubeNode { decisions, refuted: Vec::new(), children: Vec::new() }
    }
}

/// A decision that the puzzle does not allow would replace a given, and the sub-puzzle would be no part of the puzzle.
fn check_decisions(puzzle: &Puzzle, cube: &Cube) -> Result<(), CoverError> {
    let mut cells = HashSet::new();
    let mut is_valid = |Candidate { cell, digit }: Candidate| {
        Candidate { cell, digit }.is_on(puzzle.board()) && puzzle.allowed(cell).contains(digit) && cells.insert(cell)
    };
    match cube.decisions().iter().find(|decision| !is_valid(**decision)) {
        Some(decision) => Err(CoverError::InvalidDecision(cube.clone(), *decision)),
        None => Ok(()),
    }
}

/// The next decision of each cube, and the cubes that have it; none if the only cube ends at this depth.
fn groups_below<'c, 'r>(cubes: &'r [&'c Cube], depth: usize) -> Result<Vec<(Candidate, &'r [&'c Cube])>, CoverError> {
    // The cubes are sorted, so one that ends here is the first.
    match cubes {
        [only] if only.decisions.len() == depth => return Ok(Vec::new()),
        [first, second, ..] if first.decisions.len() == depth => {
            return Err(CoverError::Overlap((*first).clone(), (*second).clone()));
        }
        _ => {}
    }
    let groups = cubes.chunk_by(|a, b| a.decisions[depth] == b.decisions[depth]);
    Ok(groups.map(|group| (group[0].decisions[depth], group)).collect())
}

/// Finds the constraint that a node branches over. Returns its candidates that are not children; propagation refutes them.
fn refuted_candidates(
    puzzle: &Puzzle,
    (root, propagated): &(Trail, Result<(), Conflict>),
    node: &CubeNode,
    children: &[Candidate],
    cubes: &[&Cube],
) -> Result<Vec<Candidate>, CoverError> {
    let board = puzzle.board();
    let contains_all = |constraint: &ExactlyOne| {
        children.iter().all(|child| constraint.candidates(board).any(|candidate| candidate == *child))
    };
    let mut shared = ExactlyOne::containing(board, children[0]).into_iter().filter(contains_all).peekable();
    if shared.peek().is_none() {
        // Two children are in no common constraint, so both may be true.
        return Err(CoverError::Overlap(cubes[0].clone(), cubes[cubes.len() - 1].clone()));
    }
    let mut trail = root.clone();
    if propagated.is_err() || decide_all(&mut trail, board, &node.decisions).is_err() {
        return Ok(Vec::new()); // There is nothing to cover.
    }
    for constraint in shared {
        let others = constraint.candidates(board).filter(|candidate| !children.contains(candidate));
        if others.clone().all(|candidate| is_refuted(&mut trail, literal(board, candidate))) {
            return Ok(others.collect());
        }
    }
    Err(CoverError::Gap(Cube::new(node.decisions.clone())))
}

/// Whether a literal is false, or propagation refutes it.
fn is_refuted(trail: &mut Trail, lit: CandidateLit) -> bool {
    trail.value(lit).map_or_else(
        || {
            let level = trail.level();
            let is_refuted = trail.decide(lit).is_err();
            trail.backtrack(level);
            is_refuted
        },
        |value| !value,
    )
}

impl fmt::Display for CoverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name =
            |cube: &Cube| if cube.decisions.is_empty() { "the whole puzzle".to_owned() } else { cube.to_string() };
        match self {
            CoverError::Empty => f.write_str("there are no cubes"),
            CoverError::InvalidDecision(cube, decision) => write!(f, "invalid decision {decision} in the cube {cube}"),
            CoverError::Overlap(a, b) => write!(f, "the cubes {} and {} are not disjoint", name(a), name(b)),
            CoverError::Gap(cube) => write!(f, "the cubes do not cover {}", name(cube)),
        }
    }
}

impl Error for CoverError {}
