//! Parallel solving: many puzzles on all threads of the current rayon pool, from a slice or a stream.

use rayon::prelude::*;

use crate::{BatchAnswer, LanesSolver, PuzzleInput, SearchStats};

/// Puzzles per task: enough to keep the lanes full, few enough to stay in the cache.
const CHUNK_SIZE: usize = 4096;

/// Smallest task: short slices are divided among the threads too, as far as that keeps the lanes full.
const MIN_CHUNK_SIZE: usize = 256;

/// Tasks per thread.
const CHUNKS_PER_THREAD: usize = 4;

/// Solves many puzzles on all threads, as [`LanesSolver::solve`] does. `done` receives the number of puzzles of each finished
/// task.
///
/// # Panics
/// If `inputs` and `answers` differ in length, or `limit` is 0.
pub fn solve_parallel<I: PuzzleInput>(
    inputs: &[I],
    limit: u32,
    answers: &mut [BatchAnswer],
    done: impl Fn(usize) + Sync,
) -> SearchStats {
    assert_eq!(inputs.len(), answers.len(), "there must be one answer per puzzle");
    let chunk = inputs.len().div_ceil(CHUNKS_PER_THREAD * rayon::current_num_threads());
    let chunk = chunk.clamp(MIN_CHUNK_SIZE, CHUNK_SIZE);
    let chunks = inputs.par_chunks(chunk).zip(answers.par_chunks_mut(chunk));
    let stats = chunks.map_init(LanesSolver::default, |solver, (inputs, answers)| {
        let stats = solver.solve(inputs, limit, answers);
        done(inputs.len());
        stats
    });
    stats.reduce(SearchStats::default, |a, b| a + b)
}

/// Solves a stream of puzzles on all threads, and yields the answers in the same order. Memory use does not depend on the
/// length of the stream: a few thousand puzzles per thread are held at a time.
///
/// ```
/// let empty_but = |cell: usize, digit: u8| std::array::from_fn(|i| if i == cell { digit } else { 0 });
/// let puzzles = (0..81).map(|cell| -> qedoku_lanes::CellDigits { empty_but(cell, 9) });
/// assert!(qedoku_lanes::solve_stream(puzzles, 2).all(|answer| answer.count == 2));
/// ```
///
/// # Panics
/// If `limit` is 0.
pub fn solve_stream<I: PuzzleInput>(
    inputs: impl IntoIterator<Item = I>,
    limit: u32,
) -> impl Iterator<Item = BatchAnswer> {
    let mut inputs = inputs.into_iter();
    let window_size = CHUNK_SIZE * CHUNKS_PER_THREAD * rayon::current_num_threads();
    let (mut window, mut answers, mut next) = (Vec::new(), Vec::new(), 0);
    std::iter::from_fn(move || {
        if next == answers.len() {
            window.clear();
            window.extend(inputs.by_ref().take(window_size));
            answers.resize(window.len(), BatchAnswer::default());
            next = 0;
            solve_parallel(&window, limit, &mut answers, |_| {});
        }
        next += 1;
        answers.get(next - 1).copied()
    })
}
