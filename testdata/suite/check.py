#!/usr/bin/env python3
"""Checks every expected value of the suite with clasp, on formulas that do not come from qedoku's encoders.

Usage: python3 check.py [FILE.toml]...   (all files of this folder by default)
Needs Python 3.11 and clasp.
"""
import itertools
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def parse_cells(text, side):
    """The digits of a line of cells; 0 is an open cell."""
    if side > 35:
        return [0 if word == "." else int(word) for word in text.split()]
    first = ord("A") - 1 if side == 25 else None
    value = (lambda c: ord(c) - first) if first else SYMBOLS.index
    return [0 if c in ".0" else value(c) for c in text]


def parse(text):
    """The box height and width, the digits, and the eliminated candidates of a puzzle."""
    text, _, eliminated = text.partition("; eliminated ")
    board = re.match(r"\d+x\d+ with boxes (\d+)x(\d+): ", text)
    if board:
        height, width = int(board[1]), int(board[2])
        text = text[board.end():]
    else:
        side = math.isqrt(len(text.split()) if " " in text else len(text))
        height = next(h for h in range(math.isqrt(side), 0, -1) if side % h == 0)
        width = side // height
    side = height * width
    candidates = [tuple(map(int, found)) for found in re.findall(r"r(\d+)c(\d+)=(\d+)", eliminated)]
    return height, width, parse_cells(text, side), {(side * (r - 1) + c - 1, d) for r, c, d in candidates}


def houses(height, width):
    side = height * width
    rows = [[side * row + column for column in range(side)] for row in range(side)]
    boxes = [
        [side * (top + i) + left + j for i in range(height) for j in range(width)]
        for top in range(0, side, height)
        for left in range(0, side, width)
    ]
    return rows + [list(column) for column in zip(*rows)] + boxes


def open_candidates(digits, eliminated, all_houses, side):
    """The candidates of each cell after the exclusions by cells with one candidate."""
    peers = [set() for _ in digits]
    for house in all_houses:
        for cell in house:
            peers[cell].update(house)
    candidates = [
        {digit} if digit else {d for d in range(1, side + 1) if (cell, d) not in eliminated}
        for cell, digit in enumerate(digits)
    ]
    todo = [cell for cell, left in enumerate(candidates) if len(left) == 1]
    while todo:
        cell = todo.pop()
        for peer in peers[cell] - {cell}:
            if candidates[cell] and candidates[cell] <= candidates[peer]:
                candidates[peer] = candidates[peer] - candidates[cell]
                if len(candidates[peer]) == 1:
                    todo.append(peer)
    return candidates


def formula(puzzle):
    """Exactly one candidate of each cell, exactly one place of each digit in each house; and the variables."""
    height, width, digits, eliminated = puzzle
    side, all_houses = height * width, houses(height, width)
    candidates = open_candidates(digits, eliminated, all_houses, side)
    variables = {}
    for cell, left in enumerate(candidates):
        for digit in sorted(left):
            variables[cell, digit] = len(variables) + 1
    groups = [[variables[cell, digit] for digit in sorted(left)] for cell, left in enumerate(candidates)]
    for house in all_houses:
        for digit in range(1, side + 1):
            groups.append([variables[cell, digit] for cell in house if digit in candidates[cell]])
    clauses = list(groups)
    for group in groups:
        clauses += [[-a, -b] for a, b in itertools.combinations(group, 2)]
    return variables, clauses


def solutions(puzzle, limit):
    """Up to `limit` solutions, by clasp."""
    variables, clauses = formula(puzzle)
    if any(not clause for clause in clauses):
        return []
    with tempfile.NamedTemporaryFile("w", suffix=".cnf") as file:
        file.write(f"p cnf {len(variables)} {len(clauses)}\n")
        file.writelines(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
        file.flush()
        output = subprocess.run(["clasp", f"--models={limit}", file.name], capture_output=True, text=True).stdout
    assert "s SATISFIABLE" in output or "s UNSATISFIABLE" in output, output
    literals = [int(word) for line in output.splitlines() if line.startswith("v") for word in line[1:].split()]
    names = {variable: candidate for candidate, variable in variables.items()}
    found, grid = [], [0] * len(puzzle[2])
    for literal in literals:
        if literal == 0:
            found.append(grid)
            grid = [0] * len(puzzle[2])
        elif literal > 0:
            cell, digit = names[literal]
            grid[cell] = digit
    return found


def check(case):
    puzzle = parse(case["puzzle"])
    side = puzzle[0] * puzzle[1]
    if "at-least" in case:
        return len(solutions(puzzle, case["at-least"])) == case["at-least"]
    count = {"none": 0, "one": 1}.get(case["answer"]) if case["answer"] != "many" else case["count"]
    found = solutions(puzzle, count + 1)
    return len(found) == count and (count != 1 or found == [parse_cells(case["solution"], side)])


def main():
    files = sys.argv[1:] or sorted(pathlib.Path(__file__).parent.glob("*.toml"))
    cases = [case for file in files for case in tomllib.loads(pathlib.Path(file).read_text())["case"]]
    wrong = [case["name"] for case in cases if not check(case)]
    print(f"{len(cases)} cases checked, {len(wrong)} wrong", *wrong)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
