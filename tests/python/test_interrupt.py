"""Tests Ctrl-C in the middle of long work: a real signal, in a separate process."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of Unix")

# In seconds of processor time, which does not depend on other programs. It takes 0.2 s at most.
LIMIT = 3.0

# The signal comes from a thread when the work has used a processor for a while, so it cannot come too late.
INTERRUPTED = """
import os, signal, sys, threading, time, benchlens
sent = []
def interrupt(begun):
    while time.process_time() < begun + 0.1:
        time.sleep(0.01)
    sent.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)
PREPARE
threading.Thread(target=interrupt, args=[time.process_time()], daemon=True).start()
try:
    WORK
except KeyboardInterrupt:
    print("interrupted", time.process_time() - sent[0])
    AFTER
else:
    print("done", 0)
"""
COMPARE = INTERRUPTED.replace("PREPARE", "store = benchlens.read(sys.argv[1:], quiet=True)")
# The store is of use as before.
COMPARE = COMPARE.replace("AFTER", 'print(len(store.compare(filter=".name:B", quiet=True).tables))')
READ = INTERRUPTED.replace("PREPARE", "").replace("WORK", "benchlens.read(sys.argv[1])").replace("AFTER", "print(1)")

OTHERS = """
import sys, threading, benchlens
store = benchlens.read(sys.argv[1:], quiet=True)
counted = 0
over = threading.Event()
def count():
    global counted
    while not over.wait(0.005):
        counted += 1
counter = threading.Thread(target=count)
counter.start()
store.compare(threads=1, quiet=True)
over.set()
counter.join()
print(counted)
"""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int, int], list[Path]]:
    """Returns two logs that take a second or more to compare: large samples, with ties."""
    made: dict[tuple[int, int], list[Path]] = {}

    def write(rows: int, runs: int) -> list[Path]:
        folder, draw = tmp_path_factory.mktemp("logs"), random.Random(1)
        for name, scale in [("old", 1.0), ("new", 1.1)]:
            with (folder / name).open("w") as log:
                log.write("BenchmarkB 1 1 ns/op\n")
                for _ in range(runs):
                    log.writelines(f"BenchmarkA{i} 1 {scale * draw.lognormvariate(0, 1):.6f} ns/op\n" for i in range(rows))
        return [folder / "old", folder / "new"]

    def known(rows: int, runs: int) -> list[Path]:
        if (rows, runs) not in made:
            made[rows, runs] = write(rows, runs)
        return made[rows, runs]

    return known


def run(script: str, *arguments: Path) -> list[str]:
    """Returns the words that a script prints."""
    command = [sys.executable, "-W", "ignore", "-c", script, *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("rows", "runs"), [(1, 500_000), (400, 4_000)])
def test_a_comparison_ends_soon(logs, rows: int, runs: int, threads: int) -> None:
    said, took, tables = run(COMPARE.replace("WORK", f"store.compare(threads={threads})"), *logs(rows, runs))
    assert (said, tables) == ("interrupted", "1")
    assert float(took) < LIMIT


def test_reading_ends_soon(endless: Path) -> None:
    said, took, read = run(READ, endless)
    assert (said, read) == ("interrupted", "1")
    assert float(took) < LIMIT


def test_other_threads_go_on_meanwhile(logs) -> None:
    (counted,) = run(OTHERS, *logs(200, 2_000))
    assert int(counted) > 10
