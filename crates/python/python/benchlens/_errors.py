"""The exceptions and warnings of the package."""

from __future__ import annotations


PLACES = 20
"""So many places are in the text of an error."""


class Error(Exception):
    """Anything that is wrong."""


class QueryError(Error, ValueError):
    """A query that cannot be understood, or that these results cannot answer.

    As a text, it is what the program prints: the message, the query and a mark below the place.
    """

    part: str
    """The keyword that is wrong: `filter`, `row`, `alpha`, `gate`, …"""
    message: str
    """What is wrong with it, without the place."""
    query: str | None
    """The text that the place is in."""
    span: tuple[int, int] | None
    """The place: the first character, and the one behind the last."""

    def __init__(self, text: str, part: str, message: str, query: str | None, span: tuple[int, int] | None) -> None:
        super().__init__(text)
        self.part = part
        self.message = message
        self.query = query
        self.span = span

    def __reduce__(self) -> tuple[type[QueryError], tuple[object, ...]]:
        return type(self), (str(self), self.part, self.message, self.query, self.span)


class ReadError(Error, OSError):
    """An input that cannot be read, or that has no results.

    As a text, it is the sentence, and then the first places of inputs that are not right.
    """

    message: str
    """Why nothing is read."""
    diagnostics: list[str]
    """What is not right with what was read before, with the places."""

    def __init__(self, message: str, diagnostics: list[str] | None = None) -> None:
        self.message = message
        self.diagnostics = diagnostics or []
        super().__init__("\n".join([message, *self.diagnostics[:PLACES]]))

    def __reduce__(self) -> tuple[type[ReadError], tuple[object, ...]]:
        return type(self), (self.message, self.diagnostics)


class TableError(Error, ValueError):
    """A table that is none of measurements, or results that no table can hold."""


class ShardError(Error):
    """Comparisons of several places that make no report: results were lost, came twice, or do not fit."""


class ChartError(Error, ValueError):
    """Results that a chart of this kind cannot show."""


class ReadWarning(UserWarning):
    """Something about a place of an input, or about what was left out."""


class NoteWarning(UserWarning):
    """Something about an answer that is not wrong, but may not be what was meant."""
