//! The inputs of `qedoku batch`: files and standard input, read one after the other as one table.

use std::fs::{self, File};
use std::io::{Read, Seek};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, bail};
use qedoku_batch::{ChunkLimit, InputIdentity, Layout, RowChunk, TableError, TableFormat, TableOptions, TableReader};

use crate::compression::{self, OpenedInput};
use crate::input_stream::InputProgress;
use crate::missing_file;

/// The tables of all inputs.
pub(crate) struct TableInputs<'a> {
    rest: std::slice::Iter<'a, String>,
    options: &'a TableOptions,
    current: Option<(&'a str, TableReader)>,
    /// The first input and its columns.
    first: (&'a str, Arc<Layout>),
    bytes_read: Arc<AtomicU64>,
    is_compressed: bool,
    total: Option<u64>,
}

/// The name of an input in messages.
fn display_name(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// The identities of the inputs. A missing one is an error.
pub(crate) fn identities(paths: &[String]) -> Result<Vec<InputIdentity>> {
    paths.iter().map(|path| identity(path)).collect()
}

fn identity(path: &str) -> Result<InputIdentity> {
    let unknown = InputIdentity { path: path.to_owned(), size: None, modified: None };
    if path == "-" {
        return Ok(unknown);
    }
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(_) if !Path::new(path).exists() => {
            bail!("{}", missing_file::message(path).unwrap_or_else(|| format!("no file {path}")))
        }
        Err(error) => return Err(error).with_context(|| path.to_owned()),
    };
    if metadata.is_dir() {
        bail!("{path} is a folder: name the files in it ({path}/*)");
    }
    if !metadata.is_file() {
        return Ok(unknown);
    }
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    Ok(InputIdentity { size: Some(metadata.len()), modified: modified.map(|time| time.as_nanos()), ..unknown })
}

impl<'a> TableInputs<'a> {
    /// Opens the first input.
    pub(crate) fn open(
        paths: &'a [String],
        identities: &[InputIdentity],
        options: &'a TableOptions,
    ) -> Result<TableInputs<'a>> {
        let mut rest = paths.iter();
        let first = rest.next().context("no INPUT")?;
        let bytes_read = Arc::default();
        let (reader, is_compressed) = open_table(first, options, &bytes_read)?;
        let total = identities.iter().map(|identity| identity.size).sum();
        let layout = Arc::clone(reader.layout());
        let current = Some((first.as_str(), reader));
        Ok(TableInputs { rest, options, current, first: (first, layout), bytes_read, is_compressed, total })
    }

    /// The columns of all inputs.
    pub(crate) fn layout(&self) -> &Arc<Layout> {
        &self.first.1
    }

    /// How much has been read; the value is shared with this one.
    pub(crate) fn progress(&self) -> InputProgress {
        InputProgress::new(&self.bytes_read, self.total, self.is_compressed)
    }

    /// The next rows; `None` at the end of the last input.
    pub(crate) fn next_chunk(&mut self, limit: ChunkLimit) -> Result<Option<RowChunk>> {
        loop {
            if let Some((name, reader)) = &mut self.current {
                match reader.next_chunk(limit).map_err(into_error).with_context(|| display_name(name).to_owned())? {
                    Some(chunk) => return Ok(Some(chunk)),
                    None => self.current = None,
                }
            }
            let Some(path) = self.rest.next() else { return Ok(None) };
            let (reader, _) = open_table(path, self.options, &self.bytes_read)?;
            if !reader.layout().has_columns_of(&self.first.1) {
                let (other, first) = (reader.layout().describe_columns(), self.first.1.describe_columns());
                bail!(
                    "{} has other columns than {}: {other} instead of {first}",
                    display_name(path),
                    display_name(self.first.0)
                );
            }
            self.current = Some((path, reader));
        }
    }
}

fn open_table(path: &str, options: &TableOptions, bytes_read: &Arc<AtomicU64>) -> Result<(TableReader, bool)> {
    let name = || display_name(path).to_owned();
    if let Some(file) = open_parquet(path).with_context(name)? {
        let reader = TableReader::open_parquet(file, Arc::clone(bytes_read), options);
        // Columns are compressed, so progress is what has been read of the file.
        return Ok((reader.map_err(into_error).with_context(name)?, true));
    }
    let OpenedInput { reader, is_compressed } = compression::open_table(path, bytes_read).with_context(name)?;
    // The extension of a table is trusted: a CSV file of one column looks like a list.
    let by_name = TableFormat::from_path(Path::new(path));
    let by_name = by_name.filter(|format| !matches!(format, TableFormat::Npy) && path != "-");
    let options = TableOptions { format: options.format.or(by_name), ..options.clone() };
    let reader = TableReader::open(reader, &options).map_err(into_error).with_context(name)?;
    Ok((reader, is_compressed))
}

/// The file, if it is a Parquet file, which is read with random access.
fn open_parquet(path: &str) -> Result<Option<File>> {
    if path == "-" || !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path)?;
    let mut start = Vec::new();
    file.by_ref().take(4).read_to_end(&mut start)?;
    file.rewind()?;
    Ok((TableFormat::columnar_from_start(&start) == Some(TableFormat::Parquet)).then_some(file))
}

/// Keeps the cause of an interrupted read.
fn into_error(error: TableError) -> anyhow::Error {
    match error {
        TableError::Io(error) => error.into(),
        other => other.into(),
    }
}
