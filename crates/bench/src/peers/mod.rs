//! Peer benchmark: time to a first solution of qedoku and of the solvers that people would use instead.
//!
//! Every solver has one thread and the same limit on each puzzle. The time of qedoku is from the puzzle to the grid; that
//! of an external solver is its process on an input file that is ready, since writing the file is our work and not its. No
//! solver is trusted: a grid must pass the referee, and "no solution" is wrong if another solver finds one.
//!
//! Unlike in a comparison ([`crate::compare`]) there are no repeated runs and no sizes, and a solver that reaches its limit
//! continues with the next puzzle, since scores need every puzzle. All solvers are run on a puzzle before the next one
//! starts, so that an interrupted benchmark has results of every solver.

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
