"""One cluster for all tests, and the inputs that they share."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from cluster import Cluster, session
from logs import write

import benchlens.spark

MEGABYTES = float(os.environ.get("SPARK_TEST_MB", "2"))
"""The size of the logs."""

NIGHTS = Path("examples/history").resolve()
"""Thirty logs, one for each night."""


@pytest.fixture(scope="session")
def cluster(tmp_path_factory):
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def spark(cluster):
    """Returns a session, which the last test that uses it stops."""
    spark = session(cluster)
    benchlens.spark.send_package(spark)
    yield spark
    spark.stop()


@pytest.fixture(scope="session")
def logs(tmp_path_factory):
    """Returns words that name the logs for the CLI; each side has its label."""
    folder = tmp_path_factory.mktemp("logs")
    paths = write(folder, int(MEGABYTES * 1e6))
    return [f"{path.name.split('-')[0]}={path}" for path in paths]


@pytest.fixture(scope="session")
def table(tmp_path_factory):
    """Returns a Parquet table with one partition for each date, which the CLI exported. One partition has two files."""
    folder = tmp_path_factory.mktemp("nights")
    for number, log in enumerate(sorted(NIGHTS.glob("*.txt"))):
        day = folder / f"date=2026-11-{min(number + 1, 29):02}"
        day.mkdir(exist_ok=True)
        subprocess.run([os.environ["BENCHLENS"], "export", "-q", "-o", day / f"{log.stem}.parquet", log], check=True)
    return folder
