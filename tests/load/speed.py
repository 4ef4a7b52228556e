#!/usr/bin/env python3
"""Writes the results of a load test of any size to standard output, to measure the speed and the memory of reading them.

usage: speed.py jtl|k6|go REQUESTS | command time -v benchlens convert - > /dev/null

Requests are 10,000 different ones again and again, so that writing them is faster than reading them. `go` writes the same
numbers as Go benchmark text, for comparison. Nothing is written to disk.
"""

import os
import random
import sys

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


def main():
    kind, requests = sys.argv[1], int(sys.argv[2])
    chance = random.Random(1)
    lines = [line(kind, chance) for _ in range(10_000)]
    block = "".join(lines).encode()
    os.write(1, HEAD[kind].encode())
    for _ in range(requests // len(lines)):
        rest = memoryview(block)
        while rest:
            rest = rest[os.write(1, rest) :]


if __name__ == "__main__":
    main()
