//! Difficulty filters: whether a puzzle has a rating, a level, or needs a technique.
//!
//! A generator makes puzzles of every difficulty; a filter keeps those that were asked for. Each condition is decided by the
//! engine that players use: SE ratings by [`SeRater`], levels and techniques by the named path of [`Explainer`] with a
//! [`TechniqueSet`]. So `explain --level` and `rate` give the same verdict on a puzzle that passed.
//!
//! ```text
//!   se          the ER rating lies in a range
//!   level       the techniques of the level solve the puzzle, those of the level below do not
//!   technique   with the techniques that are easier the puzzle is not solved, with this one as well it is
//!   only        the same with singles instead of the easier techniques
//! ```

use std::fmt;
use std::ops::RangeInclusive;

use qedoku_puzzle::{Board, Puzzle};
use qedoku_solve::{Interrupt, SolveError};

use super::patterns::PatternFinder;
use super::technique_path::easier_techniques;
use super::{Explainer, ExplanationEnd, HodokuLevel, Position, SeRater, Step, Technique, TechniqueSet};

/// The difficulty that puzzles must have. All conditions that are set must hold.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct DifficultySpec {
    /// ER rating of Sudoku Explainer in tenths, both ends included; on 9x9.
    pub se: Option<RangeInclusive<u8>>,
    /// Level: solved by its techniques, not by those of the level below.
    pub level: Option<HodokuLevel>,
    /// Identifier of a technique that the puzzle needs.
    pub technique: Option<String>,
    /// Whether singles and the technique alone solve the puzzle.
    pub only: bool,
    /// Whether techniques that rest on uniqueness are left out.
    pub avoids_uniqueness: bool,
}

/// The reason why no puzzle can pass a [`DifficultySpec`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DifficultySpecError(String);

/// A verdict on a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DifficultyVerdict {
    /// All conditions hold. With a technique: the position just before its first step, and the step.
    Passed(Option<Box<(Position, Step)>>),
    /// The puzzle is close: its rating is at most 0.3 off, the level below does not solve it, or it uses the technique but needs others too.
    Near,
    /// Some condition does not hold.
    Failed,
}

/// Decides which puzzles have a difficulty. Keeps its buffers from one puzzle to the next; use one per thread.
pub struct DifficultyFilter {
    spec: DifficultySpec,
    /// The techniques with the identifier of the specification.
    techniques: Vec<Technique>,
    /// The techniques that must not suffice, and those that must.
    stages: Option<(TechniqueSet, TechniqueSet)>,
    rater: SeRater,
    explainer: Explainer,
}

/// Ratings this far from the range are near, in tenths.
const NEAR: u8 = 3;
/// SE ratings of puzzles that singles solve end at 2.3, those of others start at 1.7 (direct pointing).
const SINGLES_MAX: u8 = 23;
const BEYOND_SINGLES_MIN: u8 = 17;
/// The highest rating of a puzzle that is known.
const SE_MAX: u8 = 119;

impl DifficultySpec {
    /// Fails if no puzzle of a board can have this difficulty.
    pub fn check(&self, board: Board) -> Result<(), DifficultySpecError> {
        let refuse = |reason: String| Err(DifficultySpecError(reason));
        if let Some(se) = &self.se {
            if board != Board::CLASSIC {
                return refuse(format!("SE ratings are for 9x9 only; this board is {board}"));
            }
            if *se.start() > SE_MAX || *se.end() < 10 {
                return refuse("SE ratings of puzzles lie between 1.0 and 11.9".into());
            }
        }
        if (self.level.is_some() || self.technique.is_some()) && !PatternFinder::supports(board) {
            return refuse(format!("techniques are searched by name up to 9x9; this board is {board}"));
        }
        self.check_level()?;
        self.check_technique()
    }

    fn check_level(&self) -> Result<(), DifficultySpecError> {
        let (Some(level), Some(se)) = (self.level, &self.se) else { return Ok(()) };
        if level == HodokuLevel::Easy && *se.start() > SINGLES_MAX {
            return Err(DifficultySpecError("an easy puzzle is solved by singles, which are rated 2.3 at most".into()));
        }
        if level > HodokuLevel::Easy && *se.end() < BEYOND_SINGLES_MIN {
            return Err(DifficultySpecError(format!(
                "a puzzle rated below 1.7 is solved by singles, so it is easy, not {level}"
            )));
        }
        Ok(())
    }

    fn check_technique(&self) -> Result<(), DifficultySpecError> {
        let refuse = |reason: String| Err(DifficultySpecError(reason));
        let Some(id) = &self.technique else {
            return if self.only {
                refuse("a single technique is requested, but none is named".into())
            } else {
                Ok(())
            };
        };
        let (_, set) = self.technique_stages(id)?;
        let own = Technique::with_id(id);
        let lowest = own.iter().map(|technique| technique.hodoku_level()).min().unwrap_or(HodokuLevel::Easy);
        let highest = set.iter().map(Technique::hodoku_level).max().unwrap_or(lowest);
        if let Some(level) = self.level.filter(|level| !(lowest..=highest).contains(level)) {
            return refuse(format!(
                "{} is a technique of the level {lowest}, so a puzzle that needs it and nothing harder is not {level}",
                own[0]
            ));
        }
        if self.se.as_ref().is_some_and(|se| *se.end() < BEYOND_SINGLES_MIN) {
            return refuse(format!("a puzzle rated below 1.7 is solved by singles, so it does not need {}", own[0]));
        }
        if self.avoids_uniqueness && own.iter().all(|technique| technique.rests_on_uniqueness()) {
            return refuse(format!("{} rests on the puzzle having exactly one solution", own[0]));
        }
        Ok(())
    }

    /// The techniques that must not solve the puzzle, and those that must.
    fn technique_stages(&self, id: &str) -> Result<(TechniqueSet, TechniqueSet), DifficultySpecError> {
        let own = Technique::with_id(id);
        let Some(first) = own.first() else { return Err(DifficultySpecError(format!("unknown technique \"{id}\""))) };
        if first.hodoku_level() == HodokuLevel::Easy {
            return Err(DifficultySpecError(format!("{first} belongs to every set of techniques: use --level easy")));
        }
        let Some(easier) = easier_techniques(&own) else {
            return Err(DifficultySpecError(format!("{first} is no technique that paths search for by name")));
        };
        let below: TechniqueSet = if self.only { std::iter::empty().collect() } else { easier.into_iter().collect() };
        Ok((below, below.iter().chain(own).collect()))
    }

    fn level_stages(level: HodokuLevel) -> (Option<TechniqueSet>, TechniqueSet) {
        let below = HodokuLevel::ALL.into_iter().rfind(|below| *below < level);
        (below.map(TechniqueSet::up_to), TechniqueSet::up_to(level))
    }
}

impl DifficultyFilter {
    /// A filter for the puzzles of a board, or the reason why none can pass.
    pub fn new(
        spec: DifficultySpec,
        board: Board,
        interrupt: &Interrupt,
    ) -> Result<DifficultyFilter, DifficultySpecError> {
        spec.check(board)?;
        let stages = spec.technique.as_deref().map(|id| spec.technique_stages(id)).transpose()?;
        let techniques = spec.technique.as_deref().map(Technique::with_id).unwrap_or_default();
        let mut explainer = Explainer::default();
        explainer.interrupt = interrupt.clone();
        Ok(DifficultyFilter { spec, techniques, stages, rater: SeRater::default(), explainer })
    }

    /// Whether a puzzle with exactly one solution has the difficulty. The cheap conditions come first.
    pub fn judge(&mut self, puzzle: &Puzzle) -> Result<DifficultyVerdict, SolveError> {
        self.explainer.unique_puzzle = (!self.spec.avoids_uniqueness).then(|| puzzle.clone());
        let mut verdict = DifficultyVerdict::Passed(None);
        if let Some(level) = self.spec.level {
            verdict = self.judge_level(puzzle, level)?;
        }
        if let (DifficultyVerdict::Passed(_), Some(stages)) = (&verdict, self.stages) {
            verdict = self.judge_technique(puzzle, stages)?;
        }
        if let (DifficultyVerdict::Passed(_), Some(se)) = (&verdict, self.spec.se.clone()) {
            match self.judge_se(puzzle, &se)? {
                DifficultyVerdict::Passed(_) => {}
                other => verdict = other,
            }
        }
        Ok(verdict)
    }

    /// Judges a puzzle again with a filter that has no state of earlier puzzles, and rates it in full. `None` if it does not pass;
    /// else its ER rating in tenths, if a rating was requested.
    pub fn confirm(&self, puzzle: &Puzzle) -> Result<Option<Option<u8>>, SolveError> {
        let interrupt = &self.explainer.interrupt;
        let fresh = DifficultyFilter::new(self.spec.clone(), puzzle.board(), interrupt);
        let mut fresh = fresh.expect("the specification was checked");
        if !matches!(fresh.judge(puzzle)?, DifficultyVerdict::Passed(_)) {
            return Ok(None);
        }
        let Some(se) = &self.spec.se else { return Ok(Some(None)) };
        let rating = SeRater::default().rate(puzzle, interrupt).map_err(|incomplete| incomplete.error)?;
        Ok(rating.map(|rating| rating.er).filter(|er| se.contains(er)).map(Some))
    }

    fn judge_se(&mut self, puzzle: &Puzzle, se: &RangeInclusive<u8>) -> Result<DifficultyVerdict, SolveError> {
        // Ratings above the range need not be exact.
        let limit = se.end().saturating_add(NEAR);
        let rating =
            self.rater.rate_up_to(puzzle, limit, &self.explainer.interrupt).map_err(|incomplete| incomplete.error)?;
        let er = rating.map_or(0, |rating| rating.er);
        Ok(if se.contains(&er) {
            DifficultyVerdict::Passed(None)
        } else if er <= limit && er + NEAR >= *se.start() {
            DifficultyVerdict::Near
        } else {
            DifficultyVerdict::Failed
        })
    }

    fn judge_level(&mut self, puzzle: &Puzzle, level: HodokuLevel) -> Result<DifficultyVerdict, SolveError> {
        let (below, upto) = DifficultySpec::level_stages(level);
        if let Some(below) = below
            && self.solve(puzzle, below)?.is_some()
        {
            return Ok(DifficultyVerdict::Failed);
        }
        let is_solved = self.solve(puzzle, upto)?.is_some();
        Ok(if is_solved { DifficultyVerdict::Passed(None) } else { DifficultyVerdict::Near })
    }

    fn judge_technique(
        &mut self,
        puzzle: &Puzzle,
        (below, with): (TechniqueSet, TechniqueSet),
    ) -> Result<DifficultyVerdict, SolveError> {
        if self.solve(puzzle, below)?.is_some() {
            return Ok(DifficultyVerdict::Failed);
        }
        self.explainer.techniques = Some(with);
        let explanation = self.explainer.explain(puzzle).map_err(|incomplete| incomplete.error)?;
        let first = explanation.iter().find(|one| self.techniques.contains(&one.step.technique));
        let first = first.map(|one| Box::new((one.position, one.step.clone())));
        Ok(match (explanation.end, first) {
            (ExplanationEnd::Solved, Some(first)) => DifficultyVerdict::Passed(Some(first)),
            (_, Some(_)) => DifficultyVerdict::Near,
            (_, None) => DifficultyVerdict::Failed,
        })
    }

    /// The steps that solve a puzzle with some techniques; `None` if they do not suffice.
    fn solve(&mut self, puzzle: &Puzzle, techniques: TechniqueSet) -> Result<Option<Vec<Step>>, SolveError> {
        self.explainer.techniques = Some(techniques);
        let explanation = self.explainer.explain(puzzle).map_err(|incomplete| incomplete.error)?;
        Ok((explanation.end == ExplanationEnd::Solved).then_some(explanation.steps))
    }
}

impl fmt::Debug for DifficultyFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DifficultyFilter").field("spec", &self.spec).finish_non_exhaustive()
    }
}

/// `of level hard`, `that needs x-wing`, `rated 7.0 to 7.5`.
impl fmt::Display for DifficultySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.level.map(|level| format!("of level {level}")));
        parts.extend(self.se.as_ref().map(|se| {
            let tenths = |value: u8| format!("{}.{}", value / 10, value % 10);
            match (*se.start(), *se.end()) {
                (0, end) => format!("rated {} or less", tenths(end)),
                (start, u8::MAX) => format!("rated {} or more", tenths(start)),
                (start, end) if start == end => format!("rated {}", tenths(start)),
                (start, end) => format!("rated {} to {}", tenths(start), tenths(end)),
            }
        }));
        parts.extend(self.technique.as_ref().map(|id| {
            if self.only { format!("solved by singles and {id} alone") } else { format!("that needs {id}") }
        }));
        f.write_str(&parts.join(", "))
    }
}

impl fmt::Display for DifficultySpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DifficultySpecError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_that_no_puzzle_meets_are_refused_with_a_reason() {
        let of = |se: Option<RangeInclusive<u8>>, level, technique: Option<&str>| DifficultySpec {
            se,
            level,
            technique: technique.map(str::to_owned),
            ..DifficultySpec::default()
        };
        let reason = |spec: DifficultySpec| spec.check(Board::CLASSIC).map_err(|error| error.to_string());
        assert_eq!(reason(of(Some(70..=75), None, None)), Ok(()));
        assert_eq!(reason(of(None, Some(HodokuLevel::Hard), Some("x-wing"))), Ok(()));
        for (spec, part) in [
            (of(Some(120..=130), None, None), "between 1.0 and 11.9"),
            (of(Some(30..=40), Some(HodokuLevel::Easy), None), "2.3 at most"),
            (of(Some(10..=15), Some(HodokuLevel::Hard), None), "it is easy, not hard"),
            (of(None, Some(HodokuLevel::Medium), Some("x-wing")), "level hard"),
            (of(None, Some(HodokuLevel::Unfair), Some("x-wing")), "is not unfair"),
            (of(None, None, Some("naked-single")), "belongs to every set"),
            (of(None, None, Some("nested")), "no technique that paths search for"),
            (of(None, None, Some("y-wing")), "unknown technique"),
            (DifficultySpec { only: true, ..DifficultySpec::default() }, "none is named"),
        ] {
            let error = reason(spec.clone()).expect_err(&spec.to_string());
            assert!(error.contains(part), "{spec}: {error}");
        }
        let large = of(None, Some(HodokuLevel::Hard), None).check(Board::of_side(16).unwrap());
        assert!(large.is_err());
    }
}
