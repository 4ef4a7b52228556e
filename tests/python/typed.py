"""A typed program: mypy checks it, and it runs."""

from __future__ import annotations

from pathlib import Path

import benchlens


def worst(logs: dict[str, Path]) -> list[tuple[str, float]]:
    """Returns the rows that became slower, with their changes."""
    report = benchlens.read(logs, quiet=True).compare(filter=".unit:sec/op", alpha=0.05, adjust="holm", quiet=True)
    found: list[tuple[str, float]] = []
    for table in report.tables:
        for row in table.rows:
            for one in row.comparisons:
                if one.outcome == "regressed" and one.median_change is not None:
                    found.append((row.label, one.median_change))
    return found


def place(text: str) -> tuple[int, int] | None:
    """Returns the position of an error in a query."""
    try:
        benchlens.read(b"BenchmarkA 1 1 ns/op\n").compare(filter=text, quiet=True)
    except benchlens.QueryError as error:
        return error.span
    return None


def shown(chart: benchlens.Chart) -> str:
    """Returns a chart, which is a text."""
    return chart + "\n"
