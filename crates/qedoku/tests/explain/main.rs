//! Explanations hold, are complete and as short as they say; ratings are what others have computed.

#[path = "../reference/mod.rs"]
mod reference;

mod data;
mod replay;
mod naive;
mod rating;
mod whole;
mod single;
