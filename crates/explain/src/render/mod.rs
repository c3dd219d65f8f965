//! Rendering of steps: English text, SVG drawings, HTML pages.
//!
//! Text and drawings show the position before the step. The renderers use the technique of a step and its pattern
//! ([`techniques`](super::techniques)); they never search for steps.

pub(crate) mod html;
pub(crate) mod svg;
pub(crate) mod text;
