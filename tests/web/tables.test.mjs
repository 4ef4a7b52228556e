// Tables: sorting, searching, 50,000 rows, open rows, charts, taking results away, the keyboard.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { asking, drop } from "./browser.mjs";
import { log, pair, tall } from "./logs.mjs";

const labels = (page) => page.locator("#tables tr[data-at] .row-label").allTextContents();
const shows = (page, wanted) => page.waitForFunction((first) => document.querySelector("#tables .row-label")?.textContent.includes(first), wanted);

export const tests = {
  async "sorting by any column, and back"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    const first = await labels(page);
    await page.click("[data-sort='center.0']");
    await page.waitForSelector("th[aria-sort=ascending]");
    assert.match((await labels(page))[0], /size=10\//);
    await page.click("[data-sort='center.0']");
    await page.waitForSelector("th[aria-sort=descending]");
    assert.match((await labels(page))[0], /size=1000\/codec=gzip/);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.sort), "center.0");
    await page.click("[data-sort='center.0']");
    await page.waitForFunction(() => !document.querySelector("th[aria-sort=ascending], th[aria-sort=descending]"));
    assert.deepEqual(await labels(page), first);
    for (const by of ["label.0", "delta.1", "p.1"]) {
      await page.click(`[data-sort='${by}']`);
      await page.waitForSelector("th[aria-sort=ascending]");
      assert.equal((await labels(page)).length, first.length);
    }
  },

  async "50,000 rows: few in the document, all in reach, searched, sorted"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "old.txt", text: tall(50_000, 2) }, { name: "new.txt", text: tall(50_000, 2, 1.5) }]);
    const table = page.locator("#tables table[aria-rowcount]");
    assert.ok(Number(await table.getAttribute("aria-rowcount")) >= 50_000);
    assert.ok((await page.locator("#tables tr[data-at]").count()) <= 200);
    await page.evaluate(() => {
      const box = document.querySelector(".scroll");
      box.scrollTop = box.scrollHeight;
    });
    await page.waitForSelector("tr[data-at='49999']");
    assert.match(await page.textContent("tr[data-at='49999'] .row-label"), /n=49999/);
    const seen = await page.evaluate(() => {
      const row = document.querySelector("tr[data-at='49999']").getBoundingClientRect();
      const box = document.querySelector(".scroll").getBoundingClientRect();
      return row.top > box.top && row.bottom <= box.bottom + 2;
    });
    assert.ok(seen, "the last row is in sight");
    const head = await page.evaluate(() => document.querySelector("thead").getBoundingClientRect().top - document.querySelector(".scroll").getBoundingClientRect().top);
    assert.ok(Math.abs(head) < 3, "the head stays");
    await page.evaluate(() => {
      document.querySelector(".scroll").scrollTop = 25_000 * document.querySelector("tr[data-at]").offsetHeight;
    });
    await page.waitForSelector("tr[data-at='25005']");
    await page.keyboard.press("/");
    await page.keyboard.type("n=4321");
    await page.waitForFunction(() => Number(document.querySelector("table[aria-rowcount]").getAttribute("aria-rowcount")) < 100);
    assert.ok((await labels(page)).every((label) => label.includes("n=4321")));
    await page.fill("#search", "");
    await page.waitForFunction(() => Number(document.querySelector("table[aria-rowcount]").getAttribute("aria-rowcount")) > 50_000);
    const times = [];
    for (const part of ["0.04", "0.03", "0.02", "0.01", "0.05"]) {
      await page.evaluate(() => performance.clearMeasures());
      await asking(page, () => page.fill("#text-alpha", part));
      await page.waitForFunction(() => performance.getEntriesByName("benchlens-run").length > 0);
      times.push(await page.evaluate(() => performance.getEntriesByName("benchlens-run")[0].duration));
    }
    times.sort((a, b) => a - b);
    return `a change is asked, answered and drawn in ${times.map((t) => t.toFixed(0)).join(", ")} ms`;
  },

  async "a row opens to its samples"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await page.click("tr[data-at='1'] .open-row");
    await page.waitForSelector("tr.detail svg");
    assert.notEqual((await page.textContent(".detail-sentence")).trim(), "");
    assert.equal(await page.locator(".facts tbody tr").count(), 2);
    assert.equal(await page.locator(".facts tbody tr >> nth=0").locator(".values-run span").count(), 10);
    assert.equal(await page.getAttribute("tr[data-at='1'] .open-row", "aria-expanded"), "true");
    assert.match(page.url(), /open=0\.1/);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("tr.detail"));
    await page.click("tr[data-at='2'] td >> nth=0");
    await page.waitForSelector("tr[data-at='2'] + tr.detail");
    await page.goBack();
    await page.goBack();
    await page.waitForSelector("tr[data-at='1'] + tr.detail");
  },

  async "an open row far down comes back from the URL"({ visit }) {
    const { page } = await visit({ hash: "#open=0.3000" });
    await drop(page, [{ name: "old.txt", text: tall(5000, 2) }]);
    await page.waitForSelector("tr[data-at='3000'] + tr.detail");
    const there = await page.evaluate(() => {
      const box = document.querySelector(".scroll").getBoundingClientRect();
      const row = document.querySelector("tr[data-at='3000']").getBoundingClientRect();
      return row.top >= box.top && row.bottom <= box.bottom;
    });
    assert.ok(there, "it is in sight");
  },

  async "the keyboard: j k Enter s / 1–9 ? Esc"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    const at = () => page.evaluate(() => document.activeElement.closest("tr")?.dataset.at);
    await page.keyboard.press("j");
    assert.equal(await at(), "0");
    await page.keyboard.press("j");
    await page.waitForFunction(() => document.activeElement.closest("tr")?.dataset.at === "1");
    await page.keyboard.press("k");
    await page.waitForFunction(() => document.activeElement.closest("tr")?.dataset.at === "0");
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => document.activeElement.closest("tr")?.dataset.at === "1");
    await page.keyboard.press("Enter");
    await page.waitForSelector("tr[data-at='1'] + tr.detail");
    assert.equal(await at(), "1");
    await page.keyboard.press("2");
    await page.waitForSelector("[role=tab][aria-selected=true]:has-text('B/op')");
    await page.keyboard.press("s");
    await page.waitForFunction(() => document.querySelector("#sort").value === "worst");
    await page.keyboard.press("/");
    assert.equal(await page.evaluate(() => document.activeElement.id), "search");
    await page.keyboard.type("gzip");
    await page.waitForFunction(() => document.querySelectorAll("tr[data-at]").length === 3);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement.closest("tr")?.dataset.at === "0");
    await page.keyboard.press("?");
    await page.waitForSelector("#help[open]");
    assert.match(await page.textContent("#help"), /next, previous row/);
    await page.keyboard.press("Escape");
    await page.waitForSelector("#help", { state: "hidden" });
  },

  async "every control is reached by Tab, with a visible focus"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "all.txt", text: log() }]);
    const reached = new Set();
    await page.evaluate(() => document.querySelector("#skip").focus());
    for (let i = 0; i < 90; i++) {
      const [name, seen] = await page.evaluate(() => {
        const here = document.activeElement;
        const name = here.dataset.do ?? here.dataset.key ?? here.dataset.sort ?? (here.id || here.className || here.tagName);
        const style = getComputedStyle(here);
        return [name, style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0];
      });
      assert.ok(name === "BODY" || seen, `${name} shows its focus`);
      if (name === "skip" && reached.has("skip")) break;
      reached.add(name);
      await page.keyboard.press("Tab");
    }
    for (const wanted of ["open", "theme", "label", "remove", "offer", ".config", "/codec", "text-row", "text-alpha", "reset", "command", "copy-command", "output", "save-output", "search", "sort", "label.0", "center.0", "open-row"]) {
      assert.ok(reached.has(wanted), `${wanted} is among ${[...reached].join(", ")}`);
    }
  },

  async "charts are shown, and saved as SVG and PNG"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await page.click("[data-act=chart]");
    await page.waitForSelector("figure.chart svg");
    const [svg] = await Promise.all([page.waitForEvent("download"), page.click("text=Save SVG")]);
    assert.match(svg.suggestedFilename(), /\.svg$/);
    assert.match(await readFile(await svg.path(), "utf8"), /^<svg[^>]* xmlns=/);
    const [png] = await Promise.all([page.waitForEvent("download"), page.click("text=Save PNG")]);
    const bytes = await readFile(await png.path());
    assert.deepEqual([...bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    assert.ok(bytes.readUInt32BE(16) > 600, "it is large enough for a slide");
    await page.click("tr[data-at='0'] .open-row");
    await page.waitForSelector("tr.detail svg");
    await page.setViewportSize({ width: 420, height: 800 });
    const narrow = (place) => page.waitForFunction((at) => document.querySelector(at)?.getAttribute("width") < 420, `${place} svg`);
    await Promise.all([narrow("figure.chart"), narrow("tr.detail")]);
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=Save SVG")]);
    assert.match(await readFile(await saved.path(), "utf8"), /^<svg[^>]* width="860"/);
  },

  async "copies and downloads"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    const clipboard = async (wanted) => {
      for (let tries = 0; tries < 400; tries++) {
        if ((await page.evaluate(() => navigator.clipboard.readText())) === wanted) return;
        await page.waitForTimeout(50);
      }
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), wanted);
    };
    await page.click("[data-do=copy-command]");
    await page.waitForFunction(() => document.querySelector("#said").textContent.startsWith("Copied"));
    await clipboard(await page.textContent("#command"));
    for (const [kind, ending] of [["markdown", ".md"], ["csv", ".csv"], ["json", ".json"], ["tidy", "-tidy.csv"], ["text", ".txt"]]) {
      await page.selectOption("#output", kind);
      const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-do=save-output]")]);
      assert.ok(file.suggestedFilename().endsWith(ending));
      const text = await readFile(await file.path(), "utf8");
      assert.ok(text.length > 0);
      await page.click("[data-do=copy-output]");
      await clipboard(text);
    }
    await page.click("[data-do=copy-link]");
    await clipboard(page.url());
  },

  async "many tables come as they are scrolled to"({ visit }) {
    const { page } = await visit();
    const text = Array.from({ length: 80 }, (_, i) => log({ pkg: `example.org/p${i}`, runs: 1, sizes: [1] })).join("");
    await drop(page, [{ name: "many.txt", text }]);
    assert.ok((await page.locator(".block").count()) < 80);
    for (let seen = 0; seen < 80; seen = await page.locator(".block").count()) {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await page.waitForFunction((before) => document.querySelectorAll(".block").length > before, seen);
    }
    assert.equal(await page.locator(".block").count(), 80);
    await page.evaluate(() => window.scrollTo(0, 0));
    await shows(page, "Work");
  },

  async "tables that come late, of what is not shown any more, are dropped"({ visit }) {
    const { page } = await visit();
    const text = Array.from({ length: 80 }, (_, i) => log({ pkg: `example.org/p${i}`, runs: 1, sizes: [1] })).join("");
    await drop(page, [{ name: "many.txt", text }]);
    // The rows of tables further down are asked for late.
    await page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (...message) {
        const [method, view] = message[0].args ?? [];
        const isLate = method === "rows" && JSON.parse(view).table >= 24;
        if (isLate) document.body.dataset.late = "1";
        setTimeout(() => post.apply(this, message), isLate ? 700 : 0);
      };
    });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForSelector("body[data-late]");
    await page.selectOption("#sort", "label");
    await page.waitForTimeout(1500);
    for (let seen = 0; seen < 80; seen = await page.locator(".block").count()) {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await page.waitForFunction((before) => document.querySelectorAll(".block").length > before, seen);
    }
    const places = await page.locator(".block").evaluateAll((blocks) => blocks.map((block) => Number(block.dataset.table)));
    assert.equal(places.length, 80);
    // Each once, in order; between them are the tables of other units.
    assert.deepEqual(places, [...new Set(places)].sort((a, b) => a - b));
  },
};
