// Usage: node examples/node.mjs old.txt new.txt. Prints the tables of the CLI, then the numbers of each regression.
import { readFileSync } from "node:fs";
import { compare, render } from "benchlens";

const inputs = process.argv.slice(2).map((name) => ({ name, data: readFileSync(name) }));
process.stdout.write(render(inputs));
for (const { unit, rows } of compare(inputs).tables) {
  for (const { label, comparisons } of rows) {
    for (const { outcome, change, change_lo, change_hi } of comparisons) {
      if (outcome === "regressed") console.log({ label, unit, change, change_lo, change_hi });
    }
  }
}
