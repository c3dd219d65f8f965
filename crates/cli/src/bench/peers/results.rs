//! What became of every solver on every puzzle.

use std::path::Path;
use std::time::Duration;

use qedoku::Puzzle;
use qedoku::formats::PuzzleRecord;

use super::entrant::Entrant;
use crate::input::Source;
use crate::solvers::Run;

/// What became of a solver on a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// Answered in this time; whether there is a solution.
    Solved(Duration, bool),
    /// Not answered within the limit.
    Over,
    /// Answered wrongly: a sentence.
    Wrong(String),
    /// Ended without an answer: a sentence.
    Failed(String),
}

/// A puzzle and where it comes from.
#[derive(Debug)]
pub(crate) struct Subject {
    /// `16x16_1`, or `list:3` if the file has more puzzles.
    pub(crate) name: String,
    /// `puzzles/16x16_1.txt:1`.
    pub(crate) place: String,
    pub(crate) puzzle: Puzzle,
}

/// A puzzle, and what became of each solver on it; none if it was not run.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) subject: Subject,
    pub(crate) outcomes: Vec<Option<Outcome>>,
}

/// Everything that is known.
#[derive(Debug)]
pub(crate) struct Results {
    /// Of each run.
    pub(crate) limit: Duration,
    pub(crate) entrants: Vec<Entrant>,
    pub(crate) rows: Vec<Row>,
}

impl Outcome {
    /// What a run means; none if it was ended with everything.
    pub(crate) fn of(run: Run) -> Option<Outcome> {
        match run {
            Run::Solved(time, solvable) => Some(Outcome::Solved(time, solvable)),
            Run::Over => Some(Outcome::Over),
            Run::Wrong(why) => Some(Outcome::Wrong(why)),
            Run::Failed(why) => Some(Outcome::Failed(why)),
            Run::Ended => None,
        }
    }

    /// The time to the answer, if it is right for all we know.
    pub(crate) fn time(&self) -> Option<Duration> {
        if let Outcome::Solved(time, _) = self { Some(*time) } else { None }
    }
}

impl Subject {
    /// The puzzles of a text.
    pub(crate) fn all(source: &Source, records: Vec<PuzzleRecord>) -> Vec<Subject> {
        let stem =
            Path::new(&source.name).file_stem().map_or(source.name.clone(), |stem| stem.to_string_lossy().into());
        let is_alone = records.len() == 1;
        let subject = |PuzzleRecord { puzzle, line, .. }| Subject {
            name: if is_alone { stem.clone() } else { format!("{stem}:{line}") },
            place: format!("{source}:{line}"),
            puzzle,
        };
        records.into_iter().map(subject).collect()
    }

    /// `36x36`.
    pub(crate) fn size(&self) -> String {
        let side = self.puzzle.board().side();
        format!("{side}x{side}")
    }
}

impl Row {
    /// The places of the solvers that were run, and what became of them.
    pub(crate) fn known(&self) -> impl Iterator<Item = (usize, &Outcome)> {
        self.outcomes.iter().enumerate().filter_map(|(place, outcome)| Some((place, outcome.as_ref()?)))
    }

    /// Whether there is a solution, if anybody knows.
    pub(crate) fn is_solvable(&self) -> Option<bool> {
        let answers = self.known().filter_map(|(_, outcome)| match outcome {
            Outcome::Solved(_, solvable) => Some(*solvable),
            _ => None,
        });
        answers.max()
    }

    /// Whoever found no solution where another has one (and the referee accepted it) is wrong.
    pub(crate) fn expose_liars(&mut self) {
        if self.is_solvable() != Some(true) {
            return;
        }
        for outcome in self.outcomes.iter_mut().flatten() {
            if let Outcome::Solved(_, false) = outcome {
                *outcome = Outcome::Wrong("said that there is no solution, but another solver has one".to_owned());
            }
        }
    }
}

impl Results {
    /// Nothing is known yet.
    pub(crate) fn new(limit: Duration, entrants: Vec<Entrant>, subjects: Vec<Subject>) -> Results {
        let row = |subject| Row { subject, outcomes: vec![None; entrants.len()] };
        Results { limit, rows: subjects.into_iter().map(row).collect(), entrants }
    }

    /// The column of a solver, which may be a new one.
    pub(crate) fn place(&mut self, entrant: Entrant) -> usize {
        if let Some(place) = self.entrants.iter().position(|known| known.is(&entrant)) {
            return place;
        }
        self.entrants.push(entrant);
        self.rows.iter_mut().for_each(|row| row.outcomes.push(None));
        self.entrants.len() - 1
    }

    /// The puzzles that all solvers were run on: only on these do they compare.
    pub(crate) fn whole(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.outcomes.iter().all(Option::is_some))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A row of these outcomes.
    pub(crate) fn row(outcomes: &[Outcome]) -> Row {
        let puzzle = "1.3. .... .... ..2.".parse().unwrap();
        let subject = Subject { name: String::new(), place: String::new(), puzzle };
        Row { subject, outcomes: outcomes.iter().cloned().map(Some).collect() }
    }

    #[test]
    fn whoever_finds_nothing_where_another_has_a_solution_is_wrong() {
        let [solved, none] = [true, false].map(|solvable| Outcome::Solved(Duration::ZERO, solvable));
        let mut mixed = row(&[none.clone(), Outcome::Over, solved.clone()]);
        mixed.expose_liars();
        assert!(matches!(mixed.outcomes[0], Some(Outcome::Wrong(_))));
        assert_eq!(mixed.outcomes[1..], [Some(Outcome::Over), Some(solved)]);

        let mut agreed = row(&[none.clone(), none.clone()]);
        agreed.expose_liars();
        assert_eq!(agreed.is_solvable(), Some(false));
    }
}
