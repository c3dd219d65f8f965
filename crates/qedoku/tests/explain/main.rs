//! Explanations are valid, complete and minimal as reported; ratings agree with published ones.

mod replay;
mod naive;
mod rating;
mod whole;
mod path;
mod chains;
mod single;
