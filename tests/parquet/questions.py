"""Runs the queries in docs/parquet.md on a real export: the output of each must be the output in the chapter.

    python tests/parquet/questions.py PROGRAM [--update]

Runs the commands of blocks marked `sh`, then each block marked `sql` with DuckDB and each marked `python` with Python,
in a folder with the example's logs. The block marked `text` after a query contains its output.
"""

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

ROOT = Path(__file__).resolve().parents[2]
CHAPTER = ROOT / "docs" / "parquet.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
# Queries whose answers differ between machines, or may fail, have no output in the chapter.
ASKED = {"sql", "python"}


def answer_of(kind, text):
    """Returns the output of a block."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        if kind == "sql":
            duckdb.sql(text).show(max_width=200)
        else:
            exec(compile(text, str(CHAPTER), "exec"), {})
    lines = [line.rstrip() for line in out.getvalue().rstrip().splitlines()]
    return "\n".join(lines) + "\n"


def main():
    program, update = Path(sys.argv[1]).resolve(), "--update" in sys.argv[2:]
    text = CHAPTER.read_text()
    folder = Path(tempfile.mkdtemp())
    shutil.copytree(ROOT / "examples", folder / "examples")
    os.chdir(folder)
    os.environ["PATH"] = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    blocks = list(BLOCK.finditer(text))
    asked, wrong, pieces, end = 0, [], [], 0
    for block, behind in zip(blocks, [*blocks[1:], None]):
        kind, body = block.groups()
        if kind == "sh":
            for command in body.replace("\\\n", " ").splitlines():
                if command.startswith("benchlens "):
                    subprocess.run(command, shell=True, check=True, stdout=subprocess.DEVNULL)
        if kind not in ASKED:
            continue
        asked += 1
        answer = answer_of(kind, body)
        is_shown = behind is not None and behind.group(1) == "text"
        if not is_shown:
            wrong.append(f"no answer follows this:\n{body}")
            continue
        if behind.group(2) != answer:
            wrong.append(f"{body}\nshown:\n{behind.group(2)}\nprinted:\n{answer}")
        pieces += [text[end : behind.start(2)], answer]
        end = behind.end(2)
    if update:
        CHAPTER.write_text("".join([*pieces, text[end:]]))
        print(f"{asked} answers written")
        return 0
    print("\n".join(wrong))
    print(f"questions: {asked - len(wrong)} passed, {len(wrong)} failed")
    shutil.rmtree(folder, ignore_errors=True)
    return 1 if wrong or asked < 6 else 0


if __name__ == "__main__":
    sys.exit(main())
