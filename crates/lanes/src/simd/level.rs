//! SIMD levels: the instruction sets a search is compiled for, and the choice between them at run time.
//!
//! The library never reads the environment. Callers that want another level than the fastest one name it, either for one
//! solver ([`LanesSolver::with_level`](crate::LanesSolver::with_level)) or once for the process
//! ([`SimdLevel::set_default`]).

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use super::{BlockLanes, NodeLanes, PortableLanes};
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512};

/// Instruction set of a search.
///
/// ```
/// use qedoku_lanes::{LanesSolver, SimdLevel};
///
/// let level: SimdLevel = "portable".parse()?;
/// assert_eq!(LanesSolver::with_level(level).level(), SimdLevel::Portable);
/// # Ok::<(), qedoku_lanes::SimdLevelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SimdLevel {
    /// Any processor: 16 lanes in two SSE2 registers on x86-64 or two NEON registers on 64-bit ARM, elsewhere in an array that the
    /// compiler vectorises.
    Portable,
    /// AVX2 with BMI1, BMI2, LZCNT and POPCNT: 256-bit vectors, 16 lanes.
    Avx2,
    /// AVX-512 F, BW, VL, VBMI, VBMI2 and BITALG: 512-bit vectors, 32 lanes; 256-bit vectors for a single puzzle.
    Avx512,
}

/// Level of solvers that name none; fixed by its first use.
static DEFAULT: OnceLock<SimdLevel> = OnceLock::new();

impl SimdLevel {
    /// All levels, from the slowest to the fastest.
    pub const ALL: [SimdLevel; 3] = [SimdLevel::Portable, SimdLevel::Avx2, SimdLevel::Avx512];

    /// Name, as [`FromStr`] parses it: `portable`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self {
            SimdLevel::Portable => "portable",
            SimdLevel::Avx2 => "avx2",
            SimdLevel::Avx512 => "avx512",
        }
    }

    /// Whether this processor has every CPU feature that the level uses.
    pub fn is_available(self) -> bool {
        match self {
            SimdLevel::Portable => true,
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 => avx2::is_available(),
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx512 => avx512::is_available(),
            #[cfg(not(target_arch = "x86_64"))]
            SimdLevel::Avx2 | SimdLevel::Avx512 => false,
        }
    }

    /// Levels that this processor supports, from the slowest to the fastest.
    pub fn available() -> impl DoubleEndedIterator<Item = SimdLevel> {
        SimdLevel::ALL.into_iter().filter(|level| level.is_available())
    }

    /// Makes this the level of all solvers of the process that name none. Must be called before the first of them is
    /// created, because the default never changes after its first use.
    ///
    /// # Errors
    /// [`SimdLevelError::Unavailable`] if this processor does not support the level, [`SimdLevelError::DefaultInUse`] if
    /// another default is already in use.
    pub fn set_default(self) -> Result<(), SimdLevelError> {
        if !self.is_available() {
            return Err(SimdLevelError::Unavailable(self));
        }
        match *DEFAULT.get_or_init(|| self) {
            current if current == self => Ok(()),
            current => Err(SimdLevelError::DefaultInUse(current)),
        }
    }

    /// Proof that this processor supports the level.
    ///
    /// # Panics
    /// If it does not.
    pub(crate) fn require(self) -> AvailableLevel {
        assert!(self.is_available(), "SIMD level {self} is not available on this processor");
        AvailableLevel(self)
    }
}

/// The level set by [`SimdLevel::set_default`], otherwise the fastest one that this processor supports.
impl Default for SimdLevel {
    fn default() -> SimdLevel {
        *DEFAULT.get_or_init(|| SimdLevel::available().next_back().unwrap_or(SimdLevel::Portable))
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Parses the name of a level that this processor supports.
impl FromStr for SimdLevel {
    type Err = SimdLevelError;

    fn from_str(name: &str) -> Result<SimdLevel, SimdLevelError> {
        match SimdLevel::ALL.into_iter().find(|level| level.name() == name) {
            Some(level) if level.is_available() => Ok(level),
            Some(level) => Err(SimdLevelError::Unavailable(level)),
            None => Err(SimdLevelError::Unknown(name.into())),
        }
    }
}

/// Error of selecting a SIMD level.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SimdLevelError {
    /// No level has this name.
    Unknown(String),
    /// This processor does not support the level.
    Unavailable(SimdLevel),
    /// The default level of the process is already fixed to another one.
    DefaultInUse(SimdLevel),
}

impl fmt::Display for SimdLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let available = SimdLevel::available().map(SimdLevel::name).collect::<Vec<_>>().join(", ");
        match self {
            SimdLevelError::Unknown(name) => write!(f, "unknown SIMD level {name:?} (available: {available})"),
            SimdLevelError::Unavailable(level) => {
                write!(f, "SIMD level \"{level}\" is not available on this processor (available: {available})")
            }
            SimdLevelError::DefaultInUse(level) => write!(f, "the default SIMD level is already fixed to \"{level}\""),
        }
    }
}

impl std::error::Error for SimdLevelError {}

/// Work that is compiled once per SIMD level.
pub(crate) trait SimdJob {
    type Output;
    /// Does the work with these vectors for the batch search and the single search.
    fn run<V: NodeLanes, B: BlockLanes>(self) -> Self::Output;
}

/// A level that this processor supports. [`SimdLevel::require`] is the only constructor, so a value of this type is the
/// proof on which the `unsafe` calls below rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AvailableLevel(SimdLevel);

impl AvailableLevel {
    pub(crate) fn level(self) -> SimdLevel {
        self.0
    }

    /// Runs a job with the vectors of this level.
    pub(crate) fn run<J: SimdJob>(self, job: J) -> J::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `self` was made by `SimdLevel::require`, so `avx2::is_available` has returned true.
            SimdLevel::Avx2 => unsafe { avx2::run(job) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `self` was made by `SimdLevel::require`, so `avx512::is_available` has returned true.
            SimdLevel::Avx512 => unsafe { avx512::run(job) },
            _ => job.run::<PortableLanes, PortableLanes>(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_names_of_available_levels() {
        for level in SimdLevel::available() {
            assert_eq!(level.name().parse(), Ok(level));
        }
    }

    #[test]
    fn errors_list_the_available_levels() {
        let error = "avx1024".parse::<SimdLevel>().unwrap_err().to_string();
        assert!(error.starts_with("unknown SIMD level \"avx1024\" (available: portable"), "{error}");
        for level in SimdLevel::ALL.into_iter().filter(|level| !level.is_available()) {
            let error = level.name().parse::<SimdLevel>().unwrap_err();
            assert_eq!(error, SimdLevelError::Unavailable(level));
            assert_eq!(level.set_default(), Err(SimdLevelError::Unavailable(level)));
            assert!(error.to_string().contains("is not available on this processor (available: portable"), "{error}");
        }
    }

    #[test]
    fn the_default_level_is_fixed_by_its_first_use() {
        let default = SimdLevel::default();
        assert!(default.is_available());
        assert_eq!(default.set_default(), Ok(()));
        for level in SimdLevel::available().filter(|level| *level != default) {
            assert_eq!(level.set_default(), Err(SimdLevelError::DefaultInUse(default)));
        }
        assert_eq!(SimdLevel::default(), default);
    }
}
