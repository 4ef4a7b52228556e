// Measures how long a user waits for the web app: node tests/web/times.mjs DIST [ROWS] [RUNS] [UNITS] The example,
// from the navigation to visible rows, with an empty and with a filled cache, and over slow lines; changes of the view on ROWS benchmarks
// with RUNS runs a side in UNITS units: until other rows are painted, and until the outcomes are painted; and how
// long a slow query continues after Cancel. Exits with 1 if a limit is exceeded.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { launch, open, read, serve } from "./browser.mjs";
import { slowed } from "./line.mjs";
import { side } from "./logs.mjs";

/** The limits in milliseconds. */
const BARS = { first: 500, shown: 100, outcomes: 1000, cancel: 200 };
const TIMES = 5;
/** Slow lines, and the limits of the example with an empty cache: its picture, and its rows. */
const LINES = [{ mbit: 10, ms: 40, picture: 1000, live: 2000 }, { mbit: 1.6, ms: 150, picture: 2000, live: 7000 }];
const [dist, rows = "50000", runs = "10", units = "1"] = process.argv.slice(2);
/** The changes: the new part of the address, or the element to click; and the part before the change. */
const CHANGES = [
  ["rows", "row=.name+/size@num"], ["columns", "col=/table&filter=/table:(1+OR+2+OR+3)"], ["rows and columns", "row=/table&col=.file"],
  ["tables", "table="], ["filter", "filter=/size:/[0-4]$/"], ["ignore", "ignore=/gomaxprocs"], ["unit", "unit=B/op"], ["sort", "sort=worst"],
  ["sort by name", "click [data-sort='label.0']", "changed=0"], ["sort by value", "click [data-sort='center.0']", "changed=0"],
  ["sort by change", "click [data-sort='delta.1']", "changed=0"],
  ["search", "search=size=12"], ["changed only", "changed=1", "changed=0"], ["alpha", "alpha=0.01"], ["margin", "margin=5%25"], ["adjust", "adjust=bh"],
  ["pairs", "pair=runs"], ["derived unit", "derive=ops/s+=+1+/+sec/op"],
  ["base", "base=side1.txt"], ["swap", "click .swap"], ["confidence", "confidence=0.99"], ["better", "better=sec/op%3Dhigher"],
];

/** Records when the worker was called and when it had answered. Runs in the page. */
function watch() {
  window.waits = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, transfer) {
    const asked = { op: [message.op, ...(message.args ?? []).slice(0, 1).filter((arg) => typeof arg === "string")].join(" "), start: performance.now(), end: 0 };
    window.waits.push(asked);
    const heard = ({ data }) => {
      if (data.id !== message.id || data.read !== undefined || data.progress !== undefined) return;
      asked.end = performance.now();
      this.removeEventListener("message", heard);
    };
    this.addEventListener("message", heard);
    post.call(this, message, transfer ?? []);
  };
}

/** Changes the state, or clicks; waits until rows are painted, then until nothing changes. Runs in the page. */
async function change(hash) {
  window.waits = [];
  const start = performance.now();
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - start))));
  let [shown, last, quiet] = [0, 0, performance.now()];
  const observer = new MutationObserver(() => {
    quiet = performance.now();
    const first = !last;
    painted().then((at) => {
      last = at;
      if (first) shown ||= at;
    });
  });
  observer.observe(document.querySelector("#tables"), { childList: true, subtree: true });
  if (hash.startsWith("click ")) document.querySelector(hash.slice(6)).click();
  else location.hash = hash;
  while (document.body.dataset.asking || !last || performance.now() - quiet < 150) await new Promise((done) => setTimeout(done, 20));
  observer.disconnect();
  return { shown, outcomes: last, waits: window.waits.map(({ op, start, end }) => [op.slice(0, 24), end - start]) };
}

/** Runs a slow query, cancels it while it is computed, and waits until the worker has stopped. Runs in the page. */
async function cancel(hash) {
  const working = document.querySelector("#working");
  const until = async (holds) => {
    while (!holds()) await new Promise((done) => setTimeout(done, 2));
  };
  location.hash = hash;
  await until(() => !working.hidden);
  const start = performance.now();
  working.querySelector("button").click();
  await until(() => /cancelled/.test(document.querySelector("#notice").textContent));
  return performance.now() - start;
}

/** Measures the time from the navigation until rows are painted. Runs in the page, from its beginning. */
function firstRows() {
  const look = () => {
    if (document.querySelector("#tables tr[data-at] .center")) setTimeout(() => { window.rowsAt = performance.now(); });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const middle = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];
const each = (all) => all.map((ms) => ms.toFixed(0)).join(" ");
let missed = 0;
function tell(what, times, bar, more = "") {
  const took = middle(times);
  if (took > bar) missed++;
  console.log(`${took > bar ? "slow" : "ok  "} ${took.toFixed(0).padStart(6)} ms of ${bar}  ${what}  (${each(times)}${more})`);
}

async function example(browser, url) {
  const [cold, warm] = [[], []];
  for (let i = 0; i < TIMES; i++) {
    const { page, context } = await open(browser, "about:blank");
    await context.addInitScript(firstRows);
    for (const times of [cold, warm]) {
      await page.goto(`${url}?${times === cold ? 0 : 1}#example=1`);
      times.push(await page.waitForFunction(() => window.rowsAt).then((at) => at.jsonValue()));
      // The stored files are complete before the next visit.
      await page.waitForTimeout(700);
    }
    await context.close();
  }
  tell("the example, first visit", cold, BARS.first);
  tell("the example, again", warm, BARS.first);
}

/** Records when the picture of the example is painted, and clicks it at once. Runs in the page, from its beginning. */
function clickPicture() {
  const look = () => {
    const picture = [...document.querySelectorAll("#preview svg")].find((svg) => svg.getBoundingClientRect().height > 100);
    if (!picture) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => {
      window.pictureAt = performance.now();
      /** @type {HTMLElement} */ (picture.closest("a")).click();
    }));
  };
  requestAnimationFrame(look);
}

async function slowLines(browser) {
  const server = await serve(resolve(dist), true);
  for (const { picture, live, ...line } of LINES) {
    const [pictures, lives, paints] = [[], [], []];
    let bytes = 0;
    for (let i = 0; i < TIMES; i++) {
      const behind = await slowed(server.port, line);
      const { page, context } = await open(browser, "about:blank");
      context.setDefaultTimeout(60_000);
      await context.addInitScript(firstRows);
      await context.addInitScript(clickPicture);
      await page.goto(server.url.replace(String(server.port), String(behind.port)), { waitUntil: "commit" });
      lives.push(await page.waitForFunction(() => window.rowsAt).then((at) => at.jsonValue()));
      bytes = behind.bytes();
      const [at, paint] = await page.evaluate(() => [window.pictureAt, performance.getEntriesByName("first-contentful-paint")[0].startTime]);
      pictures.push(at);
      paints.push(paint);
      await context.close();
      behind.close();
    }
    const what = `${line.mbit} Mbit/s, ${line.ms} ms`;
    tell(`${what}: the picture`, pictures, picture, `; first paint ${each(paints)}`);
    tell(`${what}: rows after a click on it`, lives, live, `; ${(bytes / 1000).toFixed(0)} kB`);
  }
  await server.close();
}

async function changes(browser, url, paths) {
  const { page, context } = await open(browser, url);
  context.setDefaultTimeout(120_000);
  await page.addInitScript(watch);
  await page.reload();
  await page.setInputFiles("#picker", paths);
  await read(page, 0, 120_000);
  for (const [what, hash, before = ""] of CHANGES) {
    const found = [];
    for (let i = 0; i < TIMES; i++) {
      await page.evaluate((hash) => { location.hash = hash; }, before);
      await page.waitForTimeout(400);
      await page.waitForFunction(() => !document.body.dataset.asking);
      found.push(await page.evaluate(change, hash));
    }
    const list = found.at(-1).waits.map(([op, ms]) => `${op} ${ms.toFixed(0)}`).join(", ");
    tell(`${what}: rows`, found.map(({ shown }) => shown), BARS.shown, `; worker: ${list}`);
    tell(`${what}: outcomes`, found.map(({ outcomes }) => outcomes), BARS.outcomes);
  }
  const stops = [];
  for (let i = 0; i < TIMES; i++) {
    stops.push(await page.evaluate(cancel, `row=.name&alpha=0.0${i + 1}`));
    await page.evaluate(() => { location.hash = ""; });
    await page.waitForTimeout(600);
    await page.waitForFunction(() => !document.body.dataset.asking);
  }
  tell("cancel of a heavy question", stops, BARS.cancel);
  await context.close();
}

const folder = await mkdtemp(join(tmpdir(), "benchlens-web-"));
const server = await serve(resolve(dist));
const browser = await launch();
try {
  await example(browser, server.url);
  await slowLines(browser);
  const paths = await Promise.all([0, 1].map(async (n) => {
    const path = join(folder, `side${n}.txt`);
    await writeFile(path, Buffer.concat([...side(n, Number(rows), Number(runs), Number(units))]));
    return path;
  }));
  await changes(browser, server.url, paths);
} finally {
  await browser.close();
  server.close();
  await rm(folder, { recursive: true });
}
process.exitCode = missed ? 1 : 0;
