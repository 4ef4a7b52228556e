"""Tests queries and reports: objects, Arrow tables, JSON and the CLI contain the same numbers."""

from __future__ import annotations

import json
import math

import benchlens
import pytest
from conftest import identifier, without_flags

LOGS = ["old=examples/old.txt", "new=examples/new.txt"]

pytestmark = pytest.mark.filterwarnings("ignore::benchlens.NoteWarning")


@pytest.fixture(scope="module")
def store() -> benchlens.Store:
    from conftest import ROOT

    return benchlens.read([log.replace("=", f"={ROOT}/") for log in LOGS])


@pytest.fixture
def report(store: benchlens.Store) -> benchlens.Report:
    return store.compare(outcomes=True, adjust="holm", samples=True)


FLAGS = [
    ({}, []),
    ({"filter": ".unit:sec/op"}, ["-filter", ".unit:sec/op"]),
    ({"col": "/readings", "row": ".name", "ignore": ".file"}, ["-col", "/readings", "-row", ".name", "-ignore", ".file"]),
    ({"alpha": 0.01, "confidence": "0.9"}, ["-alpha", "0.01", "-confidence", "0.9"]),
    ({"margin": "1%", "adjust": "bh", "better": ["B/op=lower"]}, ["-margin", "1%", "-adjust", "bh", "-better", "B/op=lower"]),
    ({"margin": 0.05, "derive": "ops/s = 1 / sec/op"}, ["-margin", "0.05", "-derive", "ops/s = 1 / sec/op"]),
    ({"sort": "worst", "top": 2, "changed": True, "unit": ["sec/op", "B/op"]}, ["-sort", "worst", "-top", "2", "-changed", "-unit", "sec/op", "-unit", "B/op"]),
    ({"pair": "runs", "base": "new", "samples": True}, ["-pair=runs", "-base", "new", "-samples"]),
    ({"pair": "runs", "control": ".name:Validate", "filter": ".unit:sec/op"}, ["-pair=runs", "-control", ".name:Validate", "-filter", ".unit:sec/op"]),
]


@pytest.mark.parametrize(("keywords", "flags"), FLAGS)
@pytest.mark.parametrize("form", ["text", "csv", "markdown", "json", "tidy"])
def test_outputs_are_the_programs(program, keywords, flags, form) -> None:
    report = benchlens.read(LOGS).compare(**keywords)
    assert report.render(form) == program("-quiet", "-format", form, *flags, *LOGS)
    text = {"text": report.text, "csv": report.csv, "markdown": report.markdown, "json": report.json, "tidy": report.tidy}[form]()
    assert text.encode() == report.render(form)
    assert str(report) == report.text()
    assert report.to_dict() == json.loads(report.json())


def test_every_output_is_a_method() -> None:
    report = benchlens.read(LOGS).compare()
    with pytest.raises(ValueError) as error:
        report.render("absent")
    names = str(error.value).partition(": use ")[2].split(", ")
    assert len(names) > 4
    for name in names:
        assert getattr(report, name)().encode() == report.render(name)


def test_every_flag_of_a_query_is_a_keyword(program) -> None:
    import inspect
    import re

    listed = re.findall(r"^ +(?:-\w, )?--?([\w-]+)", program("--help").decode(), re.M)
    others = {"o", "format", "budget", "color", "github", "j", "help", "version", "input-format", "map", "quantiles",
              "expected-interval", "window", "quiet", "notes"}
    wanted = {name.replace("-", "_") for name in listed if name not in others and not name.startswith("chart")}
    keywords = set(inspect.signature(benchlens.Store.compare).parameters) - {"self", "threads", "progress", "quiet"}
    assert len(wanted) > 20 and keywords == wanted


@pytest.mark.parametrize(("keywords", "flags", "part"), [
    ({"filter": ".unit:(a OR"}, ["-filter", ".unit:(a OR"], "filter"),
    ({"filter": "é.unit:("}, ["-filter", "é.unit:("], "filter"),
    ({"row": ".name@("}, ["-row", ".name@("], "row"),
    ({"alpha": 2}, ["-alpha", "2"], "alpha"),
    ({"alpha": "x"}, ["-alpha", "x"], "alpha"),
    ({"margin": 3}, ["-margin", "3"], "margin"),
    ({"adjust": "most"}, ["-adjust", "most"], "adjust"),
    ({"sort": "up"}, ["-sort", "up"], "sort"),
    ({"top": 0}, ["-top", "0"], "top"),
    ({"unit": "miles"}, ["-unit", "miles"], "unit"),
    ({"base": "nobody"}, ["-base", "nobody"], "base"),
    ({"derive": "x = 1 / nothing"}, ["-derive", "x = 1 / nothing"], "derive"),
    ({"gate": "sec/op: +x%"}, ["-gate", "sec/op: +x%"], "gate"),
    ({"today": "soon", "gate": "sec/op: +5%"}, ["-today", "soon", "-gate", "sec/op: +5%"], "today"),
    ({"control": ".name:Validate"}, ["-control", ".name:Validate"], "control"),
])
def test_errors_are_the_programs_with_the_place(store, keywords, flags, part) -> None:
    import os
    import subprocess

    told = subprocess.run([os.environ["BENCHLENS"], "-quiet", *flags, *LOGS], capture_output=True, text=True).stderr
    told = "\n".join(map(without_flags, told.split("\n")))
    with pytest.raises(benchlens.QueryError) as wrong:
        store.compare(**keywords)
    error = wrong.value
    # The CLI reports an invalid value of a flag together with its usage.
    assert told == f"benchlens: {error}\n" or told.startswith(f"{error}\nusage: ") or told.startswith(f"{error}\nUsage")
    assert error.part == part and error.message in str(error)
    assert isinstance(error, benchlens.Error) and isinstance(error, ValueError)
    if error.span:
        start, end = error.span
        assert 0 <= start <= end <= len(error.query)
        # The mark in the message is below the position of the error.
        *_, line, mark = str(error).split("\n")
        assert line == "\t" + error.query and mark == "\t" + " " * start + "^"
    import pickle

    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.part, copy.span) == (str(error), error.part, error.span)


def test_keywords_that_do_not_exist() -> None:
    with pytest.raises(TypeError, match="colour"):
        benchlens.read(LOGS).compare(colour="/x")
    with pytest.raises(TypeError):
        benchlens.read(LOGS).compare(".unit:sec/op")


def test_objects_say_what_tidy_data_say(report) -> None:
    rows = report.to_arrow().to_pylist()
    found = report.comparisons
    assert len(found) == len(rows) > 10
    for one, row in zip(found, rows):
        assert one.key == tuple(row[identifier(f"row:{name}")] for name in report.row_fields)
        assert one.base_column.key == (row["base_file"],) and one.column.key == (row["col_file"],)
        for name in ["unit", "outcome", "significant", "p", "adjusted_p", "change_scale", "change", "change_lo", "change_hi", "p_decides", "brunner_munzel_p", "runs_needed", "min_detectable_effect"]:
            assert getattr(one, name) == row[name], name
        assert (one.median_change is None) == (row["median_change"] is None)
        assert one.median_change is None or one.median_change == row["median_change"]
        for side, prefix in [(one.base, "base_"), (one.cell, "")]:
            assert [side.n, side.center, side.lo, side.hi] == [row[prefix + name] for name in ["n", "center", "lo", "hi"]]
            assert len(side.samples) == side.n and side.key == one.key and side.unit == one.unit


def test_objects_say_what_json_says(report) -> None:
    told = report.to_dict()
    assert len(report.tables) == len(told["tables"])
    for table, want in zip(report.tables, told["tables"]):
        assert (list(table.key), table.unit, table.better) == (want["key"], want["unit"], want.get("better"))
        assert [list(column.key) for column in table.columns] == [column["key"] for column in want["columns"]]
        assert [column.geomean for column in table.columns] == [column["geomean"]["center"] for column in want["columns"]]
        assert len(table) == len(table.rows) == len(want["rows"])
        for row, known in zip(table.rows, want["rows"]):
            assert (list(row.key), row.label) == (known["key"], known["label"])
            assert [cell.samples for cell in row.cells] == [cell["samples"] for cell in known["cells"]]
            assert [cell.warnings for cell in row.cells] == [[w["sentence"] for w in cell["warnings"]] for cell in known["cells"]]
            assert [cell.issues for cell in row.cells] == [[i["code"] for i in cell["sample_issues"]] for cell in known["cells"]]
            assert [one.outcome for one in row.comparisons] == [one["outcome"] for one in known["comparisons"]]
    assert [(note.code, note.message) for note in report.notes] == [(note["code"], note["sentence"]) for note in told["notes"]]
    counts = {name: count for name, count in report.counts.items() if count}
    assert counts == {name: count for name, count in told["analysis"]["counts"].items() if count}
    assert (report.alpha, report.confidence) == (0.05, 0.95)
    assert [one.label for one in report.inputs] == ["old", "new"]


def test_objects_follow_the_focus(store) -> None:
    report = store.compare(unit="sec/op", top=2, sort="name")
    assert [len(table) for table in report.tables] == [2] and repr(report) == "<benchlens.Report: 1 table with 2 rows>"
    assert len(report.comparisons) == report.to_arrow().num_rows == 2
    assert len(report.to_dict()["tables"]) > 1


def test_a_command_line_asks_the_same(program, store) -> None:
    import shlex

    report = benchlens.read(LOGS).compare(filter=".unit:sec/op", margin="1%", top=2)
    words = shlex.split(report.command)
    assert words[0] == "benchlens"
    assert program("-quiet", *words[1:]).decode() == str(report)


def test_gates(store) -> None:
    failed = store.compare(gate="sec/op: +1%", filter=".name:Validate .unit:sec/op")
    assert failed.gate.status == "failed" and not failed.gate and not failed.gate.passed
    assert any("Validate" in message for message in failed.gate.messages)
    passed = store.compare(gate=["sec/op: +90%"], filter=".unit:sec/op", adjust="holm")
    assert passed.gate and passed.gate.status == "passed"
    assert store.compare().gate is None
    from_file = store.compare(gate_file="examples/gate.toml", today="2026-01-01")
    assert from_file.gate is not None
    with pytest.raises(benchlens.ReadError, match="open gone.toml"):
        store.compare(gate_file="gone.toml")


def test_notes_are_warnings(store) -> None:
    sequential = benchlens.read(["old=examples/sequential/old.txt", "new=examples/sequential/new.txt"])
    with pytest.warns(benchlens.NoteWarning, match="runs are not interleaved") as told:
        sequential.compare(filter=".unit:sec/op")
    assert all(one.filename == __file__ for one in told)
    report = sequential.compare(filter=".unit:sec/op", quiet=True)
    assert report.counts["differs"] == 7 and report.counts["regressed"] == 0
    gate = sequential.compare(filter=".unit:sec/op", quiet=True, gate="sec/op: +1%").gate
    assert gate is not None and gate.status == "undecided"
    with pytest.warns(benchlens.NoteWarning, match="none of 216 results match the query"):
        store.compare(filter=".name:Nobody")
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        store.compare(filter=".unit:sec/op", quiet=True)


def test_an_answer_is_the_same_for_any_number_of_threads(store) -> None:
    text = [store.compare(threads=count).json() for count in (1, 2, 5)]
    assert len(set(text)) == 1


@pytest.mark.parametrize("threads", [0, -1, "many", 1.5])
def test_threads_are_a_count(store, threads) -> None:
    for call in (lambda: store.compare(threads=threads), lambda: benchlens.read(LOGS, threads=threads)):
        with pytest.raises(benchlens.QueryError, match="for threads: expected a positive integer") as wrong:
            call()
        assert wrong.value.part == "threads"
    # A number above the maximum means the maximum.
    assert len(benchlens.read(LOGS, threads=10**30)) == len(store)


def test_threads_of_python_ask_at_once(store) -> None:
    from concurrent.futures import ThreadPoolExecutor

    alphas = [0.05, 0.01, 0.001] * 5
    with ThreadPoolExecutor(4) as pool:
        texts = list(pool.map(lambda alpha: store.compare(alpha=alpha, quiet=True).json(), alphas))
    assert texts == [store.compare(alpha=alpha, quiet=True).json() for alpha in alphas]


def test_infinities_and_nothing(tmp_path) -> None:
    log = "BenchmarkA 1 +Inf x/op\nBenchmarkB 1 0 x/op\n"
    report = benchlens.read({"old": log.encode(), "new": log.encode()}).compare()
    values = {row["row_fullname"]: row for row in report.to_arrow().to_pylist()}
    assert values["A"]["center"] == math.inf and values["A"]["median_change"] is None
    assert report.tables[0].rows[0].cells[0].lo is None
    assert values["B"]["center"] == 0.0
