"""Compares two logs with benchlens, and with pandas and SciPy alone: the same comparison, timed in turns.

    python3 benches/python/versus_scipy.py [MEASUREMENTS]

Needs the package, pandas, pyarrow and scipy. Makes two logs of Go benchmarks in a folder that it deletes, each with half of the
measurements (default 3.3 million together). The other way is what one writes without a package: a regular expression takes the lines
apart, and a groupby calls scipy.stats.mannwhitneyu for each row, exactly where no values tie: SciPy has an approximation alone for those
that do. The medians must be equal, and so must all p that are exact.
"""

from __future__ import annotations

import platform
import re
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

import benchlens
import numpy
import pandas
import scipy
import scipy.stats

RUNS = 20
UNITS = ("ns/op", "B/op", "allocs/op")
TIMES = 3

LINE = re.compile(r"^Benchmark(\S+)\s+\d+\s+(\S+) ns/op\s+(\S+) B/op\s+(\S+) allocs/op$", re.M)


def make(path: Path, rows: int, scale: float, seed: int) -> None:
    """A log: every benchmark so many times, in turns. Times have all their digits, so that they hardly tie."""
    draw = numpy.random.default_rng(seed)
    with path.open("w") as log:
        log.write("goos: linux\ngoarch: amd64\npkg: example.org/bulk\n")
        centers = 50 + 1000 * numpy.arange(rows) / rows
        for _ in range(RUNS):
            times = centers * scale * draw.lognormal(0, 0.05, rows)
            sizes = draw.integers(64, 70, rows) * 16
            log.writelines(
                f"BenchmarkCase{row}/size={row % 16}-8\t1000\t{times[row]:.6f} ns/op\t{sizes[row]} B/op\t{row % 7} allocs/op\n"
                for row in range(rows)
            )


def with_benchlens(old: Path, new: Path) -> pandas.DataFrame:
    """One row a comparison."""
    store = benchlens.read({"old": old, "new": new}, threads=1, quiet=True)
    return store.compare(threads=1, quiet=True).to_pandas()


def with_pandas(old: Path, new: Path) -> pandas.DataFrame:
    """The same by hand."""
    parts = []
    for label, path in (("old", old), ("new", new)):
        found = LINE.findall(path.read_text())
        frame = pandas.DataFrame(found, columns=["name", *UNITS])
        frame[list(UNITS)] = frame[list(UNITS)].astype(float)
        parts.append(frame.assign(file=label))
    measured = pandas.concat(parts).melt(["name", "file"], list(UNITS), "unit")
    rows = []
    for (unit, name), group in measured.groupby(["unit", "name"], sort=False):
        is_old = group["file"] == "old"
        a, b = group["value"][is_old].to_numpy(), group["value"][~is_old].to_numpy()
        is_exact = numpy.unique(group["value"]).size == group["value"].size
        p = scipy.stats.mannwhitneyu(a, b, method="exact" if is_exact else "asymptotic").pvalue
        rows.append((unit, name, numpy.median(a), numpy.median(b), p, is_exact))
    return pandas.DataFrame(rows, columns=["unit", "name", "old", "new", "p", "is_exact"])


def timed(work, *paths: Path) -> tuple[pandas.DataFrame, float]:
    """What comes of some work, and the processor's time in seconds."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    answer = work(*paths)
    after = resource.getrusage(resource.RUSAGE_SELF)
    return answer, (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def check(ours: pandas.DataFrame, theirs: pandas.DataFrame) -> int:
    """Holds both answers together; how many p are exact in both."""
    tidied = {"ns/op": ("sec/op", 1e-9), "B/op": ("B/op", 1), "allocs/op": ("allocs/op", 1)}
    ours = ours.set_index(["unit", "row_fullname"])
    assert len(ours) == len(theirs)
    for unit, name, old, new, p, is_exact in theirs.itertuples(index=False):
        tidy, factor = tidied[unit]
        one = ours.loc[(tidy, name)]
        assert numpy.isclose(one["base_center"], old * factor, rtol=1e-12) and numpy.isclose(one["center"], new * factor, rtol=1e-12), name
        assert not is_exact or numpy.isclose(one["p"], p, rtol=1e-9, atol=1e-300), (name, one["p"], p)
    return int(theirs["is_exact"].sum())


def main() -> None:
    measurements = int(sys.argv[1]) if sys.argv[1:] else 3_300_000
    rows = measurements // (2 * RUNS * len(UNITS))
    with tempfile.TemporaryDirectory() as folder:
        old, new = Path(folder) / "old.txt", Path(folder) / "new.txt"
        make(old, rows, 1.0, 1)
        make(new, rows, 1.02, 2)
        size = old.stat().st_size + new.stat().st_size
        times: dict[str, list[float]] = {"benchlens": [], "pandas and SciPy": []}
        answers = {}
        for _ in range(TIMES):
            for name, work in (("benchlens", with_benchlens), ("pandas and SciPy", with_pandas)):
                answers[name], took = timed(work, old, new)
                times[name].append(took)
        exact = check(answers["benchlens"], answers["pandas and SciPy"])
    ours, theirs = (statistics.median(took) for took in times.values())
    print(f"- date: {time.strftime('%Y-%m-%d')}")
    print(f"- python: {platform.python_version()}, pandas {pandas.__version__}, scipy {scipy.__version__}, benchlens {benchlens.__version__}")
    print(f"- logs: two with {rows} benchmarks, {RUNS} runs, {len(UNITS)} units: {2 * rows * RUNS * len(UNITS)} measurements, {size / 1e6:.0f} MB")
    print(f"- CPU seconds are medians of {TIMES}, in turns, on one thread; from the files to a data frame")
    print(f"- all medians are equal, and so are the {exact} p that SciPy computes exactly\n")
    print("| way | CPU s | each time |\n|---|--:|---|")
    for name, took in times.items():
        print(f"| {name} | {statistics.median(took):.2f} | {' '.join(f'{one:.2f}' for one in took)} |")
    print(f"\nratio: {theirs / ours:.0f}")


if __name__ == "__main__":
    main()
