//! Ratings of Sudoku Explainer (SE): exact (`exact/`), or estimated from its simple techniques and the B rating (`estimate.rs`).
//!
//! `docs/guide/src/se-ratings.md` specifies the scale.

mod estimate;
mod exact;
mod se_solver;

pub use estimate::{EstimateQuality, SeEstimate, estimate_se};
pub use exact::{SeRater, SeRating};
