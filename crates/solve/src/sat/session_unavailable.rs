//! The SAT session of builds without the feature `sat`: it cannot be created.
//!
//! The type has the interface of the real one, so that its callers compile in both builds; they receive
//! [`SolveError::SatUnavailable`].

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

use qedoku_encode::{Formula, Lit, Var};

use super::{ProofTracer, SatOption, SatResult};
use crate::{Interrupt, SolveError};

/// Uninhabited stand-in for the SAT session.
pub struct SatSession(Infallible);

#[expect(missing_docs, reason = "the real session has the documentation")]
impl SatSession {
    pub fn new(_: &[SatOption], _: &Interrupt) -> Result<SatSession, SolveError> {
        Err(SolveError::SatUnavailable)
    }

    pub fn with_proof_tracer<T: ProofTracer + 'static>(
        _: &Rc<RefCell<T>>,
        _: &Interrupt,
    ) -> Result<SatSession, SolveError> {
        Err(SolveError::SatUnavailable)
    }

    pub fn load(_: &impl Formula, _: &[SatOption], _: &Interrupt) -> Result<(SatSession, u32), SolveError> {
        Err(SolveError::SatUnavailable)
    }

    pub fn is_interrupted(&self) -> bool {
        match self.0 {}
    }

    pub fn version() -> String {
        "no SAT solver".to_owned()
    }

    pub fn add_clause(&mut self, _: &[Lit]) {
        match self.0 {}
    }

    pub fn assume(&mut self, _: Lit) {
        match self.0 {}
    }

    pub fn constrain(&mut self, _: impl IntoIterator<Item = Lit>) {
        match self.0 {}
    }

    pub fn set_phase(&mut self, _: Lit) {
        match self.0 {}
    }

    pub fn solve(&mut self, _: Option<u32>) -> Result<SatResult, SolveError> {
        match self.0 {}
    }

    pub fn value(&mut self, _: Var) -> bool {
        match self.0 {}
    }

    pub fn is_failed(&mut self, _: Lit) -> bool {
        match self.0 {}
    }

    pub fn conflicts(&self) -> u64 {
        match self.0 {}
    }
}
