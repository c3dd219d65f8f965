"""Ray Data: `map_batches` labels blocks of Arrow data.

    python label_ray.py INPUT.parquet OUTPUT

By default, Ray appends to a folder that exists.
"""

import sys

import qedoku
import ray

ray.init(num_cpus=1, include_dashboard=False, _node_ip_address="127.0.0.1")
puzzles = ray.data.read_parquet(sys.argv[1])
labelled = puzzles.map_batches(qedoku.solve_batch, batch_format="pyarrow", fn_kwargs={"threads": 1})
labelled.write_parquet(sys.argv[2], mode=ray.data.SaveMode.CREATE)
