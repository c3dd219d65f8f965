//! `qedoku serve`: the real page in a real browser, as a person uses it.

#[path = "../command/mod.rs"]
mod command;

mod answers;
mod chrome;
mod drawing;
mod editing;
mod explaining;
mod formula;
mod page;
mod proofs;
mod reach;
mod screenshots;
mod sharing;
mod site;
