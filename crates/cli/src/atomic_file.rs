//! Atomic file replacement: a file appears under its name when it is complete, or not at all.
//!
//! ```text
//!   create:  .solutions.txt.4711-0.unfinished      locked; mode and owner of an existing solutions.txt
//!   write:   ...
//!   commit:  fsync, rename to solutions.txt, fsync of the folder
//!   abandon: remove (also: drop, and a signal that ends the process)
//! ```
//!
//! A process that is killed leaves its temporary file behind. The next run with the same output removes it: the lock
//! (`flock`) distinguishes it from the file of a process that is still running, whatever number the process has on this or another machine.
//! The creator locks its file after creating it, so another process may remove it in between; therefore the creator checks
//! that the locked file still has its name, and otherwise starts again.
//!
//! A symbolic link stays, and the file that it points to is replaced. A hard link does not: the other names keep the
//! previous content, since writing through them could not be atomic. Devices, pipes and file descriptors (`/dev/stdout`) are
//! written directly. docs/decisions/0061-closed-pipes-and-temporary-files.md has the alternatives.

use std::collections::HashMap;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// A file that is being written.
pub(crate) struct AtomicFile {
    file: File,
    write_back: WriteBack,
    /// `None` if the destination is a device, a pipe or a file descriptor, which is written directly.
    temporary: Option<TemporaryName>,
}

impl AtomicFile {
    /// Begins to write a file. Removes the temporary files of earlier runs with this destination that were killed.
    pub(crate) fn create(path: &Path) -> io::Result<AtomicFile> {
        let existing = match fs::metadata(path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let target = if existing.as_ref().is_none_or(Metadata::is_file) { follow_links(path)? } else { None };
        let Some(target) = target else {
            // Appending writes at the end of a file that the shell has redirected a descriptor to.
            let file = OpenOptions::new().append(true).open(path)?;
            return Ok(AtomicFile { file, write_back: WriteBack::default(), temporary: None });
        };
        if existing.is_some() {
            OpenOptions::new().write(true).open(&target)?; // Do not replace a file that may not be written.
        }
        let pattern = NamePattern::new(&target)?;
        remove_leftovers(&target, &pattern);
        let (file, temporary) = create_temporary(target, &pattern)?;
        if let Some(existing) = existing {
            copy_attributes(&existing, &file)?;
        }
        Ok(AtomicFile { file, write_back: WriteBack::default(), temporary: Some(temporary) })
    }

    /// Gives the file its name. It survives a power failure: the data is on the disk before the rename, and the rename
    /// before this function returns.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some(temporary) = self.temporary.take() else { return Ok(()) };
        self.write_back.finish()?;
        self.file.sync_all()?;
        temporary.rename_to_target()
    }

    /// Removes the file; its destination stays as it was. The same happens when the file is dropped.
    #[cfg_attr(not(test), allow(dead_code, reason = "most commands drop the output they give up"))]
    pub(crate) fn abandon(self) {
        drop(self);
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        if self.temporary.is_some() {
            self.write_back.add(written, &self.file);
        }
        Ok(written)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a large file to the disk while it grows, on a thread of its own. At its end, [`AtomicFile::commit`] waits for the disk; of
/// 80 MB, that alone took a fifth of the time in which a million puzzles are solved.
#[derive(Default)]
struct WriteBack {
    /// Bytes since the last request.
    bytes: usize,
    thread: Option<(SyncSender<()>, JoinHandle<io::Result<()>>)>,
}

/// Bytes between two requests. Smaller files need no thread.
const WRITE_BACK_BYTES: usize = 8 << 20;

impl WriteBack {
    fn add(&mut self, bytes: usize, file: &File) {
        self.bytes += bytes;
        if self.bytes < WRITE_BACK_BYTES {
            return;
        }
        self.bytes = 0;
        if self.thread.is_none() {
            self.thread = WriteBack::start(file);
        }
        // While the thread is busy with the last request, the next one is left to a later write.
        if let Some((requests, _)) = &self.thread {
            let _ = requests.try_send(());
        }
    }

    /// `None` if the system refuses: then everything is left to the commit.
    fn start(file: &File) -> Option<(SyncSender<()>, JoinHandle<io::Result<()>>)> {
        let (sender, requests) = sync_channel(0);
        let file = file.try_clone().ok()?;
        let work = move || requests.iter().try_for_each(|()| file.sync_data());
        Some((sender, std::thread::Builder::new().spawn(work).ok()?))
    }

    /// Waits for the thread. Its error is returned here, because the system reports each error of the disk once.
    fn finish(&mut self) -> io::Result<()> {
        let Some((requests, thread)) = self.thread.take() else { return Ok(()) };
        drop(requests);
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

/// Removes the temporary files of this process. Call it just before `std::process::exit`, which runs no destructors.
/// After it, threads that create, commit or abandon a file wait for the end of the process.
pub(crate) fn remove_temporary_files() {
    let mut files = temporary_files();
    for path in files.drain(..) {
        let _ = fs::remove_file(path); // Nothing can be done about a failure; the next run tries again.
    }
    std::mem::forget(files);
}

/// Paths of the temporary files of this process. The lock is held while a file gets or loses its name.
static TEMPORARY_FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary_files() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY_FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The name of a temporary file, and the one that it will get. Dropping it removes the file.
struct TemporaryName {
    path: PathBuf,
    target: PathBuf,
}

impl TemporaryName {
    fn rename_to_target(self) -> io::Result<()> {
        let mut files = temporary_files();
        fs::rename(&self.path, &self.target)?;
        files.retain(|path| *path != self.path);
        drop(files);
        sync_folder(folder_of(&self.target));
        Ok(())
    }
}

impl Drop for TemporaryName {
    fn drop(&mut self) {
        let mut files = temporary_files();
        // A file that was renamed is no longer in the list.
        if let Some(index) = files.iter().position(|path| *path == self.path) {
            files.swap_remove(index);
            let _ = fs::remove_file(&self.path); // Nothing can be done about a failure; the next run tries again.
        }
    }
}

/// Number of symbolic links to follow, as in Linux.
const MAX_LINKS: usize = 40;

/// The path at the end of a chain of symbolic links; `None` if it names a file descriptor of a process. The file at the end
/// need not exist.
fn follow_links(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        if ["/dev/fd/", "/proc/"].iter().any(|folder| path.starts_with(folder)) {
            return Ok(None);
        }
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(Some(path)),
        }
    }
    Err(io::Error::other("too many levels of symbolic links"))
}

/// The folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Longest name of a temporary file, in bytes, unless its destination has a number of unusual length. File systems allow 255,
/// or 143 if they encrypt names (eCryptfs).
const MAX_NAME: usize = 128;
/// End of the name of every temporary file.
const SUFFIX: &str = ".unfinished";
/// Longest process number and counter with their separators: `.4294967295-9999999`.
const NUMBERS: usize = 19;

/// The names of the temporary files of one destination: `.solutions.txt.4711-0.unfinished`.
struct NamePattern {
    /// `.solutions.txt.`; of a long name, its beginning and a hash.
    prefix: String,
}

impl NamePattern {
    fn new(target: &Path) -> io::Result<NamePattern> {
        let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let text = name.to_string_lossy();
        if text.len() + 2 + NUMBERS + SUFFIX.len() <= MAX_NAME {
            return Ok(NamePattern { prefix: format!(".{text}.") });
        }
        let mut hasher = DefaultHasher::new(); // The same in every process: its keys are constants.
        name.hash(&mut hasher);
        let mut end = MAX_NAME - 2 - 17 - NUMBERS - SUFFIX.len();
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        Ok(NamePattern { prefix: format!(".{}~{:016x}.", &text[..end], hasher.finish()) })
    }

    /// The name of a file of this process.
    fn name(&self, counter: u64) -> String {
        format!("{}{}-{counter}{SUFFIX}", self.prefix, std::process::id())
    }

    fn matches(&self, name: &str) -> bool {
        let numbers = name.strip_prefix(&self.prefix).and_then(|rest| rest.strip_suffix(SUFFIX));
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        numbers.and_then(|numbers| numbers.split_once('-')).is_some_and(|(id, count)| is_number(id) && is_number(count))
    }
}

/// Creates and locks a temporary file in the folder of its destination, since a rename is atomic only within a file system.
fn create_temporary(target: PathBuf, pattern: &NamePattern) -> io::Result<(File, TemporaryName)> {
    let mut files = temporary_files();
    let mut counter = 0;
    loop {
        let path = target.with_file_name(pattern.name(counter));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) if lock(&file, &path) => {
                files.push(path.clone());
                return Ok((file, TemporaryName { path, target }));
            }
            // A file of this process with the same destination, or of a process with the same number on another machine; or
            // another process has just mistaken the new file for a leftover.
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
        counter += 1;
    }
}

/// Locks a new file. Returns whether it still has its name. A file system without locks counts as locked: leftovers stay there.
fn lock(file: &File, path: &Path) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && is_same_file(file, path)
}

/// Whether an open file has this name.
#[cfg(unix)]
pub(crate) fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: Metadata| (metadata.dev(), metadata.ino());
    fs::symlink_metadata(path).map(identity).ok() == file.metadata().map(identity).ok()
}

/// An approximation: the standard library has no identity of files on other systems.
#[cfg(not(unix))]
pub(crate) fn is_same_file(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Names of temporary files that were in a folder when this process first wrote to it. Thus a command that writes a thousand
/// files into a folder lists it once.
static LEFTOVERS: Mutex<Option<HashMap<PathBuf, Vec<String>>>> = Mutex::new(None);

/// Removes the temporary files for a destination that no process has locked.
fn remove_leftovers(target: &Path, pattern: &NamePattern) {
    let folder = folder_of(target);
    let mut leftovers = LEFTOVERS.lock().unwrap_or_else(PoisonError::into_inner);
    let names = leftovers.get_or_insert_default().entry(folder.to_path_buf()).or_insert_with(|| unfinished(folder));
    names.retain(|name| {
        let is_ours = pattern.matches(name);
        if is_ours {
            remove_unless_locked(&folder.join(name));
        }
        !is_ours
    });
}

/// Names of all temporary files in a folder.
fn unfinished(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter(|name| name.starts_with('.') && name.ends_with(SUFFIX)).collect()
}

/// The lock is held while the file is removed: see [`lock`].
fn remove_unless_locked(path: &Path) {
    // Opening a pipe would wait for its other end.
    if !fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return;
    }
    if let Ok(file) = File::open(path)
        && file.try_lock().is_ok()
    {
        let _ = fs::remove_file(path); // A file of another user stays.
    }
}

/// Gives a new file the mode, and as far as permitted the owner, of the file that it will replace.
fn copy_attributes(existing: &Metadata, file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata()?;
        if (existing.uid(), existing.gid()) != (new.uid(), new.gid()) {
            let _ = fchown(file, Some(existing.uid()), Some(existing.gid())); // Only root may give files away.
        }
    }
    file.set_permissions(existing.permissions())
}

/// Writes a folder to the disk, so that a renamed file keeps its name. Not all file systems support it.
pub(crate) fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_file_is_complete_although_it_is_written_back_while_it_grows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.bin");
        let block: Vec<u8> = (0..=255).cycle().take(1 << 20).collect();
        let mut file = AtomicFile::create(&path).unwrap();
        for _ in 0..3 * WRITE_BACK_BYTES / block.len() {
            file.write_all(&block).unwrap();
        }
        assert!(file.write_back.thread.is_some() && !path.exists());
        file.commit().unwrap();
        let written = fs::read(&path).unwrap();
        assert!(written.len() == 3 * WRITE_BACK_BYTES && written.chunks(block.len()).all(|chunk| chunk == block));
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn write(path: &Path, text: &str) -> AtomicFile {
        let mut file = AtomicFile::create(path).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file
    }

    #[test]
    fn a_file_appears_when_it_is_committed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.txt");
        write(&path, "old").commit().unwrap();
        let new = write(&path, "new");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        new.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        write(&path, "abandoned").abandon();
        drop(write(&path, "dropped"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["list.txt"]);
    }

    #[test]
    fn two_files_with_one_destination_do_not_share_a_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.txt");
        let (first, second) = (write(&path, "first"), write(&path, "second"));
        second.commit().unwrap();
        first.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
        assert_eq!(names(folder.path()), ["list.txt"]);
    }

    #[test]
    fn leftovers_of_the_same_destination_are_removed_unless_they_are_locked() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str| fs::write(folder.path().join(name), "partial").unwrap();
        let others =
            [".list.txt.7.unfinished", ".list.txt.unfinished", ".list.txt.x-1.unfinished", ".other.7-0.unfinished"];
        others.into_iter().chain([".list.txt.7-0.unfinished", ".list.txt.7-1.unfinished"]).for_each(put);
        let running = File::open(folder.path().join(".list.txt.7-1.unfinished")).unwrap();
        running.lock().unwrap();
        write(&folder.path().join("list.txt"), "done").commit().unwrap();
        let mut expected = [&others[..], &["list.txt", ".list.txt.7-1.unfinished"]].concat();
        expected.sort_unstable();
        assert_eq!(names(folder.path()), expected);
    }

    #[test]
    fn long_names_get_short_temporary_names_that_differ() {
        let pattern = |name: &str| NamePattern::new(Path::new(name)).unwrap();
        let (a, b) = (pattern(&("é".repeat(120) + "a")), pattern(&("é".repeat(120) + "b")));
        assert_ne!(a.prefix, b.prefix);
        let longest = format!("{}4294967295-9999999{SUFFIX}", a.prefix);
        assert!(longest.len() <= MAX_NAME && a.matches(&longest) && !b.matches(&longest));
        assert_eq!(pattern("list.txt").prefix, ".list.txt.");
        assert!(pattern(&"x".repeat(96)).name(0).len() <= MAX_NAME);
    }

    #[test]
    #[cfg(unix)]
    fn mode_and_links_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("data")).unwrap();
        symlink("data/list.txt", path("link")).unwrap();
        symlink("link", path("link to link")).unwrap();
        write(&path("link to link"), "created through a dangling link").commit().unwrap();
        assert_eq!(fs::read_to_string(path("data/list.txt")).unwrap(), "created through a dangling link");
        fs::set_permissions(path("data/list.txt"), fs::Permissions::from_mode(0o640)).unwrap();
        let file = write(&path("link"), "replaced");
        let temporary = names(&path("data")).into_iter().find(|name| name.ends_with(SUFFIX)).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
        assert_eq!(mode(&path("data").join(temporary)), 0o640, "private content is never readable by others");
        file.commit().unwrap();
        assert_eq!((fs::read_to_string(path("link")).unwrap(), mode(&path("link"))), ("replaced".to_owned(), 0o640));
        assert!(path("link").is_symlink() && path("link to link").is_symlink());
        assert_eq!(names(&path("data")), ["list.txt"]);
    }

    #[test]
    #[cfg(unix)]
    fn devices_are_written_directly_and_loops_of_links_are_refused() {
        use std::os::unix::fs::symlink;
        write(Path::new("/dev/null"), "nothing").commit().unwrap();
        let folder = tempfile::tempdir().unwrap();
        symlink("loop", folder.path().join("loop")).unwrap();
        assert!(AtomicFile::create(&folder.path().join("loop")).is_err());
        assert!(AtomicFile::create(folder.path()).is_err());
    }
}
