//! Workload: an engine with its puzzles, and the timed loop over them.

use std::sync::{Mutex, PoisonError};

use qedoku::lanes::{BatchAnswer, CellDigits, LanesSolver, SearchStats, SimdLevel};
use qedoku::{Answer, Interrupt, SatEngine, SolveError, formats};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::benchmark_set::{LINE_BYTES, PuzzleText};

/// An engine under measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BenchEngine {
    /// The SIMD engine for 9x9 at one SIMD level.
    Lanes(SimdLevel),
    /// CaDiCaL.
    Sat,
}

/// Call mode of an engine: batches, single puzzles, or all threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallMode {
    /// Many puzzles per call, on one thread.
    Batched,
    /// One puzzle per call, on one thread.
    Single,
    /// On all threads; many puzzles per call if the engine supports it.
    Parallel,
}

/// Number of puzzles by answer, and number of guesses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AnswerCounts {
    /// Puzzles without a solution.
    pub none: u64,
    /// Puzzles with exactly one solution.
    pub one: u64,
    /// Puzzles with more than one solution.
    pub many: u64,
    /// Guesses of the lanes engine.
    pub guesses: u64,
}

/// An engine with its puzzles.
pub(super) enum Workload<'s> {
    Lanes(SimdLevel, &'s [u8], Interrupt),
    Sat(Vec<PuzzleText>, qedoku::Solver),
}

/// Most puzzles per call of the lanes engine.
const BATCH_SIZE: usize = 4096;

impl<'s> Workload<'s> {
    pub(super) fn lanes(simd: SimdLevel, lines: &'s [u8], interrupt: &Interrupt) -> Workload<'s> {
        Workload::Lanes(simd, lines, interrupt.clone())
    }

    pub(super) fn sat(sample: Vec<PuzzleText>, interrupt: &Interrupt) -> Workload<'s> {
        let engine = qedoku::Engine::Sat(SatEngine::default());
        Workload::Sat(sample, qedoku::Solver { interrupt: interrupt.clone(), ..qedoku::Solver::new(engine) })
    }

    /// Number of puzzles.
    pub(super) fn puzzle_count(&self) -> usize {
        match self {
            Workload::Lanes(_, lines, _) => lines.len() / LINE_BYTES,
            Workload::Sat(texts, _) => texts.len(),
        }
    }

    /// The call modes that differ for this engine on this machine.
    pub(super) fn call_modes(&self) -> impl Iterator<Item = CallMode> {
        let is_lanes = matches!(self, Workload::Lanes(..));
        let has_threads = rayon::current_num_threads() > 1;
        let modes = [(CallMode::Batched, is_lanes), (CallMode::Single, true), (CallMode::Parallel, has_threads)];
        modes.into_iter().filter(|(_, applies)| *applies).map(|(mode, _)| mode)
    }

    /// Solves all puzzles, `passes` times.
    pub(super) fn run(&self, mode: CallMode, passes: usize) -> Result<AnswerCounts, SolveError> {
        match self {
            Workload::Lanes(simd, lines, interrupt) => solve_lines(*simd, lines, mode, passes, interrupt),
            Workload::Sat(texts, solver) if mode == CallMode::Parallel => {
                let texts = (0..passes * texts.len()).into_par_iter().map(|index| &texts[index % texts.len()]);
                let counts = texts.map_init(Vec::new, |out, text| solve_text(solver, text, out));
                counts.try_reduce(AnswerCounts::default, |one, other| Ok(one.plus(other)))
            }
            Workload::Sat(texts, solver) => {
                let (mut counts, mut out) = (AnswerCounts::default(), Vec::new());
                for text in (0..passes).flat_map(|_| texts) {
                    counts = counts.plus(solve_text(solver, text, &mut out)?);
                }
                Ok(counts)
            }
        }
    }
}

/// Solves 9x9 lines with the lanes engine, in chunks, `passes` times. Polls the interrupt flag before each chunk: a load, next to
/// microseconds for a puzzle.
fn solve_lines(
    simd: SimdLevel,
    lines: &[u8],
    mode: CallMode,
    passes: usize,
    interrupt: &Interrupt,
) -> Result<AnswerCounts, SolveError> {
    let check_interrupt = || if interrupt.is_set() { Err(SolveError::Interrupted) } else { Ok(()) };
    let count = lines.len() / LINE_BYTES;
    let chunk_size = match mode {
        CallMode::Single => 1,
        CallMode::Batched => BATCH_SIZE,
        // At least four chunks per thread, so that a short set keeps all threads busy.
        CallMode::Parallel => count.div_ceil(4 * rayon::current_num_threads()).min(BATCH_SIZE),
    };
    let chunks: Vec<&[u8]> = lines.chunks(chunk_size * LINE_BYTES).collect();
    let jobs = 0..passes * chunks.len();
    if mode == CallMode::Parallel {
        // Buffers are reused across jobs, whichever thread runs them: allocating them is not part of the measurement.
        let pool: Mutex<Vec<WorkerBuffers>> = Mutex::default();
        let pool = || pool.lock().unwrap_or_else(PoisonError::into_inner);
        let solve = |job: usize| {
            check_interrupt()?;
            let free = pool().pop();
            let mut buffers = free.unwrap_or_else(|| WorkerBuffers::new(simd));
            let counts = buffers.solve(chunks[job % chunks.len()]);
            pool().push(buffers);
            Ok(counts)
        };
        let counts = jobs.into_par_iter().map(solve);
        return counts.try_reduce(AnswerCounts::default, |one, other| Ok(one.plus(other)));
    }
    let mut buffers = WorkerBuffers::new(simd);
    let mut solve = |job: usize| check_interrupt().map(|()| buffers.solve(chunks[job % chunks.len()]));
    jobs.into_iter().try_fold(AnswerCounts::default(), |counts, job| Ok(counts.plus(solve(job)?)))
}

/// A lanes solver and the memory of one worker, allocated once.
struct WorkerBuffers {
    solver: LanesSolver,
    givens: Vec<CellDigits>,
    results: Vec<BatchAnswer>,
    out: Vec<u8>,
}

impl WorkerBuffers {
    fn new(simd: SimdLevel) -> WorkerBuffers {
        WorkerBuffers {
            solver: LanesSolver::with_level(simd),
            givens: Vec::new(),
            results: Vec::new(),
            out: Vec::new(),
        }
    }

    /// Parses lines, solves the puzzles, and formats a line for each.
    fn solve(&mut self, lines: &[u8]) -> AnswerCounts {
        self.givens.clear();
        self.givens.extend(lines.chunks_exact(LINE_BYTES).map(parse_givens));
        self.results.resize(self.givens.len(), BatchAnswer::default());
        let SearchStats { guesses, .. } = self.solver.solve(&self.givens, 2, &mut self.results);
        self.out.clear();
        let mut counts = AnswerCounts { guesses, ..AnswerCounts::default() };
        for BatchAnswer { count, solution } in &self.results {
            let (answer_count, line_end) = match count {
                0 => (&mut counts.none, &b"none\n"[..]),
                1 => (&mut counts.one, &b"\n"[..]),
                _ => (&mut counts.many, &b" many\n"[..]),
            };
            *answer_count += 1;
            if *count > 0 {
                self.out.extend_from_slice(&solution.map(|digit| b'0' + digit));
            }
            self.out.extend_from_slice(line_end);
        }
        // Nobody reads the buffer: without this the compiler may leave out the formatting.
        std::hint::black_box(&self.out);
        counts
    }
}

/// The givens of a line whose blanks are dots; 0 for a blank.
fn parse_givens(line: &[u8]) -> CellDigits {
    let cells: &[u8; 81] = line[..81].try_into().expect("81 cells");
    cells.map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' })
}

/// Parses a puzzle, solves it by SAT, and formats the first solution.
fn solve_text(solver: &qedoku::Solver, text: &PuzzleText, out: &mut Vec<u8>) -> Result<AnswerCounts, SolveError> {
    let answer = solver.solve(&text.parse())?;
    out.clear();
    let mut counts = AnswerCounts::default();
    match &answer {
        Answer::None => counts.none = 1,
        Answer::One(grid) => {
            counts.one = 1;
            out.extend_from_slice(formats::line(grid).as_bytes());
        }
        Answer::Many(grid, _) => {
            counts.many = 1;
            out.extend_from_slice(formats::line(grid).as_bytes());
        }
    }
    std::hint::black_box(&out);
    Ok(counts)
}

impl AnswerCounts {
    fn plus(self, other: AnswerCounts) -> AnswerCounts {
        AnswerCounts {
            none: self.none + other.none,
            one: self.one + other.one,
            many: self.many + other.many,
            guesses: self.guesses + other.guesses,
        }
    }
}

impl BenchEngine {
    /// `lanes` or `sat`.
    pub fn name(self) -> &'static str {
        match self {
            BenchEngine::Lanes(_) => "lanes",
            BenchEngine::Sat => "sat",
        }
    }

    /// The SIMD level, for the engine that has one.
    pub fn simd(self) -> Option<&'static str> {
        match self {
            BenchEngine::Lanes(simd) => Some(simd.name()),
            BenchEngine::Sat => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_ends_a_run_in_every_call_mode() {
        let interrupt = Interrupt::default();
        let line = format!("{}\n", ".".repeat(81));
        let workload = Workload::lanes(SimdLevel::default(), line.as_bytes(), &interrupt);
        for mode in [CallMode::Batched, CallMode::Single, CallMode::Parallel] {
            assert_eq!(workload.run(mode, 3).unwrap().many, 3);
        }
        interrupt.set();
        for mode in [CallMode::Batched, CallMode::Single, CallMode::Parallel] {
            assert!(matches!(workload.run(mode, 3), Err(SolveError::Interrupted)));
        }
    }
}
