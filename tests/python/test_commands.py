"""Tests what corresponds to commands of the CLI: convert, export, and `python -m benchlens`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import benchlens
import pandas
import pytest

LOGS = ["examples/old.txt", "examples/new.txt"]


@pytest.mark.parametrize(("keywords", "flags"), [
    ({}, []),
    ({"filter": ".unit:sec/op .name:Validate"}, ["-filter", ".unit:sec/op .name:Validate"]),
    ({"metadata": True}, ["-metadata"]),
])
def test_converted_text_is_the_programs(program, keywords, flags) -> None:
    for inputs in [LOGS, ["examples/encode.json"], ["examples/same"]]:
        assert benchlens.convert(inputs, **keywords, quiet=True) == program("convert", "-quiet", *flags, *inputs)


def test_formats_and_maps_are_converted(program) -> None:
    for path in sorted(Path("tests/formats/data").iterdir()):
        done = subprocess.run([os.environ["BENCHLENS"], "convert", "-quiet", path], capture_output=True, check=False)
        if done.returncode == 0:
            assert benchlens.convert(path, quiet=True) == done.stdout, path
            assert benchlens.convert(path.read_bytes(), quiet=True) == done.stdout if path.is_file() else True, path
    table = b"bench,time\nA,1\nA,2\n"
    assert benchlens.convert(table, map="name=bench,value=time,unit=ms/op").splitlines()[-1] == b"BenchmarkA 1 0.002 sec/op"


def test_frames_are_converted(program, tmp_path: Path) -> None:
    frame = pandas.DataFrame({"name": ["A", "B"], "unit": ["ns/op"] * 2, "value": [1.0, 2.5]})
    assert benchlens.convert(frame) == b"\nBenchmarkA 1 1 ns/op\nBenchmarkB 1 2.5 ns/op\n"
    path = tmp_path / "runs.parquet"
    benchlens.read(frame).export(path)
    assert benchlens.convert(frame) == benchlens.convert(path) == program("convert", path)


def test_errors_of_a_conversion(tmp_path: Path) -> None:
    with pytest.raises(benchlens.QueryError) as wrong:
        benchlens.convert(LOGS, filter=".unit:(")
    assert wrong.value.part == "filter"
    with pytest.raises(FileNotFoundError):
        benchlens.convert("gone.txt")
    with pytest.raises(benchlens.ReadError, match="no benchmark results"):
        benchlens.convert(b"hello\n")
    with pytest.warns(benchlens.ReadWarning) as told:
        benchlens.convert(b"BenchmarkA 1 x ns/op\nBenchmarkA 1 1 ns/op\n")
    assert [one.filename for one in told] == [__file__]


def test_an_export_is_the_programs(program, tmp_path: Path) -> None:
    store = benchlens.read(LOGS)
    for path in (tmp_path / "ours.parquet", str(tmp_path / "ours.parquet")):
        store.export(path)
    program("export", "-quiet", "-o", tmp_path / "theirs.parquet", *LOGS)
    assert (tmp_path / "ours.parquet").read_bytes() == (tmp_path / "theirs.parquet").read_bytes()
    assert benchlens.read(tmp_path / "ours.parquet").compare(quiet=True).json() == store.compare(quiet=True).json()
    with pytest.raises(FileNotFoundError) as wrong:
        store.export(tmp_path / "gone" / "ours.parquet")
    assert wrong.value.filename == str(tmp_path / "gone" / "ours.parquet")


def run(path: Path | str, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": str(path)}
    return subprocess.run([sys.executable, "-m", "benchlens", *words], capture_output=True, text=True, env=environment, check=False)


def test_the_module_runs_the_installed_program(program, tmp_path: Path) -> None:
    done = run(tmp_path, "-version")
    assert done.returncode == 127 and "docs/install.md" in done.stderr and done.stdout == ""
    (tmp_path / "benchlens").symlink_to(os.environ["BENCHLENS"])
    assert run(tmp_path, "-version").stdout == program("-version").decode()
    done = run(tmp_path, "-format", "csv", *LOGS)
    assert done.stdout.encode() == program("-quiet", "-format", "csv", *LOGS)
    assert run(tmp_path, "-nonsense").returncode == 2
