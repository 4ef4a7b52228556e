"""Tests histories: objects, Arrow tables, JSON and the CLI contain the same numbers."""

from __future__ import annotations

import csv
import io
import json

import benchlens
import pyarrow
import pytest
from conftest import identifier

LOGS = "examples/history/*.txt"

pytestmark = pytest.mark.filterwarnings("ignore::benchlens.NoteWarning")


@pytest.fixture(scope="module")
def store() -> benchlens.Store:
    from conftest import ROOT

    return benchlens.read(str(ROOT / LOGS))


FLAGS = [
    ({}, []),
    ({"filter": ".name:Validate", "unit": "ns/op"}, ["-filter", ".name:Validate", "-unit", "ns/op"]),
    ({"margin": "10%", "alpha": 0.01, "seed": 7}, ["-margin", "10%", "-alpha", "0.01", "-seed", "7"]),
    ({"by": "machine", "table": "goos", "row": ".name", "ignore": "cpu"}, ["-by", "machine", "-table", "goos", "-row", ".name", "-ignore", "cpu"]),
    ({"test": "t", "confidence": "0.9", "better": ["B/op=lower"]}, ["-test", "t", "-confidence", "0.9", "-better", "B/op=lower"]),
    ({"derive": "ops/s = 1 / sec/op", "order": "go-version"}, ["-derive", "ops/s = 1 / sec/op", "-order", "go-version"]),
]


@pytest.mark.parametrize(("keywords", "flags"), FLAGS)
@pytest.mark.parametrize("form", ["text", "markdown", "json", "tidy"])
def test_outputs_are_the_programs(program, keywords, flags, form) -> None:
    import glob

    logs = sorted(glob.glob(LOGS))
    try:
        history = benchlens.read(logs).history(**keywords)
    except benchlens.QueryError:
        # Both refuse a key that the logs lack.
        program("history", "-quiet", *flags, *logs, status=2)
        return
    assert history.render(form) == program("history", "-quiet", "-format", form, *flags, *logs)
    assert getattr(history, form)().encode() == history.render(form)
    assert str(history) == history.text() and history.to_dict() == json.loads(history.json())


def test_every_flag_of_a_history_is_a_keyword(program) -> None:
    import inspect
    import re

    listed = re.findall(r"^ +(?:-\w, )?--?([\w-]+)", program("history", "--help").decode(), re.M)
    others = {"o", "format", "color", "j", "help", "input-format", "map", "quantiles", "expected-interval",
              "window", "quiet", "version"}
    wanted = {name.replace("-", "_") for name in listed if name not in others and not name.startswith("chart")}
    keywords = set(inspect.signature(benchlens.Store.history).parameters) - {"self", "threads", "progress", "quiet"}
    assert len(wanted) > 15 and keywords == wanted


def test_folders_of_a_history_are_split(program) -> None:
    split = benchlens.read("examples/history", split_folders=True)
    history = split.history()
    assert len(history.points) == 30 and len(split.inputs) == 31
    assert history.render() == program("history", "-quiet", "examples/history")
    assert len(benchlens.read("examples/history").inputs) == 1


def test_objects_say_what_json_and_tidy_data_say(store) -> None:
    history = store.history()
    told = history.to_dict()
    points = [tuple(point["key"]) for point in told["points"]]
    assert repr(history) == f"<benchlens.History: 30 points, {len(told['rows'])} rows>"
    assert history.points == points and history.tested == told["tested"]
    wanted = [(row, change) for row in told["rows"] for change in row["changes"]]
    assert len(history.changes) == len(wanted) > 5
    for one, (row, change) in zip(history.changes, wanted):
        assert (one.key, one.label, one.table_key, one.unit) == (tuple(row["key"]), row["label"], tuple(row["table"]), row["unit"])
        assert [one.point, one.point_before, one.earliest, one.latest] == [points[change[name]] for name in ["at", "last", "earliest", "latest"]]
        assert [one.old, one.new] == [change["before"]["center"], change["after"]["center"]]
        for name in ["outcome", "change_scale", "change", "change_lo", "change_hi"]:
            assert getattr(one, name) == change[name], name
        for name in ["p", "adjusted_p"]:
            assert getattr(one, name) == (change[name] and change[name]["value"])
        assert one.is_drift == ("drift" in change)
        assert one.is_return == ("returns_to" in change)
        assert repr(one).startswith("<benchlens.Change ")


def test_tidy_columns_are_those_of_the_text(store) -> None:
    history = store.history()
    table = history.to_arrow()
    assert isinstance(table, pyarrow.Table)
    header, *records = csv.reader(io.StringIO(history.tidy(), newline=""))
    assert table.column_names == [identifier(name) for name in header] and table.num_rows == len(records) > 100
    for place, column in enumerate(table.columns):
        for value, record in zip(column.to_pylist(), records):
            if value is None:
                assert record[place] == ""
            elif isinstance(value, str):
                assert record[place] == value != ""
            else:
                assert float(record[place]) == value
    assert list(history.to_pandas().columns) == history.to_polars().columns == table.column_names


def test_gates_and_errors(store) -> None:
    gate = store.history(gate="sec/op: any", filter=".unit:sec/op").gate
    assert gate is not None and gate.status in {"passed", "failed", "undecided"} and gate.messages
    assert store.history().gate is None
    for keywords, part in [({"by": ".name@("}, "by"), ({"order": "a b"}, "order"), ({"alpha": 1}, "alpha"), ({"gate": "sec/op: +x%"}, "gate"), ({"unit": "miles"}, "unit"), ({"threads": 0}, "threads")]:
        with pytest.raises(benchlens.QueryError) as wrong:
            store.history(**keywords)
        assert wrong.value.part == part
    with pytest.raises(TypeError, match=r"history\(\) got an unexpected keyword argument 'col'"):
        store.history(col=".file")


def test_notes_are_warnings() -> None:
    logs = {name: f"BenchmarkA 1 {place} ns/op\n".encode() for place, name in enumerate(["v10", "v9", "v8"], 1)}
    with pytest.warns(benchlens.NoteWarning, match="the points are in input order"):
        history = benchlens.read(logs).history()
    assert history.notes[0].code == "names-out-of-order" and not history.notes[0].is_warning


def test_charts_are_the_programs(program, store, tmp_path) -> None:
    path = tmp_path / "history.svg"
    program("history", "-quiet", "-o", path, "-chart-size", "800", "-chart-theme", "dark", *sorted(map(str, __import__("pathlib").Path("examples/history").glob("*.txt"))))
    chart = store.history().chart(size=800, theme="dark")
    assert chart == path.read_text() and isinstance(chart, benchlens.Chart)


def test_an_answer_is_the_same_for_any_number_of_threads(store) -> None:
    told = []
    texts = {store.history(threads=count, progress=lambda *what: told.append(what), quiet=True).json() for count in (1, 2, 5)}
    assert len(texts) == 1
    assert all(what in {"sorting results", "looking for changes"} and 0 <= done <= total for what, done, total in told)
