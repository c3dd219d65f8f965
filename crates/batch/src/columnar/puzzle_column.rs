//! [`PuzzleColumn`]: the puzzles of an Arrow array, as text.
//!
//! | type | puzzle |
//! |---|---|
//! | `string`, `large_string`, `string_view` | the text, without a copy |
//! | `binary`, `large_binary`, `binary_view`, `fixed_size_binary` | the text; bytes 0 to 9 are digits |
//! | `list`, `large_list`, `fixed_size_list` of integers, nested or not | the cells; 0 and null are blanks |
//! | `dictionary` of these | the value of the key |

use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, LargeBinaryArray, LargeStringArray,
    StringArray, StringViewArray, downcast_integer_array,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

use crate::columns::TextValues;
use crate::json_lines::join_cells;

/// The puzzles of a column.
pub(crate) enum PuzzleColumn {
    String(StringArray),
    LargeString(LargeStringArray),
    StringView(StringViewArray),
    Binary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    BinaryView(BinaryViewArray),
    FixedBinary(FixedSizeBinaryArray),
    /// Texts that were made of cells.
    Cells(TextValues),
    /// The value of each row, and which rows have one.
    Dictionary(Vec<usize>, Option<NullBuffer>, Box<PuzzleColumn>),
}

impl Default for PuzzleColumn {
    fn default() -> PuzzleColumn {
        PuzzleColumn::Cells(TextValues::default())
    }
}

impl PuzzleColumn {
    /// The puzzles of an array; `None` for a type that cannot hold puzzles.
    pub(crate) fn new(array: &ArrayRef) -> Option<PuzzleColumn> {
        let column = match array.data_type() {
            DataType::Utf8 => PuzzleColumn::String(array.as_string().clone()),
            DataType::LargeUtf8 => PuzzleColumn::LargeString(array.as_string().clone()),
            DataType::Utf8View => PuzzleColumn::StringView(array.as_string_view().clone()),
            DataType::Binary => PuzzleColumn::Binary(array.as_binary().clone()),
            DataType::LargeBinary => PuzzleColumn::LargeBinary(array.as_binary().clone()),
            DataType::BinaryView => PuzzleColumn::BinaryView(array.as_binary_view().clone()),
            DataType::FixedSizeBinary(_) => PuzzleColumn::FixedBinary(array.as_fixed_size_binary().clone()),
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                let has_values = !dictionary.values().is_empty();
                let keys = if has_values { dictionary.normalized_keys() } else { vec![0; array.len()] };
                let values = PuzzleColumn::new(dictionary.values())?;
                PuzzleColumn::Dictionary(keys, array.logical_nulls(), Box::new(values))
            }
            _ => PuzzleColumn::Cells(cell_texts(array)?),
        };
        let is_binary = matches!(
            column,
            PuzzleColumn::Binary(_)
                | PuzzleColumn::LargeBinary(_)
                | PuzzleColumn::BinaryView(_)
                | PuzzleColumn::FixedBinary(_)
        );
        Some(if is_binary { column.with_digits_as_text(array.len()) } else { column })
    }

    /// The text of a row; `None` for a null.
    pub(crate) fn get(&self, row: usize) -> Option<&[u8]> {
        // The value, unless it is null.
        macro_rules! value {
            ($array:expr) => {
                $array.is_valid(row).then(|| $array.value(row).as_ref())
            };
        }
        match self {
            PuzzleColumn::String(array) => value!(array),
            PuzzleColumn::LargeString(array) => value!(array),
            PuzzleColumn::StringView(array) => value!(array),
            PuzzleColumn::Binary(array) => value!(array),
            PuzzleColumn::LargeBinary(array) => value!(array),
            PuzzleColumn::BinaryView(array) => value!(array),
            PuzzleColumn::FixedBinary(array) => value!(array),
            PuzzleColumn::Cells(texts) => texts.get(row),
            PuzzleColumn::Dictionary(keys, nulls, values) => {
                let is_valid = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
                if is_valid { values.get(keys[row]) } else { None }
            }
        }
    }

    /// Converts bytes 0 to 9 to symbols, if there are such puzzles. No text consists of these bytes.
    fn with_digits_as_text(self, rows: usize) -> PuzzleColumn {
        let are_digits = |bytes: &[u8]| !bytes.is_empty() && bytes.iter().all(|byte| *byte <= 9);
        if !(0..rows).any(|row| self.get(row).is_some_and(are_digits)) {
            return self;
        }
        let mut texts = TextValues::with_capacity(rows, 81);
        for row in 0..rows {
            match self.get(row) {
                Some(bytes) if are_digits(bytes) => texts.push_digits(bytes),
                Some(bytes) => texts.push(bytes),
                None => texts.push_null(),
            }
        }
        PuzzleColumn::Cells(texts)
    }
}

/// The cells of each row as text; `None` if the values are not lists of integers or strings.
fn cell_texts(array: &ArrayRef) -> Option<TextValues> {
    let (leaves, _) = leaf_range(array, 0, 0)?;
    let cells = Leaves::new(&leaves)?;
    let mut texts = TextValues::with_capacity(array.len(), 81);
    for row in 0..array.len() {
        if array.is_null(row) {
            texts.push_null();
        } else {
            let (_, range) = leaf_range(array, row, row + 1)?;
            cells.push_text(range, &mut texts);
        }
    }
    Some(texts)
}

/// The innermost values of a range of lists, which are a range as well; `None` for a type without lists.
fn leaf_range(array: &ArrayRef, start: usize, end: usize) -> Option<(ArrayRef, std::ops::Range<usize>)> {
    let (values, start, end) = match array.data_type() {
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            let offsets = list.value_offsets();
            (list.values(), offsets[start] as usize, offsets[end] as usize)
        }
        DataType::LargeList(_) => {
            let list = array.as_list::<i64>();
            let offsets = list.value_offsets();
            (list.values(), offsets[start] as usize, offsets[end] as usize)
        }
        DataType::FixedSizeList(_, width) => {
            let width = *width as usize;
            (array.as_fixed_size_list().values(), start * width, end * width)
        }
        _ => return None,
    };
    leaf_range(values, start, end).or_else(|| Some((values.clone(), start..end)))
}

/// The cells of all rows.
enum Leaves {
    /// A null is 0. Every type of integer fits.
    Numbers(Vec<i128>),
    Symbols(PuzzleColumn),
}

impl Leaves {
    fn new(array: &ArrayRef) -> Option<Leaves> {
        let is_text = matches!(array.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
        if is_text {
            return PuzzleColumn::new(array).map(Leaves::Symbols);
        }
        let array: &dyn Array = array;
        let numbers = downcast_integer_array! {
            array => array.iter().map(|cell| cell.map_or(0, i128::from)).collect(),
            _ => return None
        };
        Some(Leaves::Numbers(numbers))
    }

    fn push_text(&self, range: std::ops::Range<usize>, texts: &mut TextValues) {
        match self {
            Leaves::Numbers(numbers) => {
                let cells = &numbers[range];
                if cells.len() <= 81 && cells.iter().all(|cell| (0..=9).contains(cell)) {
                    let digits: Vec<u8> = cells.iter().map(|cell| *cell as u8).collect();
                    texts.push_digits(&digits);
                } else {
                    let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
                    texts.push(join_cells(&cells).as_bytes());
                }
            }
            Leaves::Symbols(symbols) => {
                let symbol = |index| match symbols.get(index) {
                    None | Some(b"" | b" ") => ".".to_owned(),
                    Some(text) => String::from_utf8_lossy(text).into_owned(),
                };
                let cells: Vec<String> = range.map(symbol).collect();
                texts.push(join_cells(&cells).as_bytes());
            }
        }
    }
}
