"""Kinds of input: the output type follows the input type.

numpy, pandas, Polars and pyarrow are recognized without an import: an object of theirs exists only if somebody imported them.
"""

from __future__ import annotations

import sys
from typing import Any

from . import _qedoku
from ._types import RatedArrays, SolvedArrays


def _is(x: Any, module: str, *names: str) -> bool:
    """Whether x is an instance of a class of a module that may not be installed."""
    loaded = sys.modules.get(module)
    return loaded is not None and any(isinstance(x, getattr(loaded, name)) for name in names if hasattr(loaded, name))


def _is_column(x: Any) -> bool:
    return hasattr(x, "__arrow_c_array__") or hasattr(x, "__arrow_c_stream__") or _is(x, "pandas", "Series", "Index")


def run(operation: tuple[Any, ...], x: Any, *, boxes: str | None, threads: int | None, progress: Any, errors: str | None) -> Any:
    """Runs an operation on a puzzle, a sequence, an array or a column."""
    if errors not in (None, "raise", "null"):
        raise ValueError(f"errors is 'raise' or 'null', not {errors!r}")

    def options(default: str) -> dict[str, Any]:
        raise_errors = (errors or default) == "raise"
        return {"boxes": boxes, "threads": threads, "progress": progress, "raise_errors": raise_errors}

    if isinstance(x, (str, bytes, _qedoku.Puzzle, _qedoku.Grid)):
        return _qedoku.map_one(operation, x, options("raise"))
    if _is(x, "numpy", "ndarray"):
        return _run_array(operation, x, options("raise"))
    if _is(x, "pandas", "DataFrame") or _is(x, "polars", "DataFrame", "LazyFrame") or _is(x, "pyarrow", "Table", "RecordBatch"):
        raise TypeError("expected a column, found a table: use solve_batch, or choose a column such as table['puzzle']")
    if _is_column(x):
        return _run_column(operation, x, options("null"))
    if isinstance(x, (set, frozenset, dict)) or not hasattr(x, "__iter__"):
        raise TypeError(f"expected a puzzle, or a list, array or column of puzzles, found {type(x).__name__}")
    items = tuple(x)
    if _is_digit_row(items):
        return _qedoku.map_one(operation, list(items), options("raise"))
    return _qedoku.map_list(operation, items, options("raise"))


def _is_digit_row(items: tuple[Any, ...]) -> bool:
    """Whether a sequence is one puzzle: its cells, or its rows of cells."""
    if not items:
        return False
    if isinstance(items[0], int):
        return True
    first = items[0]
    is_row = isinstance(first, (list, tuple)) and len(first) == len(items) and all(isinstance(cell, int) for cell in first)
    return is_row and all(isinstance(row, (list, tuple)) and len(row) == len(items) for row in items)


def _run_column(operation: tuple[Any, ...], x: Any, options: dict[str, Any]) -> Any:
    if _is(x, "pandas", "Series", "Index"):
        return _run_pandas(operation, x, options)
    if _is(x, "polars", "Series"):
        import polars

        # Polars imports a result as one array, so the series must not have several chunks.
        return polars.Series(x.name, _qedoku.map_column(operation, x.rechunk(), options))
    result = _qedoku.map_column(operation, x, options)
    if _is(x, "pyarrow", "Array", "ChunkedArray"):
        import pyarrow

        return pyarrow.array(result) if result.is_array else pyarrow.chunked_array(result)
    return result


def _run_pandas(operation: tuple[Any, ...], x: Any, options: dict[str, Any]) -> Any:
    """A data frame with the index of the series. Without pyarrow, pandas has no Arrow strings: then lists serve."""
    import pandas

    index = x.index if hasattr(x, "index") and isinstance(x.index, pandas.Index) else None
    try:
        import pyarrow
    except ImportError:
        pyarrow = None
    if pyarrow is not None and len(x):
        results = pyarrow.chunked_array(_qedoku.map_column(operation, _to_arrow(x, pyarrow), options))
        frame = results.to_pandas() if operation[0] == "is_unique" else pyarrow.Table.from_struct_array(results).to_pandas()
        if index is not None:
            frame.index = index
        return frame
    missing = [None if item is None or item != item else item for item in x]
    values = _qedoku.map_list(operation, tuple(missing), {**options, "raise_errors": False})
    if operation[0] == "is_unique":
        return pandas.Series(values, index=index, dtype=object if None in values else bool)
    rows = [_pandas_row(operation[0], item, value) for item, value in zip(missing, values)]
    return pandas.DataFrame(rows, index=index, columns=list(_EMPTY[operation[0]]))


def _to_arrow(x: Any, pyarrow: Any) -> Any:
    """The column of a series: its own Arrow form if it has one, else a copy."""
    if hasattr(x, "__arrow_c_stream__"):
        return x
    converted = pyarrow.array(x, from_pandas=True)
    return converted if isinstance(converted, pyarrow.ChunkedArray) else pyarrow.chunked_array([converted])


#: The columns of each operation, for pandas without pyarrow.
_EMPTY = {
    "solve": ("answer", "solution", "error"),
    "count": ("count", "error"),
    "rate": ("answer", "b", "b_exact", "se", "steps", "hardest", "guesses", "error"),
    "canonical": ("canonical", "transformation", "error"),
    "augment": ("puzzles", "transformations", "error"),
    "minimize": ("minimal", "error"),
}


def _error_of(item: Any) -> str | None:
    try:
        _qedoku.Puzzle(item)
    except ValueError as error:
        return str(error)
    return None


def _pandas_row(name: str, item: Any, value: Any) -> dict[str, Any]:
    """One row of results, for pandas without pyarrow."""
    if value is None:
        error = None if item is None else _error_of(item)
        return {"error": error, **({"answer": "invalid"} if error and name in ("solve", "rate") else {})}
    if name == "solve":
        return {"answer": value.answer, "solution": str(value.solution) if value.solution else None}
    if name == "count":
        return {"count": value}
    if name == "rate":
        return {field: getattr(value, field) for field in _EMPTY["rate"] if field != "error"}
    if name == "canonical":
        return {"canonical": str(value.puzzle), "transformation": str(value.transformation)}
    if name == "augment":
        return {"puzzles": [str(copy) for copy in value[0]], "transformations": [str(one) for one in value[1]]}
    return {"minimal": str(value)}


def _cells_of(x: Any) -> tuple[int, tuple[int, ...]]:
    """The number of cells of a puzzle in an array, and the shape of the array without them."""
    shape = x.shape
    side_of = {side * side: side for side in range(4, 145)}
    if len(shape) == 1:
        return shape[0], ()
    if len(shape) == 2:
        rows, columns = shape
        is_board = rows == columns and rows >= 4
        is_list = columns in side_of
        if is_board and is_list:
            raise ValueError(
                f"an array of shape {shape} is one {rows}x{rows} board or {rows} boards of {columns} cells: "
                f"reshape it to (1, {rows}, {rows}) or ({rows}, {side_of[columns]}, {side_of[columns]})"
            )
        return (rows * columns, ()) if is_board else (columns, shape[:1])
    if shape[-1] != shape[-2]:
        raise ValueError(f"expected an array of shape (n, 81) or (n, 9, 9), found {shape}")
    return shape[-1] * shape[-2], shape[:-2]


def _run_array(operation: tuple[Any, ...], x: Any, options: dict[str, Any]) -> Any:
    import numpy

    if x.dtype.kind in "OUST":
        return _run_text_array(operation, x, options)
    if x.dtype.kind not in "iu":
        raise TypeError(f"expected an array of integers or strings, found {x.dtype}")
    name = operation[0]
    width, rows = _cells_of(x)
    cells = x
    if x.dtype != numpy.uint8:
        # A digit that does not fit is reported like any other that is out of range.
        cells = numpy.where((x < 0) | (x > 255), 255, x).astype(numpy.uint8)
    cells = numpy.ascontiguousarray(cells)
    if name in ("rate", "augment"):
        puzzles = tuple(row.tolist() for row in cells.reshape(-1, width)) if width else ()
        return _array_of_results(operation, _qedoku.map_list(operation, puzzles, options), x.shape, rows)
    count = numpy.empty(rows, dtype=numpy.int64)
    has_digits = name not in ("count", "is_unique")
    out = numpy.empty(x.shape, dtype=numpy.uint8) if has_digits else None
    if cells.size:
        flat_out = None if out is None else out.reshape(-1)
        _qedoku.map_digits(operation, cells.reshape(-1), width, flat_out, count.reshape(-1), options)
    if name == "count":
        return count if rows else int(count)
    if name == "is_unique":
        return count == 1 if rows else bool(count == 1)
    if name == "solve":
        return SolvedArrays(out, count.astype(numpy.int8))
    return out


def _array_of_results(operation: tuple[Any, ...], values: list[Any], shape: tuple[int, ...], rows: tuple[int, ...]) -> Any:
    import numpy

    if operation[0] == "rate":

        def field(of: Any, default: Any, dtype: Any) -> Any:
            column = [default if value is None or of(value) is None else of(value) for value in values]
            return numpy.array(column, dtype=dtype).reshape(rows)

        return RatedArrays(
            field(lambda value: value.answer, "invalid", "U7"),
            field(lambda value: value.b, -1, numpy.int32),
            field(lambda value: value.b_exact, False, bool),
            field(lambda value: value.se, numpy.nan, numpy.float64),
            field(lambda value: value.steps, -1, numpy.int32),
            field(lambda value: value.hardest, "", object),
            field(lambda value: value.guesses, -1, numpy.int64),
        )
    cell_shape, copies = shape[len(rows):], operation[1]
    puzzles = numpy.zeros((len(values), copies, *cell_shape), dtype=numpy.uint8)
    for images, value in zip(puzzles, values):
        for image, copy in zip(images, value[0] if value else ()):
            image[...] = numpy.frombuffer(bytes(copy), dtype=numpy.uint8).reshape(cell_shape)
    transformations = [value and value[1] for value in values]
    return puzzles.reshape(*rows, copies, *cell_shape), transformations if rows else transformations[0]


def _run_text_array(operation: tuple[Any, ...], x: Any, options: dict[str, Any]) -> Any:
    """An array of strings: its results are arrays of the same shape."""
    import numpy

    values = _qedoku.map_list(operation, tuple(x.reshape(-1).tolist()), options)
    name = operation[0]
    if name == "solve":
        count = {"none": 0, "one": 1, "many": 2}
        solution = [str(value.solution) if value is not None and value.solution is not None else "" for value in values]
        counts = [-1 if value is None else count[value.answer] for value in values]
        return SolvedArrays(numpy.array(solution, dtype=str).reshape(x.shape), numpy.array(counts, dtype=numpy.int8).reshape(x.shape))
    if name == "count":
        return numpy.array([-1 if value is None else value for value in values], dtype=numpy.int64).reshape(x.shape)
    if name == "is_unique":
        return numpy.array([bool(value) for value in values], dtype=bool).reshape(x.shape)
    if name == "rate":
        return _array_of_results(operation, values, x.shape, x.shape)
    if name == "augment":
        puzzles = [[] if value is None else [str(copy) for copy in value[0]] for value in values]
        return numpy.array(puzzles, dtype=str).reshape(*x.shape, -1), [None if value is None else value[1] for value in values]
    texts = ["" if value is None else str(value.puzzle if name == "canonical" else value) for value in values]
    return numpy.array(texts, dtype=str).reshape(x.shape)
