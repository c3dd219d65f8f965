//! Steps on boards of every size: the next one, and the reasons for a single candidate.

use super::super::position::Position;
use super::super::step::{ExactlyOne, Reason, Step};
use super::super::technique::Technique;
use super::Chain;
use super::layers::Layers;
use super::left::{Left, Move};
use super::search::Plain;
use super::trim::{refutes, trim};
use qedoku_puzzle::Candidate;

/// The next step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next {
    /// What goes or is placed, and why.
    pub step: Step,
    /// Whether it was proved that no step is smaller.
    pub is_smallest: bool,
}

/// Why a digit must be in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Why {
    /// The other candidates of a set go, and the last step places the digit.
    pub steps: Vec<Step>,
    /// Whether each of the chains is proved to be a smallest one.
    pub is_smallest: bool,
}

/// A smallest step that is found with this much work: a contradiction, a single, then chains by size. None if no chain leads on.
pub fn next(position: &Position, mut work: u64) -> Option<Next> {
    let left = Left::new(position);
    let easy = contradiction(&left).or_else(|| single(&left)).or_else(|| locked(&left));
    if let Some(step) = easy {
        return Some(Next { step, is_smallest: true });
    }
    let (target, moves, is_smallest) = Targets::new(&left, &mut work).smallest()?;
    Some(Next { step: chain_step(&left, target, &moves), is_smallest })
}

/// Why a candidate goes: a chain that refutes it. None if no chain does, or all work was done before one was found.
pub fn why_not(position: &Position, target: Candidate, mut work: u64) -> Option<Chain> {
    let left = Left::new(position);
    refute(&left, &mut Layers::new(&left), target.index(position.board()) as u32, &mut work)
        .map(|(moves, is_smallest)| Chain { links: left.links(&moves), is_smallest })
}

/// Why a digit must be in a cell: chains that refute the others of one of its sets, the set for which they have the fewest sets
/// together. None if chains do not suffice.
pub fn why(position: &Position, candidate: Candidate, mut work: u64) -> Option<Why> {
    let left = Left::new(position);
    let mut layers = Layers::new(&left);
    let number = candidate.index(position.board()) as u32;
    let mut best: Option<(usize, usize, Refuted)> = None;
    for set in left.map().sets_of(number as usize) {
        let others = left.of(set).iter().filter(|other| **other != number);
        let refuted = others.map(|other| Some((*other, refute(&left, &mut layers, *other, &mut work)?)));
        let Some(refuted) = refuted.collect::<Option<Refuted>>() else { continue };
        let size = refuted.iter().map(|(_, (moves, _))| moves.len()).sum();
        if left.of(set).contains(&number) && best.as_ref().is_none_or(|(fewest, ..)| size < *fewest) {
            best = Some((size, set, refuted));
        }
    }
    let (_, set, refuted) = best?;
    let is_smallest = refuted.iter().all(|(_, (_, is_smallest))| *is_smallest);
    let chains = refuted.iter().map(|(other, (moves, _))| chain_for(&left, vec![*other], moves));
    Some(Why { steps: chains.chain([single_step(&left, set, number)]).collect(), is_smallest })
}

/// Candidates, each with the chain that refutes it and whether that is a smallest one.
type Refuted = Vec<(u32, (Vec<Move>, bool))>;

/// A chain that refutes a target: the smallest, if the work suffices.
fn refute(left: &Left, layers: &mut Layers, target: u32, work: &mut u64) -> Option<(Vec<Move>, bool)> {
    let conflict = layers.follow(target, usize::MAX, work).ok().flatten()?;
    let moves = trim(left, target, conflict.moves);
    match Plain::new(left, work).smallest(target, conflict.layer..=moves.len() - 1) {
        Ok(shorter) => Some((shorter.unwrap_or(moves), true)),
        Err(_) => Some((moves, false)),
    }
}

/// The search for the smallest chain of all targets.
struct Targets<'l, 'w> {
    left: &'l Left,
    work: &'w mut u64,
    /// Each target that leads to a conflict, with the least size that a chain can have.
    bounds: Vec<(usize, u32)>,
    best: Option<(u32, Vec<Move>)>,
    /// Whether all that could be smaller was looked at.
    is_complete: bool,
}

impl<'l, 'w> Targets<'l, 'w> {
    fn new(left: &'l Left, work: &'w mut u64) -> Targets<'l, 'w> {
        Targets { left, work, bounds: Vec::new(), best: None, is_complete: true }
    }

    fn smallest(mut self) -> Option<(u32, Vec<Move>, bool)> {
        self.follow_all();
        self.bounds.sort_unstable();
        let (_, moves) = self.best.as_ref()?;
        for size in self.bounds[0].0..moves.len() {
            if self.search(size) {
                break;
            }
        }
        self.best.map(|(target, moves)| (target, moves, self.is_complete))
    }

    /// Follows all targets, each no further than the best chain so far.
    fn follow_all(&mut self) {
        let mut layers = Layers::new(self.left);
        for target in self.left.open() {
            let most = self.best.as_ref().map_or(usize::MAX, |(_, moves)| moves.len() - 1);
            match layers.follow(*target, most, self.work) {
                Err(_) => return self.is_complete = false,
                Ok(None) => {}
                Ok(Some(conflict)) => {
                    self.bounds.push((conflict.layer, *target));
                    let moves = trim(self.left, *target, conflict.moves);
                    if moves.len() <= most {
                        self.best = Some((*target, moves));
                    }
                }
            }
        }
    }

    /// Looks for a chain of just this size; whether there is one.
    fn search(&mut self, size: usize) -> bool {
        for (_, target) in self.bounds.iter().take_while(|(bound, _)| *bound <= size) {
            match Plain::new(self.left, self.work).smallest(*target, size..=size) {
                Ok(None) => {}
                Ok(Some(moves)) => {
                    self.best = Some((*target, moves));
                    return true;
                }
                Err(_) => {
                    self.is_complete = false;
                    return true;
                }
            }
        }
        false
    }
}

/// A set without a candidate.
fn contradiction(left: &Left) -> Option<Step> {
    let empty = *left.short().iter().find(|set| left.of(**set).is_empty())?;
    let reason = Reason::Contradiction(left.map().set(empty));
    Some(Step { technique: Technique::Contradiction, reason, placed: None, removed: Vec::new() })
}

/// A set with one candidate: a digit in a house first, since those are seen more easily.
fn single(left: &Left) -> Option<Step> {
    let is_hidden = |set: &&usize| matches!(left.map().set(**set), ExactlyOne::HouseDigit(..));
    let set = *left.short().iter().find(is_hidden).or(left.short().first())?;
    Some(single_step(left, set, left.of(set)[0]))
}

fn single_step(left: &Left, set: usize, candidate: u32) -> Step {
    let set = left.map().set(set);
    let technique = match set {
        ExactlyOne::Cell(_) => Technique::NakedSingle,
        ExactlyOne::HouseDigit(..) => Technique::HiddenSingle,
    };
    let placed = Some(left.map().candidate(candidate as usize));
    Step { technique, reason: Reason::Single(set), placed, removed: Vec::new() }
}

/// A set with candidates elsewhere that are linked to all of its own. (Candidates of a cell are linked to no common one outside.)
fn locked(left: &Left) -> Option<Step> {
    (left.map().board().cell_count()..left.map().sets()).find_map(|set| {
        let (first, rest) = left.of(set).split_first()?;
        let sees_all = |other: &u32| rest.iter().all(|member| left.are_linked(*member, *other));
        let mut removed: Vec<u32> = left.linked(*first).filter(sees_all).collect();
        removed.sort_unstable();
        removed.dedup();
        (!removed.is_empty()).then(|| chain_for(left, removed, &[(set, None)]))
    })
}

/// The step by a chain: whatever it refutes goes.
fn chain_step(left: &Left, target: u32, moves: &[Move]) -> Step {
    let mut removed: Vec<u32> = left.of(moves[0].0).iter().flat_map(|member| left.linked(*member)).collect();
    removed.push(target);
    removed.sort_unstable();
    removed.dedup();
    removed.retain(|other| refutes(left, *other, moves));
    chain_for(left, removed, moves)
}

fn chain_for(left: &Left, removed: Vec<u32>, moves: &[Move]) -> Step {
    Step {
        technique: Technique::Chain(moves.len()),
        reason: Reason::Chain(left.links(moves)),
        placed: None,
        removed: removed.into_iter().map(|candidate| left.map().candidate(candidate as usize)).collect(),
    }
}
