//! Encodings of a puzzle in logic (CNF, CSP, modelling languages), and decoders for what solvers answer.
//!
//! ```
//! use qedoku_encode::{Encoding, EncodingOptions};
//! use qedoku_puzzle::Puzzle;
//!
//! let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
//! let encoding = Encoding::new(&puzzle, EncodingOptions::default()).unwrap();
//! let mut file = Vec::new();
//! encoding.write_dimacs(&mut file).unwrap(); // for any SAT solver
//! assert!(String::from_utf8(file).unwrap().contains("\np cnf 64 "));
//! ```
//!
//! The problem variable `x(r,c,d)` is true if cell `(r,c)` holds digit `d`. All other variables are auxiliary.
//!
//! The modules in reading order:
//!
//! | module | contents |
//! |---|---|
//! | [`lit`], [`numbering`] | variables and literals; the map between candidates and variables |
//! | [`clause_group`] | which rule of the puzzle a clause states |
//! | [`formula`] | the producer ([`Formula`]) and the consumer ([`ClauseSink`]) of a stream of clauses |
//! | [`amo`] | six at-most-one encodings |
//! | [`scheme`], [`encoding`] | which clause families state the rules; puzzle to clauses |
//! | [`clause_query`] | the clauses about a cell or a house, and a clause in words |
//! | [`dimacs`], [`model`] | CNF files; solver output back to a grid |
//! | [`csp`] | constraint problems in the F2CSP format, and their direct encoding |
//! | [`languages`] | MiniZinc, XCSP3, OPB and SMT-LIB |

pub mod lit;
mod option_name;
pub mod numbering;
pub mod clause_group;
pub mod formula;
pub mod amo;
pub mod scheme;
pub mod encoding;
pub mod clause_query;
pub mod dimacs;
pub mod model;
pub mod csp;
pub mod languages;

pub use amo::{Amo, VarAllocator};
pub use clause_group::{ClauseFamily, ClauseGroup};
pub use encoding::{Encoding, EncodingOptions, EncodingOptionsError, FormulaPart, GivensPosition, Repeats};
pub use formula::{ClauseSink, Formula, FormulaSize};
pub use lit::{Lit, Var};
pub use model::Model;
pub use numbering::{Numbering, VariableMap};
pub use option_name::UnknownOptionError;
pub use scheme::Scheme;

// Unit tests and the tests in tests/ share one reference implementation of unit propagation. It names this crate as an
// outside user does, so unit tests need the alias.
#[cfg(test)]
extern crate self as qedoku_encode;
#[cfg(test)]
#[path = "../tests/propagation/mod.rs"]
mod propagation;
