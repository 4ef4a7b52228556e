// Tests offline use of the web app, and updates to a new version.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PATIENCE, asking, choose, launch } from "./browser.mjs";
import { serve } from "./serve.mjs";

/** Waits until the service worker of the page has stored everything. */
async function settled(page) {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const worker = /** @type {ServiceWorker} */ (registration.active);
    if (worker.state !== "activated") await new Promise((done) => worker.addEventListener("statechange", () => worker.state === "activated" && done(null)));
  });
}

/** Waits until an asynchronous condition is true. */
async function until(page, found) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await page.waitForTimeout(50)) if (await page.evaluate(found)) return;
  throw new Error(`never: ${found}`);
}

/** Serves a copy of the page until the work is done; `work` receives a function that stops the server. */
async function served(dist, work) {
  const folder = await mkdtemp(join(tmpdir(), "offline-"));
  const browser = await launch();
  try {
    await cp(dist, folder, { recursive: true });
    await work({ folder, browser });
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
}

/** Saves the view of the page as a report. */
const saved = (page) => Promise.all([page.waitForEvent("download"), choose(page, "share", "save-report")]);

/** Records which answer was shown when the service worker was registered, and the time. Runs in the page. */
function noteRegistration() {
  const { register } = ServiceWorkerContainer.prototype;
  window.openedAt = Date.now();
  ServiceWorkerContainer.prototype.register = function (...given) {
    window.registeredAt = Date.now();
    window.registeredAfter = document.body.dataset.shown;
    return register.apply(this, given);
  };
}

export const tests = {
  async "a first visit downloads no file twice, and what it does not need comes after the first answer"({ dist }) {
    await served(dist, async ({ folder, browser }) => {
      const server = await serve(folder, "/some/where/");
      const { sent } = server;
      const page = await (await browser.newContext({ acceptDownloads: true })).newPage();
      await page.addInitScript(noteRegistration);
      await page.goto(server.url);
      await page.waitForSelector("#empty [data-do=example]:visible");
      while (!sent.some((name) => name.endsWith(".wasm"))) await page.waitForTimeout(50);
      await page.waitForLoadState("networkidle");
      const first = sent.filter((name) => name !== "icon.svg");
      assert.deepEqual(first.map((name) => name.replace(/-[0-9a-f]{8}/, "")).sort(), ["", "all.css", "app.js", "benchlens_bg.wasm", "worker.js"]);
      await page.click("#empty [data-do=example]");
      await settled(page);
      assert.ok(await page.evaluate(() => window.registeredAfter), "the service worker was registered before an answer was shown");
      assert.ok(sent.includes("sw.js") && sent.includes("examples/parallel.txt"), "the service worker keeps all files");
      assert.ok(!sent.includes("engine.bin"), "only a report needs the engine in one piece");
      assert.deepEqual(sent.filter((name, at) => sent.indexOf(name) < at), [], "no file was sent twice");
      // The first report downloads the engine, which is then stored.
      await saved(page);
      assert.equal(sent.at(-1), "engine.bin");
      await server.close();
      await page.reload();
      await page.waitForFunction(() => document.body.dataset.shown && !document.body.dataset.asking);
      await saved(page);
      assert.equal(sent.filter((name) => name === "engine.bin").length, 1);
      return `${sent.length} files`;
    });
  },

  async "a visitor who asks nothing gets the page for later visits, too, but not at once"({ dist }) {
    await served(dist, async ({ folder, browser }) => {
      const server = await serve(folder, "/some/where/");
      const page = await (await browser.newContext()).newPage();
      await page.clock.install();
      await page.addInitScript(noteRegistration);
      await page.goto(server.url);
      await page.waitForSelector("#empty [data-do=example]:visible");
      for (const end = Date.now() + PATIENCE; Date.now() < end && !server.sent.includes("sw.js");) await page.clock.fastForward(2_000);
      await settled(page);
      // The delay begins when the module is ready, in the time of the page.
      const delay = await page.evaluate(() => window.registeredAt - window.openedAt);
      assert.ok(delay >= 10_000, `registered after ${delay} ms`);
      await server.close();
      await page.reload();
      await page.waitForSelector("#empty [data-do=example]:visible");
    });
  },

  async "after the first visit the page works without a server"({ dist }) {
    await served(dist, async ({ folder, browser }) => {
      const server = await serve(folder, "/some/where/");
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${server.url}#example=1`);
      await settled(page);
      await server.close();
      await page.reload();
      await page.waitForFunction(() => document.body.dataset.shown);
      assert.match(await page.textContent("#answer"), /sec\/op: .*(improved|regressed)/);
      // Queries are answered as well, because the worker and the module are available.
      await asking(page, () => page.evaluate(() => void (location.hash = "#example=1&filter=.unit:B/op")));
      assert.match(await page.textContent("#answer"), /^B\/op/);
    });
  },

  async "a new version is shown at once, and replaces what was kept"({ dist }) {
    await served(dist, async ({ folder, browser }) => {
      const server = await serve(folder, "/some/where/");
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${server.url}#example=1`);
      await settled(page);
      const caches1 = await page.evaluate(() => caches.keys());
      assert.equal(caches1.length, 1);
      // The HTML and the service worker of the next version differ.
      for (const [name, from, to] of [["index.html", '<html lang="en"', '<html lang="en" data-next'], ["sw.js", /version:"[0-9a-f]+"/, 'version:"next"']]) {
        const text = await readFile(join(folder, name), "utf8");
        assert.ok(text.search(from) >= 0, `${name} has ${from}`);
        await writeFile(join(folder, name), text.replace(from, to));
      }
      await page.reload();
      assert.equal(await page.locator("html[data-next]").count(), 1);
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      // The new service worker waits until no tab uses the old one.
      await until(page, async () => !!(await navigator.serviceWorker.getRegistration())?.waiting);
      await page.close();
      const next = await context.newPage();
      const isReplaced = async () => (await caches.keys()).every((name) => name.endsWith(" next"));
      // A closed tab may use the old one a little longer, and a page that opens in this time continues to use it.
      for (let tries = 0; tries < 20; tries++) {
        await next.goto("about:blank");
        await next.waitForTimeout(250 * tries);
        await next.goto(server.url);
        if (await next.evaluate(isReplaced)) break;
      }
      await until(next, isReplaced);
      await server.close();
      await next.reload();
      assert.equal(await next.locator("html[data-next]").count(), 1);
    });
  },

  async "the service worker leaves other addresses alone"({ dist }) {
    await served(dist, async ({ folder, browser }) => {
      await writeFile(join(folder, "other.txt"), "first");
      const server = await serve(folder, "/some/where/");
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${server.url}#example=1`);
      await settled(page);
      await page.reload();
      const read = () => page.evaluate(async () => await (await fetch("other.txt")).text());
      assert.equal(await read(), "first");
      await writeFile(join(folder, "other.txt"), "second");
      assert.equal(await read(), "second");
      await server.close();
    });
  },
};
