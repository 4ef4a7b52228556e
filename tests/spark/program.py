"""The answers of the CLI, with which the answers of a cluster must agree."""

from __future__ import annotations

import os
import re
import subprocess


def of_program(words, *flags):
    """Returns the CLI's output and its exit status. The first flag may be a command."""
    command = [os.environ["BENCHLENS"], *flags, "-quiet", *words]
    done = subprocess.run(command, capture_output=True, check=False)
    return done.stdout.decode(), done.returncode


def same_json(report, words, *flags):
    """Returns whether JSON agrees with the CLI, except for the names of inputs, which are addresses in Spark."""
    expected, _ = of_program(words, "-format", "json", *flags)
    given = re.sub('"(name|sentence)":"file:/', r'"\1":"/', report.json())
    given = re.sub('"next":"[^"]*"', lambda command: command[0].replace("file:/", "/"), given)
    return given == expected
