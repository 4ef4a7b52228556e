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

const refused = (what, expected, found) => new TypeError(`${what} must be ${expected}, not ${found}`);

/** Returns the bytes of an array or a buffer from any realm. */
function bytesOf(value, what, expected = "a Uint8Array or an ArrayBuffer") {
  const kind = kindOf(value);
  if (kind === "Uint8Array" && ArrayBuffer.isView(value)) return value;
  if (kind === "ArrayBuffer") return new Uint8Array(value);
  throw refused(what, expected, kind);
}

const encoder = new TextEncoder();
const chunkOf = (value) => (typeof value === "string" ? encoder.encode(value) : bytesOf(value, "chunk", "a string, a Uint8Array or an ArrayBuffer"));

/** For each kind of argument: the words for it, its check, and its form in JSON, which has no infinity. */
const KINDS = {
  string: ["a string", (value) => typeof value === "string"],
  number: ["a number", (value) => typeof value === "number" && !Number.isNaN(value), (value) => Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE))],
  index: ["a non-negative integer", (value) => typeof value === "number" && value >= 0 && Math.floor(value) === value, (value) => Math.min(value, 0xffffffff)],
  object: ["an object", (value) => kindOf(value) === "Object"],
  array: ["an array", (value) => kindOf(value) === "Array"],
  data: ["a string or an object", (value) => ["string", "Object"].includes(kindOf(value))],
};

/** Returns an argument in its form for JSON. A kind that ends with `?` may be missing. */
function argument(what, kind, value) {
  if (kind.endsWith("?") && (value === undefined || value === null)) return undefined;
  const [expected, accepts, converted] = KINDS[kind.replace("?", "")];
  if (!accepts(value)) throw refused(what, expected, typeof value === "number" && converted ? value : kindOf(value));
  return converted ? converted(value) : value;
}

/** Returns a request as JSON: its name with its argument, or with a list of its arguments. */
function requestOf(name, kinds, given) {
  const args = Object.entries(kinds).map(([what, kind], at) => argument(what, kind, given[at]));
  return JSON.stringify({ [name]: args.length === 1 ? args[0] : args });
}

const text = (what, value) => argument(what, "string", value);

export class Session {
  #engine;

  constructor(seed = 0n) {
    if (typeof seed !== "bigint" || BigInt.asUintN(64, seed) !== seed) throw refused("seed", "a bigint of 64 bits", kindOf(seed));
    this.#engine = new module.Engine(seed);
  }

  free() {
    this.#engine.free();
  }

  feed(chunk) {
    this.#engine.feed(chunkOf(chunk));
  }

  read_packed(name, label, bytes, tell) {
    if (tell != null && typeof tell !== "function") throw refused("tell", "a function", kindOf(tell));
    return this.#engine.read_packed(text("name", name), text("label", label), bytesOf(bytes, "packed file"), tell);
  }

  to_bytes() {
    return this.#engine.to_bytes();
  }

  append_bytes(bytes, label) {
    this.#engine.append_bytes(bytesOf(bytes, "session"), argument("label", "string?", label));
  }

  part_feed(chunk) {
    this.#engine.part_feed(chunkOf(chunk));
  }

  part_to_bytes() {
    return this.#engine.part_to_bytes();
  }

  append_part(bytes) {
    this.#engine.append_part(bytesOf(bytes, "part"));
  }

  render(output) {
    return this.#engine.render(text("format", output));
  }

  render_warnings() {
    return this.#engine.render_warnings();
  }

  report(state, results, engine, focus, search, chart) {
    const view = { focus: argument("focus", "object?", focus), search: argument("search", "string?", search), chart: argument("chart", "object?", chart) };
    return this.#engine.report(text("state", state), JSON.stringify(view), bytesOf(results, "session"), bytesOf(engine, "engine"));
  }

  static {
    for (const [name, kinds] of Object.entries(methods)) {
      this.prototype[name] = function (...given) {
        return JSON.parse(this.#engine.ask(requestOf(name, kinds, given)));
      };
    }
    if (Symbol.dispose) this.prototype[Symbol.dispose] = this.prototype.free;
  }
}

export const can_be_cut = (head) => module.can_be_cut(bytesOf(head, "chunk"));
export const packed_as = (head) => module.packed_as(bytesOf(head, "chunk"));
export const recorded_files = (bytes) => module.recorded_files(bytesOf(bytes, "packed file"));

const asked = Object.entries(functions).map(([name, kinds]) => [name, (...given) => JSON.parse(module.ask(requestOf(name, kinds, given)))]);
export const {
  command_for, default_analysis, default_query, html_style, label_inputs, parse_filter_values, parse_projection, parse_share,
  plan_folder, plan_recordings, progress, version, write_filter, write_projection, write_share,
} = Object.fromEntries(asked);
