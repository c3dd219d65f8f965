//! The conformance suite itself: enough cases of every kind, consistent expectations, few relabellings.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Grid, Puzzle, referee};
use qedoku_testdata::random_puzzles::Isomorphism;
use qedoku_testdata::suite::{Case, ExpectedCount, cases, core};

/// The fewest cases of each kind, and what holds for all of them.
type Kind = (&'static str, usize, fn(&Case) -> bool);

const KINDS: [Kind; 11] = [
    ("candidates", 60, |case| case.puzzle.has_eliminations()),
    ("clashes", 40, |case| case.answer() == "none" && case.puzzle.given_conflicts().next().is_some()),
    ("core", 26, |case| case.puzzle.board().side() <= 16),
    ("counted", 60, |case| case.answer() == "many"),
    ("full", 30, |case| case.puzzle.givens().filled_count() + 1 >= case.puzzle.board().cell_count()),
    ("hardest", 40, |case| case.puzzle.board() == Board::CLASSIC),
    ("lists", 40, |case| case.puzzle.givens().filled_count() >= 17),
    ("nearly-empty", 40, |case| case.puzzle.givens().filled_count() <= 2 && case.answer() == "many"),
    ("none", 50, |case| case.answer() == "none" && case.puzzle.given_conflicts().next().is_none()),
    ("relabelled", 10, |case| case.answer() == "one"),
    ("unique", 80, |case| case.answer() == "one" && !case.puzzle.givens().is_full()),
];

#[test]
fn there_are_enough_cases_of_every_kind() {
    let cases = cases();
    assert!(cases.len() >= 400, "{}", cases.len());
    for (kind, fewest, holds) in KINDS {
        let of_kind: Vec<&Case> = cases.iter().filter(|case| case.kind == kind).collect();
        assert!(of_kind.len() >= fewest, "{kind}: {}", of_kind.len());
        for case in of_kind {
            assert!(holds(case), "{kind}: {}", case.name);
        }
    }
    let kinds: BTreeSet<&str> = cases.iter().map(|case| case.kind.as_str()).collect();
    assert_eq!(kinds, KINDS.iter().map(|(kind, ..)| *kind).collect());
    assert_eq!(core().len(), 26);
}

#[test]
fn every_answer_and_many_counts_occur() {
    let cases = cases();
    let with = |answer: &str| cases.iter().filter(|case| case.answer() == answer).count();
    assert!(
        with("none") >= 150 && with("one") >= 150 && with("many") >= 100,
        "{:?}",
        ["none", "one", "many"].map(with)
    );
    let exact = cases.iter().filter_map(|case| match case.solutions {
        ExpectedCount::Exactly(count @ 2..) => Some(count),
        _ => None,
    });
    let exact: Vec<u64> = exact.collect();
    let different: BTreeSet<u64> = exact.iter().copied().collect();
    assert!(exact.len() >= 50 && different.len() >= 20, "{} exact counts: {different:?}", exact.len());
    assert!(different.contains(&2) && different.contains(&288));
}

#[test]
fn boards_from_4x4_to_36x36_with_rectangular_boxes_occur() {
    let mut boards: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for case in cases() {
        *boards.entry((case.puzzle.board().box_height(), case.puzzle.board().box_width())).or_default() += 1;
    }
    let sides: BTreeSet<usize> = boards.keys().map(|(height, width)| height * width).collect();
    for side in [4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 24, 25, 28, 30, 32, 35, 36] {
        assert!(sides.contains(&side), "{side}");
    }
    let rectangular =
        boards.iter().filter(|((height, width), _)| height != width).map(|(_, cases)| cases).sum::<usize>();
    assert!(rectangular >= 200 && boards.contains_key(&(3, 2)) && boards.contains_key(&(6, 2)), "{boards:?}");
}

#[test]
fn names_and_puzzles_are_unique_and_origins_are_stated() {
    let (mut names, mut texts) = (BTreeSet::new(), BTreeSet::new());
    for case in cases() {
        assert!(names.insert(case.name.clone()), "{} occurs twice", case.name);
        assert!(texts.insert(case.puzzle.to_string()), "{} repeats a puzzle", case.name);
        assert!(case.origin.len() > 10, "{}: {}", case.name, case.origin);
        assert!(case.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
    }
}

#[test]
fn the_referee_accepts_every_solution() {
    let mut checked = 0;
    for case in cases() {
        if let Some(solution) = &case.solution {
            assert_eq!(referee::check(&case.puzzle, solution), Ok(()), "{}", case.name);
            checked += 1;
        }
    }
    assert_eq!(checked, cases().iter().filter(|case| case.answer() == "one").count());
}

/// A hash that equivalent puzzles share: those that differ by a renaming of digits, by the order of lines within bands and
/// stacks, or by transposition.
///
/// Colour refinement (Weisfeiler and Leman 1968) on the graph of cells, digits, rows, columns, bands, stacks and boxes: the colour of
/// a node becomes the hash of its own and the sorted colours of its neighbours. Puzzles with different hashes are not equivalent.
fn invariant(puzzle: &Puzzle) -> u64 {
    let graph = Graph::new(puzzle);
    let mut colours = graph.colours.clone();
    for _ in 0..6 {
        let refined = graph.neighbours.iter().enumerate().map(|(node, neighbours)| {
            let mut around: Vec<(u8, u64)> =
                neighbours.iter().map(|(label, other)| (*label, colours[*other])).collect();
            around.sort_unstable();
            hash(&(colours[node], around))
        });
        colours = refined.collect();
    }
    colours.sort_unstable();
    hash(&colours)
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The nodes with their first colours, and the labelled edges.
struct Graph {
    colours: Vec<u64>,
    neighbours: Vec<Vec<(u8, usize)>>,
}

impl Graph {
    fn new(puzzle: &Puzzle) -> Graph {
        let board = puzzle.board();
        let (side, cells) = (board.side(), board.cell_count());
        let mut graph = Graph { colours: Vec::new(), neighbours: Vec::new() };
        graph.add_nodes(cells, 0);
        let digits = graph.add_nodes(side, 1);
        let lines = graph.add_nodes(2 * side, 2);
        let boxes = graph.add_nodes(side, 3);
        let bands = graph.add_nodes(side / board.box_height() + side / board.box_width(), 4);
        let stacks = bands + side / board.box_height();
        for cell in board.cells() {
            let node = board.index(cell);
            let block = cell.row() / board.box_height() * board.box_height() + cell.column() / board.box_width();
            for house in [lines + cell.row(), lines + side + cell.column(), boxes + block] {
                graph.connect(node, house, 0);
            }
            if let Some(digit) = puzzle.givens().get(cell) {
                // Refinement does not see that a digit reaches a house twice, so clashes are part of the first colour.
                let equal = board.peers(cell).filter(|peer| puzzle.givens().get(*peer) == Some(digit)).count();
                graph.colours[node] = 16 + equal as u64;
                graph.connect(node, digits + digit.index(), 1);
            } else {
                let eliminated = board.digits().filter(|digit| !puzzle.allowed(cell).contains(*digit));
                eliminated.for_each(|digit| graph.connect(node, digits + digit.index(), 2));
            }
        }
        for line in 0..side {
            graph.connect(lines + line, bands + line / board.box_height(), 0);
            graph.connect(lines + side + line, stacks + line / board.box_width(), 0);
        }
        graph
    }

    /// Adds nodes of one colour; returns the index of the first.
    fn add_nodes(&mut self, count: usize, colour: u64) -> usize {
        let first = self.colours.len();
        self.colours.resize(first + count, colour);
        self.neighbours.resize(first + count, Vec::new());
        first
    }

    fn connect(&mut self, a: usize, b: usize, label: u8) {
        self.neighbours[a].push((label, b));
        self.neighbours[b].push((label, a));
    }
}

#[test]
fn at_most_a_tenth_of_the_cases_are_relabellings_of_another_case() {
    let cases = cases();
    let mut by_invariant: HashMap<u64, Vec<&Case>> = HashMap::new();
    for case in &cases {
        by_invariant.entry(invariant(&case.puzzle)).or_default().push(case);
    }
    let repeated: Vec<Vec<&str>> = by_invariant
        .values()
        .filter(|group| group.len() > 1)
        .map(|group| group.iter().map(|case| case.name.as_str()).collect())
        .collect();
    let relabellings = cases.len() - by_invariant.len();
    assert!(10 * relabellings <= cases.len(), "{relabellings} of {}: {repeated:?}", cases.len());
    // The invariant recognises those that are relabellings on purpose.
    let on_purpose = cases.iter().filter(|case| case.kind == "relabelled").count();
    assert!(relabellings >= on_purpose, "{relabellings} of {on_purpose}: {repeated:?}");
}

#[test]
fn the_invariant_is_the_same_for_equivalent_puzzles_and_differs_for_others() {
    let mut rng = Rng::new(9, 0);
    let puzzles: Vec<Puzzle> =
        core().into_iter().map(|case| case.puzzle).filter(|puzzle| puzzle.givens().filled_count() > 0).collect();
    for puzzle in &puzzles {
        let board = puzzle.board();
        let relabelled = Puzzle::new(Isomorphism::random(board, &mut rng).apply(puzzle.givens()));
        assert_eq!(invariant(puzzle), invariant(&relabelled), "{puzzle}");
        let transposed = transpose(puzzle.givens());
        assert_eq!(invariant(puzzle), invariant(&Puzzle::new(transposed)), "{puzzle}");
    }
    let different: BTreeSet<u64> = puzzles.iter().map(invariant).collect();
    assert_eq!(different.len(), puzzles.len());
}

/// The grid with rows and columns exchanged, on the board whose boxes are transposed too.
fn transpose(grid: &Grid) -> Grid {
    let board = Board::new(grid.board().box_width(), grid.board().box_height()).expect("a board");
    let mut transposed = Grid::empty(board);
    for (cell, digit) in grid.filled() {
        transposed.set(qedoku_puzzle::Cell::new(cell.column(), cell.row()), digit);
    }
    transposed
}
