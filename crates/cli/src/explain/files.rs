//! Pictures and pages of steps.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use qedoku::explain::{PictureOptions, Position, Step, page, picture};

use crate::output::{Output, make_folder};

/// The files that are asked for.
pub(super) struct Files<'a> {
    svg: Option<&'a Path>,
    html: Option<&'a Path>,
}

impl<'a> Files<'a> {
    /// Makes the folder for pictures.
    pub(super) fn new(svg: Option<&'a Path>, html: Option<&'a Path>) -> Result<Files<'a>> {
        if let Some(folder) = svg {
            make_folder(folder)?;
        }
        Ok(Files { svg, html })
    }

    /// A page is about one puzzle.
    pub(super) fn expect_one(&self, many: bool) -> Result<()> {
        if many && self.html.is_some() {
            bail!("--html is for one puzzle: the input has several");
        }
        Ok(())
    }

    /// Writes what is asked for; pictures are numbered from 1 as the steps are.
    pub(super) fn write(&self, name: &str, start: &Position, steps: &[Step], options: &PictureOptions) -> Result<()> {
        if let Some(folder) = self.svg {
            let mut position = start.clone();
            let width = steps.len().to_string().len();
            for (number, step) in (1..).zip(steps) {
                let path = folder.join(format!("{name}-{number:0width$}.svg"));
                write(&path, &picture(&position, step, options))?;
                position.apply(step);
            }
        }
        match self.html {
            Some(path) => write(path, &page(start, steps, &format!("Sudoku {name}"), options)),
            None => Ok(()),
        }
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    let mut file = Output::create(path)?;
    file.write_all(text.as_bytes()).and_then(|()| file.finish()).with_context(|| path.display().to_string())
}
