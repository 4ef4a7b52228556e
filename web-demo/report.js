/**
 * Reports in one file. The page saves one, and is what one opens into: a script of the report then says in
 * `__benchlensReport` what the file brings along, before the page's own script runs.
 * @typedef {{focus: Partial<import("./pkg/benchlens.js").Focus>, search: string, chart?: Partial<import("./pkg/benchlens.js").ChartQuery>}} Seen what of the answer is seen
 * @typedef {{state: string, data: Uint8Array, wasm: Uint8Array, workerUrl: string, engine: Uint8Array<ArrayBuffer>}} OpenedReport
 */

/** What the report that this page was opened from brings along; nothing on the page itself. @returns {OpenedReport|undefined} */
export function openedReport() {
  return /** @type {any} */ (globalThis).__benchlensReport;
}

/**
 * Reads the results of the report that this page was opened from, as if its logs had been dropped.
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

/** The page in one piece, as reports carry it; made by `cargo xtask web`, so only a built page has it. */
async function engine() {
  const report = openedReport();
  if (report) return report.engine;
  const response = await fetch("engine.bin").catch(() => null);
  if (!response?.ok) throw new Error("The parts of a report could not be loaded: is there a network, and was this page built by cargo xtask web?");
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * The last answer as one file: what is shown, the results, and this page.
 * @param {{call: (op: string, args?: any[]) => Promise<any>}} main
 * @param {string} state what the page shows, as its address has it: from the `#` on
 * @param {Seen} view what of the answer is read where no script runs
 * @returns {Promise<Blob>}
 */
export async function saveReport(main, state, view) {
  const bytes = await main.call("report", [state || "#", await engine(), view]);
  return new Blob([bytes], { type: "text/html;charset=utf-8" });
}
