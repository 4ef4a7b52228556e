// The engine in two parts: what is loaded before the first answer, and what comes afterwards.
import assert from "node:assert/strict";
import { drop } from "./browser.mjs";

const LATER = /\/benchlens_later-\w+\.wasm$/;

const jmh = (score) => JSON.stringify([{ jmhVersion: "1.37", benchmark: "org.example.Sort.run", mode: "avgt", primaryMetric: {
  score, scoreUnit: "ns/op", rawData: [[score, score + 1, score + 2], [score + 3, score + 1, score]],
} }]);

/** How the page asks for the second part: "fetch" beside its work, "xhr" in the middle of it. */
function asked(context) {
  const found = [];
  context.on("request", (request) => {
    if (LATER.test(request.url())) found.push(request.resourceType());
  });
  return found;
}

/** Gives the page `sent`: how often it sent the second part to a worker. Runs in the page. */
function noteParts() {
  const post = Worker.prototype.postMessage;
  window.sent = 0;
  Worker.prototype.postMessage = function (...message) {
    if (message[0]?.later) window.sent++;
    post.apply(this, message);
  };
}

export const tests = {
  async "the first answer needs the first part alone; then the second one comes by itself"({ visit }) {
    const { page, context } = await visit({ before: noteParts });
    const found = asked(context);
    const [later] = await Promise.all([
      page.waitForRequest(LATER),
      page.click("#empty [data-do=example]"),
    ]);
    assert.equal(later.resourceType(), "fetch", "nothing waited for it");
    assert.ok(await page.evaluate(() => document.body.dataset.shown), "the answer is there before");
    await (await later.response())?.finished();
    // It is compiled, and on its way to the worker: what the page asks from now on comes after it.
    await page.waitForFunction(() => window.sent > 0);
    // What needs it has it.
    await page.click("#as-chart");
    await page.waitForSelector("#chart svg");
    assert.ok(!found.includes("xhr"), "it is there already");
  },

  async "a log that needs the second part is read at once"({ visit }) {
    const { page, context } = await visit();
    const found = asked(context);
    await drop(page, [{ name: "old.json", text: jmh(100) }, { name: "new.json", text: jmh(150) }]);
    await page.waitForSelector("#tables tr[data-at]");
    assert.equal(found[0], "xhr", "the worker brought it in the middle of its work");
    assert.match(await page.textContent("#answer"), /^sec\/op: /);
    assert.match(await page.innerText("#tables"), /\+4\d\.\d\d/);
  },

  async "a second part that cannot be loaded is told, and so is what helps"({ visit }) {
    const { page, context, complaints } = await visit();
    await context.route(LATER, (route) => route.abort());
    await drop(page, [{ name: "old.json", text: jmh(100) }]);
    await page.waitForFunction(() => /part of this page/.test(document.querySelector("#notice").textContent));
    assert.match(await page.innerText("#notice"), /could not be loaded.*network.*Reload/s);
    // The browser's own words about the request that failed.
    complaints.length = 0;
  },
};
