//! DIMACS CNF, the input format of SAT solvers: writer, tolerant reader, statistics, normalisation, metadata.
//!
//! ```text
//! c qedoku 1 board 4x4 boxes 2x2 scheme efficient amo pairwise numbering rowmajor
//! c x(r,c,d) = 16(r-1) + 4(c-1) + d
//! p cnf 64 400
//! 1 2 3 4 0
//! -1 -2 0
//! ...
//! ```
//!
//! The first comment is the [`metadata`] that makes a file decodable on its own. [`read`] and [`mod@write`] stream:
//! their memory use does not depend on the number of clauses.

pub mod metadata;
pub mod normalize;
pub mod read;
pub mod stats;
pub mod write;

pub use metadata::DimacsMetadata;
