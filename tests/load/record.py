#!/usr/bin/env python3
"""Records a small load test with every load generator on the PATH.

Usage: record.py FOLDER [TOOL...]

Writes the files of each tool into FOLDER, and gzips those with more than 20,000 bytes. All requests go to servers on
127.0.0.1 that this script starts and stops. HdrHistogram needs `java` and the variable HDRHISTOGRAM, the path of its
JAR file. The name of this machine, which fortio writes into its labels, is replaced with `host`.
"""

import contextlib
import gzip
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
# plan.jmx contains the first port.
PORT, GRPC_PORT = 8017, 8018
TARGET = f"http://127.0.0.1:{PORT}"
SECONDS_MAX = 60
SIZE_MAX = 20_000


def run(*words, stdin=None):
    """Runs a tool in the folder of its files and returns what it prints. A tool that hangs is killed."""
    environment = {**os.environ, "TZ": "UTC"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, env=environment, start_new_session=True, **pipes) as process:
        try:
            printed, errors = process.communicate(stdin, SECONDS_MAX)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            sys.exit(f"{words[0]}: stopped after {SECONDS_MAX} seconds")
    # Locust ends with 1 if a request failed.
    if process.returncode not in (0, 1):
        sys.exit(f"{words[0]}: status {process.returncode}: {errors.decode(errors='replace')}")
    return printed


@contextlib.contextmanager
def server(port, *words):
    """Runs a server until the end of a block."""
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(100):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.05)
            else:
                sys.exit(f"{words}: no server on port {port} after 5 seconds")
            yield
        finally:
            process.terminate()


def k6():
    run("k6", "run", "--quiet", "-e", f"TARGET={TARGET}", "--out", "json=k6.json", "--out", "csv=k6.csv",
        "--summary-export", "k6-summary.json", str(HERE / "k6.js"))


def vegeta():
    requests = ["GET /fast?page=1", "GET /fast", "GET /fast", "GET /broken", "POST /slow", "GET /fast", "GET /missing",
                "GET /fast"]
    targets = "\n".join(request.replace(" ", f" {TARGET}") for request in requests)
    attack = run("vegeta", "attack", "-rate=500", "-duration=4s", "-max-workers=20", stdin=targets.encode())
    Path("vegeta.gob").write_bytes(attack)
    Path("vegeta.jsonl").write_bytes(run("vegeta", "encode", "-to=json", stdin=attack))
    Path("vegeta.csv").write_bytes(run("vegeta", "encode", "-to=csv", stdin=attack))
    Path("vegeta-report.json").write_bytes(run("vegeta", "report", "-type=json", stdin=attack))


def hey():
    Path("hey.csv").write_bytes(run("hey", "-n", "1500", "-c", "10", "-o", "csv", f"{TARGET}/fail"))
    Path("hey.txt").write_bytes(run("hey", "-n", "400", "-c", "4", f"{TARGET}/broken"))


def ghz():
    if not shutil.which("fortio"):
        print("ghz: skipped, because its server is fortio, which is not on the PATH")
        return
    data = '[{},{},{},{},{},{},{},{},{},{"service":"unknown"}]'
    with server(GRPC_PORT, "fortio", "server", "-http-port", f"127.0.0.1:{GRPC_PORT + 1}", "-grpc-port",
                f"127.0.0.1:{GRPC_PORT}", "-tcp-port", "disabled", "-udp-port", "disabled", "-redirect-port",
                "disabled"):
        for form in ("json", "csv"):
            text = run("ghz", "--insecure", "--call", "grpc.health.v1.Health.Check", "-n", "400", "-c", "4",
                       "-d", data, "-O", form, f"127.0.0.1:{GRPC_PORT}")
            Path(f"ghz.{form}").write_bytes(text)


def fortio():
    run("fortio", "load", "-json", "fortio.json", "-qps", "500", "-n", "1500", "-c", "4", f"{TARGET}/fail")
    path = Path("fortio.json")
    path.write_text(re.sub(rf"\b{re.escape(socket.gethostname())}\b", "host", path.read_text()))


def oha():
    for form, path in [("json", "broken"), ("csv", "fail")]:
        text = run("oha", "--no-tui", "--output-format", form, "-n", "1200", "-c", "4", f"{TARGET}/{path}")
        Path(f"oha.{form}").write_bytes(text)


def wrk():
    Path("wrk.txt").write_bytes(run("wrk", "-t2", "-c4", "-d1s", "--latency", f"{TARGET}/broken"))


def ab():
    Path("ab.txt").write_bytes(run("ab", "-n", "1500", "-c", "4", "-k", "-g", "ab.tsv", f"{TARGET}/fail?page=1"))


def jmeter():
    for form, name in [("csv", "jmeter.jtl"), ("xml", "jmeter.xml")]:
        run("jmeter", "-n", "-t", str(HERE / "plan.jmx"), "-l", name, "-j", os.devnull,
            f"-Jjmeter.save.saveservice.output_format={form}")


def locust():
    text = run("locust", "-f", str(HERE / "locustfile.py"), "--headless", "-u", "4", "-r", "4", "-t", "3s", "--json",
               "--csv", "locust", "-H", TARGET)
    Path("locust.json").write_bytes(text)


def autocannon():
    Path("autocannon.json").write_bytes(run("autocannon", "-c", "4", "-d", "2", "--json", f"{TARGET}/fail"))


def java():
    if "HDRHISTOGRAM" not in os.environ:
        print("HdrHistogram: skipped, because the variable HDRHISTOGRAM is not the path of its JAR file")
        return
    run("java", "-Duser.timezone=UTC", "-cp", os.environ["HDRHISTOGRAM"], str(HERE / "Histograms.java"), ".")


TOOLS = [k6, vegeta, hey, ghz, fortio, oha, wrk, ab, jmeter, locust, autocannon, java]
KEPT = re.compile(r"(k6|vegeta|hey|ghz|fortio|oha|wrk|ab|jmeter|autocannon|hdr)\b.*|locust(_stats)?\.(json|csv)")


def keep(path, folder):
    """Copies a file, gzipped if it is large, after a check for names of this machine and its folders."""
    content = path.read_bytes()
    for name in (socket.gethostname(), str(Path.home()), str(HERE), tempfile.gettempdir() + "/"):
        if re.search(rb"\b" + re.escape(name.encode()) + rb"(?=\W|$)", content) and path.suffix != ".gob":
            sys.exit(f"{path.name}: contains {name}; replace it in the tool's function")
    if SIZE_MAX < len(content):
        (folder / f"{path.name}.gz").write_bytes(gzip.compress(content, 9, mtime=0))
    else:
        (folder / path.name).write_bytes(content)


def main(words):
    if not words or words[0].startswith("-"):
        sys.exit(__doc__)
    folder, chosen = Path(words[0]).resolve(), words[1:]
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, contextlib.chdir(temporary):
        with server(PORT, sys.executable, str(HERE / "server.py"), str(PORT)):
            for tool in TOOLS:
                if chosen and tool.__name__ not in chosen:
                    continue
                if not shutil.which(tool.__name__):
                    print(f"{tool.__name__}: skipped, because it is not on the PATH")
                    continue
                tool()
                print(f"{tool.__name__}: recorded")
        for path in filter(lambda path: KEPT.fullmatch(path.name), sorted(Path(temporary).iterdir())):
            keep(path, folder)


if __name__ == "__main__":
    main(sys.argv[1:])
