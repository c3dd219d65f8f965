//! Peer benchmark: time to a first solution of qedoku and of the solvers that people would use instead.
//!
//! The terms are those of the SAT competitions. An *instance* is a puzzle. A *participant* is a solver configuration: a
//! solver with the encoding of its input. A *run* is one participant on one instance, with one thread and the same time
//! limit for all. Its *outcome* is solved, timed out, wrong or failed; *scores* summarise the outcomes of a participant.
//!
//! The solve time of qedoku is measured from the puzzle to the grid, that of an external solver from the start to the end
//! of its process: the time to write its input file is not counted. No participant is trusted: a grid must pass the
//! referee, and "no solution" is wrong if another participant finds one.
//!
//! Unlike in a comparison ([`crate::compare`]) each run is made once, formula sizes are not reported, and a participant that
//! reaches the time limit continues with the next instance, since scores need all of them. All participants run on an
//! instance before the next one starts, so that an interrupted benchmark has results of every participant.

mod participant;
mod results;
mod previous_results;
mod score;
mod table;
mod json;
mod cactus;

pub use participant::{Participant, ParticipantList};
pub use previous_results::{PreviousResultsError, RunRecordError};
pub use results::{BenchInstance, InstanceResults, PeerResults};
pub use score::{RelativeScore, Score};
