"""Tests pickling: stores, reports and histories in other processes are the same."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import benchlens
import pytest

LOGS = ["old=examples/old.txt", "new=examples/new.txt"]

pytestmark = pytest.mark.filterwarnings("ignore::benchlens.NoteWarning")


@pytest.fixture
def store() -> benchlens.Store:
    return benchlens.read([*LOGS, b"BenchmarkOdd 1 x ns/op\nBenchmarkB 1 1 ns/op\n"], quiet=True)


def copied(one):
    return pickle.loads(pickle.dumps(one))


def test_stores(store) -> None:
    copy = copied(store)
    assert [str(one) for one in copy.diagnostics] == [str(one) for one in store.diagnostics] != []
    assert [(one.name, one.label, one.lines) for one in copy.inputs] == [(one.name, one.label, one.lines) for one in store.inputs]
    assert copy.compare(samples=True).json() == store.compare(samples=True).json()
    assert copied(copy).to_arrow() == store.to_arrow()
    with pytest.raises(benchlens.TableError, match="this version of benchlens"):
        benchlens._native.stored(b"other", [])


@pytest.mark.parametrize("keywords", [
    {},
    {"filter": ".unit:sec/op", "top": 2, "changed": True, "adjust": "holm", "unit": ["sec/op"], "worse": 0.01},
    {"gate": ["sec/op: +1%"], "margin": "1%"},
])
def test_reports(store, keywords) -> None:
    report = store.compare(**keywords)
    copy = copied(report)
    assert [copy.render(form) for form in ["text", "json", "tidy"]] == [report.render(form) for form in ["text", "json", "tidy"]]
    assert (copy.gate is None) == (report.gate is None) == ("gate" not in keywords)
    if report.gate is not None and copy.gate is not None:
        assert (copy.gate.status, copy.gate.messages) == (report.gate.status, report.gate.messages)
    assert copy.chart(quiet=True) == report.chart(quiet=True)
    assert copied(copy).text() == report.text()


def test_a_report_needs_its_rule_file_no_more(store, tmp_path: Path) -> None:
    rules = tmp_path / "gate.toml"
    rules.write_text(Path("examples/gate.toml").read_text())
    report = store.compare(gate_file=str(rules))
    data = pickle.dumps(report)
    rules.unlink()
    assert pickle.loads(data).gate.messages == report.gate.messages


def test_histories() -> None:
    history = benchlens.read("examples/history/*.txt").history(gate="sec/op: any", margin="1%")
    copy = copied(history)
    assert copy.json() == history.json() and copy.gate.messages == history.gate.messages


def test_reports_of_one_store_share_it(store) -> None:
    reports = [store.compare(alpha=alpha) for alpha in (0.05, 0.01, 0.001)]
    assert len(pickle.dumps(reports)) < len(pickle.dumps(reports[0])) + 2_000
    assert [one.json() for one in copied(reports)] == [one.json() for one in reports]


def text_of(store: benchlens.Store, alpha: float) -> benchlens.Report:
    return store.compare(alpha=alpha, quiet=True)


def test_other_processes(store) -> None:
    alphas = [0.05, 0.01, 0.001]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        reports = list(pool.map(text_of, [store] * 3, alphas))
    assert [one.json() for one in reports] == [text_of(store, alpha).json() for alpha in alphas]
