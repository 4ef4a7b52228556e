/**
 * The worker: one module, one main session, and a second one that stages what is being read.
 * A message is `{id, op, args}`; the answer is `{id, value}` or `{id, error}`.
 */
import init, * as benchlens from "./pkg/benchlens.js";
import { AT_ONCE, firstRows } from "./paging.js";
import { Stopped, readInto } from "./stream.js";

const ready = init({ module_or_path: new URL("./pkg/benchlens_bg.wasm", import.meta.url) });
/** @type {benchlens.Session} */ let session;
/** @type {benchlens.Session|null} */ let stage = null;
let stopped = { now: false };

/** The session that files are being read into. */
function staged() {
  if (!stage) throw new Error("nothing is being read");
  return stage;
}

/** More comparisons than these take long to judge: the answer comes first, without verdicts. */
const JUDGED_AT_ONCE = 3000;

/** Methods of the session and functions of the module whose answer is JSON. */
const JSON_ANSWERS = new Set([
  "inputs", "diagnostics", "keys", "suggest", "run", "rows", "detail",
  "parse_projection", "parse_filter_values", "label_inputs",
]);

const ops = {
  /** The query that is asked by default, as the page keeps it. */
  defaults() {
    const { table, row, col, ignore, filter, alpha, confidence } = JSON.parse(benchlens.default_query());
    const { margin, adjust } = JSON.parse(benchlens.default_analysis());
    return { table, row, col, ignore, filter, alpha, confidence, derive: "", verdicts: false, margin: String(margin), adjust, better: "" };
  },
  /** A method of the main session. */
  ask(method, ...args) {
    return answer(method, session[method](...args));
  },
  /** A free function of the module. */
  tell(name, ...args) {
    return answer(name, benchlens[name](...args));
  },
  /**
   * All that one change of the query needs, in one go: the texts taken apart, the answer, and the
   * first rows of the tables that are shown. What is wrong with the query is an answer, too.
   */
  answer(texts, { unit, sort, search }, whole) {
    const parts = ops.parts(texts);
    try {
      const { analysis, ...plain } = asked(texts);
      let report = JSON.parse(session.run(JSON.stringify(plain)));
      const waiting = !!analysis && !whole && report.tables.reduce((sum, t) => sum + t.rows * (t.columns.length - 1), 0) > JUDGED_AT_ONCE;
      if (analysis && !waiting) report = JSON.parse(session.run(JSON.stringify({ ...plain, analysis })));
      const of = (wanted) => report.tables.flatMap((table, index) => (table.unit === wanted ? [index] : []));
      const chosen = of(unit);
      const shown = (chosen.length ? chosen : of(report.tables[0]?.unit)).slice(0, AT_ONCE);
      const first = (table) => firstRows(report.tables[table].rows);
      const rows = shown.map((table) => [table, JSON.parse(session.rows(JSON.stringify({ table, sort, search, start: 0, end: first(table) })))]);
      return { parts, report, rows, waiting };
    } catch (error) {
      return { parts, error: told(error) };
    }
  },
  /** A query's texts taken apart; a part that cannot be is null. */
  parts(query) {
    const out = {};
    for (const part of ["table", "row", "col", "ignore"]) {
      out[part] = attempt(() => JSON.parse(benchlens.parse_projection(query[part], part)));
    }
    out.filter = attempt(() => JSON.parse(benchlens.parse_filter_values(query.filter)));
    return out;
  },
  /** The command line that asks this of files with these names. */
  command(names, texts) {
    return benchlens.command_for(JSON.stringify(names), JSON.stringify(attempt(() => asked(texts)) ?? {}));
  },
  stop() {
    stopped.now = true;
  },

  // Reading into the stage, in this worker.
  stage_new() {
    stage?.free();
    stage = new benchlens.Session();
    stopped = { now: false };
  },
  stage_begin(name, label) {
    staged().begin(name, label);
  },
  async stage_feed(id, file, packed) {
    await readInto(file, packed, stopped, (chunk) => staged().feed(chunk), (bytes) => postMessage({ id, read: bytes }));
  },
  stage_part(bytes) {
    if (stopped.now) throw new Stopped();
    staged().append_part(bytes);
  },
  stage_bytes(bytes) {
    if (stopped.now) throw new Stopped();
    staged().append_bytes(bytes);
  },
  stage_end() {
    staged().end();
  },
  stage_capacity(read, total) {
    return JSON.parse(staged().capacity(read, total));
  },
  stage_keep() {
    const read = staged();
    if (JSON.parse(session.inputs()).length === 0) {
      session.free();
      session = read;
    } else {
      session.append_bytes(read.to_bytes());
      read.free();
    }
    stage = null;
  },
  stage_drop() {
    stage?.free();
    stage = null;
  },

  // Reading for another worker.
  async whole(id, file, packed, name, label) {
    const own = new benchlens.Session();
    try {
      own.begin(name, label);
      await readInto(file, packed, stopped, (chunk) => own.feed(chunk), (bytes) => postMessage({ id, read: bytes }));
      own.end();
      return own.to_bytes();
    } finally {
      own.free();
    }
  },
  async part(id, slice) {
    const own = new benchlens.Session();
    try {
      own.part_begin();
      await readInto(slice, false, stopped, (chunk) => own.part_feed(chunk), (bytes) => postMessage({ id, read: bytes }));
      return own.part_to_bytes();
    } finally {
      own.free();
    }
  },
};

const WITH_ID = new Set(["stage_feed", "whole", "part"]);

function answer(name, value) {
  return JSON_ANSWERS.has(name) ? JSON.parse(value) : value;
}

/** The module's query of the page's texts. */
function asked({ derive, verdicts, margin, adjust, better, ...query }) {
  if (derive) query.derive = listed(derive);
  if (!verdicts) return query;
  const share = JSON.parse(benchlens.parse_share(margin));
  if (share === null) throw Object.assign(new Error("not a share such as 1% or 0.01"), { detail: { part: "margin", span: null, message: "not a share such as 1% or 0.01" } });
  return { ...query, analysis: { margin: share, adjust, better: listed(better) } };
}

/** @param {string} text */
function listed(text) {
  return text.split(";").map((one) => one.trim()).filter(Boolean);
}

function attempt(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

self.onmessage = async ({ data: { id, op, args } }) => {
  try {
    await ready;
    session ??= new benchlens.Session();
    const value = await (WITH_ID.has(op) ? ops[op](id, ...args) : ops[op](...args));
    postMessage({ id, value }, value instanceof Uint8Array ? { transfer: [value.buffer] } : undefined);
  } catch (error) {
    postMessage({ id, error: told(error) });
  }
};

/** An error as data. */
function told(error) {
  const detail = error.detail ?? error.cause ?? null;
  const fatal = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  return { message: String(error.message ?? error), detail, fatal, stopped: error instanceof Stopped };
}
