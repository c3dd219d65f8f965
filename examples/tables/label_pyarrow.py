"""pyarrow alone: a loop over record batches, with constant memory.

    python label_pyarrow.py INPUT.parquet OUTPUT.parquet
"""

import sys

import pyarrow.parquet
import qedoku

puzzles = pyarrow.parquet.ParquetFile(sys.argv[1])
schema = qedoku.solve_batch(puzzles.schema_arrow.empty_table()).schema
with pyarrow.parquet.ParquetWriter(sys.argv[2], schema) as labelled:
    for batch in puzzles.iter_batches():
        labelled.write_batch(qedoku.solve_batch(batch))
