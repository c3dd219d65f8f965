//! The solvers by their names.

use anyhow::Result;
use qedoku::encode::languages::Language;
use qedoku::{ConstraintSolver, Engine, ExternalSolver, SatEngine};

use super::runner::Runner;
use super::way::Way;

/// What `installed` looks for in PATH.
pub(crate) const KNOWN: [&str; 7] = ["minisat", "cryptominisat5", "cadical", "kissat", "picosat", "clasp", "glucose"];

/// The solver that is part of this program.
const BUILT_IN: &str = "built-in";

/// This program, not only its SAT solver.
pub(crate) const OWN: &str = "qedoku";

/// The constraint solver of OR-Tools.
pub(crate) const CP_SAT: &str = "cp-sat";

/// A solver under the name that the user gave it.
pub(crate) struct Program {
    pub(crate) name: String,
    /// What it says of its version, if it does.
    pub(crate) version: Option<String>,
    kind: Kind,
}

/// What stands behind the name.
enum Kind {
    /// The built-in SAT solver, told the puzzle in clauses.
    BuiltIn,
    /// This program as it solves a puzzle by default.
    Own,
    Sat(ExternalSolver),
    /// A constraint solver, for files in its own language.
    Constraints(ConstraintSolver, Language),
    /// A constraint solver for the puzzle itself.
    Puzzle(ConstraintSolver),
}

impl Program {
    /// The solvers that these words mean, each once; an outside solver must exist.
    pub(crate) fn all(words: &[String]) -> Result<Vec<Program>> {
        let mut all: Vec<Program> = Vec::new();
        for name in words.iter().flat_map(|word| names(word)) {
            let meant = match name {
                "installed" => installed(),
                BUILT_IN => vec![Program::built_in()],
                command => vec![Program::outside(command, ExternalSolver::new(command)?)],
            };
            let new: Vec<Program> =
                meant.into_iter().filter(|new| all.iter().all(|old| old.name != new.name)).collect();
            all.extend(new);
        }
        Ok(all)
    }

    /// The usual solvers for the languages among these ways; they must exist.
    pub(crate) fn for_ways(ways: &[Way]) -> Result<Vec<Program>> {
        let languages = ways.iter().filter_map(|way| if let Way::Kin(language) = way { Some(*language) } else { None });
        languages.map(Program::of_language).collect()
    }

    fn of_language(language: Language) -> Result<Program> {
        let tool = ConstraintSolver::usual(language)?;
        Ok(Program { name: tool.name().to_owned(), version: tool.version(), kind: Kind::Constraints(tool, language) })
    }

    /// This program.
    pub(crate) fn own() -> Program {
        Program { name: OWN.to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()), kind: Kind::Own }
    }

    /// OR-Tools CP-SAT; it must exist.
    pub(crate) fn cp_sat() -> Result<Program> {
        let tool = ConstraintSolver::cp_sat()?;
        Ok(Program { name: CP_SAT.to_owned(), version: tool.version(), kind: Kind::Puzzle(tool) })
    }

    fn built_in() -> Program {
        Program { name: BUILT_IN.to_owned(), version: Some(SatEngine::version()), kind: Kind::BuiltIn }
    }

    /// Only a solver that is known to take `--version` for a question is asked: another may take it for anything.
    fn outside(name: &str, external: ExternalSolver) -> Program {
        let known = KNOWN.iter().any(|known| external.name().starts_with(known));
        Program {
            name: name.to_owned(),
            version: known.then(|| external.version()).flatten(),
            kind: Kind::Sat(external),
        }
    }

    /// The solver, told the puzzle in this way; none if it does not understand it.
    pub(crate) fn runner(&self, way: Way) -> Option<Runner<'_>> {
        let checked = "a complete scheme with default options can be solved with";
        match (&self.kind, way) {
            (Kind::BuiltIn, Way::Clauses(options)) => {
                Some(Runner::Clauses(Engine::Sat(SatEngine::with_options(options).expect(checked))))
            }
            (Kind::Sat(external), Way::Clauses(options)) => {
                let external = external.clone().with_options(options).expect(checked);
                Some(Runner::Clauses(Engine::External(external)))
            }
            (Kind::Own, Way::Puzzle) => Some(Runner::Own),
            (Kind::Puzzle(tool), Way::Puzzle) => Some(Runner::Tool(tool)),
            (Kind::BuiltIn, Way::F2csp) => Some(Runner::F2csp),
            (Kind::Constraints(tool, language), Way::Kin(meant)) if *language == meant => Some(Runner::Tool(tool)),
            _ => None,
        }
    }

    /// The version without the words around it: `5.11.4` of `c CryptoMiniSat version 5.11.4`.
    pub(crate) fn short_version(&self) -> &str {
        let words = || self.version.iter().flat_map(|version| version.split_whitespace());
        let is_digit = |symbol: char| symbol.is_ascii_digit();
        let number =
            words().find(|word| word.starts_with(is_digit)).or_else(|| words().find(|word| word.contains(is_digit)));
        match (&self.kind, number) {
            (Kind::BuiltIn, _) => self.version.as_deref().unwrap_or_default(),
            (_, number) => number.unwrap_or_default(),
        }
    }
}

/// Names separated by group_digits; a command or a file is one name, whatever group_digits it has.
pub(crate) fn names(word: &str) -> Vec<&str> {
    if word.contains(char::is_whitespace) || std::path::Path::new(word).is_file() {
        return vec![word];
    }
    word.split(',').filter(|name| !name.is_empty()).collect()
}

fn installed() -> Vec<Program> {
    let found = KNOWN.iter().filter_map(|name| Some(Program::outside(name, ExternalSolver::new(name).ok()?)));
    std::iter::once(Program::built_in()).chain(found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_split_at_commas_and_a_command_is_not() {
        assert_eq!(names("built-in,minisat,,picosat"), ["built-in", "minisat", "picosat"]);
        assert_eq!(names("clasp --configuration=a,b {cnf}"), ["clasp --configuration=a,b {cnf}"]);
    }

    #[test]
    fn the_built_in_solver_is_known_by_its_name_and_only_once() {
        let all = Program::all(&["built-in,built-in".to_owned()]).unwrap();
        assert_eq!(all.len(), 1);
        assert!(all[0].short_version().starts_with("CaDiCaL "));
    }

    #[test]
    fn a_version_is_shown_without_the_words_around_it() {
        let short = |line: &str| {
            let kind = Kind::Sat(ExternalSolver::new(std::env::current_exe().unwrap().to_str().unwrap()).unwrap());
            Program { name: String::new(), version: Some(line.to_owned()), kind }.short_version().to_owned()
        };
        assert_eq!(short("c CryptoMiniSat version 5.11.4"), "5.11.4");
        assert_eq!(short("CryptoMiniSat5 version 5.11.4"), "5.11.4");
        assert_eq!(short("sc2021"), "sc2021");
    }

    #[test]
    fn a_solver_that_is_not_there_is_named() {
        let error = Program::all(&["built-in,no-such-solver".to_owned()]).err().unwrap();
        assert!(error.to_string().contains("no-such-solver"), "{error}");
    }
}
