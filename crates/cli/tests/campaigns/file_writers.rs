//! Commands that write a file: their arguments, input and complete output.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::command::{CommandOutput, QEDOKU, TestFolder, UNIQUE_9X9, finish, qedoku, without_settings};

/// Content of the output file before a run.
const OLD_CONTENT: &str = "results of an earlier run\n";

/// A command that writes the file `out`, and everything it needs.
pub(crate) struct FileWriter {
    pub(crate) folder: TestFolder,
    pub(crate) args: Vec<String>,
    /// Path of the output file.
    output: String,
    /// What the file holds after an undisturbed run.
    expected: Vec<u8>,
    /// Exit code of an undisturbed run.
    pub(crate) code: i32,
    /// Duration of an undisturbed run.
    pub(crate) duration: Duration,
}

/// The state of the output file after a disturbed run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileState {
    /// The file of the earlier run.
    Old,
    /// The complete new file.
    New,
}

/// Command lines, in which `IN` is a list of 9x9 puzzles, `CNF` a formula and `OUT` the output file.
const COMMAND_LINES: [&str; 8] = [
    "solve IN --to line -o OUT",
    "solve IN --to csv -o OUT.gz",
    "convert IN --to grid -o OUT.zst",
    "count IN --csv -o OUT",
    "prove IN -o OUT",
    "encode 16x16 -o OUT",
    "stats CNF --fix -o OUT",
    "generate 40 --seed 3 -o OUT",
];

impl FileWriter {
    /// All commands, with lists of about this many puzzles.
    pub(crate) fn all(puzzles: usize) -> Vec<FileWriter> {
        COMMAND_LINES.iter().map(|line| FileWriter::new(line, puzzles)).collect()
    }

    fn new(line: &str, puzzles: usize) -> FileWriter {
        let folder = TestFolder::new();
        let list = folder.write("list.txt", format!("{UNIQUE_9X9}\n").repeat(puzzles));
        let formula = folder.path_to("puzzle.cnf");
        qedoku(["encode", UNIQUE_9X9, "-o", &formula]).exits_with(0);
        fs::create_dir(folder.path().join("results")).expect("a new folder");
        let suffix = line.split_once("OUT").expect("an output").1.split(' ').next().unwrap_or_default();
        let output = folder.path_to(&format!("results/out{suffix}"));
        let fill_in = |word: &str| match word {
            "IN" => list.clone(),
            "CNF" => formula.clone(),
            word if word.starts_with("OUT") => output.clone(),
            word => word.to_owned(),
        };
        let args: Vec<String> = line.split(' ').map(fill_in).collect();
        let start = Instant::now();
        let code = qedoku(&args).code;
        let duration = start.elapsed();
        let expected = fs::read(&output).unwrap_or_else(|error| panic!("{line} wrote no file: {error}"));
        FileWriter { folder, args, output, expected, code, duration }
    }

    /// Restores the file of the earlier run.
    pub(crate) fn reset(&self) {
        fs::write(&self.output, OLD_CONTENT).expect("the file is written");
    }

    /// The command, for a test that disturbs it.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(QEDOKU);
        without_settings(command.args(&self.args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()));
        command
    }

    /// Runs a program such as `strace` with these arguments on the command.
    pub(crate) fn run_under(&self, program: &str, args: &[&str]) -> CommandOutput {
        finish(Command::new(program).args(args).arg(QEDOKU).args(&self.args), "")
    }

    /// The state of the output file. Panics if it is neither the old nor the complete new one.
    #[track_caller]
    pub(crate) fn state(&self) -> FileState {
        let content = fs::read(&self.output).expect("the output file exists");
        if content == self.expected {
            return FileState::New;
        }
        assert_eq!(content.len(), OLD_CONTENT.len(), "{:?} left a partial file", self.args);
        assert_eq!(content, OLD_CONTENT.as_bytes(), "{:?}", self.args);
        FileState::Old
    }

    /// Names of all files beside the output file.
    pub(crate) fn leftovers(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path().join("results")).expect("the folder can be read");
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        names.filter(|name| !name.starts_with("out")).collect()
    }
}
