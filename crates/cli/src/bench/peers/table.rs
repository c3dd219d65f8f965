//! The results for people: puzzles by solvers, a table for each scheme, then the scores.

use std::io::Write;

use anyhow::Result;

use super::entrant::Entrant;
use super::results::{Outcome, Results, Row};
use super::score::{Score, scores};
use crate::output::{Output, shortened};
use crate::times::round_time;

/// The most symbols of a solver's name: a command may have many.
const NAME: usize = 24;

/// Writes everything.
pub(crate) fn write(results: &Results, out: &mut Output) -> Result<()> {
    writeln!(out, "seconds to a first solution, one thread, no more than {} each", round_time(results.limit))?;
    for scheme in schemes(results) {
        writeln!(out)?;
        write_columns(&times(results, scheme), 2, out)?;
    }
    writeln!(out)?;
    write_columns(&summary(results), 2, out)?;
    write!(out, "\n{}", note(results))?;
    for line in complaints(results) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The schemes of all solvers, each once; none if all are told the puzzles themselves.
fn schemes(results: &Results) -> Vec<Option<&str>> {
    let mut schemes: Vec<Option<&str>> = Vec::new();
    for scheme in results.entrants.iter().filter_map(|entrant| entrant.scheme.as_deref()) {
        if !schemes.contains(&Some(scheme)) {
            schemes.push(Some(scheme));
        }
    }
    if schemes.is_empty() { vec![None] } else { schemes }
}

/// The table of a scheme. Whoever is told the puzzle itself stands in every one of them.
fn times(results: &Results, scheme: Option<&str>) -> Vec<Vec<String>> {
    let is_shown = |entrant: &Entrant| entrant.scheme.is_none() || entrant.scheme.as_deref() == scheme;
    let places: Vec<usize> = (0..results.entrants.len()).filter(|place| is_shown(&results.entrants[*place])).collect();
    let first = [scheme.unwrap_or("puzzle").to_owned(), "solution".to_owned()];
    let names = places.iter().map(|place| shortened(&results.entrants[*place].solver, NAME));
    let head = first.into_iter().chain(names).collect();
    let line = |row: &Row| {
        let cells = places.iter().map(|place| cell(row.outcomes[*place].as_ref(), results));
        [row.subject.name.clone(), solution(row).to_owned()].into_iter().chain(cells).collect()
    };
    std::iter::once(head).chain(results.rows.iter().map(line)).collect()
}

fn solution(row: &Row) -> &'static str {
    match row.is_solvable() {
        Some(true) => "found",
        Some(false) => "none",
        None => "?",
    }
}

fn cell(outcome: Option<&Outcome>, results: &Results) -> String {
    match outcome {
        Some(Outcome::Solved(time, _)) => figure(time.as_secs_f64()),
        Some(Outcome::Over) => format!(">{}", results.limit.as_secs_f64()),
        Some(Outcome::Wrong(_)) => "wrong".to_owned(),
        Some(Outcome::Failed(_)) => "failed".to_owned(),
        None => "-".to_owned(),
    }
}

fn summary(results: &Results) -> Vec<Vec<String>> {
    let head = ["solver", "scheme", "solved", "wrong", "PAR-2", "ratio", "both", "mean ratio"];
    let puzzles = results.whole().count();
    let line = |(entrant, score): (&Entrant, Score)| {
        let against = score.against;
        let shown = |number: Option<f64>| number.map_or("-".to_owned(), figure);
        vec![
            shortened(&entrant.solver, NAME),
            entrant.scheme.clone().unwrap_or("-".to_owned()),
            format!("{}/{puzzles}", score.solved),
            score.wrong.to_string(),
            figure(score.par2),
            shown(against.map(|against| against.par2)),
            against.map_or("-".to_owned(), |against| against.both.to_string()),
            shown(against.and_then(|against| against.mean)),
        ]
    };
    let lines = results.entrants.iter().zip(scores(results)).map(line);
    std::iter::once(head.map(str::to_owned).to_vec()).chain(lines).collect()
}

/// What the figures mean.
fn note(results: &Results) -> String {
    let has_own = results.entrants.iter().any(Entrant::is_own);
    let own = "ratio: of its PAR-2 to that of qedoku; both: puzzles that it and qedoku solved; mean ratio: the geometric \
        mean of\nthe ratios of its times to those of qedoku on these. qedoku's time is from the puzzle to the grid, others' \
        that of\ntheir process on a file that is ready.\n";
    let others = "The time of an outside solver is that of its process on a file that is ready.\n";
    let par2 = "PAR-2: the mean time in seconds, where a puzzle that was not solved counts twice the limit.\n";
    format!("{par2}{}", if has_own { own } else { others })
}

/// What was wrong or failed, and why.
fn complaints(results: &Results) -> impl Iterator<Item = String> {
    let all = results.rows.iter().flat_map(|row| row.known().map(move |(place, outcome)| (row, place, outcome)));
    all.filter_map(|(row, place, outcome)| match outcome {
        Outcome::Wrong(why) | Outcome::Failed(why) => {
            Some(format!("{}: {}: {}", row.subject.name, results.entrants[place].label(), shortened(why, 120)))
        }
        Outcome::Solved(..) | Outcome::Over => None,
    })
}

/// A number with three digits that matter, though no more than four after the point.
fn figure(number: f64) -> String {
    let places = match number {
        99.95.. => 0,
        9.995.. => 1,
        0.999_5.. => 2,
        0.099_95.. => 3,
        _ => 4,
    };
    format!("{number:.places$}")
}

/// Writes lines whose cells stand below each other; the first so many are flush left.
fn write_columns(lines: &[Vec<String>], left: usize, out: &mut Output) -> Result<()> {
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    for line in lines {
        let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if column < left { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits_that_matter() {
        let cases = [(0.00004, "0.0000"), (0.0123, "0.0123"), (0.12344, "0.123"), (9.996, "10.0"), (123.4, "123")];
        for (number, text) in cases {
            assert_eq!(figure(number), text);
        }
    }
}
