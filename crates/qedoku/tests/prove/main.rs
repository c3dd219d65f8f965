//! Certificates say what is true, and nothing else is accepted: by our checker, by an independent one, by plain search.

mod outside;
mod claims;
mod large;
mod mutations;
