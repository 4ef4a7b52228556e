// Which functions of the module run while first answers are worked out: node tests/web/profile.mjs PACKAGE WATCHED
// WATCHED is the module that tells. Prints their numbers. What is asked here is what readers ask first: Go's logs,
// the comparisons that are offered, other rows, orders and searches. What is not asked here only comes later.
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { side } from "./logs.mjs";

const [folder, watched] = process.argv.slice(2).map((path) => resolve(path));
const examples = fileURLToPath(new URL("../../examples", import.meta.url));
const ran = new Set();
const { Instance } = WebAssembly;
WebAssembly.Instance = function (module, imports) {
  return new Instance(module, { ...imports, watch: { seen: (number) => ran.add(number) } });
};
const benchlens = await import(pathToFileURL(join(folder, "benchlens.js")));
benchlens.initSync({ module: new WebAssembly.Module(readFileSync(watched)) });
const { Session } = benchlens;

const read = (name) => readFileSync(join(examples, name));
const made = (which, runs) => Buffer.concat([...side(which, 300, runs)]);
/** Lines that do not count, results of one run only, equal values, a unit that is told to be exact. */
const odd = Buffer.from(`Unit B/op assume=exact\nBenchmarkA 1 5 ns/op 3 B/op\nBenchmarkA 1 5 ns/op 3 B/op\nBenchmarkB x ns/op\nPASS\nok  \tp\t1s\n`);
const logs = readdirSync(examples).filter((name) => name.endsWith(".txt")).map((name) => [[name, read(name)]]);
logs.push([["old.txt", read("old.txt")], ["new.txt", read("new.txt")]]);
for (const runs of [1, 3, 5, 10, 21]) logs.push([["a", made(0, runs)], ["b", made(1, runs)]]);
logs.push([["a", odd], ["b", Buffer.from(odd.toString().replace(" 5 ns", " 6 ns"))]], [["a", made(0, 6)], ["b", made(1, 6)], ["c", made(0, 7)]]);

const SORTS = [["first", false], ["worst", false], ["label", true]];
const CHANGES = [{}, { base: "previous" }, { row: ".name" }, { filter: ".unit:sec/op" }, { filter: "-.name:Nothing" }, { table: "" }, { alpha: 0.01 }, { ignore: "/size" }];

/** All that the page asks to show one answer. */
function ask(session, query, view) {
  session.ask_begin(JSON.stringify(query));
  session.is_asking();
  let answer = null;
  while (!answer) {
    ({ answer } = JSON.parse(session.ask_step(20_000)));
    if (!answer && session.ask_first("", 256) !== "null") session.first_rows(JSON.stringify({ ...view, table: 0, end: 48 }));
  }
  for (let table = 0; table < answer.tables.length; table++) session.rows(JSON.stringify({ ...view, table, end: 60 }));
  session.command(JSON.stringify(query), JSON.stringify({ units: [], changed: view.changed }));
}

const defaults = { ...JSON.parse(benchlens.default_query()) };
delete defaults.analysis;
const { margin } = JSON.parse(benchlens.default_analysis());
benchlens.write_share(margin);
benchlens.parse_share("2%");
const analysis = { margin, adjust: "none", better: [], in_text: true, delta_ci: true };
for (const files of logs) {
  const session = new Session(1n);
  const named = files.map(([name]) => ({ name, label: null }));
  for (const [name, bytes] of files) {
    benchlens.packed_as(bytes.subarray(0, 512));
    benchlens.can_be_cut(bytes.subarray(0, 65_536));
    session.begin(name, name);
    for (let at = 0; at < bytes.length; at += 65_536) session.feed(bytes.subarray(at, at + 65_536));
    session.end();
    benchlens.progress(bytes.length / 2, bytes.length, 100);
  }
  benchlens.label_inputs(JSON.stringify(named));
  session.inputs();
  session.keys();
  for (const change of CHANGES) {
    const query = { ...defaults, ...change };
    for (const part of ["table", "row", "col", "ignore"]) benchlens.parse_projection(query[part] ?? "", part);
    benchlens.parse_filter_values(query.filter);
    for (const [by, descending] of SORTS) {
      const view = { sort: { by, column: null, descending }, search: "", changed: by === "first", start: 0 };
      ask(session, query, view);
      ask(session, { ...query, analysis }, view);
      session.rows(JSON.stringify({ ...view, search: "sort", table: 0, end: 60 }));
    }
    if (files.length === 1) session.suggest(JSON.stringify(query));
  }
  // What is asked while another answer is worked out takes its place.
  session.ask_begin(JSON.stringify(defaults));
  session.ask_step(1);
  session.ask_cancel();
  session.free();
}
console.log([...ran].sort((a, b) => a - b).join("\n"));
