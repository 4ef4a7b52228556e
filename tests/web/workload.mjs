// Measures how fast the web app reads large files, compared with only reading them; `cargo xtask versus browser` runs
// it. node tests/web/workload.mjs DIST RUNS FILE…; prints one line of JSON for each run: seconds, and the peak memory
// in bytes.
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, open, reads, serve } from "./browser.mjs";

const PATIENCE = 600_000;
const [dist, runs, ...files] = process.argv.slice(2);
const paths = files.map((file) => resolve(file));

/** Records when the results became available to the app. Runs in the page. */
function watch() {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, transfer) {
    if (message.op === "stage_new") window.began = performance.now();
    if (message.op === "stage_keep") {
      const heard = ({ data }) => {
        if (data.id !== message.id) return;
        window.kept = performance.now();
        this.removeEventListener("message", heard);
      };
      this.addEventListener("message", heard);
    }
    post.call(this, message, transfer ?? []);
  };
}

/**
 * Returns the memory of the browser's pages, in bytes: the resident memory of the renderers that this program
 * started.
 */
function resident() {
  let sum = 0;
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${id}/status`, "utf8");
      if (!readFileSync(`/proc/${id}/cmdline`, "utf8").includes("--type=renderer") || !mine(id)) continue;
      sum += Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
    } catch {
      // The process has ended in the meantime.
    }
  }
  return sum;
}

function mine(id) {
  for (let at = Number(id); at > 1;) {
    if (at === process.pid) return true;
    at = Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${at}/status`, "utf8"))?.[1] ?? 0);
  }
  return false;
}

const page = await serve(resolve(dist));
const bare = await serve(fileURLToPath(new URL("bare", import.meta.url)));
const browser = await launch();
try {
  for (let run = 0; run < Number(runs); run++) {
    const alone = await open(browser, bare.url);
    await alone.page.setInputFiles("#picker", paths);
    const took = await alone.page.waitForFunction(() => document.body.dataset.took, null, { timeout: PATIENCE });
    const readSeconds = Number(await took.jsonValue()) / 1000;
    await alone.context.close();

    const { page: tab, context, complaints } = await open(browser, page.url);
    await tab.addInitScript(watch);
    await tab.reload();
    const before = await reads(tab);
    let peak = 0;
    const look = setInterval(() => {
      peak = Math.max(peak, resident());
    }, 100);
    await tab.setInputFiles("#picker", paths);
    await tab.waitForFunction((n) => Number(document.body.dataset.reads ?? 0) > n, before, { timeout: PATIENCE });
    clearInterval(look);
    const [began, kept, shown] = await tab.evaluate(() => [window.began, window.kept, performance.now()]);
    const refused = await tab.textContent("#notice");
    if (refused || complaints.length) throw new Error(`${refused} ${complaints.join("; ")}`);
    await context.close();
    console.log(JSON.stringify({ bare: readSeconds, page: (kept - began) / 1000, answered: (shown - began) / 1000, peak }));
  }
} finally {
  await browser.close();
  page.close();
  bare.close();
}
