//! Sentences about the patterns of finders: almost locked sets, complex fish, colouring, templates.

use qedoku_puzzle::{Candidate, ExactlyOne, House};

use super::StepWriter;
use super::found_chains::houses_by_kind;
use super::lists::join_list;
use crate::patterns::{PartRole, Pattern, PatternPart};
use crate::techniques::{Technique, house_of};

impl StepWriter<'_> {
    /// The sentence of a pattern.
    pub(super) fn found_pattern(&self, pattern: &Pattern) -> String {
        if let Some(deadly) = &pattern.deadly {
            return self.uniqueness(deadly, pattern);
        }
        let reason = match self.step.technique {
            Technique::SkLoop | Technique::MultiSectorLockedSet => self.multi_sector_reason(pattern),
            Technique::Fireworks => self.fireworks_reason(pattern),
            Technique::Tridagon => self.tridagon_reason(pattern),
            Technique::Exocet => self.exocet_reason(pattern),
            _ if !pattern.cover.is_empty() => self.fish_reason(pattern),
            Technique::SueDeCoq => self.sue_de_coq_reason(pattern),
            Technique::DeathBlossom => self.death_blossom_reason(pattern),
            Technique::TemplateSet | Technique::TemplateDelete => self.template_reason(pattern),
            _ if has(pattern, PartRole::AlmostLockedSet) => self.als_reason(pattern),
            _ if has(pattern, PartRole::FirstColour) => self.colour_reason(pattern),
            _ => return self.found_chain(pattern),
        };
        format!("{}: {reason} {}.", self.heading(), self.eliminations())
    }

    fn part_cells(&self, part: &PatternPart) -> String {
        self.lists.cells(part.candidates.iter().map(|candidate| candidate.cell), "and")
    }

    fn part_digits(&self, part: &PatternPart) -> String {
        self.lists.digits(part.candidates.iter().map(|candidate| candidate.digit), "and")
    }

    /// `r1c2 and r1c5 (1, 4 and 7)`.
    fn cells_with_digits(&self, part: &PatternPart) -> String {
        format!("{} ({})", self.part_cells(part), self.part_digits(part))
    }

    /// `5 in r1c2 and 7 in r3c4`.
    pub(super) fn candidate_list(&self, candidates: &[Candidate], join: &str) -> String {
        let one = |candidate: &Candidate| format!("{} in {}", self.lists.digit(candidate.digit), candidate.cell);
        join_list(&candidates.iter().map(one).collect::<Vec<_>>(), join)
    }

    /// The digits of all eliminations.
    fn eliminated_digits(&self, join: &str) -> String {
        self.lists.digits(self.step.eliminations.iter().map(|one| one.digit), join)
    }

    fn fish_reason(&self, pattern: &Pattern) -> String {
        let digit = self.eliminated_digits("and");
        let (base, cover) = (houses_by_kind(&pattern.constraints), houses_by_kind(&pattern.cover));
        let fins: Vec<Candidate> = parts(pattern, PartRole::Fin).flat_map(|part| part.candidates.clone()).collect();
        let cells = self.lists.cells(fins.iter().map(|fin| fin.cell), "and");
        let (except, one_fin) = match fins.len() {
            0 => return format!("in {base}, {digit} is possible only in {cover}, so"),
            1 => (format!("the fin {cells}"), "the fin"),
            _ => (format!("the fins {cells}"), "one of the fins"),
        };
        format!(
            "in {base}, {digit} is possible only in {cover}, except for {except}. Either {one_fin} is {digit} or the fish holds; \
             either way,"
        )
    }

    fn sue_de_coq_reason(&self, pattern: &Pattern) -> String {
        let sets: Vec<String> = pattern.parts.iter().map(|part| self.cells_with_digits(part)).collect();
        let count = pattern.constraints.len();
        format!(
            "{} are {count} cells with {count} digits, none of which fits twice. So each digit is in one of them, and",
            join_list(&sets, "and")
        )
    }

    /// `A = r1c2 and r1c5 (1, 4 and 7) and B = r4c2 (1 and 4)`.
    fn als_list(&self, pattern: &Pattern) -> String {
        let name = |(part, label): (&PatternPart, char)| format!("{label} = {}", self.cells_with_digits(part));
        let sets = parts(pattern, PartRole::AlmostLockedSet).zip('A'..='Z').map(name);
        join_list(&sets.collect::<Vec<_>>(), "and")
    }

    /// `almost locked sets A = ... and B = ...: only one of A and B can hold 5. The other holds ...`
    fn als_reason(&self, pattern: &Pattern) -> String {
        let common = |(part, (one, other)): (&PatternPart, (char, char))| {
            format!("{} is not in both {one} and {other}", self.part_digits(part))
        };
        let commons: Vec<String> =
            parts(pattern, PartRole::RestrictedCommon).zip(('A'..='Z').zip('B'..='Z')).map(common).collect();
        let sets = parts(pattern, PartRole::AlmostLockedSet).count();
        let is_doubly_linked = parts(pattern, PartRole::RestrictedCommon).count() >= sets;
        let lists = format!("almost locked sets {}", self.als_list(pattern));
        if is_doubly_linked {
            let digits: Vec<String> =
                parts(pattern, PartRole::RestrictedCommon).map(|part| self.part_digits(part)).collect();
            return format!(
                "{lists}: neither {} is in both. So each set holds one of them and all its other digits, and",
                join_list(&digits, "nor")
            );
        }
        let last = ('A'..='Z').nth(sets.saturating_sub(1)).unwrap_or('Z');
        let wanted = self.eliminated_digits("and");
        format!("{lists}: {}. So A or {last} lacks such a digit and holds {wanted}, and", join_list(&commons, "and"))
    }

    fn death_blossom_reason(&self, pattern: &Pattern) -> String {
        let stem = parts(pattern, PartRole::Pivot).next();
        let stem = stem.map(|part| self.cells_with_digits(part)).unwrap_or_default();
        let wanted = self.eliminated_digits("and");
        format!(
            "whichever digit {stem} holds, one of the almost locked sets {} loses it and holds {wanted}, so",
            self.als_list(pattern)
        )
    }

    fn template_reason(&self, pattern: &Pattern) -> String {
        let part = pattern.parts.first();
        let cells = part.map(|part| self.part_cells(part)).unwrap_or_default();
        let digit = part.map(|part| self.part_digits(part)).unwrap_or_default();
        match self.step.technique {
            Technique::TemplateSet => format!("every way to place {digit} in all houses uses {cells}, so"),
            _ => format!("every way to place {digit} in all houses uses cells among {cells} only, so"),
        }
    }

    /// `the 16 cells ... hold at most these, once each: 1 and 2 in row 1, ... That is 16 digits, so all of them are there, and`
    fn multi_sector_reason(&self, pattern: &Pattern) -> String {
        let cells = pattern.constraints.len();
        let list = pattern.parts.first().map(|part| self.part_cells(part)).unwrap_or_default();
        let mut sectors: Vec<_> = pattern.cover.iter().filter_map(|one| house_of(*one)).collect();
        sectors.sort_unstable();
        sectors.dedup();
        let sector = |house: &House| {
            let digits = pattern.cover.iter().filter_map(|one| match one {
                ExactlyOne::HouseDigit(other, digit) if other == house => Some(*digit),
                _ => None,
            });
            format!("{} in {house}", self.lists.digits(digits, "and"))
        };
        let sectors: Vec<String> = sectors.iter().map(sector).collect();
        format!(
            "the {cells} cells {list} hold at most these, once each: {}. That is {cells} digits, so all of them are there, and",
            join_list(&sectors, "and")
        )
    }

    fn fireworks_reason(&self, pattern: &Pattern) -> String {
        let (cells, digits) =
            pattern.parts.first().map_or_else(Default::default, |part| (self.part_cells(part), self.part_digits(part)));
        let lines = houses_by_kind(&pattern.constraints);
        format!(
            "in {lines}, {digits} are possible only in {cells} and in the box where they cross. Not both lines can use that box beside \
             the crossing, so these three cells hold {digits}, and"
        )
    }

    fn tridagon_reason(&self, pattern: &Pattern) -> String {
        let body = parts(pattern, PartRole::Body).next();
        let (cells, digits) =
            body.map_or_else(Default::default, |part| (self.part_cells(part), self.part_digits(part)));
        let guardians: Vec<Candidate> =
            parts(pattern, PartRole::Extra).flat_map(|part| part.candidates.clone()).collect();
        format!("{digits} cannot fill the twelve cells {cells}. So {}, and", self.one_is_true(&guardians))
    }

    fn exocet_reason(&self, pattern: &Pattern) -> String {
        let base = parts(pattern, PartRole::Pivot).next().map(|part| self.cells_with_digits(part)).unwrap_or_default();
        let targets = parts(pattern, PartRole::Body).next().map(|part| self.part_cells(part)).unwrap_or_default();
        let lines = houses_by_kind(&pattern.constraints);
        format!(
            "in {lines}, each digit of the base cells {base} fits at most twice outside their band. So both digits of the base are in \
             the targets {targets}, and"
        )
    }

    /// Either all candidates of one colour are true, or all of the other.
    fn colour_reason(&self, pattern: &Pattern) -> String {
        let is_false = |part: &&PatternPart| self.step.eliminations.iter().any(|one| part.candidates.contains(one));
        let colours: Vec<String> = pattern.parts.iter().map(|part| self.colour(part)).collect();
        let clusters: Vec<String> = colours.chunks(2).map(|pair| pair.join(", or else ")).collect();
        let wrong = pattern.parts.iter().find(is_false).map(|part| self.colour(part));
        match (&clusters[..], wrong) {
            ([cluster], Some(wrong)) => {
                format!("two colours, one of which is true: {cluster}. The colour {wrong} would be a contradiction, so")
            }
            ([cluster], None) => format!("two colours, one of which is true: {cluster}. Either way,"),
            (clusters, Some(wrong)) => format!(
                "in each cluster, one of two colours is true: {}. The colour {wrong} excludes both colours of the other cluster, so",
                clusters.join("; ")
            ),
            (clusters, None) => format!(
                "in each cluster, one of two colours is true: {}. A colour of one excludes a colour of the other, so one of the \
                 opposite colours is true, and",
                clusters.join("; ")
            ),
        }
    }

    /// The cells of a colour; with digits if they differ.
    fn colour(&self, part: &PatternPart) -> String {
        let is_one_digit = part.candidates.iter().all(|one| one.digit == part.candidates[0].digit);
        if is_one_digit {
            format!("{} in {}", self.part_digits(part), self.part_cells(part))
        } else {
            self.candidate_list(&part.candidates, "and")
        }
    }
}

fn parts(pattern: &Pattern, role: PartRole) -> impl Iterator<Item = &PatternPart> {
    pattern.parts.iter().filter(move |part| part.role == role)
}

fn has(pattern: &Pattern, role: PartRole) -> bool {
    parts(pattern, role).next().is_some()
}
