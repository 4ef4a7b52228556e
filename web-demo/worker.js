/**
 * The worker: one module, one main session, and a second session for files that are being read. A message is `{id,
 * op, args}`; the answer is `{id, value}` or `{id, error}`. While a slow query is computed, `{id, progress}`
 * reports its progress, and other messages are processed between its steps.
 */
import * as benchlens from "./pkg/session.js";
import { AT_ONCE, TALL, changedOnly, firstRows, focusOf, isTall, shareOf } from "./paging.js";
import { Stopped, gzipped, readInto } from "./stream.js";

/** Returns a seed that no log can predict, because names chosen to collide would make reading slow. */
const seed = () => crypto.getRandomValues(new BigUint64Array(1))[0];

/**
 * @typedef {import("./state.js").Query} Texts a query as the app stores it: as texts
 * @typedef {import("./state.js").State} State
 * @typedef {Pick<State, "unit"|"sort"|"search"|"changed"|"worse">} View
 * @typedef {{id: number, mine: number, start: number, told: number, first: (() => any)|null, come: (value?: any) => void}} Clock the start of a query, the time of its last progress report, the search for the first rows until they are found, and the function that notifies waiting calls of the answer
 */

/**
 * The first message contains the module, or the reason why it is missing.
 * @type {(given: {module?: WebAssembly.Module, wrong?: string}) => void}
 */
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
/** The results before inputs were removed: a session, or its bytes. @type {benchlens.Session|Uint8Array|null} */
let removed = null;
let stopped = { now: false };

/** Returns the session into which files are being read. */
function staged() {
  if (!stage) throw new Error("nothing is being read");
  return stage;
}

/** If an analysis takes longer than this time in milliseconds, the answer without it is sent first. */
const AT_MOST = 60;
/** The duration of one step of a slow query in milliseconds, which is also the delay of other messages. */
const STEP = 25;
/** The progress of a query is reported after this time in milliseconds, and again after each such time. */
const TOLD_AFTER = 150;
const TOLD_EVERY = 80;

/**
 * The number of rows of a table that are computed first to find the visible rows; while too few of them changed,
 * it is multiplied by at most the factor below.
 */
const FIRST = 256;
const MORE = 4;
const FIRST_MOST = 4096;
/** The next attempt requests this multiple of the expected number of rows. */
const ENOUGH = 1.25;
/** Before this time in milliseconds, the whole answer may be complete as soon as its first rows. */
const QUICK = 4;
/**
 * If the last answer with its analysis took less than this time in milliseconds, no answer without it is sent
 * before.
 */
const SOON = 1500;
/** The duration of the last answer. */
let took = Infinity;
/**
 * Requests for rows wait for this promise while the first rows are shown, because they must return rows of the
 * coming answer.
 * @type {Promise<void>}
 */
let coming = Promise.resolve();
const OF_ROWS = new Set(["rows", "detail"]);

/** Counts the events that make a running query obsolete: another query, other inputs, or the user's request. */
let turn = 0;
const TURNS = new Set(["answer", "cancel", "stage_keep", "set_aside", "restore"]);
/** Operations in steps, which need the number of the message that they answer. */
const IN_STEPS = new Set(["answer", "chart"]);
const TURNS_OF_SESSION = new Set(["arrange", "run"]);
/** The unfinished query, as text, and its turn. */
let half = { question: "", turn: -1 };
/** The number of values in a step, adjusted to the duration of a step. */
let portion = 200_000;

const ops = {
  /** Returns the default query, in the form that the app stores. */
  defaults() {
    const { margin, adjust } = benchlens.default_analysis();
    return { ...benchlens.default_query(), derive: "", plain: "", margin: benchlens.write_share(margin), adjust, better: "" };
  },
  /** Calls a method of the main session. @param {string} method @param {...any} args */
  async ask(method, ...args) {
    if (OF_ROWS.has(method)) await coming;
    return /** @type {any} */ (session)[method](...args);
  },
  /** Calls a free function of the module. @param {string} name @param {...any} args */
  tell(name, ...args) {
    return /** @type {any} */ (benchlens)[name](...args);
  },
  /**
   * Returns everything that a change of the query needs: the parsed texts, the answer, and the first rows of the
   * visible tables. An error in the query is also returned as an answer. An obsolete query is `stopped`. The
   * visible rows of large tables are sent before.
   * @param {{id: number, mine: number}} message
   * @param {Texts} texts @param {View} view @param {boolean} whole wait for the analysis, however long it takes
   */
  async answer({ id, mine }, texts, view, whole) {
    /** @type {Clock} */
    const clock = { id, mine, start: performance.now(), told: TOLD_AFTER - TOLD_EVERY, first: whole ? null : () => firstOf(view), come: () => {} };
    const parts = ops.parts(texts);
    if (mine !== turn) return { parts, stopped: true };
    try {
      const query = asked(texts);
      const { analysis } = query;
      const question = JSON.stringify(query);
      const goesOn = whole && half.question === question && half.turn === mine - 1;
      const isSoon = !!analysis && took < SOON;
      let report = whole || isSoon ? null : await worked({ ...query, analysis: null }, clock, Infinity);
      if (whole || analysis) report = (await worked(query, clock, whole || isSoon ? Infinity : AT_MOST, goesOn)) ?? report;
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
   * Returns a chart of the last answer. The search for a chart of changes runs in steps before; returns `stopped`
   * if it became obsolete.
   * @param {{id: number, mine: number}} message @param {Partial<benchlens.ChartQuery>} query
   */
  async chart({ id, mine }, query) {
    if (mine !== turn) throw new Stopped();
    if (session.needs_changes(query)) await looked(id, mine);
    return session.chart(query);
  },
  /** Cancels the running query; the last answer is kept. */
  cancel() {
    session.ask_cancel();
  },
  /**
   * Parses a query's texts; a text that cannot be parsed is null.
   * @param {Texts} query @returns {import("./pivot.js").Parts}
   */
  parts(query) {
    const fields = (/** @type {"table"|"row"|"col"|"ignore"} */ part) => attempt(() => benchlens.parse_projection(query[part], part));
    const filter = attempt(() => benchlens.parse_filter_values(query.filter));
    return { table: fields("table"), row: fields("row"), col: fields("col"), ignore: fields("ignore"), filter };
  },
  /**
   * Returns the command line that runs this query on files with these names.
   * @param {string[]} names @param {Texts} texts
   */
  command(names, texts) {
    return benchlens.command_for(names, attempt(() => asked(texts)) ?? {});
  },
  /**
   * Returns useful comparisons within a single log, as changes of the query.
   * @param {Texts} texts @returns {benchlens.SuggestionView[]}
   */
  suggest(texts) {
    if (session.inputs().filter(({ results }) => results).length !== 1) return [];
    return session.suggest(attempt(() => asked(texts)) ?? {});
  },
  /**
   * Returns the command line that prints the current view.
   * @param {Texts} texts @param {Partial<benchlens.RowSelection>} focus
   */
  command_now(texts, focus) {
    return session.command(attempt(() => asked(texts)) ?? {}, focus);
  },
  stop() {
    stopped.now = true;
  },
  /**
   * Returns the last answer as one file, with this state of the app.
   * @param {string} state @param {Uint8Array} engine @param {import("./report.js").Seen} view
   */
  async report(state, engine, { focus, search, chart }) {
    return session.report(state, await gzipped(/** @type {Uint8Array<ArrayBuffer>} */ (session.to_bytes())), engine, focus, search, chart);
  },

  // Removing inputs, and undoing it.
  /** Remembers all results before some of them are removed. */
  remember() {
    ops.forget();
    removed = session.to_bytes();
  },
  /** Removes all results and remembers them. */
  set_aside() {
    ops.forget();
    removed = session;
    session = new benchlens.Session(seed());
  },
  /** Restores the remembered results. */
  restore() {
    if (!removed) throw new Error("nothing was removed");
    const before = removed;
    removed = null;
    session.free();
    if (before instanceof benchlens.Session) session = before;
    else {
      session = new benchlens.Session(seed());
      session.append_bytes(before);
    }
  },
  forget() {
    if (removed instanceof benchlens.Session) removed.free();
    removed = null;
  },

  // Reading into the staging session, in this worker.
  stage_new() {
    // The memory is for the new files.
    ops.forget();
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
  /** Reads files of a folder that form one text. @param {number} id @param {string} name @param {File[]} files */
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
    return staged().capacity(read, total);
  },
  stage_keep() {
    const read = staged();
    if (session.inputs().length === 0) {
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
  /**
   * Reads a packed file or an archive; returns its results, and what was skipped. It uses a separate session, so
   * that an interrupted call leaves nothing behind. If there is nothing else to compare, it returns the files of an
   * archive with several recordings of criterion instead.
   * @param {number} id @param {File} file @param {string} name @param {boolean} isAlone
   */
  async unpack(id, file, name, isAlone) {
    const bytes = new Uint8Array(file.size);
    let at = 0;
    // Bytes count when they are unpacked. Until then, the messages show that the file is being read.
    await readInto(file, false, stopped, (chunk) => {
      bytes.set(chunk, at);
      at += chunk.length;
    }, () => postMessage({ id, read: 0 }));
    const files = isAlone ? benchlens.recorded_files(bytes) : [];
    if (files.length) return { folder: files.map(([path, content]) => ({ path, file: new File([content], path, { lastModified: 0 }) })) };
    const own = new benchlens.Session(seed());
    let told = 0;
    // Messages are sent while the module works.
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
 * Computes the answer to a query in steps; returns nothing if it is not complete in time, and can continue later.
 * @param {Partial<benchlens.Query>} query @param {Clock} clock
 * @param {number} most milliseconds after the start @param {boolean} [goesOn] whether to continue an earlier call
 * @returns {Promise<benchlens.RunResult|null>}
 */
async function worked(query, clock, most, goesOn = false) {
  if (!goesOn) session.ask_begin(query);
  for (;;) {
    const before = performance.now();
    if (before - clock.start > most) return null;
    const { answer: found, progress } = session.ask_step(portion);
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

/** Searches for changes over the columns of the last answer, in steps. @param {number} id @param {number} mine */
async function looked(id, mine) {
  const start = performance.now();
  let told = TOLD_AFTER - TOLD_EVERY;
  let some = 10_000;
  session.changes_begin();
  for (;;) {
    const before = performance.now();
    const { done, progress } = session.changes_step(some);
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

/**
 * Returns the amount of work for the next step.
 * @param {number} portion of the last step @param {number} took milliseconds @param {number} least
 */
function nextPortion(portion, took, least) {
  return Math.min(Math.max(portion * Math.min(STEP / (took + 0.1), 4), least), 1e9);
}

/** From this progress on, in thousandths, results are grouped into cells. */
const COMPARING = 100;

/**
 * Returns a function that finds the visible rows before the answer is complete, or nothing if they depend on the
 * whole answer.
 * @param {View} view
 */
function firstOf({ unit, sort, search, changed, worse }) {
  if (search || worse || sort.by !== "first" || sort.descending) return null;
  for (let count = FIRST; ;) {
    const report = session.ask_first(unit, count);
    if (!report) return null;
    const chosen = chosenOf(report, unit);
    const tables = chosen.map((at) => report.tables[at]);
    const only = changedOnly(changed, tables);
    const rows = rowsOf("first_rows", report, chosen, { sort, search, changed: only, worse });
    // Hidden rows are not counted before the answer is complete.
    if (!only) rows.forEach(([table, page]) => { page.total = report.tables[table].rows; });
    if (only ? rows.every(([, page]) => isTall(page.total)) : changed !== null) return { report, rows, only };
    if (count >= FIRST_MOST || tables.every((table) => table.rows <= count)) return rows.some(([, page]) => page.rows.length) ? { report, rows, only } : null;
    // Estimates the necessary number of rows from the fraction of rows that changed so far.
    const found = only ? Math.min(...rows.map(([, page]) => page.total)) : 0;
    count = Math.min(count * MORE, found ? Math.ceil((count * ENOUGH * TALL) / found) : Infinity);
  }
}

/** Returns the tables of a unit, or of the first unit. @param {benchlens.RunResult} report @param {string} unit */
function chosenOf(report, unit) {
  const of = (/** @type {string|undefined} */ wanted) => report.tables.flatMap((table, index) => (table.unit === wanted ? [index] : []));
  return of(unit).length ? of(unit) : of(report.tables[0]?.unit);
}

/**
 * Returns the first rows of tables.
 * @param {"rows"|"first_rows"} from @param {benchlens.RunResult} report @param {number[]} tables @param {{sort: any, search: string, changed: boolean, worse: string}} view
 * @returns {[number, benchlens.RowsPage][]}
 */
function rowsOf(from, report, tables, view) {
  const first = (/** @type {number} */ table) => firstRows(report.tables[table].rows);
  return tables.slice(0, AT_ONCE).map((table) => [table, session[from]({ ...view, worse: shareOf(view.worse) ?? undefined, table, start: 0, end: first(table) })]);
}

/** Lets waiting messages be processed. */
function others() {
  return new Promise((resolve) => {
    paused.push(resolve);
    next.port2.postMessage(null);
  });
}
const next = new MessageChannel();
/**
 * Paused steps; each continues when its own message returns, because another query may have begun in the meantime.
 * @type {((value: any) => void)[]}
 */
const paused = [];
next.port1.onmessage = () => paused.shift()?.(null);

/**
 * Returns the other parts of the view, so that one message contains everything: the first rows of the tables, the
 * command line, and useful comparisons.
 * @param {benchlens.RunResult} report @param {Texts} texts @param {View} view
 */
function around(report, texts, { unit, sort, search, changed, worse }) {
  const chosen = chosenOf(report, unit);
  const only = changedOnly(changed, chosen.map((at) => report.tables[at]));
  const rows = rowsOf("rows", report, chosen, { sort, search, changed: only, worse });
  return { rows, offers: ops.suggest(texts), command: ops.command_now(texts, focusOf({ unit, sort, changed: only, worse })) };
}

/** Converts the app's texts to a query of the module. @param {Texts} texts @returns {Partial<benchlens.Query>} */
function asked({ derive, margin, adjust, better, plain, test, ...rest }) {
  const kind = { test: /** @type {benchlens.TestKind} */ (test) };
  const query = { ...rest, ...kind, ...(derive ? { derive: listed(derive) } : {}) };
  const share = benchlens.parse_share(margin);
  if (share === null) throw Object.assign(new Error("expected a percentage such as 2%"), { detail: { part: "margin", span: null, message: "expected a percentage such as 2%" } });
  return { ...query, analysis: /** @type {any} what is left out has its default */ ({ margin: share, adjust, better: listed(better), outcomes: !plain }) };
}

/** @param {string} texts */
function listed(texts) {
  return texts.split(";").map((one) => one.trim()).filter(Boolean);
}

/** Returns the result of work, or null if it throws. @template T @param {() => T} work @returns {T|null} */
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

/** Returns an error as data. @param {any} error */
function told(error) {
  const detail = error.detail ?? error.cause ?? null;
  const fatal = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  return { message: String(error.message ?? error), detail, fatal, stopped: error instanceof Stopped };
}
