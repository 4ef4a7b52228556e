#!/usr/bin/env python3
"""Positions of a change in made histories, by numerical integration with NumPy and SciPy.

    pip install scipy && python3 make_change_point.py

writes change_point_scipy.tsv in its folder: the probabilities of docs/bisect.md, from the densities of SciPy on fine
grids of levels. Seeded: another run writes the same file. A block is VERSION,BASE,BUILD,CHANGE; blocks of a proof are
next to the version before and follow after `|`.
"""
import os, random

import numpy, scipy
from scipy import optimize, stats

HERE = os.path.dirname(os.path.abspath(__file__))
SPREADS, BETWEEN = [0.65, 0.9, 1.2, 1.6], [0.03, 0.15, 0.3, 0.5, 0.8, 1.3]
T = stats.t(4)


def spread_of(blocks):
    """The median distance from the middle of a group, divided by the one of the t distribution."""
    def rest(key):
        groups = {}
        for block in blocks:
            groups.setdefault(key(block), []).append(block[3])
        groups = [values for values in groups.values() if len(values) > 1]
        return [abs(v - numpy.median(g)) * (len(g) / (len(g) - 1)) ** 0.5 for g in groups for v in g]

    builds, versions = rest(lambda block: (block[0], block[2])), rest(lambda block: block[0])
    rest = versions if 2 * len(builds) < len(versions) else builds
    middle = numpy.median(rest) / T.ppf(0.75) if rest else 0.0
    return max(middle, 1e-4 * max(abs(block[3]) for block in blocks), 1e-9)


def center_of(values, spread):
    """The most likely location of the runs of a build."""
    around = numpy.median(values)
    ends = (around - spread, around + spread)
    found = optimize.minimize_scalar(lambda at: -T.logpdf((numpy.array(values) - at) / spread).sum(),
                                     bounds=ends, method="bounded", options={"xatol": spread * 1e-9})
    return found.x if len(values) > 1 else values[0]


def integral(logs, density, step):
    most = logs.max()
    return most + numpy.log((numpy.exp(logs - most) * density).sum() * step)


def positions(versions, blocks, prior):
    """Probabilities: of no change, and of each version after the first. Spreads: of runs, and between builds."""
    spread = spread_of(blocks)
    builds = {}
    for version, _, build, change in blocks:
        builds.setdefault((version, build), []).append(change)
    builds = [(version, len(values), center_of(values, spread)) for (version, _), values in builds.items()]
    bases = len({block[1] for block in blocks})
    level_after = numpy.median([block[3] for block in blocks if block[0] == versions - 1])
    weighed = []
    for factor in SPREADS:
        for between in BETWEEN:
            s = factor * spread
            sd = between / bases**0.5 * s
            unit = numpy.arange(-40, 40, 0.004)
            before, after = unit * sd / 4, level_after + unit * s

            def sides(levels, density, step, chosen):
                logs = numpy.zeros(len(levels))
                chosen = [build for build in builds if build[0] in chosen]
                for _, runs, center in chosen:
                    width = s * (between**2 + 1 / runs) ** 0.5
                    logs += T.logpdf((center - levels) / width) - numpy.log(width)
                return integral(logs, density, step) if chosen else 0.0

            normal, cauchy = stats.norm(0, sd).pdf(before), stats.cauchy(0, 3 * s).pdf(after)
            row = [sides(before, normal, 0.004 * sd / 4, range(0, k)) + sides(after, cauchy, 0.004 * s, range(k, versions))
                   for k in range(1, versions + 1)]
            density = stats.halfnorm(scale=0.5).pdf(between) * max(between, 0.1)
            weighed.append((between, numpy.array(row) + numpy.log(density)))
    most = max(row.max() for _, row in weighed)
    sums = sum(numpy.exp(row - most) for _, row in weighed)
    weights = numpy.array([0.5 * w / sum(prior) for w in prior] + [0.5])
    whole = sums * weights / (sums * weights).sum()
    shares = numpy.array([numpy.exp(row - most).sum() for _, row in weighed])
    typical = (numpy.array([between for between, _ in weighed]) * shares).sum() / shares.sum()
    return whole[-1], whole[:-1], spread, typical


def ratio_of(proof, change, spread):
    """How much more likely these blocks are with the change than without it."""
    proof = numpy.array(proof)
    return numpy.exp((T.logpdf((proof - change) / spread) - T.logpdf(proof / spread)).sum().clip(-20, 20))


rng = random.Random(1975)
with open(os.path.join(HERE, "change_point_scipy.tsv"), "w") as out:
    out.write(f"# python3 tests/oracles/make_change_point.py  (SciPy {scipy.__version__}, NumPy {numpy.__version__})\n")
    out.write("# versions\tblocks|blocks of proofs\tnone\tfirst ...\tspread\tbetween\n")
    for case in range(40):
        versions, per_build = rng.choice([2, 3, 5, 8]), rng.choice([1, 2, 4])
        at, change, effect = rng.randrange(1, versions), rng.choice([0, 0.5, 1, 2, 4, -3]), rng.choice([0, 0.3, 1])
        noise = lambda: rng.gauss(0, 1) / (sum(rng.gauss(0, 1) ** 2 for _ in range(5)) / 5) ** 0.5 if case % 2 else rng.gauss(0, 1)
        effects = {}
        effect_of = lambda version, build: effects.setdefault((version, build), effect * rng.gauss(0, 1))
        level = lambda version: change if version >= at else 0
        blocks = []
        for i in range(rng.choice([7, 10, 16])):
            version = versions - 1 if i < 6 or versions == 2 else rng.randrange(1, versions)
            base, build = (len(blocks) // per_build,) * 2
            value = level(version) + effect_of(version, build) - effect_of(0, base) + noise()
            blocks.append((version, base, build, round(0.01 * value, 6)))
        none, first, spread, between = positions(versions, blocks, [1] * (versions - 1))
        proof = []
        if case % 3 == 0:
            typical = numpy.median([block[3] for block in blocks if block[0] == versions - 1])
            for version in {at, min(at + 1, versions - 1)}:
                moved = (level(version) - level(version - 1)) * 0.01
                proof += [(version, i, i, round(moved + 0.01 * noise(), 6)) for i in range(3)]
            of = lambda version: [block[3] for block in proof if block[0] == version]
            prior = [ratio_of(of(version), typical, spread) for version in range(1, versions)]
            none, first, spread, between = positions(versions, blocks, prior)
        texts = ["|".join(" ".join(",".join(map(str, block)) for block in some) for some in [blocks, proof])]
        numbers = [f"{none:.6g}", " ".join(f"{share:.6g}" for share in first), f"{spread:.10g}", f"{between:.6g}"]
        out.write("\t".join([str(versions), *texts, *numbers]) + "\n")
