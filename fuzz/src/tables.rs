//! Table readers: whatever the bytes are, every row of the input is a row of the output, and JSON Lines are read back.
//!
//! The first byte chooses the format of the input, or that it is detected. Parquet and Arrow are left out: their decoders panic for some
//! damaged files, which `qedoku-batch` turns into errors, but libFuzzer ends at the first panic. `crates/cli/tests/columnar.rs`
//! damages such files.

use std::io::Cursor;

use qedoku_batch::{AddedColumn, ChunkLimit, Labeller, TableFormat, TableOptions, TableReader, TableWriter};

/// Reads the input as a table and writes it in each text format, with chunks of two sizes.
pub fn check(data: &[u8]) {
    let Some((first, data)) = data.split_first() else { return };
    let formats = [None, Some(TableFormat::Csv), Some(TableFormat::Tsv), Some(TableFormat::JsonLines)];
    let format = formats[usize::from(*first) % formats.len()];
    let output = [TableFormat::Csv, TableFormat::JsonLines, TableFormat::Tsv][usize::from(*first >> 2) % 3];
    let Some((rows, text)) = convert(data, format, output, ChunkLimit::default()) else { return };
    let small = convert(data, format, output, ChunkLimit { rows: 3, bytes: 50 });
    assert!(small.as_ref() == Some(&(rows, text.clone())), "the output depends on the size of chunks");
    // The first row of CSV may look like a header when it is read again; JSON Lines have none. A table without a readable row may
    // have no column of puzzles, and is then refused.
    if output == TableFormat::JsonLines
        && let Some((again, _)) = convert(&text, Some(output), output, ChunkLimit::default())
    {
        assert_eq!(again, rows, "rows are lost in {:?}", String::from_utf8_lossy(&text));
    }
}

/// The number of rows, and the table in another format; `None` if it cannot be read.
fn convert(data: &[u8], from: Option<TableFormat>, to: TableFormat, limit: ChunkLimit) -> Option<(usize, Vec<u8>)> {
    let options = TableOptions { format: from, ..TableOptions::default() };
    let mut reader = TableReader::open(Box::new(Cursor::new(data.to_vec())), &options).ok()?;
    let labeller = Labeller::new(&[AddedColumn::Givens]);
    let writer = TableWriter::new(to, reader.layout(), &labeller).expect("text formats hold every table");
    let (mut rows, mut text) = (0, writer.header());
    while let Some(chunk) = reader.next_chunk(limit).ok()? {
        let parsed = chunk.rows();
        assert_eq!(parsed.len(), chunk.row_count());
        let results = labeller.label(&parsed).expect("nothing interrupts");
        writer.write(&parsed, &results, |_| true, &mut text).expect("text formats hold every row");
        rows += parsed.len();
    }
    Some((rows, text))
}
