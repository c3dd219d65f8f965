"""Exceptions and records. The native module imports them from here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ._qedoku import Grid, Puzzle, Transformation


class InvalidPuzzle(ValueError):
    """A text, array or list that is not a puzzle.

    >>> import qedoku
    >>> try:
    ...     qedoku.solve(["4...3..2...4..2.", "4...3..2...4..x."])
    ... except qedoku.InvalidPuzzle as error:
    ...     print(error.row, error.column, error)
    1 15 row 1, column 15: expected a digit 1-4 or a blank (. 0 _ * -), found 'x'
    """

    #: The message without its place.
    reason: str
    #: The number of the puzzle in a list or array, from 0; None for a single puzzle.
    row: int | None
    #: The line within the text of the puzzle, from 1.
    line: int
    #: The character within the line, or the cell of an array, from 1; 0 if the whole line is wrong.
    column: int

    def __init__(self, reason: str, row: int | None = None, line: int = 1, column: int = 0) -> None:
        places = [
            f"row {row}" if row is not None else "",
            f"line {line}" if line > 1 else "",
            f"column {column}" if column > 0 else "",
        ]
        place = ", ".join(filter(None, places))
        super().__init__(f"{place}: {reason}" if place else reason)
        self.reason, self.row, self.line, self.column = reason, row, line, column

    def __reduce__(self) -> tuple[Any, ...]:
        return InvalidPuzzle, (self.reason, self.row, self.line, self.column)


class InvalidCertificate(ValueError):
    """A text that does not prove its claim about the puzzle."""

    #: The first line that is wrong, from 1.
    line: int

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line

    def __reduce__(self) -> tuple[Any, ...]:
        return InvalidCertificate, (str(self), self.line)


class Rating(NamedTuple):
    """The difficulty of a puzzle. All measures are None unless it has exactly one solution."""

    #: ``none``, ``one`` or ``many``.
    answer: str
    #: The B rating, the size of the largest braid needed; None for a puzzle beyond braids.
    b: int | None = None
    #: Whether ``b`` is exact; otherwise it is a lower bound.
    b_exact: bool = True
    #: The estimated Sudoku Explainer rating, on 9x9.
    se: float | None = None
    #: Where ``se`` comes from: ``walked``, ``fitted`` or ``at-least``.
    se_quality: str | None = None
    #: Steps beyond singles.
    steps: int | None = None
    #: The technique of the largest step.
    hardest: str | None = None
    #: Guesses of a backtracking search that propagates singles only.
    guesses: int | None = None
    #: Whether ``guesses`` is exact; otherwise it is a lower bound.
    guesses_exact: bool = True


class CanonicalForm(NamedTuple):
    """The canonical form of a puzzle, which all equivalent puzzles share."""

    #: The minlex form.
    puzzle: Puzzle
    #: A transformation that maps the puzzle to this form.
    transformation: Transformation
    #: The number of transformations that map the puzzle to itself.
    automorphisms: int


class GeneratedPuzzle(NamedTuple):
    """A generated puzzle with its only solution."""

    puzzle: Puzzle
    solution: Grid


class SolvedArrays(NamedTuple):
    """The answers to an array of puzzles."""

    #: The solutions, in the shape of the puzzles; 0 where there is none.
    solution: Any
    #: The number of solutions: 0, 1, 2 for two or more, -1 for a malformed puzzle.
    count: Any


class RatedArrays(NamedTuple):
    """The ratings of an array of puzzles: one array per field of `Rating`."""

    answer: Any
    b: Any
    b_exact: Any
    se: Any
    steps: Any
    hardest: Any
    guesses: Any
