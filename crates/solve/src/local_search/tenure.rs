//! How long a swap back is forbidden: a share of the number of cells in conflict, which falls from high to low in sweep
//! after sweep, each longer than the one before.
//!
//! The share is what a temperature is elsewhere. Which one solves a board depends on the board, and too low a share is stuck for
//! good; so all of them are tried, from hot to cold. On a board with few candidates the solution is found at high shares or never (64x64
//! with 40 % holes, 6 candidates a cell: at 0.73 to 0.92, in eight of eight runs), on a board with many at low ones (49x49 with
//! 52 %, 10 candidates: at 0.34 to 0.49; 64x64 with 60 %, 20 candidates: about 0.4). Those were the shares when all cells in
//! conflict were looked at; with some of them, slightly lower ones are best. Twelve runs on six boards (36x36 to 100x100), limit 16 s,
//! 32 s for one that was not solved: 0.3 + 0.6 for the high end 100 s, as it is 55 s, 0.15 + 0.45 (and 0.1 + 0.25 for the low
//! end) 190 s.

/// Parts of a sweep: in each, the share is the same and the best filling so far is forgotten.
const STAGES: u32 = 40;
/// Moves of the first sweep, for each open cell.
const MOVES: f64 = 100.0;
/// How much longer each sweep is.
const GROWTH: f64 = 1.5;

/// Where in a sweep the search is.
pub(super) struct Sweep {
    high: f64,
    low: f64,
    stage: u32,
    /// Moves in a stage of this sweep.
    length: f64,
}

impl Sweep {
    /// The first of all sweeps, for a board with this many open cells and candidates.
    pub(super) fn new(cells: usize, candidates: usize) -> Sweep {
        let few = (6.0 * cells as f64 / candidates.max(1) as f64).powi(2).min(1.2);
        let length = MOVES * cells as f64 / f64::from(STAGES);
        Sweep { high: 0.2 + 0.5 * few, low: 0.15 + 0.3 * few, stage: 0, length }
    }

    /// Goes on to the next stage.
    pub(super) fn advance(&mut self) {
        self.stage += 1;
        if self.stage == STAGES {
            self.stage = 0;
            self.length *= GROWTH;
        }
    }

    /// The share in this stage.
    pub(super) fn share(&self) -> f64 {
        self.high + (self.low - self.high) * f64::from(self.stage) / f64::from(STAGES - 1)
    }

    /// The moves in this stage.
    pub(super) fn moves(&self) -> u32 {
        self.length.clamp(1.0, 1e9) as u32
    }
}
