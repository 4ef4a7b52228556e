// Measures how fast the module reads, runs queries, sorts and scrolls: node tests/web/speed.mjs PACKAGE [ROWS] [RUNS]
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { side } from "./logs.mjs";

const { Session } = await import(pathToFileURL(resolve(process.argv[2], "node.js")));
const [rows, runs] = [Number(process.argv[3] ?? 50000), Number(process.argv[4] ?? 10)];

const time = (what, work) => {
  // Processor time is used, because other programs on the machine do not affect it.
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  const took = (user + system) / 1000;
  console.log(`${took.toFixed(1).padStart(9)} ms  ${what(took, value)}`);
  return value;
};

const inputs = [0, 1].map((n) => [...side(n, rows, runs)]);
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
  time((_, out) => `run ${JSON.stringify(query)}: ${out.tables.map((t) => t.rows).join("+")} rows`, () => session.run(query));
}
session.run({});
for (const sort of ["first", "worst", "label", "delta"]) {
  for (const start of [0, 25000]) {
    const view = { table: 0, sort: { by: sort }, start, end: start + 60 };
    time((_, out) => `rows by ${sort} from ${start} (${out.rows.length} rows)`, () => session.rows(view));
  }
}
time(() => "rows that match a search", () => session.rows({ search: "size=12", end: 60 }));
time(() => "detail", () => session.detail(0, 40000));
time(() => "chart", () => session.chart({}));
time((_, out) => `text: ${(out.length / 1e6).toFixed(1)} MB`, () => session.render("text"));
console.log(`${(session.memory() / 1e6).toFixed(0)} MB of memory`);
