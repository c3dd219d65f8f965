"""The output type follows the input type, and all kinds of input give the same answers."""

import array
import pickle

import numpy
import pandas
import polars
import pyarrow
import pytest

import qedoku
from conftest import MANY, NONE, SOLUTION, UNIQUE, UNIQUE_4X4

COUNTS = {"none": 0, "one": 1, "many": 2}


def digits(line):
    return [0 if symbol in ".0" else int(symbol) for symbol in line]


def test_a_string_gives_an_object():
    answer = qedoku.solve(UNIQUE)
    assert (answer.answer, answer.is_unique, str(answer)) == ("one", True, SOLUTION)
    assert answer.solution.solves(UNIQUE) and not answer.solution.solves(NONE)
    assert answer.solution == SOLUTION and answer.solution == qedoku.Grid(SOLUTION)


def test_no_solution_and_many_are_answers():
    none, many = qedoku.solve(NONE), qedoku.solve(MANY)
    assert (none.answer, none.solution, none.solutions) == ("none", None, [])
    assert many.answer == "many" and len(many.solutions) == 2
    assert many.solutions[0] != many.solutions[1] and all(grid.solves(MANY) for grid in many.solutions)


@pytest.mark.parametrize("board", ["4x4", "6x6", "9x9", "12x12", "16x16"])
def test_every_board_is_solved_from_every_kind_of_input(board):
    generated = qedoku.generate(3, board=board, seed=5)
    lines = [str(puzzle) for puzzle, _ in generated]
    solutions = [str(solution) for _, solution in generated]
    assert [str(answer.solution) for answer in qedoku.solve(lines)] == solutions
    assert [str(answer.solution) for answer in qedoku.solve([puzzle for puzzle, _ in generated])] == solutions
    column = qedoku.solve(pyarrow.array(lines))
    assert column.field("solution").to_pylist() == solutions
    flat = numpy.array([list(bytes(puzzle)) for puzzle, _ in generated], dtype=numpy.uint8)
    expected = [list(bytes(solution)) for _, solution in generated]
    solution, count = qedoku.solve(flat)
    assert solution.tolist() == expected and count.tolist() == [1, 1, 1]
    side = generated[0].puzzle.side
    assert qedoku.solve(flat.reshape(3, side, side)).solution.tolist() == solution.reshape(3, side, side).tolist()
    lists = pyarrow.array(flat.tolist(), pyarrow.list_(pyarrow.uint8(), side * side))
    assert qedoku.solve(lists).field("solution").to_pylist() == expected


def test_all_kinds_of_input_agree(puzzles):
    answers = qedoku.solve(puzzles)
    names = [answer.answer for answer in answers]
    solutions = [answer.solution and str(answer.solution) for answer in answers]
    assert set(names) == {"none", "one", "many"}
    solved, count = qedoku.solve(numpy.array([digits(line) for line in puzzles], dtype=numpy.uint8))
    assert count.tolist() == [COUNTS[name] for name in names]
    assert ["".join(map(str, row)) if any(row) else None for row in solved.tolist()] == solutions
    column = qedoku.solve(pyarrow.array(puzzles))
    assert column.field("answer").to_pylist() == names and column.field("solution").to_pylist() == solutions
    assert qedoku.is_unique(puzzles) == [name == "one" for name in names]
    assert qedoku.count(puzzles) == [COUNTS[name] for name in names]
    assert qedoku.is_unique(pyarrow.array(puzzles)).to_pylist() == [name == "one" for name in names]


def test_answers_do_not_depend_on_the_number_of_threads_or_the_size_of_the_input(puzzles):
    expected = qedoku.solve(puzzles, threads=1)
    assert qedoku.solve(puzzles, threads=3) == expected
    assert [qedoku.solve(puzzle) for puzzle in puzzles[:300]] == expected[:300]


@pytest.mark.parametrize(
    "data_type",
    [
        pyarrow.string(),
        pyarrow.large_string(),
        pyarrow.string_view(),
        pyarrow.binary(),
        pyarrow.large_binary(),
        pyarrow.binary_view(),
        pyarrow.binary(81),
        pyarrow.dictionary(pyarrow.int8(), pyarrow.string()),
    ],
)
def test_every_arrow_type_of_text_is_read(data_type):
    lines = [UNIQUE, None, NONE, UNIQUE]
    column = pyarrow.array(lines, pyarrow.string())
    if pyarrow.types.is_dictionary(data_type):
        column = column.dictionary_encode()
    elif pyarrow.types.is_fixed_size_binary(data_type):
        column = pyarrow.array([line and line.encode() for line in lines], data_type)
    else:
        column = column.cast(data_type)
    expected = [("one", SOLUTION), (None, None), ("none", None), ("one", SOLUTION)]
    for array_, rows in [(column, expected), (column[1:], expected[1:]), (column[:0], [])]:
        assert [(row["answer"], row["solution"]) for row in qedoku.solve(array_).to_pylist()] == rows


def test_a_slice_of_digits_is_read_at_its_offset():
    lists = pyarrow.array([digits(NONE), None, digits(UNIQUE)], pyarrow.list_(pyarrow.uint8(), 81))
    assert [row["answer"] for row in qedoku.solve(lists[1:]).to_pylist()] == [None, "one"]
    open_cells = pyarrow.array([[digit or None for digit in digits(UNIQUE)]], pyarrow.list_(pyarrow.uint8(), 81))
    assert qedoku.solve(open_cells).field("solution").to_pylist() == [digits(SOLUTION)]


def test_a_stream_keeps_its_chunks():
    column = pyarrow.chunked_array([[UNIQUE], [], [NONE, "x"]], pyarrow.string())
    result = qedoku.solve(column)
    assert isinstance(result, pyarrow.ChunkedArray) and [len(chunk) for chunk in result.chunks] == [1, 0, 2]
    empty = qedoku.solve(pyarrow.chunked_array([], pyarrow.string()))
    assert len(empty) == 0 and empty.type == result.type


def test_other_arrow_objects_give_a_column_that_every_library_reads():
    class Column:
        def __arrow_c_array__(self, requested_schema=None):
            return pyarrow.array([UNIQUE]).__arrow_c_array__(requested_schema)

    result = qedoku.solve(Column())
    assert isinstance(result, qedoku.ArrowColumn) and len(result) == 1
    assert pyarrow.array(result).to_pylist() == [{"answer": "one", "solution": SOLUTION, "error": None}]


def test_null_malformed_and_unsolvable_rows_differ():
    rows = qedoku.solve(pyarrow.array([None, "x", NONE])).to_pylist()
    assert [row["answer"] for row in rows] == [None, "invalid", "none"]
    assert [bool(row["error"]) for row in rows] == [False, True, False]
    assert qedoku.solve([None, "x", NONE], errors="null")[:2] == [None, None]
    assert qedoku.is_unique(pyarrow.array([None, "x", NONE])).to_pylist() == [None, None, False]


def test_an_unsupported_column_is_a_type_error():
    with pytest.raises(TypeError, match="expected a column of strings"):
        qedoku.solve(pyarrow.array([1, 2]))
    with pytest.raises(TypeError, match="choose a column"):
        qedoku.solve(pandas.DataFrame({"puzzle": [UNIQUE]}))
    for other in (None, 7, {"a": 1}):
        with pytest.raises(TypeError):
            qedoku.solve(other)


@pytest.mark.parametrize("dtype", ["str", object, "string[pyarrow]", "category"])
def test_pandas_series_give_data_frames_with_the_same_index(dtype):
    series = pandas.Series([UNIQUE, None, "x"], index=["a", "b", "c"], dtype=dtype)
    frame = qedoku.solve(series)
    assert list(frame.columns) == ["answer", "solution", "error"] and list(frame.index) == ["a", "b", "c"]
    assert frame.loc["a", "solution"] == SOLUTION
    assert pandas.isna(frame.loc["b", "answer"]) and frame.loc["c", "answer"] == "invalid"
    unique = qedoku.is_unique(series)
    assert unique["a"] and list(unique.index) == ["a", "b", "c"]
    assert len(qedoku.solve(series[:0])) == 0


def test_polars_series_of_several_chunks_give_structs():
    chunks = [polars.Series("puzzle", [UNIQUE, None]), polars.Series("puzzle", [NONE])]
    series = polars.concat(chunks, rechunk=False)
    assert series.n_chunks() == 2
    assert qedoku.solve(series).struct.field("answer").to_list() == ["one", None, "none"]
    assert qedoku.is_unique(series).to_list() == [True, None, False]


def test_polars_series_give_structs():
    series = polars.Series("puzzle", [UNIQUE, None])
    assert qedoku.solve(series).struct.field("solution").to_list() == [SOLUTION, None]
    frame = polars.DataFrame({"puzzle": [UNIQUE, NONE]})
    mapped = frame.select(polars.col("puzzle").map_batches(qedoku.solve, return_dtype=polars.Struct(
        {"answer": polars.String, "solution": polars.String, "error": polars.String})))
    assert mapped.unnest("puzzle")["answer"].to_list() == ["one", "none"]


def test_numpy_shapes_and_types():
    flat = numpy.array(digits(UNIQUE))
    expected = digits(SOLUTION)
    assert flat.dtype == numpy.int64
    assert qedoku.solve(flat).solution.tolist() == expected
    assert qedoku.solve(flat.reshape(9, 9)).solution.tolist() == numpy.array(expected).reshape(9, 9).tolist()
    assert qedoku.solve(numpy.asfortranarray(flat.reshape(1, 9, 9))).solution.reshape(-1).tolist() == expected
    assert qedoku.solve(numpy.tile(flat, (2, 3, 1)).reshape(2, 3, 9, 9)).count.tolist() == [[1] * 3] * 2
    assert qedoku.count(flat) == 1 and qedoku.is_unique(flat) is True
    assert qedoku.solve(numpy.empty((0, 81), numpy.uint8)).solution.shape == (0, 81)
    strings = qedoku.solve(numpy.array([UNIQUE, NONE]))
    assert strings.solution.tolist() == [SOLUTION, ""] and strings.count.tolist() == [1, 0]
    for shape in [(16, 16), (81, 81)]:
        with pytest.raises(ValueError, match="reshape it"):
            qedoku.solve(numpy.zeros(shape, numpy.uint8))
    with pytest.raises(TypeError, match="integers or strings"):
        qedoku.solve(flat.astype(float))


def test_lists_of_digits_are_puzzles():
    rows = [digits(UNIQUE)[9 * row : 9 * row + 9] for row in range(9)]
    assert qedoku.solve(rows).solution == SOLUTION
    assert qedoku.solve(digits(UNIQUE)).solution == SOLUTION
    assert qedoku.Puzzle(array.array("b", digits(UNIQUE))) == qedoku.Puzzle(UNIQUE)
    assert [answer.answer for answer in qedoku.solve([rows, rows])] == ["one", "one"]
    assert [answer.answer for answer in qedoku.solve(line for line in [UNIQUE, NONE])] == ["one", "none"]


@pytest.mark.parametrize(
    ("x", "row", "column"),
    [
        (UNIQUE[:-1] + "x", None, 81),
        ([UNIQUE, UNIQUE[:40] + "x" + UNIQUE[41:]], 1, 41),
        (numpy.array([digits(UNIQUE)] * 2000 + [[0] * 80 + [10]]), 2000, 81),
        (numpy.array([[-1] + [0] * 80]), 0, 1),
        ([digits(UNIQUE), [300] + [0] * 80], 1, 1),
        ("", None, 0),
    ],
)
def test_a_malformed_puzzle_raises_with_its_place(x, row, column):
    with pytest.raises(qedoku.InvalidPuzzle) as caught:
        qedoku.solve(x)
    assert isinstance(caught.value, ValueError)
    assert (caught.value.row, caught.value.column) == (row, column)
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (copy.row, copy.column, str(copy)) == (row, column, str(caught.value))


def test_malformed_digits_may_be_null():
    cells = numpy.array([digits(UNIQUE), [10] * 81])
    solution, count = qedoku.solve(cells, errors="null")
    assert count.tolist() == [1, -1] and not solution[1].any()
    with pytest.raises(ValueError, match="'raise' or 'null'"):
        qedoku.solve(UNIQUE, errors="ignore")


def test_batches_keep_their_columns_and_rows():
    lines = [UNIQUE, None, "x"]
    answers, errors = ["one", None, "invalid"], [False, False, True]
    for batch in (
        pyarrow.record_batch({"answer": [1, 2, 3], "puzzle": lines}),
        pyarrow.table({"answer": [1, 2, 3], "puzzle": lines}),
    ):
        result = qedoku.solve_batch(batch)
        assert type(result) is type(batch)
        assert result.schema.names == ["answer", "puzzle", "answer_2", "solution", "error"]
        assert result.column("answer_2").to_pylist() == answers
        assert [error is not None for error in result.column("error").to_pylist()] == errors
    frame = qedoku.solve_batch(pandas.DataFrame({"p": lines}), column="p")
    assert [None if pandas.isna(answer) else answer for answer in frame["answer"]] == answers
    assert qedoku.solve_batch(polars.DataFrame({"puzzle": lines}))["answer"].to_list() == answers
    result = qedoku.solve_batch({"puzzle": lines, "id": [1, 2, 3]})
    assert result["answer"] == answers and result["id"] == [1, 2, 3]
    assert [error is not None for error in result["error"]] == errors
    with pytest.raises(KeyError, match="the columns are id"):
        qedoku.solve_batch({"id": [1]})


def test_symbols_and_boxes_of_the_input_are_kept():
    puzzle, solution = qedoku.generate(1, board="16x16", seed=3)[0]
    zero_to_f = str.maketrans("123456789ABCDEFG", "0123456789ABCDEF")
    line = str(puzzle).translate(zero_to_f)
    assert "0" in line
    expected = str(solution).translate(zero_to_f)
    assert str(qedoku.solve(line).solution) == expected
    assert qedoku.solve(pyarrow.array([line])).field("solution").to_pylist() == [expected]
    assert str(pickle.loads(pickle.dumps(qedoku.solve(line))).solution) == expected
    tall = "1....." + "." * 30
    assert qedoku.Puzzle(tall, boxes="3x2").boxes == "3x2" and qedoku.Puzzle(tall).boxes == "2x3"
    assert qedoku.solve([tall], boxes="3x2")[0].solution.boxes == "3x2"
    with pytest.raises(ValueError, match="boxes"):
        qedoku.solve(tall, boxes="0x2")


def test_a_single_4x4_column_is_read():
    assert qedoku.solve(pyarrow.array([UNIQUE_4X4])).to_pylist()[0]["solution"] == "4231314223141423"
