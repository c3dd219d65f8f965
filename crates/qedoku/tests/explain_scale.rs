//! The estimate on the scale of Sudoku Explainer, against its own ratings of 10,000 puzzles.

use qedoku::explain::{EstimateQuality, estimate_se};
use qedoku_testdata::collection;

#[test]
fn is_as_close_to_the_ratings_of_the_collection_as_is_said() {
    let Some(text) = collection::read("rated/cbg_000_a.csv") else { return };
    let (mut walked, mut equal, mut fitted, mut error) = (0, 0, 0, 0);
    for line in text.lines().skip(1) {
        let [puzzle, se, _, b] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let estimate = estimate_se(&puzzle.parse().unwrap(), b.parse().ok()).unwrap();
        let tenths: u8 = se.replace('.', "").parse().unwrap();
        if estimate.quality == EstimateQuality::Replayed {
            walked += 1;
            equal += u32::from(estimate.tenths == tenths);
        } else {
            fitted += 1;
            error += u32::from(estimate.tenths.abs_diff(tenths));
        }
    }
    println!("{equal} of {walked} equal; the other {fitted} off by {error} tenths in all");
    assert!(equal * 1000 >= walked * 997 && walked > 5000, "{equal} of {walked}");
    assert!(error * 100 <= fitted * 335, "{error} tenths over {fitted} puzzles");
}
