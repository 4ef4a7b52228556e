"""The compiled part of the package."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from os import PathLike
from typing import Any, Literal, TypeAlias, final

import pandas
import polars
import pyarrow

from ._chart import Chart

_Outcome: TypeAlias = Literal[
    "regressed",
    "missing",
    "changed",
    "differs",
    "inconclusive",
    "new",
    "improved",
    "unchanged",
    "control",
]
_Test: TypeAlias = Literal["u", "t", "log-t"]
_Adjustment: TypeAlias = Literal["none", "holm", "bh", "by"]
_Order: TypeAlias = Literal[
    "none",
    "worst",
    "name",
    "value",
    "delta",
    "p",
    "-none",
    "-worst",
    "-name",
    "-value",
    "-delta",
    "-p",
]
_Output: TypeAlias = Literal["text", "csv", "markdown", "json", "tidy", "html"]
_HistoryOutput: TypeAlias = Literal["text", "markdown", "json", "tidy"]
_ChartKind: TypeAlias = Literal["auto", "forest", "medians", "scaling", "quantiles", "history", "changes", "samples"]
_Theme: TypeAlias = Literal["light", "dark"]
_InputFormat: TypeAlias = Literal[
    "ab",
    "ab-requests",
    "autocannon",
    "bencher",
    "benchmarkdotnet",
    "cargo-criterion",
    "criterion",
    "csv",
    "data-js",
    "fortio",
    "ghz",
    "ghz-csv",
    "github-action-benchmark",
    "go",
    "go-json",
    "google-benchmark",
    "hdr-log",
    "hdr-percentiles",
    "hey",
    "hey-text",
    "hyperfine",
    "jmeter",
    "jmeter-xml",
    "jmh",
    "k6",
    "k6-csv",
    "k6-summary",
    "libtest",
    "locust",
    "locust-stats",
    "oha",
    "oha-csv",
    "pyperf",
    "pytest-benchmark",
    "tinybench",
    "vegeta",
    "vegeta-csv",
    "vegeta-gob",
    "vegeta-report",
    "vitest",
    "wrk",
]
_Word: TypeAlias = str | float
_Words: TypeAlias = str | Sequence[str]
_Watcher: TypeAlias = Callable[[str, int, int | None], object]

__all__ = [
    "Cell",
    "Change",
    "Column",
    "Comparison",
    "Diagnostic",
    "Gate",
    "History",
    "Input",
    "Note",
    "Report",
    "Row",
    "Store",
    "Suite",
    "Table",
    "__version__",
    "again",
    "convert",
    "formats",
    "read",
    "Plan",
    "Rows",
    "check_history",
    "joined",
    "joined_points",
    "label_inputs",
    "outline_of_log",
    "outlines",
    "rows_of_log",
    "spark_schema",
    "stored",
]

__version__: str

def formats() -> list[dict[str, str]]:
    """Returns the supported input formats, each with its name, its description and the commands that produce it."""

def convert(
    inputs: Sequence[tuple[str, Any, str, str | None]],
    options: Mapping[str, str | None],
    *,
    filter: str = "*",
    metadata: bool = False,
) -> tuple[bytes, list[str]]:
    """Converts inputs to Go benchmark text. Returns the text, and messages about skipped parts and lines."""

def stored(bytes: bytes, notes: Sequence[str]) -> Store:
    """Returns the store that was pickled as these bytes."""

def again(store: Store, method: str, asked: dict[str, Any]) -> Any:
    """Answers the question of a pickled report or history again."""

def read(
    inputs: Sequence[tuple[str, Any, str, str | None]],
    options: Mapping[str, str | None],
    *,
    split_folders: bool = False,
    threads: int | None = None,
    progress: _Watcher | None = None,
) -> Store:
    """Reads inputs into a store."""

@final
class Store:
    """All results of all inputs.

    A store is also an Arrow table with one row for each measurement (`__arrow_c_stream__`). `len(store)`
    is the number of results.
    """

    @property
    def inputs(self) -> list[Input]:
        """The inputs, in the order in which they were read."""

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The lines and places that could not be read, in the order in which they were found."""

    @property
    def notes(self) -> list[str]:
        """Sentences about the parts of folders and archives that were skipped."""

    def __len__(self) -> int:
        """The number of results."""

    def keys(self) -> dict[str, Any]:
        """Returns the keys that queries can use, with their values, as `benchlens keys -format json` prints them."""

    def compare(
        self,
        *,
        table: str | None = None,
        row: str | None = None,
        col: str | None = None,
        ignore: str | None = None,
        filter: str | None = None,
        base: str | None = None,
        pair: str | None = None,
        control: str | None = None,
        derive: _Words | None = None,
        test: _Test | None = None,
        alpha: _Word | None = None,
        confidence: _Word | None = None,
        outcomes: bool = False,
        margin: _Word | None = None,
        adjust: _Adjustment | None = None,
        better: _Words | None = None,
        sort: _Order | None = None,
        changed: bool = False,
        worse: bool | _Word | None = None,
        unit: _Words | None = None,
        top: int | str | None = None,
        samples: bool = False,
        gate: _Words | None = None,
        gate_file: str | None = None,
        today: str | date | None = None,
        threads: int | None = None,
        progress: bool | _Watcher | None = None,
        quiet: bool = False,
    ) -> Report:
        """Compares the inputs.

        The keywords are the flags of the CLI, with `_` for `-`, and accept the same values. Repeatable flags accept a
        string or a sequence of strings. Numbers can be numbers or strings, and percentages are strings such as `"5%"`.

        Args:
            table (str): keys that form the tables. Default: `".config"`.
            row (str): keys that form the rows. Default: `".fullname"`.
            col (str): keys that form the columns. Default: `".file"`.
            ignore (str): keys that do not separate results, such as `"cpu"`. Default: none.
            filter (str): use only results and measurements that match, such as `".unit:sec/op .name:/^Encode/"`.
                Default: `"*"`.
            base (str): the column to compare against: `"first"`, `"previous"` or the value of a column key.
                Default: `"first"`.
            pair (str): compare runs in pairs: `"runs"` by position with equal counts, `"loose"` by position without the
                extra runs, a key, or `"none"`. Default: the blocks of a recording, if all inputs share one.
            control (str): a filter for control benchmarks, whose code is unchanged. Their change is removed from all
                other rows. Default: none.
            derive (str or sequence): units that are computed from others, such as `"ops/s = 1 / sec/op"`. Default:
                none.
            test (str): `"u"` compares medians, `"t"` means, and `"log-t"` geometric means. Default: `"u"`.
            alpha (float): the significance level. Default: 0.05.
            confidence (float): the confidence level of intervals. Default: 0.95.
            outcomes (bool): show the confidence interval and the outcome of each change in text and CSV. Default:
                `False`.
            margin (str or float): the equivalence margin: changes within it are unchanged. Also shows outcomes.
                Default: `"2%"`.
            adjust (str): adjust p-values for many comparisons: `"none"`, `"holm"`, `"bh"` or `"by"`. Also shows
                outcomes. Default: `"none"`.
            better (str or sequence): the direction of units, such as `"score=higher"`. Also shows outcomes. Default:
                known for common units.
            sort (str): the order of rows: `"worst"`, `"delta"`, `"p"`, `"value"`, `"name"` or `"none"`; a leading `-`
                reverses it. Default: `"none"`, which keeps the order of the inputs.
            changed (bool): show only rows with a significant change. Default: `False`.
            worse (bool, str or float): show only rows that regressed, or regressed by more than this percentage.
                Default: all rows.
            unit (str or sequence): show only tables of these units. Default: all.
            top (int): show only this number of rows in each table, the worst first unless `sort` says otherwise.
                Default: all.
            samples (bool): keep the values of each cell for `Cell.samples` and JSON. Default: `False`.
            gate (str or sequence): gate rules, such as `"sec/op: +5%; allocs/op: any"`. Default: no gate.
            gate_file (str): the path of a TOML file with gate rules; `gate` overrides its rules. Default: none.
            today (date or str): the day on which dates in a rule file are evaluated. Default: today in UTC.
            threads (int): the number of threads. Default: one for each core.
            progress (bool or callable): `True` shows a progress bar on standard error; a callable receives the current
                step, the amount done, and the total or `None`. Default: no progress.
            quiet (bool): do not issue notes as `NoteWarning`. Default: `False`.

        Returns:
            A report with the tables and, if there are rules, the result of the gate.

        Raises:
            QueryError: if a keyword cannot be parsed, or does not apply to these results.
            ReadError: if `gate_file` cannot be read.
        """

    def history(
        self,
        *,
        by: str | None = None,
        order: str | None = None,
        table: str | None = None,
        row: str | None = None,
        ignore: str | None = None,
        filter: str | None = None,
        derive: _Words | None = None,
        test: _Test | None = None,
        alpha: _Word | None = None,
        confidence: _Word | None = None,
        margin: _Word | None = None,
        seed: int | str | None = None,
        better: _Words | None = None,
        unit: _Words | None = None,
        gate: _Words | None = None,
        gate_file: str | None = None,
        threads: int | None = None,
        progress: bool | _Watcher | None = None,
        quiet: bool = False,
    ) -> History:
        """Finds where benchmarks changed, with the inputs as versions, oldest first.

        The keywords are the flags of `benchlens history`, with `_` for `-`, and accept the same values. Repeatable
        flags accept a string or a sequence of strings. Numbers can be numbers or strings, and percentages are strings
        such as `"5%"`.

        Args:
            by (str): keys whose values make the points. Default: `".file"`, or `"commit"` if there is only one input.
            order (str): the key that sorts the points: numbers, times or versions. Default: the order of the inputs.
            table (str): keys that form the tables. Default: the configuration keys that differ within a point.
            row (str): keys that form the rows. Default: `".fullname"`.
            ignore (str): keys that do not separate results, such as `"cpu"`. Default: none.
            filter (str): use only results and measurements that match, such as `".unit:sec/op .name:/^Encode/"`.
                Default: `"*"`.
            derive (str or sequence): units that are computed from others, such as `"ops/s = 1 / sec/op"`. Default:
                none.
            test (str): the average of a point: `"u"` is the median, `"t"` the mean, and `"log-t"` the geometric mean.
                Default: `"u"`.
            alpha (float): the significance level for all rows: on average, at most this fraction of the reported
                changes is false. Default: 0.05.
            confidence (float): the confidence level of intervals. Default: 0.95.
            margin (str or float): report only changes larger than this. Default: 2%.
            seed (int): the random seed for simulated p-values. Default: 1.
            better (str or sequence): the direction of units, such as `"score=higher"`. Default: known for common units.
            unit (str or sequence): use only these units. Default: all.
            gate (str or sequence): gate rules for the newest point, such as `"sec/op: any"`. Default: no gate.
            gate_file (str): the path of a TOML file with gate rules; `gate` overrides its rules. Default: none.
            threads (int): the number of threads. Default: one for each core.
            progress (bool or callable): `True` shows a progress bar on standard error; a callable receives the current
                step, the amount done, and the total or `None`. Default: no progress.
            quiet (bool): do not issue notes as `NoteWarning`. Default: `False`.

        Returns:
            A history with the points, the changes of each row and, if there are rules, the result of the gate.

        Raises:
            QueryError: if a keyword cannot be parsed, or does not apply to these results.
            ReadError: if `gate_file` cannot be read.
        """

    def export(self, path: str | PathLike[str]) -> None:
        """Writes the measurements as a Parquet file, as `benchlens export` does.

        Args:
            path (str or os.PathLike): the file, such as `"runs.parquet"`.

        Raises:
            TableError: if a name is not UTF-8.
            OSError: if the file cannot be written.
        """

    def to_arrow(self) -> pyarrow.Table:
        """Returns the measurements as a pyarrow table, with one row for each measurement. Requires pyarrow."""

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the measurements as a pandas data frame, with one row for each measurement.

        Configurations are dictionaries. Requires pandas and pyarrow.
        """

    def to_polars(self) -> polars.DataFrame:
        """Returns the measurements as a polars data frame, with one row for each measurement. Requires polars."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Exports the measurements through the Arrow C data interface."""

@final
class Input:
    """An input that was read."""

    @property
    def name(self) -> str:
        """The name in messages: the path or label that you gave."""

    @property
    def label(self) -> str:
        """The label, which is the value of the key `.file` and the heading of the column."""

    @property
    def lines(self) -> int:
        """The number of lines; 0 for results that are not text."""

    @property
    def results(self) -> int:
        """The number of results."""

    @property
    def malformed(self) -> int:
        """The number of lines that were skipped at least in part."""

@final
class Diagnostic:
    """A message about a place in an input. `str()` returns its text."""

    @property
    def input(self) -> str:
        """The name of the input."""

    @property
    def place(self) -> str:
        """The place in the input: a line, a member of an archive, or a path in JSON."""

    @property
    def line(self) -> int | None:
        """The line number, if the place is a line."""

    @property
    def code(self) -> str:
        """The kind of problem, such as "malformed-line": the documentation lists all in Messages."""

    @property
    def message(self) -> str:
        """The problem, without the place."""

    @property
    def is_note(self) -> bool:
        """Whether all data was read nevertheless."""

    @property
    def text(self) -> str:
        """The input, the place and the message in one line."""

@final
class Report:
    """The result of a comparison. `str()` returns the tables as text.

    A report is also an Arrow table with one row for each comparison (`__arrow_c_stream__`), in the columns of tidy
    data. Notebooks display it as HTML.
    """

    @property
    def tables(self) -> list[Table]:
        """The tables, as selected by `unit`, `changed`, `worse`, `top` and `sort`."""

    @property
    def comparisons(self) -> list[Comparison]:
        """The comparisons of all shown rows."""

    @property
    def inputs(self) -> list[Input]:
        """The inputs that were compared."""

    @property
    def notes(self) -> list[Note]:
        """The notes and warnings that the CLI prints to standard error."""

    @property
    def counts(self) -> dict[str, int]:
        """The number of comparisons with each outcome."""

    @property
    def gate(self) -> Gate | None:
        """The result of the gate, or `None` without rules."""

    @property
    def alpha(self) -> float:
        """The significance level."""

    @property
    def confidence(self) -> float:
        """The confidence level of the intervals of cells."""

    @property
    def is_paired(self) -> bool:
        """Whether runs are compared in pairs or blocks."""

    @property
    def table_fields(self) -> tuple[str, ...]:
        """The names of the table key fields."""

    @property
    def row_fields(self) -> tuple[str, ...]:
        """The names of the row key fields."""

    @property
    def col_fields(self) -> tuple[str, ...]:
        """The names of the column key fields."""

    @property
    def command(self) -> str:
        """The command line of the CLI that makes the same comparison."""

    def render(self, format: _Output = "text") -> bytes:
        """Returns an output as the exact bytes that the CLI writes.

        Args:
            format (str): `"text"`, `"csv"`, `"markdown"`, `"json"`, `"tidy"` or `"html"`. Default: `"text"`.
        """

    def text(self) -> str:
        """Returns the tables as text."""

    def csv(self) -> str:
        """Returns the tables as CSV, with unrounded numbers."""

    def tidy(self) -> str:
        """Returns tidy data as CSV, with one record for each comparison."""

    def markdown(self, budget: int | None = None) -> str:
        """Returns a Markdown report for a pull request.

        Args:
            budget (int): the maximum size in bytes. Default: 60,000.
        """

    def json(self) -> str:
        """Returns the complete report as JSON, with all rows."""

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON report as dictionaries and lists."""

    def html(self) -> str:
        """Returns an HTML report without scripts."""

    def _repr_html_(self) -> str:
        """Returns the HTML that notebooks display."""

    def chart(
        self,
        kind: _ChartKind | None = None,
        *,
        x: str | None = None,
        size: str | int | None = None,
        title: str | None = None,
        theme: _Theme | None = None,
        quiet: bool = False,
    ) -> Chart:
        """Draws a chart of the first table that is shown.

        Args:
            kind (str): `"auto"`, `"forest"`, `"medians"`, `"scaling"`, `"quantiles"`, `"history"`, `"changes"` or `"samples"`.
                Default: `"auto"`.
            x (str): the numeric key of the horizontal axis, such as `"/size"`. Default: the key with the most values.
            size (str or int): width and height in pixels, such as `"640x300"`, only the width, or `"post"` for 1200 ×
                675 pixels with a headline, the runs and the machine. Default: depends on the chart.
            title (str): the title. Default: made from the unit and the keys.
            theme (str): `"light"` or `"dark"`. Default: `"light"`.
            quiet (bool): do not issue warnings about results that the chart omits. Default: `False`.

        Returns:
            The chart as SVG.

        Raises:
            ChartError: if this kind of chart cannot show the results.
        """

    def to_arrow(self) -> pyarrow.Table:
        """Returns tidy data as a pyarrow table, with one row for each comparison. Requires pyarrow."""

    def to_pandas(self) -> pandas.DataFrame:
        """Returns tidy data as a pandas data frame, with one row for each comparison.

        Requires pandas and pyarrow.
        """

    def to_polars(self) -> polars.DataFrame:
        """Returns tidy data as a polars data frame, with one row for each comparison. Requires polars."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Exports tidy data through the Arrow C data interface."""

@final
class Table:
    """The results with the same table key and unit. `len(table)` is the number of shown rows."""

    @property
    def key(self) -> tuple[str, ...]:
        """The table key, with one value for each of `Report.table_fields`."""

    @property
    def unit(self) -> str:
        """The unit, such as `sec/op`."""

    @property
    def better(self) -> Literal["higher", "lower"] | None:
        """The direction in which values are better, if it is known."""

    @property
    def columns(self) -> list[Column]:
        """The columns."""

    @property
    def rows(self) -> list[Row]:
        """The shown rows, in their order."""

    def __len__(self) -> int:
        """The number of shown rows."""

@final
class Column:
    """A column of a table."""

    @property
    def key(self) -> tuple[str, ...]:
        """The column key, with one value for each of `Report.col_fields`."""

    @property
    def label(self) -> str:
        """The values of the key in one string."""

    @property
    def geomean(self) -> float | None:
        """The geometric mean of the centers of all rows."""

    @property
    def geomean_change(self) -> float | None:
        """The change of the geometric mean, over rows with both sides; 0.05 is +5%."""

    @property
    def suite(self) -> Suite | None:
        """The change of all rows together, with its interval; needs a recording and an analysis."""

@final
class Suite:
    """The change of all rows of a column together, in the blocks of a recording."""

    @property
    def rows(self) -> int:
        """The number of rows that count."""

    @property
    def blocks(self) -> int:
        """The number of blocks."""

    @property
    def outcome(self) -> str:
        """The outcome: `"regressed"`, `"improved"`, `"changed"`, `"unchanged"` or `"inconclusive"`."""

    @property
    def p(self) -> float | None:
        """The p-value."""

    @property
    def change(self) -> float | None:
        """The estimated change; 0.05 is +5%."""

    @property
    def change_lo(self) -> float | None:
        """The lower bound of the interval."""

    @property
    def change_hi(self) -> float | None:
        """The upper bound of the interval."""

@final
class Row:
    """A row of a table, which is usually one benchmark."""

    @property
    def key(self) -> tuple[str, ...]:
        """The row key, with one value for each of `Report.row_fields`."""

    @property
    def label(self) -> str:
        """The values of the key in one string."""

    @property
    def cells(self) -> list[Cell]:
        """The existing cells, by column."""

    @property
    def comparisons(self) -> list[Comparison]:
        """The comparisons, by column."""

@final
class Cell:
    """All values of one row and column."""

    @property
    def key(self) -> tuple[str, ...]:
        """The key of the row."""

    @property
    def column(self) -> Column:
        """The column."""

    @property
    def unit(self) -> str:
        """The unit of the numbers."""

    @property
    def n(self) -> int:
        """The number of values."""

    @property
    def center(self) -> float:
        """The median, or the mean of the kind that the test and the unit require."""

    @property
    def lo(self) -> float | None:
        """The lower bound of the confidence interval of the center, or `None` if it is infinite."""

    @property
    def hi(self) -> float | None:
        """The upper bound of the confidence interval of the center, or `None` if it is infinite."""

    @property
    def samples(self) -> list[float] | None:
        """The values in the order in which they were read, if `compare` was called with `samples=True`."""

    @property
    def warnings(self) -> list[str]:
        """Warnings about the center or its interval, as sentences."""

    @property
    def issues(self) -> list[str]:
        """Problems with the values, as codes: `drift`, `serial`, `modes`, `outliers` or `clock-steps`."""

@final
class Comparison:
    """The comparison of a cell with the baseline of its row.

    Attributes are `None` if the number does not exist, for example because one side is missing.
    """

    @property
    def key(self) -> tuple[str, ...]:
        """The key of the row."""

    @property
    def table_key(self) -> tuple[str, ...]:
        """The key of the table."""

    @property
    def unit(self) -> str:
        """The unit of the table."""

    @property
    def column(self) -> Column:
        """The compared column."""

    @property
    def base_column(self) -> Column:
        """The baseline column."""

    @property
    def cell(self) -> Cell | None:
        """The compared cell, if it exists."""

    @property
    def base(self) -> Cell | None:
        """The baseline cell, if it exists."""

    @property
    def outcome(self) -> _Outcome:
        """The outcome.

        `changed` is a significant change in a unit without a known direction; `differs` is a significant difference of
        runs that are not interleaved, which the machine can have caused; `control` is a control benchmark.
        """

    @property
    def median_change(self) -> float | None:
        """The relative change of the medians (with another test, of the means), significant or not; 0.05 is +5%."""

    @property
    def significant(self) -> bool | None:
        """Whether the change is significant."""

    @property
    def p(self) -> float | None:
        """The p-value that tables show."""

    @property
    def adjusted_p(self) -> float | None:
        """The p-value after adjustment for the number of comparisons."""

    @property
    def change_scale(self) -> Literal["ratio", "difference"] | None:
        """Whether the estimated change is relative (`ratio`) or an amount in the unit (`difference`)."""

    @property
    def change(self) -> float | None:
        """The estimated change (Hodges–Lehmann): 0.05 is +5%, or an amount in the unit; see `change_scale`.

        It can differ from the change of the medians.
        """

    @property
    def change_lo(self) -> float | None:
        """The lower bound of the confidence interval of the estimated change, or `None` if it is infinite."""

    @property
    def change_hi(self) -> float | None:
        """The upper bound of the confidence interval of the estimated change, or `None` if it is infinite."""

    @property
    def p_decides(self) -> bool | None:
        """Whether `p` is significant although, because of ties, the interval includes no change."""

    @property
    def brunner_munzel_p(self) -> float | None:
        """The p-value of the Brunner–Munzel test, only if this test disagrees with `p`.

        The values may then differ only in their spread.
        """

    @property
    def runs_needed(self) -> int | None:
        """For an inconclusive comparison, the number of runs on each side of a new measurement that would settle it."""

    @property
    def min_detectable_effect(self) -> float | None:
        """For an inconclusive comparison, the smallest change that these runs would probably have shown."""

    @property
    def pairs(self) -> int | None:
        """The number of pairs, if runs are paired."""

    @property
    def warning(self) -> str | None:
        """A warning about the comparison, as a sentence."""

@final
class Note:
    """A note or a warning about a comparison."""

    @property
    def code(self) -> str:
        """The code for programs."""

    @property
    def message(self) -> str:
        """The sentence, which names settings as parameters."""

    @property
    def is_warning(self) -> bool:
        """Whether the note is a warning about the measurement."""

@final
class Gate:
    """The result of a gate. `bool(gate)` is `True` if the gate passed."""

    @property
    def status(self) -> Literal["passed", "failed", "undecided", "inconclusive"]:
        """The status of the gate.

        `failed`: something regressed by more than a rule allows. `inconclusive`: a `proven` rule is not satisfied.
        `undecided`: the gate could not compare everything that its rules require.
        """

    @property
    def passed(self) -> bool:
        """Whether the gate passed."""

    @property
    def messages(self) -> list[str]:
        """The lines that the CLI prints about the gate."""

    def __bool__(self) -> bool:
        """Whether the gate passed."""

@final
class History:
    """Many versions as one sequence: where each row changed. `str()` returns the history as text.

    A history is also an Arrow table with one row for each value of each benchmark (`__arrow_c_stream__`).
    """

    @property
    def inputs(self) -> list[Input]:
        """The inputs in their order."""

    @property
    def points(self) -> list[tuple[str, ...]]:
        """The keys of the points in their order, with one value for each of `by_fields`."""

    @property
    def changes(self) -> list[Change]:
        """The changes of all rows, in the order of the tables, their rows and the points."""

    @property
    def tested(self) -> int:
        """The number of rows that were tested: p-values are adjusted for this number."""

    @property
    def notes(self) -> list[Note]:
        """The notes that the CLI prints to standard error."""

    @property
    def gate(self) -> Gate | None:
        """The result of the gate for the newest point, or `None` without rules."""

    @property
    def by_fields(self) -> tuple[str, ...]:
        """The names of the key fields of points."""

    @property
    def table_fields(self) -> tuple[str, ...]:
        """The names of the table key fields."""

    @property
    def row_fields(self) -> tuple[str, ...]:
        """The names of the row key fields."""

    def render(self, format: _HistoryOutput = "text") -> bytes:
        """Returns an output as the exact bytes that the CLI writes.

        Args:
            format (str): `"text"`, `"markdown"`, `"json"` or `"tidy"`. Default: `"text"`.
        """

    def text(self) -> str:
        """Returns the history as text."""

    def markdown(self) -> str:
        """Returns the history as Markdown."""

    def json(self) -> str:
        """Returns the complete history as JSON."""

    def tidy(self) -> str:
        """Returns tidy data as CSV, with one record for each value of each row."""

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON history as dictionaries and lists."""

    def chart(
        self,
        *,
        size: str | int | None = None,
        title: str | None = None,
        theme: _Theme | None = None,
        quiet: bool = False,
    ) -> Chart:
        """Draws the rows that changed.

        Args:
            size (str or int): width and height in pixels, such as `"640x300"`, only the width, or `"post"` for 1200 ×
                675 pixels with a headline, the runs and the machine. Default: depends on the chart.
            title (str): the title. Default: made from the unit and the keys.
            theme (str): `"light"` or `"dark"`. Default: `"light"`.
            quiet (bool): do not issue warnings about results that the chart omits. Default: `False`.

        Returns:
            The chart as SVG.

        Raises:
            ChartError: if no row has a value.
        """

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Exports tidy data through the Arrow C data interface."""

    def to_arrow(self) -> pyarrow.Table:
        """Returns tidy data as a pyarrow table, with one row for each value of each benchmark. Requires pyarrow."""

    def to_pandas(self) -> pandas.DataFrame:
        """Returns tidy data as a pandas data frame, with one row for each value of each benchmark.

        Requires pandas and pyarrow.
        """

    def to_polars(self) -> polars.DataFrame:
        """Returns tidy data as a polars data frame, with one row for each value of each benchmark. Requires polars."""

@final
class Change:
    """A position in a history at which a row changed, permanently or until its next change."""

    @property
    def key(self) -> tuple[str, ...]:
        """The key of the row, with one value for each of `History.row_fields`."""

    @property
    def label(self) -> str:
        """The values of the key in one string."""

    @property
    def table_key(self) -> tuple[str, ...]:
        """The key of the table, with one value for each of `History.table_fields`."""

    @property
    def unit(self) -> str:
        """The unit."""

    @property
    def outcome(self) -> Literal["regressed", "improved", "changed"]:
        """The outcome: `regressed`, `improved` or `changed`."""

    @property
    def point(self) -> tuple[str, ...]:
        """The most likely first point after the change."""

    @property
    def point_before(self) -> tuple[str, ...]:
        """The last point before it."""

    @property
    def earliest(self) -> tuple[str, ...]:
        """The first of the points that may be the first point after the change."""

    @property
    def latest(self) -> tuple[str, ...]:
        """The last of the points that may be the first point after the change."""

    @property
    def old(self) -> float:
        """The median before the change."""

    @property
    def new(self) -> float:
        """The median after the change."""

    @property
    def change_scale(self) -> Literal["ratio", "difference"]:
        """Whether the estimated change is relative (`ratio`) or an amount in the unit (`difference`)."""

    @property
    def change(self) -> float:
        """The estimated change (Hodges–Lehmann): 0.05 is +5%, or an amount in the unit; see `change_scale`."""

    @property
    def change_lo(self) -> float | None:
        """The lower bound of the interval of the estimated change, or `None` if it is infinite."""

    @property
    def change_hi(self) -> float | None:
        """The upper bound of the interval of the estimated change, or `None` if it is infinite."""

    @property
    def p(self) -> float | None:
        """The p-value of the position; `None` for exact values, which need no test."""

    @property
    def adjusted_p(self) -> float | None:
        """The p-value after adjustment for the number of rows."""

    @property
    def is_drift(self) -> bool:
        """Whether the change is a part of a slow drift."""

    @property
    def is_return(self) -> bool:
        """Whether the values return to a level that they had before an earlier change."""

    @property
    def commits(self) -> tuple[str, str] | None:
        """The commits between which the change lies, if the logs have the key `commit`."""

@final
class Rows:
    """The measurements of a log, as an Arrow stream that can be read once."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Exports the measurements through the Arrow C data interface."""

@final
class Plan:
    """A checked comparison, for computing it in several processes."""

    def __new__(cls, **keywords: Any) -> Plan:
        """Accepts the keywords of `Store.compare`, except `threads`, `progress` and `quiet`."""

    @property
    def needs_all_values(self) -> bool:
        """Whether the comparison requires all values in one place."""

    def frame(self, outline: Store) -> bytes:
        """Returns the facts about all results that each shard needs."""

    def deal(self, table: Any, count: int) -> list[tuple[int, int, bytes]]:
        """Splits the results of a table into shards, each with the index of its input and its own index."""

    def deal_log(
        self, content: bytes, number: int, source: str, label: str, count: int
    ) -> list[tuple[int, int, bytes]]:
        """Splits the results of one log, which is the input with this index, into shards."""

    def shard(self, parts: Sequence[bytes], frame: bytes) -> bytes:
        """Returns the comparisons of one shard, from its parts in the order of their inputs."""

    def join(self, outline: Store, shards: Sequence[bytes], *, quiet: bool = False) -> Report:
        """Returns the report of all shards."""

    def compare(self, store: Store, *, quiet: bool = False) -> Report:
        """Returns the report of results that are all in one place."""

def spark_schema() -> str:
    """Returns the columns of a table of measurements as a Spark schema, with plain strings."""

def label_inputs(inputs: Sequence[tuple[str, str | None]]) -> list[str]:
    """Returns the labels of inputs, from their paths and the labels that the caller gave."""

def rows_of_log(content: bytes, number: int, source: str, label: str) -> Rows:
    """Returns the measurements of one log, which is the input with this index."""

def outline_of_log(
    content: bytes, number: int, source: str, label: str, with_values: bool
) -> tuple[int, int, int, int, bytes | None, str | None, list[str]]:
    """Returns the outline of one log, which is the input with this index.

    The result contains the index of the input, its first and last result, the number of measurements, the outline or
    all results as bytes, an error, and notes about skipped parts of the file.
    """

def outlines(
    table: Any, with_values: bool
) -> list[tuple[int, int, int, int, bytes | None, str | None, list[str]]]:
    """Returns the outlines of the inputs of a table, in their order; with all values if `with_values` is true."""

def joined_points(parts: Sequence[tuple[str, str, int, bytes]], notes: Sequence[str]) -> Store:
    """Joins stores with one input each. Each part is the label of its point, its file, its number there, and the store."""

def check_history(**keywords: Any) -> None:
    """Checks the keywords of `Store.history`, without results."""

def joined(stores: Sequence[bytes], notes: Sequence[str]) -> Store:
    """Joins stores with one input each, in their order, with the notes about their files."""
