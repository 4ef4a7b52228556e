"""Progress of long computations: a bar on standard error, or a callback."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

Watcher = Callable[[str, int, "int | None"], object]

WIDTH = 30
PATIENCE = 0.5


def watcher(asked: bool | Watcher | None) -> Watcher | None:
    """Returns the callback for a `progress` keyword; `True` requests a bar."""
    if asked is None or asked is False:
        return None
    return Bar() if asked is True else asked


class Bar:
    """A progress bar on standard error, which appears only if the computation takes longer than `PATIENCE` seconds."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.width = 0

    def __call__(self, what: str, done: int, total: int | None) -> None:
        if time.monotonic() - self.started < PATIENCE:
            return
        # Names can contain any characters, but none of them may move the cursor.
        what = "".join(char if char.isprintable() else "?" for char in what)
        filled = min(WIDTH * done // total, WIDTH) if total else 0
        bar = "[" + "#" * filled + "." * (WIDTH - filled) + "] " if total else ""
        self._show(bar + what)

    def close(self) -> None:
        """Removes the bar."""
        if self.width:
            self._show("")
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _show(self, line: str) -> None:
        sys.stderr.write("\r" + line.ljust(self.width))
        sys.stderr.flush()
        self.width = len(line)
