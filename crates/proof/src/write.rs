//! The lines of a certificate before its first step.

use std::io::{self, Write};

use qedoku_puzzle::Board;

use crate::Claim;
use crate::check::VERSION;

/// Writes what a certificate is for and what it claims. The steps, if the claim needs any, follow.
pub fn write_head(board: Board, claim: &Claim, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{VERSION}\n{}\nclaim {claim}", board_line(board))?;
    for grid in claim.grids() {
        write!(out, "grid")?;
        grid.digits().iter().try_for_each(|digit| write!(out, " {digit}"))?;
        writeln!(out)?;
    }
    if claim.needs_steps() { writeln!(out, "steps") } else { Ok(()) }
}

/// `board 9x9 boxes 3x3`.
pub(crate) fn board_line(board: Board) -> String {
    let (side, height, width) = (board.side(), board.box_height(), board.box_width());
    format!("board {side}x{side} boxes {height}x{width}")
}
