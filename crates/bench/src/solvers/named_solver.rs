//! Solvers by name: the built-in ones, the usual external ones, or any command.

use qedoku::encode::languages::Language;
use qedoku::external::ExternalSolverError;
use qedoku::{ConstraintSolver, Engine, ExternalSolver, SatEngine};

use super::input_encoding::InputEncoding;
use super::runner::Runner;

/// The external SAT solvers that `installed` stands for.
pub const SAT_SOLVERS: [&str; 7] = ["minisat", "cryptominisat5", "cadical", "kissat", "picosat", "clasp", "glucose"];

/// Name of CaDiCaL as it is linked into qedoku.
const BUILT_IN: &str = "built-in";

/// Name of qedoku with its default engine, which is more than its SAT solver.
pub(crate) const QEDOKU: &str = "qedoku";

/// Name of the constraint solver of OR-Tools.
pub(crate) const CP_SAT: &str = "cp-sat";

/// A solver and the name that the user gave it.
pub struct NamedSolver {
    /// `minisat`, or a whole command.
    pub name: String,
    /// The line that the solver prints about its version, if it prints one.
    pub version: Option<String>,
    kind: SolverKind,
}

enum SolverKind {
    /// CaDiCaL in this process.
    BuiltIn,
    /// qedoku with its default engine.
    Qedoku,
    /// An external SAT solver.
    Sat(ExternalSolver),
    /// An external constraint solver for one modelling language.
    Constraints(ConstraintSolver, Language),
    /// An external constraint solver that receives the puzzle itself.
    Puzzle(ConstraintSolver),
}

impl NamedSolver {
    /// The SAT solvers with these names, each once. `built-in` is CaDiCaL in this process, `installed` is `built-in` and
    /// those of [`SAT_SOLVERS`] that are found, anything else a program or command, which must exist.
    pub fn sat_solvers<S: AsRef<str>>(names: &[S]) -> Result<Vec<NamedSolver>, ExternalSolverError> {
        let mut solvers: Vec<NamedSolver> = Vec::new();
        for name in names {
            let found = match name.as_ref() {
                "installed" => NamedSolver::installed(),
                BUILT_IN => vec![NamedSolver::built_in()],
                command => vec![NamedSolver::external(command, ExternalSolver::new(command)?)],
            };
            push_new(&mut solvers, found);
        }
        Ok(solvers)
    }

    /// The usual solvers for the modelling languages among these encodings; they must exist.
    pub fn constraint_solvers(encodings: &[InputEncoding]) -> Result<Vec<NamedSolver>, ExternalSolverError> {
        let language = |encoding: &InputEncoding| match encoding {
            InputEncoding::Language(language) => Some(*language),
            _ => None,
        };
        encodings.iter().filter_map(language).map(NamedSolver::for_language).collect()
    }

    fn for_language(language: Language) -> Result<NamedSolver, ExternalSolverError> {
        let solver = ConstraintSolver::default_for(language)?;
        let (name, version) = (solver.name().to_owned(), solver.version());
        Ok(NamedSolver { name, version, kind: SolverKind::Constraints(solver, language) })
    }

    /// qedoku with its default engine.
    pub fn qedoku() -> NamedSolver {
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        NamedSolver { name: QEDOKU.to_owned(), version, kind: SolverKind::Qedoku }
    }

    /// OR-Tools CP-SAT; it must exist.
    pub fn cp_sat() -> Result<NamedSolver, ExternalSolverError> {
        let solver = ConstraintSolver::cp_sat()?;
        Ok(NamedSolver { name: CP_SAT.to_owned(), version: solver.version(), kind: SolverKind::Puzzle(solver) })
    }

    fn built_in() -> NamedSolver {
        NamedSolver { name: BUILT_IN.to_owned(), version: Some(SatEngine::version()), kind: SolverKind::BuiltIn }
    }

    /// Only solvers that are known to accept `--version` are run with it: another one may take it for anything.
    fn external(name: &str, external: ExternalSolver) -> NamedSolver {
        let accepts_version = SAT_SOLVERS.iter().any(|known| external.name().starts_with(known));
        let version = accepts_version.then(|| external.version()).flatten();
        NamedSolver { name: name.to_owned(), version, kind: SolverKind::Sat(external) }
    }

    fn installed() -> Vec<NamedSolver> {
        let found =
            SAT_SOLVERS.iter().filter_map(|name| Some(NamedSolver::external(name, ExternalSolver::new(name).ok()?)));
        std::iter::once(NamedSolver::built_in()).chain(found).collect()
    }

    /// The solver on this encoding; `None` if it does not accept it.
    pub fn runner(&self, encoding: InputEncoding) -> Option<Runner<'_>> {
        let checked = "a complete scheme with default options can be solved with";
        match (&self.kind, encoding) {
            (SolverKind::BuiltIn, InputEncoding::Clauses(options)) => {
                Some(Runner::Clauses(Engine::Sat(SatEngine::with_options(options).expect(checked))))
            }
            (SolverKind::Sat(external), InputEncoding::Clauses(options)) => {
                let external = external.clone().with_options(options).expect(checked);
                Some(Runner::Clauses(Engine::External(external)))
            }
            (SolverKind::Qedoku, InputEncoding::Puzzle) => Some(Runner::Qedoku),
            (SolverKind::Puzzle(solver), InputEncoding::Puzzle) => Some(Runner::ConstraintSolver(solver)),
            (SolverKind::BuiltIn, InputEncoding::F2csp) => Some(Runner::F2csp),
            (SolverKind::Constraints(solver, accepted), InputEncoding::Language(language)) if *accepted == language => {
                Some(Runner::ConstraintSolver(solver))
            }
            _ => None,
        }
    }

    /// The version number alone: `5.11.4` of `c CryptoMiniSat version 5.11.4`. The version of the built-in solver keeps
    /// the word CaDiCaL, which its name `built-in` does not contain.
    pub fn short_version(&self) -> &str {
        let words = || self.version.iter().flat_map(|version| version.split_whitespace());
        let is_digit = |symbol: char| symbol.is_ascii_digit();
        // A word such as `CryptoMiniSat5` has a digit too, so words that begin with one are preferred.
        let number =
            words().find(|word| word.starts_with(is_digit)).or_else(|| words().find(|word| word.contains(is_digit)));
        match (&self.kind, number) {
            (SolverKind::BuiltIn, _) => self.version.as_deref().unwrap_or_default(),
            (_, number) => number.unwrap_or_default(),
        }
    }
}

/// Adds the solvers whose names are not in the list yet.
pub(crate) fn push_new(solvers: &mut Vec<NamedSolver>, found: Vec<NamedSolver>) {
    for solver in found {
        if solvers.iter().all(|known| known.name != solver.name) {
            solvers.push(solver);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_solver_is_found_by_its_name_and_listed_once() {
        let solvers = NamedSolver::sat_solvers(&["built-in", "built-in"]).unwrap();
        assert_eq!(solvers.len(), 1);
        assert!(solvers[0].short_version().starts_with("CaDiCaL "));
    }

    #[test]
    fn the_short_version_is_the_number_alone() {
        let short = |line: &str| {
            let kind =
                SolverKind::Sat(ExternalSolver::new(std::env::current_exe().unwrap().to_str().unwrap()).unwrap());
            NamedSolver { name: String::new(), version: Some(line.to_owned()), kind }.short_version().to_owned()
        };
        assert_eq!(short("c CryptoMiniSat version 5.11.4"), "5.11.4");
        assert_eq!(short("CryptoMiniSat5 version 5.11.4"), "5.11.4");
        assert_eq!(short("sc2021"), "sc2021");
    }

    #[test]
    fn a_missing_solver_is_named_in_the_error() {
        let error = NamedSolver::sat_solvers(&["built-in", "no-such-solver"]).err().unwrap();
        assert!(error.to_string().contains("no-such-solver"), "{error}");
    }
}
