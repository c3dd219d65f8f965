//! Steps on boards of every size: the next step, and the explanation of a single candidate.

use super::super::position::Position;
use super::super::step::{ExactlyOne, Justification, Step};
use super::super::techniques::Technique;
use super::exhaustive_search::ExhaustiveSearch;
use super::layered_propagation::LayeredPropagation;
use super::minimize::{minimize, refutes};
use super::open_candidates::{OpenCandidates, RawLink};
use super::{RefutingBraid, SearchBudget};
use qedoku_puzzle::Candidate;
use qedoku_solve::{Progress, StepStage};

/// The next step of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextStep {
    /// The step.
    pub step: Step,
    /// Whether it was proved that no step is smaller.
    pub is_smallest: bool,
}

/// The explanation of a placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacementExplanation {
    /// Braids that eliminate the other candidates of a constraint, and the single that places the digit.
    pub steps: Vec<Step>,
    /// Whether each of the braids was proved to be a smallest one.
    pub is_smallest: bool,
}

/// The smallest step found within this budget: a contradiction, a single, locked candidates, then braids by size.
/// `None` if no braid refutes any candidate, or the budget is exhausted before one is found.
pub fn next_step(position: &Position, budget: impl Into<SearchBudget>) -> Option<NextStep> {
    let SearchBudget { candidates: mut budget, interrupt, progress } = budget.into();
    let open = OpenCandidates::new(position, interrupt);
    let easy = contradiction(&open).or_else(|| single(&open)).or_else(|| locked_candidates(&open));
    if let Some(step) = easy {
        return Some(NextStep { step, is_smallest: true });
    }
    let (target, links, is_smallest) = TargetSearch::new(&open, &mut budget).smallest(&progress)?;
    Some(NextStep { step: braid_step(&open, target, &links), is_smallest })
}

/// A braid that refutes a candidate. `None` if there is no braid, or the budget is exhausted before one is found.
pub fn why_not(position: &Position, target: Candidate, budget: impl Into<SearchBudget>) -> Option<RefutingBraid> {
    let SearchBudget { candidates: mut budget, interrupt, .. } = budget.into();
    let open = OpenCandidates::new(position, interrupt);
    refute(&open, &mut LayeredPropagation::new(&open), target.index(position.board()) as u32, &mut budget)
        .map(|(links, is_smallest)| RefutingBraid { links: open.decode(&links), is_smallest })
}

/// Explains a placement: braids refute the other candidates of one of its four constraints, the one for which they have
/// the fewest constraints in total. `None` if braids do not suffice.
pub fn why(position: &Position, candidate: Candidate, budget: impl Into<SearchBudget>) -> Option<PlacementExplanation> {
    let SearchBudget { candidates: mut budget, interrupt, .. } = budget.into();
    let open = OpenCandidates::new(position, interrupt);
    let mut layers = LayeredPropagation::new(&open);
    let id = candidate.index(position.board()) as u32;
    let mut best: Option<(usize, usize, Refutations)> = None;
    for constraint in open.index().constraints_of(id as usize) {
        let others = open.of_constraint(constraint).iter().filter(|other| **other != id);
        let refuted = others.map(|other| Some((*other, refute(&open, &mut layers, *other, &mut budget)?)));
        let Some(refuted) = refuted.collect::<Option<Refutations>>() else { continue };
        let size = refuted.iter().map(|(_, (links, _))| links.len()).sum();
        if open.of_constraint(constraint).contains(&id) && best.as_ref().is_none_or(|(fewest, ..)| size < *fewest) {
            best = Some((size, constraint, refuted));
        }
    }
    let (_, constraint, refuted) = best?;
    let is_smallest = refuted.iter().all(|(_, (_, is_smallest))| *is_smallest);
    let braids = refuted.iter().map(|(other, (links, _))| elimination_step(&open, vec![*other], links));
    Some(PlacementExplanation { steps: braids.chain([single_step(&open, constraint, id)]).collect(), is_smallest })
}

/// Candidates, each with a braid that refutes it and whether that is a smallest one.
type Refutations = Vec<(u32, (Vec<RawLink>, bool))>;

/// A braid that refutes a target, and whether it is a smallest one.
fn refute(
    open: &OpenCandidates,
    layers: &mut LayeredPropagation,
    target: u32,
    budget: &mut u64,
) -> Option<(Vec<RawLink>, bool)> {
    let conflict = layers.propagate(target, usize::MAX, budget).ok().flatten()?;
    let links = minimize(open, target, conflict.links);
    // Only sizes between the lower bound and the braid at hand are left to search.
    match ExhaustiveSearch::new(open, budget).smallest(target, conflict.layer..=links.len() - 1) {
        Ok(shorter) => Some((shorter.unwrap_or(links), true)),
        Err(_) => Some((links, false)),
    }
}

/// Search for a smallest braid of any target.
struct TargetSearch<'o, 'b> {
    open: &'o OpenCandidates,
    budget: &'b mut u64,
    /// Each target that leads to a conflict, with a lower bound on the size of its braids.
    bounds: Vec<(usize, u32)>,
    best: Option<(u32, Vec<RawLink>)>,
    /// Whether all braids that could be smaller were searched for.
    is_complete: bool,
}

impl<'o, 'b> TargetSearch<'o, 'b> {
    fn new(open: &'o OpenCandidates, budget: &'b mut u64) -> TargetSearch<'o, 'b> {
        TargetSearch { open, budget, bounds: Vec::new(), best: None, is_complete: true }
    }

    fn smallest(mut self, progress: &Progress) -> Option<(u32, Vec<RawLink>, bool)> {
        self.propagate_all(progress);
        self.bounds.sort_unstable();
        let (_, links) = self.best.as_ref()?;
        for size in self.bounds[0].0..links.len() {
            progress.set_stage(StepStage::Size(size as u64));
            if self.search(size) {
                break;
            }
        }
        self.best.map(|(target, links)| (target, links, self.is_complete))
    }

    /// Propagates all targets, each to fewer layers than the best braid so far has constraints: beyond that its braids
    /// are not smaller.
    fn propagate_all(&mut self, progress: &Progress) {
        let mut layers = LayeredPropagation::new(self.open);
        let count = self.open.targets().len() as u64;
        for (tested, target) in (0..).zip(self.open.targets()) {
            progress.set_stage(StepStage::Candidates(tested, count));
            let max_layers = self.best.as_ref().map_or(usize::MAX, |(_, links)| links.len() - 1);
            match layers.propagate(*target, max_layers, self.budget) {
                Err(_) => return self.is_complete = false,
                Ok(None) => {}
                Ok(Some(conflict)) => {
                    self.bounds.push((conflict.layer, *target));
                    let links = minimize(self.open, *target, conflict.links);
                    if links.len() <= max_layers {
                        self.best = Some((*target, links));
                    }
                }
            }
        }
    }

    /// Searches for a braid of exactly this size. Returns whether the search ends: with a braid, or because the budget
    /// is exhausted.
    fn search(&mut self, size: usize) -> bool {
        for (_, target) in self.bounds.iter().take_while(|(bound, _)| *bound <= size) {
            match ExhaustiveSearch::new(self.open, self.budget).smallest(*target, size..=size) {
                Ok(None) => {}
                Ok(Some(links)) => {
                    self.best = Some((*target, links));
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

/// A constraint without a candidate.
fn contradiction(open: &OpenCandidates) -> Option<Step> {
    let empty = *open.reduced().iter().find(|constraint| open.of_constraint(**constraint).is_empty())?;
    let justification = Justification::Contradiction(open.index().constraint(empty));
    Some(Step { technique: Technique::Contradiction, justification, placement: None, eliminations: Vec::new() })
}

/// A constraint with one candidate. Hidden singles come first, since they are easier to see.
fn single(open: &OpenCandidates) -> Option<Step> {
    let is_hidden = |id: &&usize| matches!(open.index().constraint(**id), ExactlyOne::HouseDigit(..));
    let constraint = *open.reduced().iter().find(is_hidden).or(open.reduced().first())?;
    Some(single_step(open, constraint, open.of_constraint(constraint)[0]))
}

fn single_step(open: &OpenCandidates, constraint: usize, candidate: u32) -> Step {
    let constraint = open.index().constraint(constraint);
    let technique = match constraint {
        ExactlyOne::Cell(_) => Technique::NakedSingle,
        ExactlyOne::HouseDigit(..) => Technique::HiddenSingle,
    };
    let placed = Some(open.index().candidate(candidate as usize));
    Step { technique, justification: Justification::Single(constraint), placement: placed, eliminations: Vec::new() }
}

/// Locked candidates: a constraint all of whose candidates are linked to a candidate outside. Boxes (pointing) come
/// before lines (claiming). Cells are skipped: no candidate outside a cell is linked to two digits in it.
fn locked_candidates(open: &OpenCandidates) -> Option<Step> {
    let cells = open.index().board().cell_count();
    let constraints = (3 * cells..4 * cells).chain(cells..3 * cells);
    constraints.take_while(|_| !open.is_interrupted()).find_map(|constraint| {
        let (first, rest) = open.of_constraint(constraint).split_first()?;
        let is_linked_to_all = |other: &u32| rest.iter().all(|candidate| open.are_linked(*candidate, *other));
        let mut eliminated: Vec<u32> = open.linked(*first).filter(is_linked_to_all).collect();
        eliminated.sort_unstable();
        eliminated.dedup();
        (!eliminated.is_empty()).then(|| elimination_step(open, eliminated, &[(constraint, None)]))
    })
}

/// The step of a braid: eliminates every candidate that it refutes. Each of them is linked to a candidate of the first
/// constraint.
fn braid_step(open: &OpenCandidates, target: u32, links: &[RawLink]) -> Step {
    let first = open.of_constraint(links[0].0);
    let mut eliminated: Vec<u32> = first.iter().flat_map(|candidate| open.linked(*candidate)).collect();
    eliminated.push(target);
    eliminated.sort_unstable();
    eliminated.dedup();
    eliminated.retain(|other| refutes(open, *other, links));
    elimination_step(open, eliminated, links)
}

fn elimination_step(open: &OpenCandidates, eliminated: Vec<u32>, links: &[RawLink]) -> Step {
    Step {
        technique: Technique::Braid(links.len()),
        justification: Justification::Chain(open.decode(links)),
        placement: None,
        eliminations: eliminated.into_iter().map(|candidate| open.index().candidate(candidate as usize)).collect(),
    }
}
