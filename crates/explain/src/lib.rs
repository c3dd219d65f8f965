//! Why a puzzle has the answer it has: the shortest reasons that a person can follow.
//!
//! ```text
//!   Puzzle -> Position -> Step, Step, ... -> Explanation
//! ```
//!
//! A [`Position`] is what a player knows: digits placed, candidates left. A [`Step`] takes candidates away or places a digit, for
//! a [`Reason`] that speaks of [`Set`]s alone: a cell must hold a digit, a digit must be somewhere in a house. The number of
//! sets is the size of the step, and steps are always taken by size.

mod technique;
mod step;
mod position;
mod name;
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
mod rate;
mod guesses;
pub mod scale;
mod rated;
pub mod check;
mod board_index;
mod hitting_set;
mod impossible;
mod ambiguous;
mod mistakes;
mod account;
mod tell;
pub mod json;
mod ask;
mod reply;
mod picture;
mod page;

pub use account::Account;
pub use ambiguous::{Ambiguous, ambiguous};
pub use ask::Ask;
pub use impossible::{Few, Impossible, impossible};
pub use mistakes::{Mistakes, Wrong, mistakes};
pub use page::page;
pub use path::{End, Explainer, Explanation};
pub use picture::{PictureOptions, picture};
pub use position::{NotOfThePuzzle, Position};
pub use rate::{Rater, Rating};
pub use rated::{Critic, Rated};
pub use reply::{Reply, Verdict};
pub use step::{ExactlyOne, Link, Reason, Step};
pub use technique::Technique;
pub use tell::{Hint, hint, tell};
pub use why::Argument;
