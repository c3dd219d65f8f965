"""A standalone Spark cluster on the loopback interface: a master and workers, which end with the `with` block."""

from __future__ import annotations

import pathlib
import re
import subprocess

import pyspark

from processes import MarkedProcesses, kill, wait_for

SPARK_HOME = pathlib.Path(pyspark.__file__).parent


def settings(values: dict[str, str]) -> list[str]:
    """Options of `spark-submit`."""
    return [argument for name, value in values.items() for argument in ("--conf", f"{name}={value}")]


class Cluster(MarkedProcesses):
    """`with Cluster(folder, workers=2) as cluster:` has `cluster.url` and `cluster.workers`."""

    def __init__(self, folder: pathlib.Path, workers: int) -> None:
        super().__init__(folder)
        # The web pages of master and workers listen at SPARK_LOCAL_IP, too.
        self.environment |= {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "256m"}
        self.worker_count = workers
        self.workers: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Cluster:
        try:
            return self.start()
        except BaseException:
            self.stop()
            raise

    def start(self) -> Cluster:
        # Ports are those that are free; the log has them.
        ports = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        log = self.start_daemon("master", "org.apache.spark.deploy.master.Master", *ports)
        self.url = self.wait_for_line(log, r"Starting Spark master at (spark://\S+)")
        for number in range(self.worker_count):
            size = ["--cores", "1", "--memory", "1g", "--work-dir", str(self.folder / f"worker-{number}")]
            log = self.start_daemon(f"worker-{number}", "org.apache.spark.deploy.worker.Worker", *ports, *size, self.url)
            self.workers.append(self.children[-1])
            self.wait_for_line(log, r"Successfully registered with master (\S+)")
        return self

    def start_daemon(self, name: str, entry: str, *arguments: str) -> pathlib.Path:
        log = self.folder / f"{name}.log"
        self.spawn([str(SPARK_HOME / "bin/spark-class"), entry, *arguments], log)
        return log

    def wait_for_line(self, log: pathlib.Path, pattern: str) -> str:
        def find() -> str | None:
            if self.children[-1].poll() is not None:
                raise RuntimeError(f"the process ended:\n{log.read_text()}")
            found = re.search(pattern, log.read_text())
            return found and found[1]

        return wait_for(f"'{pattern}' in {log}", find)

    def submit(self, options: list[str], arguments: list[str], log: pathlib.Path, **variables: str) -> subprocess.Popen[bytes]:
        """Starts `spark-submit`; the driver is on this machine."""
        sizes = {"spark.driver.host": "127.0.0.1", "spark.driver.memory": "512m", "spark.executor.memory": "512m", "spark.ui.enabled": "false"}
        command = [str(SPARK_HOME / "bin/spark-submit"), "--master", self.url, *settings(sizes), *options, *arguments]
        return self.spawn(command, log, **variables)

    def kill_worker(self, number: int) -> None:
        """SIGKILL to a worker and to the executors that it has started, as if its machine were switched off."""
        worker = self.workers[number]
        executors = [process for process, parent in self.running().items() if parent == worker.pid]
        for process in (worker.pid, *executors):
            kill(process)
        worker.wait()
