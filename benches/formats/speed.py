#!/usr/bin/env python3
"""Measures how fast other formats are read, beside Python's json and beside Go's text.

    python3 benches/formats/speed.py PROGRAM [BEFORE] [--megabytes 200] [--times 5] [--log FILE]

Makes files of JMH, Google Benchmark, `go test -json` and Go's text in a temporary folder, in the shape in which the
harnesses write them. Then it runs all commands in turns, each on one thread, and prints the median CPU time of each,
without that of the kernel (reading), and its greatest memory. BEFORE is an earlier program, for Go's text. The log has every
run in Go's benchmark format.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

LOAD = "import json,sys; json.load(open(sys.argv[1]))"


def metric(unit, low, high, rng):
    """A metric of JMH with the values of five forks."""
    raw = [[rng.uniform(low, high) for _ in range(20)] for _ in range(5)]
    flat = sorted(sum(raw, []))
    mean = statistics.fmean(flat)
    ranks = ["0.0", "50.0", "90.0", "95.0", "99.0", "99.9", "99.99", "99.999", "99.9999", "100.0"]
    percentiles = {rank: flat[min(99, int(float(rank)))] for rank in ranks}
    return {
        "score": mean,
        "scoreError": mean / 100,
        "scoreConfidence": [mean * 0.99, mean * 1.01],
        "scorePercentiles": percentiles,
        "scoreUnit": unit,
        "rawData": raw,
    }


def jmh(out, size):
    """Benchmarks of five forks; half of them were run with a profiler of allocations."""
    rng, count = random.Random(1), 0
    out.write("[\n")
    while out.tell() < size:
        high = 10.0 ** (count % 5)
        entry = {
            "jmhVersion": "1.37",
            "benchmark": f"org.example.bench.Class{count // 50}.method{count % 50}",
            "mode": "avgt",
            "threads": 1,
            "forks": 5,
            "jvm": "/usr/lib/jvm/java-21/bin/java",
            "jvmArgs": ["-Xmx2g", "-XX:+UseG1GC"],
            "jdkVersion": "21.0.4",
            "vmName": "OpenJDK 64-Bit Server VM",
            "vmVersion": "21.0.4+7",
            "warmupIterations": 10,
            "warmupTime": "1 s",
            "warmupBatchSize": 1,
            "measurementIterations": 20,
            "measurementTime": "1 s",
            "measurementBatchSize": 1,
            "params": {"size": str(10 ** (count % 5))},
            "primaryMetric": metric("ns/op", high, 1.1 * high, rng),
            "secondaryMetrics": {},
        }
        if count % 2:
            entry["secondaryMetrics"] = {
                "gc.alloc.rate": metric("MB/sec", 1190, 1210, rng),
                "gc.alloc.rate.norm": metric("B/op", 24, 24.001, rng),
            }
        text = json.dumps(entry, indent=4).replace("\n", "\n    ")
        out.write((",\n" if count else "") + "    " + text)
        count += 1
    out.write("\n]\n")


def google(out, size):
    """Twenty repetitions of each benchmark, with two counters."""
    rng, count = random.Random(2), 0
    context = {"date": "2026-01-02T10:00:00+00:00", "host_name": "h", "num_cpus": 8, "library_build_type": "release"}
    out.write('{\n  "context": ' + json.dumps(context, indent=4) + ',\n  "benchmarks": [\n')
    while out.tell() < size:
        name = f"BM_Function{count % 500}<int>/{8 << count // 500 % 12}/n:{count // 6000}"
        for repetition in range(20):
            members = [
                ("name", f'"{name}"'),
                ("family_index", count),
                ("per_family_instance_index", 0),
                ("run_name", f'"{name}"'),
                ("run_type", '"iteration"'),
                ("repetitions", 20),
                ("repetition_index", repetition),
                ("threads", 1),
                ("iterations", rng.randrange(1000, 10**7)),
                ("real_time", f"{rng.uniform(100, 200):.16e}"),
                ("cpu_time", f"{rng.uniform(100, 200):.16e}"),
                ("time_unit", '"ns"'),
                ("bytes_per_second", f"{rng.uniform(1e9, 2e9):.16e}"),
                ("items_per_second", f"{rng.uniform(1e6, 2e6):.16e}"),
            ]
            text = ",\n".join(f'      "{key}": {value}' for key, value in members)
            out.write((",\n" if count or repetition else "") + "    {\n" + text + "\n    }")
        count += 1
    out.write("\n  ]\n}\n")


def go(text, events, size):
    """The same results as text and as events, which break lines where `go test -json` does."""
    rng, packages, clock = random.Random(3), 0, 0

    def event(package, output, test=None):
        nonlocal clock
        clock += 1
        own = {"Time": f"2026-01-02T10:{clock // 6000 % 60:02}:{clock // 100 % 60:02}.{clock % 1000000:06}Z"}
        own |= {"Action": "output", "Package": package}
        own |= {"Test": test} if test else {}
        events.write(json.dumps(own | {"Output": output}, separators=(",", ":")) + "\n")

    while text.tell() < size:
        package = f"example.com/mod/pkg{packages}"
        packages += 1
        for line in ["goos: linux\n", "goarch: amd64\n", f"pkg: {package}\n", "cpu: Some CPU @ 3.00GHz\n"]:
            text.write(line)
            event(package, line)
        for number in range(20):
            name = f"BenchmarkThing{number}/size={10 ** (number % 5)}/kind=fast"
            event(package, f"=== RUN   {name}\n", name)
            base = rng.uniform(10, 100000)
            for _ in range(20):
                time = base * rng.uniform(0.98, 1.02)
                first = f"{name}-8 \t"
                rest = f"{rng.randrange(100, 10**6):8}\t{time:10.4g} ns/op\t{number * 16:8} B/op\t{number:8} allocs/op\n"
                text.write(first + rest)
                event(package, first, name)
                event(package, rest, name)
        for line in ["PASS\n", f"ok  \t{package}\t12.345s\n"]:
            text.write(line)
            event(package, line)


def measure(command):
    """CPU seconds without the kernel's, those with it, and the greatest memory in MB."""
    null = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=null, stdout=null, stderr=null)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{command}: status {status}")
    return usage.ru_utime, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("before", nargs="?")
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--log")
    given = parser.parse_args()
    size = given.megabytes * 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        path = {name: os.path.join(folder, name) for name in ["jmh.json", "google.json", "go.json", "go.txt"]}
        with open(path["jmh.json"], "w") as out:
            jmh(out, size)
        with open(path["google.json"], "w") as out:
            google(out, size)
        with open(path["go.txt"], "w") as text, open(path["go.json"], "w") as events:
            go(text, events, size)
        # A filter that nothing passes leaves the reading, and an empty answer.
        read = [given.program, "-j", "1", "-filter", ".name:nothing"]
        table = [given.program, "-j", "1"]
        commands = {}
        for name in path:
            commands[name, "read"] = [*read, path[name]]
            commands[name, "table"] = [*table, path[name]]
            if name in ["jmh.json", "google.json"]:
                commands[name, "python"] = [sys.executable, "-c", LOAD, path[name]]
        if given.before:
            commands["go.txt", "before"] = [given.before, "-j", "1", path["go.txt"]]
        runs = {key: [] for key in commands}
        for _ in range(given.times):
            for key, command in commands.items():
                runs[key].append(measure(command))
        report(runs, {name: os.path.getsize(path[name]) for name in path}, given.log)


def report(runs, sizes, log):
    """Prints a table, and writes all runs."""
    print("| file | work | CPU s | with the kernel's | file MB per CPU s | peak MB |")
    print("|---|---|--:|--:|--:|--:|")
    for (name, work), all_runs in runs.items():
        user, both, memory = (statistics.median(column) for column in zip(*all_runs))
        speed = sizes[name] / 1e6 / user
        print(f"| {name} | {work} | {user:.3f} | {both:.3f} | {speed:.0f} | {memory:.0f} |")
    if log:
        with open(log, "w") as out:
            for (name, work), all_runs in runs.items():
                for user, both, memory in all_runs:
                    values = f"{user} user-sec/op {both} cpu-sec/op {memory * 2**20:.0f} peak-RSS-bytes"
                    out.write(f"BenchmarkFormats/file={name}/work={work} 1 {values}\n")


if __name__ == "__main__":
    main()
