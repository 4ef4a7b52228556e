// Tests the npm package as its users call it: node tests/web/module.mjs PACKAGE, where PACKAGE is the folder that
// `cargo xtask wasm` created.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import vm from "node:vm";
import { gzipSync } from "node:zlib";
import { zipOf } from "./zip.mjs";

const folder = resolve(process.argv[2]);
const benchlens = await import(pathToFileURL(join(folder, "node.js")));
const { Session } = benchlens;

const log = (ns) => `${Array.from({ length: 6 }, (_, i) => `BenchmarkX-8 1 ${ns + i} ns/op`).join("\n")}\n`;

/** Returns a session that has read two logs, each in one chunk. */
function read(old, young) {
  const session = new Session();
  for (const [name, chunk] of [["old.txt", old], ["new.txt", young]]) {
    session.begin(name, name);
    session.feed(chunk);
    session.end();
  }
  return session;
}

const table = (session) => {
  session.run({});
  return new TextDecoder().decode(session.render("text"));
};

const tests = {
  "texts, bytes, buffers and bytes of another realm are the same log"() {
    const bytes = (ns) => new TextEncoder().encode(log(ns));
    const expected = table(read(bytes(100), bytes(50)));
    assert.match(expected, /-48\.78% \(p=0\.002 n=6\)/);
    assert.equal(table(read(log(100), log(50))), expected);
    assert.equal(table(read(Buffer.from(log(100)), bytes(50).buffer)), expected);
    const foreign = vm.runInNewContext("Uint8Array.from(list)", { list: [...bytes(100)] });
    assert.ok(!(foreign instanceof Uint8Array));
    assert.equal(table(read(foreign, bytes(50))), expected);
    const piece = new Session();
    piece.part_begin();
    piece.part_feed(log(100));
    assert.ok(piece.part_to_bytes().length > 0);
  },

  "anything else is a TypeError that says what it is"() {
    const session = new Session();
    session.begin("a", "a");
    const wrong = [[null, "null"], [undefined, "undefined"], [7, "number"], [[66], "Array"], [new Uint16Array(3), "Uint16Array"], [Promise.resolve("x"), "Promise"]];
    for (const [chunk, found] of wrong) {
      const message = `chunk must be a string, a Uint8Array or an ArrayBuffer, not ${found}`;
      assert.throws(() => session.feed(chunk), { name: "TypeError", message });
      assert.throws(() => session.part_feed(chunk), { name: "TypeError", message });
    }
  },

  "calls out of turn throw"() {
    const session = new Session();
    const input = { name: "Error", message: "no input is open: call begin first" };
    assert.throws(() => session.feed("BenchmarkX 1 1 ns/op\n"), input);
    session.begin("a", "a");
    session.end();
    session.end();
    assert.throws(() => session.feed("BenchmarkX 1 1 ns/op\n"), input);
    assert.throws(() => session.part_feed(""), { message: "no part is open: call part_begin first" });
    assert.throws(() => session.part_to_bytes(), { message: "no part is open: call part_begin first" });
    assert.throws(() => session.rows({}), { message: "there is no answer yet: run a query first" });
    assert.throws(() => session.arrange([{ input: 1, label: "b" }]), /there is no input 1/);
    session.run({});
    assert.throws(() => session.chart({}), /the answer has no table 0/);
    assert.throws(() => session.chart_kinds(0), /the answer has no table 0/);
    assert.throws(() => session.ask_step(1), { message: "no answer is being worked out: begin to ask first" });
    assert.throws(() => new Session().gate("sec/op: +5%"), /there is no answer yet/);
    assert.throws(() => session.render("pdf"), /unknown output "pdf": it is one of text, csv, markdown, json, tidy/);
    assert.throws(() => session.append_bytes(new Uint8Array(3)), Error);
  },

  "what is not ended still counts, and a new input ends the one before"() {
    const session = new Session();
    session.begin("a", "a");
    session.feed("BenchmarkX 1 1 ns/op");
    session.begin("b", "b");
    session.feed("BenchmarkX 1 2 ns/op");
    assert.deepEqual(session.run({}).tables[0].column_labels, ["a", "b"]);
    assert.throws(() => session.feed("BenchmarkX 1 3 ns/op"), /no input is open/);
  },

  "a query is an object from any realm, and its settings are checked"() {
    const session = read(log(100), log(50));
    const query = { filter: ".unit:sec/op" };
    assert.deepEqual(session.run(Object.assign(Object.create(null), query)), session.run(vm.runInNewContext("query", { query })));
    assert.throws(() => session.run({ filterr: "*" }), { name: "Error", message: /unknown field `filterr`/ });
  },

  "no wrong argument reaches the memory of the module"() {
    const session = read(log(100), log(50));
    session.run({});
    const calls = {
      run: (x) => session.run(x), ask_begin: (x) => session.ask_begin(x), rows: (x) => session.rows(x), first_rows: (x) => session.first_rows(x),
      chart: (x) => session.chart(x), needs_changes: (x) => session.needs_changes(x), row_indices: (x) => session.row_indices(x), suggest: (x) => session.suggest(x),
      arrange: (x) => session.arrange(x), command: (x) => session.command(x, x), values: (x) => session.values("/n", x), command_for: (x) => benchlens.command_for(x, x),
      plan_folder: (x) => benchlens.plan_folder(x), plan_recordings: (x) => benchlens.plan_recordings(x), write_projection: (x) => benchlens.write_projection(x), write_filter: (x) => benchlens.write_filter(x), label_inputs: (x) => benchlens.label_inputs(x),
    };
    const texts = {
      begin: (x) => session.begin(x, "a"), label: (x) => session.begin("a", x), member: (x) => session.member(x), packed: (x) => session.read_packed(x, x, new Uint8Array(1)),
      key: (x) => session.values(x, "num"), gate: (x) => session.gate(x), render: (x) => session.render(x), ask_first: (x) => session.ask_first(x, 1),
      report: (x) => session.report(x, new Uint8Array(1), new Uint8Array(1)), projection: (x) => benchlens.parse_projection(x), filter: (x) => benchlens.parse_filter_values(x), share: (x) => benchlens.parse_share(x),
    };
    const bytes = {
      read_packed: (x) => session.read_packed("a", "a", x), append_bytes: (x) => session.append_bytes(x), append_part: (x) => session.append_part(x),
      results: (x) => session.report("", x, new Uint8Array(1)), engine: (x) => session.report("", new Uint8Array(1), x), can_be_cut: (x) => benchlens.can_be_cut(x), packed_as: (x) => benchlens.packed_as(x), recorded_files: (x) => benchlens.recorded_files(x),
    };
    const numbers = {
      diagnostics: (x) => session.diagnostics(x, x), capacity: (x) => session.capacity(x, x), ask_step: (x) => session.ask_step(x), changes_step: (x) => session.changes_step(x), first: (x) => session.ask_first("a", x),
      detail: (x) => session.detail(x, 0), row: (x) => session.detail(0, x), change: (x) => session.change(0, 0, x), points: (x) => session.points(x), chart_kinds: (x) => session.chart_kinds(x), progress: (x) => benchlens.progress(x, x, x), write_share: (x) => benchlens.write_share(x),
    };
    for (const [name, call] of Object.entries(bytes)) {
      for (const value of [undefined, null, 7, "BenchmarkX", [66], {}, { length: 1e9 }, new Map(), Promise.resolve(new Uint8Array(1)), new Uint16Array(1), new DataView(new ArrayBuffer(1))]) assert.throws(() => call(value), { name: "TypeError", message: /must be a Uint8Array or an ArrayBuffer, not / }, name);
    }
    for (const [name, call] of Object.entries(numbers)) {
      for (const value of [undefined, null, "1", 7n, true, {}, [1], new Date(0)]) assert.throws(() => call(value), { name: "TypeError", message: /must be (a number|a non-negative integer), not / }, name);
    }
    for (const index of [-1, 0.5, NaN]) assert.throws(() => session.detail(index, 0), { name: "TypeError", message: `table must be a non-negative integer, not ${index}` });
    assert.deepEqual(session.diagnostics(0, Infinity).items, []);
    for (const seed of [7, "7", {}]) assert.throws(() => new Session(seed), { name: "TypeError", message: /seed must be a bigint of 64 bits, not / });
    assert.throws(() => session.read_packed("a", "a", new Uint8Array(1), {}), { name: "TypeError", message: /must be a function/ });
    const wrong = [undefined, null, 7, 7n, true, Symbol("x"), () => 0, new Map(), Promise.resolve({}), new Uint8Array(3), new Date(0)];
    for (const [name, call] of [...Object.entries(calls), ...Object.entries(texts)]) {
      for (const value of name in texts ? [...wrong, {}, []] : wrong) assert.throws(() => call(value), { name: "TypeError", message: /must be (an object|an array|a string|a string or an object), not / }, name);
    }
    assert.throws(() => session.run(), { name: "TypeError", message: "query must be an object, not undefined" });
    assert.throws(() => session.begin({}), { name: "TypeError", message: "name must be a string, not Object" });
    for (const [member, found] of [[NaN, "NaN"], [Infinity, "Infinity"], [7n, "bigint"], [() => 0, "function"], [Symbol("x"), "symbol"], [new Map(), "Map"], [Promise.resolve(1), "Promise"]]) {
      assert.throws(() => session.run({ alpha: member }), { name: "TypeError", message: `alpha must be a value of JSON, not ${found}` });
    }
    assert.deepEqual(session.run({ alpha: undefined }), session.run({}));
    assert.throws(() => session.detail(0, 0, NaN), { name: "TypeError", message: "room must be a number, not NaN" });
    assert.equal(session.run({}).tables[0].columns.length, 2, "nothing has changed");
    session.free();
    session.free();
    for (const call of [() => session.run({}), () => session.feed(""), () => session.render("text")]) assert.throws(call, { message: "this session was freed" });
  },

  "one call compares, with numbers"() {
    const inputs = [{ name: "old.txt", data: log(100) }, { name: "new.txt", label: "new", data: new TextEncoder().encode(log(50)) }];
    const report = benchlens.compare(inputs, { filter: ".unit:sec/op" });
    assert.deepEqual([report.schema, report.tables.length, report.tables[0].columns.map(({ label }) => label)], ["urn:benchlens:report-2", 1, ["old.txt", "new"]]);
    const [{ median_change: change, p, outcome }] = report.tables[0].rows[0].comparisons;
    assert.deepEqual([change, p, outcome], [52.5 / 102.5 - 1, 0.002164502164502165, "differs"]);
    const text = table(read(log(100), log(50)));
    const files = inputs.map(({ name, data }) => ({ name, data }));
    assert.equal(benchlens.render(files), text);
    const gzipped = gzipSync(log(50));
    for (const data of [gzipped, gzipped.buffer.slice(gzipped.byteOffset, gzipped.byteOffset + gzipped.length)]) assert.equal(benchlens.render([files[0], { name: "new.txt", data }]), text);
    const twice = benchlens.compare([100, 50].map((value) => ({ name: "bench.txt", data: log(value) })));
    assert.deepEqual(twice.tables[0].columns.map(({ label }) => label), ["bench.txt#0", "bench.txt#1"]);
    const { warn } = console;
    const warned = [];
    try {
      console.warn = (text) => warned.push(text);
      benchlens.render([{ name: "runs.zip", data: zipOf({ "a.txt": log(50), "b.txt": "no benchmark\n" }) }]);
    } finally {
      console.warn = warn;
    }
    assert.deepEqual(warned, ["benchlens: runs.zip: skipped 1 file without results"]);
    assert.throws(() => benchlens.compare(inputs, { filter: "a:b (" }), ({ name, detail }) => name === "Error" && detail.part === "filter" && detail.span.start === 5);
    for (const wrong of [undefined, {}, "a", [null], ["a"], [{}], [{ name: "a" }], [{ name: "a", data: Promise.resolve("") }], [{ name: "a", label: 1, data: "" }], [{ name: "a", data: ["b"] }]]) {
      assert.throws(() => benchlens.compare(wrong), TypeError);
    }
    assert.throws(() => benchlens.compare(inputs, null), TypeError);
    assert.throws(() => benchlens.compare([null]), { name: "TypeError", message: /name and the label of an input/ });
    assert.throws(() => benchlens.compare(inputs, { alpha: "x" }), ({ message, detail }) => message === 'alpha: invalid type: string "x", expected a number' && detail.part === "alpha");
    // Nothing is compared silently.
    assert.throws(() => benchlens.compare([]), { message: "there are no inputs" });
    assert.throws(() => benchlens.compare([{ name: "a", data: "" }, { name: "b", data: "{}" }]), { message: /^a: no benchmark results: .*\nb: no benchmark results: / });
    assert.throws(() => benchlens.render(inputs, "pdf"), /unknown output "pdf"/);
  },

  "a wrong query says where"() {
    const session = read(log(100), log(50));
    session.run({});
    assert.throws(() => session.gate("sec/op: +5%\nsec/op: +%"), ({ detail: { part, span, text } }) => part === "gate" && text === "sec/op: +%" && span.start === 8);
    assert.throws(() => session.run({ filter: "é:1 (" }), (error) => {
      assert.equal(error.name, "Error");
      assert.deepEqual([error.detail.part, error.detail.span.start], ["filter", 5]);
      return true;
    });
  },

  "an answer comes in steps, and can be given up"() {
    const runs = (factor) => Array.from({ length: 3000 }, (_, i) => `BenchmarkX-8 1 ${factor * (1000 + ((i * 7919) % 997))} ns/op`).join("\n");
    const [session, other] = [0, 0].map(() => read(runs(1), runs(2)));
    const query = { analysis: {} };
    const before = table(session);
    session.ask_begin(query);
    let step = session.ask_step(1);
    assert.equal(step.answer, null);
    assert.ok(step.progress.done < step.progress.total && /\d%$/.test(step.progress.text), step.progress.text);
    session.ask_cancel();
    assert.ok(!session.is_asking());
    assert.equal(new TextDecoder().decode(session.render("text")), before);
    session.ask_begin(query);
    let steps = 0;
    do {
      step = session.ask_step(1000);
      steps++;
    } while (!step.answer);
    assert.ok(steps > 3, `${steps} steps`);
    assert.deepEqual(step.answer, other.run(query));
    assert.deepEqual(session.rows({ end: 9 }), other.rows({ end: 9 }));
    assert.equal(new TextDecoder().decode(session.render("json")), new TextDecoder().decode(other.render("json")));
  },

  "changes over time come in steps, and are what a chart finds by itself"() {
    const versions = () => {
      const session = new Session();
      for (let version = 0; version < 14; version++) {
        session.begin(`v${version}`, `v${version}`);
        session.feed([0, 1, 2].map((run) => `BenchmarkX-8 1 ${(version < 7 ? 100 : 150) + ((version * 7919 + run) % 5)} ns/op`).join("\n"));
        session.end();
      }
      session.run({});
      return session;
    };
    const [session, other] = [versions(), versions()];
    assert.throws(() => session.changes_step(1), { message: "no change is being looked for: begin with changes_begin" });
    assert.ok(session.needs_changes({}) && !session.needs_changes({ kind: "medians" }));
    session.changes_begin();
    let step;
    do step = session.changes_step(1); while (!step.done);
    assert.ok(!session.needs_changes({}));
    assert.deepEqual(session.chart({}), other.chart({}));
    const change = session.change(0, 0, 0);
    assert.deepEqual([change.label, change.outcome, change.between, change.compare.query.col], ["X-8", "regressed", "v5 and v8, most likely at v7", ".file@(v5 v8)"]);
    assert.throws(() => session.change(0, 0, 9), /the row has no change 9/);
    assert.deepEqual(session.row_indices({}), [0]);
    assert.equal(session.chart({ column: 3, kind: "changes" }).kind, "changes");
  },

  "the page's answer is in words and places"() {
    const session = read(log(100), log(50));
    const answer = session.run({ analysis: {} });
    assert.equal(answer.heading, "new.txt against old.txt");
    const [card] = answer.cards;
    assert.deepEqual([card.unit, card.rows, card.columns[0].geomean, card.columns[0].look], ["sec/op", "1 benchmark", "−48.8%", "even"]);
    // The runs of this log follow each other.
    assert.deepEqual(card.words, [{ outcome: "differs", count: 1, text: "1 faster" }]);
    const { rows: [row] } = session.rows({ end: 9 });
    assert.ok(row.bars[0].at < answer.tables[0].bar_axis.zero);
    assert.equal(row.cells[1].delta, "−48.79%");
    const gate = session.gate("sec/op: +5%; order: any");
    assert.deepEqual([gate.passed, gate.status, gate.sentence], [true, 0, "gate passed: 1 passed"]);
    assert.throws(() => session.gate("sec/op: +%"), (error) => error.detail.part === "gate");
    assert.equal(session.command({}, { sort: { by: "worst" }, units: ["sec/op"] }), "benchlens -sort worst -unit sec/op old.txt new.txt");
    const chart = session.chart({});
    assert.match(chart.svg, /^<svg/);
    assert.ok(session.chart_kinds(0).kinds.includes(chart.kind));
  },

  "any name is safe as a key"() {
    const session = new Session();
    session.begin("f", "f");
    for (const key of ["constructor", "__proto__", "hasOwnProperty"]) session.feed(`${key}: a\nBenchmarkX/${key}=1 1 1 ns/op\n${key}: b\nBenchmarkX/${key}=2 1 1 ns/op\n`);
    session.end();
    const names = session.keys().map(({ key }) => key);
    for (const key of ["/constructor", "/__proto__", "/hasOwnProperty"]) {
      assert.ok(names.includes(key), key);
      assert.deepEqual(session.values(key, "num").map(({ value }) => value).filter(Boolean), ["1", "2"]);
      const filter = benchlens.write_filter(JSON.parse(`{"${key.slice(1)}":["a"]}`));
      assert.deepEqual(Object.entries(benchlens.parse_filter_values(filter)), [[key.slice(1), ["a"]]]);
    }
  },

  "what is asked by default is told"() {
    const query = benchlens.default_query();
    const analysis = benchlens.default_analysis();
    const session = read(log(100), log(50));
    const plain = table(session);
    session.run(query);
    assert.equal(new TextDecoder().decode(session.render("text")), plain);
    const analysed = session.run({ analysis: {} });
    assert.deepEqual(session.run({ ...query, analysis }), analysed);
  },

  "a report has the picture that the page draws, and the parts that it is given"() {
    const session = read(log(100), log(50));
    // The query contains outcomes, like the queries of the web app, and of the CLI for pictures.
    session.run({ analysis: {} });
    const { svg } = session.chart({});
    const text = (bytes) => new TextDecoder().decode(bytes);
    const report = text(session.report("#row=.name", new Uint8Array([1, 2, 3]), new Uint8Array([255])));
    for (const html of [report, text(session.render("html")), session.html_tables()]) assert.ok(html.includes(svg.trim()));
    // A character contains seven bits: 0 and 64 are written as one character, followed by 64, 48 and the end of the
    // data; the second text is 127, 64.
    assert.match(report, /data-length="3" data-state="#row=\.name">\u{140}@0 <[^]*id="benchlens-engine" data-length="1"[^>]*>\x7f@ </u);
    assert.doesNotMatch(text(session.render("html")), /<script/);
    assert.match(benchlens.html_style(), /\.benchlens-report/);
  },

  "the declarations read well and name every call"() {
    const text = ["types.d.ts", "session.d.ts", "index.d.ts"].map((name) => readFileSync(join(folder, name), "utf8")).join("");
    const deep = text.split("\n").filter((line) => /^ {9}/.test(line));
    assert.deepEqual(deep, [], "no line is indented deeply");
    for (const output of ["text", "csv", "markdown", "json", "tidy", "html"]) {
      assert.match(text, new RegExp(`as [^]*\`${output}\`[^]*render\\(`));
    }
    const methods = Object.getOwnPropertyNames(Session.prototype).filter((name) => !/^(constructor|__)/.test(name));
    const calls = [...methods, ...Object.keys(benchlens).filter((name) => /^[a-z]\w*$/.test(name) && name !== "default" && name !== "initSync")];
    for (const name of calls) assert.match(text, new RegExp(`\\b${name}\\(`), name);
    assert.match(text, /feed\(chunk: string \| Uint8Array \| ArrayBuffer\): void/);
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    console.log(`ok   ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}\n     ${String(error.stack ?? error).replaceAll("\n", "\n     ")}`);
  }
}
console.log(`\n${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
