//! A program with all of its descendants: none of them outlives the run, whichever way it ends.
//!
//! A wrapper script may start the solver as a child or in the background, so that killing the script alone would leave the
//! solver running. Three mechanisms, each for the cases that the one before it misses:
//!
//! ```text
//!   qedoku --pipe--> sh, the watcher        leader of the process group
//!          -------> program -> ...          in the same group, marked by an environment variable
//! ```
//!
//! 1. *Process group.* The end of a run kills the whole group.
//! 2. *Mark* (Linux). A descendant may leave the group: `timeout` does, and so do a shell with job control and `setsid`. The
//!    environment is inherited, so /proc shows by the variable [`MARK`] which processes belong to the run.
//! 3. *Watcher.* If qedoku itself dies, even by SIGKILL, the kernel closes the pipe that the watcher reads. It then kills the
//!    run by group and mark, and removes the temporary directory.
//!
//! The watcher leads the group: it is a child that qedoku has not waited for, so the number of the group cannot be reused
//! before it is killed. It starts before the program, so that there is no moment without it. Where there is no `sh`, the program
//! leads its own group, and mechanism 3 is missing; outside of Unix only the program itself is killed.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};

/// The environment variable that marks the processes of a run; its value is the temporary directory of the run.
const MARK: &str = "QEDOKU_RUN";

/// The program of the watcher, for `sh`. A killed process may have started another one just before, hence the rounds.
#[cfg(unix)]
const WATCHER: &str = r#"
read -r _
for round in 1 2 3 4 5 6 7 8; do
  pids=$(grep -lsF -e "$1=$2" /proc/[0-9]*/environ | cut -d / -f 3)
  [ -n "$pids" ] || break
  kill -KILL $pids
done
rm -rf -- "$2"
kill -KILL 0
"#;

/// A running program with its descendants. Dropping it ends them.
pub(super) struct ProcessTree {
    pub(super) program: Child,
    #[cfg(unix)]
    watcher: Option<Child>,
    /// The directory that marks the processes.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "there is no /proc"))]
    directory: PathBuf,
    /// Number of calls of [`ProcessTree::try_wait`].
    polls: u32,
    is_ended: bool,
}

/// Number of polls up to which a run is short: less than a second, in which the numbers of processes do not come full circle.
const SHORT_RUN_POLLS: u32 = 200;

impl ProcessTree {
    /// Starts a program. Its temporary directory must be used by no other program.
    pub(super) fn start(mut command: Command, directory: &Path) -> io::Result<ProcessTree> {
        command.env(MARK, directory);
        #[cfg(unix)]
        let watcher = start_watcher(directory).ok();
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(
            &mut command,
            watcher.as_ref().map_or(0, |watcher| watcher.id() as i32),
        );
        let started = command.spawn();
        #[cfg(unix)]
        let watcher = match (&started, watcher) {
            (Err(_), Some(watcher)) => {
                kill_watcher(watcher);
                None
            }
            (_, watcher) => watcher,
        };
        Ok(ProcessTree {
            program: started?,
            #[cfg(unix)]
            watcher,
            directory: directory.to_owned(),
            polls: 0,
            is_ended: false,
        })
    }

    /// The exit status of the program, once it has ended. Then its descendants have been killed too.
    pub(super) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.polls += 1;
        let status = self.program.try_wait()?;
        if status.is_some() {
            let is_short = self.polls < SHORT_RUN_POLLS;
            self.end(is_short.then(|| self.program.id()));
        }
        Ok(status)
    }

    /// Kills the program and its descendants, unless that was done before.
    pub(super) fn kill(&mut self) {
        self.end(None);
    }

    /// Kills what is left. `started_after` is a process before which no descendant was started, if that is known.
    fn end(&mut self, started_after: Option<u32>) {
        #[cfg(not(target_os = "linux"))]
        let _ = started_after;
        if std::mem::replace(&mut self.is_ended, true) {
            return;
        }
        #[cfg(unix)]
        self.kill_group();
        // If the program has ended by itself, there is nothing left to kill.
        let _ = self.program.kill();
        let _ = self.program.wait();
        #[cfg(target_os = "linux")]
        marked::kill_all(&self.directory, started_after);
        #[cfg(unix)]
        if let Some(watcher) = self.watcher.take() {
            kill_watcher(watcher);
        }
    }

    #[cfg(unix)]
    fn kill_group(&mut self) {
        let leader = match &self.watcher {
            Some(watcher) => Some(watcher),
            // Once the program has been waited for, another process may have its number.
            None => matches!(self.program.try_wait(), Ok(None)).then_some(&self.program),
        };
        if let Some(leader) = leader {
            let _ = rustix::process::kill_process_group(
                rustix::process::Pid::from_child(leader),
                rustix::process::Signal::KILL,
            );
        }
    }
}

impl Drop for ProcessTree {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
fn start_watcher(directory: &Path) -> io::Result<Child> {
    use std::process::Stdio;
    let script = ["-c", WATCHER, "sh", MARK].map(OsStr::new);
    let mut command = Command::new("sh");
    command.args(script).arg(directory).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    std::os::unix::process::CommandExt::process_group(&mut command, 0).spawn()
}

#[cfg(unix)]
fn kill_watcher(mut watcher: Child) {
    let _ = watcher.kill();
    // Its end of the pipe is closed after it is dead: a watcher that sees the end of its input would begin to work.
    let pipe = watcher.stdin.take();
    let _ = watcher.wait();
    drop(pipe);
}

/// Processes that carry the mark of a run, by /proc.
#[cfg(target_os = "linux")]
mod marked {
    use std::ffi::OsString;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    use rustix::process::{Pid, Signal, kill_process};

    use super::MARK;

    /// A killed process may have started another one just before, hence several rounds.
    const ROUNDS: usize = 8;

    /// Most processes that are looked at one by one. A list of all processes costs more.
    const MAX_NEW_PROCESSES: i32 = 1000;

    /// Kills every process with the mark of this directory, among those started after a process if that is given.
    pub(super) fn kill_all(directory: &Path, started_after: Option<u32>) {
        let mut mark = OsString::from(MARK);
        mark.push("=");
        mark.push(directory);
        for _ in 0..ROUNDS {
            let mut found = false;
            for pid in pids(started_after).into_iter().filter(|pid| is_marked(*pid, mark.as_bytes())) {
                found = true;
                if let Some(pid) = Pid::from_raw(pid) {
                    let _ = kill_process(pid, Signal::KILL);
                }
            }
            if !found {
                return;
            }
        }
    }

    /// The numbers that may belong to processes of the run. Numbers are assigned in ascending order, so after a short run only
    /// a few come into question, most often none.
    fn pids(started_after: Option<u32>) -> Vec<i32> {
        let new = started_after.and_then(|first| i32::try_from(first).ok()).zip(last_pid());
        if let Some((first, last)) = new.filter(|(first, last)| (*first..first + MAX_NEW_PROCESSES).contains(last)) {
            return (first + 1..=last).collect();
        }
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
    }

    /// The number of the process that was started last: the fifth field of this file.
    fn last_pid() -> Option<i32> {
        fs::read_to_string("/proc/loadavg").ok()?.split_ascii_whitespace().nth(4)?.parse().ok()
    }

    /// Whether the environment of a process has this variable. That of an ended process is empty; that of another user's
    /// process cannot be read.
    fn is_marked(pid: i32, mark: &[u8]) -> bool {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == mark)
    }
}
