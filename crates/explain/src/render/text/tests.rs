//! Exact sentences of the techniques.

use qedoku_puzzle::{Board, Candidate, Cell, Digit, Grid, Puzzle};

use super::*;
use crate::link_order::order_links;
use crate::render::eureka::eureka;
use crate::step::ChainLink;
use crate::techniques::tests::{candidate, candidates, constraint, links, position};

fn chain(lines: &[&str], texts: &[&str], eliminations: &str) -> (Position, Step) {
    step(lines, Justification::Chain(links(texts)), eliminations)
}

fn base_cover(lines: &[&str], base: &[&str], eliminations: &str) -> (Position, Step) {
    let base = base.iter().map(|text| constraint(text)).collect();
    step(
        lines,
        Justification::BaseCover { base, cover: vec![constraint("7 in column 2"), constraint("7 in row 4")] },
        eliminations,
    )
}

fn step(lines: &[&str], justification: Justification, eliminations: &str) -> (Position, Step) {
    let (position, eliminations) = (position(lines), candidates(eliminations));
    let step = Step::new(&position, justification, None, eliminations);
    (position, step)
}

fn single(text: &str, placed: &str) -> Step {
    Step::new(&position(&[]), Justification::Single(constraint(text)), Some(candidate(placed)), Vec::new())
}

fn sentence((position, step): &(Position, Step)) -> String {
    describe_step(position, step, None)
}

#[test]
fn singles() {
    let position = position(&[]);
    let describe = |step| describe_step(&position, &step, None);
    assert_eq!(describe(single("7 in row 3", "r3c4=7")), "Hidden single: in row 3, only r3c4 can be 7.");
    assert_eq!(describe(single("r3c4", "r3c4=7")), "Naked single: r3c4 can only be 7.");
    let last = Step { technique: Technique::FullHouse, ..single("9 in box 1", "r3c3=9") };
    assert_eq!(describe(last), "Full house: r3c3 is the last open cell of box 1, so it is 9.");
}

#[test]
fn locked_candidates_and_subsets() {
    let pointing = chain(&["5 in box 1: r2c1 r2c3"], &["5 in box 1"], "r2c5=5 r2c8=5");
    assert_eq!(
        sentence(&pointing),
        "Pointing pair: in box 1, 5 is possible only in row 2, so 5 can be eliminated from r2c5 and r2c8."
    );
    let claiming = chain(&["5 in column 4: r4c4 r5c4 r6c4"], &["5 in column 4"], "r5c5=5");
    assert_eq!(
        sentence(&claiming),
        "Claiming triple: in column 4, 5 is possible only in box 5, so 5 can be eliminated from r5c5."
    );
    let naked = base_cover(&["r1c2=38", "r1c5=38"], &["r1c2", "r1c5"], "r1c1=3 r1c9=3 r1c9=8");
    assert_eq!(
        sentence(&naked),
        "Naked pair: in row 1, r1c2 and r1c5 have only the candidates 3 and 8, so 3 can be eliminated from r1c1 and r1c9, 8 from \
         r1c9."
    );
    let pair = &["3 in box 4: r4c1 r5c2", "8 in box 4: r4c1 r5c2"];
    let hidden = base_cover(pair, &["3 in box 4", "8 in box 4"], "r4c1=1 r5c2=7");
    assert_eq!(
        sentence(&hidden),
        "Hidden pair: in box 4, 3 and 8 are possible only in r4c1 and r5c2, so 1 can be eliminated from r4c1, 7 from r5c2."
    );
    let unnamed = base_cover(pair, &["3 in box 4", "8 in row 4"], "r4c1=1");
    assert_eq!(
        sentence(&unnamed),
        "Base/cover pattern of 2: all candidates of the 2 base sets 3 in box 4 and 8 in row 4 lie in the 2 cover sets 7 in column 2 \
         and 7 in row 4, so 1 can be eliminated from r4c1."
    );
}

#[test]
fn fish() {
    let wing = &["7 in row 1: r1c2 r1c8", "7 in row 4: r4c2 r4c8"];
    let wing = base_cover(wing, &["7 in row 1", "7 in row 4"], "r9c2=7 r6c8=7");
    assert_eq!(
        sentence(&wing),
        "X-wing: in rows 1 and 4, 7 is possible only in columns 2 and 8, so 7 can be eliminated from r6c8 and r9c2."
    );
    let finned = &["7 in row 1: r1c1 r1c5", "7 in row 5: r5c1 r5c5 r5c6"];
    let finned = chain(finned, &["7 in row 1 > r1c1", "7 in row 5"], "r4c5=7 r6c5=7");
    assert_eq!(
        sentence(&finned),
        "Finned X-wing: in rows 1 and 5, 7 is possible only in columns 1 and 5, except for the fin r5c6. Either the fin is 7 or \
         the fish holds; either way, 7 can be eliminated from r4c5 and r6c5."
    );
}

#[test]
fn one_digit_in_two_houses() {
    let sky = &["7 in row 1: r1c2 r1c8", "7 in row 5: r5c2 r5c9"];
    let sky = chain(sky, &["7 in row 1 > r1c2", "7 in row 5"], "r2c9=7 r3c9=7");
    assert_eq!(
        sentence(&sky),
        "Skyscraper: in row 1, 7 is in r1c8 or r1c2; in row 5, it is in r5c2 or r5c9. r1c2 and r5c2 share column 2, so they \
         cannot both be 7. Therefore r1c8 or r5c9 is 7, and 7 can be eliminated from r2c9 and r3c9."
    );
    let kite = &["7 in row 4: r4c2 r4c8", "7 in column 3: r5c3 r9c3"];
    let kite = chain(kite, &["7 in row 4 > r4c2", "7 in column 3"], "r9c8=7");
    assert_eq!(
        sentence(&kite),
        "Two-string kite: in row 4, 7 is in r4c8 or r4c2; in column 3, it is in r5c3 or r9c3. r4c2 and r5c3 share box 4, so \
         they cannot both be 7. Therefore r4c8 or r9c3 is 7, and 7 can be eliminated from r9c8."
    );
    let rectangle = &["7 in box 4: r5c1 r5c3 r4c2 r6c2", "7 in column 8: r5c8 r9c8"];
    let rectangle = chain(rectangle, &["7 in column 8 > r5c8", "7 in box 4"], "r9c2=7");
    assert_eq!(
        sentence(&rectangle),
        "Empty rectangle: in column 8, 7 is in r9c8 or r5c8. If r5c8 is 7, then in box 4, 7 is possible only in r4c2 and r6c2. \
         Either way, 7 can be eliminated from r9c2."
    );
    // The candidate in the middle of the box lies in both lines.
    let middle = &["7 in box 4: r5c1 r5c2 r6c2", "7 in column 8: r5c8 r9c8"];
    let middle = chain(middle, &["7 in box 4 > r5c1", "7 in column 8"], "r9c2=7");
    assert_eq!(
        sentence(&middle),
        "Empty rectangle: in column 8, 7 is in r9c8 or r5c8. If r5c8 is 7, then in box 4, 7 is possible only in r6c2. Either \
         way, 7 can be eliminated from r9c2."
    );
}

#[test]
fn wings() {
    let xy = chain(&["r5c5=38", "r5c1=37", "r2c5=78"], &["r5c1 > 3", "r5c5 > 8", "r2c5"], "r2c1=7");
    assert_eq!(
        sentence(&xy),
        "XY-wing: the pivot r5c5 is 3 or 8. If it is 3, r5c1 is 7; if it is 8, r2c5 is 7. So one of the pincers is 7, and 7 can be \
         eliminated from r2c1."
    );
    let xyz = chain(&["r5c5=378", "r5c1=37", "r4c4=78"], &["r5c1 > 3", "r4c4 > 8", "r5c5"], "r5c4=7 r5c6=7");
    assert_eq!(
        sentence(&xyz),
        "XYZ-wing: the pivot r5c5 is 3, 7 or 8. If it is 3, r5c1 is 7; if it is 8, r4c4 is 7. So one of the three cells is 7, \
         and 7 can be eliminated from r5c4 and r5c6."
    );
    let w = &["r1c1=38", "r5c9=38", "3 in row 7: r7c1 r7c9"];
    let w = chain(w, &["r1c1 > 3", "3 in row 7 > r7c9", "r5c9"], "r1c9=8 r5c1=8");
    assert_eq!(
        sentence(&w),
        "W-wing: r1c1 and r5c9 both have only the candidates 3 and 8. In row 7, 3 is in r7c1 or r7c9, so r1c1 and r5c9 cannot \
         both be 3. One of them is 8, and 8 can be eliminated from r1c9 and r5c1."
    );
    let quad = &["r5c5=1234", "r5c1=14", "r5c9=24", "r4c4=34"];
    let quad = chain(quad, &["r5c1 > 1", "r5c9 > 2", "r4c4 > 3", "r5c5"], "r5c4=4 r5c6=4");
    assert_eq!(
        sentence(&quad),
        "WXYZ-wing: r4c4 and r5c159 have only the candidates 1, 2, 3 and 4. 1, 2 and 3 can each be placed there only once, so one \
         of the cells is 4, and 4 can be eliminated from r5c4 and r5c6."
    );
    let remote = &["r1c1=38", "r1c5=38", "r4c5=38", "r4c9=38"];
    let remote = chain(remote, &["r1c1 > 8", "r1c5 > 3", "r4c5 > 8", "r4c9"], "r4c1=3");
    assert_eq!(
        sentence(&remote),
        "Remote pairs: r1c1, r1c5, r4c5 and r4c9 all have only the candidates 3 and 8, and each sees the next, so the digits \
         alternate. One of r1c1 and r4c9 is therefore 3, and 3 can be eliminated from r4c1."
    );
}

#[test]
fn chains_are_described_link_by_link() {
    let lines = &["r1c1=38", "r5c9=36", "3 in row 7: r7c1 r7c9", "r9c9=68"];
    let chain = chain(lines, &["r1c1 > 3", "3 in row 7 > r7c9", "r5c9 > 6", "r9c9"], "r1c9=8");
    assert_eq!(
        sentence(&chain),
        "Alternating inference chain: if r1c1 is not 8, it is 3; then 3 in row 7 is in r7c9; then r5c9 is 6; then r9c9 is 8. So \
         r1c1 or r9c9 is 8, and 8 can be eliminated from r1c9."
    );
    assert_eq!(
        eureka(&chain.0, &chain.1, None).unwrap(),
        ["(8=3)r1c1 - (3)r7c1=(3)r7c9 - (3=6)r5c9 - (6=8)r9c9 => r1c9<>8"]
    );
}

/// The links are found from both ends, but the sentence runs from one end to the other.
#[test]
fn a_chain_is_described_from_end_to_end_in_whatever_order_it_was_found() {
    let board = &["r1c1=38", "r5c9=36", "3 in row 7: r7c1 r7c9", "r9c9=68"];
    let in_order = chain(board, &["r1c1 > 3", "3 in row 7 > r7c9", "r5c9 > 6", "r9c9"], "r1c9=8");
    let from_both_ends = chain(board, &["r1c1 > 3", "r9c9 > 6", "r5c9 > 3", "3 in row 7"], "r1c9=8");
    assert_eq!(sentence(&from_both_ends), sentence(&in_order));
    let Justification::Chain(links) = &from_both_ends.1.justification else { panic!("a chain") };
    let Justification::Chain(expected) = &in_order.1.justification else { panic!("a chain") };
    assert_eq!(&order_links(&from_both_ends.0, links.clone(), &from_both_ends.1.eliminations), expected);
}

#[test]
fn a_forcing_chain_has_a_line_per_candidate_of_its_base() {
    let board =
        &["r5c5=123", "r5c1=14", "r5c9=25", "5 in column 9: r5c9 r8c9", "r8c1=49", "r8c9=59", "r2c5=39", "r2c1=9"];
    let links = &["r8c9 > 5", "r5c9 > 2", "r8c1 > 4", "r5c1 > 1", "r2c5 > 3", "r5c5"];
    // 9 in r8c5 would make r8c9 5, r8c1 4 and r2c5 3.
    let (position, step) = chain(board, links, "r8c5=9");
    let sentence = describe_step(&position, &step, None);
    assert_eq!(
        sentence,
        "Chain of 6 (cell forcing chain): r5c5 is 1, 2 or 3.\n  \
         If r5c5 is 1, r5c1 is 4; then r8c1 is 9; so r8c5 is not 9.\n  \
         If r5c5 is 2, r5c9 is 5; then r8c9 is 9; so r8c5 is not 9.\n  \
         If r5c5 is 3, r2c5 is 9; so r8c5 is not 9.\nIn every case, r8c5 is not 9."
    );
    assert_eq!(
        eureka(&position, &step, None).unwrap(),
        [
            "(1)r5c5 - (1=4)r5c1 - (4=9)r8c1 => r8c5<>9",
            "(2)r5c5 - (2=5)r5c9 - (5=9)r8c9 => r8c5<>9",
            "(3)r5c5 - (3=9)r2c5 => r8c5<>9"
        ]
    );
}

/// r1c5 has a third candidate, which the target excludes (a whip of Berthier).
#[test]
fn a_candidate_of_the_base_may_exclude_the_target_itself() {
    let lines = &["r1c1=36", "r1c5=368", "r4c5=78", "r4c9=37"];
    let whip = chain(lines, &["r1c1 > 6", "r1c5 > 8", "r4c5 > 7", "r4c9"], "r1c9=3");
    assert_eq!(
        sentence(&whip),
        "Chain of 4 (cell forcing chain): r1c5 is 3, 6 or 8.\n  If r1c5 is 6, r1c1 is 3; so r1c9 is not 3.\n  \
         If r1c5 is 8, r4c5 is 7; then r4c9 is 3; so r1c9 is not 3.\n  If r1c5 is 3, r1c9 is not 3 at once.\n\
         In every case, r1c9 is not 3."
    );
}

/// r1c1 excludes a candidate of r1c5 and one of r4c1, so the links form no tree.
#[test]
fn a_braid_that_is_no_alternating_chain_is_a_refutation() {
    let lines = &["r1c1=36", "r1c5=368", "r4c5=78", "r4c1=679", "r4c9=39"];
    let braid = chain(lines, &["r1c1 > 6", "r1c5 > 8", "r4c5 > 7", "r4c1 > 9", "r4c9"], "r1c9=3");
    assert_eq!(
        sentence(&braid),
        "Chain of 5: if r1c9 were 3, r1c1 could only be 6; then r1c5 could only be 8; then r4c5 could only be 7; then, with \
         r1c1=6, r4c1 could only be 9; then r4c9 would have no candidate left. So r1c9 is not 3."
    );
    assert_eq!(eureka(&braid.0, &braid.1, None), None);
}

#[test]
fn long_chains_are_summarised_as_trial_and_error() {
    let links: Vec<ChainLink> = (0..13)
        .map(|column| ChainLink {
            constraint: constraint(&format!("{} in row 1", column % 9 + 1)),
            candidate: (column < 12).then(|| candidate(&format!("r1c{}={}", column % 9 + 1, column % 9 + 1))),
        })
        .collect();
    let step = Step {
        technique: Technique::Braid(13),
        justification: Justification::Chain(links),
        placement: None,
        eliminations: candidates("r5c5=4"),
    };
    assert_eq!(
        describe_step(&position(&[]), &step, None),
        "Chain of 13 (trial and error): if r5c5 were 4, 13 constraints would lead to a contradiction: row 1 would have no cell \
         left for 4. So r5c5 is not 4."
    );
    assert!(describe_step_in_full(&position(&[]), &step, None).matches(" could only be ").count() == 12);
}

#[test]
fn a_nested_forcing_chain_is_an_indented_list() {
    let inner = Step {
        technique: Technique::NestedForcingChain,
        justification: Justification::Nested(vec![contradiction("r2c2")]),
        placement: None,
        eliminations: candidates("r1c2=2"),
    };
    let steps = vec![single("r1c2", "r1c2=5"), inner, contradiction("2 in row 9")];
    let outer = Step {
        technique: Technique::NestedForcingChain,
        justification: Justification::Nested(steps),
        placement: None,
        eliminations: candidates("r1c1=4"),
    };
    assert_eq!(
        describe_step(&position(&[]), &outer, None),
        "Nested forcing chain (trial and error): if r1c1 were 4, 2 steps would lead to a contradiction: row 9 would have no cell \
         left for 2. So r1c1 is not 4."
    );
    assert_eq!(
        describe_step_in_full(&position(&[]), &outer, None),
        "Nested forcing chain: if r1c1 were 4, these steps would lead to a contradiction.\n  1. Naked single: r1c2 can only be 5.\n  \
         2. Nested forcing chain: if r1c2 were 2, these steps would lead to a contradiction.\n    1. Contradiction: r2c2 has no candidate left.\n  \
         So r1c2 is not 2.\n  3. Contradiction: row 9 has no cell left for 2.\nSo r1c1 is not 4."
    );
}

fn contradiction(text: &str) -> Step {
    let justification = Justification::Contradiction(constraint(text));
    Step { technique: Technique::Contradiction, justification, placement: None, eliminations: Vec::new() }
}

#[test]
fn large_boards_use_the_symbols_of_the_puzzle() {
    let position = Position::new(&Puzzle::new(Grid::empty(Board::of_side(16).unwrap())));
    let placed = Candidate::new(Cell::new(11, 12), Digit::new(16).unwrap());
    let justification = Justification::Single(ExactlyOne::Cell(placed.cell));
    let step =
        Step { technique: Technique::NakedSingle, justification, placement: Some(placed), eliminations: Vec::new() };
    assert_eq!(describe_step(&position, &step, Some(Alphabet::OneTo(16))), "Naked single: r12c13 can only be G.");
    assert_eq!(describe_step(&position, &step, None), "Naked single: r12c13 can only be 16.");
}

#[test]
fn each_hint_level_reveals_more() {
    let hints = |(position, step): &(Position, Step)| {
        [HintLevel::House, HintLevel::Cell, HintLevel::Reason].map(|level| describe_hint(position, step, level, None))
    };
    let hidden = hints(&(position(&[]), single("7 in row 3", "r3c4=7")));
    assert_eq!(hidden[..2], ["Look at row 3.", "Look at r3c4: there is a hidden single."]);
    assert_eq!(hidden[2], "Hidden single: in row 3, only r3c4 can be 7.");
    let naked = hints(&(position(&[]), single("r3c4", "r3c4=7")));
    assert_eq!(naked[..2], ["Look at box 2.", "Look at r3c4: there is a naked single."]);
    let pair = hints(&base_cover(&["r1c2=38", "r1c5=38"], &["r1c2", "r1c5"], "r1c1=3"));
    assert_eq!(pair[..2], ["Look at row 1.", "Look at r1c2 and r1c5: there is a naked pair."]);
    let pointing = hints(&chain(&["5 in box 1: r2c1 r2c3"], &["5 in box 1"], "r2c5=5"));
    assert_eq!(pointing[..2], ["Look at box 1.", "Look at r2c1 and r2c3: there is a pointing pair."]);
    let wing = &["7 in row 1: r1c2 r1c8", "7 in row 4: r4c2 r4c8"];
    let wing = hints(&base_cover(wing, &["7 in row 1", "7 in row 4"], "r9c2=7"));
    assert_eq!(wing[..2], ["Look at rows 1 and 4.", "Look at r1c28 and r4c28: there is an X-wing."]);
    let xy = hints(&chain(&["r5c5=38", "r5c1=37", "r2c5=78"], &["r5c1 > 3", "r5c5 > 8", "r2c5"], "r2c1=7"));
    assert_eq!(xy[..2], ["Look at box 1.", "Look at r2c1: a candidate can be eliminated there by an XY-wing."]);
    let nothing = hints(&(position(&[]), contradiction("2 in row 9")));
    assert_eq!(nothing[..2], ["Look at row 9.", "Look at row 9: it has no cell left for 2."]);
}

/// The fields of a step are public, so a step may be malformed: without eliminations, or with the name of another technique.
#[test]
fn malformed_steps_are_described_too() {
    let techniques = [
        Technique::FullHouse,
        Technique::Pointing,
        Technique::NakedSubset(2),
        Technique::HiddenSubset(2),
        Technique::Fish(2),
        Technique::FinnedFish(2),
        Technique::Skyscraper,
        Technique::EmptyRectangle,
        Technique::XyWing,
        Technique::XyzWing,
        Technique::WWing,
        Technique::RemotePairs,
        Technique::BentNakedSubset(3),
        Technique::Braid(1),
    ];
    let justifications = [
        Justification::Single(constraint("r1c1")),
        Justification::Chain(Vec::new()),
        Justification::Chain(links(&["7 in row 3 > r3c4", "r5c5"])),
        Justification::BaseCover { base: Vec::new(), cover: Vec::new() },
        Justification::BaseCover { base: vec![constraint("7 in row 1")], cover: vec![constraint("r9c2")] },
        Justification::Nested(Vec::new()),
        Justification::Contradiction(constraint("2 in row 9")),
    ];
    let position = position(&["r5c5=38", "7 in row 3: r3c4 r3c5"]);
    for technique in techniques {
        for justification in &justifications {
            for eliminations in [Vec::new(), candidates("r5c1=7 r3c1=7")] {
                let step = Step { technique, justification: justification.clone(), placement: None, eliminations };
                for level in [HintLevel::House, HintLevel::Cell, HintLevel::Reason] {
                    assert!(describe_hint(&position, &step, level, None).ends_with('.'), "{step:?}");
                }
            }
        }
    }
}
