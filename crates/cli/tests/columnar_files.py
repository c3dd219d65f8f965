"""Parquet and Arrow files of `qedoku batch`, read back by pyarrow, Polars and DuckDB.

    QEDOKU=target/debug/qedoku python -m pytest crates/cli/tests/columnar_files.py

The command must have the feature `columnar`. `./test --all` installs the packages and runs this.
"""

import datetime
import decimal
import json
import os
import pathlib
import subprocess

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

QEDOKU = str(pathlib.Path(os.environ["QEDOKU"]).resolve())
UNIQUE = "126.....87...8.........91.....3...24..24.....3.5....1.9...........274.9...8....6."
SOLUTION = "126745938759183642483629157897316524612457389345892716934568271561274893278931465"
UNSOLVABLE = "11" + "." * 79
MANY = "." * 81
DIGITS = [0 if symbol == "." else int(symbol) for symbol in UNIQUE]


def batch(*args, code=0, stdin=None):
    """Runs the command; its standard output."""
    result = subprocess.run([QEDOKU, "batch", *map(str, args)], input=stdin, capture_output=True)
    assert result.returncode == code, result.stderr.decode()
    return result.stdout


def puzzles(rows):
    """Puzzles with one, no and many solutions, a malformed one, and a null."""
    kinds = [UNIQUE, UNSOLVABLE, MANY, "malformed", None]
    return [kinds[row % len(kinds)] for row in range(rows)]


ANSWERS = ["one", "none", "many", "invalid", None]


def rich_table(rows):
    """A table with a column of every usual type, nulls in each of them, and metadata."""
    ids = range(rows)
    optional = lambda value: [None if row % 7 == 3 else value(row) for row in ids]
    day = datetime.date(2024, 2, 28)
    utc = datetime.timezone.utc
    instant = lambda row: datetime.datetime(2024, 1, 1, tzinfo=utc) + datetime.timedelta(microseconds=row * 1_000_003)
    columns = {
        "int8": pa.array(optional(lambda row: row % 100), pa.int8()),
        "uint64": pa.array(optional(lambda row: 2**63 + row), pa.uint64()),
        "int64": pa.array(list(ids), pa.int64()),
        "float32": pa.array(optional(lambda row: row / 3), pa.float32()),
        "double": pa.array(optional(lambda row: row / 7), pa.float64()),
        "bool": pa.array(optional(lambda row: row % 2 == 0), pa.bool_()),
        "decimal": pa.array(optional(lambda row: decimal.Decimal(row) / 8), pa.decimal128(20, 3)),
        "date": pa.array(optional(lambda row: day + datetime.timedelta(days=row)), pa.date32()),
        "time": pa.array(optional(lambda row: datetime.time(1, 2, 3, row)), pa.time64("us")),
        "instant": pa.array(optional(instant), pa.timestamp("us", "UTC")),
        "naive": pa.array(optional(lambda row: instant(row).replace(tzinfo=None)), pa.timestamp("ns")),
        "duration": pa.array(optional(lambda row: datetime.timedelta(seconds=row)), pa.duration("ms")),
        "text": pa.array(optional(lambda row: f"row {row}, \"é\""), pa.string()),
        "large": pa.array(optional(lambda row: "x" * (row % 50)), pa.large_string()),
        "binary": pa.array(optional(lambda row: bytes([row % 256, 255])), pa.binary()),
        "fixed": pa.array(optional(lambda row: b"%04d" % row), pa.binary(4)),
        "category": pa.array(optional(lambda row: "abc"[row % 3])).dictionary_encode(),
        "list": pa.array(optional(lambda row: [row, None, row + 1]), pa.list_(pa.int32())),
        "nested": pa.array(optional(lambda row: [[f"{row}"], []]), pa.list_(pa.list_(pa.string()))),
        "struct": pa.array(optional(lambda row: {"a": row, "b": {"c": [row]}})),
        "map": pa.array(optional(lambda row: [("k", row)]), pa.map_(pa.string(), pa.int64())),
        "vector": pa.array(optional(lambda row: [row, row, row]), pa.list_(pa.float32(), 3)),
        "nothing": pa.nulls(rows),
        "quiz": pa.array(puzzles(rows), pa.string()),
    }
    table = pa.table(columns)
    fields = [field.with_metadata({"note": field.name}) for field in table.schema]
    return table.cast(pa.schema(fields, metadata={"pandas": "{}", "huggingface": '{"x": 1}'}))


def check_results(table, out, start=0):
    """The columns of the input are unchanged, and the results follow them."""
    names = table.column_names
    assert out.column_names == names + ["answer", "solution", "error"]
    for name in names:
        assert out.schema.field(name).type == table.schema.field(name).type, name
        assert out[name].to_pylist() == table[name].to_pylist(), name
    expected = [ANSWERS[row % 5] for row in range(start, start + len(table))]
    assert out["answer"].to_pylist() == expected
    for row, (solution, error) in enumerate(zip(out["solution"].to_pylist(), out["error"].to_pylist())):
        answer = expected[row]
        assert (solution == SOLUTION) if answer == "one" else ((solution is not None) == (answer == "many")), row
        assert (error is not None) == (answer == "invalid"), row


@pytest.mark.parametrize("options", [
    {"compression": "snappy"},
    {"compression": "zstd"},
    {"compression": "gzip"},
    {"compression": "lz4"},
    {"compression": "none"},
    {"compression": "zstd", "data_page_version": "2.0"},
    {"compression": "snappy", "data_page_version": "2.0", "use_dictionary": False},
    {"compression": "zstd", "use_dictionary": False, "write_page_checksum": True},
    {"compression": "none", "column_encoding": {"int64": "DELTA_BINARY_PACKED", "text": "DELTA_BYTE_ARRAY"},
     "use_dictionary": False},
], ids=str)
def test_every_codec_is_read_and_every_type_is_kept(tmp_path, options):
    table = rich_table(1000)
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=300, data_page_size=2000, **options)
    batch(tmp_path / "in.parquet", "-o", tmp_path / "out.parquet", "--row-group", 128, code=3)
    out = pq.read_table(tmp_path / "out.parquet")
    check_results(table, out)
    for key, value in table.schema.metadata.items():
        assert out.schema.metadata[key] == value
    assert out.schema.field("quiz").metadata[b"note"] == b"quiz"
    footer = pq.ParquetFile(tmp_path / "out.parquet").metadata
    assert [footer.row_group(group).num_rows for group in range(8)] == [128] * 7 + [104]
    assert footer.created_by.startswith("qedoku ")


@pytest.mark.parametrize("kind", ["file", "stream", "feather lz4"])
def test_arrow_files_and_streams_are_read(tmp_path, kind):
    table = rich_table(500)
    path = tmp_path / "in.arrow"
    if kind == "feather lz4":
        feather.write_feather(table, path, compression="lz4", chunksize=100)
    else:
        new = pa.ipc.new_file if kind == "file" else pa.ipc.new_stream
        with new(path, table.schema) as writer:
            writer.write_table(table, max_chunksize=100)
    batch(path, "-o", tmp_path / "out.parquet", code=3)
    check_results(table, pq.read_table(tmp_path / "out.parquet"))
    piped = batch("-", "--to", "parquet", code=3, stdin=path.read_bytes())
    assert piped == (tmp_path / "out.parquet").read_bytes()


def test_truncated_and_damaged_arrow_files_are_errors(tmp_path):
    table = pa.table({"quiz": puzzles(100)})
    path = tmp_path / "in.arrow"
    with pa.ipc.new_file(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=10)
    content = path.read_bytes()
    for length in list(range(0, len(content), 97)) + [len(content) - 1]:
        path.write_bytes(content[:length])
        result = subprocess.run([QEDOKU, "batch", path, "-o", tmp_path / "out.csv", "--overwrite"], capture_output=True)
        assert result.returncode == 2, (length, result.stderr)
        assert not (tmp_path / "out.csv").exists()
    with pa.ipc.new_file(path, table.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as writer:
        writer.write_table(table)
    result = subprocess.run([QEDOKU, "batch", path], capture_output=True)
    assert result.returncode == 2 and b"zstd in Arrow files is not supported" in result.stderr


COLUMNS = {
    "string": pa.array([UNIQUE, None]),
    "large_string": pa.array([UNIQUE, None], pa.large_string()),
    "string_view": pa.array([UNIQUE, None], pa.string_view()),
    "binary": pa.array([UNIQUE.encode(), None], pa.binary()),
    "large_binary": pa.array([UNIQUE.encode(), None], pa.large_binary()),
    "binary_view": pa.array([UNIQUE.encode(), None], pa.binary_view()),
    "fixed_size_binary": pa.array([UNIQUE.encode(), None], pa.binary(81)),
    "digits as bytes": pa.array([bytes(DIGITS), None], pa.binary(81)),
    "dictionary": pa.array([UNIQUE, None]).dictionary_encode(),
    "dictionary of large strings": pa.array([UNIQUE, None], pa.large_string()).dictionary_encode(),
    "fixed_size_list of uint8": pa.array([DIGITS, None], pa.list_(pa.uint8(), 81)),
    "fixed_size_list of int64": pa.array([DIGITS, None], pa.list_(pa.int64(), 81)),
    "list of int32": pa.array([DIGITS, None], pa.list_(pa.int32())),
    "large_list of int8": pa.array([DIGITS, None], pa.large_list(pa.int8())),
    "list with nulls": pa.array([[cell or None for cell in DIGITS], None], pa.list_(pa.uint8())),
    "rows": pa.array([[DIGITS[9 * row : 9 * row + 9] for row in range(9)], None], pa.list_(pa.list_(pa.int32()))),
    "symbols": pa.array([list(UNIQUE), None], pa.list_(pa.string())),
}


@pytest.mark.parametrize("kind", COLUMNS)
@pytest.mark.parametrize("container", ["parquet", "arrow"])
def test_every_kind_of_column_holds_puzzles(tmp_path, kind, container):
    # A slice, so that the offset of the array matters.
    column = pa.concat_arrays([COLUMNS[kind]] * 3).slice(1, 4) if "dict" not in kind else pa.chunked_array([COLUMNS[kind]] * 2)
    table = pa.table({"id": list(range(4)), "puzzle": column})
    path = tmp_path / f"in.{container}"
    if container == "parquet":
        pq.write_table(table, path)
    else:
        with pa.ipc.new_file(path, table.schema) as writer:
            writer.write_table(table)
    batch(path, "-o", tmp_path / "out.parquet", "--add", "answer,solution,givens,count")
    out = pq.read_table(tmp_path / "out.parquet")
    assert out["puzzle"].to_pylist() == table["puzzle"].to_pylist()
    for puzzle, row in zip(table["puzzle"].to_pylist(), out.to_pylist()):
        expected = ("one", SOLUTION, 23, 1) if puzzle is not None else (None, None, None, None)
        assert (row["answer"], row["solution"], row["givens"], row["count"]) == expected
        assert row["error"] is None
    assert out.schema.field("count").type == pa.int32() and out.schema.field("givens").type == pa.int32()
    lines = [json.loads(line) for line in batch(path, "--to", "jsonl").splitlines()]
    assert sorted(line["answer"] or "" for line in lines) == ["", "", "one", "one"]


def test_larger_boards_and_malformed_lists(tmp_path):
    sixteen = [0] * 256
    sixteen[:16] = range(1, 17)
    rows = [sixteen, [1, 2], [77] * 256, None, [1] * 16]
    pq.write_table(pa.table({"puzzle": pa.array(rows, pa.list_(pa.int16()))}), tmp_path / "in.parquet")
    batch(tmp_path / "in.parquet", "-o", tmp_path / "out.parquet", "--add", "answer,givens", code=3)
    out = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert [row["answer"] for row in out] == ["many", "invalid", "invalid", None, "none"]
    assert [row["givens"] for row in out] == [16, None, None, None, 16]
    assert [row["puzzle"] for row in out] == rows


def test_values_in_text_formats(tmp_path):
    pq.write_table(rich_table(10), tmp_path / "in.parquet")
    lines = [json.loads(line) for line in batch(tmp_path / "in.parquet", "--to", "jsonl", code=3).splitlines()]
    first = lines[1]
    assert (first["int8"], first["uint64"], first["bool"]) == (1, 2**63 + 1, False)
    assert (first["decimal"], first["date"], first["time"]) == (0.125, "2024-02-29", "01:02:03.000001")
    assert (first["instant"], first["naive"]) == ("2024-01-01T00:00:01.000003Z", "2024-01-01T00:00:01.000003")
    assert (first["duration"], first["text"], first["binary"]) == (1000, 'row 1, "é"', "01ff")
    assert (first["category"], first["list"], first["nested"]) == ("b", [1, None, 2], [["1"], []])
    assert (first["struct"], first["map"]) == ({"a": 1, "b": {"c": [1]}}, {"k": 1})
    assert (first["vector"], first["nothing"], first["double"]) == ([1.0] * 3, None, 1 / 7)
    assert all(lines[3][name] is None for name in ["int8", "text", "struct", "list", "category", "double"])
    header, row = batch(tmp_path / "in.parquet", code=3).decode().splitlines()[:2]
    assert header.startswith("int8,uint64,int64,") and row.startswith("0,9223372036854775808,0,0.0,0.0,true,0.000,")


def test_results_have_types(tmp_path):
    (tmp_path / "in.csv").write_text(f"id,quiz\n1,{UNIQUE}\n2,{MANY}\n3,x\n")
    columns = "answer,solution,count,rating,se,steps,techniques,canonical,givens"
    batch(tmp_path / "in.csv", "-o", tmp_path / "out.parquet", "--add", columns, code=3)
    schema = pq.read_schema(tmp_path / "out.parquet")
    kinds = {"count": pa.int32(), "rating": pa.int32(), "steps": pa.int32(), "givens": pa.int32(), "se": pa.float64()}
    for name, kind in kinds.items():
        assert schema.field(name).type == kind
    assert schema.field("techniques").type == pa.list_(pa.string())
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    direct = [json.loads(line) for line in
              batch(tmp_path / "in.csv", "--to", "jsonl", "--add", columns, code=3).splitlines()]
    assert rows == direct


def test_other_readers_agree(tmp_path):
    polars = pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    table = rich_table(3000)
    pq.write_table(table, tmp_path / "in.parquet")
    batch(tmp_path / "in.parquet", "-o", f"{tmp_path}/out/", "--shard-rows", 1000, "--row-group", 300, code=3)
    parts = sorted((tmp_path / "out").glob("*.parquet"))
    assert len(parts) == 3
    expected = [ANSWERS[row % 5] for row in range(3000)]
    assert polars.read_parquet(tmp_path / "out" / "*.parquet")["answer"].to_list() == expected
    query = f"select int64, answer, solution from '{tmp_path}/out/*.parquet' order by int64"
    rows = duckdb.sql(query).fetchall()
    assert [row[:2] for row in rows] == list(enumerate(expected))
    counted = duckdb.sql(f"select count(*) from '{tmp_path}/out/*.parquet' where answer = 'one'").fetchall()
    assert counted == [(600,)]
    # Files of both, and Polars' default codec.
    polars.from_arrow(table.select(["int64", "quiz"])).write_parquet(tmp_path / "polars.parquet")
    duckdb.sql(f"copy (select * from '{tmp_path}/polars.parquet') to '{tmp_path}/duckdb.parquet'")
    for name in ["polars", "duckdb"]:
        batch(tmp_path / f"{name}.parquet", "-o", tmp_path / f"{name}-out.parquet", code=3)
        assert pq.read_table(tmp_path / f"{name}-out.parquet")["answer"].to_pylist() == expected


def test_pandas_frames_keep_their_index(tmp_path):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"quiz": puzzles(10), "level": pandas.Categorical(["a", "b"] * 5)}, index=range(10, 20))
    frame.index.name = "key"
    frame.to_parquet(tmp_path / "in.parquet")
    batch(tmp_path / "in.parquet", "-o", tmp_path / "out.parquet", code=3)
    out = pandas.read_parquet(tmp_path / "out.parquet")
    assert out.index.name == "key" and list(out.index) == list(range(10, 20))
    assert list(out["level"]) == ["a", "b"] * 5 and out["level"].dtype == "category"


def test_duplicates_are_left_out_of_row_groups(tmp_path):
    table = pa.table({"id": list(range(50)), "quiz": [UNIQUE if row % 2 else MANY for row in range(50)]})
    pq.write_table(table, tmp_path / "in.parquet")
    batch(tmp_path / "in.parquet", "-o", tmp_path / "out.parquet", "--dedup", "--row-group", 10)
    assert pq.read_table(tmp_path / "out.parquet")["id"].to_pylist() == [0, 1]


def test_large_rows_end_row_groups_early(tmp_path):
    rows = 300
    blob = pa.array([bytes([row % 256]) * 1_000_000 for row in range(rows)], pa.binary())
    pq.write_table(pa.table({"blob": blob, "quiz": [UNIQUE] * rows}), tmp_path / "in.parquet", use_dictionary=False)
    batch(tmp_path / "in.parquet", "-o", tmp_path / "out.parquet", "--threads", 1, "--memory-limit", "1GB")
    metadata = pq.ParquetFile(tmp_path / "out.parquet").metadata
    sizes = [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]
    assert len(sizes) == 3 and sum(sizes) == rows
    assert pq.read_table(tmp_path / "out.parquet")["blob"].equals(pq.read_table(tmp_path / "in.parquet")["blob"])


def test_types_without_a_text_are_refused_by_name(tmp_path):
    runs = pa.RunEndEncodedArray.from_arrays([2], pa.array(["x"]))
    table = pa.table({"quiz": [UNIQUE, MANY], "runs": runs})
    with pa.ipc.new_file(tmp_path / "in.arrow", table.schema) as writer:
        writer.write_table(table)
    result = subprocess.run([QEDOKU, "batch", tmp_path / "in.arrow"], capture_output=True)
    assert result.returncode == 2 and b'the column "runs" has the type' in result.stderr
