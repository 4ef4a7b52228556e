/**
 * Reading files into the main session: small ones there, large ones by workers beside it, very large
 * ones cut at line ends; always in order. What cannot be unpacked is left out; else it is all or nothing.
 */
import { Client, WorkerError } from "./worker-client.js";

const SMALL = 16 * 1024 * 1024;
/** What is packed is unpacked as a whole, in memory; larger gzip goes through the browser's own stream. */
const PACKED = 512 * 1024 * 1024;
const PIECE = 64 * 1024 * 1024;
const AHEAD = 3;

/**
 * @typedef {{path: string, file: File}} InFolder
 * @typedef {{file: File, name: string, folder?: InFolder[]}} Source
 * @typedef {{kind: "feed"|"whole"|"part"|"packed"|"folder", source: Source, blob: Blob, packed: boolean, first: boolean, last: boolean}} Task
 */

/** Why files cannot be read. */
export class LoadError extends Error {
  /** @param {string} message @param {boolean} native whether the command line can do it */
  constructor(message, native) {
    super(message);
    this.native = native;
  }
}

/** One go at reading some files. */
export class Loader {
  /**
   * @param {Client} main
   * @param {Source[]} sources
   * @param {(done: number, total: number, milliseconds: number) => void} progress
   */
  constructor(main, sources, progress) {
    this.main = main;
    this.sources = sources;
    this.progress = progress;
    this.total = sources.reduce((sum, source) => sum + filesOf(source).reduce((sum, file) => sum + file.size, 0), 0);
    /** @type {string[]} what was left out */ this.notes = [];
    /** @type {Map<Source, LoadError>} files that cannot be unpacked, and why */ this.unread = new Map();
    this.done = 0;
    /** Bytes of the tasks whose results are merged. */
    this.merged = 0;
    this.started = performance.now();
    this.stopped = false;
    /** @type {Client[]} */ this.helpers = [];
  }

  /** Stops; `run` then throws what says so. */
  stop() {
    this.stopped = true;
    this.main.call("stop").catch(() => {});
    for (const helper of this.helpers) helper.end();
  }

  async run() {
    await this.main.call("stage_new");
    try {
      const tasks = await this.#plan();
      await this.#work(tasks);
      const [why] = this.unread.values();
      if (why && this.unread.size === this.sources.length) throw why;
      await this.main.call("stage_keep");
    } catch (error) {
      await this.main.call("stage_drop").catch(() => {});
      throw error;
    } finally {
      for (const helper of this.helpers) helper.end();
    }
  }

  /** @returns {Promise<Task[]>} */
  async #plan() {
    /** @type {Task[]} */ const tasks = [];
    for (const source of this.sources) {
      const { file } = source;
      if (source.folder) {
        tasks.push({ kind: "folder", source, blob: file, packed: false, first: true, last: true });
        continue;
      }
      const as = await this.main.call("tell", ["packed_as", await bytesOf(file, 0, 512)]);
      const packed = as === "gzip";
      if (as && file.size <= PACKED) {
        tasks.push({ kind: "packed", source, blob: file, packed, first: true, last: true });
        continue;
      }
      if (as && !packed) {
        throw new LoadError(`${file.name} is too large to be unpacked in a browser; the command line reads it:`, true);
      }
      if (file.size <= SMALL || (packed && this.sources.length === 1)) {
        tasks.push({ kind: "feed", source, blob: file, packed, first: true, last: true });
      } else if (packed || file.size <= PIECE || !(await this.main.call("tell", ["can_be_cut", await bytesOf(file, 0, 64 * 1024)]))) {
        tasks.push({ kind: "whole", source, blob: file, packed, first: true, last: true });
      } else {
        const cuts = await cutsOf(file);
        for (let i = 0; i + 1 < cuts.length; i++) {
          const blob = file.slice(cuts[i], cuts[i + 1]);
          tasks.push({ kind: i ? "part" : "feed", source, blob, packed, first: i === 0, last: i + 2 === cuts.length });
        }
      }
    }
    return tasks;
  }

  /** Helpers work ahead of the main worker, which takes what they made in order. @param {Task[]} tasks */
  async #work(tasks) {
    const away = tasks.filter((task) => task.kind === "whole" || task.kind === "part");
    const count = Math.min(away.length, 2, Math.max(1, navigator.hardwareConcurrency || 1));
    for (let i = 0; i < count; i++) this.helpers.push(new Client());
    /** @type {Map<Task, Promise<Uint8Array>>} */ const made = new Map();
    const idle = [...this.helpers];
    let next = 0;
    const start = () => {
      while (idle.length && next < away.length && made.size < AHEAD) {
        const task = away[next++];
        const helper = /** @type {Client} */ (idle.pop());
        const result = this.#away(helper, task).finally(() => {
          idle.push(helper);
          start();
        });
        result.catch(() => {});
        made.set(task, result);
      }
    };
    start();
    for (const task of tasks) {
      if (this.stopped) throw stoppedError();
      const { source } = task;
      if (task.kind === "packed") {
        const left = await this.#orWithout(source, named(source, false, this.main.call("stage_packed", [task.blob, source.name], { read: (bytes) => this.#read(bytes) })));
        if (left) this.notes.push(left);
      } else if (task.kind === "folder") {
        await this.#folder(source);
      } else if (task.kind === "feed") {
        await this.main.call("stage_begin", [source.name, source.name]);
        await this.#feed(task);
      } else {
        const making = /** @type {Promise<Uint8Array>} */ (made.get(task));
        const bytes = await (task.packed ? this.#orWithout(source, making) : making);
        made.delete(task);
        start();
        const op = task.kind === "part" ? "stage_part" : "stage_bytes";
        if (bytes) await this.main.call(op, [bytes], { transfer: [bytes.buffer] });
      }
      if (task.last && (task.kind === "feed" || task.kind === "part")) await this.main.call("stage_end");
      this.merged += task.blob.size;
      await this.#roomLeft();
    }
  }

  /** What a packed file becomes; nothing if it cannot be unpacked: the files beside it count. @template T @param {Source} source @param {Promise<T>} work @returns {Promise<T|null>} */
  async #orWithout(source, work) {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof LoadError)) throw error;
      this.unread.set(source, error);
      return null;
    }
  }

  /** The files of a folder as one input, those of one benchmark of criterion together. @param {Source} source */
  async #folder(source) {
    const files = source.folder ?? [];
    /** @type {import("./pkg/benchlens.js").FolderPiece[]} */
    const pieces = await this.main.call("tell", ["plan_folder", JSON.stringify(files.map(({ path }) => path))]);
    await this.main.call("stage_begin", [source.name, source.name]);
    for (const piece of pieces) {
      if (this.stopped) throw stoppedError();
      const own = piece.files.map((at) => files[at].file);
      await named(source, false, this.main.call("stage_member", [piece.name, own], { read: (bytes) => this.#read(bytes) }));
    }
    await this.main.call("stage_end");
  }

  /** @param {Client} helper @param {Task} task */
  #away(helper, { kind, source, blob, packed }) {
    const args = kind === "part" ? [blob] : [blob, packed, source.name, source.name];
    return named(source, packed, helper.call(kind, args, { read: (bytes) => this.#read(bytes) }));
  }

  /** @param {Task} task */
  #feed({ source, blob, packed }) {
    return named(source, packed, this.main.call("stage_feed", [blob, packed], { read: (bytes) => this.#read(bytes) }));
  }

  /** @param {number} bytes */
  #read(bytes) {
    this.done += bytes;
    this.progress(this.done, this.total, performance.now() - this.started);
  }

  /** What helpers have read ahead is not in the main worker's memory yet: only what was merged counts. */
  async #roomLeft() {
    if (this.merged < PIECE || this.merged >= this.total) return;
    const room = await this.main.call("stage_capacity", [this.merged, this.total]);
    if (!room.fits) throw new LoadError(`${room.sentence} The program reads them on your own machine, with the same answer:`, true);
  }
}

/** @param {Source} source @returns {File[]} */
function filesOf(source) {
  return source.folder ? source.folder.map(({ file }) => file) : [source.file];
}

/** Says which file a failure is about. @param {Source} source @param {boolean} packed @param {Promise<any>} work */
async function named(source, packed, work) {
  try {
    return await work;
  } catch (error) {
    if (error.stopped || error.fatal) throw error;
    const more = packed ? " Browsers unpack gzip of one member only; the command line unpacks all of it:" : "";
    throw new LoadError(`${source.file.name} could not be read: ${error.message}${more}`, packed);
  }
}

function stoppedError() {
  return new WorkerError({ message: "Stopped.", detail: null, fatal: false, stopped: true });
}

/** Where a large file is cut: after line ends, about a piece apart, or more where no line ends. @param {Blob} file */
async function cutsOf(file) {
  const cuts = [0];
  const look = 64 * 1024;
  for (let at = PIECE; at < file.size; at += PIECE) {
    const found = (await bytesOf(file, at, at + look)).indexOf(10);
    if (found >= 0) cuts.push(at + found + 1);
  }
  if (cuts[cuts.length - 1] < file.size) cuts.push(file.size);
  return cuts;
}

/** @param {Blob} file @param {number} start @param {number} end */
async function bytesOf(file, start, end) {
  return new Uint8Array(await file.slice(start, end).arrayBuffer());
}
