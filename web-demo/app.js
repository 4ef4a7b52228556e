/** The page: inputs, question, answer, and the state that ties them to the URL. */
import { byId, h, notice } from "./dom.js";
import { Inputs } from "./inputs.js";
import { help, shortcuts } from "./shortcuts.js";
import { intake } from "./intake.js";
import { Pivot } from "./pivot.js";
import { LoadError, Loader } from "./loader.js";
import { Client, WorkerError } from "./worker-client.js";
import { adopted, differing, fresh, fromHash, sameQuery, toHash } from "./state.js";
import { Tables } from "./tables.js";
import { copy, exportOutput, save } from "./export.js";
import { nextTheme, startTheme } from "./theme.js";
import { Outcomes } from "./outcomes.js";
import { keepForOffline } from "./offline.js";
import { readReport, saveReport } from "./report.js";

let main = new Client();
/** The module's own query: the page knows no default. @type {Promise<import("./state.js").Query>} */
const defaults = main.call("defaults");
defaults.catch(() => {});
let state = fromHash(location.hash);
/** @type {import("./pkg/benchlens.js").RunResult|null} */ let report = null;
/** @type {import("./pkg/benchlens.js").KeyView[]} */ let keys = [];
/** @type {import("./inputs.js").Input[]} */ let list = [];
/** @type {(string|null)[]} the labels that were given to the inputs */ let given = [];
/** @type {Loader|null} */ let reading = null;
let asked = 0;
/** @type {any} */ let analysing = 0;

/** The analysis of very many comparisons waits until nothing was changed for so long, in milliseconds. */
const IDLE = 300;

/** @type {import("./table.js").Host} */
const host = { ask: (method, ...args) => main.ask(method, ...args), state: () => state, change, failed };
const tables = new Tables(host);
/** Asks something else; without a patch, what is asked by default. @param {Partial<import("./state.js").Query>|null} patch */
const question = (patch) => void defaults.then((known) => {
  const before = { ...known, ...state.query };
  // The value of a column is none of other columns.
  const turned = patch?.col !== undefined && patch.col !== before.col && before.base !== "previous";
  const query = { ...state.query, ...(turned && { base: undefined }), ...patch };
  change({ query: patch ? differing(query, known) : {}, open: null, chart: [] });
}).catch(failed);
const pivot = new Pivot(question, (name, value) => main.tell(name, JSON.stringify(value)));
const outcomes = new Outcomes(question, pivot);
const inputs = new Inputs(arrange, (start, end) => main.ask("diagnostics", start, end));

/**
 * Changes what is shown and writes it to the URL.
 * @param {Partial<import("./state.js").State>} patch
 * @param {boolean} [replace] whether the step back leads past this change
 */
function change(patch, replace = false) {
  const before = state;
  state = { ...state, ...patch };
  const url = location.pathname + location.search + toHash(state);
  if (url !== location.pathname + location.search + location.hash) history[replace ? "replaceState" : "pushState"](null, "", url);
  follow(before).catch(failed);
}

/** Brings the page to the state. @param {import("./state.js").State} before */
async function follow(before) {
  if (!list.length) return;
  if (!sameQuery(before.query, state.query)) return await run();
  if (!report) return;
  const view = before.unit !== state.unit || before.search !== state.search || JSON.stringify(before.sort) !== JSON.stringify(state.sort);
  if (view) await tables.show(report);
  else await tables.follow();
}

let wide = innerWidth;
/** @type {any} */ let resizing = 0;
window.addEventListener("resize", () => {
  if (innerWidth === wide) return;
  wide = innerWidth;
  clearTimeout(resizing);
  resizing = setTimeout(() => tables.draw().catch(failed), IDLE);
});

window.addEventListener("popstate", () => {
  tables.untype();
  const before = state;
  state = fromHash(location.hash);
  if (state.example && !list.length) return void ways.example();
  follow(before).catch(failed);
});

/** Asks the question and shows the answer. */
async function run() {
  const mine = ++asked;
  const query = { ...(await defaults), ...state.query };
  if (mine !== asked) return;
  outcomes.ask(query);
  if (await answer(mine, query, false)) analysing = setTimeout(() => answer(mine, query, true).catch(failed), IDLE);
}

/**
 * A question is answered and shown; tells whether the analysis is still to come.
 * @param {number} mine @param {import("./state.js").Query} query @param {boolean} whole
 */
async function answer(mine, query, whole) {
  clearTimeout(analysing);
  const started = performance.now();
  const { unit, sort, search } = state;
  const answer = await main.call("answer", [query, { unit, sort, search }, whole]);
  if (mine !== asked) return false;
  pivot.show(query, answer.parts, keys, (answer.report ?? report)?.bases ?? []);
  const odd = (/** @type {const} */ (["alpha", "confidence"])).find((name) => Number.isNaN(query[name]));
  const error = odd ? { message: "not a number", detail: { part: odd, span: null, message: "not a number" } } : answer.error;
  if (error) {
    document.body.classList.add("stale");
    if (error.fatal || !pivot.wrong(error)) throw new WorkerError(error, main);
    return false;
  }
  const found = /** @type {import("./pkg/benchlens.js").RunResult} */ (answer.report);
  report = found;
  document.body.classList.remove("stale");
  pivot.wrong(null);
  byId("answer").textContent = found.sentence;
  byId("command").textContent = found.command;
  byId("run-notes").replaceChildren(...found.notes.map(note));
  outcomes.show(found.analysis, answer.waiting);
  const same = state.unit === unit && state.sort === sort && state.search === search;
  await tables.show(found, same ? answer.rows : []);
  if (mine !== asked) return false;
  document.body.dataset.shown = String(mine);
  performance.measure("benchlens-run", { start: started });
  return answer.waiting;
}

/** What a reader should know besides, with what would help. @param {import("./pkg/benchlens.js").NoteView} note */
function note({ text, warning, fix }) {
  const help = fix && h("button", { type: "button", class: "offer", text: fix.title, on: { click: () => question(adopted(fix.query)) } });
  return h("li", {}, warning && h("strong", { text: "Warning: " }), h("span", { text }), " ", help);
}

/** The inputs changed: shows them and asks again. */
async function refresh() {
  [list, keys] = await Promise.all([main.ask("inputs"), main.ask("keys")]);
  inputs.show(list, given);
  document.body.classList.toggle("no-data", list.length === 0);
  report = null;
  if (list.length === 0) return change({ ...fresh() });
  await run();
  await suggest();
}

/** Comparisons worth a click, when the inputs do not say what to compare. */
async function suggest() {
  const offers = await main.ask("suggest");
  const box = byId("suggest");
  box.hidden = offers.length === 0;
  box.replaceChildren(...offers.map((/** @type {import("./pkg/benchlens.js").Suggestion} */ { title, query }) =>
    h("button", { type: "button", class: "offer", text: title, on: { click: () => question(adopted(query)) } })));
}

/** Puts the inputs into an order, with the labels they were given or get. @param {import("./inputs.js").Kept[]} kept */
async function place(kept) {
  const names = kept.map(({ input, label }) => ({ name: list[input].name, label }));
  const labels = /** @type {string[]} */ (await main.tell("label_inputs", JSON.stringify(names)));
  const same = kept.length === list.length && kept.every(({ input }, at) => input === at && list[at].label === labels[at]);
  if (!same) await main.ask("arrange", JSON.stringify(kept.map(({ input }, at) => ({ input, label: labels[at] }))));
  given = kept.map(({ label }) => label);
}

/** @param {import("./inputs.js").Kept[]} kept */
async function arrange(kept) {
  try {
    await place(kept);
    if (state.example) change({ example: false }, true);
    await refresh();
  } catch (error) {
    failed(error);
  }
}

/** @param {import("./loader.js").Source[]} sources @param {boolean} [example] */
async function read(sources, example = false) {
  if (!sources.length) return;
  if (reading) return notice("Still reading: wait, or cancel first.", { kind: "note" });
  notice("");
  let shown = 0;
  const first = list.length === 0;
  reading = new Loader(main, sources, (done, total, milliseconds) => {
    byId("bar").value = total ? done / total : 1;
    if (milliseconds - shown < 100 && shown) return;
    shown = milliseconds;
    main.tell("progress", done, total, milliseconds).then((text) => {
      byId("progress-text").textContent = text;
    }, () => {});
  });
  byId("bar").value = 0;
  byId("progress-text").textContent = sources.map(({ name }) => name).join(", ");
  byId("progress").hidden = false;
  try {
    await reading.run();
    list = await main.ask("inputs");
    await place(list.map((_, input) => ({ input, label: given[input] ?? null })));
    if (first && example !== state.example) change({ example }, true);
    else if (!first && state.example) change({ example: false }, true);
    await refresh();
    if (reading.notes.length) notice(reading.notes.join(". "), { kind: "note" });
  } catch (error) {
    await unread(error, sources);
  } finally {
    reading = null;
    byId("progress").hidden = true;
    document.body.dataset.reads = String(Number(document.body.dataset.reads ?? 0) + 1);
  }
}

/** @param {any} error @param {import("./loader.js").Source[]} sources */
async function unread(error, sources) {
  if (reading?.stopped && (error.stopped || error.fatal)) return notice("Reading was cancelled; what was there before is still there.", { kind: "note" });
  const tooBig = error.fatal || (error instanceof LoadError && error.native);
  const lost = error.fatal && error.client === main && list.length > 0;
  const names = [...list.map(({ name }) => name), ...sources.map(({ name }) => name)];
  if (error.fatal && error.client === main) restart();
  const command = tooBig ? await main.call("command", [names, { ...(await defaults), ...state.query }]).catch(() => "") : "";
  const room = `The browser ran out of room for this (${error.message}).${lost ? " What was open before has to be opened again." : ""} The command line does it:`;
  const what = error.fatal ? room : error.message;
  notice(what, { command });
}

/** A worker that failed is of no more use; its inputs have to be read again. */
function restart() {
  main.end();
  main = new Client();
  list = [];
  given = [];
  report = null;
  inputs.show([], []);
  document.body.classList.add("no-data");
}

/** @param {any} error */
function failed(error) {
  if (error?.stopped) return;
  console.warn(error);
  notice(error?.message ?? String(error));
}

startTheme();
const ways = intake(read);
const DO = /** @type {Record<string, (button: HTMLElement) => any>} */ ({
  ...ways,
  help,
  theme: nextTheme,
  cancel: () => reading?.stop(),
  "copy-command": (button) => copy(byId("command").textContent ?? "", "command", button),
  "copy-link": (button) => copy(location.href, "link", button),
  "copy-output": (button) => exportOutput(host.ask, false, button),
  "save-report": async () => save(await saveReport(main, toHash(state)), "benchlens.html"),
  "save-output": (button) => exportOutput(host.ask, true, button),
});
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-do]"));
  if (button) Promise.resolve(DO[button.dataset.do ?? ""]?.(button)).catch(failed);
});
byId("skip").addEventListener("click", (/** @type {Event} */ event) => {
  event.preventDefault();
  byId("main").focus();
});
shortcuts({ tables, host, open: ways.open, theme: nextTheme });
if (matchMedia("(max-width: 640px)").matches) byId("pivot").open = false;
keepForOffline();
readReport(main).then(async (is) => {
  if (is) await refresh();
  else if (state.example) ways.example();
  if (is) document.body.dataset.reads = "1";
}).catch(failed);
