//! Many puzzles at once: one search node per lane.
//!
//! The lanes are not tied to puzzles. In a *round*, every lane applies the rules to its node, until the node is dead, solved
//! or stable. When enough lanes wait, a *step* hands out work:
//!
//! ```text
//!                  ┌──────────── 32 lanes ────────────┐            memory: one column per node
//!    54 rows of    │ A A B C C C D .  E . F F G H ... │   push     ┌────────┬──────────────────────
//!    triads, one   │ A A B C C C D .  E . F F G H ... │  ───────>  │ new    │ nodes that wait ──>
//!    row of owners │ ...                              │  <───────  │ puzzles│
//!                  └──────────────────────────────────┘    pop     └────────┴──────────────────────
//! ```
//!
//! A stable node is split: one child stays in its lane, the other goes to an idle lane (a *fork*) or is pushed. Idle lanes
//! take new puzzles first, as long as few nodes wait: a puzzle whose nodes are worked on one after the other is ended
//! early by its second solution. When there is nothing left to take and a quarter of the lanes is idle, nodes are split before
//! they are stable. Solved lanes are gathered, and turned into digits when there are enough for all lanes.

use crate::harvest::Harvest;
use crate::logic::{self, DECIDED, Passed, Ways};
use crate::memory::{Memory, NEW};
use crate::moves::{Moves, Plan, Splits};
use crate::question::{ALL, Spread};
use crate::simd::{Vector, for_each_bit};
use crate::solo::Solo;
use crate::solver::Effort;

/// A question has its number in a lane.
pub(crate) const MOST_QUESTIONS: usize = 1 << 15;

/// Nodes that wait until lanes prefer them to new puzzles.
const AHEAD: usize = 96;

/// The lanes: a search node in each.
pub(crate) struct Pool<V> {
    /// The nine triads of each band, row by row, and of each stack, column by column.
    pub(crate) triads: [[V; 9]; 6],
    /// The number of the question.
    pub(crate) owner: V,
    /// What the question allows in each cell, box by box, if it is more than givens.
    pub(crate) allowed: [[V; 9]; 9],
    /// The cells after the singles of a round: kept here from bands to stacks.
    cells: [[V; 9]; 9],
    /// The lanes that hold a node.
    pub(crate) live: u32,
    /// The lanes whose node is a whole question, not yet split.
    roots: u32,
    /// The lanes where the stacks changed nothing in the last round.
    calm: u32,
}

/// What a round found, by lanes.
pub(crate) struct Round {
    pub(crate) alive: u32,
    /// The stacks changed nothing.
    pub(crate) calm: u32,
    /// All triads are decided, or it looks so.
    pub(crate) decided: u32,
}

/// Candidates of a cell, up to which questions of candidates are split there.
pub(crate) const FEW_CANDIDATES: u16 = 4;

/// Why a row of memory is there.
const ALL_ROWS: &str = "memory has a row for every vector of the lanes";

/// The row of lanes that are not to be split.
const NOWHERE: u16 = u16::MAX;

impl<V: Vector> Pool<V> {
    pub(crate) const LANES: u32 = if V::LANES == 32 { u32::MAX } else { (1 << V::LANES) - 1 };

    /// Of 16 lanes, those that wait until a step is made. (A step is most of a round if a permutation takes many operations.)
    const ENOUGH: u32 = if V::LANES == 32 { 7 } else { 8 };

    #[inline(always)]
    fn new() -> Pool<V> {
        let all = V::splat(ALL);
        Pool {
            triads: [[all; 9]; 6],
            owner: V::splat(u16::MAX),
            allowed: [[all; 9]; 9],
            cells: [[all; 9]; 9],
            live: 0,
            roots: 0,
            calm: 0,
        }
    }

    /// A cell of a box as its triads (and the question) leave it.
    #[inline(always)]
    fn cell<Q: Spread>(&self, band: usize, stack: usize, i: usize) -> V {
        let (h, v) = (self.triads[band][i / 3 * 3 + stack], self.triads[3 + stack][i % 3 * 3 + band]);
        if Q::CELLS { h.and3(v, self.allowed[3 * band + stack][i]) } else { h.and(v) }
    }

    /// Applies the rules once: boxes and bands, then stacks.
    #[inline(always)]
    pub(crate) fn round<Q: Spread>(&mut self) -> Round {
        let all = V::splat(ALL);
        let (mut passed, mut empty) = (Passed::new(), V::splat(0));
        for band in 0..3 {
            for stack in 0..3 {
                let cells = self.settled::<Q>(band, stack, &mut empty);
                for row in 0..3 {
                    self.triads[band][3 * row + stack] = cells[3 * row].or3(cells[3 * row + 1], cells[3 * row + 2]);
                }
                self.cells[3 * band + stack] = cells;
            }
            self.triads[band] = passed.pass(&self.triads[band]);
        }
        // What the stacks take away, or the sums of all vertical triads before and after that: sets only lose digits.
        let (mut taken, mut before, mut after) = (V::splat(0), V::splat(0), V::splat(0));
        for stack in 0..3 {
            let mut columns = [all; 9];
            for band in 0..3 {
                let (cells, h) = (&self.cells[3 * band + stack], &self.triads[band]);
                for column in 0..3 {
                    let two = cells[column].and(h[stack]).or_both(cells[3 + column], h[3 + stack]);
                    let triad = two.or_both(cells[6 + column], h[6 + stack]);
                    before = before.add(triad);
                    columns[3 * column + band] = triad.after(&mut before);
                }
            }
            let left = passed.pass(&columns);
            for i in 0..9 {
                taken = taken.or_without(columns[i], left[i]);
                after = after.add(left[i]);
            }
            self.triads[3 + stack] = left;
        }
        let calm = if V::FEW_REGISTERS { before.equal(after) } else { taken.equal(V::splat(0)) };
        Round {
            // Where a digit has no way, the difference is below 0.
            alive: !passed.possible.sub(all).or(empty).high_bits(),
            calm: V::bits(calm),
            decided: V::bits(passed.odd.equal(all)),
        }
    }

    /// The lanes where all triads are decided; and of these, the ones without an empty cell: there each holds one digit.
    #[inline(always)]
    fn solved<Q: Spread>(&self) -> (u32, u32) {
        let mut sum = V::splat(0);
        for triad in self.triads.as_flattened() {
            sum = sum.add(*triad);
        }
        let mut least = V::splat(ALL);
        for block in 0..9 {
            for i in 0..9 {
                least = least.min(self.cell::<Q>(block / 3, block % 3, i));
            }
        }
        let decided = V::bits(sum.equal(V::splat(DECIDED)));
        (decided, decided & !V::bits(least.equal(V::splat(0))))
    }

    /// Where to split: in the band or stack with the fewest ways that has more than nine; its digit as [`Ways`] says; the
    /// first row that has it in two triads.
    #[inline(always)]
    pub(crate) fn splits<Q: Spread>(&self) -> Splits<V> {
        let none = V::splat(0);
        let mut ways = Ways::new(&self.triads[0]);
        let mut best = ways.excess();
        for which in 1..6 {
            let other = Ways::new(&self.triads[which]);
            let excess = other.excess().or(V::splat(which as u16));
            best = best.min(excess);
            ways = Ways::select(best.equal(excess), &other, &ways);
        }
        let which = best.and(V::splat(7));
        let (digit, t) = (ways.split_digit(), ways.triads());
        let second = t[0].majority(t[1], t[2]).and(digit).equal(none);
        let a = V::select(second, t[3], t[0]).and(digit);
        let b = V::select(second, t[4], t[1]).and(digit);
        let c = V::select(second, t[5], t[2]).and(digit);
        let row = which.add(which).add(which).add(V::select(second, V::splat(1), none));
        let mut splits = Splits { row, here: [none, a.and(b), c], there: [a, b.without(a), none] };
        if Q::CELLS {
            self.split_cells::<Q>(&mut splits);
        }
        splits
    }

    /// Where a cell has few candidates, the node is to be split there: is the lowest of them in the row, or else in the
    /// column, that the cell shares with its box?
    ///
    /// Candidates of any kind can contradict each other in a few cells. Ways of digits would be split all over the board
    /// before that comes to light; these cells bring it to light at once.
    #[inline(always)]
    fn split_cells<Q: Spread>(&self, splits: &mut Splits<V>) {
        let none = V::splat(0);
        // Of the best cell so far: the candidates beyond two, the lowest of them, and where it is split.
        let mut beyond = V::splat(FEW_CANDIDATES - 2);
        let (mut digit, mut row, mut keep) = (none, none, none);
        for block in 0..9 {
            let (band, stack) = (block / 3, block % 3);
            let cells = self.settled::<Q>(band, stack, &mut V::splat(0));
            for i in 0..9 {
                let (r, c) = (i / 3, i % 3);
                let more = cells[i].ones().sub(V::splat(2));
                beyond = beyond.min(more);
                let best = beyond.equal(more);
                let lowest = cells[i].and(none.sub(cells[i]));
                let t = &self.triads[band];
                let elsewhere = t[3 * r + (stack + 1) % 3].or(t[3 * r + (stack + 2) % 3]).and(lowest);
                let column = elsewhere.equal(none);
                let in_row = V::splat((3 * band + r) as u16);
                let in_column = V::splat((9 + 3 * stack + c) as u16);
                row = V::select(best, V::select(column, in_column, in_row), row);
                keep = V::select(best, V::select(column, V::splat(band as u16), V::splat(stack as u16)), keep);
                digit = V::select(best, lowest, digit);
            }
        }
        let nowhere = digit.equal(none);
        splits.row = V::select(nowhere, splits.row, row);
        for i in 0..3 {
            let kept = keep.equal(V::splat(i as u16));
            splits.here[i] = V::select(nowhere, splits.here[i], V::select(kept, none, digit));
            splits.there[i] = V::select(nowhere, splits.there[i], V::select(kept, digit, none));
        }
    }

    /// The cells of a box as its triads (and the question) and the singles leave them.
    #[inline(always)]
    fn settled<Q: Spread>(&self, band: usize, stack: usize, empty: &mut V) -> [V; 9] {
        let mut cells = [V::splat(0); 9];
        for i in 0..9 {
            cells[i] = self.cell::<Q>(band, stack, i);
        }
        logic::settle::<V, Q>(&mut cells, empty);
        cells
    }

    /// Splits the nodes of the lanes `split`, and moves lanes and nodes that wait.
    #[inline(always)]
    fn step<Q: Spread>(&mut self, split: u32, memory: &mut [u16], stride: usize, moves: &Moves) {
        if split == 0 {
            self.step_as::<Q, false, false, true>(None, memory, stride, moves);
        } else {
            let mut splits = self.splits::<Q>();
            splits.row = V::select(V::mask(split), splits.row, V::splat(NOWHERE));
            // Each row is loaded and stored once; what is not to be done is left out of the loop.
            match (moves.push != 0, moves.fork_to != 0) {
                (false, true) if moves.pop_to == 0 => {
                    self.step_as::<Q, false, true, false>(Some(&splits), memory, stride, moves);
                }
                (false, _) => self.step_as::<Q, false, true, true>(Some(&splits), memory, stride, moves),
                (true, false) => self.step_as::<Q, true, false, true>(Some(&splits), memory, stride, moves),
                (true, true) => self.step_as::<Q, true, true, false>(Some(&splits), memory, stride, moves),
            }
        }
        self.roots &= !(split | moves.fork_to | moves.pop_to);
        self.calm &= !(moves.fork_to | moves.pop_to);
    }

    #[inline(always)]
    fn step_as<Q: Spread, const PUSH: bool, const FORK: bool, const POP: bool>(
        &mut self,
        splits: Option<&Splits<V>>,
        memory: &mut [u16],
        stride: usize,
        moves: &Moves,
    ) {
        let plan = Plan::<V, PUSH, FORK, POP>::new(moves);
        let cuts = match splits {
            Some(splits) => Some(plan.cuts(splits)),
            None => None,
        };
        let mut rows = memory.chunks_exact_mut(stride);
        for which in 0..6 {
            for row in 0..3 {
                // Ways are split in one of the first two rows.
                let cut = match &cuts {
                    Some([stay, go]) if row < 2 || Q::CELLS => {
                        let ([a, b, c], [d, e, f]) = (stay.of_row(3 * which + row), go.of_row(3 * which + row));
                        [Some([a, d]), Some([b, e]), Some([c, f])]
                    }
                    _ => [None; 3],
                };
                for i in 0..3 {
                    plan.carry_out(&mut self.triads[which][3 * row + i], cut[i], rows.next().expect(ALL_ROWS));
                }
            }
        }
        plan.carry_out(&mut self.owner, None, rows.next().expect(ALL_ROWS));
        if Q::CELLS {
            for (cell, row) in self.allowed.as_flattened_mut().iter_mut().zip(rows) {
                plan.carry_out(cell, None, row);
            }
        }
    }
}

/// Answers questions. Nodes that wait in memory are worked on too, and so is the root of question 0, if one is handed over.
#[inline(always)]
pub(crate) fn run<V: Vector, Q: Spread>(
    questions: &[Q],
    root: Option<&Solo>,
    memory: &mut Memory,
    harvest: &mut Harvest,
) -> Effort {
    debug_assert!(questions.len() <= MOST_QUESTIONS);
    let mut effort = Effort::default();
    let mut pool = Pool::<V>::new();
    if let Some(root) = root {
        effort.guesses += pool.fill::<Q>(root) - 1;
    }
    let mut next = 0; // question
    let (mut stable, mut decided) = (0u32, 0u32);
    let few = 1 + V::LANES as u32 / 16;
    loop {
        let work = memory.new > 0 || memory.top > NEW || next < questions.len();
        if pool.live == 0 && !work {
            break;
        }
        let idle = !pool.live & Pool::<V>::LANES;
        // Lanes for which there is no work do not wait; the others need not wait for as many.
        let lanes = if work { V::LANES as u32 } else { pool.live.count_ones() };
        let enough = (lanes * Pool::<V>::ENOUGH / 16).max(1);
        let waiting = stable | decided | if work { idle } else { 0 };
        let all_wait = pool.live & !stable & !decided == 0;
        // A round takes as long for one node as for all lanes: if many are idle, nodes are split before they are stable; but not
        // whole questions, most of which need no split.
        let may_split = !work && idle.count_ones() >= V::LANES as u32 / 4;
        let early = if may_split { pool.live & !stable & !decided & !pool.roots } else { 0 };
        if all_wait || early != 0 || waiting.count_ones() >= enough {
            if decided != 0 {
                stable |= gather::<V, Q>(&mut pool, decided, memory, harvest);
                stable &= pool.live;
            }
            let mut idle = !pool.live & Pool::<V>::LANES;
            stable |= V::lowest(early & pool.live, idle.count_ones().saturating_sub(stable.count_ones()));
            if memory.new < V::LANES && next < questions.len() {
                let end = questions.len().min(next + V::LANES);
                memory.take_in::<V, Q>(&questions[next..end], next);
                (next..end).for_each(|question| harvest.begin(question as u16));
                next = end;
            }
            let mut moves = Moves { push_at: memory.top, ..Moves::default() };
            let new_first = memory.new > 0 && memory.top < NEW + AHEAD;
            let forks = if new_first { 0 } else { stable.count_ones().min(idle.count_ones()) };
            moves.fork_from = V::lowest(stable, forks);
            moves.fork_to = V::lowest(idle, forks);
            moves.push = stable & !moves.fork_from;
            idle &= !moves.fork_to;
            if moves.push.count_ones() < few && !all_wait {
                // A few may as well wait for lanes to become idle.
                stable &= !moves.push;
                moves.push = 0;
            }
            let split = stable;
            let mut starts = moves.fork_to;
            let mut roots = 0;
            if idle != 0 && (idle.count_ones() >= few || all_wait) {
                if new_first || memory.top == NEW {
                    let count = idle.count_ones().min(memory.new as u32);
                    moves.pop_from = V::lowest(u32::MAX, count);
                    memory.new -= count as usize;
                    moves.pop_at = memory.new;
                    moves.pop_to = V::lowest(idle, count);
                    roots = moves.pop_to;
                } else {
                    moves.pop_from = memory.pop::<V>(idle.count_ones(), harvest);
                    moves.pop_at = memory.top;
                    moves.pop_to = V::lowest(idle, moves.pop_from.count_ones());
                }
                starts |= moves.pop_to;
            }
            memory.top += moves.push.count_ones() as usize;
            if split | moves.pop_to != 0 {
                pool.step::<Q>(split, &mut memory.nodes, memory.stride, &moves);
                pool.roots |= roots;
                pool.live |= starts;
                effort.guesses += u64::from(split.count_ones());
                memory.make_room();
            }
        }
        let round = pool.round::<Q>();
        effort.rounds += 1;
        pool.live &= round.alive;
        decided = pool.live & round.decided;
        stable = pool.live & round.calm & (!pool.roots | pool.calm) & !decided;
        pool.calm = round.calm;
    }
    memory.tell::<V>(harvest);
    effort
}

/// Takes solved nodes out of the lanes of `decided`, and ends the search of questions that have enough. Returns the lanes
/// that only looked decided and are to be split.
#[inline(always)]
fn gather<V: Vector, Q: Spread>(pool: &mut Pool<V>, looks: u32, memory: &mut Memory, harvest: &mut Harvest) -> u32 {
    let (decided, solved) = pool.solved::<Q>();
    pool.live &= !(decided & looks);
    let mut owners = [0; 32];
    pool.owner.store(&mut owners);
    let mut wanted = 0u32;
    for_each_bit(solved & looks, |_, lane| {
        let owner = owners[lane];
        if !harvest.wants(owner) {
            return;
        }
        if harvest.count(owner) {
            wanted |= 1 << lane;
        }
        if !harvest.wants(owner) {
            pool.live &= !V::bits(pool.owner.equal(V::splat(owner)));
        }
    });
    memory.keep(wanted, &pool.triads, pool.owner, harvest);
    looks & !decided & pool.calm
}

/// For comparison with the model.
#[cfg(test)]
impl<V: Vector> Pool<V> {
    /// A node in each of the first lanes.
    pub(crate) fn of_nodes(nodes: &[crate::model::Node]) -> Pool<V> {
        let mut pool = Pool::new();
        let lanes = |of: &dyn Fn(&crate::model::Node) -> u16| {
            let mut lanes = [ALL; 32];
            lanes.iter_mut().zip(nodes).for_each(|(lane, node)| *lane = of(node));
            V::load(&lanes)
        };
        for i in 0..54 {
            pool.triads[i / 9][i % 9] = lanes(&|node| node.triads[i / 9][i % 9]);
        }
        for i in 0..81 {
            pool.allowed[i / 9][i % 9] = lanes(&|node| node.allowed[i / 9][i % 9]);
        }
        pool
    }

    /// The triads of a lane.
    pub(crate) fn node(&self, lane: usize) -> [[u16; 9]; 6] {
        self.triads.map(|nine| {
            nine.map(|triad| {
                let mut lanes = [0; 32];
                triad.store(&mut lanes);
                lanes[lane]
            })
        })
    }

    /// The children of the nodes in all lanes, as a step makes them.
    pub(crate) fn split_nodes<Q: Spread>(&self) -> Vec<[[[u16; 9]; 6]; 2]> {
        let (lanes, stride) = (Self::LANES, 3 * 32);
        let mut pool = Pool { triads: self.triads, allowed: self.allowed, ..Pool::new() };
        let mut memory = vec![0; crate::memory::ROWS * stride];
        pool.step::<Q>(lanes, &mut memory, stride, &Moves { push: lanes, ..Moves::default() });
        let pushed = |lane| std::array::from_fn(|n| std::array::from_fn(|i| memory[(9 * n + i) * stride + lane]));
        (0..V::LANES).map(|lane| [pool.node(lane), pushed(lane)]).collect()
    }
}
