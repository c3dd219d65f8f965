//! How fast puzzles are rated and explained, and how long explanations are.
//!
//! `cargo bench -p qedoku --bench explain -- rate|explain|why FILE [COUNT]`: the first COUNT puzzles of a file, on one thread. A table
//! with a column `b` is compared with it. Times are those of the processor where Linux tells them, else those on the wall.

use std::time::{Duration, Instant};

use qedoku::Puzzle;
use qedoku::explain::{BraidRater, Explainer, Justification, Position};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [what, file, rest @ ..] = &words[..] else { return println!("expected rate, explain or why, and FILE") };
    let count = rest.first().map_or(usize::MAX, |count| count.parse().expect("a number"));
    let text = std::fs::read_to_string(file).expect("FILE can be read");
    let rows: Vec<Row> = text.lines().filter_map(row).take(count).collect();
    println!("{what} {file}: {} puzzles", rows.len());
    match what.as_str() {
        "rate" => rate(&rows),
        "explain" => explain(&rows),
        _ => why(&rows),
    }
}

/// A puzzle, and its rating if it is told.
struct Row {
    puzzle: Puzzle,
    expected: Option<usize>,
}

fn row(line: &str) -> Option<Row> {
    let mut columns = line.split([',', ' ', ';']);
    let puzzle = columns.next()?.parse().ok()?;
    Some(Row { puzzle, expected: columns.nth(2).and_then(|column| column.parse().ok()) })
}

fn rate(rows: &[Row]) {
    let mut rater = BraidRater::default();
    let mut wrong = 0;
    let mut levels = vec![0; 64];
    let mut times = Vec::new();
    let begin = Clock::new();
    for row in rows {
        let clock = Instant::now();
        let level = rater.rate(&row.puzzle).expect("nobody interrupts it").b;
        times.push(clock.elapsed());
        wrong += usize::from(row.expected.is_some() && row.expected != level);
        levels[level.unwrap_or(63)] += 1;
    }
    report(begin.elapsed(), times);
    println!("B: {:?}, beyond: {}; differ from the file: {wrong}", histogram(&levels[..63]), levels[63]);
}

fn explain(rows: &[Row]) {
    let mut explainer = Explainer::default();
    let (mut steps, mut sets, mut nested, mut unproven) = (0, 0, 0, 0);
    let mut sizes = vec![0; 200];
    let mut ends = [0; 3];
    let mut times = Vec::new();
    let begin = Clock::new();
    for row in rows {
        let clock = Instant::now();
        let explanation = explainer.explain(&row.puzzle).expect("nobody interrupts it");
        times.push(clock.elapsed());
        ends[explanation.end as usize] += 1;
        unproven += usize::from(!explanation.is_minimal);
        for step in explanation.steps.iter().filter(|step| step.size() > 0) {
            steps += 1;
            sets += step.size();
            nested += usize::from(matches!(step.justification, Justification::Nested(_)));
            sizes[step.size().min(199)] += 1;
        }
    }
    report(begin.elapsed(), times);
    let [solved, contradiction, open] = ends;
    println!("solved {solved}, contradiction {contradiction}, open {open}; some search given up in {unproven}");
    let each = |count: usize| count as f64 / rows.len().max(1) as f64;
    println!("for each: {:.2} steps, {:.2} sets, {:.2} nested steps", each(steps), each(sets), each(nested));
    println!("sizes: {:?}", histogram(&sizes));
}

/// Asks for every candidate of every position that singles leave, the same position for all of them.
fn why(rows: &[Row]) {
    let mut explainer = Explainer::default();
    let [mut chains, mut nested, mut none] = [const { Vec::new() }; 3];
    let mut exact = 0;
    for row in rows {
        let mut position = Position::new(&row.puzzle);
        while let Some(single) = explainer.next_step(&position).filter(|step| step.placement.is_some()) {
            position.apply(&single);
        }
        for candidate in position.open_candidates() {
            let clock = Instant::now();
            let argument = explainer.why_not(&position, candidate);
            let time = clock.elapsed();
            exact += usize::from(argument.as_ref().is_some_and(|argument| argument.is_minimal));
            match argument.map(|argument| argument.step.justification) {
                None => none.push(time),
                Some(Justification::Nested(_)) => nested.push(time),
                Some(_) => chains.push(time),
            }
        }
    }
    println!("{} by chains, {exact} of them proved smallest", chains.len());
    let all: Vec<Duration> = [&chains[..], &nested, &none].concat();
    for (what, times) in [("chains", chains), ("nested", nested), ("true ones", none), ("all", all)] {
        println!("{what}:");
        report(times.iter().sum(), times);
    }
}

fn histogram(counts: &[usize]) -> Vec<(usize, usize)> {
    counts.iter().copied().enumerate().filter(|(_, count)| *count > 0).collect()
}

fn report(whole: Duration, mut times: Vec<Duration>) {
    if times.is_empty() {
        return println!("none");
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len().max(1) - 1) as f64 * share) as usize].as_secs_f64() * 1e6;
    let rate = times.len() as f64 / whole.as_secs_f64();
    println!(
        "{rate:.0} a second; microseconds on the wall: median {:.1}, 99 % {:.1}, most {:.0}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

/// The time that this process has had, or the time on the wall.
struct Clock {
    begin: Instant,
    had: Option<u64>,
}

impl Clock {
    fn new() -> Clock {
        Clock { begin: Instant::now(), had: had() }
    }

    fn elapsed(&self) -> Duration {
        let had = self.had.zip(had()).map(|(before, now)| Duration::from_nanos(now - before));
        had.unwrap_or_else(|| self.begin.elapsed())
    }
}

/// Nanoseconds on a processor.
fn had() -> Option<u64> {
    std::fs::read_to_string("/proc/self/schedstat").ok()?.split(' ').next()?.parse().ok()
}
