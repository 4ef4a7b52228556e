"""Fixtures for the tests of the Python package. `cargo xtask python` tests the built wheel in a new environment."""

from __future__ import annotations

import os
import re
import subprocess
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def without_flags(line: str) -> str:
    """Returns a line of a message with settings as keywords: flags without their dashes."""
    if line.startswith("\t"):
        return line
    return re.sub("(^| )(parsing )?-(?=[a-z])", r"\1", line.replace(" for flag -", " for "))


def identifier(name: str) -> str:
    """Returns the name of a data frame's column for a column of tidy data."""
    return "_".join(filter(None, re.split(r"[^A-Za-z0-9_]+", name)))


@pytest.fixture(autouse=True)
def _in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs tests in the folder from which the documents' paths start."""
    monkeypatch.chdir(ROOT)


@pytest.fixture
def program():
    """Returns the CLI that the package is compared with."""
    path = os.environ["BENCHLENS"]

    def run(*words: str | os.PathLike[str], status: int = 0) -> bytes:
        done = subprocess.run([path, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        assert done.returncode == status, done.stderr.decode()
        return done.stdout

    return run


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[Path]:
    """Returns a pipe with a log that does not end before its reader closes it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write() -> None:
        try:
            with pipe.open("wb") as out:
                while True:
                    out.write(b"BenchmarkA 1 12 ns/op\n" * 1000)
        except BrokenPipeError:
            pass

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    yield pipe


@pytest.fixture
def quiet():
    """Turns warnings into errors, except in tests that are about something else."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the counts in the format of other test runners, so that they can be summed."""
    counts = {name: len(terminalreporter.stats.get(name, [])) for name in ("passed", "failed", "error", "skipped")}
    failed = counts["failed"] + counts["error"]
    terminalreporter.write_line(f"python: {counts['passed']} passed; {failed} failed; {counts['skipped']} skipped")
