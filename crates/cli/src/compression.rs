//! gzip, zstd and NumPy arrays. They are detected by their first bytes, never by the name of the file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use flate2::bufread::MultiGzDecoder;
use qedoku::formats::npy::{self, NpyReader};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::containers;

/// Opens a file, or standard input if the name is `-`, and decompresses it.
pub(crate) fn open(name: &str) -> Result<Box<dyn BufRead + Send>> {
    match name {
        "-" => decompress(BufReader::with_capacity(1 << 16, io::stdin())).context("standard input"),
        _ => open_file(Path::new(name)),
    }
}

/// Opens a file and decompresses it.
pub(crate) fn open_file(path: &Path) -> Result<Box<dyn BufRead + Send>> {
    let opened = File::open(path).map_err(anyhow::Error::from);
    let reader = opened.and_then(|file| decompress(BufReader::with_capacity(1 << 16, file)));
    reader.with_context(|| path.display().to_string())
}

/// Wraps a reader in the decoder that its first bytes call for. Data is decompressed as it is read, and an array becomes text.
/// Files without text are refused by name.
pub(crate) fn decompress<'a>(mut reader: impl BufRead + Send + 'a) -> Result<Box<dyn BufRead + Send + 'a>> {
    // A pipe may deliver fewer bytes at first than the four of the zstd magic number; gzip needs only two.
    let start = reader.fill_buf()?;
    Ok(match start {
        [0x1f, 0x8b, ..] => array_as_text(buffered(MultiGzDecoder::new(reader))),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => array_as_text(buffered(ZstdReader::BetweenFrames(reader))),
        start if start.starts_with(npy::MAGIC) => buffered(NpyReader::new(reader)),
        start => match containers::describe(start) {
            Some(description) => bail!(description),
            None => Box::new(reader),
        },
    })
}

/// Whether a text that begins with these bytes is compressed.
pub(crate) fn is_compressed(start: &[u8]) -> bool {
    matches!(start, [0x1f, 0x8b, ..] | [0x28, 0xb5, 0x2f, 0xfd, ..])
}

/// Converts a compressed NumPy array. An error of the decoder is reported when the data is read.
fn array_as_text(mut reader: Box<dyn BufRead + Send + '_>) -> Box<dyn BufRead + Send + '_> {
    let is_array = reader.fill_buf().is_ok_and(|start| start.starts_with(npy::MAGIC));
    if is_array { buffered(NpyReader::new(reader)) } else { reader }
}

fn buffered<'a>(reader: impl Read + Send + 'a) -> Box<dyn BufRead + Send + 'a> {
    Box::new(BufReader::with_capacity(1 << 16, reader))
}

/// Decompresses a sequence of zstd frames; the decoder of `ruzstd` stops after one.
enum ZstdReader<R: Read> {
    InFrame(Box<StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>),
    /// Before the next frame, or at the end.
    BetweenFrames(R),
    /// A frame could not be decoded; every further read fails.
    Corrupt,
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            // An early return on an error leaves the state `Corrupt`.
            match std::mem::replace(self, ZstdReader::Corrupt) {
                ZstdReader::InFrame(mut frame) => {
                    let length = frame.read(buffer)?;
                    let at_end = length == 0 && !buffer.is_empty();
                    *self =
                        if at_end { ZstdReader::BetweenFrames(frame.into_inner()) } else { ZstdReader::InFrame(frame) };
                    if !at_end {
                        return Ok(length);
                    }
                }
                ZstdReader::BetweenFrames(mut reader) => {
                    if reader.fill_buf()?.is_empty() {
                        *self = ZstdReader::BetweenFrames(reader);
                        return Ok(0);
                    }
                    let corrupt = |error| io::Error::other(format!("corrupt zstd data: {error}"));
                    *self = ZstdReader::InFrame(Box::new(StreamingDecoder::new(reader).map_err(corrupt)?));
                }
                ZstdReader::Corrupt => return Err(io::Error::other("corrupt zstd data")),
            }
        }
    }
}

/// Compresses to zstd, one frame per [`FRAME_BYTES`] of input.
pub(crate) struct ZstdWriter<W: Write> {
    writer: W,
    /// Input that is not compressed yet.
    pending: Vec<u8>,
}

/// Uncompressed size of a frame. It bounds the memory for pending bytes.
const FRAME_BYTES: usize = 4 << 20;

impl<W: Write> ZstdWriter<W> {
    pub(crate) fn new(writer: W) -> ZstdWriter<W> {
        ZstdWriter { writer, pending: Vec::new() }
    }

    /// Writes the last frame. Empty output has one empty frame, so that it is valid zstd.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.write_frame()?;
        Ok(self.writer)
    }

    /// Writes the pending bytes as a frame.
    fn write_frame(&mut self) -> io::Result<()> {
        self.writer.write_all(&compress_to_vec(&self.pending[..], CompressionLevel::Fastest))?;
        self.pending.clear();
        Ok(())
    }
}

impl<W: Write> Write for ZstdWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.pending.len() + bytes.len() > FRAME_BYTES {
            self.write_frame()?;
        }
        self.pending.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// Does nothing: a frame is written when it is full, or by [`ZstdWriter::finish`].
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;

    fn decompressed(bytes: &[u8]) -> String {
        let mut text = String::new();
        decompress(bytes).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn gzip_zstd_and_plain_text_are_detected_by_content() {
        let text = "qedoku certificate 2\n".repeat(1000);
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(text.as_bytes()).unwrap();
        let gzip = gzip.finish().unwrap();
        assert_eq!(decompressed(&gzip), text);
        assert_eq!(decompressed(&[&gzip[..], &gzip[..]].concat()), text.repeat(2), "two concatenated gzip files");
        let zstd = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        assert_eq!(decompressed(&zstd), text);
        assert_eq!(decompressed(&[&zstd[..], &zstd[..]].concat()), text.repeat(2), "two concatenated zstd frames");
        assert_eq!(decompressed(text.as_bytes()), text);
        assert_eq!(decompressed(b""), "");
    }

    #[test]
    fn numpy_arrays_become_lines_and_other_binary_files_are_named() {
        let puzzle: qedoku::Puzzle = "1.3.....4.....2.".parse().unwrap();
        let array = [npy::header(puzzle.board(), 1), npy::row(&puzzle, puzzle.board()).unwrap()].concat();
        assert_eq!(decompressed(&array), "1.3.....4.....2.\n");
        let error = decompress(&b"PK\x03\x04rest"[..]).err().unwrap().to_string();
        assert_eq!(error, "this is a zip archive: unpack it first");
    }

    #[test]
    fn output_of_several_frames_is_read_back() {
        let line = "qedoku certificate 2\n".repeat(40_000);
        for lines in [0, 1, 12] {
            let mut zstd = ZstdWriter::new(Vec::new());
            (0..lines).for_each(|_| zstd.write_all(line.as_bytes()).unwrap());
            let compressed = zstd.finish().unwrap();
            assert!(lines == 0 || compressed.len() < line.len() * lines / 4);
            assert_eq!(decompressed(&compressed), line.repeat(lines));
        }
    }

    #[test]
    fn truncated_data_is_an_error_and_not_an_end_of_file() {
        let compressed = compress_to_vec(&b"qedoku certificate 2\n"[..], CompressionLevel::Fastest);
        let mut text = String::new();
        assert!(decompress(&compressed[..compressed.len() - 1]).unwrap().read_to_string(&mut text).is_err());
    }
}
