/** The page: ties the inputs, the question, the answer and the URL together. Each part has a file of its own. */
import { byId, notice, seen } from "./dom.js";
import { Inputs } from "./inputs.js";
import { help, shortcuts } from "./shortcuts.js";
import { intake } from "./intake.js";
import { Reading } from "./reading.js";
import { Client } from "./worker-client.js";
import { adopted, differing, fresh, fromHash, sameQuery, toHash } from "./state.js";
import { Answers } from "./answers.js";
import { Side } from "./side.js";
import { Layout } from "./layout.js";
import { Gate } from "./gate.js";
import { Menus } from "./menus.js";
import { copy } from "./export.js";
import { startTheme } from "./theme.js";
import { Kept, received } from "./kept.js";
import { relabelled } from "./relabel.js";
import { keepWhenIdle } from "./offline.js";
import { openedReport, readReport } from "./report.js";
import { sourcesOf } from "./src-links.js";

let main = new Client();
/** The module's own query: the page knows no default. @type {Promise<import("./state.js").Query>} */
const defaults = main.call("defaults");
defaults.catch(() => {});
let state = fromHash(location.hash);
/** @type {import("./inputs.js").Input[]} */ let list = [];
/** @type {(string|null)[]} the labels that were given to the inputs */ let given = [];

/** What every part of the page can ask and tell. @type {import("./table.js").Host} */
const host = {
  ask: (method, ...args) => main.ask(method, ...args),
  call: (op, args, options) => main.call(op, args, options),
  tell: (name, ...args) => main.tell(name, ...args),
  state: () => state,
  query: async () => ({ ...(await defaults), ...state.query }),
  bases: () => answers.report?.bases ?? [],
  whole: (again) => answers.whole(again),
  inputs: () => list.map(({ name, label }) => ({ name, label })),
  change,
  question,
  failed,
};
const side = new Side(host);
const layout = new Layout(host, side);
const answers = new Answers(host, side, layout);
const gate = new Gate(host, side);
const inputs = new Inputs(arrange, (start, end) => main.ask("diagnostics", start, end), host, side);
const reading = new Reading(host, { client: () => main, list: () => list, done: (example) => settled(example), lost: restart });
const kept = new Kept(host);
const menus = new Menus(host, { clear, gate: () => gate.open(), link, view: () => answers.view(), state: () => toHash({ ...state, src: "", example: false, inputs: [] }) });

/**
 * Asks something else; without a patch, what is asked by default.
 * @param {Partial<import("./state.js").Query>|null} patch @param {Partial<import("./state.js").State>} [view] how it is shown
 */
function question(patch, view) {
  defaults.then((known) => {
    const before = { ...known, ...state.query };
    // The value of a column is none of other columns.
    const turned = patch?.col !== undefined && patch.col !== before.col && before.base !== "previous";
    const query = { ...state.query, ...(turned && { base: undefined }), ...patch };
    change({ query: patch ? differing(query, known) : {}, open: null, ...view });
  }).catch(failed);
}

/**
 * Changes what is shown and writes it to the URL.
 * @param {Partial<import("./state.js").State>} patch
 * @param {boolean} [replace] whether the step back leads past this change
 */
function change(patch, replace = false) {
  const before = state;
  // Another view has other changes.
  state = { ...state, ...("open" in patch && { spot: null }), ...patch };
  const url = location.pathname + location.search + toHash(state);
  if (url !== location.pathname + location.search + location.hash) history[replace ? "replaceState" : "pushState"](null, "", url);
  follow(before).catch(failed);
}

/** Brings the page to the state. @param {import("./state.js").State} before */
async function follow(before) {
  if (!list.length) return;
  if (!sameQuery(before.query, state.query)) {
    inputs.mark();
    await answers.ask();
  } else await answers.follow(before);
  await gate.follow();
}

window.addEventListener("popstate", () => {
  answers.untype();
  const before = state;
  state = fromHash(location.hash);
  if (state.example && !list.length) return void ways.example();
  follow(before).catch(failed);
});

/** The inputs changed: shows them and asks again. @param {boolean} [moved] whether only their order or labels did */
async function refresh(moved = false) {
  const know = async () => layout.know(await main.ask("keys"));
  [list] = await Promise.all([main.ask("inputs"), !moved && know()]);
  inputs.show(list, given);
  document.body.classList.toggle("no-data", list.length === 0);
  document.title = list.length ? `${seen(list.map(({ label }) => label).join(", "))} · benchlens`.slice(0, 120) : "benchlens";
  answers.forget(list.length > 0);
  if (list.length === 0) return change({ ...fresh() });
  await first();
  try {
    await answers.ask();
  } finally {
    // The same keys, perhaps with their values in another order: nobody waits for them.
    if (moved) await know();
  }
}

/** What was asked without a click. @type {Partial<import("./state.js").Query>|null} */
let unasked = null;

/** Asks by itself what such inputs are asked first, if nothing else is asked; with other inputs no longer. */
async function first() {
  const known = await defaults;
  if (unasked && sameQuery(state.query, unasked)) state = { ...state, query: {} };
  unasked = null;
  if (!sameQuery(state.query, {})) return;
  const offers = /** @type {import("./pkg/benchlens.js").SuggestionView[]} */ (await main.call("suggest", [known]));
  const offer = offers.find((one) => one.first);
  if (!offer) return change({}, true);
  unasked = differing(adopted(offer.query), known);
  state = { ...state, query: unasked };
  change({}, true);
}

/** The names of files that a link is about, and that were not dropped yet. @type {string[]} */ let missing = [];

/** Files were read: they get the labels and the order that a link asks for, or keep their own. @param {boolean} example */
async function settled(example) {
  const before = list.length;
  list = await main.ask("inputs");
  // Files of a link may come one after the other.
  const wanted = before === 0 || missing.length ? received(state.inputs, list) : null;
  const own = (/** @type {number} */ input) => (input < before ? given[input] : null);
  await place(wanted?.map(({ input, label }) => ({ input, label: own(input) ?? label })) ?? list.map((_, input) => ({ input, label: own(input) ?? given[input] ?? null })));
  missing = example ? [] : state.inputs.map(({ name }) => name).filter((name) => !list.some((input) => input.name === name));
  if (before === 0 && example !== state.example) change({ example }, true);
  else if (before && state.example) change({ example: false }, true);
  await refresh();
  if (missing.length) notice(`The link that you opened is also about ${missing.join(", ")}: drop ${missing.length === 1 ? "it" : "them"}, too, to see what was shared.`, { kind: "note" });
}

/** Puts the inputs into an order, with the labels they were given or get. @param {import("./inputs.js").Placed[]} order @returns {Promise<string[]>} their labels */
async function place(order) {
  const names = order.map(({ input, label }) => ({ name: list[input].name, label }));
  const labels = /** @type {string[]} */ (await main.tell("label_inputs", JSON.stringify(names)));
  const same = order.length === list.length && order.every(({ input }, at) => input === at && list[at].label === labels[at]);
  if (!same) await main.ask("arrange", JSON.stringify(order.map(({ input }, at) => ({ input, label: labels[at] }))));
  given = order.map(({ label }) => label);
  return labels;
}

/** @param {import("./inputs.js").Placed[]} order @param {boolean} [swapped] whether each of two takes the place of the other */
async function arrange(order, swapped = false) {
  try {
    const before = list.map(({ label }) => label);
    const labels = await place(order);
    // What two inputs were called is what the other one is called still.
    const pairs = swapped ? [before, before.toReversed()] : [order.map(({ input }) => before[input]), labels];
    const others = pairs[0].map((label, at) => /** @type {const} */ ([label, pairs[1][at]])).filter(([was, is]) => was !== is && (swapped || !labels.includes(was)));
    if (others.length) await relabel(new Map(others), swapped);
    // What was compared with an input that is gone is compared with the first again.
    const base = host.bases().find((one) => one.base === state.query.base)?.label;
    if (base !== undefined && before.includes(base) && !order.some(({ input }) => before[input] === base)) {
      state = { ...state, query: { ...state.query, base: undefined } };
      change({ open: null }, true);
    }
    if (state.example) change({ example: false }, true);
    await refresh(order.length === before.length);
    const twice = labels.find((label, at) => labels.indexOf(label) < at && new Set(labels).size < new Set(order.map(({ input }) => before[input])).size);
    if (twice !== undefined) notice(`Two inputs are called ${twice}: their results are one column.`, { kind: "note" });
    await kept.arranged(order);
  } catch (error) {
    failed(error);
  }
}

/** Inputs have other labels: the view goes on to mean the same ones. @param {Map<string, string>} labels new ones by old ones @param {boolean} swapped */
async function relabel(labels, swapped) {
  const tell = (/** @type {string} */ name, /** @type {any} */ value) => main.tell(name, JSON.stringify(value));
  // What is filtered out stays out, wherever it stands.
  const parts = layout.parts && { ...layout.parts, ...(swapped && { filter: null }) };
  const patch = await relabelled(state.query, { parts, bases: host.bases(), tell }, labels);
  if (!Object.keys(patch).length) return;
  state = { ...state, query: differing({ ...state.query, ...patch }, await defaults) };
  change({ open: null }, true);
}

/** A worker that failed is of no more use; its inputs have to be read again. */
function restart() {
  main.end();
  main = new Client();
  list = [];
  given = [];
  answers.forget(false);
  inputs.show([], []);
  document.body.classList.add("no-data");
}

/** Puts all inputs away, and what this browser kept of them. */
async function clear() {
  await kept.drop();
  given = [];
  side.close();
  await main.ask("arrange", "[]");
  await refresh();
  byId("main").focus();
}

/** A link that says what it is about. */
function link() {
  const named = state.example ? [] : list.map(({ name, label }) => ({ name, label }));
  return `${location.origin}${location.pathname}${location.search}${toHash({ ...state, inputs: named })}`;
}

/** @param {any} error */
function failed(error) {
  if (error?.stopped) return;
  console.warn(error);
  notice(error?.message ?? String(error));
}

/** @param {import("./loader.js").Source[]} sources @param {boolean} [example] */
async function read(sources, example = false) {
  if (example && list.length) await clear();
  const done = await reading.read(sources, example);
  if (done.length) await kept.add(done, example);
}

/** Files that this browser kept, with the labels they had. @param {import("./loader.js").Source[]} sources */
async function readAgain(sources) {
  given = sources.map(({ label }) => label ?? null);
  await read(sources);
}

byId("unstarted").remove();
startTheme(() => answers.redraw().catch(failed));
const ways = intake(read);
const DO = /** @type {Record<string, (button: HTMLElement) => any>} */ ({
  ...ways,
  help,
  cancel: () => reading.stop(),
  reopen: () => kept.reopen(readAgain),
  "stop-answer": () => answers.stop(),
  "as-table": () => answers.asTable(),
  "as-chart": () => answers.asChart(),
  layout: () => layout.open(),
  swap: () => inputs.swap(),
  "copy-command": (button) => copy(answers.command, "command", button),
});
// Nothing fails in silence, whoever began it.
window.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  failed(event.reason);
});
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-do]"));
  if (button) Promise.resolve(DO[button.dataset.do ?? ""]?.(button)).catch(failed);
});
byId("skip").addEventListener("click", (/** @type {Event} */ event) => {
  event.preventDefault();
  answers.focus();
});
shortcuts({ answers, host, side, open: ways.open, theme: () => menus.theme() });
keepWhenIdle(defaults, () => !byId("progress").hidden || !!document.body.dataset.asking);

/** What the page begins with: a report's own data, the example, addresses of a link, or what this browser kept. */
async function begin() {
  if (await readReport(main)) {
    if (!location.hash) state = fromHash(openedReport()?.state ?? "");
    await settled(false);
    document.body.dataset.reads = "1";
  } else if (state.example) await ways.example();
  else if (state.src) {
    const sources = await reading.fetch(() => sourcesOf(location.hash, location.href));
    given = sources.map(({ label }) => label);
    await reading.read(sources);
  } else await kept.offer(state, readAgain);
}
begin().catch(failed);
