//! Exit codes of the command.

/// Result of a subcommand. Variants are ordered by precedence: of several that apply to many inputs, the greatest is
/// returned.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    /// 0: the answer is yes, or the work is done.
    Success,
    /// 1: the answer is no: no solution, not unique, certificate refused.
    Negative,
    /// 3: some of many inputs were bad.
    SomeBadInput,
    /// 2: bad input or usage, and every other error.
    BadInput,
    /// 10 or 20: satisfiable or unsatisfiable, as SAT solvers report it (`--sat-exit-codes`).
    Sat(bool),
    /// 124: the time or memory limit was reached.
    LimitReached,
    /// 141: the reader of the output closed the pipe before all verdicts were known. The number is that of a process that SIGPIPE
    /// ends.
    OutputClosed,
    /// 130: interrupted by Ctrl-C.
    Interrupted,
}

impl Exit {
    /// The number that the process returns.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Negative => 1,
            Exit::BadInput => 2,
            Exit::SomeBadInput => 3,
            Exit::Sat(true) => 10,
            Exit::Sat(false) => 20,
            Exit::LimitReached => 124,
            Exit::Interrupted => 130,
            Exit::OutputClosed => 141,
        }
    }
}
