"""Runs every comparison in tests/cases: the package returns the CLI's output, byte for byte."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import benchlens
import pytest
from conftest import without_flags

CASES = Path(__file__).resolve().parents[1] / "cases"

# The CLI checks flags before it reads; here these are two calls. The CLI also suggests commands, and reports all
# errors of a gate, whereas an exception contains the first.
APART = {"gate-rule-outweighs-input", "worse-not-a-share", "command-compare", "command-diff", "gate-unit-is-a-name", "gate-unit-listed"}
FORMATS = {"text", "csv", "tidy", "markdown", "json"}
# Flags of `read`, and flags of `compare` that are not settings of a query.
OPTIONS = {"input-format", "map"}
GATES = {"gate", "gate-file", "today"}
# The query of each case's command line: a test of the CLI keeps the file up to date.
QUESTIONS = json.loads((CASES / "queries.json").read_text(encoding="utf-8"))


class Skip(Exception):
    """Raised if the command line does not concern the package."""


def understood(question: dict) -> tuple[dict, dict, list[str], str]:
    """Returns a query as the keywords of `read` and `compare`, the inputs, and the format."""
    options: dict = {}
    query = {name.replace("-", "_"): value for name, value in question["settings"].items()}
    form = "text"
    for name, value in question["flags"].items():
        if name in OPTIONS | GATES:
            (options if name in OPTIONS else query)[name.replace("-", "_")] = value
        elif name == "format":
            form = value
        elif name not in ("j", "quiet"):
            raise Skip(f"-{name} is the program's own")
    if form not in FORMATS:
        raise Skip(f"-format {form}")
    return options, query, words(question["inputs"]), form


def words(inputs: list[dict]) -> list[str]:
    return [f"{one['label']}={one['path']}" if "label" in one else one["path"] for one in inputs]


def arguments(question: dict) -> list[str]:
    """Returns a command line that runs the query."""
    flags = []
    for name, value in (question["settings"] | question["flags"]).items():
        values = value if isinstance(value, list) else [value]
        flags += [f"-{name}" if value is True else f"-{name}={value}" for value in values]
    return [*flags, "--", *words(question["inputs"])]


def same(expected: bytes, actual: bytes, is_csv: bool) -> bool:
    """Returns whether a text matches: `[..]` is any part of a line, and `...` at the end is any rest."""
    want, lines = expected.split(b"\n"), actual.split(b"\n")
    if len(want) > 1 and want[-2] == b"...":
        want = want[:-2]
        lines = lines[: len(want)]
    return len(want) == len(lines) and all(map(lambda a, b: same_line(a, b, is_csv), want, lines))


def same_line(want: bytes, line: bytes, is_csv: bool) -> bool:
    if want == line:
        return True
    if b"[..]" in want:
        return re.fullmatch(b".*".join(map(re.escape, want.split(b"[..]"))), line) is not None
    fields, found = want.split(b","), line.split(b",")
    if not is_csv or fields[0] != b"geomean" or len(fields) != len(found):
        return False
    # The last digit of the reference's geometric means differs.
    return all(a == b or abs(float(a) - float(b)) <= 1e-13 * abs(float(a)) for a, b in zip(fields, found))


def told_alike(expected: bytes, raised: list[bytes]) -> bool:
    """Returns whether an exception has the CLI's message on standard error, without its name and its usage."""
    plain = lambda line: without_flags(line.decode("latin-1").removeprefix("benchlens: ")).encode("latin-1")
    known = [plain(line) for line in re.split(rb"(?m)^(?:usage: |\.\.\.$|did you mean)", expected)[0].rstrip(b"\n").split(b"\n")]
    raised = [plain(line) for line in raised]
    return bool(known) and all(any(same_line(line, other, False) for other in raised) for line in known)


def given(folder: Path, words: list[str]) -> list:
    """Returns the inputs of a case."""
    if not words:
        words = ["-"]
    inputs: list = []
    for word in words:
        if word == "-" or word.endswith("=-"):
            piped = folder / ("stdin.pipe" if (folder / "stdin.pipe").exists() else "stdin")
            if len(words) > 1 or not piped.exists():
                raise Skip("standard input beside others, or a terminal")
            inputs.append(piped.read_bytes())
        else:
            inputs.append(word)
    return inputs


def outcomes(folder: Path, args: list[str], file: Path) -> bytes:
    """Returns the CLI's report as JSON, even if the case prints another format or a gate fails."""
    stdin = next((folder / name for name in ("stdin.pipe", "stdin") if (folder / name).exists()), Path(os.devnull))
    with stdin.open("rb") as piped:
        subprocess.run([os.environ["BENCHLENS"], "-o", f"json={file}", *args], cwd=folder, stdin=piped, capture_output=True)
    return file.read_bytes()


@pytest.mark.filterwarnings("ignore")
def test_cases(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    counts = {"same": 0, "errors": 0, "skipped": 0}
    wrong = []
    for folder in sorted(CASES.iterdir()):
        if os.environ.get("CASES", "") not in folder.name or not (folder / "cmd").exists():
            continue
        question = QUESTIONS.get(folder.name)
        monkeypatch.chdir(folder)
        file = lambda name: (folder / name).read_bytes() if (folder / name).exists() else b""
        is_error = file("exit").strip() not in (b"", b"0")
        try:
            if folder.name in APART:
                raise Skip("told apart")
            if question is None:
                raise Skip("not a comparison")
            args = arguments(question)
            options, query, inputs, form = understood(question)
            is_stdin = not inputs or inputs in (["-"],)
            store = benchlens.read(given(folder, inputs), labels=["-"] if is_stdin else None, **options)
            report = store.compare(**query)
            out = report.render(form)
            if not same(file("stdout"), out, form == "csv"):
                wrong.append(f"{folder.name}: {question}\n--- expected\n{file('stdout').decode(errors='replace')}--- given\n{out.decode(errors='replace')}")
            # Outcomes, counts and sentences agree with the CLI even if the case prints text or CSV.
            printed, given_json = outcomes(folder, args, tmp_path / f"{folder.name}.json"), report.render("json")
            if printed != given_json:
                wrong.append(f"{folder.name}: {question}\n--- JSON of the program\n{printed.decode()}--- given\n{given_json.decode()}")
            counts["same"] += 1
        except Skip:
            counts["skipped"] += 1
        except benchlens.Error as error:
            told = file("stderr").decode(errors="replace")
            if isinstance(error, benchlens.QueryError):
                lines = [f"benchlens: {error}"]
            else:
                lines = [*error.diagnostics, *(f"benchlens: {line}" for line in error.message.split("\n"))]
            if not is_error or not told_alike(file("stderr"), "\n".join(lines).encode().split(b"\n")):
                wrong.append(f"{folder.name}: {question}\n--- expected\n{told}--- raised\n{error}")
            counts["errors"] += 1
    assert not wrong, "\n".join(wrong)
    if "CASES" not in os.environ:
        assert counts["same"] > 500 and counts["errors"] > 40, counts
