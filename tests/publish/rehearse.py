#!/usr/bin/env python3
"""Publishes the packages of this repository to a registry on this machine, and installs a release from a server.

FOLDER is for the copy of the sources that is packed, with uncommitted changes. The registry limits new names as
crates.io does, only faster, and refuses one upload, so that the script has to wait and a second run has to continue.
"""

import argparse
import functools
import http.server
import os
import pathlib
import shutil
import subprocess
import sys
import threading

from registry import Registry

ROOT = pathlib.Path(__file__).resolve().parents[2]
# In a git hook, these variables name the repository and the index of the user.
for name in [name for name in os.environ if name.startswith("GIT_")]:
    del os.environ[name]
# crates.io accepts packages of at most 10 MiB.
SIZE_MAX = 10 << 20


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def run(command, folder, env, expected=0):
    """Returns everything that a command prints."""
    result = subprocess.run(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != expected:
        sys.exit(f"{command}: status {result.returncode}, expected {expected}\n{result.stdout}")
    return result.stdout


def check_size(name, size):
    print(f"  {name}: {size:,} bytes of at most {SIZE_MAX:,}")
    if size > SIZE_MAX:
        sys.exit(f"rehearse: {name} is larger than {SIZE_MAX:,} bytes")


def crates(copy):
    files = subprocess.check_output(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT)
    for name in filter(None, files.decode().split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    with Registry() as registry:
        env = registry.home(copy / "home") | {"CARGO_TARGET_DIR": str(copy / "target")}
        run([sys.executable, "xtask/publish.py", "package", "--no-verify", "--registry", "rehearsal"], copy, env)
    packed = sorted((copy / "target/package").glob("*.crate"))
    for file in packed:
        name = file.name.rsplit("-", 1)[0]
        check_size(name, file.stat().st_size)
    with Registry(burst=5, seconds_per_name=3, faults={"benchlens-inputs": "refuse"}) as registry:
        env = registry.home(copy / "home") | {"CARGO_TARGET_DIR": str(copy / "target")}
        command = [sys.executable, "xtask/publish.py", "crates", "--packed", "target/package"]
        command += ["--registry", "rehearsal", "--index", f"{registry.url}/index"]
        run(command, copy, env, expected=1)
        run(command, copy, env)
        accepted = [name for name, status in registry.uploads if status == 200]
        statuses = {status for _, status in registry.uploads}
        print(f"  published, after a refusal and limits: {', '.join(accepted)}")
        if len(accepted) != len(packed) or statuses != {200, 429, 500}:
            sys.exit(f"rehearse: unexpected uploads: {registry.uploads}")


def npm(package, copy):
    with Registry() as registry:
        env = registry.home(copy / "home")
        name = run(["npm", "pack", "--silent", "--pack-destination", copy], package, env).strip()
        check_size("the npm package", (copy / name).stat().st_size)
        for _ in range(2):
            run([sys.executable, ROOT / "xtask/publish.py", "npm", name, "--registry", registry.url], copy, env)
        if registry.uploads != [("benchlens", 200)]:
            sys.exit(f"rehearse: unexpected uploads: {registry.uploads}")
        print("  published: the npm package, once in two runs")


def install(release, folder):
    handler = functools.partial(Files, directory=release)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_address[1]}"
        # The script must not ask GitHub for this archive.
        env = {key: value for key, value in os.environ.items() if key not in ("GH_TOKEN", "GITHUB_TOKEN")}
        env["GH_CONFIG_DIR"] = str(folder / "gh")
        printed = run(["sh", release / "install.sh", "--from", address, "--to", folder / "bin"], folder, env)
        server.shutdown()
    version = run([folder / "bin/benchlens", "version"], folder, None)
    if not printed.startswith(f"installed {version.strip()} as {folder / 'bin/benchlens'}\n"):
        sys.exit(f"rehearse: unexpected output of install.sh: {printed}")
    print(f"  {printed.splitlines()[0]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--npm", type=pathlib.Path, help="the package for npm")
    parser.add_argument("--release", type=pathlib.Path, help="the files of a release")
    options = parser.parse_args()
    folder = options.folder.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    crates(folder)
    if options.npm:
        npm(options.npm, folder)
    if options.release:
        install(options.release.resolve(), folder)


if __name__ == "__main__":
    main()
