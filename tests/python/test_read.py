"""Tests reading: the kinds of inputs, their names, and messages about them."""

from __future__ import annotations

import gzip
import io
import os
import sys
import tarfile
from pathlib import Path

import benchlens
import pytest

OLD = "BenchmarkA-8 100 12 ns/op\nBenchmarkA-8 100 13 ns/op\n"
NEW = "BenchmarkA-8 100 22 ns/op\nBenchmarkA-8 100 23 ns/op\n"


def labels(store: benchlens.Store) -> list[str]:
    return [one.label for one in store.inputs]


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.txt").write_text(OLD)
    (tmp_path / "new.txt").write_text(NEW)
    return tmp_path


def test_paths_and_labels(logs: Path) -> None:
    assert labels(benchlens.read("old.txt")) == ["old.txt"]
    assert labels(benchlens.read(["old.txt", "b=new.txt"])) == ["old.txt", "b"]
    assert labels(benchlens.read({"a": "old.txt", "b": Path("new.txt")})) == ["a", "b"]
    assert labels(benchlens.read({"a": ["old.txt", "new.txt"]})) == ["a", "a"]
    assert labels(benchlens.read(["old.txt", "new.txt"], labels=["x", "y"])) == ["x", "y"]
    assert labels(benchlens.read(path for path in ["old.txt", "new.txt"])) == ["old.txt", "new.txt"]
    # A pattern, a folder, and a path that only resembles a label.
    assert labels(benchlens.read("*.txt")) == ["new.txt", "old.txt"]
    assert len(benchlens.read(str(logs), quiet=True)) == 4
    (logs / "a=b.txt").write_text(OLD)
    assert labels(benchlens.read(Path("a=b.txt"))) == ["a=b.txt"]
    with pytest.raises(benchlens.ReadError, match="no file matches"):
        benchlens.read(Path("*.txt"))


def test_the_same_results_whatever_they_come_in(logs: Path) -> None:
    whole = benchlens.read(["old=old.txt", "new=new.txt"])
    want = whole.compare(quiet=True).json()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.add("old.txt")
    sources = [
        {"old": OLD.encode(), "new": NEW.encode()},
        {"old": bytearray(OLD.encode()), "new": memoryview(NEW.encode())},
        {"old": io.StringIO(OLD), "new": io.BytesIO(NEW.encode())},
        {"old": open("old.txt", encoding="utf-8"), "new": open("new.txt", "rb")},
        {"old": gzip.compress(OLD.encode()), "new": "new.txt"},
        {"old": packed.getvalue(), "new": Path("new.txt")},
    ]
    for source in sources:
        store = benchlens.read(source)
        got = store.compare(quiet=True).json()
        # They differ in the names of their inputs, which are known here.
        for one, known in zip(store.inputs, ["old.txt", "new.txt"]):
            got = got.replace(f'"name":"{one.name}"', f'"name":"{known}"')
        assert got == want, source


def test_names_of_what_has_none() -> None:
    store = benchlens.read([OLD.encode(), NEW.encode()])
    assert labels(store) == ["input 1", "input 2"]
    assert [one.results for one in store.inputs] == [2, 2]
    assert len(store) == 4 and "4 results of 2 inputs" in repr(store)


def test_what_is_no_input(logs: Path) -> None:
    with pytest.raises(benchlens.ReadError, match="^no inputs$"):
        benchlens.read([])
    with pytest.raises(benchlens.ReadError, match="^no inputs$"):
        benchlens.read({})
    with pytest.raises(benchlens.ReadError, match="^open gone.txt: no such file or directory$"):
        benchlens.read(["old.txt", "gone.txt"])
    with pytest.raises(OSError):
        benchlens.read("gone.txt")
    with pytest.raises(benchlens.ReadError, match="no file matches gone"):
        benchlens.read("gone*.txt")
    with pytest.raises(benchlens.ReadError, match="nothing.txt: no benchmark results: "):
        Path("nothing.txt").write_text("hello\n")
        benchlens.read("nothing.txt")
    with pytest.raises(TypeError, match="a float is no input"):
        benchlens.read(1.5)
    with pytest.raises(TypeError, match="a set has no order"):
        benchlens.read({"old.txt"} | {"new.txt"})
    with pytest.raises(ValueError, match="one for each input"):
        benchlens.read(["old.txt", "new.txt"], labels=["x"])
    with pytest.raises(ValueError, match="keys of the mapping are the labels"):
        benchlens.read({"a": "old.txt"}, labels=["x"])
    with pytest.raises(TypeError, match="labels: must be texts"):
        benchlens.read({1: "old.txt"})
    with pytest.raises(benchlens.QueryError, match="nonsense") as wrong:
        benchlens.read("old.txt", input_format="nonsense")
    assert wrong.value.part == "input-format"


def test_errors_of_the_system_have_their_number(logs: Path) -> None:
    import errno
    import pickle

    store = benchlens.read("old.txt")
    calls = {
        "gone.txt": lambda: benchlens.read("gone.txt"),
        "gone*.txt": lambda: benchlens.read(["old.txt", "gone*.txt"]),
        "gone.toml": lambda: store.compare(gate_file="gone.toml"),
    }
    for name, call in calls.items():
        with pytest.raises(FileNotFoundError, match=name.replace("*", ".")) as wrong:
            call()
        error = wrong.value
        assert isinstance(error, benchlens.InputNotFoundError) and isinstance(error, benchlens.ReadError)
        assert (error.errno, error.filename, error.strerror) == (errno.ENOENT, name, os.strerror(errno.ENOENT))
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error) and (str(copy), copy.errno, copy.filename) == (str(error), error.errno, name)
    Path("loop").symlink_to("loop")
    with pytest.raises(benchlens.ReadError) as wrong:
        benchlens.read("loop")
    assert (wrong.value.errno, wrong.value.filename) == (errno.ELOOP, "loop")
    assert not isinstance(wrong.value, FileNotFoundError)
    Path("empty.txt").write_text("")
    with pytest.raises(benchlens.ReadError) as wrong:
        benchlens.read("empty.txt")
    assert (wrong.value.errno, wrong.value.filename) == (None, None)


def test_diagnostics_are_told_with_their_places(logs: Path) -> None:
    (logs / "odd.txt").write_text(OLD + "BenchmarkA-8 100 x ns/op\n" + "BenchmarkA-8 100 12 ns/op")
    with pytest.warns(benchlens.ReadWarning) as told:
        store = benchlens.read("odd.txt")
    texts = [str(one.message) for one in told]
    assert texts == [str(one) for one in store.diagnostics]
    assert all(one.filename == __file__ for one in told)
    first, last = store.diagnostics
    assert (first.input, first.place, first.line, first.is_note) == ("odd.txt", "3", 3, False)
    assert first.code == "malformed-line"
    assert str(first) == f"odd.txt:3: {first.message}"
    # The log is cut off: its last line has no line end.
    assert "may be incomplete" in last.message and last.is_note and last.code == "unterminated"
    assert benchlens.read("odd.txt", quiet=True).diagnostics[0].message == first.message


def test_errors_of_reading_have_the_places(logs: Path) -> None:
    (logs / "odd.txt").write_text("BenchmarkA-8 100 x ns/op\nBenchmarkA-8 y 1 ns/op\n")
    with pytest.raises(benchlens.ReadError) as wrong:
        benchlens.read("odd.txt")
    error = wrong.value
    assert error.message == "odd.txt: no benchmark results: none of its benchmark lines can be read"
    assert len(error.diagnostics) == 2 and error.diagnostics[0].startswith("odd.txt:1: ")
    assert str(error).split("\n") == [error.message, *error.diagnostics]


def test_many_diagnostics_are_not_all_warnings() -> None:
    log = OLD + "BenchmarkA-8 100 x ns/op\n" * 50
    with pytest.warns(benchlens.ReadWarning) as told:
        store = benchlens.read(log.encode())
    assert len(store.diagnostics) == 50
    assert len(told) == 21 and "see Store.diagnostics" in str(told[-1].message)


def test_a_log_cut_off_in_its_container(logs: Path) -> None:
    cut = gzip.compress((OLD * 10_000).encode())[:-100]
    with pytest.raises(benchlens.ReadError) as wrong:
        benchlens.read(cut)
    assert "input 1" in str(wrong.value)


def test_what_is_left_out_is_told(logs: Path) -> None:
    (logs / "README").write_text("hello\n")
    with pytest.warns(benchlens.ReadWarning, match="skipped a file without results"):
        store = benchlens.read(str(logs))
    assert store.notes and all(diagnostic.is_note for diagnostic in store.diagnostics)


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are Unicode elsewhere")
def test_names_that_are_not_utf8(logs: Path) -> None:
    name = os.fsdecode(b"caf\xe9.txt")
    Path(name).write_text(OLD)
    Path("odd.txt").write_bytes(b"k\xff: v\xfe\n" + OLD.encode().replace(b"A-8", b"\xe9-8"))
    assert labels(benchlens.read(name)) == ["caf\N{REPLACEMENT CHARACTER}.txt"]
    report = benchlens.read("odd.txt").compare(quiet=True)
    # A text shows bytes that are not UTF-8 as U+FFFD; the rendered bytes are the same as in the CLI.
    assert report.tables[0].rows[0].key == ("\N{REPLACEMENT CHARACTER}-8",)
    assert b"\xe9-8" in report.render() and "\N{REPLACEMENT CHARACTER}-8" in str(report)
    with pytest.raises(benchlens.TableError, match="not UTF-8"):
        report.to_arrow()


def test_keys_are_those_of_the_program(program) -> None:
    import json

    logs = ["old=examples/old.txt", "new=examples/new.txt"]
    assert benchlens.read(logs).keys() == json.loads(program("keys", "-format", "json", *logs))


def test_formats_and_version(program) -> None:
    names = [one["name"] for one in benchlens.formats()]
    listed = program("formats").decode()
    assert "pytest-benchmark" in names and all(f"\n{name}: " in listed for name in names)
    assert program("-version").decode().split()[-1] == benchlens.__version__


def test_progress_is_told() -> None:
    log = ("".join(f"BenchmarkA{i}-8 100 12 ns/op\n" for i in range(1000)) * 400).encode()
    told = []
    store = benchlens.read(log, progress=lambda *what: told.append(what))
    store.compare(progress=lambda *what: told.append(what), quiet=True)
    # Reading may be too fast for any report; reports are within bounds.
    assert all(isinstance(what, str) and 0 <= done <= total for what, done, total in told)


def test_what_a_callback_raises_ends_the_work(endless: Path) -> None:
    def refuse(*_: object) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        benchlens.read(endless, progress=refuse)


def test_the_bar_shows_no_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    from benchlens._progress import Bar

    bar = Bar()
    bar.started -= 10
    bar("reading \x1b[2Jname", 5, 10)
    bar("reading", 1, None)
    bar.close()
    shown = capsys.readouterr().err
    assert "\x1b" not in shown and "[" + "#" * 15 + "." * 15 + "] reading ?[2Jname" in shown and shown.endswith("\r")
