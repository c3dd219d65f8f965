//! `StepSink`: collects the steps of pattern finders, without repetitions, up to a limit.

use std::collections::HashSet;

use qedoku_puzzle::{Candidate, ExactlyOne};

use super::pattern::Pattern;
use crate::{Justification, Step, Technique};

/// Collects steps.
pub(super) struct StepSink {
    pub(super) steps: Vec<Step>,
    /// The technique searched for; finders skip the others.
    technique: Technique,
    /// The only candidate whose elimination is of interest, if there is one.
    target: Option<Candidate>,
    limit: usize,
    seen: HashSet<(Vec<Candidate>, Vec<ExactlyOne>)>,
}

impl StepSink {
    pub(super) fn new(technique: Technique, target: Option<Candidate>, limit: usize) -> StepSink {
        StepSink { steps: Vec::new(), technique, target, limit, seen: HashSet::new() }
    }

    /// Whether the finder may stop.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.steps.len() >= self.limit
    }

    /// Whether instances of a technique are wanted. Sizes count.
    #[inline]
    pub(super) fn wants(&self, technique: Technique) -> bool {
        self.technique == technique
    }

    /// Whether an elimination of this candidate is of interest.
    pub(super) fn wants_elimination(&self, candidate: Candidate) -> bool {
        self.target.is_none_or(|target| target == candidate)
    }

    /// Adds a step that eliminates candidates by a pattern.
    pub(super) fn push(&mut self, technique: Technique, pattern: Pattern, eliminations: Vec<Candidate>) {
        self.push_step(technique, Justification::Pattern(Box::new(pattern)), eliminations);
    }

    /// Adds a step that eliminates candidates, unless it eliminates none or is known.
    pub(super) fn push_step(
        &mut self,
        technique: Technique,
        justification: Justification,
        mut eliminations: Vec<Candidate>,
    ) {
        eliminations.sort_unstable();
        eliminations.dedup();
        let is_wanted = !self.is_full()
            && self.wants(technique)
            && self.target.map_or(!eliminations.is_empty(), |target| eliminations.contains(&target));
        if !is_wanted {
            return;
        }
        let mut constraints = crate::techniques::constraints_of(&justification);
        constraints.sort_unstable();
        if self.seen.insert((eliminations.clone(), constraints)) {
            self.steps.push(Step { technique, justification, placement: None, eliminations });
        }
    }

    /// Adds a single.
    pub(super) fn push_single(&mut self, technique: Technique, constraint: ExactlyOne, candidate: Candidate) {
        if self.wants(technique) && !self.is_full() && self.target.is_none() {
            let justification = Justification::Single(constraint);
            self.steps.push(Step { technique, justification, placement: Some(candidate), eliminations: Vec::new() });
        }
    }
}
