//! Unit propagation over exactly-one constraints, with reasons, decision levels and conflict analysis.
//!
//! Every cell, and every digit of every house, is an exactly-one constraint over candidates. [`Trail`] assigns literals over
//! candidates and derives their consequences: a true candidate makes its peers false, and a constraint with one
//! candidate left makes it true (a naked or a hidden single). It works on every board and stores no clauses.
//!
//! ```
//! use qedoku_proof::CandidateLit;
//! use qedoku_puzzle::{Cell, Digit, Puzzle};
//! use qedoku_solve::propagation::Trail;
//!
//! let puzzle: Puzzle = "4...3..2...4....".parse()?;
//! let (mut trail, propagated) = Trail::of_puzzle(&puzzle);
//! assert!(propagated.is_ok());
//! let literal = |row, column, digit| CandidateLit::positive(puzzle.board(), Cell::new(row, column), Digit::from_index(digit));
//! assert_eq!(trail.value(literal(1, 1, 3)), Some(false)); // r2c2 is not 4: r1c1 is in the same box
//!
//! // A probe: a decision, its consequences, and back.
//! let open = (0..64).map(CandidateLit::from_index).find(|lit| trail.value(*lit).is_none()).expect("singles do not fill it");
//! let outcome = trail.decide(open);
//! trail.backtrack(0);
//! assert_eq!(trail.value(open), None);
//! # let _ = outcome;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | user | part |
//! |---|---|
//! | [`prove`](crate::prove) | `Assignment` replays steps (trimming, LRAT export); [`Trail`] searches for proofs |
//! | `unsat_core` of `qedoku-explain` | [`AssumptionCores`]: the givens that a conflict depends on |
//!
//! Other implementations exist only where this one would cost too much or must not be trusted; ARCHITECTURE.md lists them, and
//! `cargo bench -p qedoku --bench propagation` measures them against this one.

mod assignment;
mod assumption_core;
mod trail;

pub use assignment::{Conflict, Reason};
pub use assumption_core::AssumptionCores;
pub use trail::Trail;

pub(crate) use assignment::{Assignment, ClauseStatus, unit_axioms};
