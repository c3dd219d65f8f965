//! The estimate on the scale of Sudoku Explainer, against its own ratings of 10,000 puzzles.

use std::fs;
use std::path::{Path, PathBuf};

use qedoku::explain::scale::{Trust, estimate};

#[test]
fn is_as_close_to_the_ratings_of_the_collection_as_is_said() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let file = std::env::var_os("QEDOKU_DATA").map_or(beside, PathBuf::from).join("rated/cbg_000_a.csv");
    let Ok(text) = fs::read_to_string(&file) else {
        println!("skipped: there is no {}", file.display());
        return;
    };
    let (mut walked, mut equal, mut fitted, mut error) = (0, 0, 0, 0);
    for line in text.lines().skip(1) {
        let [puzzle, se, _, b] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let estimate = estimate(&puzzle.parse().unwrap(), b.parse().ok()).unwrap();
        let tenths: u8 = se.replace('.', "").parse().unwrap();
        if estimate.trust == Trust::Walked {
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
