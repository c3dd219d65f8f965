//! The solver: its memory, and what it can be asked.

use std::ops::ControlFlow;

use crate::harvest::Harvest;
use crate::memory::Memory;
use crate::pool::{self, MOST_QUESTIONS};
use crate::question::{Candidates, Digits, Line, Question, Spread};
use crate::simd::{Job, Rotate, Simd};
use crate::solo::{Patience, Solo};

/// Questions in a call that are better asked one by one.
const FEW: usize = 4;

/// How much work a search was.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Times that a search node was split into two.
    pub guesses: u64,
    /// Times that the rules were applied to all lanes.
    pub rounds: u64,
}

impl std::ops::Add for Effort {
    type Output = Effort;

    fn add(self, other: Effort) -> Effort {
        Effort { guesses: self.guesses + other.guesses, rounds: self.rounds + other.rounds }
    }
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        *self = *self + other;
    }
}

/// What was found out about a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// How many solutions, up to the limit of the search.
    pub count: u32,
    /// One of them, the first that was found; all 0 if there is none. Where there are several, which of them it is may
    /// differ from one processor to the other; [`Solutions`] always come in the same order.
    pub solution: Digits,
}

/// Solves questions; keeps the memory that it needs for that.
#[derive(Debug)]
pub struct Solver {
    simd: Simd,
    memory: Memory,
    solo: Solo,
}

/// The solutions of a question one by one, in the same order on every machine.
#[derive(Clone, Debug)]
pub struct Solutions {
    simd: Simd,
    solo: Solo,
    /// Whether the question was one of candidates.
    candidates: bool,
}

impl Default for Found {
    fn default() -> Found {
        Found { count: 0, solution: [0; 81] }
    }
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new(Simd::best())
    }
}

impl Solver {
    /// A solver that uses these instructions.
    ///
    /// # Panics
    /// If this machine does not have them.
    pub fn new(simd: Simd) -> Solver {
        assert!(simd.is_available(), "this machine has no {}", simd.name());
        Solver { simd, memory: Memory::default(), solo: Solo::new() }
    }

    /// The instructions that it uses.
    pub fn simd(&self) -> Simd {
        self.simd
    }

    /// Answers many questions, counting the solutions of each up to a limit (1: is there one; 2: none, one or many).
    ///
    /// # Panics
    /// If there is not one place in `found` for each question, or the limit is 0.
    pub fn solve<Q: Question>(&mut self, questions: &[Q], limit: u32, found: &mut [Found]) -> Effort {
        assert_eq!(questions.len(), found.len(), "one place for each question");
        assert!(limit > 0, "to look for no solution is no question");
        let mut effort = Effort::default();
        let most = if questions.len() <= FEW { 1 } else { MOST_QUESTIONS };
        for (questions, found) in questions.chunks(most).zip(found.chunks_mut(most)) {
            effort += Q::search(questions, self, &mut Harvest::Answers { limit, found });
        }
        effort
    }

    /// Answers one question as [`Solver::solve`] does.
    pub fn solve_one(&mut self, question: &impl Question, limit: u32) -> Found {
        let mut found = Found::default();
        self.solve(std::slice::from_ref(question), limit, std::slice::from_mut(&mut found));
        found
    }

    /// How many solutions a question has, counting no further than the limit. `watch` is told now and then how many
    /// were found, and may end the work.
    pub fn count<Q: Question>(
        &mut self,
        question: &Q,
        limit: u64,
        mut watch: impl FnMut(u64) -> ControlFlow<()>,
    ) -> u64 {
        let mut tally = Harvest::Tally { count: 0, limit, watch: &mut watch };
        Q::search(std::slice::from_ref(question), self, &mut tally);
        if let Harvest::Tally { count, .. } = tally { count } else { unreachable!("a tally stays one") }
    }

    /// The candidates that occur in some solution.
    pub fn true_candidates<Q: Question>(&mut self, question: &Q) -> Candidates {
        let mut candidates = [0; 81];
        let Some(solution) = Solutions::with(self.simd, question).next() else { return candidates };
        Harvest::Seen { candidates: &mut candidates, asked: &[] }.solution(0, |digits| *digits = solution);
        self.solo.ask(question);
        let open = self.simd.run(Narrow { solo: &mut self.solo });
        let pairs = (0..81).flat_map(|cell| (0..9).map(move |bit| (cell, 1 << bit)));
        let is_asked = |(cell, digit): &(usize, u16)| open[*cell] & !candidates[*cell] & digit != 0;
        let asked: Vec<(usize, u16)> = pairs.filter(is_asked).collect();
        let only = |(cell, digit): &(usize, u16)| {
            let mut question = open;
            question[*cell] = *digit;
            question
        };
        let questions: Vec<Candidates> = asked.iter().map(only).collect();
        let mut seen = Harvest::Seen { candidates: &mut candidates, asked: &asked };
        Candidates::search(&questions, self, &mut seen);
        candidates
    }
}

/// Searches for the solutions of questions of a kind. The search is compiled here, once for each kind, and not by those
/// who use it.
pub(crate) trait Search: Spread {
    fn search(questions: &[Self], solver: &mut Solver, harvest: &mut Harvest) -> Effort;
}

macro_rules! search {
    ($kind:ty) => {
        impl Search for $kind {
            fn search(questions: &[Self], solver: &mut Solver, harvest: &mut Harvest) -> Effort {
                let Solver { simd, memory, solo } = solver;
                simd.run(Session { questions, memory, solo, harvest })
            }
        }
    };
}

search!(Digits);
search!(Line<'_>);
search!(Candidates);

impl Solutions {
    /// The solutions of a question.
    pub fn new(question: &impl Question) -> Solutions {
        Solutions::with(Simd::best(), question)
    }

    /// The solutions of a question, found with these instructions.
    ///
    /// # Panics
    /// If this machine does not have them.
    pub fn with<Q: Question>(simd: Simd, question: &Q) -> Solutions {
        assert!(simd.is_available(), "this machine has no {}", simd.name());
        let mut solo = Solo::new();
        solo.ask(question);
        Solutions { simd, solo, candidates: Q::CELLS }
    }

    /// How much work it was so far.
    pub fn effort(&self) -> Effort {
        self.solo.effort
    }
}

impl Iterator for Solutions {
    type Item = Digits;

    fn next(&mut self) -> Option<Digits> {
        self.simd.run(Next { solo: &mut self.solo, candidates: self.candidates })
    }
}

/// The search for some questions: a single one node by node, and side by side if the nodes are many; several side by side.
struct Session<'a, 'h, Q> {
    questions: &'a [Q],
    memory: &'a mut Memory,
    solo: &'a mut Solo,
    harvest: &'a mut Harvest<'h>,
}

impl<Q: Spread> Job for Session<'_, '_, Q> {
    type Output = Effort;

    #[inline(always)]
    fn run<V: Rotate>(self) -> Effort {
        let Session { mut questions, memory, solo, harvest } = self;
        let (mut effort, mut root) = (Effort::default(), None);
        memory.start();
        if let [question] = questions {
            solo.ask(question);
            harvest.begin(0);
            solo.run::<Q, V>(&Patience::for_seats_of::<V>(), harvest);
            effort = solo.effort;
            if !harvest.wants(0) || solo.is_done() {
                return effort;
            }
            if solo.is_hard() {
                root = Some(&*solo);
            } else {
                solo.hand_over::<Q>(memory);
            }
            questions = &[];
        }
        effort + pool::run::<V, Q>(questions, root, memory, harvest)
    }
}

/// The next of [`Solutions`].
struct Next<'a> {
    solo: &'a mut Solo,
    candidates: bool,
}

impl Job for Next<'_> {
    type Output = Option<Digits>;

    #[inline(always)]
    fn run<V: Rotate>(self) -> Option<Digits> {
        let mut first = Harvest::First(None);
        if self.candidates {
            self.solo.run::<Candidates, V>(&Patience::ENDLESS, &mut first);
        } else {
            self.solo.run::<Digits, V>(&Patience::ENDLESS, &mut first);
        }
        if let Harvest::First(next) = first { next } else { unreachable!("the first stays it") }
    }
}

/// What the rules leave of a question before any guess.
struct Narrow<'a> {
    solo: &'a mut Solo,
}

impl Job for Narrow<'_> {
    type Output = Candidates;

    #[inline(always)]
    fn run<V: Rotate>(self) -> Candidates {
        self.solo.narrow::<V>()
    }
}
