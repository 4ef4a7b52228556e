"""Tests that Spark Connect gives the answers of the CLI. The server uses the workers after all other tests."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from program import of_program


def test_answers_of_a_connect_server(cluster, logs, table):
    command = [sys.executable, Path(__file__).with_name("connect.py"), cluster.start_connect(), table, *logs]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stderr[-5000:]
    answers = json.loads(done.stdout)
    assert answers["report"] == of_program(logs)[0]
    gate = ["-gate", "sec/op: +5%; malformed: allow"]
    assert answers["gate"] == json.loads(of_program(logs, *gate, "-format", "json")[0])["gate"]["status"]
    assert answers["rows"] == of_program(logs, "-filter", ".unit:sec/op")[0]
    assert answers["history"] == of_program([table], "history")[0]
