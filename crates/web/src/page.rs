//! The files of the page, which are part of the program.
//!
//! A table instead of a crate that embeds a folder: each file is named here, and a test fails if the folder
//! has one that the table has not.

use std::hash::{DefaultHasher, Hasher};

use hyper::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use hyper::{HeaderMap, StatusCode};

use crate::reply::{Body, Reply, has_word, reply, with};

/// A file of the page: its path in an address, and what it holds.
type File = (&'static str, &'static [u8]);

macro_rules! files {
    ($($name:literal)*) => {
        &[$((concat!("/", $name), include_bytes!(concat!("../page/", $name)))),*]
    };
}

/// All of them.
const FILES: &[File] = files! {
    "answer.js"
    "api.js"
    "board.css"
    "board.js"
    "chart.js"
    "dom.js"
    "edit.js"
    "examples.js"
    "explain.js"
    "geometry.js"
    "icon.svg"
    "index.html"
    "keys.js"
    "link.js"
    "load.js"
    "logic.js"
    "main.js"
    "pad.js"
    "picture.js"
    "print.css"
    "proof.js"
    "puzzle.js"
    "scene.js"
    "share.js"
    "state.js"
    "step.js"
    "style.css"
    "symbols.js"
    "tabs.js"
    "task.js"
    "text.js"
    "theme.js"
    "toolbar.js"
    "verdict.js"
};

/// The names of the files, as the folder has them.
pub fn files() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(path, _)| &path[1..])
}

/// The file at this path, if there is one; `/` is the page itself.
pub(crate) fn find(path: &str, headers: &HeaderMap) -> Option<Reply> {
    let path = if path == "/" { "/index.html" } else { path };
    let (_, bytes) = *FILES.iter().find(|(known, _)| *known == path)?;
    let tag = tag(bytes);
    let is_known = has_word(headers, IF_NONE_MATCH, &tag);
    let status = if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let bytes = if is_known { &[] } else { bytes };
    let reply = reply(status, kind(path)?, Body::Whole(bytes.into()));
    // Another version of the program may serve another page at the same address: so browsers ask each time.
    Some(with(with(reply, CACHE_CONTROL, "no-cache"), ETAG, &tag))
}

/// What a file is, by the end of its name.
fn kind(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}

/// A mark that differs when the content does.
fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{:016x}\"", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_served_and_its_type_is_known() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = std::fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        let mut served: Vec<&str> = files().collect();
        served.sort_unstable();
        assert_eq!(names, served);
        assert!(served.iter().all(|name| kind(name).is_some()), "{served:?}");
    }
}
