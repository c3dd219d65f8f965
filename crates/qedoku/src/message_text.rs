//! Text of messages, for the command and the page: results and progress in words, plurals, digit grouping, truncation.
//!
//! Functions with a [`Locale`] argument take their sentences from its catalogue (`qedoku_puzzle::locale`).

use std::time::Duration;

use qedoku_encode::ClauseFamily;
use qedoku_encode::dimacs::read::{Deviation, DimacsHeader};
use qedoku_encode::dimacs::stats::{Classification, MetadataSource};
pub use qedoku_puzzle::message_text::{group_digits, pluralize, truncate_line};

#[cfg(feature = "explain")]
use crate::explain::{BraidRating, Difficulty, EstimateQuality, Measure, SeEstimate, SeRating, Technique};
use crate::prove::Claim;
use crate::{
    Board, Completeness, EnumerationResult, GivenConflict, HouseKind, Locale, LogNumber, Progress, StepSearch,
    StepStage,
};

/// The verdict of an enumeration as a phrase.
pub fn describe_enumeration<S>(result: &EnumerationResult<S>, locale: Locale) -> String {
    let count = result.count;
    match (count, result.completeness) {
        (0, Completeness::Complete) => locale.text("verdict.none").to_owned(),
        (1, Completeness::Complete) => locale.text("verdict.unique").to_owned(),
        (_, Completeness::Complete) => locale.counted("verdict.count", count, &[]),
        (_, Completeness::Unchecked) => locale.text("verdict.unchecked").to_owned(),
        (0, Completeness::Unknown) => locale.text("verdict.interrupted.none").to_owned(),
        (_, Completeness::Unknown) => locale.counted("verdict.interrupted.some", count, &[]),
        (1 | 2, Completeness::More) => locale.text("verdict.many").to_owned(),
        (_, Completeness::More) => locale.counted("verdict.more-than", count, &[]),
    }
}

/// A verdict that rests on the word of an external solver: `one solution (according to minisat)`.
pub fn describe_unverified(verdict: &str, solver: &str, locale: Locale) -> String {
    locale.format("verdict.according-to", &[("verdict", &verdict), ("solver", &solver)])
}

/// The result of an enumeration as a SAT solver states it: SATISFIABLE, UNSATISFIABLE or UNKNOWN.
pub fn sat_word<S>(result: &EnumerationResult<S>, locale: Locale) -> &'static str {
    match (result.count, result.completeness) {
        (0, Completeness::Unknown) => locale.text("sat.unknown"),
        (0, _) => locale.text("sat.unsatisfiable"),
        _ => locale.text("sat.satisfiable"),
    }
}

/// Two givens that conflict: `r1c1 and r1c2 both hold 5 in row 1`.
pub fn describe_conflict(conflict: &GivenConflict, locale: Locale) -> String {
    let (number, [first, second]) = (conflict.house.index() + 1, conflict.cells);
    // A key for each kind of house: in Portuguese the preposition depends on the gender of the noun.
    let place = match conflict.house.kind() {
        HouseKind::Row => locale.format("place.row", &[("number", &number)]),
        HouseKind::Column => locale.format("place.column", &[("number", &number)]),
        HouseKind::Block => locale.format("place.box", &[("number", &number)]),
    };
    let values: [(&str, &dyn std::fmt::Display); 4] =
        [("first", &first), ("second", &second), ("digit", &conflict.digit), ("place", &place)];
    locale.format("conflict", &values)
}

/// The claim of a certificate: `exactly 1`. In English it is the text in the certificate.
pub fn describe_claim(claim: &Claim, locale: Locale) -> String {
    match claim {
        Claim::Exactly(grids) => locale.format("claim.exactly", &[("count", &grids.len())]),
        Claim::AtLeast(grids) => locale.format("claim.at-least", &[("count", &grids.len())]),
        Claim::Forced(candidate) => locale.format("claim.forced", &[("candidate", candidate)]),
        Claim::Excluded(candidate) => locale.format("claim.excluded", &[("candidate", candidate)]),
    }
}

/// A board: `9x9 with boxes 3x3`.
pub fn describe_board(board: Board, locale: Locale) -> String {
    let (side, height, width) = (board.side(), board.box_height(), board.box_width());
    locale.format("board", &[("side", &side), ("height", &height), ("width", &width)])
}

/// The size of a formula: `729 variables, 11,745 clauses`.
pub fn describe_formula_size(variables: u64, clauses: u64, locale: Locale) -> String {
    let (variables, clauses) = (locale.counted("variables", variables, &[]), locale.counted("clauses", clauses, &[]));
    locale.format("size.formula", &[("variables", &variables), ("clauses", &clauses)])
}

/// The size of a constraint problem: `81 variables, 839 constraints`.
pub fn describe_csp_size(variables: u64, constraints: u64, locale: Locale) -> String {
    let variables = locale.counted("variables", variables, &[]);
    let constraints = locale.counted("constraints", constraints, &[]);
    locale.format("size.csp", &[("variables", &variables), ("constraints", &constraints)])
}

/// Board, scheme and numbering of a CNF file, and how they are known.
pub fn describe_encoding(classification: &Classification, locale: Locale) -> String {
    let board = describe_board(classification.variables.board(), locale);
    let numbering = classification.variables.numbering();
    let encoding = match &classification.metadata {
        Some(metadata) => locale.format(
            "encoding.full",
            &[("board", &board), ("scheme", &metadata.scheme), ("amo", &metadata.amo), ("numbering", &numbering)],
        ),
        None => locale.format("encoding.numbering", &[("board", &board), ("numbering", &numbering)]),
    };
    match classification.source {
        MetadataSource::Caller => encoding,
        MetadataSource::Comments => locale.format("encoding.from-comments", &[("encoding", &encoding)]),
        MetadataSource::Inferred => locale.format("encoding.inferred", &[("encoding", &encoding)]),
    }
}

/// The rule that a clause family states.
pub fn describe_family(family: ClauseFamily, locale: Locale) -> &'static str {
    let name = ClauseFamily::ALL.iter().find(|(known, _)| *known == family).map_or("", |(_, name)| *name);
    locale.find(&format!("family.{name}")).unwrap_or(family.description())
}

/// A deviation of a file from the DIMACS format.
pub fn describe_deviation(deviation: &Deviation, locale: Locale) -> String {
    let at_line = |key: &str, line: u64| locale.format(key, &[("line", &line)]);
    match *deviation {
        Deviation::Crlf(line) => at_line("deviation.crlf", line),
        Deviation::BlankLine(line) => at_line("deviation.blank-line", line),
        Deviation::Indented(line) => at_line("deviation.indented", line),
        Deviation::Tabs(line) => at_line("deviation.tabs", line),
        Deviation::CommentAfterHeader(line) => at_line("deviation.comment", line),
        Deviation::MissingHeader => locale.text("deviation.no-header").to_owned(),
        Deviation::LateHeader(line) => at_line("deviation.late-header", line),
        Deviation::RepeatedHeader(line, DimacsHeader { variables, clauses }) => {
            let header = format!("p cnf {variables} {clauses}");
            locale.format("deviation.second-header", &[("line", &line), ("header", &header)])
        }
        Deviation::LinePerClause(line) => at_line("deviation.line-per-clause", line),
        Deviation::MissingZero(line) => at_line("deviation.no-zero", line),
        Deviation::SatlibTrailer(line) => at_line("deviation.satlib", line),
        Deviation::VariableCount { declared, highest } => {
            locale.format("deviation.variables", &[("declared", &declared), ("found", &highest)])
        }
        Deviation::ClauseCount { declared, counted } => {
            locale.format("deviation.clauses", &[("declared", &declared), ("found", &counted)])
        }
    }
}

/// The progress of a search as one line: `tabu search: 31 cells in conflict, best cost 4; SAT: 120,431 conflicts, 9,800/s`, `1,245,184
/// solutions, 4,150,613/s`, `B >= 5; step 3: size 4; SE >= 7.2`, `312 of 1,000 samples`. Engines that have not started are left
/// out, and so are those that solved a puzzle before it is rated or explained.
pub fn describe_progress(progress: &Progress, elapsed: Duration) -> String {
    let counted = |count: u64, items: &str| {
        let rate = (count as f64 / elapsed.as_secs_f64().max(0.1)) as u64;
        (count > 0).then(|| format!("{} {items}, {}/s", group_digits(count), group_digits(rate)))
    };
    let (cells, best_cost) = progress.tabu_cost();
    let [cells_text, best_cost] = [cells, best_cost].map(group_digits);
    let tabu = (cells > 0).then(|| format!("tabu search: {cells_text} cells in conflict, best cost {best_cost}"));
    let sat = counted(progress.conflicts(), "conflicts").map(|text| format!("SAT: {text}"));
    let size = progress.braid_size();
    let step = progress.step().map(describe_step_search);
    let se = progress.se_tenths().map(|tenths| format!("SE >= {}.{}", tenths / 10, tenths % 10));
    let is_solved = size > 0 || step.is_some() || se.is_some();
    let engines = [tabu, sat].map(|engine| engine.filter(|_| !is_solved));
    let (samples, requested) = progress.samples();
    let [samples, of] = [samples, requested].map(group_digits);
    let samples = (requested > 0).then(|| format!("{samples} of {of} samples"));
    let solutions = counted(progress.solutions(), "solutions").filter(|_| requested == 0);
    let parts = [solutions, samples, (size > 0).then(|| format!("B >= {size}")), step, se];
    engines.into_iter().chain(parts).flatten().collect::<Vec<_>>().join("; ")
}

/// `step 12: size 5`, `step 12: nested forcing chains`, `step 1: 1,203 of 98,000 candidates tested`.
fn describe_step_search(step: StepSearch) -> String {
    let number = group_digits(step.number);
    match step.stage {
        StepStage::Named => format!("step {number}"),
        StepStage::Size(size) => format!("step {number}: size {size}"),
        StepStage::Nested => format!("step {number}: nested forcing chains"),
        StepStage::Candidates(tested, all) => {
            format!("step {number}: {} of {} candidates tested", group_digits(tested), group_digits(all))
        }
    }
}

/// The difficulty of a puzzle in words. In English it is its own text.
#[cfg(feature = "explain")]
pub fn describe_difficulty(difficulty: &Difficulty, locale: Locale) -> String {
    let tenths = |tenths: u8| locale.decimal(f64::from(tenths) / 10.0, 1);
    let se = difficulty
        .estimate
        .map_or(String::new(), |estimate| locale.format("rate.se", &[("se", &describe_se(estimate, locale))]));
    let first_steps = difficulty
        .se_rating
        .map_or(String::new(), |SeRating { ep, ed, .. }| format!(" (EP {}, ED {})", tenths(ep), tenths(ed)));
    let hardest = difficulty.hardest.map_or(String::new(), |technique| {
        locale.format("rate.hardest", &[("technique", &describe_technique(technique, locale))])
    });
    let hodoku = difficulty.hodoku.map_or(String::new(), |rating| {
        format!(", HoDoKu {} ({})", locale.group_digits(rating.score.into()), rating.level)
    });
    let se = format!("{se}{first_steps}{hodoku}");
    let guesses = match difficulty.guesses {
        Measure::Exactly(guesses) => locale.group_digits(guesses),
        Measure::AtLeast(guesses) => locale.format("rate.at-least", &[("count", &locale.group_digits(guesses))]),
    };
    let steps = locale.counted("steps", difficulty.steps as u64, &[]);
    let rating = describe_rating(difficulty.rating, locale);
    let values: [(&str, &dyn std::fmt::Display); 5] =
        [("rating", &rating), ("se", &se), ("steps", &steps), ("hardest", &hardest), ("guesses", &guesses)];
    locale.format("rate.summary", &values)
}

/// A B rating in words: `B 3`, `B >= 12`.
#[cfg(feature = "explain")]
pub fn describe_rating(rating: BraidRating, locale: Locale) -> String {
    rating.b.map_or_else(|| locale.text("rate.beyond").to_owned(), |_| rating.to_string())
}

/// An SE rating: `4.2`, `about 7.2`, `9.0 or more`.
#[cfg(feature = "explain")]
fn describe_se(estimate: SeEstimate, locale: Locale) -> String {
    let se = locale.decimal(f64::from(estimate.tenths) / 10.0, 1);
    match estimate.quality {
        EstimateQuality::Exact | EstimateQuality::Replayed => se,
        EstimateQuality::Fitted => locale.format("rate.se.about", &[("se", &se)]),
        EstimateQuality::LowerBound => locale.format("rate.se.at-least", &[("se", &se)]),
    }
}

/// The name of a technique. Its key is the English name without the size: `technique.naked-set-of`.
#[cfg(feature = "explain")]
pub fn describe_technique(technique: Technique, locale: Locale) -> String {
    let name = technique.to_string();
    let (stem, size) = match name.rsplit_once(' ') {
        Some((stem, size)) if size.bytes().all(|byte| byte.is_ascii_digit()) => (stem, size),
        _ => (&name[..], ""),
    };
    let key = stem.to_lowercase().replace([' ', '/'], "-");
    match locale.find(&format!("technique.{key}")) {
        Some(text) => text.replace("{size}", size),
        None => name,
    }
}

/// A number of estimated solutions: `6.7e21`, in Portuguese `6,7e21`.
pub fn describe_estimate(number: LogNumber, locale: Locale) -> String {
    match locale {
        Locale::English => number.to_string(),
        Locale::Portuguese => number.to_string().replace('.', ","),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Puzzle;

    const LOCALES: [Locale; 2] = [Locale::English, Locale::Portuguese];

    #[test]
    fn engines_that_have_not_started_are_left_out() {
        let seconds = Duration::from_secs;
        assert_eq!(describe_progress(&Progress::default(), seconds(2)), "");
        let progress = Progress::default();
        progress.set_braid_size(5);
        assert_eq!(describe_progress(&progress, seconds(2)), "B >= 5");
        let empty = Puzzle::new(crate::Grid::empty(Board::CLASSIC));
        let solver = crate::Solver::default();
        solver.count(&empty, Some(131_072)).unwrap();
        let counted = describe_progress(&solver.portfolio.progress, seconds(2));
        assert_eq!(counted, "131,072 solutions, 65,536/s");
    }

    #[test]
    fn a_rating_reports_its_bounds_and_an_explanation_its_step() {
        let (progress, seconds) = (Progress::default(), Duration::from_secs(1));
        progress.set_step_number(12);
        assert_eq!(describe_progress(&progress, seconds), "step 12");
        progress.set_stage(StepStage::Size(5));
        assert_eq!(describe_progress(&progress, seconds), "step 12: size 5");
        progress.set_stage(StepStage::Nested);
        assert_eq!(describe_progress(&progress, seconds), "step 12: nested forcing chains");
        progress.set_stage(StepStage::Candidates(1203, 98_000));
        assert_eq!(describe_progress(&progress, seconds), "step 12: 1,203 of 98,000 candidates tested");
        progress.start_puzzle();
        progress.set_braid_size(7);
        progress.set_se_tenths(72);
        assert_eq!(describe_progress(&progress, seconds), "B >= 7; SE >= 7.2");
    }

    #[test]
    #[cfg(feature = "explain")]
    fn the_engines_report_where_they_are() {
        let puzzle: Puzzle =
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
        let solver = crate::Solver::default();
        let progress = &solver.portfolio.progress;
        crate::explain::DifficultyRater::default()
            .with_progress(progress)
            .exact_se()
            .rate(&puzzle, &solver.interrupt)
            .unwrap();
        let text = describe_progress(progress, Duration::ZERO);
        assert!(progress.braid_size() >= 2 && progress.se_tenths().is_some(), "{text}");
        assert!(progress.step().is_some_and(|step| step.number > 1), "{text}");
        let mut explainer = crate::explain::Explainer::default();
        let query = crate::explain::ExplainQuery::SolutionPath;
        crate::explain::ExplainReport::new(&mut explainer, query, &puzzle, None, &solver).unwrap();
        assert!(progress.step().is_some_and(|step| step.number > 1), "{}", describe_progress(progress, Duration::ZERO));
        assert_eq!((progress.braid_size(), progress.se_tenths()), (0, None));
        let empty = Puzzle::new(crate::Grid::empty(Board::CLASSIC));
        solver.estimate_count(&empty, crate::EstimateOptions { samples: 20, seed: 1 }).unwrap();
        assert_eq!(progress.samples(), (20, 20));
    }

    #[test]
    #[cfg(feature = "explain")]
    fn a_difficulty_is_described_in_every_language() {
        let puzzle =
            "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........".parse().unwrap();
        let difficulty = crate::rate(&puzzle).unwrap();
        assert_eq!(describe_difficulty(&difficulty, Locale::English), difficulty.to_string());
        let text = describe_difficulty(&difficulty, Locale::Portuguese);
        assert!(
            text.contains(" passos além dos singles, o mais difícil: ") && text.contains(", tentativas: "),
            "{text}"
        );
        let texts = [EstimateQuality::Replayed, EstimateQuality::Fitted, EstimateQuality::LowerBound]
            .map(|quality| SeEstimate { tenths: 72, quality })
            .map(|estimate| (estimate.to_string(), LOCALES.map(|locale| describe_se(estimate, locale))));
        let portuguese = ["7,2", "cerca de 7,2", "7,2 ou mais"];
        for ((display, [english, other]), expected) in texts.iter().zip(portuguese) {
            assert_eq!((english, &other[..]), (display, expected));
        }
        assert_eq!(
            describe_rating(BraidRating { b: None }, Locale::Portuguese),
            "sem classificação B (para além das tranças)"
        );
    }

    #[test]
    #[cfg(feature = "explain")]
    fn every_technique_has_a_name_in_every_language() {
        let mut names = std::collections::BTreeSet::new();
        for technique in Technique::all() {
            assert_eq!(describe_technique(technique, Locale::English), technique.to_string());
            names.insert(describe_technique(technique, Locale::Portuguese));
        }
        assert_eq!(names.len(), Technique::all().count(), "two techniques have the same name");
        // No message is left over, and none is missing: the catalogue has as many as there are names without sizes.
        let is_technique = |(key, _): &(&str, &str)| key.starts_with("technique.");
        let without_sizes: std::collections::BTreeSet<String> = Technique::all()
            .map(|technique| technique.to_string().trim_end_matches(|c: char| c.is_ascii_digit()).to_owned())
            .collect();
        assert_eq!(Locale::English.messages().filter(is_technique).count(), without_sizes.len());
        assert_eq!(describe_technique(Technique::NakedSubset(5), Locale::Portuguese), "conjunto nu de 5");
        assert_eq!(describe_technique(Technique::Skyscraper, Locale::Portuguese), "arranha-céus");
    }

    #[test]
    fn estimates_have_the_decimal_mark_of_the_language() {
        let estimate = crate::Solver::default().estimate_count(
            &Puzzle::new(crate::Grid::empty(Board::CLASSIC)),
            crate::EstimateOptions { samples: 20, seed: 1 },
        );
        let crate::CountEstimate::Sampled(sampled) = estimate.unwrap() else { panic!("it is sampled") };
        let [english, portuguese] = LOCALES.map(|locale| describe_estimate(sampled.mean, locale));
        assert_eq!(english, sampled.mean.to_string());
        assert_eq!(portuguese, english.replace('.', ","));
    }

    #[test]
    fn a_verdict_distinguishes_all_solutions_from_some() {
        let expected = [
            (0, Completeness::Complete, ["no solution", "sem solução"]),
            (1, Completeness::Complete, ["one solution", "solução única"]),
            (1203, Completeness::Complete, ["1,203 solutions", "1203 soluções"]),
            (2, Completeness::More, ["many solutions", "várias soluções"]),
            (
                1,
                Completeness::Unchecked,
                ["satisfiable (uniqueness not checked)", "satisfazível (unicidade não verificada)"],
            ),
            (20_000, Completeness::More, ["more than 20,000 solutions", "mais de 20\u{a0}000 soluções"]),
            (
                0,
                Completeness::Unknown,
                ["interrupted before a solution was found", "interrompido antes de se encontrar uma solução"],
            ),
            (
                1,
                Completeness::Unknown,
                [
                    "interrupted after one solution was found; it may not be the only one",
                    "interrompido depois de se encontrar uma solução, que pode não ser a única",
                ],
            ),
            (
                5,
                Completeness::Unknown,
                ["interrupted after 5 solutions were found", "interrompido depois de se encontrarem 5 soluções"],
            ),
        ];
        for (count, completeness, verdicts) in expected {
            let result = EnumerationResult::<()> { count, solutions: Vec::new(), completeness };
            assert_eq!(LOCALES.map(|locale| describe_enumeration(&result, locale)), verdicts);
        }
    }

    #[test]
    fn sat_words_are_those_of_each_language() {
        let words = |count, completeness| {
            let result = EnumerationResult::<()> { count, solutions: Vec::new(), completeness };
            LOCALES.map(|locale| sat_word(&result, locale))
        };
        assert_eq!(words(0, Completeness::Complete), ["UNSATISFIABLE", "Insatisfazível"]);
        assert_eq!(words(1, Completeness::Complete), ["SATISFIABLE", "Satisfazível"]);
        assert_eq!(words(2, Completeness::More), ["SATISFIABLE", "Satisfazível"]);
        assert_eq!(words(1, Completeness::Unknown), ["SATISFIABLE", "Satisfazível"]);
        assert_eq!(words(0, Completeness::Unknown), ["UNKNOWN", "Indeterminado"]);
    }

    #[test]
    fn a_conflict_names_its_house_with_the_right_preposition() {
        let describe = |givens: &str, locale| {
            let puzzle: Puzzle = givens.parse().unwrap();
            describe_conflict(&puzzle.given_conflicts().next().unwrap(), locale)
        };
        let in_portuguese = [
            ("4..4............", "r1c1 e r1c4 têm ambas o 4 na linha 1"),
            ("...........4...4", "r3c4 e r4c4 têm ambas o 4 na coluna 4"),
            ("4....4..........", "r1c1 e r2c2 têm ambas o 4 no bloco 1"),
        ];
        for (givens, expected) in in_portuguese {
            assert_eq!(describe(givens, Locale::Portuguese), expected);
        }
    }

    /// The English catalogue repeats texts that the `Display` of a type writes; they must not drift apart.
    #[test]
    fn english_messages_are_those_of_display() {
        let english = Locale::English;
        for givens in ["4..4............", "...........4...4", "4....4.........."] {
            let conflict = givens.parse::<Puzzle>().unwrap().given_conflicts().next().unwrap();
            assert_eq!(describe_conflict(&conflict, english), conflict.to_string());
        }
        let candidate = "r3c4=5".parse().unwrap();
        let grid = "4...3..2...4..2.".parse::<Puzzle>().unwrap().givens().clone();
        for claim in
            [Claim::Exactly(vec![]), Claim::AtLeast(vec![grid]), Claim::Forced(candidate), Claim::Excluded(candidate)]
        {
            assert_eq!(describe_claim(&claim, english), claim.to_string());
        }
        for board in [Board::CLASSIC, "6x6".parse().unwrap()] {
            assert_eq!(describe_board(board, english), board.to_string());
        }
        for deviation in deviations() {
            assert_eq!(describe_deviation(&deviation, english), deviation.to_string());
        }
    }

    fn deviations() -> [Deviation; 13] {
        [
            Deviation::Crlf(1),
            Deviation::BlankLine(2),
            Deviation::Indented(3),
            Deviation::Tabs(4),
            Deviation::CommentAfterHeader(5),
            Deviation::MissingHeader,
            Deviation::LateHeader(6),
            Deviation::RepeatedHeader(7, DimacsHeader { variables: 8, clauses: 9 }),
            Deviation::LinePerClause(10),
            Deviation::MissingZero(11),
            Deviation::SatlibTrailer(12),
            Deviation::VariableCount { declared: 13, highest: 14 },
            Deviation::ClauseCount { declared: 15, counted: 16 },
        ]
    }

    #[test]
    fn the_clause_families_are_those_of_the_catalogue() {
        let messages = Locale::English.messages();
        let mut described: Vec<&str> = messages.filter_map(|(key, _)| key.strip_prefix("family.")).collect();
        let mut families = ClauseFamily::ALL.map(|(_, name)| name);
        described.sort_unstable();
        families.sort_unstable();
        assert_eq!(described, families);
        for (family, name) in ClauseFamily::ALL {
            assert_eq!(describe_family(family, Locale::English), family.description());
            assert_ne!(describe_family(family, Locale::Portuguese), family.description(), "family.{name} is missing");
        }
    }

    #[test]
    fn sizes_have_the_plural_of_each_noun() {
        assert_eq!(describe_formula_size(729, 11_774, Locale::English), "729 variables, 11,774 clauses");
        assert_eq!(describe_formula_size(1, 2, Locale::Portuguese), "1 variável, 2 cláusulas");
        assert_eq!(describe_csp_size(81, 1, Locale::Portuguese), "81 variáveis, 1 restrição");
    }
}
