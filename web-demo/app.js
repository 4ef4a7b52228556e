/** The web app: connects the inputs, the query, the answer and the URL. Each part has its own file. */
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
import { baseOf, relabelled } from "./relabel.js";
import { keepWhenIdle } from "./offline.js";
import { openedReport, readReport } from "./report.js";
import { agreed, askForAddresses } from "./addresses.js";
import { carried, carrying } from "./carried.js";
import { sourcesOf } from "./src-links.js";
import { Undo } from "./undo.js";
import { explain } from "./unreadable.js";

let main = new Client();
/**
 * The module's default query, because the web app defines no defaults.
 * @type {Promise<import("./state.js").Query>}
 */
const defaults = main.call("defaults");
defaults.catch(() => {});
let state = fromHash(location.hash);
/** @type {import("./inputs.js").Input[]} */ let list = [];
/** @type {(string|null)[]} the labels that the user gave to the inputs */ let given = [];
/** @type {number[]} the numbers of the inputs, which do not change when inputs are moved */ let ids = [];
let lastId = 0;

/** Ends when all changes of the inputs are done that were requested so far. @type {Promise<void>} */
let changes = Promise.resolve();

/**
 * Changes the inputs after all earlier changes, because each change refers to the inputs that the changes before it
 * leave. Answers are not part of changes, because the next change makes them obsolete.
 * @template T @param {() => Promise<T>} work @returns {Promise<T>}
 */
function alone(work) {
  const done = changes.then(work);
  changes = done.then(() => {}, () => {});
  return done;
}

/** The interface between the parts of the web app. @type {import("./table.js").Host} */
const host = {
  ask: (method, ...args) => main.ask(method, ...args),
  call: (op, args, options) => main.call(op, args, options),
  tell: (name, ...args) => main.tell(name, ...args),
  state: () => state,
  query: async () => ({ ...(await defaults), ...state.query }),
  // Until the answer to a change of the inputs arrives, their labels are all that is known.
  bases: () => answers.report?.bases ?? list.map(({ label }) => ({ base: baseOf(label), label })),
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
const reading = new Reading(host, { client: () => main, list: () => list, done: settled, lost: restart });
const kept = new Kept(host);
const undo = new Undo(kept, { call: (op) => main.call(op), alone, back: restored, answer, failed });
const menus = new Menus(host, { clear, gate: () => gate.open(), link, linkWithData, view: () => answers.view(), post: () => answers.post(), state: () => toHash({ ...state, src: "", example: false, inputs: [] }) });

/**
 * Changes the query; without a patch, runs the default query.
 * @param {Partial<import("./state.js").Query>|null} patch @param {Partial<import("./state.js").State>} [view] the view of the answer
 */
function question(patch, view) {
  defaults.then((known) => {
    const before = { ...known, ...state.query };
    // The value of one column is not a value of other columns.
    const turned = patch?.col !== undefined && patch.col !== before.col && before.base !== "previous";
    const query = { ...state.query, ...(turned && { base: undefined }), ...patch };
    change({ query: patch ? differing(query, known) : {}, open: null, ...view });
  }).catch(failed);
}

/**
 * Changes the view and writes it to the URL.
 * @param {Partial<import("./state.js").State>} patch
 * @param {boolean} [replace] whether the browser's back button skips this change
 */
function change(patch, replace = false) {
  const before = state;
  // Another view has other changes over time.
  state = { ...state, ...("open" in patch && { spot: null }), ...patch };
  const url = location.pathname + location.search + toHash(state);
  if (url !== location.pathname + location.search + location.hash) history[replace ? "replaceState" : "pushState"](null, "", url);
  follow(before).catch(failed);
}

/** Updates the web app to the state. @param {import("./state.js").State} before */
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
  // A link with results that is pasted into this tab replaces its content.
  if (new URLSearchParams(location.hash.slice(1)).has("data")) return location.reload();
  state = fromHash(location.hash);
  if (state.example && !list.length) return void ways.example();
  follow(before).catch(failed);
});

/**
 * Shows changed inputs; `answer` then runs the query again.
 * @param {boolean} [moved] whether only their order or labels changed
 */
async function refresh(moved = false) {
  [list] = await Promise.all([main.ask("inputs"), !moved && know()]);
  document.body.classList.toggle("no-data", list.length === 0);
  inputs.show(list, ids);
  explain(list);
  document.title = list.length ? `${seen(list.map(({ label }) => label).join(", "))} · benchlens`.slice(0, 120) : "benchlens";
  answers.forget(list.length > 0);
  if (list.length) await first();
  else change({ ...fresh() });
}

/** Learns the keys of the inputs. */
async function know() {
  layout.know(await main.ask("keys"));
}

/** Runs the query on changed inputs. @param {boolean} [moved] whether only their order or labels changed */
async function answer(moved = false) {
  if (!list.length) return;
  try {
    await answers.ask();
  } finally {
    // The keys are the same, perhaps with their values in another order, so nothing waits for them.
    if (moved) await know();
  }
}

/** The query that ran automatically. @type {Partial<import("./state.js").Query>|null} */
let unasked = null;

/**
 * Runs the initial query for such inputs automatically, unless another query is selected; does not keep it for
 * other inputs.
 */
async function first() {
  const known = await defaults;
  if (unasked && sameQuery(state.query, unasked)) state = { ...state, query: {} };
  unasked = null;
  if (!sameQuery(state.query, {})) return;
  const offers = /** @type {import("./pkg/session.js").SuggestionView[]} */ (await main.call("suggest", [known]));
  const offer = offers.find((one) => one.first);
  if (!offer) return change({}, true);
  unasked = differing(adopted(offer.query), known);
  state = { ...state, query: unasked };
  change({}, true);
}

/** The names of files that a link expects and that have not been added yet. @type {string[]} */ let missing = [];

/** The inputs of stored files, if some of them were removed. @type {import("./state.js").Named[]} */ let left = [];

/**
 * Adds files that were read to the inputs, and shows the answer.
 * @param {boolean} example @param {() => Promise<void>} [keep] adds their results
 */
async function settled(example, keep = async () => {}) {
  await alone(async () => {
    await keep();
    await added(example);
  });
  await answer();
  if (missing.length) notice(`The link that you opened is also about ${missing.join(", ")}: drop ${missing.length === 1 ? "it" : "them"}, too, to see what was shared.`, { kind: "note" });
}

/** Gives files that were read the labels and the order of a link, or keeps their own. @param {boolean} example */
async function added(example) {
  undo.forget();
  const before = list.length;
  list = await main.ask("inputs");
  // The files of a link may be added one at a time.
  const wanted = left.length ? received(left, list)?.slice(0, left.length) : before === 0 || missing.length ? received(state.inputs, list) : null;
  const own = (/** @type {number} */ input) => (input < before ? given[input] : null);
  await place(wanted?.map(({ input, label }) => ({ input, label: own(input) ?? label })) ?? list.map((_, input) => ({ input, label: own(input) ?? given[input] ?? null })));
  missing = example ? [] : state.inputs.map(({ name }) => name).filter((name) => !list.some((input) => input.name === name));
  if (before === 0 && example !== state.example) change({ example }, true);
  else if (before && state.example) change({ example: false }, true);
  await refresh();
}

/**
 * Reorders the inputs, with given or generated labels.
 * @param {import("./inputs.js").Placed[]} order @returns {Promise<string[]>} their labels
 */
async function place(order) {
  const names = order.map(({ input, label }) => ({ name: list[input].name, label }));
  const labels = /** @type {string[]} */ (await main.tell("label_inputs", names));
  const same = order.length === list.length && order.every(({ input }, at) => input === at && list[at].label === labels[at]);
  if (!same) await main.ask("arrange", order.map(({ input }, at) => ({ input, label: labels[at] })));
  given = order.map(({ label }) => label);
  ids = order.map(({ input }) => ids[input] ?? ++lastId);
  return labels;
}

/** Changes the inputs, and shows the answer; returns whether they changed. @type {import("./inputs.js").Arrange} */
async function arrange(reorder, swapped = false) {
  try {
    const done = await alone(() => arranged(reorder, swapped));
    if (done) await Promise.all([answer(done.moved), done.stored]);
    return !!done;
  } catch (error) {
    failed(error);
    return false;
  }
}

/**
 * Changes the inputs; returns whether they were only moved or relabelled, and what ends when their copies are stored,
 * or null if nothing changes.
 * @param {import("./inputs.js").Reorder} reorder @param {boolean} swapped whether two inputs swap their positions
 */
async function arranged(reorder, swapped) {
  const order = reorder(list.map((_, input) => ({ input, id: ids[input], label: given[input] ?? null })));
  if (!order) return null;
  const before = list.map(({ label }) => label);
  const moved = order.length === before.length;
  if (moved) undo.forget();
  else await undo.remember("remember", remembered(), list);
  const labels = await place(order);
  // After swapping, each of the two labels still refers to its own input.
  const pairs = swapped ? [before, before.toReversed()] : [order.map(({ input }) => before[input]), labels];
  const others = pairs[0].map((label, at) => /** @type {const} */ ([label, pairs[1][at]])).filter(([was, is]) => was !== is && (swapped || !labels.includes(was)));
  if (others.length) await relabel(new Map(others), swapped);
  // If the baseline was removed, columns are compared with the first one again.
  const base = host.bases().find((one) => one.base === state.query.base)?.label;
  if (base !== undefined && before.includes(base) && !order.some(({ input }) => before[input] === base)) {
    state = { ...state, query: { ...state.query, base: undefined } };
    change({ open: null }, true);
  }
  if (state.example) change({ example: false }, true);
  await refresh(moved);
  const twice = labels.find((label, at) => labels.indexOf(label) < at && new Set(labels).size < new Set(order.map(({ input }) => before[input])).size);
  if (twice !== undefined) notice(`Two inputs are called ${twice}: their results are one column.`, { kind: "note" });
  const gone = before.filter((_, at) => !order.some(({ input }) => input === at));
  if (!moved) undo.offer(`Removed ${gone.join(", ")}`);
  return { moved, stored: kept.arranged(order, host.inputs()) };
}

/**
 * Changes the labels in the view, so that it still refers to the same inputs.
 * @param {Map<string, string>} labels new labels by old labels @param {boolean} swapped
 */
async function relabel(labels, swapped) {
  // The last answer may be to an older query. Excluded inputs remain excluded at any position.
  const parts = { ...(await main.call("parts", [await host.query()])), ...(swapped && { filter: null }) };
  const patch = await relabelled(state.query, { parts, bases: host.bases(), tell: host.tell }, labels);
  if (!Object.keys(patch).length) return;
  state = { ...state, query: differing({ ...state.query, ...patch }, await defaults) };
  change({ open: null }, true);
}

/** Replaces a failed worker; its inputs have to be read again. */
function restart() {
  undo.forget();
  main.end();
  main = new Client();
  list = [];
  given = [];
  ids = [];
  answers.forget(false);
  inputs.show([], []);
  explain([]);
  document.body.classList.add("no-data");
}

/** Removes all inputs, and the copies of them in this browser. */
async function clear() {
  // When the inputs are gone, the user may have moved the focus elsewhere.
  byId("main").focus();
  await alone(async () => {
    if (!list.length) return;
    await undo.remember("set_aside", remembered(), list);
    await kept.drop();
    given = [];
    ids = [];
    side.close();
    await refresh();
    undo.offer("Removed all inputs");
  });
}

/** Returns the state that a removal of inputs changes besides the results. */
function remembered() {
  return { given, ids, state, unasked };
}

/** Shows restored inputs as they were before their removal. @param {ReturnType<typeof remembered>} before */
async function restored(before) {
  await main.call("restore");
  ({ ids, state, unasked } = before);
  list = await main.ask("inputs");
  await place(list.map((_, input) => ({ input, label: before.given[input] ?? null })));
  await refresh();
  change({}, true);
}

/** Returns a link that names its inputs. */
function link() {
  const named = state.example ? [] : list.map(({ name, label }) => ({ name, label }));
  return `${location.origin}${location.pathname}${location.search}${toHash({ ...state, inputs: named })}`;
}

/** Returns a link that contains its inputs, if they are small. The example has an address of its own. */
async function linkWithData() {
  const address = link();
  if (state.example) return address;
  const part = await carrying(await kept.copies());
  return `${address}${address.includes("#") ? "&" : "#"}${part}`;
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
  await alone(async () => undo.forget());
  const { done, isFirst } = await reading.read(sources, example);
  if (done.length) await kept.add(done, { example, isFirst });
}

/** Reads the files that this browser stored, with their labels. @param {import("./loader.js").Source[]} sources */
async function readAgain(sources) {
  given = sources.map(({ label }) => label ?? null);
  left = sources.flatMap(({ only }) => only ?? []);
  await read(sources);
  // Files that are added later are not among them, even if no stored file could be read.
  left = [];
}

byId("unstarted").remove();
startTheme(() => answers.redraw().catch(failed));
const ways = intake(read);
const DO = /** @type {Record<string, (button: HTMLElement) => any>} */ ({
  ...ways,
  help,
  addresses: () => askForAddresses(async (list) => {
    const sources = await reading.fetch(() => list);
    if (sources.length) await read(sources);
  }),
  cancel: () => reading.stop(),
  again: () => reading.again(),
  reopen: () => kept.reopen(readAgain),
  "stop-answer": () => answers.stop(),
  "as-table": () => answers.asTable(),
  "as-chart": () => answers.asChart(),
  layout: () => layout.open(),
  swap: () => inputs.swap(),
  "copy-command": (button) => copy(answers.command, "command", button),
});
// No failure is silent, wherever it comes from.
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
shortcuts({ answers, host, side, open: ways.open, openFolder: ways["open-folder"], theme: () => menus.theme() });
keepWhenIdle(defaults, () => !byId("progress").hidden || !!document.body.dataset.asking);

/**
 * Opens the initial content: the results in a link, a report's own data, the example, the addresses in a link, or the
 * files that this browser stored.
 */
async function begin() {
  const within = await carried(location.hash);
  if (within) {
    given = within.map(({ label }) => label ?? null);
    await read(within);
  } else if (await readReport(main)) {
    if (!location.hash) state = fromHash(openedReport()?.state ?? "");
    await settled(false);
    document.body.dataset.reads = "1";
  } else if (state.example) await ways.example();
  else if (state.src) {
    const sources = await reading.fetch(() => sourcesOf(location.hash, location.href), agreed);
    given = sources.map(({ label }) => label);
    await reading.read(sources);
  } else await kept.offer(state, readAgain);
}
begin().catch(failed);
