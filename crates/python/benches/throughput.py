"""Throughput of the Python package next to the engine and to other packages.

    python benches/throughput.py [--rows N] [--rounds N] [--board 9x9|16x16] [FILE]

Without a FILE of lines, the puzzles are generated. All ways use one thread, and all times are wall times, from strings or arrays in
memory to results in memory. A run takes some milliseconds and the best of hundreds counts, so that it is one that no other process
interrupted; the rounds measure all ways one after the other. The engine on 9x9 is `qedoku bench`, which measures the same way, but
without the referee: it checks every grid before a call returns it. On other boards the engine is the CPU time of `qedoku solve`,
and the ways are measured in CPU time too.

Peers, if they are installed: rustoku (Rust, strings of 81 symbols), py-sudoku (Python, any square board), each with a part of the rows.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
from typing import Callable

import numpy
import pyarrow

import qedoku


# Seconds for one board of py-sudoku.
PEER_LIMIT = 30
# Different puzzles: the engine solves them all in some milliseconds.
LISTED = 10_000


def best_rate(work: Callable[[], object], rows: int, board: str, runs: int) -> float:
    """Rows per second in the best run."""
    clock = time.perf_counter if board == "9x9" else time.process_time
    times = []
    for _ in range(runs):
        start = clock()
        result = work()
        times.append(clock() - start)
        del result
    return rows / min(times)


def engine_rate(path: str, board: str, rows: int) -> float:
    """Rows per second of the engine, by the command in the same wheel."""
    command = [sys.executable, "-m", "qedoku"]
    if board == "9x9":
        options = ["bench", path, "--engine", "lanes", "--run-time", "3ms", "--repeat", "100", "--threads", "1", "--json"]
        report = json.loads(subprocess.run([*command, *options], check=True, capture_output=True).stdout)
        return max(row["best_per_second"] for row in report["engines"] if row["batches"])
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*command, "solve", path, "--to", "line", "--threads", "1", "--quiet"], stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return rows / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def limited(work: Callable[[], object]) -> None:
    """Ends work that takes longer than PEER_LIMIT: then the rate is an upper bound."""

    def end(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, end)
    signal.alarm(PEER_LIMIT)
    try:
        work()
    except TimeoutError:
        print(f"a peer was stopped after {PEER_LIMIT} s: its rate is an upper bound", file=sys.stderr)
    finally:
        signal.alarm(0)


def peers(lines: list[str], board: str) -> dict[str, tuple[Callable[[], object], int]]:
    """Ways of other packages, with the number of rows that each gets."""
    found: dict[str, tuple[Callable[[], object], int]] = {}
    if board == "9x9":
        try:
            import rustoku

            part = lines[:2000]
            found["rustoku.solve (first solution)"] = (lambda: [rustoku.solve(line) for line in part], len(part))
            # The same question as `qedoku.solve`: is there a second solution?
            found["rustoku.count_solutions(until=2)"] = (
                lambda: [rustoku.count_solutions(line, 2) for line in part],
                len(part),
            )
        except ImportError:
            pass
    try:
        import sudoku

        width = {"9x9": 3, "16x16": 4}[board]
        boards = [[[cell or None for cell in row] for row in qedoku.Puzzle(line).rows()] for line in lines[:5]]
        found["py-sudoku solve (first solution)"] = (
            lambda: [limited(lambda one=one: sudoku.Sudoku(width, width, board=one).solve()) for one in boards[: 5 if width == 3 else 1]],
            5 if width == 3 else 1,
        )
    except ImportError:
        pass
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?")
    parser.add_argument("--board", default="9x9", choices=["9x9", "16x16"])
    parser.add_argument("--rows", type=int)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peer-rounds", type=int, default=1)
    args = parser.parse_args()
    rows = args.rows or (LISTED if args.board == "9x9" else 40)
    runs = 100 if args.board == "9x9" else 1
    if args.file:
        listed = [line.split()[0] for line in pathlib.Path(args.file).read_text().splitlines() if line and line[0] != "#"]
    else:
        listed = [str(made.puzzle) for made in qedoku.generate(min(rows, LISTED), board=args.board, seed=1)]
    listed = listed[:LISTED]
    lines = (listed * (rows // len(listed) + 1))[:rows]
    column = pyarrow.array(lines)
    cells = numpy.array([list(bytes(qedoku.Puzzle(line))) for line in listed], dtype=numpy.uint8)
    cells = numpy.ascontiguousarray(numpy.tile(cells, (rows // len(listed) + 1, 1))[:rows])
    ways: dict[str, tuple[Callable[[], object], int]] = {
        "Arrow": (lambda: qedoku.solve(column, threads=1), rows),
        "NumPy": (lambda: qedoku.solve(cells, threads=1), rows),
        "list of strings": (lambda: qedoku.solve(lines, threads=1), rows),
    }
    best: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "puzzles.txt")
        pathlib.Path(path).write_text("\n".join(listed) + "\n")
        for _ in range(args.rounds):
            best["engine"] = max(best.get("engine", 0), engine_rate(path, args.board, len(listed)))
            for name, (work, count) in ways.items():
                best[name] = max(best.get(name, 0), best_rate(work, count, args.board, runs))
        for _ in range(args.peer_rounds):
            for name, (work, count) in peers(lines, args.board).items():
                best[name] = max(best.get(name, 0), best_rate(work, count, args.board, 1))
    print(f"{args.board}, {rows} rows, best of {args.rounds} rounds, one thread\n")
    print("| way | puzzles/s | share of the engine |\n|---|---|---|")
    for name, rate in best.items():
        print(f"| {name} | {rate:,.0f} | {rate / best['engine']:.1%} |" if rate >= 10 else f"| {name} | {rate:.2f} | {rate / best['engine']:.3%} |")


if __name__ == "__main__":
    main()
