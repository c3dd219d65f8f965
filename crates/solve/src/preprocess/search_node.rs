//! Nodes of a search tree over domains: propagated, and branched by placing a digit.

use qedoku_puzzle::{Board, Digit, DigitSet, Puzzle};

use super::singles::Domains;

/// The domains of the cells after singles and locked candidates have been propagated to a fixpoint.
#[derive(Clone)]
pub(crate) struct SearchNode {
    board: Board,
    domains: Domains,
}

impl SearchNode {
    /// The root of the search tree of a puzzle; `None` on a contradiction.
    pub(crate) fn root(puzzle: &Puzzle) -> Option<SearchNode> {
        SearchNode { board: puzzle.board(), domains: Domains::new(puzzle)? }.propagated()
    }

    /// The child in which a cell holds a digit; `None` on a contradiction.
    pub(crate) fn child(&self, cell: usize, digit: Digit) -> Option<SearchNode> {
        let mut child = self.clone();
        child.domains.candidates[cell] = DigitSet::only(digit);
        child.domains.record_change(cell)?;
        child.propagated()
    }

    pub(crate) fn board(&self) -> Board {
        self.board
    }

    /// The candidates of each cell.
    pub(crate) fn candidates(&self) -> &[DigitSet] {
        &self.domains.candidates
    }

    /// The first of the open cells with the fewest candidates; `None` if the grid is full.
    pub(crate) fn branching_cell(&self) -> Option<usize> {
        let open = self.domains.candidates.iter().enumerate().filter(|(_, candidates)| candidates.single().is_none());
        open.min_by_key(|(_, candidates)| candidates.len()).map(|(cell, _)| cell)
    }

    fn propagated(mut self) -> Option<SearchNode> {
        super::propagate_to_fixpoint(&mut self.domains)?;
        Some(self)
    }
}
