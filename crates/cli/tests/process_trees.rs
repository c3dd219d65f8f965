//! No process of an external solver survives its run, whichever way the run ends, and none exhausts memory or disk.
#![cfg(target_os = "linux")]

mod command;

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use command::{QEDOKU, SOLUTION_4X4, TestFolder, UNIQUE_4X4, WAIT_TIMEOUT, program, qedoku, without_settings};

/// Numbers of seconds that only the processes of one test sleep for: the mark by which they are found.
struct Sleepers(String);

impl Sleepers {
    fn new(test: u32) -> Sleepers {
        Sleepers(format!("7{:07}{test}", std::process::id()))
    }

    /// Shell commands that start sleeping processes: as a child in the background; in a process group of their own, as `timeout`
    /// makes it; in a session of their own without any output; and by a shell that ends at once.
    fn start(&self) -> String {
        let seconds = &self.0;
        format!(
            "sleep {seconds}1 &\ntimeout {seconds}2 sleep {seconds}3 &\nsetsid sleep {seconds}4 >/dev/null 2>&1 &\n\
             sh -c 'sleep {seconds}5 & sleep {seconds}6 >/dev/null 2>&1 &'\n"
        )
    }

    /// Command lines of the living processes.
    fn living(&self) -> Vec<String> {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let command_lines = processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
        let texts = command_lines.map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " "));
        texts.filter(|text| text.contains(&self.0) && text.contains("sleep") && !text.contains("sh ")).collect()
    }

    /// Waits until no process is left. They sleep for years, so they do not end by themselves.
    #[track_caller]
    fn are_gone(&self) {
        let start = Instant::now();
        while !self.living().is_empty() {
            assert!(start.elapsed() < WAIT_TIMEOUT, "survivors: {:?}", self.living());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A script that starts all sleepers, creates the file `begun` and continues with these commands.
fn wrapper(folder: &TestFolder, sleepers: &Sleepers, then: &str) -> String {
    let begun = "touch \"$(dirname \"$0\")/begun\"\n";
    let path = folder.write("wrapper.sh", sleepers.start() + begun + then);
    format!("sh {path} {{cnf}} {{out}}")
}

/// Starts the command and waits until all sleepers run.
fn start(folder: &TestFolder, sleepers: &Sleepers, solver: &str) -> Child {
    let mut command = Command::new(QEDOKU);
    command.args(["solve", UNIQUE_4X4, "--solver", solver]).env("TMPDIR", folder.path());
    let child = without_settings(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())).spawn();
    let child = child.expect("the command starts");
    let start = Instant::now();
    while sleepers.living().len() < 6 {
        assert!(start.elapsed() < WAIT_TIMEOUT, "only these run: {:?}", sleepers.living());
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

/// Temporary directories of runs.
fn run_directories(folder: &TestFolder) -> usize {
    let entries = std::fs::read_dir(folder.path()).unwrap().flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("qedoku-")).count()
}

#[test]
fn no_descendant_survives_the_normal_end_of_a_solver() {
    let (folder, sleepers) = (TestFolder::new(), Sleepers::new(1));
    let solver = wrapper(&folder, &sleepers, "exec minisat \"$1\" \"$2\"");
    qedoku(["solve", UNIQUE_4X4, "--solver", &solver, "--to", "line"])
        .exits_with(0)
        .stdout_is(&format!("{SOLUTION_4X4}\n"));
    assert!(folder.path().join("begun").exists());
    sleepers.are_gone();
}

#[test]
fn no_descendant_survives_a_time_limit() {
    let (folder, sleepers) = (TestFolder::new(), Sleepers::new(2));
    let solver = wrapper(&folder, &sleepers, "wait");
    // The longer limits are for a loaded machine.
    for limit in ["2s", "10s", "60s", "300s"] {
        qedoku(["solve", UNIQUE_4X4, "--solver", &solver, "--time-limit", limit]).exits_with(124);
        sleepers.are_gone();
        if folder.path().join("begun").exists() {
            return;
        }
    }
    panic!("the solver did not start within the time limits");
}

#[test]
fn no_descendant_survives_an_interruption() {
    for (signal, code, test) in [("-INT", 130, 3), ("-TERM", 130, 4)] {
        let (folder, sleepers) = (TestFolder::new(), Sleepers::new(test));
        let mut child = start(&folder, &sleepers, &wrapper(&folder, &sleepers, "wait"));
        program("kill", &[signal, &child.id().to_string()]).exits_with(0);
        assert_eq!(child.wait().unwrap().code(), Some(code));
        sleepers.are_gone();
        assert_eq!(run_directories(&folder), 0);
    }
}

#[test]
fn no_descendant_survives_when_the_command_is_killed() {
    let (folder, sleepers) = (TestFolder::new(), Sleepers::new(5));
    let mut child = start(&folder, &sleepers, &wrapper(&folder, &sleepers, "wait"));
    assert_eq!(run_directories(&folder), 1);
    child.kill().unwrap();
    child.wait().unwrap();
    sleepers.are_gone();
    let start = Instant::now();
    while run_directories(&folder) > 0 {
        assert!(start.elapsed() < WAIT_TIMEOUT, "the temporary directory remains");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn no_descendant_of_a_probed_solver_survives() {
    // Without {cnf} the solver is probed first; the script never answers.
    let (folder, sleepers) = (TestFolder::new(), Sleepers::new(6));
    let solver = wrapper(&folder, &sleepers, "wait").replace(" {cnf} {out}", "");
    let mut child = start(&folder, &sleepers, &solver);
    program("kill", &["-INT", &child.id().to_string()]).exits_with(0);
    child.wait().unwrap();
    sleepers.are_gone();
}

#[test]
fn a_solver_that_prints_endlessly_is_stopped_in_bounded_memory() {
    let folder = TestFolder::new();
    let endless = [
        ("yes 'v 1 2 3'", "stopped sh: its output is longer than 4 MiB"),
        ("yes s SATISFIABLE", "stopped sh: its output is longer than 4 MiB"),
        ("yes | tr -d '\\n'", "stopped sh: its output is longer than 4 MiB"),
        ("yes \"c $(printf '%4000s' x)\"", "stopped sh: its output is longer than 1024 MiB"),
        ("yes >&2", "stopped sh: its output is longer than 1024 MiB"),
        ("yes > \"$2\"", "stopped sh: its output is longer than 4 MiB"),
    ];
    for (script, message) in endless {
        let solver = format!("sh {} {{cnf}} {{out}}", folder.write("endless.sh", script));
        let output = qedoku(["solve", UNIQUE_4X4, "--solver", &solver, "--memory-limit", "200M"]);
        output.exits_with(2).stdout_is("").stderr_contains(message);
    }
}

#[test]
fn a_long_log_does_not_disturb_a_result() {
    let folder = TestFolder::new();
    let log = "yes 'c a comment that is not part of the result' | head -n 400000\n";
    let script =
        log.to_owned() + "cadical -q \"$1\"; code=$?\n" + "yes 'nothing but noise' | head -n 100000 >&2\nexit $code";
    let solver = format!("sh {} {{cnf}}", folder.write("verbose.sh", script));
    qedoku(["solve", UNIQUE_4X4, "--solver", &solver, "--to", "line"])
        .exits_with(0)
        .stdout_is(&format!("{SOLUTION_4X4}\n"));
}
