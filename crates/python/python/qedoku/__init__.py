"""Sudoku as logic: encode it, solve it, prove it, explain it.

The output type follows the input type. A string gives an object, a list a list, a NumPy array of digits arrays, an Arrow array or
stream an Arrow column, a pandas series a data frame, a Polars series a series of structs.

>>> import qedoku
>>> answer = qedoku.solve("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........")
>>> answer.answer
'one'
>>> answer.solution
4 6 8 | 9 3 1 | 5 2 7
7 5 1 | 6 2 4 | 8 3 9
3 9 2 | 5 7 8 | 4 6 1
------+-------+------
1 3 4 | 7 5 6 | 2 9 8
2 8 9 | 4 1 3 | 6 7 5
6 7 5 | 2 8 9 | 3 1 4
------+-------+------
8 4 6 | 1 9 2 | 7 5 3
5 1 3 | 8 6 7 | 9 4 2
9 2 7 | 3 4 5 | 1 8 6

All functions take boards from 4x4 to 144x144 (`rate` and `canonical` up to 16x16, `generate` up to 25x25), and these arguments:

- ``boxes``: rows and columns of a box, such as ``"2x6"``, if they are not the usual ones.
- ``threads``: by default the environment variable ``QEDOKU_THREADS``, else the processors that the process may use. The threads
  end with the call. Results do not depend on their number.
- ``progress``: called as ``progress(done, total)`` about ten times a second. An exception in it ends the call.
- ``errors``: ``"raise"`` raises `InvalidPuzzle` for a malformed puzzle, ``"null"`` gives it a null result. The default is
  ``"raise"``, but ``"null"`` for columns (Arrow, pandas, Polars), which report the error in the field ``error``.

No solution is an answer, never an exception. Calls release the GIL, and Ctrl-C ends them.
"""

from __future__ import annotations

import secrets
from typing import Any, Callable, Iterable, Literal, Sequence

from . import _qedoku
from ._batch import add_columns
from ._inputs import run
from ._qedoku import (
    Answer,
    ArrowColumn,
    Certificate,
    Explanation,
    Grid,
    Puzzle,
    Step,
    Transformation,
)
from ._types import (
    CanonicalForm,
    GeneratedPuzzle,
    InvalidCertificate,
    InvalidPuzzle,
    RatedArrays,
    Rating,
    SolvedArrays,
)

__all__ = [
    "Answer",
    "ArrowColumn",
    "CanonicalForm",
    "Certificate",
    "Explanation",
    "GeneratedPuzzle",
    "Grid",
    "InvalidCertificate",
    "InvalidPuzzle",
    "Puzzle",
    "RatedArrays",
    "Rating",
    "SolvedArrays",
    "Step",
    "Transformation",
    "augment",
    "canonical",
    "count",
    "decode",
    "encode",
    "explain",
    "generate",
    "is_unique",
    "minimize",
    "prove",
    "rate",
    "solve",
    "solve_batch",
    "verify",
]

__version__ = _qedoku.__version__

Progress = Callable[[int, "int | None"], Any]
Errors = Literal["raise", "null"]


def solve(
    x: Any,
    *,
    boxes: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors | None = None,
) -> Any:
    """Solves puzzles: no solution, exactly one, or many.

    A string gives an `Answer`, a list a list of them. The search always looks for a second solution, so ``one`` is proved. The
    solution that is shown of many is the same on every machine.

    >>> [answer.answer for answer in solve(["4...3..2...4..2.", "4...3..2...4....", "44.............."])]
    ['one', 'many', 'none']
    >>> str(solve("4...3..2...4..2.").solution)
    '4231314223141423'

    A NumPy array of shape (n, 81) or (n, 9, 9), with 0 for open cells, gives `SolvedArrays`: the solutions in the same shape, and
    their number (2: many, -1: malformed).

    >>> import numpy
    >>> puzzles = numpy.array([[4,0,0,0, 3,0,0,2, 0,0,0,4, 0,0,2,0]], dtype=numpy.uint8)
    >>> solution, count = solve(puzzles)
    >>> solution
    array([[4, 2, 3, 1, 3, 1, 4, 2, 2, 3, 1, 4, 1, 4, 2, 3]], dtype=uint8)
    >>> count
    array([1], dtype=int8)

    An Arrow array or stream gives a struct with the fields ``answer`` (none, one, many, invalid), ``solution`` and ``error``. One
    row in, one row out: a null stays null, a malformed puzzle has an error.

    >>> import pyarrow
    >>> solve(pyarrow.array(["4...3..2...4..2.", "44..............", "4...", None])).to_pylist()[1:]
    [{'answer': 'none', 'solution': None, 'error': None}, \
{'answer': 'invalid', 'solution': None, 'error': 'expected n x n cells, such as 16, 36, 81 or 256, found 4 characters'}, \
{'answer': None, 'solution': None, 'error': None}]
    """
    return run(("solve",), x, boxes=boxes, threads=threads, progress=progress, errors=errors)


def count(
    x: Any,
    limit: int | None = 2,
    *,
    boxes: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors | None = None,
) -> Any:
    """Counts solutions, up to a limit; ``limit=None`` counts all of them.

    >>> count("1.3.............")
    2
    >>> count("1.3.............", limit=None)
    24
    >>> count(["1.3.............", "4...3..2...4..2."], limit=100)
    [24, 1]
    """
    if limit is not None and limit < 0:
        raise ValueError("limit must not be negative")
    return run(("count", limit), x, boxes=boxes, threads=threads, progress=progress, errors=errors)


def is_unique(
    x: Any,
    *,
    boxes: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors | None = None,
) -> Any:
    """Whether puzzles have exactly one solution. A column gives a plain column of booleans, which filters tables.

    >>> is_unique(["4...3..2...4..2.", "4...3..2...4...."])
    [True, False]
    """
    return run(("is_unique",), x, boxes=boxes, threads=threads, progress=progress, errors=errors)


def rate(
    x: Any,
    *,
    exact: bool = False,
    boxes: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors | None = None,
) -> Any:
    """Rates the difficulty of puzzles, up to 16x16: a `Rating` for each.

    ``exact`` searches for the exact B rating, however long that takes; otherwise it may be a lower bound.

    >>> rating = rate("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........")
    >>> rating.b, rating.hardest
    (10, 'chain of 10')
    >>> rate("1.3.............").answer
    'many'
    """
    return run(("rate", exact), x, boxes=boxes, threads=threads, progress=progress, errors=errors)


def explain(puzzle: Any, *, boxes: str | None = None) -> Explanation:
    """Explains a puzzle: a sequence of steps, each a smallest one, from the givens to the solution.

    >>> steps = explain("4...3..2...4..2.")
    >>> len(steps), steps.end
    (11, 'solved')
    >>> print(steps[0])
    Hidden single: in box 3, only r4c2 can be 4.
    >>> [step.placement for step in steps][:2]
    [(4, 2, 4), (3, 2, 3)]
    """
    return _qedoku.explain(puzzle, boxes=boxes)


def generate(
    n: int,
    *,
    board: str = "9x9",
    boxes: str | None = None,
    givens: int | tuple[int, int] | None = None,
    minimal: bool = True,
    symmetry: str = "none",
    pattern: str | None = None,
    seed: int | None = None,
    tries: int | None = None,
    into: Literal["list", "numpy", "arrow"] = "list",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """Generates puzzles with exactly one solution, on boards up to 25x25.

    The puzzles of a seed are the same on every machine and for any number of threads; without one, the seed is random.
    ``givens`` is a number or a range, ``symmetry`` one of none, rotate180, rotate90, mirror, flip, both, diagonal, antidiagonal,
    diagonals, full; ``pattern`` marks the cells of the givens. `RuntimeError` if ``tries`` attempts in a row fail.

    ``into="list"`` gives `GeneratedPuzzle` objects; ``"numpy"`` two arrays of shape (n, 81), puzzles and solutions; ``"arrow"`` a
    pyarrow table with the columns ``puzzle`` and ``solution``.

    >>> puzzle, solution = generate(1, board="4x4", seed=1)[0]
    >>> is_unique(puzzle), solution.solves(puzzle)
    (True, True)
    >>> [generated.puzzle.givens for generated in generate(3, givens=(20, 23), seed=7)]
    [23, 23, 23]
    """
    if n < 0:
        raise ValueError("n must not be negative")
    if into not in ("list", "numpy", "arrow"):
        raise ValueError(f"into is 'list', 'numpy' or 'arrow', not {into!r}")
    options = {
        "board": board,
        "boxes": boxes,
        "givens": (givens, givens) if isinstance(givens, int) else givens,
        "minimal": minimal,
        "symmetry": symmetry,
        "pattern": pattern,
        "tries": tries,
        "threads": threads,
        "progress": progress,
    }
    generated = _qedoku.generate(n, secrets.randbits(63) if seed is None else seed, options)
    if into == "list":
        return [GeneratedPuzzle(puzzle, solution) for puzzle, solution in generated]
    if into == "numpy":
        import numpy

        cells = len(bytes(generated[0][0])) if generated else int(board.split("x")[0]) ** 2
        columns = [bytearray(b"".join(bytes(pair[part]) for pair in generated)) for part in (0, 1)]
        return tuple(numpy.frombuffer(column, dtype=numpy.uint8).reshape(n, cells) for column in columns)
    import pyarrow

    lines = [[str(pair[part]) for pair in generated] for part in (0, 1)]
    return pyarrow.table({"puzzle": pyarrow.array(lines[0], pyarrow.string()), "solution": pyarrow.array(lines[1], pyarrow.string())})


def canonical(
    x: Any,
    *,
    boxes: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors | None = None,
) -> Any:
    """The canonical (minlex) form of puzzles and grids up to 16x16: equal for equivalent puzzles, different for others.

    A string gives a `CanonicalForm`, an array of digits an array, a column a struct with ``canonical``, ``transformation`` and
    ``error``.

    >>> form = canonical("4...3..2...4..2.")
    >>> str(form.puzzle), form.automorphisms
    ('......12.1.33...', 1)
    >>> form.transformation.puzzle("4...3..2...4..2.") == form.puzzle
    True
    """
    return run(("canonical",), x, boxes=boxes, threads=threads, progress=progress, errors=errors)


def augment(
    x: Any,
    k: int = 1,
    *,
    seed: int = 0,
    boxes: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors | None = None,
) -> Any:
    """Random equivalent puzzles, with the transformations that map solutions and labels too.

    They depend on the seed and the puzzle, not on its place in a list. A string gives a list of ``k`` puzzles and a list of their
    transformations; an array of shape (n, 81) an array of shape (n, k, 81) and n lists of transformations; a column a struct of
    two lists and ``error``.

    >>> puzzles, transformations = augment("4...3..2...4..2.", 2, seed=1)
    >>> solution = solve("4...3..2...4..2.").solution
    >>> transformations[0].grid(solution) == solve(puzzles[0]).solution
    True
    """
    if k < 0:
        raise ValueError("k must not be negative")
    return run(("augment", k, seed), x, boxes=boxes, threads=threads, progress=progress, errors=errors)


def minimize(
    x: Any,
    *,
    seed: int = 0,
    boxes: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    errors: Errors | None = None,
) -> Any:
    """Removes redundant givens, in the random order of the seed: a minimal puzzle with the same solution.

    >>> str(minimize("4...3..2...4.42."))
    '....3..2.....42.'
    """
    return run(("minimize", seed), x, boxes=boxes, threads=threads, progress=progress, errors=errors)


def solve_batch(
    batch: Any,
    column: str = "puzzle",
    *,
    boxes: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Any:
    """A table with the columns ``answer``, ``solution`` and ``error`` appended.

    The table is a pyarrow record batch or table, a data frame of pandas or Polars, or a dict of lists: what ``mapInArrow`` of
    Spark, ``map_batches`` of Ray and Polars, and ``datasets.map(batched=True)`` pass. A name that exists gets a number.

    >>> solve_batch({"puzzle": ["4...3..2...4..2.", "4..."]})["answer"]
    ['one', 'invalid']
    >>> import pyarrow
    >>> solve_batch(pyarrow.table({"id": [7], "puzzle": ["4...3..2...4..2."]})).column_names
    ['id', 'puzzle', 'answer', 'solution', 'error']
    """
    return add_columns(batch, column, ("solve",), {"boxes": boxes, "threads": threads, "progress": progress, "errors": None})


def encode(
    puzzle: Any,
    scheme: str = "reduced",
    *,
    to: str = "clauses",
    amo: str = "pairwise",
    numbering: str = "rowmajor",
    repeats: bool = True,
    boxes: str | None = None,
) -> Any:
    """Encodes a puzzle, or the empty board of a size such as ``"9x9"``, for SAT and constraint solvers.

    ``to="clauses"`` gives lists of literals, which PySAT takes: ``CNF(from_clauses=encode(puzzle))``. Other targets give a text:
    cnf (DIMACS), f2csp, minizinc, xcsp3, opb, smt2. Variable x(r, c, d), "cell (r, c) holds digit d", has the number
    (r-1)n² + (c-1)n + d. Schemes: reduced, minimal, efficient, houses-cells, extended; at-most-one encodings (``amo``): pairwise,
    sequential, product, commander, binary, bimander.

    >>> clauses = encode("4...3..2...4..2.", "extended")
    >>> len(clauses), clauses[0], clauses[-1]
    (453, [1, 2, 3, 4], [58])
    >>> encode("4...3..2...4..2.", to="cnf").splitlines()[-1]
    '-64 0'
    """
    options = {"scheme": scheme, "amo": amo, "numbering": numbering, "repeats": repeats}
    if to == "clauses":
        return _qedoku.encode_clauses(puzzle, options, boxes)
    return _qedoku.encode_text(puzzle, to, options, boxes)


def decode(
    model: Sequence[int] | Iterable[int] | str | bytes | None,
    puzzle: Any = None,
    scheme: str = "reduced",
    *,
    amo: str = "pairwise",
    numbering: str = "rowmajor",
    repeats: bool = True,
    boxes: str | None = None,
) -> Grid | None:
    """The grid of a model, or of the output of a SAT solver; None for "unsatisfiable" (None, as PySAT returns it, or its text).

    With the puzzle, and the options with which it was encoded, the grid is checked against the givens. Without it, board and
    numbering are detected.

    >>> model = [4, 6, 11, 13, 19, 21, 28, 30, 34, 39, 41, 48, 49, 56, 58, 63]
    >>> str(decode(model, "4...3..2...4..2."))
    '4231314223141423'
    >>> str(decode(model))
    '4231314223141423'
    >>> decode("s UNSATISFIABLE") is None
    True
    """
    options = {"scheme": scheme, "amo": amo, "numbering": numbering, "repeats": repeats}
    return _qedoku.decode(model, puzzle, options, boxes)


def prove(puzzle: Any, *, solutions: int = 1, cell: str | None = None, boxes: str | None = None) -> Certificate:
    """Proves how many solutions a puzzle has: none, exactly one, or more, each listed. The checker has accepted the certificate.

    ``solutions`` proves exact numbers up to this one; ``cell="r3c4=5"`` proves a digit forced or excluded in a cell.

    >>> certificate = prove("4...3..2...4..2.")
    >>> certificate.claim
    'exactly 1'
    >>> prove("1.3.............", cell="r1c2=1").claim
    'excluded r1c2=1'
    """
    return _qedoku.prove(puzzle, solutions=solutions, cell=cell, boxes=boxes)


def verify(puzzle: Any, certificate: Certificate | str, *, boxes: str | None = None) -> Certificate:
    """Verifies a certificate for a puzzle, by a checker that contains no solver. `InvalidCertificate` if it proves nothing.

    >>> verify("4...3..2...4..2.", str(prove("4...3..2...4..2."))).is_unique
    True
    >>> verify("1.3.............", prove("4...3..2...4..2."))
    Traceback (most recent call last):
    ...
    qedoku._types.InvalidCertificate: line 4: the grid is not a solution: r1c1 holds 4, which the puzzle does not allow there
    """
    return _qedoku.verify(puzzle, certificate, boxes=boxes)
