//! Sentences about chains that have no sentence of their own: link by link, in an order in which "then" means "it follows".
//!
//! ```text
//!   alternating inference chain   if a is false, b; then d; then f. So a or f is true
//!   continuous loop               the same, and back to a
//!   forcing chain                 a line per candidate of the base constraint: each leads to the elimination
//!   any other braid               if the target were true: a line per branch of the refutation
//! ```

use std::fmt::Write as _;
use std::ops::Range;

use qedoku_puzzle::Candidate;

use super::StepWriter;
use super::lists::join_list;
use crate::link_order::LinkCauses;
use crate::step::{ChainLink, ExactlyOne};
use crate::techniques::{Aic, ChainNodes, ContinuousLoop, ForcingChain, StepPattern, are_linked};

impl StepWriter<'_> {
    /// From end to end, branch by branch, or link by link.
    pub(super) fn chain(&self, pattern: &StepPattern, links: &[ChainLink]) -> String {
        let eliminations = &self.step.eliminations;
        if links.len() > 1
            && let Some(aic) = Aic::new(pattern, eliminations)
        {
            return self.alternating_chain(&aic.chain_links());
        }
        match ForcingChain::new(pattern, eliminations) {
            Some(chain) => self.forcing_chain(&chain),
            None => self.refutation(links),
        }
    }

    /// `if r1c1 is not 8, it is 3; then 3 in row 7 is in r7c9; then r9c9 is 8. So r1c1 or r9c9 is 8, and ...`
    fn alternating_chain(&self, links: &[ChainNodes]) -> String {
        let [first, .., last] = links else { return self.refutation(&[]) };
        let ends = self.one_of(&first.falsified, &last.implied);
        format!("{}: {}. So {ends}, and {}.", self.heading(), self.follow(links), self.eliminations())
    }

    /// A continuous loop, once around.
    pub(super) fn continuous_loop(&self, chain: &ContinuousLoop) -> String {
        let weak_links: Vec<String> =
            chain.weak_links.iter().map(|constraint| self.lists.constraint(*constraint)).collect();
        format!(
            "Continuous loop: {}, and the loop closes. So a candidate of the loop is true in each of these: {}. Therefore {}.",
            self.follow(&chain.links),
            join_list(&weak_links, "and"),
            self.eliminations()
        )
    }

    /// `if r1c1 is not 8, it is 3; then 3 in row 7 is in r7c9`.
    pub(super) fn follow(&self, links: &[ChainNodes]) -> String {
        let mut parts: Vec<String> = links.iter().map(|link| self.node(link.constraint, &link.implied)).collect();
        if let (Some(first), Some(part)) = (links.first(), parts.first_mut()) {
            *part = match first.constraint {
                ExactlyOne::Cell(_) => format!("if {}, it is {}", self.is_not(first), self.digits_of(&first.implied)),
                ExactlyOne::HouseDigit(..) => {
                    format!("if {}, it is in {}", self.is_not(first), self.cells_of(&first.implied))
                }
            };
        }
        parts.join("; then ")
    }

    /// `r1c1 is not 8`, `3 in row 7 is not in r7c1`.
    fn is_not(&self, link: &ChainNodes) -> String {
        match link.constraint {
            ExactlyOne::Cell(cell) => format!("{cell} is not {}", self.digits_of(&link.falsified)),
            ExactlyOne::HouseDigit(..) => {
                let constraint = self.lists.constraint(link.constraint);
                format!("{constraint} is not in {}", self.cells_of(&link.falsified))
            }
        }
    }

    /// `r5c9 is 6`, `3 in row 7 is in r7c9`.
    pub(super) fn node(&self, constraint: ExactlyOne, node: &[Candidate]) -> String {
        match constraint {
            ExactlyOne::Cell(cell) => format!("{cell} is {}", self.digits_of(node)),
            ExactlyOne::HouseDigit(..) => {
                format!("{} is in {}", self.lists.constraint(constraint), self.cells_of(node))
            }
        }
    }

    /// `r1c1 is 8`, `r1c1 or r1c2 is 8`, for a node of one digit or one cell.
    pub(super) fn is(&self, node: &[Candidate]) -> String {
        let cells = self.cells_of(node);
        // Merged coordinates alone would read as all of the cells.
        let one_of = if node.len() > 2 && !cells.contains(" or ") { "one of " } else { "" };
        format!("{one_of}{cells} is {}", self.digits_of(node))
    }

    /// `r1c1 or r9c9 is 8`, `r1c1 is 8 or r9c9 is 4`.
    pub(super) fn one_of(&self, one: &[Candidate], other: &[Candidate]) -> String {
        let both = [one, other].concat();
        let is_one_digit = both.iter().all(|candidate| candidate.digit == both[0].digit);
        if is_one_digit { self.is(&both) } else { format!("{} or {}", self.is(one), self.is(other)) }
    }

    pub(super) fn digits_of(&self, node: &[Candidate]) -> String {
        self.lists.digits(node.iter().map(|candidate| candidate.digit), "or")
    }

    pub(super) fn cells_of(&self, node: &[Candidate]) -> String {
        self.lists.cells(node.iter().map(|candidate| candidate.cell), "or")
    }

    /// The verity form: a line for each candidate of the base that does not see the targets itself.
    fn forcing_chain(&self, chain: &ForcingChain) -> String {
        let candidates: Vec<Candidate> = chain.branches.iter().map(|branch| branch.start).collect();
        let kind = match chain.base {
            ExactlyOne::Cell(_) => "cell forcing chain",
            ExactlyOne::HouseDigit(..) => "region forcing chain",
        };
        let conclusion = self.lists.is_not(&self.step.eliminations);
        let (direct, indirect): (Vec<_>, Vec<_>) = chain.branches.iter().partition(|branch| branch.links.is_empty());
        let mut cases: Vec<String> = Vec::new();
        for branch in indirect {
            let links: Vec<String> =
                branch.links.iter().map(|link| self.node(link.constraint, &link.implied)).collect();
            cases.push(format!("  If {}, {}; so {conclusion}.", self.is(&[branch.start]), links.join("; then ")));
        }
        if !direct.is_empty() {
            let starts: Vec<Candidate> = direct.iter().map(|branch| branch.start).collect();
            cases.push(format!("  If {}, {conclusion} at once.", self.is(&starts)));
        }
        let base = self.node(chain.base, &candidates);
        format!("{} ({kind}): {base}.\n{}\nIn every case, {conclusion}.", self.heading(), cases.join("\n"))
    }

    /// The refutation of the targets: one line, or a line per branch.
    fn refutation(&self, links: &[ChainLink]) -> String {
        let (assumption, conclusion) =
            (self.lists.were(&self.step.eliminations), self.lists.is_not(&self.step.eliminations));
        let causes = LinkCauses::new(self.position, links, &self.step.eliminations);
        let ranges = split_into_lines(links.len(), &causes);
        let heading = self.heading();
        if ranges.len() < 2 {
            let text = self.line(links, &causes, 0..links.len());
            return format!("{heading}: if {assumption}, {text}. So {conclusion}.");
        }
        let end = self.link(links[links.len() - 1]);
        let branches: Vec<String> = ranges.into_iter().map(|range| self.branch(links, &causes, range)).collect();
        let direct = self.direct_losses(links);
        format!("{heading}: if {assumption}, {end}.\n{}{direct}So {conclusion}.", branches.concat())
    }

    /// `  r4c2 loses 1: r4c8 could only be 3; then ...`; without a loss if only later branches need the line.
    fn branch(&self, links: &[ChainLink], causes: &LinkCauses, range: Range<usize>) -> String {
        let (last, excluded) = (links.len() - 1, self.excluded_by(links, causes, &range));
        // The contradiction itself is stated before the branches.
        let text = self.line(links, causes, range.start..range.end.min(last));
        match &excluded[..] {
            [] => format!("  First, {text}.\n"),
            excluded => format!("  {}: {text}.\n", self.loses(excluded)),
        }
    }

    /// The candidates of the last constraint that a line of links excludes.
    fn excluded_by(&self, links: &[ChainLink], causes: &LinkCauses, range: &Range<usize>) -> Vec<Candidate> {
        let last = links.len() - 1;
        let members = self.position.candidates_in(links[last].constraint);
        let is_excluded = |member: &Candidate| {
            let mut of_line = causes.of(last).iter().filter(|cause| range.contains(cause));
            let excludes = |cause: &usize| {
                links[*cause].candidate.is_some_and(|implied| are_linked(self.position.board(), implied, *member))
            };
            !self.is_direct(*member) && of_line.any(excludes)
        };
        members.filter(is_excluded).collect()
    }

    /// The line for the candidates of the last constraint that the targets exclude themselves; empty if there are none.
    fn direct_losses(&self, links: &[ChainLink]) -> String {
        let members = links.iter().last().map(|link| self.position.candidates_in(link.constraint));
        let direct: Vec<Candidate> = members.into_iter().flatten().filter(|member| self.is_direct(*member)).collect();
        if direct.is_empty() { String::new() } else { format!("  {} at once.\n", self.loses(&direct)) }
    }

    /// Whether every target excludes a candidate.
    fn is_direct(&self, member: Candidate) -> bool {
        self.step.eliminations.iter().all(|target| are_linked(self.position.board(), *target, member))
    }

    /// `r4c2 loses 1 and 2`, `r9c1 and r9c4 lose 7`, for candidates of one constraint.
    fn loses(&self, lost: &[Candidate]) -> String {
        let cells = self.lists.cells(lost.iter().map(|candidate| candidate.cell), "and");
        let digits = self.lists.digits(lost.iter().map(|candidate| candidate.digit), "and");
        let is_one_cell = lost.iter().all(|candidate| candidate.cell == lost[0].cell);
        format!("{cells} {} {digits}", if is_one_cell { "loses" } else { "lose" })
    }

    /// The links of a line, each of which follows from the one before it. A link that needs other results as well names
    /// them: `then, with r1c1=3, r5c5 could only be 7`.
    fn line(&self, links: &[ChainLink], causes: &LinkCauses, range: Range<usize>) -> String {
        let mut text = String::new();
        for index in range.clone() {
            let others = causes.of(index).iter().filter(|cause| index == range.start || **cause + 1 != index);
            let mut others: Vec<Candidate> = others.filter_map(|cause| links[*cause].candidate).collect();
            others.sort_unstable();
            let others: Vec<String> = others.iter().map(|other| self.assignment(*other)).collect();
            let link = self.link(links[index]);
            text += match (index == range.start, others.is_empty()) {
                (true, _) => "",
                (false, true) => "; then ",
                (false, false) => "; then, ",
            };
            if !others.is_empty() {
                let _ = write!(text, "with {}, ", join_list(&others, "and"));
            }
            text += &link;
        }
        text
    }

    /// `r1c1=3`.
    fn assignment(&self, candidate: Candidate) -> String {
        format!("{}={}", candidate.cell, self.lists.digit(candidate.digit))
    }

    fn link(&self, link: ChainLink) -> String {
        match (link.constraint, link.candidate) {
            (constraint, None) => self.no_candidate_left(constraint, "would have"),
            (ExactlyOne::Cell(cell), Some(implied)) => {
                format!("{cell} could only be {}", self.lists.digit(implied.digit))
            }
            (ExactlyOne::HouseDigit(house, digit), Some(implied)) => {
                format!("{} in {house} could only be in {}", self.lists.digit(digit), implied.cell)
            }
        }
    }
}

/// Cuts the links where one does not follow from the link before it.
fn split_into_lines(len: usize, causes: &LinkCauses) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    for index in 0..len {
        match lines.last_mut() {
            Some(line) if causes.of(index).contains(&(index - 1)) => line.end = index + 1,
            _ => lines.push(index..index + 1),
        }
    }
    lines
}
