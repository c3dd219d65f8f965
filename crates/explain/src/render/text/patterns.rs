//! Sentences about the patterns of finders: uniqueness, almost locked sets, complex fish, colouring, chains.

use std::fmt::Write as _;

use qedoku_puzzle::Candidate;

use super::StepWriter;
use super::lists::join_list;
use crate::patterns::{DeadlyPattern, PartRole, Pattern, PatternPart};
use crate::techniques::{Technique, house_of};

impl StepWriter<'_> {
    /// The sentence of a pattern.
    pub(super) fn found_pattern(&self, pattern: &Pattern) -> String {
        let reason = match (&pattern.deadly, self.step.technique) {
            (Some(deadly), _) => self.deadly_reason(deadly, pattern),
            (None, _) if !pattern.cover.is_empty() => self.fish_reason(pattern),
            (None, Technique::SueDeCoq) => self.sue_de_coq_reason(pattern),
            (None, Technique::DeathBlossom) => self.death_blossom_reason(pattern),
            (None, Technique::TemplateSet | Technique::TemplateDelete) => self.template_reason(pattern),
            (None, _) if has(pattern, PartRole::AlmostLockedSet) => self.als_reason(pattern),
            (None, _) if has(pattern, PartRole::FirstColour) => self.colour_reason(pattern),
            (None, _) => self.chain_reason(pattern),
        };
        format!("{}: {reason}, so {}.", self.heading(), self.eliminations())
    }

    fn part_cells(&self, part: &PatternPart) -> String {
        self.lists.cells(part.candidates.iter().map(|candidate| candidate.cell), "and")
    }

    fn part_digits(&self, part: &PatternPart) -> String {
        self.lists.digits(part.candidates.iter().map(|candidate| candidate.digit), "and")
    }

    /// `5 in r1c2 and 7 in r3c4`.
    fn candidate_list(&self, candidates: &[Candidate]) -> String {
        let one = |candidate: &Candidate| format!("{} in {}", self.lists.digit(candidate.digit), candidate.cell);
        join_list(&candidates.iter().map(one).collect::<Vec<_>>(), "and")
    }

    /// Uniqueness: the certificate it rests on, and the candidates of which one is true.
    fn deadly_reason(&self, deadly: &DeadlyPattern, pattern: &Pattern) -> String {
        let extra: Vec<Candidate> = parts(pattern, PartRole::Extra).flat_map(|part| part.candidates.clone()).collect();
        let cells = match self.step.technique {
            Technique::Bug => "all open cells".to_owned(),
            _ => self.lists.cells(deadly.cells.iter().map(|(cell, _)| *cell), "and"),
        };
        let digits = match self.step.technique {
            Technique::Bug => "two digits each".to_owned(),
            _ => self.lists.digits(deadly.cells.iter().flat_map(|(_, pair)| *pair), "and"),
        };
        let one_of = match &extra[..] {
            [only] => format!("{} is true", self.candidate_list(&[*only])),
            several => format!("one of {} is true", self.candidate_list(several)),
        };
        let mut reason = format!(
            "with only {digits}, {cells} could be filled in two ways, but the puzzle has exactly one solution. So {one_of}"
        );
        let houses: Vec<String> = pattern
            .constraints
            .iter()
            .filter(|one| house_of(**one).is_some())
            .map(|one| self.lists.constraint(*one))
            .collect();
        if !houses.is_empty() {
            let _ = write!(reason, "; the places of {} are confined to these cells", join_list(&houses, "and"));
        }
        for part in parts(pattern, PartRole::AlmostLockedSet) {
            let (cells, digits) = (self.part_cells(part), self.part_digits(part));
            let _ = write!(reason, "; with {cells} they form a naked subset of {digits}");
        }
        reason
    }

    fn fish_reason(&self, pattern: &Pattern) -> String {
        let houses = |sets: &[crate::ExactlyOne]| {
            let names = sets.iter().filter_map(|set| house_of(*set)).map(|house| house.to_string());
            join_list(&names.collect::<Vec<_>>(), "and")
        };
        let digit = self.step.eliminations.first().map(|one| self.lists.digit(one.digit)).unwrap_or_default();
        let fins: Vec<String> = parts(pattern, PartRole::Fin).map(|part| self.part_cells(part)).collect();
        let fins = match &fins[..] {
            [] => String::new(),
            fins => format!(", apart from the fins {}", fins.join(", ")),
        };
        format!("in {}, {digit} is confined to {}{fins}", houses(&pattern.constraints), houses(&pattern.cover))
    }

    fn sue_de_coq_reason(&self, pattern: &Pattern) -> String {
        let sets: Vec<String> = pattern
            .parts
            .iter()
            .map(|part| format!("{} ({})", self.part_cells(part), self.part_digits(part)))
            .collect();
        let count = pattern.constraints.len();
        format!("{} have {count} digits for {count} cells, and no digit fits twice", join_list(&sets, "and"))
    }

    /// `A = r1c2 and r1c5 (1, 4 and 7)`.
    fn als_list(&self, pattern: &Pattern) -> String {
        let name = |(part, label): (&PatternPart, char)| {
            format!("{label} = {} ({})", self.part_cells(part), self.part_digits(part))
        };
        let sets = parts(pattern, PartRole::AlmostLockedSet).zip('A'..='Z').map(name);
        sets.collect::<Vec<_>>().join("; ")
    }

    fn als_reason(&self, pattern: &Pattern) -> String {
        let common = |(part, (one, other)): (&PatternPart, (char, char))| {
            format!("{} in {one} or {other}", self.part_digits(part))
        };
        let pairs = ('A'..='Z').zip('B'..='Z');
        let commons = parts(pattern, PartRole::RestrictedCommon).zip(pairs).map(common);
        format!(
            "almost locked sets {}; restricted commons: {}. The first or the last set is locked",
            self.als_list(pattern),
            commons.collect::<Vec<_>>().join(", ")
        )
    }

    fn death_blossom_reason(&self, pattern: &Pattern) -> String {
        let stem = parts(pattern, PartRole::Pivot).next();
        let stem =
            stem.map(|part| format!("{} ({})", self.part_cells(part), self.part_digits(part))).unwrap_or_default();
        format!("each digit of {stem} locks one of the almost locked sets {}", self.als_list(pattern))
    }

    fn template_reason(&self, pattern: &Pattern) -> String {
        let part = pattern.parts.first();
        let cells = part.map(|part| self.part_cells(part)).unwrap_or_default();
        let digit = part.map(|part| self.part_digits(part)).unwrap_or_default();
        match self.step.technique {
            Technique::TemplateSet => format!("every way to place {digit} in all houses uses {cells}"),
            _ => format!("every way to place {digit} in all houses uses cells among {cells} only"),
        }
    }

    fn colour_reason(&self, pattern: &Pattern) -> String {
        let colours: Vec<String> = pattern.parts.iter().map(|part| self.colour(part)).collect();
        let pairs = colours.chunks(2).map(|pair| format!("either {}", pair.join(" or ")));
        format!("{}, in each case all of one colour", pairs.collect::<Vec<_>>().join("; "))
    }

    /// The cells of a colour; with digits if they differ.
    fn colour(&self, part: &PatternPart) -> String {
        let digits: Vec<_> = part.candidates.iter().map(|candidate| candidate.digit).collect();
        if digits.iter().all(|digit| *digit == digits[0]) {
            format!("{} in {}", self.lists.digit(digits[0]), self.part_cells(part))
        } else {
            self.candidate_list(&part.candidates)
        }
    }

    /// Eureka notation: `5r1c2 = 5r1c7 - 3r1c7 = 3r4c7`.
    fn chain_reason(&self, pattern: &Pattern) -> String {
        let node =
            |part: &PatternPart| format!("{}{}", self.part_digits(part), self.part_cells(part).replace(" and ", ","));
        let mut text = String::new();
        for (index, part) in parts(pattern, PartRole::Node).enumerate() {
            let link = if index % 2 == 1 { " = " } else { " - " };
            text += if index == 0 { "" } else { link };
            text += &node(part);
        }
        match self.step.technique {
            Technique::ContinuousLoop | Technique::GroupedContinuousLoop => {
                format!("{text} - and back to its start: one end of each weak link (-) is true")
            }
            _ => format!("{text}: one of its ends is true"),
        }
    }
}

fn parts(pattern: &Pattern, role: PartRole) -> impl Iterator<Item = &PatternPart> {
    pattern.parts.iter().filter(move |part| part.role == role)
}

fn has(pattern: &Pattern, role: PartRole) -> bool {
    parts(pattern, role).next().is_some()
}
