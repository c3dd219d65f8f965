"""Runs the examples for other engines on the same table, and compares their results with `qedoku batch`.

    python tables_test.py FOLDER [ROWS]

An example whose package is not installed is skipped by name. FOLDER must not exist; it is left behind if a test fails.
"""

from __future__ import annotations

import importlib.util
import pathlib
import shutil
import signal
import sys

import puzzle_data
from processes import TIME_LIMIT, MarkedProcesses

EXAMPLES = pathlib.Path(__file__).parents[1] / "tables"
# Engines that write a folder, and must not add to one that exists.
FOLDERS = {"dask", "ray"}


def run_example(processes: MarkedProcesses, engine: str, output: pathlib.Path) -> tuple[int, str]:
    """The exit code and the output of an example. Its processes end with it: Ray starts some."""
    log = processes.folder / f"{engine}.log"
    script = str(EXAMPLES / f"label_{engine}.py")
    # Hugging Face `datasets` keeps its cache in this folder, and needs no network.
    variables = {"HF_HOME": str(processes.folder / "cache"), "HF_HUB_OFFLINE": "1", "RAY_USAGE_STATS_ENABLED": "0"}
    code = processes.spawn([sys.executable, script, "puzzles/part-00000.parquet", str(output)], log, **variables).wait(TIME_LIMIT)
    processes.stop()
    return code, log.read_text()


def check_guide() -> None:
    """The guide shows the examples as they are, without the first comment."""
    chapter = (EXAMPLES.parents[1] / "docs/guide/src/clusters.md").read_text()
    for path in [EXAMPLES.parent / "spark/label.py", *EXAMPLES.glob("label_*.py")]:
        code = path.read_text().split('"""\n', 1)[1].strip()
        assert f"```python\n{code}\n```" in chapter, f"the guide has another {path.name}"


def check_example(folder: pathlib.Path, engine: str, expected) -> None:
    output = folder / (engine if engine in FOLDERS else f"{engine}.parquet")
    with MarkedProcesses(folder) as processes:
        code, text = run_example(processes, engine, output)
        assert code == 0, text[-4000:]
        puzzle_data.check_rows(output, expected)
        if engine in FOLDERS:
            before = puzzle_data.file_states(output)
            code, text = run_example(processes, engine, output)
            assert code != 0 and "exist" in text, text[-4000:]
            assert puzzle_data.file_states(output) == before


def main() -> None:
    folder = pathlib.Path(sys.argv[1]).absolute()
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    check_guide()
    puzzle_data.write(folder, rows, files=1)
    expected = puzzle_data.expected_table(folder)
    engines = sorted(path.stem.removeprefix("label_") for path in EXAMPLES.glob("label_*.py"))
    assert engines
    for engine in engines:
        if importlib.util.find_spec(engine) is None:
            print(f"{engine}: skipped, the package is not installed", flush=True)
            continue
        check_example(folder, engine, expected)
        print(f"{engine}: {rows:,} rows are those of `qedoku batch`", flush=True)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
