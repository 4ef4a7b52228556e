"""Tests tables for other libraries, documents and charts."""

from __future__ import annotations

import csv
import io
import re
import sys
import xml.etree.ElementTree
from html.parser import HTMLParser

import benchlens
import pyarrow
import pytest
from conftest import identifier

LOGS = ["old=examples/old.txt", "new=examples/new.txt"]

pytestmark = pytest.mark.filterwarnings("ignore::benchlens.NoteWarning")

HOSTILE = "<script>alert(1)</script><img/src=x/onerror=alert(2)>"


@pytest.fixture
def report() -> benchlens.Report:
    return benchlens.read(LOGS).compare(pair="runs", outcomes=True)


def test_tidy_columns_are_those_of_the_text(report) -> None:
    table = report.to_arrow()
    assert isinstance(table, pyarrow.Table)
    header, *records = csv.reader(io.StringIO(report.tidy(), newline=""))
    assert table.column_names == [identifier(name) for name in header]
    assert table.num_rows == len(records) > 10
    kinds = set()
    for name, column in zip(header, table.columns):
        kinds.add(str(column.type))
        for value, text in zip(column.to_pylist(), (record[header.index(name)] for record in records)):
            if value is None:
                assert text == ""
            elif isinstance(value, bool):
                assert text == str(value).lower()
            elif isinstance(value, str):
                assert text == value != ""
            else:
                # The text must be this exact double, not a close one.
                assert float(text.replace("Inf", "inf")) == value
    assert kinds == {"string", "double", "int64", "bool"}


def test_pandas_and_polars_have_the_same(report) -> None:
    import pandas
    import polars

    table = report.to_arrow()
    frame = report.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == table.column_names and len(frame) == table.num_rows
    assert frame["center"].dtype == "float64" and frame["n"].dtype == "int64"
    other = report.to_polars()
    assert isinstance(other, polars.DataFrame)
    assert other.to_dicts() == table.to_pylist()
    assert str(other.schema["center"]) == "Float64" and str(other.schema["significant"]) == "Boolean"


def test_any_consumer_takes_the_stream(report) -> None:
    import polars

    want = report.to_arrow()
    assert pyarrow.RecordBatchReader.from_stream(report).read_all() == want
    assert polars.DataFrame(report).height == want.num_rows
    capsule = report.__arrow_c_stream__()
    assert "arrow_array_stream" in repr(capsule)
    # A capsule that is never read is released.
    del capsule
    report.__arrow_c_stream__(None)


def test_columns_are_attributes_and_need_no_quotes(report) -> None:
    import keyword

    import duckdb

    log = "goos: a\nGoos: b\n" + "".join(f"BenchmarkA/size={n}/größe=1/select=2 1 {n} ns/op\n" * 6 for n in (1, 2))
    logs = {name: f"center: {name}\n{log}".encode() for name in ("old", "new")}
    other = benchlens.read(logs).compare(table="goos,Goos", row=".name,/size,/select,/größe", col="center", ignore=".file", quiet=True)
    history = benchlens.read("examples/history/*.txt").history(quiet=True)
    tables = [report, other, history, benchlens.read(LOGS)]
    for rows in (one.to_arrow() for one in tables):
        names = rows.column_names
        assert len({name.lower() for name in names}) == len(names)
        assert all(name.isidentifier() and not keyword.iskeyword(name) for name in names)
        assert len(duckdb.sql(f"SELECT {', '.join(names)} FROM rows").columns) == len(names)
    wanted = ["table_goos", "table_Goos_2", "row_name", "row_size", "row_select", "row_gr_e", "base_center_2", "col_center", "unit", "better", "outcome", "base_n", "base_center"]
    assert other.to_arrow().column_names[:13] == wanted
    assert set(other.to_pandas().row_size) == {"1", "2"} and set(other.to_pandas().base_center_2) == {"old"}


def test_a_store_gives_the_same_frames() -> None:
    import pandas
    import polars

    store = benchlens.read(LOGS)
    table, frame, other = store.to_arrow(), store.to_pandas(), store.to_polars()
    assert isinstance(frame, pandas.DataFrame) and isinstance(other, polars.DataFrame)
    assert list(frame.columns) == other.columns == table.column_names and len(frame) == other.height == table.num_rows
    assert frame.config[0]["goos"] == "linux"
    for one in (table, frame, other):
        assert benchlens.read(one).compare(quiet=True).json() == store.compare(quiet=True).json()


def test_what_is_missing_is_said(report, monkeypatch) -> None:
    for package, call in [("pyarrow", report.to_arrow), ("pandas", report.to_pandas), ("polars", report.to_polars)]:
        with monkeypatch.context() as without:
            without.setitem(sys.modules, package, None)
            with pytest.raises(ImportError, match=f"pip install {package}"):
                call()


def test_an_empty_report_has_its_columns() -> None:
    report = benchlens.read(LOGS).compare(filter=".name:Nobody")
    table = report.to_arrow()
    assert table.num_rows == 0 and "outcome" in table.column_names
    assert report.tables == [] and report.comparisons == [] and len(report.to_pandas()) == 0


def test_many_rows_come_in_batches() -> None:
    log = "".join(f"BenchmarkA{i} 1 {i + 1} ns/op {i} B/op\n" for i in range(40_000))
    store = benchlens.read({"old": log.encode(), "new": log.encode()})
    report = store.compare(quiet=True)
    table = report.to_arrow()
    assert table.num_rows == 80_000 and len(table.column("n").chunks) > 1
    assert table.column("row_fullname").to_pylist()[:3] == ["A0", "A1", "A2"]
    assert report.tidy().count("\r\n") == 80_001


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []

    def handle_starttag(self, tag, attributes) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attributes]


def test_names_stay_text_in_documents() -> None:
    log = f"k: {HOSTILE}\n" + "".join(f"Benchmark{HOSTILE}/n={n} 1 {n} ns/op\n" * 6 for n in (1, 2))
    store = benchlens.read({HOSTILE: log.encode(), "new": log.replace(" 1 ns", " 3 ns").encode()})
    report = store.compare(quiet=True)
    for document in [report._repr_html_(), report.html()]:
        tags = Tags()
        tags.feed(document)
        assert "article" in tags.tags and "alert(1)" in document
        assert not {"script", "img"} & set(tags.tags)
        assert not [name for name in tags.attributes if name.startswith("on")]
    for chart in [report.chart(quiet=True), report.chart("medians", title=HOSTILE, quiet=True)]:
        assert HOSTILE not in chart
        tree = xml.etree.ElementTree.fromstring(chart)
        names = {element.tag.split("}")[-1] for element in tree.iter()}
        assert "svg" in tree.tag and not {"script", "img", "foreignObject"} & names
        assert "<script" not in chart._repr_html_()


def test_a_notebook_keeps_its_own_colours(report) -> None:
    html = report._repr_html_()
    assert html.startswith("<style>") and ":root" not in html
    # Every rule applies only to the report.
    style = re.sub(r"/\*.*?\*/", "", html[len("<style>") : html.index("</style>")], flags=re.S)
    style = re.sub(r"@media[^{]*\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}", r"\1", style)
    style = re.sub(r"@page[^{]*\{[^}]*\}", "", style)
    for selectors in re.findall(r"([^{}]+)\{[^{}]*\}", style):
        assert all(".benchlens-" in selector for selector in selectors.split(",")), selectors


def test_html_is_a_whole_document(report) -> None:
    document = report.html()
    assert document.startswith("<!doctype html>") and "</html>" in document
    assert report.render("html").decode() == document


def test_charts_are_the_programs(program, tmp_path) -> None:
    flags = [
        ({}, []),
        ({"kind": "forest"}, ["-chart", "forest"]),
        ({"kind": "medians", "size": "640x480", "title": "A & B"}, ["-chart", "medians", "-chart-size", "640x480", "-chart-title", "A & B"]),
        ({"kind": "scaling", "x": "/readings", "theme": "dark"}, ["-chart", "scaling", "-chart-x", "/readings", "-chart-theme", "dark"]),
        ({"kind": "medians", "size": 800}, ["-chart", "medians", "-chart-size", "800"]),
    ]
    report = benchlens.read(LOGS).compare(filter=".unit:sec/op")
    for keywords, words in flags:
        path = tmp_path / "chart.svg"
        program("-quiet", "-filter", ".unit:sec/op", "-o", path, *words, *LOGS)
        chart = report.chart(**keywords)
        assert chart == path.read_text()
        assert isinstance(chart, benchlens.Chart) and chart._repr_svg_() == chart
        assert chart.kind == keywords.get("kind", chart.kind) != "auto"


def test_charts_say_what_they_leave_out(report) -> None:
    with pytest.warns(benchlens.NoteWarning, match="shows the first table"):
        chart = report.chart()
    assert len(chart.notes) == 1


def test_charts_that_cannot_be(report) -> None:
    for keywords, part in [({"kind": "pie"}, "chart"), ({"size": "9x9"}, "chart-size"), ({"theme": "blue"}, "chart-theme"), ({"kind": "forest", "x": "/n"}, "chart-x")]:
        with pytest.raises(benchlens.QueryError) as wrong:
            report.chart(**keywords)
        assert wrong.value.part == part
    with pytest.raises(benchlens.ChartError, match="no scaling chart"):
        report.chart("scaling", x="/nothing")
    with pytest.raises(benchlens.ChartError, match="there is no table"):
        benchlens.read(LOGS).compare(filter=".name:Nobody").chart()


def test_formats_and_budgets_that_are_none(report) -> None:
    with pytest.raises(ValueError, match="no format is named 'pdf'|no format is named \"pdf\""):
        report.render("pdf")
    with pytest.raises(ValueError, match="budget"):
        report.markdown(budget=1)
    assert len(report.markdown(budget=3000).encode()) <= 3000


def test_objects_live_longer_than_the_report() -> None:
    rows = benchlens.read(LOGS).compare(quiet=True).tables[0].rows
    import gc

    gc.collect()
    assert rows[0].cells[0].n == 12
    for one in [rows[0], rows[0].cells[0], rows[0].comparisons[0], rows[0].cells[0].column]:
        assert repr(one).startswith("<benchlens.")
