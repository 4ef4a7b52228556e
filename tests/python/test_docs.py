"""Runs every Python block of the documents in order; its output must be the output in the document."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
from pathlib import Path

import pytest
from conftest import ROOT

DOCUMENTS = ["docs/python.md", "crates/python/README.md"]

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def blocks(document: str) -> list[tuple[str, str, int]]:
    text = (ROOT / document).read_text()
    return [(found[1], found[2], text[: found.start()].count("\n") + 1) for found in BLOCK.finditer(text)]


def pytest_log(scale: float, commit: str) -> str:
    """Writes a file in the format of pytest-benchmark, with the values of all rounds."""
    data = [round(scale * (100 + step) * 1e-6, 9) for step in (18, 20, 21, 19, 22, 20, 18, 23, 21, 20, 22, 24)]
    machine = {"system": "Linux", "machine": "x86_64"}
    benchmark = {"name": "test_sorted", "fullname": "test_sort.py::test_sorted", "params": None, "extra_info": {}, "stats": {"data": data, "rounds": len(data), "iterations": 1}}
    return json.dumps({"machine_info": machine, "commit_info": {"id": commit}, "benchmarks": [benchmark], "datetime": "2026-01-01T00:00:00", "version": "5.1.0"})


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.filterwarnings("ignore::benchlens.NoteWarning")
def test_python_of_documents(document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("codec"))
    for name in ("old.txt", "new.txt"):
        shutil.copy(ROOT / "examples" / name, tmp_path)
    (tmp_path / "old.json").write_text(pytest_log(1, "1f0c3a2"))
    (tmp_path / "new.json").write_text(pytest_log(0.7, "9d4e7b1"))
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    wrong, ran, printed = [], 0, None
    whole = (ROOT / document).read_text()
    for mark, body, line in blocks(document):
        if mark == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile("\n" * line + body, document, "exec"), names)
            printed, ran = out.getvalue(), ran + 1
        elif mark == "text":
            # The output of a table already ends with a line end.
            printed = (printed or "").rstrip("\n") + "\n"
            if os.environ.get("UPDATE") == "1":
                whole = whole.replace(f"```text\n{body}```", f"```text\n{printed}```", 1)
            elif printed != body:
                wrong.append(f"{document}:{line}: shown\n{body}printed\n{printed}")
            printed = None
    if os.environ.get("UPDATE") == "1":
        (ROOT / document).write_text(whole)
    assert ran and not wrong, "\n".join(wrong) + "\n(UPDATE=1 rewrites the document)"


def test_the_chapter_names_every_keyword_and_member() -> None:
    import inspect

    import benchlens

    chapter = (ROOT / "docs/python.md").read_text()
    calls = [benchlens.Store.compare, benchlens.Store.history, benchlens.read, benchlens.convert]
    keywords = {name for call in calls for name in inspect.signature(call).parameters} - {"self"}
    missing = [name for name in keywords if f"`{name}`" not in chapter and f"{name}=" not in chapter]
    for kind in ["Store", "Input", "Diagnostic", "Report", "History", "Change", "Gate", "Note", "Table", "Column", "Suite", "Row", "Cell", "Comparison"]:
        line = next(line for line in chapter.splitlines() if line.startswith(f"| `{kind}` |"))
        members = {name for name, member in vars(getattr(benchlens, kind)).items() if inspect.isgetsetdescriptor(member) and not name.startswith("_")}
        missing += [f"{kind}.{name}" for name in members if f"`{name}`" not in line]
    for name in benchlens.__all__:
        if name not in {"__version__"} and name not in chapter:
            missing.append(name)
    assert not missing, missing
