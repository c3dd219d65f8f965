//! Canonical forms against exhaustive search and known numbers: classes of grids and bands, automorphisms, orbits.

use std::collections::{HashMap, HashSet};

use qedoku_generate::equivalence::{
    CanonicalError, CanonicalForm, Canonicalizer, Transformation, TransformationParts, augment, canonical, group_order,
};
use qedoku_puzzle::rng::Rng;
use qedoku_puzzle::{Board, Cell, Digit, Grid, Puzzle, referee};

fn board(height: usize, width: usize) -> Board {
    Board::new(height, width).unwrap()
}

/// All permutations of the numbers from `start` to `start + count - 1`.
fn permutations(start: u8, count: u8) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for item in start..start + count {
        let insert = |old: &Vec<u8>| {
            let at = |place| [&old[..place], &[item][..], &old[place..]].concat();
            (0..=old.len()).map(at).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(insert).collect();
    }
    all
}

/// All permutations of rows that keep bands together: `count` bands of `size` rows.
fn line_orders(size: usize, count: usize) -> Vec<Vec<u8>> {
    let of_bands = permutations(0, count as u8).into_iter().flat_map(|bands| {
        bands.into_iter().fold(vec![Vec::new()], |orders, band| {
            let of_band = permutations(band * size as u8, size as u8);
            orders.iter().flat_map(|order| of_band.iter().map(move |rows| [&order[..], rows].concat())).collect()
        })
    });
    of_bands.collect()
}

/// The smallest image and the number of automorphisms, by trying every order of rows and columns. Digits are relabelled in the
/// order of their first occurrence, which gives the smallest image of each order.
fn exhaustive(puzzle: &Puzzle) -> (Vec<u8>, u128) {
    let board = puzzle.board();
    let side = board.side();
    let digits = puzzle.givens().digits();
    let (row_orders, column_orders) =
        (line_orders(board.box_height(), board.box_width()), line_orders(board.box_width(), board.box_height()));
    let (mut smallest, mut ties) = (vec![u8::MAX; digits.len()], 0);
    let mut image = vec![0; digits.len()];
    for transposed in [false, true].into_iter().take(if board.box_height() == board.box_width() { 2 } else { 1 }) {
        for rows in &row_orders {
            for columns in &column_orders {
                let mut labels = [0; 17];
                let mut last = 0;
                for (place, value) in image.iter_mut().enumerate() {
                    let (row, column) = (usize::from(rows[place / side]), usize::from(columns[place % side]));
                    let digit = digits[if transposed { column * side + row } else { row * side + column }];
                    let label = &mut labels[usize::from(digit)];
                    if digit != 0 && *label == 0 {
                        last += 1;
                        *label = last;
                    }
                    *value = *label;
                }
                if image < smallest {
                    (smallest, ties) = (image.clone(), 0);
                }
                ties += u128::from(image == smallest);
            }
        }
    }
    let missing = board.digits().filter(|digit| !digits.contains(&(digit.get() as u8))).count();
    (smallest, ties * (1..=missing as u128).product::<u128>())
}

fn assert_matches_exhaustive_search(puzzle: &Puzzle) {
    let form = canonical(puzzle).unwrap();
    let (smallest, automorphisms) = exhaustive(puzzle);
    assert_eq!(form.puzzle.givens().digits(), smallest, "{puzzle}");
    assert_eq!(form.automorphisms, automorphisms, "{puzzle}");
    assert_eq!(form.transformation.puzzle(puzzle), form.puzzle, "{puzzle}");
}

/// A random image of the cyclic grid in which each cell is kept with a probability of `kept` / 100.
fn random_puzzle(board: Board, kept: usize, rng: &mut Rng) -> Puzzle {
    let grid = Transformation::random(board, rng).grid(&Grid::cyclic_shift(board));
    keep(&grid, kept, rng)
}

fn keep(grid: &Grid, kept: usize, rng: &mut Rng) -> Puzzle {
    let digits: Vec<u8> = grid.digits().iter().map(|digit| if rng.below(100) < kept { *digit } else { 0 }).collect();
    Puzzle::new(Grid::from_digits(grid.board(), digits).unwrap())
}

/// Digits at random in random cells, without a repetition in a row or column. Boxes may hold a digit twice.
fn scattered_puzzle(board: Board, givens: usize, rng: &mut Rng) -> Puzzle {
    let mut grid = Grid::empty(board);
    for _ in 0..givens {
        let cell = Cell::new(rng.below(board.side()), rng.below(board.side()));
        let digit = Digit::from_index(rng.below(board.side()));
        let houses = board.houses_of(cell).into_iter().take(2);
        if houses.flat_map(|house| board.cells_of(house)).all(|peer| grid.get(peer) != Some(digit)) {
            grid.set(cell, digit);
        }
    }
    Puzzle::new(grid)
}

#[test]
fn small_puzzles_match_exhaustive_search() {
    for (height, width) in [(2, 2), (2, 3), (3, 2)] {
        let board = board(height, width);
        for seed in 0..150 {
            let mut rng = Rng::new(seed, 1);
            assert_matches_exhaustive_search(&random_puzzle(board, seed as usize % 101, &mut rng));
            assert_matches_exhaustive_search(&scattered_puzzle(board, seed as usize % 30, &mut rng));
        }
    }
}

/// 3,359,232 orders of rows and columns for each puzzle.
#[test]
fn classic_puzzles_match_exhaustive_search() {
    let mut rng = Rng::new(9, 9);
    let puzzles = [
        "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap(),
        "......................................................................1......1...".parse().unwrap(),
        random_puzzle(Board::CLASSIC, 35, &mut rng),
        scattered_puzzle(Board::CLASSIC, 40, &mut rng),
    ];
    puzzles.iter().for_each(assert_matches_exhaustive_search);
}

#[test]
fn equivalent_puzzles_have_the_same_canonical_form() {
    for (height, width) in [(2, 2), (3, 2), (3, 3), (2, 5), (2, 6), (3, 4), (2, 7), (5, 3), (2, 8), (8, 2), (4, 4)] {
        let board = board(height, width);
        for seed in 0..40 {
            let mut rng = Rng::new(seed, 2);
            let scattered = scattered_puzzle(board, board.cell_count() / 3, &mut rng);
            for puzzle in [random_puzzle(board, 20 + seed as usize, &mut rng), scattered] {
                let form = canonical(&puzzle).unwrap();
                assert_eq!(form.transformation.puzzle(&puzzle), form.puzzle, "{puzzle}");
                for (image, _) in augment(&puzzle, seed).take(3) {
                    let other = canonical(&image).unwrap();
                    assert_eq!((&other.puzzle, other.automorphisms), (&form.puzzle, form.automorphisms), "{puzzle}");
                }
                let again = canonical(&form.puzzle).unwrap();
                assert_eq!(again.puzzle, form.puzzle, "the canonical form of {puzzle}");
            }
        }
    }
}

/// Calls `visit` with every grid of a board whose first row is 1 2 3 ...
fn for_each_grid(board: Board, visit: &mut impl FnMut(&Grid)) {
    fn fill(grid: &mut Grid, index: usize, visit: &mut impl FnMut(&Grid)) {
        let board = grid.board();
        if index == board.cell_count() {
            return visit(grid);
        }
        let cell = board.cell(index);
        for digit in board.digits() {
            if board.peers(cell).all(|peer| grid.get(peer) != Some(digit)) {
                grid.set(cell, digit);
                fill(grid, index + 1, visit);
                grid.set(cell, None);
            }
        }
    }
    let mut grid = Grid::empty(board);
    board.digits().zip(board.cells()).for_each(|(digit, cell)| grid.set(cell, digit));
    fill(&mut grid, board.side(), visit);
}

/// The classes of all grids of a board. The orbits must add up to the number of grids (orbit-stabiliser theorem).
fn grid_classes(board: Board) -> (usize, u128) {
    let mut canonicalizer = Canonicalizer::default();
    let mut classes = HashMap::new();
    for_each_grid(board, &mut |grid| {
        let CanonicalForm { puzzle, automorphisms, .. } = canonicalizer.canonical(&Puzzle::new(grid.clone())).unwrap();
        assert_eq!(*classes.entry(puzzle).or_insert(automorphisms), automorphisms);
    });
    let order = group_order(board).unwrap();
    (classes.len(), classes.values().map(|automorphisms| order / automorphisms).sum())
}

/// F. Jarvis, E. Russell; C. Pettersen: numbers of grids and of essentially different grids of small boards.
#[test]
fn small_boards_have_the_known_numbers_of_grids_and_classes() {
    assert_eq!(grid_classes(board(2, 2)), (2, 288));
    assert_eq!(grid_classes(board(2, 3)), (49, 28_200_960));
    assert_eq!(grid_classes(board(3, 2)), (49, 28_200_960));
}

/// Calls `visit` with every way to complete the band of the first box. The first rows of the second and third box ascend; other
/// orders of their columns give equivalent bands.
fn for_each_band(digits: &mut [u8; 81], index: usize, visit: &mut impl FnMut(&[u8; 81])) {
    if index == 27 {
        return visit(digits);
    }
    let (row, column) = (index / 9, index % 9);
    if column < 3 {
        return for_each_band(digits, index + 3, visit);
    }
    for digit in 1..=9 {
        let in_row = digits[9 * row..9 * row + column].contains(&digit);
        let in_box = (0..row).any(|above| digits[9 * above + column / 3 * 3..][..3].contains(&digit));
        let is_sorted = row > 0 || column % 3 == 0 || digits[column - 1] < digit;
        if !in_row && !in_box && is_sorted {
            digits[index] = digit;
            for_each_band(digits, index + 1, visit);
            digits[index] = 0;
        }
    }
}

/// E. Russell, F. Jarvis 2006: 416 classes of bands, and 9! x 2,612,736 bands. A band is a puzzle of 27 givens here; it may be
/// any of the three bands and three stacks of the board.
#[test]
fn bands_fall_into_416_classes() {
    let mut canonicalizer = Canonicalizer::default();
    let mut classes = HashMap::new();
    let mut digits = [0; 81];
    for (row, box_row) in [[1, 2, 3], [4, 5, 6], [7, 8, 9]].into_iter().enumerate() {
        digits[9 * row..9 * row + 3].copy_from_slice(&box_row);
    }
    let mut bands = 0;
    for_each_band(&mut digits, 0, &mut |digits| {
        bands += 1;
        let puzzle = Puzzle::new(Grid::from_digits(Board::CLASSIC, *digits).unwrap());
        let form = canonicalizer.canonical(&puzzle).unwrap();
        classes.insert(form.puzzle, form.automorphisms);
    });
    assert_eq!(bands * 36, 2_612_736);
    assert_eq!(classes.len(), 416);
    let orbits: u128 = classes.values().map(|automorphisms| group_order(Board::CLASSIC).unwrap() / automorphisms).sum();
    assert_eq!(orbits, 6 * 362_880 * 2_612_736);
}

/// The grid with the most automorphisms on 9x9 (E. Russell, F. Jarvis 2006).
const MOST_CANONICAL: &str = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

#[test]
fn the_most_canonical_grid_has_648_automorphisms() {
    let grid: Puzzle = MOST_CANONICAL.parse().unwrap();
    assert_eq!(canonical(&grid).unwrap().automorphisms, 648);
    let (image, _) = augment(&grid, 1).next().unwrap();
    assert_matches_exhaustive_search(&image);
}

#[test]
fn automorphisms_times_orbit_is_the_order_of_the_group() {
    let board = board(2, 2);
    assert_eq!(group_order(board), Some(2 * 8 * 8 * 24));
    assert_eq!(group_order(Board::CLASSIC), Some(2 * 362_880 * 6_u128.pow(8)));
    let orders = line_orders(2, 2);
    for seed in 0..20 {
        let puzzle = random_puzzle(board, 5 * seed as usize, &mut Rng::new(seed, 3));
        let mut orbit = HashSet::new();
        for transposed in [false, true] {
            for (rows, columns) in orders.iter().flat_map(|rows| orders.iter().map(move |columns| (rows, columns))) {
                for digits in permutations(0, 4) {
                    let (rows, columns) = (rows.clone(), columns.clone());
                    let parts = TransformationParts { transposed, rows, columns, digits };
                    orbit.insert(Transformation::new(board, parts).unwrap().puzzle(&puzzle));
                }
            }
        }
        let automorphisms = canonical(&puzzle).unwrap().automorphisms;
        assert_eq!(Some(automorphisms * orbit.len() as u128), group_order(board), "{puzzle}");
    }
}

#[test]
fn sparse_boards_have_the_symmetries_of_their_empty_lines() {
    for (height, width) in [(2, 2), (2, 3), (3, 3), (4, 4), (8, 2)] {
        let board = board(height, width);
        let empty = Puzzle::new(Grid::empty(board));
        assert_eq!(canonical(&empty).unwrap().automorphisms, group_order(board).unwrap(), "{board}");
        // One given: an orbit of n x n cells and n digits.
        let mut grid = Grid::empty(board);
        grid.set(Cell::new(1, 2), Digit::from_index(2));
        let orbit = (board.cell_count() * board.side()) as u128;
        let form = canonical(&Puzzle::new(grid)).unwrap();
        assert_eq!(form.automorphisms * orbit, group_order(board).unwrap(), "{board}");
    }
}

#[test]
fn large_grids_have_canonical_forms() {
    for (height, width) in [(2, 5), (3, 4), (2, 7), (3, 5), (4, 4)] {
        let board = board(height, width);
        let mut rng = Rng::new(7, 7);
        let grid = Transformation::random(board, &mut rng).grid(&Grid::cyclic_shift(board));
        let form = canonical(&Puzzle::new(grid.clone())).unwrap();
        assert_eq!(referee::check(&Puzzle::new(Grid::empty(board)), form.puzzle.givens()), Ok(()));
        assert!(form.puzzle.givens().digits()[..board.side()].iter().copied().eq(1..=board.side() as u8));
        let (image, transformation) = augment(&Puzzle::new(grid.clone()), 4).next().unwrap();
        assert_eq!(image.givens(), &transformation.grid(&grid));
        assert_eq!(canonical(&image).unwrap().puzzle, form.puzzle);
    }
}

#[test]
fn augmented_puzzles_depend_on_the_seed_and_the_puzzle_only() {
    let puzzle: Puzzle = "1.3. .... .... ..2.".parse().unwrap();
    let first = |seed| augment(&puzzle, seed).take(5).map(|(_, transformation)| transformation).collect::<Vec<_>>();
    assert_eq!(first(1), first(1));
    assert_ne!(first(1), first(2));
    // Published seeds rely on this value.
    assert_eq!(first(1)[0].to_string(), "rows 1 2 3 4 columns 4 3 1 2 digits 3 2 1 4");
}

#[test]
fn puzzles_without_a_canonical_form_are_refused_with_the_reason() {
    let message = |text: &str| canonical(&text.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(message("11.............."), "no canonical form: r1c1 and r1c2 both hold 1 in row 1");
    assert_eq!(message("1...1..........."), "no canonical form: r1c1 and r2c1 both hold 1 in column 1");
    assert_eq!(
        message("1.3...........2.; eliminated r1c2=4"),
        "no canonical form for a puzzle with eliminated candidates"
    );
    let large = Puzzle::new(Grid::empty(board(5, 5)));
    assert_eq!(canonical(&large), Err(CanonicalError::BoardTooLarge(board(5, 5))));
    assert!(group_order(board(12, 12)).is_none());
}
