//! Why a puzzle has the answer it has: the shortest reasons that a person can follow.
//!
//! ```text
//!   Puzzle -> Position -> Step, Step, ... -> Explanation
//! ```
//!
//! A [`Position`] is what a player knows: digits placed, candidates left. A [`Step`] takes candidates away or places a digit, for
//! a [`Reason`] that speaks of [`Set`]s alone: a cell must hold a digit, a digit must be somewhere in a house. The number of
//! sets is the size of the step, and steps are always taken by size.

mod step;
mod position;
mod techniques;
mod braids;
mod moves;
mod base_cover;
mod find;
mod shrink;
mod truth;
mod inner;
mod nested;
mod path;
mod offer;
mod why;
pub mod reference;
mod braid_rating;
mod guesses;
mod se_rating;
mod difficulty;
pub mod check;
mod board_index;
mod hitting_set;
mod unsat_core;
mod ambiguity;
mod mistakes;
mod diagnosis;
pub mod json;
mod query;
mod report;
mod render;

pub use ambiguity::{Ambiguity, find_ambiguity};
pub use braid_rating::{BraidRater, BraidRating};
pub use diagnosis::Diagnosis;
pub use difficulty::{Difficulty, DifficultyRater};
pub use mistakes::{Mistakes, WrongDigit, find_mistakes};
pub use path::{End, Explainer, Explanation};
pub use position::{NotOfThePuzzle, Position};
pub use query::ExplainQuery;
pub use render::html::steps_html;
pub use render::svg::{StepSvgOptions, step_svg};
pub use render::text::{HintLevel, describe_hint, describe_step};
pub use report::{ExplainReport, ReportStatus};
pub use se_rating::{EstimateQuality, SeEstimate, estimate_se};
pub use step::{ExactlyOne, Link, Reason, Step};
pub use techniques::Technique;
pub use unsat_core::{Minimality, UnsatCore, find_unsat_core};
pub use why::CandidateExplanation;
