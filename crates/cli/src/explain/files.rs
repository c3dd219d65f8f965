//! SVG pictures and HTML pages of the steps.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use qedoku::explain::{ExplainQuery, ExplainReport, Position, PositionedStep, StepSvgOptions, step_svg, steps_html};

use crate::output::{create_folder, write_file};

/// Destinations of pictures and page.
pub(super) struct StepFiles<'a> {
    svg_folder: Option<&'a Path>,
    html_file: Option<&'a Path>,
}

impl<'a> StepFiles<'a> {
    /// Creates the folder for pictures.
    pub(super) fn new(svg_folder: Option<&'a Path>, html_file: Option<&'a Path>) -> Result<StepFiles<'a>> {
        if let Some(folder) = svg_folder {
            create_folder(folder)?;
        }
        Ok(StepFiles { svg_folder, html_file })
    }

    /// Fails for a page about several puzzles.
    pub(super) fn ensure_supported(&self, many: bool) -> Result<()> {
        if many && self.html_file.is_some() {
            bail!("--html is for one puzzle: the input has several");
        }
        Ok(())
    }

    /// Writes the files of one puzzle. Pictures are numbered like the steps, from 1.
    pub(super) fn write(&self, stem: &str, report: &ExplainReport, options: &StepSvgOptions) -> Result<()> {
        if let Some(folder) = self.svg_folder {
            let width = report.steps.len().to_string().len();
            for (number, (position, step)) in (1..).zip(report.positions().zip(&report.steps)) {
                let path = folder.join(format!("{stem}-{number:0width$}.svg"));
                write_file(&path, |file| file.write_all(step_svg(&position, step, options).as_bytes()))?;
            }
        }
        match self.html_file {
            Some(path) => {
                let steps = report.positions().zip(&report.steps);
                let steps: Vec<_> = steps.map(|(position, step)| PositionedStep { position, step }).collect();
                let html = steps_html(&steps, end(report).as_ref(), &format!("Sudoku {stem}"), options);
                write_file(path, |file| file.write_all(html.as_bytes()))
            }
            None => Ok(()),
        }
    }
}

/// The position after the last step; none if the steps are alternatives.
fn end(report: &ExplainReport) -> Option<Position> {
    let mut position = report.start.clone();
    report.steps.iter().for_each(|step| position.apply(step));
    (!matches!(report.query, ExplainQuery::AllSteps(_))).then_some(position)
}
