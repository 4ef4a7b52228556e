// The session and the functions of the module. The types of all arguments are checked here, because the module would
// read a value of another type as its memory.
import * as module from "./benchlens.js";
import { functions, methods } from "./requests.js";

export { default, initSync } from "./benchlens.js";

/** Describes a value for a message. */
function kindOf(value) {
  if (value === null) return "null";
  return typeof value === "object" ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
}

// An array or a buffer may be from another realm.
const isBytes = (value) => (ArrayBuffer.isView(value) && kindOf(value) === "Uint8Array") || kindOf(value) === "ArrayBuffer";
const bytesOf = (value) => (kindOf(value) === "ArrayBuffer" ? new Uint8Array(value) : value);
const encoder = new TextEncoder();

/** For each kind of argument: the words for it, its check, and its form for the module. JSON has no infinity. */
const KINDS = {
  string: ["a string", (value) => typeof value === "string"],
  number: ["a number", (value) => typeof value === "number" && !Number.isNaN(value), (value) => Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE))],
  index: ["a non-negative integer", (value) => typeof value === "number" && value >= 0 && Math.floor(value) === value, (value) => Math.min(value, 0xffffffff)],
  object: ["an object", (value) => kindOf(value) === "Object"],
  array: ["an array", (value) => kindOf(value) === "Array"],
  data: ["a string or an object", (value) => ["string", "Object"].includes(kindOf(value))],
  function: ["a function", (value) => typeof value === "function"],
  bytes: ["a Uint8Array or an ArrayBuffer", isBytes, bytesOf],
  chunk: ["a string, a Uint8Array or an ArrayBuffer", (value) => typeof value === "string" || isBytes(value), (value) => (typeof value === "string" ? encoder.encode(value) : bytesOf(value))],
};

/** Returns an argument in its form for the module. A kind that ends with `?` may be missing. */
function argument(what, kind, value) {
  if (kind.endsWith("?") && (value === undefined || value === null)) return undefined;
  const [expected, accepts, converted = (same) => same] = KINDS[kind.replace("?", "")];
  if (accepts(value)) return converted(value);
  throw new TypeError(`${what} must be ${expected}, not ${typeof value === "number" && /^(index|number)/.test(kind) ? value : kindOf(value)}`);
}

const checked = (kinds, given) => Object.entries(kinds).map(([what, kind], at) => argument(what, kind, given[at]));

/** Returns the JSON of an object. Members that JSON would change or omit are refused, except for undefined ones. */
const jsonOf = (object) => JSON.stringify(object, (name, value) => {
  const kind = kindOf(value);
  if (Number.isFinite(value) || ["undefined", "null", "boolean", "string", "Object", "Array"].includes(kind)) return value;
  throw new TypeError(`${name} must be a value of JSON, not ${kind === "number" ? value : kind}`);
});

/** Returns a request as JSON: its name with its argument, or with a list of its arguments. */
function requestOf(name, kinds, given) {
  const args = checked(kinds, given);
  return jsonOf({ [name]: args.length === 1 ? args[0] : args });
}

/** The arguments of the methods and functions that pass bytes, with their kinds. */
const ofBytes = {
  feed: { chunk: "chunk" },
  read_packed: { name: "string", label: "string", bytes: "bytes", tell: "function?" },
  to_bytes: {},
  append_bytes: { bytes: "bytes", label: "string?" },
  part_feed: { chunk: "chunk" },
  part_to_bytes: {},
  append_part: { bytes: "bytes" },
  render: { format: "string" },
  render_warnings: {},
};
const heads = { can_be_cut: { head: "bytes" }, packed_as: { head: "bytes" }, recorded_files: { bytes: "bytes" } };

export class Session {
  #engine;

  constructor(seed = 0n) {
    if (typeof seed !== "bigint" || BigInt.asUintN(64, seed) !== seed) throw new TypeError(`seed must be a bigint of 64 bits, not ${typeof seed === "bigint" ? seed : kindOf(seed)}`);
    this.#engine = new module.Engine(seed);
  }

  free() {
    this.#engine?.free();
    this.#engine = null;
  }

  get #open() {
    if (!this.#engine) throw new Error("this session was freed");
    return this.#engine;
  }

  report(...given) {
    const kinds = { state: "string", results: "bytes", engine: "bytes", focus: "object?", search: "string?", chart: "object?" };
    const [state, results, engine, focus, search, chart] = checked(kinds, given);
    return this.#open.report(state, jsonOf({ focus, search, chart }), results, engine);
  }

  static {
    const { prototype } = this;
    for (const [name, kinds] of Object.entries(methods)) {
      prototype[name] = function (...given) {
        return JSON.parse(this.#open.ask(requestOf(name, kinds, given)));
      };
    }
    for (const [name, kinds] of Object.entries(ofBytes)) {
      prototype[name] = function (...given) {
        return this.#open[name](...checked(kinds, given));
      };
    }
    if (Symbol.dispose) prototype[Symbol.dispose] = prototype.free;
  }
}

const made = (kinds, make) => Object.fromEntries(Object.entries(kinds).map(([name, own]) => [name, (...given) => make(name, own, given)]));
export const { can_be_cut, packed_as, recorded_files } = made(heads, (name, kinds, given) => module[name](...checked(kinds, given)));
export const {
  command_for, default_analysis, default_query, html_style, label_inputs, parse_filter_values, parse_projection, parse_share,
  plan_folder, plan_recordings, progress, version, write_filter, write_projection, write_share,
} = made(functions, (name, kinds, given) => JSON.parse(module.ask(requestOf(name, kinds, given))));
