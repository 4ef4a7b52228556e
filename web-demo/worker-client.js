/** The workers as promises: `call(op, …)` on one worker, and calls of its session. */

import { openedReport } from "./report.js";

/** The progress of a query. @typedef {import("./pkg/session.js").ProgressView} Progress */

/** An error that a worker returned instead of a value. */
export class WorkerError extends Error {
  /**
   * @param {{message: string, detail: any, fatal: boolean, stopped: boolean}} error @param {Client|null} [client] the worker's client
   */
  constructor(error, client = null) {
    super(error.message);
    this.client = client;
    this.detail = error.detail;
    this.fatal = error.fatal;
    this.stopped = error.stopped;
  }
}

/** The module, compiled once for all workers; in a report, from its own bytes. */
const compiled = compile();

/** @returns {Promise<{module?: WebAssembly.Module, wrong?: string}>} */
async function compile() {
  try {
    const report = openedReport();
    if (report) return { module: await WebAssembly.compile(/** @type {Uint8Array<ArrayBuffer>} */ (report.wasm)) };
    const response = await fetch(new URL("./pkg/benchlens_bg.wasm", import.meta.url));
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
    // Some hosts serve the module with another content type.
    const isStreamed = response.headers.get("content-type") === "application/wasm";
    return { module: await (isStreamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer())) };
  } catch (error) {
    return { wrong: `The engine of this page could not be loaded: ${error.message}` };
  }
}

/** One worker. */
export class Client {
  constructor() {
    /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void, read?: (bytes: number) => void, progress?: (progress: Progress) => void, first?: (first: any) => void}>} */
    this.waiting = new Map();
    this.next = 1;
    const own = openedReport();
    // From an address of a report, browsers run classic scripts but no modules.
    this.worker = own ? new Worker(own.workerUrl) : new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.#answer(data);
    compiled.then((given) => this.worker.postMessage(given));
    this.worker.onerror = (event) => {
      event.preventDefault();
      const error = { message: event.message || "The worker could not start.", detail: null, fatal: true, stopped: false };
      for (const id of [...this.waiting.keys()]) this.#answer({ id, error });
    };
  }

  /** @param {{id: number, value?: any, error?: any, read?: number, progress?: Progress, first?: any}} answer */
  #answer({ id, value, error, read, progress, first }) {
    const call = this.waiting.get(id);
    if (!call) return;
    if (read !== undefined) return call.read?.(read);
    if (progress) return call.progress?.(progress);
    if (first) return call.first?.(first);
    this.waiting.delete(id);
    if (error) call.reject(new WorkerError(error, this));
    else call.resolve(value);
  }

  /**
   * @param {string} op
   * @param {any[]} args
   * @param {{read?: (bytes: number) => void, progress?: (progress: Progress) => void, first?: (first: any) => void, transfer?: Transferable[]}} [options]
   * @returns {Promise<any>}
   */
  call(op, args = [], { read, progress, first, transfer = [] } = {}) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, read, progress, first });
      this.worker.postMessage({ id, op, args }, transfer);
    });
  }

  /** Calls a method of the session. @param {string} method @param {...any} args */
  ask(method, ...args) {
    return this.call("ask", [method, ...args]);
  }

  /** Calls a free function of the module. @param {string} name @param {...any} args */
  tell(name, ...args) {
    return this.call("tell", [name, ...args]);
  }

  end() {
    this.worker.terminate();
    const error = { message: "The worker was ended.", detail: null, fatal: true, stopped: true };
    for (const id of [...this.waiting.keys()]) this.#answer({ id, error });
  }
}
