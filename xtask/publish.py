#!/usr/bin/env python3
"""Publishes to registries, and continues where an earlier run stopped.

    publish.py package [OPTIONS OF CARGO PACKAGE]
    publish.py crates --packed FOLDER [--registry NAME --index URL] [--pause SECONDS] [--patience SECONDS]
    publish.py npm TARBALL [--registry URL]

`package` packs and builds all published packages, in a job without a token. FOLDER contains its results, such as
target/package. Versions that are published already are skipped if they are the same bytes, and an error otherwise.
The jobs that publish have a token, so the script uses only Python's own modules, and neither cargo nor npm compiles
or runs code of dependencies there.
"""

import argparse
import base64
import datetime
import email.utils
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import time
import urllib.error
import urllib.request

# crates.io accepts one new name per 10 minutes after the first five.
PAUSE = 600
# How often and how long to look for a version that was uploaded.
POLLS, POLL_SECONDS = 120, 5


def fail(message):
    sys.exit(f"publish: {message}")


def fetched(url):
    """Returns the body at an address, or None if there is nothing."""
    request = urllib.request.Request(url, headers={"User-Agent": "benchlens-release", "Cache-Control": "no-cache"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        if error.code in (404, 410, 451):
            return None
        fail(f"{url}: {error}; run the same command again later")
    except OSError as error:
        fail(f"{url}: {error}; run the same command again later")


def in_order(packages):
    """Returns the published packages so that each follows those that it needs."""
    left = {package["name"]: package for package in packages if package["publish"] is None}
    order = []
    while left:
        needs = {name: {need["name"] for need in package["dependencies"]} & left.keys() for name, package in left.items()}
        ready = sorted(name for name in left if not needs[name])
        if not ready:
            fail(f"these packages need each other: {', '.join(sorted(left))}")
        order += [left.pop(name) for name in ready]
    return order


def index_path(name):
    """Returns the path of a package in a sparse index."""
    folders = {1: "1", 2: "2", 3: f"3/{name[0]}"}.get(len(name), f"{name[:2]}/{name[2:4]}")
    return f"{folders}/{name}"


class Crates:
    """Packages on their way to a registry."""

    def __init__(self, options):
        self.options = options
        self.deadline = time.monotonic() + options.patience

    def versions(self, name):
        """Returns the checksum of each published version, or None for a new name."""
        body = fetched(f"{self.options.index}/{index_path(name)}")
        if body is None:
            return None
        entries = map(json.loads, body.decode().splitlines())
        return {entry["vers"]: entry["cksum"] for entry in entries}

    def checked(self, name, version):
        """Returns whether the version is published, with the bytes that were tested."""
        found = (self.versions(name) or {}).get(version)
        if found is None:
            return False
        packed = pathlib.Path(self.options.packed, f"{name}-{version}.crate")
        wanted = hashlib.sha256(packed.read_bytes()).hexdigest()
        if found != wanted:
            fail(f"{name} {version} is published with checksum {found}, but {packed} has {wanted}: release a new version")
        return True

    def publish(self, name, version):
        """Publishes a version unless it is published."""
        while not self.checked(name, version):
            command = ["cargo", "publish", "--locked", "--no-verify", "--package", name]
            if self.options.registry:
                command += ["--registry", self.options.registry]
            result = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
            sys.stderr.write(result.stderr)
            if result.returncode == 0 or re.search("already (uploaded|exists)", result.stderr):
                self.appears(name, version)
            elif re.search(r"\b429\b", result.stderr):
                self.wait(pause(result.stderr, self.options.pause))
            elif not self.checked(name, version):
                # The upload can succeed although its answer was lost, so this is an error only now.
                fail(f"{name} {version} is not published; to continue with it, run the same command again")
            else:
                break
        print(f"{name} {version} is published", flush=True)

    def appears(self, name, version):
        """Waits until the index contains a version that was uploaded."""
        for _ in range(POLLS):
            if self.checked(name, version):
                return
            self.wait(POLL_SECONDS)
        fail(f"{name} {version} was uploaded, but the index does not list it; run the same command again later")

    def wait(self, seconds):
        if time.monotonic() + seconds > self.deadline:
            fail(f"the registry asks for {seconds:.0f} more seconds; run the same command again after that time")
        if seconds > POLL_SECONDS:
            print(f"the registry limits uploads: continuing in {seconds:.0f} seconds", flush=True)
        time.sleep(seconds)


def pause(message, default):
    """Returns the seconds to wait after an answer with status 429."""
    if seconds := re.search(r"retry-after: *(\d+)", message, re.IGNORECASE):
        return int(seconds[1])
    if date := re.search(r"try again after (\w{3}, [^\n]*? GMT)", message):
        until = email.utils.parsedate_to_datetime(date[1])
        return max(1, (until - datetime.datetime.now(datetime.timezone.utc)).total_seconds() + 1)
    return default


def published():
    """Returns the published packages of the workspace in order: names and versions."""
    command = ["cargo", "metadata", "--locked", "--no-deps", "--format-version", "1"]
    packages = in_order(json.loads(subprocess.check_output(command))["packages"])
    return [(package["name"], package["version"]) for package in packages]


def package(options):
    names = [word for name, _ in published() for word in ("--package", name)]
    sys.exit(subprocess.run(["cargo", "package", "--locked", *names, *options.rest], check=False).returncode)


def crates(options):
    names = published()
    for name, version in names:
        if not pathlib.Path(options.packed, f"{name}-{version}.crate").is_file():
            fail(f"{options.packed}: no {name}-{version}.crate; run publish.py package")
    registry = Crates(options)
    for name, version in names:
        registry.publish(name, version)


def npm(options):
    with tarfile.open(options.tarball) as tarball:
        manifest = json.load(tarball.extractfile("package/package.json"))
    name, version = manifest["name"], manifest["version"]
    body = fetched(f"{options.registry}/{name}/{version}")
    if body is not None:
        found = json.loads(body)["dist"]["integrity"]
        digest = hashlib.sha512(pathlib.Path(options.tarball).read_bytes()).digest()
        wanted = "sha512-" + base64.b64encode(digest).decode()
        if found != wanted:
            fail(f"{name} {version} is published as {found}, but {options.tarball} is {wanted}: release a new version")
    else:
        # A path without a folder would be the name of a package.
        tarball = pathlib.Path(options.tarball).resolve()
        command = ["npm", "publish", tarball, "--ignore-scripts", "--access", "public", "--registry", options.registry]
        if subprocess.run(command, check=False).returncode:
            fail(f"{name} {version} is not published; to try again, run the same command")
    print(f"{name} {version} is published")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(required=True)
    to_package = commands.add_parser("package", help="pack and build all published packages")
    to_package.set_defaults(run=package)
    to_crates = commands.add_parser("crates", help="publish all packages of the workspace")
    to_crates.add_argument("--packed", required=True, help="folder with the tested .crate files")
    to_crates.add_argument("--registry", help="name of another registry in cargo's configuration")
    to_crates.add_argument("--index", default="https://index.crates.io", help="address of its sparse index")
    to_crates.add_argument("--pause", type=float, default=PAUSE, help="seconds between new names at a limit")
    to_crates.add_argument("--patience", type=float, default=3600, help="seconds to wait in total")
    to_crates.set_defaults(run=crates)
    to_npm = commands.add_parser("npm", help="publish the package for JavaScript")
    to_npm.add_argument("tarball", help="the file that npm pack has written")
    to_npm.add_argument("--registry", default="https://registry.npmjs.org", help="address of the registry")
    to_npm.set_defaults(run=npm)
    options, options.rest = parser.parse_known_args()
    if options.rest and options.run != package:
        parser.error(f"unknown arguments: {' '.join(options.rest)}")
    options.run(options)


if __name__ == "__main__":
    main()
