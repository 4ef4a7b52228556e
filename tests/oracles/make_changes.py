#!/usr/bin/env python3
"""Change points by signal-processing-algorithms, the e-divisive of MongoDB.

    pip install signal-processing-algorithms==2.1.6 && python3 make_changes.py

writes changes_spa.tsv in its folder. A line: the series; the index and the statistic that the package gives its
values; the same for all splits with five points on either side; both again for the mid-ranks. Seeded: another
run writes the same file.
"""
import os, random

import numpy
from scipy.stats import rankdata
from signal_processing_algorithms.energy_statistics import energy_statistics as energy

HERE = os.path.dirname(os.path.abspath(__file__))


def series(rng):
    """Returns changes of level and of scale, ties, outliers and trends, with 10 to 200 values."""
    n = rng.choice([10, 11, 15, 20, 30, 50, 80, 120, 200])
    kind = rng.choice(["none", "step", "steps", "scale", "ties", "outliers", "trend"])
    values = [rng.gauss(0, 1) for _ in range(n)]
    for _ in range({"step": 1, "steps": 3, "ties": 1}.get(kind, 0)):
        at, size = rng.randrange(1, n), rng.uniform(-3, 3)
        values = [v + size * (at <= i) for i, v in enumerate(values)]
    if kind == "scale":
        values = [v * (5 if n // 3 <= i else 1) for i, v in enumerate(values)]
    if kind == "outliers":
        values = [v * (100 if rng.random() < 0.05 else 1) for v in values]
    if kind == "trend":
        values = [v + 0.05 * i for i, v in enumerate(values)]
    unit = rng.choice([1, 1, 2, 5]) if kind == "ties" else 1000
    return [round(1000 + 10 * v * unit) / unit for v in values]


def places(values):
    values = numpy.array(values, dtype=float).reshape(-1, 1)
    t = energy._calculate_t_stats(energy._get_distance_matrix(values))
    inner = t[5:len(t) - 4]
    found = [int(numpy.argmax(t)), 5 + int(numpy.argmax(inner))]
    return " ".join(f"{at} {float(t[at])!r}" for at in found)


def main():
    rng = random.Random(1963)
    with open(os.path.join(HERE, "changes_spa.tsv"), "w") as out:
        print("# make_changes.py, signal-processing-algorithms 2.1.6", file=out)
        for _ in range(60):
            values = series(rng)
            text = " ".join(map(repr, values))
            print(text, places(values), places(rankdata(values)), sep="\t", file=out)


main()
