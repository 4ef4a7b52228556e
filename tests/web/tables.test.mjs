// Tests tables: sorting, searching, changed rows, 50,000 rows, the details of a row, exports, the keyboard.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { ask, asking, choose, copied, drop, names } from "./browser.mjs";
import { log, pair, tall } from "./logs.mjs";

const shows = (page, wanted) => page.waitForFunction((first) => document.querySelector("#tables .open-row")?.textContent.includes(first), wanted);
const changes = (page) => page.locator("#tables tr[data-at] .delta .by").allInnerTexts();
const rowCount = (page) => page.locator("#tables table").first().getAttribute("aria-rowcount").then(Number);

/** Returns two logs whose benchmarks change by −40% to +40%, in no order. */
const mixed = () => [0, 1].map((side) => ({
  name: ["old.txt", "new.txt"][side],
  text: [3, -2, 0, 4, -4, 1, 2, -1].flatMap((by, row) => Array.from({ length: 8 }, (_, run) =>
    `BenchmarkMixed/row=${row}-8 100 ${Math.round(10000 * (1 + (side ? by / 10 : 0))) + run * 7} ns/op`)).join("\n"),
}));

export const tests = {
  async "sorting by any column, and back"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    const first = await names(page);
    await page.click("[data-sort='center.0']");
    await page.waitForSelector("th[aria-sort=ascending]");
    assert.match((await names(page))[0], /size=10\//);
    await page.click("[data-sort='center.0']");
    await page.waitForSelector("th[aria-sort=descending]");
    assert.match((await names(page))[0], /size=1000\/codec=gzip/);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.sort), "center.0");
    await page.click("[data-sort='center.0']");
    await page.waitForFunction(() => !document.querySelector("th[aria-sort=ascending], th[aria-sort=descending]"));
    assert.deepEqual(await names(page), first);
    for (const by of ["label.0", "delta.1", "p.1"]) {
      await page.click(`[data-sort='${by}']`);
      await page.waitForSelector("th[aria-sort=ascending]");
      assert.equal((await names(page)).length, first.length);
    }
  },

  async "worst first shows the worst first, chosen from the list or by its key"({ visit }) {
    const { page } = await visit();
    await drop(page, mixed());
    const wanted = ["row=3", "row=0", "row=6", "row=5"];
    const sorted = async () => (await names(page)).slice(0, 4).map((name) => name.match(/row=\d/)[0]);
    await page.selectOption("#sort", "worst");
    await shows(page, "row=3");
    assert.deepEqual(await sorted(), wanted);
    assert.match(await page.textContent("#command"), /-sort worst/);
    await page.selectOption("#sort", "first");
    await shows(page, "row=0");
    await page.focus("#main");
    await page.keyboard.press("s");
    await shows(page, "row=3");
    assert.deepEqual(await sorted(), wanted);
  },

  async "only what changed, and all again"({ visit }) {
    const { page } = await visit();
    await drop(page, mixed());
    assert.equal((await names(page)).length, 8);
    assert.equal(await page.isChecked("#changed"), false, "few rows are all shown");
    await page.check("#changed");
    await page.waitForFunction(() => document.querySelectorAll("#tables tr[data-at]").length === 7);
    assert.ok(!(await names(page)).some((name) => name.includes("row=2")));
    assert.match(await page.textContent("#command"), /-changed/);
    assert.match(page.url(), /changed=1/);
    await page.focus("#main");
    await page.keyboard.press("d");
    await page.waitForFunction(() => document.querySelectorAll("#tables tr[data-at]").length === 8);
  },

  async "many rows: those that changed at first, with a word when there is none"({ visit }) {
    const { page } = await visit();
    const factor = (row) => (row < 3 ? 1.5 : 1);
    const side = (on) => Array.from({ length: 40 }, (_, row) => Array.from({ length: 6 }, (_, run) => `BenchmarkRow/n=${row}-8 1 ${Math.round(10000 * (on ? factor(row) : 1)) + run * 3} ns/op`).join("\n")).join("\n");
    await drop(page, [{ name: "old.txt", text: side(false) }, { name: "new.txt", text: side(true) }]);
    assert.equal((await names(page)).length, 3);
    assert.ok(await page.isChecked("#changed"));
    const hidden = (/** @type {string} */ text) => page.waitForFunction((wanted) => {
      const found = /** @type {HTMLElement|null} */ (document.querySelector("#tables .hidden-rows:not([hidden])"));
      return found?.innerText === wanted;
    }, text);
    await hidden("37 rows without a change are hidden. Show all");
    // A search counts the rows that it would find.
    await page.fill("#search", "n=2");
    await hidden("10 more rows without a change match the search but are hidden. Show all");
    await page.fill("#search", "n=20");
    await hidden("1 row without a change matches the search but is hidden. Show all");
    assert.equal(await page.locator("#tables .no-rows:visible").count(), 0);
    await page.fill("#search", "n=99");
    await page.waitForSelector("#tables .no-rows:visible");
    assert.equal(await page.innerText("#tables .no-rows"), "No row matches the search.");
    assert.equal(await page.locator("#tables .hidden-rows:visible").count(), 0);
    await page.fill("#search", "n=20");
    await page.focus("#tables .hidden-rows button");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll("#tables tr[data-at]").length === 1);
    await page.fill("#search", "");
    await page.waitForFunction(() => document.querySelectorAll("#tables tr[data-at]").length === 40);
    assert.equal(await page.locator("#tables .hidden-rows:visible").count(), 0);
  },

  async "a bar in every compared row, on one axis, with interval and margin"({ visit }) {
    const { page } = await visit();
    await drop(page, mixed());
    const bars = await page.locator("#tables tr[data-at] .delta-bar").evaluateAll((all) => all.map((bar) => {
      const left = (part) => bar.querySelector(part)?.getBoundingClientRect();
      const point = left(".point");
      return { at: point.left + point.width / 2, zero: left(".zero").left, band: [left(".band").left, left(".band").right], reach: [left(".reach")?.left, left(".reach")?.right], box: [bar.getBoundingClientRect().left, bar.getBoundingClientRect().right] };
    }));
    assert.equal(bars.length, 8);
    const by = [3, -2, 0, 4, -4, 1, 2, -1];
    for (const [row, { at, zero, band, box, reach }] of bars.entries()) {
      assert.equal(Math.sign(Math.round(at - zero)), Math.sign(by[row]), `row ${row} is on its side of no change`);
      assert.ok(band[0] < zero && zero < band[1], "the margin is around no change");
      assert.ok(box[0] <= at && at <= box[1], "nothing is clipped");
      assert.ok(reach[0] !== undefined, `row ${row} has its interval`);
      assert.ok(reach[0] - 1 <= at && at <= reach[1] + 1, "the interval holds the change");
      assert.ok(Math.abs(zero - bars[0].zero) < 1, "one axis");
    }
    const order = [...bars.keys()].sort((a, b) => bars[a].at - bars[b].at);
    assert.deepEqual(order, [...by.keys()].sort((a, b) => by[a] - by[b]));
    assert.match(await page.innerText("#tables .bar-axis"), /%/);
  },

  async "rows in sight are there before the answer, and the answer has the same rows"({ visit }) {
    for (const changed of [0, 1]) {
      const { page } = await visit({ hash: `#changed=${changed}` });
      await drop(page, [{ name: "old.txt", text: tall(12_000, 4) }, { name: "new.txt", text: tall(12_000, 4, 1.5) }]);
      const seen = await page.evaluate(async (changed) => {
        const seen = [];
        // Compare a row's name and medians, because outcomes arrive with the answer.
        const row = (line) => [...line.querySelectorAll(".open-row, .center")].map((cell) => cell.textContent).join(" ");
        const look = () => seen.push({
          early: document.body.classList.contains("early"), dim: getComputedStyle(document.querySelector("#units")).opacity !== "1",
          rows: [...document.querySelectorAll("#tables tr[data-at]")].slice(0, 9).map(row), outcomes: document.querySelectorAll("#tables .outcome").length,
          total: Number(document.querySelector("#tables table").getAttribute("aria-rowcount")),
        });
        const observer = new MutationObserver(look);
        observer.observe(document.querySelector("#tables"), { childList: true });
        location.hash = `changed=${changed}&row=/n`;
        while (document.body.dataset.asking || !seen.length || seen.at(-1).early || seen.at(-1).dim) {
          await new Promise((done) => setTimeout(done, 10));
          if (seen.length) look();
        }
        return seen;
      }, changed);
      const [first, last] = [seen[0], seen.at(-1)];
      assert.ok(first.early && first.dim, "the first thing seen is not the answer");
      assert.ok(!last.early && !last.dim);
      assert.equal(first.rows.length, 9);
      assert.match(first.rows[0], /^0 /);
      assert.deepEqual(first.rows, last.rows);
      if (!changed) assert.equal(first.total, last.total - 1, "all rows, but no geometric mean yet");
      // A jump before the answer shows rows of the answer.
      const jumped = await page.evaluate(async () => {
        const jump = () => { document.querySelector("#tables .scroll").scrollTop = 2000 * 30; };
        const observer = new MutationObserver(() => document.body.classList.contains("early") && jump());
        observer.observe(document.querySelector("#tables"), { childList: true });
        const { shown } = document.body.dataset;
        location.hash = "changed=0";
        while (document.body.dataset.shown === shown || document.body.dataset.asking) await new Promise((done) => setTimeout(done, 10));
        jump();
        const names = () => [...document.querySelectorAll("#tables .open-row")].map((cell) => cell.textContent);
        for (let tries = 0; tries < 10_000 && !/\d{4}/.test(names()[0]); tries++) await new Promise((done) => setTimeout(done, 10));
        return names();
      });
      assert.ok(jumped.every((name) => /^Row\/n=\d{4}/.test(name)), jumped.slice(0, 3).join());
    }
  },

  async "50,000 rows: few in the document, all in reach, never an empty table"({ visit }) {
    const { page } = await visit({ hash: "#changed=0" });
    await drop(page, [{ name: "old.txt", text: tall(50_000, 2) }, { name: "new.txt", text: tall(50_000, 2, 1.5) }]);
    assert.ok((await rowCount(page)) >= 50_000);
    assert.ok((await page.locator("#tables tr[data-at]").count()) <= 200);
    await page.evaluate(() => {
      const box = document.querySelector(".scroll");
      box.scrollTop = box.scrollHeight;
    });
    await page.waitForSelector("tr[data-at='49999']");
    assert.match(await page.innerText("tr[data-at='49999'] .open-row"), /n=49999/);
    const seen = await page.evaluate(() => {
      const row = document.querySelector("tr[data-at='49999']").getBoundingClientRect();
      const foot = document.querySelector("tfoot").getBoundingClientRect();
      const box = document.querySelector(".scroll").getBoundingClientRect();
      return row.top > box.top && row.bottom <= foot.top + 2 && foot.bottom <= box.bottom + 2;
    });
    assert.ok(seen, "the last row is in sight, above the geometric mean");
    const head = await page.evaluate(() => document.querySelector("thead").getBoundingClientRect().top - document.querySelector(".scroll").getBoundingClientRect().top);
    assert.ok(Math.abs(head) < 3, "the head stays");

    // In each frame after a jump, the window is full of rows.
    const blanks = await page.evaluate(async () => {
      const box = document.querySelector(".scroll");
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      let blank = 0;
      for (let jump = 1; jump <= 40; jump++) {
        box.scrollTop = ((jump * 7919) % 50_000) * 30;
        for (let i = 0; i < 4; i++) {
          await frame();
          const around = box.getBoundingClientRect();
          for (const share of [0.3, 0.5, 0.8]) {
            const here = document.elementFromPoint(around.left + 60, around.top + around.height * share);
            if (!here?.closest("tr[data-at]")) blank++;
          }
        }
      }
      return blank;
    });
    assert.equal(blanks, 0);
    await page.keyboard.press("/");
    await page.keyboard.type("n=4321");
    await page.waitForFunction(() => Number(document.querySelector("#tables table").getAttribute("aria-rowcount")) < 100);
    assert.ok((await names(page)).every((name) => name.includes("n=4321")));
    await page.fill("#search", "");
    await page.waitForFunction(() => Number(document.querySelector("#tables table").getAttribute("aria-rowcount")) > 50_000);
    const times = [];
    for (const part of ["0.04", "0.03", "0.02", "0.01", "0.05"]) {
      await page.evaluate(() => performance.clearMeasures());
      await asking(page, () => ask(page, "alpha", part));
      await page.waitForFunction(() => performance.getEntriesByName("benchlens-run").length > 0);
      times.push(await page.evaluate(() => performance.getEntriesByName("benchlens-run")[0].duration));
    }
    times.sort((a, b) => a - b);
    return `a change is asked, answered and drawn in ${times.map((t) => t.toFixed(0)).join(", ")} ms`;
  },

  async "a row opens beside the table: in words, with its samples"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await page.click("tr[data-at='1'] .open-row");
    await page.waitForSelector("#side[data-what=row] svg");
    assert.equal(await page.innerText("#side-title"), (await names(page))[1]);
    assert.match(await page.innerText(".detail-outcome"), /Improved: estimated change [−-]50\.\d+% \[.*95% interval/);
    assert.equal(await page.locator(".facts[aria-label^='Samples of'] tbody tr").count(), 2);
    // Both sides are in run order, as in the logs.
    const runs = await page.locator(".values-run").evaluateAll((all) => all.map((one) => [...one.querySelectorAll("span")].map((value) => parseFloat(value.textContent))));
    const written = (factor) => Array.from({ length: 10 }, (_, run) => Math.round(20_000 * factor * (1 + ((run * 7) % 10) / 1000)) / 1000);
    assert.deepEqual(runs, [written(1), written(0.5)]);
    assert.equal(await page.getAttribute("tr[data-at='1'] .open-row", "aria-expanded"), "true");
    assert.match(page.url(), /open=0\.1/);
    const [side, table] = await Promise.all(["#side", "#tables"].map((part) => page.locator(part).boundingBox()));
    assert.ok(table.x + table.width <= side.x + 1, "it does not hide the table");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#side", { state: "hidden" });
    await page.click("tr[data-at='2'] td >> nth=0");
    await page.waitForFunction((name) => document.querySelector("#side-title").textContent === name, (await names(page))[2]);
    await page.goBack();
    await page.waitForSelector("#side", { state: "hidden" });
    await page.goBack();
    await page.waitForFunction((name) => document.querySelector("#side-title").textContent === name, (await names(page))[1]);
  },

  async "a row of very many samples tells the first thousand, and how many more there are"({ visit }) {
    const { page } = await visit({ hash: "#open=0.0" });
    const lines = (runs) => Array.from({ length: runs }, (_, run) => `BenchmarkA-8 1 ${1000 + (run % 7)} ns/op`).join("\n");
    await drop(page, [{ name: "old.txt", text: lines(1000) }, { name: "new.txt", text: lines(31_500) }]);
    await page.waitForSelector("#side[data-what=row] .facts");
    const runs = page.locator(".values-run");
    assert.deepEqual(await runs.evaluateAll((all) => all.map((one) => one.querySelectorAll("span").length)), [1000, 1000]);
    assert.doesNotMatch(await runs.first().innerText(), /more/);
    assert.match(await runs.last().innerText(), /and 30,500 more$/);
    assert.match(await page.innerText(".facts"), /31500/);
  },

  async "an open row far down comes back from the URL"({ visit }) {
    const { page } = await visit({ hash: "#open=0.3000" });
    await drop(page, [{ name: "old.txt", text: tall(5000, 2) }]);
    await page.waitForSelector("tr[data-at='3000'].is-open");
    await page.waitForSelector("#side[data-what=row] .facts");
    const there = await page.evaluate(() => {
      const box = document.querySelector(".scroll").getBoundingClientRect();
      const row = document.querySelector("tr[data-at='3000']").getBoundingClientRect();
      return row.top >= box.top && row.bottom <= box.bottom;
    });
    assert.ok(there, "it is in sight");
  },

  async "rows of several keys are several columns"({ visit }) {
    const { page } = await visit({ hash: "#row=.name,/size,/codec" });
    await drop(page, pair());
    const heads = await page.locator("#tables thead .sub th").evaluateAll((cells) => cells.slice(0, 3).map((cell) => cell.innerText.trim()));
    assert.deepEqual(heads, [".name", "/size", "/codec"]);
    const first = await page.locator("tr[data-at='0']").evaluate((row) => [...row.cells].slice(0, 3).map((cell) => cell.innerText.trim()));
    assert.deepEqual(first, ["Work", "10", "none"]);
  },

  async "the keyboard: j k Enter s / 1–9 c v ? Esc"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    const at = () => page.evaluate(() => document.activeElement.closest("tr")?.dataset.at);
    const isAt = (row) => page.waitForFunction((wanted) => document.activeElement.closest("tr")?.dataset.at === wanted, row);
    await page.keyboard.press("j");
    assert.equal(await at(), "0");
    await page.keyboard.press("j");
    await isAt("1");
    await page.keyboard.press("k");
    await isAt("0");
    await page.keyboard.press("ArrowDown");
    await isAt("1");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#side[data-what=row] .facts");
    assert.equal(await at(), "1");
    await page.keyboard.press("j");
    await isAt("2");
    await page.waitForFunction((name) => document.querySelector("#side-title").textContent === name, (await names(page))[2]);
    await page.keyboard.press("2");
    await page.waitForSelector("[role=tab][aria-selected=true]:has-text('B/op')");
    await page.keyboard.press("s");
    await page.waitForFunction(() => document.querySelector("#command").textContent.includes("-sort worst"));
    await page.keyboard.press("/");
    assert.equal(await page.evaluate(() => document.activeElement.id), "search");
    await page.keyboard.type("gzip");
    await page.waitForFunction(() => document.querySelectorAll("tr[data-at]").length === 3);
    await page.keyboard.press("Escape");
    await isAt("0");
    await page.keyboard.press("c");
    await page.waitForSelector("figure.chart svg");
    await page.keyboard.press("c");
    await page.waitForSelector("#tables tr[data-at]:visible");
    await page.keyboard.press("v");
    await page.waitForSelector("#shelves:visible");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#shelves", { state: "detached" });
    await page.keyboard.press("?");
    await page.waitForSelector("#help[open]");
    assert.match(await page.textContent("#help"), /next, previous row/);
    await page.keyboard.press("Escape");
    await page.waitForSelector("#help", { state: "hidden" });
  },

  async "every control is reached by Tab, with a visible focus; the results are a few steps from the start"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await page.evaluate(() => document.querySelector("#skip").focus());
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement.closest("tr")?.dataset.at === "0");
    // If a chart is shown, the chart is the result.
    const many = await visit();
    await drop(many.page, Array.from({ length: 6 }, (_, i) => ({ name: `v${i}.txt`, text: log({ factor: 1 + i / 50, sizes: [10], codecs: ["none"] }) })));
    await many.page.waitForSelector("figure.chart svg");
    await many.page.evaluate(() => document.querySelector("#skip").focus());
    await many.page.keyboard.press("Enter");
    assert.deepEqual(await many.page.evaluate(() => [document.activeElement.id, document.activeElement.getAttribute("aria-label")]), ["chart", "Chart"]);
    await many.page.keyboard.press("Tab");
    assert.ok(await many.page.evaluate(() => document.querySelector("#chart").contains(document.activeElement)), "the next step is in the chart");
    const reached = new Set();
    await page.click("#edit-view");
    await page.evaluate(() => document.querySelector("#skip").focus());
    let first = 0;
    for (let i = 0; i < 90; i++) {
      const [name, seen] = await page.evaluate(() => {
        const here = document.activeElement;
        const name = here === document.body ? "BODY" : here.dataset.do ?? here.dataset.key ?? here.dataset.sort ?? (here.id || here.className || here.tagName);
        const style = getComputedStyle(here);
        return [name, style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0];
      });
      assert.ok(name === "BODY" || seen, `${name} shows its focus`);
      if (name === "skip" && reached.has("skip")) break;
      if (name === "open-row" && !first) first = i;
      reached.add(name);
      await page.keyboard.press("Tab");
    }
    assert.ok(first > 0 && first <= 30, `the first row is ${first} steps from the start`);
    for (const wanted of ["open", "label", "star", "remove", "swap", "card", "base", "edit-view", "changed", "as-table", "as-chart", "search", "sort", "label.0", "center.0", "open-row", "command", "copy-command", "side-close", ".config", "/codec", "text-row", "text-alpha", "reset"]) {
      assert.ok(reached.has(wanted), `${wanted} is among ${[...reached].join(", ")}`);
    }
  },

  async "copies and downloads"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    assert.equal((await copied(page, () => page.click("[data-do=copy-command]"))).text, await page.textContent("#command"));
    for (const [kind, ending] of [["markdown", ".md"], ["csv", ".csv"], ["json", ".json"], ["tidy", ".tidy.csv"], ["text", ".txt"]]) {
      await page.click("#share-menu > button");
      await page.selectOption("#output", kind);
      const [file] = await Promise.all([page.waitForEvent("download"), page.click("[data-act=save-output]")]);
      assert.ok(file.suggestedFilename().endsWith(ending));
      const text = await readFile(await file.path(), "utf8");
      assert.ok(text.length > 0);
      assert.equal((await copied(page, () => choose(page, "share", "copy-output"))).text, text);
      await page.keyboard.press("Escape");
    }
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
    // The rows of tables further down are requested late.
    await page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (...message) {
        const [method, view] = message[0].args ?? [];
        const isLate = method === "rows" && view.table >= 24;
        if (isLate) document.body.dataset.late = String(Number(document.body.dataset.late ?? 0) + 1);
        setTimeout(() => {
          post.apply(this, message);
          if (isLate) document.body.dataset.late = String(Number(document.body.dataset.late) - 1);
        }, isLate ? 700 : 0);
      };
    });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForSelector("body[data-late]");
    await page.selectOption("#sort", "label");
    // All of them have been requested by now. The worker answers in order, so the next request is answered after
    // them.
    await page.waitForSelector("body[data-late='0']");
    for (let seen = 0; seen < 80; seen = await page.locator(".block").count()) {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await page.waitForFunction((before) => document.querySelectorAll(".block").length > before, seen);
    }
    const places = await page.locator(".block").evaluateAll((blocks) => blocks.map((block) => Number(block.dataset.table)));
    assert.equal(places.length, 80);
    // Each appears once, in order; between them are the tables of other units.
    assert.deepEqual(places, [...new Set(places)].sort((a, b) => a - b));
  },

  async "the changes of many columns"({ visit }) {
    const { page } = await visit();
    await drop(page, [1, 0.5, 2, 1.1].map((factor, i) => ({ name: `v${i}.txt`, text: log({ factor, sizes: [10], codecs: ["none"] }) })));
    assert.equal((await changes(page)).length, 3);
    // All columns have the same scale: equal changes have the same length.
    const places = await page.locator("tr[data-at='0'] .delta-bar").evaluateAll((all) => all.map((bar) => [bar, bar.querySelector(".zero")].map((part) => part.getBoundingClientRect())).map(([bar, zero]) => [bar.width, zero.left - bar.left].map(Math.round)));
    assert.equal(places.length, 3);
    for (const [width, zero] of places) {
      assert.ok(Math.abs(width - places[0][0]) <= 1 && Math.abs(zero - places[0][1]) <= 1, JSON.stringify(places));
    }
  },

  async "one log: values stand beside the names, also where names are long"({ visit }) {
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      const { page } = await visit({ width, height });
      await drop(page, [{ name: "a-name-of-a-log-that-is-longer-than-most-screens-are-wide.txt", text: log() }]);
      const [name, value] = await Promise.all([".open-row", ".center"].map((part) => page.locator(`tr[data-at='5'] ${part}`).boundingBox()));
      assert.ok(value.x - (name.x + name.width) < 260, `${value.x} is far from ${name.x + name.width}`);
      assert.ok(value.x + value.width <= width, "it is in sight");
      const cut = await page.locator("tr[data-at='5'] .open-row").evaluate((button) => button.scrollWidth > button.clientWidth);
      assert.ok(!cut, "the name is whole");
    }
  },

  async "one log: bars show which benchmarks are slow, next to the ratio to the fastest of their group"({ visit }) {
    const times = { "Parse/size=10": 200, "Parse/size=20": 400, "Parse/size=40": 800, Print: 30, Scan: 60 };
    const text = Object.entries(times).map(([name, ns]) => `Benchmark${name} 1 ${ns} ns/op 0 allocs/op\n`.repeat(6)).join("");
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      const { page } = await visit({ width, height });
      await drop(page, [{ name: "bench.txt", text }]);
      const bars = await page.locator("#tables .length-bar").evaluateAll((all) => all.map((bar) => {
        const [box, own] = [bar, bar.firstChild].map((part) => part.getBoundingClientRect());
        return { share: own.width / box.width, height: own.height, left: own.left, right: box.right, isHidden: bar.getAttribute("aria-hidden") };
      }));
      const shares = [0.25, 0.5, 1, 0.5, 1];
      assert.equal(bars.length, shares.length);
      for (const [row, bar] of bars.entries()) {
        assert.ok(Math.abs(bar.share - shares[row]) < 0.01, `row ${row}: ${bar.share} of ${shares[row]}`);
        assert.ok(bar.height >= 8 && bar.left === bars[0].left && bar.right <= width, "all bars begin at one line, and are visible");
        assert.equal(bar.isHidden, "true");
      }
      assert.ok(bars[0].right - bars[0].left > width / 4, "differences are visible");
      assert.deepEqual(await page.locator("#tables tr[data-at] .times").allInnerTexts(), ["1.00×", "2.00×", "4.00×", "1.00×", "2.00×"]);
      assert.match(await page.innerText("#tables thead .sub"), /vs lowest of its name/);
      await page.emulateMedia({ media: "print" });
      const { style, color } = await page.locator(".length-bar i").first().evaluate((bar) => {
        const { borderTopStyle, borderTopColor } = getComputedStyle(bar);
        return { style: borderTopStyle, color: borderTopColor };
      });
      assert.ok(style === "solid" && color !== "rgb(255, 255, 255)", "a border is printed, a background would not be");
      await page.emulateMedia({ media: "screen" });
      // Without any allocation, there is nothing to compare.
      await page.click(".card >> nth=1");
      await page.waitForSelector("#tables thead:has-text('allocs/op')");
      assert.equal(await page.locator("#tables .length").count(), 0);
    }
    const { page } = await visit();
    await drop(page, pair());
    assert.equal(await page.locator("#tables .length").count(), 0, "comparisons have bars of changes");
  },
};
