"""A program with types: mypy checks it, and it runs."""

from __future__ import annotations

from pathlib import Path

import benchlens


def worst(logs: dict[str, Path]) -> list[tuple[str, float]]:
    """The rows that got slower, with their ratios."""
    report = benchlens.read(logs, quiet=True).compare(filter=".unit:sec/op", alpha=0.05, adjust="holm", quiet=True)
    found: list[tuple[str, float]] = []
    for table in report.tables:
        for row in table.rows:
            for one in row.comparisons:
                if one.outcome == "regressed" and one.median_change is not None:
                    found.append((row.label, one.median_change))
    return found


def place(text: str) -> tuple[int, int] | None:
    """Where a query is wrong."""
    try:
        benchlens.read(b"BenchmarkA 1 1 ns/op\n").compare(filter=text, quiet=True)
    except benchlens.QueryError as error:
        return error.span
    return None


def shown(chart: benchlens.Chart) -> str:
    """A chart is a text."""
    return chart + "\n"
