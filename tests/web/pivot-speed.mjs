// How long a change of the pivot takes in the page: node tests/web/pivot-speed.mjs DIST [ROWS] [RUNS] [UNITS]
// ROWS benchmarks, each with RUNS runs a side in UNITS units; a table of ROWS rows for each unit.
// For each change: from the change of the state to the painted answer, and what of that was waiting for the worker.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { launch, open, read, serve } from "./browser.mjs";
import { side } from "./logs.mjs";

const TARGET = 100;
const TIMES = 5;
const [dist, rows = "50000", runs = "10", units = "1"] = process.argv.slice(2);
const CHANGES = [
  "alpha=0.01", "confidence=0.9", "filter=.unit:sec/op", "row=.name+/size@num", "row=/table&col=.file", "col=/table&filter=/table:(1+OR+2+OR+3)",
  "table=", "ignore=/gomaxprocs", "filter=/size:/[0-4]$/", "row=/size&col=.file&unit=sec/op",
];

/** Notes when the worker was asked and when it had answered. Runs in the page. */
function watch() {
  window.waits = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, transfer) {
    const asked = { op: [message.op, ...message.args.slice(0, 1).filter((arg) => typeof arg === "string")].join(" "), start: performance.now(), end: 0 };
    window.waits.push(asked);
    const heard = ({ data }) => {
      if (data.id !== message.id || data.read !== undefined) return;
      asked.end = performance.now();
      this.removeEventListener("message", heard);
    };
    this.addEventListener("message", heard);
    post.call(this, message, transfer ?? []);
  };
}

/** Changes the state and waits for the painted answer. Runs in the page. */
async function change(hash) {
  const { shown } = document.body.dataset;
  window.waits = [];
  const start = performance.now();
  const answered = new Promise((done) => {
    const observer = new MutationObserver(() => {
      if (document.body.dataset.shown === shown) return;
      observer.disconnect();
      done(performance.now());
    });
    observer.observe(document.body, { attributes: true });
  });
  location.hash = hash;
  const answer = await answered;
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const waits = window.waits.map(({ op, start, end }) => [op.slice(0, 24), end - start]);
  return { answered: answer - start, painted: performance.now() - start, waits };
}

const folder = await mkdtemp(join(tmpdir(), "benchlens-web-"));
const server = await serve(resolve(dist));
const browser = await launch();
let slow = 0;
try {
  const paths = await Promise.all([0, 1].map(async (n) => {
    const path = join(folder, `side${n}.txt`);
    await writeFile(path, Buffer.concat([...side(n, Number(rows), Number(runs), Number(units))]));
    return path;
  }));
  const { page, context } = await open(browser, server.url);
  context.setDefaultTimeout(120_000);
  await page.addInitScript(watch);
  await page.reload();
  await page.setInputFiles("#picker", paths);
  await read(page, 0, 120_000);
  const middle = (all) => all.sort((a, b) => a - b)[all.length >> 1];
  for (const hash of CHANGES) {
    const found = [];
    for (let i = 0; i < TIMES; i++) {
      found.push(await page.evaluate(change, hash));
      await page.evaluate(change, "");
    }
    const took = middle(found.map(({ painted }) => painted));
    if (took > TARGET) slow++;
    const { waits } = found.find(({ painted }) => painted === took);
    const list = waits.map(([op, ms]) => `${op} ${ms.toFixed(0)}`).join(", ");
    console.log(`${took.toFixed(0).padStart(6)} ms  ${hash}  (${found.map(({ painted }) => painted.toFixed(0)).join(" ")}; worker: ${list})`);
  }
  console.log(`${CHANGES.length - slow} of ${CHANGES.length} changes of ${units} × ${rows} rows took less than ${TARGET} ms`);
} finally {
  await browser.close();
  server.close();
  await rm(folder, { recursive: true });
}
process.exitCode = slow ? 1 : 0;
