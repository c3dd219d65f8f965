//! Batch search: many puzzles at once, one search node per SIMD lane.
//!
//! Lanes are not tied to puzzles. The search alternates *rounds* and *scheduling steps*. A round applies propagation once to
//! the nodes of all lanes; it takes as long for one node as for 32. A step runs when enough lanes wait, and hands out work:
//!
//! ```text
//!                  ┌──────────── 32 lanes ────────────┐            node stack: one column per node
//!    54 rows of    │ A A B C C C D .  E . F F G H ... │   push     ┌────────┬──────────────────────
//!    triads, one   │ A A B C C C D .  E . F F G H ... │  ───────>  │ inputs │ open nodes ──>
//!    of puzzle ids │ ...                              │  <───────  │        │
//!                  └──────────────────────────────────┘    pop     └────────┴──────────────────────
//! ```
//!
//! A lane is *idle* or *active*. An active lane waits for a step if its node is *decided* (each digit has one configuration in
//! every band and stack) or at a *fixpoint* (the last round changed no vertical triad). Decided nodes are collected as solutions
//! or dropped. A node at a fixpoint is branched on: the first child stays in the lane, the second one is forked to an idle lane
//! or pushed. Idle lanes pop inputs or open nodes. [`search_batch`] has the policy.
//!
//! Invariants between lanes, stack and inputs:
//! - a node is in exactly one lane or one column of the stack, and carries the id of its puzzle;
//! - a puzzle is complete when none of its nodes is left, or when the collector needs no more of its solutions; the nodes it
//!   then still has are deactivated in the lanes at once, and dropped when they are popped from the stack;
//! - inactive lanes hold garbage that rounds process but nobody reads.
//!
//! The layout, one node per lane and one vector per triad, needs neither shifts nor shuffles in a round: all geometry is the
//! choice of registers. (The first layout, nine digits times three bands in 32-bit lanes, was slower because of its
//! rotations.) On hard lists rounds take most of the time.

use crate::collector::Collector;
use crate::input::{ALL_DIGITS, LaneInput};
use crate::node_stack::{INPUT_COLUMNS, NodeStack};
use crate::path::{self, ROOT_PATH};
use crate::propagation::{self, BandConfigurations, BandSummary, DECIDED_TRIAD_SUM};
use crate::simd::{NodeLanes, for_each_bit};
use crate::single_search::SingleSearch;
use crate::solver::{SearchStats, StopFlag};
use crate::transfer::{Branching, TransferMasks, TransferPlan};

/// Puzzles per call: their ids must fit a 16-bit lane.
pub(crate) const MAX_PUZZLES_PER_CALL: usize = 1 << 15;

/// Open nodes up to which idle lanes take inputs first. A puzzle whose nodes are worked on one after the other is often
/// completed by its second solution before the rest of its nodes is looked at: 10.8 guesses per puzzle on `serg_multi` instead of
/// 11.8. (24 to 512 instead of 96: the same within 1 %.)
const MAX_OPEN_NODES_BEFORE_INPUT: usize = 96;

/// Rounds between two polls of the stop flag: a power of two, so that the test is cheap.
const ROUNDS_PER_POLL: u64 = 1 << 13;

/// A search node in each lane.
pub(crate) struct LaneNodes<V> {
    /// The nine triads of each band, row by row, and of each stack, column by column.
    pub(crate) triads: [[V; 9]; 6],
    /// Index of the node's puzzle in the call.
    pub(crate) puzzle_id: V,
    /// The [path](crate::path) of the node.
    path: V,
    /// Candidates of the puzzle in each cell, in block order. Used only if the input has cell masks.
    pub(crate) allowed: [[V; 9]; 9],
    /// Cells after the singles of a round, kept from the bands to the stacks.
    cells: [[V; 9]; 9],
    /// Lanes that hold a node.
    pub(crate) active: u32,
    /// Lanes whose node is a whole puzzle, not yet branched on.
    roots: u32,
    /// Lanes whose vertical triads did not change in the last round.
    unchanged: u32,
    /// Lanes whose node waits at its fixpoint and must not change, in an [ordered](crate::path) search.
    frozen: u32,
}

/// Result of a round, as masks of lanes.
pub(crate) struct RoundResult {
    /// No contradiction was found.
    pub(crate) consistent: u32,
    /// No vertical triad changed.
    pub(crate) unchanged: u32,
    /// Every digit has an odd number of configurations everywhere: the node may be decided.
    pub(crate) maybe_decided: u32,
}

/// Largest number of candidates of a cell that is branched on in puzzles with cell masks.
pub(crate) const MAX_BRANCH_CANDIDATES: u16 = 4;

const ROW_PER_VECTOR: &str = "the stack has a row for every vector of the lanes";

/// Branching row of lanes that are not branched on.
const NO_ROW: u16 = u16::MAX;

impl<V: NodeLanes> LaneNodes<V> {
    pub(crate) const ALL_LANES: u32 = if V::LANES == 32 { u32::MAX } else { (1 << V::LANES) - 1 };

    /// Sixteenths of the lanes that must wait before a step runs. A step costs most of a round where a permutation takes many
    /// operations, hence the higher value for 16 lanes. (With 32 lanes, 12/32, 13/32 and 16/32 are within 1 % of 14/32; with 16,
    /// 9/16 is 0.97 of the speed on `17_clue` and the same elsewhere.)
    const STEP_THRESHOLD: u32 = if V::LANES == 32 { 7 } else { 8 };

    #[inline(always)]
    fn new() -> LaneNodes<V> {
        let all = V::splat(ALL_DIGITS);
        LaneNodes {
            triads: [[all; 9]; 6],
            puzzle_id: V::splat(u16::MAX),
            path: V::splat(ROOT_PATH),
            allowed: [[all; 9]; 9],
            cells: [[all; 9]; 9],
            active: 0,
            roots: 0,
            unchanged: 0,
            frozen: 0,
        }
    }

    /// Candidates of cell `i` of a block.
    #[inline(always)]
    fn cell<I: LaneInput>(&self, band: usize, stack: usize, i: usize) -> V {
        let (h, v) = (self.triads[band][i / 3 * 3 + stack], self.triads[3 + stack][i % 3 * 3 + band]);
        if I::HAS_CELL_MASKS { h.and3(v, self.allowed[3 * band + stack][i]) } else { h.and(v) }
    }

    /// Propagates once: blocks and bands, then stacks. The stacks use what the bands have just derived (Gauss-Seidel order;
    /// computing both from the old state costs 46 % more rounds). With `FREEZE`, nodes of frozen lanes stay as they are; of their
    /// results, only a contradiction counts.
    #[inline(always)]
    pub(crate) fn propagate_round<I: LaneInput, const FREEZE: bool>(&mut self) -> RoundResult {
        let all = V::splat(ALL_DIGITS);
        let frozen = V::mask_from_bits(if FREEZE { self.frozen } else { 0 });
        let (mut summary, mut contradiction) = (BandSummary::new(), V::splat(0));
        for band in 0..3 {
            let mut rows = [all; 9];
            if V::FEW_REGISTERS {
                for stack in 0..3 {
                    self.propagate_block::<I>(band, stack, &mut rows, &mut contradiction);
                }
            } else {
                // Unrolled, which the compiler would not do: the triads of the band stay in registers.
                self.propagate_block::<I>(band, 0, &mut rows, &mut contradiction);
                self.propagate_block::<I>(band, 1, &mut rows, &mut contradiction);
                self.propagate_block::<I>(band, 2, &mut rows, &mut contradiction);
            }
            let propagated = summary.propagate_band(&rows);
            for i in 0..9 {
                self.triads[band][i] =
                    if FREEZE { V::select(frozen, self.triads[band][i], propagated[i]) } else { propagated[i] };
            }
        }
        // Two ways to see whether the stacks change anything, of which each level uses the cheaper one: the union of all
        // eliminated digits, or the sums of all vertical triads before and after (sets only lose digits).
        let (mut eliminated, mut before, mut after) = (V::splat(0), V::splat(0), V::splat(0));
        for stack in 0..3 {
            let mut columns = [all; 9];
            for band in 0..3 {
                let (cells, h) = (&self.cells[3 * band + stack], &self.triads[band]);
                for column in 0..3 {
                    let two = cells[column].and(h[stack]).or_and(cells[3 + column], h[3 + stack]);
                    let triad = two.or_and(cells[6 + column], h[6 + stack]);
                    before = before.add(triad);
                    columns[3 * column + band] = triad.sequence_after(&mut before);
                }
            }
            let propagated = summary.propagate_band(&columns);
            for i in 0..9 {
                eliminated = eliminated.or_and_not(columns[i], propagated[i]);
                after = after.add(propagated[i]);
            }
            for i in 0..9 {
                let triad = &mut self.triads[3 + stack][i];
                *triad = if FREEZE { V::select(frozen, *triad, propagated[i]) } else { propagated[i] };
            }
        }
        let unchanged = if V::FEW_REGISTERS { before.equal(after) } else { eliminated.equal(V::splat(0)) };
        RoundResult {
            // If a digit has no configuration, the difference is negative.
            consistent: !summary.possible_digits.sub(all).or(contradiction).sign_bits(),
            unchanged: V::mask_bits(unchanged),
            maybe_decided: V::mask_bits(summary.odd_digits.equal(all)),
        }
    }

    /// Applies singles to a block, and computes its horizontal triads: those of its stack among the nine of the band.
    #[inline(always)]
    fn propagate_block<I: LaneInput>(&mut self, band: usize, stack: usize, rows: &mut [V; 9], contradiction: &mut V) {
        let cells = self.cells_after_singles::<I>(band, stack, contradiction);
        for row in 0..3 {
            rows[3 * row + stack] = cells[3 * row].or3(cells[3 * row + 1], cells[3 * row + 2]);
        }
        self.cells[3 * band + stack] = cells;
    }

    /// Lanes whose node is decided; and of these, the ones without an empty cell: each of their cells holds one digit.
    #[inline(always)]
    fn decided_and_solved<I: LaneInput>(&self) -> (u32, u32) {
        let mut sum = V::splat(0);
        for triad in self.triads.as_flattened() {
            sum = sum.add(*triad);
        }
        let mut least = V::splat(ALL_DIGITS);
        for block in 0..9 {
            for i in 0..9 {
                least = least.min(self.cell::<I>(block / 3, block % 3, i));
            }
        }
        let decided = V::mask_bits(sum.equal(V::splat(DECIDED_TRIAD_SUM)));
        (decided, decided & !V::mask_bits(least.equal(V::splat(0))))
    }

    /// Selects a branching for every lane: the band or stack with the fewest configurations among those with more than nine, its
    /// [branching digit](BandConfigurations::branching_digit), and the first row that has the digit in two triads. The first
    /// child keeps the digit in the first of these triads only, the second child loses it there.
    ///
    /// (Of 23 other scores in a scalar model, the best was 1 % better; look-ahead never paid.)
    #[inline(always)]
    pub(crate) fn select_branches<I: LaneInput>(&self) -> Branching<V> {
        let zero = V::splat(0);
        let mut configurations = BandConfigurations::from_triads(&self.triads[0]);
        let mut best = configurations.branching_score();
        for which in 1..6 {
            let other = BandConfigurations::from_triads(&self.triads[which]);
            let score = other.branching_score().or(V::splat(which as u16));
            best = best.min(score);
            configurations = BandConfigurations::select(best.equal(score), &other, &configurations);
        }
        let which = best.and(V::splat(7));
        let (digit, t) = (configurations.branching_digit(), configurations.triads());
        // A digit with several configurations has two triads in the first or in the second row.
        let second = t[0].majority(t[1], t[2]).and(digit).equal(zero);
        let a = V::select(second, t[3], t[0]).and(digit);
        let b = V::select(second, t[4], t[1]).and(digit);
        let c = V::select(second, t[5], t[2]).and(digit);
        let row = which.add(which).add(which).add(V::select(second, V::splat(1), zero));
        let mut branching = Branching { row, first_child: [zero, a.and(b), c], second_child: [a, b.and_not(a), zero] };
        if I::HAS_CELL_MASKS {
            self.prefer_small_cells::<I>(&mut branching);
        }
        branching
    }

    /// Replaces the branching of lanes that have a cell with two to four candidates: the last of the cells with the fewest is
    /// branched on, by whether its lowest candidate is in the row that it shares with its block, or else in the column.
    ///
    /// Arbitrary candidates can contradict each other within a few cells. Branching on configurations would go all over the
    /// board before that comes to light: eight such pairs on an open board took minutes. Branching on these cells finds the
    /// contradiction at once (1.3 ms at most over 10,000 such puzzles).
    #[inline(always)]
    fn prefer_small_cells<I: LaneInput>(&self, branching: &mut Branching<V>) {
        let zero = V::splat(0);
        // Of the best cell so far: the candidates beyond two, the lowest of them, the row, and the triad that keeps it. Cells
        // with fewer than two candidates wrap around to a large number.
        let mut beyond = V::splat(MAX_BRANCH_CANDIDATES - 2);
        let (mut digit, mut row, mut keep) = (zero, zero, zero);
        for block in 0..9 {
            let (band, stack) = (block / 3, block % 3);
            let cells = self.cells_after_singles::<I>(band, stack, &mut V::splat(0));
            for i in 0..9 {
                let (r, c) = (i / 3, i % 3);
                let more = cells[i].count_ones().sub(V::splat(2));
                beyond = beyond.min(more);
                let best = beyond.equal(more);
                let lowest = cells[i].and(zero.sub(cells[i]));
                let t = &self.triads[band];
                let elsewhere = t[3 * r + (stack + 1) % 3].or(t[3 * r + (stack + 2) % 3]).and(lowest);
                let column = elsewhere.equal(zero);
                let in_row = V::splat((3 * band + r) as u16);
                let in_column = V::splat((9 + 3 * stack + c) as u16);
                row = V::select(best, V::select(column, in_column, in_row), row);
                keep = V::select(best, V::select(column, V::splat(band as u16), V::splat(stack as u16)), keep);
                digit = V::select(best, lowest, digit);
            }
        }
        let no_cell = digit.equal(zero);
        branching.row = V::select(no_cell, branching.row, row);
        for i in 0..3 {
            let kept = keep.equal(V::splat(i as u16));
            let (first, second) = (&mut branching.first_child[i], &mut branching.second_child[i]);
            *first = V::select(no_cell, *first, V::select(kept, zero, digit));
            *second = V::select(no_cell, *second, V::select(kept, digit, zero));
        }
    }

    /// Candidates of the cells of a block after singles.
    #[inline(always)]
    fn cells_after_singles<I: LaneInput>(&self, band: usize, stack: usize, contradiction: &mut V) -> [V; 9] {
        let mut cells = [V::splat(0); 9];
        for i in 0..9 {
            cells[i] = self.cell::<I>(band, stack, i);
        }
        propagation::block_singles::<V, I>(&mut cells, contradiction);
        cells
    }

    /// Branches on the nodes of the lanes `branched`, and moves nodes between lanes and stack.
    #[inline(always)]
    fn transfer<I: LaneInput>(&mut self, branched: u32, columns: &mut [u16], stride: usize, masks: &TransferMasks) {
        if branched == 0 {
            self.transfer_rows::<I, false, false, true>(None, columns, stride, masks);
        } else {
            let mut branching = self.select_branches::<I>();
            branching.row = V::select(V::mask_from_bits(branched), branching.row, V::splat(NO_ROW));
            // Each kind of transfer that does not occur is left out of the loop. Push, fork and pop never occur together:
            // nodes are pushed after forks only if no lane is left idle.
            match (masks.push != 0, masks.fork_to != 0) {
                (false, true) if masks.pop_to == 0 => {
                    self.transfer_rows::<I, false, true, false>(Some(&branching), columns, stride, masks);
                }
                (false, _) => self.transfer_rows::<I, false, true, true>(Some(&branching), columns, stride, masks),
                (true, false) => self.transfer_rows::<I, true, false, true>(Some(&branching), columns, stride, masks),
                (true, true) => self.transfer_rows::<I, true, true, false>(Some(&branching), columns, stride, masks),
            }
        }
        self.roots &= !(branched | masks.fork_to | masks.pop_to);
        self.unchanged &= !(masks.fork_to | masks.pop_to);
    }

    #[inline(always)]
    fn transfer_rows<I: LaneInput, const PUSH: bool, const FORK: bool, const POP: bool>(
        &mut self,
        branching: Option<&Branching<V>>,
        columns: &mut [u16],
        stride: usize,
        masks: &TransferMasks,
    ) {
        let plan = TransferPlan::<V, PUSH, FORK, POP>::new(masks);
        let eliminations = match branching {
            Some(branching) => Some(plan.child_eliminations(branching)),
            None => None,
        };
        let mut rows = columns.chunks_exact_mut(stride);
        for which in 0..6 {
            for row in 0..3 {
                // Branchings on configurations use one of the first two rows.
                let eliminated = match &eliminations {
                    Some([lane_child, stack_child]) if row < 2 || I::HAS_CELL_MASKS => {
                        let [a, b, c] = lane_child.in_row(3 * which + row);
                        let [d, e, f] = stack_child.in_row(3 * which + row);
                        [Some([a, d]), Some([b, e]), Some([c, f])]
                    }
                    _ => [None; 3],
                };
                for i in 0..3 {
                    let stack_row = rows.next().expect(ROW_PER_VECTOR);
                    plan.transfer_row(&mut self.triads[which][3 * row + i], eliminated[i], stack_row);
                }
            }
        }
        plan.transfer_row(&mut self.puzzle_id, None, rows.next().expect(ROW_PER_VECTOR));
        let paths = match branching {
            Some(branching) => path::children(self.path, branching.row.equal(V::splat(NO_ROW))),
            None => [self.path; 2],
        };
        self.path = plan.transfer_paths(paths, rows.next().expect(ROW_PER_VECTOR));
        if I::HAS_CELL_MASKS {
            for (cell, stack_row) in self.allowed.as_flattened_mut().iter_mut().zip(rows) {
                plan.transfer_row(cell, None, stack_row);
            }
        }
    }
}

/// `ORDERED` is [`Collector::is_ordered`]. Searches for the solutions of all inputs, of the open nodes that are already on the stack, and of `root`, the root of a
/// puzzle that was handed over as hard. (Nodes on the stack and the root belong to puzzle 0 of a call without inputs.)
#[inline(always)]
pub(crate) fn search_batch<V: NodeLanes, I: LaneInput, const ORDERED: bool>(
    inputs: &[I],
    root: Option<&SingleSearch>,
    node_stack: &mut NodeStack,
    collector: &mut Collector,
    stop: &StopFlag,
) -> SearchStats {
    debug_assert!(inputs.len() <= MAX_PUZZLES_PER_CALL);
    let mut stats = SearchStats::default();
    let mut nodes = LaneNodes::<V>::new();
    if let Some(root) = root {
        stats.guesses += nodes.expand_root::<I>(root) - 1;
    }
    let mut next_input = 0;
    // Active lanes that wait for a step: `at_fixpoint` to be branched on, `maybe_decided` to be collected. Waiting lanes take
    // part in further rounds, and both masks are computed anew after each, unless the lanes are frozen.
    let (mut at_fixpoint, mut maybe_decided) = (0u32, 0u32);
    // A push or pop of fewer lanes is not worth its pass over all rows: they wait for more.
    let min_transfer = 1 + V::LANES as u32 / 16;
    loop {
        let has_work = node_stack.inputs > 0 || node_stack.top > INPUT_COLUMNS || next_input < inputs.len();
        if nodes.active == 0 && !has_work {
            break;
        }
        let idle = !nodes.active & LaneNodes::<V>::ALL_LANES;
        // Idle lanes wait only if there is work for them. Without work, the threshold is a share of the active lanes: 1.26
        // times the speed for one hard puzzle at a time.
        let lanes = if has_work { V::LANES as u32 } else { nodes.active.count_ones() };
        let threshold = (lanes * LaneNodes::<V>::STEP_THRESHOLD / 16).max(1);
        let waiting = at_fixpoint | maybe_decided | if has_work { idle } else { 0 };
        let all_wait = nodes.active & !at_fixpoint & !maybe_decided == 0;
        // A round takes as long for one node as for all lanes, so when a quarter of the lanes is idle for want of work, nodes are
        // branched on before their fixpoint. (From an eighth on: 0.98 of the speed; from a half on: 0.99.) Not whole puzzles,
        // most of which need no branching: 0.77 for batches of six puzzles of `17_clue`.
        let is_short_of_nodes = !has_work && !ORDERED && idle.count_ones() >= V::LANES as u32 / 4;
        let before_fixpoint =
            if is_short_of_nodes { nodes.active & !at_fixpoint & !maybe_decided & !nodes.roots } else { 0 };
        if all_wait || before_fixpoint != 0 || waiting.count_ones() >= threshold {
            // 1. Collect solutions. This may deactivate lanes, of solved nodes and of puzzles that are now complete.
            if maybe_decided != 0 {
                at_fixpoint |= collect_solved::<V, I, ORDERED>(&mut nodes, maybe_decided, node_stack, collector);
                at_fixpoint &= nodes.active;
            }
            let mut idle = !nodes.active & LaneNodes::<V>::ALL_LANES;
            // 2. Add as many nodes before their fixpoint as idle lanes remain for their second children.
            let spare = idle.count_ones().saturating_sub(at_fixpoint.count_ones());
            at_fixpoint |= V::lowest_bits(before_fixpoint & nodes.active, spare);
            // 3. Load inputs as soon as less than a vector of them is left, before the last ones are taken (1.02 times the
            // speed on `17_clue`).
            if node_stack.inputs < V::LANES && next_input < inputs.len() {
                let end = inputs.len().min(next_input + V::LANES);
                node_stack.load_inputs::<V, I>(&inputs[next_input..end], next_input);
                (next_input..end).for_each(|puzzle_id| collector.start_puzzle(puzzle_id as u16));
                next_input = end;
            }
            // 4. Place the second children. While few nodes are open, idle lanes are left to inputs and all second children are
            // pushed; otherwise they are forked to idle lanes as long as there are any, and the rest is pushed.
            let mut masks = TransferMasks { push_at: node_stack.top, ..TransferMasks::default() };
            let inputs_first = node_stack.inputs > 0 && node_stack.top < INPUT_COLUMNS + MAX_OPEN_NODES_BEFORE_INPUT;
            let forks = if inputs_first { 0 } else { at_fixpoint.count_ones().min(idle.count_ones()) };
            masks.fork_from = V::lowest_bits(at_fixpoint, forks);
            masks.fork_to = V::lowest_bits(idle, forks);
            masks.push = at_fixpoint & !masks.fork_from;
            idle &= !masks.fork_to;
            if masks.push.count_ones() < min_transfer && !all_wait {
                // Too few to push: they stay at their fixpoint until lanes become idle. If all lanes wait, they must be branched
                // on, or the search would stand still.
                at_fixpoint &= !masks.push;
                masks.push = 0;
            }
            // 5. Fill the idle lanes: from the inputs if those come first or nothing else is left, otherwise from the top of
            // the stack (depth first).
            let branched = at_fixpoint;
            let mut started = masks.fork_to;
            let mut roots = 0;
            if idle != 0 && (idle.count_ones() >= min_transfer || all_wait) {
                if inputs_first || node_stack.top == INPUT_COLUMNS {
                    let count = idle.count_ones().min(node_stack.inputs as u32);
                    masks.pop_from = V::lowest_bits(u32::MAX, count);
                    node_stack.inputs -= count as usize;
                    masks.pop_at = node_stack.inputs;
                    masks.pop_to = V::lowest_bits(idle, count);
                    roots = masks.pop_to;
                } else {
                    // No node is pushed in this case: with idle lanes left, all second children were forked.
                    masks.pop_from = node_stack.pop::<V>(idle.count_ones(), collector);
                    masks.pop_at = node_stack.top;
                    masks.pop_to = V::lowest_bits(idle, masks.pop_from.count_ones());
                }
                started |= masks.pop_to;
            }
            // 6. Branch and transfer in one pass over the rows.
            nodes.frozen &= nodes.active & !branched;
            node_stack.top += masks.push.count_ones() as usize;
            if branched | masks.pop_to != 0 {
                nodes.transfer::<I>(branched, &mut node_stack.columns, node_stack.stride, &masks);
                nodes.roots |= roots;
                nodes.active |= started;
                stats.guesses += u64::from(branched.count_ones());
                node_stack.reserve();
            }
        }
        let round = nodes.propagate_round::<I, ORDERED>();
        stats.rounds += 1;
        if stats.rounds.is_multiple_of(ROUNDS_PER_POLL) && stop.is_set() {
            break;
        }
        nodes.active &= round.consistent;
        // A node counts as being at its fixpoint when the stacks changed nothing, even if the bands did; a whole puzzle only
        // after two such rounds in a row. On `hardest_1106`: 722 rounds per 32 puzzles and 123 guesses per puzzle, against
        // 827 and 114 if nothing may change, and 725 and 134 if only the bands count. Without the second round for whole
        // puzzles: twice the guesses on `17_clue`.
        let fixpoint = round.unchanged & (!nodes.roots | nodes.unchanged);
        if ORDERED {
            maybe_decided = nodes.active & (nodes.frozen & maybe_decided | !nodes.frozen & round.maybe_decided);
            nodes.frozen = nodes.active & (nodes.frozen | fixpoint);
            at_fixpoint = nodes.frozen & !maybe_decided;
        } else {
            maybe_decided = nodes.active & round.maybe_decided;
            at_fixpoint = nodes.active & fixpoint & !maybe_decided;
        }
        nodes.unchanged = round.unchanged;
    }
    node_stack.flush_solved::<V>(collector);
    stats
}

/// Collects the solutions among the lanes of `maybe_decided`, and deactivates lanes that are decided or whose puzzle is
/// complete. Returns the lanes that are not decided after all and at a fixpoint.
#[inline(always)]
fn collect_solved<V: NodeLanes, I: LaneInput, const ORDERED: bool>(
    nodes: &mut LaneNodes<V>,
    maybe_decided: u32,
    node_stack: &mut NodeStack,
    collector: &mut Collector,
) -> u32 {
    let (decided, solved) = nodes.decided_and_solved::<I>();
    nodes.active &= !(decided & maybe_decided);
    let (mut puzzle_ids, mut paths) = ([0; 32], [0; 32]);
    nodes.puzzle_id.store(&mut puzzle_ids);
    nodes.path.store(&mut paths);
    let mut wanted = 0u32;
    for_each_bit(solved & maybe_decided, |_, lane| {
        let (puzzle_id, path) = (puzzle_ids[lane], paths[lane]);
        // Another lane of this loop may have completed the puzzle.
        if !collector.needs_node(puzzle_id, path) {
            return;
        }
        if collector.record(puzzle_id, path) {
            wanted |= 1 << lane;
        }
        if let Some(unneeded) = collector.first_unneeded(puzzle_id) {
            let unneeded = V::splat(unneeded);
            let is_unneeded = V::mask_bits(nodes.path.min(unneeded).equal(unneeded));
            nodes.active &= !(is_unneeded & V::mask_bits(nodes.puzzle_id.equal(V::splat(puzzle_id))));
        }
    });
    node_stack.buffer_solved(wanted, &nodes.triads, nodes.puzzle_id, collector);
    maybe_decided & !decided & if ORDERED { nodes.frozen } else { nodes.unchanged }
}

/// Access for the comparison with the scalar model.
#[cfg(test)]
impl<V: NodeLanes> LaneNodes<V> {
    /// Lanes with these nodes, from the first lane on.
    pub(crate) fn from_nodes(models: &[crate::scalar_model::ModelNode]) -> LaneNodes<V> {
        let mut nodes = LaneNodes::new();
        let lanes = |of: &dyn Fn(&crate::scalar_model::ModelNode) -> u16| {
            let mut lanes = [ALL_DIGITS; 32];
            lanes.iter_mut().zip(models).for_each(|(lane, model)| *lane = of(model));
            V::load(&lanes)
        };
        for i in 0..54 {
            nodes.triads[i / 9][i % 9] = lanes(&|model| model.triads[i / 9][i % 9]);
        }
        for i in 0..81 {
            nodes.allowed[i / 9][i % 9] = lanes(&|model| model.allowed[i / 9][i % 9]);
        }
        nodes
    }

    /// The triads of a lane.
    pub(crate) fn triads_of_lane(&self, lane: usize) -> [[u16; 9]; 6] {
        self.triads.map(|nine| {
            nine.map(|triad| {
                let mut lanes = [0; 32];
                triad.store(&mut lanes);
                lanes[lane]
            })
        })
    }

    /// The two children of the node in each lane, as a transfer creates them.
    pub(crate) fn children<I: LaneInput>(&self) -> Vec<[[[u16; 9]; 6]; 2]> {
        let (lanes, stride) = (Self::ALL_LANES, 3 * 32);
        let mut nodes = LaneNodes { triads: self.triads, allowed: self.allowed, ..LaneNodes::new() };
        let mut columns = vec![0; crate::node_stack::ROWS * stride];
        nodes.transfer::<I>(lanes, &mut columns, stride, &TransferMasks { push: lanes, ..TransferMasks::default() });
        let pushed = |lane| std::array::from_fn(|n| std::array::from_fn(|i| columns[(9 * n + i) * stride + lane]));
        (0..V::LANES).map(|lane| [nodes.triads_of_lane(lane), pushed(lane)]).collect()
    }
}
