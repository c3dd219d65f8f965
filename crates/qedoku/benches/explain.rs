//! Benchmark of rating and explaining: time per puzzle, and length of the explanations.
//!
//! `cargo bench -p qedoku --bench explain -- rate|se|explain|why FILE [COUNT]`: the first COUNT puzzles of a file, on one thread. Ratings
//! are compared with a column of a CSV file: `rate` with `b` (the fourth), `se` (exact SE ratings) with `se` or `er` (the second). The throughput is measured in CPU time where available (Linux), else in wall time.

use std::time::{Duration, Instant};

use qedoku::explain::{BraidRater, Explainer, Justification, Measure, Position, SeRater};
use qedoku::{Interrupt, Puzzle};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let [mode, file, rest @ ..] = &args[..] else { return println!("expected rate, se, explain or why, and FILE") };
    let count = rest.first().map_or(usize::MAX, |count| count.parse().expect("a number"));
    let text = std::fs::read_to_string(file).expect("FILE can be read");
    let rows: Vec<Row> = text.lines().filter_map(parse_row).take(count).collect();
    println!("{mode} {file}: {} puzzles", rows.len());
    match mode.as_str() {
        "rate" => rate(&rows),
        "se" => rate_se(&rows),
        "explain" => explain(&rows),
        _ => why_not(&rows),
    }
}

/// A puzzle, and its rating if the file has one.
struct Row {
    puzzle: Puzzle,
    expected: Option<usize>,
    /// SE rating in tenths.
    expected_se: Option<u8>,
}

fn parse_row(line: &str) -> Option<Row> {
    let mut columns = line.split([',', ' ', ';']);
    let puzzle = columns.next()?.parse().ok()?;
    let expected_se = columns.next().and_then(|column| column.parse::<f64>().ok()).map(|er| (er * 10.0).round() as u8);
    Some(Row { puzzle, expected: columns.nth(1).and_then(|column| column.parse().ok()), expected_se })
}

fn rate(rows: &[Row]) {
    let mut rater = BraidRater::default();
    let mut mismatches = 0;
    let mut levels = vec![0; 64];
    let mut bounds = 0;
    let mut times = Vec::new();
    let begin = Clock::new();
    for row in rows {
        let clock = Instant::now();
        let rating = rater.rate(&row.puzzle).expect("the search is not interrupted");
        let level = rating.exact().map(|b| b as usize);
        bounds += usize::from(matches!(rating.b, Some(Measure::AtLeast(_))));
        times.push(clock.elapsed());
        mismatches += usize::from(row.expected.is_some() && row.expected != level);
        levels[level.unwrap_or(63)] += 1;
    }
    report(begin.elapsed(), times);
    let beyond = levels[63] - bounds;
    println!(
        "B: {:?}, beyond: {beyond}, bounds: {bounds}; differ from the file: {mismatches}",
        histogram(&levels[..63])
    );
}

/// Exact ratings of Sudoku Explainer.
fn rate_se(rows: &[Row]) {
    let mut rater = SeRater::default();
    let mut mismatches = 0;
    let mut times = Vec::new();
    let begin = Clock::new();
    for row in rows {
        let clock = Instant::now();
        let rating = rater.rate(&row.puzzle, &Interrupt::default()).expect("not interrupted").expect("a classic board");
        times.push(clock.elapsed());
        mismatches += usize::from(row.expected_se.is_some_and(|expected| expected != rating.er));
    }
    report(begin.elapsed(), times);
    println!("ER differs from the file: {mismatches}");
}

fn explain(rows: &[Row]) {
    let mut explainer = Explainer::default();
    let (mut steps, mut total_size, mut nested, mut unproved) = (0, 0, 0, 0);
    let mut sizes = vec![0; 200];
    let mut ends = [0; 3];
    let mut times = Vec::new();
    let begin = Clock::new();
    for row in rows {
        let clock = Instant::now();
        let explanation = explainer.explain(&row.puzzle).expect("the search is not interrupted");
        times.push(clock.elapsed());
        ends[explanation.end as usize] += 1;
        unproved += usize::from(!explanation.is_minimal);
        for step in explanation.steps.iter().filter(|step| step.size() > 0) {
            steps += 1;
            total_size += step.size();
            nested += usize::from(matches!(step.justification, Justification::Nested(_)));
            sizes[step.size().min(199)] += 1;
        }
    }
    report(begin.elapsed(), times);
    let [solved, contradiction, open] = ends;
    println!("solved {solved}, contradiction {contradiction}, open {open}; minimality not proved for {unproved}");
    let per_puzzle = |count: usize| count as f64 / rows.len().max(1) as f64;
    println!(
        "per puzzle: {:.2} steps, total size {:.2}, {:.2} nested steps",
        per_puzzle(steps),
        per_puzzle(total_size),
        per_puzzle(nested)
    );
    println!("sizes: {:?}", histogram(&sizes));
}

/// Queries "why not" for every open candidate of the position after all singles.
fn why_not(rows: &[Row]) {
    let mut explainer = Explainer::default();
    let [mut chains, mut nested, mut none] = [const { Vec::new() }; 3];
    let mut exact = 0;
    for row in rows {
        let mut position = Position::new(&row.puzzle);
        while let Some(single) =
            explainer.next_step(&position).expect("not interrupted").filter(|step| step.placement.is_some())
        {
            position.apply(&single);
        }
        for candidate in position.open_candidates() {
            let clock = Instant::now();
            let explanation = explainer.why_not(&position, candidate).expect("not interrupted");
            let time = clock.elapsed();
            exact += usize::from(explanation.as_ref().is_some_and(|explanation| explanation.is_minimal));
            match explanation.map(|explanation| explanation.step.justification) {
                None => none.push(time),
                Some(Justification::Nested(_)) => nested.push(time),
                Some(_) => chains.push(time),
            }
        }
    }
    println!("{} by chains, {exact} proved minimal", chains.len());
    let all: Vec<Duration> = [&chains[..], &nested, &none].concat();
    for (name, times) in [("chains", chains), ("nested", nested), ("true candidates", none), ("all", all)] {
        println!("{name}:");
        report(times.iter().sum(), times);
    }
}

fn histogram(counts: &[usize]) -> Vec<(usize, usize)> {
    counts.iter().copied().enumerate().filter(|(_, count)| *count > 0).collect()
}

fn report(total: Duration, mut times: Vec<Duration>) {
    if times.is_empty() {
        return println!("none");
    }
    times.sort_unstable();
    let quantile = |share: f64| times[((times.len().max(1) - 1) as f64 * share) as usize].as_secs_f64() * 1e6;
    let rate = times.len() as f64 / total.as_secs_f64();
    println!(
        "{rate:.0} per second; wall time in microseconds: median {:.1}, 99 % {:.1}, max {:.0}",
        quantile(0.5),
        quantile(0.99),
        quantile(1.0)
    );
}

/// Measures CPU time of this process where available (Linux), else wall time.
struct Clock {
    begin: Instant,
    cpu_nanoseconds: Option<u64>,
}

impl Clock {
    fn new() -> Clock {
        Clock { begin: Instant::now(), cpu_nanoseconds: cpu_nanoseconds() }
    }

    fn elapsed(&self) -> Duration {
        let cpu_time =
            self.cpu_nanoseconds.zip(cpu_nanoseconds()).map(|(before, now)| Duration::from_nanos(now - before));
        cpu_time.unwrap_or_else(|| self.begin.elapsed())
    }
}

/// CPU time of this process, in nanoseconds.
fn cpu_nanoseconds() -> Option<u64> {
    std::fs::read_to_string("/proc/self/schedstat").ok()?.split(' ').next()?.parse().ok()
}
