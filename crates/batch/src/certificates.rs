//! The column `certificate`: what is proved of a row's puzzle, in the format of `qedoku prove`.
//!
//! A row with a certificate is not solved again: its answer and its solution are those of the claim.

use qedoku::proof::Claim;
use qedoku::prove::prove;
use qedoku::{Certificate, ProofGoal, ProveError, SolveError};

use crate::columns::{TextValues, Values};
use crate::dedup::puzzle_of;
use crate::labels::{RowAnswer, add_error};
use crate::rows::Rows;
use crate::{LabelError, Labeller};

impl Labeller {
    /// The certificates of the rows, each accepted by the checker; `None` for a row without a puzzle, or with an error.
    pub(crate) fn prove(
        &self,
        rows: &Rows<'_>,
        keep: &impl Fn(usize) -> bool,
        errors: &mut [Option<String>],
    ) -> Result<Vec<Option<Certificate>>, LabelError> {
        let mut certificates = Vec::with_capacity(rows.len());
        for (index, row) in rows.iter().enumerate() {
            let puzzle = puzzle_of(&row.puzzle).filter(|_| keep(index));
            let goal = ProofGoal::Solutions(self.proof_limit);
            let proved = puzzle.map(|puzzle| prove(&puzzle, goal, &self.solver.interrupt));
            certificates.push(match proved {
                None => None,
                Some(Ok(certificate)) => Some(certificate),
                Some(Err(ProveError::Solve(SolveError::Interrupted))) => return Err(LabelError::Interrupted),
                Some(Err(error)) => {
                    add_error(&mut errors[index], &error);
                    None
                }
            });
        }
        Ok(certificates)
    }

    /// The column. A certificate that the format cannot hold is an error of its row.
    pub(crate) fn certificate_column(
        &self,
        certificates: &[Option<Certificate>],
        errors: &mut [Option<String>],
    ) -> Values {
        let mut column = TextValues::default();
        for (certificate, error) in certificates.iter().zip(errors) {
            match (certificate, self.max_certificate_bytes) {
                (Some(certificate), Some(limit)) if certificate.text().len() > limit => {
                    let length = certificate.text().len();
                    let message = "the certificate is too long for a field of CSV: write JSON Lines";
                    add_error(error, &format_args!("{message} ({length} bytes, at most {limit})"));
                    column.push_null();
                }
                (Some(certificate), _) => column.push(certificate.text()),
                (None, _) => column.push_null(),
            }
        }
        Values::Text(column)
    }
}

/// The answer that a certificate proves.
pub(crate) fn proved_answer(certificate: Option<&Certificate>) -> RowAnswer {
    match certificate.map(Certificate::claim) {
        Some(Claim::Exactly(grids)) if grids.is_empty() => RowAnswer::None,
        Some(Claim::Exactly(grids)) if grids.len() == 1 => RowAnswer::One(grids[0].clone()),
        Some(Claim::Exactly(grids) | Claim::AtLeast(grids)) if grids.len() > 1 => RowAnswer::Many(grids[0].clone()),
        _ => RowAnswer::Unknown,
    }
}
