//! The SAT engine with one option of the encoding changed at a time.
//!
//! The starting point is `EncodingOptions::default()`: scheme `reduced`, pairwise, `rowmajor`, givens last.

use qedoku::encode::encoding::{GivensPosition, Repeats};
use qedoku::{Amo, EncodingOptions, Engine, Numbering, SatEngine, Scheme};
use qedoku_testdata::suite::Case;

use crate::driver::{SkipReason, assert_conforms};
use crate::engines::SolverEngine;

/// Boards above 16x16 have more than 100,000 clauses.
fn is_above_16x16(case: &Case) -> Option<SkipReason> {
    (case.puzzle.board().side() > 16).then_some(SkipReason::LargeFormula)
}

/// The schemes other than `reduced` state the rules for all candidates. `minimal` takes minutes on a minimal 16x16 puzzle.
fn is_above_10x10(case: &Case) -> Option<SkipReason> {
    (case.puzzle.board().side() > 10).then_some(SkipReason::LargeFormula)
}

/// The options that differ from the starting point in the scheme; `houses` is incomplete.
pub(crate) fn schemes() -> Vec<(String, EncodingOptions)> {
    let complete = Scheme::ALL.into_iter().filter(|(scheme, _)| scheme.is_complete());
    complete.map(|(scheme, name)| (name.to_owned(), EncodingOptions { scheme, ..EncodingOptions::default() })).collect()
}

/// The options that differ from the starting point in the at-most-one encoding.
pub(crate) fn amos() -> Vec<(String, EncodingOptions)> {
    let all = Amo::ALL.into_iter();
    all.map(|(amo, name)| (name.to_owned(), EncodingOptions { amo, ..EncodingOptions::default() })).collect()
}

/// The options that differ from the starting point in the numbering, in repeated clauses, or in the position of the givens.
pub(crate) fn numberings() -> Vec<(String, EncodingOptions)> {
    let start = EncodingOptions::default();
    let numberings = Numbering::ALL.into_iter();
    let mut all: Vec<(String, EncodingOptions)> =
        numberings.map(|(numbering, name)| (name.to_owned(), EncodingOptions { numbering, ..start })).collect();
    all.push(("repeats dropped".into(), EncodingOptions { repeats: Repeats::Drop, ..start }));
    all.push(("givens first".into(), EncodingOptions { givens: GivensPosition::First, ..start }));
    all
}

/// Runs the SAT engine with each of the options.
fn assert_all_conform(
    all: Vec<(String, EncodingOptions)>,
    expected: usize,
    is_large: fn(&Case) -> Option<SkipReason>,
    fewest: usize,
) {
    assert_eq!(all.len(), expected);
    for (name, options) in all {
        let sat = SatEngine::with_options(options).expect("a complete scheme");
        let engine = SolverEngine::limited(format!("sat, {name}"), Engine::Sat(sat), is_large);
        assert!(assert_conforms(&engine, is_large) >= fewest, "{name}");
    }
}

#[test]
fn every_complete_scheme() {
    assert_all_conform(schemes(), 5, is_above_10x10, 400);
}

#[test]
fn every_at_most_one_encoding() {
    assert_all_conform(amos(), 6, is_above_16x16, 500);
}

#[test]
fn every_numbering_and_order() {
    assert_all_conform(numberings(), 5, is_above_16x16, 500);
}

#[test]
fn the_incomplete_scheme_is_refused() {
    let options = EncodingOptions { scheme: Scheme::HOUSES, ..EncodingOptions::default() };
    assert!(SatEngine::with_options(options).is_err());
}
