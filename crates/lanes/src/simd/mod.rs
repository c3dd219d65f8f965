//! Vectors of 16-bit SIMD lanes: the only module that knows the instruction set, and the only one with `unsafe`.
//!
//! The search is written once, generic over the trait [`Vector`] and its extensions:
//!
//! ```text
//!   SimdLevel      portable         avx2             avx512          chosen at run time
//!   NodeLanes      PortableLanes    Lanes16          Lanes32         one search node per lane (batch search)
//!   lanes          16               16               32
//!   BlockLanes     PortableLanes    Lanes16          BlockLanes16    one block per lane (single search)
//! ```
//!
//! A search is a [`SimdJob`]. [`AvailableLevel::run`] calls a function per level that carries the level's
//! `#[target_feature]`s; every function below it is `#[inline(always)]`, so the whole search is compiled into that function,
//! with its instructions. A function or closure that is not inlined is compiled without these features, and each vector
//! operation in it becomes a call. One such closure once cost a third of the speed with AVX2, so kernels use plain loops and
//! few closures.
//!
//! Safety invariant: the vector types of a level are created only inside its `run` function, and `run` is called only
//! through an [`AvailableLevel`], which exists only after all CPU features of the level were detected.

/// Defines the entry points of a SIMD level from one list of CPU features, so that `is_available` detects exactly the
/// features that `run` enables.
#[cfg(target_arch = "x86_64")]
macro_rules! level_entry {
    ($nodes:ty, $blocks:ty => $($feature:tt)+) => {
        /// Whether this processor (and its operating system) has every feature that [`run`] enables.
        pub(super) fn is_available() -> bool {
            // Miri does not know these instructions and runs the portable vectors.
            !cfg!(miri) $(&& is_x86_feature_detected!($feature))+
        }

        /// Runs a job, compiled with the features of this level.
        ///
        /// # Safety
        /// [`is_available`] must have returned `true`.
        #[target_feature($(enable = $feature),+)]
        pub(super) unsafe fn run<J: SimdJob>(job: J) -> J::Output {
            job.run::<$nodes, $blocks>()
        }
    };
}

/// Calls an intrinsic that works on registers only.
///
/// Such an intrinsic is unsafe to call only because the processor may lack it. Intrinsics that take pointers must not be
/// called through this macro: they need a safety argument of their own.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! intrinsic {
    ($name:ident $(::<$immediate:tt>)? ()) => {
        // SAFETY: the processor has the instruction. It is either SSE2 or NEON, which every x86-64 or AArch64 processor has, or it
        // belongs to a level whose code runs only inside `run` (see `simd`), whose callers have checked `is_available`. No pointer is
        // involved.
        unsafe { $name $(::<$immediate>)? () }
    };
    ($name:ident $(::<$immediate:tt>)? ($a:expr)) => {{
        let a = $a;
        // SAFETY: as in the first case.
        unsafe { $name $(::<$immediate>)? (a) }
    }};
    ($name:ident $(::<$immediate:tt>)? ($a:expr, $b:expr)) => {{
        let (a, b) = ($a, $b);
        // SAFETY: as in the first case.
        unsafe { $name $(::<$immediate>)? (a, b) }
    }};
    ($name:ident $(::<$immediate:tt>)? ($a:expr, $b:expr, $c:expr)) => {{
        let (a, b, c) = ($a, $b, $c);
        // SAFETY: as in the first case.
        unsafe { $name $(::<$immediate>)? (a, b, c) }
    }};
}

mod level;
mod vector;
#[cfg(any(test, miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod array;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512vl;
mod transpose;
mod bits128;
#[cfg(test)]
mod agreement;

#[cfg(test)]
pub(crate) use array::ArrayLanes;
pub use bits128::Bits128;
pub(crate) use level::{AvailableLevel, SimdJob};
pub use level::{SimdLevel, SimdLevelError};
pub(crate) use vector::{BlockLanes, NodeLanes, Vector, for_each_bit};

/// The vectors of the portable level.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) type PortableLanes = sse2::Sse2Lanes;
/// The vectors of the portable level.
#[cfg(all(target_arch = "aarch64", not(miri)))]
pub(crate) type PortableLanes = neon::NeonLanes;
/// The vectors of the portable level.
#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(crate) type PortableLanes = array::ArrayLanes;
