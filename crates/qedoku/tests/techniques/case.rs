//! Cases of `HoDoKu`'s regression library: a position, a technique and what it eliminates or places.
//!
//! ```text
//!   :0901-2:13:givens (+ before placed digits):eliminated candidates:eliminations:placements:
//! ```

use qedoku::explain::{Position, Step, Technique};
use qedoku::{Answer, Candidate, Cell, Digit, Grid, Puzzle};

/// A case of the library.
pub(crate) struct Case {
    /// Number of the technique with its variant: `0901-2`.
    pub(crate) code: String,
    /// The givens, without the digits that were placed.
    pub(crate) puzzle: Puzzle,
    pub(crate) position: Position,
    pub(crate) eliminations: Vec<Candidate>,
    pub(crate) placements: Vec<Candidate>,
    pub(crate) line: String,
}

impl Case {
    pub(crate) fn parse(line: &str) -> Option<Case> {
        let fields: Vec<&str> = line.strip_prefix(':')?.split(':').collect();
        let (mut givens, mut all, mut is_placed, mut index) = (vec![0; 81], vec![0; 81], false, 0);
        for symbol in fields[2].bytes() {
            if symbol == b'+' {
                is_placed = true;
                continue;
            }
            let digit = if symbol == b'.' { 0 } else { symbol - b'0' };
            all[index] = digit;
            givens[index] = if is_placed { 0 } else { digit };
            is_placed = false;
            index += 1;
        }
        let grid = |digits| Grid::from_digits(qedoku::Board::CLASSIC, digits).expect("81 cells");
        let puzzle = Puzzle::new(grid(givens));
        let mut position = Position::new(&puzzle);
        for (cell, digit) in grid(all).filled().filter(|(cell, _)| puzzle.givens().get(*cell).is_none()) {
            position.place(Candidate::new(cell, digit));
        }
        for candidate in candidates(fields[3]) {
            position.eliminate(candidate);
        }
        Some(Case {
            code: fields[0].to_owned(),
            puzzle,
            position,
            eliminations: candidates(fields[4]),
            placements: candidates(fields.get(5).copied().unwrap_or_default()),
            line: line.to_owned(),
        })
    }

    /// Whether the technique must not be found.
    pub(crate) fn is_negative(&self) -> bool {
        self.code.ends_with("-x")
    }

    /// The puzzle, if it has exactly one solution.
    pub(crate) fn unique(&self) -> Option<&Puzzle> {
        matches!(qedoku::solve(&self.puzzle), Answer::One(_)).then_some(&self.puzzle)
    }

    /// The technique of the case. The fifth digit of a fish stands for siamese fish.
    pub(crate) fn techniques(&self) -> Vec<Technique> {
        use Technique::*;
        let code = self.code.split('-').next().unwrap_or_default();
        let size = |code: &str| usize::from(code.as_bytes()[3] - b'0') + 2;
        vec![match code {
            "0000" => FullHouse,
            "0002" => HiddenSingle,
            "0003" => NakedSingle,
            "0100" => Pointing,
            "0101" => Claiming,
            "0110" => LockedSubset(2),
            "0111" => LockedSubset(3),
            _ if code.starts_with("020") => NakedSubset(size(code)),
            _ if code.starts_with("021") => HiddenSubset(size(code)),
            _ if code.starts_with("030") => Fish(size(code)),
            _ if code.starts_with("031") => FinnedFish(size(code)),
            _ if code.starts_with("032") => SashimiFish(size(code)),
            _ if code.starts_with("033") => FrankenFish(size(code)),
            _ if code.starts_with("034") => FinnedFrankenFish(size(code)),
            _ if code.starts_with("035") => MutantFish(size(code)),
            _ if code.starts_with("036") => FinnedMutantFish(size(code)),
            "0400" => Skyscraper,
            "0401" => TwoStringKite,
            "0402" => EmptyRectangle,
            "0403" => TurbotFish,
            "0404" => DualTwoStringKite,
            "0405" => DualEmptyRectangle,
            "0500" | "0501" => SimpleColouring,
            "0502" | "0503" => MultiColouring,
            "0600" | "0601" | "0602" | "0603" | "0604" | "0605" => UniqueRectangle(size(code) - 1),
            "0606" => HiddenRectangle,
            "0607" => AvoidableRectangle(1),
            "0608" => AvoidableRectangle(2),
            "0610" => Bug,
            "0701" => XChain,
            "0702" => XyChain,
            "0703" => RemotePairs,
            "0706" => ContinuousLoop,
            "0707" => DiscontinuousLoop,
            "0708" => Aic,
            "0709" => GroupedContinuousLoop,
            "0710" => GroupedDiscontinuousLoop,
            "0711" => GroupedAic,
            "0800" => XyWing,
            "0801" => XyzWing,
            "0803" => WWing,
            "0901" => AlsXz,
            "0902" => AlsXyWing,
            "0903" => AlsChain,
            "0904" => DeathBlossom,
            "1101" => SueDeCoq,
            "1201" => TemplateSet,
            "1202" => TemplateDelete,
            other => panic!("technique {other} is not mapped"),
        }]
    }

    /// Whether a step concludes exactly what the case does. A placement may be stated as the elimination of all other
    /// candidates of its cell.
    pub(crate) fn is_concluded_by(&self, step: &Step) -> bool {
        if !self.placements.is_empty()
            && let Some(placement) = step.placement
        {
            return self.placements[..] == [placement];
        }
        let mut wanted = self.eliminations.clone();
        for placed in &self.placements {
            let others = self.position.candidates(placed.cell).iter().filter(|digit| *digit != placed.digit);
            wanted.extend(others.map(|digit| Candidate::new(placed.cell, digit)));
        }
        wanted.sort_unstable();
        let mut found = step.eliminations.clone();
        found.sort_unstable();
        found == wanted
    }

    /// Whether a step concludes what the case does, and perhaps more.
    pub(crate) fn is_included_in(&self, step: &Step) -> bool {
        let eliminated = self.eliminations.iter().all(|candidate| step.eliminations.contains(candidate));
        self.is_concluded_by(step) || (self.placements.is_empty() && eliminated)
    }
}

/// Candidates as digit, row and column: `814 839`.
fn candidates(text: &str) -> Vec<Candidate> {
    let number = |byte: u8| usize::from(byte - b'0');
    let candidate = |word: &str| {
        let bytes = word.as_bytes();
        let cell = Cell::new(number(bytes[1]) - 1, number(bytes[2]) - 1);
        Candidate::new(cell, Digit::new(number(bytes[0])).expect("a digit"))
    };
    text.split_whitespace().map(candidate).collect()
}
