#!/usr/bin/env python3
"""Checks `benchlens convert` against the content of a file.

Reads a file of any format that benchlens supports with Python's own json, csv and fractions, computes every value
exactly, rounds it once, and compares it with the Go benchmark text that benchlens prints: names, iterations,
the package, units and values, sample by sample; also directions, the harness, and the note about an input that has
only summaries. It is based only on the documentation of the formats.

usage: check.py [--print] BENCHLENS FILE_OR_FOLDER...

--print shows the expected samples, one on each line, without comparing. Requires only Python 3.9.
"""

import csv
import io
import json
import math
import os
import re
import subprocess
import sys
from collections import defaultdict
from fractions import Fraction

SECONDS = {"s": 1, "sec": 1, "second": 1, "ms": Fraction(1, 10**3), "us": Fraction(1, 10**6),
           "µs": Fraction(1, 10**6), "μs": Fraction(1, 10**6), "ns": Fraction(1, 10**9),
           "ps": Fraction(1, 10**12), "min": 60, "hr": 3600, "day": 86400}


class Sample:
    """One expected result. `iterations` is None if the format does not contain it."""

    def __init__(self, name, units, iterations=1, pkg="", is_summary=False, is_quotient=False):
        self.name = go_name(name)
        self.units = [(re.sub(r"\s", "_", unit), rounded(value)) for unit, value in units]
        self.iterations = None if iterations is None else int(iterations)
        self.pkg = pkg
        self.is_summary = is_summary
        self.is_quotient = is_quotient

    def __str__(self):
        values = " ".join(f"{value!r} {unit}" for unit, value in self.units)
        iterations = "?" if self.iterations is None else self.iterations
        return f"Benchmark{self.name} {iterations} {values}" + (f" pkg={self.pkg}" if self.pkg else "")


def encoded(match):
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def go_name(name):
    """Returns a name as Go text has it: one word that begins with an upper case letter and has no number of processors."""
    name = re.sub(r"\s|-(?=[0-9]+\Z)", encoded, name)
    return name[:1].upper() + name[1:]


def rounded(value):
    """Returns the double that is nearest to an exact value."""
    return value if isinstance(value, float) else float(Fraction(value))


def number(text):
    """Returns the exact value of a number in a document; NaN and infinities remain doubles."""
    try:
        return Fraction(text)
    except ValueError:
        return float(text)


def document(text):
    return json.loads(text, parse_float=Fraction, parse_int=Fraction, parse_constant=float)


def documents(text):
    """Returns consecutive documents."""
    decoder = json.JSONDecoder(parse_float=Fraction, parse_int=Fraction, parse_constant=float)
    text = text.strip()
    while text:
        data, end = decoder.raw_decode(text)
        yield data
        text = text[end:].lstrip()


def part(value):
    """Returns the value of a key in a name."""
    return re.sub(r"/|%(?=[0-9A-Fa-f]{2})|\A | \Z", encoded, plain(value))


def plain(value):
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else repr(float(value))
    if value is True or value is False:
        return str(value).lower()
    if isinstance(value, (list, dict)):
        return json.dumps(value, default=lambda one: int(one) if one.denominator == 1 else float(one),
                          separators=(",", ":"), ensure_ascii=False)
    return str(value)


def keys(pairs):
    return "".join(f"/{key}={part(value)}" for key, value in pairs)


def median(values):
    values = sorted(values)
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def measured(value, unit, bare="sec"):
    """Returns a unit and a value in it: only a time per operation is sec/op, and a time without "per" is `bare`."""
    time, _, per = unit.strip().partition("/")
    if time in SECONDS and per in ("", "op", "iter"):
        return "sec/op" if per else bare, value * SECONDS[time]
    return unit, value


# criterion


def criterion_name(group, function, value):
    pairs = [("fn", function), ("arg", value)]
    return group + keys((key, text) for key, text in pairs if text is not None)


def rate_units(per_iteration, unit, seconds):
    """Returns the throughput of a sample with this number of seconds per iteration."""
    return [] if unit is None or seconds == 0 else [(unit, Fraction(per_iteration) / seconds)]


def criterion(folder, recording="new"):
    found = []
    for root, folders, files in os.walk(folder):
        folders.sort()
        if os.path.basename(root) == recording and {"benchmark.json", "sample.json"} <= set(files):
            found.append(root)
    for root in sorted(found):
        benchmark = document(read(os.path.join(root, "benchmark.json")))
        sample = document(read(os.path.join(root, "sample.json")))
        iterations, times = (sample["iters"], sample["times"]) if isinstance(sample, dict) else sample
        name = criterion_name(benchmark["group_id"], benchmark["function_id"], benchmark["value_str"])
        throughput = benchmark.get("throughput") or {}
        throughput = throughput.get("ElementsAndBytes", throughput)
        unit = {"Bytes": "B/s", "BytesDecimal": "B/s", "Elements": "elem/s", "Bits": "bit/s",
                "elements": "elem/s", "bytes": "B/s"}
        for count, time in zip(iterations, times):
            seconds = time / count / 10**9
            rates = [rate for key, per in throughput.items()
                     for rate in rate_units(per, unit.get(key), seconds)]
            yield Sample(name, [("sec/op", seconds), *rates], count, is_quotient=True)


def cargo_criterion(text):
    for line in text.splitlines():
        message = document(line) if line.startswith("{") else {}
        if message.get("reason") != "benchmark-complete":
            continue
        group, *rest = message["id"].split("/", 2)
        rest += [None] * (2 - len(rest))
        name = criterion_name(group, rest[0], rest[1])
        unit = {"bytes": "B/s", "elements": "elem/s"}
        for count, total in zip(message["iteration_count"], message["measured_values"]):
            seconds = total / count * SECONDS[message["unit"]]
            rates = [rate for one in message["throughput"]
                     for rate in rate_units(one["per_iteration"], unit.get(one["unit"]), seconds)]
            yield Sample(name, [("sec/op", seconds), *rates], count, is_quotient=True)


# libtest


LIBTEST = re.compile(r"test (.+?)\s+\.\.\. bench:\s+([\d,.]+) ([^\s/]+/[^\s/]+) \(\+/- [\d,.]+\)"
                     r"(?: = ([\d,]+) MB/s)?")


def libtest(text):
    for line in text.splitlines():
        event = document(line) if line.startswith("{") else {}
        if event.get("type") == "bench":
            rate = event.get("mib_per_second")
            units = [("sec/op", event["median"] / 10**9)] + ([("B/s", rate * 10**6)] if rate else [])
            yield Sample(event["name"], units, None, is_summary=True)
        match = LIBTEST.match(line)
        if match:
            value, unit = number(match[2].replace(",", "")), match[3]
            own = measured(value, unit)
            rate = match[4] and number(match[4].replace(",", "")) * 10**6
            yield Sample(match[1], [own] + ([("B/s", rate)] if rate else []), None, is_summary=True)


# hyperfine


def hyperfine(data):
    results = data["results"]

    def name(result):
        parameters = result.get("parameters") or {}
        # Values within words require all commands of a template, which these files do not contain.
        typed = {value: f"{{{key}}}" for key, value in reversed(parameters.items())}
        words = [typed.get(word, word) for word in result["command"].split()]
        words = [word.rstrip("/").rsplit("/", 1)[-1] for word in words]
        return " ".join(words) + keys(parameters.items())

    names = [name(result) for result in results]
    seen = defaultdict(int)
    for own, result in zip(names, results):
        if 1 < names.count(own):
            seen[own] += 1
            own += f"/cmd={seen[own]}"
        memory = result.get("memory_usage_byte") or []
        times = result.get("times") or []
        for index, time in enumerate(times):
            more = [("peak-RSS-bytes", memory[index])] if index < len(memory) else []
            yield Sample(own, [("sec/op", time), *more])
        if not times:
            yield Sample(own, [("sec/op", result.get("median", result["mean"]))], None, is_summary=True)


# Google Benchmark

GOOGLE = set("""name family_index per_family_instance_index run_name run_type repetitions repetition_index threads
aggregate_name aggregate_unit iterations real_time cpu_time time_unit label""".split())
DROPPED = ("iterations:", "repeats:", "min_time:", "min_warmup_time:")


def google_name(text):
    first, *parts = text.split("/")
    unnamed = 0
    for piece in parts:
        if piece.startswith(DROPPED):
            continue
        if re.fullmatch(r"-?\d+(\.\d+)?", piece):
            first += f"/arg{unnamed}={piece}"
            unnamed += 1
        else:
            first += "/" + piece.replace(":", "=", 1)
    return first


def with_types(entries):
    """Returns entries of versions before 1.5, which name aggregates: several repetitions or all three."""
    names = [entry["name"] for entry in entries]
    for place, entry in enumerate(entries):
        match = re.fullmatch(r"(.+)_(mean|median|stddev)", entry["name"])
        trio = match and [match[1] + end for end in ("_mean", "_median", "_stddev")]
        is_aggregate = match and (1 < names.count(match[1]) or
                                  any(names[i:i + 3] == trio for i in range(place - 2, place + 1) if 0 <= i))
        if "run_type" in entry or not is_aggregate:
            yield entry
        else:
            yield {**entry, "name": match[1], "run_type": "aggregate", "aggregate_name": match[2]}


def google(data):
    entries = [entry for entry in with_types(data["benchmarks"])
               if not entry.get("error_occurred") and not entry.get("skipped") and "real_time" in entry]
    samples = [entry for entry in entries if entry.get("run_type", "iteration") == "iteration"]
    is_summary = not samples
    if is_summary:
        of = {kind: [e for e in entries if e.get("aggregate_name") == kind] for kind in ("median", "mean")}
        samples = of["median"] or of["mean"]
    for entry in samples:
        factor = SECONDS[entry.get("time_unit", "ns")]
        units = [("sec/op", entry["real_time"] * factor), ("cpu-sec/op", entry["cpu_time"] * factor)]
        for key, value in entry.items():
            if key in GOOGLE or not isinstance(value, (Fraction, float)):
                continue
            unit = {"bytes_per_second": "B/s", "items_per_second": "items/s", "allocs_per_iter": "allocs/op"}
            units.append((unit.get(key, key), value))
        name = google_name(entry.get("run_name", entry["name"]))
        name += f"/label={part(entry['label'])}" if entry.get("label") else ""
        yield Sample(name, units, None if is_summary else entry["iterations"], is_summary=is_summary)


# pytest-benchmark


def pytest(data):
    for benchmark in data["benchmarks"]:
        function, _, identity = benchmark["name"].partition("[")
        if benchmark.get("params"):
            function += keys(benchmark["params"].items())
        elif identity:
            function += keys([("param", identity.rstrip("]"))])
        pkg = benchmark["fullname"][: -len(benchmark["name"])].removesuffix("::")
        stats = benchmark["stats"]
        # The list names the files that were shortened by hand.
        data = [value for value in stats.get("data") or [] if not isinstance(value, str)]
        for value in data:
            yield Sample(function, [("sec/op", value)], stats["iterations"], pkg)
        if not data:
            yield Sample(function, [("sec/op", stats["median"])], None, pkg, True)


# JMH


def jmh_unit(unit):
    match = re.fullmatch(r"ops/(\w+)", unit)
    if match and match[1] in SECONDS:
        return "ops/s", 1 / Fraction(SECONDS[match[1]])
    match = re.fullmatch(r"(\w+)/op", unit)
    if match and match[1] in SECONDS:
        return "sec/op", Fraction(SECONDS[match[1]])
    return ("sec", Fraction(SECONDS[unit])) if unit in SECONDS else (unit, Fraction(1))


HISTOGRAM_MAX = 1_000_000


def jmh_samples(metric):
    """Returns each sample with its position: the fork, the iteration, and the index in a histogram."""
    histogram = metric.get("rawDataHistogram") or []
    counts = sum(int(count) for fork in histogram for iteration in fork for _, count in iteration)
    assert counts <= HISTOGRAM_MAX, "a histogram that is thinned out is not checked"
    for i, fork in enumerate(metric.get("rawDataHistogram") or metric.get("rawData") or []):
        for j, iteration in enumerate(fork):
            if "rawDataHistogram" in metric:
                values = [value for value, count in iteration for _ in range(int(count))]
                yield from (((i, j, k), value) for k, value in enumerate(values))
            else:
                yield (i, j, 0), iteration


def jmh(data):
    for benchmark in data:
        pkg, _, method = benchmark["benchmark"].rpartition(".")
        pairs = list((benchmark.get("params") or {}).items())
        pairs += [(key, benchmark[key]) for key in ("mode", "threads") if key in benchmark]
        name = method + keys(pairs)
        unit, factor = jmh_unit(benchmark["primaryMetric"]["scoreUnit"])
        more = []
        for key, metric in benchmark.get("secondaryMetrics", {}).items():
            key = key.lstrip("·")
            own, scale = jmh_unit(metric["scoreUnit"])
            own = "B/op" if key == "gc.alloc.rate.norm" else f"{key}:{own}"
            values = {at: v if isinstance(v, (str, float)) else v * scale for at, v in jmh_samples(metric)}
            more.append((own, values))
        samples = list(jmh_samples(benchmark["primaryMetric"]))
        if not samples:
            score = benchmark["primaryMetric"]["score"] * factor
            yield Sample(name, [(unit, score)], None, pkg, True)
        for at, value in samples:
            beside = [(own, values[at]) for own, values in more if at in values]
            # In this format, NaN is a text.
            beside = [(own, v) for own, v in beside if not isinstance(v, str) and v == v]
            yield Sample(name, [(unit, value * factor), *beside], 1, pkg)


# BenchmarkDotNet


def benchmarkdotnet(data):
    for benchmark in data["Benchmarks"]:
        statistics = benchmark.get("Statistics")
        if not statistics:
            continue
        pairs = [pair.split("=", 1) for pair in (benchmark.get("Parameters") or "").split("&") if pair]
        name = benchmark["Method"] + keys(pairs)
        pkg = ".".join(filter(None, [benchmark.get("Namespace"), benchmark.get("Type")]))
        values = statistics.get("OriginalValues")
        allocated = (benchmark.get("Memory") or {}).get("BytesAllocatedPerOperation")
        for index, value in enumerate(values or [statistics["Median"]]):
            # Allocations are counted once.
            more = [("B/op", allocated)] if index == 0 and allocated is not None else []
            units = [("sec/op", value / 10**9), *more]
            yield Sample(name, units, 1 if values else None, pkg, not values)


# github-action-benchmark


def action_value(value, unit):
    value = number(value) if isinstance(value, str) else value
    return measured(value, unit, "sec/op")


def action_entries(entries, suffix="", is_go=False):
    whole = None
    # Entries with the same name are samples of it.
    is_summary = bool(suffix) or entries[0]["name"] not in [entry["name"] for entry in entries[1:]]
    for entry in entries:
        name = entry["name"].removeprefix("Benchmark") if is_go else entry["name"]
        # Several units of one result: "ns/op\t 3 B/op", followed by an entry for each of them.
        unit, *more = entry["unit"].split("\t")
        if whole and name in (f"{whole[0]} - {one}" for one in whole[1]):
            continue
        units = [action_value(entry["value"], unit)]
        units += [action_value(*text.split()) for text in more if len(text.split()) == 2]
        whole = (name, [unit, *(text.split()[1] for text in more if len(text.split()) == 2)])
        yield Sample(name + suffix, units, is_summary=is_summary)


def action_history(data):
    for suite, commits in data["entries"].items():
        for commit in commits:
            yield from action_entries(commit["benches"], keys([("suite", suite)]), commit.get("tool") == "go")


# Bencher


def bencher(data):
    for name, measures in data.items():
        units = []
        for measure, found in measures.items():
            value = found["value"]
            if measure == "latency":
                units.append(("sec/op", value / 10**9))
            else:
                units.append(({"throughput": "ops/s"}.get(measure, measure), value))
        yield Sample(name, units, is_summary=True)


# vitest and tinybench


def vitest_tests(data):
    """Returns the suites: vitest up to 1.5 has suites by name, vitest 5 has files of tests."""
    if isinstance(data["testResults"], dict):
        for suite, benchmarks in data["testResults"].items():
            for benchmark in benchmarks:
                values = benchmark["samples"] or ([benchmark["mean"]] if "mean" in benchmark else [])
                for value in values:
                    yield Sample(benchmark["name"], [("sec/op", value / 1000)], None, suite, not benchmark["samples"])
        return
    for file in data["testResults"]:
        for group in (group for test in file["assertionResults"] for group in test["benchmarks"]):
            pkg = "/".join([os.path.basename(file["name"]), *group["name"].split(" > ")])
            for task in group["tasks"]:
                samples = task["latency"].get("samples") or []
                for value in samples or [task["latency"]["p50"]]:
                    yield Sample(task["name"], [("sec/op", value / 1000)], None, pkg, not samples)


def vitest(data):
    for file in data["files"]:
        for group in file["groups"]:
            pkg = "/".join(group["fullName"].split(" > "))
            for benchmark in group["benchmarks"]:
                samples = benchmark.get("samples") or []
                for value in samples or [benchmark["median"]]:
                    yield Sample(benchmark["name"], [("sec/op", value / 1000)], None, pkg, not samples)


def tinybench(data):
    for task in [data] if isinstance(data, dict) else data:
        result = task.get("result", {})
        if result.get("error") is not None or not result:
            continue
        latency = result.get("latency", result)
        samples = latency.get("samples") or []
        for value in samples or [latency["p50"]]:
            yield Sample(task["name"], [("sec/op", value / 1000)], None, is_summary=not samples)


# pyperf


def pyperf(data):
    common = data.get("metadata", {})
    for benchmark in data["benchmarks"]:
        metadata = {**common, **benchmark.get("metadata", {}), **benchmark.get("common_metadata", {})}
        unit = metadata.get("unit", "second")
        unit = {"second": "sec/op", "byte": "B"}.get(unit, unit)
        for run in benchmark["runs"]:
            for value in run.get("values", run.get("samples", [])):
                yield Sample(metadata["name"], [(unit, value)], None)


# Go

GO_LINE = re.compile(r"Benchmark(\S*)\s+(\d+)\s+(\S.*)")


def go_json(text):
    outputs = defaultdict(str)
    for line in text.splitlines():
        event = json.loads(line) if line.startswith("{") else {}
        if event.get("Action") == "output":
            outputs[event.get("Package", "")] += event["Output"]
    for package, output in outputs.items():
        for line in output.splitlines():
            match = GO_LINE.fullmatch(line.rstrip())
            fields = match[3].split() if match else []
            try:
                # A text that is not a number is not a result.
                units = [(unit, number(value)) for value, unit in zip(fields[::2], fields[1::2], strict=True)]
            except ValueError:
                continue
            if units:
                yield Sample(match[1], units, match[2], package)


# CSV and TSV


def table(text, delimiter):
    rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    header = rows[0] if rows else []
    if not {"name", "value", "unit"} <= set(header):
        return
    for row in rows[1:]:
        cells = dict(zip(header, row))
        name = cells["name"] + keys((k, v) for k, v in cells.items() if k not in ("name", "value", "unit") and v)
        yield Sample(name, [measured(number(cells["value"]), cells["unit"])])


# Detecting the format of a file


def read(path):
    with open(path, encoding="utf-8-sig") as file:
        return file.read()


def expected(path):
    if os.path.isdir(path):
        return list(criterion(path))
    text = read(path)
    if '"benchmark-complete"' in text:
        return list(cargo_criterion(text))
    if text.startswith("window.BENCHMARK_DATA"):
        return list(action_history(document(text.split("=", 1)[1].strip().rstrip(";"))))
    if '"type": "bench"' in text:
        return list(libtest(text))
    if text.lstrip()[:1] not in ("{", "["):
        if LIBTEST.search(text):
            return list(libtest(text))
        return list(table(text, "\t" if "\t" in text.split("\n", 1)[0] else ","))
    if '"Action"' in text and '"Output"' in text:
        return list(go_json(text))
    return [sample for data in documents(text) for sample in of_document(data)]


def of_document(data):
    if isinstance(data, list):
        first = data[0]
        kinds = [("primaryMetric", jmh), ("result", tinybench), ("unit", action_entries)]
        found = next((list(reader(data)) for key, reader in kinds if key in first), None)
        return found if found is not None else list(tinybench(data))
    kinds = [("HostEnvironmentInfo", benchmarkdotnet), ("machine_info", pytest), ("results", hyperfine),
             ("context", google), ("files", vitest), ("testResults", vitest_tests), ("result", tinybench),
             ("metadata", pyperf)]
    if "benchmarks" in data and any("runs" in one for one in data["benchmarks"]):
        return list(pyperf(data))
    reader = next((reader for key, reader in kinds if key in data), None)
    if reader is None and any("value" in one for all_of in data.values() if isinstance(all_of, dict)
                              for one in all_of.values() if isinstance(one, dict)):
        reader = bencher
    return list(reader(data)) if reader else []


# Reading the output of benchlens


def printed(benchlens, path):
    """Returns the results of Go benchmark text: name, iterations, units with values, and the configuration."""
    run = subprocess.run([benchlens, "convert", path], capture_output=True, check=False)
    if run.returncode not in (0, 3):
        sys.exit(f"{path}: benchlens ends with {run.returncode}: {run.stderr.decode(errors='replace')}")
    return run.stdout.decode("utf-8"), run.stderr.decode("utf-8", errors="replace")


def parsed(text):
    config, results = {}, []
    for line in text.split("\n"):
        if line.startswith("Benchmark"):
            name, iterations, *rest = line.split(" ")
            units = [(unit, float(value)) for value, unit in zip(rest[::2], rest[1::2])]
            results.append((name[len("Benchmark"):], int(iterations), units, dict(config)))
        elif match := re.fullmatch(r"([a-z][^\sA-Z:]*):(?:[ \t]+(.*))?", line):
            if match[2]:
                config[match[1]] = match[2]
            else:
                config.pop(match[1], None)
    return results


def differences(path, wanted, found):
    """Returns the differences as sentences. Only the order of a benchmark's samples matters."""
    def apart(samples, key):
        groups = defaultdict(list)
        for sample in samples:
            groups[key(sample)].append(sample)
        return groups

    one = lambda text: re.sub(r"\s", "_", text)
    text = everything(path).lower()
    wanted = apart(wanted, lambda sample: (sample.name, one(sample.pkg)))
    found = apart(found, lambda result: (result[0], one(result[3].get("pkg", ""))))
    for key in wanted.keys() | found.keys():
        own, theirs = wanted.get(key, []), found.get(key, [])
        if len(own) != len(theirs):
            yield f"{key}: {len(own)} samples expected, {len(theirs)} printed"
            continue
        for index, (sample, (_, iterations, units, config)) in enumerate(zip(own, theirs)):
            if not is_same(sorted(units), sorted(sample.units), sample.is_quotient):
                yield f"{key} sample {index + 1}: expected {sample.units}, printed {units}"
            if sample.iterations not in (None, iterations):
                yield f"{key} sample {index + 1}: {sample.iterations} iterations expected, {iterations} printed"
            for name in ("goos", "goarch", "cpu"):
                if name in config and config[name].lower() not in text:
                    yield f"{key}: {name}: {config[name]} is not in the file"
            more = set(config) - {"goos", "goarch", "cpu", "pkg"}
            if more:
                yield f"{key}: {sorted(more)} are printed as configuration"


def is_same(found, wanted, is_quotient):
    """Returns whether values are equal. Quotients of doubles may differ from exact values in the last digit."""
    def is_near(pair):
        (unit, value), (own, exact) = pair
        return unit == own and math.isclose(value, exact, rel_tol=1e-15)

    return found == wanted or is_quotient and len(found) == len(wanted) and all(map(is_near, zip(found, wanted)))


def is_of_summaries(wanted):
    """Returns whether the first benchmark with a summary has one number instead of one for each of several runs."""
    first = next((one for one in wanted if one.is_summary), None)
    return first is not None and 1 == sum(
        (one.name, one.pkg) == (first.name, first.pkg) for one in wanted if one.is_summary) or (
        first is not None and "/suite=" in first.name)


def directions(path):
    """Returns the directions of units in a history."""
    if os.path.isdir(path) or not read(path).startswith("window.BENCHMARK_DATA"):
        return set()
    tools = re.findall(r'"tool":\s*"custom(Bigger|Smaller)IsBetter"', read(path))
    return {{"Bigger": "higher", "Smaller": "lower"}[tool] for tool in tools}


def of_the_whole(benchlens, path, wanted, printed_texts):
    """Returns the differences in the notes, the units, and with metadata."""
    text, messages = printed_texts
    if is_of_summaries(wanted) != ("no difference can be tested" in messages):
        yield f"summaries: {is_of_summaries(wanted)} expected, told: {messages}"
    found = set(re.findall(r"(?m)^Unit \S+ better=(\w+)$", text))
    if found != directions(path):
        yield f"directions {directions(path)} expected, printed {found}"
    run = subprocess.run([benchlens, "convert", "-metadata", path], capture_output=True, check=False)
    whole = run.stdout.decode("utf-8")
    is_result = lambda line: line.startswith("Benchmark")
    if list(filter(is_result, whole.split("\n"))) != list(filter(is_result, text.split("\n"))):
        yield "with metadata the results are others"
    # Tables and Go's logs do not name a harness.
    is_nameless = path.endswith((".csv", ".tsv")) or '"Action"' in everything(path)
    if wanted and not is_nameless and not re.search(r"(?m)^harness: \S", whole):
        yield "no metadata says which harness it was"
    if re.search(r"(?m)^harness:", text):
        yield "metadata is printed without -metadata"


def everything(path):
    if not os.path.isdir(path):
        return read(path)
    return "".join(read(os.path.join(root, file)) for root, _, files in os.walk(path) for file in files)


def main(arguments):
    if arguments[:1] == ["--print"]:
        for path in arguments[1:]:
            print(*expected(path), sep="\n")
        return 0
    if len(arguments) < 2:
        sys.exit(__doc__)
    benchlens, *paths = arguments
    wrong = 0
    for path in paths:
        wanted = expected(path)
        text, messages = printed(benchlens, path)
        told = list(differences(path, wanted, parsed(text)))
        told += of_the_whole(benchlens, path, wanted, (text, messages))
        wrong += len(told)
        print(f"{path}: {len(wanted)} samples, {len(told)} differences")
        for line in told[:20]:
            print(f"  {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
