"""Logs that are too many for one machine: read and compared by Apache Spark.

`read_logs` reads logs from any path that Hadoop knows into a data frame with one row a measurement, and `compare` asks a
question of such a data frame. The answer is the report that the program would give of all logs at once, bit for bit:

    logs = benchlens.spark.read_logs(spark, ["old=s3a://ci/old/*.txt", "new=s3a://ci/new/*.txt"])
    report = benchlens.spark.compare(logs, col=".file", gate="sec/op: +5%")
    print(report)

An *outline* of all results, without their values, comes to the driver first. It says which tables, rows and columns there
are, in which order, and what a task must know of the others. Then all results of a row go to one task, which compares them,
and the driver puts the rows together. The outline counts every result, so one that was lost or came twice is an error.

Each worker needs the wheel in the version of the driver; another one is an error.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from . import _native
from ._errors import ReadError, ShardError, TableError
from ._read import warn_of

if TYPE_CHECKING:
    import pyarrow as _pa
    from pyspark.sql import Column, DataFrame, Row, SparkSession

__all__ = ["compare", "read_logs"]

FILE_MAX = 2**31 - 1024
"""A file has to fit into an array of the Java machine."""

ROOM = 8
"""What a task needs at most for a log, as a multiple of its bytes: its content twice, and its rows."""

MEASUREMENTS = 1_000_000
"""So many measurements are compared by one task, unless the caller says how many tasks there are."""

ROOM_OF_MEASUREMENT = 1000
"""What a task needs at most for a measurement, in bytes."""

RESULT = ("input", "row")
IDENTITY = ("source", "file", "name", "config", "details", "written_unit", "recording", "block")
OUTLINE = "input int, first long, last long, measurements long, version string, outline binary, error string"

Batches = Iterator["_pa.RecordBatch"]


def read_logs(spark: SparkSession, paths: str | Iterable[str], *, max_bytes: int | None = None) -> DataFrame:
    """A data frame with one row for each measurement of logs.

    `paths` are files, folders or patterns of any Hadoop file system, with `label=` before them as for the program. Each file
    is an input; those of a folder or a pattern come in the order of their names. One task reads a file as a whole, because
    what a line means depends on the lines before it. A file of more than `max_bytes` is an error before anything is read: by
    default it is what fits into the memory of a task.

    The columns are those of `Store.to_arrow`, with plain texts. Parquet files of `benchlens export` have the same ones:
    `spark.read.parquet` reads them.
    """
    words = [paths] if isinstance(paths, str) else list(paths)
    files = _files(spark, words)
    if not files:
        raise ReadError(f"no file at {', '.join(words) or 'no path'}")
    _check_sizes(files, min(FILE_MAX, task_memory(spark) // ROOM) if max_bytes is None else max_bytes)
    labels = _native.label_inputs([(path, label) for label, path, _ in files])
    known: dict[str, list[tuple[int, str]]] = {}
    for number, ((_, path, _), label) in enumerate(zip(files, labels)):
        known.setdefault(path, []).append((number, label))

    def parse(batches: Batches) -> Batches:
        import pyarrow

        for batch in batches:
            for path, content in zip(batch.column(0).to_pylist(), batch.column(1)):
                for number, label in known[path]:
                    rows = _native.rows_of_log(content.as_buffer().to_pybytes(), number, path, label)
                    # One batch after the other: all of them are many times as large as the log.
                    yield from pyarrow.RecordBatchReader.from_stream(rows)

    logs = spark.read.format("binaryFile").load(list(known))
    return logs.select("path", "content").mapInArrow(parse, _native.spark_schema())


def compare(df: DataFrame, *, shards: int | None = None, quiet: bool = False, **question: Any) -> _native.Report:
    """The report of a question about a data frame of measurements.

    `question` has the keywords of `Store.compare`. What is wrong with them is raised here before any job starts, and what
    names something that no result has after the first job. `shards` is the number of tasks that compare.

    Derived units and control rows need the values of all results in one place. Such a question is answered on the driver,
    which a warning says.
    """
    plan = _native.Plan(**question)
    rows = df.select(*_columns(df))
    outline, measurements, rows = _outline(rows, plan.needs_all_values)
    if not quiet:
        warn_of(outline)
    if plan.needs_all_values:
        message = "derived units and control rows need all results in one place: they are compared on the driver"
        warnings.warn(message, stacklevel=2)
        return plan.compare(outline, quiet=quiet)
    frame = plan.frame(outline)
    count = shards or shard_count(df.sparkSession, measurements)
    return plan.join(outline, _compared(rows, question, frame, count), quiet=quiet)


def _files(spark: SparkSession, words: Sequence[str]) -> list[tuple[str | None, str, int]]:
    """Label, path and length of each file, in the order of the words, then of the names."""
    files: list[tuple[str | None, str, int]] = []
    for word in words:
        label, path = _split(word)
        found = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(path)
        rows = found.select("path", "length").collect()
        files.extend((label, row.path, row.length) for row in sorted(rows, key=lambda row: row.path))
    return files


def _split(word: str) -> tuple[str | None, str]:
    """The label and the path of `label=path`. A path may have `=` in it; a label has no `/` and no `:`."""
    label, equals, path = word.partition("=")
    return (label, path) if equals and not set("/:") & set(label) else (None, word)


def _check_sizes(files: Sequence[tuple[str | None, str, int]], most: int) -> None:
    for _, path, length in files:
        if most < length:
            raise ReadError(
                f"{path}: {length:,} bytes are more than the {most:,} that a task can read: give executors more memory "
                "(spark.executor.memory) or fewer tasks at once (spark.executor.cores), or export the log to Parquet with "
                "the program and read that"
            )


def _columns(df: DataFrame) -> list[Column]:
    """The columns that a comparison reads."""
    from pyspark.sql import functions

    there = set(df.columns)
    # What was computed with may stand for what was written: it is in the tidied unit.
    written = {"written_unit", "written_value"} <= there
    others = {"written_unit": "unit", "written_value": "value"}
    needed = [*RESULT, "field", *IDENTITY, "written_value", "iterations", "about"]
    columns, missing = [], []
    for name in needed:
        found = name if written else others.get(name, name)
        if found in there:
            columns.append(functions.col(found).alias(name))
        else:
            missing.append(found)
    if missing:
        found = ", ".join(df.columns) or "no column"
        raise TableError(f"not a data frame of read_logs: missing {', '.join(missing)}; found {found}")
    return columns


class _Scattered(Exception):
    """The rows of an input are in several places, or not in their order."""


def _outline(rows: DataFrame, with_values: bool) -> tuple[_native.Store, int, DataFrame]:
    """All results without their values, how many measurements they have, and the rows with each input in one place."""
    try:
        return (*_joined(_outlined(rows, with_values)), rows)
    except _Scattered:
        rows = rows.repartition("input").sortWithinPartitions("input", "row", "field")
        found = _outlined(rows, with_values)
    try:
        return (*_joined(found), rows)
    except _Scattered as scattered:
        raise ShardError(str(scattered)) from None


def _outlined(rows: DataFrame, with_values: bool) -> list[Row]:
    from pyspark.sql import functions

    if not with_values:
        value = functions.col("written_value")
        # What has no value does not count, so it must not have one here.
        one = functions.when(value.isNull() | functions.isnan(value), value).otherwise(functions.lit(1.0))
        rows = rows.withColumns({"written_value": one, "iterations": functions.lit(1).cast("long")})
    return rows.mapInArrow(_outlines(with_values), OUTLINE).collect()


def _outlines(with_values: bool) -> Callable[[Batches], Batches]:
    def work(batches: Batches) -> Batches:
        import pyarrow

        first = next(batches, None)
        if first is None:
            return
        reader = pyarrow.RecordBatchReader.from_batches(first.schema, _chained(first, batches))
        names = ("input", "first", "last", "measurements", "outline", "error")
        found = [dict(zip(names, one), version=_native.__version__) for one in _native.outlines(reader, with_values)]
        kinds = {"input": pyarrow.int32(), "version": pyarrow.string(), "outline": pyarrow.binary(), "error": pyarrow.string()}
        order = ("input", "first", "last", "measurements", "version", "outline", "error")
        schema = pyarrow.schema([(name, kinds.get(name, pyarrow.int64())) for name in order])
        yield pyarrow.RecordBatch.from_pylist(found, schema=schema)

    return work


def _chained(first: _pa.RecordBatch, others: Batches) -> Batches:
    yield first
    yield from others


def _joined(found: list[Row]) -> tuple[_native.Store, int]:
    """The outlines of all inputs as one, in the order of the inputs."""
    for row in found:
        if row.version != _native.__version__:
            raise ShardError(
                f"a worker has benchlens {row.version}, the driver {_native.__version__}: install one version everywhere"
            )
    wrong = [row for row in found if row.error is not None]
    if wrong:
        raise _Scattered(f"input {wrong[0].input}: {wrong[0].error}")
    found.sort(key=lambda row: row.input)
    for one, other in zip(found, found[1:]):
        if one.input == other.input:
            raise _Scattered(f"input {one.input}: its rows come from two places, results {one.first} and {other.first} on")
    store = _native.joined([bytes(row.outline) for row in found])
    return store, sum(row.measurements for row in found)


def _compared(rows: DataFrame, question: dict[str, Any], frame: bytes, count: int) -> list[bytes]:
    """The comparisons of all rows of the tables, by so many tasks."""
    spark = rows.sparkSession
    memory = task_memory(spark)
    # The gate is the driver's alone: what it asks of comparisons is in the frame.
    question = {name: value for name, value in question.items() if name not in ("gate", "gate_file", "today")}

    def dealt(batches: Batches) -> Batches:
        yield from _dealt(_native.Plan(**question), batches, count)

    def compared(batches: Batches) -> Batches:
        import pyarrow

        held, size = [], 0
        for batch in batches:
            held.append(batch)
            size += batch.nbytes
            if memory < 2 * size:
                raise MemoryError(
                    f"the results of one task take {size:,} bytes by now, of {memory:,} that it has: compare with more "
                    "shards (shards=), or give executors more memory"
                )
        if held:
            order = [(name, "ascending") for name in (*RESULT, "field")]
            table = pyarrow.Table.from_batches(held).sort_by(order)
            held.clear()
            shard = _native.Plan(**question).shard(table, frame)
            yield pyarrow.RecordBatch.from_pydict({"shard": pyarrow.array([shard], pyarrow.binary())})

    rows = rows.drop("about")
    schema = f"{_declared(rows)}, shard int"
    shards = rows.mapInArrow(dealt, schema).repartition(count, "shard")
    return [bytes(row.shard) for row in shards.mapInArrow(compared, "shard binary").collect()]


def _declared(rows: DataFrame) -> str:
    return ", ".join(f"`{field.name}` {field.dataType.simpleString()}" for field in rows.schema.fields)


def _dealt(plan: _native.Plan, batches: Batches, count: int) -> Batches:
    """The rows that the question asks for, each with its shard. A result is dealt out as a whole."""
    import pyarrow

    rest: list[_pa.RecordBatch] = []
    for batch in batches:
        if not batch.num_rows:
            continue
        end = _start_of_last(batch)
        if end == 0:
            rest.append(batch)
            continue
        yield from _with_shards(plan, pyarrow.Table.from_batches([*rest, batch.slice(0, end)]), count)
        rest = [batch.slice(end)]
    if rest:
        yield from _with_shards(plan, pyarrow.Table.from_batches(rest), count)


def _start_of_last(batch: _pa.RecordBatch) -> int:
    """Where the last result of a batch begins: the next batch may go on with it."""
    columns = [batch.column(name) for name in RESULT]
    last = [column[-1] for column in columns]
    start = batch.num_rows - 1
    while start and [column[start - 1] for column in columns] == last:
        start -= 1
    return start


def _with_shards(plan: _native.Plan, table: _pa.Table, count: int) -> Batches:
    import pyarrow

    # An input without results has a row that is none.
    table = table.filter(table.column("name").is_valid())
    # Values decide nothing here, and one that is no number would be left out.
    ones = pyarrow.array([1.0], pyarrow.float64()).take(pyarrow.nulls(len(table), pyarrow.int32()).fill_null(0))
    place = table.schema.get_field_index("written_value")
    asked = pyarrow.table(plan.shards_of(table.set_column(place, "written_value", ones), count))
    table = table.append_column("shard", asked.column("shard"))
    yield from table.filter(table.column("shard").is_valid()).to_batches()


def shard_count(spark: SparkSession, measurements: int) -> int:
    """So many tasks that each has about a million measurements, and every core has one."""
    each = min(MEASUREMENTS, max(1, task_memory(spark) // ROOM_OF_MEASUREMENT))
    return max(spark.sparkContext.defaultParallelism, -(-measurements // each), 1)


def task_memory(spark: SparkSession) -> int:
    """The bytes that a task may use: those of its executor, shared by the tasks that run on it at once."""
    conf = spark.sparkContext.getConf()
    local = conf.get("spark.driver.memory", "1g") if conf.get("spark.master", "").startswith("local") else "1g"
    executor = in_bytes(conf.get("spark.executor.memory", local))
    tasks = int(conf.get("spark.executor.cores", "1")) // max(1, int(conf.get("spark.task.cpus", "1")))
    return executor // max(1, tasks)


def in_bytes(text: str) -> int:
    """A size as Spark writes it: `512m`, `4g`, mebibytes without a unit."""
    found = re.fullmatch(r"\s*(\d+)\s*([kmgtp]?)b?\s*", text.lower())
    if found is None:
        raise ValueError(f"spark.executor.memory: {text!r} is not a size")
    powers = {"": 20, "k": 10, "m": 20, "g": 30, "t": 40, "p": 50}
    return int(found[1]) << powers[found[2]]
