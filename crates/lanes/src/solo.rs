//! One puzzle: a box per lane, and few nodes at a time.
//!
//! The nine boxes of a node stand side by side in 16 lanes (see [`Rotate`]), so that a node is six vectors: the first, second
//! and third horizontal triad of all boxes, and the vertical ones. A round does for all boxes at once what
//! [`pool`](crate::pool) does box by box; what a box must know of the others of its band or stack comes by rotating the
//! lanes. A vector of 32 lanes has *seats* for two nodes. The search goes depth first; with one seat, its order depends on
//! nothing but the question. Hard questions are left to the pool, most of them with their root (see [`fill`](crate::fill)).

use crate::harvest::Harvest;
use crate::logic::{self, Passed, Ways};
use crate::memory::Memory;
use crate::pool::FEW_CANDIDATES;
use crate::question::{ALL, CELL, Candidates, Digits, Spread};
use crate::simd::Rotate;
use crate::solver::Effort;

/// A search node in memory: three vectors of horizontal triads, three of vertical ones.
pub(crate) type Node = [[u16; 16]; 6];

/// The lane of a box.
pub(crate) const LANE: [usize; 9] = [0, 1, 2, 4, 5, 6, 8, 9, 10];

/// Where each cell is in nine vectors of 16 lanes, one for each place in a box.
static PLACE: [u8; 81] = {
    let mut places = [0; 81];
    let mut i = 0;
    while i < 81 {
        places[CELL[i] as usize] = (i % 9 * 16 + LANE[i / 9]) as u8;
        i += 1;
    }
    places
};

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
    dead_ends: u64,
    /// Whether a solution was found.
    found: bool,
    /// Whether the question was found to be hard, and its root is all that is left.
    hard: bool,
}

/// How long few nodes at a time are worked on. What is left then is for [`pool`](crate::pool).
pub(crate) struct Patience {
    /// Up to so many guesses.
    guesses: u64,
    /// While there are fewer dead ends than these, or fewer nodes that wait, or a solution was found. A question with several
    /// solutions has few dead ends, and is answered sooner by going on where the first solution was found.
    dead_ends: u64,
    waiting: usize,
    /// Up to so many dead ends, one seat is used, and then all of two vectors: their rounds overlap.
    alone: u64,
    /// No longer than to the root, if that looks hard.
    hard: bool,
}

/// A question looks hard if the rules find next to nothing: they are done after so many rounds,
const HARD_ROUNDS: u64 = 3;

/// and leave so many digits in the triads. (162 if all is decided, 486 on an open board; where more are left, there are so
/// few givens that a second solution is near.) Of two lists of hard puzzles this is true of 99.9 and 98 %, of 17 givens 0.1 %.
const HARD_DIGITS: std::ops::RangeInclusive<u16> = 300..=340;

impl Patience {
    /// To the end, with one seat.
    pub(crate) const ENDLESS: Patience =
        Patience { guesses: u64::MAX, dead_ends: u64::MAX, waiting: usize::MAX, alone: u64::MAX, hard: false };

    /// What was measured to be best. With one seat to a vector, the rounds of two vectors take nearly twice as long as those of
    /// one, and hard questions are better off in the pool soon.
    pub(crate) const fn for_seats_of<N: Rotate>() -> Patience {
        if N::SEATS == 1 {
            Patience { guesses: 24, dead_ends: 3, waiting: 6, alone: 8, hard: true }
        } else {
            Patience { guesses: 24, alone: 4, hard: true, ..Patience::ENDLESS }
        }
    }
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
    /// The one of them that keeps the digit in the one child, and loses it in the other.
    keep: usize,
}

impl Solo {
    /// A search without a question.
    pub(crate) fn new() -> Solo {
        Solo {
            allowed: [[ALL; 16]; 9],
            nodes: Vec::with_capacity(64),
            effort: Effort::default(),
            dead_ends: 0,
            found: false,
            hard: false,
        }
    }

    /// Hands all nodes that are left over to the pool.
    pub(crate) fn hand_over<Q: Spread>(&mut self, memory: &mut Memory) {
        for node in self.nodes.drain(..) {
            memory.push(&node, Q::CELLS.then_some(&self.allowed));
        }
    }

    /// Whether the question was found to be hard, and its root is all that is left.
    pub(crate) fn is_hard(&self) -> bool {
        self.hard
    }

    /// The root of a hard question.
    pub(crate) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// What the question allows in each cell: one vector for each place in a box.
    pub(crate) fn allowed(&self) -> &[[u16; 16]; 9] {
        &self.allowed
    }

    /// Whether a node is left.
    pub(crate) fn is_done(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Begins with a question.
    #[inline(always)]
    pub(crate) fn ask<Q: Spread>(&mut self, question: &Q) {
        let mut cells = [[0; 16]; 9];
        for (cell, place) in PLACE.iter().enumerate() {
            cells.as_flattened_mut()[usize::from(*place)] = question.cell(cell);
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
        self.dead_ends = 0;
        self.found = false;
        self.hard = false;
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

    /// Searches until the harvest of question 0 is enough, patience ends, or no node is left.
    #[inline(always)]
    pub(crate) fn run<Q: Spread, N: Rotate>(&mut self, patience: &Patience, harvest: &mut Harvest) {
        let mut first = Seats::<N>::new(&self.allowed);
        let mut second = Seats::<N>::new(&self.allowed);
        // Asked for when nodes were split or found dead, and not in every round.
        let mut over = self.is_over(patience);
        while harvest.wants(0) && !over {
            if self.dead_ends < patience.alone {
                self.fill(&mut first, 1);
            } else {
                self.fill(&mut first, N::SEATS);
                self.fill(&mut second, N::SEATS);
            }
            if first.taken | second.taken == 0 {
                break;
            }
            self.effort.rounds += 1;
            let round = first.round::<Q>();
            if second.taken != 0 {
                let round = second.round::<Q>();
                if self.look::<Q, N>(&mut second, &round, patience, harvest) {
                    over = self.is_over(patience);
                }
            }
            if self.look::<Q, N>(&mut first, &round, patience, harvest) {
                over = self.is_over(patience);
            }
        }
        for seats in [first, second] {
            for seat in 0..N::SEATS {
                if seats.taken >> seat & 1 == 1 {
                    self.nodes.push(seats.node(seat));
                }
            }
        }
    }

    /// Whether the nodes are better worked on side by side.
    #[inline(always)]
    fn is_over(&self, patience: &Patience) -> bool {
        let many = self.dead_ends >= patience.dead_ends && self.nodes.len() >= patience.waiting && !self.found;
        self.hard || many || self.effort.guesses >= patience.guesses
    }

    /// Gives the first of the seats to nodes that wait, if they are free.
    #[inline(always)]
    fn fill<N: Rotate>(&mut self, seats: &mut Seats<N>, count: usize) {
        for seat in 0..count {
            if seats.taken >> seat & 1 == 0
                && let Some(node) = self.nodes.pop()
            {
                seats.sit(seat, &node);
                seats.roots |= u32::from(self.effort.rounds == 0) << seat;
            }
        }
    }

    /// Does what a round calls for: nodes that are dead or solved leave their seats, stable ones are split, unless it is a root
    /// that looks hard. Whether there was any but solved ones.
    #[inline(always)]
    fn look<Q: Spread, N: Rotate>(
        &mut self,
        seats: &mut Seats<N>,
        round: &Round,
        patience: &Patience,
        harvest: &mut Harvest,
    ) -> bool {
        let mut moved = false;
        for seat in 0..N::SEATS {
            let (bit, lanes) = (1 << seat, SEAT << (16 * seat));
            if seats.taken & bit == 0 {
                continue;
            }
            let calm = round.changed & lanes == 0;
            let was_calm = seats.calm & bit != 0;
            seats.calm = seats.calm & !bit | u32::from(calm) << seat;
            if round.dead & lanes != 0 {
                self.dead_ends += 1;
                seats.taken &= !bit;
                moved = true;
            } else if round.open & lanes == 0 {
                seats.taken &= !bit;
                if harvest.wants(0) && seats.is_solved::<Q>(seat) {
                    self.found = true;
                    if harvest.count(0) {
                        let found = seats.digits::<Q>(seat);
                        harvest.solution(0, |digits| *digits = found);
                    }
                }
            } else if calm && (was_calm || seats.roots & bit == 0) {
                if patience.hard && seats.roots & bit != 0 {
                    self.hard = self.effort.rounds <= HARD_ROUNDS && HARD_DIGITS.contains(&seats.digits_left(seat));
                    if self.hard {
                        return true;
                    }
                }
                self.effort.guesses += 1;
                self.nodes.push(seats.split::<Q>(seat));
                seats.roots &= !bit;
                seats.calm &= !bit;
                moved = true;
            }
        }
        moved
    }
}

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
        for i in 0..6 {
            self.triads[i] = self.triads[i].sit(seat, &node[i]);
        }
        self.taken |= 1 << seat;
        self.roots &= !(1 << seat);
        self.calm &= !(1 << seat);
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
        logic::settle::<N, Q>(&mut cells, empty);
        cells
    }

    /// Applies the rules once: boxes and bands, then stacks.
    #[inline(always)]
    fn round<Q: Spread>(&mut self) -> Round {
        let all = N::splat(ALL);
        let (mut passed, mut empty) = (Passed::new(), N::splat(0));
        let cells = self.settled::<Q>(&mut empty);
        let mut rows = [all; 3];
        for i in 0..3 {
            rows[i] = cells[3 * i].or3(cells[3 * i + 1], cells[3 * i + 2]);
        }
        let h = pass::<N, false>(&mut passed, rows);
        let mut columns = [all; 3];
        for i in 0..3 {
            columns[i] = cells[i].and(h[0]).or_both(cells[3 + i], h[1]).or_both(cells[6 + i], h[2]);
        }
        let v = pass::<N, true>(&mut passed, columns);
        let t = [h[0], h[1], h[2], v[0], v[1], v[2]];
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

    /// How many digits are left in the triads of a seat, all together.
    #[inline(always)]
    fn digits_left(&self, seat: usize) -> u16 {
        let mut left = [0; 16];
        N::ones_of(&self.triads).stand_up(seat, &mut left);
        LANE.iter().map(|lane| left[*lane]).sum()
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
        let mut bytes = [0; 9 * 16];
        for i in 0..9 {
            let mut lanes = [0; 32];
            self.cell::<Q>(i).to_digits(&mut lanes);
            bytes[16 * i..16 * i + 16].copy_from_slice(&lanes[16 * seat..16 * seat + 16]);
        }
        let mut digits = [0; 81];
        for (digit, place) in digits.iter_mut().zip(&PLACE) {
            *digit = bytes[usize::from(*place)];
        }
        digits
    }

    /// Splits the node of a seat, at the same place as the pool would; returns the child that does not keep the seat.
    #[inline(always)]
    fn split<Q: Spread>(&mut self, seat: usize) -> Node {
        let at_cell = if Q::CELLS { self.split_cell::<Q>(seat) } else { None };
        let Split { vector, lanes, digit, keep } = match at_cell {
            Some(split) => split,
            None => self.split_ways(seat),
        };
        let bit = |i: usize| 1 << (16 * seat + lanes[i]);
        let there = bit(keep);
        let here = (bit(0) | bit(1) | bit(2)) ^ there;
        let (digit, none, mut other) = (N::splat(digit), N::splat(0), [[0; 16]; 6]);
        for i in 0..6 {
            let (here, there) = if i == vector { (here, there) } else { (0, 0) };
            let triads = self.triads[i];
            triads.without(N::select(N::mask(there), digit, none)).stand_up(seat, &mut other[i]);
            self.triads[i] = triads.without(N::select(N::mask(here), digit, none));
        }
        other
    }

    /// Where a cell has few candidates.
    #[inline(always)]
    fn split_cell<Q: Spread>(&self, seat: usize) -> Option<Split> {
        let (mut cells, node) = ([[0; 16]; 9], self.node(seat));
        for (place, cell) in self.settled::<Q>(&mut N::splat(0)).into_iter().enumerate() {
            cell.stand_up(seat, &mut cells[place]);
        }
        let few = 2..=u32::from(FEW_CANDIDATES);
        let places = (0..9).rev().flat_map(|block| (0..9).rev().map(move |place| (block, place)));
        let cells = places.map(|(block, place)| (block, place, cells[place][LANE[block]]));
        let (block, place, cell) =
            cells.filter(|(.., cell)| few.contains(&cell.count_ones())).min_by_key(|(.., cell)| cell.count_ones())?;
        let (band, stack, digit) = (block / 3, block % 3, cell & cell.wrapping_neg());
        let row = Split { vector: place / 3, lanes: lanes_of(0, band), digit, keep: stack };
        let elsewhere = (0..3).any(|i| i != stack && node[row.vector][row.lanes[i]] & digit != 0);
        let column = Split { vector: 3 + place % 3, lanes: lanes_of(1, stack), digit, keep: band };
        Some(if elsewhere { row } else { column })
    }

    /// Where a digit has few ways.
    #[inline(always)]
    fn split_ways(&self, seat: usize) -> Split {
        // Each band and each stack says where it would be split. What a band says stands in its lanes, with the boxes in
        // their order in the first.
        let (mut excess, mut choices) = ([[0; 32]; 2], [[0; 32]; 2]);
        let (none, t) = (N::splat(0), &self.triads);
        let nines = [around::<N, false>([t[0], t[1], t[2]]), around::<N, true>([t[3], t[4], t[5]])];
        for kind in 0..2 {
            let (ways, t) = (Ways::new(&nines[kind]), &nines[kind]);
            let digit = ways.split_digit();
            let second_row = t[0].majority(t[1], t[2]).and(digit).equal(none);
            let second_triad = N::select(second_row, t[3], t[0]).and(digit).equal(none);
            let choice = digit.or3(
                N::select(second_row, N::splat(SECOND_ROW), none),
                N::select(second_triad, N::splat(SECOND_TRIAD), none),
            );
            ways.excess().store(&mut excess[kind]);
            choice.store(&mut choices[kind]);
        }
        let lane = |which: usize| 16 * seat + if which < 3 { 4 * which } else { which - 3 };
        let mut best = u16::MAX;
        for which in 0..6 {
            best = best.min(excess[which / 3][lane(which)] | which as u16);
        }
        let which = usize::from(best & 7);
        let (kind, number) = (which / 3, which % 3);
        let choice = choices[kind][lane(which)];
        Split {
            vector: 3 * kind + usize::from(choice & SECOND_ROW != 0),
            lanes: if kind == 0 {
                [4 * number, 4 * number + 1, 4 * number + 2]
            } else {
                [number, 4 + number, 8 + number]
            },
            digit: choice & ALL,
            keep: usize::from(choice & SECOND_TRIAD != 0),
        }
    }
}

/// The lanes of a band (kind 0) or of a stack (kind 1).
#[inline(always)]
fn lanes_of(kind: usize, number: usize) -> [usize; 3] {
    if kind == 0 { [4 * number, 4 * number + 1, 4 * number + 2] } else { [number, 4 + number, 8 + number] }
}

/// Bits beside a digit that say where it is to be split: in the second row, not the first; at the second triad of it.
const SECOND_ROW: u16 = 1 << 9;
const SECOND_TRIAD: u16 = 1 << 10;

/// [`Passed::pass`] for the three triads of each box: hidden triples concern only these.
#[inline(always)]
fn pass<N: Rotate, const STACK: bool>(passed: &mut Passed<N>, own: [N; 3]) -> [N; 3] {
    let t = passed.ways(&around::<N, STACK>(own)).triads();
    let narrowed = logic::narrow([t[0], t[3], t[6]]);
    let t = passed.last_ways(&around::<N, STACK>(narrowed)).triads();
    [t[0], t[3], t[6]]
}

/// Three triads of each box as those of its band or stack: its own, and after each that of the next two boxes.
#[inline(always)]
fn around<N: Rotate, const STACK: bool>(own: [N; 3]) -> [N; 9] {
    let mut all = [own[0]; 9];
    for i in 0..3 {
        all[3 * i] = own[i];
        all[3 * i + 1] = if STACK { own[i].next_in_stack() } else { own[i].next_in_band() };
        all[3 * i + 2] = if STACK { own[i].before_in_stack() } else { own[i].before_in_band() };
    }
    all
}
