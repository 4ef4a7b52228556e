/** A saved report: the page and the data of one view in one file, which opens without a server. */
import { fromHash } from "./state.js";

/**
 * What a report brings along: the view as a hash, and the inputs as the module writes them.
 * @typedef {{state: string, data: Uint8Array}} Carried
 */

/**
 * Opens the data that this page carries; tells whether it carries any.
 * @param {import("./table.js").Host} host
 * @param {(view: import("./state.js").State) => void} show takes the view that was saved
 */
export async function openReport(host, show) {
  const carried = /** @type {Carried|undefined} */ (/** @type {any} */ (globalThis).__benchlensReport);
  if (!carried) return false;
  await host.ask("append_bytes", carried.data);
  show(fromHash(carried.state));
  return true;
}
