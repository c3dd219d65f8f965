//! Sentences word for word.

use qedoku_puzzle::{Board, Candidate, Cell, Digit, Grid, Puzzle};

use super::*;
use crate::name::tests::{candidate, candidates, links, position, set};

fn chain(lines: &[&str], texts: &[&str], removed: &str) -> (Position, Step) {
    step(lines, Reason::Chain(links(texts)), removed)
}

fn count(lines: &[&str], sets: &[&str], removed: &str) -> (Position, Step) {
    let sets = sets.iter().map(|text| set(text)).collect();
    step(lines, Reason::Counted { sets, covers: vec![set("7 in column 2")] }, removed)
}

fn step(lines: &[&str], reason: Reason, removed: &str) -> (Position, Step) {
    let (position, removed) = (position(lines), candidates(removed));
    let step = Step::new(&position, reason, None, removed);
    (position, step)
}

fn single(text: &str, placed: &str) -> Step {
    Step::new(&position(&[]), Reason::Single(set(text)), Some(candidate(placed)), Vec::new())
}

fn told((position, step): &(Position, Step)) -> String {
    tell(position, step, None)
}

#[test]
fn singles() {
    let position = position(&[]);
    let tell = |step| tell(&position, &step, None);
    assert_eq!(tell(single("7 in row 3", "r3c4=7")), "Hidden single: 7 has only one place in row 3, r3c4.");
    assert_eq!(tell(single("r3c4", "r3c4=7")), "Naked single: r3c4 can only be 7.");
    let last = Step { technique: Technique::FullHouse, ..single("9 in box 1", "r3c3=9") };
    assert_eq!(tell(last), "Full house: r3c3 is the last open cell of box 1, so it is 9.");
}

#[test]
fn locked_candidates_and_subsets() {
    let pointing = chain(&["5 in box 1: r2c1 r2c3"], &["5 in box 1"], "r2c5=5 r2c8=5");
    assert_eq!(told(&pointing), "Pointing pair: in box 1, 5 is only in row 2, so 5 goes from r2c5 and r2c8.");
    let claiming = chain(&["5 in column 4: r4c4 r5c4 r6c4"], &["5 in column 4"], "r5c5=5");
    assert_eq!(told(&claiming), "Claiming triple: in column 4, 5 is only in box 5, so 5 goes from r5c5.");
    let naked = count(&["r1c2=38", "r1c5=38"], &["r1c2", "r1c5"], "r1c1=3 r1c9=3 r1c9=8");
    assert_eq!(
        told(&naked),
        "Naked pair: r1c2 and r1c5 hold 3 and 8 between them, so 3 goes from r1c1 and r1c9, 8 from r1c9."
    );
    let pair = &["3 in box 4: r4c1 r5c2", "8 in box 4: r4c1 r5c2"];
    let hidden = count(pair, &["3 in box 4", "8 in box 4"], "r4c1=1 r5c2=7");
    assert_eq!(
        told(&hidden),
        "Hidden pair: in box 4, 3 and 8 are only in r4c1 and r5c2, so 1 goes from r4c1, 7 from r5c2."
    );
    let unnamed = count(pair, &["3 in box 4", "8 in row 4"], "r4c1=1");
    assert_eq!(
        told(&unnamed),
        "Locked sets of 2: all candidates of 3 in box 4 and 8 in row 4 are in 2 other sets, 7 in column 2, so 1 goes from r4c1."
    );
}

#[test]
fn fish() {
    let wing = &["7 in row 1: r1c2 r1c8", "7 in row 4: r4c2 r4c8"];
    let wing = count(wing, &["7 in row 1", "7 in row 4"], "r9c2=7 r6c8=7");
    assert_eq!(told(&wing), "X-wing: in rows 1 and 4, 7 is only in columns 2 and 8, so 7 goes from r6c8 and r9c2.");
    let finned = &["7 in row 1: r1c1 r1c5", "7 in row 5: r5c1 r5c5 r5c6"];
    let finned = chain(finned, &["7 in row 1 > r1c1", "7 in row 5"], "r4c5=7 r6c5=7");
    assert_eq!(
        told(&finned),
        "Finned X-wing: in rows 1 and 5, 7 is only in columns 1 and 5, unless it is at r5c6; either way, 7 goes from r4c5 and \
         r6c5."
    );
}

#[test]
fn one_digit_in_two_houses() {
    let sky = &["7 in row 1: r1c2 r1c8", "7 in row 5: r5c2 r5c9"];
    let sky = chain(sky, &["7 in row 1 > r1c2", "7 in row 5"], "r2c9=7 r3c9=7");
    assert_eq!(
        told(&sky),
        "Skyscraper: 7 has two places in row 1, r1c8 and r1c2, and two in row 5, r5c2 and r5c9. r1c2 and r5c2 share column 2, \
         so r1c8 or r5c9 is 7, and 7 goes from r2c9 and r3c9."
    );
    let kite = &["7 in row 4: r4c2 r4c8", "7 in column 3: r5c3 r9c3"];
    let kite = chain(kite, &["7 in row 4 > r4c2", "7 in column 3"], "r9c8=7");
    assert_eq!(
        told(&kite),
        "Two-string kite: 7 has two places in row 4, r4c8 and r4c2, and two in column 3, r5c3 and r9c3. r4c2 and r5c3 share \
         box 4, so r4c8 or r9c3 is 7, and 7 goes from r9c8."
    );
    let rectangle = &["7 in box 4: r5c1 r5c3 r4c2 r6c2", "7 in column 8: r5c8 r9c8"];
    let rectangle = chain(rectangle, &["7 in column 8 > r5c8", "7 in box 4"], "r9c2=7");
    assert_eq!(
        told(&rectangle),
        "Empty rectangle: in column 8, 7 is at r9c8 or at r5c8. At r5c8, it would leave box 4 only r4c2 or r6c2 for 7. Either \
         way, 7 goes from r9c2."
    );
    // The place in the middle is in both lines.
    let middle = &["7 in box 4: r5c1 r5c2 r6c2", "7 in column 8: r5c8 r9c8"];
    let middle = chain(middle, &["7 in box 4 > r5c1", "7 in column 8"], "r9c2=7");
    assert_eq!(
        told(&middle),
        "Empty rectangle: in column 8, 7 is at r9c8 or at r5c8. At r5c8, it would leave box 4 only r6c2 for 7. Either way, 7 \
         goes from r9c2."
    );
}

#[test]
fn wings() {
    let xy = chain(&["r5c5=38", "r5c1=37", "r2c5=78"], &["r5c1 > 3", "r5c5 > 8", "r2c5"], "r2c1=7");
    assert_eq!(
        told(&xy),
        "XY-wing: r5c5 is 3 or 8; if 3, r5c1 is 7; if 8, r2c5 is 7. So one of the two wings is 7, and 7 goes from r2c1."
    );
    let xyz = chain(&["r5c5=378", "r5c1=37", "r4c4=78"], &["r5c1 > 3", "r4c4 > 8", "r5c5"], "r5c4=7 r5c6=7");
    assert_eq!(
        told(&xyz),
        "XYZ-wing: r5c5 is 3, 7 or 8; if 3, r5c1 is 7; if 8, r4c4 is 7. So one of the three cells is 7, and 7 goes from r5c4 \
         and r5c6."
    );
    let w = &["r1c1=38", "r5c9=38", "3 in row 7: r7c1 r7c9"];
    let w = chain(w, &["r1c1 > 3", "3 in row 7 > r7c9", "r5c9"], "r1c9=8 r5c1=8");
    assert_eq!(
        told(&w),
        "W-wing: r1c1 and r5c9 both hold 3 and 8. In row 7, 3 is at r7c1 or r7c9, so they cannot both be 3; one of them is 8, \
         and 8 goes from r1c9 and r5c1."
    );
    let quad = &["r5c5=1234", "r5c1=14", "r5c9=24", "r4c4=34"];
    let quad = chain(quad, &["r5c1 > 1", "r5c9 > 2", "r4c4 > 3", "r5c5"], "r5c4=4 r5c6=4");
    assert_eq!(
        told(&quad),
        "WXYZ-wing: r4c4 and r5c159 hold 1, 2, 3 and 4 between them; 1, 2 and 3 fit there only once each, so one of the cells \
         is 4, and 4 goes from r5c4 and r5c6."
    );
    let remote = &["r1c1=38", "r1c5=38", "r4c5=38", "r4c9=38"];
    let remote = chain(remote, &["r1c1 > 8", "r1c5 > 3", "r4c5 > 8", "r4c9"], "r4c1=3");
    assert_eq!(
        told(&remote),
        "Remote pairs: r1c1, r1c5, r4c5 and r4c9 each see the next and all hold 3 and 8, which take turns. So r1c1 and r4c9 \
         differ, and 3 goes from r4c1."
    );
}

#[test]
fn chains_go_set_by_set() {
    let lines = &["r1c1=38", "r5c9=36", "3 in row 7: r7c1 r7c9", "r9c9=68"];
    let chain = chain(lines, &["r1c1 > 3", "3 in row 7 > r7c9", "r5c9 > 6", "r9c9"], "r1c9=8");
    assert_eq!(
        told(&chain),
        "Alternating inference chain: if r1c9 were 8, r1c1 could only be 3; then 3 in row 7 would have to be at r7c9; then r5c9 \
         could only be 6; then r9c9 would have no digit left. So r1c9 is not 8."
    );
}

#[test]
fn nested_steps_are_an_indented_list() {
    let inner = Step {
        technique: Technique::Nested,
        reason: Reason::Nested(vec![contradiction("r2c2")]),
        placed: None,
        removed: candidates("r1c2=2"),
    };
    let steps = vec![single("r1c2", "r1c2=5"), inner, contradiction("2 in row 9")];
    let outer = Step {
        technique: Technique::Nested,
        reason: Reason::Nested(steps),
        placed: None,
        removed: candidates("r1c1=4"),
    };
    assert_eq!(
        tell(&position(&[]), &outer, None),
        "Nested steps: if r1c1 were 4, it would go on like this.\n  1. Naked single: r1c2 can only be 5.\n  \
         2. Nested steps: if r1c2 were 2, it would go on like this.\n    1. Contradiction: r2c2 has no digit left.\n  \
         So r1c2 is not 2.\n  3. Contradiction: row 9 has no place for 2.\nSo r1c1 is not 4."
    );
}

fn contradiction(text: &str) -> Step {
    let reason = Reason::Contradiction(set(text));
    Step { technique: Technique::Contradiction, reason, placed: None, removed: Vec::new() }
}

#[test]
fn large_boards_use_their_symbols() {
    let position = Position::new(&Puzzle::new(Grid::empty(Board::of_side(16).unwrap())));
    let placed = Candidate::new(Cell::new(11, 12), Digit::new(16).unwrap());
    let reason = Reason::Single(ExactlyOne::Cell(placed.cell));
    let step = Step { technique: Technique::NakedSingle, reason, placed: Some(placed), removed: Vec::new() };
    assert_eq!(tell(&position, &step, Some(Alphabet::OneTo(16))), "Naked single: r12c13 can only be G.");
    assert_eq!(tell(&position, &step, None), "Naked single: r12c13 can only be 16.");
}

#[test]
fn hints_give_away_more_and_more() {
    let hints = |(position, step): &(Position, Step)| {
        [Hint::House, Hint::Cell, Hint::Reason].map(|strength| hint(position, step, strength, None))
    };
    let hidden = hints(&(position(&[]), single("7 in row 3", "r3c4=7")));
    assert_eq!(hidden[..2], ["Look at row 3.", "Look at r3c4: there is a hidden single."]);
    assert_eq!(hidden[2], "Hidden single: 7 has only one place in row 3, r3c4.");
    let naked = hints(&(position(&[]), single("r3c4", "r3c4=7")));
    assert_eq!(naked[..2], ["Look at box 2.", "Look at r3c4: there is a naked single."]);
    let pair = hints(&count(&["r1c2=38", "r1c5=38"], &["r1c2", "r1c5"], "r1c1=3"));
    assert_eq!(pair[..2], ["Look at row 1.", "Look at r1c2 and r1c5: there is a naked pair."]);
    let pointing = hints(&chain(&["5 in box 1: r2c1 r2c3"], &["5 in box 1"], "r2c5=5"));
    assert_eq!(pointing[..2], ["Look at box 1.", "Look at r2c1 and r2c3: there is a pointing pair."]);
    let wing = &["7 in row 1: r1c2 r1c8", "7 in row 4: r4c2 r4c8"];
    let wing = hints(&count(wing, &["7 in row 1", "7 in row 4"], "r9c2=7"));
    assert_eq!(wing[..2], ["Look at rows 1 and 4.", "Look at r1c28 and r4c28: there is an X-wing."]);
    let xy = hints(&chain(&["r5c5=38", "r5c1=37", "r2c5=78"], &["r5c1 > 3", "r5c5 > 8", "r2c5"], "r2c1=7"));
    assert_eq!(xy[..2], ["Look at box 1.", "Look at r2c1: a candidate goes there, by an XY-wing."]);
    let nothing = hints(&(position(&[]), contradiction("2 in row 9")));
    assert_eq!(nothing[..2], ["Look at row 9.", "Look at 2 in row 9: nothing is left there."]);
}
