//! An explanation as a page: one HTML file that asks for nothing else and steps through pictures.
//!
//! Without its script it is a plain list of pictures and sentences.

use qedoku_puzzle::formats::svg_board::{TEXT_CSS, escape};

use super::picture::{PictureOptions, dark_rules, element, light_rules};
use super::position::Position;
use super::step::Step;
use super::tell::{capital, tell};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const CONTROLS: &str = include_str!("controls.html");
const KEY: &str = include_str!("key.html");

/// A page that tells the steps from a position on, each in the position that the steps before it have made.
pub fn page(start: &Position, steps: &[Step], title: &str, options: &PictureOptions<'_>) -> String {
    let mut position = start.clone();
    let (mut sections, mut list) = (String::new(), String::new());
    for (index, step) in steps.iter().enumerate() {
        let told = Told::new(index + 1, &position, step, options);
        sections += &told.section(&element(&position, Some(step), options));
        list += &told.item();
        position.apply(step);
    }
    let end = Told::end(steps.len() + 1, &position);
    sections += &end.section(&element(&position, None, options));
    list += &end.item();
    let (title, about) = (escape(title), escape(&summary(steps)));
    let class = if start.board().side() > 9 { " class=\"large\"" } else { "" };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{}</style>\n</head>\n<body{class}>\n\
         <header><h1>{title}</h1><p>{about}</p></header>\n<main>\n<div class=\"stage\">\n{CONTROLS}{sections}{KEY}</div>\n\
         <nav class=\"list\" aria-label=\"Steps\"><ol>\n{list}</ol></nav>\n</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        style()
    )
}

fn style() -> String {
    let (light, dark) = (light_rules(), dark_rules());
    format!("{TEXT_CSS}{light}{STYLE}@media (prefers-color-scheme: dark) {{\n{dark}}}\n")
}

/// `57 steps; the hardest: XY-chain, size 4`.
fn summary(steps: &[Step]) -> String {
    let hardest = steps.iter().max_by_key(|step| (step.size(), step.technique));
    let count = if steps.len() == 1 { "1 step".into() } else { format!("{} steps", steps.len()) };
    match hardest {
        Some(step) if step.size() > 0 => format!("{count}; the hardest: {}, size {}.", step.technique, step.size()),
        Some(step) => format!("{count}; the hardest: {}.", step.technique),
        None => format!("{count}."),
    }
}

/// What stands beside a picture.
struct Told {
    number: usize,
    heading: String,
    /// The sentence without its heading, which stands above it.
    sentence: String,
    size: usize,
    definition: &'static str,
}

impl Told {
    fn new(number: usize, position: &Position, step: &Step, options: &PictureOptions<'_>) -> Told {
        let sentence = tell(position, step, options.alphabet);
        let (heading, sentence) = sentence.split_once(": ").unwrap_or(("", &sentence));
        let (heading, sentence) = (escape(heading), escape(&capital(sentence)));
        Told { number, heading, sentence, size: step.size(), definition: step.technique.definition() }
    }

    /// The board after the last step.
    fn end(number: usize, position: &Position) -> Told {
        let sentence = if position.is_full() { "Every cell has its digit." } else { "No further step was asked for." };
        let heading = if position.is_full() { "Solved" } else { "The board now" };
        Told { number, heading: heading.into(), sentence: sentence.into(), size: 0, definition: "" }
    }

    fn section(&self, picture: &str) -> String {
        let Told { number, heading, sentence, definition, .. } = self;
        let meaning =
            if definition.is_empty() { String::new() } else { format!("<p class=\"meaning\">{definition}</p>") };
        format!(
            "<section id=\"step-{number}\">\n{picture}<h2>{heading}</h2>\n<p class=\"told\">{sentence}</p>\n{meaning}</section>\n"
        )
    }

    fn item(&self) -> String {
        let Told { number, heading, sentence, size, .. } = self;
        let size = if *size == 0 { String::new() } else { format!(" <small>size {size}</small>") };
        format!("<li><a href=\"#step-{number}\"><b>{heading}</b>{size}<span>{sentence}</span></a></li>\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::tests::{candidate, candidates, links, position, set};
    use crate::{Reason, Technique};

    fn steps() -> Vec<Step> {
        let chain = Reason::Chain(links(&["r5c1 > 3", "r5c5 > 8", "r2c5"]));
        let single = Reason::Single(set("r5c5"));
        vec![
            Step { technique: Technique::XyWing, reason: chain, placed: None, removed: candidates("r2c1=7") },
            Step {
                technique: Technique::NakedSingle,
                reason: single,
                placed: Some(candidate("r5c5=3")),
                removed: vec![],
            },
        ]
    }

    #[test]
    fn a_page_has_each_step_with_its_picture_and_its_sentence() {
        let start = position(&["r5c5=38", "r5c1=37", "r2c5=78"]);
        let page = page(&start, &steps(), "Mine & yours", &PictureOptions::default());
        assert_eq!(page.matches("<section id=").count(), 3);
        assert_eq!(page.matches("<svg xmlns").count(), 3);
        assert_eq!(page.matches("<li><a href=\"#step-").count(), 3);
        assert!(page.contains("<title>Mine &amp; yours</title>"));
        assert!(page.contains("<p>2 steps; the hardest: XY-wing, size 3.</p>"));
        assert!(page.contains("<h2>XY-wing</h2>\n<p class=\"told\">r5c5 is 3 or 8; if 3, r5c1 is 7;"));
        assert!(page.contains("<h2>The board now</h2>"));
    }

    #[test]
    fn a_page_asks_for_nothing_else() {
        let page = page(&position(&[]), &[], "Nothing", &PictureOptions::default());
        let outside = page.replace("http://www.w3.org/2000/svg", "");
        for word in ["http:", "https:", "src=", "url(", "@import", "<link"] {
            assert!(!outside.contains(word), "{word}");
        }
    }
}
