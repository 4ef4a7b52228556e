"""Simulates rules for the newest point of a history: how often a suite of 30 unchanged rows fails, and what is found.

Prints the tables of docs/methods.md. Needs NumPy and SciPy; takes two minutes:

    python3 tests/oracles/newest_point.py
"""

import numpy as np
from scipy.stats import t

ROWS, SUITES, LEVEL = 30, 1500, 0.05
random = np.random.default_rng(7)


def correlated(count, n, correlation):
    news = random.standard_normal((count, n))
    series = news.copy()
    for i in range(1, n):
        series[:, i] = correlation * series[:, i - 1] + np.sqrt(1 - correlation**2) * news[:, i]
    return series


def slow_nights(count, n):
    """One night of twelve is ten deviations slower in all rows of a suite."""
    slow = random.random((max(1, count // ROWS), n)) < 1 / 12
    return random.standard_normal((count, n)) + 10 * np.repeat(slow, ROWS, axis=0)


NOISE = {
    "normal": lambda count, n: random.standard_normal((count, n)),
    "AR(.5)": lambda count, n: correlated(count, n, 0.5),
    "AR(.8)": lambda count, n: correlated(count, n, 0.8),
    "Student t3": lambda count, n: random.standard_t(3, (count, n)),
    "one night of twelve slow": slow_nights,
    "one value of forty slow": lambda count, n: random.standard_normal((count, n))
    + 10 * (random.random((count, n)) < 1 / 40),
}


def p(past, newest):
    n = past.shape[1]
    spread = past.std(axis=1, ddof=1) * np.sqrt(1 + 1 / n)
    return t.sf((newest - past.mean(axis=1)) / spread, n - 1).reshape(-1, ROWS)


def one(series):
    return p(series[:, :-1], series[:, -1]) <= LEVEL / ROWS


def limited(series):
    """Outliers are limited to three deviations from the median of the nine values around them."""
    n = series.shape[1]
    around = [np.median(series[:, max(0, i - 4) : i + 5], axis=1) for i in range(n)]
    middles = np.stack(around, axis=1)
    limit = 3 * 1.4826 * np.median(np.abs(series - middles), axis=1, keepdims=True)
    return np.clip(series, middles - limit, middles + limit)


def two(series):
    past = limited(series[:, :-2])
    worse = np.maximum(p(past, series[:, -2]), p(past, series[:, -1]))
    return worse <= LEVEL / ROWS


def shares(n, noise, step=0.0):
    series = noise(SUITES * ROWS, n + 1)
    series[::ROWS, -2:] += step
    newest = series.copy()
    newest[::ROWS, -2] -= step
    if step == 0.0:
        return one(newest).any(axis=1).mean(), two(series).any(axis=1).mean()
    return one(newest)[:, 0].mean(), two(series)[:, 0].mean()


for title, step in [("unchanged", 0.0), ("step of 5", 5.0), ("step of 7", 7.0)]:
    print(f"| {title} | 12 points | 40 points | 100 points |\n|---|--:|--:|--:|")
    for name, noise in NOISE.items():
        cells = [shares(n, noise, step) for n in (12, 40, 100)]
        print(f"| {name} |", " | ".join(f"{100 * a:.1f} → {100 * b:.1f}" for a, b in cells), "|")
    print()


def wealth(p, level):
    """LORD++ (Ramdas, Yang, Wainwright and Jordan 2017): each p has a part of the level, which discoveries refill."""
    index = np.arange(1, len(p) + 1)
    parts = np.log(np.maximum(index, 2)) / (index * np.exp(np.sqrt(np.log(index))))
    parts /= parts.sum()
    level_of = parts * level / 2
    found = np.zeros(len(p), bool)
    for i in range(len(p)):
        if p[i] <= level_of[i]:
            gain = level if found.any() else level / 2
            level_of[i + 1 :] += gain * parts[: len(p) - i - 1]
            found[i] = True
    return found


NIGHTS, PAST, CHANGES, YEARS = 365, 40, 20, 10


def year(noise, step):
    """False nights of each rule in a year of a suite, and how many of 20 changes it finds within two nights."""
    series = noise(ROWS, PAST + 1 + NIGHTS)
    changed = np.zeros((NIGHTS, ROWS))
    for i in random.choice((NIGHTS - 1) // 2, CHANGES, replace=False) * 2:
        changed[i : i + 2, random.integers(ROWS)] = step
    alone, before, again = (np.empty((NIGHTS, ROWS)) for _ in range(3))
    for i in range(NIGHTS):
        past, newest = series[:, i : i + PAST], series[:, i + PAST : i + PAST + 2]
        alone[i] = p(np.hstack([past, newest[:, :1]])[:, 1:], newest[:, 1] + changed[i])[0]
        past, last = limited(past), changed[i - 1] if i else 0
        before[i] = p(past, newest[:, 0] + last)[0]
        again[i] = p(past, newest[:, 1] + changed[i])[0]
    rules = {
        "one": alone <= LEVEL / ROWS,
        "two": np.maximum(before, again) <= LEVEL / ROWS,
        "LORD++": wealth(alone.ravel(), LEVEL).reshape(alone.shape),
    }
    is_changed = changed > 0
    found = {}
    for name, bad in rules.items():
        both = bad & is_changed
        found[name] = [(bad & ~is_changed).any(axis=1).sum(), (both[:-1] | both[1:])[::2].sum()]
    return found


for step in (5.0, 7.0):
    print(f"| a year, steps of {step:.0f} | one | two | LORD++ |\n|---|--:|--:|--:|")
    for name, noise in NOISE.items():
        years = [year(noise, step) for _ in range(YEARS)]
        cells = []
        for rule in years[0]:
            false, found = np.mean([one_year[rule] for one_year in years], axis=0)
            cells.append(f"{false:.1f}, {found:.1f}")
        print(f"| {name} |", " | ".join(cells), "|")
    print()
