"""Tests the stubs: they describe the existing names, and a typed program that uses them passes."""

from __future__ import annotations

import ast
import inspect
import operator
import os
import re
import subprocess
import sys
import textwrap
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


def documented(tree: ast.Module) -> dict[str, ast.Expr]:
    """Returns the docstring of each function, class and member in the stubs."""
    found: dict[str, ast.Expr] = {}
    for node in tree.body:
        inner = [node, *node.body] if isinstance(node, ast.ClassDef) else [node]
        for one in inner:
            if isinstance(one, (ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(one) is not None:
                assert isinstance(one.body[0], ast.Expr)
                found[one.name if one is node else f"{node.name}.{one.name}"] = one.body[0]
    return found


def with_help(stubs: str) -> str:
    """Returns the stubs with the docstrings of the package, which come from the comments of its Rust code."""
    lines = stubs.splitlines()
    docs = documented(ast.parse(stubs))
    assert len(docs) > 100
    for name, doc in sorted(docs.items(), key=lambda item: -item[1].lineno):
        top, _, last = name.partition(".")
        # Python writes the texts of its own methods itself.
        if last in {"__len__", "__bool__", "__new__"} or getattr(benchlens, top, None) is not getattr(benchlens._native, top, benchlens):
            continue
        text = inspect.getdoc(operator.attrgetter(name)(benchlens._native))
        assert text is not None, name
        end = '\n"""' if "\n" in text else '"""'
        written = textwrap.indent(f'"""{text}{end}', " " * doc.col_offset).splitlines()
        lines[doc.lineno - 1 : doc.end_lineno] = written
    return "\n".join(lines) + "\n"


def test_stubs_have_the_docstrings_of_the_package() -> None:
    path = HERE.parents[1] / "crates" / "python" / "python" / "benchlens" / "_native.pyi"
    stubs = path.read_text()
    if os.environ.get("UPDATE") == "1":
        path.write_text(with_help(stubs))
    else:
        assert with_help(stubs) == stubs, "UPDATE=1 writes the docstrings of the stubs"


@pytest.mark.parametrize("call", [benchlens.read, benchlens.convert, benchlens.Store.compare, benchlens.Store.history, benchlens.Store.export, benchlens.Report.chart, benchlens.Report.render, benchlens.Report.markdown, benchlens.History.chart, benchlens.History.render])
def test_every_keyword_is_explained(call) -> None:
    text = inspect.getdoc(call) or ""
    keywords = [name for name in inspect.signature(call).parameters if name != "self"]
    described = re.findall(r"^    (\w+)(?: \([^)]*\))?: ", text.partition("Args:")[2], re.M)
    assert [name for name in described if name in keywords] == keywords
