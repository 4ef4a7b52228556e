#!/usr/bin/env python3
"""Checks what `benchlens convert` prints about results of load generators.

Reads files of load generators using only Python, and `hdrhistogram` from PyPI for interval logs. Computes the result
line of each name and status class, and compares it with the line that benchlens prints. Quantiles of single requests
may differ by 0.1%, because benchlens counts requests in a histogram of three significant digits. Everything else must
be equal within 1e-9. This script follows the documentation of the formats and not the code of benchlens.

Usage: check.py [--window MS] BENCHLENS FILE...
       check.py --print FILE...     prints the expected lines

With `--window`, quantiles are medians of the quantiles of windows of this number of milliseconds (not 1000s of them), as
with `-window`. This requires files with the times of requests.
"""

import csv
import gzip
import io
import json
import math
import re
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from urllib.parse import urlsplit
from xml.etree import ElementTree

QUANTILES = {"p50": Fraction(1, 2), "p90": Fraction(9, 10), "p99": Fraction(99, 100), "p99.9": Fraction(999, 1000)}
BEYOND_MIN = 10
EXACT, HISTOGRAM = 1e-9, 1e-3

WINDOW = None
"""The length of windows in milliseconds."""


@dataclass
class Line:
    """A line of the output. A unit has a value and the relative difference that it may have."""

    name: str
    count: int
    units: list = field(default_factory=list)

    def add(self, unit, value, tolerance=EXACT):
        if value is not None:
            self.units.append((unit, value, tolerance))

    def __str__(self):
        units = (f"{value!r} {unit}" for unit, value, _ in self.units)
        return " ".join([f"Benchmark{self.name}", str(self.count), *units])


@dataclass
class Request:
    """A request. The class is empty for a success, times are seconds, `start` and `size` may be unknown."""

    name: str
    status: str
    latency: float
    start: float | None = None
    size: int | None = None


def tidy(name):
    name = re.sub(r"\s|-(?=[0-9]+\Z)", lambda match: f"%{ord(match[0]):02X}", name)
    return name[:1].upper() + name[1:]


def path_of(url):
    """Returns the path of an address or of a path with a query."""
    return urlsplit(url).path or "/"


def is_url(text):
    return re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*://", text) is not None


def status_class(code, is_failure=False):
    """Returns the class of an HTTP status; 0 means that there was no response."""
    if code == 0:
        return "error"
    if 400 <= code:
        return f"{code // 100}xx"
    return "failed" if is_failure else ""


def has_quantile(share, count):
    return BEYOND_MIN <= count * (1 - share)


def at_rank(counts, share):
    """Returns the smallest value with at least a share of all requests at or below it."""
    total, below = sum(counts.values()), 0
    for value in sorted(counts):
        below += counts[value]
        if share * total <= below:
            return value
    return None


def add_quantiles(line, count, value_of, tolerance):
    for label, share in QUANTILES.items():
        if count is None or has_quantile(share, count):
            line.add(f"{label}-sec", value_of(label, share), tolerance)


def windowed(group, requests):
    """Returns the quantiles that half of the complete windows of a run have for a group of its requests."""
    length, first = WINDOW / 1e3, requests[0].start
    end = max(one.start + one.latency for one in requests)

    def number(one):
        return max(0, int((one.start + one.latency - first) // length))

    complete = {at for at in map(number, requests) if (at + 1) * length <= end - first}
    windows = {at: [one.latency for one in group if number(one) == at] for at in complete}
    for label, share in QUANTILES.items():
        enough = [window for window in windows.values() if has_quantile(share, len(window))]
        if enough and len(windows) <= 2 * len(enough):
            found = [at_rank(Counter(window), share) for window in enough]
            yield f"{label}-{WINDOW}ms-sec", statistics.median(found)


def reduced(requests, duration=None, has_failures=True):
    """Returns the lines of single requests."""
    requests = list(requests)
    if duration is None and requests and requests[0].start is not None:
        duration = max(one.start + one.latency for one in requests) - min(one.start for one in requests)
    groups = defaultdict(list)
    for one in requests:
        groups[one.name, one.status].append(one)
    for (name, status), group in groups.items():
        line = Line(tidy(name) + (f"/status={status}" if status else ""), len(group))
        counts = defaultdict(int)
        for one in group:
            counts[one.latency] += 1
        if WINDOW:
            for unit, value in windowed(group, requests):
                line.add(unit, value, HISTOGRAM)
        else:
            add_quantiles(line, len(group), lambda _, share: at_rank(counts, share), HISTOGRAM)
        line.add("max-sec", max(counts))
        line.add("mean-sec", math.fsum(one.latency for one in group) / len(group))
        line.add("requests/s", len(group) / duration if duration else None)
        if has_failures and not status:
            failed = sum(len(other) for (theirs, status), other in groups.items() if theirs == name and status)
            line.add("errors/request", failed / (failed + len(group)))
        if status != "error" and group[0].size is not None:
            line.add("B/request", sum(one.size for one in group) / len(group))
        yield line


def summary(name, count, quantiles, rest, tolerance=EXACT):
    """Returns the line of a summary. `rest` is the maximum, mean, requests per second, and errors per request."""
    line = Line(tidy(name), 1 if count is None else count)
    add_quantiles(line, count, lambda label, _: quantiles.get(label), tolerance)
    for unit, value in zip(("max-sec", "mean-sec", "requests/s", "errors/request"), rest, strict=True):
        line.add(unit, value)
    return line


def instant(text):
    """Returns seconds since 1970 of a time in RFC 3339 with up to nine decimals."""
    whole, decimals, zone = re.fullmatch(r"([^.Z+]*)(\.\d+)?(Z|[+-]\d\d:\d\d)", text).groups()
    return Fraction(int(datetime.fromisoformat(whole + zone.replace("Z", "+00:00")).timestamp())) + Fraction(
        decimals or 0)


def started(pairs):
    """Returns requests whose times are exact until here: starts relative to the first one, as doubles."""
    pairs = list(pairs)
    first = min((start for start, _ in pairs), default=0)
    for start, one in pairs:
        one.start = float(start - first)
        yield one


def rows(text):
    return csv.DictReader(io.StringIO(text))


# k6


def k6_request(tags, milliseconds):
    name = tags["name"]
    name = tags["method"] + (path_of(name) if is_url(name) else f"/{name}")
    status = status_class(int(tags["status"]), tags.get("expected_response") == "false")
    return Request(name, status, float(milliseconds) / 1e3)


def k6_json(text):
    points = (json.loads(line, parse_float=str, parse_int=str) for line in text.splitlines())
    points = [one for one in points if one["type"] == "Point" and one["metric"] == "http_req_duration"]
    # The time of a point is the end of its request.
    return reduced(started((instant(one["data"]["time"]) - Fraction(one["data"]["value"]) / 1000,
                            k6_request(one["data"]["tags"], one["data"]["value"])) for one in points))


def k6_csv(text):
    # Times are whole seconds.
    return reduced(k6_request(row, row["metric_value"]) for row in rows(text)
                   if row["metric_name"] == "http_req_duration")


def k6_summary(data):
    metrics = data["metrics"]
    trend = metrics["http_req_duration"]
    keys = {"p50": "med", "p90": "p(90)", "p99": "p(99)", "p99.9": "p(99.9)"}
    quantiles = {label: trend[key] / 1e3 for label, key in keys.items() if key in trend}
    requests = metrics["http_reqs"]
    rest = (trend["max"] / 1e3, trend["avg"] / 1e3, requests["rate"], metrics["http_req_failed"]["value"])
    yield summary("Requests", requests["count"], quantiles, rest)


# vegeta


def vegeta_request(method, url, code, nanoseconds, size):
    return Request(method + path_of(url), status_class(code), nanoseconds / 1e9, size=size)


def vegeta_json(text):
    results = list(map(json.loads, text.splitlines()))
    return reduced(started((instant(one["timestamp"]), vegeta_request(
        one["method"], one["url"], one["code"], one["latency"], one["bytes_in"])) for one in results))


def vegeta_csv(text):
    return reduced(started((Fraction(int(row[0]), 10**9), vegeta_request(
        row[9], row[10], int(row[1]), int(row[2]), int(row[4]))) for row in csv.reader(io.StringIO(text))))


class Gob:
    """A reader of the values of encoding/gob that vegeta's results contain."""

    FIELDS = ["attack", "seq", "code", "timestamp", "latency", "bytes_out", "bytes_in", "error", "body", "method",
              "url"]
    SIGNED = ["latency"]
    NUMBERS = ["seq", "code", "bytes_out", "bytes_in"]

    def __init__(self, content):
        self.content, self.at = content, 0

    def bytes(self, count):
        self.at += count
        return self.content[self.at - count:self.at]

    def unsigned(self):
        first = self.bytes(1)[0]
        return first if first < 128 else int.from_bytes(self.bytes(256 - first), "big")

    def signed(self):
        value = self.unsigned()
        return ~(value >> 1) if value & 1 else value >> 1

    def result(self):
        """Returns the fields of a result up to its headers. Fields that are zero are absent."""
        found, index = {"code": 0, "bytes_in": 0, "method": b"", "url": b"", "latency": 0}, -1
        while delta := self.unsigned():
            index += delta
            if index == len(self.FIELDS):
                break
            name = self.FIELDS[index]
            if name in self.SIGNED:
                found[name] = self.signed()
            else:
                found[name] = self.unsigned() if name in self.NUMBERS else self.bytes(self.unsigned())
        return found

    def results(self):
        while self.at < len(self.content):
            end = self.unsigned() + self.at
            # Negative numbers are definitions of types.
            if 0 < self.signed():
                yield self.result()
            self.at = end


def vegeta_gob(content):
    def start(one):
        # A version, seconds since the year 1, nanoseconds, and a time zone.
        seconds, nanoseconds = (int.from_bytes(one["timestamp"][at:to], "big") for at, to in ((1, 9), (9, 13)))
        return seconds + Fraction(nanoseconds, 10**9)

    return reduced(started((start(one), vegeta_request(
        one["method"].decode(), one["url"].decode(), one["code"], one["latency"], one["bytes_in"]))
        for one in Gob(content).results()))


def vegeta_report(data):
    found = data["latencies"]
    keys = {"p50": "50th", "p90": "90th", "p99": "99th"}
    quantiles = {label: found[key] / 1e9 for label, key in keys.items()}
    failed = sum(count for code, count in data["status_codes"].items() if status_class(int(code)))
    rest = (found["max"] / 1e9, found["mean"] / 1e9, data["rate"], failed / data["requests"])
    yield summary("Requests", data["requests"], quantiles, rest)


# hey


def hey_csv(text):
    return reduced(Request("Requests", status_class(int(row["status-code"])), float(row["response-time"]),
                           float(row["offset"])) for row in rows(text))


def hey_text(text):
    def value(label):
        return float(re.search(rf"{label}:\s*([\d.]+)", text)[1])

    quantiles = {f"p{label}": float(seconds) for label, seconds in re.findall(r"([\d.]+)%+ in ([\d.]+) secs", text)}
    statuses, _, errors = text.partition("Error distribution:")
    codes = {int(code): int(count) for code, count in re.findall(r"\[(\d+)\]\t(\d+) responses", statuses)}
    lost = sum(map(int, re.findall(r"(?m)^\s*\[(\d+)\]\t", errors)))
    responses = sum(codes.values())
    failed = lost + sum(count for code, count in codes.items() if status_class(code))
    rest = (value("Slowest"), value("Average"), value("Requests/sec"), failed / (responses + lost))
    yield summary("Requests", responses, quantiles, rest)


# ghz


def ghz_status(status):
    return "" if status == "OK" else status


def ghz_json(data):
    return reduced((Request(data["options"]["call"], ghz_status(one["status"]), one["latency"] / 1e9)
                    for one in data["details"]), data["total"] / 1e9)


def ghz_csv(text):
    return reduced(Request("Requests", ghz_status(row["status"]), float(row["duration (ms)"]) / 1e3)
                   for row in rows(text.lstrip()))


# fortio


def fortio(data):
    histogram = data["DurationHistogram"]
    count = histogram["Count"]

    def inside(_, share):
        before = 0
        for bucket in histogram["Data"]:
            if share * count <= before + bucket["Count"]:
                part = float((share * count - before) / bucket["Count"])
                return bucket["Start"] + part * (bucket["End"] - bucket["Start"])
            before += bucket["Count"]
        return None

    quantiles = {label: inside(label, share) for label, share in QUANTILES.items()}
    rest = (histogram["Max"], histogram["Avg"], count / data["ActualDuration"] * 1e9,
            data["ErrorsDurationHistogram"]["Count"] / count)
    yield summary("Requests" + path_of(data["URL"]), count, quantiles, rest)


# oha


def oha_json(data):
    found = data["summary"]
    responses = sum(data["statusCodeDistribution"].values())
    lost = sum(data["errorDistribution"].values())
    failed = lost + sum(count for code, count in data["statusCodeDistribution"].items() if status_class(int(code)))
    rest = (found["slowest"], found["average"], found["requestsPerSec"], failed / (responses + lost))
    yield summary("Requests", responses, data["latencyPercentiles"], rest)


def oha_csv(text):
    return reduced(Request("Requests", status_class(int(row["status"])), float(row["request-duration"]),
                           float(row["request-start"]), int(row["bytes"])) for row in rows(text))


# wrk and ab

SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600}


def seconds_of(text):
    number, unit = re.fullmatch(r"([\d.]+)([a-z]+)", text).groups()
    return float(number) * SECONDS[unit]


def wrk(text):
    url = re.search(r"@ (\S+)", text)[1]
    mean, _, most = re.search(r"(?m)^ +Latency +(\S+) +(\S+) +(\S+)", text).groups()
    quantiles = {f"p{float(label):g}": seconds_of(value)
                 for label, value in re.findall(r"(?m)^ +([\d.]+)% +([\d.]+[a-z]+)$", text)}
    count = int(re.search(r"(\d+) requests in", text)[1])
    sockets = re.search(r"Socket errors: (.*)", text)
    lost = sum(map(int, re.findall(r"\d+", sockets[1]))) if sockets else 0
    other = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    failed = lost + (int(other[1]) if other else 0)
    rest = (seconds_of(most), seconds_of(mean), float(re.search(r"Requests/sec: +(\S+)", text)[1]),
            failed / (count + lost))
    yield summary("Requests" + path_of(url), count, quantiles, rest)


def ab_text(text):
    def value(pattern, default=None):
        match = re.search(pattern, text)
        return int(match[1]) if match else default

    path = re.search(r"Document Path: +(\S+)", text)[1]
    count = value(r"Complete requests: +(\d+)")
    # A length that differs is not a failure.
    failed = value(r"Failed requests: +(\d+)") - value(r"Length: (\d+)", 0) + value(r"Non-2xx responses: +(\d+)", 0)
    quantiles = {f"p{label}": int(value) / 1e3 for label, value in re.findall(r"(?m)^ +(\d+)% +(\d+)", text)}
    total = re.search(r"Total: +(\d+) +(\d+) +(\S+) +(\d+) +(\d+)", text)
    rest = (int(total[5]) / 1e3, int(total[2]) / 1e3, float(re.search(r"Requests per second: +(\S+)", text)[1]),
            failed / count)
    yield summary("Requests" + path_of(path), count, quantiles, rest)


def ab_table(text):
    # Times are whole seconds, and the file has no status.
    return reduced((Request("Requests", "", int(row["ttime"]) / 1e3)
                    for row in csv.DictReader(io.StringIO(text), delimiter="\t")), has_failures=False)


# JMeter


def jmeter_request(label, code, is_success, elapsed, start, size):
    name = "Requests" + path_of(label) if is_url(label) else label
    if re.fullmatch(r"\d+", code):
        status = status_class(int(code), not is_success)
    else:
        # A transaction that failed does not have a code.
        status = "" if is_success else "error" if code else "failed"
    return Fraction(int(start), 1000), Request(name, status, int(elapsed) / 1e3, size=int(size))


def jmeter_csv(text):
    return reduced(started(jmeter_request(row["label"], row["responseCode"], row["success"] == "true", row["elapsed"],
                                          row["timeStamp"], row["bytes"]) for row in rows(text)))


def jmeter_xml(text):
    # Requests of a redirect are inside their parent.
    samples = [one for one in ElementTree.fromstring(text.encode()).iter() if one.tag in ("httpSample", "sample")]
    return reduced(started(jmeter_request(one.get("lb"), one.get("rc"), one.get("s") == "true", one.get("t"),
                                          one.get("ts"), one.get("by")) for one in samples))


# Locust


def locust_name(method, name):
    return method + (path_of(name) if name.startswith("/") or is_url(name) else f"/{name}")


def locust_json(data):
    duration = max(one["last_request_timestamp"] for one in data) - min(one["start_time"] for one in data)
    for one in data:
        counts = {int(value) / 1e3: count for value, count in one["response_times"].items()}
        timed = one["num_requests"] - one["num_none_requests"]
        quantiles = {label: at_rank(counts, share) for label, share in QUANTILES.items()}
        rest = (one["max_response_time"] / 1e3, one["total_response_time"] / timed / 1e3,
                one["num_requests"] / duration, one["num_failures"] / one["num_requests"])
        yield summary(locust_name(one["method"], one["name"]), one["num_requests"], quantiles, rest, HISTOGRAM)


def locust_csv(text):
    for row in rows(text):
        # This row has the sums of the others.
        if row["Name"] == "Aggregated" and not row["Type"]:
            continue
        count = int(row["Request Count"])
        quantiles = {label: float(row[f"{label[1:]}%"]) / 1e3 for label in QUANTILES}
        rest = (float(row["Max Response Time"]) / 1e3, float(row["Average Response Time"]) / 1e3,
                float(row["Requests/s"]), int(row["Failure Count"]) / count)
        yield summary(locust_name(row["Type"], row["Name"]), count, quantiles, rest)


# autocannon


def autocannon(data):
    latency, requests = data["latency"], data["requests"]
    quantiles = {label: latency[label.replace(".", "_")] / 1e3 for label in QUANTILES}
    failed = data["4xx"] + data["5xx"] + data["errors"]
    rest = (latency["max"] / 1e3, latency["average"] / 1e3, requests["average"],
            failed / (requests["total"] + data["errors"]))
    yield summary("Requests" + path_of(data["url"]), requests["total"], quantiles, rest)


# HdrHistogram


def hdr_log(text):
    from hdrh.histogram import HdrHistogram

    line_of = r"(?m)^(?:Tag=([^,\n]*),)?([\d.]+),([\d.]+),[\d.]+,(\S+)$"
    intervals = [(tag or "Requests", Fraction(start), Fraction(length), HdrHistogram.decode(payload))
                 for tag, start, length, payload in re.findall(line_of, text)]
    duration = float(max(start + length for _, start, length, _ in intervals) - min(one[1] for one in intervals))
    tags = defaultdict(list)
    for tag, _, _, histogram in intervals:
        tags[tag].append(histogram)
    for tag, histograms in tags.items():
        whole = histograms[0]
        for other in histograms[1:]:
            whole.add(other)
        counts = {item.value_iterated_to / 1e9: item.count_at_value_iterated_to
                  for item in whole.get_recorded_iterator()}
        line = Line(tidy(tag), whole.get_total_count())
        add_quantiles(line, line.count, lambda _, share: at_rank(counts, share), HISTOGRAM)
        line.add("max-sec", max(counts), HISTOGRAM)
        line.add("mean-sec", whole.get_mean_value() / 1e9)
        line.add("requests/s", line.count / duration)
        yield line


def hdr_text(text):
    found = {Fraction(share): float(value) / 1e3
             for value, share in re.findall(r"(?m)^ +([\d.]+) +([01]\.\d+) +\d+(?: |$)", text)}
    quantiles = {label: found[share] for label, share in QUANTILES.items() if share in found}
    count = int(re.search(r"Total count *= *(\d+)", text)[1])
    most, mean = (float(re.search(rf"#\[{word} *= *([\d.]+)", text)[1]) / 1e3 for word in ("Max", "Mean"))
    yield summary("Requests", count, quantiles, (most, mean, None, None))


# Detecting the format of a file

TEXTS = [('{"type":"Metric"', k6_json), ("metric_name,timestamp", k6_csv), ('{"attack"', vegeta_json),
         ("response-time,DNS", hey_csv), ("\nSummary:", hey_text), ("\nduration (ms),", ghz_csv),
         ("request-start,DNS", oha_csv), ("Running ", wrk), ("This is ApacheBench", ab_text),
         ("starttime\tseconds", ab_table), ("timeStamp,elapsed", jmeter_csv), ("<?xml", jmeter_xml),
         ("Type,Name,Request Count", locust_csv), ("#[", hdr_log), ("       Value     Percentile", hdr_text)]
OBJECTS = [("root_group", k6_summary), ("status_codes", vegeta_report), ("details", ghz_json), ("RunType", fortio),
           ("sampleInt", autocannon)]


def expected(path):
    with gzip.open(path) if path.endswith(".gz") else open(path, "rb") as file:
        content = file.read()
    if b"\x06Result\x01" in content[:20]:
        return list(vegeta_gob(content))
    text = content.decode("utf-8")
    reader = next((reader for start, reader in TEXTS if text.startswith(start)), None)
    if reader:
        return list(reader(text))
    if re.match(r"\d{19},\d+,\d+,", text):
        return list(vegeta_csv(text))
    data = json.loads(text)
    if isinstance(data, list):
        return list(locust_json(data))
    # oha also has a member "details".
    if "latencyPercentiles" in data:
        return list(oha_json(data))
    return list(next(reader for key, reader in OBJECTS if key in data)(data))


# Comparing with the output of benchlens


def printed(benchlens, path):
    """Returns the lines of Go benchmark text by name: the count, and units with values."""
    flags = ["-window", f"{WINDOW}ms"] if WINDOW else []
    run = subprocess.run([benchlens, "convert", *flags, path], capture_output=True, check=False)
    if run.returncode not in (0, 3):
        sys.exit(f"{path}: benchlens ends with {run.returncode}: {run.stderr.decode(errors='replace')}")
    found = defaultdict(list)
    for line in run.stdout.decode("utf-8").splitlines():
        if line.startswith("Benchmark"):
            name, count, *rest = line.split()
            units = dict(zip(rest[1::2], map(float, rest[::2]), strict=True))
            found[name[len("Benchmark"):]].append((int(count), units))
    return found


def differences(wanted, found):
    """Returns names, units, and the expected and found values that differ."""
    for line in wanted:
        lines = found.pop(line.name, [])
        if len(lines) != 1:
            yield line.name, "lines", 1, len(lines)
            continue
        [(count, units)] = lines
        if count != line.count:
            yield line.name, "requests", line.count, count
        order = [unit for unit, _, _ in line.units]
        if order != list(units):
            yield line.name, "units", " ".join(order), " ".join(units)
        for unit, value, tolerance in line.units:
            if unit in units and not math.isclose(value, units[unit], rel_tol=tolerance, abs_tol=1e-12):
                yield line.name, unit, value, units[unit]
    for name, lines in found.items():
        yield name, "lines", 0, len(lines)


def main(arguments):
    global WINDOW
    if arguments[:1] == ["--window"]:
        WINDOW, arguments = int(arguments[1]), arguments[2:]
    if len(arguments) < 2:
        sys.exit(__doc__)
    benchlens, *paths = arguments
    wrong = 0
    for path in paths:
        wanted = expected(path)
        if benchlens == "--print":
            print(f"{path}:", *wanted, sep="\n")
            continue
        different = list(differences(wanted, printed(benchlens, path)))
        wrong += len(different) + (not wanted)
        print(f"{path}: {len(wanted)} lines, {len(different)} differences")
        for name, unit, own, theirs in different:
            print(f"  {path}: {name} {unit}: expected {own}, found {theirs}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
