"""Tests install/install.sh with a server on this machine: `python3 tests/publish/test_install.py`."""

import functools
import hashlib
import http.server
import os
import pathlib
import shutil
import subprocess
import tarfile
import tempfile
import threading
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "install/install.sh"
TARGETS = {
    ("Linux", "x86_64"): "x86_64-unknown-linux-musl",
    ("Linux", "aarch64"): "aarch64-unknown-linux-musl",
    ("Darwin", "x86_64"): "x86_64-apple-darwin",
    ("Darwin", "arm64"): "aarch64-apple-darwin",
}
# The programs that the script needs; each test decides about curl, wget and gh.
TOOLS = "awk cat chmod cp cut dirname gzip mkdir mktemp mv rm sha256sum sh tar uname".split()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Install(unittest.TestCase):
    shell = "sh"

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.release = self.folder / "release"
        self.release.mkdir()
        for target in TARGETS.values():
            self.pack(target, f"#!/bin/sh\necho benchlens 0.1.0 {target}\n")
        (self.release / "install.sh").write_bytes(SCRIPT.read_bytes())
        # A name that is one character shorter than an ending, and sorts before the archives.
        (self.release / "benchlens-0.1.0-rc1-npm.cdx.json").write_text("")
        self.write_sums()
        self.tools = self.folder / "tools"
        self.tools.mkdir()
        for tool in [*TOOLS, "curl"]:
            self.add_tool(tool)
        handler = functools.partial(Quiet, directory=self.release)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.url = f"http://127.0.0.1:{server.server_address[1]}"

    def pack(self, target, script):
        stem = f"benchlens-0.1.0-{target}"
        program = self.folder / stem / "benchlens"
        program.parent.mkdir(exist_ok=True)
        program.write_text(script)
        program.chmod(0o755)
        with tarfile.open(self.release / f"{stem}.tar.gz", "w:gz") as archive:
            archive.add(program.parent, stem)

    def write_sums(self, left_out=""):
        files = [file for file in sorted(self.release.glob("[!S]*")) if file.name != left_out]
        lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
        (self.release / "SHA256SUMS").write_text("".join(lines))

    def add_tool(self, name, script=None):
        path = self.tools / name
        path.unlink(missing_ok=True)
        if script is None:
            path.symlink_to(shutil.which(name))
        else:
            path.write_text(f"#!/bin/sh\n{script}\n")
            path.chmod(0o755)

    def install(self, *words, script=SCRIPT, machine=("Linux", "x86_64"), **environment):
        self.add_tool("uname", f'case $1 in -s) echo {machine[0]} ;; -m) echo {machine[1]} ;; esac')
        shell = shutil.which(self.shell)
        env = {"PATH": str(self.tools), "HOME": str(self.folder / "home"), "TMPDIR": str(self.folder)} | environment
        before = set(os.listdir(self.folder))
        run = subprocess.run([shell, script, *words], env=env, capture_output=True, text=True, check=False)
        rest = set(os.listdir(self.folder)) - before - {"home", "bin"}
        self.assertEqual(rest, set(), "the script leaves files")
        return run

    def refused(self, reason, *words, **more):
        run = self.install("--from", self.url, *words, **more)
        self.assertEqual((run.returncode, run.stdout), (1, ""), run.stderr)
        self.assertIn(reason, run.stderr)
        self.assertFalse((self.folder / "home").exists(), "something was installed")

    def test_each_system_gets_its_program(self):
        for machine, target in TARGETS.items():
            run = self.install("--from", self.url, machine=machine)
            program = self.folder / "home/.local/bin/benchlens"
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertEqual(run.stdout.splitlines()[0], f"installed benchlens 0.1.0 {target} as {program}")
            self.assertIn("is not in PATH", run.stdout)
            self.assertIn(target, subprocess.check_output([program], text=True))

    def test_a_shell_under_rosetta_gets_the_program_for_arm(self):
        self.add_tool("sysctl", "echo 1")
        run = self.install("--from", self.url, machine=("Darwin", "x86_64"))
        self.assertIn("aarch64-apple-darwin", run.stdout)

    def test_version_and_folder_can_be_chosen(self):
        folder = self.folder / "bin"
        path = f"{self.tools}:{folder}"
        for _ in range(2):
            run = self.install("--from", self.url + "/", "--version", "v0.1.0", "--to", folder, PATH=path)
            self.assertEqual((run.returncode, os.listdir(folder)), (0, ["benchlens"]), run.stderr)
            self.assertNotIn("PATH", run.stdout)
        reason = "has benchlens-0.1.0-x86_64-unknown-linux-musl.tar.gz instead of version 0.2.0"
        self.refused(reason, "--version", "0.2.0")

    @unittest.skipUnless(shutil.which("wget"), "wget is not installed")
    def test_wget_replaces_curl(self):
        (self.tools / "curl").unlink()
        self.refused("neither curl nor wget is installed")
        self.add_tool("wget")
        run = self.install("--from", self.url)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_shasum_replaces_sha256sum(self):
        (self.tools / "sha256sum").unlink()
        self.refused("neither sha256sum nor shasum is installed")
        self.add_tool("shasum", f'[ "$1 $2" = "-a 256" ] && exec {shutil.which("sha256sum")} "$3"')
        self.assertEqual(self.install("--from", self.url).returncode, 0)

    def test_a_wrong_checksum_installs_nothing(self):
        self.pack(TARGETS["Linux", "x86_64"], "#!/bin/sh\necho other\n")
        self.refused("x86_64-unknown-linux-musl.tar.gz has the checksum ")

    def test_a_system_without_a_release_is_an_error(self):
        self.refused("no release is for Linux on riscv64", machine=("Linux", "riscv64"))
        self.refused("no release is for FreeBSD", machine=("FreeBSD", "amd64"))
        self.refused("run install.ps1", machine=("MINGW64_NT-10.0", "x86_64"))
        self.write_sums("benchlens-0.1.0-x86_64-unknown-linux-musl.tar.gz")
        self.refused("SHA256SUMS has no archive for x86_64-unknown-linux-musl")

    def test_a_release_that_is_missing_is_an_error(self):
        (self.release / "SHA256SUMS").unlink()
        self.refused(f"cannot download {self.url}/SHA256SUMS: check the version and the network")

    def test_a_program_that_does_not_run_is_an_error(self):
        self.pack(TARGETS["Linux", "x86_64"], "#!/bin/sh\nexit 3\n")
        self.write_sums()
        self.refused("does not run on this machine")

    def test_gh_verifies_the_attestation(self):
        log = self.folder / "home-of-gh"
        log.touch()
        self.add_tool("gh", f'echo "$*" >> {log}; [ "$1" != attestation ]')
        self.refused("has no valid attestation of OWNER/benchlens")
        self.assertRegex(log.read_text(), "attestation verify .*musl.tar.gz --repo OWNER/benchlens\n$")
        # Without a login, gh cannot ask GitHub.
        self.add_tool("gh", "exit 1")
        self.assertEqual(self.install("--from", self.url).returncode, 0)

    def test_wrong_options_are_errors(self):
        self.refused("unknown option --prefix", "--prefix", "x")
        self.refused("--to needs a value", "--to")
        self.refused("http://example.org is not an https address", "--from", "http://example.org")

    def test_a_part_of_the_script_does_nothing(self):
        text = SCRIPT.read_text()
        for size in range(0, len(text) - len('main "$@"\n'), 97):
            part = self.folder / "release/part.sh"
            part.write_text(text[:size])
            run = self.install("--from", self.url, script=part)
            self.assertEqual((run.stdout, (self.folder / "home").exists()), ("", False), size)


@unittest.skipUnless(shutil.which("bash"), "needs bash")
class InstallWithBash(Install):
    shell = "bash"


if __name__ == "__main__":
    unittest.main()
