//! Many questions on all threads.

use rayon::prelude::*;

use crate::{Effort, Found, Question, Solver};

/// Questions that a thread takes at a time: enough to keep the lanes full, few enough to stay in the cache.
const CHUNK: usize = 4096;

/// Chunks for each thread that [`answers`] works on together.
const CHUNKS: usize = 4;

/// Answers many questions on all threads, as [`Solver::solve`] does. `done` is told how many more are answered.
///
/// # Panics
/// If there is not one place in `found` for each question, or the limit is 0.
pub fn solve_all<Q: Question>(questions: &[Q], limit: u32, found: &mut [Found], done: impl Fn(usize) + Sync) -> Effort {
    assert_eq!(questions.len(), found.len(), "one place for each question");
    // A short list is shared out too, as far as that keeps lanes full.
    let chunk = questions.len().div_ceil(CHUNKS * rayon::current_num_threads()).clamp(256, CHUNK);
    let chunks = questions.par_chunks(chunk).zip(found.par_chunks_mut(chunk));
    let efforts = chunks.map_init(Solver::default, |solver, (questions, found)| {
        let effort = solver.solve(questions, limit, found);
        done(questions.len());
        effort
    });
    efforts.reduce(Effort::default, |a, b| a + b)
}

/// Answers questions as they come, on all threads, and gives the answers in the same order. Memory is needed for a few
/// thousand of them, however many there are.
///
/// ```
/// let empty_but = |cell: usize, digit: u8| std::array::from_fn(|i| if i == cell { digit } else { 0 });
/// let questions = (0..81).map(|cell| -> qedoku_lanes::Digits { empty_but(cell, 9) });
/// assert!(qedoku_lanes::answers(questions, 2).all(|found| found.count == 2));
/// ```
///
/// # Panics
/// If the limit is 0.
pub fn answers<Q: Question>(questions: impl IntoIterator<Item = Q>, limit: u32) -> impl Iterator<Item = Found> {
    let mut questions = questions.into_iter();
    let most = CHUNK * CHUNKS * rayon::current_num_threads();
    let (mut asked, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    std::iter::from_fn(move || {
        if next == found.len() {
            asked.clear();
            asked.extend(questions.by_ref().take(most));
            found.resize(asked.len(), Found::default());
            next = 0;
            solve_all(&asked, limit, &mut found, |_| {});
        }
        next += 1;
        found.get(next - 1).copied()
    })
}
