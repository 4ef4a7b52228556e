"""Compares with Spark Connect, in a process that has no Java: python3 tests/spark/connect.py ADDRESS TABLE LOG...

Prints the answers as JSON.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

import benchlens.spark


def answers(address: str, table: str, logs: list[str]) -> dict[str, str]:
    """Returns the texts of the answers, after checking the errors that a user can meet."""
    blocks = re.findall(r"```python\n(.*?)```", Path("docs/spark.md").read_text(), re.DOTALL)
    (block,) = [block for block in blocks if ".remote(" in block]
    names: dict = {}
    exec(block.replace("sc://spark.example.org:15002", address), names)
    spark = names["spark"]
    try:
        frame = benchlens.spark.read_logs(spark, logs)
        with pytest.raises(benchlens.QueryError):
            benchlens.spark.compare(frame, filter="a:(")
        with pytest.raises(benchlens.ShardError, match="a worker does not have benchlens"):
            benchlens.spark.compare(frame, quiet=True)
        benchlens.spark.send_package(spark)
        report = benchlens.spark.compare(frame, quiet=True, gate="sec/op: +5%; malformed: allow")
        rows = benchlens.spark.compare(frame.filter("unit = 'sec/op'"), quiet=True, shards=3)
        nights = benchlens.spark.history(spark.read.parquet(table), point="date", quiet=True)
        return {"report": report.text(), "gate": report.gate.status, "rows": rows.text(), "history": nights.text()}
    finally:
        spark.stop()


if __name__ == "__main__":
    print(json.dumps(answers(sys.argv[1], sys.argv[2], sys.argv[3:])))
