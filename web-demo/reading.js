/**
 * Reading: one operation at a time, with progress; errors are reported with the command line that can read the
 * files.
 */
import { byId, notice, say, seen } from "./dom.js";
import { LoadError, Loader } from "./loader.js";
import { fetchSources } from "./src-links.js";

/** The maximum length of the list of names. */
const NAMES = 200;

export class Reading {
  /**
   * @param {import("./table.js").Host} host
   * @param {{client: () => import("./worker-client.js").Client, list: () => import("./inputs.js").Input[], done: (example: boolean, keep: () => Promise<void>) => Promise<void>, lost: () => void}} page
   */
  constructor(host, page) {
    this.host = host;
    this.page = page;
    /** @type {Loader|null} */ this.loader = null;
    /** @type {AbortController|null} */ this.fetching = null;
    /** Ends when all files are read that were added so far. */ this.queue = Promise.resolve();
  }

  stop() {
    this.loader?.stop();
    this.fetching?.abort();
  }

  /** Stops reading, and reads the same files again. */
  again() {
    if (this.loader) this.loader.isRepeated = true;
    this.loader?.stop();
  }

  /** @param {string} text */
  #begin(text) {
    notice("");
    byId("bar").value = 0;
    byId("progress-text").textContent = text.length > NAMES ? `${text.slice(0, NAMES)}…` : text;
    byId("again").hidden = true;
    byId("progress").hidden = false;
  }

  #end() {
    byId("progress").hidden = true;
    document.body.dataset.reads = String(Number(document.body.dataset.reads ?? 0) + 1);
  }

  /**
   * Reads files after those that are being read; returns the files that were read, and whether there were no inputs
   * before them.
   * @param {import("./loader.js").Source[]} sources @param {boolean} [example]
   */
  async read(sources, example = false) {
    if (!sources.length) return { done: [], isFirst: false };
    const reading = this.queue.then(() => this.#read(sources, example));
    this.queue = reading.then(() => {}, () => {});
    return await reading;
  }

  /**
   * @param {import("./loader.js").Source[]} sources @param {boolean} example
   * @returns {Promise<{done: import("./loader.js").Source[], isFirst: boolean}>}
   */
  async #read(sources, example) {
    let shown = 0;
    const isFirst = this.page.list().length === 0;
    const names = sources.map(({ name }) => name).join(", ");
    const loader = new Loader(this.page.client(), sources, (done, total, milliseconds) => {
      byId("bar").value = total ? done / total : 1;
      if (milliseconds - shown < 100 && shown) return;
      shown = milliseconds;
      this.host.tell("progress", done, total, milliseconds).then((text) => {
        byId("progress-text").textContent = text;
      }, () => {});
    }, isFirst, (name) => {
      const text = name === null ? names : `Reading ${name} has made no progress for 10 s. Wait if its drive is slow, or try again.`;
      byId("progress-text").textContent = seen(text);
      byId("again").hidden = name === null;
      if (name === null) return;
      say(text);
      // The start page is taller than a phone.
      byId("progress").scrollIntoView({ block: "nearest" });
    });
    this.loader = loader;
    this.#begin(names);
    try {
      await loader.run();
      await this.page.done(example, () => loader.keep());
      const { unread, notes } = loader;
      const told = [...[...unread.values()].map(({ message }) => message), ...notes].join("\n");
      const native = [...unread.values()].some((error) => error.native);
      if (told) notice(told, { kind: unread.size ? "error" : "note", command: native ? await this.#command(this.page.list().map(({ name }) => name), [...unread.keys()]) : "" });
      return { done: sources.filter((source) => !unread.has(source)), isFirst };
    } catch (error) {
      if (loader.isRepeated) return await this.#read(sources, example);
      await this.#unread(error, sources);
      return { done: [], isFirst };
    } finally {
      this.loader = null;
      this.#end();
    }
  }

  /**
   * Fetches the logs that a link names; returns none if this fails.
   * @param {() => import("./src-links.js").Linked[]} named
   * @param {(list: import("./src-links.js").Linked[]) => Promise<void>} [agreed] resolves when the user agrees
   */
  async fetch(named, agreed) {
    const controller = new AbortController();
    const { signal } = controller;
    try {
      const list = named();
      await agreed?.(list);
      this.fetching = controller;
      this.#begin(`Fetching ${list.map(({ name }) => name).join(", ")}`);
      const progress = (/** @type {number} */ done, /** @type {number} */ total) => {
        byId("bar").value = total ? done / total : 0;
      };
      return await fetchSources(list, { signal, progress });
    } catch (error) {
      if (signal.aborted) notice("Fetching was cancelled.", { kind: "note" });
      else notice(/** @type {any} */ (error).message);
      return [];
    } finally {
      this.fetching = null;
      byId("progress").hidden = true;
    }
  }

  /**
   * Returns the command line that also reads these files.
   * @param {string[]} names @param {import("./loader.js").Source[]} sources
   */
  async #command(names, sources) {
    const { host } = this;
    return await host.call("command", [[...names, ...sources.map(({ name }) => name)], await host.query()]).catch(() => "");
  }

  /** @param {any} error @param {import("./loader.js").Source[]} sources */
  async #unread(error, sources) {
    const { page } = this;
    if (this.loader?.stopped && (error.stopped || error.fatal)) return notice("Reading was cancelled; what was there before is still there.", { kind: "note" });
    const mine = error.fatal && error.client === page.client();
    const tooBig = error.fatal || (error instanceof LoadError && error.native);
    const lost = mine && page.list().length > 0;
    const names = page.list().map(({ name }) => name);
    if (mine) page.lost();
    const command = tooBig ? await this.#command(names, sources) : "";
    const room = `The browser ran out of room for this (${error.message}).${lost ? " What was open before has to be opened again." : ""} The command line does it:`;
    notice(error.fatal ? room : error.message, { command });
  }
}
