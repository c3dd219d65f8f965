# Solves a Sudoku by CP-SAT. The first line of the file has the height and width of a box, each following line the candidates of a
# cell, row by row. The result is printed as MiniZinc prints it. Loading OR-Tools takes longer than most puzzles:
# a first line is printed when that is done, and the file is opened when standard input ends.
import sys

from ortools.sat.python import cp_model

print("% loaded", flush=True)
sys.stdin.read()
with open(sys.argv[1]) as file:
    (height, width), *candidates = [[int(word) for word in line.split()] for line in file]
side = height * width

model = cp_model.CpModel()
if not all(candidates):
    model.add_bool_or([])  # a domain may not be empty: a contradiction says the same
domains = [cp_model.Domain.from_values(digits or [1]) for digits in candidates]
x = [model.new_int_var_from_domain(domain, "") for domain in domains]


def corner(block):
    return block // height * height * side + block % height * width


for house in range(side):
    model.add_all_different(x[house * side : (house + 1) * side])
    model.add_all_different(x[house::side])
    rows = [corner(house) + row * side for row in range(height)]
    model.add_all_different([cell for row in rows for cell in x[row : row + width]])

solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
status = solver.solve(model)
if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
    for row in range(side):
        print(*[solver.value(cell) for cell in x[row * side : (row + 1) * side]])
    print("----------")
elif status == cp_model.INFEASIBLE:
    print("=====UNSATISFIABLE=====")
else:
    print("=====UNKNOWN=====")
