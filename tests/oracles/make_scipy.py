#!/usr/bin/env python3
"""Reference numbers for the statistics, from SciPy and from counting.

    pip install scipy && python3 make_scipy.py

writes mann_whitney_scipy.tsv, mann_whitney_middle.tsv, intervals_scipy.tsv, normal_scipy.tsv,
lopsided_scipy.tsv, brunner_munzel_scipy.tsv, slopes_scipy.tsv and floors_scipy.tsv in its folder. Everything is seeded:
another run writes the same files.
"""
import itertools, os, random
from fractions import Fraction
from math import comb

import numpy, scipy
from scipy import optimize, stats

HERE = os.path.dirname(os.path.abspath(__file__))
HEADER = f"# python3 tests/oracles/make_scipy.py  (SciPy {scipy.__version__}, NumPy {numpy.__version__})\n"


def sample(rng, n, levels, shift):
    return sorted(float(int(rng.gauss(shift, 1) * levels)) for _ in range(n))


def counted(a, b):
    """min(1, 2 min(P(U1 <= u1), P(U1 >= u1))) by a dynamic program over single values, in integers."""
    values = sorted(a + b)
    twice_rank = [values.index(v) + 1 + len(values) - values[::-1].index(v) for v in values]
    ways = {(0, 0): 1}
    for rank in twice_rank:
        step = dict(ways)
        for (chosen, total), count in ways.items():
            if chosen < len(a):
                key = (chosen + 1, total + rank)
                step[key] = step.get(key, 0) + count
        ways = step
    observed = sum(twice_rank[values.index(v)] for v in a)
    if 2 * observed == len(a) * sum(twice_rank) * 2 / len(values):
        return 1.0
    full = [(total, count) for (chosen, total), count in ways.items() if chosen == len(a)]
    below = sum(count for total, count in full if total <= observed)
    above = sum(count for total, count in full if total >= observed)
    return float(min(Fraction(1), Fraction(2 * min(below, above), comb(len(values), len(a)))))


def mann_whitney(out):
    rng = random.Random(20240501)
    out.write(HEADER + "# method\tp\tfirst sample\tsecond sample\n")
    for i in range(600):
        levels = rng.choice([1.5, 3, 10, 1000, 1e9])
        n1 = rng.choice([1, 2, 3, 5, 8, 10, 15, 20, 24, 25, 26, 30, 45, 50, 51, 60, 80])
        n2 = n1 if rng.random() < 0.4 else rng.randint(1, 60)
        shift = rng.choice([0, 0, 0.4, 1, 3])
        a, b = sample(rng, n1, levels, 0), sample(rng, n2, levels, shift)
        if len(set(a + b)) == 1:
            continue
        ties = len(set(a + b)) < n1 + n2
        if not ties and max(n1, n2) <= 50:
            # Doubling a tail counts the middle twice where U1 = U2: SciPy caps it at 1 as well.
            method, p = "exact", stats.mannwhitneyu(a, b, method="exact").pvalue
        elif ties and max(n1, n2) <= 25:
            method, p = "counted", counted(a, b)
        else:
            method, p = "asymptotic", stats.mannwhitneyu(a, b, method="asymptotic", use_continuity=True).pvalue
        row = [method, repr(float(p)), " ".join(f"{x:g}" if abs(x) < 1e5 else repr(x) for x in a),
               " ".join(f"{x:g}" if abs(x) < 1e5 else repr(x) for x in b)]
        out.write("\t".join(row) + "\n")


def middle_groups(out):
    """Returns fifty values with an increasing number of equal values in the middle."""
    rng = random.Random(11)
    out.write(HEADER + "# p\tfirst sample\tsecond sample\n")
    for size in range(2, 49):
        for n1 in (25, 25 - size % 3):
            low = (50 - size) // 2 + size % 2
            values = [float(v) for v in [*range(low), *[low] * size, *range(low + 1, 50)]][: n1 + 25]
            weight = rng.choice([0, 0.02, 0.2])
            order = sorted(range(len(values)), key=lambda i: rng.random() + weight * i)
            a, b = (sorted(values[i] for i in part) for part in (order[:n1], order[n1:]))
            out.write(f"{counted(a, b)!r}\t" + "\t".join(" ".join(f"{x:g}" for x in v) for v in (a, b)) + "\n")


def intervals(out):
    """Returns how many of the greatest binomial(n, 1/2) masses reach a level: exactly, so that SciPy's rounding
    does not matter; SciPy gives the probability of the interval in the middle with this size."""
    out.write(HEADER + "# n\tconfidence\tmasses needed (n + 1 if all)\tprobability of so many\n")
    levels = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 0.999999]
    for n in itertools.chain(range(1, 31), [31, 40, 50, 75, 100, 200]):
        masses = sorted((comb(n, k) for k in range(n + 1)), reverse=True)
        for level in levels:
            total, needed = 0, 0
            while needed <= n and Fraction(total, 2**n) < Fraction(level):
                total += masses[needed]
                needed += 1
            lo = (n + 1 - needed) // 2
            mass = stats.binom.cdf(lo + needed - 1, n, 0.5) - stats.binom.cdf(lo - 1, n, 0.5)
            out.write(f"{n}\t{level!r}\t{needed}\t{float(mass)!r}\n")


def normal(out):
    out.write(HEADER + "# z\tcdf(z)\tp\tquantile(p)\n")
    rng = random.Random(7)
    for i in range(400):
        z = rng.uniform(-9, 9) if i % 4 else rng.uniform(-37, 37)
        p = rng.random() if i % 3 else 10 ** rng.uniform(-300, 0)
        out.write(f"{z!r}\t{float(stats.norm.cdf(z))!r}\t{p!r}\t{float(stats.norm.ppf(p))!r}\n")


def lopsided(out):
    """Compares a small sample with a large one: with SciPy's exact distribution, or by counting for ties."""
    rng = random.Random(61)
    out.write(HEADER + "# p\tfirst sample\tsecond sample\n")
    for n1, n2 in [(1, 60), (1, 60), (1, 200), (2, 51), (2, 60), (3, 60), (4, 70), (5, 60), (5, 100), (8, 60), (10, 51)]:
        for levels in (1e9, 10, 2):
            shift = rng.choice([0, 1, 2])
            a, b = sample(rng, n1, levels, shift), sample(rng, n2, levels, 0)
            ties = len(set(a + b)) < n1 + n2
            p = counted(a, b) if ties else stats.mannwhitneyu(a, b, method="exact").pvalue
            out.write(f"{float(p)!r}\t" + "\t".join(" ".join(f"{x!r}" for x in v) for v in (a, b)) + "\n")


def brunner_munzel(out):
    out.write(HEADER + "# p\tfirst sample\tsecond sample\n")
    rng = random.Random(2000)
    for i in range(200):
        levels = rng.choice([2, 10, 1e6])
        n1, n2 = (rng.choice([2, 3, 5, 8, 10, 20, 60]) for _ in range(2))
        a = sample(rng, n1, levels, 0)
        b = sample(rng, n2, levels * rng.choice([1, 5]), rng.choice([0, 0.5, 1.5]))
        if a[-1] < b[0] or b[-1] < a[0] or len(set(a + b)) == 1:
            continue
        with numpy.errstate(all="ignore"):
            p = stats.brunnermunzel(a, b).pvalue
        if p == p:
            out.write(f"{float(p)!r}\t" + "\t".join(" ".join(f"{x!r}" for x in v) for v in (a, b)) + "\n")


def slopes(out):
    """Returns Theil–Sen slopes for an odd or an even number of slopes, with and without ties."""
    out.write(HEADER + "# median slope\tvalues in run order\n")
    rng = random.Random(31)
    for n in [3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 20, 21, 49, 50, 60, 61]:
        for step in (0, 0.3):
            for places in (6, 0):
                values = [round(100 + rng.gauss(0, 4) + step * i, places) for i in range(n)]
                slope = stats.theilslopes(values, range(n)).slope
                out.write(f"{float(slope)!r}\t" + " ".join(f"{x!r}" for x in values) + "\n")


def floors(out):
    """Returns how far another log may fall or rise by chance: the root where Student's tail equals the rate."""
    rng = random.Random(1659)
    out.write(HEADER + "# worse\trate\tfloor as a share\tcentres\n")
    for i in range(120):
        k, rate = rng.choice([2, 3, 5, 10]), rng.choice([0.05, 0.01, 0.001])
        spread = rng.choice([0.001, 0.02, 0.3])
        centres = [round(100 * numpy.exp(spread * rng.gauss(0, 1)), 6) for _ in range(k)]
        s = stats.tstd(numpy.log(centres))
        worse = ("rise", "fall")[i % 2]
        # The logarithm of a new center that is worse than the old center by this fraction.
        change = {"rise": lambda share: numpy.log1p(share), "fall": lambda share: -numpy.log1p(-share)}[worse]
        excess = lambda share: stats.t.sf(change(share) / (s * numpy.sqrt(2)), k - 1) - rate
        end = 1 - 1e-15 if worse == "fall" else 1e30
        if excess(end) > 0:
            continue
        share = optimize.brentq(excess, 0, end, xtol=1e-15, rtol=1e-14, maxiter=1000)
        out.write(f"{worse}\t{rate!r}\t{float(share)!r}\t" + " ".join(f"{float(x)!r}" for x in centres) + "\n")


for name, write in [("mann_whitney_scipy", mann_whitney), ("mann_whitney_middle", middle_groups),
                    ("intervals_scipy", intervals), ("normal_scipy", normal),
                    ("lopsided_scipy", lopsided), ("brunner_munzel_scipy", brunner_munzel),
                    ("slopes_scipy", slopes), ("floors_scipy", floors)]:
    with open(os.path.join(HERE, f"{name}.tsv"), "w") as out:
        write(out)
