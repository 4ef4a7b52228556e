"""Measures comparisons on a cluster: python3 tests/spark/measure.py PROGRAM MEGABYTES...

For each size, in a separate process: seconds, bytes that are shuffled, and the peak memory of Python in a task and at
the driver; then the same with a worker killed in the middle, and for the rows of a data frame instead of its logs.
The answers must agree with the CLI, byte for byte.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from cluster import Cluster, session
from logs import write

import benchlens.spark

FILE_MEGABYTES = 10
"""The approximate size of each log."""


class Peak(threading.Thread):
    """Returns the largest memory of any Python worker, in bytes."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most = 0

    def run(self) -> None:
        while True:
            for folder in Path("/proc").glob("[0-9]*"):
                try:
                    if b"pyspark.daemon" in (folder / "cmdline").read_bytes():
                        status = (folder / "status").read_text()
                        self.most = max(self.most, 1024 * int(status.split("VmHWM:")[1].split()[0]))
                except (OSError, IndexError):
                    continue
            time.sleep(0.1)


def shuffled(events: Path) -> tuple[int, int]:
    """Returns the bytes that all tasks wrote for others, and the largest number that one task read."""
    written, most = 0, 0
    for path in sorted(path for path in events.rglob("*") if path.is_file() and not path.name.startswith((".", "appstatus"))):
        for line in path.read_text().splitlines():
            event = json.loads(line)
            metrics = event.get("Task Metrics") if event["Event"] == "SparkListenerTaskEnd" else None
            if metrics:
                written += metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"]
                read = metrics["Shuffle Read Metrics"]
                most = max(most, read["Remote Bytes Read"] + read["Local Bytes Read"])
    return written, most


UNDISTURBED, KILLED, ROWS = "undisturbed", "a worker killed", "by rows"


def measure(program: str, size: float, folder: Path, how: str) -> None:
    kill = how == KILLED
    logs = write(folder / "logs", int(size * 1e6), max(2, round(size / 2 / FILE_MEGABYTES)))
    words = [f"{path.name.split('-')[0]}={path}" for path in logs]
    events = folder / "events"
    events.mkdir()
    cluster = Cluster(folder / "cluster")
    conf = {"spark.eventLog.enabled": "true", "spark.eventLog.dir": events.as_uri(), "spark.eventLog.compress": "false"}
    spark = session(cluster, **conf)
    benchlens.spark.send_package(spark)
    killed = None
    peak, answer = Peak(), {}
    peak.start()
    try:
        start = time.monotonic()

        def ask() -> None:
            frame = benchlens.spark.read_logs(spark, words)
            # A derived data frame does not know the logs.
            frame = frame.select("*") if how == ROWS else frame
            report = benchlens.spark.compare(frame, quiet=True, shards=24)
            answer["driver"] = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            answer["text"] = report.text()

        asking = threading.Thread(target=ask)
        asking.start()
        tracker = spark.sparkContext.statusTracker()
        while asking.is_alive():
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            busy = [stage for stage in stages if stage and stage.numTasks == 24 and 3 <= stage.numCompletedTasks < 20]
            if kill and busy and killed is None:
                killed = busy[0].numCompletedTasks
                cluster.kill_worker(0)
            time.sleep(0.02)
        seconds = time.monotonic() - start
    finally:
        spark.stop()
        cluster.stop()
    expected = subprocess.run([program, "-quiet", *words], capture_output=True, check=True).stdout.decode()
    assert answer["text"] == expected, "not the program's answer"
    assert not kill or killed is not None, "no worker was killed"
    written, most = shuffled(events)
    length = sum(path.stat().st_size for path in logs)
    how += f" after {killed} of 24 tasks" if kill else ""
    print(f"{length / 1e6:.0f} MB of logs in {len(logs)} files, {how}: the program's {len(expected)} bytes after {seconds:.0f} s;")
    tasks = f"at most {most / 1e6:.1f} MB to a task; Python took at most {peak.most / 1e6:.0f} MB there"
    print(f"  shuffled {written / 1e6:.1f} MB, {tasks} and {answer['driver'] / 1e6:.0f} MB at the driver", flush=True)


if __name__ == "__main__":
    program, *sizes = sys.argv[1:]
    if len(sizes) == 2 and sizes[1] in (UNDISTURBED, KILLED, ROWS):
        with tempfile.TemporaryDirectory() as name:
            measure(os.path.abspath(program), float(sizes[0]), Path(name), sizes[1])
    else:
        for size in sizes:
            for how in (UNDISTURBED, KILLED, ROWS):
                subprocess.run([sys.executable, __file__, program, size, how], check=True)
