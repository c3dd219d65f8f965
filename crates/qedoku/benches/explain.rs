//! rate
use std::time::Instant;

use qedoku::Puzzle;
use qedoku::explain::Rater;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let text = std::fs::read_to_string(&words[1]).expect("FILE can be read");
    let puzzles: Vec<(Puzzle, Option<usize>)> = text
        .lines()
        .filter(|l| l.len() >= 81 && !l.starts_with('#'))
        .map(|line| (line[..81].parse().unwrap(), line.split(',').nth(3).and_then(|b| b.trim().parse().ok())))
        .collect();
    let mut rater = Rater::default();
    for _ in 0..3 {
        let mut hist = [0; 40];
        let mut wrong = 0;
        let t = Instant::now();
        for (p, b) in &puzzles {
            let r = rater.rate(p).braids;
            hist[r.unwrap_or(39)] += 1;
            if b.is_some() && *b != r {
                wrong += 1;
                if wrong < 5 {
                    println!("{:?} {b:?} {r:?}", p.givens().to_string());
                }
            }
        }
        let e = t.elapsed().as_secs_f64();
        println!("{} in {e:.3} s, {:.0}/s, wrong {wrong}, {hist:?}", puzzles.len(), puzzles.len() as f64 / e);
    }
}
