//! Estimated Sudoku Explainer (SE) rating, compared with SE's own ratings of 1,000 puzzles, or of 10,000 in an ignored test.

use qedoku::explain::{EstimateQuality, estimate_se};
use qedoku_testdata::collection;

/// Asserts how close the estimate is, in a list with at least `fewest` puzzles whose solution by SE is replayed.
fn assert_close(text: &str, fewest: u32) {
    let (mut replayed, mut equal, mut fitted) = (0, 0, 0);
    let (mut fitted_error, mut total_error) = (0, 0);
    for line in text.lines().skip_while(|line| !line.starts_with("puzzle,")).skip(1) {
        let [puzzle, se, _, b] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let estimate = estimate_se(&puzzle.parse().unwrap(), b.parse().ok()).unwrap();
        let tenths: u8 = se.replace('.', "").parse().unwrap();
        let error = u32::from(estimate.tenths.abs_diff(tenths));
        total_error += error;
        if estimate.quality == EstimateQuality::Replayed {
            replayed += 1;
            equal += u32::from(error == 0);
        } else {
            fitted += 1;
            fitted_error += error;
        }
    }
    assert!(equal * 1000 >= replayed * 997 && replayed >= fewest, "{equal} of {replayed}");
    // Mean errors of 0.33 and 0.15, in tenths and rounded to two digits.
    assert!(fitted_error * 100 <= fitted * 335, "{fitted_error} tenths over {fitted} puzzles");
    let all = replayed + fitted;
    assert!(total_error * 100 <= all * 155, "{total_error} tenths over {all} puzzles");
}

#[test]
fn the_estimate_is_as_close_to_the_se_ratings_as_documented() {
    assert_close(&collection::sample_text("rated/cbg_000_a.csv"), 500);
}

#[test]
#[ignore = "needs the puzzle collection: set QEDOKU_DATA, or put it at ../shared/data"]
fn the_estimate_is_as_close_to_all_se_ratings_as_documented() {
    assert_close(&collection::whole_text("rated/cbg_000_a.csv"), 5000);
}
