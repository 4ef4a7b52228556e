#!/usr/bin/env python3
"""Measures how often benchlens reports a change of a quantile, in twelve models of noise.

Each trial compares runs of two versions of a server. Every run has its own noise, and requests of one run depend on each
other. The quantiles of a run are nearest ranks. All trials of a model are benchmarks of one pair of logs, which
benchlens compares with its default test; the table counts p < 0.05. `change` multiplies p95 and everything above it by
1.1 in the new version, with 12 runs on each side.

usage: simulate.py BENCHLENS [--trials N] [--requests N]      Requires NumPy.
"""

import argparse
import csv
import io
import pathlib
import subprocess
import tempfile

import numpy as np

QUANTILES = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999}

WINDOWS, WINDOW = 10, "p99-1s"
"""The number of windows of a run, and the name of the median of their p99."""


def normal(rng, shape, correlation):
    """Returns standard normal numbers; those of a run follow each other with this autocorrelation."""
    noise = rng.standard_normal(shape)
    if correlation:
        scale = (1 - correlation**2) ** 0.5
        for i in range(1, shape[1]):
            noise[:, i] = correlation * noise[:, i - 1] + scale * noise[:, i]
    return noise


def latencies(rng, shape, correlation=0.0, run_effect=0.0):
    """Returns log-normal latencies of runs (rows) around 1 ms, with an effect of each run."""
    effect = np.exp(run_effect * rng.standard_normal((shape[0], 1)))
    return 1e-3 * np.exp(0.5 * normal(rng, shape, correlation)) * effect


def bimodal(rng, shape):
    """One request in five misses a cache; the fraction differs between runs."""
    fraction = np.clip(0.2 + 0.03 * rng.standard_normal((shape[0], 1)), 0.01, 0.5)
    return latencies(rng, shape, 0.5, 0.01) * np.where(rng.random(shape) < fraction, 5, 1)


def pause(rng, shape):
    """In one run of five, the server stops for 200 ms: requests that arrive meanwhile wait for the rest of it."""
    times = latencies(rng, shape, 0.5, 0.01)
    arrival = np.arange(shape[1]) * 1e-3
    start = rng.random((shape[0], 1)) * arrival[-1]
    wait = np.clip(start + 0.2 - arrival, 0, None) * (arrival >= start)
    return times + wait * (rng.random((shape[0], 1)) < 0.2)


def queue(rng, shape):
    """A queue that grows during each run, at a rate of its own."""
    growth = 2e-3 * np.exp(0.3 * rng.standard_normal((shape[0], 1)))
    return latencies(rng, shape, 0.5) + growth * np.linspace(0, 1, shape[1])


def heavy(rng, shape):
    """Latencies without a finite variance."""
    return 1e-3 * np.exp(0.01 * rng.standard_normal((shape[0], 1))) * (1 + rng.pareto(1.8, shape))


MODELS = {
    "independent": lambda rng, shape: latencies(rng, shape),
    "autocorrelation 0.5": lambda rng, shape: latencies(rng, shape, 0.5),
    "autocorrelation 0.9": lambda rng, shape: latencies(rng, shape, 0.9),
    "run effect 1%": lambda rng, shape: latencies(rng, shape, 0.9, 0.01),
    "run effect 3%": lambda rng, shape: latencies(rng, shape, 0.9, 0.03),
    "run effect 10%": lambda rng, shape: latencies(rng, shape, 0.9, 0.1),
    "bimodal": bimodal,
    "pause of 200 ms": pause,
    "growing queue": queue,
    "clock of 1 ms": lambda rng, shape: np.ceil(latencies(rng, shape, 0.5, 0.03) * 1e3) / 1e3,
    "clock of 0.1 ms": lambda rng, shape: np.ceil(latencies(rng, shape, 0.5, 0.03) * 1e4) / 1e4,
    "heavy tail": heavy,
}


def nearest_rank(times, q):
    """Returns a quantile along the last axis."""
    return np.sort(times, axis=-1)[..., int(np.ceil(q * times.shape[-1])) - 1]


def quantiles(times, change):
    """Returns the quantiles of each run by nearest rank; `change` multiplies p95 and all above it."""
    times = np.where(times < nearest_rank(times, 0.95)[:, None], times, times * change)
    found = {name: nearest_rank(times, q) for name, q in QUANTILES.items()}
    windows = times.reshape(len(times), WINDOWS, -1)
    found[WINDOW] = np.median(nearest_rank(windows, QUANTILES["p99"]), axis=1)
    return found


def log(rng, model, arguments, runs, change):
    """Returns the log of all trials of one version."""
    lines = []
    for trial in range(arguments.trials):
        found = quantiles(model(rng, (runs, arguments.requests)), change)
        for run in range(runs):
            values = " ".join(f"{found[name][run]!r} {name}-sec".replace("np.float64(", "").replace(")", "") for name in found)
            lines.append(f"BenchmarkTrial{trial} {arguments.requests} {values}\n")
    return "".join(lines)


def reported(arguments, old, new):
    """Returns the fraction of trials with a difference for each quantile."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in [("old", old), ("new", new)]:
            (pathlib.Path(folder) / name).write_text(text)
        command = [arguments.benchlens, "-q", "-format", "tidy", "old", "new"]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    counts = dict.fromkeys([*QUANTILES, WINDOW], 0)
    for row in csv.DictReader(io.StringIO(run.stdout)):
        if row.get("p"):
            counts[row["unit"].removesuffix("-sec")] += float(row["p"]) < 0.05
    return {name: count / arguments.trials for name, count in counts.items()}


def of_requests(trials):
    """Returns how often a Mann-Whitney U-test over single requests finds a difference that does not exist."""
    rng = np.random.default_rng(0)
    runs, requests, found = 6, 4_000, 0
    for _ in range(trials):
        times = latencies(rng, (2 * runs, requests), 0.9, 0.03)
        ranks = np.argsort(np.argsort(times.ravel())) + 1.0
        side = runs * requests
        u = ranks[:side].sum() - side * (side + 1) / 2
        z = (u - side * side / 2) / (side * side * (2 * side + 1) / 12) ** 0.5
        found += abs(z) > 1.959964
    return found / trials


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("benchlens")
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--requests", type=int, default=10_000)
    arguments = parser.parse_args()
    arguments.benchlens = pathlib.Path(arguments.benchlens).resolve()
    found = of_requests(arguments.trials)
    print(f"a test over requests, 6 runs of 4000, autocorrelation 0.9, run effect 3%, no change: {found:.1%}")
    print(f"{'model':22} {'runs':>4} {'change':>6} " + " ".join(f"{name:>6}" for name in [*QUANTILES, WINDOW]), flush=True)
    for number, (name, model) in enumerate(MODELS.items()):
        for runs, change in [(6, 1.0), (12, 1.0), (12, 1.1)]:
            rng = np.random.default_rng([number, runs, int(change * 10)])
            old = log(rng, model, arguments, runs, 1.0)
            found = reported(arguments, old, log(rng, model, arguments, runs, change))
            shown = " ".join(f"{value:6.1%}" for value in found.values())
            print(f"{name:22} {runs:4} {change - 1:6.0%} {shown}", flush=True)


if __name__ == "__main__":
    main()
