//! Each technique on a position where it applies, and on near misses where it does not.

use qedoku_puzzle::{Board, Candidate, Cell, Digit, DigitSet, Grid, House, HouseKind, Puzzle};

use super::*;

/// An empty 9x9 board with all candidates, except that `r1c2=38` restricts a cell and `7 in row 1: r1c2 r1c8` a digit in a house.
pub(crate) fn position(lines: &[&str]) -> Position {
    let mut position = Position::new(&Puzzle::new(Grid::empty(Board::CLASSIC)));
    for line in lines {
        let eliminated: Vec<Candidate> = match line.split_once(": ") {
            None => {
                let (cell, digits) = line.split_once('=').unwrap();
                let digits: DigitSet = digits.chars().map(|digit| self::digit(&digit.to_string())).collect();
                position
                    .candidates_in(ExactlyOne::Cell(self::cell(cell)))
                    .filter(|candidate| !digits.contains(candidate.digit))
                    .collect()
            }
            Some((constraint, cells)) => {
                let cells: Vec<Cell> = cells.split(' ').map(cell).collect();
                position
                    .candidates_in(self::constraint(constraint))
                    .filter(|candidate| !cells.contains(&candidate.cell))
                    .collect()
            }
        };
        for candidate in eliminated {
            position.eliminate(candidate);
        }
    }
    position
}

fn digit(text: &str) -> Digit {
    Digit::new(text.parse().unwrap()).unwrap()
}

fn cell(text: &str) -> Cell {
    candidate(&format!("{text}=1")).cell
}

pub(crate) fn candidate(text: &str) -> Candidate {
    text.parse().unwrap()
}

pub(crate) fn candidates(text: &str) -> Vec<Candidate> {
    text.split_whitespace().map(candidate).collect()
}

/// `r1c2`, or `7 in row 1`.
pub(crate) fn constraint(text: &str) -> ExactlyOne {
    let Some((digit, house)) = text.split_once(" in ") else { return ExactlyOne::Cell(cell(text)) };
    let (kind, number) = house.split_once(' ').unwrap();
    let kinds = [("row", HouseKind::Row), ("column", HouseKind::Column), ("box", HouseKind::Block)];
    let kind = kinds.into_iter().find(|(name, _)| *name == kind).unwrap().1;
    ExactlyOne::HouseDigit(House::new(kind, number.parse::<usize>().unwrap() - 1), self::digit(digit))
}

/// Links such as `7 in row 1 > r1c2`, `r1c2 > 8`; the last one without a candidate.
pub(crate) fn links(texts: &[&str]) -> Vec<ChainLink> {
    let link = |text: &&str| match text.split_once(" > ") {
        None => ChainLink { constraint: constraint(text), candidate: None },
        Some((from, to)) => {
            let set = constraint(from);
            let left = match set {
                ExactlyOne::Cell(cell) => Candidate::new(cell, digit(to)),
                ExactlyOne::HouseDigit(_, digit) => Candidate::new(cell(to), digit),
            };
            ChainLink { constraint: set, candidate: Some(left) }
        }
    };
    texts.iter().map(link).collect()
}

/// Whether each target leaves constraint after constraint with the candidate of its link, and the last one with none.
fn holds(position: &Position, links: &[ChainLink], targets: &[Candidate]) -> bool {
    let board = position.board();
    targets.iter().all(|target| {
        let mut truths = vec![*target];
        links.iter().all(|link| {
            let is_open = |one: &Candidate| truths.iter().all(|truth| !are_linked(board, *one, *truth));
            let open: Vec<Candidate> = position.candidates_in(link.constraint).filter(is_open).collect();
            truths.extend(link.candidate);
            open == Vec::from_iter(link.candidate)
        })
    })
}

/// The technique of a chain, after a check that the chain holds. The transposed chain must get the same technique.
fn chain_technique(lines: &[&str], texts: &[&str], eliminations: &str) -> String {
    let (position, chain, eliminations) = (position(lines), links(texts), candidates(eliminations));
    assert!(holds(&position, &chain, &eliminations), "{texts:?} against {eliminations:?}");
    assert!(eliminations.iter().all(|target| position.allows(*target)), "{eliminations:?}");
    let found = recognize(&position, &Justification::Chain(chain.clone()), &eliminations);
    let transpose = |link: &ChainLink| ChainLink {
        constraint: transposed_constraint(link.constraint),
        candidate: link.candidate.map(transposed),
    };
    let justification = Justification::Chain(chain.iter().map(transpose).collect());
    assert_eq!(transposed_technique(&position, &justification, &eliminations), found, "transposed: {texts:?}");
    found.to_string()
}

/// The candidate on the transposed board.
fn transposed(candidate: Candidate) -> Candidate {
    Candidate::new(Cell::new(candidate.cell.column(), candidate.cell.row()), candidate.digit)
}

fn transposed_constraint(set: ExactlyOne) -> ExactlyOne {
    let transposed = |house: House| match (house.kind(), house.index()) {
        (HouseKind::Row, index) => House::new(HouseKind::Column, index),
        (HouseKind::Column, index) => House::new(HouseKind::Row, index),
        (HouseKind::Block, index) => House::new(HouseKind::Block, index % 3 * 3 + index / 3),
    };
    match set {
        ExactlyOne::Cell(cell) => ExactlyOne::Cell(Cell::new(cell.column(), cell.row())),
        ExactlyOne::HouseDigit(house, digit) => ExactlyOne::HouseDigit(transposed(house), digit),
    }
}

/// The technique of a justification on the transposed board.
fn transposed_technique(position: &Position, justification: &Justification, eliminations: &[Candidate]) -> Technique {
    let mut other = Position::new(&Puzzle::new(Grid::empty(Board::CLASSIC)));
    let eliminated: Vec<Candidate> =
        other.open_candidates().filter(|candidate| !position.allows(transposed(*candidate))).collect();
    for candidate in eliminated {
        other.eliminate(candidate);
    }
    recognize(&other, justification, &eliminations.iter().copied().map(transposed).collect::<Vec<_>>())
}

fn base_cover_technique(lines: &[&str], sets: &[&str], eliminations: &str) -> String {
    let sets: Vec<ExactlyOne> = sets.iter().map(|text| constraint(text)).collect();
    let (position, eliminations) = (position(lines), candidates(eliminations));
    let transposed =
        Justification::BaseCover { base: sets.iter().copied().map(transposed_constraint).collect(), cover: Vec::new() };
    let found = recognize(&position, &Justification::BaseCover { base: sets, cover: Vec::new() }, &eliminations);
    assert_eq!(transposed_technique(&position, &transposed, &eliminations), found, "transposed");
    found.to_string()
}

#[test]
fn singles() {
    let lone = position(&["7 in row 3: r3c4"]);
    assert_eq!(recognize(&lone, &Justification::Single(constraint("7 in row 3")), &[]), Technique::HiddenSingle);
    assert_eq!(
        recognize(&position(&["r3c4=7"]), &Justification::Single(constraint("r3c4")), &[]),
        Technique::NakedSingle
    );
    let mut last = position(&[]);
    "r1c1=1 r1c2=2 r1c3=3 r2c1=4 r2c2=5 r2c3=6 r3c1=7 r3c2=8".split(' ').for_each(|text| last.place(candidate(text)));
    for text in ["r3c3", "9 in box 1"] {
        assert_eq!(recognize(&last, &Justification::Single(constraint(text)), &[]), Technique::FullHouse, "{text}");
    }
    last.place(candidate("r3c3=9"));
    assert!(
        !has_one_open_cell(&last, House::new(HouseKind::Block, 0))
            && !has_one_open_cell(&last, House::new(HouseKind::Row, 2))
    );
}

#[test]
fn locked_candidates() {
    let pointing = &["5 in box 1: r2c1 r2c3"];
    assert_eq!(chain_technique(pointing, &["5 in box 1"], "r2c5=5 r2c8=5"), "pointing");
    assert_eq!(base_cover_technique(pointing, &["5 in box 1"], "r2c5=5"), "pointing");
    assert_eq!(chain_technique(&["5 in column 4: r4c4 r6c4"], &["5 in column 4"], "r5c5=5 r5c6=5"), "claiming");
    // A constraint with one candidate is a single.
    assert_eq!(chain_technique(&["5 in box 1: r2c1"], &["5 in box 1"], "r2c5=5"), "chain of 1");
    assert_eq!(chain_technique(&["5 in box 1: r2c1"], &["5 in box 1"], "r2c1=7"), "chain of 1");
    assert_eq!(chain_technique(&["r2c1=5"], &["r2c1"], "r2c5=5"), "chain of 1");
}

#[test]
fn naked_subsets() {
    let pair = &["r1c2=38", "r1c5=38"];
    assert_eq!(chain_technique(pair, &["r1c2 > 8", "r1c5"], "r1c1=3 r1c9=3"), "naked pair");
    assert_eq!(base_cover_technique(pair, &["r1c2", "r1c5"], "r1c1=3 r1c9=3 r1c9=8"), "naked pair");
    // The pair shares a row and a box; each elimination sees it in one of them.
    assert_eq!(chain_technique(&["r1c2=38", "r1c3=38"], &["r1c2 > 8", "r1c3"], "r1c9=3 r2c1=3"), "naked pair");
    let triple = &["r1c2=38", "r1c5=78", "r1c8=37"];
    assert_eq!(chain_technique(triple, &["r1c2 > 8", "r1c5 > 7", "r1c8"], "r1c1=3"), "naked triple");
    assert_eq!(
        base_cover_technique(
            &["r1c1=1234", "r1c2=123", "r1c3=34", "r1c4=24"],
            &["r1c1", "r1c2", "r1c3", "r1c4"],
            "r1c5=4"
        ),
        "naked quad"
    );
    let five = ["r1c1", "r1c2", "r1c3", "r1c4", "r1c5"];
    let lines = five.map(|cell| format!("{cell}=12345"));
    assert_eq!(base_cover_technique(&lines.each_ref().map(String::as_str), &five, "r1c7=5"), "naked set of 5");
    // A third digit in one of the cells: two cells, three digits.
    assert_eq!(base_cover_technique(&["r1c2=38", "r1c5=378"], &["r1c2", "r1c5"], "r1c9=8"), "base/cover pattern of 2");
    // The elimination shares no house with both cells.
    assert_eq!(base_cover_technique(pair, &["r1c2", "r1c5"], "r2c2=3"), "base/cover pattern of 2");
}

#[test]
fn hidden_subsets() {
    let pair = &["3 in box 4: r4c1 r5c2", "8 in box 4: r4c1 r5c2"];
    assert_eq!(chain_technique(pair, &["3 in box 4 > r5c2", "8 in box 4"], "r4c1=1 r4c1=5"), "hidden pair");
    assert_eq!(base_cover_technique(pair, &["3 in box 4", "8 in box 4"], "r4c1=1 r5c2=7"), "hidden pair");
    let triple = &["1 in row 9: r9c1 r9c4", "2 in row 9: r9c4 r9c7", "3 in row 9: r9c1 r9c7"];
    let sets = ["1 in row 9", "2 in row 9", "3 in row 9"];
    assert_eq!(base_cover_technique(triple, &sets, "r9c1=5 r9c4=6"), "hidden triple");
    // Neither a digit of the subset nor a candidate of another cell can be eliminated.
    assert_eq!(base_cover_technique(triple, &sets, "r9c1=2"), "base/cover pattern of 3");
    assert_eq!(base_cover_technique(triple, &sets, "r9c2=5"), "base/cover pattern of 3");
    assert_eq!(base_cover_technique(pair, &["3 in box 4", "8 in row 4"], "r4c1=1"), "base/cover pattern of 2");
}

#[test]
fn fish_without_fins() {
    let wing = &["7 in row 1: r1c2 r1c8", "7 in row 4: r4c2 r4c8"];
    assert_eq!(chain_technique(wing, &["7 in row 1 > r1c8", "7 in row 4"], "r9c2=7 r6c2=7"), "X-wing");
    assert_eq!(base_cover_technique(wing, &["7 in row 1", "7 in row 4"], "r9c2=7 r6c8=7"), "X-wing");
    let sword = &["7 in column 1: r1c1 r4c1", "7 in column 5: r4c5 r9c5", "7 in column 7: r1c7 r9c7"];
    let sets = ["7 in column 1", "7 in column 5", "7 in column 7"];
    assert_eq!(base_cover_technique(sword, &sets, "r1c2=7 r9c2=7"), "swordfish");
    let jelly = &["7 in row 1: r1c1 r1c2", "7 in row 4: r4c2 r4c4", "7 in row 7: r7c4 r7c9", "7 in row 9: r9c9 r9c1"];
    let sets = ["7 in row 1", "7 in row 4", "7 in row 7", "7 in row 9"];
    assert_eq!(base_cover_technique(jelly, &sets, "r5c4=7"), "jellyfish");
    assert_eq!(base_cover_technique(jelly, &sets[..2], "r5c2=7"), "base/cover pattern of 2");
    // Neither a row with a box nor two digits form a fish.
    let mixed = &["7 in row 1: r1c1 r1c5", "7 in box 4: r4c1 r6c1"];
    assert_eq!(base_cover_technique(mixed, &["7 in row 1", "7 in box 4"], "r9c1=7"), "base/cover pattern of 2");
    assert_eq!(base_cover_technique(wing, &["7 in row 1", "6 in row 4"], "r9c2=7"), "base/cover pattern of 2");
}

#[test]
fn fish_with_fins() {
    let finned = &["7 in row 1: r1c1 r1c5", "7 in row 5: r5c1 r5c5 r5c6"];
    let links = &["7 in row 1 > r1c1", "7 in row 5"];
    assert_eq!(chain_technique(finned, links, "r4c5=7 r6c5=7"), "finned X-wing");
    let sashimi = &["7 in row 1: r1c1 r1c5", "7 in row 5: r5c1 r5c4 r5c6"];
    assert_eq!(chain_technique(sashimi, links, "r4c5=7"), "sashimi X-wing");
    let sword = &["7 in row 1: r1c1 r1c5", "7 in row 5: r5c5 r5c9", "7 in row 9: r9c1 r9c7 r9c9"];
    let links = &["7 in row 5 > r5c5", "7 in row 1 > r1c1", "7 in row 9"];
    assert_eq!(chain_technique(sword, links, "r7c9=7 r8c9=7"), "finned swordfish");
}

#[test]
fn skyscraper_kite_and_turbot_fish() {
    let sky = &["7 in row 1: r1c2 r1c8", "7 in row 5: r5c2 r5c9"];
    assert_eq!(chain_technique(sky, &["7 in row 1 > r1c2", "7 in row 5"], "r2c9=7 r3c9=7"), "skyscraper");
    // The same chain from its other end.
    assert_eq!(chain_technique(sky, &["7 in row 5 > r5c2", "7 in row 1"], "r2c9=7 r3c9=7 r4c8=7"), "skyscraper");
    let sky = &["7 in column 2: r1c2 r8c2", "7 in column 5: r1c5 r9c5"];
    assert_eq!(chain_technique(sky, &["7 in column 2 > r1c2", "7 in column 5"], "r9c1=7"), "skyscraper");
    let kite = &["7 in row 4: r4c2 r4c8", "7 in column 3: r5c3 r9c3"];
    assert_eq!(chain_technique(kite, &["7 in row 4 > r4c2", "7 in column 3"], "r9c8=7"), "two-string kite");
    let turbot = &["7 in row 1: r1c2 r1c8", "7 in box 4: r4c2 r6c3"];
    assert_eq!(chain_technique(turbot, &["7 in row 1 > r1c2", "7 in box 4"], "r6c8=7"), "turbot fish");
    // A third candidate in row 5 that the target sees: no skyscraper any more.
    let sky = &["7 in row 1: r1c2 r1c8", "7 in row 5: r5c2 r5c7 r5c9"];
    assert_eq!(chain_technique(sky, &["7 in row 1 > r1c2", "7 in row 5"], "r4c8=7"), "sashimi X-wing");
}

#[test]
fn empty_rectangle() {
    let cross = &["7 in box 4: r5c1 r5c3 r4c2 r6c2", "7 in column 8: r5c8 r9c8"];
    let links = &["7 in column 8 > r5c8", "7 in box 4"];
    assert_eq!(chain_technique(cross, links, "r9c2=7"), "empty rectangle");
    let centre = &["7 in box 4: r5c1 r5c2 r6c2", "7 in column 8: r5c8 r9c8"];
    assert_eq!(chain_technique(centre, links, "r9c2=7"), "empty rectangle");
    // Two candidates in the box: a turbot fish.
    let two = &["7 in box 4: r5c1 r6c2", "7 in column 8: r5c8 r9c8"];
    assert_eq!(chain_technique(two, links, "r9c2=7"), "turbot fish");
}

#[test]
fn wings() {
    let xy = &["r5c5=38", "r5c1=37", "r2c5=78"];
    assert_eq!(chain_technique(xy, &["r5c1 > 3", "r5c5 > 8", "r2c5"], "r2c1=7"), "XY-wing");
    assert_eq!(chain_technique(xy, &["r5c1 > 3", "r2c5 > 8", "r5c5"], "r2c1=7"), "XY-wing");
    let xyz = &["r5c5=378", "r5c1=37", "r4c4=78"];
    assert_eq!(chain_technique(xyz, &["r5c1 > 3", "r4c4 > 8", "r5c5"], "r5c4=7 r5c6=7"), "XYZ-wing");
    let w = &["r1c1=38", "r5c9=38", "3 in row 7: r7c1 r7c9"];
    assert_eq!(chain_technique(w, &["r1c1 > 3", "3 in row 7 > r7c9", "r5c9"], "r1c9=8 r5c1=8"), "W-wing");
    // Joined by three candidates, two of which form a group; then bivalue cells that differ.
    let three = &["r5c3=67", "r9c8=67", "7 in row 4: r4c1 r4c2 r4c8"];
    let links = &["r5c3 > 7", "7 in row 4 > r4c8", "r9c8"];
    assert_eq!(chain_technique(three, links, "r5c8=6"), "grouped alternating inference chain");
    let not_w = &["r1c1=38", "r5c9=36", "3 in row 7: r7c1 r7c9", "6 in column 9: r5c9 r9c9", "r9c9=68"];
    let links = &["r1c1 > 3", "3 in row 7 > r7c9", "r5c9 > 6", "r9c9"];
    assert_eq!(chain_technique(not_w, links, "r1c9=8"), "alternating inference chain");
    let wxyz = &["r5c5=1234", "r5c1=14", "r5c9=24", "r4c4=34"];
    assert_eq!(chain_technique(wxyz, &["r5c1 > 1", "r5c9 > 2", "r4c4 > 3", "r5c5"], "r5c4=4 r5c6=4"), "WXYZ-wing");
    // An XYZ-wing; with r4c3 instead of the pincer r4c4 it is none.
    let loose = &["r5c5=123", "r5c1=13", "r4c4=23", "r5c4=34", "r4c3=45"];
    assert_eq!(chain_technique(loose, &["r5c1 > 1", "r4c4 > 2", "r5c5"], "r5c6=3"), "XYZ-wing");
    assert_eq!(
        recognize(
            &position(loose),
            &Justification::Chain(self::links(&["r5c1 > 1", "r4c3 > 4", "r5c5"])),
            &candidates("r5c6=3")
        ),
        Technique::Braid(3)
    );
}

#[test]
fn chains_of_cells() {
    let remote = &["r1c1=38", "r1c5=38", "r4c5=38", "r4c9=38"];
    assert_eq!(chain_technique(remote, &["r1c1 > 8", "r1c5 > 3", "r4c5 > 8", "r4c9"], "r4c1=3"), "remote pairs");
    let xy = &["r1c1=36", "r1c5=68", "r4c5=78", "r4c9=37"];
    assert_eq!(chain_technique(xy, &["r1c1 > 6", "r1c5 > 8", "r4c5 > 7", "r4c9"], "r4c1=3 r1c9=3"), "XY-chain");
    // The links walk the chain from both ends at once.
    assert_eq!(chain_technique(xy, &["r1c1 > 6", "r4c9 > 7", "r4c5 > 8", "r1c5"], "r1c9=3"), "XY-chain");
    // A third candidate that the target sees (a whip of Berthier): a chain without a name of its own.
    let whip = &["r1c1=36", "r1c5=368", "r4c5=78", "r4c9=37"];
    assert_eq!(chain_technique(whip, &["r1c1 > 6", "r1c5 > 8", "r4c5 > 7", "r4c9"], "r1c9=3"), "chain of 4");
}

#[test]
fn chains_of_one_digit() {
    let chain = ["7 in row 1: r1c1 r1c5", "7 in box 5: r4c5 r6c6", "7 in column 9: r6c9 r8c9"];
    let links = &["7 in row 1 > r1c5", "7 in box 5 > r6c6", "7 in column 9"];
    assert_eq!(chain_technique(&chain, links, "r8c1=7"), "X-chain");
    let half = [&chain[..], &["7 in column 5: r1c5 r4c5"]].concat();
    assert_eq!(chain_technique(&half, links, "r8c1=7"), "X-chain");
    let coloured = [&half[..], &["7 in row 6: r6c6 r6c9"]].concat();
    assert_eq!(chain_technique(&coloured, links, "r8c1=7"), "simple colouring");
    let grouped = &["7 in row 4: r4c1 r4c2 r4c8", "7 in column 3: r5c3 r9c3"];
    assert_eq!(chain_technique(grouped, &["7 in column 3 > r5c3", "7 in row 4"], "r9c8=7"), "grouped X-chain");
}

#[test]
fn techniques_are_recognized_on_other_boards() {
    let mut position = Position::new(&Puzzle::new(Grid::empty(Board::of_side(16).unwrap())));
    let sets = [ExactlyOne::Cell(Cell::new(15, 0)), ExactlyOne::Cell(Cell::new(15, 15))];
    for set in sets {
        let eliminated: Vec<Candidate> =
            position.candidates_in(set).filter(|candidate| candidate.digit.get() < 15).collect();
        for candidate in eliminated {
            position.eliminate(candidate);
        }
    }
    let justification = Justification::BaseCover { base: sets.to_vec(), cover: Vec::new() };
    assert_eq!(recognize(&position, &justification, &candidates("r16c7=15 r16c8=16")), Technique::NakedSubset(2));
    assert_eq!(recognize(&position, &justification, &candidates("r16c7=14")), Technique::BaseCover(2));
}
