"""The data of the tests: puzzles of every answer, malformed rows and nulls, reproducible from a seed; and the labels of `qedoku batch`."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys

import numpy
import pyarrow
import pyarrow.compute as compute
import pyarrow.dataset
import pyarrow.json
import pyarrow.parquet

import qedoku

SEED = 20
GENERATED = 2000
RESULTS = ["answer", "solution", "error"]

# Both report an error, in different words: `batch` reads a field as a line, the package tries all formats.
FREE_TEXT = '"quoted", with a comma\nand a line break'

# Every PERIOD rows, these rows are not classic puzzles.
PERIOD = 1000
SPECIAL = {
    100: None,
    200: "",
    300: "4...3..2...4..2.",
    400: "4...",
    500: "x" * 81,
    600: FREE_TEXT,
    700: "1" * 80 + "é",
}


def classic_lines(rows: int) -> numpy.ndarray:
    """Lines of 81 symbols: generated puzzles with relabelled digits. A tenth lost a given, a tenth has a random digit more."""
    random = numpy.random.default_rng(SEED)
    puzzles, _ = qedoku.generate(GENERATED, seed=SEED, into="numpy")
    cells = puzzles[numpy.arange(rows) % GENERATED]
    relabelled = random.permuted(numpy.tile(numpy.arange(1, 10, dtype=numpy.uint8), (rows, 1)), axis=1)
    labels = numpy.concatenate([numpy.zeros((rows, 1), numpy.uint8), relabelled], axis=1)
    cells = numpy.take_along_axis(labels, cells, axis=1)
    changed, cell = random.random(rows), random.integers(0, 81, rows)
    lost, wrong = numpy.flatnonzero(changed < 0.1), numpy.flatnonzero(changed > 0.9)
    givens = cells[lost] > 0
    cells[lost, numpy.argmax(givens * random.random(givens.shape), axis=1)] = 0
    cells[wrong, cell[wrong]] = random.integers(1, 10, wrong.size)
    return numpy.where(cells == 0, ord("."), cells + ord("0")).astype(numpy.uint8)


def puzzle_table(rows: int) -> pyarrow.Table:
    """A table with a number, the puzzle, and a column that is no business of the solver."""
    lines = classic_lines(rows)
    classic = pyarrow.FixedSizeBinaryArray.from_buffers(pyarrow.binary(81), rows, [None, pyarrow.py_buffer(lines)])
    puzzles = classic.cast(pyarrow.binary()).cast(pyarrow.string()).to_pylist()
    for offset, text in SPECIAL.items():
        for row in range(offset, rows, PERIOD):
            puzzles[row] = text
    names = numpy.array(["book", "généré", "mine"])[numpy.arange(rows) % 3]
    return pyarrow.table({"id": numpy.arange(rows), "puzzle": pyarrow.array(puzzles, pyarrow.string()), "source": names})


def write(folder: pathlib.Path, rows: int, files: int) -> None:
    """Writes the Parquet files of folder/puzzles, and the same rows to folder/puzzles.jsonl for `qedoku batch`."""
    table = puzzle_table(rows)
    (folder / "puzzles").mkdir(parents=True)
    for file in range(files):
        start, end = rows * file // files, rows * (file + 1) // files
        pyarrow.parquet.write_table(table.slice(start, end - start), folder / "puzzles" / f"part-{file:05}.parquet")
    with open(folder / "puzzles.jsonl", "w", encoding="utf-8") as lines:
        for batch in table.to_batches(max_chunksize=10_000):
            lines.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in batch.to_pylist())


def expected_table(folder: pathlib.Path) -> pyarrow.Table:
    """The labels of `qedoku batch`, in the order of the rows."""
    output = folder / "expected.jsonl"
    command = [sys.executable, "-m", "qedoku", "batch", "puzzles.jsonl", "--column", "puzzle", "-o", str(output), "--quiet"]
    # 3: some rows are malformed.
    assert subprocess.run(command, cwd=folder).returncode == 3
    types = {"id": pyarrow.int64()} | dict.fromkeys(["puzzle", "source", *RESULTS], pyarrow.string())
    table = pyarrow.json.read_json(output, parse_options=pyarrow.json.ParseOptions(explicit_schema=pyarrow.schema(types)))
    # In text, a missing puzzle is malformed. In a column, null stays null.
    missing = compute.is_null(table["puzzle"])
    assert set(table["answer"].filter(missing).to_pylist()) <= {"invalid", None}
    for name in RESULTS:
        values = compute.if_else(missing, pyarrow.scalar(None, pyarrow.string()), table[name])
        table = table.set_column(table.column_names.index(name), name, values)
    return table


def with_common_errors(table: pyarrow.Table) -> pyarrow.Table:
    """The table with the same error in all rows with FREE_TEXT that have one."""
    has_error = compute.and_(compute.equal(table["puzzle"], FREE_TEXT), compute.is_valid(table["error"]))
    errors = compute.if_else(compute.fill_null(has_error, False), "free text", table["error"])
    return table.set_column(table.column_names.index("error"), "error", errors)


def check_rows(output: pathlib.Path, expected: pyarrow.Table) -> dict[str | None, int]:
    """Compares every column of every row, and returns the number of rows for each answer.

    Clusters write the files in any order, so the rows are sorted by their number.
    """
    found = pyarrow.dataset.dataset(output, exclude_invalid_files=False).to_table().sort_by("id")
    assert found.column_names == expected.column_names, found.column_names
    assert found.num_rows == expected.num_rows, found.num_rows
    found, expected = with_common_errors(found), with_common_errors(expected)
    for name in expected.column_names:
        # Some libraries write strings with 64-bit offsets.
        values = found[name].cast(expected[name].type)
        is_equal = compute.fill_null(compute.equal(values, expected[name]), False)
        same = compute.or_(is_equal, compute.and_(compute.is_null(values), compute.is_null(expected[name])))
        row = compute.index(same, False).as_py()
        assert row == -1, f"row {row}: {found.slice(row, 1).to_pylist()}, not {expected.slice(row, 1).to_pylist()}"
    answers = {item["values"]: item["counts"] for item in compute.value_counts(found["answer"]).to_pylist()}
    assert set(answers) == {"one", "many", "none", "invalid", None}, answers
    return answers


def file_states(output: pathlib.Path) -> dict[str, tuple[int, int]]:
    """Size and time of every file, to see whether one was written again."""
    paths = [output, *output.rglob("*")]
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in paths}
