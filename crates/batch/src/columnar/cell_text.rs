//! Values of Arrow arrays as JSON, for output in text formats.
//!
//! | type | JSON |
//! |---|---|
//! | integers, floats, decimals | a number; `"NaN"`, `"inf"`, `"-inf"` |
//! | strings; binary | a string; hexadecimal digits if it is not UTF-8 |
//! | dates, times, timestamps | a string as in ISO 8601, with `Z` if there is a time zone |
//! | lists; structs and maps | an array; an object |
//! | dictionaries | the value |

use std::io::Write as _;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, DurationMicrosecondType,
    DurationMillisecondType, DurationNanosecondType, DurationSecondType, Float16Type, Float32Type, Float64Type,
    Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType,
};
use arrow_array::{Array, ArrayRef, RecordBatch, downcast_integer_array};
use arrow_schema::{DataType, Schema, TimeUnit};
use chrono::NaiveDateTime;

use crate::json_lines::write_string;
use crate::rows::FieldValue;

/// The first column whose type has no text, with its type.
pub(crate) fn unsupported_column(schema: &Schema) -> Option<(&str, &DataType)> {
    let fields = schema.fields().iter();
    let mut fields = fields.filter(|field| !has_text(field.data_type()));
    fields.next().map(|field| (field.name().as_str(), field.data_type()))
}

fn has_text(data_type: &DataType) -> bool {
    match data_type {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => has_text(field.data_type()),
        DataType::Struct(fields) => fields.iter().all(|field| has_text(field.data_type())),
        DataType::Dictionary(_, values) => has_text(values),
        DataType::Interval(_)
        | DataType::Union(..)
        | DataType::RunEndEncoded(..)
        | DataType::ListView(_)
        | DataType::LargeListView(_) => false,
        _ => true,
    }
}

/// A value for another format.
pub(crate) fn value_text(batch: &RecordBatch, column: usize, row: usize) -> FieldValue<'_> {
    let array = batch.column(column);
    if array.is_null(row) {
        return FieldValue::Missing;
    }
    match array.data_type() {
        DataType::Utf8 => FieldValue::Text(array.as_string::<i32>().value(row).as_bytes().into()),
        DataType::LargeUtf8 => FieldValue::Text(array.as_string::<i64>().value(row).as_bytes().into()),
        _ => {
            let mut json = Vec::new();
            write_json(array, row, &mut json);
            FieldValue::Json(String::from_utf8_lossy(&json).into_owned().into())
        }
    }
}

/// Appends a value.
fn write_json(array: &ArrayRef, row: usize, out: &mut Vec<u8>) {
    if array.is_null(row) {
        out.extend(b"null");
        return;
    }
    match array.data_type() {
        DataType::Boolean => write_display(array.as_boolean().value(row), out),
        DataType::Float16 => write_float(f64::from(array.as_primitive::<Float16Type>().value(row)), out),
        DataType::Float32 => match array.as_primitive::<Float32Type>().value(row) {
            // The shortest text of an f32 is not that of the same number as f64.
            number if number.is_finite() => write_display(format_args!("{number:?}"), out),
            number => write_float(number.into(), out),
        },
        DataType::Float64 => write_float(array.as_primitive::<Float64Type>().value(row), out),
        DataType::Decimal32(..) => write_display(array.as_primitive::<Decimal32Type>().value_as_string(row), out),
        DataType::Decimal64(..) => write_display(array.as_primitive::<Decimal64Type>().value_as_string(row), out),
        DataType::Decimal128(..) => write_display(array.as_primitive::<Decimal128Type>().value_as_string(row), out),
        DataType::Decimal256(..) => write_display(array.as_primitive::<Decimal256Type>().value_as_string(row), out),
        DataType::Utf8 => write_string(array.as_string::<i32>().value(row).as_bytes(), out),
        DataType::LargeUtf8 => write_string(array.as_string::<i64>().value(row).as_bytes(), out),
        DataType::Utf8View => write_string(array.as_string_view().value(row).as_bytes(), out),
        DataType::Binary => write_binary(array.as_binary::<i32>().value(row), out),
        DataType::LargeBinary => write_binary(array.as_binary::<i64>().value(row), out),
        DataType::BinaryView => write_binary(array.as_binary_view().value(row), out),
        DataType::FixedSizeBinary(_) => write_binary(array.as_fixed_size_binary().value(row), out),
        DataType::List(_) => write_list(&array.as_list::<i32>().value(row), out),
        DataType::LargeList(_) => write_list(&array.as_list::<i64>().value(row), out),
        DataType::FixedSizeList(..) => write_list(&array.as_fixed_size_list().value(row), out),
        DataType::Struct(fields) => {
            let columns = array.as_struct().columns();
            write_object(fields.iter().map(|field| field.name().as_bytes().to_vec()).zip(columns), row, out);
        }
        DataType::Map(..) => write_map(array, row, out),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            write_json(dictionary.values(), key(dictionary.keys(), row), out);
        }
        DataType::Duration(_) => write_duration(array, row, out),
        data_type if data_type.is_temporal() => write_time(array, row, out),
        _ => write_integer(array, row, out),
    }
}

fn write_display(value: impl std::fmt::Display, out: &mut Vec<u8>) {
    write!(out, "{value}").expect("writing to memory never fails");
}

fn write_float(number: f64, out: &mut Vec<u8>) {
    if number.is_finite() {
        write_display(format_args!("{number:?}"), out);
    } else {
        write_display(format_args!("\"{number}\""), out);
    }
}

fn write_binary(bytes: &[u8], out: &mut Vec<u8>) {
    if std::str::from_utf8(bytes).is_ok() {
        write_string(bytes, out);
    } else {
        out.push(b'"');
        for byte in bytes {
            write_display(format_args!("{byte:02x}"), out);
        }
        out.push(b'"');
    }
}

fn write_list(values: &ArrayRef, out: &mut Vec<u8>) {
    out.push(b'[');
    for index in 0..values.len() {
        if index > 0 {
            out.push(b',');
        }
        write_json(values, index, out);
    }
    out.push(b']');
}

fn write_object<'a>(fields: impl Iterator<Item = (Vec<u8>, &'a ArrayRef)>, row: usize, out: &mut Vec<u8>) {
    out.push(b'{');
    for (number, (name, values)) in fields.enumerate() {
        if number > 0 {
            out.push(b',');
        }
        write_string(&name, out);
        out.push(b':');
        write_json(values, row, out);
    }
    out.push(b'}');
}

/// A map is an object whose keys are the texts of the keys.
fn write_map(array: &ArrayRef, row: usize, out: &mut Vec<u8>) {
    let entries = array.as_map().value(row);
    out.push(b'{');
    for index in 0..entries.len() {
        if index > 0 {
            out.push(b',');
        }
        let mut key = Vec::new();
        write_json(entries.column(0), index, &mut key);
        if key.starts_with(b"\"") {
            out.extend(key);
        } else {
            write_string(&key, out);
        }
        out.push(b':');
        write_json(entries.column(1), index, out);
    }
    out.push(b'}');
}

/// The number of units.
fn write_duration(array: &ArrayRef, row: usize, out: &mut Vec<u8>) {
    let units = match array.data_type() {
        DataType::Duration(TimeUnit::Second) => array.as_primitive::<DurationSecondType>().value(row),
        DataType::Duration(TimeUnit::Millisecond) => array.as_primitive::<DurationMillisecondType>().value(row),
        DataType::Duration(TimeUnit::Microsecond) => array.as_primitive::<DurationMicrosecondType>().value(row),
        _ => array.as_primitive::<DurationNanosecondType>().value(row),
    };
    write_display(units, out);
}

/// A date, a time, or both; null if it is beyond the calendar of the library.
fn write_time(array: &ArrayRef, row: usize, out: &mut Vec<u8>) {
    let text = match array.data_type() {
        DataType::Date32 => array.as_primitive::<Date32Type>().value_as_date(row).map(|date| date.to_string()),
        DataType::Date64 => array.as_primitive::<Date64Type>().value_as_date(row).map(|date| date.to_string()),
        DataType::Time32(TimeUnit::Second) => {
            array.as_primitive::<Time32SecondType>().value_as_time(row).map(|time| time.to_string())
        }
        DataType::Time32(_) => {
            array.as_primitive::<Time32MillisecondType>().value_as_time(row).map(|time| time.to_string())
        }
        DataType::Time64(TimeUnit::Microsecond) => {
            array.as_primitive::<Time64MicrosecondType>().value_as_time(row).map(|time| time.to_string())
        }
        DataType::Time64(_) => {
            array.as_primitive::<Time64NanosecondType>().value_as_time(row).map(|time| time.to_string())
        }
        DataType::Timestamp(unit, zone) => {
            let suffix = if zone.is_some() { "Z" } else { "" };
            instant(array, row, *unit).map(|time| format!("{time:?}{suffix}"))
        }
        _ => None,
    };
    match text {
        Some(text) => write_string(text.as_bytes(), out),
        None => out.extend(b"null"),
    }
}

/// A timestamp; in UTC if it has a time zone.
fn instant(array: &ArrayRef, row: usize, unit: TimeUnit) -> Option<NaiveDateTime> {
    match unit {
        TimeUnit::Second => array.as_primitive::<TimestampSecondType>().value_as_datetime(row),
        TimeUnit::Millisecond => array.as_primitive::<TimestampMillisecondType>().value_as_datetime(row),
        TimeUnit::Microsecond => array.as_primitive::<TimestampMicrosecondType>().value_as_datetime(row),
        TimeUnit::Nanosecond => array.as_primitive::<TimestampNanosecondType>().value_as_datetime(row),
    }
}

/// A key of a dictionary, which is the index of a value and so never negative.
fn key(keys: &dyn Array, row: usize) -> usize {
    downcast_integer_array! {
        keys => keys.value(row) as usize,
        _ => 0
    }
}

fn write_integer(array: &ArrayRef, row: usize, out: &mut Vec<u8>) {
    let array: &dyn Array = array;
    downcast_integer_array! {
        array => write_display(array.value(row), out),
        _ => out.extend(b"null")
    }
}
