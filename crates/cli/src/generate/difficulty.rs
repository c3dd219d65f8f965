//! Options of `generate` for puzzles of a certain difficulty, and practice positions.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use qedoku::explain::{
    DifficultyFilter, DifficultySpec, DifficultySpecError, DifficultyVerdict, Explainer, HodokuLevel, Position, Step,
    TechniqueSet,
};
use qedoku::formats::{self, ReadOptions};
use qedoku::generate::PuzzleSpec;
use qedoku::{Board, Interrupt, Puzzle, SolveError};
use serde_json::{Value, json};

use crate::args::choice;
use crate::explain::LEVELS;

/// Failed attempts in a row after which a search for a difficulty gives up: about a minute on one core.
pub(super) const DEFAULT_TRIES: u64 = 50_000;
/// One batch of the SIMD engine: an interruption loses little.
pub(super) const ATTEMPTS_PER_CHUNK: u64 = 128;

#[derive(Args)]
pub(super) struct DifficultyArgs {
    /// Rating of Sudoku Explainer (ER): 7.2, 7.0..7.5 (inclusive), 8.. or ..3.4 (9x9)
    #[arg(long, value_name = "RANGE", value_parser = parse_se_range)]
    se: Option<RangeInclusive<u8>>,
    /// Level of the puzzle: easy, medium, hard, unfair or extreme; its techniques solve the puzzle, those below do not (up to 9x9)
    #[arg(long, value_name = "LEVEL", value_parser = choice(&LEVELS), hide_possible_values = true)]
    level: Option<HodokuLevel>,
    /// Technique that the puzzle needs, by identifier: easier ones do not solve it, with this one they do (up to 9x9)
    #[arg(long, value_name = "ID")]
    technique: Option<String>,
    /// Singles and the technique alone solve the puzzle
    #[arg(long, requires = "technique")]
    only: bool,
    /// Write the position just before the step of the technique, as a HoDoKu library line, which explain reads (9x9)
    #[arg(long, requires = "technique", conflicts_with_all = ["to", "size", "boxes"])]
    practice: bool,
    /// Judge levels and techniques without those that rest on the puzzle having exactly one solution
    #[arg(long)]
    no_uniqueness: bool,
}

impl DifficultyArgs {
    /// The requested difficulty, if any.
    pub(super) fn request(&self) -> Result<Option<DifficultyRequest>> {
        let spec = DifficultySpec {
            se: self.se.clone(),
            level: self.level,
            technique: self.technique.clone(),
            only: self.only,
            avoids_uniqueness: self.no_uniqueness,
        };
        if self.level.is_none() && self.technique.is_none() {
            ensure!(!self.no_uniqueness, "--no-uniqueness is about techniques: use it with --level or --technique");
        }
        if let Some(id) = &self.technique {
            id.parse::<TechniqueSet>()?;
            ensure!(!id.contains(','), "--technique takes one identifier, found \"{id}\"");
        }
        let is_requested = self.se.is_some() || self.level.is_some() || self.technique.is_some();
        Ok(is_requested.then_some(DifficultyRequest { spec, practice: self.practice }))
    }
}

/// The difficulty of the puzzles.
pub(super) struct DifficultyRequest {
    spec: DifficultySpec,
    pub(super) practice: bool,
}

impl DifficultyRequest {
    /// Fails if no puzzle can have the difficulty.
    pub(super) fn check(&self, board: Board) -> Result<(), DifficultySpecError> {
        self.spec.check(board)
    }

    pub(super) fn filter(&self, board: Board, interrupt: &Interrupt) -> DifficultyFilter {
        DifficultyFilter::new(self.spec.clone(), board, interrupt).expect("the specification was checked")
    }

    /// The message after too many failed attempts.
    pub(super) fn describe_exhausted(&self, spec: &PuzzleSpec, tries: u64, tally: Tally) -> String {
        let mut text = format!("no {spec} {} was found in {tries} attempts in a row; ", self.spec);
        text += &self.describe_tally(tally);
        text += "; --tries N makes more attempts";
        if self.spec.only {
            text += ", without --only other techniques may be needed too";
        } else if self.spec.se.is_some() {
            text += ", a wider range has more puzzles";
        }
        if spec.minimal && self.spec.level <= Some(HodokuLevel::Medium) && self.spec.se.is_none() {
            text += ", --not-minimal with --givens makes easier puzzles";
        }
        text
    }

    /// `of 3000 puzzles examined, 12 came near (they use x-wing, but need harder techniques too)`.
    pub(super) fn describe_tally(&self, tally: Tally) -> String {
        let near = if self.spec.technique.is_some() {
            "they use the technique, but need others too"
        } else if self.spec.level.is_some() {
            "they are harder"
        } else {
            "the rating is at most 0.3 off"
        };
        let mut text = format!("of {} puzzles examined, {} had the difficulty", tally.examined, tally.passed);
        let _ = write!(text, " and {} came near ({near})", tally.near);
        text
    }

    /// Fields of a puzzle in JSON.
    pub(super) fn fields(&self, selected: &Selected, position: Option<&str>) -> Value {
        let mut fields = json!({});
        if let Some(er) = selected.er {
            fields["er"] = (f64::from(er) / 10.0).into();
        }
        if let Some(level) = self.spec.level {
            fields["level"] = level.to_string().into();
        }
        if let Some(id) = &self.spec.technique {
            fields["technique"] = id.as_str().into();
        }
        if let (Some(position), Some((_, step))) = (position, &selected.first) {
            fields["position"] = position.into();
            fields["removed"] = step.eliminations.iter().map(ToString::to_string).collect::<Vec<_>>().into();
        }
        fields
    }
}

/// How many puzzles were examined, and what came of them.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    examined: u64,
    near: u64,
    passed: u64,
}

/// A puzzle that has the difficulty.
pub(super) struct Selected {
    er: Option<u8>,
    /// The position before the first step of the technique, and the step.
    first: Option<(Position, Step)>,
}

impl Tally {
    pub(super) fn add(&mut self, other: Tally) {
        self.examined += other.examined;
        self.near += other.near;
        self.passed += other.passed;
    }

    /// Judges a puzzle, and judges it again before it is accepted.
    pub(super) fn select(
        &mut self,
        filter: &mut DifficultyFilter,
        puzzle: &Puzzle,
    ) -> Result<Option<Selected>, SolveError> {
        self.examined += 1;
        let verdict = filter.judge(puzzle)?;
        let DifficultyVerdict::Passed(first) = verdict else {
            self.near += u64::from(verdict == DifficultyVerdict::Near);
            return Ok(None);
        };
        let confirmed = filter.confirm(puzzle)?;
        let er = confirmed.expect("a puzzle that passed passes again");
        self.passed += 1;
        Ok(Some(Selected { er, first: first.map(|first| *first) }))
    }
}

impl Selected {
    /// The practice position as a library line of HoDoKu. It is read again, and the technique is found in what was read.
    pub(super) fn position_line(&self, puzzle: &Puzzle) -> Result<String> {
        let (position, step) = self.first.as_ref().context("internal error: a practice position has a technique")?;
        let line = library_line(puzzle, position);
        let record =
            formats::read(&line, &ReadOptions::default()).next().context("internal error: the line is empty")?;
        let record = record.map_err(|error| anyhow!("internal error: {line}: {error}"))?;
        let read = Position::from_progress(puzzle, &record.puzzle)?;
        let found = Explainer::default().instances(&read, &[step.technique], Some(puzzle));
        if read != *position || !found.iter().any(|other| other.eliminations == step.eliminations) {
            bail!("internal error: {line} does not show {}", step.technique);
        }
        Ok(line)
    }
}

/// `:0000:x:CELLS:CANDIDATES::`, with a `+` before digits that are no givens and the candidates that no digit eliminates.
fn library_line(puzzle: &Puzzle, position: &Position) -> String {
    let (mut cells, mut eliminated) = (String::new(), Vec::new());
    let initial = Puzzle::new(position.placed().clone()).initial_candidates();
    for (cell, initial) in position.board().cells().zip(initial) {
        let Some(digit) = position.placed().get(cell) else {
            cells.push('.');
            let lost = initial - position.candidates(cell);
            eliminated.extend(lost.iter().map(|digit| format!("{digit}{}{}", cell.row() + 1, cell.column() + 1)));
            continue;
        };
        let plus = if puzzle.givens().get(cell).is_none() { "+" } else { "" };
        let _ = write!(cells, "{plus}{digit}");
    }
    format!(":0000:x:{cells}:{}::", eliminated.join(" "))
}

/// Parses a range of ratings in tenths: `7.2`, `7.0..7.5`, `8..` or `..3.4`.
fn parse_se_range(text: &str) -> Result<RangeInclusive<u8>> {
    let number = |text: &str| -> Result<u8> {
        let expected = || anyhow!("expected a rating such as 7.2 or a range such as 7.0..7.5, found '{text}'");
        let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
        let is_digits = |text: &str, most: usize| {
            (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        ensure!(is_digits(whole, 2) && is_digits(tenths, 1), expected());
        let (whole, tenths): (u16, u16) = (whole.parse()?, tenths.parse()?);
        u8::try_from(10 * whole + tenths).map_err(|_| expected())
    };
    let end = |text: &str, open: u8| if text.is_empty() { Ok(open) } else { number(text) };
    let (min, max) = match text.split_once("..") {
        Some((min, max)) => (end(min, 0)?, end(max, u8::MAX)?),
        None => number(text).map(|only| (only, only))?,
    };
    ensure!(min <= max, "{text}: the first rating is above the second");
    Ok(min..=max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_ratings_are_parsed() {
        for (text, range) in
            [("7.2", 72..=72), ("7.0..7.5", 70..=75), ("8..", 80..=255), ("..3.4", 0..=34), ("7..7.5", 70..=75)]
        {
            assert_eq!(parse_se_range(text).unwrap(), range, "{text}");
        }
        for text in ["", "x", "7.5..7.0", "7.25", "7.", "-1", "99.9", "7...8"] {
            assert!(parse_se_range(text).is_err(), "{text}");
        }
    }
}
