//! Participants: every chosen solver, once for each input encoding that it accepts.

use qedoku::external::ExternalSolverError;
use qedoku::{EncodingOptions, Scheme};

use super::results::PeerResults;
use crate::BenchError;
use crate::solvers::{CP_SAT, InputEncoding, NamedSolver, QEDOKU, RunTimer, SAT_SOLVERS, push_new};

/// A solver configuration: a column of the results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Participant {
    /// Name of the solver.
    pub solver: String,
    /// Its version number, if known.
    pub version: Option<String>,
    /// Scheme of its clauses; `None` if it receives the puzzle itself.
    pub scheme: Option<String>,
}

/// The solvers to run and the encodings that they receive.
pub struct ParticipantList {
    solvers: Vec<NamedSolver>,
    /// Index of the solver and the encoding of each participant.
    configurations: Vec<(usize, InputEncoding)>,
    /// Solvers that `installed` stands for and that were not found.
    pub missing: Vec<&'static str>,
}

impl Participant {
    /// Whether it is qedoku with its default engine, the reference of relative scores.
    pub fn is_qedoku(&self) -> bool {
        self.solver == QEDOKU
    }

    /// Whether it is the same configuration, of whatever version.
    pub(super) fn is_same_configuration(&self, other: &Participant) -> bool {
        (&self.solver, &self.scheme) == (&other.solver, &other.scheme)
    }

    /// `minisat 2.2.1, efficient`.
    pub fn label(&self) -> String {
        let words = [Some(&self.solver), self.version.as_ref()];
        let name = words.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ");
        self.scheme.as_ref().map_or(name.clone(), |scheme| format!("{name}, {scheme}"))
    }

    fn new(solver: &NamedSolver, encoding: InputEncoding) -> Participant {
        let version = solver.short_version();
        Participant {
            solver: solver.name.clone(),
            version: (!version.is_empty()).then(|| version.to_owned()),
            scheme: (encoding != InputEncoding::Puzzle).then(|| encoding.name()),
        }
    }
}

impl ParticipantList {
    /// The solvers with these names, each once, and SAT solvers once for each scheme. Besides the names of
    /// [`NamedSolver::sat_solvers`] there are `qedoku` and `cp-sat`; `installed` is `qedoku` and all others that are found.
    pub fn new<S: AsRef<str>>(names: &[S], schemes: &[Scheme]) -> Result<ParticipantList, BenchError> {
        let (mut solvers, mut missing) = (Vec::new(), Vec::new());
        for name in names {
            let found = if name.as_ref() == "installed" { installed(&mut missing) } else { find(name.as_ref())? };
            push_new(&mut solvers, found);
        }
        let mut encodings = vec![InputEncoding::Puzzle];
        for scheme in schemes {
            let options = EncodingOptions { scheme: *scheme, ..EncodingOptions::default() };
            options.check_for_solving()?;
            encodings.push(InputEncoding::Clauses(options));
        }
        let all = (0..solvers.len()).flat_map(|solver| encodings.iter().map(move |encoding| (solver, *encoding)));
        let accepted = |(solver, encoding): &(usize, InputEncoding)| solvers[*solver].runner(*encoding).is_some();
        let configurations = all.filter(accepted).collect();
        Ok(ParticipantList { solvers, configurations, missing })
    }

    /// All participants, in the order of the names and schemes.
    pub(super) fn participants(&self) -> impl Iterator<Item = Participant> {
        self.configurations.iter().map(|(solver, encoding)| Participant::new(&self.solvers[*solver], *encoding))
    }

    /// Runs all participants on the instance with this index and stores their outcomes in the results, whose first columns
    /// are these participants. Runs that an interrupt prevents have no outcome. `on_run` is called after each run.
    pub fn run_instance(&self, results: &mut PeerResults, index: usize, timer: &RunTimer, on_run: &dyn Fn()) {
        let row = &mut results.rows[index];
        row.outcomes[..self.configurations.len()].fill(None); // new runs replace those of previous results
        for ((solver, encoding), outcome) in self.configurations.iter().zip(&mut row.outcomes) {
            if timer.is_interrupted() {
                break;
            }
            let runner = self.solvers[*solver].runner(*encoding).expect("participants accept their encoding");
            if let Some(run) = timer.run(&runner, &row.instance.puzzle) {
                *outcome = Some(run.outcome);
                on_run();
            }
        }
        row.mark_contradicted();
    }
}

/// The solvers of a name; they must exist.
fn find(name: &str) -> Result<Vec<NamedSolver>, ExternalSolverError> {
    match name {
        QEDOKU => Ok(vec![NamedSolver::qedoku()]),
        CP_SAT => Ok(vec![NamedSolver::cp_sat()?]),
        command => NamedSolver::sat_solvers(&[command]),
    }
}

/// The installed solvers; adds the names of the others to `missing`.
fn installed(missing: &mut Vec<&'static str>) -> Vec<NamedSolver> {
    let mut found = vec![NamedSolver::qedoku()];
    for name in SAT_SOLVERS.into_iter().chain([CP_SAT]) {
        match find(name) {
            Ok(solvers) => found.extend(solvers),
            Err(_) => missing.push(name),
        }
    }
    found
}
