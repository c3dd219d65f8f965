//! A puzzle said in logic, and the answer read back.
//!
//! ```
//! use qedoku_encode::{Encoding, Model, Options};
//! use qedoku_puzzle::Puzzle;
//!
//! let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
//! let encoding = Encoding::new(&puzzle, Options::default()).unwrap();
//! let mut file = Vec::new();
//! encoding.write_dimacs(&mut file).unwrap(); // for any SAT solver
//! assert!(String::from_utf8(file).unwrap().contains("\np cnf 64 "));
//! ```
//!
//! `x(r,c,d)` is true when cell `(r,c)` holds `d`. The modules in reading order: [`lit`] and [`numbering`] name the
//! x's, [`rule`] names the demands of the game, [`formula`] is anything said in clauses, [`amo`] says "at most one", [`scheme`] and [`encoding`] put them
//! together as clauses, [`about`] finds those about a cell or a house, [`dimacs`] writes and reads the file, [`model`] reads what a solver answers. [`csp`] is F2CSP and
//! any constraint problem in it, [`kin`] the other constraint languages.

pub mod lit;
pub mod numbering;
pub mod rule;
pub mod formula;
pub mod amo;
pub mod scheme;
pub mod encoding;
pub mod about;
pub mod dimacs;
pub mod model;
pub mod csp;
pub mod kin;

pub use amo::{Amo, Fresh};
pub use encoding::{Encoding, Options, OptionsError, Part, Place, Repeats};
pub use formula::{Formula, Sink, Size};
pub use lit::{Lit, Var};
pub use model::Model;
pub use numbering::{Numbering, Variables};
pub use rule::{Family, Rule};
pub use scheme::Scheme;

// What the tests in the files and those in tests/ compare clauses by; it speaks of this crate by its name.
#[cfg(test)]
extern crate self as qedoku_encode;
#[cfg(test)]
#[path = "../tests/propagation/mod.rs"]
mod propagation;
