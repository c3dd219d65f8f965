//! [`TableFormat`]: the formats of tables.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// The format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum TableFormat {
    /// Fields separated by commas, or by semicolons in an input (RFC 4180).
    Csv,
    /// Fields separated by tabs.
    Tsv,
    /// One JSON object per line.
    JsonLines,
    /// A NumPy array: one puzzle per row in an input, one grid per row in an output.
    Npy,
    /// Parquet. Reading and writing needs the feature `columnar`.
    Parquet,
    /// Arrow IPC, file or stream (Feather version 2). Only read, with the feature `columnar`.
    Arrow,
    /// Puzzles without other columns, in any text format of [`qedoku::formats`]. Only read.
    List,
}

/// A name that is not that of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTableFormatError(String);

impl TableFormat {
    /// All formats.
    pub const ALL: [TableFormat; 7] = [
        TableFormat::Csv,
        TableFormat::Tsv,
        TableFormat::JsonLines,
        TableFormat::Npy,
        TableFormat::Parquet,
        TableFormat::Arrow,
        TableFormat::List,
    ];

    /// The name, which is also the usual extension of a file.
    pub fn name(self) -> &'static str {
        match self {
            TableFormat::Csv => "csv",
            TableFormat::Tsv => "tsv",
            TableFormat::JsonLines => "jsonl",
            TableFormat::Npy => "npy",
            TableFormat::Parquet => "parquet",
            TableFormat::Arrow => "arrow",
            TableFormat::List => "list",
        }
    }

    /// Whether tables can be written in this format.
    pub fn is_writable(self) -> bool {
        !matches!(self, TableFormat::List | TableFormat::Arrow)
    }

    /// Whether the columns have types: Parquet and Arrow.
    pub fn is_columnar(self) -> bool {
        matches!(self, TableFormat::Parquet | TableFormat::Arrow)
    }

    /// Whether this build reads the format: Parquet and Arrow need the feature `columnar`.
    pub fn is_available(self) -> bool {
        cfg!(feature = "columnar") || !self.is_columnar()
    }

    /// The format of a table that begins with these bytes, if it is one of the columnar ones.
    pub fn columnar_from_start(start: &[u8]) -> Option<TableFormat> {
        // The footer of a file that begins with PARE is encrypted. A message of an Arrow stream begins with -1 and its length.
        match start {
            [b'P', b'A', b'R', b'1' | b'E', ..] => Some(TableFormat::Parquet),
            [b'A', b'R', b'R', b'O', b'W', b'1', ..] | [0xff, 0xff, 0xff, 0xff, _, _, _, 0, ..] => {
                Some(TableFormat::Arrow)
            }
            _ => None,
        }
    }

    /// The longest text that can be read back from a field; `None` for any length.
    pub fn max_field_bytes(self) -> Option<usize> {
        // The quotes and the line breaks around it are a part of the field.
        matches!(self, TableFormat::Csv | TableFormat::Tsv).then_some(crate::csv::MAX_QUOTED_BYTES - 2)
    }

    /// The format that the extension of a file names; an extension for compressed files (`gz`, `zst`) may follow it.
    pub fn from_path(path: &Path) -> Option<TableFormat> {
        let extension = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
        let last = extension(path)?;
        let name = if matches!(last.as_str(), "gz" | "zst") { extension(Path::new(path.file_stem()?))? } else { last };
        let name = match name.as_str() {
            "ndjson" => "jsonl",
            "tab" => "tsv",
            "pq" | "parq" => "parquet",
            "arrows" | "feather" | "ipc" => "arrow",
            name => name,
        };
        name.parse().ok().filter(|format| *format != TableFormat::List)
    }
}

impl FromStr for TableFormat {
    type Err = UnknownTableFormatError;

    fn from_str(name: &str) -> Result<TableFormat, UnknownTableFormatError> {
        let found = TableFormat::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownTableFormatError(name.to_owned()))
    }
}

impl fmt::Display for TableFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for UnknownTableFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = TableFormat::ALL.map(TableFormat::name).join(", ");
        write!(f, "unknown format \"{}\" (available: {names})", self.0)
    }
}

impl std::error::Error for UnknownTableFormatError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_name_formats() {
        let format = |path: &str| TableFormat::from_path(Path::new(path));
        assert_eq!(format("a/b.csv"), Some(TableFormat::Csv));
        assert_eq!(format("b.CSV.gz"), Some(TableFormat::Csv));
        assert_eq!(format("b.ndjson.zst"), Some(TableFormat::JsonLines));
        assert_eq!(format("b.npy"), Some(TableFormat::Npy));
        assert_eq!([format("b.pq"), format("b.feather")], [Some(TableFormat::Parquet), Some(TableFormat::Arrow)]);
        assert_eq!([format("csv"), format("b.list"), format("b.txt"), format("b.gz")], [None; 4]);
    }
}
