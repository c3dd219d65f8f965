//! DIMACS CNF, the file that every SAT solver reads.
//!
//! ```text
//! c qedoku 1 board 4x4 boxes 2x2 scheme efficient amo pairwise numbering rowmajor
//! c x(r,c,d) = 16(r-1) + 4(c-1) + d
//! p cnf 64 400
//! 1 2 3 4 0
//! -1 -2 0
//! ...
//! ```

pub mod describe;
pub mod fix;
pub mod read;
pub mod stats;
pub mod write;

pub use describe::Description;
