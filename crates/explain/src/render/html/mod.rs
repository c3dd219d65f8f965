//! HTML page of an explanation: a drawing, a sentence and a definition per step.
//!
//! The page is a single file that loads nothing else. Its script shows one step at a time; without the script the page is a
//! plain list of drawings and sentences.

use qedoku_puzzle::formats::svg_board::{TEXT_CSS, escape};

use super::svg::{StepSvgOptions, dark_css, light_css, svg_element};
use super::text::{capitalize, describe_step, describe_step_in_full, is_trial_and_error};
use crate::explainer::PositionedStep;
use crate::position::Position;
use crate::step::Step;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const CONTROLS: &str = include_str!("controls.html");
const LEGEND: &str = include_str!("legend.html");

/// Renders steps as an HTML page, each in its position. `end` is the position after the last step; steps that are
/// alternatives in one position have none.
pub fn steps_html(
    steps: &[PositionedStep<'_>],
    end: Option<&Position>,
    title: &str,
    options: &StepSvgOptions<'_>,
) -> String {
    let (mut sections, mut list) = (String::new(), String::new());
    for (number, PositionedStep { position, step }) in (1..).zip(steps) {
        let section = StepSection::new(number, position, step, options);
        sections += &section.section(&svg_element(position, Some(step), options));
        list += &section.list_item();
    }
    if let Some(end) = end {
        let section = StepSection::end(steps.len() + 1, end);
        sections += &section.section(&svg_element(end, None, options));
        list += &section.list_item();
    }
    let (title, summary) = (escape(title), escape(&summary(steps)));
    let mut positions = steps.iter().map(|step| &step.position).chain(end);
    let is_large = positions.next().is_some_and(|position| position.board().side() > 9);
    let class = if is_large { " class=\"large\"" } else { "" };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{}</style>\n</head>\n<body{class}>\n\
         <header><h1>{title}</h1><p>{summary}</p></header>\n<main>\n<div class=\"stage\">\n{CONTROLS}{sections}{LEGEND}</div>\n\
         <nav class=\"list\" aria-label=\"Steps\"><ol>\n{list}</ol></nav>\n</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        style()
    )
}

fn style() -> String {
    let (light, dark) = (light_css(), dark_css());
    format!("{TEXT_CSS}{light}{STYLE}@media (prefers-color-scheme: dark) {{\n{dark}}}\n")
}

/// `57 steps. Hardest: XY-chain, size 4.`
fn summary(steps: &[PositionedStep<'_>]) -> String {
    let hardest = steps.iter().map(|positioned| positioned.step).max_by_key(|step| (step.size(), step.technique));
    let count = if steps.len() == 1 { "1 step".into() } else { format!("{} steps", steps.len()) };
    match hardest {
        Some(step) if step.size() > 0 => format!("{count}. Hardest: {}, size {}.", step.technique, step.size()),
        Some(step) => format!("{count}. Hardest: {}.", step.technique),
        None => format!("{count}."),
    }
}

/// The text beside a drawing, escaped for HTML.
struct StepSection {
    number: usize,
    heading: String,
    /// The sentence without its heading.
    sentence: String,
    /// All links or inner steps of a step that the sentence only summarises.
    detail: Option<String>,
    size: usize,
    definition: &'static str,
}

impl StepSection {
    fn new(number: usize, position: &Position, step: &Step, options: &StepSvgOptions<'_>) -> StepSection {
        let sentence = describe_step(position, step, options.alphabet);
        let (heading, sentence) = sentence.split_once(": ").unwrap_or(("", &sentence));
        let (heading, sentence) = (escape(heading), escape(&capitalize(sentence)));
        let detail = is_trial_and_error(step).then(|| escape(&describe_step_in_full(position, step, options.alphabet)));
        let (size, definition) = (step.size(), step.technique.definition());
        StepSection { number, heading, sentence, detail, size, definition }
    }

    /// The section of the position after the last step.
    fn end(number: usize, position: &Position) -> StepSection {
        let sentence =
            if position.is_full() { "All cells are filled." } else { "This is the position after the last step." };
        let heading = if position.is_full() { "Solved" } else { "Position after the steps" };
        let (heading, sentence) = (heading.into(), sentence.into());
        StepSection { number, heading, sentence, detail: None, size: 0, definition: "" }
    }

    fn section(&self, drawing: &str) -> String {
        let StepSection { number, heading, sentence, detail, definition, .. } = self;
        let detail = detail.as_ref().map_or(String::new(), |detail| {
            format!(
                "<details><summary>All steps of the trial</summary><p class=\"description\">{detail}</p></details>\n"
            )
        });
        let definition =
            if definition.is_empty() { String::new() } else { format!("<p class=\"definition\">{definition}</p>") };
        format!(
            "<section id=\"step-{number}\">\n{drawing}<h2>{heading}</h2>\n<p class=\"description\">{sentence}</p>\n{detail}{definition}</section>\n"
        )
    }

    /// Entry in the list of steps, with a link to the section.
    fn list_item(&self) -> String {
        let StepSection { number, heading, sentence, size, .. } = self;
        let size = if *size == 0 { String::new() } else { format!(" <small>size {size}</small>") };
        format!("<li><a href=\"#step-{number}\"><b>{heading}</b>{size}<span>{sentence}</span></a></li>\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::{candidate, candidates, constraint, links, position};
    use crate::{Justification, Technique};

    fn steps() -> Vec<Step> {
        let chain = Justification::Chain(links(&["r5c1 > 3", "r5c5 > 8", "r2c5"]));
        let single = Justification::Single(constraint("r5c5"));
        vec![
            Step {
                technique: Technique::XyWing,
                justification: chain,
                placement: None,
                eliminations: candidates("r2c1=7"),
            },
            Step {
                technique: Technique::NakedSingle,
                justification: single,
                placement: Some(candidate("r5c5=3")),
                eliminations: vec![],
            },
        ]
    }

    #[test]
    fn the_page_has_a_drawing_and_a_sentence_per_step() {
        let start = position(&["r5c5=38", "r5c1=37", "r2c5=78"]);
        let steps = steps();
        let mut end = start.clone();
        let positioned: Vec<PositionedStep<'_>> = steps
            .iter()
            .map(|step| {
                let position = end.clone();
                end.apply(step);
                PositionedStep { position, step }
            })
            .collect();
        let page = steps_html(&positioned, Some(&end), "Mine & yours", &StepSvgOptions::default());
        assert_eq!(page.matches("<section id=").count(), 3);
        assert_eq!(page.matches("<svg xmlns").count(), 3);
        assert_eq!(page.matches("<li><a href=\"#step-").count(), 3);
        assert!(page.contains("<title>Mine &amp; yours</title>"));
        assert!(page.contains("<p>2 steps. Hardest: XY-wing, size 3.</p>"));
        assert!(
            page.contains(
                "<h2>XY-wing</h2>\n<p class=\"description\">The pivot r5c5 is 3 or 8. If it is 3, r5c1 is 7;"
            )
        );
        assert!(page.contains("<h2>Position after the steps</h2>"));
        let alternatives = steps_html(&positioned, None, "Two", &StepSvgOptions::default());
        assert_eq!(alternatives.matches("<section id=").count(), 2);
        assert!(!alternatives.contains("Position after the steps"));
    }

    #[test]
    fn the_page_loads_nothing_else() {
        let page = steps_html(&[], Some(&position(&[])), "Nothing", &StepSvgOptions::default());
        let outside = page.replace("http://www.w3.org/2000/svg", "");
        for word in ["http:", "https:", "src=", "url(", "@import", "<link"] {
            assert!(!outside.contains(word), "{word}");
        }
    }
}
