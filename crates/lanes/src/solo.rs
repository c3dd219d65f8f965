//! One puzzle: a box per lane, and few nodes at a time.
//!
//! The nine boxes of a node stand side by side in 16 lanes (see [`Rotate`]), so that a node is six vectors: the first, second
//! and third horizontal triad of all boxes, and the vertical ones. A round does for all boxes at once what
//! [`pool`](crate::pool) does box by box; what a box must know of the others of its band or stack comes by rotating the
//! lanes. A vector of 32 lanes has *seats* for two nodes. The search goes depth first; with one seat, its order depends on
//! nothing but the question.

use crate::harvest::Harvest;
use crate::logic::{self, Passed, Ways};
use crate::pool::{Effort, Memory};
use crate::question::{ALL, CELL, Candidates, Digits, Spread};
use crate::simd::Rotate;

/// A search node in memory: three vectors of horizontal triads, three of vertical ones.
pub(crate) type Node = [[u16; 16]; 6];

/// The lane of a box.
pub(crate) const LANE: [usize; 9] = [0, 1, 2, 4, 5, 6, 8, 9, 10];

/// The sum of the triads in each lane when all are decided.
static DECIDED: [u16; 32] = {
    let mut sums = [6 * ALL; 32];
    let mut block = 0;
    while block < 9 {
        sums[LANE[block]] = 2 * ALL;
        sums[16 + LANE[block]] = 2 * ALL;
        block += 1;
    }
    sums
};

/// A search that can be interrupted at any solution.
#[derive(Clone, Debug)]
pub(crate) struct Solo {
    /// What the question allows in each cell: one vector for each place in a box.
    allowed: [[u16; 16]; 9],
    /// The nodes that are left, the next one last.
    nodes: Vec<Node>,
    pub(crate) effort: Effort,
}

/// The nodes that are worked on.
struct Seats<N> {
    /// Their triads: horizontal, then vertical ones.
    triads: [N; 6],
    /// What the question allows in each place of a box.
    allowed: [N; 9],
    /// Which are taken.
    taken: u32,
    /// Which hold the whole question, not yet split.
    roots: u32,
    /// Where the stacks changed nothing in the last round.
    calm: u32,
}

/// What a round found, by lanes.
struct Round {
    /// A cell is empty, or a digit has no way.
    dead: u32,
    /// The stacks changed something.
    changed: u32,
    /// A triad is not decided.
    open: u32,
}

/// Where a node is to be split: see [`Pool`](crate::pool).
struct Split {
    /// The triads of the row, by vector and lane.
    vector: usize,
    lanes: [usize; 3],
    digit: u16,
    /// The first of them that has the digit.
    first: usize,
}

impl Solo {
    /// A search without a question.
    pub(crate) fn new() -> Solo {
        Solo { allowed: [[ALL; 16]; 9], nodes: Vec::with_capacity(64), effort: Effort::default() }
    }

    /// Hands all nodes that are left over to the pool.
    pub(crate) fn hand_over<Q: Spread>(&mut self, memory: &mut Memory) {
        for node in self.nodes.drain(..) {
            memory.push(&node, Q::CELLS.then_some(&self.allowed));
        }
    }

    /// Whether a node is left.
    pub(crate) fn is_done(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Begins with a question.
    #[inline(always)]
    pub(crate) fn ask<Q: Spread>(&mut self, question: &Q) {
        let mut cells = [[0; 16]; 9];
        for i in 0..81 {
            cells[i % 9][LANE[i / 9]] = question.cell(usize::from(CELL[i]));
        }
        let mut node = [[0; 16]; 6];
        for lane in 0..16 {
            let c = |i: usize| cells[i][lane];
            for i in 0..3 {
                let row = |i: usize| c(3 * i) | c(3 * i + 1) | c(3 * i + 2);
                let column = |i: usize| c(i) | c(3 + i) | c(6 + i);
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                // What is given in one triad of a box is in no other.
                node[i][lane] = ALL & if Q::CELLS { row(i) } else { !(row(j) | row(k)) };
                node[3 + i][lane] = ALL & if Q::CELLS { column(i) } else { !(column(j) | column(k)) };
            }
        }
        self.allowed = [[ALL; 16]; 9];
        if Q::CELLS {
            // The lanes between the boxes allow everything.
            for unused in (0..16).filter(|lane| !LANE.contains(lane)) {
                for lanes in cells.iter_mut().chain(&mut node) {
                    lanes[unused] = ALL;
                }
            }
            self.allowed = cells;
        }
        self.nodes.clear();
        self.nodes.push(node);
        self.effort = Effort::default();
    }

    /// The candidates of every cell that the rules leave before any guess.
    #[inline(always)]
    pub(crate) fn narrow<N: Rotate>(&mut self) -> Candidates {
        let mut seats = Seats::<N>::new(&self.allowed);
        let mut candidates = [0; 81];
        seats.sit(0, &self.nodes[0]);
        loop {
            let round = seats.round::<Candidates>();
            if round.dead & SEAT != 0 {
                return candidates;
            }
            if round.changed & SEAT == 0 {
                break;
            }
        }
        for i in 0..9 {
            let mut cells = [0; 16];
            seats.cell::<Candidates>(i).stand_up(0, &mut cells);
            for block in 0..9 {
                candidates[usize::from(CELL[9 * block + i])] = cells[LANE[block]];
            }
        }
        candidates
    }

    /// Searches until the harvest of question 0 is enough, as many guesses are made, or no node is left.
    #[inline(always)]
    pub(crate) fn run<Q: Spread, N: Rotate>(&mut self, guesses: u64, harvest: &mut Harvest) {
        let mut seats = Seats::<N>::new(&self.allowed);
        while self.effort.guesses < guesses && harvest.wants(0) {
            let side_by_side = if self.effort.guesses < ALONE { 1 } else { N::SEATS };
            for seat in 0..side_by_side {
                if seats.taken >> seat & 1 == 0
                    && let Some(node) = self.nodes.pop()
                {
                    seats.sit(seat, &node);
                    seats.roots |= u32::from(self.effort.rounds == 0) << seat;
                }
            }
            if seats.taken == 0 {
                break;
            }
            self.effort.rounds += 1;
            let round = seats.round::<Q>();
            for seat in 0..N::SEATS {
                let (bit, lanes) = (1 << seat, SEAT << (16 * seat));
                if seats.taken & bit == 0 {
                    continue;
                }
                let calm = round.changed & lanes == 0;
                let was_calm = seats.calm & bit != 0;
                seats.calm = seats.calm & !bit | u32::from(calm) << seat;
                if round.dead & lanes != 0 {
                    seats.taken &= !bit;
                } else if round.open & lanes == 0 {
                    seats.taken &= !bit;
                    if seats.is_solved::<Q>(seat) {
                        if harvest.count(0) {
                            harvest.solution(0, &seats.digits::<Q>(seat));
                        }
                        if !harvest.wants(0) {
                            break;
                        }
                    }
                } else if calm && (was_calm || seats.roots & bit == 0) {
                    self.effort.guesses += 1;
                    self.nodes.push(seats.split::<Q>(seat));
                    seats.roots &= !bit;
                    seats.calm &= !bit;
                }
            }
        }
        for seat in 0..N::SEATS {
            if seats.taken >> seat & 1 == 1 {
                self.nodes.push(seats.node(seat));
            }
        }
    }
}

/// Guesses that are made with one seat, whatever there is: a puzzle with several solutions is ended sooner by going on where
/// one was found.
const ALONE: u64 = 6;

/// The lanes of the first seat.
const SEAT: u32 = 0xffff;

impl<N: Rotate> Seats<N> {
    #[inline(always)]
    fn new(allowed: &[[u16; 16]; 9]) -> Seats<N> {
        let all = N::splat(ALL);
        let mut seats = Seats { triads: [all; 6], allowed: [all; 9], taken: 0, roots: 0, calm: 0 };
        for i in 0..9 {
            for seat in 0..N::SEATS {
                seats.allowed[i] = seats.allowed[i].sit(seat, &allowed[i]);
            }
        }
        seats
    }

    /// Gives a node a seat.
    #[inline(always)]
    fn sit(&mut self, seat: usize, node: &Node) {
        self.sit_again(seat, node);
        self.taken |= 1 << seat;
        self.roots &= !(1 << seat);
        self.calm &= !(1 << seat);
    }

    /// The node of a seat becomes another.
    #[inline(always)]
    fn sit_again(&mut self, seat: usize, node: &Node) {
        for i in 0..6 {
            self.triads[i] = self.triads[i].sit(seat, &node[i]);
        }
    }

    /// The node of a seat.
    #[inline(always)]
    fn node(&self, seat: usize) -> Node {
        let mut node = [[0; 16]; 6];
        for i in 0..6 {
            self.triads[i].stand_up(seat, &mut node[i]);
        }
        node
    }

    /// A place of each box as its triads (and the question) leave it.
    #[inline(always)]
    fn cell<Q: Spread>(&self, i: usize) -> N {
        let (h, v) = (self.triads[i / 3], self.triads[3 + i % 3]);
        if Q::CELLS { h.and3(v, self.allowed[i]) } else { h.and(v) }
    }

    /// All places as the singles leave them.
    #[inline(always)]
    fn settled<Q: Spread>(&self, empty: &mut N) -> [N; 9] {
        let mut cells = [N::splat(ALL); 9];
        for i in 0..9 {
            cells[i] = self.cell::<Q>(i);
        }
        if Q::CELLS {
            logic::settle::<N, true>(&mut cells, empty);
        } else {
            logic::settle::<N, false>(&mut cells, empty);
        }
        cells
    }

    /// Applies the rules once: boxes and bands, then stacks.
    #[inline(always)]
    fn round<Q: Spread>(&mut self) -> Round {
        let all = N::splat(ALL);
        let (mut passed, mut empty) = (Passed::new(), N::splat(0));
        let cells = self.settled::<Q>(&mut empty);
        let mut rows = [all; 9];
        for i in 0..3 {
            rows[3 * i] = cells[3 * i].or3(cells[3 * i + 1], cells[3 * i + 2]);
        }
        let rows = passed.pass(&around::<N, false>([rows[0], rows[3], rows[6]]));
        let mut columns = [all; 3];
        for i in 0..3 {
            let two = cells[i].and(rows[0]).or_both(cells[3 + i], rows[3]);
            columns[i] = two.or_both(cells[6 + i], rows[6]);
        }
        let left = passed.pass(&around::<N, true>(columns));
        let t = [rows[0], rows[3], rows[6], left[0], left[3], left[6]];
        self.triads = t;
        let taken = columns[0].without(t[3]).or_without(columns[1], t[4]).or_without(columns[2], t[5]);
        let sum = t[0].add(t[1]).add(t[2]).add(t[3].add(t[4]).add(t[5]));
        Round {
            // Where a digit has no way, the difference is below 0.
            dead: passed.possible.sub(all).or(empty).high_bits(),
            changed: !N::bits(taken.equal(N::splat(0))),
            open: !N::bits(sum.equal(N::load(&DECIDED))),
        }
    }

    /// Whether a seat where all triads are decided has no empty cell: then each holds one digit.
    #[inline(always)]
    fn is_solved<Q: Spread>(&self, seat: usize) -> bool {
        let mut least = N::splat(ALL);
        for i in 0..9 {
            least = least.min(self.cell::<Q>(i));
        }
        N::bits(least.equal(N::splat(0))) & SEAT << (16 * seat) == 0
    }

    /// The digits of a solved seat.
    #[inline(always)]
    fn digits<Q: Spread>(&self, seat: usize) -> Digits {
        let mut bytes = [[0; 32]; 9];
        for i in 0..9 {
            self.cell::<Q>(i).to_digits(&mut bytes[i]);
        }
        let mut digits = [0; 81];
        for i in 0..81 {
            digits[usize::from(CELL[i])] = bytes[i % 9][16 * seat + LANE[i / 9]];
        }
        digits
    }

    /// Splits the node of a seat, at the same place as the pool would; returns the child that does not keep the seat.
    #[inline(always)]
    fn split<Q: Spread>(&mut self, seat: usize) -> Node {
        let mut node = self.node(seat);
        if Q::CELLS
            && let Some((place, lane, digits)) = self.pair::<Q>(seat)
        {
            let mut other = node;
            for (child, digit) in [(&mut node, digits & digits.wrapping_neg()), (&mut other, digits & (digits - 1))] {
                for i in 0..3 {
                    child[i][lane] &= !if i == place / 3 { 0 } else { digit };
                    child[3 + i][lane] &= !if i == place % 3 { 0 } else { digit };
                }
            }
            self.sit_again(seat, &node);
            return other;
        }
        let Split { vector, lanes, digit, first } = self.split_place(seat, &node);
        let mut other = node;
        other[vector][lanes[first]] &= !digit;
        for i in first + 1..3 {
            node[vector][lanes[i]] &= !digit;
        }
        self.triads[vector] = self.triads[vector].sit(seat, &node[vector]);
        other
    }

    /// The cell with two candidates that the pool would choose: its place in a box, the lane of the box, and the two.
    #[inline(always)]
    fn pair<Q: Spread>(&self, seat: usize) -> Option<(usize, usize, u16)> {
        let mut cells = [[0; 16]; 9];
        for (place, cell) in self.settled::<Q>(&mut N::splat(0)).into_iter().enumerate() {
            cell.stand_up(seat, &mut cells[place]);
        }
        let places = LANE.into_iter().rev().flat_map(|lane| (0..9).rev().map(move |place| (place, lane)));
        let mut choices = places.map(|(place, lane)| (place, lane, cells[place][lane]));
        choices.find(|(.., digits)| digits.count_ones() == 2)
    }

    #[inline(always)]
    fn split_place(&self, seat: usize, node: &Node) -> Split {
        // The ways of each band stand in its lanes, those of each stack in its.
        let (mut more, mut digits) = ([[0; 32]; 2], [[0; 32]; 2]);
        let t = &self.triads;
        for (i, triads) in
            [around::<N, false>([t[0], t[1], t[2]]), around::<N, true>([t[3], t[4], t[5]])].iter().enumerate()
        {
            let ways = Ways::new(triads);
            ways.count().sub(N::splat(10)).store(&mut more[i]);
            ways.split_digit().store(&mut digits[i]);
        }
        let (mut best, mut which) = (u16::MAX, 0);
        for i in 0..6 {
            let ways = more[i / 3][16 * seat + if i < 3 { 4 * i } else { i - 3 }];
            if ways < best {
                (best, which) = (ways, i);
            }
        }
        let (kind, number) = (which / 3, which % 3);
        let mut lanes = [0; 3];
        for i in 0..3 {
            lanes[i] = if kind == 0 { 4 * number + i } else { 4 * i + number };
        }
        let digit = digits[kind][16 * seat + lanes[0]];
        let has = |vector: usize, i: usize| node[vector][lanes[i]] & digit != 0;
        let in_row =
            |vector: usize| usize::from(has(vector, 0)) + usize::from(has(vector, 1)) + usize::from(has(vector, 2));
        let vector = 3 * kind + usize::from(in_row(3 * kind) < 2);
        Split { vector, lanes, digit, first: usize::from(!has(vector, 0)) }
    }
}

/// Three triads of each box as those of its band or stack: its own, and after each that of the next two boxes.
#[inline(always)]
fn around<N: Rotate, const STACK: bool>(own: [N; 3]) -> [N; 9] {
    let mut all = [own[0]; 9];
    for i in 0..3 {
        all[3 * i] = own[i];
        for next in 1..3 {
            let before = all[3 * i + next - 1];
            all[3 * i + next] = if STACK { before.next_in_stack() } else { before.next_in_band() };
        }
    }
    all
}
