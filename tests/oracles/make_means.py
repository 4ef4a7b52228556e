#!/usr/bin/env python3
"""Means, their intervals and t-tests, computed with SciPy.

    pip install scipy && python3 make_means.py

writes means_scipy.tsv in its folder. Seeded: another run writes the same file.
"""
import math, os, random, warnings

import numpy, scipy
from scipy import stats

HERE = os.path.dirname(os.path.abspath(__file__))
HEADER = f"# python3 tests/oracles/make_means.py  (SciPy {scipy.__version__}, NumPy {numpy.__version__})\n"
COLUMNS = "# test\tlevel\tp\tbounds of the difference\tbounds of the old mean\told sample\tnew sample\n"
LEVELS = [0.05, 0.01, 0.1, 0.001, 0.32]


def sample(rng, n, center, deviation):
    return [float(f"{rng.lognormvariate(math.log(center), deviation):.8g}") for _ in range(n)]


def words(values):
    return " ".join(repr(float(value)) for value in values)


def row(test, level, old, new):
    is_log = test.endswith("log")
    a, b = [numpy.log(values) if is_log else numpy.array(values) for values in (old, new)]
    if test.startswith("pairs"):
        # The ratio within a pair, computed in the same way as in benchlens.
        d = numpy.log(numpy.array(new) / numpy.array(old)) if is_log else b - a
        found = stats.ttest_1samp(d, 0)
    else:
        found = stats.ttest_ind(b, a, equal_var=False)
    bounds = found.confidence_interval(1 - level)
    # SciPy returns no interval for equal values.
    mean = [a[0]] * 2 if len(set(a)) == 1 else stats.t.interval(1 - level, len(a) - 1, a.mean(), stats.sem(a))
    return "\t".join([test, repr(level), repr(float(found.pvalue)), words(bounds), words(mean), words(old), words(new)])


def samples():
    rng = random.Random(1908)
    for i in range(160):
        n1 = rng.choice([2, 2, 3, 4, 5, 6, 8, 10, 10, 12, 20, 30, 60])
        n2 = n1 if i % 2 == 0 else rng.choice([2, 3, 5, 6, 10, 15, 40])
        center = rng.choice([1e-9, 3e-4, 1.0, 250.0, 1e6, 3e12])
        deviation = rng.choice([1e-4, 0.01, 0.05, 0.3, 1.0])
        shift = rng.choice([1.0, 1.0, 1.02, 0.9, 1.5, 20.0])
        yield sample(rng, n1, center, deviation), sample(rng, n2, center * shift, deviation * rng.choice([1, 1, 3]))
    # One side has no spread.
    yield [2.0] * 5, [2.1, 2.2, 1.9, 2.4]
    yield [3.0, 3.5], [1.5] * 4
    # The p-value is tiny.
    yield sample(rng, 40, 1.0, 1e-4), sample(rng, 40, 3.0, 1e-4)
    # There are unusually many runs.
    yield sample(rng, 600, 5.0, 0.1), sample(rng, 400, 5.05, 0.1)


with open(os.path.join(HERE, "means_scipy.tsv"), "w") as out:
    out.write(HEADER + COLUMNS)
    warnings.simplefilter("ignore")
    for i, (old, new) in enumerate(samples()):
        level = LEVELS[i % len(LEVELS)]
        tests = ["runs", "runs log"] + (["pairs", "pairs log"] if len(old) == len(new) else [])
        for test in tests if i % 3 == 0 or len(old) < 4 else tests[::3] + tests[1:2]:
            out.write(row(test, level, old, new) + "\n")
