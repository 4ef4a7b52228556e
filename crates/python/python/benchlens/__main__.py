"""Runs the CLI: `python -m benchlens` is the installed program `benchlens`, which the package does not contain."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

MISSING = """\
benchlens: python -m benchlens runs the program benchlens, which is not on PATH
Install it as https://github.com/OWNER/benchlens/blob/main/docs/install.md describes.
"""


def main() -> int:
    """Runs the program with the same arguments, and returns its exit status."""
    beside = Path(sys.executable).parent
    program = shutil.which("benchlens", path=beside) or shutil.which("benchlens")
    if program is None:
        sys.stderr.write(MISSING)
        return 127
    words = [program, *sys.argv[1:]]
    if os.name == "posix":
        # The program replaces Python, so signals reach it.
        os.execv(program, words)
    return subprocess.run(words, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
