"""Runs spark/label.py on a cluster with two workers, kills one of them in the middle, and compares the result with `qedoku batch`.

    python cluster_test.py FOLDER PACKAGES [ROWS]

PACKAGES is an archive with the packages qedoku and pyarrow: the Python of the workers has neither. FOLDER must not exist; it is left
behind for inspection if the test fails.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

import puzzle_data
from cluster import Cluster, settings
from processes import TIME_LIMIT, wait_for

LABEL = pathlib.Path(__file__).parents[1] / "spark/label.py"
# One task each: enough that most of the work remains when the first are done.
FILES = 32


def submit(cluster: Cluster, packages: str, log: str) -> subprocess.Popen[bytes]:
    """Starts the example, with the packages shipped to the workers as the guide shows."""
    events = cluster.folder / "events"
    events.mkdir(exist_ok=True)
    options = ["--archives", f"{packages}#packages"]
    options += settings(
        {
            "spark.executorEnv.PYTHONPATH": "packages",
            "spark.sql.files.maxPartitionBytes": "4m",
            "spark.eventLog.enabled": "true",
            "spark.eventLog.dir": events.as_uri(),
            "spark.eventLog.compress": "false",
            "spark.eventLog.rolling.enabled": "false",
        }
    )
    # The workers have the interpreter of the system, without the packages of this environment.
    pythons = {"PYSPARK_DRIVER_PYTHON": sys.executable, "PYSPARK_PYTHON": os.path.realpath(sys.executable)}
    return cluster.submit(options, [str(LABEL), "puzzles", "labelled"], cluster.folder / log, **pythons)


def end_of(log: pathlib.Path) -> str:
    return log.read_text()[-4000:]


def label_with_a_kill(cluster: Cluster, packages: str) -> None:
    """Kills a worker as soon as some tasks are committed. Spark runs the tasks of the worker again on the other one."""
    folder = cluster.folder
    driver = submit(cluster, packages, "driver.log")
    committed = lambda: len(list(folder.glob("labelled/_temporary/0/task_*")))
    wait_for("committed tasks", lambda: committed() >= 3 or driver.poll() is not None)
    assert driver.poll() is None, f"the driver ended early: {end_of(folder / 'driver.log')}"
    at_kill = committed()
    cluster.kill_worker(1)
    assert driver.wait(TIME_LIMIT) == 0, end_of(folder / "driver.log")
    assert (folder / "labelled/_SUCCESS").exists()
    check_events(folder, at_kill)


def check_events(folder: pathlib.Path, at_kill: int) -> None:
    """The event log shows that an executor was lost, and that tasks ended after that."""
    (log,) = (folder / "events").iterdir()
    events = [json.loads(line) for line in log.read_text().splitlines()]
    removed = [event for event in events if event["Event"] == "SparkListenerExecutorRemoved"]
    assert removed, "no executor was lost"
    tasks = [event for event in events if event["Event"] == "SparkListenerTaskEnd"]
    lost = [task for task in tasks if task["Task End Reason"]["Reason"] != "Success"]
    later = [task for task in tasks if task["Task Info"]["Finish Time"] > removed[0]["Timestamp"]]
    assert len(tasks) - len(lost) >= FILES and later
    print(f"worker killed when {at_kill} of {FILES} tasks were committed: {len(lost)} lost, {len(later)} ended later", flush=True)


def check_existing_output(cluster: Cluster, packages: str) -> None:
    """A second run into the same folder is refused, and nothing in it changes."""
    output, log = cluster.folder / "labelled", cluster.folder / "second-driver.log"
    before = puzzle_data.file_states(output)
    assert submit(cluster, packages, log.name).wait(TIME_LIMIT) != 0
    assert "PATH_ALREADY_EXISTS" in log.read_text(), end_of(log)
    assert puzzle_data.file_states(output) == before
    print("an existing output is refused", flush=True)


def main() -> None:
    folder, packages = (pathlib.Path(path).absolute() for path in sys.argv[1:3])
    rows = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    puzzle_data.write(folder, rows, FILES)
    expected = puzzle_data.expected_table(folder)
    with Cluster(folder, workers=2) as cluster:
        label_with_a_kill(cluster, str(packages))
        answers = puzzle_data.check_rows(folder / "labelled", expected)
        counts = ", ".join(f"{count:,} {answer or 'null'}" for answer, count in answers.items())
        print(f"{rows:,} rows are those of `qedoku batch`: {counts}", flush=True)
        check_existing_output(cluster, str(packages))
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
