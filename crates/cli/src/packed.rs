//! Files that may be packed: gzip and zstd are recognised by their first bytes, never by their names.

use std::io::{BufRead, BufReader, Read};

use anyhow::{Context, Result};
use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;

/// What a text is, without its packing. Nothing is unpacked before it is read.
pub(crate) fn unpacked<'a>(mut from: impl BufRead + 'a) -> Result<Box<dyn BufRead + 'a>> {
    // A pipe may give fewer bytes at first than the four that tell zstd; gzip is told by two.
    let begin = from.fill_buf()?;
    Ok(match begin {
        [0x1f, 0x8b, ..] => buffered(MultiGzDecoder::new(from)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => buffered(StreamingDecoder::new(from).context("the zstd data are bad")?),
        _ => Box::new(from),
    })
}

fn buffered<'a>(from: impl Read + 'a) -> Box<dyn BufRead + 'a> {
    Box::new(BufReader::with_capacity(1 << 16, from))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    use std::io::Write;

    fn text_of(bytes: &[u8]) -> String {
        let mut text = String::new();
        unpacked(bytes).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn gzip_zstd_and_plain_text_are_told_by_content() {
        let text = "qedoku certificate 1\n".repeat(1000);
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(text.as_bytes()).unwrap();
        let gzip = gzip.finish().unwrap();
        assert_eq!(text_of(&gzip), text);
        assert_eq!(text_of(&[&gzip[..], &gzip[..]].concat()), text.repeat(2), "two packed files in a row");
        assert_eq!(text_of(&compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)), text);
        assert_eq!(text_of(text.as_bytes()), text);
        assert_eq!(text_of(b""), "");
    }

    #[test]
    fn what_is_cut_off_is_an_error_and_not_an_end() {
        let packed = compress_to_vec(&b"qedoku certificate 1\n"[..], CompressionLevel::Fastest);
        let mut text = String::new();
        assert!(unpacked(&packed[..packed.len() - 1]).unwrap().read_to_string(&mut text).is_err());
    }
}
