"""Polars: an expression of a lazy query.

    python label_polars.py INPUT.parquet OUTPUT.parquet
"""

import sys

import polars
import qedoku

kind = polars.Struct({"answer": polars.String, "solution": polars.String, "error": polars.String})
label = polars.col("puzzle").map_batches(qedoku.solve, return_dtype=kind).alias("label")
polars.scan_parquet(sys.argv[1]).with_columns(label).unnest("label").sink_parquet(sys.argv[2])
