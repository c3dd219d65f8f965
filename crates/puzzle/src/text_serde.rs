//! `Serialize` and `Deserialize` for the core types, as strings in their text form (feature `serde`).
//!
//! A grid is written with its board if the boxes are not the usual ones, so deserialising restores every value exactly.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Answer, Board, Candidate, Cell, Digit, Grid, Puzzle};

/// Visitor of a string that it parses.
struct TextVisitor<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = std::any::type_name::<T>();
        write!(f, "the text of a {}", path.rsplit("::").next().unwrap_or(path))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($name:ident: $text:expr),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&$text(self))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                deserializer.deserialize_str(TextVisitor(PhantomData))
            }
        }
    )*};
}

as_text! {
    Board: Board::to_string,
    Cell: Cell::to_string,
    Digit: Digit::to_string,
    Candidate: Candidate::to_string,
    Grid: Grid::exact_text,
    Puzzle: Puzzle::to_string,
    Answer: Answer::to_string
}
