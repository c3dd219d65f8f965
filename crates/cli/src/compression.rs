//! gzip, zstd and NumPy arrays. They are detected by their first bytes, never by the name of the file.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, bail};
use flate2::bufread::MultiGzDecoder;
use qedoku::formats::npy::{self, NpyReader};
use qedoku_batch::TableFormat;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::containers;
use crate::limits;
use crate::read_ahead::ReadAhead;

/// An input that has been opened; it decompresses what is read.
pub(crate) struct OpenedInput {
    pub(crate) reader: Box<dyn BufRead + Send>,
    /// Whether it is a compressed file.
    pub(crate) is_compressed: bool,
}

/// Opens a file, or standard input if the name is `-`, and decompresses it.
pub(crate) fn open(name: &str) -> Result<Box<dyn BufRead + Send>> {
    let opened = open_counted(name, &Arc::default());
    let name = || if name == "-" { "standard input" } else { name }.to_owned();
    Ok(opened.with_context(name)?.reader)
}

/// Opens a file and decompresses it.
pub(crate) fn open_file(path: &Path) -> Result<Box<dyn BufRead + Send>> {
    Ok(open_path(path, Arc::default(), Arrays::AsText).with_context(|| path.display().to_string())?.reader)
}

/// Like [`open`], without the name in errors; adds the number of bytes that are read to a counter.
///
/// A thread of its own opens and reads pipes, and decompresses files: the command waits for it in steps and can be interrupted.
pub(crate) fn open_counted(name: &str, bytes_read: &Arc<AtomicU64>) -> Result<OpenedInput> {
    open_input(name, Arc::clone(bytes_read), Arrays::AsText)
}

/// Like [`open_counted`], but arrays and columnar formats stay as they are.
pub(crate) fn open_table(name: &str, bytes_read: &Arc<AtomicU64>) -> Result<OpenedInput> {
    open_input(name, Arc::clone(bytes_read), Arrays::Unchanged)
}

/// What becomes of NumPy arrays. Tables in columnar formats are refused or unchanged, too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrays {
    AsText,
    Unchanged,
}

fn open_input(name: &str, bytes_read: Arc<AtomicU64>, arrays: Arrays) -> Result<OpenedInput> {
    if name != "-" {
        return open_path(Path::new(name), bytes_read, arrays);
    }
    let open = move || decompress_with(buffered(CountingReader(io::stdin(), bytes_read)), arrays);
    Ok(OpenedInput::new(buffered(ReadAhead::new(LazyReader::new(open))), false))
}

fn open_path(path: &Path, bytes_read: Arc<AtomicU64>, arrays: Arrays) -> Result<OpenedInput> {
    if !fs::metadata(path)?.is_file() {
        // Opening a pipe waits for its writer.
        let path = path.to_owned();
        let open = move || decompress_with(buffered(CountingReader(File::open(path)?, bytes_read)), arrays);
        return Ok(OpenedInput::new(buffered(ReadAhead::new(LazyReader::new(open))), false));
    }
    let mut reader = buffered(CountingReader(File::open(path)?, bytes_read));
    let is_compressed = is_compressed(reader.fill_buf()?);
    let reader = decompress_with(reader, arrays)?;
    let reader = if is_compressed { buffered(ReadAhead::new(reader)) } else { reader };
    Ok(OpenedInput::new(reader, is_compressed))
}

impl OpenedInput {
    fn new(reader: Box<dyn BufRead + Send>, is_compressed: bool) -> OpenedInput {
        OpenedInput { reader: Box::new(InterruptibleReader { reader, consumed: 0 }), is_compressed }
    }
}

/// A reader that counts the bytes that it has read.
struct CountingReader<R>(R, Arc<AtomicU64>);

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.0.read(buffer)?;
        self.1.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// A reader that is opened by the first call of `read`, so that a thread can wait for it.
enum LazyReader<F> {
    Unopened(F),
    Opened(Box<dyn BufRead + Send>),
    Failed,
}

impl<F: FnOnce() -> Result<Box<dyn BufRead + Send>>> LazyReader<F> {
    fn new(open: F) -> LazyReader<F> {
        LazyReader::Unopened(open)
    }
}

impl<F: FnOnce() -> Result<Box<dyn BufRead + Send>>> Read for LazyReader<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let LazyReader::Opened(reader) = self {
            return reader.read(buffer);
        }
        if let LazyReader::Unopened(open) = std::mem::replace(self, LazyReader::Failed) {
            *self = LazyReader::Opened(open().map_err(|error| io::Error::other(format!("{error:#}")))?);
            return self.read(buffer);
        }
        Ok(0)
    }
}

/// A reader that fails after a limit or Ctrl-C has interrupted the command.
struct InterruptibleReader {
    reader: Box<dyn BufRead + Send>,
    consumed: usize,
}

/// Bytes that are always read: a short input has a partial result, whenever the interruption comes.
const UNINTERRUPTED_BYTES: usize = 1 << 20;

impl InterruptibleReader {
    fn check(&self) -> io::Result<()> {
        if self.consumed > UNINTERRUPTED_BYTES { limits::check_reading() } else { Ok(()) }
    }
}

impl BufRead for InterruptibleReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.check()?;
        self.reader.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        self.consumed = self.consumed.saturating_add(length);
        self.reader.consume(length);
    }
}

impl Read for InterruptibleReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.check()?;
        let length = self.reader.read(buffer)?;
        self.consumed = self.consumed.saturating_add(length);
        Ok(length)
    }
}

/// Bytes that are enough to detect a compression, an array or a [container](containers).
const MAGIC_BYTES: u64 = 16;

/// Wraps a reader in the decoder that its first bytes call for. Data is decompressed as it is read, and an array becomes text.
/// Files without text are refused by name.
#[cfg(test)]
fn decompress<'a>(reader: impl BufRead + Send + 'a) -> Result<Box<dyn BufRead + Send + 'a>> {
    decompress_with(reader, Arrays::AsText)
}

/// Wraps a reader in the decoder that its first bytes call for. Data is decompressed as it is read. Files without text are refused by
/// name.
fn decompress_with<'a>(mut reader: impl BufRead + Send + 'a, arrays: Arrays) -> Result<Box<dyn BufRead + Send + 'a>> {
    if reader.fill_buf()?.len() as u64 >= MAGIC_BYTES {
        return decompress_detected(reader, arrays);
    }
    // A pipe may deliver its first bytes one by one.
    let mut start = Vec::new();
    reader.by_ref().take(MAGIC_BYTES).read_to_end(&mut start)?;
    decompress_detected(io::Cursor::new(start).chain(reader), arrays)
}

fn decompress_detected<'a>(
    mut reader: impl BufRead + Send + 'a,
    arrays: Arrays,
) -> Result<Box<dyn BufRead + Send + 'a>> {
    Ok(match reader.fill_buf()? {
        [0x1f, 0x8b, ..] => convert_array(buffered(MultiGzDecoder::new(reader)), arrays)?,
        start if is_compressed(start) => convert_array(buffered(ZstdReader::new(reader)), arrays)?,
        start if start.starts_with(npy::MAGIC) && arrays == Arrays::AsText => buffered(NpyReader::new(reader)),
        start => {
            refuse_container(start, arrays)?;
            Box::new(reader)
        }
    })
}

/// Refuses files without text.
fn refuse_container(start: &[u8], arrays: Arrays) -> Result<()> {
    let is_table = arrays == Arrays::Unchanged && TableFormat::columnar_from_start(start).is_some();
    match containers::describe(start).filter(|_| !is_table) {
        Some(description) => bail!(description),
        None => Ok(()),
    }
}

/// Whether a text that begins with these bytes is compressed: gzip, a zstd frame, or a skippable frame of zstd, which parallel
/// compressors write first.
fn is_compressed(start: &[u8]) -> bool {
    matches!(start, [0x1f, 0x8b, ..] | [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// Converts a compressed NumPy array, and refuses a compressed archive (.tar.gz). An error of the decoder is reported when the data is
/// read.
fn convert_array(mut reader: Box<dyn BufRead + Send + '_>, arrays: Arrays) -> Result<Box<dyn BufRead + Send + '_>> {
    let start = reader.fill_buf().unwrap_or_default();
    refuse_container(start, arrays)?;
    let is_array = start.starts_with(npy::MAGIC) && arrays == Arrays::AsText;
    Ok(if is_array { buffered(NpyReader::new(reader)) } else { reader })
}

fn buffered<'a>(reader: impl Read + Send + 'a) -> Box<dyn BufRead + Send + 'a> {
    Box::new(BufReader::with_capacity(1 << 16, reader))
}

/// Decompresses a sequence of zstd frames and checks each of them: the decoder of `ruzstd` stops after one, and leaves skippable
/// frames and checksums to its caller.
struct ZstdReader<R> {
    reader: R,
    decoder: FrameDecoder,
    position: ZstdPosition,
    /// Number of bytes that were read from the current frame.
    frame_length: u64,
}

enum ZstdPosition {
    /// Before the next frame, or at the end.
    BetweenFrames,
    InFrame,
    /// A frame could not be decoded; every further read fails.
    Corrupt,
}

impl<R: BufRead> ZstdReader<R> {
    fn new(reader: R) -> ZstdReader<R> {
        let position = ZstdPosition::BetweenFrames;
        ZstdReader { reader, decoder: FrameDecoder::new(), position, frame_length: 0 }
    }

    /// Reads the header of the next frame; a skippable frame as a whole.
    fn begin_frame(&mut self) -> io::Result<ZstdPosition> {
        match self.decoder.init(&mut self.reader) {
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                let skipped = io::copy(&mut self.reader.by_ref().take(length.into()), &mut io::sink())?;
                if skipped < length.into() {
                    return Err(corrupt(&"a skippable frame is truncated"));
                }
                Ok(ZstdPosition::BetweenFrames)
            }
            Err(error) => Err(corrupt(&error)),
            Ok(()) => {
                self.frame_length = 0;
                Ok(ZstdPosition::InFrame)
            }
        }
    }

    /// Decodes until there is something to read, or the frame ends. Returns the number of bytes that were read.
    fn read_frame(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let decoded = self.decoder.decode_blocks(&mut self.reader, BlockDecodingStrategy::UptoBlocks(1));
            decoded.map_err(|error| corrupt(&error))?;
        }
        let length = self.decoder.read(buffer)?;
        self.frame_length += length as u64;
        Ok(length)
    }

    /// Compares the checksum and the length of a frame with those that it states; both are optional.
    fn check_frame(&self) -> io::Result<()> {
        let stored = self.decoder.get_checksum_from_data();
        if stored.is_some() && stored != self.decoder.get_calculated_checksum() {
            return Err(corrupt(&"wrong checksum"));
        }
        // 0 also means that the length is not stated.
        if ![0, self.frame_length].contains(&self.decoder.content_size()) {
            return Err(corrupt(&"wrong length"));
        }
        Ok(())
    }
}

fn corrupt(error: &dyn std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("corrupt zstd data: {error}"))
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            // An early return on an error leaves the position `Corrupt`.
            self.position = match std::mem::replace(&mut self.position, ZstdPosition::Corrupt) {
                ZstdPosition::InFrame => match self.read_frame(buffer)? {
                    0 => {
                        self.check_frame()?;
                        ZstdPosition::BetweenFrames
                    }
                    length => {
                        self.position = ZstdPosition::InFrame;
                        return Ok(length);
                    }
                },
                ZstdPosition::BetweenFrames if self.reader.fill_buf()?.is_empty() => {
                    self.position = ZstdPosition::BetweenFrames;
                    return Ok(0);
                }
                ZstdPosition::BetweenFrames => self.begin_frame()?,
                ZstdPosition::Corrupt => return Err(corrupt(&"an earlier part could not be read")),
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

    fn unzstd(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        ZstdReader::new(bytes).read_to_end(&mut text).map(|_| text)
    }

    /// A frame with one uncompressed block and no checksum that states this length.
    fn plain_frame(text: &[u8], stated_length: u8) -> Vec<u8> {
        let block = ((text.len() as u32) << 3 | 1).to_le_bytes();
        [&[0x28, 0xb5, 0x2f, 0xfd, 0x20, stated_length], &block[..3], text].concat()
    }

    #[test]
    fn no_flipped_bit_in_zstd_data_yields_another_text() {
        const CHECKSUM_FLAG: u8 = 1 << 2;
        let lists = ["1.3.....4.....2.\n".to_owned(), "1.3.....4.....2.\n..3.....4.....21\n".repeat(40)];
        for text in &lists {
            let mut writer = ZstdWriter::new(Vec::new());
            writer.write_all(text.as_bytes()).unwrap();
            let compressed = writer.finish().unwrap();
            assert_ne!(compressed[4] & CHECKSUM_FLAG, 0, "what we write has a checksum");
            assert_eq!(unzstd(&compressed).unwrap(), text.as_bytes());
            let mut errors = 0;
            for bit in 0..8 * compressed.len() {
                let mut flipped = compressed.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                match unzstd(&flipped) {
                    Err(_) => errors += 1,
                    // Some bits have no meaning, such as the size of a window that is larger than needed.
                    Ok(other) => assert_eq!(other, text.as_bytes(), "bit {bit}"),
                }
            }
            assert!(errors > 7 * compressed.len(), "{errors} errors in {} bytes", compressed.len());
        }
    }

    #[test]
    fn frames_without_a_checksum_are_compared_with_their_length() {
        assert_eq!(unzstd(&plain_frame(b"1.3.....4.....2.", 16)).unwrap(), b"1.3.....4.....2.");
        let error = unzstd(&plain_frame(b"1.3.....4.....2.", 17)).unwrap_err().to_string();
        assert_eq!(error, "corrupt zstd data: wrong length");
    }

    #[test]
    fn skippable_frames_are_skipped_and_errors_are_final() {
        let skippable =
            |content: &[u8]| [&[0x5a, 0x2a, 0x4d, 0x18][..], &(content.len() as u32).to_le_bytes(), content].concat();
        let frame = compress_to_vec(&b"1.3.....4.....2.\n"[..], CompressionLevel::Fastest);
        let bytes = [&skippable(b"any"), &frame, &skippable(b""), &plain_frame(b"1", 1), &skippable(&[7; 99])]
            .map(|part| &part[..])
            .concat();
        assert_eq!(decompressed(&bytes), "1.3.....4.....2.\n1");
        assert!(unzstd(&bytes[..bytes.len() - 1]).is_err(), "truncated skippable frame");
        assert!(unzstd(&[&frame[..], b"\0"].concat()).is_err(), "bytes after the last frame");
        let mut reader = ZstdReader::new(&frame[..frame.len() - 1]);
        let mut buffer = [0; 64];
        while reader.read(&mut buffer).is_ok() {}
        assert!(reader.read(&mut buffer).is_err(), "no end of file after an error");
    }

    #[test]
    fn a_compression_is_detected_in_a_pipe_that_delivers_single_bytes() {
        struct OneByOne<'a>(&'a [u8]);
        impl Read for OneByOne<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let length = buffer.len().min(1);
                self.0.read(&mut buffer[..length])
            }
        }
        let text = "1.3.....4.....2.\n";
        let zstd = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        for bytes in [&zstd[..], text.as_bytes(), b"1", b""] {
            let mut read = Vec::new();
            decompress(BufReader::new(OneByOne(bytes))).unwrap().read_to_end(&mut read).unwrap();
            assert_eq!(read, if bytes == &zstd[..] { text.as_bytes() } else { bytes });
        }
    }
}
