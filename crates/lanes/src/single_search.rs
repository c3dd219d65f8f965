//! Single search: depth-first search of one puzzle, one block per lane.
//!
//! A batch search needs many nodes to fill its lanes; one easy puzzle has few. Here the nine blocks of a node stand side by side
//! in 16 lanes (see [`block_node`](crate::block_node)), and a round costs a fraction of a round of the batch search. On `17_clue` this
//! is 2.9 times tdoku, where the batch search with one puzzle at a time is 0.4 times.
//!
//! The order of the search is fixed with one node at a time: it then depends on nothing but the puzzle, which makes
//! [`SolutionIter`](crate::SolutionIter) reproducible on every processor. Hard puzzles are handed over to the
//! [batch search](crate::batch_search), most of them before the first branching ([`HandoverPolicy`]).

use crate::block_node::{BlockNode, LANE_INDEX_OF_CELL, LANE_OF_BLOCK, RoundResult};
use crate::collector::Collector;
use crate::input::{ALL_DIGITS, BLOCK_ORDER, CellCandidates, LaneInput};
use crate::node_stack::NodeStack;
use crate::path::ROOT_PATH;
use crate::simd::BlockLanes;
use crate::solver::SearchStats;

/// A search node in memory: three vectors of horizontal triads, three of vertical ones, one block per lane.
pub(crate) type Node = [[u16; 16]; 6];

/// A search that can be paused after any solution.
#[derive(Clone, Debug)]
pub(crate) struct SingleSearch {
    /// Candidates of the puzzle: one vector per cell of a block.
    allowed: [[u16; 16]; 9],
    /// Stack of open nodes.
    open_nodes: Vec<Node>,
    pub(crate) stats: SearchStats,
    /// Nodes refuted so far.
    conflicts: u64,
    has_solution: bool,
    /// Whether the root was found to be hard; it is then the only open node.
    is_hard: bool,
}

/// When a single search hands its open nodes over to the batch search.
pub(crate) struct HandoverPolicy {
    /// Hand over after this many guesses.
    max_guesses: u64,
    /// Hand over when at least `min_conflicts` nodes were refuted and `min_open_nodes` are open, unless a solution was found.
    /// A puzzle with several solutions has few conflicts, and is answered sooner by continuing next to its first solution.
    min_conflicts: u64,
    min_open_nodes: usize,
    /// Conflicts up to which one node is searched at a time. After that two are, whose rounds overlap.
    single_node_conflicts: u64,
    /// Hand over the root, if that looks hard.
    hands_over_hard_roots: bool,
}

/// A root looks hard if propagation finds next to nothing: it reaches its fixpoint within this many rounds,
const HARD_ROOT_MAX_ROUNDS: u64 = 3;

/// and the triads keep a number of digits in this range. (A solved grid has 162, an empty board 486. Above the range there
/// are so few givens that a second solution is near.) True of 99.9 % of `hardest_1905_11`, 98 % of `hardest_1106`, 7.5 % of `top1465`,
/// 0.1 % of `17_clue` and nothing of `serg_multi`. The digits alone would select 2 % of `17_clue`, at 0.93 of the speed
/// there.
const HARD_ROOT_OPEN_DIGITS: std::ops::RangeInclusive<u16> = 300..=340;

/// Guesses between two pauses of a search that is not handed over, some milliseconds.
pub(crate) const GUESSES_PER_PAUSE: u64 = 16_384;

impl HandoverPolicy {
    /// Never hands over, and searches one node at a time: the search order is then the same at every SIMD level.
    pub(crate) const NEVER: HandoverPolicy = HandoverPolicy {
        max_guesses: u64::MAX,
        min_conflicts: u64::MAX,
        min_open_nodes: usize::MAX,
        single_node_conflicts: u64::MAX,
        hands_over_hard_roots: false,
    };

    /// Like [`HandoverPolicy::NEVER`], but pauses when the search has made this many guesses. It can be continued as if it had
    /// not been paused: the current node is the next one taken from the stack.
    pub(crate) const fn pause_at(max_guesses: u64) -> HandoverPolicy {
        HandoverPolicy { max_guesses, ..HandoverPolicy::NEVER }
    }

    /// The fastest policy. Speed with AVX2 relative to 24 guesses alone: 1.10 on `hardest_1905_11`, 1.04 to 1.09 on `hardest_1106`,
    /// 0.97 on `serg_multi`. 20 guesses are the same, but 0.65 for puzzles with very few givens; 8 guesses are 1.17 on
    /// `hardest_1905_11`, but 0.6 on `serg_multi`.
    pub(crate) const TO_BATCH: HandoverPolicy = HandoverPolicy {
        max_guesses: 24,
        min_conflicts: 3,
        min_open_nodes: 6,
        single_node_conflicts: 8,
        hands_over_hard_roots: true,
    };
}

impl SingleSearch {
    /// A search without a puzzle.
    pub(crate) fn new() -> SingleSearch {
        SingleSearch {
            allowed: [[ALL_DIGITS; 16]; 9],
            open_nodes: Vec::with_capacity(64),
            stats: SearchStats::default(),
            conflicts: 0,
            has_solution: false,
            is_hard: false,
        }
    }

    /// Moves all open nodes to the stack of a batch search.
    pub(crate) fn hand_over<I: LaneInput>(&mut self, node_stack: &mut NodeStack) {
        for node in self.open_nodes.drain(..) {
            node_stack.push(&node, I::HAS_CELL_MASKS.then_some(&self.allowed));
        }
    }

    /// Whether the root was found to be hard; it is then the only open node.
    pub(crate) fn is_hard(&self) -> bool {
        self.is_hard
    }

    /// The root of a hard puzzle.
    pub(crate) fn root(&self) -> &Node {
        &self.open_nodes[0]
    }

    /// Candidates of the puzzle: one vector per cell of a block.
    pub(crate) fn allowed(&self) -> &[[u16; 16]; 9] {
        &self.allowed
    }

    /// Whether no node is open.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.open_nodes.is_empty()
    }

    /// Starts the search of a puzzle.
    #[inline(always)]
    pub(crate) fn load<I: LaneInput>(&mut self, input: &I) {
        let mut cells = [[0; 16]; 9];
        for (cell, index) in LANE_INDEX_OF_CELL.iter().enumerate() {
            cells.as_flattened_mut()[usize::from(*index)] = input.cell_mask(cell);
        }
        let mut node = [[0; 16]; 6];
        for lane in 0..16 {
            let c = |i: usize| cells[i][lane];
            for i in 0..3 {
                let row = |i: usize| c(3 * i) | c(3 * i + 1) | c(3 * i + 2);
                let column = |i: usize| c(i) | c(3 + i) | c(6 + i);
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                // A given in one triad of a block excludes its digit from the two parallel ones.
                node[i][lane] = ALL_DIGITS & if I::HAS_CELL_MASKS { row(i) } else { !(row(j) | row(k)) };
                node[3 + i][lane] = ALL_DIGITS & if I::HAS_CELL_MASKS { column(i) } else { !(column(j) | column(k)) };
            }
        }
        self.allowed = [[ALL_DIGITS; 16]; 9];
        if I::HAS_CELL_MASKS {
            // Unused lanes must not look like contradictions.
            for unused in (0..16).filter(|lane| !LANE_OF_BLOCK.contains(lane)) {
                for lanes in cells.iter_mut().chain(&mut node) {
                    lanes[unused] = ALL_DIGITS;
                }
            }
            self.allowed = cells;
        }
        self.open_nodes.clear();
        self.open_nodes.push(node);
        self.stats = SearchStats::default();
        self.conflicts = 0;
        self.has_solution = false;
        self.is_hard = false;
    }

    /// Candidates of every cell after propagation of the root; none if that finds a contradiction.
    #[inline(always)]
    pub(crate) fn propagate_root<N: BlockLanes>(&mut self) -> CellCandidates {
        let mut node = BlockNode::<N>::new(&self.allowed);
        let mut candidates = [0; 81];
        node.load(&self.open_nodes[0], true);
        loop {
            let round = node.propagate_round::<CellCandidates>();
            if round.contradiction {
                return candidates;
            }
            if round.unchanged {
                break;
            }
        }
        for i in 0..9 {
            let mut cells = [0; 16];
            node.cell::<CellCandidates>(i).store(&mut cells);
            for block in 0..9 {
                candidates[usize::from(BLOCK_ORDER[9 * block + i])] = cells[LANE_OF_BLOCK[block]];
            }
        }
        candidates
    }

    /// Searches until the collector needs no more solutions of puzzle 0, the policy demands a handover, or no node is open.
    #[inline(always)]
    pub(crate) fn run<I: LaneInput, N: BlockLanes>(&mut self, policy: &HandoverPolicy, collector: &mut Collector) {
        let mut first = BlockNode::<N>::new(&self.allowed);
        let mut second = BlockNode::<N>::new(&self.allowed);
        // Evaluated only after a branching or a conflict, not in every round.
        let mut must_hand_over = self.must_hand_over(policy);
        while collector.needs_more(0) && !must_hand_over {
            self.fill(&mut first);
            if self.conflicts >= policy.single_node_conflicts {
                self.fill(&mut second);
            }
            if !first.is_occupied && !second.is_occupied {
                break;
            }
            self.stats.rounds += 1;
            let round = first.propagate_round::<I>();
            if second.is_occupied {
                let round = second.propagate_round::<I>();
                if self.process_round::<I, N>(&mut second, round, policy, collector) {
                    must_hand_over = self.must_hand_over(policy);
                }
            }
            if first.is_occupied && self.process_round::<I, N>(&mut first, round, policy, collector) {
                must_hand_over = self.must_hand_over(policy);
            }
        }
        for node in [first, second] {
            if node.is_occupied {
                self.open_nodes.push(node.to_node());
            }
        }
    }

    #[inline(always)]
    fn must_hand_over(&self, policy: &HandoverPolicy) -> bool {
        let has_many_nodes = self.conflicts >= policy.min_conflicts
            && self.open_nodes.len() >= policy.min_open_nodes
            && !self.has_solution;
        self.is_hard || has_many_nodes || self.stats.guesses >= policy.max_guesses
    }

    /// Loads an open node, if there is none in the vectors.
    #[inline(always)]
    fn fill<N: BlockLanes>(&mut self, node: &mut BlockNode<N>) {
        if !node.is_occupied
            && let Some(open_node) = self.open_nodes.pop()
        {
            node.load(&open_node, self.stats.rounds == 0);
        }
    }

    /// Acts on the result of a round: drops a refuted or solved node, and branches on a node at a fixpoint, unless it is
    /// a root that looks hard. Returns whether [`SingleSearch::must_hand_over`] may have changed.
    #[inline(always)]
    fn process_round<I: LaneInput, N: BlockLanes>(
        &mut self,
        node: &mut BlockNode<N>,
        round: RoundResult,
        policy: &HandoverPolicy,
        collector: &mut Collector,
    ) -> bool {
        let was_unchanged = std::mem::replace(&mut node.is_unchanged, round.unchanged);
        if round.contradiction {
            self.conflicts += 1;
            node.is_occupied = false;
            return true;
        }
        if round.decided {
            node.is_occupied = false;
            if collector.needs_more(0) && node.is_solved::<I>() {
                self.has_solution = true;
                if collector.record(0, ROOT_PATH) {
                    let solution = node.digits::<I>();
                    collector.store(0, |digits| *digits = solution);
                }
            }
            return false;
        }
        // A root needs two rounds without a change, as in the batch search.
        if !round.unchanged || node.is_root && !was_unchanged {
            return false;
        }
        if policy.hands_over_hard_roots && node.is_root {
            self.is_hard =
                self.stats.rounds <= HARD_ROOT_MAX_ROUNDS && HARD_ROOT_OPEN_DIGITS.contains(&node.open_digits());
            if self.is_hard {
                return true;
            }
        }
        self.stats.guesses += 1;
        self.open_nodes.push(node.branch::<I>());
        true
    }
}
