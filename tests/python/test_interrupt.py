"""Tests Ctrl-C in the middle of long work: a real signal, in a separate process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of Unix")

# Without other work on the machine, it takes 0.2 s at most.
LIMIT = 3.0

# A log that takes a second or more to compare: large samples, with ties.
COMPARE = """
import random, sys, benchlens
draw = random.Random(1)
def log(scale):
    lines = (f"BenchmarkA{i} 1 {scale * draw.lognormvariate(0, 1):.6f} ns/op" for _ in range(RUNS) for i in range(ROWS))
    return ("\\n".join(lines) + "\\n").encode()
store = benchlens.read({"old": log(1), "new": log(1.1)})
print("ready", flush=True)
try:
    store.compare(threads=THREADS)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    # It is of use as before.
    print(len(store.compare(filter=".name:A0", quiet=True).tables), flush=True)
else:
    print("done", flush=True)
"""

READ = """
import os, sys, benchlens
print("ready", flush=True)
try:
    # It never ends by itself.
    benchlens.read("/dev/zero" if False else sys.argv[1])
except KeyboardInterrupt:
    print("interrupted", flush=True)
    print(1, flush=True)
"""


def interrupted(script: str, *arguments: str) -> tuple[list[str], float]:
    """Returns the output of a script that receives SIGINT a moment after it is ready, and how long it then takes."""
    process = subprocess.Popen([sys.executable, "-W", "ignore", "-c", script, *arguments], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    sent = time.monotonic()
    first = process.stdout.readline().strip()
    took = time.monotonic() - sent
    rest = process.stdout.read().split()
    assert process.wait(60) == 0
    return [first, *rest], took


@pytest.mark.parametrize("threads", [1, 2])
def test_a_comparison_ends_soon(threads: int) -> None:
    for rows, runs in [(1, 1_000_000), (400, 4_000)]:
        script = COMPARE.replace("THREADS", str(threads)).replace("ROWS", str(rows)).replace("RUNS", str(runs))
        said, took = interrupted(script)
        assert said == ["interrupted", "1"]
        assert took < LIMIT


def test_reading_ends_soon(tmp_path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    stop = threading.Event()

    def write() -> None:
        try:
            with pipe.open("wb") as out:
                while not stop.is_set():
                    out.write(b"BenchmarkA 1 12 ns/op\n" * 1000)
        except BrokenPipeError:
            pass

    writer = threading.Thread(target=write)
    writer.start()
    try:
        said, took = interrupted(READ, str(pipe))
    finally:
        stop.set()
        writer.join()
    assert said == ["interrupted", "1"]
    assert took < LIMIT


def test_other_threads_go_on_meanwhile() -> None:
    script = COMPARE.replace("THREADS", "1").replace("ROWS", "200").replace("RUNS", "2000").split("print(\"ready\"")[0] + """
import threading
counted = 0
over = threading.Event()
def count():
    global counted
    while not over.wait(0.005):
        counted += 1
counter = threading.Thread(target=count)
counter.start()
store.compare(quiet=True)
over.set()
counter.join()
print(counted)
"""
    counted = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert int(counted) > 10
