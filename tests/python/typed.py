"""A typed program: mypy checks it, and it runs."""

from __future__ import annotations

from pathlib import Path

import benchlens
import pandas
import polars
import pyarrow


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


def frames(store: benchlens.Store) -> list[str]:
    """Returns the names of rows, in typed data frames."""
    report = store.compare(sort="worst", test="t", quiet=True)
    history = store.history(by=".file", test="log-t", quiet=True)
    frame: polars.DataFrame = report.to_polars()
    table: pyarrow.Table = history.to_arrow()
    other: pandas.DataFrame = store.to_pandas()
    changes: list[benchlens.Change] = history.changes
    names: list[str] = frame.get_column("row_fullname").to_list()
    return names[: table.num_rows + len(other) + len(changes)]


def text(path: Path) -> bytes:
    """Returns Go benchmark text, after an export."""
    benchlens.read(path, input_format="go", split_folders=True).export(path.with_suffix(".parquet"))
    return benchlens.convert(path, filter=".unit:sec/op", quiet=True)


def missing(path: Path) -> tuple[int | None, str | None]:
    """Returns the number and the file of an error."""
    try:
        benchlens.read(path)
    except benchlens.InputNotFoundError as error:
        return error.errno, str(error.filename)
    return None, None


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
