//! [`OutputColumns`]: rows and results as record batches.
//!
//! The columns of a Parquet or Arrow input stay as they are. Those of other formats are strings, except for numbers and truth values of
//! JSON Lines. Results are strings, `int32` (Spark reads no unsigned integers), `double` and lists of strings.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int32Array, Int64Array, RecordBatch, StringArray};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use arrow_select::filter::filter_record_batch;

use crate::columns::{AddedColumn, ResultColumn, Results, TextValues, Values};
use crate::json_lines::JsonType;
use crate::layout::Layout;
use crate::rows::{FieldValue, Rows};
use crate::{Labeller, TableError};

/// The columns of an output.
#[derive(Clone, Debug)]
pub(crate) struct OutputColumns {
    schema: SchemaRef,
    /// The number of columns of the input.
    inputs: usize,
    /// Columns of puzzles and grids, whose values hardly repeat.
    pub(super) grids: Vec<String>,
}

impl OutputColumns {
    /// The columns of tables with this layout, and results with these names, which differ from all others.
    pub(crate) fn new(layout: &Layout, labeller: &Labeller, names: &[String]) -> OutputColumns {
        let mut fields: Vec<Arc<Field>> = match &layout.schema {
            Some(schema) => schema.fields().to_vec(),
            None => text_fields(layout),
        };
        let inputs = fields.len();
        let types = labeller.columns().iter().flat_map(|column| result_types(*column, labeller.count_limit));
        let types = types.chain([DataType::Utf8]);
        fields.extend(names.iter().zip(types).map(|(name, data_type)| Arc::new(Field::new(name, data_type, true))));
        let metadata = layout.schema.as_ref().map(|schema| schema.metadata().clone()).unwrap_or_default();
        let is_grid = |name: &&String| name.starts_with("solution") || name.starts_with("canonical");
        let mut grids: Vec<String> = names.iter().filter(is_grid).cloned().collect();
        grids.push(fields[layout.puzzle].name().clone());
        OutputColumns { schema: Arc::new(Schema::new_with_metadata(fields, metadata)), inputs, grids }
    }

    pub(super) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The rows that `keep` selects, with their results.
    pub(crate) fn batch(
        &self,
        rows: &Rows<'_>,
        results: &Results,
        keep: impl Fn(usize) -> bool,
    ) -> Result<RecordBatch, TableError> {
        let mut arrays = match rows.batch {
            Some(batch) => batch.columns().to_vec(),
            None => self.text_arrays(rows),
        };
        for (column, field) in results.columns.iter().zip(&self.schema.fields()[self.inputs..]) {
            arrays.push(result_array(column, field.data_type())?);
        }
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), arrays).map_err(|error| to_error(&error))?;
        let is_kept: BooleanArray = (0..rows.len()).map(|row| Some(keep(row))).collect();
        if is_kept.true_count() == rows.len() {
            return Ok(batch);
        }
        filter_record_batch(&batch, &is_kept).map_err(|error| to_error(&error))
    }

    /// The columns of a text format.
    fn text_arrays(&self, rows: &Rows<'_>) -> Vec<ArrayRef> {
        let fields = &self.schema.fields()[..self.inputs];
        let mut columns: Vec<TextColumn> = fields.iter().map(|field| TextColumn::new(field.data_type())).collect();
        for row in 0..rows.len() {
            for (column, value) in columns.iter_mut().zip(rows.values(row)) {
                column.push(&value);
            }
        }
        columns.into_iter().map(TextColumn::finish).collect()
    }
}

fn to_error(error: &arrow_schema::ArrowError) -> TableError {
    TableError::Format(error.to_string())
}

/// The fields of a text format. Names that repeat get a number: most readers refuse them.
fn text_fields(layout: &Layout) -> Vec<Arc<Field>> {
    let mut known = Vec::new();
    let field = |(index, name): (usize, &String)| {
        let data_type = match layout.json_types.get(index) {
            Some(JsonType::Boolean) => DataType::Boolean,
            Some(JsonType::Integer) => DataType::Int64,
            Some(JsonType::Number) => DataType::Float64,
            Some(JsonType::Text) | None => DataType::Utf8,
        };
        Arc::new(Field::new(crate::writer::free_name(name, &mut known), data_type, true))
    };
    layout.names.iter().enumerate().map(field).collect()
}

/// The types of the columns that an added column consists of.
fn result_types(column: AddedColumn, count_limit: u64) -> Vec<DataType> {
    let item = Field::new_list_field(DataType::Utf8, true);
    match column {
        AddedColumn::Count if i32::try_from(count_limit).is_err() => vec![DataType::Int64],
        AddedColumn::Count | AddedColumn::Rating | AddedColumn::Steps | AddedColumn::Givens => vec![DataType::Int32],
        AddedColumn::Se => vec![DataType::Float64, DataType::Utf8],
        AddedColumn::Techniques => vec![DataType::List(Arc::new(item))],
        _ => vec![DataType::Utf8],
    }
}

fn result_array(column: &ResultColumn, data_type: &DataType) -> Result<ArrayRef, TableError> {
    Ok(match &column.values {
        Values::Text(texts) => Arc::new(string_array(texts)?),
        Values::Integer(numbers) if *data_type == DataType::Int64 => Arc::new(Int64Array::from(numbers.clone())),
        Values::Integer(numbers) => {
            let number = |number: &Option<i64>| number.and_then(|number| i32::try_from(number).ok());
            Arc::new(numbers.iter().map(number).collect::<Int32Array>())
        }
        Values::Tenths(numbers) => {
            let number = |tenths: &Option<u32>| tenths.map(|tenths| f64::from(tenths) / 10.0);
            Arc::new(numbers.iter().map(number).collect::<Float64Array>())
        }
        Values::List(texts) => {
            let mut lists = ListBuilder::new(StringBuilder::new());
            for row in 0..texts.len() {
                if let Some(text) = texts.get(row) {
                    let text = String::from_utf8_lossy(text);
                    text.split("; ").filter(|part| !part.is_empty()).for_each(|part| lists.values().append_value(part));
                }
                lists.append(texts.get(row).is_some());
            }
            Arc::new(lists.finish())
        }
    })
}

/// Texts as an array: the bytes are copied once.
fn string_array(texts: &TextValues) -> Result<StringArray, TableError> {
    let (bytes, ends) = texts.parts();
    let offsets = OffsetBuffer::from_lengths((0..ends.len()).map(|row| {
        let start = row.checked_sub(1).map_or(0, |before| ends[before].0);
        ends[row].0 - start
    }));
    let has_nulls = ends.iter().any(|(_, is_some)| !is_some);
    let nulls = has_nulls.then(|| ends.iter().map(|(_, is_some)| *is_some).collect::<NullBuffer>());
    StringArray::try_new(offsets, Buffer::from(bytes), nulls).map_err(|error| to_error(&error))
}

/// A column of a text format.
enum TextColumn {
    Text(StringBuilder),
    Boolean(BooleanBuilder),
    Integer(Int64Builder),
    Number(Float64Builder),
}

impl TextColumn {
    fn new(data_type: &DataType) -> TextColumn {
        match data_type {
            DataType::Boolean => TextColumn::Boolean(BooleanBuilder::new()),
            DataType::Int64 => TextColumn::Integer(Int64Builder::new()),
            DataType::Float64 => TextColumn::Number(Float64Builder::new()),
            _ => TextColumn::Text(StringBuilder::new()),
        }
    }

    /// Appends a value; a null if it has another type, in which case the row has an error.
    fn push(&mut self, value: &FieldValue<'_>) {
        let json = if let FieldValue::Json(json) = value { &**json } else { "" };
        match self {
            TextColumn::Boolean(column) => column.append_option(json.parse().ok()),
            TextColumn::Integer(column) => column.append_option(json.parse().ok()),
            TextColumn::Number(column) => column.append_option(json.parse().ok()),
            TextColumn::Text(column) => column.append_option(text_of(value)),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            TextColumn::Text(mut column) => Arc::new(column.finish()),
            TextColumn::Boolean(mut column) => Arc::new(column.finish()),
            TextColumn::Integer(mut column) => Arc::new(column.finish()),
            TextColumn::Number(mut column) => Arc::new(column.finish()),
        }
    }
}

/// A value as text: the content of a string, and the text of other values.
fn text_of<'v>(value: &'v FieldValue<'_>) -> Option<Cow<'v, str>> {
    match value {
        FieldValue::Missing => None,
        FieldValue::Text(text) => Some(String::from_utf8_lossy(text)),
        FieldValue::Json(json) if json == "null" => None,
        FieldValue::Json(json) => Some(serde_json::from_str::<String>(json).map_or(Cow::Borrowed(&**json), Cow::Owned)),
    }
}

/// The fields of a schema with their types, for messages.
pub(crate) fn describe(fields: &Fields) -> String {
    let field = |field: &Arc<Field>| format!("{}: {}", field.name(), field.data_type());
    fields.iter().map(field).collect::<Vec<_>>().join(", ")
}
