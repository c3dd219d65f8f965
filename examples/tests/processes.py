"""Processes with a mark in their environment, which their children inherit.

So `stop` finds every one of them, also those whose parents were killed, and no others.
"""

from __future__ import annotations

import ctypes
import os
import pathlib
import signal
import subprocess
import time
import uuid
from typing import Callable, TypeVar

# Seconds; for hangs only.
TIME_LIMIT = 300

T = TypeVar("T")


def wait_for(description: str, condition: Callable[[], T]) -> T:
    """The first true value of a condition."""
    end = time.monotonic() + TIME_LIMIT
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.01)
    raise TimeoutError(f"no {description} within {TIME_LIMIT} s")


def die_with_parent() -> None:
    """Linux kills a child whose parent was killed: PR_SET_PDEATHSIG."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class MarkedProcesses:
    """`with MarkedProcesses(folder) as processes:` ends all processes that were spawned in it, whatever happens."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.mark = f"QEDOKU_EXAMPLE={uuid.uuid4()}"
        name, value = self.mark.split("=")
        self.environment = dict(os.environ, **{name: value})
        # Settings of the user that would lead to other packages than those under test.
        for variable in ("SPARK_HOME", "PYTHONPATH", "PYTHONHOME"):
            self.environment.pop(variable, None)
        self.children: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> MarkedProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def spawn(self, command: list[str], log: pathlib.Path, **variables: str) -> subprocess.Popen[bytes]:
        """Starts a process with a file as its output."""
        with open(log, "wb") as output:
            # A session of its own: Ctrl-C reaches this process only, which then stops the others.
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=self.environment | variables,
                cwd=self.folder,
                start_new_session=True,
                preexec_fn=die_with_parent,
            )
        self.children.append(child)
        return child

    def running(self) -> dict[int, int]:
        """The processes with the mark, and their parents."""
        found = {}
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and self.mark.encode() in (entry / "environ").read_bytes().split(b"\0"):
                    # The fields after the name, which may contain anything: state, parent.
                    found[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                pass  # it has ended, or belongs to somebody else
        return found

    def stop(self) -> None:
        """Ends all processes; again until there are none, because one may have started another meanwhile."""
        end = time.monotonic() + TIME_LIMIT
        while (running := self.running()) and time.monotonic() < end:
            for process in running:
                kill(process)
            for child in self.children:
                child.poll()
            time.sleep(0.05)
        assert not self.running(), f"still running: {self.running()}"


def kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass
