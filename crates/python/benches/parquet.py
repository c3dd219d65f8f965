"""Processor time per row of Parquet in and Parquet out: `qedoku batch` next to loops over the Python package.

    python benches/parquet.py QEDOKU FILE.parquet [--rounds N]

QEDOKU is a release build of the command with the feature `columnar`, FILE a table with the column `puzzle`. Every way runs in a process
of its own with one thread, in turn; the user and system time of the process counts, the start of Python and its imports included, and
the median of the rounds is printed. All ways write snappy, and append `answer`, `solution` and `error`.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

WAYS = {
    "pyarrow loop": """
import pyarrow.parquet as pq, qedoku
file = pq.ParquetFile(source, memory_map=True)
writer = None
for batch in file.iter_batches(batch_size=65536, use_threads=False):
    batch = qedoku.solve_batch(batch, threads=1)
    writer = writer or pq.ParquetWriter(target, batch.schema, compression="snappy")
    writer.write_batch(batch)
writer.close()
""",
    "Polars": """
import polars, qedoku
frame = polars.read_parquet(source)
qedoku.solve_batch(frame, threads=1).write_parquet(target, compression="snappy")
""",
    "DuckDB": """
import duckdb, pyarrow, qedoku
connection = duckdb.connect(config={"threads": 1})
reader = connection.sql(f"select * from '{source}'").to_arrow_reader(65536)
first = qedoku.solve_batch(reader.read_next_batch(), threads=1)
def solved():
    yield first
    for batch in reader:
        yield qedoku.solve_batch(batch, threads=1)
labelled = pyarrow.RecordBatchReader.from_batches(first.schema, solved())
writer = duckdb.connect(config={"threads": 1})
writer.sql("select * from labelled").write_parquet(target, compression="snappy")
""",
}


def processor_seconds(command: list[str]) -> float:
    """The processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    threads = {"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1"}
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL, env={**os.environ, **threads})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("qedoku")
    parser.add_argument("source")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    import pyarrow.parquet

    rows = pyarrow.parquet.ParquetFile(args.source).metadata.num_rows
    with tempfile.TemporaryDirectory() as folder:
        target = str(pathlib.Path(folder) / "out.parquet")
        command = [args.qedoku, "batch", args.source, "-o", target, "--threads", "1", "--overwrite", "--quiet"]
        prefix = f"source, target = {args.source!r}, {target!r}\n"
        ways = {"qedoku batch": command}
        ways |= {name: [sys.executable, "-c", prefix + code] for name, code in WAYS.items()}
        times: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(args.rounds):
            for name, way in ways.items():
                pathlib.Path(target).unlink(missing_ok=True)
                times[name].append(processor_seconds(way))
                answers = pyarrow.parquet.read_table(target, columns=["answer"])["answer"]
                assert len(answers) == rows, name
    best = statistics.median(times["qedoku batch"])
    for name, measured in times.items():
        seconds = statistics.median(measured)
        print(f"{name}: {seconds:.2f} s, {rows / seconds:,.0f} rows per processor second, {seconds / best:.2f} times qedoku batch")


if __name__ == "__main__":
    main()
