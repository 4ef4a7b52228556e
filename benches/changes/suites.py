#!/usr/bin/env python3
"""Steps of 8% at 2% noise, one value per point, in suites of 120 rows, beside apache-otava.

    pip install apache-otava==0.8.0
    python3 benches/changes/suites.py target/release/benchlens

Each of six suites has 40 rows with one step and 80 without, of 60 points. Prints how many steps are found within one
point, and how many rows without a step have a change. Seeded.
"""

import json
import random
import subprocess
import sys
import tempfile

try:
    from otava.analysis import compute_change_points
except ImportError:
    compute_change_points = None

ROWS, CHANGED, POINTS = 120, 40, 60


def suite(seed):
    rng = random.Random(seed)
    places = [rng.randrange(10, POINTS - 9) if row < CHANGED else None for row in range(ROWS)]

    def value(row, at):
        step = 0.08 if places[row] is not None and places[row] <= at else 0
        return 100 * (1 + step) * (1 + 0.02 * rng.gauss(0, 1))

    return [[value(row, at) for at in range(POINTS)] for row in range(ROWS)], places


def ours(program, rows):
    lines = []
    for at in range(POINTS):
        lines.append(f"commit: c{at}")
        lines += [f"BenchmarkX/row={row} 1 {rows[row][at]!r} ns/op" for row in range(ROWS)]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as log:
        log.write("\n".join(lines) + "\n")
        log.flush()
        done = subprocess.run([program, "history", "-format", "json", log.name], capture_output=True, check=True)
    found = {row["label"]: [change["at"] for change in row["changes"]] for row in json.loads(done.stdout)["rows"]}
    return [next(at for label, at in found.items() if label.split("row=")[1].split("-")[0] == str(row)) for row in range(ROWS)]


def otava(p, rows):
    return [[change.index for change in compute_change_points(row, max_pvalue=p)[0]] for row in rows]


def main(program):
    ways = {"benchlens": lambda rows: ours(program, rows)}
    if compute_change_points:
        ways["otava, max_pvalue 0.001"] = lambda rows: otava(0.001, rows)
    for name, way in ways.items():
        near = false = 0
        for seed in range(6):
            rows, places = suite(seed)
            for found, place in zip(way(rows), places):
                if place is None:
                    false += bool(found)
                else:
                    near += any(abs(at - place) <= 1 for at in found)
        print(f"{name}: {near} of {6 * CHANGED} steps within one point, {false} of {6 * (ROWS - CHANGED)} others changed")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
