"""Compare logs that are too large for one machine, with Apache Spark.

`read_logs` reads logs from any path that Hadoop supports into a data frame with one row for each measurement, and `compare`
compares such a data frame. The report is identical to the report of all logs on one machine:

    logs = benchlens.spark.read_logs(spark, ["old=s3a://ci/old/*.txt", "new=s3a://ci/new/*.txt"])
    report = benchlens.spark.compare(logs, col=".file", gate="sec/op: +5%")
    print(report)

An *outline* of all results, without their values, is first sent to the driver. It contains the tables, rows and columns in their
order, and the facts that each task needs about the others. Then all results of a row are sent to one task, which compares them, and
the driver combines the rows. The outline counts every result, so missing or duplicated results are an error, and so is a log that
was found but not read.

Results are sent in a packed form, not as rows. For an unmodified data frame of `read_logs`, the tasks that compare also read the logs,
so nothing is converted to rows. A filtered data frame, or one from elsewhere, is read by its rows.

Each worker needs the wheel in the same version as the driver; another version is an error.
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
"""The maximum size of a file, which must fit into a Java array."""

ROOM = 8
"""The maximum memory of a task for a log, as a multiple of its bytes: the content twice, and the rows."""

MEASUREMENTS = 1_000_000
"""The number of measurements that one task compares by default."""

ROOM_OF_MEASUREMENT = 300
"""The maximum memory of a task for a measurement, in bytes."""

ROOM_OF_PART = 8
"""The maximum memory of a task for the results that it compares, as a multiple of their packed bytes."""

TIDIED = ("unit", "value")
"""The columns in the normalized unit. If a caller changes one, the written values must not be used instead."""

IDENTITY = ("source", "file", "name", "config", "metadata", "written_unit", "recording", "block")
OUTLINE = "input int, first long, last long, measurements long, version string, outline binary, error string, notes array<string>"
PART = "input int, shard int, part binary"
SHARD = "shard binary, error string"
LOGS = "_benchlens_logs"
"""The attribute of a data frame that contains its logs."""

Batches = Iterator["_pa.RecordBatch"]


def read_logs(spark: SparkSession, paths: str | Iterable[str], *, max_bytes: int | None = None) -> DataFrame:
    """Reads logs into a data frame with one row for each measurement.

    The columns are those of `Store.to_arrow`, with plain strings. Parquet files from `benchlens export` have the same columns, so you
    can read them with `spark.read.parquet`.

    Args:
        spark: the Spark session.
        paths: files, folders or patterns of any Hadoop file system, with optional labels (`label=PATH`). Each file is an input;
            the files of a folder or a pattern are sorted by name.
        max_bytes: the maximum size of a file, which one task reads as a whole. Default: the size that fits into its memory.
    """
    words = [paths] if isinstance(paths, str) else list(paths)
    if not words:
        raise ReadError("no paths")
    files = _files(spark, words)
    _check_sizes(files, min(FILE_MAX, task_memory(spark) // ROOM) if max_bytes is None else max_bytes)
    labels = _native.label_inputs([(path, label) for label, path, _ in files])
    known: dict[str, list[tuple[int, str]]] = {}
    for number, ((_, path, _), label) in enumerate(zip(files, labels)):
        known.setdefault(path, []).append((number, label))
    logs = _Logs(spark.read.format("binaryFile").load([_literal(path) for path in known]).select("path", "content"), known)

    def rows(content: bytes, number: int, path: str, label: str) -> Batches:
        import pyarrow

        # Yield one batch at a time, because together they are many times as large as the log.
        yield from pyarrow.RecordBatchReader.from_stream(_native.rows_of_log(content, number, path, label))

    frame = logs.each(rows, _native.spark_schema())
    # Data frames that are derived from this one do not have this attribute.
    setattr(frame, LOGS, logs)
    return frame


class _Logs:
    """Logs in files, each of which is read by one task."""

    def __init__(self, contents: DataFrame, known: dict[str, list[tuple[int, str]]]) -> None:
        self.contents = contents
        self.known = known

    def each(self, work: Callable[[bytes, int, str, str], Batches], schema: str) -> DataFrame:
        """Applies `work` to the content, number, path and label of each input."""
        known = self.known

        def of_batches(batches: Batches) -> Batches:
            for batch in batches:
                for path, content in zip(batch.column(0).to_pylist(), batch.column(1)):
                    log = content.as_buffer().to_pybytes()
                    for number, label in known[path]:
                        yield from work(log, number, path, label)

        return self.contents.mapInArrow(of_batches, schema)

    def outline(self, with_values: bool) -> tuple[_native.Store, int]:
        """Returns all results without their values, and the number of measurements."""

        def work(log: bytes, number: int, path: str, label: str) -> Batches:
            yield _outlines([_native.outline_of_log(log, number, path, label, with_values)])

        found = self.each(work, OUTLINE).collect()
        came = {row.input for row in found}
        lost = [path for path, inputs in self.known.items() if not came.issuperset(number for number, _ in inputs)]
        if lost:
            # Spark may be configured to skip files that are missing or corrupt.
            raise ShardError(f"{len(lost)} of {len(self.known)} logs were found, but not read: {', '.join(lost[:3])}")
        try:
            return _joined(found)
        except _Scattered as scattered:
            raise ShardError(str(scattered)) from None

    def dealt(self, question: dict[str, Any], count: int) -> DataFrame:
        """Returns the results that the query selects, each in its shard."""

        def work(log: bytes, number: int, path: str, label: str) -> Batches:
            yield _parts(_native.Plan(**question).deal_log(log, number, path, label, count))

        return self.each(work, PART)


class _Rows:
    """Measurements as the rows of a data frame."""

    def __init__(self, df: DataFrame) -> None:
        self.rows = df.select(*_columns(df))

    def outline(self, with_values: bool) -> tuple[_native.Store, int]:
        """Returns all results without their values, and the number of measurements. Afterwards, each input is in one partition."""
        try:
            return _joined(self._outlined(with_values))
        except _Scattered:
            self.rows = self.rows.repartition("input").sortWithinPartitions("input", "row", "field")
            found = self._outlined(with_values)
        try:
            return _joined(found)
        except _Scattered as scattered:
            raise ShardError(str(scattered)) from None

    def _outlined(self, with_values: bool) -> list[Row]:
        def work(batches: Batches) -> Batches:
            for reader in _as_reader(batches):
                yield _outlines(_native.outlines(reader, with_values))

        return self.rows.mapInArrow(work, OUTLINE).collect()

    def dealt(self, question: dict[str, Any], count: int) -> DataFrame:
        """Returns the results that the query selects, each in its shard."""

        def work(batches: Batches) -> Batches:
            for reader in _as_reader(batches):
                yield _parts(_native.Plan(**question).deal(reader, count))

        # The outline has already checked these columns.
        return self.rows.drop("about", *TIDIED).mapInArrow(work, PART)


def compare(df: DataFrame, *, shards: int | None = None, quiet: bool = False, **question: Any) -> _native.Report:
    """Compares the measurements of a data frame.

    The driver compares derived units and control benchmarks, which need all values in one place, and a warning says so.

    Args:
        df: a data frame of `read_logs`, filtered or not, or one with the same columns.
        shards: the number of tasks that compare. Default: about one for each million measurements.
        quiet: do not issue notes and diagnostics as warnings. Default: `False`.
        question: the keywords of `Store.compare`, except `threads` and `progress`.

    Raises:
        QueryError: if a keyword cannot be parsed, or names a key or column that no result has.
        ShardError: if results were lost or duplicated, or if a worker has another version of the package.
    """
    plan = _native.Plan(**question)
    logs = getattr(df, LOGS, None)
    source = _Rows(df) if logs is None else logs
    outline, measurements = source.outline(plan.needs_all_values)
    if not quiet:
        warn_of(outline)
    if plan.needs_all_values:
        message = "derived units and control rows need all results in one place: they are compared on the driver"
        warnings.warn(message, stacklevel=2)
        return plan.compare(outline, quiet=quiet)
    frame = plan.frame(outline)
    count = shards or shard_count(df.sparkSession, measurements)
    # Only the driver evaluates the gate; the frame contains the parts that the tasks need.
    question = {name: value for name, value in question.items() if name not in ("gate", "gate_file", "today")}
    dealt = source.dealt(question, count).repartition(count, "shard")
    return plan.join(outline, _compared(dealt, question, frame), quiet=quiet)


def _files(spark: SparkSession, words: Sequence[str]) -> list[tuple[str | None, str, int]]:
    """Returns the label, path and length of each file, in the order of the words, then by name."""
    files: list[tuple[str | None, str, int]] = []
    for word in words:
        label, path = _split(word)
        found = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(path)
        rows = found.select("path", "length").collect()
        if not rows:
            raise ReadError(f"no file at {path}: Spark leaves out names that begin with _ or a dot")
        files.extend((label, row.path, row.length) for row in sorted(rows, key=lambda row: row.path))
    return files


def _literal(path: str) -> str:
    """Returns a pattern that matches only this path."""
    return re.sub(r"[*?\[\]{}\\]", r"\\\g<0>", path)


def _split(word: str) -> tuple[str | None, str]:
    """Splits `label=path`. A path may contain `=`, but a label contains neither `/` nor `:`."""
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
    """Returns the columns that a comparison reads."""
    from pyspark.sql import functions

    there = set(df.columns)
    # Without written values, the normalized values replace them.
    written = {"written_unit", "written_value"} <= there
    others = {"written_unit": "unit", "written_value": "value"}
    needed = ["input", "row", "field", *IDENTITY, "written_value", "iterations", "about"]
    # If both exist, they must agree.
    needed.extend(TIDIED if written and there.issuperset(TIDIED) else ())
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
    """Raised if the rows of an input are in several partitions, or not in their order."""


def _as_reader(batches: Batches) -> Iterator[_pa.RecordBatchReader]:
    """Yields a reader of the batches, if there are any."""
    import pyarrow

    for first in batches:
        yield pyarrow.RecordBatchReader.from_batches(first.schema, _chained(first, batches))


def _chained(first: _pa.RecordBatch, others: Batches) -> Batches:
    yield first
    yield from others


def _outlines(found: list[tuple[int, int, int, int, bytes | None, str | None, list[str]]]) -> _pa.RecordBatch:
    import pyarrow

    names = ("input", "first", "last", "measurements", "outline", "error", "notes")
    rows = [dict(zip(names, one), version=_native.__version__) for one in found]
    kinds = {"input": pyarrow.int32(), "version": pyarrow.string(), "outline": pyarrow.binary(), "error": pyarrow.string()}
    kinds["notes"] = pyarrow.list_(pyarrow.string())
    order = ("input", "first", "last", "measurements", "version", "outline", "error", "notes")
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.int64())) for name in order])
    return pyarrow.RecordBatch.from_pylist(rows, schema=schema)


def _parts(parts: list[tuple[int, int, bytes]]) -> _pa.RecordBatch:
    import pyarrow

    schema = pyarrow.schema([("input", pyarrow.int32()), ("shard", pyarrow.int32()), ("part", pyarrow.binary())])
    rows = [dict(zip(schema.names, part)) for part in parts]
    return pyarrow.RecordBatch.from_pylist(rows, schema=schema)


def _joined(found: list[Row]) -> tuple[_native.Store, int]:
    """Joins the outlines of all inputs, in the order of the inputs."""
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
    notes = [note for row in found for note in row.notes]
    store = _native.joined([bytes(row.outline) for row in found], notes)
    return store, sum(row.measurements for row in found)


def _compared(dealt: DataFrame, question: dict[str, Any], frame: bytes) -> list[bytes]:
    """Returns the comparisons of all shards."""
    memory = task_memory(dealt.sparkSession)

    def work(batches: Batches) -> Batches:
        import pyarrow

        parts: list[tuple[int, int, bytes]] = []
        size = 0
        for batch in batches:
            size += batch.nbytes
            if memory < ROOM_OF_PART * size:
                raise MemoryError(
                    f"the results of one task take {ROOM_OF_PART * size:,} bytes by now, of {memory:,} that it has: compare "
                    "with more shards (shards=), or give executors more memory"
                )
            parts.extend(zip(*(batch.column(name).to_pylist() for name in ("input", "shard", "part"))))
        if parts:
            shard, error = _shard(parts, question, frame)
            kinds = [("shard", pyarrow.binary()), ("error", pyarrow.string())]
            yield pyarrow.RecordBatch.from_pylist([{"shard": shard, "error": error}], schema=pyarrow.schema(kinds))

    found = dealt.mapInArrow(work, SHARD).collect()
    for row in found:
        if row.error is not None:
            raise ShardError(row.error)
    return [bytes(row.shard) for row in found]


def _shard(parts: list[tuple[int, int, bytes]], question: dict[str, Any], frame: bytes) -> tuple[bytes | None, str | None]:
    """Returns the comparisons of the results of a task, which may have several shards, or an error."""
    parts.sort(key=lambda part: part[:2])
    for (input_, shard, _), other in zip(parts, parts[1:]):
        if (input_, shard) == other[:2]:
            return None, f"input {input_}: its results came from two places: a part of them was read or sent twice"
    return _native.Plan(**question).shard([part for _, _, part in parts], frame), None


def shard_count(spark: SparkSession, measurements: int) -> int:
    """Returns the number of tasks: about one for each million measurements, and at least one for each core."""
    each = min(MEASUREMENTS, max(1, task_memory(spark) // ROOM_OF_MEASUREMENT))
    return max(spark.sparkContext.defaultParallelism, -(-measurements // each), 1)


def task_memory(spark: SparkSession) -> int:
    """Returns the bytes that a task may use: the executor memory, divided by the tasks that run at once."""
    conf = spark.sparkContext.getConf()
    local = conf.get("spark.driver.memory", "1g") if conf.get("spark.master", "").startswith("local") else "1g"
    executor = in_bytes(conf.get("spark.executor.memory", local))
    tasks = int(conf.get("spark.executor.cores", "1")) // max(1, int(conf.get("spark.task.cpus", "1")))
    return executor // max(1, tasks)


def in_bytes(text: str) -> int:
    """Parses a size as Spark writes it, such as `512m` or `4g`; without a unit, the size is in mebibytes."""
    found = re.fullmatch(r"\s*(\d+)\s*([kmgtp]?)b?\s*", text.lower())
    if found is None:
        raise ValueError(f"spark.executor.memory: {text!r} is not a size")
    powers = {"": 20, "k": 10, "m": 20, "g": 30, "t": 40, "p": 50}
    return int(found[1]) << powers[found[2]]
