/**
 * The second part of the engine: what some logs, some questions and some clicks need. A built page has the module in
 * two parts, so that less is loaded before the first answer; in a report it is whole, and nothing here is called.
 * The main thread brings the second part when the first answer is there. Whoever needs it sooner waits for it.
 */

/** What the first part gives to the second. @type {object|undefined} */
let first;
/** @type {WebAssembly.Module|undefined} */
let module;

/** Where the second part is. */
export const laterUrl = () => new URL("./pkg/benchlens_later.wasm", import.meta.url);

/** Takes what the first part gives. @param {object} exports */
export function begun(exports) {
  first = exports;
}

/** Takes the second part, compiled. @param {WebAssembly.Module} compiled */
export function brought(compiled) {
  module ??= compiled;
}

/**
 * Puts the second part into its places. The first part calls this in the middle of its work, so that it cannot wait
 * as scripts do.
 */
export function load() {
  module ??= new WebAssembly.Module(now(laterUrl()));
  new WebAssembly.Instance(module, { "": /** @type {any} */ (first) });
}

/** The bytes at an address, without giving up the turn: workers may. @param {URL} url */
function now(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch (error) {
    throw missing(error.message);
  }
  if (request.status !== 200) throw missing(`${request.status} ${request.statusText}`.trim());
  return /** @type {ArrayBuffer} */ (request.response);
}

/** What was being done is left half done: nothing goes on after this. @param {string} why */
function missing(why) {
  return Object.assign(new Error(`A part of this page could not be loaded: ${why}. Is there a network? Reload the page to go on.`), { fatal: true });
}
