"""Tests that the histories of a cluster agree with the CLI, byte for byte, for a table with a partition for each date."""

from __future__ import annotations

import json
import shutil

import pytest
from cluster import with_killed_worker
from conftest import NIGHTS
from program import of_program

import benchlens
import benchlens.spark


@pytest.fixture(scope="module")
def frame(spark, table):
    return spark.read.parquet(str(table))


def expected(folder, *flags):
    """Returns the CLI's history of a table, whose folders are points. Labels have the path of the table in some formats."""
    return of_program([folder], "history", *flags)[0].replace(f"{folder}/date=", "date=")


def differing(history, folder, *flags):
    """Returns the formats that do not agree with the CLI."""
    formats = ["text", "markdown", "json", "tidy"]
    return [name for name in formats if history.render(name).decode() != expected(folder, "-format", name, *flags)]


@pytest.mark.parametrize(
    ("question", "flags"),
    [
        ({}, []),
        ({"filter": ".name:Validate", "unit": "ns/op", "margin": "2%"}, ["-filter", ".name:Validate", "-unit", "ns/op", "-margin", "2%"]),
        ({"gate": "sec/op: any", "table": "machine"}, ["-gate", "sec/op: any", "-table", "machine"]),
    ],
)
def test_histories_of_a_table_are_those_of_the_program(frame, table, question, flags):
    history = benchlens.spark.history(frame, point="date", quiet=True, **question)
    assert not differing(history, table, *flags)
    if "gate" in question:
        assert history.gate.status == json.loads(expected(table, "-format", "json", *flags))["gate"]["status"]


def test_points_can_have_any_number_of_files(spark, frame, table, tmp_path):
    # Each task writes a part of each date, and the rows of an input are in several files.
    frame.repartition(3).write.partitionBy("date").parquet(str(tmp_path / "mixed"))
    mixed = spark.read.parquet(str(tmp_path / "mixed"))
    whole = benchlens.spark.history(frame, point="date", quiet=True).text()
    assert benchlens.spark.history(mixed, point="date", quiet=True).text() == whole
    recent = benchlens.spark.history(frame.filter("date >= '2026-11-10' and unit = 'sec/op'"), point="date", quiet=True)
    for day in range(10, 30):
        shutil.copytree(table / f"date=2026-11-{day}", tmp_path / f"recent/date=2026-11-{day}")
    assert recent.text() == expected(tmp_path / "recent", "-unit", "sec/op")


def test_logs_are_points_too(spark):
    logs = sorted(str(path) for path in NIGHTS.glob("*.txt"))
    frame = benchlens.spark.read_logs(spark, logs)
    assert benchlens.spark.history(frame, quiet=True).text() == of_program(logs, "history")[0]
    by = benchlens.spark.history(frame.filter("true"), quiet=True, by="machine").text()
    assert by == of_program(logs, "history", "-by", "machine")[0]


def test_a_worker_is_killed_while_it_reads(cluster, spark, frame, table):
    # Each file has its own task.
    spark.conf.set("spark.sql.files.maxPartitionBytes", "1m")
    try:
        history = with_killed_worker(cluster, spark, 30, lambda: benchlens.spark.history(frame, point="date", quiet=True))
    finally:
        spark.conf.unset("spark.sql.files.maxPartitionBytes")
    assert not differing(history, table)


def test_wrong_histories_are_errors(spark, frame):
    spark.sparkContext.setJobGroup("wrong", "")
    for wrong in [{"filter": "a:("}, {"alpha": 2}, {"gate": "sec/op: +5%; pair: x"}]:
        with pytest.raises(benchlens.QueryError):
            benchlens.spark.history(frame, point="date", **wrong)
    with pytest.raises(TypeError, match="unexpected keyword"):
        benchlens.spark.history(frame, point="date", col=".file")
    with pytest.raises(benchlens.TableError, match="no column is named night: found input"):
        benchlens.spark.history(frame, point="night")
    assert not spark.sparkContext.statusTracker().getJobIdsForGroup("wrong")
    spark.sparkContext.setJobGroup("other", "")
    with pytest.raises(benchlens.ShardError, match="twice|duplicate row|two places"):
        benchlens.spark.history(frame.union(frame), point="date", quiet=True)
