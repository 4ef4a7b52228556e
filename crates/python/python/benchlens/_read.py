"""Reading: sorts what a call names by what it is; the compiled half reads it."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any

from . import _native
from ._errors import ReadWarning
from ._progress import Bar, Watcher, watcher

WARNINGS = 20
"""So many places are told as warnings; all are in `Store.diagnostics`."""

Source = Any
"""A path or a pattern, a log as bytes, an open file, or a table: whatever has `__arrow_c_stream__`."""


def read(
    inputs: Source | Sequence[Source] | Mapping[str, Source],
    *,
    labels: Sequence[str] | None = None,
    input_format: str | None = None,
    map: str | None = None,
    threads: int | None = None,
    progress: bool | Watcher | None = None,
    quiet: bool = False,
) -> _native.Store:
    """Reads logs, and tables of measurements.

    A text is an input as on the program's command line: a file, a folder, an archive, a pattern, `ARCHIVE!MEMBER`, or any
    of these behind `label=`. A path of `pathlib` is the file of that name. Bytes and open files are logs, or archives of
    logs. Data frames of pandas and polars, tables of pyarrow and whatever else has `__arrow_c_stream__` are tables of
    measurements. A list has several inputs; a mapping has the labels of its inputs for keys.

    `labels` names the inputs of a list in their order. `input_format` and `map` are the program's flags. `progress` is
    `True` for a bar on standard error, or a callable that gets what is being done, how much of it is done, and of how
    much. What is not right with places of inputs is told as warnings, unless `quiet` is true, and is in
    `Store.diagnostics`.
    """
    given = _given(inputs, labels)
    watch = watcher(progress)
    try:
        store = _native.read(given, input_format=input_format, map=map, threads=threads, progress=watch)
    finally:
        if isinstance(watch, Bar):
            watch.close()
    if not quiet:
        warn_of(store)
    return store


def _given(inputs: Source, labels: Sequence[str] | None) -> list[tuple[str, Any, str, str | None]]:
    """Each input: what it is, its value, its name in messages, its label."""
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
        # A name of a file may hold surrogates, for what is not UTF-8 in it.
        given.append((kind, content, name.encode("utf-8", "replace").decode(), label))
    return given


def _several(inputs: Source) -> list[Source]:
    """The inputs of a list; anything else is one."""
    # A stream of batches and an open file give one thing after the other, too, and are one input.
    is_one = hasattr(inputs, "__arrow_c_stream__") or hasattr(inputs, "read")
    is_several = isinstance(inputs, (list, tuple)) or (hasattr(inputs, "__next__") and not is_one)
    if isinstance(inputs, (set, frozenset)):
        raise TypeError("inputs: a set has no order, and the first input is the baseline: use a list")
    return list(inputs) if is_several else [inputs]


def _sorted(value: Source, name: str) -> tuple[str, Any, str]:
    """What an input is, its value, and its name in messages."""
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
    # A text was decoded with surrogates for what was not UTF-8, or without: both give back what was there.
    return content.encode("utf-8", "surrogateescape") if isinstance(content, str) else bytes(content)


def _file_name(file: IO[Any], name: str) -> str:
    given = getattr(file, "name", None)
    return given if isinstance(given, str) else name


def warn_of(store: _native.Store) -> None:
    """Tells what is not right, as the caller of the caller of this sees it."""
    told = [*store.notes, *(str(diagnostic) for diagnostic in store.diagnostics)]
    for message in told[:WARNINGS]:
        warnings.warn(message, ReadWarning, stacklevel=3)
    if WARNINGS < len(told):
        more = "there are more messages of this kind: see Store.diagnostics and Store.notes"
        warnings.warn(more, ReadWarning, stacklevel=3)
