//! Classification of clauses by the rule they state, from their literals alone.
//!
//! | literals | in common | family |
//! |---|---|---|
//! | positive | the cell | cell-some |
//! | positive | the digit, and a row, column or box | row-some, column-some, box-some |
//! | two negative | the cell | cell-once |
//! | two negative | the digit, and a row, column or box | row-once, column-once, box-once |
//! | one positive | | given |
//! | one negative | | excluded |
//!
//! A clause with an auxiliary variable is part of an at-most-one encoding ([`ClauseClass::Auxiliary`]). All remaining
//! clauses are [`ClauseClass::Other`].
//!
//! Two cells of a box may share a row or column. Their pair states the rule of the line when it occurs for the first time, and
//! the rule of the box when it is repeated; if the file has no other clause of the lines, it always states that of the box.
//! One bit per such pair remembers what has occurred.
//!
//! The scheme `reduced` shortens clauses, some of them to one literal. If the metadata name the puzzle, such a clause is
//! compared with the open candidates of its cell and houses, and does not count as a given. Without metadata the eliminated
//! candidates of the file decide ([`UnitClauses`]).

use std::collections::HashMap;

use qedoku_puzzle::{Board, Cell, Digit, DigitSet, HouseKind, Puzzle};

use super::unit_clauses::UnitClauses;
use crate::dimacs::DimacsMetadata;
use crate::dimacs::read::DimacsHeader;
use crate::{ClauseFamily, Lit, Numbering, VariableMap};

/// Class of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClauseClass {
    /// The clause states a rule of Sudoku, a given or an eliminated candidate.
    Family(ClauseFamily),
    /// The clause contains auxiliary variables.
    Auxiliary,
    /// None of these.
    Other,
}

/// Source of the map from variables to candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetadataSource {
    /// The caller of [`DimacsStats::collect_with`](super::DimacsStats::collect_with).
    Caller,
    /// The metadata comments of the file.
    Comments,
    /// Inferred from the header and the first clause.
    Inferred,
}

/// Number of clauses of each class in a file.
#[derive(Clone, Debug)]
pub struct Classification {
    /// Map from variables to candidates.
    pub variables: VariableMap,
    /// Source of `variables`.
    pub source: MetadataSource,
    /// The metadata comments, if they are the source.
    pub metadata: Option<DimacsMetadata>,
    /// Number of clauses of each family, in the order of [`ClauseFamily::ALL`].
    pub by_family: [u64; ClauseFamily::ALL.len()],
    /// Number of clauses with auxiliary variables.
    pub auxiliary: u64,
    /// Number of all other clauses.
    pub other: u64,
    shared_pairs: SharedPairs,
    /// Decides between rules with the same clause, if the puzzle is known.
    shortened: Option<ShortenedRules>,
    /// Decides between givens and shortened rules, if it is not.
    units: UnitClauses,
}

/// Classifies a clause. A pair of cells that share a box and a line counts as a rule of the line.
pub fn classify(variables: &VariableMap, clause: &[Lit]) -> ClauseClass {
    let Some((first, rest)) = clause.split_first() else { return ClauseClass::Other };
    if clause.iter().any(|lit| lit.var().get() > variables.max_var()) {
        return ClauseClass::Auxiliary;
    }
    let Some(start) = variables.candidate(first.var()) else { return ClauseClass::Other };
    let family = match (first.is_positive(), rest.len()) {
        (true, 0) => Some(ClauseFamily::Given),
        (false, 0) => Some(ClauseFamily::Eliminated),
        (true, _) => CommonProperty::find(variables, start, rest, true).and_then(CommonProperty::at_least_one),
        (false, 1) => CommonProperty::find(variables, start, rest, false).and_then(CommonProperty::at_most_one),
        (false, _) => None,
    };
    family.map_or(ClauseClass::Other, ClauseClass::Family)
}

/// The common property of all candidates of a clause: the cell, or the digit and houses.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CommonProperty {
    cell: bool,
    /// Row, column, box; false unless the digit is common too.
    houses: [bool; 3],
}

/// The kinds of houses in the order of [`Board::houses_of`].
pub(super) const KINDS: [HouseKind; 3] = [HouseKind::Row, HouseKind::Column, HouseKind::Block];

impl CommonProperty {
    /// The common property of the first candidate and the rest. `None` if a sign differs or the first candidate is repeated.
    fn find(
        variables: &VariableMap,
        (cell, digit): (Cell, Digit),
        rest: &[Lit],
        positive: bool,
    ) -> Option<CommonProperty> {
        let board = variables.board();
        let houses = board.houses_of(cell);
        let mut common = CommonProperty { cell: true, houses: [true; 3] };
        for lit in rest {
            let (other_cell, other_digit) = variables.candidate(lit.var()).filter(|_| lit.is_positive() == positive)?;
            if (other_cell, other_digit) == (cell, digit) {
                return None;
            }
            common.cell &= other_cell == cell;
            let other_houses = board.houses_of(other_cell);
            for kind in 0..3 {
                common.houses[kind] &= other_digit == digit && houses[kind] == other_houses[kind];
            }
        }
        Some(common)
    }

    fn at_least_one(self) -> Option<ClauseFamily> {
        if self.cell {
            Some(ClauseFamily::CellAtLeastOne)
        } else {
            self.first_house().map(ClauseFamily::at_least_one_in)
        }
    }

    fn at_most_one(self) -> Option<ClauseFamily> {
        if self.cell { Some(ClauseFamily::CellAtMostOne) } else { self.first_house().map(ClauseFamily::at_most_one_in) }
    }

    fn first_house(self) -> Option<HouseKind> {
        KINDS.into_iter().zip(self.houses).find(|(_, is_common)| *is_common).map(|(kind, _)| kind)
    }
}

/// The pairs of cells that share a box and a line: how many have occurred, for rows and for columns.
#[derive(Clone, Debug, Default)]
struct SharedPairs {
    /// One bit per line kind, first cell, position of the second cell in the box, and digit.
    seen: Vec<u64>,
    first: [u64; 2],
    repeated: [u64; 2],
}

impl SharedPairs {
    /// Counts the clause if it is such a pair.
    fn add(&mut self, variables: &VariableMap, clause: &[Lit]) -> bool {
        let [a, b] = clause else { return false };
        let (Some((a, digit)), Some((b, _))) = (variables.candidate(a.var()), variables.candidate(b.var())) else {
            return false;
        };
        let (board, n) = (variables.board(), variables.board().side());
        let (a, b) = if board.index(a) < board.index(b) { (a, b) } else { (b, a) };
        if board.houses_of(a)[2] != board.houses_of(b)[2] || (a.row() != b.row() && a.column() != b.column()) {
            return false;
        }
        let (height, width) = (board.box_height(), board.box_width());
        let (line, pair) = if a.row() == b.row() {
            (0, board.index(a) * width + b.column() % width)
        } else {
            (1, n * n * width + board.index(a) * height + b.row() % height)
        };
        let bit = pair * n + digit.get() - 1;
        let (word, mask) = (bit / 64, 1 << (bit % 64));
        if self.seen.len() <= word {
            self.seen.resize(word + 1, 0);
        }
        let counts = if self.seen[word] & mask == 0 { &mut self.first } else { &mut self.repeated };
        counts[line] += 1;
        self.seen[word] |= mask;
        true
    }
}

/// The at-least-one clauses of the scheme `reduced`, over the open candidates of a known puzzle.
#[derive(Clone, Debug)]
struct ShortenedRules {
    puzzle: Puzzle,
    candidates: Vec<DigitSet>,
    /// How often a clause has occurred that states several rules.
    occurrences: HashMap<Vec<Lit>, usize>,
}

impl ShortenedRules {
    fn new(puzzle: &Puzzle) -> ShortenedRules {
        let candidates = puzzle.initial_candidates();
        ShortenedRules { puzzle: puzzle.clone(), candidates, occurrences: HashMap::new() }
    }

    /// The rule that a positive clause states. If it is the clause of several rules, each occurrence counts for the next
    /// of them; `None` for a given and for clauses that state no rule.
    fn family(&mut self, variables: &VariableMap, clause: &[Lit]) -> Option<ClauseFamily> {
        let mut clause = clause.to_vec();
        clause.sort_unstable();
        let of_clause: Option<Vec<(Cell, Digit)>> =
            clause.iter().map(|lit| variables.candidate(lit.var()).filter(|_| lit.is_positive())).collect();
        let of_clause = of_clause?;
        let (cell, digit) = *of_clause.first()?;
        if self.puzzle.givens().get(cell).is_some() {
            return None;
        }
        let board = self.puzzle.board();
        let of_cell = self.candidates[board.index(cell)].into_iter().map(|digit| (cell, digit)).collect();
        let has_digit = |cell: &Cell| self.candidates[board.index(*cell)].contains(digit);
        let mut rules: Vec<(ClauseFamily, Vec<(Cell, Digit)>)> = vec![(ClauseFamily::CellAtLeastOne, of_cell)];
        for (kind, house) in KINDS.into_iter().zip(board.houses_of(cell)) {
            let of_house = board.cells_of(house).filter(has_digit).map(|cell| (cell, digit)).collect();
            rules.push((ClauseFamily::at_least_one_in(kind), of_house));
        }
        let is_same = |rule: &Vec<(Cell, Digit)>| {
            rule.len() == of_clause.len() && rule.iter().all(|candidate| of_clause.contains(candidate))
        };
        let families: Vec<ClauseFamily> =
            rules.iter().filter(|(_, rule)| is_same(rule)).map(|(family, _)| *family).collect();
        if families.len() < 2 {
            return families.first().copied();
        }
        let occurrence = self.occurrences.entry(clause).or_default();
        *occurrence += 1;
        families.get(*occurrence - 1).or(families.last()).copied()
    }
}

impl Classification {
    pub(super) fn new(variables: VariableMap, source: MetadataSource) -> Classification {
        let by_family = [0; ClauseFamily::ALL.len()];
        let shared_pairs = SharedPairs::default();
        Classification {
            variables,
            source,
            metadata: None,
            by_family,
            auxiliary: 0,
            other: 0,
            shared_pairs,
            shortened: None,
            units: UnitClauses::default(),
        }
    }

    /// Detects the meaning of the variables: from the metadata comments, else from the header and the first clause.
    pub(super) fn detect(comments: &[String], header: Option<DimacsHeader>, first: &[Lit]) -> Option<Classification> {
        if let Some(metadata) = DimacsMetadata::parse(comments) {
            let classification = Classification::new(metadata.variables(), MetadataSource::Comments);
            let puzzle = metadata.puzzle.as_ref().filter(|_| metadata.scheme.is_reduced());
            let shortened = puzzle.map(ShortenedRules::new);
            return Some(Classification { metadata: Some(metadata), shortened, ..classification });
        }
        infer(header, first).map(|variables| Classification::new(variables, MetadataSource::Inferred))
    }

    pub(super) fn add(&mut self, clause: &[Lit]) {
        let class = self.classify(clause);
        if let (ClauseClass::Family(family), None) = (class, &self.shortened) {
            self.units.add(&self.variables, family, clause);
        }
        match class {
            ClauseClass::Family(family) if is_house_once(family) && self.shared_pairs.add(&self.variables, clause) => {}
            ClauseClass::Family(family) => self.by_family[family as usize] += 1,
            ClauseClass::Auxiliary => self.auxiliary += 1,
            ClauseClass::Other => self.other += 1,
        }
    }

    fn classify(&mut self, clause: &[Lit]) -> ClauseClass {
        let shortened = self.shortened.as_mut().and_then(|rules| rules.family(&self.variables, clause));
        shortened.map_or_else(|| classify(&self.variables, clause), ClauseClass::Family)
    }

    /// Assigns the shared pairs to lines and boxes and the unit clauses to givens and rules, once all clauses are known.
    pub(super) fn finish(&mut self) {
        for (family, count) in std::mem::take(&mut self.units).shortened_rules(&self.variables) {
            self.by_family[ClauseFamily::Given as usize] -= count;
            self.by_family[family as usize] += count;
        }
        let SharedPairs { first, repeated, .. } = std::mem::take(&mut self.shared_pairs);
        for (kind, (first, repeated)) in KINDS.into_iter().zip(first.into_iter().zip(repeated)) {
            let line = ClauseFamily::at_most_one_in(kind);
            let has_line = match &self.metadata {
                Some(metadata) => metadata.scheme.contains(line),
                None => self.count(line) > 0,
            };
            let of_first = if has_line { line } else { ClauseFamily::BoxAtMostOne };
            self.by_family[of_first as usize] += first;
            self.by_family[ClauseFamily::BoxAtMostOne as usize] += repeated;
        }
    }

    /// Number of clauses of a family.
    pub fn count(&self, family: ClauseFamily) -> u64 {
        self.by_family[family as usize]
    }

    /// An inferred meaning is plausible if at least half of the clauses without auxiliary variables state a rule under it.
    pub(super) fn is_plausible(&self) -> bool {
        self.source != MetadataSource::Inferred || self.other <= self.by_family.iter().sum()
    }
}

fn is_house_once(family: ClauseFamily) -> bool {
    KINDS.into_iter().any(|kind| family == ClauseFamily::at_most_one_in(kind))
}

/// Board sizes that [`infer`] tries. All have square boxes except 6x6: other sizes have boxes of two shapes, which the
/// number of variables does not distinguish.
const INFERRED_SIDES: [usize; 12] = [4, 6, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144];

/// Infers board and numbering: the header must declare their number of variables and the first clause must state a rule
/// under them. Without a header, the first clause must be the at-least-one clause of a cell or a house.
fn infer(header: Option<DimacsHeader>, first: &[Lit]) -> Option<VariableMap> {
    let boards = INFERRED_SIDES.iter().filter_map(|side| Board::of_side(*side).ok());
    let interpretations = [Numbering::RowMajor, Numbering::Base]
        .into_iter()
        .flat_map(|numbering| boards.clone().map(move |board| VariableMap::for_board(board, numbering)));
    interpretations.into_iter().find(|variables| match (classify(variables, first), header) {
        (ClauseClass::Family(_), Some(header)) => is_usual_header(header, variables),
        (ClauseClass::Family(_), None) => first.len() == variables.board().side() && first[0].is_positive(),
        _ => false,
    })
}

/// Whether files with this numbering declare this number of variables.
fn is_usual_header(header: DimacsHeader, variables: &VariableMap) -> bool {
    match (variables.board().side(), variables.numbering()) {
        // Besides the highest variable: one course's rules for 16x16 declare 18 cubed, and files by students declare 729
        // for any 9x9.
        (16, Numbering::Base) => [4912, 5832].contains(&header.variables),
        (9, Numbering::Base) => [999, 729].contains(&header.variables),
        _ => header.variables == variables.max_var(),
    }
}
