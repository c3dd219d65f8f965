//! Folders of TOML files with test cases.

use std::fs;
use std::path::Path;

use toml::{Table, Value};

/// The TOML files of a folder by name, without the extension.
///
/// # Panics
/// If the folder or a file cannot be read.
pub(crate) fn read_all(folder: &Path) -> Vec<(String, Table)> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    let read = |path: &Path| {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), table)
    };
    paths.iter().map(|path| read(path)).collect()
}

/// The tables of an array of tables such as `[[case]]`.
///
/// # Panics
/// If the file has any other content.
pub(crate) fn entries<'t>(file: &'t Table, name: &str) -> impl Iterator<Item = &'t Table> {
    let other = file.keys().find(|key| *key != name);
    assert_eq!(other, None, "expected [[{name}]] only");
    let tables = file.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    tables.iter().map(|table| table.as_table().expect("an array of tables"))
}
