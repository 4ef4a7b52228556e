"""Tests the stubs: they describe the existing names, and a typed program that uses them passes."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path

import benchlens
import pytest

HERE = Path(__file__).resolve().parent


def run(*words: str) -> None:
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_say_what_there_is() -> None:
    run("mypy.stubtest", "benchlens", "--mypy-config-file", str(HERE / "mypy.ini"), "--allowlist", str(HERE / "types.txt"))


def test_a_typed_program_passes(tmp_path: Path) -> None:
    run("mypy", "--config-file", str(HERE / "mypy.ini"), "--cache-dir", str(tmp_path), str(HERE / "typed.py"))


def test_a_program_with_wrong_types_does_not(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    lines = [
        "compare(outcomes='yes', colour=1)",
        "compare(adjust='bonferroni', sort='wrst')",
        "compare(test='v').render('pdf')",
        "compare().chart('pie', theme='blue')",
        "history(test='v').render('html')",
        "history().alpha",
        "to_polars().nothing",
        "export(1)",
    ]
    wrong.write_text("import benchlens\n" + "".join(f"benchlens.read('x').{line}\n" for line in lines) + "benchlens.convert('x', input_format='gob')\nx: str = benchlens.read('x').compare().alpha\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", str(HERE / "mypy.ini"), "--cache-dir", str(tmp_path), str(wrong)], capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout.count("error:") == 15, done.stdout


def documented() -> dict[str, str]:
    """Returns the docstring of each function, class and member in the stubs."""
    tree = ast.parse((Path(benchlens.__file__).parent / "_native.pyi").read_text())
    found: dict[str, str] = {}
    for node in tree.body:
        inner = [node, *node.body] if isinstance(node, ast.ClassDef) else [node]
        for one in inner:
            if isinstance(one, (ast.ClassDef, ast.FunctionDef)):
                found[one.name if one is node else f"{node.name}.{one.name}"] = ast.get_docstring(one) or ""
    return found


def test_help_shows_what_the_stubs_say() -> None:
    wrong = []
    for name, text in documented().items():
        top = name.partition(".")[0]
        if getattr(benchlens, top, None) is not getattr(benchlens._native, top, benchlens):
            continue
        one = benchlens._native
        for part in name.split("."):
            one = getattr(one, part)
        # Python writes the texts of its own methods itself.
        if name.rpartition(".")[2] not in {"__len__", "__bool__", "__new__"} and inspect.getdoc(one) != text:
            wrong.append(f"{name}: help shows\n{inspect.getdoc(one)}\nthe stubs say\n{text}")
    assert len(documented()) > 100 and not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("call", [benchlens.read, benchlens.convert, benchlens.Store.compare, benchlens.Store.history, benchlens.Store.export, benchlens.Report.chart, benchlens.Report.render, benchlens.Report.markdown, benchlens.History.chart, benchlens.History.render])
def test_every_keyword_is_explained(call) -> None:
    text = inspect.getdoc(call) or ""
    keywords = [name for name in inspect.signature(call).parameters if name != "self"]
    described = re.findall(r"^    (\w+)(?: \([^)]*\))?: ", text.partition("Args:")[2], re.M)
    assert [name for name in described if name in keywords] == keywords
