"""Dask: `map_partitions` labels a data frame of any size, one partition at a time.

    python label_dask.py INPUT.parquet OUTPUT

Dask writes into a folder that exists and mixes old and new files, hence the check.
"""

import os
import sys

import dask.dataframe
import qedoku

if os.path.exists(sys.argv[2]):
    sys.exit(f"{sys.argv[2]} exists")
puzzles = dask.dataframe.read_parquet(sys.argv[1])
labelled = puzzles.map_partitions(qedoku.solve_batch, threads=1)
labelled.to_parquet(sys.argv[2], write_index=False)
