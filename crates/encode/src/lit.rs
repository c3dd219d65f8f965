//! Variables and literals in DIMACS numbering: variables count from 1, a negative number is a negated variable.

use std::fmt;
use std::num::{NonZeroI32, NonZeroU32};
use std::ops::Not;

/// A propositional variable, from 1 to 2^31 - 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(NonZeroU32);

/// A literal: a variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(NonZeroI32);

impl Var {
    /// Variable of a DIMACS number; `None` for 0 and for numbers that no literal can negate.
    pub fn new(number: u32) -> Option<Var> {
        NonZeroU32::new(number).filter(|number| i32::try_from(number.get()).is_ok()).map(Var)
    }

    /// DIMACS number, from 1.
    #[inline]
    pub const fn get(self) -> u32 {
        self.0.get()
    }

    /// Positive literal of the variable.
    #[inline]
    pub fn positive(self) -> Lit {
        Lit::from_dimacs(self.get() as i32).expect("variable numbers start at 1")
    }
}

impl Lit {
    /// Literal of a DIMACS number; `None` for 0, which ends a clause, and for -2^31, whose negation overflows.
    #[inline]
    pub fn from_dimacs(number: i32) -> Option<Lit> {
        NonZeroI32::new(number).filter(|number| number.get() != i32::MIN).map(Lit)
    }

    /// DIMACS number: negative for a negated variable.
    #[inline]
    pub const fn to_dimacs(self) -> i32 {
        self.0.get()
    }

    /// Variable of the literal.
    #[inline]
    pub fn var(self) -> Var {
        Var(self.0.unsigned_abs())
    }

    /// Whether the literal is the variable itself, not its negation.
    #[inline]
    pub const fn is_positive(self) -> bool {
        self.0.get() > 0
    }
}

impl Not for Lit {
    type Output = Lit;
    #[inline]
    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
