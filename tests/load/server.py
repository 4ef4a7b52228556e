#!/usr/bin/env python3
"""A small HTTP server on loopback whose latencies and failures are known.

Usage: server.py PORT

/fast   answers after about 1 ms
/slow   answers after about 5 ms, and one request in twenty after 5 to 40 ms
/fail   answers 500 to one request in ten
/broken like /fail, and ends one connection in forty within the status line
/moved  answers 302 and leads to /fast
"""

import asyncio
import random
import sys

REASONS = {200: "OK", 302: "Found", 404: "Not Found", 500: "Internal Server Error"}
chance = random.Random(7)
failures = 0


async def answer(path):
    """Returns the status and the body of a response, or None to end the connection."""
    global failures
    if path == "/slow":
        await asyncio.sleep(0.005 + (chance.expovariate(1 / 0.01) if chance.random() < 0.05 else 0))
        return 200, "slow " * chance.randint(1, 9)
    await asyncio.sleep(0.001)
    if path in ("/fail", "/broken"):
        failures += 1
        if path == "/broken" and failures % 40 == 5:
            return None
        return (500, "failed") if failures % 10 == 0 else (200, "fine")
    if path == "/moved":
        return 302, ""
    return (200, "fast") if path == "/fast" else (404, "unknown")


async def serve(reader, writer):
    try:
        while head := await reader.readuntil(b"\r\n\r\n"):
            line, *headers = head.decode("latin-1").split("\r\n")
            fields = dict(header.lower().split(": ", 1) for header in headers if ": " in header)
            await reader.readexactly(int(fields.get("content-length", 0)))
            _, target, version = line.split(" ")
            found = await answer(target.split("?")[0])
            if found is None:
                writer.write(b"HTTP/1.1 2")
                break
            status, body = found
            location = "Location: /fast\r\n" if status == 302 else ""
            is_kept = version == "HTTP/1.1" and fields.get("connection") != "close" or (
                fields.get("connection") == "keep-alive")
            writer.write(f"{version} {status} {REASONS[status]}\r\n{location}Content-Type: text/plain\r\n"
                         f"Connection: {'keep-alive' if is_kept else 'close'}\r\n"
                         f"Content-Length: {len(body)}\r\n\r\n{body}".encode())
            await writer.drain()
            if not is_kept:
                break
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main(port):
    server = await asyncio.start_server(serve, "127.0.0.1", port)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
