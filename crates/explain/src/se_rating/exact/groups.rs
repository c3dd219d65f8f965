//! Cells, and digits of regions, whose candidates have a consequence in common: the static multiple chains that exist.
//!
//! Precondition: no candidate refutes itself. Then no static propagation ends in a contradiction, because two chains from `c` to `x`
//! and to not `x` would combine into one from `c` to not `c`, by contraposition. So every propagation is complete, and the
//! consequences of a candidate are all nodes that it reaches in the graph of links. A search that reaches a candidate with known
//! consequences adds these, so all searches together take little more than one union per link. The propagation that counts the nodes
//! of chains is repeated only for the cells and regions found here.

use super::graph::{Graph, Row, common, contains, insert, is_empty, members, union, without};
use super::grid::{ALL, GEOMETRY, Grid, bits, size};
use super::unary::Pass;

/// Cells, and digits by region, that have several candidates with a common consequence.
#[derive(Default)]
pub(super) struct CommonGroups {
    pub(super) cells: u128,
    pub(super) regions: [u16; 27],
}

/// Consequences of candidates that are on.
struct Consequences<const W: usize> {
    graph: Graph<W>,
    on: Vec<Row<W>>,
    off: Vec<Row<W>>,
    known: Row<W>,
}

impl CommonGroups {
    /// The groups of a position in which no candidate turns itself off.
    pub(super) fn of(grid: &Grid) -> CommonGroups {
        let candidates: usize = grid.cells.iter().map(|candidates| size(*candidates)).sum();
        match candidates {
            0..=256 => Consequences::<4>::new(grid).groups(grid),
            257..=384 => Consequences::<6>::new(grid).groups(grid),
            _ => Consequences::<12>::new(grid).groups(grid),
        }
    }
}

impl<const W: usize> Consequences<W> {
    fn new(grid: &Grid) -> Consequences<W> {
        let mut graph = Graph::default();
        graph.set_candidates(grid, ALL, true);
        graph.set_links(grid, Pass::XY, ALL);
        let count = graph.candidates.len();
        Consequences { graph, on: vec![[0; W]; count], off: vec![[0; W]; count], known: [0; W] }
    }

    /// Groups of two are left out: what follows from both would refute a candidate by its own chain.
    fn groups(&mut self, grid: &Grid) -> CommonGroups {
        let mut groups = CommonGroups::default();
        for cell in (0..81).filter(|cell| grid.count(*cell) > 2) {
            let candidates = bits(grid.cells[cell]).map(|digit| (cell, digit));
            groups.cells |= u128::from(self.have_common(candidates)) << cell;
        }
        for region in 0..27 {
            for digit in (0..9).filter(|digit| size(grid.places[region][*digit]) > 2) {
                let cells = bits(grid.places[region][digit]).map(|place| GEOMETRY.cells_of[region][place]);
                let candidates = cells.map(|cell| (usize::from(cell), digit));
                groups.regions[region] |= u16::from(self.have_common(candidates)) << digit;
            }
        }
        groups
    }

    fn have_common(&mut self, candidates: impl Iterator<Item = (usize, usize)>) -> bool {
        let (mut on, mut off) = ([!0; W], [!0; W]);
        for (cell, digit) in candidates {
            let root = self.graph.number(cell, digit);
            self.find(root);
            on = common(&on, &self.on[root]);
            off = common(&off, &self.off[root]);
            if is_empty(&on) && is_empty(&off) {
                return false;
            }
        }
        true
    }

    /// Finds the consequences of a candidate.
    fn find(&mut self, root: usize) {
        if contains(&self.known, root) {
            return;
        }
        let mut on = [0; W];
        insert(&mut on, root);
        let mut off = self.graph.excluded[root];
        let mut open = without(&self.graph.successors[root], &on);
        while let Some(next) = members(open).next() {
            if contains(&self.known, next) {
                union(&mut on, &self.on[next]);
                union(&mut off, &self.off[next]);
            } else {
                insert(&mut on, next);
                union(&mut off, &self.graph.excluded[next]);
                union(&mut open, &self.graph.successors[next]);
            }
            open = without(&open, &on);
        }
        (self.on[root], self.off[root]) = (on, off);
        insert(&mut self.known, root);
    }
}
