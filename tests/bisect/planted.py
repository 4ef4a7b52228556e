#!/usr/bin/env python3
"""Searches planted histories with `benchlens bisect` and with other tools, and counts how often each is right.

Each history is a git repository of 64 commits, one of which makes a benchmark slower.

  fake  The benchmark prints times with normal or heavy-tailed noise of 1% and with an effect of each build. Changes are 1.5
        or 3 standard deviations; in every fifth history, nothing changes.
  real  C and Go programs. All commits change code that hardly matters; one adds 3% to 20% of work.

Tools:

  benchlens  The program, with a new build in each block.
  git        `git bisect run` with pairs of runs in each step (--pairs). A commit is bad if the mean exceeds half of the
             change. No user knows this threshold, so the figures are the best that this method can reach.
  bayesect   `git bayesect run` (PyPI: git_bayesect). A pair of runs is an observation, with the same threshold.
  perfgate   `perfgate bisect` (crates.io: perfgate-cli), with the same threshold; only C programs, because it cannot
             pass arguments.

usage: planted.py BENCHLENS fake|real [--histories N] [--first N] [--tools NAME…] [--pairs N]
"""

import argparse
import collections
import json
import math
import os
import pathlib
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

# In a git hook, these variables name the repository and the index of the user.
for name in [name for name in os.environ if name.startswith("GIT_")]:
    del os.environ[name]

COMMITS = 64
NOISE = 0.01
BUDGET = 3000
"""No other tool needs more runs than this in the searches that end."""


def planted(number, kind):
    """Returns the place of the change in a history, its size, and the noise."""
    draw = random.Random(f"planted {number}")
    at = draw.randrange(1, COMMITS)
    if kind == "real":
        change = [0.03, 0.05, 0.08, 0.12, 0.2][number % 5]
        return {"at": at, "change": change, "language": "go" if number % 4 == 3 else "c"}
    sizes = [1.5, 3, 1.5, 3, 0]
    world = number // len(sizes)
    return {
        "at": at,
        "change": NOISE * sizes[number % len(sizes)],
        "effect": NOISE * [0.3, 0.6][world % 2],
        "tails": world // 2 % 2 == 1,
    }


# Repositories


FAKE = '''import math, os, pathlib, random

def ratio_of_noise(seed):
    """Returns the noise of a run, from its number, and the effect of its build."""
    count = pathlib.Path(os.environ["COUNT"])
    run = len(count.read_bytes())
    with count.open("ab") as file:
        file.write(b".")
    draw = random.Random(f"{os.environ['HISTORY']} {run}")
    noise = draw.gauss(0, 1)
    if os.environ["TAILS"]:
        noise /= math.sqrt(draw.gammavariate(1.5, 2))
    build = random.Random(f"{os.environ['HISTORY']} build {seed}").gauss(0, 1)
    # A block compares two runs, so each has half of its variance.
    return math.exp((NOISE * noise + float(os.environ["EFFECT"]) * build) / math.sqrt(2))
'''

FAKE_MAIN = '''
time = 1000 * (1 + float(pathlib.Path("change").read_text())) * ratio_of_noise(SEED)
print(f"BenchmarkX 1 {time:.6f} ns/op")
'''

FAKE_BUILD = (
    f"(echo '#!/usr/bin/env python3'; echo SEED = $BENCH_SEED; echo NOISE = {NOISE}; cat bench.py) > $BENCH_OUT"
    " && chmod +x $BENCH_OUT"
)

C = r"""#include "other.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Moves the code, as a change of the compiler or of the linker does. */
#define TEXT(n) #n
#define SKIP(n) __asm__(".text\n.skip " TEXT(n) ", 0x90\n");
SKIP(LAYOUT)

enum { SLOTS = 1 << 12, WORDS = 1600000 };
static uint32_t counts[SLOTS];

static uint32_t hash(const char *word) {
  uint32_t h = 2166136261u;
  for (; *word; word++) h = (h ^ (unsigned char)*word) * 16777619u;
  return h;
}

static void count(uint32_t *random) {
  char word[24];
  int n = 4 + *random % 16;
  for (int i = 0; i < n; i++) {
    *random = *random * 1664525u + 1013904223u;
    word[i] = 'a' + (*random >> 24) % 26;
  }
  word[n] = 0;
  counts[hash(word) % SLOTS] += OTHER(n);
}

int main(void) {
  const char *log = getenv("COUNT");
  FILE *file = log ? fopen(log, "a") : 0;
  if (file) fputc('.', file), fclose(file);
  uint32_t random = 7;
  for (int i = 0; i < WORDS; i++) {
    count(&random);
    if (i % 1000 < EXTRA) count(&random);
  }
  uint32_t sum = 0;
  for (int i = 0; i < SLOTS; i++) sum = sum * 31 + counts[i];
  printf("%u\n", sum);
}
"""

C_BUILD = 'gcc -O2 -DLAYOUT=$(expr ${BENCH_SEED:-64} % 256) -o "$BENCH_OUT" work.c'

GO = r"""package work

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Several loops, because a single one can be 30% slower at another place in memory.
func count(words []string, numbers []int, out []byte) []byte {
	numbers, out = numbers[:0], out[:0]
	for _, word := range words {
		n, _ := strconv.Atoi(word)
		numbers = append(numbers, n*other(len(word)))
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		out = strconv.AppendInt(out, int64(n), 10)
		out = append(out, ' ')
	}
	return out
}

func TestMain(m *testing.M) {
	if file, err := os.OpenFile(os.Getenv("COUNT"), os.O_APPEND|os.O_WRONLY, 0o600); err == nil {
		file.WriteString(".")
		file.Close()
	}
	os.Exit(m.Run())
}

func BenchmarkCount(b *testing.B) {
	text := ""
	for i := range 400 {
		text += strconv.Itoa(i*i%997) + " "
	}
	words := strings.Fields(text)
	numbers, out := make([]int, 0, 400), make([]byte, 0, 4000)
	// The change is more work in some operations.
	for i := 0; b.Loop(); i++ {
		out = count(words, numbers, out)
		if i%1000 < EXTRA {
			out = count(words, numbers, out)
		}
	}
}
"""

GO_OTHER = """func other(n int) int {
	if n > 99 {
		return rare(n)
	}
	return 1
}
"""

GO_BUILD = 'go test -c -ldflags=-randlayout=${BENCH_SEED:-1} -o "$BENCH_OUT" .'
GO_RUN = ["-test.run", "^$", "-test.bench", ".", "-test.benchtime", "8000x"]


def commit_files(history, kind):
    """Returns for each commit the files that it writes."""
    draw = random.Random(f"files {history}")
    names = []
    for i in range(COMMITS):
        change = history["change"] if history["at"] <= i else 0
        if kind == "fake":
            yield {"bench.py": FAKE + FAKE_MAIN, "change": str(change), "number": str(i)}
            continue
        # Functions that are rarely called come, go and move.
        if not names or draw.random() < 0.7:
            names.insert(draw.randrange(len(names) + 1), f"other{i}")
        else:
            names.pop(draw.randrange(len(names)))
        extra = round(1000 * change)
        if history["language"] == "c":
            functions = "".join(
                f'__attribute__((noinline)) static int {name}(int n) {{ return printf("{name} %d", n); }}\n'
                for name in names
            )
            calls = "".join(f"  if (n % {99 + len(name)} == 7) n += {name}(n);\n" for name in names)
            rare = f"__attribute__((noinline)) static int rare(int n) {{\n{calls}  return n;\n}}\n"
            yield {
                "work.c": f"#define EXTRA {extra}\n" + C,
                "other.h": f"#include <stdio.h>\n{functions}{rare}#define OTHER(n) ((n) > 99 ? rare(n) : 1)\n",
                "number": str(i),
            }
        else:
            text = "".join(
                f"//go:noinline\nfunc {name}(n int) int {{ return n * {len(name)} }}\n\n" for name in names
            )
            calls = "".join(f"\tn += {name}(n)\n" for name in names)
            rare = f"//go:noinline\nfunc rare(n int) int {{\n{calls}\treturn n\n}}\n\n"
            yield {
                "go.mod": "module example.com/work\n\ngo 1.24\n",
                "work_test.go": GO.replace("EXTRA", str(extra)),
                "other.go": f"package work\n\n{text}{rare}{GO_OTHER}",
                "number": str(i),
            }


def git(repository, *words):
    return subprocess.run(
        ["git", "-C", repository, *words], check=True, capture_output=True, text=True
    ).stdout.strip()


def make_repository(folder, history, kind):
    """Makes the repository, and returns the names of its commits."""
    subprocess.run(["git", "init", "-q", "-b", "main", folder], check=True)
    stream = bytearray()
    for i, files in enumerate(commit_files(history, kind)):
        message = f"Make change {i}"
        stream += f"commit refs/heads/main\nmark :{i + 1}\n".encode()
        stream += f"committer A. Author <a@example.com> {1_750_000_000 + 3600 * i} +0000\n".encode()
        stream += f"data {len(message)}\n{message}\n".encode()
        for name, text in files.items():
            data = text.encode()
            stream += f"M 100644 inline {name}\ndata {len(data)}\n".encode() + data + b"\n"
    subprocess.run(["git", "-C", folder, "fast-import", "--quiet"], input=bytes(stream), check=True)
    git(folder, "reset", "-q", "--hard", "main")
    return git(folder, "rev-list", "--reverse", "main").split()


# Tools


class Search:
    """A history, with everything that a tool needs to search it."""

    def __init__(self, number, kind, options, folder):
        self.kind, self.options, self.folder = kind, options, folder
        self.history = planted(number, kind)
        self.repository = folder / "repository"
        self.commits = make_repository(self.repository, self.history, kind)
        self.is_c = self.history.get("language") == "c"
        self.build = {"fake": FAKE_BUILD, "c": C_BUILD, "go": GO_BUILD}[self.history.get("language", kind)]
        (folder / "count").touch()
        self.environment = {
            **os.environ,
            "COUNT": str(folder / "count"),
            "HISTORY": str(number),
            "EFFECT": str(self.history.get("effect", 0)),
            "TAILS": "1" if self.history.get("tails") else "",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "TMPDIR": str(folder / "tmp"),
        }
        (folder / "tmp").mkdir()

    def run(self, words, **more):
        return subprocess.run(
            words, cwd=self.repository, env=self.environment, capture_output=True, text=True, **more
        )

    def step(self, pairs):
        """Returns the command with which a tool asks whether the commit that is checked out is slow."""
        words = [sys.executable, __file__, "step", self.kind, self.commits[0], str(pairs)]
        return [*words, str(self.history["change"] / 2), self.build, "c" if self.is_c else "go"]

    def benchlens(self):
        words = [self.options.benchlens, "bisect", "-quiet", "-format", "json", "-logs", self.folder / "logs"]
        words += ["-build", self.build, "-rebuild", "1000", *(["-time", "-unit", "user-sec/op"] if self.kind == "real" else [])]
        words += [f"{self.commits[0]}..main", "--", *(GO_RUN if self.build == GO_BUILD else [])]
        ended = self.run(words)
        if ended.returncode not in (0, 1, 4):
            sys.exit(f"{words}: {ended}")
        answer = json.loads(ended.stdout)
        return answer["status"], [commit["commit"] for commit in answer["answer"]]

    def git(self):
        self.run(["git", "bisect", "start", "main", self.commits[0]], check=True)
        ended = self.run(["git", "bisect", "run", *self.step(self.options.pairs)])
        return first_bad(ended.stdout)

    def bayesect(self):
        self.run(["git", "bayesect", "start", "--old", self.commits[0], "--new", "main"], check=True)
        ended = self.run(["git", "bayesect", "run", *self.step(1)])
        if "Bisection converged to " not in ended.stdout:
            return "undecided", []
        name = ended.stdout.rsplit("Bisection converged to ", 1)[1].split()[0]
        return "commit", [commit for commit in self.commits if commit.startswith(name)]

    def perfgate(self):
        out = self.repository / "program"
        words = ["perfgate", "bisect", "--good", self.commits[0], "--bad", "main", "--executable", "./program"]
        # perfgate 0.18 runs build commands with a program that is called -c.
        shim = self.folder / "shim" / "-c"
        shim.parent.mkdir()
        shim.write_text('#!/bin/sh\nexec sh -c "$1"\n')
        shim.chmod(0o755)
        self.environment["PATH"] += f":{shim.parent}"
        threshold = 100 * self.history["change"] / 2
        ended = self.run([*words, "--threshold", str(threshold), "--build-cmd", f"BENCH_OUT={out}; {self.build}"])
        return first_bad(ended.stdout)


def first_bad(text):
    lines = [line for line in text.splitlines() if line.endswith(" is the first bad commit")]
    return ("commit", [lines[0].split()[0]]) if lines else ("undecided", [])


def step(words):
    """Measures the commit that is checked out next to the good one; the status is 1 if it is slow."""
    kind, good, pairs, threshold, build, language = words
    folder = pathlib.Path(os.environ["COUNT"]).parent / "steps"
    folder.mkdir(exist_ok=True)
    if BUDGET < len(pathlib.Path(os.environ["COUNT"]).read_bytes()):
        # git and git_bayesect end if the command cannot be interrupted in another way.
        os.kill(os.getppid(), 15)
    tree = folder / "good"
    if not tree.exists():
        subprocess.run(["git", "worktree", "add", "-q", "--detach", tree, good], check=True)
    draw = random.Random(len(pathlib.Path(os.environ["COUNT"]).read_bytes()))
    ratios = []
    for pair in range(int(pairs)):
        times = [measure(kind, place, build, language, draw) for place in (tree, pathlib.Path.cwd())]
        ratios.append(math.log(times[1] / times[0]))
    sys.exit(int(float(threshold) < statistics.fmean(ratios)))


def measure(kind, place, build, language, draw):
    """Builds and runs a commit once; returns its time."""
    seed = draw.randrange(1, 1 << 30)
    if kind == "fake":
        scope = {"NOISE": NOISE}
        exec(FAKE, scope)
        return (1 + float((place / "change").read_text())) * scope["ratio_of_noise"](seed)
    program = pathlib.Path(os.environ["COUNT"]).parent / "steps" / "program"
    environment = {**os.environ, "BENCH_OUT": str(program), "BENCH_SEED": str(seed)}
    subprocess.run(["sh", "-c", build], cwd=place, env=environment, check=True)
    arguments = [] if language == "c" else GO_RUN
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([program, *arguments], cwd=place, stdout=subprocess.DEVNULL, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - used


# Results


def judged(search, status, answer):
    """Returns how an answer compares with the truth."""
    has_change = 0 < search.history["change"]
    truth = search.commits[search.history["at"]]
    if status in ("undecided", "unproven"):
        return "open"
    if status == "none" or not has_change:
        return "right" if (status == "none") != has_change else "wrong"
    if truth not in answer:
        return "wrong"
    return "right" if len(answer) == 1 else "small range" if 4 * len(answer) <= COMMITS else "range"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("benchlens", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("kind", choices=["fake", "real"])
    parser.add_argument("--histories", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--tools", nargs="+", default=["benchlens"])
    options = parser.parse_args()
    results = collections.defaultdict(list)
    for number in range(options.first, options.first + options.histories):
        for tool in options.tools:
            history = planted(number, options.kind)
            can_search = history["change"] and (tool != "perfgate" or history.get("language") == "c")
            if tool != "benchlens" and not can_search:
                continue
            folder = pathlib.Path(tempfile.mkdtemp(prefix="planted-"))
            search = Search(number, options.kind, options, folder)
            status, answer = getattr(search, tool)()
            result = judged(search, status, answer)
            runs = len((folder / "count").read_bytes())
            results[tool, history["change"] / NOISE if options.kind == "fake" else "all"].append((result, runs))
            print(number, tool, history, status, len(answer), result, runs, flush=True)
            left = [path.name for path in (folder / "tmp").iterdir()] if tool == "benchlens" else []
            if left:
                sys.exit(f"benchlens left {left}")
            shutil.rmtree(folder)
    kinds = ["right", "small range", "range", "open", "wrong"]
    print("\n| tool | change |", " | ".join(kinds), "| runs (median) |")
    for (tool, change), found in sorted(results.items(), key=str):
        counts = collections.Counter(result for result, _ in found)
        runs = statistics.median(runs for _, runs in found)
        print(f"| {tool} | {change} |", " | ".join(str(counts[kind]) for kind in kinds), f"| {runs:.0f} |")


if __name__ == "__main__":
    step(sys.argv[2:]) if sys.argv[1:2] == ["step"] else main()
