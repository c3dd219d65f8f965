//! The columns that a run adds: [`AddedColumn`] names them, [`ResultColumn`] holds the values of a chunk.

use std::fmt;
use std::str::FromStr;

/// A column that can be added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AddedColumn {
    /// `none`, `one`, `many`, or `invalid` for a malformed row.
    Answer,
    /// The solution; of several, the first one that the enumeration finds, which is the same on every machine.
    Solution,
    /// The number of solutions, up to a limit.
    Count,
    /// The B rating.
    Rating,
    /// The SE rating, and how it was found: two columns.
    Se,
    /// The number of steps of the explanation that are not singles.
    Steps,
    /// The techniques of the explanation, from the simplest to the hardest.
    Techniques,
    /// The canonical form.
    Canonical,
    /// The number of givens.
    Givens,
    /// The certificate of the answer.
    Certificate,
}

/// A name that is not that of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownColumnError(String);

/// The values of a column for the rows of a chunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultColumn {
    /// The name, which may get a number if the table has a column of this name.
    pub name: &'static str,
    /// The values, one for each row.
    pub values: Values,
}

/// Values of one type; a missing one is null.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Values {
    /// Texts.
    Text(TextValues),
    /// Whole numbers.
    Integer(Vec<Option<i64>>),
    /// Numbers with one decimal place, in tenths.
    Tenths(Vec<Option<u32>>),
    /// Texts that consist of parts separated by `; `: an array in JSON.
    List(TextValues),
}

/// Texts, one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextValues {
    bytes: Vec<u8>,
    /// The end of each text in `bytes`, and whether there is one.
    ends: Vec<(usize, bool)>,
}

/// The new columns of a chunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    /// The columns in order; the last one is `error`.
    pub columns: Vec<ResultColumn>,
    /// The number of rows by answer.
    pub counts: crate::RowCounts,
}

impl AddedColumn {
    /// All columns.
    pub const ALL: [AddedColumn; 10] = [
        AddedColumn::Answer,
        AddedColumn::Solution,
        AddedColumn::Count,
        AddedColumn::Rating,
        AddedColumn::Se,
        AddedColumn::Steps,
        AddedColumn::Techniques,
        AddedColumn::Canonical,
        AddedColumn::Givens,
        AddedColumn::Certificate,
    ];

    /// The name of the column.
    pub fn name(self) -> &'static str {
        match self {
            AddedColumn::Answer => "answer",
            AddedColumn::Solution => "solution",
            AddedColumn::Count => "count",
            AddedColumn::Rating => "rating",
            AddedColumn::Se => "se",
            AddedColumn::Steps => "steps",
            AddedColumn::Techniques => "techniques",
            AddedColumn::Canonical => "canonical",
            AddedColumn::Givens => "givens",
            AddedColumn::Certificate => "certificate",
        }
    }

    /// The names of all columns that it adds.
    pub fn column_names(self) -> &'static [&'static str] {
        match self {
            AddedColumn::Answer => &["answer"],
            AddedColumn::Solution => &["solution"],
            AddedColumn::Count => &["count"],
            AddedColumn::Rating => &["rating"],
            AddedColumn::Se => &["se", "se_trust"],
            AddedColumn::Steps => &["steps"],
            AddedColumn::Techniques => &["techniques"],
            AddedColumn::Canonical => &["canonical"],
            AddedColumn::Givens => &["givens"],
            AddedColumn::Certificate => &["certificate"],
        }
    }
}

impl FromStr for AddedColumn {
    type Err = UnknownColumnError;

    fn from_str(name: &str) -> Result<AddedColumn, UnknownColumnError> {
        let found = AddedColumn::ALL.into_iter().find(|column| column.name() == name);
        found.ok_or_else(|| UnknownColumnError(name.to_owned()))
    }
}

impl fmt::Display for AddedColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for UnknownColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = AddedColumn::ALL.map(AddedColumn::name).join(", ");
        write!(f, "unknown column \"{}\" (available: {names})", self.0)
    }
}

impl std::error::Error for UnknownColumnError {}

impl TextValues {
    /// Values for about this many rows with texts of this length.
    pub(crate) fn with_capacity(rows: usize, length: usize) -> TextValues {
        TextValues { bytes: Vec::with_capacity(rows * length), ends: Vec::with_capacity(rows) }
    }

    /// Appends a text.
    pub(crate) fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.ends.push((self.bytes.len(), true));
    }

    /// Appends digits as symbols.
    pub(crate) fn push_digits(&mut self, digits: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(digits);
        self.bytes[start..].iter_mut().for_each(|digit| *digit += b'0');
        self.ends.push((self.bytes.len(), true));
    }

    /// Appends a null.
    pub(crate) fn push_null(&mut self) {
        self.ends.push((self.bytes.len(), false));
    }

    /// The text of a row.
    pub fn get(&self, row: usize) -> Option<&[u8]> {
        let (end, is_some) = self.ends[row];
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before].0);
        is_some.then(|| &self.bytes[start..end])
    }

    /// The texts one after the other; the end of each, and whether there is one.
    #[cfg(feature = "columnar")]
    pub(crate) fn parts(&self) -> (&[u8], &[(usize, bool)]) {
        (&self.bytes, &self.ends)
    }

    /// The length of all texts.
    pub(crate) fn total_length(&self) -> usize {
        self.bytes.len()
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}
