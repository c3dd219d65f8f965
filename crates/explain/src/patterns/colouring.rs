//! Colouring: simple colours, multi-colours and 3D Medusa.
//!
//! A conjugate pair is a constraint with two candidates: one of them is true. Candidates that conjugate pairs join are
//! coloured alternately; all candidates of one colour are true and all of the other are false.
//!
//! ```text
//!   trap     a candidate that sees both colours is false
//!   wrap     a colour with two candidates that see each other is false
//!   multi 1  two clusters A/a and B/b, and A sees B: a or b is true, and a candidate that sees both is false
//!   multi 2  A sees B and b: A is false
//! ```
//!
//! Simple colours use the houses of one digit, 3D Medusa all digits and bivalue cells.
//!
//! References: `HoDoKu`, "Coloring"; Sudopedia, "3D Medusa".

use qedoku_puzzle::{Candidate, ExactlyOne};

use super::candidate_grid::{CandidateGrid, CellSet, bits, count, only};
use super::pattern::{PartRole, Pattern, PatternPart};
use super::sink::StepSink;
use crate::Technique;
use crate::techniques::are_linked;

/// Candidates of one digit that conjugate pairs join, by colour.
struct Cluster {
    colours: [CellSet; 2],
    /// The houses with conjugate pairs of the cluster.
    constraints: Vec<ExactlyOne>,
}

/// Simple colours: trap and wrap.
pub(super) fn find_simple_colours(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    for digit in 0..grid.geometry.side {
        for cluster in clusters(grid, digit) {
            let [first, second] = cluster.colours;
            let trapped = seen_by(grid, first) & seen_by(grid, second) & grid.cells_with[digit] & !first & !second;
            push_clusters(grid, digit, Technique::SimpleColouring, &[&cluster], trapped, sink);
            for colour in cluster.colours {
                if sees(grid, colour, colour) {
                    push_clusters(grid, digit, Technique::SimpleColouring, &[&cluster], colour, sink);
                }
            }
        }
    }
}

/// Multi-colours, types 1 and 2.
pub(super) fn find_multi_colours(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    for digit in 0..grid.geometry.side {
        let clusters = clusters(grid, digit);
        for (index, one) in clusters.iter().enumerate() {
            for (other_index, other) in clusters.iter().enumerate().filter(|(other, _)| *other != index) {
                for colour in [0, 1] {
                    let both = other.colours.map(|other| sees(grid, one.colours[colour], other));
                    if both == [true, true] {
                        push_clusters(grid, digit, Technique::MultiColouring, &[one, other], one.colours[colour], sink);
                    }
                    for opposite in (0..2).filter(|opposite| both[*opposite] && index < other_index) {
                        let ends = [one.colours[1 - colour], other.colours[1 - opposite]];
                        let [a, b] = ends.map(|end| seen_by(grid, end));
                        let trapped = a & b & grid.cells_with[digit] & !ends[0] & !ends[1];
                        push_clusters(grid, digit, Technique::MultiColouring, &[one, other], trapped, sink);
                    }
                }
            }
        }
    }
}

/// The clusters of a digit.
fn clusters(grid: &CandidateGrid<'_>, digit: usize) -> Vec<Cluster> {
    let geometry = grid.geometry;
    let pairs: Vec<(usize, CellSet)> = (0..geometry.houses.len())
        .map(|house| (house, grid.places(house, digit)))
        .filter(|(_, places)| count(*places) == 2)
        .collect();
    let mut rest = pairs.iter().fold(0, |cells, (_, places)| cells | places);
    let mut clusters = Vec::new();
    while rest != 0 {
        let mut colours = [only(rest.trailing_zeros() as usize), 0];
        loop {
            let before = colours;
            for (_, places) in &pairs {
                for colour in [0, 1] {
                    if places & colours[colour] != 0 {
                        colours[1 - colour] |= places & !colours[colour];
                    }
                }
            }
            if colours == before {
                break;
            }
        }
        let cells = colours[0] | colours[1];
        let constraints = pairs.iter().filter(|(_, places)| places & cells != 0);
        let constraints = constraints.map(|(house, _)| geometry.house_digit(*house, digit)).collect();
        // A cell of both colours means that the digit has no solution; singles or a contradiction will show it.
        if colours[0] & colours[1] == 0 {
            clusters.push(Cluster { colours, constraints });
        }
        rest &= !cells;
    }
    clusters
}

/// All cells that see some cell of a set.
fn seen_by(grid: &CandidateGrid<'_>, cells: CellSet) -> CellSet {
    bits(cells).fold(0, |set, cell| set | grid.geometry.peers[cell])
}

/// Whether some cell of one set sees a cell of the other.
fn sees(grid: &CandidateGrid<'_>, one: CellSet, other: CellSet) -> bool {
    seen_by(grid, one) & other != 0
}

fn push_clusters(
    grid: &CandidateGrid<'_>,
    digit: usize,
    technique: Technique,
    clusters: &[&Cluster],
    eliminated: CellSet,
    sink: &mut StepSink,
) {
    if eliminated == 0 || !sink.wants(technique) {
        return;
    }
    let roles = [PartRole::FirstColour, PartRole::SecondColour];
    let parts = clusters.iter().flat_map(|cluster| {
        let part = |(role, cells)| PatternPart { role, candidates: grid.candidates(cells, digit) };
        roles.into_iter().zip(cluster.colours).map(part)
    });
    let constraints = clusters.iter().flat_map(|cluster| cluster.constraints.clone()).collect();
    let pattern = Pattern { constraints, parts: parts.collect(), ..Pattern::default() };
    sink.push(technique, pattern, grid.candidates(eliminated, digit));
}

/// 3D Medusa: clusters over all digits, joined by conjugate pairs in houses and by bivalue cells.
pub(super) fn find_medusa(grid: &CandidateGrid<'_>, sink: &mut StepSink) {
    if !sink.wants(Technique::Medusa) {
        return;
    }
    let board = grid.geometry.board;
    let is_pair = |constraint: &ExactlyOne| grid.position.candidates_in(*constraint).count() == 2;
    let pairs: Vec<(ExactlyOne, Vec<Candidate>)> = ExactlyOne::all(board)
        .filter(is_pair)
        .map(|constraint| (constraint, grid.position.candidates_in(constraint).collect()))
        .collect();
    let mut done: Vec<Candidate> = Vec::new();
    for (_, pair) in &pairs {
        if !done.contains(&pair[0]) {
            let (colours, constraints) = colour_all(&pairs, pair[0]);
            done.extend(colours.iter().flatten());
            push_medusa(grid, &colours, &constraints, sink);
        }
    }
}

/// The two colours of the cluster of a candidate, and its constraints.
fn colour_all(pairs: &[(ExactlyOne, Vec<Candidate>)], start: Candidate) -> ([Vec<Candidate>; 2], Vec<ExactlyOne>) {
    let (mut colours, mut constraints) = ([vec![start], Vec::new()], Vec::new());
    let mut queue = vec![(start, 0)];
    while let Some((candidate, colour)) = queue.pop() {
        for (constraint, pair) in pairs.iter().filter(|(_, pair)| pair.contains(&candidate)) {
            let other = if pair[0] == candidate { pair[1] } else { pair[0] };
            if !constraints.contains(constraint) {
                constraints.push(*constraint);
            }
            if !colours.iter().flatten().any(|known| *known == other) {
                colours[1 - colour].push(other);
                queue.push((other, 1 - colour));
            }
        }
    }
    for colour in &mut colours {
        colour.sort_unstable();
    }
    constraints.sort_unstable();
    (colours, constraints)
}

fn push_medusa(
    grid: &CandidateGrid<'_>,
    colours: &[Vec<Candidate>; 2],
    constraints: &[ExactlyOne],
    sink: &mut StepSink,
) {
    let board = grid.geometry.board;
    let is_coloured = |candidate: &Candidate| colours.iter().flatten().any(|one| one == candidate);
    let seen = |colour: &[Candidate], candidate: Candidate| colour.iter().any(|one| are_linked(board, *one, candidate));
    let roles = [PartRole::FirstColour, PartRole::SecondColour];
    let parts: Vec<PatternPart> = roles
        .into_iter()
        .zip(colours)
        .map(|(role, candidates)| PatternPart { role, candidates: candidates.clone() })
        .collect();
    let mut push = |constraints: Vec<ExactlyOne>, eliminations: Vec<Candidate>| {
        let pattern = Pattern { constraints, parts: parts.clone(), ..Pattern::default() };
        sink.push(Technique::Medusa, pattern, eliminations);
    };
    for colour in colours {
        if colour.iter().any(|candidate| seen(colour, *candidate)) {
            push(constraints.to_vec(), colour.clone());
        }
        // A colour that would leave a cell without a candidate is false.
        let is_emptied = |cell: &usize| {
            let candidates = grid.candidates_among(only(*cell), u16::MAX);
            !candidates.iter().any(is_coloured) && candidates.iter().all(|candidate| seen(colour, *candidate))
        };
        for cell in bits(grid.open).filter(is_emptied) {
            let constraints = [constraints, &[grid.geometry.cell_constraint(cell)]].concat();
            push(constraints, colour.clone());
        }
    }
    let is_trapped =
        |candidate: &Candidate| !is_coloured(candidate) && colours.iter().all(|colour| seen(colour, *candidate));
    push(constraints.to_vec(), grid.position.open_candidates().filter(is_trapped).collect());
}
