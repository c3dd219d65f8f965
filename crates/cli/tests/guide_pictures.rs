//! Pictures of the documents: they must be exactly what the program draws.
//!
//! A page of docs/guide/src/techniques quotes an `explain` command and the sentence of a step; the picture beside the page
//! (`x-wing.md`, `x-wing.svg`) is the drawing of this step. The test runs the command with `--svg` and compares the drawing
//! whose description is the quoted sentence. After a change of the drawings,
//!
//! ```text
//! QEDOKU_PICTURES=1 cargo nextest run -p qedoku-cli --test guide_pictures
//! ```
//!
//! writes all pictures anew. (`compare.svg` shows measured times, so only its title and description are checked;
//! `qedoku compare --plot` makes it.)

mod command;

use std::fs;
use std::path::{Path, PathBuf};

use command::{TestFolder, assert_well_formed, qedoku};

/// The puzzle of `solved.svg`.
const SOLVED: &str = "..4......9321.....68.....54.45.362......8......621.48.26.....78.....8623......9..";
/// The puzzle of `step.svg`, whose explanation has one skyscraper.
const SKYSCRAPER: &str = ".48...2.......9.4........7942.165....8.........9..2......3.1..5..357...11.6.2..8.";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The technique pages: their paths without the extension.
fn technique_pages() -> Vec<PathBuf> {
    let files = fs::read_dir(docs().join("guide/src/techniques")).expect("the guide has technique pages");
    let files = files.map(|file| file.expect("a file").path());
    let pages = files.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let mut pages: Vec<PathBuf> =
        pages.filter(|path| !path.ends_with("README.md")).map(|path| path.with_extension("")).collect();
    pages.sort();
    pages
}

/// The first quoted `explain` command of a page without the filters after it, and the first line that it prints.
fn example(page: &str) -> Option<(Vec<String>, &str)> {
    let mut lines = page.lines().skip_while(|line| !line.starts_with("$ qedoku "));
    let command = lines.next()?.strip_prefix("$ qedoku ")?;
    let command = command.split(" | ").next().unwrap_or(command);
    Some((args(&command.split(' ').collect::<Vec<_>>()), lines.next()?))
}

fn args(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// The drawing of the step that the page quotes.
fn draw(page: &Path, (mut args, sentence): (Vec<String>, &str)) -> String {
    let folder = TestFolder::new();
    args.extend(["--svg".to_owned(), folder.path_to("")]);
    qedoku(&args);
    let drawings = fs::read_dir(folder.path()).expect("explain writes a folder of drawings");
    let drawings = drawings.map(|file| fs::read_to_string(file.expect("a file").path()).expect("a drawing"));
    let described = format!("<desc>{sentence}");
    let drawing = drawings.filter(|svg| svg.contains(&described)).min();
    drawing.unwrap_or_else(|| panic!("{}: no drawing of the step: {sentence}", page.display()))
}

/// Compares a picture with the file, or writes the file if `QEDOKU_PICTURES` is set.
#[track_caller]
fn check_picture(file: &Path, drawn: &str) {
    assert_well_formed(drawn);
    assert!(drawn.contains("<title>") && drawn.contains("<desc>"), "{}", file.display());
    if std::env::var_os("QEDOKU_PICTURES").is_some() {
        fs::write(file, drawn).expect("the picture is written");
    }
    let stored = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    assert!(stored == drawn, "{} is out of date: QEDOKU_PICTURES=1 writes it anew", file.display());
}

#[test]
fn technique_pictures_are_what_the_program_draws() {
    let pages = technique_pages();
    assert!(pages.len() > 40, "{pages:?}");
    for page in pages {
        let (text, picture) =
            (fs::read_to_string(page.with_extension("md")).expect("a page"), page.with_extension("svg"));
        match example(&text) {
            Some(example) => {
                check_picture(&picture, &draw(&page, example));
                let name = picture.file_name().expect("a name").to_string_lossy();
                assert!(text.contains(&format!("]({name})")), "{} does not show its picture", page.display());
            }
            None => assert!(!picture.exists() && text.contains("No example"), "{}", page.display()),
        }
    }
}

/// The SVG files of docs, without those beside technique pages and without the output of mdBook.
fn other_pictures(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "svg"));
    let folders = folders.iter().filter(|path| !path.ends_with("techniques") && !path.ends_with("book"));
    files.chain(folders.flat_map(|folder| other_pictures(folder))).collect()
}

#[test]
fn other_pictures_are_what_the_program_draws() {
    let pictures = other_pictures(&docs());
    for picture in &pictures {
        match picture.file_name().expect("a name").to_str() {
            Some("solved.svg") => check_picture(picture, &qedoku(["solve", SOLVED, "--to", "svg"]).exits_with(0).out),
            Some("step.svg") => {
                check_picture(picture, &draw(picture, (args(&["explain", SKYSCRAPER]), "Skyscraper: ")));
            }
            Some("compare.svg") => {
                let plot = fs::read_to_string(picture).expect("a plot");
                assert_well_formed(&plot);
                let is_described = plot.contains("</title>") && plot.contains("<desc>Solve times. ");
                assert!(is_described, "{} is out of date", picture.display());
            }
            _ => panic!("{}: this test does not know how it is drawn", picture.display()),
        }
    }
    assert!(pictures.len() >= 2, "{pictures:?}");
}
