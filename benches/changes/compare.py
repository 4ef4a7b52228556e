#!/usr/bin/env python3
"""Change points beside apache-otava and signal-processing-algorithms: power at equal false alarms, and speed.

    pip install apache-otava==0.8.0 signal-processing-algorithms==2.1.6
    python3 benches/changes/compare.py power COMMAND...
    python3 benches/changes/compare.py speed COMMAND...

The two packages ask for different versions of their libraries; one that cannot be imported is left out, so that two
environments with one each do, too. COMMAND reads series from standard input, one on a line, and prints for each the
places of its changes on a line. A last line that begins with `#` has the seconds that this took without reading and
printing. This is such a command, built from the tests:

    target/release/deps/benchlens-HASH changes::lines --ignored --nocapture --quiet

`power` first measures how many series without a change each finds one in; for otava it looks for the greatest
max_pvalue with which it finds no more than COMMAND does. Then it plants changes and counts those that are found
within one point. Seeded.
"""

import random
import subprocess
import sys
import time

import numpy

try:
    from otava.analysis import compute_change_points
except ImportError:
    compute_change_points = None
try:
    from signal_processing_algorithms.energy_statistics.energy_statistics import e_divisive
except ImportError:
    e_divisive = None

LEVEL = 0.05


def ours(command, series):
    text = "\n".join(" ".join(map(repr, values)) for values in series) + "\n"
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    # A test prints about itself, too.
    lines = [line.removeprefix("changes:") for line in done.stdout.splitlines()
             if line.startswith(("changes:", "#"))]
    seconds = float(lines.pop()[1:])
    assert len(lines) == len(series), f"{len(lines)} answers for {len(series)} series"
    return [[int(at) for at in line.split()] for line in lines], seconds


def otava(series, p):
    return [[c.index for c in compute_change_points(values, max_pvalue=p)[0]] for values in series]


def normal(rng):
    return rng.gauss(0, 1)


def heavy(rng):
    """Student's distribution with three degrees of freedom, of deviation 1."""
    return rng.gauss(0, 1) / (rng.gammavariate(1.5, 2) / 3) ** 0.5 / 3 ** 0.5


def skewed(rng):
    """Lognormal, of deviation 1."""
    return (rng.lognormvariate(0, 0.8) - 1.377) / 1.305


NOISE = {"normal": normal, "heavy": heavy, "skewed": skewed}


def planted(rng, noise, n, steps):
    """A series about 100 with steps at random places that are ten points or more apart, of random signs."""
    while True:
        places = sorted(rng.sample(range(10, n - 9), len(steps)))
        if all(10 <= b - a for a, b in zip(places, places[1:])):
            break
    values = [100 + noise(rng) for _ in range(n)]
    for at, step in zip(places, steps):
        step *= rng.choice([-1, 1])
        values = [v + step * (at <= i) for i, v in enumerate(values)]
    return values, places


def hits(found, places):
    """How many true changes have a found one within a point, and how many found ones are near no true one."""
    near = sum(any(abs(f - at) <= 1 for f in found) for at in places)
    false = sum(all(5 < abs(f - at) for at in places) for f in found)
    return near, false


def power(command):
    series_of = {"steps": 300, "null": 500}
    print("| noise | points | steps | changes | ours | false | otava | false | max_pvalue |")
    print("|---|--:|---|--:|--:|--:|--:|--:|--:|")
    for kind, noise in NOISE.items():
        for n in (60, 150):
            rng = random.Random(f"{kind} {n}")
            null = [planted(rng, noise, n, [])[0] for _ in range(series_of["null"])]
            alarms = sum(map(bool, ours(command, null)[0]))
            low, high = -14.0, -2.0
            for _ in range(7):
                middle = (low + high) / 2
                many = sum(map(bool, otava(null, 10**middle)))
                low, high = (middle, high) if many <= alarms else (low, middle)
            p = 10**low
            rate = sum(map(bool, otava(null, p)))
            share = lambda count: f"{100 * count / len(null):.1f} %"
            print(f"| {kind} | {n} | none | | | {share(alarms)} | | {share(rate)} | {p:.2g} |", flush=True)
            for steps in ([1.5], [3], [1.5, 1.5], [3, 3, 3]):
                both = [planted(rng, noise, n, steps) for _ in range(series_of["steps"])]
                series = [values for values, _ in both]
                cells = []
                for found in (ours(command, series)[0], otava(series, p)):
                    near = [hits(f, places) for f, (_, places) in zip(found, both)]
                    cells += [sum(a for a, _ in near), sum(b for _, b in near)]
                total = len(steps) * len(both)
                row = " | ".join(map(str, [kind, n, " ".join(map(str, steps)), total, *cells]))
                print(f"| {row} | |", flush=True)


def speed(command):
    rng = random.Random(1)
    series = [planted(rng, normal, 1000, [2] * (i % 4))[0] for i in range(1000)]
    found, seconds = ours(command, series)
    print(f"ours: {seconds:.3f} s for 1,000 series of 1,000 points, {sum(map(len, found))} changes")
    some = 40
    ways = {
        "apache-otava 0.8.0": compute_change_points and (lambda v: compute_change_points(v)),
        "signal-processing-algorithms 2.1.6": e_divisive and (lambda v: e_divisive(numpy.array(v))),
    }
    for name, way in ways.items():
        if way is None:
            continue
        start = time.perf_counter()
        for values in series[:some]:
            way(values)
        took = (time.perf_counter() - start) * len(series) / some
        print(f"{name}: {took:.0f} s, by {some} of them; {took / seconds:.0f} times as long")


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("power", "speed"):
        sys.exit(__doc__)
    {"power": power, "speed": speed}[sys.argv[1]](sys.argv[2:])
