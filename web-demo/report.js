/**
 * Reports in one file. The web app saves a report, and a report opens as the web app: a script in the report sets
 * `__benchlensReport` to the file's data before the app's own script runs.
 * @typedef {{focus: Partial<import("./pkg/session.js").RowSelection>, search: string, chart?: Partial<import("./pkg/session.js").ChartQuery>}} Seen the visible part of the answer
 * @typedef {{state: string, data: Uint8Array, wasm: Uint8Array, workerUrl: string, engine: Uint8Array<ArrayBuffer>}} OpenedReport
 */

/**
 * Returns the data of the report that contains this app, or nothing outside of a report.
 * @returns {OpenedReport|undefined}
 */
export function openedReport() {
  return /** @type {any} */ (globalThis).__benchlensReport;
}

/**
 * Reads the results of the report that contains this app, as if its logs had been dropped.
 * @param {{call: (op: string, args?: any[]) => Promise<any>}} main
 */
export async function readReport(main) {
  const report = openedReport();
  if (!report) return false;
  await main.call("stage_new");
  await main.call("stage_bytes", [report.data]);
  await main.call("stage_keep");
  return true;
}

/**
 * Returns the web app in one file, as reports contain it. `cargo xtask web` generates it, so only a built app has
 * it.
 */
async function engine() {
  const report = openedReport();
  if (report) return report.engine;
  const response = await fetch("engine.bin").catch(() => null);
  if (!response?.ok) throw new Error("The parts of a report could not be loaded: is there a network, and was this page built by cargo xtask web?");
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Returns the last answer as one file: the view, the results, and this app.
 * @param {{call: (op: string, args?: any[]) => Promise<any>}} main
 * @param {string} state the state of the app as in its address, from the `#` on
 * @param {Seen} view the part of the answer for readers without scripts
 * @returns {Promise<Blob>}
 */
export async function saveReport(main, state, view) {
  const bytes = await main.call("report", [state || "#", await engine(), view]);
  return new Blob([bytes], { type: "text/html;charset=utf-8" });
}
