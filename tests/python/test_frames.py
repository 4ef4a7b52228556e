"""Tests tables of measurements: round trips through a store, and tables from other libraries."""

from __future__ import annotations

import benchlens
import pandas
import polars
import pyarrow
import pytest

LOGS = ["old=examples/old.txt", "new=examples/new.txt"]

pytestmark = pytest.mark.filterwarnings("ignore::benchlens.NoteWarning")

COLUMNS = [
    "input", "source", "file", "row", "field", "name", "parts", "config", "metadata", "iterations", "unit", "written_unit",
    "value", "written_value", "assume", "better", "recording", "block", "about",
]


@pytest.fixture(scope="module")
def store() -> benchlens.Store:
    from conftest import ROOT

    return benchlens.read([log.replace("=", f"={ROOT}/") for log in LOGS])


def test_a_store_is_a_table_of_measurements(store) -> None:
    table = store.to_arrow()
    assert table.column_names == COLUMNS
    assert len(store) < table.num_rows
    assert set(table.column("file").to_pylist()) == {"old", "new"}
    assert polars.DataFrame(store).height == table.num_rows


@pytest.mark.parametrize("through", ["pyarrow", "batches", "polars", "pandas", "store"])
def test_back_from_a_table_all_is_the_same(store, through) -> None:
    table = store.to_arrow()
    table = {
        "pyarrow": lambda: table,
        "batches": lambda: pyarrow.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=7)),
        "polars": lambda: polars.DataFrame(table.drop_columns(["parts", "config", "metadata"])),
        "pandas": lambda: table.to_pandas(maps_as_pydicts="strict"),
        "store": lambda: store,
    }[through]()
    again = benchlens.read(table)
    assert [(one.label, one.results) for one in again.inputs] == [(one.label, one.results) for one in store.inputs]
    for form in ["text", "json", "csv"]:
        # polars does not support maps: without configurations, only the keys of tables are lost.
        if through == "polars":
            assert [one.p for one in again.compare().comparisons] == [one.p for one in store.compare().comparisons]
        else:
            assert again.compare(margin="1%").render(form) == store.compare(margin="1%").render(form)


def test_parquet_files_are_inputs(store, tmp_path) -> None:
    import pyarrow.parquet

    path = tmp_path / "runs.parquet"
    pyarrow.parquet.write_table(store.to_arrow(), path)
    for source in (path, str(path), path.read_bytes()):
        again = benchlens.read(source)
        assert [(one.label, one.results) for one in again.inputs] == [(one.label, one.results) for one in store.inputs]
        assert again.compare().json() == store.compare().json()
    (tmp_path / "cut.parquet").write_bytes(path.read_bytes()[:-20])
    with pytest.raises(benchlens.ReadError, match="cut.parquet"):
        benchlens.read(tmp_path / "cut.parquet")


def frame(**columns) -> pandas.DataFrame:
    return pandas.DataFrame({"name": ["A"] * 6, "unit": ["ns/op"] * 6, "value": [1.0, 2, 3, 4, 5, 6], **columns})


def test_frames_of_others(store) -> None:
    alone = benchlens.read(frame())
    assert [one.label for one in alone.inputs] == ["input 1"] and len(alone) == 6
    two = benchlens.read({"old": frame(), "new": frame(value=[11.0, 12, 13, 14, 15, 16])})
    assert [one.outcome for one in two.compare().comparisons] == ["differs"]
    logs = benchlens.read([b"BenchmarkA 1 1 ns/op\n" * 6, polars.DataFrame(frame()), frame()], labels=["log", "p", "q"])
    assert [(one.label, one.results) for one in logs.inputs] == [("log", 6), ("p", 6), ("q", 6)]
    nameless = benchlens.read([frame(), frame()])
    assert len({one.label for one in nameless.inputs}) == 2
    own = benchlens.read(frame(file=["x"] * 3 + ["y"] * 3))
    assert [one.label for one in own.inputs] == ["x", "y"]
    config = frame(config=[{"goos": "linux"}] * 6, iterations=[7] * 6)
    assert benchlens.read(config).compare(col=".file").tables[0].key == ("linux",)


@pytest.mark.parametrize(("table", "told"), [
    (lambda: pandas.DataFrame({"a": [1], "b": [2]}), "input 1: not a table of measurements: missing name, unit, value; found the columns a, b"),
    (lambda: frame().drop(columns="unit"), "missing unit; found the columns name, value"),
    (lambda: frame(value=["x"] * 6), "column value is"),
    (lambda: frame(name=[1] * 6), "column name is"),
    (lambda: frame(row=[0, 1, 2, 3, 4, 4], field=[0] * 6), "row 5: duplicate row"),
    (lambda: pandas.concat([frame(input=[0] * 6, row=range(6), field=0)] * 2), "row 6: "),
    (lambda: pandas.DataFrame(), "missing name, unit, value"),
    (lambda: polars.DataFrame({"name": ["A", None], "unit": ["x", "x"], "value": [1.0, 2.0]}), "row 1: a value has no name"),
])
def test_tables_that_are_none(table, told) -> None:
    with pytest.raises(benchlens.TableError) as wrong:
        benchlens.read(table())
    assert told in str(wrong.value)
    assert isinstance(wrong.value, benchlens.Error)


def test_a_label_for_a_table_that_has_some() -> None:
    with pytest.raises(benchlens.TableError, match="has labels in its column file"):
        benchlens.read({"x": frame(file=["a"] * 6)})


def test_a_table_that_does_not_hold_what_it_says() -> None:
    # Texts that are not UTF-8, which tables from raw buffers can contain.
    offsets = pyarrow.py_buffer(b"\x00\x00\x00\x00\x02\x00\x00\x00")
    names = pyarrow.Array.from_buffers(pyarrow.utf8(), 1, [None, offsets, pyarrow.py_buffer(b"\xff\xfe")])
    table = pyarrow.table({"name": names, "unit": ["x"], "value": [1.0]})
    with pytest.raises(benchlens.TableError, match="column name is damaged"):
        benchlens.read(table)
    # Numbers that are not in the dictionary.
    places = pyarrow.DictionaryArray.from_arrays(pyarrow.array([7], pyarrow.int32()), pyarrow.array(["A"]), safe=False)
    with pytest.raises(benchlens.TableError, match="damaged"):
        benchlens.read(pyarrow.table({"name": places, "unit": ["x"], "value": [1.0]}))


def test_what_says_that_it_is_a_table() -> None:
    class Liar:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return 1

    class Broken:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            raise LookupError("not today")

    with pytest.raises(benchlens.TableError, match="expected an Arrow table"):
        benchlens.read(Liar())
    with pytest.raises(LookupError, match="not today"):
        benchlens.read(Broken())


def test_an_empty_table_has_no_results() -> None:
    with pytest.raises(benchlens.ReadError, match="^no benchmark results: the tables have no rows$"):
        benchlens.read(frame().head(0))


def test_names_that_are_not_utf8_do_not_become_tables() -> None:
    store = benchlens.read(b"Benchmark\xff 1 1 ns/op\n")
    with pytest.raises(benchlens.TableError, match="input 1: result 1: name is not UTF-8"):
        store.to_arrow()


def test_a_stream_that_fails_on_its_way() -> None:
    def batches():
        yield pyarrow.RecordBatch.from_pandas(frame())
        raise RuntimeError("the network is gone")

    reader = pyarrow.RecordBatchReader.from_batches(pyarrow.RecordBatch.from_pandas(frame()).schema, batches())
    with pytest.raises(benchlens.TableError, match="the network is gone"):
        benchlens.read(reader)
