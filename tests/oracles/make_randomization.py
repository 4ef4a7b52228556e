#!/usr/bin/env python3
"""Randomization tests of blocks, computed with SciPy's permutation test over all swaps.

    pip install scipy && python3 make_randomization.py

writes randomization_scipy.tsv in its folder. Seeded: another run writes the same file.
"""
import os, random

import numpy, scipy
from scipy import stats

HERE = os.path.dirname(os.path.abspath(__file__))
HEADER = f"# python3 tests/oracles/make_randomization.py  (SciPy {scipy.__version__}, NumPy {numpy.__version__})\n"


def biweight(residuals):
    """Tukey's biweight in units of the median absolute deviation, in 8,192 steps."""
    sizes = numpy.sort(numpy.abs(residuals), axis=None)
    limit = 4.0 / stats.norm.ppf(0.75) * sizes[len(sizes) // 2]
    if limit == 0:
        return numpy.zeros_like(residuals)
    u = residuals / limit
    return numpy.where(numpy.abs(u) < 1, numpy.round(8192 * u * (1 - u * u) ** 2), 0)


def scores(old, new):
    """One row per statistic: its score for each block."""
    change = new - old
    ranks = stats.rankdata(numpy.concatenate([old, new]))
    n = len(old)
    both = numpy.stack([old, new])
    near = numpy.array([numpy.median(both[:, max(0, b - 2):b + 3]) for b in range(n)])
    local, overall = biweight(both - near), biweight(both - numpy.median(both))
    return numpy.array([
        numpy.sign(change) * stats.rankdata(numpy.abs(change)),
        ranks[n:] - ranks[:n],
        local[1] - local[0],
        overall[1] - overall[0],
    ])


def largest(sides, axis=-1):
    """The largest statistic; `sides` has all values of a level before those of the next one."""
    values = []
    for old, new in sides:
        rows = scores(old, new)
        squares = (rows ** 2).sum(axis=1)
        values += [abs(row.sum()) / s ** 0.5 for row, s in zip(rows, squares) if 0 < s]
    return max(values)


def p(levels):
    """SciPy swaps the places of blocks: index b stands for the old side of block b, n + b for the new one."""
    n = len(levels[0][0])
    all_values = [numpy.concatenate(level) for level in levels]

    def statistic(first, second):
        first, second = first.astype(int), second.astype(int)
        # Rounding may order equal statistics in either way.
        return round(largest([(v[first], v[second]) for v in all_values]), 9)

    found = stats.permutation_test(
        (numpy.arange(n), numpy.arange(n, 2 * n)), statistic,
        permutation_type="samples", n_resamples=numpy.inf, alternative="greater", vectorized=False)
    return found.pvalue


with open(os.path.join(HERE, "randomization_scipy.tsv"), "w") as out:
    out.write(HEADER + "# p\told\tnew\tbest old\tbest new\n")
    rng = random.Random(1935)
    for i in range(60):
        n = rng.choice([2, 3, 5, 6, 8, 9, 10])
        steps = rng.choice([5, 50, 1e6])
        shift = rng.choice([0, 0.5, 1.5])
        several = rng.random() < 0.5
        drift = rng.choice([0, 1])

        def side(by, block):
            runs = [by + drift * block + rng.gauss(0, 1) + (rng.expovariate(0.2) if rng.random() < 0.2 else 0)
                    for _ in range(3 if several else 1)]
            return [round(run * steps) / steps for run in runs]

        olds, news = [side(-7.0, b) for b in range(n)], [side(shift - 7.0, b) for b in range(n)]
        middle = lambda sides: numpy.array([sorted(side)[len(side) // 2] for side in sides])
        best = lambda sides: numpy.array([min(side) for side in sides])
        levels = [(middle(olds), middle(news))]
        if several:
            levels.append((best(olds), best(news)))
        if all((old == new).all() for old, new in levels):
            continue
        words = [" ".join(repr(float(v)) for v in values) for level in levels for values in level]
        out.write("\t".join([repr(float(p(levels)))] + words) + "\n")
