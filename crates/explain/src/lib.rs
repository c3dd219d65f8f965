//! Sudoku explanations: why a puzzle has the answer it has, in steps that a person can follow.
//!
//! ```text
//!   Puzzle -> Position -> Step, Step, ... -> Explanation -> text, SVG, HTML, JSON
//! ```
//!
//! - A [`Position`] is what a player knows: the digits placed and the candidates left (pencil marks).
//! - A [`Step`] changes a position: it places a digit or eliminates candidates.
//! - Its [`Justification`] gives the reason. It speaks of exactly-one constraints alone ([`ExactlyOne`]): a cell holds
//!   one digit, and a digit is in one cell of a house. A single names the constraint with one candidate left, a chain
//!   the constraints through which an assumption propagates to a contradiction. The [`Technique`] (X-wing, XY-chain,
//!   ...) is a name for the shape of the justification.
//! - The [size](Step::size) of a step is the number of constraints its justification looks at. An [`Explainer`] takes a
//!   smallest step each time, so the largest step of an explanation measures the difficulty of the puzzle. Singles have
//!   size 0, nested forcing chains come last.
//! - A [`StepChecker`] verifies every step on the kernel that also verifies certificates, before it is returned.
//!
//! ```
//! use qedoku_explain::ExplanationEnd;
//!
//! let puzzle = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79".parse()?;
//! let explanation = qedoku_explain::explain(&puzzle)?;
//! assert_eq!(explanation.end, ExplanationEnd::Solved);
//! for step in &explanation {
//!     println!("{step}"); // a sentence about the position before the step
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Steps and positions.
mod position;
mod step;
mod techniques;
mod patterns;

// The search for smallest steps, from its engine to whole explanations.
mod braids;
mod base_cover;
mod link_order;
mod raw_step;
mod step_finder;
mod lazy_true_candidates;
mod minimize_steps;
mod subproof;
mod forcing;
mod solution_path;
mod next_step;
mod loaded_position;
mod explainer;
mod instances;
mod technique_path;
mod step_checker;
pub mod reference;

// Questions: why a candidate is true or false, why no solution or several, which entries are wrong, how difficult.
mod why;
mod board_index;
mod hitting_set;
mod unsat_core;
mod ambiguity;
mod mistakes;
mod braid_rating;
mod guesses;
mod se_rating;
mod hodoku_rating;
mod difficulty;
mod difficulty_filter;
mod diagnosis;
mod query;

// Output.
mod render;

pub use patterns::{DeadlyPattern, PartRole, Pattern, PatternPart};
pub use position::{Position, PositionError};
pub use step::{ChainLink, ExactlyOne, Justification, Step};
pub use techniques::{HodokuLevel, Technique, TechniqueSet, UnknownTechniqueError};

pub use explainer::{Explainer, Explanation, ExplanationEnd, PathStyle, PositionedStep, PositionedSteps, explain};
pub use step_checker::{InvalidStepError, StepChecker};
pub use why::{CandidateExplanation, PlacementDerivation};

pub use ambiguity::{Ambiguity, find_ambiguity};
pub use diagnosis::Diagnosis;
pub use mistakes::{Mistakes, WrongDigit, find_mistakes};
pub use unsat_core::{Minimality, UnsatCore, find_unsat_core};

pub use braid_rating::{BraidRater, BraidRating, Measure, RATING_BUDGET};
pub use difficulty::{Difficulty, DifficultyMeasure, DifficultyRater, PartialDifficulty, rate};
pub use difficulty_filter::{DifficultyFilter, DifficultySpec, DifficultySpecError, DifficultyVerdict};
pub use guesses::MAX_GUESSES;
pub use hodoku_rating::{HodokuRater, HodokuRating};
pub use se_rating::{EstimateQuality, SeEstimate, SeRater, SeRating, estimate_se};

pub use query::ExplainQuery;

pub use render::eureka::eureka;
pub use render::html::steps_html;
pub use render::json;
pub use render::report::{ExplainReport, ReportStatus, StepDetail, describe_candidate};
pub use render::svg::{StepSvgOptions, step_svg};
pub use render::text::{HintLevel, describe_hint, describe_step, describe_step_in_full, is_trial_and_error};
