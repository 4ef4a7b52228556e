/**
 * The browser's copy of the inputs: the last files are stored in storage that only this app can read, so that a
 * reload does not lose them. Also shows the inputs that a link expects.
 */
import { byId, h, named, seen } from "./dom.js";

/** Larger inputs are not copied. */
const MOST = 64 * 1024 * 1024;
const FOLDER = "inputs";
const LIST = "list.json";
/** Changes in all tabs run one at a time; otherwise one tab removes files that another is still writing. */
const LOCK = "benchlens-inputs";
/** Marks that this tab has shown the stored files: a reload opens them again automatically. */
const MINE = "benchlens-shown";
/** The inputs of this tab that are not stored: a reload names them. */
const LOST = "benchlens-lost";

/**
 * @typedef {{name: string, file: string, label?: string|null, only?: import("./state.js").Named[]}} Entry a file's name, the name of its copy, its given label, and its inputs if it was several and some were removed or moved
 * @typedef {"size"|"folder"|"storage"|"other"} Why
 * @typedef {{names: string[], why: Why}} Lost files and folders, and why they are not stored
 */

export class Kept {
  /** @param {import("./table.js").Host} host */
  constructor(host) {
    this.host = host;
    this.isReopening = false;
    /** @type {Lost|null} */ this.lost = null;
  }

  /** Runs a task after all earlier tasks. @template T @param {() => Promise<T>} what @returns {Promise<T>} */
  async #alone(what) {
    return navigator.locks ? await navigator.locks.request(LOCK, what) : await what();
  }

  /** Returns the folder of the copies, or nothing if the browser has no such storage. @param {boolean} create */
  async #folder(create) {
    try {
      const root = await navigator.storage.getDirectory();
      return await root.getDirectoryHandle(FOLDER, { create });
    } catch {
      return null;
    }
  }

  /** Returns whether any files are stored, because reading missing files would be an error. */
  async #has() {
    const root = /** @type {any} */ (await navigator.storage.getDirectory());
    for await (const name of root.keys()) if (name === FOLDER) return true;
    return false;
  }

  /** @returns {Promise<Entry[]>} */
  async #entries() {
    try {
      if (!(await this.#has())) return [];
      const folder = await this.#folder(false);
      const list = await folder?.getFileHandle(LIST);
      return list ? JSON.parse(await (await list.getFile()).text()) : [];
    } catch {
      return [];
    }
  }

  /** @param {FileSystemDirectoryHandle} folder @param {string} name @param {Blob|string} content */
  async #write(folder, name, content) {
    const handle = await folder.getFileHandle(name, { create: true });
    const stream = await handle.createWritable();
    await stream.write(content);
    await stream.close();
  }

  /**
   * Stores copies of files that were read, and whether they are the first.
   * @param {import("./loader.js").Source[]} sources @param {{example: boolean, isFirst: boolean}} options
   */
  async add(sources, { example, isFirst }) {
    byId("expected").hidden = true;
    // Stored files need no new copy, and removed files must not come back.
    if (this.isReopening || !this.host.inputs().length) return;
    await this.#alone(() => this.#add(sources, example, isFirst));
  }

  /** @param {import("./loader.js").Source[]} sources @param {boolean} example @param {boolean} first */
  async #add(sources, example, first) {
    try {
      const before = first ? [] : await this.#entries();
      if (first) this.lost = null;
      if (first || example) await this.#drop();
      if (example) return;
      const size = sources.reduce((sum, { file }) => sum + file.size, 0);
      if (sources.some(({ folder }) => folder)) await this.#lose(sources, "folder");
      else if (size > MOST) await this.#lose(sources, "size");
      else if (!first && !before.length) await this.#lose(sources, this.lost?.why ?? "other");
      else await this.#append(before, sources);
    } catch (error) {
      // Storing files is optional: without the copies, a reload asks for the files again.
      console.warn(error);
      await this.#lose(sources, "storage");
    }
  }

  /**
   * Removes the copies, because a part of the inputs would not be the same comparison.
   * @param {import("./loader.js").Source[]} sources the files that are not stored @param {Why} why
   */
  async #lose(sources, why) {
    const before = this.lost ?? { names: (await this.#entries()).map(({ name }) => name), why };
    await this.#drop();
    this.lost = { names: [...before.names, ...sources.map(({ name }) => name)], why: before.why === why ? why : "other" };
    this.#remember();
  }

  /** Stores the names of inputs that are not stored themselves, without removed inputs. */
  #remember() {
    if (!this.lost) return;
    const isLeft = (/** @type {string} */ name) => this.host.inputs().some((input) => isOf(input.name, name));
    sessionStorage.setItem(LOST, JSON.stringify({ ...this.lost, names: this.lost.names.filter(isLeft) }));
  }

  /** Adds copies to those in the list. @param {Entry[]} before @param {import("./loader.js").Source[]} sources */
  async #append(before, sources) {
    const folder = await this.#folder(true);
    if (!folder) throw new Error("this browser has no storage for files");
    /** @type {Entry[]} */ const added = [];
    const isChosen = before.some(({ only }) => only);
    for (const [at, { file, name, label, only }] of sources.entries()) {
      const own = `${before.length + at}-${Date.now()}`;
      await this.#write(folder, own, file);
      const all = () => this.host.inputs().filter((input) => isOf(input.name, name)).map((input) => ({ name: input.name, label: null }));
      added.push({ name, file: own, label, only: isChosen ? all() : only });
    }
    await this.#write(folder, LIST, JSON.stringify([...before, ...added]));
    sessionStorage.setItem(MINE, "1");
    document.body.dataset.kept = String(before.length + added.length);
  }

  /**
   * Updates the copies after inputs were reordered or removed.
   * @param {import("./inputs.js").Placed[]} order @param {{name: string}[]} placed the inputs in this order
   */
  async arranged(order, placed) {
    await this.#alone(() => this.#arranged(order, placed));
  }

  /** @param {import("./inputs.js").Placed[]} order @param {{name: string}[]} placed */
  async #arranged(order, placed) {
    const entries = await this.#entries();
    if (!order.length) return await this.#drop();
    if (!entries.length) return this.#remember();
    const inputs = placed.map(({ name }, at) => ({ name, label: order[at].label }));
    // An archive can be several inputs.
    const isEach = inputs.every(({ name }) => entries.some((entry) => entry.name === name && !entry.only));
    const left = isEach
      ? order.map(({ input, label }) => ({ ...entries[input], label }))
      : entries.map((entry) => ({ ...entry, only: inputs.filter(({ name }) => isOf(name, entry.name)) })).filter(({ only }) => only.length);
    const folder = await this.#folder(false);
    if (folder) await this.#write(folder, LIST, JSON.stringify(left));
  }

  /** Removes the copies. */
  async drop() {
    await this.#alone(() => this.#drop());
  }

  async #drop() {
    try {
      sessionStorage.removeItem(MINE);
      sessionStorage.removeItem(LOST);
      const root = await navigator.storage.getDirectory();
      await root.removeEntry(FOLDER, { recursive: true });
    } catch {
      // There are no copies.
    }
    delete document.body.dataset.kept;
  }

  /** @returns {Promise<import("./loader.js").Source[]>} */
  async #sources() {
    return await this.#alone(() => this.#copies());
  }

  /** @returns {Promise<import("./loader.js").Source[]>} */
  async #copies() {
    const folder = await this.#folder(false);
    const entries = await this.#entries();
    if (!folder) return [];
    return await Promise.all(entries.map(async ({ name, file, label = null, only }) => {
      const copy = await (await folder.getFileHandle(file)).getFile();
      return { name, file: new File([copy], name), label, only };
    }));
  }

  /** Returns the copies in memory, where they remain when they are removed. */
  async copies() {
    const sources = await this.#sources().catch(() => []);
    const inMemory = async (/** @type {File} */ file) => new File([await file.arrayBuffer()], file.name);
    return await Promise.all(sources.map(async (source) => ({ ...source, file: await inMemory(source.file) })));
  }

  /** Replaces the copies. @param {import("./loader.js").Source[]} sources */
  async store(sources) {
    await this.#alone(async () => {
      await this.#drop();
      if (sources.length) await this.#append([], sources);
      else this.#remember();
    }).catch((error) => console.warn(error));
  }

  /** @param {(sources: import("./loader.js").Source[]) => any} read */
  async reopen(read) {
    const sources = await this.#sources();
    sessionStorage.setItem(MINE, "1");
    this.isReopening = true;
    try {
      await read(sources);
    } finally {
      this.isReopening = false;
    }
  }

  /**
   * Describes the content of a link, and offers the last files; after a reload of this tab, they open
   * automatically.
   * @param {import("./state.js").State} state @param {(sources: import("./loader.js").Source[]) => any} read
   */
  async offer(state, read) {
    const entries = await this.#alone(() => this.#entries());
    const wanted = state.inputs.map(({ name }) => name);
    const fits = wanted.every((name) => entries.some((entry) => isOf(name, entry.name)));
    if (wanted.length && !fits) return expect(state);
    const lost = sessionStorage.getItem(LOST);
    if (lost) return tellLost(JSON.parse(lost));
    if (!entries.length) return;
    if (sessionStorage.getItem(MINE) || wanted.length) return await this.reopen(read);
    const button = byId("reopen");
    button.textContent = seen(`Reopen ${entries.map(({ name }) => name).join(", ").slice(0, 60)}`);
    button.hidden = false;
  }
}

/** Returns whether an input is of a file or a folder: an archive or a folder can be several inputs. @param {string} input @param {string} name */
function isOf(input, name) {
  return input === name || ["!", "#"].some((sign) => input.startsWith(name + sign));
}

/**
 * Describes the content of a link and the files to drop, for its receiver.
 * @param {import("./state.js").State} state
 */
function expect({ inputs, unit, query, chart }) {
  const what = [unit || null, query.row ? `by ${query.row}` : null].filter(Boolean).join(" ") || "a comparison";
  const names = inputs.map(({ name, label }) => [h("b", {}, named(name)), ...(label && label !== name ? [" (as ", named(label), ")"] : [])]);
  tell(`This link shows ${chart && chart.kind !== "off" ? "a chart of " : ""}`, h("b", { text: what }), ". Drop ", ...listed(names), inputs.length > 1 ? " together." : ".", " The link holds the view, not the files.");
}

/** Says which inputs a reload closed, and why. @param {Lost} lost */
function tellLost({ names, why }) {
  const isOne = names.length === 1;
  const all = listed(names.map((name) => [h("b", {}, named(name))]));
  const [were, them] = isOne ? ["was", "it"] : ["were", "them"];
  const again = ` Open ${them} again.`;
  if (why === "storage") tell("This browser has no room to keep ", ...all, ".", again);
  else if (why === "size") tell(...all, ` ${were} too large to keep in this browser (64 MB at most).`, again);
  else if (why === "folder") tell(...all, ` ${were} not kept, because this browser keeps only files.`, again);
  else tell(...all, ` ${were} not kept in this browser.`, again);
}

/** Lists names: `a, b and c`. @param {(Node|string)[][]} names @returns {(Node|string)[]} */
function listed(names) {
  return names.flatMap((name, at) => [at ? (at === names.length - 1 ? " and " : ", ") : "", ...name]);
}

/** Shows a text on the first screen. @param {...(Node|string)} parts */
function tell(...parts) {
  const box = byId("expected");
  box.replaceChildren(...parts);
  box.hidden = false;
}

/**
 * Returns the order and the labels of a link for the inputs that were read, or nothing if these are not the inputs
 * of the link.
 * @param {import("./state.js").Named[]} wanted @param {{name: string}[]} list
 * @returns {import("./inputs.js").Placed[]|null}
 */
export function received(wanted, list) {
  if (!wanted.length) return null;
  const left = list.map(({ name }, input) => ({ name, input }));
  const placed = [];
  for (const { name, label } of wanted) {
    const at = left.findIndex((input) => input.name === name);
    if (at >= 0) placed.push({ input: left.splice(at, 1)[0].input, label });
  }
  return placed.length ? [...placed, ...left.map(({ input }) => ({ input, label: null }))] : null;
}
