//! The rules for one node in plain numbers: what the vectors are compared with, lane by lane and node by node.

use std::ops::ControlFlow;

use crate::harvest::Harvest;
use crate::pool::{FEW_CANDIDATES, Pool};
use crate::question::{ALL, CELL, Candidates, Digits, Line, Spread};
use crate::simd::{Job, Rotate, Simd, Vector};
use crate::solo::{Patience, Solo};
use crate::{Found, Solutions, Solver};

/// A search node: the nine triads of each band, row by row, and of each stack, column by column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    pub(crate) triads: [[u16; 9]; 6],
    /// What the question allows in each cell, box by box.
    pub(crate) allowed: [[u16; 9]; 9],
    /// Whether the question is one of candidates.
    pub(crate) strict: bool,
}

/// What a round finds; the last two are told of live nodes only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    pub(crate) alive: bool,
    pub(crate) calm: bool,
    pub(crate) decided: bool,
}

/// The six ways through a band: which triad of each row.
const WAYS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

fn has_way(triads: &[u16; 9], way: [usize; 3], digit: u16) -> bool {
    (0..3).all(|row| triads[3 * row + way[row]] & digit != 0)
}

/// The ways of a digit.
fn ways(triads: &[u16; 9], digit: u16) -> usize {
    WAYS.iter().filter(|way| has_way(triads, **way, digit)).count()
}

/// What the ways of all digits leave of the triads.
fn on_ways(triads: &[u16; 9]) -> [u16; 9] {
    let mut left = [0; 9];
    for digit in (0..9).map(|bit| 1 << bit) {
        for way in WAYS.iter().filter(|way| has_way(triads, **way, digit)) {
            for row in 0..3 {
                left[3 * row + way[row]] |= digit;
            }
        }
    }
    left
}

/// A band or stack after its rules.
fn pass(triads: &[u16; 9]) -> [u16; 9] {
    let left = on_ways(triads);
    let mut narrowed = left;
    for i in 0..9 {
        let only_here = left[i] & !left[(i + 3) % 9] & !left[(i + 6) % 9];
        if only_here.count_ones() >= 3 {
            narrowed[i] = only_here;
        }
    }
    on_ways(&narrowed)
}

/// The cells of a box after its rules; `false` if one was empty before them, or, if that is looked at, a digit was the only
/// one of two cells or two digits had the same only place.
fn settle(cells: &mut [u16; 9], strict: bool) -> bool {
    let full = cells.iter().all(|cell| *cell != 0);
    let alone: Vec<u16> = cells.iter().copied().filter(|cell| cell.is_power_of_two()).collect();
    let twice = alone.iter().enumerate().any(|(i, digit)| alone[..i].contains(digit));
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
    full && !(strict && (twice || crowded))
}

impl Node {
    pub(crate) fn ask(question: &impl Spread) -> Node {
        Node::ask_as(question)
    }

    fn ask_as<Q: Spread>(question: &Q) -> Node {
        let cell = |i: usize| question.cell(usize::from(CELL[i]));
        let mut node = Node { triads: [[ALL; 9]; 6], allowed: [[ALL; 9]; 9], strict: Q::CELLS };
        for i in 0..81 {
            let (block, inner) = (i / 9, i % 9);
            let (band, stack, row, column) = (block / 3, block % 3, inner / 3, inner % 3);
            if Q::CELLS {
                node.allowed[block][inner] = cell(i) & ALL;
            } else {
                for other in (0..3).filter(|other| *other != row) {
                    node.triads[band][3 * other + stack] &= !cell(i);
                }
                for other in (0..3).filter(|other| *other != column) {
                    node.triads[3 + stack][3 * other + band] &= !cell(i);
                }
            }
        }
        if Q::CELLS {
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

    pub(crate) fn round(&mut self) -> Verdict {
        let mut alive = true;
        let mut cells = [[0; 9]; 9];
        let mut bands = [[0; 9]; 3];
        for block in 0..9 {
            cells[block] = std::array::from_fn(|i| self.cell(block, i));
            alive &= settle(&mut cells[block], self.strict);
            for row in 0..3 {
                let c = &cells[block][3 * row..];
                bands[block / 3][3 * row + block % 3] = c[0] | c[1] | c[2];
            }
        }
        for band in 0..3 {
            self.triads[band] = pass(&bands[band]);
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
            self.triads[3 + stack] = pass(&stacks[stack]);
        }
        let all_ways = |number: fn(usize) -> bool, which: &[[u16; 9]]| {
            which.iter().all(|triads| (0..9).all(|bit| number(ways(triads, 1 << bit))))
        };
        alive &= all_ways(|ways| ways > 0, &bands) && all_ways(|ways| ways > 0, &stacks);
        Verdict { alive, calm: self.triads[3..] == stacks, decided: all_ways(|ways| ways == 1, &self.triads) }
    }

    fn is_solved(&self) -> bool {
        (0..81).all(|i| self.cell(i / 9, i % 9) != 0)
    }

    fn digits(&self) -> Digits {
        let mut digits = [0; 81];
        for i in 0..81 {
            digits[usize::from(CELL[i])] = self.cell(i / 9, i % 9).trailing_zeros() as u8 + 1;
        }
        digits
    }

    /// The children: the one that is searched first, and the other.
    pub(crate) fn split(&self) -> [Node; 2] {
        if self.strict
            && let Some(children) = self.split_cell()
        {
            return children;
        }
        let total = |which: usize| (0..9).map(|bit| ways(&self.triads[which], 1 << bit)).sum::<usize>();
        let which = (0..6).filter(|which| total(*which) > 9).min_by_key(|which| total(*which)).expect("not decided");
        // After a round all triads are on ways; in a node that was split again without one, they are not.
        let t = &on_ways(&self.triads[which]);
        let digits = (0..9).map(|bit| 1 << bit).filter(|digit| ways(t, *digit) > 1);
        let digit = digits.min_by_key(|digit| ways(t, *digit).min(4)).expect("not decided");
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

    /// The children of a split at the last of the cells with the fewest candidates, if they are few: by the row of the box that
    /// its lowest candidate is in, or by the column.
    fn split_cell(&self) -> Option<[Node; 2]> {
        let settled = |block: usize| {
            let mut cells = std::array::from_fn(|i| self.cell(block, i));
            settle(&mut cells, true);
            cells
        };
        let cells =
            (0..9).flat_map(|block| settled(block).into_iter().enumerate().map(move |(i, cell)| (block, i, cell)));
        let few = cells.filter(|(.., cell)| (2..=u32::from(FEW_CANDIDATES)).contains(&cell.count_ones()));
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

    /// Searches depth first: every node as it was before its first round, the solutions, and the guesses.
    fn search(self, root: bool, most: usize, nodes: &mut Vec<Node>, solutions: &mut Vec<Digits>) -> u64 {
        let mut node = self;
        nodes.push(node);
        let mut calm = false;
        loop {
            let verdict = node.round();
            if !verdict.alive || solutions.len() == most {
                return 0;
            }
            if verdict.decided {
                solutions.extend(node.is_solved().then(|| node.digits()));
                return 0;
            }
            if verdict.calm && (calm || !root) {
                break;
            }
            calm = verdict.calm;
        }
        let [first, second] = node.split();
        let before = first.search(false, most, nodes, solutions);
        1 + before + if solutions.len() == most { 0 } else { second.search(false, most, nodes, solutions) }
    }
}

/// Easy, hard, with many solutions, with none.
const PUZZLES: [&[u8; 81]; 6] = [
    b"4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
    b"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    b"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    b"1....7.9..3..2...8..96..5....53..9...1..8...26.................................7.",
    b"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...31.",
];

/// The givens of a puzzle as candidates, with a few more taken away.
fn fewer(puzzle: &[u8; 81], seed: usize) -> Candidates {
    std::array::from_fn(|i| match Line(puzzle).cell(i) {
        0 if (i * 7 + seed).is_multiple_of(5) => ALL & !(1 << ((i + seed) % 9)),
        0 => ALL,
        given => given,
    })
}

/// The nodes of all puzzles' searches, with at most this many solutions each.
fn nodes(most: usize) -> Vec<Node> {
    let mut nodes = Vec::new();
    for (seed, puzzle) in PUZZLES.iter().enumerate() {
        Node::ask(&Line(puzzle)).search(true, most, &mut nodes, &mut Vec::new());
        Node::ask(&fewer(puzzle, seed)).search(true, most, &mut nodes, &mut Vec::new());
    }
    nodes
}

/// Rounds and splits of nodes in the lanes of a pool, next to those of the model.
struct ComparePool(Vec<Node>);

impl Job for ComparePool {
    type Output = usize;

    fn run<V: Rotate>(self) -> usize {
        compare::<V>(&self.0)
    }
}

fn compare<V: Vector>(nodes: &[Node]) -> usize {
    let mut compared = 0;
    for nodes in nodes.chunk_by(|a, b| a.strict == b.strict).flat_map(|alike| alike.chunks(V::LANES)) {
        let mut models = nodes.to_vec();
        let strict = models[0].strict;
        let mut pool = Pool::<V>::of_nodes(nodes);
        for round in 0..4 {
            let found = if strict { pool.round::<Candidates>() } else { pool.round::<Digits>() };
            let splits = if strict { pool.split_nodes::<Candidates>() } else { pool.split_nodes::<Digits>() };
            for (lane, model) in models.iter_mut().enumerate() {
                let verdict = model.round();
                let bit = |bits: u32| bits >> lane & 1 == 1;
                assert_eq!(bit(found.alive), verdict.alive, "{lane} in round {round}");
                if !verdict.alive {
                    *model = Node { triads: pool.node(lane), ..*model }; // of a dead node, only this must be the same
                    continue;
                }
                assert_eq!(pool.node(lane), model.triads, "{lane} in round {round}");
                assert_eq!(bit(found.calm), verdict.calm, "{lane} in round {round}");
                assert!(bit(found.decided) || !verdict.decided, "what is decided looks so");
                if !verdict.decided {
                    assert_eq!(splits[lane], model.split().map(|child| child.triads), "{lane} in round {round}");
                }
                compared += 1;
            }
        }
    }
    compared
}

/// The lanes of a pool that was filled with a question: the live ones, and their nodes.
fn filled<Q: Spread>(simd: Simd, question: Q) -> (u32, Vec<[[u16; 9]; 6]>) {
    struct Fill<Q>(Q);
    impl<Q: Spread> Job for Fill<Q> {
        type Output = (u32, Vec<[[u16; 9]; 6]>);
        fn run<V: Rotate>(self) -> Self::Output {
            let mut solo = Solo::new();
            solo.ask(&self.0);
            let mut pool = Pool::<V>::of_nodes(&[]);
            assert_eq!(pool.fill::<Q>(&solo), u64::from(pool.live.count_ones()));
            (pool.live, (0..V::LANES).map(|lane| pool.node(lane)).collect())
        }
    }
    simd.run(Fill(question))
}

/// A whole search of the one-puzzle engine with one seat.
fn solo_effort<Q: Spread + Copy>(simd: Simd, question: Q) -> u64 {
    struct Whole<Q>(Q);
    impl<Q: Spread> Job for Whole<Q> {
        type Output = u64;
        fn run<V: Rotate>(self) -> u64 {
            let mut solo = Solo::new();
            solo.ask(&self.0);
            solo.run::<Q, V>(
                &Patience::ENDLESS,
                &mut Harvest::Tally { count: 0, limit: u64::MAX, watch: &mut |_| ControlFlow::Continue(()) },
            );
            solo.effort.guesses
        }
    }
    simd.run(Whole(question))
}

#[test]
fn pools_of_every_width_do_what_the_model_does_node_for_node() {
    let nodes = nodes(if cfg!(miri) { 1 } else { 200 });
    for simd in Simd::available() {
        let compared = simd.run(ComparePool(nodes.clone()));
        assert!(compared > nodes.len(), "{} rounds of live nodes by {}", compared, simd.name());
    }
}

#[test]
fn a_hard_question_fills_all_lanes_with_different_children() {
    fn compare<Q: Spread + Copy>(question: Q) {
        for simd in Simd::available() {
            let (live, lanes) = filled(simd, question);
            assert_eq!(live.count_ones() as usize, lanes.len(), "{}", simd.name());
            for (lane, triads) in lanes.iter().enumerate() {
                let splits = 0..lanes.len().ilog2();
                let node = splits.fold(Node::ask(&question), |node, bit| node.split()[lane >> bit & 1]);
                assert_eq!(*triads, node.triads, "{lane} of {}", simd.name());
            }
        }
    }
    for (seed, puzzle) in PUZZLES[2..4].iter().enumerate() {
        compare(Line(puzzle));
        compare(fewer(puzzle, seed));
    }
}

#[test]
fn a_node_that_cannot_be_split_fills_one_lane() {
    let grid = Solutions::new(&Line(PUZZLES[0])).next().expect("it has one");
    for simd in Simd::available() {
        assert_eq!(filled(simd, grid).0, 1, "{}", simd.name());
    }
}

#[test]
fn one_seat_searches_as_the_model_does() {
    for (seed, puzzle) in PUZZLES.iter().enumerate().filter(|(seed, _)| *seed != 4) {
        for simd in Simd::available() {
            let mut solutions = Vec::new();
            let guesses = Node::ask(&Line(puzzle)).search(true, usize::MAX, &mut Vec::new(), &mut solutions);
            assert_eq!(solo_effort(simd, Line(puzzle)), guesses, "{}", simd.name());
            assert_eq!(Solutions::with(simd, &Line(puzzle)).collect::<Vec<_>>(), solutions, "{}", simd.name());

            let (question, mut solutions) = (fewer(puzzle, seed), Vec::new());
            let guesses = Node::ask(&question).search(true, usize::MAX, &mut Vec::new(), &mut solutions);
            assert_eq!(solo_effort(simd, question), guesses, "{}", simd.name());
            assert_eq!(Solutions::with(simd, &question).collect::<Vec<_>>(), solutions, "{}", simd.name());
        }
    }
}

#[test]
fn every_width_counts_what_the_model_counts() {
    let many = Line(PUZZLES[4]);
    for limit in [1, 2, 300] {
        let mut solutions = Vec::new();
        Node::ask(&many).search(true, limit as usize, &mut Vec::new(), &mut solutions);
        for simd in Simd::available() {
            let mut found = [Found::default(); 40];
            Solver::new(simd).solve(&[many; 40], limit, &mut found);
            assert!(found.iter().all(|found| found.count as usize == solutions.len()), "{}", simd.name());
            assert_eq!(Solutions::with(simd, &many).take(limit as usize).collect::<Vec<_>>(), solutions);
        }
    }
}
