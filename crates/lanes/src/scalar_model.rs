//! Scalar model: propagation and branching of one node in plain integers, written from the definitions.
//!
//! Tests compare the vector code with it lane by lane and node by node, at every SIMD level.

use std::ops::ControlFlow;

use crate::batch_search::{LaneNodes, MAX_BRANCH_CANDIDATES};
use crate::collector::Collector;
use crate::input::{ALL_DIGITS, BLOCK_ORDER, CellCandidates, CellDigits, Givens, LaneInput, PuzzleLine};
use crate::simd::{ArrayLanes, BlockLanes, NodeLanes, SimdJob, SimdLevel};
use crate::single_search::{HandoverPolicy, SingleSearch};
use crate::{BatchAnswer, LanesSolver, SolutionIter};

/// A search node: the nine triads of each band, row by row, and of each stack, column by column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ModelNode {
    pub(crate) triads: [[u16; 9]; 6],
    /// Candidates of the puzzle in each cell, in block order.
    pub(crate) allowed: [[u16; 9]; 9],
    /// See [`LaneInput::HAS_CELL_MASKS`].
    pub(crate) has_cell_masks: bool,
}

/// Result of a round. The last two fields are meaningful only if the node is consistent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ModelRound {
    pub(crate) consistent: bool,
    pub(crate) unchanged: bool,
    pub(crate) decided: bool,
}

/// The six configurations of a digit in a band: which triad of each row.
const CONFIGURATIONS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

fn has_configuration(triads: &[u16; 9], configuration: [usize; 3], digit: u16) -> bool {
    (0..3).all(|row| triads[3 * row + configuration[row]] & digit != 0)
}

/// Number of configurations of a digit.
fn count_configurations(triads: &[u16; 9], digit: u16) -> usize {
    CONFIGURATIONS.iter().filter(|configuration| has_configuration(triads, **configuration, digit)).count()
}

/// The triads that the configurations of all digits cover.
fn on_configurations(triads: &[u16; 9]) -> [u16; 9] {
    let mut covered = [0; 9];
    for digit in (0..9).map(|bit| 1 << bit) {
        for possible in CONFIGURATIONS.iter().filter(|possible| has_configuration(triads, **possible, digit)) {
            for row in 0..3 {
                covered[3 * row + possible[row]] |= digit;
            }
        }
    }
    covered
}

/// Configurations, hidden triples and configurations again of a band or stack.
fn propagate_band(triads: &[u16; 9]) -> [u16; 9] {
    let covered = on_configurations(triads);
    let mut narrowed = covered;
    for i in 0..9 {
        let only_here = covered[i] & !covered[(i + 3) % 9] & !covered[(i + 6) % 9];
        if only_here.count_ones() >= 3 {
            narrowed[i] = only_here;
        }
    }
    on_configurations(&narrowed)
}

/// Naked and hidden singles of a block. Returns `false` on a contradiction: a cell was empty; or, with cell masks, a digit
/// was the naked single of two cells, or two digits had the same only place.
fn block_singles(cells: &mut [u16; 9], has_cell_masks: bool) -> bool {
    let has_no_empty_cell = cells.iter().all(|cell| *cell != 0);
    let naked_singles: Vec<u16> = cells.iter().copied().filter(|cell| cell.is_power_of_two()).collect();
    let twice = naked_singles.iter().enumerate().any(|(i, digit)| naked_singles[..i].contains(digit));
    let before = *cells;
    let singles = before.iter().filter(|cell| cell.is_power_of_two()).fold(0, |all, single| all | single);
    for cell in cells.iter_mut().filter(|cell| !cell.is_power_of_two()) {
        *cell &= !singles;
    }
    let before = *cells;
    let places = |digit: u16| before.iter().filter(|cell| **cell & digit != 0).count();
    let once = (0..9).map(|bit| 1 << bit).filter(|digit| places(*digit) == 1).fold(0, |all, digit| all | digit);
    let crowded = cells.iter().any(|cell| (cell & once).count_ones() > 1);
    for cell in cells.iter_mut().filter(|cell| **cell & once != 0) {
        *cell &= once;
    }
    has_no_empty_cell && !(has_cell_masks && (twice || crowded))
}

impl ModelNode {
    pub(crate) fn new<I: LaneInput>(input: &I) -> ModelNode {
        let cell = |i: usize| input.cell_mask(usize::from(BLOCK_ORDER[i]));
        let mut node = ModelNode {
            triads: [[ALL_DIGITS; 9]; 6],
            allowed: [[ALL_DIGITS; 9]; 9],
            has_cell_masks: I::HAS_CELL_MASKS,
        };
        for i in 0..81 {
            let (block, inner) = (i / 9, i % 9);
            let (band, stack, row, column) = (block / 3, block % 3, inner / 3, inner % 3);
            if I::HAS_CELL_MASKS {
                node.allowed[block][inner] = cell(i) & ALL_DIGITS;
            } else {
                for other in (0..3).filter(|other| *other != row) {
                    node.triads[band][3 * other + stack] &= !cell(i);
                }
                for other in (0..3).filter(|other| *other != column) {
                    node.triads[3 + stack][3 * other + band] &= !cell(i);
                }
            }
        }
        if I::HAS_CELL_MASKS {
            for (block, cells) in node.allowed.iter().enumerate() {
                for i in 0..3 {
                    node.triads[block / 3][3 * i + block % 3] = cells[3 * i] | cells[3 * i + 1] | cells[3 * i + 2];
                    node.triads[3 + block % 3][3 * i + block / 3] = cells[i] | cells[3 + i] | cells[6 + i];
                }
            }
        }
        node
    }

    fn cell(&self, block: usize, i: usize) -> u16 {
        let (band, stack) = (block / 3, block % 3);
        self.triads[band][i / 3 * 3 + stack] & self.triads[3 + stack][i % 3 * 3 + band] & self.allowed[block][i]
    }

    pub(crate) fn propagate_round(&mut self) -> ModelRound {
        let mut consistent = true;
        let mut cells = [[0; 9]; 9];
        let mut bands = [[0; 9]; 3];
        for block in 0..9 {
            cells[block] = std::array::from_fn(|i| self.cell(block, i));
            consistent &= block_singles(&mut cells[block], self.has_cell_masks);
            for row in 0..3 {
                let c = &cells[block][3 * row..];
                bands[block / 3][3 * row + block % 3] = c[0] | c[1] | c[2];
            }
        }
        for band in 0..3 {
            self.triads[band] = propagate_band(&bands[band]);
        }
        let mut stacks = [[0; 9]; 3];
        for (block, cells) in cells.iter().enumerate() {
            let (band, stack) = (block / 3, block % 3);
            for column in 0..3 {
                let row = |row: usize| cells[3 * row + column] & self.triads[band][3 * row + stack];
                stacks[stack][3 * column + band] = row(0) | row(1) | row(2);
            }
        }
        for stack in 0..3 {
            self.triads[3 + stack] = propagate_band(&stacks[stack]);
        }
        let every_count = |holds: fn(usize) -> bool, which: &[[u16; 9]]| {
            which.iter().all(|triads| (0..9).all(|bit| holds(count_configurations(triads, 1 << bit))))
        };
        consistent &= every_count(|count| count > 0, &bands) && every_count(|count| count > 0, &stacks);
        ModelRound {
            consistent,
            unchanged: self.triads[3..] == stacks,
            decided: every_count(|count| count == 1, &self.triads),
        }
    }

    fn is_solved(&self) -> bool {
        (0..81).all(|i| self.cell(i / 9, i % 9) != 0)
    }

    fn digits(&self) -> CellDigits {
        let mut digits = [0; 81];
        for i in 0..81 {
            digits[usize::from(BLOCK_ORDER[i])] = self.cell(i / 9, i % 9).trailing_zeros() as u8 + 1;
        }
        digits
    }

    /// The children, the one to search first coming first.
    pub(crate) fn branch(&self) -> [ModelNode; 2] {
        if self.has_cell_masks
            && let Some(children) = self.branch_at_cell()
        {
            return children;
        }
        let total = |which: usize| (0..9).map(|bit| count_configurations(&self.triads[which], 1 << bit)).sum::<usize>();
        let which = (0..6)
            .filter(|which| total(*which) > 9)
            .min_by_key(|which| total(*which))
            .expect("the node is not decided");
        // After a round the configurations cover all triads; in a node that is branched on twice without a round, they may not.
        let t = &on_configurations(&self.triads[which]);
        let digits = (0..9).map(|bit| 1 << bit).filter(|digit| count_configurations(t, *digit) > 1);
        let digit = digits.min_by_key(|digit| count_configurations(t, *digit).min(4)).expect("the node is not decided");
        let has = |i: &usize| t[*i] & digit != 0;
        let row = usize::from((0..3).filter(has).count() < 2);
        let keep = (3 * row..3 * row + 3).find(has).expect("the digit is in this row");
        let [mut first, mut second] = [*self; 2];
        for i in (3 * row..3 * row + 3).filter(|i| *i != keep && has(i)) {
            first.triads[which][i] &= !digit;
        }
        second.triads[which][keep] &= !digit;
        [first, second]
    }

    /// The children of a branching at the last of the cells with the fewest candidates, if those are few: by whether its lowest
    /// candidate is in the row that it shares with its block, or else in the column.
    fn branch_at_cell(&self) -> Option<[ModelNode; 2]> {
        let after_singles = |block: usize| {
            let mut cells = std::array::from_fn(|i| self.cell(block, i));
            block_singles(&mut cells, true);
            cells
        };
        let cells = (0..9)
            .flat_map(|block| after_singles(block).into_iter().enumerate().map(move |(i, cell)| (block, i, cell)));
        let few = cells.filter(|(.., cell)| (2..=u32::from(MAX_BRANCH_CANDIDATES)).contains(&cell.count_ones()));
        let (block, i, cell) = few.rev().min_by_key(|(.., cell)| cell.count_ones())?;
        let (band, stack, digit) = (block / 3, block % 3, 1 << cell.trailing_zeros());
        let others = |keep: usize| (0..3).filter(move |other| *other != keep);
        let elsewhere = others(stack).any(|other| self.triads[band][3 * (i / 3) + other] & digit != 0);
        let (which, row, keep) = if elsewhere { (band, i / 3, stack) } else { (3 + stack, i % 3, band) };
        let [mut first, mut second] = [*self; 2];
        for other in others(keep) {
            first.triads[which][3 * row + other] &= !digit;
        }
        second.triads[which][3 * row + keep] &= !digit;
        Some([first, second])
    }

    /// Depth-first search. Collects every node as it was before its first round, and the solutions; returns the number of
    /// guesses.
    fn search(self, root: bool, limit: usize, nodes: &mut Vec<ModelNode>, solutions: &mut Vec<CellDigits>) -> u64 {
        let mut node = self;
        nodes.push(node);
        let mut unchanged = false;
        loop {
            let result = node.propagate_round();
            if !result.consistent || solutions.len() == limit {
                return 0;
            }
            if result.decided {
                solutions.extend(node.is_solved().then(|| node.digits()));
                return 0;
            }
            if result.unchanged && (unchanged || !root) {
                break;
            }
            unchanged = result.unchanged;
        }
        let [first, second] = node.branch();
        let before = first.search(false, limit, nodes, solutions);
        1 + before + if solutions.len() == limit { 0 } else { second.search(false, limit, nodes, solutions) }
    }
}

/// Two easy puzzles, two hard ones, one with many solutions, one with none.
const PUZZLES: [&[u8; 81]; 6] = [
    b"4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
    b"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    b"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    b"1....7.9..3..2...8..96..5....53..9...1..8...26.................................7.",
    b"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...31.",
];

/// The candidates of a puzzle with a few more eliminated.
fn with_eliminations(puzzle: &[u8; 81], seed: usize) -> CellCandidates {
    std::array::from_fn(|i| match givens(puzzle).cell_mask(i) {
        0 if (i * 7 + seed).is_multiple_of(5) => ALL_DIGITS & !(1 << ((i + seed) % 9)),
        0 => ALL_DIGITS,
        given => given,
    })
}

/// The nodes of the searches of all puzzles, each up to a number of solutions.
fn nodes(limit: usize) -> Vec<ModelNode> {
    let mut nodes = Vec::new();
    for (seed, puzzle) in PUZZLES.iter().enumerate() {
        ModelNode::new(&givens(puzzle)).search(true, limit, &mut nodes, &mut Vec::new());
        ModelNode::new(&with_eliminations(puzzle, seed)).search(true, limit, &mut nodes, &mut Vec::new());
    }
    nodes
}

/// Compares rounds and branchings of nodes in lanes with those of the model; returns the number of comparisons.
struct NodeComparison(Vec<ModelNode>);

impl SimdJob for NodeComparison {
    type Output = usize;

    fn run<V: NodeLanes, B: BlockLanes>(self) -> usize {
        compare::<V>(&self.0)
    }
}

fn compare<V: NodeLanes>(models: &[ModelNode]) -> usize {
    let mut compared = 0;
    let of_one_kind = models.chunk_by(|a, b| a.has_cell_masks == b.has_cell_masks);
    for models in of_one_kind.flat_map(|models| models.chunks(V::LANES)) {
        let mut nodes = LaneNodes::<V>::from_nodes(models);
        let mut models = models.to_vec();
        let has_cell_masks = models[0].has_cell_masks;
        for round in 0..4 {
            let (lanes, children) = if has_cell_masks {
                (nodes.propagate_round::<CellCandidates, false>(), nodes.children::<CellCandidates>())
            } else {
                (nodes.propagate_round::<Givens<'_>, false>(), nodes.children::<Givens<'_>>())
            };
            for (lane, model) in models.iter_mut().enumerate() {
                let result = model.propagate_round();
                let bit = |bits: u32| bits >> lane & 1 == 1;
                assert_eq!(bit(lanes.consistent), result.consistent, "lane {lane}, round {round}");
                if !result.consistent {
                    // After a contradiction the triads may differ.
                    *model = ModelNode { triads: nodes.triads_of_lane(lane), ..*model };
                    continue;
                }
                assert_eq!(nodes.triads_of_lane(lane), model.triads, "lane {lane}, round {round}");
                assert_eq!(bit(lanes.unchanged), result.unchanged, "lane {lane}, round {round}");
                assert!(bit(lanes.maybe_decided) || !result.decided, "a decided node was not recognised");
                if !result.decided {
                    assert_eq!(children[lane], model.branch().map(|child| child.triads), "lane {lane}, round {round}");
                }
                compared += 1;
            }
        }
    }
    compared
}

/// The givens of a line of text.
fn givens(line: &[u8; 81]) -> Givens<'_> {
    Givens { symbols: line, zero: b'0' }
}

/// Root expansion of a puzzle: the active lanes, and the triads of all lanes.
fn expanded<I: LaneInput>(level: SimdLevel, input: I) -> (u32, Vec<[[u16; 9]; 6]>) {
    struct RootExpansion<I>(I);
    impl<I: LaneInput> SimdJob for RootExpansion<I> {
        type Output = (u32, Vec<[[u16; 9]; 6]>);
        fn run<V: NodeLanes, B: BlockLanes>(self) -> Self::Output {
            let mut search = SingleSearch::new();
            search.load(&self.0);
            let mut nodes = LaneNodes::<V>::from_nodes(&[]);
            assert_eq!(nodes.expand_root::<I>(&search), u64::from(nodes.active.count_ones()));
            (nodes.active, (0..V::LANES).map(|lane| nodes.triads_of_lane(lane)).collect())
        }
    }
    level.require().run(RootExpansion(input))
}

/// Number of guesses of a complete single search, one node at a time. Asserts that pauses do not change the search.
fn single_search_guesses<I: LaneInput + Copy>(level: SimdLevel, input: I) -> u64 {
    struct CompleteSearch<I>(I);
    impl<I: LaneInput> SimdJob for CompleteSearch<I> {
        type Output = u64;
        fn run<V: NodeLanes, B: BlockLanes>(self) -> u64 {
            let mut search = SingleSearch::new();
            search.load(&self.0);
            let mut paused = search.clone();
            let mut go_on = |_| ControlFlow::Continue(());
            let mut collector = Collector::Count { count: 0, limit: u64::MAX, progress: &mut go_on };
            search.run::<I, B>(&HandoverPolicy::NEVER, &mut collector);
            while !paused.is_exhausted() {
                paused.run::<I, B>(&HandoverPolicy::pause_at(paused.stats.guesses + 1), &mut collector);
            }
            let Collector::Count { count, .. } = collector else {
                unreachable!("a search does not replace its collector")
            };
            assert!(count.is_multiple_of(2), "a paused search finds the same number of solutions");
            assert_eq!(paused.stats, search.stats);
            search.stats.guesses
        }
    }
    level.require().run(CompleteSearch(input))
}

#[test]
fn rounds_and_branchings_agree_with_the_model_node_for_node() {
    let nodes = nodes(if cfg!(miri) { 1 } else { 200 });
    for level in SimdLevel::available() {
        let compared = level.require().run(NodeComparison(nodes.clone()));
        assert!(compared > nodes.len(), "{compared} rounds of consistent nodes at level {level}");
    }
    // On x86-64 no level uses arrays.
    let compared = NodeComparison(nodes.clone()).run::<ArrayLanes, ArrayLanes>();
    assert!(compared > nodes.len(), "{compared} rounds of consistent nodes in arrays");
}

#[test]
fn root_expansion_fills_all_lanes_with_different_descendants() {
    fn compare<I: LaneInput + Copy>(input: I) {
        for level in SimdLevel::available() {
            let (active, lanes) = expanded(level, input);
            assert_eq!(active.count_ones() as usize, lanes.len(), "{level}");
            for (lane, triads) in lanes.iter().enumerate() {
                let branchings = 0..lanes.len().ilog2();
                let node = branchings.fold(ModelNode::new(&input), |node, bit| node.branch()[lane >> bit & 1]);
                assert_eq!(*triads, node.triads, "lane {lane} at level {level}");
            }
        }
    }
    for (seed, puzzle) in PUZZLES[2..4].iter().enumerate() {
        compare(givens(puzzle));
        compare(with_eliminations(puzzle, seed));
    }
}

#[test]
fn root_expansion_of_a_solved_grid_fills_one_lane() {
    let grid = SolutionIter::new(&PuzzleLine(PUZZLES[0])).next().expect("the puzzle has a solution");
    for level in SimdLevel::available() {
        assert_eq!(expanded(level, Givens::from(&grid)).0, 1, "{level}");
    }
}

#[test]
fn single_search_of_one_node_at_a_time_agrees_with_the_model() {
    for (seed, puzzle) in PUZZLES.iter().enumerate().filter(|(seed, _)| *seed != 4) {
        for level in SimdLevel::available() {
            let mut solutions = Vec::new();
            let guesses = ModelNode::new(&givens(puzzle)).search(true, usize::MAX, &mut Vec::new(), &mut solutions);
            assert_eq!(single_search_guesses(level, givens(puzzle)), guesses, "{level}");
            assert_eq!(SolutionIter::with_level(level, &PuzzleLine(puzzle)).collect::<Vec<_>>(), solutions, "{level}");

            let (input, mut solutions) = (with_eliminations(puzzle, seed), Vec::new());
            let guesses = ModelNode::new(&input).search(true, usize::MAX, &mut Vec::new(), &mut solutions);
            assert_eq!(single_search_guesses(level, input), guesses, "{level}");
            assert_eq!(SolutionIter::with_level(level, &input).collect::<Vec<_>>(), solutions, "{level}");
        }
    }
}

#[test]
fn every_level_counts_as_many_solutions_as_the_model() {
    let many = PuzzleLine(PUZZLES[4]);
    for limit in [1, 2, 300] {
        let mut solutions = Vec::new();
        ModelNode::new(&givens(PUZZLES[4])).search(true, limit as usize, &mut Vec::new(), &mut solutions);
        for level in SimdLevel::available() {
            let mut answers = [BatchAnswer::default(); 40];
            LanesSolver::with_level(level).solve(&[many; 40], limit, &mut answers);
            assert!(answers.iter().all(|answer| answer.count as usize == solutions.len()), "{level}");
            assert_eq!(SolutionIter::with_level(level, &many).take(limit as usize).collect::<Vec<_>>(), solutions);
        }
    }
}
