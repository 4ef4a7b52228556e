"""Files of load generators, compared with a reading in Python."""

import os
import subprocess
import sys
from pathlib import Path

import benchlens
import pytest

LOAD = Path(__file__).parent.parent / "load"
FILES = sorted((LOAD / "data").iterdir())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_program_reads_what_python_reads(file):
    command = [sys.executable, LOAD / "check.py", os.environ["BENCHLENS"], file]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("name", ["k6.json", "vegeta.csv", "vegeta.gob", "hey.csv", "oha.csv", "jmeter.jtl"])
def test_windows_are_those_that_python_finds(name):
    file = LOAD / "data" / f"{name}.gz"
    command = [sys.executable, LOAD / "check.py", "--window", "500", os.environ["BENCHLENS"], file]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    # The comparison is not empty.
    if name == "oha.csv":
        assert b" p90-500ms-sec " in benchlens.convert(file, window="0.5s", quiet=True)


def test_quantiles_and_corrections_are_chosen():
    text = benchlens.convert(LOAD / "data" / "ab.tsv.gz", quantiles="95", expected_interval="1ms", quiet=True)
    assert b" p95-corrected-sec " in text and b" p50" not in text
    with pytest.raises(benchlens.QueryError, match="percentage"):
        benchlens.convert(LOAD / "data" / "ab.tsv.gz", quantiles="101")
