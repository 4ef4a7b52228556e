"""Compare logs that are too large for one machine, or find when benchmarks changed, with Apache Spark.

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

`history` reads a data frame in the same way, for example the partitions of a Parquet table.

Each worker needs the package in the same version as the driver, and `send_package` sends it; another version is an error. All
functions also work with Spark Connect.
"""

from __future__ import annotations

import atexit
import functools
import os
import re
import shutil
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native
from ._errors import ReadError, ShardError, TableError
from ._read import warn_of

if TYPE_CHECKING:
    import pyarrow as _pa
    from pyspark.sql import Column, DataFrame, Row, SparkSession

__all__ = ["compare", "history", "read_logs", "send_package"]

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

CORES = 10_000
"""The maximum number of cores that are counted."""

TIDIED = ("unit", "value")
"""The columns in the normalized unit. If a caller changes one, the written values must not be used instead."""

IDENTITY = ("source", "file", "name", "config", "metadata", "written_unit", "recording", "block")
OUTLINE = (
    "input int, first long, last long, measurements long, version string, outline binary, error string, "
    "notes array<string>, part string"
)
PART = "input int, shard int, part binary"
SHARD = "shard binary, error string"
POINT_PART = "_benchlens_part"
"""The column of the parts of points: the label of the point, the file, the input in it, and its source, joined by zeros."""

NO_VALUE = "__HIVE_DEFAULT_PARTITION__"
"""The text in the name of a folder whose rows have no value in the column of the partition."""

LOGS = "_benchlens_logs"
"""The attribute of a data frame that contains its logs."""

Batches = Iterator["_pa.RecordBatch"]


def send_package(spark: SparkSession, wheel: str | os.PathLike[str] | None = None) -> None:
    """Sends this package to all workers, which need only Python and pyarrow. Call it once in each session, before other functions.

    Args:
        spark: the Spark session.
        wheel: a wheel of the same version, if the workers have another system or processor than the driver. Default: the
            installed package.
    """
    # Spark unpacks the archive under the name after the `#`, in a folder from which Python imports.
    spark.addArtifacts(f"{_archive(None if wheel is None else os.fspath(wheel))}#benchlens", archive=True)


@functools.cache
def _archive(wheel: str | None) -> str:
    """Returns the path of an archive of the package, which executors that start later also read."""
    folder = tempfile.mkdtemp(prefix="benchlens-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    package = Path(__file__).parent
    if wheel is not None:
        zipfile.ZipFile(wheel).extractall(folder)
        package = Path(folder, "benchlens")
    return shutil.make_archive(os.path.join(folder, "package"), "zip", package)


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

        found = _collected(self.each(work, OUTLINE))
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
    """Measurements as the rows of a data frame. With the name of a column, each of its values is a point of a history."""

    def __init__(self, df: DataFrame, point: str | None = None) -> None:
        self.key = "input" if point is None else POINT_PART
        self.rows = df.select(*_columns(df), *([] if point is None else [_part(df, point)]))

    def outline(self, with_values: bool) -> tuple[_native.Store, int]:
        """Returns all results without their values, and the number of measurements. Afterwards, each input is in one partition."""
        try:
            return _joined(self._outlined(with_values))
        except _Scattered:
            self.rows = self.rows.repartition(self.key).sortWithinPartitions(self.key, "row", "field")
            found = self._outlined(with_values)
        try:
            return _joined(found)
        except _Scattered as scattered:
            raise ShardError(str(scattered)) from None

    def _outlined(self, with_values: bool) -> list[Row]:
        def work(batches: Batches) -> Batches:
            parts: list[str] = []
            for reader in _as_reader(_numbered(batches, parts)):
                yield _outlines(_native.outlines(reader, with_values), parts)

        return _collected(self.rows.mapInArrow(work, OUTLINE))

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
    # With Spark Connect, a data frame returns a column for any attribute that it does not have.
    logs = vars(df).get(LOGS)
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


def history(df: DataFrame, *, point: str | None = None, quiet: bool = False, **question: Any) -> _native.History:
    """Finds when benchmarks changed.

    The tasks read the data frame, and send their results in a packed form to the driver, which computes the history.

    Args:
        df: a data frame of `read_logs`, filtered or not, or one with the same columns.
        point: a column such as the `date` of a partitioned table. Each value is a point with a label such as
            `date=2026-11-01`, like the folders of such a table in the CLI. Default: each input is a point.
        quiet: do not issue notes and diagnostics as warnings. Default: `False`.
        question: the keywords of `Store.history`, except `threads` and `progress`.

    Raises:
        QueryError: if a keyword cannot be parsed, or names a key or unit that no result has.
        ShardError: if results were lost or duplicated, or if a worker has another version of the package.
    """
    _native.check_history(**question)
    logs = vars(df).get(LOGS)
    source = _Rows(df, point) if logs is None or point is not None else logs
    store, _ = source.outline(True)
    if not quiet:
        warn_of(store)
    return store.history(quiet=quiet, **question)


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


def _part(df: DataFrame, point: str) -> Column:
    """Returns the column of the parts of points."""
    from pyspark.sql import functions as f

    if point not in df.columns:
        raise TableError(f"no column is named {point}: found {', '.join(df.columns)}")
    value = f.coalesce(f.col(point).cast("string"), f.lit(NO_VALUE))
    label = f.concat(f.lit(f"{point}="), value)
    source = f.coalesce(f.col("source"), f.lit(""))
    return f.concat_ws("\0", label, f.input_file_name(), f.col("input").cast("string"), source).alias(POINT_PART)


def _numbered(batches: Batches, parts: list[str]) -> Batches:
    """Numbers the parts of points in the order of the rows, as inputs. `parts` receives their texts."""
    import pyarrow
    from pyarrow import compute

    for batch in batches:
        if POINT_PART not in batch.schema.names:
            yield batch
            continue
        runs = compute.run_end_encode(batch.column(POINT_PART))
        start = 0
        for part, end in zip(runs.values.to_pylist(), runs.run_ends.to_pylist()):
            if parts[-1:] != [part]:
                parts.append(part)
            rows = batch.slice(start, end - start).drop_columns([POINT_PART])
            number = pyarrow.repeat(pyarrow.scalar(len(parts) - 1, pyarrow.int32()), len(rows))
            yield rows.set_column(rows.schema.get_field_index("input"), "input", number)
            start = end


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


def _outlines(
    found: list[tuple[int, int, int, int, bytes | None, str | None, list[str]]], parts: Sequence[str] = ()
) -> _pa.RecordBatch:
    import pyarrow

    names = ("input", "first", "last", "measurements", "outline", "error", "notes")
    rows = [dict(zip(names, one), version=_native.__version__, part=parts[one[0]] if parts else None) for one in found]
    kinds = {"version": pyarrow.string(), "outline": pyarrow.binary(), "error": pyarrow.string(), "part": pyarrow.string()}
    kinds |= {"input": pyarrow.int32(), "notes": pyarrow.list_(pyarrow.string())}
    order = ("input", "first", "last", "measurements", "version", "outline", "error", "notes", "part")
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.int64())) for name in order])
    return pyarrow.RecordBatch.from_pylist(rows, schema=schema)


def _parts(parts: list[tuple[int, int, bytes]]) -> _pa.RecordBatch:
    import pyarrow

    schema = pyarrow.schema([("input", pyarrow.int32()), ("shard", pyarrow.int32()), ("part", pyarrow.binary())])
    rows = [dict(zip(schema.names, part)) for part in parts]
    return pyarrow.RecordBatch.from_pylist(rows, schema=schema)


def _collected(df: DataFrame) -> list[Row]:
    """Returns the rows that the workers send."""
    from pyspark.errors import PySparkException

    try:
        return df.collect()
    except PySparkException as error:
        if "No module named 'benchlens'" in str(error):
            raise ShardError(
                "a worker does not have benchlens: call benchlens.spark.send_package(spark), or install the wheel on all workers"
            ) from error
        raise


def _joined(found: list[Row]) -> tuple[_native.Store, int]:
    """Joins the outlines of all inputs, in the order of the inputs, or of the points and their files."""
    for row in found:
        if row.version != _native.__version__:
            raise ShardError(
                f"a worker has benchlens {row.version}, the driver {_native.__version__}: install one version everywhere"
            )
    wrong = [row for row in found if row.error is not None]
    if wrong:
        raise _Scattered(f"input {wrong[0].input}: {wrong[0].error}")
    found.sort(key=_rank)
    for one, other in zip(found, found[1:]):
        if _rank(one) == _rank(other):
            name = f"input {one.input}" if one.part is None else " ".join(map(str, _rank(one)))
            raise _Scattered(f"{name}: its rows come from two places, results {one.first} and {other.first} on")
    notes = [note for row in found for note in row.notes]
    measurements = sum(row.measurements for row in found)
    if found and found[0].part is not None:
        return _native.joined_points([(*_rank(row)[:3], bytes(row.outline)) for row in found], notes), measurements
    return _native.joined([bytes(row.outline) for row in found], notes), measurements


def _rank(row: Row) -> tuple[str, str, int, str]:
    """Returns the position of an input among all inputs: the label of its point, its file, its number and its source."""
    if row.part is None:
        return "", "", row.input, ""
    label, file, number, source = row.part.split("\0", 3)
    return label, file, int(number), source


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

    found = _collected(dealt.mapInArrow(work, SHARD))
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
    from pyspark.sql import functions

    each = min(MEASUREMENTS, max(1, task_memory(spark) // ROOM_OF_MEASUREMENT))
    # Spark Connect has no sparkContext.defaultParallelism, but a range has this number of partitions.
    cores = spark.range(CORES).select(functions.spark_partition_id().alias("core")).agg(functions.max("core")).collect()
    return max(cores[0][0] + 1, -(-measurements // each))


def task_memory(spark: SparkSession) -> int:
    """Returns the bytes that a task may use: the executor memory, divided by the tasks that run at once."""

    def conf(name: str, default: str) -> str:
        return spark.conf.get(name, default) or default

    local = conf("spark.driver.memory", "1g") if conf("spark.master", "").startswith("local") else "1g"
    executor = in_bytes(conf("spark.executor.memory", local))
    tasks = int(conf("spark.executor.cores", "1")) // max(1, int(conf("spark.task.cpus", "1")))
    return executor // max(1, tasks)


def in_bytes(text: str) -> int:
    """Parses a size as Spark writes it, such as `512m` or `4g`; without a unit, the size is in mebibytes."""
    found = re.fullmatch(r"\s*(\d+)\s*([kmgtp]?)b?\s*", text.lower())
    if found is None:
        raise ValueError(f"spark.executor.memory: {text!r} is not a size")
    powers = {"": 20, "k": 10, "m": 20, "g": 30, "t": 40, "p": 50}
    return int(found[1]) << powers[found[2]]
