"""How often the ratio of the two printed centers is outside the interval of the change, or has another sign.

    python3 benches/recording/centers.py PROGRAM [ROWS]

Recordings of 12 blocks of five results, and a new version that is 3% slower. Processes and results differ by 1%. Only
significant rows count. For comparison, the same for the medians of all results.
"""

import json
import math
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCKS, RESULTS, SLOWER = 12, 5, 1.03
NOISE = {
    "quiet": (0, 0),
    "blocks differ by 5%": (0.05, 0),
    "bursts slow 40% of the results by up to 120%": (0, 0.4),
    "both": (0.05, 0.4),
}


def times(wander, bursts, draw):
    """Returns the results of either side, by block."""
    sides = [[], []]
    for _ in range(BLOCKS):
        machine = draw.gauss(0, wander)
        for side, factor in zip(sides, (1, SLOWER)):
            process = machine + draw.gauss(0, 0.01)
            noise = (draw.gauss(0, 0.01) + (draw.random() < bursts) * draw.uniform(0, 0.8) for _ in range(RESULTS))
            side.append([1e5 * factor * math.exp(process + one) for one in noise])
    return sides


def compare(program, rows):
    """Returns the comparison of each row."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("old.txt", "new.txt")]
        for side, path in enumerate(paths):
            with path.open("w") as log:
                for block in range(BLOCKS):
                    log.write(f"# benchlens recording=a block={block + 1}\n")
                    for row, found in enumerate(rows):
                        log.writelines(f"BenchmarkRow{row} 1 {time:.2f} ns/op\n" for time in found[side][block])
        words = [program, "-quiet", "-outcomes", "-format", "json", *map(str, paths)]
        report = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
    return [row["comparisons"][0] for row in report["tables"][0]["rows"]]


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if 2 < len(sys.argv) else 1000
    print("| noise | significant | outside | other sign | outside, all results | other sign, all results |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, (wander, bursts) in NOISE.items():
        draw = random.Random(11)
        rows = [times(wander, bursts, draw) for _ in range(count)]
        significant, wrong = 0, [0] * 4
        for found, sides in zip(compare(program, rows), rows):
            if not found["significant"]:
                continue
            significant += 1
            old, new = (statistics.median(time for block in side for time in block) for side in sides)
            for at, change in ((0, found["center"] / found["base"] - 1), (2, new / old - 1)):
                wrong[at] += not found["change_lo"] <= change <= found["change_hi"]
                wrong[at + 1] += (0 < change) != (0 < found["change"])
        print(f"| {name} | {significant} | " + " | ".join(map(str, wrong)) + " |", flush=True)


main()
