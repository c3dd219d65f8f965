//! The 9x9 solver: its public calls, and the choice between single and batch search.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::batch_search::{self, MAX_PUZZLES_PER_CALL};
use crate::collector::Collector;
use crate::input::{CellCandidates, CellDigits, Givens, LaneInput, PuzzleInput, PuzzleLine};
use crate::node_stack::NodeStack;
use crate::path::{self, NO_PATH};
use crate::simd::{AvailableLevel, BlockLanes, NodeLanes, SimdJob, SimdLevel};
use crate::single_search::{GUESSES_PER_PAUSE, HandoverPolicy, SingleSearch};

/// Calls with at most this many puzzles solve them one by one: they would leave most lanes of a batch search idle.
const MAX_ONE_BY_ONE: usize = 4;

/// Puzzles per ordered search: few enough to follow a list that changes from unique to ambiguous puzzles.
const MAX_PUZZLES_PER_ORDERED_CALL: usize = 4096;

/// If more than one in this many puzzles is ambiguous, the next ones are searched in order at once.
const MIN_AMBIGUOUS_SHARE: usize = 8;

/// Statistics of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SearchStats {
    /// Number of branchings.
    pub guesses: u64,
    /// Number of propagation rounds over all lanes.
    pub rounds: u64,
}

impl std::ops::Add for SearchStats {
    type Output = SearchStats;

    fn add(self, other: SearchStats) -> SearchStats {
        SearchStats { guesses: self.guesses + other.guesses, rounds: self.rounds + other.rounds }
    }
}

impl std::ops::AddAssign for SearchStats {
    fn add_assign(&mut self, other: SearchStats) {
        *self = *self + other;
    }
}

/// Answer to one puzzle of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchAnswer {
    /// Number of solutions, counted up to the limit of the search.
    pub count: u32,
    /// A solution; all 0 if there is none. If there are several, which one depends on the call: see [`LanesSolver::solve`] and
    /// [`LanesSolver::solve_ordered`].
    pub solution: CellDigits,
}

impl BatchAnswer {
    /// Whether the puzzle may have a solution besides the one of this answer. A count below the limit is complete.
    fn may_have_others(&self, limit: u32) -> bool {
        self.count > 1 || self.count == limit
    }
}

impl Default for BatchAnswer {
    fn default() -> BatchAnswer {
        BatchAnswer { count: 0, solution: [0; 81] }
    }
}

/// SIMD solver for 9x9 puzzles. It owns the memory of its searches, so reuse it for further calls.
#[derive(Debug)]
pub struct LanesSolver {
    level: AvailableLevel,
    node_stack: NodeStack,
    single: SingleSearch,
    stop: StopFlag,
    /// Whether the last ordered call had many ambiguous puzzles.
    expects_ambiguous: bool,
}

/// A flag that ends searches early; without one they run to their end.
#[derive(Clone, Debug, Default)]
pub(crate) struct StopFlag(Option<Arc<AtomicBool>>);

impl StopFlag {
    /// Whether the flag is set. Not inlined into the search, which polls it rarely.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// A solver at the [default level](SimdLevel::default).
impl Default for LanesSolver {
    fn default() -> LanesSolver {
        LanesSolver::with_level(SimdLevel::default())
    }
}

impl LanesSolver {
    /// A solver at a SIMD level.
    ///
    /// # Panics
    /// If this processor does not support the level ([`SimdLevel::is_available`]).
    pub fn with_level(level: SimdLevel) -> LanesSolver {
        LanesSolver {
            level: level.require(),
            node_stack: NodeStack::default(),
            single: SingleSearch::new(),
            stop: StopFlag::default(),
            expects_ambiguous: false,
        }
    }

    /// Ends the searches of all further calls soon after `flag` is set, within some thousand rounds. The results of a call
    /// during which the flag was set are incomplete: counts are lower bounds, and true candidates may be missing.
    pub fn set_stop_flag(&mut self, flag: Option<Arc<AtomicBool>>) {
        self.stop = StopFlag(flag);
    }

    /// The SIMD level of this solver.
    pub fn level(&self) -> SimdLevel {
        self.level.level()
    }

    /// The level with the proof that it is available.
    pub(crate) fn available_level(&self) -> AvailableLevel {
        self.level
    }

    /// Solves many puzzles. Counts the solutions of each up to `limit`: 1 decides whether there is a solution, 2 whether it is
    /// unique. If a puzzle has several solutions, which one the answer holds depends on the SIMD level and on the other puzzles.
    ///
    /// # Panics
    /// If `inputs` and `answers` differ in length, or `limit` is 0.
    pub fn solve<I: PuzzleInput>(&mut self, inputs: &[I], limit: u32, answers: &mut [BatchAnswer]) -> SearchStats {
        assert_eq!(inputs.len(), answers.len(), "there must be one answer per puzzle");
        assert!(limit > 0, "limit must be at least 1");
        let mut stats = SearchStats::default();
        let chunk = if inputs.len() <= MAX_ONE_BY_ONE { 1 } else { MAX_PUZZLES_PER_CALL };
        for (inputs, answers) in inputs.chunks(chunk).zip(answers.chunks_mut(chunk)) {
            stats += I::search(inputs, self, &mut Collector::CountAndFirst { limit, answers, paths: None });
        }
        stats
    }

    /// Solves many puzzles as [`LanesSolver::solve`] does, but the solution of an ambiguous puzzle is the first of
    /// [`SolutionIter`], which is the same on every processor and in every batch.
    ///
    /// An ordered search takes about 1.08 times as long as an unordered one. Lists of ambiguous puzzles are searched in order at
    /// once; in other lists, the few ambiguous puzzles are searched again. (The answers are the same.)
    ///
    /// # Panics
    /// If `inputs` and `answers` differ in length, or `limit` is 0.
    pub fn solve_ordered<I: PuzzleInput>(
        &mut self,
        inputs: &[I],
        limit: u32,
        answers: &mut [BatchAnswer],
    ) -> SearchStats {
        assert_eq!(inputs.len(), answers.len(), "there must be one answer per puzzle");
        let (mut stats, per_call) = (SearchStats::default(), MAX_PUZZLES_PER_ORDERED_CALL);
        for (inputs, answers) in inputs.chunks(per_call).zip(answers.chunks_mut(per_call)) {
            if self.expects_ambiguous {
                stats += self.search_ordered(inputs, limit, answers);
            } else {
                stats += self.solve(inputs, limit, answers);
                stats += self.replace_ambiguous(inputs, limit, answers);
            }
            let ambiguous = answers.iter().filter(|answer| answer.may_have_others(limit)).count();
            self.expects_ambiguous = MIN_AMBIGUOUS_SHARE * ambiguous > inputs.len();
        }
        stats
    }

    /// Replaces the solution of each ambiguous puzzle by the first one.
    fn replace_ambiguous<I: PuzzleInput>(
        &mut self,
        inputs: &[I],
        limit: u32,
        answers: &mut [BatchAnswer],
    ) -> SearchStats {
        let ambiguous: Vec<usize> = (0..answers.len()).filter(|i| answers[*i].may_have_others(limit)).collect();
        let inputs: Vec<I> = ambiguous.iter().map(|i| inputs[*i]).collect();
        let mut first = vec![BatchAnswer::default(); inputs.len()];
        let stats = self.search_ordered(&inputs, 1, &mut first);
        for (i, BatchAnswer { count, solution }) in ambiguous.into_iter().zip(first) {
            // An interrupted search finds nothing.
            if count > 0 {
                answers[i].solution = solution;
            }
        }
        stats
    }

    /// An ordered search of all inputs. Few inputs, and solutions deeper than 15 branchings, are searched one by one.
    fn search_ordered<I: PuzzleInput>(&mut self, inputs: &[I], limit: u32, answers: &mut [BatchAnswer]) -> SearchStats {
        let mut paths = vec![NO_PATH; inputs.len()];
        let mut stats = if inputs.len() <= MAX_ONE_BY_ONE {
            self.solve(inputs, limit, answers)
        } else {
            I::search(inputs, self, &mut Collector::CountAndFirst { limit, answers, paths: Some(&mut paths) })
        };
        for ((input, answer), path) in inputs.iter().zip(answers).zip(paths) {
            if answer.may_have_others(limit) && !path::is_exact(path) {
                let mut solutions = input.iter(self.level);
                solutions.stop = self.stop.clone();
                answer.solution = solutions.next().unwrap_or(answer.solution); // interrupted
                stats += solutions.stats();
            }
        }
        stats
    }

    /// Searches for solutions of all inputs, of which there must be at least one.
    fn search<I: LaneInput>(&mut self, inputs: &[I], collector: &mut Collector) -> SearchStats {
        debug_assert!(!inputs.is_empty());
        let LanesSolver { level, node_stack, single, stop, .. } = self;
        let node_stack = Some(node_stack);
        if collector.is_ordered() {
            level.run(SearchJob::<I, true> { inputs, single, node_stack, collector, stop })
        } else {
            level.run(SearchJob::<I, false> { inputs, single, node_stack, collector, stop })
        }
    }

    /// Solves one puzzle as [`LanesSolver::solve`] does.
    pub fn solve_one(&mut self, input: &impl PuzzleInput, limit: u32) -> BatchAnswer {
        let mut answer = BatchAnswer::default();
        self.solve(std::slice::from_ref(input), limit, std::slice::from_mut(&mut answer));
        answer
    }

    /// Counts the solutions of a puzzle up to `limit`. `progress` receives the count from time to time, and may end the search.
    pub fn count<I: PuzzleInput>(
        &mut self,
        input: &I,
        limit: u64,
        mut progress: impl FnMut(u64) -> ControlFlow<()>,
    ) -> u64 {
        let mut collector = Collector::Count { count: 0, limit, progress: &mut progress };
        I::search(std::slice::from_ref(input), self, &mut collector);
        if let Collector::Count { count, .. } = collector {
            count
        } else {
            unreachable!("a search does not replace its collector")
        }
    }

    /// The true candidates of a puzzle: those that occur in some solution.
    pub fn true_candidates<I: PuzzleInput>(&mut self, input: &I) -> CellCandidates {
        let mut candidates = [0; 81];
        let mut solutions = input.iter(self.level);
        solutions.stop = self.stop.clone();
        let mut root = solutions.search.clone();
        let Some(solution) = solutions.next() else { return candidates };
        let mut collector = Collector::TrueCandidates { candidates: &mut candidates, targets: &[] };
        collector.store(0, |digits| *digits = solution);
        let open = self.level.run(RootPropagation { search: &mut root });
        // One puzzle per candidate that is still open: the candidate is placed and a solution searched for. Every solution
        // found confirms 81 candidates, whose own puzzles then need no search.
        let pairs = (0..81).flat_map(|cell| (0..9).map(move |bit| (cell, 1 << bit)));
        let is_open = |(cell, digit): &(usize, u16)| open[*cell] & !candidates[*cell] & digit != 0;
        let targets: Vec<(usize, u16)> = pairs.filter(is_open).collect();
        let with_placed = |(cell, digit): &(usize, u16)| {
            let mut input = open;
            input[*cell] = *digit;
            input
        };
        if targets.is_empty() {
            return candidates;
        }
        let inputs: Vec<CellCandidates> = targets.iter().map(with_placed).collect();
        let mut collector = Collector::TrueCandidates { candidates: &mut candidates, targets: &targets };
        CellCandidates::search(&inputs, self, &mut collector);
        candidates
    }
}

/// Enumerates the solutions of a puzzle, in an order that is the same on every processor.
#[derive(Clone, Debug)]
pub struct SolutionIter {
    level: AvailableLevel,
    search: SingleSearch,
    has_cell_masks: bool,
    stop: StopFlag,
}

impl SolutionIter {
    /// The solutions of a puzzle.
    pub fn new(input: &impl PuzzleInput) -> SolutionIter {
        SolutionIter::with_level(SimdLevel::default(), input)
    }

    /// The solutions of a puzzle, found at a SIMD level.
    ///
    /// # Panics
    /// If this processor does not support the level ([`SimdLevel::is_available`]).
    pub fn with_level(level: SimdLevel, input: &impl PuzzleInput) -> SolutionIter {
        input.iter(level.require())
    }

    fn with_input<I: LaneInput>(level: AvailableLevel, input: &I) -> SolutionIter {
        let mut search = SingleSearch::new();
        search.load(input);
        SolutionIter { level, search, has_cell_masks: I::HAS_CELL_MASKS, stop: StopFlag::default() }
    }

    /// The next solution of a puzzle whose input had the type `I`.
    fn next_of<I: LaneInput>(&mut self) -> Option<CellDigits> {
        let inputs: &[I] = &[];
        loop {
            let mut collector = Collector::First(None);
            let (single, stop) = (&mut self.search, &self.stop);
            self.level.run(SearchJob::<I, false> { inputs, single, node_stack: None, collector: &mut collector, stop });
            let Collector::First(solution) = collector else { unreachable!("a search does not replace its collector") };
            // The search pauses from time to time, so that the flag is polled here and not in its loop.
            if solution.is_some() || self.search.is_exhausted() || self.stop.is_set() {
                return solution;
            }
        }
    }

    /// Ends the iteration soon after `flag` is set, even if there are further solutions.
    #[must_use]
    pub fn with_stop_flag(self, flag: Option<Arc<AtomicBool>>) -> SolutionIter {
        SolutionIter { stop: StopFlag(flag), ..self }
    }

    /// Statistics of the search so far.
    pub fn stats(&self) -> SearchStats {
        self.search.stats
    }
}

impl Iterator for SolutionIter {
    type Item = CellDigits;

    fn next(&mut self) -> Option<CellDigits> {
        if self.has_cell_masks { self.next_of::<CellCandidates>() } else { self.next_of::<Givens<'_>>() }
    }
}

/// The calls of the search that the public functions make for an input type.
///
/// The search itself is compiled here, once per SIMD level for [`Givens`] and for [`CellCandidates`], and not again in the
/// crates that call it. (As functions generic over input and collector, a development build took 226 s instead of 36 s.)
pub(crate) trait CompiledSearch: Sized {
    /// Searches for solutions of all inputs, of which there must be at least one.
    fn search(inputs: &[Self], solver: &mut LanesSolver, collector: &mut Collector) -> SearchStats;

    /// An iterator over the solutions of an input.
    fn iter(&self, level: AvailableLevel) -> SolutionIter;
}

impl CompiledSearch for CellCandidates {
    fn search(inputs: &[CellCandidates], solver: &mut LanesSolver, collector: &mut Collector) -> SearchStats {
        solver.search(inputs, collector)
    }

    fn iter(&self, level: AvailableLevel) -> SolutionIter {
        SolutionIter::with_input(level, self)
    }
}

macro_rules! search_as_givens {
    ($input:ty) => {
        impl CompiledSearch for $input {
            fn search(inputs: &[$input], solver: &mut LanesSolver, collector: &mut Collector) -> SearchStats {
                match inputs {
                    [input] => solver.search(&[Givens::from(input)], collector),
                    _ => solver.search(&inputs.iter().map(Givens::from).collect::<Vec<_>>(), collector),
                }
            }

            fn iter(&self, level: AvailableLevel) -> SolutionIter {
                SolutionIter::with_input(level, &Givens::from(self))
            }
        }
    };
}

search_as_givens!(CellDigits);
search_as_givens!(PuzzleLine<'_>);

/// A search of some puzzles. A single one is searched by itself first, and handed over to the batch search if it is hard;
/// several are searched as a batch at once.
///
/// An [ordered](crate::path) search is a job of its own, and always one of several puzzles: with both kinds of rounds in one function, the
/// compiler spills more registers in each.
struct SearchJob<'a, 'c, I, const ORDERED: bool> {
    /// Puzzles to load. An empty slice continues the single search where it stopped.
    inputs: &'a [I],
    single: &'a mut SingleSearch,
    /// Stack of the batch search. Without it, the single search never hands over.
    node_stack: Option<&'a mut NodeStack>,
    collector: &'a mut Collector<'c>,
    stop: &'a StopFlag,
}

impl<I: LaneInput, const ORDERED: bool> SimdJob for SearchJob<'_, '_, I, ORDERED> {
    type Output = SearchStats;

    #[inline(always)]
    fn run<V: NodeLanes, B: BlockLanes>(self) -> SearchStats {
        let SearchJob { mut inputs, single, mut node_stack, collector, stop } = self;
        let (mut stats, mut root) = (SearchStats::default(), None);
        if let Some(node_stack) = &mut node_stack {
            node_stack.clear();
        }
        if !ORDERED && inputs.len() <= 1 {
            if let [input] = inputs {
                single.load(input);
                collector.start_puzzle(0);
            }
            let policy = match node_stack {
                Some(_) => HandoverPolicy::TO_BATCH,
                None => HandoverPolicy::pause_at(single.stats.guesses + GUESSES_PER_PAUSE),
            };
            single.run::<I, B>(&policy, collector);
            stats = single.stats;
            let Some(node_stack) = &mut node_stack else { return stats };
            if !collector.needs_more(0) || single.is_exhausted() {
                return stats;
            }
            if single.is_hard() {
                root = Some(&*single);
            } else {
                single.hand_over::<I>(node_stack);
            }
            inputs = &[];
        }
        let Some(node_stack) = node_stack else { unreachable!("a batch search has a stack") };
        stats + batch_search::search_batch::<V, I, ORDERED>(inputs, root, node_stack, collector, stop)
    }
}

/// Propagation of the root without search.
struct RootPropagation<'a> {
    search: &'a mut SingleSearch,
}

impl SimdJob for RootPropagation<'_> {
    type Output = CellCandidates;

    #[inline(always)]
    fn run<V: NodeLanes, B: BlockLanes>(self) -> CellCandidates {
        self.search.propagate_root::<B>()
    }
}
