//! What there is to say of a puzzle: the steps, and what stands around them.

use qedoku_puzzle::formats::Alphabet;
use qedoku_puzzle::{Answer, Candidate, Digit, Grid, House, Puzzle};
use serde_json::{Value, json as value};

use super::ask::Ask;
use super::{Account, Ambiguous, Explainer, Explanation, Few, Impossible, Mistakes, Position, Step, Wrong};
use super::{Hint, hint, json, mistakes, tell};
use qedoku_solve::number_format::pluralize;
use qedoku_solve::{SolveError, Solver};

/// An answer to what was asked, for people and for scripts.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What was asked.
    pub ask: Ask,
    /// How it went.
    pub verdict: Verdict,
    /// The position that the steps start from.
    pub start: Position,
    /// The steps that answer it.
    pub steps: Vec<Step>,
    /// Lines before the steps.
    pub before: Vec<String>,
    /// Grids after them.
    pub grids: Vec<Grid>,
    /// Lines at the end.
    pub after: Vec<String>,
    /// All that is not in the steps, for scripts.
    fields: Value,
}

/// How a question was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As hoped: the puzzle has one solution, or there is a reason for what was asked.
    Yes,
    /// The puzzle has no solution.
    Impossible,
    /// It has several, or the position of the player is wrong, or there is no such reason.
    No,
}

impl Reply {
    /// Asks about a puzzle, or about the position that a player has made of it.
    ///
    /// A position that is wrong is told as such, whatever was asked.
    pub fn new(
        explainer: &mut Explainer,
        ask: Ask,
        puzzle: &Puzzle,
        entered: Option<Position>,
        solver: &Solver,
    ) -> Result<Reply, SolveError> {
        explainer.interrupt = solver.interrupt.clone();
        let reply = match entered {
            None if ask == Ask::Everything => account(explainer, puzzle, solver),
            None => asked(explainer, ask, puzzle, Position::new(puzzle), solver),
            Some(position) => match mistaken(ask, puzzle, &position, solver)? {
                Some(reply) => Ok(reply),
                None => asked(explainer, ask, puzzle, position, solver),
            },
        };
        if solver.interrupt.is_set() { Err(SolveError::Interrupted) } else { reply }
    }

    fn empty(ask: Ask, verdict: Verdict, start: Position, fields: Value) -> Reply {
        let (steps, before, grids, after) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Reply { ask, verdict, start, steps, before, grids, after, fields }
    }

    /// The position before each step. (All possible steps start from the same one.)
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let mut position = self.start.clone();
        self.steps.iter().map(move |step| {
            let before = position.clone();
            if !matches!(self.ask, Ask::All(_)) {
                position.apply(step);
            }
            before
        })
    }

    /// What is told of each step.
    pub fn sentences(&self, alphabet: Option<Alphabet>) -> impl Iterator<Item = String> {
        self.positions().zip(&self.steps).map(move |(position, step)| match self.ask {
            Ask::Hint(strength) => hint(&position, step, strength, alphabet),
            _ => tell(&position, step, alphabet),
        })
    }

    /// All of it for scripts; a hint does not give its step away.
    pub fn fields(&self, alphabet: Option<Alphabet>) -> Value {
        let mut all = self.fields.clone();
        let told: Vec<&str> = self.before.iter().chain(&self.after).map(String::as_str).collect();
        if !told.is_empty() {
            all["sentence"] = told.join(" ").into();
        }
        match self.ask {
            Ask::Hint(strength) if strength != Hint::Reason => {
                all["hint"] = self.sentences(alphabet).next().into();
            }
            _ => {
                let steps = self.positions().zip(&self.steps);
                all["steps"] = steps.map(|(position, step)| json::step(&position, step, alphabet)).collect();
            }
        }
        all
    }
}

/// The whole story of a puzzle.
fn account(explainer: &mut Explainer, puzzle: &Puzzle, solver: &Solver) -> Result<Reply, SolveError> {
    let account = explainer.account(puzzle, solver)?;
    let start = account.start(puzzle);
    Ok(match account {
        Account::One(explanation) => one(start, explanation),
        Account::None(why, explanation) => none(start, &why, explanation),
        Account::Many(why) => many(start, &why),
    })
}

fn one(start: Position, explanation: Explanation) -> Reply {
    let mut end = start.clone();
    explanation.steps.iter().for_each(|step| end.apply(step));
    let fields = value!({ "answer": "one", "solution": end.placed().to_string(), "smallest": explanation.smallest });
    let mut reply = Reply::empty(Ask::Everything, Verdict::Yes, start, fields);
    reply.grids = vec![end.placed().clone()];
    reply.after = vec![format!("one solution: {}", summary(&explanation))];
    reply.steps = explanation.steps;
    reply
}

/// `54 steps, the hardest an XY-wing of 3 sets`.
fn summary(explanation: &Explanation) -> String {
    let steps = pluralize(explanation.steps.len() as u64, "step");
    let hardest = explanation.steps.iter().max_by_key(|step| (step.size(), step.technique));
    match hardest {
        Some(step) if step.size() > 0 => {
            let sets = pluralize(step.size() as u64, "set");
            format!("{steps}, the hardest: {} ({sets})", step.technique)
        }
        _ => steps,
    }
}

fn none(start: Position, why: &Impossible, explanation: Explanation) -> Reply {
    let few = match why.few {
        Few::Smallest => "smallest",
        Few::Irreducible => "irreducible",
        Few::Reduced => "reduced",
    };
    let fields = value!({
        "answer": "none", "clashing": names(&why.givens), "few": few,
        "removable": names(&why.removable), "undecided": names(&why.undecided),
    });
    let mut reply = Reply::empty(Ask::Everything, Verdict::Impossible, start, fields);
    reply.before = vec![clashing(why)];
    reply.steps = if why.clash.is_some() { Vec::new() } else { explanation.steps };
    reply.after = vec![removable(why)];
    reply
}

/// `No solution: these 3 givens already clash, and no fewer do: ...`.
fn clashing(why: &Impossible) -> String {
    let givens = list(&why.givens);
    match (&why.clash, why.givens.len(), why.few) {
        (Some(clash), ..) => format!("No solution: {clash}."),
        (None, 0, _) => "No solution, whatever the givens: the candidates that were ruled out leave none.".to_owned(),
        (None, 1, _) => format!("No solution: {givens} alone is impossible."),
        (None, count, Few::Smallest) => {
            format!("No solution: these {count} givens are impossible together, and no fewer are: {givens}.")
        }
        (None, count, Few::Irreducible) => {
            format!("No solution: these {count} givens are impossible together, and none can be left out: {givens}.")
        }
        (None, count, Few::Reduced) => format!("No solution: these {count} givens are impossible together: {givens}."),
    }
}

fn removable(why: &Impossible) -> String {
    match &why.removable[..] {
        [] if why.undecided.is_empty() => {
            "No single given can be blamed: without any one there is still no solution.".to_owned()
        }
        [] => "Whether one given less would do, was not found out.".to_owned(),
        [one] => format!("Without {one} there is a solution."),
        several => format!("Without any one of these there is a solution: {}.", list(several)),
    }
}

fn many(start: Position, why: &Ambiguous) -> Reply {
    let cells: Vec<String> = why.open.iter().map(|(cell, _)| cell.to_string()).collect();
    let extra = why.extra.as_deref();
    let fields = value!({
        "answer": "many",
        "solutions": why.solutions.each_ref().map(Grid::to_string),
        "differ": cells, "all_differ": why.all_open,
        "extra": extra.map(names), "extra_at_least": why.at_least,
    });
    let mut reply = Reply::empty(Ask::Everything, Verdict::No, start, fields);
    reply.before = vec!["Many solutions. Two of them:".to_owned()];
    reply.grids = why.solutions.to_vec();
    let (cells, at_least) = (pluralize(cells.len() as u64, "cell"), if why.all_open { "" } else { "at least " });
    reply.after =
        vec![format!("Solutions differ in {at_least}{cells}: {}.", join(&why.open, |(cell, _)| cell.to_string()))];
    reply.after.extend(extra.map(|extra| deciding(why, extra)));
    reply
}

/// `With r1c3=1 there would be only one; fewer givens do not do.`
fn deciding(why: &Ambiguous, extra: &[Candidate]) -> String {
    let givens = list(extra);
    match extra.len() {
        1 => format!("With {givens} there would be only one."),
        count if why.is_smallest() => {
            format!("With these {count} there would be only one, and with no fewer: {givens}.")
        }
        count => format!("With these {count} there would be only one: {givens}. It takes at least {}.", why.at_least),
    }
}

/// Steps from a position.
fn asked(
    explainer: &mut Explainer,
    ask: Ask,
    puzzle: &Puzzle,
    start: Position,
    solver: &Solver,
) -> Result<Reply, SolveError> {
    let told = ask.answer(explainer, &start);
    let Some(told) = told.filter(|told| !told.steps.is_empty()) else { return unexplained(ask, puzzle, start, solver) };
    let mut reply = Reply::empty(ask, Verdict::Yes, start, value!({ "smallest": told.smallest }));
    reply.steps = told.steps;
    Ok(reply)
}

/// There is no step that answers it: what is true instead.
fn unexplained(ask: Ask, puzzle: &Puzzle, start: Position, solver: &Solver) -> Result<Reply, SolveError> {
    let sentence = match ask.candidate() {
        None if start.is_full() => "Every cell has its digit.".to_owned(),
        None => "No step was found: every candidate that is left may be in some solution.".to_owned(),
        Some(candidate) => about(candidate, puzzle, &start, solver)?,
    };
    let mut reply = Reply::empty(ask, Verdict::No, start, value!({}));
    reply.before = vec![sentence];
    Ok(reply)
}

/// What is true of a candidate that has no reason.
fn about(candidate: Candidate, puzzle: &Puzzle, start: &Position, solver: &Solver) -> Result<String, SolveError> {
    let Candidate { cell, digit } = candidate;
    if let Some(placed) = start.placed().get(cell) {
        return Ok(format!("{cell} holds {placed}."));
    }
    if !start.allows(candidate) {
        return Ok(ruled_out(candidate, start));
    }
    Ok(match solver.answer(puzzle)? {
        Answer::None => "The puzzle has no solution.".to_owned(),
        Answer::One(solution) => match solution.get(cell) {
            Some(right) if right == digit => format!("{cell} is {digit} in the solution."),
            right => format!("{cell} is not {digit}: the solution has {} there.", right.expect("a solution is full")),
        },
        Answer::Many(..) => format!("The puzzle has several solutions, and {candidate} was neither shown nor refuted."),
    })
}

/// Why a candidate is not there any more.
fn ruled_out(candidate: Candidate, start: &Position) -> String {
    let Candidate { cell, digit } = candidate;
    let (board, placed) = (start.board(), start.placed());
    let holder = |house: House| board.cells_of(house).find(|other| placed.get(*other) == Some(digit));
    match board.houses_of(cell).into_iter().find_map(|house| Some((holder(house)?, house))) {
        Some((other, house)) => format!("{cell} cannot be {digit}: {other} holds it in {house}."),
        None => format!("{digit} is not a candidate of {cell}: it was crossed out."),
    }
}

/// What a player got wrong, if anything.
fn mistaken(ask: Ask, puzzle: &Puzzle, start: &Position, solver: &Solver) -> Result<Option<Reply>, SolveError> {
    let Some(found) = mistakes(puzzle, start, &solver.interrupt)? else { return Ok(None) };
    if found.wrong.is_empty() && found.lost.is_empty() && found.clashes.is_empty() && found.is_possible {
        return Ok(None);
    }
    let wrong =
        found.wrong.iter().map(|wrong| value!({ "placed": wrong.placed.to_string(), "instead": digits(wrong) }));
    let fields = value!({
        "wrong": wrong.collect::<Vec<_>>(),
        "lost": names(&found.lost),
        "clashes": found.clashes.iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    let mut reply = Reply::empty(ask, Verdict::No, start.clone(), fields);
    reply.before = sentences(&found);
    Ok(Some(reply))
}

fn sentences(found: &Mistakes) -> Vec<String> {
    let mut lines: Vec<String> = found.clashes.iter().map(|clash| format!("Wrong: {clash}.")).collect();
    lines.extend(found.wrong.iter().map(|wrong| {
        let instead = join(&digits(wrong), ToString::to_string);
        format!("Wrong: {} is not {}; it is {}.", wrong.placed.cell, wrong.placed.digit, instead.replace(", ", " or "))
    }));
    let lost =
        |lost: &Candidate| format!("Wrong: {} is not ruled out from {}; it is the digit there.", lost.digit, lost.cell);
    lines.extend(found.lost.iter().map(lost));
    if lines.is_empty() {
        lines.push("Wrong: each digit may be right, but no solution has them all.".to_owned());
    }
    lines
}

fn digits(wrong: &Wrong) -> Vec<usize> {
    wrong.instead.iter().map(Digit::get).collect()
}

fn names(candidates: &[Candidate]) -> Vec<String> {
    candidates.iter().map(ToString::to_string).collect()
}

fn list(candidates: &[Candidate]) -> String {
    names(candidates).join(", ")
}

fn join<T>(things: &[T], name: impl Fn(&T) -> String) -> String {
    things.iter().map(name).collect::<Vec<_>>().join(", ")
}
