// A server under a path, and a Chromium that records every complaint and every request to other hosts.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { PATIENCE, afterwards } from "./limits.mjs";
import { serve as serveUnder } from "./serve.mjs";

export { PATIENCE };

/** Serves a folder under a separate path, as a static host would. */
export const serve = (folder, pack = false) => serveUnder(folder, "/some/where/", 0, pack);

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--js-flags=--expose-gc"];

/** The running browsers of this process. */
export const launched = new Set();

/** Starts a browser. It ends with this process, even if it does not answer. */
export async function launch() {
  const browser = watched(await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: FLAGS, timeout: Math.max(PATIENCE, 120_000) }));
  launched.add(browser);
  for (const name of /** @type {const} */ (["newContext", "newPage"])) {
    const make = browser[name];
    browser[name] = async (...given) => {
      const made = await make.apply(browser, given);
      (name === "newPage" ? made.context() : made).setDefaultTimeout(PATIENCE);
      return made;
    };
  }
  browser.on("disconnected", () => launched.delete(browser));
  return browser;
}

/**
 * The calls to a browser that have not been answered yet, and the calls that timed out.
 * @type {Set<{call: string, since: number, until?: number}>}
 */
const calls = new Set();

/** Returns the calls that show where a test waits for its browser. */
export function waiting() {
  const now = Date.now();
  return [...calls].map(({ call, since, until = now }) => `${call} had no answer for ${((until - since) / 1000).toFixed(1)} s`).join("; ");
}

/** Forgets earlier calls, because they do not belong to the test that begins. */
export const forgetCalls = () => calls.clear();

/** The methods that read what a page shows, as a person does: after the page has followed the last change of its view. */
const READS = new Set(["allInnerTexts", "allTextContents", "boundingBox", "count", "evaluateAll", "getAttribute", "innerHTML", "innerText", "inputValue", "isChecked", "isDisabled", "isEnabled", "isHidden", "isVisible", "screenshot", "textContent"]);

/** Waits until a page shows the last change of its view. @param {any} part a page, or a part of one */
async function followed(part) {
  const page = part.page?.() ?? part;
  await page.waitForFunction(() => !document.body?.dataset.following, null, { timeout: PATIENCE });
}

const WATCHED = ["Browser", "BrowserContext", "Page", "Locator", "CDPSession"];
const known = new Set();

/**
 * Makes the methods of a browser, or of a part of it, record their calls until they are answered.
 * @template T @param {T} part @returns {T}
 */
function watched(part) {
  const methods = part && Object.getPrototypeOf(part);
  // Playwright's bundle puts an underscore before the names of its classes, or a number after them: _Page, Browser2.
  const kind = methods?.constructor?.name.replace(/^_|\d+$/g, "") ?? "";
  if (!WATCHED.includes(kind) || known.has(methods)) return part;
  known.add(methods);
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(methods))) {
    if (typeof value !== "function" || name === "constructor" || /^(_|on|once|off|addListener|removeListener|emit)/.test(name)) continue;
    methods[name] = function (...given) {
      const result = READS.has(name) ? followed(this).then(() => value.apply(this, given)) : value.apply(this, given);
      if (typeof result?.then !== "function") return watched(result);
      const at = /[\w-]+\.test\.mjs:\d+/.exec(new Error().stack ?? "")?.[0];
      /** @type {{call: string, since: number, until?: number}} */
      const call = { call: `${kind}.${name}${at ? ` (${at})` : ""}`, since: Date.now() };
      calls.add(call);
      return result.then((answer) => {
        calls.delete(call);
        return watched(answer);
      }, (error) => {
        if (error?.name === "TimeoutError") call.until = Date.now();
        else calls.delete(call);
        throw error;
      });
    };
  }
  return part;
}

/** Delays every message to a worker by `lag` milliseconds, in order. Runs in the page. */
function late(lag) {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (...message) {
    setTimeout(() => post.apply(this, message), lag);
  };
}

/** Disables service workers. Runs in the page. */
function withoutServiceWorker() {
  delete Navigator.prototype.serviceWorker;
}

/**
 * Opens the page in a separate context without a service worker, because after the first answer a service worker
 * would fetch all files and take over the page's requests, in the middle of a test or while its context is closed.
 * offline.test.mjs tests the service worker.
 */
export async function open(browser, url, { hash = "", width = 1280, height = 900, theme = "light", before = null, ...more } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true, ...more });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  context.on("request", (request) => {
    const to = new URL(request.url());
    if (!["blob:", "data:"].includes(to.protocol) && to.origin !== new URL(url).origin) complaints.push(`request: ${request.url()}`);
  });
  await page.addInitScript(withoutServiceWorker);
  const lag = Number(process.env.LAG ?? 0);
  if (lag) await page.addInitScript(late, lag);
  if (before) await page.addInitScript(before);
  await page.goto(url + hash);
  return { page, context, complaints };
}

/**
 * Writes files to the disk, each in its own folder, because two can have the same name. The folder outlives the
 * page, which may still be storing copies of the files when the test ends.
 * @param {{name: string, text?: string, base64?: string}[]} files
 */
export async function onDisk(files) {
  const root = await mkdtemp(join(tmpdir(), "benchlens-drop-"));
  afterwards(() => rm(root, { recursive: true }));
  return await Promise.all(files.map(async ({ name, text, base64 }, at) => {
    const folder = join(root, String(at));
    await mkdir(folder);
    await writeFile(join(folder, name), text ?? Buffer.from(base64 ?? "", "base64"));
    return join(folder, name);
  }));
}

/**
 * Drops files on the page like a user, all at once. The browser reads them from the disk, because reading files in
 * memory is another path in the browser, with other errors.
 * @param {{name: string, text?: string, base64?: string}[]} files
 */
export async function drop(page, files) {
  await dropPaths(page, await onDisk(files));
}

/** Waits until the last query is answered, with its analysis. */
async function answered(page) {
  await page.waitForFunction(() => !document.body.dataset.asking, null, { timeout: PATIENCE });
}

/**
 * Waits until a page that runs its query automatically shows the answer with its analysis. Visible rows are not
 * sufficient: the first rows appear before the answer, and if the analysis takes longer than 60 ms, the answer
 * first appears without it.
 */
export async function loaded(page) {
  await page.waitForFunction(() => document.body.dataset.shown && !document.body.dataset.asking, null, { timeout: PATIENCE });
}

/** Returns how many times files were read. */
export async function reads(page) {
  return await page.evaluate(() => Number(document.body.dataset.reads ?? 0));
}

/** Waits until files have been read once more than before, and are shown. */
export async function read(page, before, timeout = PATIENCE) {
  await page.waitForFunction((n) => Number(document.body.dataset.reads ?? 0) > n, before, { timeout });
  await answered(page);
}

/** Runs an action and waits until its answer is shown. */
export async function asking(page, work) {
  const before = await page.evaluate(() => document.body.dataset.shown);
  const value = await work();
  await page.waitForFunction((shown) => document.body.dataset.shown !== shown, before, { timeout: PATIENCE });
  await answered(page);
  return value;
}

/** Waits until the page reports something in its notice. @param {RegExp} wanted */
export async function noticed(page, wanted) {
  const has = ({ source, flags }) => new RegExp(source, flags).test(document.querySelector("#notice").innerText);
  const { source, flags } = wanted;
  await page.waitForFunction(has, { source, flags }, { timeout: PATIENCE }).catch(async (error) => {
    throw new Error(`the notice does not match ${wanted}: ${await page.innerText("#notice")}`, { cause: error });
  });
}

/** Shows a kind of chart by its address, because the app offers only kinds that suit the table. */
export async function asChart(page, kind) {
  await page.evaluate((kind) => {
    const hash = new URLSearchParams(location.hash.slice(1));
    hash.set("chart", kind);
    location.hash = String(hash);
  }, kind);
  await page.waitForSelector(`#kind-${kind}[aria-pressed=true]`);
}

/** Waits until the page has decided what to do with the copies of its inputs: it changes and reads them under a lock. */
export const keepsNothingMore = (page) => page.evaluate(() => navigator.locks.request("benchlens-inputs", () => {}));

/**
 * Waits until the list of the copies has these labels; null for an input without its own label.
 * @param {(string|null)[]} labels
 */
export async function keeps(page, labels) {
  await page.waitForFunction((wanted) => navigator.locks.request("benchlens-inputs", async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle("inputs");
    const list = await (await folder.getFileHandle("list.json")).getFile();
    const found = JSON.parse(await list.text()).map(({ label = null }) => label);
    return JSON.stringify(found) === wanted;
  }), JSON.stringify(labels));
}

/** Opens the panel for the layout of the view, if it is not open. */
export async function edit(page) {
  if (await page.locator("#side[data-what=layout]:visible").count()) return;
  await page.click("#edit-view");
  await page.waitForSelector("#shelves");
}

/** Enters a text for a part of the query, without waiting for the answer. */
export async function ask(page, part, text) {
  await edit(page);
  await page.fill(`#text-${part}`, text);
}

/** Chooses an item from a menu of the header. */
export async function choose(page, menu, act) {
  await page.click(`#${menu}-menu > button`);
  await page.click(`#${menu}-menu [data-act="${act}"], #${menu}-menu [data-do="${act}"], #${menu}-menu #${act}`);
}

/**
 * Runs an action that copies, and returns the copy: its text, its kinds, and the size and the color near a corner
 * of a picture. The pages of a browser share one clipboard, so it is emptied first.
 */
export async function copied(page, act) {
  await page.evaluate(async () => {
    document.querySelector("#said").textContent = "";
    await navigator.clipboard.writeText("");
  });
  await act();
  await page.waitForFunction(() => document.querySelector("#said").textContent.startsWith("Copied"));
  return await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const kinds = [...(item?.types ?? [])];
    if (!kinds.includes("image/png")) return { kinds, text: await navigator.clipboard.readText(), corner: [] };
    const image = await createImageBitmap(await item.getType("image/png"));
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    return { kinds, text: "", corner: [image.width, image.height, ...pen.getImageData(2, 2, 1, 1).data] };
  });
}

/** Returns the names of the visible rows, in their order. */
export const names = (page) => page.locator("#tables tr[data-at] .open-row").allInnerTexts();

/** Returns whether a part of the page is visible without scrolling. */
export const isInView = (page, selector) => page.locator(selector).first().evaluate((element) => {
  const box = element.getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth + 1;
});

/**
 * Attempts actions that the policy forbids; returns those that ran, and those that the browser reports as blocked.
 * @param {string} elsewhere an address
 */
export const forbidden = (page, elsewhere) => page.evaluate(async (elsewhere) => {
  const blocked = [];
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => blocked.push(`${effectiveDirective} ${blockedURI}`));
  const script = document.createElement("script");
  script.textContent = "window.ran = true";
  document.body.append(script);
  await fetch(elsewhere).then(() => { window.ran = true; }, () => {});
  const image = document.createElement("img");
  await new Promise((done) => {
    image.onload = image.onerror = done;
    image.src = `${elsewhere}a.png`;
  });
  script.remove();
  // The browser reports blocked actions with a delay: wait for three of them, and a moment for any other.
  for (let tries = 0; tries < 10_000 && blocked.length < 3; tries++) await new Promise((done) => setTimeout(done, 10));
  await new Promise((done) => setTimeout(done, 50));
  return { ran: window.ran === true, blocked: blocked.sort() };
}, elsewhere);

/**
 * Drops files from the disk like a user: the browser itself provides the data of the drop.
 * @param {string[]} paths
 */
export async function dropPaths(page, paths) {
  const before = await reads(page);
  await dragged(page, paths);
  await read(page, before);
}

/** Drops files from the disk without waiting until they are read. @param {string[]} paths */
export async function dragged(page, paths) {
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await cdp.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  await cdp.detach();
}

/**
 * Collects garbage in a page and in its workers every 20 ms from now on, because anything that a browser collects too early
 * then disappears in almost every run.
 */
export async function collecting(page) {
  const collect = () => void setInterval(() => globalThis.gc(), 20);
  page.on("worker", (worker) => void worker.evaluate(collect).catch(() => {}));
  await Promise.all([page, ...page.workers()].map((part) => part.evaluate(collect)));
}

/** The script of axe, which `findings` needs in the page. */
export const AXE = createRequire(import.meta.url).resolve("axe-core");

/**
 * Returns all findings of axe, with their positions. The policy forbids inline scripts, so axe is injected past
 * it.
 */
export async function findings(page) {
  const found = await page.evaluate(async () => (await window.axe.run(document)).violations
    .map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 120)} ${failureSummary}`).join(" | ")}`));
  return found;
}
