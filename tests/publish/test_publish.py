"""Tests xtask/publish.py with cargo, npm and a registry on this machine: `python3 tests/publish/test_publish.py`."""

import datetime
import email.utils
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from registry import Registry

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "xtask/publish.py"
# In a git hook, these variables name the repository and the index of the user.
for name in [name for name in os.environ if name.startswith("GIT_")]:
    del os.environ[name]

spec = importlib.util.spec_from_file_location("publish", SCRIPT)
publish = importlib.util.module_from_spec(spec)
spec.loader.exec_module(publish)

# Each package with the packages that it needs, so that the alphabet is not the order.
PACKAGES = {"zero": [], "middle": ["zero"], "apex": ["zero", "middle"], "private": ["apex"]}
ORDER = ["zero", "middle", "apex"]


class Crates(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "Cargo.toml").write_text(f'[workspace]\nmembers = {list(PACKAGES)}\nresolver = "3"\n')
        for name, needs in PACKAGES.items():
            (self.folder / name / "src").mkdir(parents=True)
            (self.folder / name / "src/lib.rs").write_text("")
            # The job that publishes has a token, so it must compile nothing.
            (self.folder / name / "build.rs").write_text('compile_error!("compiled");')
            deps = "".join(f'{need} = {{ path = "../{need}", version = "0.1.0" }}\n' for need in needs)
            private = "publish = false\n" if name == "private" else ""
            (self.folder / name / "Cargo.toml").write_text(
                f'[package]\nname = "{name}"\nversion = "0.1.0"\nedition = "2024"\nlicense = "MIT"\n'
                f'description = "A test"\nhomepage = "https://example.org"\n{private}[dependencies]\n{deps}'
            )
        self.run_or_fail(["cargo", "generate-lockfile", "--offline"])
        # cargo accepts only unchanged files, as in a checkout of a tag.
        (self.folder / ".gitignore").write_text("target\nhome\n")
        identity = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
        for words in (["init", "-q"], ["add", "."], [*identity, "commit", "-qm", "test"]):
            self.run_or_fail(["git", *words])
        # Without a registry on this machine, cargo would ask crates.io for these names.
        with Registry() as registry:
            home = registry.home(self.folder / "home")
            self.run_or_fail([sys.executable, SCRIPT, "package", "--no-verify", "--registry", "rehearsal"], home)

    def run_or_fail(self, command, env=None):
        run = subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)

    def run_with(self, registry, *more):
        """Returns the status and everything that the script prints."""
        home = registry.home(self.folder / "home")
        words = ["crates", "--packed", "target/package", "--registry", "rehearsal", "--index", f"{registry.url}/index"]
        command = [sys.executable, SCRIPT, *words, *more]
        run = subprocess.run(command, cwd=self.folder, env=home, capture_output=True, text=True, check=False)
        return run.returncode, run.stdout + run.stderr

    def test_packages_follow_those_that_they_need_and_a_second_run_uploads_nothing(self):
        with Registry() as registry:
            status, printed = self.run_with(registry)
            self.assertEqual((status, registry.uploads), (0, [(name, 200) for name in ORDER]), printed)
            status, printed = self.run_with(registry)
            self.assertEqual((status, len(registry.uploads)), (0, 3), printed)
            self.assertEqual(printed.count(" is published"), 3)

    def test_a_limit_is_waited_for_as_long_as_the_registry_says(self):
        with Registry(burst=1, seconds_per_name=3) as registry:
            begin = time.monotonic()
            status, printed = self.run_with(registry)
            self.assertEqual(status, 0, printed)
            self.assertGreater(time.monotonic() - begin, 3)
            self.assertIn((ORDER[1], 429), registry.uploads)
            self.assertEqual([name for name, answer in registry.uploads if answer == 200], ORDER)

    def test_a_limit_without_a_time_is_waited_for_by_the_pause(self):
        with Registry(faults={"middle": "limit"}) as registry:
            status, printed = self.run_with(registry, "--pause", "6")
            self.assertEqual(status, 0, printed)
            self.assertIn("continuing in 6 seconds", printed)

    def test_patience_ends(self):
        with Registry(faults={"zero": "limit"}) as registry:
            status, printed = self.run_with(registry, "--patience", "10")
            self.assertEqual((status, len(registry.uploads)), (1, 1))
            self.assertIn("the registry asks for 600 more seconds; run the same command again", printed)

    def test_a_second_run_continues_after_a_failure(self):
        with Registry(faults={"middle": "refuse"}) as registry:
            status, printed = self.run_with(registry)
            self.assertEqual((status, registry.uploads), (1, [("zero", 200), ("middle", 500)]), printed)
            self.assertIn("middle 0.1.0 is not published; to continue with it, run the same command again", printed)
            status, printed = self.run_with(registry)
            self.assertEqual((status, registry.uploads[2:]), (0, [("middle", 200), ("apex", 200)]), printed)

    def test_a_lost_answer_is_not_a_failure(self):
        with Registry(faults={"zero": "lose"}) as registry:
            status, printed = self.run_with(registry)
            self.assertEqual(status, 0, printed)
            self.assertEqual(registry.uploads, [("zero", "lost"), ("middle", 200), ("apex", 200)])

    def test_other_bytes_under_the_same_version_are_an_error(self):
        with Registry() as registry:
            self.run_with(registry)
            with open(self.folder / "target/package/middle-0.1.0.crate", "ab") as packed:
                packed.write(b"x")
            status, printed = self.run_with(registry)
            self.assertEqual(status, 1)
            reason = "middle 0.1.0 is published with checksum [0-9a-f]{64}, not [0-9a-f]{64}: release a new version"
            self.assertRegex(printed, reason)

    def test_only_the_tested_bytes_are_uploaded(self):
        with open(self.folder / "target/package/middle-0.1.0.crate", "ab") as packed:
            packed.write(b"x")
        with Registry() as registry:
            status, printed = self.run_with(registry)
            self.assertEqual((status, registry.uploads), (1, [("zero", 200)]))
            self.assertIn("middle-0.1.0.crate is not the tested file: use the same commit", printed)

    def test_a_package_that_was_not_tested_is_not_published(self):
        (self.folder / "target/package/apex-0.1.0.crate").unlink()
        with Registry() as registry:
            status, printed = self.run_with(registry)
            self.assertEqual((status, registry.uploads), (1, []))
            self.assertIn("no apex-0.1.0.crate; run publish.py package", printed)


class Pause(unittest.TestCase):
    def test_the_registry_says_when(self):
        self.assertEqual(publish.pause("status 429\nheaders:\n\tretry-after: 42\n", 600), 42)
        now = lambda: datetime.datetime.now(datetime.timezone.utc)
        later = now() + datetime.timedelta(seconds=90)
        date = email.utils.format_datetime(later, usegmt=True)
        text = f"(status 429 Too Many Requests): Please try again after {date} or"
        pause, rest = publish.pause(text, 600), (later - now()).total_seconds()
        # The date has no fractions of seconds, and the script waits a second longer.
        self.assertTrue(rest <= pause <= 91, pause)
        self.assertEqual(publish.pause("429", 600), 600)

    def test_paths_in_an_index(self):
        paths = [publish.index_path(name) for name in ("a", "ab", "abc", "abcd")]
        self.assertEqual(paths, ["1/a", "2/ab", "3/a/abc", "ab/cd/abcd"])


@unittest.skipUnless(shutil.which("npm"), "needs npm")
class Npm(unittest.TestCase):
    def test_a_package_is_published_once(self):
        with tempfile.TemporaryDirectory() as name, Registry() as registry:
            folder = pathlib.Path(name)
            (folder / "package.json").write_text('{"name": "trial", "version": "0.1.0"}')
            subprocess.run(["npm", "pack", "--silent"], cwd=folder, check=True, capture_output=True)
            command = [sys.executable, SCRIPT, "npm", "trial-0.1.0.tgz", "--registry", registry.url]
            env = registry.home(folder / "home")
            run = lambda: subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
            for _ in range(2):
                result = run()
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn("trial 0.1.0 is published", result.stdout)
            self.assertEqual(registry.uploads, [("trial", 200)])
            with open(folder / "trial-0.1.0.tgz", "ab") as tarball:
                tarball.write(b"x")
            self.assertIn("release a new version", run().stderr)


if __name__ == "__main__":
    unittest.main()
