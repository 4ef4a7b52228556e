"""Runs the notebook of the examples in a kernel, and checks its outputs."""

from __future__ import annotations

import shutil
from pathlib import Path

import nbformat
from conftest import ROOT
from nbclient import NotebookClient


def test_the_notebook(tmp_path: Path) -> None:
    for name in ("benchlens.ipynb", "old.txt", "new.txt"):
        shutil.copy(ROOT / "examples" / name, tmp_path)
    notebook = nbformat.read(tmp_path / "benchlens.ipynb", as_version=4)
    nbformat.validate(notebook)
    # The notebook is stored without outputs, because they would become outdated.
    assert all(not cell.get("outputs") for cell in notebook.cells)
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert not [out for cell in outputs for out in cell if out.output_type == "error"]
    store, keys, report, text, forest, frame, error, scaling, gate = outputs

    def data(cell: list, kind: str) -> str:
        (shown,) = (out for out in cell if out.output_type == "execute_result")
        return shown.data[kind]

    assert "216 results of 2 inputs" in data(store, "text/plain")
    assert "/readings" in data(keys, "text/plain")
    assert '<article class="benchlens-report">' in data(report, "text/html")
    assert "Encode/readings=10-2" in data(report, "text/html") and "<script" not in data(report, "text/html")
    assert "-91.28% [-94.01%, -89.19%]" in text[0].text
    for chart in (forest, scaling):
        assert data(chart, "image/svg+xml").startswith("<svg")
    assert "New against old" in data(forest, "image/svg+xml")
    assert "improved" in data(frame, "text/html") and data(frame, "text/plain").count("\n") == 8
    assert "filter: syntax error" in error[0].text
    assert data(gate, "text/plain").startswith("('failed'")
