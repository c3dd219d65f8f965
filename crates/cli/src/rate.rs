//! `qedoku rate`: rates the difficulty of each puzzle.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use clap::{Args, ValueEnum};
use qedoku::explain::{
    self, BraidRating, Difficulty, DifficultyMeasure, DifficultyRater, Explainer, Measure, PartialDifficulty, SeRating,
};
use qedoku::message_text::{describe_difficulty, describe_rating};
use qedoku::{Answer, IncompleteError, Locale, Puzzle, SolveError, Solver, json};
use serde_json::{Value, json};

use crate::args::{GlobalArgs, OutputArgs};
use crate::batch::{self, BatchOptions, PuzzleEntry, PuzzleOutcome};
use crate::exit::Exit;
use crate::input::{Inputs, count_up_to_two};
use crate::limits::Limits;
use crate::output::{Output, message, write_json};

/// Rate the difficulty of each puzzle
#[derive(Args)]
#[command(
    long_about = "Rate the difficulty of each puzzle: by the largest step that its solution needs, and by other measures.\n\n\
    Examples:\n  \
    qedoku rate puzzle.txt                one line of text per puzzle\n  \
    qedoku rate puzzles.txt --csv         puzzle,b,se,se_trust,er,ep,ed,steps,hardest,guesses,answer\n  \
    qedoku rate puzzles.txt --json        the same for scripts\n  \
    qedoku rate puzzles.txt --csv --columns er,ep,ed   only these columns, in half the time\n  \
    qedoku rate puzzle.txt --hodoku       with score and level of HoDoKu\n  \
    qedoku rate hard16x16.txt --exact     B of a hard puzzle, however long it takes\n\n\
    B        rating B of D. Berthier: the number of exactly-one constraints (cells, or digits of a house) in the largest step \
    when the smallest available step is always taken and reasoning is unit propagation alone; 0 for singles, 1 for locked candidates. It is the same for isomorphic \
    puzzles (turned, mirrored, relabelled). `B >= 12` is a lower bound: the search reached its work limit, which only some \
    16x16 puzzles do, or the time limit; --exact searches on.\n\
    SE       rating of Sudoku Explainer 1.2.1 (9x9 only). The number is ER, the rating of the hardest step; EP is that of the \
    hardest step up to the first digit, ED that of the first step. Most puzzles take below a millisecond, the hardest ones \
    seconds. --se estimate prints an estimate of ER instead, at the cost of B: equal for 99.8 % of the puzzles that simple \
    techniques solve, for others `about`, 0.3 off on average, or `9.0 or more` (se_trust in JSON and CSV: exact, walked, fitted, \
    at-least)\n\
    HoDoKu   with --hodoku (9x9 only): score and level of HoDoKu 2.2, the sum of the scores of its steps. Of 1,000 unbiased puzzles, 994 \
    levels and 879 scores are equal to its own; the other scores differ by 13 % on average\n\
    steps    steps of the explanation that are not singles\n\
    hardest  technique of the hardest of them\n\
    guesses  digits tried by a backtracking search that propagates singles only\n\n\
    Exit code 0: every puzzle has exactly one solution; 1: some have none or many and are not rated."
)]
pub(crate) struct RateArgs {
    #[command(flatten)]
    input: Inputs,
    /// Print CSV, for spreadsheets
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Columns of the CSV table, separated by commas; what no column needs is not computed [default: all, those of HoDoKu with --hodoku only]
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',', requires = "csv")]
    columns: Vec<RatingColumn>,
    /// Search until B is known, instead of printing a lower bound after less than a second of work
    #[arg(long)]
    exact: bool,
    /// Rating of Sudoku Explainer: exact, or an estimate, which is faster for hard puzzles
    #[arg(long, value_name = "METHOD", value_enum, default_value_t = SeMethod::Exact)]
    se: SeMethod,
    /// Add score and level of HoDoKu (9x9 only)
    #[arg(long)]
    hodoku: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// How the rating of Sudoku Explainer is found.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SeMethod {
    /// All techniques of Sudoku Explainer 1.2.1 in its order
    Exact,
    /// Its simple techniques, then the median rating of puzzles with the same B
    Estimate,
}

/// Columns of the CSV output. The last one, `answer`, is always there.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum RatingColumn {
    /// B rating, or a lower bound: `>=12`
    B,
    /// Rating of Sudoku Explainer, exact or estimated
    Se,
    /// Quality of this rating
    SeTrust,
    /// Exact rating of the hardest step
    Er,
    /// Exact rating of the hardest step up to the first digit
    Ep,
    /// Exact rating of the first step
    Ed,
    /// Score of `HoDoKu`
    HodokuScore,
    /// Level of `HoDoKu`
    HodokuLevel,
    /// Steps of the explanation that are not singles
    Steps,
    /// Technique of the hardest of them
    Hardest,
    /// Guesses of a backtracking search
    Guesses,
}

impl RateArgs {
    /// The columns of the CSV output before `answer`.
    fn columns(&self) -> Vec<RatingColumn> {
        if !self.columns.is_empty() {
            return self.columns.clone();
        }
        let is_default = |column: &&RatingColumn| self.hodoku || column.measure() != DifficultyMeasure::Hodoku;
        RatingColumn::value_variants().iter().filter(is_default).copied().collect()
    }
}

impl RatingColumn {
    fn name(self) -> &'static str {
        match self {
            RatingColumn::B => "b",
            RatingColumn::Se => "se",
            RatingColumn::SeTrust => "se_trust",
            RatingColumn::Er => "er",
            RatingColumn::Ep => "ep",
            RatingColumn::Ed => "ed",
            RatingColumn::HodokuScore => "hodoku_score",
            RatingColumn::HodokuLevel => "hodoku_level",
            RatingColumn::Steps => "steps",
            RatingColumn::Hardest => "hardest",
            RatingColumn::Guesses => "guesses",
        }
    }

    fn measure(self) -> DifficultyMeasure {
        match self {
            RatingColumn::B => DifficultyMeasure::Braids,
            RatingColumn::Steps | RatingColumn::Hardest => DifficultyMeasure::Explanation,
            RatingColumn::Guesses => DifficultyMeasure::Guesses,
            RatingColumn::HodokuScore | RatingColumn::HodokuLevel => DifficultyMeasure::Hodoku,
            _ => DifficultyMeasure::Se,
        }
    }

    fn value(self, rated: &PartialDifficulty) -> Cow<'static, str> {
        let exact = |part: fn(SeRating) -> u8| rated.se_rating.map_or(String::new(), |rating| decimal(part(rating)));
        match self {
            RatingColumn::B => rated.rating.and_then(|rating| rating.b).map_or(String::new(), csv_number),
            RatingColumn::Se => rated.estimate.map_or(String::new(), |estimate| decimal(estimate.tenths)),
            RatingColumn::SeTrust => return rated.estimate.map_or("", |estimate| estimate.quality.as_str()).into(),
            RatingColumn::Er => exact(|rating| rating.er),
            RatingColumn::Ep => exact(|rating| rating.ep),
            RatingColumn::Ed => exact(|rating| rating.ed),
            RatingColumn::HodokuScore => rated.hodoku.map_or(String::new(), |rating| rating.score.to_string()),
            RatingColumn::HodokuLevel => rated.hodoku.map_or(String::new(), |rating| rating.level.to_string()),
            RatingColumn::Steps => rated.steps.map_or(String::new(), |steps| steps.to_string()),
            RatingColumn::Hardest => rated.hardest.map_or(String::new(), |technique| technique.to_string()),
            RatingColumn::Guesses => rated.guesses.map_or(String::new(), csv_number),
        }
        .into()
    }
}

/// `qedoku rate`: text -> Puzzle -> Rating -> text.
pub(crate) fn run(args: &RateArgs, global: &GlobalArgs, out: &mut Output) -> Result<Exit> {
    let limits = Limits::current();
    let sources = args.input.sources()?;
    let mut file = args.output.create_file()?;
    let out = file.as_mut().unwrap_or(out);
    let (items, count) = count_up_to_two(args.input.items(&sources, global));
    let solver = Solver { interrupt: limits.interrupt.clone(), ..Solver::default() };
    let format = match (global.json, args.csv) {
        (true, _) => RatingFormat::Json,
        (_, true) => RatingFormat::Csv,
        _ => RatingFormat::Text,
    };
    let (bounds, locale) = (AtomicU64::new(0), global.locale());
    let (exact, se, many) = (args.exact, args.se, count > 1);
    let columns = args.columns();
    let hodoku = args.hodoku || columns.iter().any(|column| column.measure() == DifficultyMeasure::Hodoku);
    let names: Vec<&str> = columns.iter().map(|column| column.name()).chain(["answer"]).collect();
    let command = RateSettings { format, exact, se, hodoku, many, solver, bounds, locale, columns };
    let counts = batch::process_in_order(
        items,
        global,
        BatchOptions {
            csv: args.csv.then_some(&names[..]),
            search: Some(&command.solver.portfolio.progress).filter(|_| !many),
            ..BatchOptions::default()
        },
        out,
        |entries| command.solve_batch(entries),
        |entry, answer, out| command.rate(entry, answer, out),
    )?;
    let bounds = command.bounds.into_inner();
    if bounds > 0 && !global.quiet {
        message!("{}", locale.counted("rate.bounds", bounds, &[]));
    }
    counts.finish(&limits, file)
}

/// Format of the ratings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RatingFormat {
    Text,
    Csv,
    Json,
}

/// Settings of the command.
struct RateSettings {
    format: RatingFormat,
    exact: bool,
    se: SeMethod,
    hodoku: bool,
    /// Whether there are several puzzles, so that each line needs the place of its puzzle.
    many: bool,
    solver: Solver,
    /// Ratings that are lower bounds because the search reached its work limit.
    bounds: AtomicU64,
    /// Language of the text.
    locale: Locale,
    /// Columns of the CSV output before `answer`.
    columns: Vec<RatingColumn>,
}

thread_local! {
    /// Scratch memory of the rating engines, reused for all puzzles of a thread.
    static RATER: RefCell<Option<DifficultyRater>> = RefCell::default();
}

/// `12`, or `>=12` for a lower bound.
fn csv_number(measure: Measure) -> String {
    match measure {
        Measure::Exactly(value) => value.to_string(),
        Measure::AtLeast(bound) => format!(">={bound}"),
    }
}

/// Tenths as a decimal number: 42 is `4.2`.
fn decimal(tenths: u8) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

impl RateSettings {
    /// Solves the puzzles first, because only those with exactly one solution are rated.
    fn solve_batch(&self, entries: &[PuzzleEntry]) -> Vec<Result<Answer, SolveError>> {
        let puzzles: Vec<&Puzzle> = entries.iter().map(|entry| &entry.record.puzzle).collect();
        self.solver.solve_batch(&puzzles)
    }

    fn rate(
        &self,
        entry: &PuzzleEntry,
        answer: Result<Answer, SolveError>,
        out: &mut dyn Write,
    ) -> Result<PuzzleOutcome> {
        let puzzle = &entry.record.puzzle;
        if !Explainer::supports(puzzle.board()) {
            let side = puzzle.board().side();
            return Ok(entry.failed(&format_args!("cannot rate a {side}x{side} board: the largest is 16x16")));
        }
        match answer {
            Err(SolveError::Interrupted) => Ok(PuzzleOutcome::Interrupted),
            Err(error) => Ok(entry.failed(&error)),
            Ok(Answer::One(_)) if self.format == RatingFormat::Csv => self.rate_row(entry, out),
            Ok(Answer::One(_)) => match self.rate_unique(puzzle) {
                Ok(rated) => {
                    self.write_rating(entry, &rated, out)?;
                    Ok(self.outcome(&rated.into()))
                }
                Err(incomplete) => {
                    let rating = incomplete.into_partial()?;
                    self.write_incomplete(entry, rating, out).map(|()| PuzzleOutcome::Interrupted)
                }
            },
            Ok(other) => {
                let solvable = matches!(other, Answer::Many(..));
                self.write_unrated(entry, if solvable { "many" } else { "none" }, out)?;
                Ok(PuzzleOutcome::Negative { solvable })
            }
        }
    }

    /// Counts lower bounds.
    fn outcome(&self, rated: &PartialDifficulty) -> PuzzleOutcome {
        let is_bound = rated.rating.is_some_and(|rating| matches!(rating.b, Some(Measure::AtLeast(_))));
        self.bounds.fetch_add(u64::from(is_bound), Ordering::Relaxed);
        // The limit came while the exact SE rating was computed: all measures are there, SE as a lower bound.
        let is_cut = self.se == SeMethod::Exact && rated.estimate.is_some() && rated.se_rating.is_none();
        if is_cut { PuzzleOutcome::Interrupted } else { PuzzleOutcome::Success }
    }

    fn rate_unique(&self, puzzle: &Puzzle) -> Result<Difficulty, IncompleteError<BraidRating>> {
        self.with_rater(|rater| rater.rate(puzzle, &self.solver.interrupt))
    }

    /// Writes the row of a puzzle with one solution. Only what the columns need is computed.
    fn rate_row(&self, entry: &PuzzleEntry, out: &mut dyn Write) -> Result<PuzzleOutcome> {
        let measures: Vec<DifficultyMeasure> = self.columns.iter().map(|column| column.measure()).collect();
        let puzzle = &entry.record.puzzle;
        match self.with_rater(|rater| rater.rate_measures(puzzle, &measures, &self.solver.interrupt)) {
            Ok(rated) => {
                self.write_row(entry, &rated, "one", out)?;
                Ok(self.outcome(&rated))
            }
            Err(incomplete) => {
                let rated = PartialDifficulty { rating: incomplete.into_partial()?, ..PartialDifficulty::default() };
                self.write_row(entry, &rated, "", out)?;
                Ok(PuzzleOutcome::Interrupted)
            }
        }
    }

    fn write_row(
        &self,
        entry: &PuzzleEntry,
        rated: &PartialDifficulty,
        answer: &'static str,
        out: &mut dyn Write,
    ) -> Result<()> {
        let values = self.columns.iter().map(|column| column.value(rated));
        Ok(entry.write_csv(out, &values.chain([answer.into()]).collect::<Vec<_>>())?)
    }

    fn with_rater<T>(&self, rate: impl FnOnce(&mut DifficultyRater) -> T) -> T {
        RATER.with_borrow_mut(|rater| rate(rater.get_or_insert_with(|| self.new_rater())))
    }

    fn new_rater(&self) -> DifficultyRater {
        let rater = DifficultyRater::default().with_progress(&self.solver.portfolio.progress);
        let rater = if self.exact { rater.exact() } else { rater };
        let rater = if self.hodoku { rater.with_hodoku() } else { rater };
        if self.se == SeMethod::Exact { rater.exact_se() } else { rater }
    }

    /// Writes what is known of B when the rating was interrupted.
    fn write_incomplete(&self, entry: &PuzzleEntry, rating: BraidRating, out: &mut dyn Write) -> Result<()> {
        if self.format == RatingFormat::Json {
            let mut fields = explain::json::rating(rating);
            fields.insert("answer".into(), "one".into());
            fields.insert("interrupted".into(), true.into());
            return write_fields(entry, &Value::Object(fields), out);
        }
        let rating = describe_rating(rating, self.locale);
        self.write_text(entry, &self.locale.format("rate.interrupted", &[("rating", &rating)]), out)
    }

    fn write_rating(&self, entry: &PuzzleEntry, rated: &Difficulty, out: &mut dyn Write) -> Result<()> {
        if self.format == RatingFormat::Json {
            let mut fields = json!({ "answer": "one" });
            json::merge(&mut fields, explain::json::difficulty(rated));
            return write_fields(entry, &fields, out);
        }
        self.write_text(entry, &describe_difficulty(rated, self.locale), out)
    }

    fn write_unrated(&self, entry: &PuzzleEntry, answer: &'static str, out: &mut dyn Write) -> Result<()> {
        if self.format == RatingFormat::Json {
            return write_fields(entry, &json!({ "answer": answer }), out);
        }
        if self.format == RatingFormat::Csv {
            return self.write_row(entry, &PartialDifficulty::default(), answer, out);
        }
        let verdict = self.locale.text(if answer == "none" { "verdict.none" } else { "verdict.many" });
        self.write_text(entry, &self.locale.format("rate.unrated", &[("verdict", &verdict)]), out)
    }

    fn write_text(&self, entry: &PuzzleEntry, text: &str, out: &mut dyn Write) -> Result<()> {
        if self.many {
            write!(out, "{}: ", entry.place())?;
        }
        Ok(writeln!(out, "{text}")?)
    }
}

fn write_fields(entry: &PuzzleEntry, more: &Value, out: &mut dyn Write) -> Result<()> {
    let mut fields = entry.fields();
    json::merge(&mut fields, more);
    Ok(write_json(out, &fields)?)
}
