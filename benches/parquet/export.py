"""How long `benchlens export` and reading its file take, compared to reading the log: python3 benches/parquet/export.py PROGRAM [MEGABYTES [TIMES]]

PROGRAM must be built with the feature `parquet`. Makes logs of Go benchmarks (default 142 MB each) in a folder that it deletes. Reading is
`benchlens keys`, which reads all and compares nothing. The three are interleaved (default seven times), on all cores. Values are random, so
that they compress as badly as measurements do.
"""

from __future__ import annotations

import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 20
#: What a log is like: its name, how many units, and whether all benchmarks run before one of them runs again.
LOGS = [
    ("three units, runs one after the other", 3, False),
    ("five units, runs one after the other", 5, False),
    ("three units, runs in passes over all benchmarks", 3, True),
]


def line(case: int, units: int, draw: random.Random) -> str:
    took = 50 + case % 1000 * 20
    text = f"BenchmarkCase{case}/size={case % 16}-8\t{draw.randrange(1000, 100_000)}\t{took * draw.lognormvariate(0, 0.05):.2f} ns/op"
    text += f"\t{draw.randrange(64, 70_000)} B/op\t{draw.randrange(1, 100)} allocs/op"
    if units == 5:
        text += f"\t{draw.uniform(10, 900):.3f} MB/s\t{draw.uniform(1, 9):.4f} widgets/op"
    return text + "\n"


def write(path: Path, size: int, units: int, in_passes: bool) -> int:
    """Writes a log of about so many bytes; how many measurements it has."""
    draw = random.Random(units)
    cases = size // (RUNS * len(line(10_000, units, draw)))
    order = [(run, case) for run in range(RUNS) for case in range(cases)]
    if not in_passes:
        order.sort(key=lambda place: place[1])
    with path.open("w") as log:
        log.write("goos: linux\ngoarch: amd64\npkg: example.org/bulk\n")
        log.writelines(line(case, units, draw) for _, case in order)
    return len(order) * units


def timed(*command: str | Path) -> tuple[float, float]:
    """Seconds of the clock, and of all processors."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    took = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    program = Path(sys.argv[1]).absolute()
    size = int(float(sys.argv[2]) * 1e6) if sys.argv[2:] else 142_000_000
    times = int(sys.argv[3]) if sys.argv[3:] else 7
    print(f"- date: {time.strftime('%Y-%m-%d')}")
    print(f"- cores: {os.cpu_count()}; medians of {times} runs each, interleaved\n")
    print("| log | MB | measurements | Parquet, MB | read, s | export, s | ratio | read Parquet, s | ratio | CPU: read, s | export, s | read Parquet, s |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name, units, in_passes in LOGS:
        with tempfile.TemporaryDirectory() as folder:
            log, out = Path(folder) / "log.txt", Path(folder) / "log.parquet"
            measurements = write(log, size, units, in_passes)
            commands = [[program, "keys", log], [program, "export", "-quiet", "-o", out, log], [program, "keys", out]]
            for command in commands:
                timed(*command)
            took = [[timed(*command) for command in commands] for _ in range(times)]
            sizes = log.stat().st_size / 1e6, out.stat().st_size / 1e6
        (read, export, again), cpu = ([statistics.median(one[side][which] for one in took) for side in range(3)] for which in range(2))
        cells = [name, f"{sizes[0]:.0f}", f"{measurements:,}", f"{sizes[1]:.0f}"]
        cells += [f"{read:.2f}", f"{export:.2f}", f"{export / read:.1f}", f"{again:.2f}", f"{again / read:.1f}"]
        cells += [f"{seconds:.2f}" for seconds in cpu]
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
