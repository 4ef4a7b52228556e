// How fast the module reads, asks, sorts and scrolls: node tests/web/speed.mjs PACKAGE [ROWS] [RUNS]
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const { Session } = await import(pathToFileURL(resolve(process.argv[2], "node.js")));
const [rows, runs] = [Number(process.argv[3] ?? 50000), Number(process.argv[4] ?? 10)];

/** One side of a comparison, in pieces of a few megabytes. */
function* log(side) {
  let text = `goos: linux\ngoarch: amd64\npkg: example.com/side\n`;
  let seed = 12345 + side;
  for (let row = 0; row < rows; row++) {
    const name = `BenchmarkLookup/table=${row % 97}/size=${row}-8`;
    const center = 100 + ((row * 7919) % 100000) * (row % 5 === 0 && side ? 1.1 : 1);
    for (let run = 0; run < runs; run++) {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      const value = (center * (1 + ((seed >>> 16) % 1000) / 20000)).toFixed(1);
      text += `${name}\t    1000\t  ${value} ns/op\t  ${row % 64} B/op\t  ${row % 3} allocs/op\n`;
    }
    if (text.length > 2 << 20) {
      yield Buffer.from(text);
      text = "";
    }
  }
  yield Buffer.from(text);
}

const time = (what, work) => {
  // The processor's time: other programs on the machine take none of it.
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  const took = (user + system) / 1000;
  console.log(`${took.toFixed(1).padStart(9)} ms  ${what(took, value)}`);
  return value;
};

const inputs = [0, 1].map((side) => [...log(side)]);
const bytes = inputs.flat().reduce((sum, piece) => sum + piece.length, 0);
const session = new Session();
time((took) => `read ${(bytes / 1e6).toFixed(0)} MB: ${(bytes / 1e3 / took).toFixed(0)} MB/s`, () => {
  for (const [i, pieces] of inputs.entries()) {
    session.begin(`side${i}`, `side${i}`);
    for (const piece of pieces) session.feed(piece);
    session.end();
  }
});
const stored = time((_, out) => `to_bytes: ${(out.length / 1e6).toFixed(1)} MB`, () => session.to_bytes());
const other = new Session();
time(() => "append_bytes", () => other.append_bytes(stored));
other.free();
time(() => "keys", () => session.keys());
for (const query of [{}, {}, { filter: ".unit:sec/op" }, { row: "/table", col: ".file" }, { row: ".name /size@num" }]) {
  const text = JSON.stringify(query);
  time((_, out) => `run ${text}: ${JSON.parse(out).tables.map((t) => t.rows).join("+")} rows`, () => session.run(text));
}
session.run("{}");
for (const sort of ["first", "worst", "label", "delta"]) {
  for (const start of [0, 25000]) {
    const view = JSON.stringify({ table: 0, sort: { by: sort }, start, end: start + 60 });
    time((_, out) => `rows by ${sort} from ${start} (${out.length} bytes)`, () => session.rows(view));
  }
}
time(() => "rows that match a search", () => session.rows(JSON.stringify({ search: "size=12", end: 60 })));
time(() => "detail", () => session.detail(0, 40000));
time(() => "chart", () => session.chart(0));
time((_, out) => `text: ${(out.length / 1e6).toFixed(1)} MB`, () => session.render("text"));
console.log(`${(session.memory() / 1e6).toFixed(0)} MB of memory`);
