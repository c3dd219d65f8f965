//! How a command ends.

use std::process::ExitCode;

/// The exit codes of `qedoku`, in the order of precedence when several apply to many inputs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    /// 0: the answer is yes.
    Yes,
    /// 1: the answer is no: no solution, not unique.
    No,
    /// 3: some of many inputs were bad.
    SomeBad,
    /// 2: bad input or usage.
    Bad,
    /// 10 or 20: what SAT solvers say for satisfiable and unsatisfiable, when asked to.
    Sat(bool),
    /// 124: a limit, of time or memory, was reached.
    TimeLimit,
    /// 130: interrupted.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::Bad => 2,
            Exit::SomeBad => 3,
            Exit::Sat(true) => 10,
            Exit::Sat(false) => 20,
            Exit::TimeLimit => 124,
            Exit::Interrupted => 130,
        })
    }
}
