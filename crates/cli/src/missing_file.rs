//! The message for an INPUT that looks like a file that does not exist.

use std::path::{MAIN_SEPARATOR, Path};

/// The message, with the name of a similar file if there is one; `None` if the text does not look like the name of a file.
pub(crate) fn message(input: &str) -> Option<String> {
    if !is_file_name(input) {
        return None;
    }
    let similar = similar_file(Path::new(input)).map(|name| format!(" (did you mean {name}?)"));
    Some(format!("{input}: no such file{}", similar.unwrap_or_default()))
}

/// An error if there is no file of this name, for commands whose input can only be a file or `-`.
pub(crate) fn check(name: &str) -> anyhow::Result<()> {
    if name != "-" && matches!(Path::new(name).try_exists(), Ok(false)) {
        anyhow::bail!(message(name).unwrap_or_else(|| format!("{name}: no such file")));
    }
    Ok(())
}

/// Whether a text that is not a puzzle was meant as the name of a file: it has a folder or an extension.
fn is_file_name(text: &str) -> bool {
    let is_short = !text.is_empty() && text.len() <= 4096 && !text.contains(['\n', '\r']);
    let is_link = text.contains("://");
    let has_folder = text.contains(MAIN_SEPARATOR);
    let extension = text.rsplit_once('.').filter(|(stem, _)| !stem.is_empty() && !stem.ends_with('.'));
    let has_extension = extension.is_some_and(|(_, extension)| {
        (1..=10).contains(&extension.len())
            && extension.starts_with(|c: char| c.is_ascii_alphabetic())
            && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    is_short && !is_link && (has_folder || has_extension)
}

/// Entries of a folder that are compared.
const MAX_ENTRIES: usize = 10_000;
/// Most edits between the name and a similar one.
const MAX_EDITS: usize = 2;

/// A file in the same folder whose name differs in at most [`MAX_EDITS`] characters.
fn similar_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?.take(MAX_ENTRIES).flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let scored = names.map(|other| (edit_distance(name, &other), other));
    let (_, best) = scored.filter(|(edits, _)| *edits <= MAX_EDITS && *edits < name.len() / 2).min()?;
    Some(folder.map_or(best.clone(), |folder| folder.join(best).display().to_string()))
}

/// Levenshtein distance: insertions, deletions and replacements of characters. Case counts as equal.
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.to_lowercase().chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_recognised() {
        for name in ["puzzle.txt", "lists/17", "a b.sdk", "../x.csv.gz", "list.17.txt"] {
            assert!(is_file_name(name), "{name}");
        }
        for text in ["nonsense", "", "9x10", "1.3.....4....x2.", "..a", "https://example.org/a.txt", "1.3.\n....\n...."]
        {
            assert!(!is_file_name(text), "{text}");
        }
    }

    #[test]
    fn edits_are_counted() {
        assert_eq!(edit_distance("puzzle.txt", "puzzle.txt"), 0);
        assert_eq!(edit_distance("puzle.txt", "Puzzle.txt"), 1);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("17_clue.txt", "hardest.txt"), 7);
    }
}
