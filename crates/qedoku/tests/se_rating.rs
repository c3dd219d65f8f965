//! Estimated Sudoku Explainer (SE) rating, compared with SE's own ratings of 10,000 puzzles.

use qedoku::explain::{EstimateQuality, estimate_se};
use qedoku_testdata::collection;

#[test]
fn the_estimate_is_as_close_to_the_se_ratings_as_documented() {
    let Some(text) = collection::read("rated/cbg_000_a.csv") else { return };
    let (mut replayed, mut equal, mut fitted, mut error) = (0, 0, 0, 0);
    for line in text.lines().skip(1) {
        let [puzzle, se, _, b] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let estimate = estimate_se(&puzzle.parse().unwrap(), b.parse().ok()).unwrap();
        let tenths: u8 = se.replace('.', "").parse().unwrap();
        if estimate.quality == EstimateQuality::Replayed {
            replayed += 1;
            equal += u32::from(estimate.tenths == tenths);
        } else {
            fitted += 1;
            error += u32::from(estimate.tenths.abs_diff(tenths));
        }
    }
    println!("{equal} of {replayed} replayed ratings are equal; total error of the other {fitted}: {error} tenths");
    assert!(equal * 1000 >= replayed * 997 && replayed > 5000, "{equal} of {replayed}");
    assert!(error * 100 <= fitted * 335, "{error} tenths over {fitted} puzzles");
}
