//! Throughput: puzzles per second of each engine, from text in memory to text in memory.
//!
//! ```text
//!   BenchmarkSet (text) --timed--> givens -> engine: none, one or many -> line in a buffer
//! ```
//!
//! The timed part is what a user waits for: parsing, solving with a check for a second solution, and formatting. Opening
//! and decompressing files and detecting their format is not timed. Runs are made one at a time, each long enough for
//! the clock, and repeated.

mod benchmark_set;
mod workload;
mod measure;
mod report;

pub use benchmark_set::BenchmarkSet;
pub use measure::{ThroughputConfig, ThroughputReport, ThroughputRow};
pub use workload::{AnswerCounts, BenchEngine, CallMode};
