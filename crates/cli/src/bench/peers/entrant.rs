//! Who takes part: every chosen solver, once for each way of saying a puzzle that it understands.

use anyhow::Result;
use qedoku::{EncodingOptions, Scheme};

use crate::args::Common;
use crate::solvers::{CP_SAT, KNOWN, OWN, Program, Runner, Way, names};

/// A solver and how it is told a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entrant {
    pub(crate) solver: String,
    pub(crate) version: Option<String>,
    /// The scheme of its clauses; none if it is told the puzzle itself.
    pub(crate) scheme: Option<String>,
}

/// The solvers that can be run, and the ways of saying a puzzle.
pub(crate) struct Field {
    programs: Vec<Program>,
    ways: Vec<Way>,
}

impl Entrant {
    /// Whether it is this program.
    pub(crate) fn is_own(&self) -> bool {
        self.solver == OWN
    }

    /// Whether it is the same, of whatever version.
    pub(crate) fn is(&self, other: &Entrant) -> bool {
        (&self.solver, &self.scheme) == (&other.solver, &other.scheme)
    }

    /// `minisat 2.2.1, efficient`.
    pub(crate) fn label(&self) -> String {
        let words = [Some(&self.solver), self.version.as_ref()];
        let name = words.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ");
        self.scheme.as_ref().map_or(name.clone(), |scheme| format!("{name}, {scheme}"))
    }
}

impl Field {
    /// The solvers that these words mean, each once, and the ways that these schemes are.
    pub(crate) fn new(words: &[String], schemes: &[Scheme], common: &Common) -> Result<Field> {
        let mut programs: Vec<Program> = Vec::new();
        for name in words.iter().flat_map(|word| names(word)) {
            for program in meant(name, common)? {
                if programs.iter().all(|old| old.name != program.name) {
                    programs.push(program);
                }
            }
        }
        let mut ways = vec![Way::Puzzle];
        for scheme in schemes {
            let options = EncodingOptions { scheme: *scheme, ..EncodingOptions::default() };
            options.check_for_solving()?;
            ways.push(Way::Clauses(options));
        }
        Ok(Field { programs, ways })
    }

    /// Who takes part, and what runs it.
    pub(crate) fn runners(&self) -> Vec<(Entrant, Runner<'_>)> {
        let all = self.programs.iter().flat_map(|program| self.ways.iter().map(move |way| (program, *way)));
        all.filter_map(|(program, way)| Some((entrant(program, way), program.runner(way)?))).collect()
    }
}

fn entrant(program: &Program, way: Way) -> Entrant {
    let version = program.short_version();
    Entrant {
        solver: program.name.clone(),
        version: (!version.is_empty()).then(|| version.to_owned()),
        scheme: (way != Way::Puzzle).then(|| way.name()),
    }
}

/// The solvers of a name; they must exist.
fn meant(name: &str, common: &Common) -> Result<Vec<Program>> {
    match name {
        "installed" => Ok(installed(common)),
        OWN => Ok(vec![Program::own()]),
        CP_SAT => Ok(vec![Program::cp_sat()?]),
        command => Program::all(&[command.to_owned()]),
    }
}

/// Those that are found; which are not is told.
fn installed(common: &Common) -> Vec<Program> {
    let mut found = vec![Program::own()];
    let mut missing = Vec::new();
    for name in KNOWN.into_iter().chain([CP_SAT]) {
        match meant(name, common) {
            Ok(programs) => found.extend(programs),
            Err(_) => missing.push(name),
        }
    }
    if !missing.is_empty() && !common.quiet {
        anstream::eprintln!("not installed and left out: {}", missing.join(", "));
    }
    found
}
