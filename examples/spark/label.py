"""Labels a Parquet data set on a Spark cluster: appends the columns answer, solution and error.

    spark-submit --master spark://HOST:7077 --archives packages.tar#packages \
        --conf spark.executorEnv.PYTHONPATH=packages label.py INPUT OUTPUT

The guide, chapter "Spark and other engines", shows how to make the archive and what to set. Spark runs one task per core, hence one
thread per call.
"""

import sys

import qedoku
from pyspark.sql import SparkSession

puzzles = SparkSession.builder.appName("qedoku").getOrCreate().read.parquet(sys.argv[1])
columns = [f"`{name}` {kind}" for name, kind in puzzles.dtypes] + ["answer string", "solution string", "error string"]
label = lambda batches: (qedoku.solve_batch(batch, threads=1) for batch in batches)
puzzles.mapInArrow(label, ", ".join(columns)).write.parquet(sys.argv[2])
