#!/usr/bin/env python3
"""Randomization tests of whole suites, computed with SciPy's permutation test over all swaps.

    pip install scipy && python3 make_suites.py

writes suites_scipy.tsv in its folder. Seeded: another run writes the same file.
"""
import os, random

import numpy, scipy
from scipy import stats

HERE = os.path.dirname(os.path.abspath(__file__))
HEADER = f"# python3 tests/oracles/make_suites.py  (SciPy {scipy.__version__}, NumPy {numpy.__version__})\n"


def scores(old, new):
    """The four scores of a row in each block. NaN marks the blocks that lack the row."""
    change = new - old
    median = numpy.nanmedian(numpy.abs(change))
    both = numpy.stack([old, new])
    distance = both - numpy.nanmedian(both)
    sizes = numpy.sort(numpy.abs(distance[~numpy.isnan(distance)]))
    typical = sizes[len(sizes) // 2]
    zero = 4.0 / stats.norm.ppf(0.75) * typical
    share = numpy.clip(distance / zero, -1, 1) if 0 < zero else 0 * distance
    weighted, limited = share * (1 - share ** 2) ** 2, numpy.clip(distance, -3 * typical, 3 * typical)
    return numpy.nan_to_num([
        numpy.clip(change, -3 * median, 3 * median),
        numpy.clip(change / median, -1, 1) if 0 < median else 0 * change,
        weighted[1] - weighted[0],
        limited[1] - limited[0],
    ])


def largest(parts):
    """The largest statistic; each part has the pairs of all rows."""
    values = []
    for pairs in parts:
        sums = sum(scores(old, new) for old, new in pairs)
        values += [abs(row.sum()) / (row ** 2).sum() ** 0.5 for row in sums if row.any()]
    return max(values)


def p(parts):
    """SciPy swaps the places of blocks: index b stands for the old side of block b, n + b for the new one."""
    n = len(parts[0][0][0])
    joined = [[numpy.concatenate(pair) for pair in pairs] for pairs in parts]

    def statistic(first, second):
        first, second = first.astype(int), second.astype(int)
        # Rounding may order equal statistics in either way.
        return round(largest([[(v[first], v[second]) for v in pairs] for pairs in joined]), 5)

    found = stats.permutation_test(
        (numpy.arange(n), numpy.arange(n, 2 * n)), statistic,
        permutation_type="samples", n_resamples=numpy.inf, alternative="greater", vectorized=False)
    return found.pvalue


with open(os.path.join(HERE, "suites_scipy.tsv"), "w") as out:
    out.write(HEADER + "# p\tblocks\tparts\tfor each row and part: old\tnew, and - for blocks without the row\n")
    rng = random.Random(1937)
    for i in range(24):
        n = rng.choice([3, 5, 6, 7, 8, 9])
        rows, shift, several = rng.choice([2, 3, 4, 6]), rng.choice([0, 0.5, 1.5]), rng.choice([1, 2])
        pairs = [[] for _ in range(several)]
        for row in range(rows):
            spread, level = 10 ** rng.uniform(-1, 1), rng.uniform(-5, 5)
            # The first row is in all blocks, so that no block is empty.
            lacks = [0 < row and n > 3 and rng.random() < 0.2 for _ in range(n)]
            for part in pairs:
                side = lambda by: numpy.array([
                    numpy.nan if lacks[b] else round(
                        level + by + spread * (rng.gauss(0, 1) + 9 * (rng.random() < 0.15)), 6) for b in range(n)])
                part.append((side(0), side(shift)))
        words = [f"{p(pairs):.17g}", str(n), str(several)]
        for part in pairs:
            for pair in part:
                words += [" ".join("-" if numpy.isnan(v) else f"{v:.9g}" for v in side) for side in pair]
        out.write("\t".join(words) + "\n")
