"""Every case of tests/cases that is a comparison: what the program prints, the package gives, byte for byte."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import benchlens
import pytest

CASES = Path(__file__).resolve().parents[1] / "cases"

VALUES = {"table", "row", "col", "ignore", "base", "pair", "filter", "control", "alpha", "confidence", "margin", "adjust", "sort", "top", "worse", "gate-file", "today"}
LISTS = {"derive", "better", "unit", "gate"}
SWITCHES = {"delta-ci", "changed", "samples"}
OPTIONS = {"input-format", "map"}
PAIRS = {"runs", "loose", "none"}
# The program looks at flags before it reads; here they are two calls. It also says what to type instead of a command, and reports all
# errors of a gate, where an exception has the first.
APART = {"gate-rule-outweighs-input", "worse-not-a-share", "command-compare", "command-diff", "gate-unit-is-a-name", "gate-unit-listed"}
FORMATS = {"text", "csv", "tidy", "markdown", "json"}

WORD = re.compile(rb"""\$'((?:[^'\\]|\\.)*)'|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^ \t])""", re.S)
ESCAPES = {b"t": b"\t", b"n": b"\n", b"r": b"\r"}


class Skip(Exception):
    """The command line is about something else than the package."""


def words(line: bytes) -> list[bytes]:
    """The words of a line as a shell splits it."""
    all_words: list[bytes] = []
    word: bytes | None = None
    at = 0
    while at < len(line):
        if line[at : at + 1] in b" \t":
            if word is not None:
                all_words.append(word)
            word, at = None, at + 1
            continue
        found = WORD.match(line, at)
        assert found, line
        escaped, single, double, one, plain = found.groups()
        if escaped is not None:
            piece = re.sub(rb"\\(x(..)|u(....)|.)", unescaped, escaped, flags=re.S)
        elif double is not None:
            piece = re.sub(rb'\\(["\\$`])', rb"\1", double)
        else:
            piece = next(part for part in (single, one, plain) if part is not None)
        word, at = (word or b"") + piece, found.end()
    return all_words if word is None else [*all_words, word]


def unescaped(found: re.Match[bytes]) -> bytes:
    if found[2]:
        return bytes([int(found[2], 16)])
    if found[3]:
        return chr(int(found[3], 16)).encode()
    return ESCAPES.get(found[1], found[1])


def text(word: bytes) -> str:
    try:
        return word.decode()
    except UnicodeDecodeError:
        raise Skip("a query that is not UTF-8") from None


def understood(args: list[bytes]) -> tuple[dict, dict, list[bytes], str]:
    """A command line as the keywords of `read` and `compare`, the inputs, and the format."""
    options: dict = {}
    query: dict = {}
    inputs: list[bytes] = []
    form = "text"
    rest = iter(args)
    pending = list(rest)
    at = 0
    while at < len(pending):
        arg = pending[at]
        at += 1
        flag = re.fullmatch(rb"--?([^-=][^=]*)(?:=(.*))?", arg, re.S)
        if arg == b"--":
            inputs += pending[at:]
            break
        if not flag and arg.startswith(b"-") and arg != b"-":
            raise Skip("a flag that is none")
        if not flag or arg == b"-":
            inputs.append(arg)
            continue
        name, value = text(flag[1]), flag[2]
        keyword = name.replace("-", "_")
        if name in SWITCHES and value is None:
            query[keyword] = True
            continue
        if name == "quiet":
            continue
        if name == "worse" and value is None:
            follows = at < len(pending) and pending[at].endswith(b"%")
            query["worse"], at = (text(pending[at]), at + 1) if follows else (True, at)
            continue
        if name not in VALUES | LISTS | OPTIONS | {"format", "j"}:
            raise Skip(f"-{name} is the program's own")
        if value is None and name == "pair" and (at >= len(pending) or text(pending[at]) not in PAIRS):
            value = b"runs"
        if value is None:
            if at >= len(pending):
                raise Skip("a flag without a value")
            value, at = pending[at], at + 1
        if name == "format":
            form = text(value)
        elif name in LISTS:
            query.setdefault(keyword, []).append(text(value))
        elif name in OPTIONS:
            options[keyword] = text(value)
        elif name != "j":
            query[keyword] = text(value)
    if form not in FORMATS:
        raise Skip(f"-format {form}")
    return options, query, inputs, form


def same(expected: bytes, actual: bytes, is_csv: bool) -> bool:
    """Whether a text is the expected one: `[..]` is any part of a line, a last `...` any rest."""
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
    # The reference's own geometric means differ in the last digit.
    return all(a == b or abs(float(a) - float(b)) <= 1e-13 * abs(float(a)) for a, b in zip(fields, found))


def told_alike(expected: bytes, raised: list[bytes]) -> bool:
    """Whether an exception says what the program tells on standard error, but for its name and its usage."""
    plain = lambda line: line.removeprefix(b"benchlens: ")
    known = [plain(line) for line in re.split(rb"(?m)^(?:usage: |\.\.\.$|did you mean)", expected)[0].rstrip(b"\n").split(b"\n")]
    raised = [plain(line) for line in raised]
    return bool(known) and all(any(same_line(line, other, False) for other in raised) for line in known)


def given(folder: Path, words: list[bytes]) -> list:
    """The inputs of a case."""
    if not words:
        words = [b"-"]
    inputs: list = []
    for word in words:
        if word == b"-" or word.endswith(b"=-"):
            piped = folder / ("stdin.pipe" if (folder / "stdin.pipe").exists() else "stdin")
            if len(words) > 1 or not piped.exists():
                raise Skip("standard input beside others, or a terminal")
            inputs.append(piped.read_bytes())
        else:
            inputs.append(os.fsdecode(word))
    return inputs


def outcomes(folder: Path, args: list[bytes], file: Path) -> bytes:
    """The report of the program as JSON, whatever else it prints; the JSON of a gate that fails is one, too."""
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
        args = words((folder / "cmd").read_bytes().rstrip(b"\n"))[1:]
        monkeypatch.chdir(folder)
        file = lambda name: (folder / name).read_bytes() if (folder / name).exists() else b""
        is_error = file("exit").strip() not in (b"", b"0")
        try:
            if folder.name in APART:
                raise Skip("told apart")
            if args[:1] and args[0] in (b"convert", b"history", b"keys", b"formats", b"run", b"calibrate", b"help", b"version", b"man", b"completions"):
                raise Skip("another command")
            options, query, inputs, form = understood(args)
            is_stdin = not inputs or inputs in ([b"-"],)
            store = benchlens.read(given(folder, inputs), labels=["-"] if is_stdin else None, **options)
            report = store.compare(**query)
            out = report.render(form)
            if not same(file("stdout"), out, form == "csv"):
                wrong.append(f"{folder.name}: {args}\n--- expected\n{file('stdout').decode(errors='replace')}--- given\n{out.decode(errors='replace')}")
            # Outcomes, counts and sentences are the program's even where the case prints text or CSV.
            printed, given_json = outcomes(folder, args, tmp_path / f"{folder.name}.json"), report.render("json")
            if printed != given_json:
                wrong.append(f"{folder.name}: {args}\n--- JSON of the program\n{printed.decode()}--- given\n{given_json.decode()}")
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
                wrong.append(f"{folder.name}: {args}\n--- expected\n{told}--- raised\n{error}")
            counts["errors"] += 1
    assert not wrong, "\n".join(wrong)
    if "CASES" not in os.environ:
        assert counts["same"] > 500 and counts["errors"] > 40, counts
