#!/usr/bin/env python3
"""Writes the results of a load test of any size to standard output, to measure the speed and the memory of reading them.

usage: speed.py jtl|k6|go|hlog REQUESTS | command time -v benchlens convert - > /dev/null

Requests are 10,000 different ones again and again, so that writing them is faster than reading them. `go` writes the same
numbers as Go benchmark text, for comparison; `hlog` writes intervals of HdrHistogram with a million requests each. Nothing
is written to disk.
"""

import base64
import os
import random
import struct
import sys
import zlib

NAMES = ["/", "/api/items", "/api/items/new", "/search", "/login"]
HEAD = {
    "jtl": "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,"
    "sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n",
    "k6": '{"type":"Metric","data":{"name":"http_req_duration","type":"trend"},"metric":"http_req_duration"}\n',
    "go": "goos: linux\n",
}


def line(kind, chance):
    """Returns the line of a request."""
    name, time = chance.choice(NAMES), chance.lognormvariate(0, 0.5) * 10
    at = chance.randrange(10**6)
    if kind == "jtl":
        url = f"http://localhost:8080{name}"
        return f"17957543{at:06},{time:.0f},{name},200,OK,users 1-{at % 50},text,true,,1500,120,50,50,{url},{time:.0f},0,0\n"
    if kind == "k6":
        tags = f'"expected_response":"true","group":"","method":"GET","name":"http://localhost:8080{name}","status":"200"'
        moment = f"2026-11-27T04:25:15.{at:06}Z"
        return f'{{"metric":"http_req_duration","type":"Point","data":{{"time":"{moment}","value":{time:.6f},"tags":{{{tags}}}}}}}\n'
    return f"BenchmarkGET{name} 1 {time * 1e6:.0f} ns/op\n"


INTERVAL = 1_000_000
"""The number of requests in an interval."""


def interval(second, chance):
    """Returns the line of an interval of one second; 2,000 different latencies have random counts."""
    counts = {}
    for _ in range(2000):
        nanoseconds = int(chance.lognormvariate(0, 0.5) * 10e6)
        # Buckets of three significant digits, as HdrHistogram numbers them.
        bucket = max(0, nanoseconds.bit_length() - 11)
        index = (bucket << 10) + (nanoseconds >> bucket)
        counts[index] = counts.get(index, 0) + INTERVAL // 2000
    payload, last = b"", -1
    for index in sorted(counts):
        if last + 1 < index:
            payload += zigzag(last + 1 - index)
        payload += zigzag(counts[index])
        last = index
    header = struct.pack(">IIIIQQd", 0x1C849313, len(payload), 0, 3, 1, 1 << 40, 1.0)
    packed = zlib.compress(header + payload)
    packed = struct.pack(">II", 0x1C849314, len(packed)) + packed
    return f"{second}.000,1.000,0.100,{base64.b64encode(packed).decode()}\n"


def zigzag(value):
    """Returns a number as in HdrHistogram's encoding V2: seven bits in each byte, with the sign in the first."""
    rest, encoded = (value << 1) ^ (value >> 63), b""
    while rest >= 0x80:
        encoded += bytes([rest & 0x7F | 0x80])
        rest >>= 7
    return encoded + bytes([rest])


HLOG = '#[Histogram log format version 1.3]\n"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"\n'


def main():
    kind, requests = sys.argv[1], int(sys.argv[2])
    chance = random.Random(1)
    if kind == "hlog":
        sys.stdout.write(HLOG)
        for second in range(requests // INTERVAL):
            sys.stdout.write(interval(second, chance))
        return
    lines = [line(kind, chance) for _ in range(10_000)]
    block = "".join(lines).encode()
    os.write(1, HEAD[kind].encode())
    for _ in range(requests // len(lines)):
        rest = memoryview(block)
        while rest:
            rest = rest[os.write(1, rest) :]


if __name__ == "__main__":
    main()
