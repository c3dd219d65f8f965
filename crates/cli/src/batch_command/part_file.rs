//! [`PartFile`]: a file of the output while it is written.
//!
//! ```text
//!   create:      .part-00003.csv.partial
//!   write:       ...
//!   checkpoint:  fsync; the manifest records how many bytes are on the disk
//!   finish:      fsync, rename to part-00003.csv, fsync of the folder
//! ```
//!
//! In contrast to [`AtomicFile`](crate::atomic_file::AtomicFile), the temporary file has a fixed name and stays after a crash: a resumed run continues it at
//! the last checkpoint. The lock of the output excludes other runs.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use flate2::Compression;
use flate2::write::GzEncoder;
use qedoku_batch::OpenPart;

use super::crash_point::crash_point;
use crate::atomic_file::{folder_of, sync_folder};
use crate::compression::ZstdWriter;

/// How the files of the output are compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FileCompression {
    Plain,
    Gzip,
    Zstd,
}

/// A part that is being written.
pub(super) struct PartFile {
    encoder: Encoder,
    /// The header of a file that is not compressed. It is no part of the checksum, because it may be replaced at the end.
    header: Vec<u8>,
    partial: PathBuf,
    target: PathBuf,
}

enum Encoder {
    Plain(HashedFile),
    Gzip(GzEncoder<HashedFile>),
    Zstd(ZstdWriter<HashedFile>),
}

/// A file, and the length and checksum of what was written.
struct HashedFile {
    file: BufWriter<File>,
    bytes: u64,
    hasher: Hasher,
}

impl Write for HashedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write_all(bytes)?;
        self.bytes += bytes.len() as u64;
        self.hasher.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl HashedFile {
    fn new(file: File, bytes: u64, hasher: Hasher) -> HashedFile {
        HashedFile { file: BufWriter::with_capacity(1 << 18, file), bytes, hasher }
    }

    fn into_file(self) -> io::Result<(File, u64, Hasher)> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok((file, self.bytes, self.hasher))
    }
}

/// The name under which a file is written.
pub(super) fn partial_path(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.partial"))
}

impl PartFile {
    /// Begins a file.
    pub(super) fn create(target: &Path, compression: FileCompression, header: Vec<u8>) -> io::Result<PartFile> {
        let partial = partial_path(target);
        let mut file = File::create(&partial)?;
        if compression == FileCompression::Plain {
            file.write_all(&header)?;
            let encoder = Encoder::Plain(HashedFile::new(file, 0, Hasher::new()));
            return Ok(PartFile { encoder, header, partial, target: target.to_path_buf() });
        }
        let file = HashedFile::new(file, 0, Hasher::new());
        let mut encoder = match compression {
            FileCompression::Gzip => Encoder::Gzip(GzEncoder::new(file, Compression::default())),
            _ => Encoder::Zstd(ZstdWriter::new(file)),
        };
        encoder.write(&header)?;
        Ok(PartFile { encoder, header: Vec::new(), partial, target: target.to_path_buf() })
    }

    /// Continues a file at a checkpoint; `None` if the file is not what the manifest has recorded.
    pub(super) fn resume(target: &Path, header: Vec<u8>, open: &OpenPart) -> io::Result<Option<PartFile>> {
        let partial = partial_path(target);
        let Ok(mut file) = OpenOptions::new().read(true).write(true).open(&partial) else { return Ok(None) };
        let end = header.len() as u64 + open.bytes;
        if file.metadata()?.len() < end {
            return Ok(None);
        }
        // A run that was killed at its end may have replaced the header already.
        file.write_all(&header)?;
        if checksum((&mut file).take(open.bytes))?.finalize() != open.crc32 {
            return Ok(None);
        }
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        let hasher = Hasher::new_with_initial_len(open.crc32, open.bytes);
        let encoder = Encoder::Plain(HashedFile::new(file, open.bytes, hasher));
        Ok(Some(PartFile { encoder, header, partial, target: target.to_path_buf() }))
    }

    /// What has been written before the file was resumed.
    pub(super) fn reader(&self) -> io::Result<File> {
        File::open(&self.partial)
    }

    /// The length of the header.
    pub(super) fn header_length(&self) -> u64 {
        self.header.len() as u64
    }

    /// Appends bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.encoder.write(bytes)
    }

    /// Writes everything to the disk. Returns the number of bytes after the header and their checksum; `None` if the file cannot be
    /// continued, because it is compressed.
    pub(super) fn checkpoint(&mut self) -> io::Result<Option<(u64, u32)>> {
        let Encoder::Plain(file) = &mut self.encoder else { return Ok(None) };
        file.flush()?;
        crash_point("checkpoint-written");
        file.file.get_ref().sync_data()?;
        crash_point("checkpoint-synced");
        Ok(Some((file.bytes, file.hasher.clone().finalize())))
    }

    /// Gives the file its name. Returns its size and checksum.
    pub(super) fn finish(self, final_header: Option<Vec<u8>>) -> io::Result<(u64, u32)> {
        let (mut file, bytes, hasher) = match self.encoder {
            Encoder::Plain(file) => file.into_file()?,
            Encoder::Gzip(encoder) => encoder.finish()?.into_file()?,
            Encoder::Zstd(encoder) => encoder.finish()?.into_file()?,
        };
        crash_point("part-written");
        let header = final_header.unwrap_or(self.header);
        if !header.is_empty() {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header)?;
        }
        crash_point("header-written");
        file.sync_all()?;
        crash_point("part-synced");
        fs::rename(&self.partial, &self.target)?;
        crash_point("part-renamed");
        sync_folder(folder_of(&self.target));
        crash_point("folder-synced");
        let mut whole = Hasher::new();
        whole.update(&header);
        whole.combine(&hasher);
        Ok((header.len() as u64 + bytes, whole.finalize()))
    }
}

impl Encoder {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Encoder::Plain(file) => file.write_all(bytes),
            Encoder::Gzip(encoder) => encoder.write_all(bytes),
            Encoder::Zstd(encoder) => encoder.write_all(bytes),
        }
    }
}

/// The checksum of the rest of a reader.
pub(super) fn checksum(mut reader: impl Read) -> io::Result<Hasher> {
    let mut hasher = Hasher::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(hasher),
            length => hasher.update(&buffer[..length]),
        }
    }
}
