"""Reading: classifies the inputs of a call; the compiled part of the package reads them."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any

from . import _native
from ._errors import ReadWarning
from ._progress import Bar, Watcher, watcher

WARNINGS = 20
"""The maximum number of diagnostics issued as warnings; `Store.diagnostics` contains all."""

Source = Any
"""A path or a pattern, a log as bytes, an open file, or a table, which is any object with `__arrow_c_stream__`."""


def read(
    inputs: Source | Sequence[Source] | Mapping[str, Source],
    *,
    labels: Sequence[str] | None = None,
    input_format: _native._InputFormat | None = None,
    map: str | None = None,
    quantiles: str | None = None,
    expected_interval: str | None = None,
    window: str | None = None,
    split_folders: bool = False,
    threads: int | None = None,
    progress: bool | Watcher | None = None,
    quiet: bool = False,
) -> _native.Store:
    """Reads logs and tables of measurements.

    Args:
        inputs: one input, a list of inputs, or a mapping from labels to inputs. The first input is the baseline.
            A string is an input as on the command line: a file, a folder, an archive, a pattern, or `ARCHIVE!MEMBER`,
            with an optional label (`label=PATH`). A `pathlib` path always names exactly this file. Bytes and open
            files are logs, archives of logs, or Parquet files. Objects with `__arrow_c_stream__`, such as data frames
            of pandas and polars, are tables of measurements.
        labels (list of str): the labels of a list of inputs, in their order. Default: the paths.
        input_format (str): read all inputs as this format. Default: detect the format of each input.
        map (str): the columns of CSV and TSV tables, such as `"name=bench,value=time,unit=ms/op"`.
        quantiles (str): the quantiles of load tests, as percentages. Default: `"50,90,99,99.9"`.
        expected_interval (str): correct the latencies of load tests for coordinated omission by the time between two
            requests, such as `"10ms"`. Default: no correction.
        window (str): use the medians of the quantiles of windows, such as `"10s"`. Default: the quantiles of the run.
        split_folders (bool): make an input of each file and folder in a folder, sorted by name, as `benchlens history`
            does. Default: `False`: a folder is one input.
        threads (int): the number of threads. Default: one for each core.
        progress (bool or callable): `True` shows a progress bar on standard error; a callable receives the current
            step, the amount done, and the total or `None`. Default: no progress.
        quiet (bool): do not issue diagnostics as `ReadWarning`. Default: `False`.

    Raises:
        ReadError: if an input cannot be read or has no results.
        TableError: if a table does not contain measurements.
    """
    given = _given(inputs, labels)
    watch = watcher(progress)
    options = _options(input_format, map, quantiles, expected_interval, window)
    try:
        store = _native.read(given, options, split_folders=split_folders, threads=threads, progress=watch)
    finally:
        if isinstance(watch, Bar):
            watch.close()
    if not quiet:
        warn_of(store)
    return store


def convert(
    inputs: Source | Sequence[Source] | Mapping[str, Source],
    *,
    filter: str = "*",
    metadata: bool = False,
    input_format: _native._InputFormat | None = None,
    map: str | None = None,
    quantiles: str | None = None,
    expected_interval: str | None = None,
    window: str | None = None,
    quiet: bool = False,
) -> bytes:
    """Converts inputs of any format to Go benchmark text, as `benchlens convert` does.

    Args:
        inputs: one input, a list of inputs, or a mapping from labels to inputs, as for `read`.
        filter (str): use only results and measurements that match, such as `".unit:sec/op"`. Default: `"*"`.
        metadata (bool): add data that Go's logs do not have, such as the blocks of a recording. Default: `False`.
        input_format (str): read all inputs as this format. Default: detect the format of each input.
        map (str): the columns of CSV and TSV tables, such as `"name=bench,value=time,unit=ms/op"`.
        quantiles (str): the quantiles of load tests, as percentages. Default: `"50,90,99,99.9"`.
        expected_interval (str): correct the latencies of load tests for coordinated omission by the time between two
            requests, such as `"10ms"`. Default: no correction.
        window (str): use the medians of the quantiles of windows, such as `"10s"`. Default: the quantiles of the run.
        quiet (bool): do not issue diagnostics as `ReadWarning`. Default: `False`.

    Returns:
        The text, one line for each result.

    Raises:
        QueryError: if `filter` cannot be parsed.
        ReadError: if an input cannot be read or has no results.
        TableError: if a table does not contain measurements.
    """
    given = _given(inputs, None)
    options = _options(input_format, map, quantiles, expected_interval, window)
    text, told = _native.convert(given, options, filter=filter, metadata=metadata)
    if not quiet:
        warn_each(told, "there are more messages of this kind")
    return text


def _options(
    input_format: str | None,
    map: str | None,
    quantiles: str | None,
    expected_interval: str | None,
    window: str | None,
) -> dict[str, str | None]:
    """Returns the keywords that describe inputs before they are read."""
    return {
        "input_format": input_format,
        "map": map,
        "quantiles": quantiles,
        "expected_interval": expected_interval,
        "window": window,
    }


def _given(inputs: Source, labels: Sequence[str] | None) -> list[tuple[str, Any, str, str | None]]:
    """Returns the kind, the value, the name in messages and the label of each input."""
    named: Iterable[tuple[str | None, Source]]
    if isinstance(inputs, Mapping):
        if labels is not None:
            raise ValueError("labels: the keys of the mapping are the labels already")
        named = [(label, one) for label, value in inputs.items() for one in _several(value)]
    else:
        several = _several(inputs)
        if labels is not None and (isinstance(labels, str) or len(labels) != len(several)):
            raise ValueError(f"labels: must be one for each input, found {labels!r} for {several!r}")
        named = zip(labels if labels is not None else [None] * len(several), several)
    given: list[tuple[str, Any, str, str | None]] = []
    for label, value in named:
        if label is not None and not isinstance(label, str):
            raise TypeError(f"labels: must be texts, found {label!r}")
        place = f"input {len(given) + 1}"
        kind, content, name = _sorted(value, label or place)
        # File names may contain surrogates for bytes that are not UTF-8.
        given.append((kind, content, name.encode("utf-8", "replace").decode(), label))
    return given


def _several(inputs: Source) -> list[Source]:
    """Returns the inputs of a list; any other object is a single input."""
    # A stream of batches and an open file are iterators, but also single inputs.
    is_one = hasattr(inputs, "__arrow_c_stream__") or hasattr(inputs, "read")
    is_several = isinstance(inputs, (list, tuple)) or (hasattr(inputs, "__next__") and not is_one)
    if isinstance(inputs, (set, frozenset)):
        raise TypeError("inputs: a set has no order, and the first input is the baseline: use a list")
    return list(inputs) if is_several else [inputs]


def _sorted(value: Source, name: str) -> tuple[str, Any, str]:
    """Returns the kind of an input, its value, and its name in messages."""
    if isinstance(value, str):
        return "word", value, value
    if isinstance(value, os.PathLike):
        return "path", os.fspath(value), name
    if isinstance(value, (bytes, bytearray, memoryview)):
        return "bytes", bytes(value), name
    if hasattr(value, "__arrow_c_stream__"):
        return "table", value, name
    if hasattr(value, "read"):
        return "bytes", _content(value), _file_name(value, name)
    kind = type(value).__name__
    raise TypeError(
        f"{name}: a {kind} is no input: use a path, bytes, an open file, or a table with __arrow_c_stream__ "
        "(pandas from 2.2, polars, pyarrow)"
    )


def _content(file: IO[Any]) -> bytes:
    content = file.read()
    # Text may have been decoded with surrogates for bytes that are not UTF-8; this restores the original bytes.
    return content.encode("utf-8", "surrogateescape") if isinstance(content, str) else bytes(content)


def _file_name(file: IO[Any], name: str) -> str:
    given = getattr(file, "name", None)
    return given if isinstance(given, str) else name


def warn_of(store: _native.Store) -> None:
    """Issues the notes and diagnostics of a store as warnings, attributed to the caller of the public function."""
    told = [*store.notes, *(str(diagnostic) for diagnostic in store.diagnostics)]
    warn_each(told, "there are more messages of this kind: see Store.diagnostics and Store.notes", level=4)


def warn_each(told: Sequence[str], more: str, level: int = 3) -> None:
    """Issues the first messages as warnings, attributed to the caller of the public function."""
    for message in told[:WARNINGS]:
        warnings.warn(message, ReadWarning, stacklevel=level)
    if WARNINGS < len(told):
        warnings.warn(more, ReadWarning, stacklevel=level)
