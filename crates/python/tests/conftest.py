"""Puzzles that several tests use."""

import random

import pytest

import qedoku

UNIQUE = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
SOLUTION = "468931527751624839392578461134756298289413675675289314846192753513867942927345186"
MANY = "....3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
NONE = "44..3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
UNIQUE_4X4 = "4...3..2...4..2."


@pytest.fixture(scope="session")
def puzzles() -> list[str]:
    """3,000 classic puzzles: unique ones, some of them with a given removed or a wrong given added."""
    generator = random.Random(20)
    lines = [str(generated.puzzle) for generated in qedoku.generate(3000, seed=20)]
    for index in range(0, len(lines), 3):
        cells = list(lines[index])
        if index % 2:
            cells[generator.choice([cell for cell in range(81) if cells[cell] != "."])] = "."
        else:
            cells[generator.choice([cell for cell in range(81) if cells[cell] == "."])] = generator.choice("123456789")
        lines[index] = "".join(cells)
    return lines
