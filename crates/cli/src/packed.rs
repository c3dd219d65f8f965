//! Files that may be packed: gzip and zstd are recognised by their first bytes, never by their names.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use anyhow::{Context, Result};
use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// A file, or standard input if its name is `-`, without its packing.
pub(crate) fn open(name: &str) -> Result<Box<dyn BufRead>> {
    match name {
        "-" => unpacked(io::stdin().lock()).context("standard input"),
        _ => open_file(Path::new(name)),
    }
}

/// A file without its packing.
pub(crate) fn open_file(path: &Path) -> Result<Box<dyn BufRead>> {
    let opened = File::open(path).map_err(anyhow::Error::from);
    let unpacked = opened.and_then(|file| unpacked(BufReader::with_capacity(1 << 16, file)));
    unpacked.with_context(|| path.display().to_string())
}

/// What a text is, without its packing. Nothing is unpacked before it is read.
pub(crate) fn unpacked<'a>(mut from: impl BufRead + 'a) -> Result<Box<dyn BufRead + 'a>> {
    // A pipe may give fewer bytes at first than the four that tell zstd; gzip is told by two.
    let begin = from.fill_buf()?;
    Ok(match begin {
        [0x1f, 0x8b, ..] => buffered(MultiGzDecoder::new(from)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => buffered(Frames::Between(from)),
        _ => Box::new(from),
    })
}

fn buffered<'a>(from: impl Read + 'a) -> Box<dyn BufRead + 'a> {
    Box::new(BufReader::with_capacity(1 << 16, from))
}

/// What zstd packed, frame after frame.
enum Frames<R: Read> {
    /// Inside a frame.
    Inside(Box<StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>),
    /// Before a frame, or at the end.
    Between(R),
    /// A frame is broken.
    Broken,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            match std::mem::replace(self, Frames::Broken) {
                Frames::Inside(mut frame) => {
                    let length = frame.read(to)?;
                    let is_over = length == 0 && !to.is_empty();
                    *self = if is_over { Frames::Between(frame.into_inner()) } else { Frames::Inside(frame) };
                    if !is_over {
                        return Ok(length);
                    }
                }
                Frames::Between(mut from) => {
                    if from.fill_buf()?.is_empty() {
                        *self = Frames::Between(from);
                        return Ok(0);
                    }
                    let bad = |error| io::Error::other(format!("the zstd data are bad: {error}"));
                    *self = Frames::Inside(Box::new(StreamingDecoder::new(from).map_err(bad)?));
                }
                Frames::Broken => return Err(io::Error::other("the zstd data are bad")),
            }
        }
    }
}

/// Packs what is written by zstd, a frame at a time.
pub(crate) struct Zstd<W: Write> {
    to: W,
    waiting: Vec<u8>,
}

/// How many bytes become a frame.
const FRAME: usize = 4 << 20;

impl<W: Write> Zstd<W> {
    pub(crate) fn new(to: W) -> Zstd<W> {
        Zstd { to, waiting: Vec::new() }
    }

    /// Writes the last frame. A text without a byte is a frame too.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.to.write_all(&compress_to_vec(&self.waiting[..], CompressionLevel::Fastest))?;
        self.waiting.clear();
        self.to.flush()
    }
}

impl<W: Write> Write for Zstd<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.waiting.len() + bytes.len() > FRAME {
            self.finish()?;
        }
        self.waiting.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// Nothing is written before a frame is full.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;

    fn text_of(bytes: &[u8]) -> String {
        let mut text = String::new();
        unpacked(bytes).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn gzip_zstd_and_plain_text_are_told_by_content() {
        let text = "qedoku certificate 2\n".repeat(1000);
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(text.as_bytes()).unwrap();
        let gzip = gzip.finish().unwrap();
        assert_eq!(text_of(&gzip), text);
        assert_eq!(text_of(&[&gzip[..], &gzip[..]].concat()), text.repeat(2), "two packed files in a row");
        let zstd = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        assert_eq!(text_of(&zstd), text);
        assert_eq!(text_of(&[&zstd[..], &zstd[..]].concat()), text.repeat(2), "two frames in a row");
        assert_eq!(text_of(text.as_bytes()), text);
        assert_eq!(text_of(b""), "");
    }

    #[test]
    fn what_is_written_in_frames_reads_back() {
        let line = "qedoku certificate 2\n".repeat(40_000);
        for lines in [0, 1, 12] {
            let mut zstd = Zstd::new(Vec::new());
            (0..lines).for_each(|_| zstd.write_all(line.as_bytes()).unwrap());
            zstd.finish().unwrap();
            assert!(lines == 0 || zstd.to.len() < line.len() * lines / 4);
            assert_eq!(text_of(&zstd.to), line.repeat(lines));
        }
    }

    #[test]
    fn what_is_cut_off_is_an_error_and_not_an_end() {
        let packed = compress_to_vec(&b"qedoku certificate 2\n"[..], CompressionLevel::Fastest);
        let mut text = String::new();
        assert!(unpacked(&packed[..packed.len() - 1]).unwrap().read_to_string(&mut text).is_err());
    }
}
