"""Hugging Face `datasets`: a batched `map` over Arrow tables.

    python label_datasets.py INPUT.parquet OUTPUT.parquet
"""

import sys

import datasets
import qedoku

puzzles = datasets.Dataset.from_parquet(sys.argv[1]).with_format("arrow")
labelled = puzzles.map(qedoku.solve_batch, batched=True, fn_kwargs={"threads": 1})
labelled.to_parquet(sys.argv[2])
