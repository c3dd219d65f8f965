//! What is timed: puzzles in, lines out.

use std::sync::{Mutex, PoisonError};

use qedoku::lanes::{Digits, Effort, Found, Simd, Solver};
use qedoku::{Answer, Interrupt, SatEngine, SolveError, formats};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::list::{LINE, Text};

/// What answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Engine {
    Lanes(Simd),
    Sat,
}

/// How the puzzles get to the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// Many in a call, on one thread.
    Batches,
    /// One per call, on one thread.
    Single,
    /// On all threads; many in a call, if the engine can do that.
    Threads,
}

/// How many puzzles have which answer, and how often the engine had to guess.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Answers {
    pub(crate) none: u64,
    pub(crate) one: u64,
    pub(crate) many: u64,
    pub(crate) guesses: u64,
}

/// An engine with its puzzles.
pub(crate) enum Work<'l> {
    Lanes(Simd, &'l [u8]),
    Sat(Vec<Text>, qedoku::Solver),
}

/// Puzzles in a call.
const BATCH: usize = 4096;

impl<'l> Work<'l> {
    pub(crate) fn lanes(simd: Simd, lines: &'l [u8]) -> Work<'l> {
        Work::Lanes(simd, lines)
    }

    pub(crate) fn sat(sample: Vec<Text>, stop: &Interrupt) -> Work<'l> {
        let engine = qedoku::Engine::Sat(SatEngine::default());
        Work::Sat(sample, qedoku::Solver { interrupt: stop.clone(), ..qedoku::Solver::new(engine) })
    }

    /// How many puzzles.
    pub(crate) fn count(&self) -> usize {
        match self {
            Work::Lanes(_, lines) => lines.len() / LINE,
            Work::Sat(texts, _) => texts.len(),
        }
    }

    /// The ways that make a difference.
    pub(crate) fn ways(&self) -> impl Iterator<Item = Way> {
        let is_lanes = matches!(self, Work::Lanes(..));
        let has_threads = rayon::current_num_threads() > 1;
        let ways = [(Way::Batches, is_lanes), (Way::Single, true), (Way::Threads, has_threads)];
        ways.into_iter().filter(|(_, makes_sense)| *makes_sense).map(|(way, _)| way)
    }

    /// Goes over all puzzles so many times.
    pub(crate) fn run(&self, way: Way, passes: usize) -> Result<Answers, SolveError> {
        match self {
            Work::Lanes(simd, lines) => Ok(answer_lines(*simd, lines, way, passes)),
            Work::Sat(texts, solver) if way == Way::Threads => {
                let texts = (0..passes * texts.len()).into_par_iter().map(|place| &texts[place % texts.len()]);
                let answers = texts.map_init(Vec::new, |out, text| answer_text(solver, text, out));
                answers.try_reduce(Answers::default, |one, other| Ok(one.plus(other)))
            }
            Work::Sat(texts, solver) => {
                let (mut all, mut out) = (Answers::default(), Vec::new());
                for text in (0..passes).flat_map(|_| texts) {
                    all = all.plus(answer_text(solver, text, &mut out)?);
                }
                Ok(all)
            }
        }
    }
}

/// All passes over the lines: one piece of them after the other, or on all threads.
fn answer_lines(simd: Simd, lines: &[u8], way: Way, passes: usize) -> Answers {
    let count = lines.len() / LINE;
    let size = match way {
        Way::Single => 1,
        Way::Batches => BATCH,
        // A short list is shared by all threads too.
        Way::Threads => count.div_ceil(4 * rayon::current_num_threads()).min(BATCH),
    };
    let pieces: Vec<&[u8]> = lines.chunks(size * LINE).collect();
    let places = 0..passes * pieces.len();
    if way == Way::Threads {
        let desks: Mutex<Vec<Desk>> = Mutex::default();
        let desks = || desks.lock().unwrap_or_else(PoisonError::into_inner);
        let work = |place: usize| {
            let free = desks().pop();
            let mut desk = free.unwrap_or_else(|| Desk::new(simd));
            let answers = desk.answer(pieces[place % pieces.len()]);
            desks().push(desk);
            answers
        };
        return places.into_par_iter().map(work).reduce(Answers::default, Answers::plus);
    }
    let mut desk = Desk::new(simd);
    places.map(|place| desk.answer(pieces[place % pieces.len()])).fold(Answers::default(), Answers::plus)
}

/// A solver and the papers around it.
struct Desk {
    solver: Solver,
    questions: Vec<Digits>,
    found: Vec<Found>,
    out: Vec<u8>,
}

impl Desk {
    fn new(simd: Simd) -> Desk {
        Desk { solver: Solver::new(simd), questions: Vec::new(), found: Vec::new(), out: Vec::new() }
    }

    /// Reads lines, answers the puzzles, and writes a line for each.
    fn answer(&mut self, lines: &[u8]) -> Answers {
        self.questions.clear();
        self.questions.extend(lines.chunks_exact(LINE).map(digits));
        self.found.resize(self.questions.len(), Found::default());
        let Effort { guesses, .. } = self.solver.solve(&self.questions, 2, &mut self.found);
        self.out.clear();
        let mut answers = Answers { guesses, ..Answers::default() };
        for Found { count, solution } in &self.found {
            let (kind, word) = match count {
                0 => (&mut answers.none, &b"none\n"[..]),
                1 => (&mut answers.one, &b"\n"[..]),
                _ => (&mut answers.many, &b" many\n"[..]),
            };
            *kind += 1;
            if *count > 0 {
                self.out.extend_from_slice(&solution.map(|digit| b'0' + digit));
            }
            self.out.extend_from_slice(word);
        }
        std::hint::black_box(&self.out);
        answers
    }
}

/// The givens of a line, whose blanks are dots.
fn digits(line: &[u8]) -> Digits {
    let cells: &[u8; 81] = line[..81].try_into().expect("81 cells");
    cells.map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' })
}

fn answer_text(solver: &qedoku::Solver, text: &Text, out: &mut Vec<u8>) -> Result<Answers, SolveError> {
    let answer = solver.answer(&text.puzzle())?;
    out.clear();
    let mut answers = Answers::default();
    match &answer {
        Answer::None => answers.none = 1,
        Answer::One(grid) => {
            answers.one = 1;
            out.extend_from_slice(formats::line(grid).as_bytes());
        }
        Answer::Many(grid, _) => {
            answers.many = 1;
            out.extend_from_slice(formats::line(grid).as_bytes());
        }
    }
    std::hint::black_box(&out);
    Ok(answers)
}

impl Answers {
    fn plus(self, other: Answers) -> Answers {
        Answers {
            none: self.none + other.none,
            one: self.one + other.one,
            many: self.many + other.many,
            guesses: self.guesses + other.guesses,
        }
    }
}

impl Engine {
    /// `lanes` or `sat`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Engine::Lanes(_) => "lanes",
            Engine::Sat => "sat",
        }
    }

    /// The instructions that it uses, if there is a choice.
    pub(crate) fn simd(self) -> Option<&'static str> {
        match self {
            Engine::Lanes(simd) => Some(simd.name()),
            Engine::Sat => None,
        }
    }
}
