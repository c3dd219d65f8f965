//! Files that contain no text: archives, pictures, documents and data files. They are recognised by their first bytes and refused.

/// First bytes of a kind of file, its name, and what to do with it.
const KINDS: [(&[u8], &str, &str); 20] = [
    (b"PK\x03\x04", "a zip archive", "unpack it first"),
    (b"PK\x05\x06", "an empty zip archive", "unpack it first"),
    (b"\xfd7zXZ\0", "compressed with xz", "decompress it first (xz -dc FILE | qedoku ...)"),
    (b"BZh", "compressed with bzip2", "decompress it first (bzip2 -dc FILE | qedoku ...)"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it first"),
    (b"Rar!\x1a\x07", "a rar archive", "unpack it first"),
    (b"\x04\x22\x4d\x18", "compressed with lz4", "decompress it first (lz4 -dc FILE | qedoku ...)"),
    (b"\x89PNG", "a PNG picture", "type the puzzle as text"),
    (b"\xff\xd8\xff", "a JPEG picture", "type the puzzle as text"),
    (b"GIF87a", "a GIF picture", "type the puzzle as text"),
    (b"GIF89a", "a GIF picture", "type the puzzle as text"),
    (b"%PDF-", "a PDF document", "copy the puzzle as text"),
    (b"\xd0\xcf\x11\xe0", "an Office document", "export it as CSV first"),
    (b"PAR1", "a Parquet file", "qedoku batch reads it (qedoku batch FILE -o FILE.csv)"),
    (b"ARROW1", "an Arrow file", "qedoku batch reads it (qedoku batch FILE -o FILE.csv)"),
    (b"\x89HDF", "an HDF5 file", "export it as CSV or NumPy array first"),
    (b"SQLite format 3", "an SQLite database", "export it as CSV first"),
    (b"\x80\x02", "a Python pickle", "export it as CSV or NumPy array first"),
    (b"\x80\x04", "a Python pickle", "export it as CSV or NumPy array first"),
    (b"\x7fELF", "a program", "expected a puzzle"),
];

/// The place of the signature of a tar archive, after the name and other fields of its first file.
const TAR_OFFSET: usize = 257;

/// The name of the kind of file that begins like this, with a suggestion.
pub(crate) fn describe(start: &[u8]) -> Option<String> {
    if start.get(TAR_OFFSET..).is_some_and(|magic| magic.starts_with(b"ustar")) {
        return Some("this is a tar archive: unpack it first".to_owned());
    }
    let is_bzip2 = |start: &[u8]| start.get(3).is_none_or(|level| (b'1'..=b'9').contains(level));
    let (magic, kind, advice) = KINDS.iter().find(|(magic, ..)| start.starts_with(magic))?;
    (*magic != b"BZh" || is_bzip2(start)).then(|| format!("this is {kind}: {advice}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_text_are_named() {
        let describe = |start: &[u8]| describe(start).unwrap_or_default();
        assert_eq!(describe(b"PK\x03\x04\x14\0"), "this is a zip archive: unpack it first");
        assert!(describe(b"\xfd7zXZ\0\0").contains("xz"));
        assert!(describe(b"BZh91AY").contains("bzip2"));
        assert!(describe(b"7z\xbc\xaf\x27\x1c\0").contains("7z"));
        assert!(describe(b"\x89PNG\r\n\x1a\n").contains("PNG"));
        assert!(describe(b"\xff\xd8\xff\xe0").contains("JPEG"));
        assert!(describe(b"%PDF-1.7").contains("PDF"));
        assert!(describe(&[&[b'x'; TAR_OFFSET][..], b"ustar\0"].concat()).contains("tar"));
        for text in [&b"53..7...."[..], b"BZhx", b"% qedoku 1", b"P", b"", b"PAR", b"{\"puzzle\"", b"7z"] {
            assert_eq!(describe(text), "");
        }
    }
}
