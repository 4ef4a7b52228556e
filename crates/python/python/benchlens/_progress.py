"""Progress of work that takes long: a bar on standard error, or whatever a callback makes of it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

Watcher = Callable[[str, int, "int | None"], object]

WIDTH = 30
PATIENCE = 0.5


def watcher(asked: bool | Watcher | None) -> Watcher | None:
    """Who is told how far work is: `True` asks for a bar."""
    if asked is None or asked is False:
        return None
    return Bar() if asked is True else asked


class Bar:
    """A line on standard error, once it takes long enough to be watched."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.width = 0

    def __call__(self, what: str, done: int, total: int | None) -> None:
        if time.monotonic() - self.started < PATIENCE:
            return
        # A name may hold anything: none of it moves the cursor.
        what = "".join(char if char.isprintable() else "?" for char in what)
        filled = min(WIDTH * done // total, WIDTH) if total else 0
        bar = "[" + "#" * filled + "." * (WIDTH - filled) + "] " if total else ""
        self._show(bar + what)

    def close(self) -> None:
        """Takes the line away."""
        if self.width:
            self._show("")
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _show(self, line: str) -> None:
        sys.stderr.write("\r" + line.ljust(self.width))
        sys.stderr.flush()
        self.width = len(line)
