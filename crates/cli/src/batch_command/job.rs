//! [`Job`]: the files of a run: output, manifest and lock.
//!
//! | output | file | folder |
//! |---|---|---|
//! | data | `out.csv` | `out/part-00000.csv`, ... |
//! | manifest | `out.csv.manifest.jsonl` | `out/_manifest.jsonl` |
//! | unfinished data | `.out.csv.partial` | `out/.part-00000.csv.partial` |
//! | lock, while a run is active | `.out.csv.lock` | `out/.lock` |
//!
//! Programs that read folders of data files (Spark, `pyarrow`) skip names that begin with `_` or `.`.
//!
//! The order of writes makes the manifest the only thing to trust: a part is on the disk under its name before the manifest records it.
//! Whatever a crash leaves beyond that is written again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use qedoku_batch::{Manifest, OpenPart, PartRecord, TableFormat};

use super::crash_point::crash_point;
use super::part_file::{FileCompression, PartFile, checksum, partial_path};
use crate::atomic_file::{AtomicFile, folder_of, is_same_file, sync_folder};
use crate::output::create_folder;

/// What to do with an output that exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ExistingOutput {
    Refuse,
    Resume,
    Overwrite,
}

/// Where the output goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OutputFiles {
    /// The file, or the folder.
    path: PathBuf,
    is_folder: bool,
    /// The extension of the files in a folder: `csv`.
    extension: &'static str,
    pub(super) compression: FileCompression,
}

/// The files of a run.
pub(super) struct Job {
    files: OutputFiles,
    pub(super) manifest: Manifest,
    manifest_file: File,
    _lock: OutputLock,
}

/// An exclusive lock on an output. It ends with the process, however that ends.
struct OutputLock {
    path: PathBuf,
    _file: File,
}

impl OutputFiles {
    pub(super) fn new(path: &Path, is_folder: bool, format: TableFormat) -> OutputFiles {
        // A link stays, and the file that it points to is replaced.
        let path = if path.is_symlink() { fs::canonicalize(path).unwrap_or(path.into()) } else { path.into() };
        let compression = match path.extension().and_then(|extension| extension.to_str()) {
            Some("gz") if !is_folder => FileCompression::Gzip,
            Some("zst") if !is_folder => FileCompression::Zstd,
            _ => FileCompression::Plain,
        };
        OutputFiles { path, is_folder, extension: format.name(), compression }
    }

    /// The path of a part.
    fn part(&self, part: u64) -> PathBuf {
        if self.is_folder { self.path.join(format!("part-{part:05}.{}", self.extension)) } else { self.path.clone() }
    }

    fn manifest(&self) -> PathBuf {
        if self.is_folder { self.path.join("_manifest.jsonl") } else { self.beside("", ".manifest.jsonl") }
    }

    fn lock(&self) -> PathBuf {
        if self.is_folder { self.path.join(".lock") } else { self.beside(".", ".lock") }
    }

    fn beside(&self, prefix: &str, suffix: &str) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        self.path.with_file_name(format!("{prefix}{name}{suffix}"))
    }

    /// Names of files in the folder that a run has written, finished or not.
    fn old_files(&self) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        if self.is_folder && self.path.is_dir() {
            for entry in fs::read_dir(&self.path)? {
                let path = entry?.path();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if is_part_name(name.strip_prefix('.').and_then(|name| name.strip_suffix(".partial")).unwrap_or(&name))
                {
                    files.push(path);
                }
            }
        }
        Ok(files)
    }

    /// The first file, if any, that a new run would replace.
    fn existing(&self) -> Result<Option<String>> {
        if !self.is_folder {
            return Ok(self.path.exists().then(|| format!("{} exists", self.path.display())));
        }
        // Hidden files are no data: the lock, and the manifest of a run that was killed before it had a name.
        let is_data = |entry: &fs::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
        let mut entries = if self.path.is_dir() { Some(fs::read_dir(&self.path)?) } else { None }.into_iter().flatten();
        let has_files = entries.any(|entry| entry.is_ok_and(|entry| is_data(&entry)));
        Ok(has_files.then(|| format!("{} is not empty", self.path.display())))
    }
}

/// Whether a name is that of a part: `part-00012.csv`.
fn is_part_name(name: &str) -> bool {
    let number = name.strip_prefix("part-").and_then(|rest| rest.split_once('.'));
    number.is_some_and(|(number, _)| number.len() >= 5 && number.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Job {
    /// Locks the output, and begins or resumes the run that `new` describes. Calls `note` with what a resumed run does again.
    pub(super) fn begin(files: OutputFiles, new: Manifest, mode: ExistingOutput, note: impl Fn(&str)) -> Result<Job> {
        if files.is_folder {
            create_folder(&files.path)?;
        }
        let lock = OutputLock::acquire(files.lock(), &files.path)?;
        let known = match fs::read(files.manifest()) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(|| files.manifest().display().to_string()),
        };
        match (mode, known) {
            (ExistingOutput::Overwrite, _) => {
                remove_old_files(&files)?;
                Job::create(files, new, lock)
            }
            (ExistingOutput::Resume, Some(text)) => Job::resume(files, &new, &text, lock, note),
            (ExistingOutput::Refuse, Some(text)) => {
                let is_complete = Manifest::parse(&text).is_ok_and(|manifest| manifest.is_complete);
                let path = files.path.display();
                if is_complete {
                    bail!("{path} exists: --overwrite replaces it");
                }
                bail!("{path} was begun by an earlier run: --resume continues it, --overwrite begins again");
            }
            (_, None) => match files.existing()? {
                Some(existing) => bail!("{existing}: --overwrite replaces it"),
                None => Job::create(files, new, lock),
            },
        }
    }

    /// Begins a run: the manifest appears with its first line, or not at all.
    fn create(files: OutputFiles, manifest: Manifest, lock: OutputLock) -> Result<Job> {
        let path = files.manifest();
        let write = || {
            let mut file = AtomicFile::create(&path)?;
            file.write_all(manifest.first_line().as_bytes())?;
            file.commit()
        };
        write().with_context(|| format!("cannot write {}", path.display()))?;
        crash_point("manifest-created");
        let manifest_file = open_at(&path, manifest.length as u64)?;
        Ok(Job { files, manifest, manifest_file, _lock: lock })
    }

    fn resume(files: OutputFiles, new: &Manifest, text: &[u8], lock: OutputLock, note: impl Fn(&str)) -> Result<Job> {
        let path = files.manifest();
        let context = || format!("cannot resume {}", files.path.display());
        let mut manifest = Manifest::parse(text).with_context(context)?;
        manifest.check_same_run(new).with_context(context)?;
        let manifest_file = open_at(&path, manifest.length as u64)?;
        let damaged: Vec<u64> = manifest.parts.values().filter(|part| !files.has(part)).map(|part| part.part).collect();
        for part in damaged {
            note(&format!("{} is missing or has changed: its rows are processed again", files.part(part).display()));
            manifest.parts.remove(&part);
            manifest.is_complete = false;
        }
        if files.compression != FileCompression::Plain {
            manifest.open = None;
        }
        Ok(Job { files, manifest, manifest_file, _lock: lock })
    }

    /// Whether a part is finished.
    pub(super) fn is_done(&self, part: u64) -> bool {
        self.manifest.parts.contains_key(&part)
    }

    /// Begins to write a part, or continues it after the rows that the manifest records.
    pub(super) fn open_part(&self, part: u64, header: Vec<u8>, open: Option<&OpenPart>) -> Result<Option<PartFile>> {
        let path = self.files.part(part);
        let file = match open {
            Some(open) => PartFile::resume(&path, header, open),
            None => PartFile::create(&path, self.files.compression, header).map(Some),
        };
        file.with_context(|| format!("cannot write {}", path.display()))
    }

    /// The name of a part without its folder.
    pub(super) fn part_name(&self, part: u64) -> String {
        self.files.part(part).file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The path of the output, for messages.
    pub(super) fn path(&self) -> &Path {
        &self.files.path
    }

    /// Records a finished part.
    pub(super) fn record_part(&mut self, part: PartRecord) -> Result<()> {
        self.append(&part.line())?;
        self.manifest.add_part(part);
        crash_point("part-recorded");
        Ok(())
    }

    /// Records how much of a part is on the disk.
    pub(super) fn record_open(&mut self, open: &OpenPart) -> Result<()> {
        self.append(&open.line())?;
        crash_point("checkpoint-recorded");
        Ok(())
    }

    /// Records the end of the run.
    pub(super) fn complete(mut self) -> Result<Manifest> {
        if !self.manifest.is_complete {
            self.append(Manifest::complete_line())?;
        }
        crash_point("complete");
        let _ = fs::remove_file(partial_path(&self.files.part(0))); // That of a run that this one has overwritten.
        Ok(self.manifest)
    }

    fn append(&mut self, line: &str) -> Result<()> {
        let write = |file: &mut File| {
            file.write_all(line.as_bytes())?;
            crash_point("line-written");
            file.sync_data()
        };
        write(&mut self.manifest_file).with_context(|| format!("cannot write {}", self.files.manifest().display()))
    }
}

impl OutputFiles {
    /// Whether the file of a part has the recorded size and checksum.
    fn has(&self, part: &PartRecord) -> bool {
        let Ok(file) = File::open(self.part(part.part)) else { return false };
        let has_size = file.metadata().is_ok_and(|metadata| metadata.len() == part.bytes);
        has_size && checksum(file).is_ok_and(|checksum| checksum.finalize() == part.crc32)
    }
}

/// Opens the manifest to append to it after this many bytes.
fn open_at(path: &Path, length: u64) -> Result<File> {
    let open = || {
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        io::Result::Ok(file)
    };
    open().with_context(|| format!("cannot write {}", path.display()))
}

/// Removes what an earlier run has left, the manifest first: without it nothing is trusted. A file that a new one will replace stays until
/// then.
fn remove_old_files(files: &OutputFiles) -> Result<()> {
    let remove = |path: &Path| match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    };
    remove(&files.manifest())?;
    sync_folder(folder_of(&files.manifest()));
    files.old_files()?.iter().try_for_each(|path| remove(path))?;
    remove(&partial_path(&files.part(0)))
}

impl OutputLock {
    /// Locks an output; an error if another run has locked it.
    fn acquire(path: PathBuf, output: &Path) -> Result<OutputLock> {
        loop {
            let opened = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
            let file = opened.with_context(|| format!("cannot write {}", path.display()))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => bail!("another run is writing {}", output.display()),
                // Another run may have removed the file between the two calls.
                Ok(()) if !is_same_file(&file, &path) => {}
                // A file system without locks.
                Ok(()) | Err(TryLockError::Error(_)) => return Ok(OutputLock { path, _file: file }),
            }
        }
    }
}

impl Drop for OutputLock {
    /// Removes the file while it is locked. A file that stays does no harm.
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
