//! Rendering: steps as English text, JSON, SVG drawings and HTML pages, and the report on a query.
//!
//! Text and drawings show the position before the step. The renderers use the technique of a step and its pattern
//! ([`techniques`](super::techniques)); they never search for steps. A [`report`] gets its steps from the query.

pub(crate) mod eureka;
pub(crate) mod html;
pub mod json;
pub(crate) mod report;
pub(crate) mod svg;
pub(crate) mod text;
