/**
 * Reads files into the main session: small files in the main worker, large files in parallel workers, very large
 * files in parts that are split at line ends; always in order. Files that cannot be read or unpacked are skipped;
 * any other error cancels the whole reading.
 */
import { compared } from "./recordings.js";
import { bytesOf, gone } from "./stream.js";
import { Client, WorkerError } from "./worker-client.js";

const SMALL = 16 * 1024 * 1024;
/**
 * Packed files up to this size are unpacked as a whole, in memory; larger gzip files use the browser's own stream.
 */
const PACKED = 512 * 1024 * 1024;
const PIECE = 64 * 1024 * 1024;
const AHEAD = 3;
/** After this time in milliseconds without progress, the user can try again. */
const SILENT = 10_000;
const LOOK_EVERY = 1000;

/**
 * @typedef {{path: string, file: File}} InFolder
 * @typedef {{file: File, name: string, label?: string|null, only?: import("./state.js").Named[], folder?: InFolder[], lost?: string[]}} Source a file with its inputs if some were removed, or the files of a folder with the entries that cannot be read
 * @typedef {{kind: "feed"|"whole"|"part"|"unpack"|"folder", source: Source, blob: Blob, packed: boolean, first: boolean, last: boolean}} Task
 */

/** Explains why files cannot be read. */
export class LoadError extends Error {
  /**
   * @param {string} message @param {boolean} native whether the CLI can read them
   */
  constructor(message, native) {
    super(message);
    this.native = native;
  }
}

/** Reads some files once. */
export class Loader {
  /**
   * @param {Client} main
   * @param {Source[]} sources
   * @param {(done: number, total: number, milliseconds: number) => void} progress
   * @param {boolean} isAlone whether there are no other inputs
   * @param {(name: string|null) => void} waits called with the name of the file that makes no progress, and with null when it does again
   */
  constructor(main, sources, progress, isAlone, waits) {
    this.main = main;
    this.sources = sources;
    this.progress = progress;
    this.isAlone = isAlone && sources.length === 1;
    this.waits = waits;
    this.total = sources.reduce((sum, source) => sum + filesOf(source).reduce((sum, file) => sum + file.size, 0), 0);
    /** @type {string[]} notes about skipped files */ this.notes = [];
    /** @type {Map<Source, LoadError>} files that cannot be read or unpacked, and why */ this.unread = new Map();
    this.done = 0;
    /** The bytes of the tasks whose results have been merged. */
    this.merged = 0;
    this.started = performance.now();
    /** The file that is being read, the time of the last progress, and whether the user knows that there is none. */
    this.current = "";
    this.heard = this.started;
    this.isSilent = false;
    this.stopped = false;
    /** Whether it was stopped to read the same files again. */ this.isRepeated = false;
    /** @type {Client[]} */ this.helpers = [];
    /** Rejects when the user stops reading, so that nothing waits for a busy worker. @type {Promise<never>} */
    this.halted = new Promise((_, reject) => { this.halt = () => reject(stoppedError()); });
    this.halted.catch(() => {});
  }

  /** Stops reading; `run` then throws the corresponding error. */
  stop() {
    this.stopped = true;
    this.main.call("stop").catch(() => {});
    for (const helper of this.helpers) helper.end();
    this.halt?.();
  }

  async run() {
    await this.main.call("stage_new");
    const watch = setInterval(() => this.#watch(), LOOK_EVERY);
    try {
      await Promise.race([this.#all(), this.halted]);
    } catch (error) {
      const dropped = this.main.call("stage_drop").catch(() => {});
      if (!this.stopped) await dropped;
      throw error;
    } finally {
      clearInterval(watch);
      for (const helper of this.helpers) helper.end();
    }
  }

  /** Adds what was read to the main session. From here on, reading cannot be stopped. */
  async keep() {
    await this.main.call("stage_keep");
  }

  /** Reports the first moment without progress, and the next progress. */
  #watch() {
    const isSilent = performance.now() - this.heard >= SILENT;
    if (isSilent !== this.isSilent) this.waits(isSilent ? this.current : null);
    this.isSilent = isSilent;
  }

  /** Notes that a file is being read from here on. @param {string} name */
  #begin(name) {
    this.current = name;
    this.heard = performance.now();
  }

  async #all() {
    await this.#work(await this.#plan());
    const [why] = this.unread.values();
    if (why && this.unread.size === this.sources.length) throw why;
  }

  /**
   * Calls the main worker, unless reading was stopped, because the worker then reads for another loader.
   * @param {string} op @param {any[]} args @param {any} [options]
   */
  async #call(op, args = [], options = {}) {
    if (this.stopped) throw stoppedError();
    return await this.main.call(op, args, options);
  }

  /** @returns {Promise<Task[]>} */
  async #plan() {
    /** @type {Task[]} */ const tasks = [];
    for (const source of this.sources) {
      const { file } = source;
      this.#begin(source.name);
      if (source.folder) {
        tasks.push({ kind: "folder", source, blob: file, packed: false, first: true, last: true });
        continue;
      }
      const head = await this.#orWithout(source, named(file.name, headOf(file)));
      if (!head) {
        this.total -= file.size;
        continue;
      }
      const as = await this.main.call("tell", ["packed_as", head]);
      const packed = as === "a gzip file";
      if (as && file.size <= PACKED) {
        tasks.push({ kind: "unpack", source, blob: file, packed: false, first: true, last: true });
        continue;
      }
      if (as && !packed) {
        this.unread.set(source, new LoadError(`${file.name} is too large to be unpacked in a browser. The command line reads it.`, true));
        this.total -= file.size;
        continue;
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

  /**
   * Runs the tasks. Helpers work ahead of the main worker, which merges their results in order.
   * @param {Task[]} tasks
   */
  async #work(tasks) {
    // Unpacking is a single call of the module, so only a worker that can be terminated does it.
    const away = tasks.filter((task) => ["whole", "part", "unpack"].includes(task.kind));
    if (this.stopped) throw stoppedError();
    const count = Math.min(away.length, 2, Math.max(1, navigator.hardwareConcurrency || 1));
    for (let i = 0; i < count; i++) this.helpers.push(new Client());
    /** @type {Map<Task, Promise<any>>} */ const made = new Map();
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
      this.#begin(source.name);
      if (task.kind === "unpack") {
        const done = await this.#orWithout(source, /** @type {Promise<any>} */ (made.get(task)));
        made.delete(task);
        start();
        if (done?.folder) {
          const unpacked = { ...source, folder: done.folder };
          this.total = filesOf(unpacked).reduce((sum, file) => sum + file.size, 0);
          await this.#folder(unpacked);
        } else if (done) await this.#call("stage_bytes", [done.bytes], { transfer: [done.bytes.buffer] });
        if (done?.left) this.notes.push(done.left);
      } else if (task.kind === "folder") {
        await this.#folder(source);
      } else if (task.kind === "feed") {
        await this.#call("stage_begin", [source.name, source.name]);
        await this.#feed(task);
      } else {
        const making = /** @type {Promise<Uint8Array>} */ (made.get(task));
        const bytes = await (task.packed ? this.#orWithout(source, making) : making);
        made.delete(task);
        start();
        const op = task.kind === "part" ? "stage_part" : "stage_bytes";
        if (bytes) await this.#call(op, [bytes], { transfer: [bytes.buffer] });
      }
      if (task.last && (task.kind === "feed" || task.kind === "part")) await this.#call("stage_end");
      this.merged += task.blob.size;
      await this.#roomLeft();
    }
  }

  /**
   * Returns the result for a file, or nothing if the file cannot be read or unpacked, because the other files
   * still count.
   * @template T @param {Source} source @param {Promise<T>} work @returns {Promise<T|null>}
   */
  async #orWithout(source, work) {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof LoadError)) throw error;
      this.unread.set(source, error);
      return null;
    }
  }

  /**
   * Reads the files of a folder as one input; the files of one criterion benchmark are read together. If there is
   * nothing else to compare, each recording of criterion is an input.
   * @param {Source} source
   */
  async #folder(source) {
    const files = source.folder ?? [];
    const paths = files.map(({ path }) => path);
    /** @type {import("./pkg/session.js").FolderPiece[]} */
    const pieces = await this.#call("tell", ["plan_folder", paths]);
    /** @type {import("./pkg/session.js").FolderRecording[]} */
    const recordings = this.isAlone ? await this.#call("tell", ["plan_recordings", paths]) : [];
    const sides = recordings.length > 1 ? await named(source.name, compared(recordings, files)) : [];
    this.notes.push(...(source.lost ?? []));
    if (sides.length === 1) this.notes.push(`${source.name}: ${recordings.map(({ name }) => name).join(" and ")} contain the same samples. To compare two versions, run each with cargo bench -- --save-baseline NAME.`);
    if (this.isAlone && pieces.length > 1 && pieces.every(({ benchmark }) => benchmark === null)) this.notes.push(`${source.name}: the ${pieces.length} files of a folder are one version. To compare them with each other, drop the files instead of the folder.`);
    if (sides.length < 2) return await this.#input(source.name, pieces, source);
    const others = pieces.filter(({ benchmark }) => benchmark === null);
    for (const [at, recording] of sides.entries()) {
      const isLast = at + 1 === sides.length;
      await this.#input(`${source.name}#${recording.name}`, isLast ? [...recording.pieces, ...others] : recording.pieces, source);
    }
  }

  /**
   * Reads files of a folder as one input.
   * @param {string} name @param {import("./pkg/session.js").FolderPiece[]} pieces @param {Source} source
   */
  async #input(name, pieces, source) {
    const files = source.folder ?? [];
    await this.#call("stage_begin", [name, name]);
    for (const piece of pieces) {
      const own = piece.files.map((at) => files[at].file);
      const path = `${source.name}/${files[piece.files[0]].path}`;
      this.#begin(path);
      try {
        await named(path, this.#call("stage_member", [piece.name, own], { read: (/** @type {number} */ bytes) => this.#read(bytes) }));
      } catch (error) {
        // The other files of the folder still count.
        if (!(error instanceof LoadError)) throw error;
        this.notes.push(error.message);
      }
    }
    await this.#call("stage_end");
  }

  /** @param {Client} helper @param {Task} task */
  #away(helper, { kind, source, blob, packed }) {
    const args = kind === "part" ? [blob] : kind === "unpack" ? [blob, source.name, this.isAlone] : [blob, packed, source.name, source.name];
    return named(source.file.name, helper.call(kind, args, { read: (bytes) => this.#read(bytes) }), packed);
  }

  /** @param {Task} task */
  #feed({ source, blob, packed }) {
    return named(source.file.name, this.#call("stage_feed", [blob, packed], { read: (/** @type {number} */ bytes) => this.#read(bytes) }), packed);
  }

  /** @param {number} bytes */
  #read(bytes) {
    this.done += bytes;
    this.heard = performance.now();
    this.progress(this.done, this.total, performance.now() - this.started);
  }

  /**
   * Checks the remaining memory. Data that helpers have read ahead is not in the main worker's memory yet, so only
   * merged data counts.
   */
  async #roomLeft() {
    if (this.merged < PIECE || this.merged >= this.total) return;
    const room = await this.#call("stage_capacity", [this.merged, this.total]);
    if (!room.fits) throw new LoadError(`${room.sentence} The program reads them on your own machine, with the same answer:`, true);
  }
}

/** @param {Source} source @returns {File[]} */
function filesOf(source) {
  return source.folder ? source.folder.map(({ file }) => file) : [source.file];
}

/** Matches browsers' errors about gzip data that continues after its first member. */
const GOES_ON = /junk|trailing|after (the )?end/i;

/**
 * Adds the name of the file to an error.
 * @param {string} name @param {Promise<any>} work @param {boolean} [packed] whether the browser unpacks it
 */
async function named(name, work, packed = false) {
  try {
    return await work;
  } catch (error) {
    if (error.stopped || error.fatal) throw error;
    const goesOn = packed && GOES_ON.test(error.message);
    const why = goesOn ? "it is gzip of several members, of which browsers unpack the first. The command line reads it." : error.message;
    throw new LoadError(`${name} could not be read: ${why}`, goesOn);
  }
}

function stoppedError() {
  return new WorkerError({ message: "Stopped.", detail: null, fatal: false, stopped: true });
}

/**
 * Returns the positions at which to split a large file: after line ends, about one piece apart, or more for longer
 * lines.
 * @param {Blob} file
 */
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

/**
 * Returns the first bytes of a file. For a file that no longer exists, a browser may report that the file is empty.
 * @param {File} file
 */
async function headOf(file) {
  try {
    const head = await bytesOf(file, 0, 512);
    if (!head.length) await file.arrayBuffer();
    return head;
  } catch (error) {
    throw error.name === "NotFoundError" ? gone() : error;
  }
}
