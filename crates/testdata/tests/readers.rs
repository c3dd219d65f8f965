//! The readers of `qedoku_puzzle::formats` on the cases of `testdata/readers`: exact puzzles, formats, notes and errors.

use std::collections::{BTreeMap, BTreeSet};

use qedoku_puzzle::formats::Format;
use qedoku_testdata::readers::{ReadItem, ReaderCase, cases};

#[test]
fn every_text_is_read_exactly_or_refused_with_the_exact_error() {
    let cases = cases();
    let wrong: Vec<&ReaderCase> = cases.iter().filter(|case| case.read() != case.expected).collect();
    for case in &wrong {
        println!("{}\n  expected {:?}\n  found    {:?}", case.name, case.expected, case.read());
    }
    assert!(wrong.is_empty(), "{} of {} cases", wrong.len(), cases.len());
    let items = cases.iter().flat_map(|case| &case.expected.items);
    let errors = items.clone().filter(|item| matches!(item, ReadItem::Error(_))).count();
    assert!(errors >= 80 && items.count() - errors >= 200, "{errors} errors");
}

#[test]
fn there_are_enough_cases_of_every_format() {
    let cases = cases();
    assert!(cases.len() >= 250, "{}", cases.len());
    let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names.len(), cases.len(), "names are unique");
    let inputs: BTreeSet<_> = cases.iter().map(|case| (&case.input, format!("{:?}", case.options))).collect();
    assert!(inputs.len() + 2 >= cases.len(), "{} different inputs of {}", inputs.len(), cases.len());
    let mut formats: BTreeMap<&str, usize> = BTreeMap::new();
    for format in cases.iter().filter_map(|case| case.expected.format.as_deref()) {
        *formats.entry(format).or_default() += 1;
    }
    for format in Format::ALL.into_iter().filter(|format| format.is_readable()) {
        let fewest = if format == Format::Sdm { 2 } else { 4 };
        assert!(formats.get(format.name()).is_some_and(|count| *count >= fewest), "{format}: {formats:?}");
    }
}

/// A puzzle without eliminated candidates is read back from its own text, so an expected text is a canonical one.
#[test]
fn expected_puzzles_are_in_canonical_form() {
    let mut checked = 0;
    for case in cases() {
        for item in &case.expected.items {
            if let ReadItem::Puzzle { puzzle, .. } = item {
                let parsed: qedoku_puzzle::Puzzle =
                    puzzle.parse().unwrap_or_else(|error| panic!("{}: {error}", case.name));
                assert_eq!(parsed.to_string(), *puzzle, "{}", case.name);
                checked += 1;
            }
        }
    }
    assert!(checked >= 200, "{checked}");
}
