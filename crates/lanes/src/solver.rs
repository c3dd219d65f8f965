//! The 9x9 solver: its public calls, and the choice between single and batch search.

use std::ops::ControlFlow;

use crate::batch_search::{self, MAX_PUZZLES_PER_CALL};
use crate::collector::Collector;
use crate::input::{CellCandidates, CellDigits, LaneInput, PuzzleInput, PuzzleLine};
use crate::node_stack::NodeStack;
use crate::simd::{AvailableLevel, BlockLanes, SimdJob, SimdLevel};
use crate::single_search::{HandoverPolicy, SingleSearch};

/// Calls with at most this many puzzles solve them one by one: they would leave most lanes of a batch search idle.
const MAX_ONE_BY_ONE: usize = 4;

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
    /// The first solution found; all 0 if there is none. If there are several, which one is found first depends on the SIMD
    /// level; the order of [`SolutionIter`] does not.
    pub solution: CellDigits,
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
        LanesSolver { level: level.require(), node_stack: NodeStack::default(), single: SingleSearch::new() }
    }

    /// The SIMD level of this solver.
    pub fn level(&self) -> SimdLevel {
        self.level.level()
    }

    /// Solves many puzzles. Counts the solutions of each up to `limit`: 1 decides whether there is a solution, 2 whether it is
    /// unique.
    ///
    /// # Panics
    /// If `inputs` and `answers` differ in length, or `limit` is 0.
    pub fn solve<I: PuzzleInput>(&mut self, inputs: &[I], limit: u32, answers: &mut [BatchAnswer]) -> SearchStats {
        assert_eq!(inputs.len(), answers.len(), "there must be one answer per puzzle");
        assert!(limit > 0, "limit must be at least 1");
        let mut stats = SearchStats::default();
        let chunk = if inputs.len() <= MAX_ONE_BY_ONE { 1 } else { MAX_PUZZLES_PER_CALL };
        for (inputs, answers) in inputs.chunks(chunk).zip(answers.chunks_mut(chunk)) {
            stats += I::search(inputs, self, &mut Collector::CountAndFirst { limit, answers });
        }
        stats
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
        let Some(solution) = SolutionIter::at_level(self.level, input).next() else { return candidates };
        let mut collector = Collector::TrueCandidates { candidates: &mut candidates, targets: &[] };
        collector.store(0, |digits| *digits = solution);
        self.single.load(input);
        let open = self.level.run(PropagateRoot { search: &mut self.single });
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
        SolutionIter::at_level(level.require(), input)
    }

    fn at_level<I: PuzzleInput>(level: AvailableLevel, input: &I) -> SolutionIter {
        let mut search = SingleSearch::new();
        search.load(input);
        SolutionIter { level, search, has_cell_masks: I::HAS_CELL_MASKS }
    }

    /// Statistics of the search so far.
    pub fn stats(&self) -> SearchStats {
        self.search.stats
    }
}

impl Iterator for SolutionIter {
    type Item = CellDigits;

    fn next(&mut self) -> Option<CellDigits> {
        self.level.run(NextSolution { search: &mut self.search, has_cell_masks: self.has_cell_masks })
    }
}

/// Inputs for which the search is compiled: here, once per type and SIMD level, and not again in the crates that call it.
/// (As functions generic over input and collector, a development build took 226 s instead of 36 s.)
pub(crate) trait CompiledSearch: LaneInput {
    /// Searches for solutions of all inputs.
    fn search(inputs: &[Self], solver: &mut LanesSolver, collector: &mut Collector) -> SearchStats;
}

macro_rules! compile_search {
    ($input:ty) => {
        impl CompiledSearch for $input {
            fn search(inputs: &[Self], solver: &mut LanesSolver, collector: &mut Collector) -> SearchStats {
                let LanesSolver { level, node_stack, single } = solver;
                level.run(SearchJob { inputs, node_stack, single, collector })
            }
        }
    };
}

compile_search!(CellDigits);
compile_search!(PuzzleLine<'_>);
compile_search!(CellCandidates);

/// A search of some puzzles. A single one is searched by itself first, and handed over to the batch search if it is hard;
/// several are searched as a batch at once.
struct SearchJob<'a, 'c, I> {
    inputs: &'a [I],
    node_stack: &'a mut NodeStack,
    single: &'a mut SingleSearch,
    collector: &'a mut Collector<'c>,
}

impl<I: LaneInput> SimdJob for SearchJob<'_, '_, I> {
    type Output = SearchStats;

    #[inline(always)]
    fn run<V: BlockLanes>(self) -> SearchStats {
        let SearchJob { mut inputs, node_stack, single, collector } = self;
        let (mut stats, mut root) = (SearchStats::default(), None);
        node_stack.clear();
        if let [input] = inputs {
            single.load(input);
            collector.start_puzzle(0);
            single.run::<I, V>(&HandoverPolicy::for_slots_of::<V>(), collector);
            stats = single.stats;
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
        stats + batch_search::search_batch::<V, I>(inputs, root, node_stack, collector)
    }
}

/// The next solution of a [`SolutionIter`].
struct NextSolution<'a> {
    search: &'a mut SingleSearch,
    has_cell_masks: bool,
}

impl SimdJob for NextSolution<'_> {
    type Output = Option<CellDigits>;

    #[inline(always)]
    fn run<V: BlockLanes>(self) -> Option<CellDigits> {
        let mut collector = Collector::First(None);
        if self.has_cell_masks {
            self.search.run::<CellCandidates, V>(&HandoverPolicy::NEVER, &mut collector);
        } else {
            self.search.run::<CellDigits, V>(&HandoverPolicy::NEVER, &mut collector);
        }
        if let Collector::First(solution) = collector {
            solution
        } else {
            unreachable!("a search does not replace its collector")
        }
    }
}

/// Propagation of the root without search.
struct PropagateRoot<'a> {
    search: &'a mut SingleSearch,
}

impl SimdJob for PropagateRoot<'_> {
    type Output = CellCandidates;

    #[inline(always)]
    fn run<V: BlockLanes>(self) -> CellCandidates {
        self.search.propagate_root::<V>()
    }
}
