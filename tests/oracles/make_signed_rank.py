#!/usr/bin/env python3
"""Signed ranks, computed with SciPy and by counting all signs of small samples.

    pip install scipy && python3 make_signed_rank.py

writes signed_rank_scipy.tsv in its folder. Seeded: another run writes the same file.
"""
import itertools, os, random
from fractions import Fraction

import numpy, scipy
from scipy import stats

HERE = os.path.dirname(os.path.abspath(__file__))
HEADER = f"# python3 tests/oracles/make_signed_rank.py  (SciPy {scipy.__version__}, NumPy {numpy.__version__})\n"


def counted(differences):
    """min(1, 2 min(P(T <= t), P(T >= t))) over all signs, by a dynamic program over single ranks, in integers."""
    ranks = [int(2 * r) for r in stats.rankdata([abs(d) for d in differences])]
    ranks = [(r, d) for r, d in zip(ranks, differences) if d != 0]
    ways = {0: 1}
    for rank, _ in ranks:
        step = dict(ways)
        for total, count in ways.items():
            step[total + rank] = step.get(total + rank, 0) + count
        ways = step
    observed = sum(rank for rank, d in ranks if d > 0)
    below = sum(count for total, count in ways.items() if total <= observed)
    above = sum(count for total, count in ways.items() if total >= observed)
    return float(min(Fraction(1), Fraction(2 * min(below, above), 2 ** len(ranks))))


with open(os.path.join(HERE, "signed_rank_scipy.tsv"), "w") as out:
    out.write(HEADER + "# method\tp\tdifferences\n")
    rng = random.Random(1945)
    for i in range(400):
        n = rng.choice([1, 2, 3, 5, 6, 8, 10, 12, 13, 20, 25, 35, 49, 50, 51, 60, 80, 200])
        levels = rng.choice([2, 4, 15, 1e6])
        shift = rng.choice([0, 0, 0.3, 0.6, 1.5])
        differences = [float(int(rng.gauss(shift, 1) * levels)) for _ in range(n)]
        if not any(differences):
            continue
        sizes = [abs(d) for d in differences]
        plain = 0 not in sizes and len(set(sizes)) == n
        if n > 50:
            method = "asymptotic"
            p = stats.wilcoxon(differences, zero_method="pratt", correction=True, method="asymptotic").pvalue
        elif plain:
            method = "exact"
            p = stats.wilcoxon(differences, method="exact").pvalue
        elif n <= 12:
            # SciPy inverts all signs.
            method = "all signs"
            p = stats.wilcoxon(differences, zero_method="pratt", method=stats.PermutationMethod(n_resamples=numpy.inf)).pvalue
            assert abs(p - counted(differences)) < 1e-12, (p, counted(differences))
        else:
            method, p = "counted", counted(differences)
        out.write(f"{method}\t{float(p)!r}\t" + " ".join(f"{d:g}" if abs(d) < 1e5 else repr(d) for d in differences) + "\n")
