//! Explanations hold, are complete and as short as they say; ratings are what others have computed.

mod replay;
mod naive;
mod rating;
mod whole;
mod single;
