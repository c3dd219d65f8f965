//! Proofs of unsatisfiability of a formula, as DRAT or LRAT: by the built-in SAT solver, or by an external one that writes them.
//!
//! The built-in solver's clauses are written while they are derived, with nothing deleted; memory use does not depend on the
//! length of the proof, except for one number per clause in LRAT. An external checker such as `drat-trim` or `lrat-check`
//! verifies the file against the formula.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::rc::Rc;

use qedoku_encode::Model;
use qedoku_encode::dimacs::CnfFormula;

use crate::problem::SatProblem;
use crate::sat::{ProofTracer, SatResult, SatSession};
use crate::{Engine, Interrupt, SolveError, Solver};

/// A proof format, in text form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofFormat {
    /// Clauses only; a checker searches for the propagation itself.
    Drat,
    /// Clauses with ids and hints. Clauses of the formula have the ids 1, 2, ... in the order of the file.
    Lrat,
}

impl Solver {
    /// Searches for a model of a formula; `None` if the formula is unsatisfiable. Then `out` has received the proof.
    ///
    /// The result contains `out` again, so that the caller can finish it.
    pub fn model_or_proof<W: Write + 'static>(
        &self,
        formula: &CnfFormula,
        format: ProofFormat,
        mut out: W,
    ) -> Result<(Option<Model>, W), SolveError> {
        let (model, out) = match &self.engine {
            Engine::Auto | Engine::Sat(_) => traced_search(formula, format, out, &self.interrupt)?,
            Engine::Lanes => return Err(SolveError::UnsupportedBoard),
            Engine::External(external) => (external.model_or_proof(formula, format, &mut out, &self.interrupt)?, out),
        };
        if let Some(model) = &model {
            SatProblem::check(formula, model).map_err(SolveError::InvalidSolution)?;
        }
        Ok((model, out))
    }
}

fn traced_search<W: Write + 'static>(
    formula: &CnfFormula,
    format: ProofFormat,
    out: W,
    interrupt: &Interrupt,
) -> Result<(Option<Model>, W), SolveError> {
    let writer = ProofWriter::new(format, formula.clauses().len() as u64, out);
    let tracer = Rc::new(RefCell::new(writer));
    let mut session = SatSession::with_proof_tracer(&tracer, interrupt)?;
    for clause in formula.clauses() {
        session.add_clause(clause);
    }
    let result = session.solve(None)?;
    let model = (result == SatResult::Satisfiable).then(|| {
        let variables = (1..=formula.variables()).filter_map(qedoku_encode::Var::new);
        let literal = |var: qedoku_encode::Var| if session.value(var) { var.positive() } else { !var.positive() };
        Model::new(variables.map(literal))
    });
    drop(session);
    let writer = Rc::into_inner(tracer).expect("the session with the other reference was dropped").into_inner();
    Ok((model, writer.finish()?))
}

/// Writes derived clauses as they come.
struct ProofWriter<W> {
    format: ProofFormat,
    out: W,
    /// For LRAT: the number of each clause in the file, by the solver's id, from 1.
    numbers: Vec<u64>,
    original_count: u64,
    next_number: u64,
    line: String,
    is_finished: bool,
    error: Option<SolveError>,
}

impl<W: Write> ProofWriter<W> {
    /// A writer for the proof of a formula with this many clauses.
    fn new(format: ProofFormat, clauses: u64, out: W) -> ProofWriter<W> {
        ProofWriter {
            format,
            out,
            numbers: Vec::new(),
            original_count: 0,
            next_number: clauses + 1,
            line: String::new(),
            is_finished: false,
            error: None,
        }
    }

    fn assign_number(&mut self, id: i64, number: u64) {
        if self.format == ProofFormat::Lrat {
            let index = id as usize - 1;
            if self.numbers.len() <= index {
                self.numbers.resize(index + 1, 0);
            }
            self.numbers[index] = number;
        }
    }

    fn write_line(&mut self) -> io::Result<()> {
        self.line.push_str("0\n");
        let written = self.out.write_all(self.line.as_bytes());
        self.line.clear();
        written
    }

    fn finish(self) -> Result<W, SolveError> {
        self.error.map_or(Ok(self.out), Err)
    }
}

impl<W: Write> ProofTracer for ProofWriter<W> {
    fn original_clause(&mut self, id: i64) {
        self.original_count += 1;
        self.assign_number(id, self.original_count);
    }

    fn derived_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64], has_witness: bool) {
        // The first empty clause completes the proof.
        if self.is_finished || self.error.is_some() {
            return;
        }
        if has_witness {
            self.error = Some(SolveError::UnsupportedProofStep);
            return;
        }
        let number = self.next_number;
        self.next_number += 1;
        self.assign_number(id, number);
        if self.format == ProofFormat::Lrat {
            let _ = write!(self.line, "{number} "); // writing to a string cannot fail
        }
        for literal in clause {
            let _ = write!(self.line, "{literal} ");
        }
        if self.format == ProofFormat::Lrat {
            self.line.push_str("0 ");
            for antecedent in antecedents {
                let _ = write!(self.line, "{} ", self.numbers[*antecedent as usize - 1]);
            }
        }
        self.is_finished = clause.is_empty();
        self.error = self.write_line().map_err(SolveError::ProofFile).err();
    }
}
