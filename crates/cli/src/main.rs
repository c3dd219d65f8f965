//! The command `qedoku`. See [`qedoku_cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    qedoku_cli::main()
}
