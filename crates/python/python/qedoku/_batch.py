"""Tables: results as further columns."""

from __future__ import annotations

from typing import Any, Iterable

from . import _qedoku
from ._inputs import _is, run


def _free_name(name: str, taken: set[str]) -> str:
    """The name, with a number if the table has such a column: data frames need distinct names."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}_{number}"
    taken.add(free)
    return free


def _check_column(column: str, names: Iterable[str]) -> None:
    if column not in names:
        raise KeyError(f"no column {column!r}; the columns are {', '.join(names)}")


def add_columns(batch: Any, column: str, operation: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """The batch with the columns of an operation appended."""
    if isinstance(batch, dict) or _is(batch, "datasets.formatting.formatting", "LazyBatch"):
        return _add_to_dict(batch, column, operation, options)
    if _is(batch, "pandas", "DataFrame"):
        _check_column(column, list(map(str, batch.columns)))
        results = run(operation, batch[column], **options)
        taken = set(map(str, batch.columns))
        return batch.assign(**{_free_name(name, taken): results[name] for name in results.columns})
    if _is(batch, "polars", "DataFrame"):
        _check_column(column, batch.columns)
        results = run(operation, batch[column], **options).struct.unnest()
        taken = set(batch.columns)
        return batch.with_columns([results[name].alias(_free_name(name, taken)) for name in results.columns])
    import pyarrow

    if not isinstance(batch, (pyarrow.RecordBatch, pyarrow.Table)):
        if hasattr(batch, "__arrow_c_array__"):
            batch = pyarrow.record_batch(batch)
        elif hasattr(batch, "__arrow_c_stream__"):
            batch = pyarrow.table(batch)
        else:
            raise TypeError(f"expected a record batch, a table, a data frame or a dict of lists, found {type(batch).__name__}")
    return _add_to_arrow(batch, column, operation, options, pyarrow)


def _add_to_arrow(batch: Any, column: str, operation: tuple[Any, ...], options: dict[str, Any], pyarrow: Any) -> Any:
    _check_column(column, batch.schema.names)
    results = run(operation, batch.column(column), **options)
    taken = set(batch.schema.names)
    for index, field in enumerate(results.type):
        values = results.field(index) if isinstance(results, pyarrow.Array) else results.flatten()[index]
        batch = batch.append_column(_free_name(field.name, taken), values)
    return batch


def _add_to_dict(batch: Any, column: str, operation: tuple[Any, ...], options: dict[str, Any]) -> dict[str, list[Any]]:
    """A dict of lists, as `datasets.map(batched=True)` passes it."""
    columns = {name: batch[name] for name in batch}
    _check_column(column, columns)
    answers = _qedoku.map_list(
        operation,
        tuple(columns[column]),
        {"boxes": options["boxes"], "threads": options["threads"], "progress": options["progress"], "raise_errors": False},
    )
    taken = set(columns)
    names = [_free_name(name, taken) for name in ("answer", "solution", "error")]
    added: list[list[Any]] = [[], [], []]
    for item, answer in zip(columns[column], answers):
        row: tuple[Any, ...] = (None, None, None)
        if answer is not None:
            row = (answer.answer, None if answer.solution is None else str(answer.solution), None)
        elif item is not None:
            row = ("invalid", None, _error(item, options["boxes"]))
        for values, value in zip(added, row):
            values.append(value)
    return {**columns, **dict(zip(names, added))}


def _error(item: Any, boxes: str | None) -> str:
    try:
        _qedoku.Puzzle(item, boxes=boxes)
    except ValueError as error:
        return str(error)
    raise AssertionError("the puzzle had no answer")
