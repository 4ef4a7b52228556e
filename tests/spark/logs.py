"""Generates logs for testing a cluster: python3 tests/spark/logs.py FOLDER MEGABYTES [FILES]

The logs are deterministic and contain everything that may affect an answer: packages, keys that change within a log,
several units, units with metadata, exact values, ties, zeros of both signs, infinite values, benchmarks on only one
side, malformed lines.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path


def write(folder: Path, size: int, files: int = 2) -> list[Path]:
    """Writes `count` logs for each side, with about `size` bytes in total; returns them, the old ones first."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for side in ("old", "new"):
        for number in range(files):
            path = folder / f"{side}-{number}.txt"
            path.write_text(_log(side, number, size // (2 * files)))
            paths.append(path)
    return paths


def _log(side: str, number: int, size: int) -> str:
    chance = random.Random(f"{side} {number}")
    lines, length, benchmark = ["goos: linux", "Unit checksum assume=exact", "Unit widgets/s better=higher"], 0, 0
    while length < size:
        if benchmark % 50 == 0:
            lines.append(f"pkg: example.org/p{number}/{benchmark // 50 % 7}")
            lines.append(f"cpu: {'big' if benchmark % 150 else 'small'}")
        benchmark += 1
        # Some benchmarks exist on only one side.
        if side == "old" and benchmark % 31 == 0 or side == "new" and benchmark % 37 == 0:
            continue
        name = f"BenchmarkWork{benchmark // 4}/size={4 ** (benchmark % 4)}/log={number}-8"
        center = 10 ** (1 + benchmark % 5) * (1.1 if side == "new" and benchmark % 5 == 0 else 1.0)
        for run in range(8 + benchmark % 3):
            lines.append(_result(chance, name, center, benchmark, run))
            length += len(lines[-1]) + 1
        if benchmark % 97 == 0:
            lines.append(f"{name} not-a-number ns/op")
    return "\n".join(lines) + "\n"


def _result(chance: random.Random, name: str, center: float, benchmark: int, run: int) -> str:
    time = center * chance.lognormvariate(0, 0.05)
    values = [f"{time:.4g} ns/op", f"{benchmark % 13 * 16} B/op", f"{benchmark % 7} allocs/op"]
    if benchmark % 3 == 0:
        values.append(f"{round(1e4 / center, 1)} widgets/s")
    if benchmark % 11 == 0:
        values.append(f"{benchmark} checksum")
    if benchmark % 53 == 0:
        values.append(["0 drift", "-0 drift", "+Inf drift"][run % 3])
    return f"{name} {100 + run} " + " ".join(values)


if __name__ == "__main__":
    made = write(Path(sys.argv[1]), int(float(sys.argv[2]) * 1e6), int(sys.argv[3]) if len(sys.argv) > 3 else 2)
    print(*made)
