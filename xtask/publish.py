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
        waits = lambda package: any(need["name"] in left for need in package["dependencies"])
        ready = sorted(name for name, package in left.items() if not waits(package))
        if not ready:
            fail(f"these packages need each other: {', '.join(sorted(left))}")
        order += [left.pop(name) for name in ready]
    return order


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def index_path(name):
    """Returns the path of a package in a sparse index."""
    folders = {1: "1", 2: "2", 3: f"3/{name[0]}"}.get(len(name), f"{name[:2]}/{name[2:4]}")
    return f"{folders}/{name}"


class Crates:
    """Packages on their way to a registry."""

    def __init__(self, options, target, names):
        self.options = options
        self.target = target
        self.deadline = time.monotonic() + options.patience
        self.tested = {name: digest(pathlib.Path(options.packed, file)) for name, file in names.items()}

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
        if found != self.tested[name]:
            fail(f"{name} {version} is published with checksum {found}, not {self.tested[name]}: release a new version")
        return True

    def cargo(self, *words):
        """Runs cargo without compiling anything; returns the result with its messages."""
        command = ["cargo", *words, "--locked", "--no-verify"]
        if self.options.registry:
            command += ["--registry", self.options.registry]
        result = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        sys.stderr.write(result.stderr)
        return result

    def pack(self, name, version):
        """Packs a version as `cargo publish` will, and compares it with the tested one."""
        result = self.cargo("package", "--package", name)
        packed = pathlib.Path(self.target, f"package/{name}-{version}.crate")
        if result.returncode or digest(packed) != self.tested[name]:
            fail(f"{packed} is not the tested file: use the same commit and the same cargo as publish.py package")

    def publish(self, name, version):
        """Publishes a version unless it is published."""
        while not self.checked(name, version):
            self.pack(name, version)
            result = self.cargo("publish", "--package", name)
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
    """Returns the folder in which cargo builds, and the published packages in order: names and versions."""
    command = ["cargo", "metadata", "--locked", "--no-deps", "--format-version", "1"]
    metadata = json.loads(subprocess.check_output(command))
    packages = in_order(metadata["packages"])
    return metadata["target_directory"], [(package["name"], package["version"]) for package in packages]


def package(options):
    _, packages = published()
    names = [word for name, _ in packages for word in ("--package", name)]
    sys.exit(subprocess.run(["cargo", "package", "--locked", *names, *options.rest], check=False).returncode)


def crates(options):
    target, packages = published()
    names = {name: f"{name}-{version}.crate" for name, version in packages}
    for file in names.values():
        if not pathlib.Path(options.packed, file).is_file():
            fail(f"{options.packed}: no {file}; run publish.py package")
    registry = Crates(options, target, names)
    for name, version in packages:
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
