//! Certificates are complete and sound: every true claim is proved, and no false one is accepted.
//!
//! Three judges: the checker of this project, the LRAT checker `ordeal-lrat`, and the backtracking oracle.

mod external_checker;
mod formula_proof;
mod claims;
mod large;
mod mutations;
mod verified_program;
