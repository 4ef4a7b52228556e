// Logs to try the page with, made here.
import { createWriteStream } from "node:fs";
import { once } from "node:events";

/** A log of benchmarks `Work/size=…/codec=…`, each repeated; `factor` scales the times. */
export function log({ factor = 1, runs = 10, sizes = [10, 100, 1000], codecs = ["none", "gzip"], pkg = "example.org/work" } = {}) {
  const lines = ["goos: linux", "goarch: amd64", `pkg: ${pkg}`];
  for (const size of sizes) {
    for (const [c, codec] of codecs.entries()) {
      for (let run = 0; run < runs; run++) {
        const ns = Math.round(size * 1000 * (1 + c) * factor * (1 + ((run * 7) % 10) / 1000));
        lines.push(`BenchmarkWork/size=${size}/codec=${codec}-8 \t 1000 \t ${ns} ns/op \t ${size * 16} B/op \t ${size} allocs/op`);
      }
    }
  }
  return `${lines.join("\n")}\nPASS\n`;
}

/** Two logs to compare, dropped together. */
export const pair = () => [
  { name: "old.txt", text: log() },
  { name: "new.txt", text: log({ factor: 0.5 }) },
];

/** A log of `rows` benchmarks, `runs` lines each. */
export function tall(rows, runs, factor = 1) {
  const lines = ["goos: linux", "pkg: example.org/tall"];
  for (let row = 0; row < rows; row++) {
    for (let run = 0; run < runs; run++) {
      lines.push(`BenchmarkRow/n=${row}-8 1000 ${Math.round((1000 + ((row * 7919) % 5000)) * factor) + run} ns/op`);
    }
  }
  return lines.join("\n");
}

/** Writes a log of at least `size` bytes; answers how many results it has. */
export async function large(path, size) {
  const out = createWriteStream(path);
  let written = 0;
  let results = 0;
  out.write("goos: linux\ngoarch: amd64\n");
  for (let block = 0; written < size; block++) {
    const lines = [`pkg: example.org/p${block % 7}\n`];
    for (let i = 0; i < 5000; i++) {
      const n = block * 5000 + i;
      lines.push(`BenchmarkLarge/case=${n % 400}/way=${n % 3}-8         \t   23032\t    ${200000 + ((n * 7919) % 9000)} ns/op\t      ${6000 + (n % 50)} bytes/message\t  344845 B/op\t       2 allocs/op\n`);
      results++;
    }
    const text = lines.join("");
    written += text.length;
    if (!out.write(text)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  return results;
}
