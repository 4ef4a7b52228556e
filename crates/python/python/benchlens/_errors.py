"""The exceptions and warnings of the package."""

from __future__ import annotations

import os


PLACES = 20
"""The maximum number of places in the text of an error."""


class Error(Exception):
    """Base class of all benchlens exceptions."""


class QueryError(Error, ValueError):
    """Raised for a keyword that cannot be parsed, or that does not apply to these results.

    The text is the message of the CLI, with keywords in place of flags, the query, and a mark below the place.
    """

    part: str
    """The wrong keyword, such as `filter`, `row`, `alpha` or `gate`."""
    message: str
    """The problem, without the place."""
    query: str | None
    """The query that contains the place."""
    span: tuple[int, int] | None
    """The place: the indexes of its first character and of the character after its last."""

    def __init__(self, text: str, part: str, message: str, query: str | None, span: tuple[int, int] | None) -> None:
        super().__init__(text)
        self.part = part
        self.message = message
        self.query = query
        self.span = span

    def __reduce__(self) -> tuple[type[QueryError], tuple[object, ...]]:
        return type(self), (str(self), self.part, self.message, self.query, self.span)


class ReadError(Error, OSError):
    """Raised for an input that cannot be read, or that has no results.

    The text is the message, followed by the first diagnostics. If the system reported the failure, `errno`,
    `strerror` and `filename` are those of `OSError`; otherwise they are `None`.
    """

    message: str
    """The reason why nothing was read."""
    diagnostics: list[str]
    """Problems with the inputs that were read before, with their places."""

    def __init__(
        self,
        message: str,
        diagnostics: list[str] | None = None,
        errno: int | None = None,
        filename: str | None = None,
    ) -> None:
        self.message = message
        self.diagnostics = diagnostics or []
        super().__init__("\n".join([message, *self.diagnostics[:PLACES]]))
        self.errno = errno
        self.strerror = None if errno is None else os.strerror(errno)
        self.filename = filename

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> tuple[type[ReadError], tuple[object, ...]]:
        return type(self), (self.message, self.diagnostics, self.errno, self.filename)


class InputNotFoundError(ReadError, FileNotFoundError):
    """Raised for an input that does not exist, or a pattern that matches no file."""


class TableError(Error, ValueError):
    """Raised for a table that does not contain measurements, or for results that a table cannot contain."""


class ShardError(Error):
    """Raised if comparisons of several processes do not form a report: results were lost, duplicated, or do not match."""


class ChartError(Error, ValueError):
    """Raised for results that this kind of chart cannot show."""


class ReadWarning(UserWarning):
    """A warning about a place in an input, or about a skipped part of a folder or archive."""


class NoteWarning(UserWarning):
    """A note or warning about a comparison, as the CLI prints it to standard error."""
