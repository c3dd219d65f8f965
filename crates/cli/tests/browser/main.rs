//! Browser tests of `qedoku serve`: the page in headless Chromium, and the core of the suite in Firefox, with mouse and keyboard input.

#[path = "../command/mod.rs"]
mod command;

mod answers;
mod browser;
mod chrome;
mod diagnosis;
mod drawing;
mod editing;
mod explaining;
mod firefox;
mod firefox_suite;
mod formula;
mod layout;
mod mistakes;
mod page;
mod patterns;
mod proofs;
mod reach;
mod screenshots;
mod sharing;
mod site;
mod start_screen;
mod statements;
mod techniques;
mod websocket;
