"""Tests the stubs: they describe the existing names, and a typed program that uses them passes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
    wrong.write_text("import benchlens\nbenchlens.read('x').compare(outcomes='yes', colour=1)\nx: str = benchlens.read('x').compare().alpha\n")
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", str(HERE / "mypy.ini"), "--cache-dir", str(tmp_path), str(wrong)], capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout.count("error:") == 3, done.stdout
