/**
 * The worker: one module, one main session, and a second one that stages what is being read.
 * A message is `{id, op, args}`; the answer is `{id, value}` or `{id, error}`. While a heavy question is worked out,
 * `{id, progress}` says how far it is, and other messages are served between its steps.
 */
import * as benchlens from "./pkg/benchlens.js";
import { AT_ONCE, TALL, changedOnly, firstRows, focusOf, isTall, shareOf } from "./paging.js";
import { Stopped, gzipped, readInto } from "./stream.js";

/** A number that no log can know: names chosen to collide would make reading slow. */
const seed = () => crypto.getRandomValues(new BigUint64Array(1))[0];

/**
 * @typedef {import("./state.js").Query} Texts a query as the page keeps it: as texts
 * @typedef {import("./state.js").State} State
 * @typedef {Pick<State, "unit"|"sort"|"search"|"changed"|"worse">} View
 * @typedef {{id: number, mine: number, start: number, told: number, first: (() => any)|null, come: (value?: any) => void}} Clock when a question
 * began, when it was last told how far it is, what looks for the first rows, until they are found, and what tells those that wait that the answer came
 */

/** The first message brings the module, or says why there is none. @type {(given: {module?: WebAssembly.Module, wrong?: string}) => void} */
let start = () => {};
const ready = new Promise((resolve, reject) => {
  start = ({ module, wrong }) => {
    if (module) resolve(benchlens.initSync({ module }));
    else reject(new Error(wrong));
  };
});
ready.catch(() => {});
/** @type {benchlens.Session} */ let session;
/** @type {benchlens.Session|null} */ let stage = null;
let stopped = { now: false };

/**
 * The value of a JSON text, of the shape that the module's declarations say.
 * @template T
 * @param {benchlens.Json<T>} text
 * @returns {T}
 */
const parse = (text) => JSON.parse(text);

/** A JSON text of a shape. @template T @param {T} value @returns {benchlens.Json<T>} */
const text = (value) => JSON.stringify(value);

/** The session that files are being read into. */
function staged() {
  if (!stage) throw new Error("nothing is being read");
  return stage;
}

/** An analysis that is not there so many milliseconds after the question comes later: the answer without it comes first. */
const AT_MOST = 60;
/** So long a step of a heavy question takes, in milliseconds: as long other messages wait. */
const STEP = 25;
/** How far a question is, is told after so many milliseconds, and again after so many. */
const TOLD_AFTER = 150;
const TOLD_EVERY = 80;

/** So many rows of a table are worked out first, to find those in sight; at most so many times as many as long as too few of them changed. */
const FIRST = 256;
const MORE = 4;
const FIRST_MOST = 4096;
/** The next go takes so many times what should be enough. */
const ENOUGH = 1.25;
/** Until so many milliseconds have passed, the whole answer may be there as soon as its first rows. */
const QUICK = 4;
/** An answer with its analysis that took less than so many milliseconds needs no answer without it before. */
const SOON = 1500;
/** How long the last one took. */
let took = Infinity;
/** What rows are asked for while the first ones are shown, are those of the answer that is to come. @type {Promise<void>} */
let coming = Promise.resolve();
const OF_ROWS = new Set(["rows", "detail"]);

/** Counts what makes a question that is being worked out pointless: another one, other inputs, or the reader's wish. */
let turn = 0;
const TURNS = new Set(["answer", "cancel", "stage_keep"]);
/** Work in steps: it needs to know which message it answers. */
const IN_STEPS = new Set(["answer", "chart"]);
const TURNS_OF_SESSION = new Set(["arrange", "run"]);
/** The question that was left half done, as text, and the turn of that. */
let half = { question: "", turn: -1 };
/** How many values are looked at in a step: as many as take its time. */
let portion = 200_000;

/** Methods of the session and functions of the module whose answer is JSON. */
const JSON_ANSWERS = new Set([
  "inputs", "diagnostics", "keys", "values", "run", "rows", "detail", "gate", "chart", "chart_kinds", "change", "points", "places",
  "parse_projection", "parse_filter_values", "label_inputs", "plan_folder",
]);

const ops = {
  /** The query that is asked by default, as the page keeps it. */
  defaults() {
    const { margin, adjust } = parse(benchlens.default_analysis());
    return { ...parse(benchlens.default_query()), derive: "", plain: "", margin: benchlens.write_share(margin), adjust, better: "" };
  },
  /** A method of the main session. @param {string} method @param {...any} args */
  async ask(method, ...args) {
    if (OF_ROWS.has(method)) await coming;
    return answer(method, /** @type {any} */ (session)[method](...args));
  },
  /** A free function of the module. @param {string} name @param {...any} args */
  tell(name, ...args) {
    return answer(name, /** @type {any} */ (benchlens)[name](...args));
  },
  /**
   * All that one change of the query needs: the texts taken apart, the answer, and the first rows of the tables
   * that are shown. What is wrong with the query is an answer, too. A question that became pointless is `stopped`.
   * Of large tables the rows in sight are told before.
   * @param {{id: number, mine: number}} message
   * @param {Texts} texts @param {View} view @param {boolean} whole with the analysis, however long it takes
   */
  async answer({ id, mine }, texts, view, whole) {
    /** @type {Clock} */
    const clock = { id, mine, start: performance.now(), told: TOLD_AFTER - TOLD_EVERY, first: whole ? null : () => firstOf(view), come: () => {} };
    const parts = ops.parts(texts);
    if (mine !== turn) return { parts, stopped: true };
    try {
      const query = asked(texts);
      const { analysis } = query;
      const question = text(query);
      const goesOn = whole && half.question === question && half.turn === mine - 1;
      const isSoon = !!analysis && took < SOON;
      let report = whole || isSoon ? null : await worked(text({ ...query, analysis: null }), clock, Infinity);
      if (whole || analysis) report = (await worked(question, clock, whole || isSoon ? Infinity : AT_MOST, goesOn)) ?? report;
      const waiting = !!session.is_asking();
      if (!waiting) took = performance.now() - clock.start;
      if (waiting) half = { question, turn: mine };
      return { parts, report, ...around(/** @type {benchlens.RunResult} */ (report), texts, view), waiting };
    } catch (error) {
      return error instanceof Stopped ? { parts, stopped: true } : { parts, error: told(error) };
    } finally {
      clock.come();
    }
  },
  /**
   * A chart of the last answer. What a chart of changes needs is worked out in steps before; `stopped` if that became
   * pointless.
   * @param {{id: number, mine: number}} message @param {Partial<benchlens.ChartQuery>} query
   */
  async chart({ id, mine }, query) {
    if (mine !== turn) throw new Stopped();
    if (session.needs_changes(text(query))) await looked(id, mine);
    return parse(session.chart(text(query)));
  },
  /** Gives up the question that is being worked out; the last answer stays. */
  cancel() {
    session.ask_cancel();
  },
  /** A query's texts taken apart; a part that cannot be is null. @param {Texts} query @returns {import("./pivot.js").Parts} */
  parts(query) {
    const fields = (/** @type {"table"|"row"|"col"|"ignore"} */ part) => attempt(() => parse(benchlens.parse_projection(query[part], part)));
    const filter = attempt(() => parse(benchlens.parse_filter_values(query.filter)));
    return { table: fields("table"), row: fields("row"), col: fields("col"), ignore: fields("ignore"), filter };
  },
  /** The command line that asks this of files with these names. @param {string[]} names @param {Texts} texts */
  command(names, texts) {
    return benchlens.command_for(text(names), text(attempt(() => asked(texts)) ?? {}));
  },
  /** Comparisons worth a click, as changes of what is asked: those within a single log. @param {Texts} texts @returns {benchlens.SuggestionView[]} */
  suggest(texts) {
    if (parse(session.inputs()).filter(({ results }) => results).length !== 1) return [];
    return parse(session.suggest(text(attempt(() => asked(texts)) ?? {})));
  },
  /** The command line that prints what is shown. @param {Texts} texts @param {Partial<benchlens.Focus>} focus */
  command_now(texts, focus) {
    return session.command(text(attempt(() => asked(texts)) ?? {}), text(focus));
  },
  stop() {
    stopped.now = true;
  },
  /** The last answer as one file, with this state of the page. @param {string} state @param {Uint8Array} engine @param {import("./report.js").Seen} view */
  async report(state, engine, { focus, search, chart }) {
    return session.report(state, await gzipped(/** @type {Uint8Array<ArrayBuffer>} */ (session.to_bytes())), engine, text(focus), search, chart && text(chart));
  },

  // Reading into the stage, in this worker.
  stage_new() {
    stage?.free();
    stage = new benchlens.Session(seed());
    stopped = { now: false };
  },
  /** @param {string} name @param {string} label */
  stage_begin(name, label) {
    staged().begin(name, label);
  },
  /** @param {number} id @param {Blob} file @param {boolean} packed */
  async stage_feed(id, file, packed) {
    await readInto(file, packed, stopped, (chunk) => staged().feed(chunk), (bytes) => postMessage({ id, read: bytes }));
  },
  /** Files of a folder that make one text. @param {number} id @param {string} name @param {File[]} files */
  async stage_member(id, name, files) {
    const mine = stopped;
    staged().member(name);
    for (const [at, file] of files.entries()) {
      if (at) staged().feed("\n");
      await readInto(file, false, mine, (chunk) => staged().feed(chunk), (bytes) => postMessage({ id, read: bytes }));
    }
  },
  /** @param {Uint8Array} bytes */
  stage_part(bytes) {
    if (stopped.now) throw new Stopped();
    staged().append_part(bytes);
  },
  /** @param {Uint8Array} bytes */
  stage_bytes(bytes) {
    if (stopped.now) throw new Stopped();
    staged().append_bytes(bytes);
  },
  stage_end() {
    staged().end();
  },
  /** @param {number} read @param {number} total */
  stage_capacity(read, total) {
    return parse(staged().capacity(read, total));
  },
  stage_keep() {
    const read = staged();
    if (parse(session.inputs()).length === 0) {
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
  /** A packed file, or an archive: what it becomes, and what was left out. Of its own: what breaks off leaves nothing behind. @param {number} id @param {File} file @param {string} name */
  async unpack(id, file, name) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const own = new benchlens.Session(seed());
    let told = 0;
    // Messages leave while the module works.
    const tell = (/** @type {number} */ read) => {
      if (read > told) postMessage({ id, read: read - told });
      told = read;
    };
    try {
      const left = own.read_packed(name, name, bytes, tell);
      tell(bytes.length);
      return { left, bytes: own.to_bytes() };
    } finally {
      own.free();
    }
  },
  /** @param {number} id @param {Blob} file @param {boolean} packed @param {string} name @param {string} label */
  async whole(id, file, packed, name, label) {
    const own = new benchlens.Session(seed());
    try {
      own.begin(name, label);
      await readInto(file, packed, stopped, (chunk) => own.feed(chunk), (bytes) => postMessage({ id, read: bytes }));
      own.end();
      return own.to_bytes();
    } finally {
      own.free();
    }
  },
  /** @param {number} id @param {Blob} slice */
  async part(id, slice) {
    const own = new benchlens.Session(seed());
    try {
      own.part_begin();
      await readInto(slice, false, stopped, (chunk) => own.part_feed(chunk), (bytes) => postMessage({ id, read: bytes }));
      return own.part_to_bytes();
    } finally {
      own.free();
    }
  },
};

const WITH_ID = new Set(["stage_feed", "stage_member", "unpack", "whole", "part"]);

/**
 * The answer to a question, worked out in steps; nothing if it is not there in time: then it can go on later.
 * @param {benchlens.Json<Partial<benchlens.Query>>} question @param {Clock} clock
 * @param {number} most milliseconds after the start @param {boolean} [goesOn] whether it was begun before
 * @returns {Promise<benchlens.RunResult|null>}
 */
async function worked(question, clock, most, goesOn = false) {
  if (!goesOn) session.ask_begin(question);
  for (;;) {
    const before = performance.now();
    if (before - clock.start > most) return null;
    const { answer: found, progress } = parse(session.ask_step(portion));
    if (found) return found;
    const now = performance.now();
    if (clock.first && progress.done >= COMPARING && now - clock.start >= QUICK) {
      const first = clock.first();
      clock.first = null;
      if (first) {
        coming = new Promise((resolve) => { clock.come = resolve; });
        postMessage({ id: clock.id, first });
      }
    }
    portion = nextPortion(portion, now - before, 10_000);
    const passed = now - clock.start;
    if (passed > clock.told + TOLD_EVERY) {
      clock.told = passed;
      postMessage({ id: clock.id, progress });
    }
    await others();
    if (clock.mine !== turn) throw new Stopped();
  }
}

/** Looks for changes over the columns of the last answer, in steps. @param {number} id @param {number} mine */
async function looked(id, mine) {
  const start = performance.now();
  let told = TOLD_AFTER - TOLD_EVERY;
  let some = 10_000;
  session.changes_begin();
  for (;;) {
    const before = performance.now();
    const { done, progress } = parse(session.changes_step(some));
    if (done) return;
    const now = performance.now();
    some = nextPortion(some, now - before, 100);
    if (now - start > told + TOLD_EVERY) {
      told = now - start;
      postMessage({ id, progress });
    }
    await others();
    if (mine === turn) continue;
    session.changes_cancel();
    throw new Stopped();
  }
}

/** How much is done in the next step. @param {number} portion of the last one @param {number} took milliseconds @param {number} least */
function nextPortion(portion, took, least) {
  return Math.min(Math.max(portion * Math.min(STEP / (took + 0.1), 4), least), 1e9);
}

/** From here on, in thousandths, results are sorted into cells. */
const COMPARING = 100;

/**
 * The rows in sight, before the answer is there; nothing where the whole answer decides which these are.
 * @param {View} view
 */
function firstOf({ unit, sort, search, changed, worse }) {
  if (search || worse || sort.by !== "first" || sort.descending) return null;
  for (let count = FIRST; ;) {
    const report = parse(session.ask_first(unit, count));
    if (!report) return null;
    const chosen = chosenOf(report, unit);
    const tables = chosen.map((at) => report.tables[at]);
    const only = changedOnly(changed, tables);
    const rows = rowsOf("first_rows", report, chosen, { sort, search, changed: only, worse });
    // Those that are left out are not counted before the answer.
    if (!only) rows.forEach(([table, page]) => { page.total = report.tables[table].rows; });
    if (only ? rows.every(([, page]) => isTall(page.total)) : changed !== null) return { report, rows, only };
    if (count >= FIRST_MOST || tables.every((table) => table.rows <= count)) return rows.some(([, page]) => page.rows.length) ? { report, rows, only } : null;
    // About as many as it takes, if so many of the further ones changed as of these.
    const found = only ? Math.min(...rows.map(([, page]) => page.total)) : 0;
    count = Math.min(count * MORE, found ? Math.ceil((count * ENOUGH * TALL) / found) : Infinity);
  }
}

/** The tables of a unit, or of the first one. @param {benchlens.RunResult} report @param {string} unit */
function chosenOf(report, unit) {
  const of = (/** @type {string|undefined} */ wanted) => report.tables.flatMap((table, index) => (table.unit === wanted ? [index] : []));
  return of(unit).length ? of(unit) : of(report.tables[0]?.unit);
}

/**
 * The first rows of tables.
 * @param {"rows"|"first_rows"} from @param {benchlens.RunResult} report @param {number[]} tables @param {{sort: any, search: string, changed: boolean, worse: string}} view
 * @returns {[number, benchlens.RowsPage][]}
 */
function rowsOf(from, report, tables, view) {
  const first = (/** @type {number} */ table) => firstRows(report.tables[table].rows);
  return tables.slice(0, AT_ONCE).map((table) => [table, parse(session[from](text({ ...view, worse: shareOf(view.worse) ?? undefined, table, start: 0, end: first(table) })))]);
}

/** Lets messages that have come be served. */
function others() {
  return new Promise((resolve) => {
    paused.push(resolve);
    next.port2.postMessage(null);
  });
}
const next = new MessageChannel();
/** Each goes on when its own message comes back: another question may have begun meanwhile. @type {((value: any) => void)[]} */
const paused = [];
next.port1.onmessage = () => paused.shift()?.(null);

/**
 * What is shown with an answer, so that one message brings it all: the first rows of the tables, the command line, and
 * comparisons worth a click.
 * @param {benchlens.RunResult} report @param {Texts} texts @param {View} view
 */
function around(report, texts, { unit, sort, search, changed, worse }) {
  const chosen = chosenOf(report, unit);
  const only = changedOnly(changed, chosen.map((at) => report.tables[at]));
  const rows = rowsOf("rows", report, chosen, { sort, search, changed: only, worse });
  return { rows, offers: ops.suggest(texts), command: ops.command_now(texts, focusOf({ unit, sort, changed: only, worse })) };
}

/** @param {string} name @param {any} value */
function answer(name, value) {
  return JSON_ANSWERS.has(name) ? JSON.parse(value) : value;
}

/** The module's query of the page's texts. @param {Texts} texts @returns {Partial<benchlens.Query>} */
function asked({ derive, margin, adjust, better, plain, test, ...rest }) {
  const kind = { test: /** @type {benchlens.TestKind} */ (test) };
  const query = { ...rest, ...kind, ...(derive ? { derive: listed(derive) } : {}) };
  const share = parse(benchlens.parse_share(margin));
  if (share === null) throw Object.assign(new Error("not a share such as 2% or 0.02"), { detail: { part: "margin", span: null, message: "not a share such as 2% or 0.02" } });
  return { ...query, analysis: /** @type {any} what is left out has its default */ ({ margin: share, adjust, better: listed(better), in_text: !plain, outcomes: !plain }) };
}

/** @param {string} texts */
function listed(texts) {
  return texts.split(";").map((one) => one.trim()).filter(Boolean);
}

/** The result of work, or null if it throws. @template T @param {() => T} work @returns {T|null} */
function attempt(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

self.onmessage = async ({ data }) => {
  const { id, op, args } = data;
  if (data.module || data.wrong) return start(data);
  if (TURNS.has(op) || (op === "ask" && TURNS_OF_SESSION.has(args[0]))) turn++;
  const mine = turn;
  try {
    await ready;
    session ??= new benchlens.Session(seed());
    const work = /** @type {Record<string, (...args: any) => any>} */ (ops)[op];
    const value = await (IN_STEPS.has(op) ? work({ id, mine }, ...args) : WITH_ID.has(op) ? work(id, ...args) : work(...args));
    const bytes = value instanceof Uint8Array ? value : value?.bytes;
    postMessage({ id, value }, bytes instanceof Uint8Array ? { transfer: [bytes.buffer] } : undefined);
  } catch (error) {
    postMessage({ id, error: told(error) });
  }
};

/** An error as data. @param {any} error */
function told(error) {
  const detail = error.detail ?? error.cause ?? null;
  const fatal = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  return { message: String(error.message ?? error), detail, fatal, stopped: error instanceof Stopped };
}
