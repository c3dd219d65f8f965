//! Browser tests of `qedoku serve`: the page in headless Chromium, with mouse and keyboard input.

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
