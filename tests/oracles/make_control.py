#!/usr/bin/env python3
"""Rows that control benchmarks correct, computed with NumPy and SciPy.

    pip install scipy && python3 make_control.py

writes control_scipy.tsv in its folder: p by signed ranks, and the median of the Walsh averages, of the log ratios
of a row less the median log ratio of its controls in each block. Seeded: another run writes the same file.
Sides are separated by `|`, blocks by blanks, runs of a block by commas.
"""
import os, random

import numpy, scipy
from scipy import stats

HERE = os.path.dirname(os.path.abspath(__file__))


def runs(rng, scale, count):
    return [int(1e6 * scale * rng.lognormvariate(0, 0.02)) for _ in range(count)]


def ratio(block):
    old, new = block
    return numpy.log(numpy.median(new) / numpy.median(old))


def text(blocks):
    side = lambda place: " ".join(",".join(map(str, block[place])) for block in blocks)
    return side(0) + "|" + side(1)


with open(os.path.join(HERE, "control_scipy.tsv"), "w") as out:
    out.write(f"# python3 tests/oracles/make_control.py  (SciPy {scipy.__version__}, NumPy {numpy.__version__})\n")
    out.write("# p\ttypical ratio\trow\tcontrols ...\n")
    rng = random.Random(1963)
    for _ in range(30):
        n, controls, change = rng.choice([6, 8, 12, 20, 52]), rng.choice([3, 3, 4, 5, 8]), rng.choice([1, 1, 1.01, 1.03])
        shifts = [rng.lognormvariate(0.05, 0.03) for _ in range(n)]
        row = [(runs(rng, 1, 1), runs(rng, change * shift, 1)) for shift in shifts]
        several = rng.choice([1, 1, 2, 3])
        others = [[(runs(rng, 1, several), runs(rng, shift, several)) for shift in shifts] for _ in range(controls)]
        moved = numpy.median([[ratio(block) for block in other] for other in others], axis=0)
        left = numpy.array([ratio(block) for block in row]) - moved
        method = "exact" if n <= 50 else "asymptotic"
        p = stats.wilcoxon(left, method=method, correction=n > 50).pvalue
        walsh = [(left[i] + left[j]) / 2 for i in range(n) for j in range(i + 1)]
        fields = [repr(float(p)), repr(float(numpy.exp(numpy.median(walsh)))), text(row)] + [text(other) for other in others]
        out.write("\t".join(fields) + "\n")
