"""How often a row is called different although nothing changed, if blocks share builds whose layouts differ.

    python3 benches/recording/builds.py PROGRAM [ROWS]

Layouts differ by 1%, the runs of a build by 0.5%. The logs have the lines of `benchlens run -rebuild`. For comparison,
the same logs without the number of builds, so that each block counts.
"""

import json
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path


def logs(blocks, builds, rows, name, draw):
    """Returns the log of each side."""
    layouts = [[[draw.gauss(0, 0.01) for _ in range(builds)] for _ in range(rows)] for _ in range(2)]
    for side in layouts:
        lines = []
        for block in range(blocks):
            lines.append(f"# benchlens recording={name} block={block + 1}\n")
            for row, of_builds in enumerate(side):
                time = 1e5 * math.exp(of_builds[block % builds] + draw.gauss(0, 0.005))
                lines.append(f"BenchmarkRow{row} 1 {time:.2f} ns/op\n")
        yield "".join(lines)


def significant(program, texts):
    """Returns the percentage of rows that are significant."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("old.txt", "new.txt")]
        for path, text in zip(paths, texts):
            path.write_text(text)
        words = [program, "-quiet", "-outcomes", "-format", "json", *map(str, paths)]
        report = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
    found = [cell["significant"] for table in report["tables"] for row in table["rows"] for cell in row["comparisons"]]
    return 100 * sum(found) / len(found)


def main():
    program, rows = sys.argv[1], int(sys.argv[2]) if 2 < len(sys.argv) else 1000
    print("| blocks | builds | builds count | blocks count |\n|--:|--:|--:|--:|")
    for blocks, builds in ((12, 6), (12, 12), (24, 6), (24, 12), (48, 6), (48, 24)):
        shares = []
        for name in (f"a+builds{builds}", "a"):
            draw = random.Random(8)
            shares.append(significant(program, list(logs(blocks, builds, rows, name, draw))))
        print(f"| {blocks} | {builds} | {shares[0]:.1f} | {shares[1]:.1f} |", flush=True)


main()
