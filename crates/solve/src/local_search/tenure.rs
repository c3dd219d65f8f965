//! The tabu tenure schedule: a factor of the number of cells in conflict, which falls from high to low in cycles of growing
//! length.
//!
//! The factor plays the part of a temperature. The value that solves a board depends on the board, and too low a value is
//! stuck for good; so each cycle tries all of them, from high to low. On a board with few candidates the solution is found at
//! high factors or never (64x64 with 40 % open cells, 6 candidates per cell: at 0.73 to 0.92, in eight of eight runs), on a
//! board with many candidates at low ones (49x49 with 52 %, 10 candidates: at 0.34 to 0.49; 64x64 with 60 %, 20
//! candidates: about 0.4). These factors were measured with all cells in conflict as the neighbourhood; with a sample,
//! slightly lower ones are best. Twelve runs on six boards (36x36 to 100x100), limit 16 s, an unsolved run counted as 32 s, with
//! f the scarcity of candidates:
//!
//! | high end | low end | total time |
//! |---|---|---|
//! | 0.3 + 0.6 f | 0.15 + 0.3 f | 100 s |
//! | 0.2 + 0.5 f (chosen) | 0.15 + 0.3 f | 55 s |
//! | 0.15 + 0.45 f | 0.1 + 0.25 f | 190 s |

/// Levels per cycle. The factor is constant within a level, and aspiration is relative to the best cost of the level.
const LEVELS_PER_CYCLE: u32 = 40;
/// Moves of the first cycle, per open cell.
const FIRST_CYCLE_MOVES_PER_CELL: f64 = 100.0;
/// Ratio of the lengths of two successive cycles.
const CYCLE_GROWTH: f64 = 1.5;

/// Tabu tenure as a function of time.
pub(super) struct TenureSchedule {
    high: f64,
    low: f64,
    level: u32,
    /// Moves per level in this cycle.
    moves: f64,
}

impl TenureSchedule {
    /// The schedule for a board with this many open cells and candidates.
    pub(super) fn new(cells: usize, candidates: usize) -> TenureSchedule {
        // 1 at six candidates per cell, less where there are more.
        let scarcity = (6.0 * cells as f64 / candidates.max(1) as f64).powi(2).min(1.2);
        let moves = FIRST_CYCLE_MOVES_PER_CELL * cells as f64 / f64::from(LEVELS_PER_CYCLE);
        TenureSchedule { high: 0.2 + 0.5 * scarcity, low: 0.15 + 0.3 * scarcity, level: 0, moves }
    }

    /// Proceeds to the next level, or to the first one of a longer cycle.
    pub(super) fn next_level(&mut self) {
        self.level += 1;
        if self.level == LEVELS_PER_CYCLE {
            self.level = 0;
            self.moves *= CYCLE_GROWTH;
        }
    }

    /// Tabu tenure per cell in conflict at this level.
    pub(super) fn factor(&self) -> f64 {
        self.high + (self.low - self.high) * f64::from(self.level) / f64::from(LEVELS_PER_CYCLE - 1)
    }

    /// Number of moves at this level.
    pub(super) fn moves(&self) -> u32 {
        self.moves.clamp(1.0, 1e9) as u32
    }
}
