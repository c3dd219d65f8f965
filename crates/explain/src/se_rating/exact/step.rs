//! Steps of the exact SE rating: the difficulty of a technique and its effect on the grid.

use super::grid::Grid;

/// Candidates to remove, as (cell, digits) pairs. The largest pattern of fixed size, a jellyfish, has 20 cells.
#[derive(Clone, Copy)]
pub(super) struct Removals {
    len: usize,
    items: [(u8, u16); 20],
}

impl Removals {
    pub(super) const fn new() -> Removals {
        Removals { len: 0, items: [(0, 0); 20] }
    }

    /// Adds digits of a cell, if there are any.
    pub(super) fn push(&mut self, cell: usize, digits: u16) {
        if digits != 0 {
            self.items[self.len] = (cell as u8, digits);
            self.len += 1;
        }
    }

    pub(super) fn as_slice(&self) -> &[(u8, u16)] {
        &self.items[..self.len]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// The next step of a path.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The difficulty as a floating-point number with the rounding errors of Sudoku Explainer, which decide between hints.
    pub(super) difficulty: f64,
    /// A cell that the step fills, with its digit.
    pub(super) placement: Option<(u8, u8)>,
    pub(super) removals: Vec<(u8, u16)>,
}

impl Step {
    pub(super) fn place(difficulty: f64, cell: usize, digit: usize) -> Step {
        Step { difficulty, placement: Some((cell as u8, digit as u8)), removals: Vec::new() }
    }

    pub(super) fn remove(difficulty: f64, removals: &[(u8, u16)]) -> Step {
        Step { difficulty, placement: None, removals: removals.to_vec() }
    }

    pub(super) fn apply(&self, grid: &mut Grid) {
        for (cell, digits) in &self.removals {
            grid.remove_digits(usize::from(*cell), *digits);
        }
        if let Some((cell, digit)) = self.placement {
            grid.place(usize::from(cell), usize::from(digit));
        }
    }
}
