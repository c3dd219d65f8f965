//! Chains by plain search, on boards of every size.
//!
//! A chain refutes a candidate, the target: were it true, one set after the other would be left with one candidate, which would be
//! true then, and the last one with none. Here such chains are searched for in two ways:
//!
//! - [`smallest`] tries everything, by size: written to be plainly right. Whatever finds chains faster is compared with it.
//! - `layers.rs` follows all that the target leads to at once. That gives a chain, mostly not the shortest, and a size that no
//!   chain is below; on large boards it is done for each of a hundred thousand candidates.
//!
//! [`next`], [`why_not`] and [`why`] use the second to know where the first is worth its work. All work is counted in candidates
//! that are looked at (a second has some hundred millions), and what was not proved is said not to be.

mod left;
mod search;
mod layers;
mod trim;
mod steps;

pub use search::{Search, smallest};
pub use steps::{Next, Why, next, why, why_not};

use super::step::Link;

/// A chain that refutes a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain {
    /// Its sets in order.
    pub links: Vec<Link>,
    /// Whether it was proved that none has fewer sets. If not, at least none of its sets can be left out.
    pub is_smallest: bool,
}

/// The work that finds most small chains: some tenths of a second.
pub const WORK: u64 = 50_000_000;
