//! Columns of puzzles from Arrow, and columns of results to Arrow (the C data interface, without pyarrow).

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, LargeBinaryArray, LargeStringArray,
    StringArray, StringViewArray, UInt8Array,
};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, FieldRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyArray;

use crate::rows::Row;

/// The type of puzzles in results, which follows that of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PuzzleType {
    /// `string`: 32-bit offsets, enough for 26.5 million classic puzzles per batch.
    String,
    /// `large_string`, for inputs that may exceed the offsets of `string`.
    LargeString,
    /// `fixed_size_list<uint8>` of this many cells.
    Digits(usize),
}

/// An array of puzzles, shared with its owner.
#[derive(Clone)]
pub(crate) enum ColumnReader {
    String(StringArray),
    LargeString(LargeStringArray),
    StringView(StringViewArray),
    Binary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    BinaryView(BinaryViewArray),
    FixedBinary(FixedSizeBinaryArray),
    /// Cells of all rows, cells per row, validity of the rows.
    Digits(UInt8Array, usize, Option<NullBuffer>),
    /// The value of each row, and the validity of the rows.
    Dictionary(Arc<Vec<usize>>, Option<NullBuffer>, Box<ColumnReader>),
}

impl ColumnReader {
    pub(crate) fn new(array: &dyn Array) -> PyResult<ColumnReader> {
        let unsupported = || {
            let message = format!(
                "expected a column of strings, binary, or fixed_size_list<uint8>, or a dictionary of them, found {}",
                array.data_type()
            );
            PyTypeError::new_err(message)
        };
        Ok(match array.data_type() {
            DataType::Utf8 => ColumnReader::String(array.as_string().clone()),
            DataType::LargeUtf8 => ColumnReader::LargeString(array.as_string().clone()),
            DataType::Utf8View => ColumnReader::StringView(array.as_string_view().clone()),
            DataType::Binary => ColumnReader::Binary(array.as_binary().clone()),
            DataType::LargeBinary => ColumnReader::LargeBinary(array.as_binary().clone()),
            DataType::BinaryView => ColumnReader::BinaryView(array.as_binary_view().clone()),
            DataType::FixedSizeBinary(_) => ColumnReader::FixedBinary(array.as_fixed_size_binary().clone()),
            DataType::FixedSizeList(field, width) if *field.data_type() == DataType::UInt8 => {
                let list = array.as_fixed_size_list();
                let cells = list.values().as_primitive::<UInt8Type>();
                // A null cell is an open cell. (The cells of a null row are null too, and are not read.)
                let cells = match cells.null_count() {
                    0 => cells.clone(),
                    _ => cells.iter().map(Option::unwrap_or_default).collect(),
                };
                ColumnReader::Digits(cells, *width as usize, list.nulls().cloned())
            }
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                let keys =
                    if dictionary.values().is_empty() { vec![0; array.len()] } else { dictionary.normalized_keys() };
                let values = ColumnReader::new(dictionary.values())?;
                ColumnReader::Dictionary(Arc::new(keys), dictionary.keys().nulls().cloned(), Box::new(values))
            }
            _ => return Err(unsupported()),
        })
    }

    pub(crate) fn row(&self, index: usize) -> Row<'_> {
        let is_null = match self {
            ColumnReader::String(array) => array.is_null(index),
            ColumnReader::LargeString(array) => array.is_null(index),
            ColumnReader::StringView(array) => array.is_null(index),
            ColumnReader::Binary(array) => array.is_null(index),
            ColumnReader::LargeBinary(array) => array.is_null(index),
            ColumnReader::BinaryView(array) => array.is_null(index),
            ColumnReader::FixedBinary(array) => array.is_null(index),
            ColumnReader::Digits(_, _, nulls) | ColumnReader::Dictionary(_, nulls, _) => {
                nulls.as_ref().is_some_and(|nulls| nulls.is_null(index))
            }
        };
        if is_null {
            return Row::Missing;
        }
        Row::Text(match self {
            ColumnReader::String(array) => array.value(index).as_bytes(),
            ColumnReader::LargeString(array) => array.value(index).as_bytes(),
            ColumnReader::StringView(array) => array.value(index).as_bytes(),
            ColumnReader::Binary(array) => array.value(index),
            ColumnReader::LargeBinary(array) => array.value(index),
            ColumnReader::BinaryView(array) => array.value(index),
            ColumnReader::FixedBinary(array) => array.value(index),
            ColumnReader::Digits(cells, width, _) => {
                return Row::Digits(&cells.values()[index * width..(index + 1) * width]);
            }
            ColumnReader::Dictionary(keys, _, values) => return values.row(keys[index]),
        })
    }

    /// The number of cells of each row, if all rows have the same.
    pub(crate) fn cells(&self) -> Option<usize> {
        if let ColumnReader::Digits(_, width, _) = self { Some(*width) } else { None }
    }
}

/// The type of puzzles in the results for a column of this type.
pub(crate) fn puzzle_type(data_type: &DataType) -> PuzzleType {
    match data_type {
        DataType::Utf8 | DataType::Binary => PuzzleType::String,
        DataType::FixedSizeList(_, width) => PuzzleType::Digits(*width as usize),
        _ => PuzzleType::LargeString,
    }
}

/// The arrays of an Arrow object, and whether they were one array rather than a stream.
pub(crate) fn import_column(object: &Bound<'_, PyAny>) -> PyResult<(Vec<ArrayRef>, FieldRef, bool)> {
    match object.extract::<AnyArray>()? {
        AnyArray::Array(array) => {
            let (array, field) = array.into_inner();
            Ok((vec![array], field, true))
        }
        stream @ AnyArray::Stream(_) => {
            let (chunks, field) = stream.into_chunked_array()?.into_inner();
            Ok((chunks, field, false))
        }
    }
}

/// A column of results. Every library that supports the Arrow `PyCapsule` interface imports it without a copy.
#[pyclass(name = "ArrowColumn", module = "qedoku", frozen)]
pub(crate) struct ArrowColumn {
    pub(crate) chunks: Vec<ArrayRef>,
    pub(crate) field: FieldRef,
    /// Whether the input was one array.
    pub(crate) is_array: bool,
}

#[pymethods]
impl ArrowColumn {
    /// Whether the input was one array, so that this is one too.
    #[getter]
    fn is_array(&self) -> bool {
        self.is_array
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(Array::len).sum()
    }

    fn __repr__(&self) -> String {
        format!("<qedoku.ArrowColumn of {} rows, {}>", self.__len__(), self.field.data_type())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.field.as_ref())?)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let [chunk] = &self.chunks[..] else {
            return Err(PyValueError::new_err("the column has several chunks: use __arrow_c_stream__"));
        };
        Ok(to_array_pycapsules(py, self.field.clone(), chunk, requested_schema)?)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let chunks = self.chunks.clone().into_iter().map(Ok);
        let reader = Box::new(ArrayIterator::new(chunks, self.field.clone()));
        Ok(to_stream_pycapsule(py, reader, requested_schema)?)
    }
}
