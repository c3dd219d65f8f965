//! Benchmarks of qedoku: throughput of its engines, scores next to other solvers, comparison of encodings.
//!
//! | module | question | result |
//! |---|---|---|
//! | [`throughput`] | how many puzzles per second does an engine solve? | best and median rate for each engine and call mode |
//! | [`peers`] | how long until the first solution, next to other solvers? | a time for each puzzle and solver, PAR-2 scores, cactus plot |
//! | [`compare`] | how large and how fast is each encoding with each solver? | sizes, encode and solve times, plot |
//!
//! ```
//! use std::time::Duration;
//!
//! use qedoku_bench::throughput::{BenchEngine, BenchmarkSet, ThroughputConfig};
//!
//! let mut set = BenchmarkSet::new("one 4x4");
//! set.push(&"..2..3.114......".parse()?);
//! let config = ThroughputConfig { repeats: 1, run_time: Duration::from_millis(1), ..ThroughputConfig::default() };
//! let report = config.measure(&[BenchEngine::Sat], &set, &|| {})?;
//! report.write_table(&mut std::io::stdout())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This library reads the clock, which the other libraries of the workspace do not: measuring is its job. It prints
//! nothing, reads no environment variable and opens no file. Results are JSON values, SVG text, or tables for a writer of
//! the caller; the caller learns of each finished run through a callback and ends a benchmark through an interrupt flag.
//! (External solvers are found and run by [`qedoku::external`], which searches `PATH` and writes temporary files.)
//!
//! It is a crate of its own so that the measuring code and its dependency on `plotters` stand apart from the commands, which
//! only parse arguments, call this library and print.

pub mod throughput;
pub mod peers;
pub mod compare;
pub mod solvers;
mod plot;
mod duration_format;
mod text;
mod error;

pub use error::{BenchError, PlotError};
