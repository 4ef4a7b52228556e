// Tests the npm package in a browser: its element, its loader, its example pages. The package is served next to the
// app.
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "./browser.mjs";
import { log } from "./logs.mjs";
import { serve } from "./serve.mjs";

/** Opens a page in a browser with the package next to it; complaints of the browser are errors. */
async function packaged(dist, work, { body = "", complains = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "package-"));
  await cp(join(dist, "../npm"), folder, { recursive: true });
  await writeFile(join(folder, "old.txt"), log());
  await writeFile(join(folder, "new.txt.gz"), gzipSync(log({ factor: 0.5 })));
  await writeFile(join(folder, "try.html"), `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"><title>try</title><script type="module" src="table.js"></script>${body}`);
  const server = await serve(folder);
  const browser = await launch();
  try {
    const page = await (await browser.newContext()).newPage();
    const complaints = [];
    page.on("console", (message) => void (["error", "warning"].includes(message.type()) && complaints.push(message.text())));
    page.on("pageerror", (error) => complaints.push(error.message));
    await work(page, server.url);
    // A browser without an icon for a page complains that the server has none.
    if (!complains) assert.deepEqual(complaints.filter((text) => !/404/.test(text)), []);
  } finally {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
}

/** Returns the text inside an element, including its shadow tree. */
const inside = (page) => page.evaluate(() => document.querySelector("benchlens-table")?.shadowRoot?.textContent ?? "");

export const tests = {
  async "the element shows the tables of its logs, under a strict policy"({ dist }) {
    await packaged(dist, async (page, url) => {
      await page.goto(`${url}try.html`);
      const element = page.locator("benchlens-table");
      await element.locator("table").first().waitFor();
      const text = await inside(page);
      for (const wanted of ["new against old", "Work/size=10/codec=gzip-8", "−50.00%", "6 improved"]) assert.ok(text.includes(wanted), `${wanted}: ${text}`);
      assert.equal(await element.locator("h2", { hasText: "sec/op" }).count() > 0, true);
      assert.equal(await element.locator("section.table").count(), 1);
      // Its colors come from the style: a verdict differs from the other text.
      const colour = (selector) => element.locator(selector).first().evaluate((node) => getComputedStyle(node).color);
      assert.notEqual(await colour("td.improved b"), await colour("td.number"));
      await page.evaluate(() => document.querySelector("benchlens-table").setAttribute("query", '{"filter": ".unit:B/op"}'));
      await element.locator("h2", { hasText: "B/op" }).first().waitFor();
    }, { body: `<benchlens-table src="old=old.txt new=new.txt.gz" query="filter=.unit:sec/op"></benchlens-table>` });
  },

  async "the element says what is wrong"({ dist }) {
    for (const [attributes, wanted] of [
      [`src="none.txt"`, /cannot be shown: .*none\.txt: 404/],
      [`src="old.txt" query="col=("`, /cannot be shown: /],
      [``, /src names no log/],
    ]) {
      await packaged(dist, async (page, url) => {
        await page.goto(`${url}try.html`);
        await page.waitForFunction(() => /src names|cannot/.test(document.querySelector("benchlens-table")?.shadowRoot?.textContent ?? ""));
        assert.match(await inside(page), wanted);
      }, { body: `<benchlens-table ${attributes}></benchlens-table>`, complains: true });
    }
  },

  async "the example pages show an answer"({ dist }) {
    await packaged(dist, async (page, url) => {
      await page.goto(`${url}examples/table.html`);
      await page.locator("benchlens-table table").first().waitFor();
      assert.match(await inside(page), /after against before/);
      if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, "element.png"), fullPage: true });
      await page.goto(`${url}examples/load-url.html`);
      await page.waitForFunction(() => !/Loading/.test(document.querySelector("#answer")?.textContent ?? ""));
      assert.match(await page.textContent("#answer"), /^sec\/op: /);
      assert.match(await page.textContent("pre"), /before.*after/s);
    });
  },
};
