// Generates logs for testing the web app.
import { createWriteStream } from "node:fs";
import { once } from "node:events";

/** Returns a log of benchmarks `Work/size=…/codec=…`, each repeated; `factor` scales the times. */
export function log({ factor = 1, runs = 10, sizes = [10, 100, 1000], codecs = ["none", "gzip"], pkg = "example.org/work" } = {}) {
  const lines = ["goos: linux", "goarch: amd64", `pkg: ${pkg}`];
  // In rounds, because sequential runs have no outcomes.
  for (let run = 0; run < runs; run++) {
    for (const size of sizes) {
      for (const [c, codec] of codecs.entries()) {
        const ns = Math.round(size * 1000 * (1 + c) * factor * (1 + ((run * 7) % 10) / 1000));
        lines.push(`BenchmarkWork/size=${size}/codec=${codec}-8 \t 1000 \t ${ns} ns/op \t ${size * 16} B/op \t ${size} allocs/op`);
      }
    }
  }
  return `${lines.join("\n")}\nPASS\n`;
}

/** Returns two logs to compare, which are dropped together. */
export const pair = () => [
  { name: "old.txt", text: log() },
  { name: "new.txt", text: log({ factor: 0.5 }) },
];

/**
 * Returns noise from 0 to 1 that is the same in each run and does not depend on earlier calls.
 * @param {...number} of
 */
function scatter(...of) {
  let seed = 1;
  for (const number of of) {
    seed = Math.imul(seed ^ (number + 0x9e3779b9), 0x85ebca6b);
    seed ^= seed >>> 13;
    seed = Math.imul(seed, 0xc2b2ae35);
    seed ^= seed >>> 16;
  }
  return (seed >>> 0) / 2 ** 32;
}

/**
 * Returns logs of `count` versions, which are dropped together: `Slow` takes a third longer from version `at` on,
 * the others do not change.
 */
export function versions({ count = 20, at = 12, runs = 3, rows = 4 } = {}) {
  const noise = (version, run, row) => scatter(version, run, row) / 50;
  const line = (version, row) => (run) => {
    const factor = row === 0 && version >= at ? 4 / 3 : 1;
    return `Benchmark${row ? `Even${row}` : "Slow"}-8 1000 ${(3000 * (row + 1) * factor * (1 + noise(version, run, row))).toFixed(1)} ns/op ${64 * (row + 1)} B/op`;
  };
  return Array.from({ length: count }, (_, version) => ({
    name: `v${String(version).padStart(2, "0")}.txt`,
    text: ["goos: linux", "pkg: example.org/nightly", ...Array.from({ length: rows }, (_, row) => Array.from({ length: runs }, (_, run) => line(version, row)(run))).flat(), "PASS"].join("\n"),
  }));
}

/**
 * Returns a history of github-action-benchmark with `commits` commits; from commit `at` on, Parse takes 50%
 * longer.
 */
export function dataJs({ commits = 24, at = 12 } = {}) {
  const entry = (number) => ({
    commit: { id: (number * 2654435761 % 4294967296).toString(16).padStart(8, "0").repeat(5), message: `change ${number}`, timestamp: new Date(Date.UTC(2026, 0, 1 + number)).toISOString() },
    date: Date.UTC(2026, 0, 1 + number), tool: "go",
    benches: [["BenchmarkParse", 5100 * (number < at ? 1 : 1.5)], ["BenchmarkPrint", 820]].map(([name, ns], row) => ({ name, value: Math.round(ns * (1 + scatter(number, row) / 40)), unit: "ns/op", extra: "1000 times\n4 procs" })),
  });
  return { name: "data.js", text: `window.BENCHMARK_DATA = ${JSON.stringify({ lastUpdate: 1, repoUrl: "https://example.org/x", entries: { Benchmark: Array.from({ length: commits }, (_, number) => entry(number)) } })}` };
}

/** Returns a log of `rows` benchmarks with `runs` lines each. */
export function tall(rows, runs, factor = 1) {
  const lines = ["goos: linux", "pkg: example.org/tall"];
  for (let run = 0; run < runs; run++) {
    for (let row = 0; row < rows; row++) {
      lines.push(`BenchmarkRow/n=${row}-8 1000 ${Math.round((1000 + ((row * 7919) % 5000)) * factor) + run} ns/op`);
    }
  }
  return lines.join("\n");
}

/**
 * Yields side 0 or 1 of a comparison of `rows` benchmarks with `runs` runs each in up to three units, in pieces of
 * a few megabytes.
 */
export function* side(side, rows, runs, units = 3) {
  let text = `goos: linux\ngoarch: amd64\npkg: example.com/side\n`;
  let seed = 12345 + side;
  for (let row = 0; row < rows; row++) {
    const name = `BenchmarkLookup/table=${row % 97}/size=${row}-8`;
    const center = 100 + ((row * 7919) % 100000) * (row % 5 === 0 && side ? 1.1 : 1);
    for (let run = 0; run < runs; run++) {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      const value = (center * (1 + ((seed >>> 16) % 1000) / 20000)).toFixed(1);
      const values = [`${value} ns/op`, `${row % 64} B/op`, `${row % 3} allocs/op`].slice(0, units);
      text += `${name}\t    1000\t  ${values.join("\t  ")}\n`;
    }
    if (text.length > 2 << 20) {
      yield Buffer.from(text);
      text = "";
    }
  }
  yield Buffer.from(text);
}

/** Writes a log of at least `size` bytes; returns the number of its results. */
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

/** Returns files as a tar archive to drop. @param {{name: string, text: string}[]} files */
export function archive(files) {
  const parts = files.flatMap(({ name, text }) => {
    const bytes = Buffer.from(text);
    const head = Buffer.alloc(512);
    head.write(name);
    head.write("0000644", 100);
    head.write(bytes.length.toString(8).padStart(11, "0"), 124);
    // The sum is computed with blanks in its place.
    head.fill(" ", 148, 156);
    head.write("0", 156);
    head.write("ustar\x0000", 257);
    const sum = head.reduce((sum, byte) => sum + byte, 0);
    head.write(`${sum.toString(8).padStart(6, "0")}\x00 `, 148);
    return [head, bytes, Buffer.alloc(-bytes.length & 511)];
  });
  return { name: "logs.tar", base64: Buffer.concat([...parts, Buffer.alloc(1024)]).toString("base64") };
}
