"""Compare benchmark results: read logs of any harness, find the significant differences.

    import benchlens

    store = benchlens.read(["old=old.txt", "new=new.txt"])
    report = store.compare(filter=".unit:sec/op", outcomes=True)
    print(report)                 # the table that the program prints
    frame = report.to_pandas()    # one row a comparison

Keywords of `Store.compare` are the flags of the program with `_` for `-`, and take the same words.
"""

from ._chart import Chart
from ._errors import ChartError, Error, NoteWarning, QueryError, ReadError, ReadWarning, ShardError, TableError
from ._native import (
    Cell,
    Column,
    Comparison,
    Diagnostic,
    Gate,
    Input,
    Note,
    Report,
    Row,
    Store,
    Table,
    __version__,
    formats,
)
from ._read import read

__all__ = [
    "Cell",
    "Chart",
    "ChartError",
    "Column",
    "Comparison",
    "Diagnostic",
    "Error",
    "Gate",
    "Input",
    "Note",
    "NoteWarning",
    "QueryError",
    "ReadError",
    "ReadWarning",
    "Report",
    "Row",
    "ShardError",
    "Store",
    "Table",
    "TableError",
    "__version__",
    "formats",
    "read",
]
