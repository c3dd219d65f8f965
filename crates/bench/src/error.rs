//! Errors of benchmarks and of plots.

use std::error::Error;
use std::fmt;

use qedoku::SolveError;
use qedoku::encode::EncodingOptionsError;
use qedoku::external::ExternalSolverError;

/// Reason why a benchmark could not be run.
#[derive(Debug)]
#[non_exhaustive]
pub enum BenchError {
    /// An external solver was not found, or its command is malformed.
    Solver(ExternalSolverError),
    /// A scheme whose models need not be solutions, so that no solver can be measured with it.
    Encoding(EncodingOptionsError),
    /// None of the chosen engines can solve the puzzles of a benchmark set.
    NoEngine {
        /// Name of the benchmark set.
        set: String,
    },
    /// An engine failed on a puzzle.
    Engine {
        /// Name of the benchmark set.
        set: String,
        /// Error of the engine.
        source: SolveError,
    },
    /// Two engines counted different answers for the same puzzles: a bug in one of them.
    Disagreement {
        /// One engine.
        first: String,
        /// The other engine.
        second: String,
    },
    /// The interrupt flag was set.
    Interrupted,
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchError::Solver(error) => error.fmt(f),
            BenchError::Encoding(error) => error.fmt(f),
            BenchError::NoEngine { set } => {
                write!(f, "{set} has puzzles that are not 9x9 or have candidates; only the engine sat solves them")
            }
            BenchError::Engine { set, .. } => write!(f, "{set}: the engine failed"),
            BenchError::Disagreement { first, second } => {
                write!(f, "{first} and {second} give different answers: this is a bug in qedoku")
            }
            BenchError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl Error for BenchError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            // These two display their inner error themselves.
            BenchError::Solver(error) => error.source(),
            BenchError::Encoding(error) => error.source(),
            BenchError::Engine { source, .. } => Some(source),
            BenchError::NoEngine { .. } | BenchError::Disagreement { .. } | BenchError::Interrupted => None,
        }
    }
}

impl From<ExternalSolverError> for BenchError {
    fn from(error: ExternalSolverError) -> BenchError {
        BenchError::Solver(error)
    }
}

impl From<EncodingOptionsError> for BenchError {
    fn from(error: EncodingOptionsError) -> BenchError {
        BenchError::Encoding(error)
    }
}

/// Error of the plotting backend.
#[derive(Debug)]
#[non_exhaustive]
pub struct PlotError(Box<dyn Error + Send + Sync>);

impl PlotError {
    pub(crate) fn new(error: impl Error + Send + Sync + 'static) -> PlotError {
        PlotError(Box::new(error))
    }
}

impl fmt::Display for PlotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the plot cannot be drawn")
    }
}

impl Error for PlotError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.0)
    }
}
