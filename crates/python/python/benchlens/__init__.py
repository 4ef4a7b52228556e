"""Find out which benchmark changes are real and which are noise.

    import benchlens

    store = benchlens.read(["old=old.txt", "new=new.txt"])
    report = store.compare(filter=".unit:sec/op", outcomes=True)
    print(report)                 # the table that the CLI prints
    frame = report.to_pandas()    # one row for each comparison

The keywords of `Store.compare` and `Store.history` are the flags of the CLI, with `_` for `-`, and accept the same
values.
"""

from ._chart import Chart
from ._errors import (
    ChartError,
    Error,
    InputNotFoundError,
    NoteWarning,
    QueryError,
    ReadError,
    ReadWarning,
    ShardError,
    TableError,
)
from ._native import (
    Cell,
    Change,
    Column,
    Comparison,
    Diagnostic,
    Gate,
    History,
    Input,
    Note,
    Report,
    Row,
    Store,
    Suite,
    Table,
    __version__,
    formats,
)
from ._read import convert, read

__all__ = [
    "Cell",
    "Change",
    "Chart",
    "ChartError",
    "Column",
    "Comparison",
    "Diagnostic",
    "Error",
    "Gate",
    "History",
    "Input",
    "InputNotFoundError",
    "Note",
    "NoteWarning",
    "QueryError",
    "ReadError",
    "ReadWarning",
    "Report",
    "Row",
    "ShardError",
    "Store",
    "Suite",
    "Table",
    "TableError",
    "__version__",
    "convert",
    "formats",
    "read",
]
