"""DuckDB: an Arrow function makes `solve` a part of SQL.

    python label_duckdb.py INPUT.parquet OUTPUT.parquet
"""

import sys

import duckdb
import qedoku

answer = duckdb.struct_type({"answer": "VARCHAR", "solution": "VARCHAR", "error": "VARCHAR"})
duckdb.create_function("solve", lambda puzzle: qedoku.solve(puzzle), ["VARCHAR"], answer, type="arrow", null_handling="special")
duckdb.read_parquet(sys.argv[1]).project("*, unnest(solve(puzzle))").write_parquet(sys.argv[2])
