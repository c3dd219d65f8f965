"""Objects, and the functions other than `solve`."""

import gc
import io
import json
import pickle

import numpy
import pandas
import polars
import pyarrow
import pytest

import qedoku
from conftest import MANY, NONE, SOLUTION, UNIQUE, UNIQUE_4X4


def test_repr_is_a_grid_and_svg_a_picture():
    assert repr(qedoku.Puzzle(UNIQUE_4X4)) == "4 . | . .\n3 . | . 2\n----+----\n. . | . 4\n. . | 2 ."
    assert repr(qedoku.solve(UNIQUE_4X4)).startswith("one solution:\n4 2 | 3 1\n")
    assert repr(qedoku.solve(NONE)) == "no solution" and qedoku.solve(NONE)._repr_svg_() is None
    for thing in (qedoku.Puzzle(UNIQUE), qedoku.Grid(SOLUTION), qedoku.solve(UNIQUE), qedoku.explain(UNIQUE_4X4)[0]):
        assert "<svg" in thing._repr_svg_() and "</svg>" in thing._repr_svg_()
    huge = qedoku.Puzzle([0] * 40**2)
    assert len(repr(huge).splitlines()) >= 40


def test_puzzles_have_cells_rows_and_other_formats():
    puzzle = qedoku.Puzzle(UNIQUE_4X4)
    assert (puzzle.board, puzzle.boxes, puzzle.side, puzzle.givens) == ("4x4", "2x2", 4, 5)
    assert puzzle[0, 0] == 4 and puzzle.rows()[1] == [3, 0, 0, 2] and bytes(puzzle)[:2] == b"\x04\x00"
    assert qedoku.Puzzle(puzzle.to("numbers")) == puzzle == qedoku.Puzzle(puzzle.rows())
    assert hash(qedoku.Puzzle(puzzle.rows())) == hash(puzzle)
    with pytest.raises(IndexError):
        puzzle[4, 0]
    with pytest.raises(ValueError, match="expected line, grid, .*, found 'nothing'"):
        puzzle.to("nothing")


@pytest.mark.parametrize(
    "thing",
    [
        qedoku.Puzzle(UNIQUE),
        qedoku.Puzzle("1....." + "." * 30, boxes="3x2"),
        qedoku.Grid(SOLUTION),
        qedoku.solve(UNIQUE),
        qedoku.solve(MANY),
        qedoku.solve(NONE),
        qedoku.canonical(UNIQUE),
        qedoku.rate(UNIQUE_4X4),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_objects_are_pickled(thing):
    assert pickle.loads(pickle.dumps(thing)) == thing


def test_counts_have_a_limit():
    assert [qedoku.count(puzzle) for puzzle in (NONE, UNIQUE, MANY)] == [0, 1, 2]
    assert [qedoku.count(MANY, limit=limit) for limit in (0, 1, 2)] == [0, 1, 2]
    exact = qedoku.count(MANY, limit=None)
    assert exact > 2 and qedoku.count([MANY, UNIQUE], limit=None) == [exact, 1]
    assert qedoku.count(pyarrow.array([MANY]), limit=None).to_pylist() == [{"count": exact, "error": None}]
    assert qedoku.count(numpy.array([[0] * 16]), limit=None).tolist() == [288]
    with pytest.raises(ValueError):
        qedoku.count(UNIQUE, limit=-1)


def test_ratings_agree_for_all_kinds_of_input():
    lines = [UNIQUE_4X4, "1.3.............", UNIQUE_4X4]
    ratings = qedoku.rate(lines)
    assert [rating.answer for rating in ratings] == ["one", "many", "one"] and ratings[1].b is None
    rows = qedoku.rate(pyarrow.array([*lines, "x", None])).to_pylist()
    for rating, row in zip(ratings, rows):
        assert row.pop("error") is None
        assert {name: getattr(rating, name) for name in row if name != "b_exact"} == {name: row[name] for name in row if name != "b_exact"}
    assert [row["answer"] for row in rows[3:]] == ["invalid", None]
    cells = numpy.array([qedoku.Puzzle(line).rows() for line in lines])
    arrays = qedoku.rate(cells)
    assert arrays.b.tolist() == [rating.b if rating.b is not None else -1 for rating in ratings]
    assert list(qedoku.rate(pandas.Series(lines))["answer"]) == ["one", "many", "one"]
    with pytest.raises(ValueError, match="16x16"):
        qedoku.rate(qedoku.Puzzle([0] * 625))


def test_an_explanation_leads_to_the_solution():
    explanation = qedoku.explain(UNIQUE)
    grid = {(row + 1, column + 1): digit for row, line in enumerate(qedoku.Puzzle(UNIQUE).rows()) for column, digit in enumerate(line) if digit}
    for step in explanation:
        assert str(step) == step.text and json.loads(step.to_json())["technique"]
        if step.placement:
            row, column, digit = step.placement
            grid[row, column] = digit
        else:
            assert step.eliminations or explanation.end != "solved"
    assert "".join(str(grid[row, column]) for row in range(1, 10) for column in range(1, 10)) == SOLUTION
    assert explanation.end == "solved" and explanation[-1].text == explanation[len(explanation) - 1].text
    assert qedoku.explain(NONE).end == "contradiction" and qedoku.explain("1.3.............").end == "open"
    with pytest.raises(IndexError):
        explanation[len(explanation)]


def test_generated_puzzles_meet_the_specification():
    puzzles = qedoku.generate(20, givens=(24, 26), symmetry="rotate180", seed=1)
    for puzzle, solution in puzzles:
        assert 24 <= puzzle.givens <= 26
        pattern = [symbol == "." for symbol in str(puzzle)]
        assert pattern == pattern[::-1]
        assert qedoku.solve(puzzle).solution == solution
    assert puzzles == qedoku.generate(20, givens=(24, 26), symmetry="rotate180", seed=1, threads=3)
    assert puzzles != qedoku.generate(20, givens=(24, 26), symmetry="rotate180", seed=2)
    cells, solutions = qedoku.generate(5, seed=9, into="numpy")
    assert cells.shape == (5, 81) and (qedoku.solve(cells).solution == solutions).all()
    table = qedoku.generate(5, seed=9, into="arrow")
    assert qedoku.solve(table["puzzle"]).combine_chunks().field("solution").to_pylist() == table["solution"].to_pylist()
    assert qedoku.generate(0) == []
    for wrong in ({"board": "5x5"}, {"symmetry": "odd"}, {"givens": 5}, {"into": "text"}, {"board": "nine"}):
        with pytest.raises(ValueError):
            qedoku.generate(1, **wrong)
    with pytest.raises(RuntimeError, match="in 1 attempt"):
        qedoku.generate(1, givens=17, tries=1, seed=0)


def test_a_pattern_fixes_the_givens():
    pattern = "".join("x" if (row + column) % 2 == 0 else "." for row in range(9) for column in range(9))
    puzzle, _ = qedoku.generate(1, pattern=pattern, minimal=False, seed=1)[0]
    assert "".join("." if symbol == "." else "x" for symbol in str(puzzle)) == pattern


def test_equivalent_puzzles_have_one_canonical_form():
    form = qedoku.canonical(UNIQUE)
    assert form.automorphisms == 1 and form.transformation.puzzle(UNIQUE) == form.puzzle
    copies, transformations = qedoku.augment(UNIQUE, 5, seed=4)
    assert {str(one.puzzle) for one in qedoku.canonical(copies)} == {str(form.puzzle)}
    for copy, transformation in zip(copies, transformations):
        assert transformation.puzzle(UNIQUE) == copy
        assert transformation.grid(SOLUTION) == qedoku.solve(copy).solution
        assert transformation.inverse().puzzle(copy) == qedoku.Puzzle(UNIQUE)
        assert transformation.then(transformation.inverse()).grid(SOLUTION) == SOLUTION
        assert qedoku.Transformation(str(transformation)) == transformation
        labels = transformation.cell_values(list(UNIQUE))
        assert ["." if label == "." else "x" for label in labels] == ["." if symbol == "." else "x" for symbol in str(copy)]
    column = qedoku.canonical(pyarrow.array([str(copy) for copy in copies]))
    assert set(column.field("canonical").to_pylist()) == {str(form.puzzle)}
    cells = numpy.array([list(bytes(copy)) for copy in copies], dtype=numpy.uint8)
    assert {bytes(row) for row in qedoku.canonical(cells)} == {bytes(form.puzzle)}
    with pytest.raises(ValueError, match="canonical"):
        qedoku.canonical(NONE)
    assert qedoku.canonical(pyarrow.array([NONE])).to_pylist()[0]["error"].startswith("no canonical form")


def test_augmented_puzzles_agree_for_all_kinds_of_input():
    lines = [UNIQUE, MANY]
    expected = qedoku.augment(lines, 3, seed=8)
    texts = [[str(copy) for copy in copies] for copies, _ in expected]
    rows = qedoku.augment(pyarrow.array([*lines, None]), 3, seed=8).to_pylist()
    assert [row["puzzles"] for row in rows] == [*texts, None]
    assert rows[0]["transformations"] == [str(transformation) for transformation in expected[0][1]]
    cells = numpy.array([list(bytes(qedoku.Puzzle(line))) for line in lines], dtype=numpy.uint8).reshape(2, 9, 9)
    puzzles, transformations = qedoku.augment(cells, 3, seed=8)
    assert puzzles.shape == (2, 3, 9, 9) and transformations == [pair[1] for pair in expected]
    assert puzzles[1, 2].tolist() == expected[1][0][2].rows()
    assert qedoku.augment([MANY], 3, seed=8) == expected[1:]
    assert qedoku.augment(polars.Series(lines), 3, seed=8).struct.field("puzzles").to_list() == texts


def test_minimal_puzzles_have_no_redundant_given():
    redundant = SOLUTION[:40] + "." * 10 + SOLUTION[50:]
    minimal = qedoku.minimize(redundant)
    assert minimal.givens < 40 and qedoku.solve(minimal).solution == SOLUTION
    line = str(minimal)
    without_one = [line[:cell] + "." + line[cell + 1 :] for cell in range(81) if line[cell] != "."]
    assert not any(qedoku.is_unique(without_one))
    assert qedoku.minimize([redundant], seed=1)[0] != minimal
    assert qedoku.minimize(pyarrow.array([redundant])).to_pylist() == [{"minimal": line, "error": None}]
    assert bytes(qedoku.minimize(numpy.frombuffer(bytes(qedoku.Puzzle(redundant)), numpy.uint8))) == bytes(minimal)
    with pytest.raises(ValueError, match="row 1: expected a puzzle with one solution, found many"):
        qedoku.minimize([redundant, MANY])
    assert qedoku.minimize([MANY], errors="null") == [None]


@pytest.mark.parametrize("scheme", ["reduced", "extended", "minimal"])
@pytest.mark.parametrize("amo", ["pairwise", "sequential", "product"])
def test_a_model_of_the_clauses_decodes_to_the_solution(scheme, amo):
    clauses = qedoku.encode(UNIQUE_4X4, scheme, amo=amo)
    # The solution as a model: every clause over x(r,c,d) alone is satisfied by it.
    model = [16 * (cell // 4) + 4 * (cell % 4) + int(digit) for cell, digit in enumerate("4231314223141423")]
    literals = set(model) | {-variable for variable in range(1, 65) if variable not in model}
    assert all(any(lit in literals for lit in clause) for clause in clauses if all(abs(lit) <= 64 for lit in clause))
    assert str(qedoku.decode(model, UNIQUE_4X4, scheme, amo=amo)) == "4231314223141423"
    with pytest.raises(ValueError):
        qedoku.decode([1, *model[1:]], UNIQUE_4X4, scheme, amo=amo)


def test_other_languages_and_sizes_are_encoded():
    for language, word in [("cnf", "p cnf"), ("minizinc", "alldifferent"), ("xcsp3", "allDifferent"), ("opb", "variable"), ("smt2", "distinct"), ("f2csp", "")]:
        assert word in qedoku.encode(UNIQUE_4X4, to=language)
    assert len(qedoku.encode("9x9", "minimal")) == 8829
    assert qedoku.encode(UNIQUE_4X4, "extended", repeats=False) != qedoku.encode(UNIQUE_4X4, "extended")
    for wrong in ({"scheme": "best"}, {"to": "prolog"}, {"amo": "none"}, {"numbering": "odd"}):
        with pytest.raises(ValueError, match="unknown"):
            qedoku.encode(UNIQUE_4X4, **wrong)
    with pytest.raises(ValueError, match="contains 3 and -3"):
        qedoku.decode([3, -3])
    assert qedoku.decode(None) is None and qedoku.decode(b"s UNSATISFIABLE\n", UNIQUE_4X4) is None


def test_certificates_are_verified_and_altered_ones_refused():
    certificate = qedoku.prove(UNIQUE)
    assert certificate.claim == "exactly 1" and certificate.is_unique and certificate.solutions == [SOLUTION]
    assert qedoku.verify(UNIQUE, certificate.text) == certificate
    assert qedoku.prove(NONE).claim == "exactly 0" and qedoku.prove("1.3.............").claim == "at-least 2"
    assert qedoku.prove("1.3.............", solutions=24).claim == "exactly 24"
    assert qedoku.prove(UNIQUE, cell="r1c2=6").claim == "forced r1c2=6"
    altered = certificate.text.replace("exactly 1", "exactly 0")
    with pytest.raises(qedoku.InvalidCertificate) as caught:
        qedoku.verify(UNIQUE, altered)
    assert caught.value.line > 0
    with pytest.raises(qedoku.InvalidCertificate):
        qedoku.verify(MANY, certificate)
    with pytest.raises(ValueError, match="candidate"):
        qedoku.prove(UNIQUE, cell="r1c10=1")


def test_the_garbage_collector_is_on_after_a_call(puzzles):
    states = []
    qedoku.solve(puzzles, progress=lambda done, total: states.append(gc.isenabled()))
    assert gc.isenabled() and states and not any(states)
    with pytest.raises(qedoku.InvalidPuzzle):
        qedoku.solve([*puzzles, "x"])
    assert gc.isenabled()
    gc.disable()
    try:
        qedoku.solve(puzzles)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_progress_is_reported_and_its_exception_ends_the_call(puzzles):
    calls = []
    qedoku.solve(puzzles, progress=lambda done, total: calls.append((done, total)))
    assert calls[0] == (0, len(puzzles)) and calls[-1] == (len(puzzles), len(puzzles))
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)

    def refuse(done, total):
        raise io.UnsupportedOperation("no more")

    for x in (puzzles, pyarrow.array(puzzles), numpy.zeros((3000, 81), numpy.uint8)):
        with pytest.raises(io.UnsupportedOperation, match="no more"):
            qedoku.solve(x, progress=refuse)
