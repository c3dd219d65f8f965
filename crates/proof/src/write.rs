//! The lines of a certificate before its first step.

use std::io::{self, Write};

use qedoku_puzzle::Board;

use crate::Claim;

/// Writes what a certificate is for and what it claims. The steps, if the claim needs any, are lines of LRAT for its
/// [`Formula`](crate::Formula) and follow.
pub fn write_head(board: Board, claim: &Claim, out: &mut impl Write) -> io::Result<()> {
    let (side, height, width) = (board.side(), board.box_height(), board.box_width());
    writeln!(out, "qedoku certificate 1\nboard {side}x{side} boxes {height}x{width}\nclaim {claim}")?;
    for grid in claim.grids() {
        write!(out, "grid")?;
        grid.digits().iter().try_for_each(|digit| write!(out, " {digit}"))?;
        writeln!(out)?;
    }
    if claim.needs_steps() { writeln!(out, "steps") } else { Ok(()) }
}
