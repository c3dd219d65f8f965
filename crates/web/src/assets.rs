//! Static files of the page, compiled into the program.
//!
//! An explicit list instead of a crate that embeds a folder; a test fails if the folder and the list differ.

use std::hash::{DefaultHasher, Hasher};

use hyper::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use hyper::{HeaderMap, StatusCode};

use crate::response::{HttpBody, HttpResponse, has_token, response, with_header};

/// URL path and content of a file.
type Asset = (&'static str, &'static [u8]);

macro_rules! files {
    ($($name:literal)*) => {
        &[$((concat!("/", $name), include_bytes!(concat!("../page/", $name)))),*]
    };
}

const ASSETS: &[Asset] = files! {
    "answer.js"
    "api.js"
    "board.css"
    "board.js"
    "board_image.js"
    "board_layout.js"
    "board_marks.js"
    "board_message.js"
    "cell_elements.js"
    "cell_models.js"
    "chain_links.js"
    "diagnosis.js"
    "dom.js"
    "examples.js"
    "explain.js"
    "file_text.js"
    "geometry.js"
    "icon.svg"
    "index.html"
    "keyboard.js"
    "link.js"
    "load.js"
    "loading.js"
    "logic.js"
    "main.js"
    "mistakes.js"
    "notice.js"
    "number_pad.js"
    "part_drawing.js"
    "print.css"
    "proof.js"
    "puzzle.js"
    "rating.js"
    "request.js"
    "share.js"
    "start.js"
    "state.js"
    "step_drawing.js"
    "step_settings.js"
    "stepper.js"
    "style.css"
    "symbols.js"
    "tabs.js"
    "task.js"
    "techniques.js"
    "theme.js"
    "toolbar.js"
    "verdict.js"
};

/// File names of the page, relative to its folder.
pub fn asset_names() -> impl Iterator<Item = &'static str> {
    ASSETS.iter().map(|(path, _)| &path[1..])
}

/// The response for a file, or `None` if there is no such file; `/` is `index.html`.
pub(crate) fn find(path: &str, headers: &HeaderMap) -> Option<HttpResponse> {
    let path = if path == "/" { "/index.html" } else { path };
    let (_, bytes) = *ASSETS.iter().find(|(known, _)| *known == path)?;
    let etag = etag(bytes);
    let is_cached = has_token(headers, IF_NONE_MATCH, &etag);
    let status = if is_cached { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let bytes = if is_cached { &[] } else { bytes };
    let response = response(status, content_type(path)?, HttpBody::Full(bytes.into()));
    // Another version of the program may serve another page at the same address, so browsers must revalidate each time.
    Some(with_header(with_header(response, CACHE_CONTROL, "no-cache"), ETAG, &etag))
}

/// Content type by file name extension.
fn content_type(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}

/// Entity tag: a hash of the content.
fn etag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    format!("\"{:016x}\"", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_listed_and_has_a_content_type() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = std::fs::read_dir(folder).unwrap().map(name).collect();
        names.sort();
        let mut listed: Vec<&str> = asset_names().collect();
        listed.sort_unstable();
        assert_eq!(names, listed);
        assert!(listed.iter().all(|name| content_type(name).is_some()), "{listed:?}");
    }
}
