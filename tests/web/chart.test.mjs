// Tests charts in the web app: the default kind, options, tooltips, and exporting pictures.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { choose, copied, drop } from "./browser.mjs";
import { log, pair } from "./logs.mjs";

const kind = (page) => page.innerText(".chart-tools [aria-pressed=true]");

export const tests = {
  async "the chart that fits is chosen by itself, and others can be chosen"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await page.click("#as-chart");
    await page.waitForSelector("figure.chart svg");
    // Two columns are a comparison; sizes can be an axis.
    assert.equal(await kind(page), "Changes");
    assert.deepEqual(await page.locator(".chart-tools [aria-pressed]").allInnerTexts(), ["Changes", "Scaling"]);
    await page.click("#kind-scaling");
    await page.waitForSelector("#kind-scaling[aria-pressed=true]");
    // Lines for two codecs of two logs, and texts that describe the axes.
    const lines = await page.locator("figure.chart svg").evaluate((svg) => [...svg.querySelectorAll("path[fill=none][stroke-linejoin]")].filter((line) => line.getAttribute("stroke-width") === "2").map((line) => line.getAttribute("d").match(/[ML]/g).length));
    assert.deepEqual(lines, [3, 3, 3, 3], "four series with three sizes");
    assert.match(await page.locator("figure.chart svg").evaluate((svg) => svg.textContent), /both axes logarithmic/);
    await page.click("#kind-forest");
    await page.waitForSelector("#kind-forest[aria-pressed=true]");
    const svg = await page.locator("figure.chart svg").evaluate((root) => root.textContent);
    assert.match(svg, /size=1000/);
    assert.match(page.url(), /chart=forest/);
    await page.goBack();
    await page.waitForSelector("#kind-scaling[aria-pressed=true]");
    await page.click("#as-table");
    await page.waitForSelector("#tables tr[data-at]:visible");
    // The sizes of one log are an axis, because each codec has three of them.
    const one = await visit();
    await drop(one.page, pair().slice(0, 1));
    await one.page.click("#as-chart");
    await one.page.waitForSelector("figure.chart svg");
    assert.equal(await kind(one.page), "Scaling");
    // A different number in each name is not an axis.
    const single = await visit();
    const rows = (ns) => Array.from({ length: 12 }, (_, n) => `BenchmarkRow${n}/n=${n} 1 ${ns + n} ns/op\n`).join("");
    await drop(single.page, [{ name: "rows.txt", text: rows(50).repeat(6) }]);
    await single.page.click("#as-chart");
    await single.page.waitForSelector("figure.chart svg");
    assert.equal(await kind(single.page), "Medians");
    assert.equal(await single.page.locator("#kind-scaling").count(), 0);
    const many = await visit();
    await drop(many.page, Array.from({ length: 6 }, (_, i) => ({ name: `v${i}.txt`, text: log({ factor: 1 + i / 50, sizes: [10], codecs: ["none"] }) })));
    // More than four columns are shown as a chart automatically.
    await many.page.waitForSelector("figure.chart svg");
    assert.equal(await kind(many.page), "Over time");
    assert.match(await many.page.locator("figure.chart svg").evaluate((svg) => svg.textContent), /sec\/op over time[\s\S]*at least five points on either side/);
    assert.equal(new URL(many.page.url()).hash, "");
  },

  async "bytes have ticks in powers of two, and no mark lies outside of them"({ visit }) {
    const { page } = await visit({ hash: "#unit=B/op&chart=medians" });
    const lines = (factor) => [100_000, 1_000_000, 300_000].map((bytes, n) => `BenchmarkA/n=${n} 1 5 ns/op ${bytes * factor} B/op\n`.repeat(3)).join("");
    await drop(page, [{ name: "old.txt", text: lines(1) }, { name: "new.txt", text: lines(1.25) }]);
    await page.waitForSelector("figure.chart svg");
    const { ticks, marks } = await page.locator("figure.chart svg").evaluate((root) => {
      const middle = (element) => {
        const box = element.getBoundingClientRect();
        return (box.left + box.right) / 2;
      };
      const ticks = [...root.querySelectorAll("text")].filter((text) => /^(0|[\d.]+ ([KM]i)?B)$/.test(text.textContent)).map((text) => [text.textContent, middle(text)]);
      return { ticks, marks: [...root.querySelectorAll("[data-row][data-column] path")].map(middle) };
    });
    assert.ok(ticks.length >= 3, ticks.join("; "));
    const bytes = (text) => parseFloat(text) * { B: 1, KiB: 1024, MiB: 1024 * 1024 }[text.split(" ")[1] ?? "B"];
    for (const [text] of ticks) assert.equal(bytes(text) % 4096, 0, text);
    const [least, most] = [Math.min, Math.max].map((of) => of(...ticks.map(([, x]) => x)));
    assert.equal(marks.length, 6);
    for (const x of marks) assert.ok(least <= x && x <= most, `${x} outside of ${least} to ${most}`);
  },

  async "the quantiles of a load test are a chart, and side by side in the details of a row"({ visit }) {
    const read = (name) => readFile(new URL(`../../examples/load/${name}`, import.meta.url), "utf8");
    const logs = await Promise.all(["old.txt", "new.txt"].map(async (name) => ({ name, text: await read(name) })));
    const { page } = await visit();
    await drop(page, logs);
    await page.click("#as-chart");
    await page.click("#kind-quantiles");
    await page.waitForSelector("#kind-quantiles[aria-pressed=true]");
    const drawn = await page.locator("figure.chart svg").evaluate((svg) => svg.textContent);
    for (const text of ["GET/fast", "p50", "p90", "p99", "percentile", "latency"]) assert.ok(drawn.includes(text), `${text} in ${drawn}`);
    await page.click("#as-table");
    await page.click("tr[data-at='0'] .open-row");
    const units = page.locator(".facts[aria-label='Units of GET/fast']");
    await units.waitFor();
    const rows = await units.locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.deepEqual(rows.map(([unit]) => unit).slice(0, 3), ["p50-sec", "p90-sec", "p99-sec"]);
    const [, old, none, changed, change] = rows[0];
    assert.match(`${old} ${changed}`, /^1\.399m ± 4% 2\.401m ± 3%/);
    assert.equal(none, "");
    assert.match(change, /^\+7\d/);
    assert.ok(await units.locator("td.worse").count() > 0, "a regression has its color");
  },

  async "the same chart from program, page and report is the same bytes"({ visit }) {
    const read = (path) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");
    const logs = await Promise.all(["old.txt", "new.txt"].map(async (name) => ({ name, text: await read(`examples/${name}`) })));
    const labelled = "#in=old%3Dold.txt&in=new%3Dnew.txt";
    for (const kind of ["forest", "scaling", "medians", "history", "auto"]) {
      const { page } = await visit({ hash: `${labelled}&chart=${kind}` });
      await drop(page, logs);
      await page.waitForSelector("figure.chart svg");
      const [file] = await Promise.all([page.waitForEvent("download"), page.click("text=Save SVG")]);
      const picture = await readFile(await file.path(), "utf8");
      // `cargo test --test all charts` compares these files with the CLI's pictures.
      const folder = ["medians", "history"].includes(kind) ? "tests/web/charts" : "docs/charts";
      if (kind !== "auto") assert.equal(picture, await read(`${folder}/${kind === "history" ? "lines" : kind}.svg`));
      const [report] = await Promise.all([page.waitForEvent("download"), choose(page, "share", "save-report")]);
      const html = await readFile(await report.path(), "utf8");
      assert.ok(html.includes(picture.trimEnd()), "the report has another picture");
    }
  },

  async "saved as SVG and PNG; the SVG is what the module draws"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await page.click("#as-chart");
    await page.waitForSelector("figure.chart svg");
    await page.fill("#chart-title", "Half the time");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("figure.chart svg")?.textContent.includes("Half the time"));
    const [svg] = await Promise.all([page.waitForEvent("download"), page.click("text=Save SVG")]);
    assert.match(svg.suggestedFilename(), /^benchlens-.*\.svg$/);
    const text = await readFile(await svg.path(), "utf8");
    assert.match(text, /^<svg[^>]* xmlns=/);
    assert.match(text, /Half the time/);
    assert.doesNotMatch(text, /currentColor|<style|href=/);
    const [png] = await Promise.all([page.waitForEvent("download"), page.click("text=Save PNG")]);
    const bytes = await readFile(await png.path());
    assert.deepEqual([...bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
    assert.ok(bytes.readUInt32BE(16) >= 1600, "it is large enough for a slide");
    assert.deepEqual((await copied(page, () => page.click("text=Copy image"))).kinds, ["image/png"]);
  },

  async "a mark says what it stands for, and rows can be left out"({ visit }) {
    const { page } = await visit({ hash: "#chart=forest" });
    await drop(page, pair());
    await page.waitForSelector("figure.chart svg");
    const box = await page.locator("figure.chart svg [data-row][data-column] path").last().boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector("#tip");
    assert.match(await page.innerText("#tip"), /size=\d+[\s\S]*%/);
    await page.click("#chart-rows");
    await page.click("#chart .menu-list li >> nth=0 >> input");
    await page.waitForFunction(() => document.querySelector("#chart-rows").textContent.startsWith("Rows 5 of 6"));
    assert.doesNotMatch(await page.locator("figure.chart svg").evaluate((root) => root.textContent), /size=10\/codec=none/);
  },

  async "a chart says how many rows are hidden, and shows them on request"({ visit }) {
    const { page } = await visit({ hash: "#chart=forest" });
    const side = (/** @type {number} */ slower) => Array.from({ length: 6 }, (_, run) => Array.from({ length: 38 }, (_, row) => `BenchmarkRow/n=${row}-8 1 ${(row < 3 ? slower : 1) * 10_000 + run * 3} ns/op`).join("\n")).join("\n");
    await drop(page, [{ name: "old.txt", text: side(1) }, { name: "new.txt", text: side(1.5) }]);
    const shows = (/** @type {string} */ rows, /** @type {string} */ line) => page.waitForFunction(([wanted, text]) => {
      const own = document.querySelector("#chart-rows")?.textContent ?? "";
      const hidden = /** @type {HTMLElement|null} */ (document.querySelector("#chart .hidden-rows"))?.innerText ?? "";
      return own.startsWith(wanted) && hidden === text;
    }, [rows, line]);
    await shows("Rows 3 of 38", "35 rows without a change are hidden. Show all");
    await page.fill("#search", "n=30");
    await shows("", "1 row without a change matches the search but is hidden. Show all");
    assert.equal(await page.locator("#chart .no-rows").count(), 0, "the search matches a row");
    await page.fill("#search", "n=99");
    await page.waitForSelector("#chart .no-rows:has-text('No row matches the search.')");
    await page.fill("#search", "");
    await shows("Rows 3 of 38", "35 rows without a change are hidden. Show all");
    await page.click("#chart .hidden-rows button");
    await shows("Rows 38 of 38", "");
    assert.equal(await page.locator("figure.chart svg [role=button]").count(), 38);
  },

  async "Scaling over processors begins with one, in powers of two, with the ideal"({ visit }) {
    const { page } = await visit();
    // `go test -cpu 1,2,4,8` writes no suffix for one processor.
    const text = Array.from({ length: 6 }, (_, run) => [1, 2, 4, 8].map((cpu) => `BenchmarkPar${cpu > 1 ? `-${cpu}` : ""} 1 ${Math.round(8000 / cpu ** 0.8) + run} ns/op\n`).join("")).join("");
    await drop(page, [{ name: "par.txt", text }]);
    await page.waitForSelector("#tables tr[data-at]:visible");
    assert.match(await page.innerText("#suggest"), /compare \/gomaxprocs: 1, 2, 4, 8/);
    await page.click("#as-chart");
    await page.waitForSelector("figure.chart svg");
    assert.equal(await kind(page), "Scaling");
    const seen = await page.locator("figure.chart svg").evaluate((svg) => ({
      text: svg.textContent,
      ticks: [...svg.querySelectorAll(":scope > text[text-anchor=middle]")].filter((tick) => /^\d+$/.test(tick.textContent)).map((tick) => [tick.textContent, Number(tick.getAttribute("x"))]).sort((a, b) => a[1] - b[1]),
      marks: svg.querySelectorAll("[data-row][data-column]").length,
      ideal: svg.querySelector("path[stroke-dasharray='1 4']")?.getAttribute("d").match(/[\d.]+ [\d.]+/g).map((at) => at.split(" ").map(Number)),
    }));
    assert.deepEqual(seen.ticks.map(([label]) => label), ["1", "2", "4", "8"]);
    const gaps = seen.ticks.slice(1).map(([, x], i) => x - seen.ticks[i][1]);
    assert.ok(Math.max(...gaps) - Math.min(...gaps) < 0.5, `one step for each doubling: ${gaps}`);
    assert.equal(seen.marks, 4);
    assert.match(seen.text, /dotted: ideal/);
    assert.doesNotMatch(seen.text, /not shown/);
    assert.equal(seen.ideal.length, 4, "the ideal has a value at each number of processors");
    assert.deepEqual(seen.ideal.map(([x]) => x), seen.ticks.map(([, x]) => x));
    assert.ok(seen.ideal.every(([, y], i) => i === 0 || y > seen.ideal[i - 1][1]), "more processors take less time");
    await page.click("#suggest .offer:has-text('ops/s')");
    await page.waitForFunction(() => /operations per second|ops\/s/.test(document.querySelector("figure.chart svg")?.textContent ?? ""));
    assert.equal(await kind(page), "Scaling");
    assert.deepEqual(await page.locator("#units .unit-name").allInnerTexts(), ["ops/s"]);
    await page.click("#suggest .offer[aria-pressed=true]");
    await page.waitForFunction(() => document.querySelector("#units .unit-name")?.innerText === "sec/op");
  },

  async "Changes begins with the worst row, and follows another order"({ visit }) {
    const { page } = await visit({ hash: "#chart=forest" });
    const rows = (factors) => Array.from({ length: 8 }, (_, run) => Object.entries(factors).map(([name, factor]) => `Benchmark${name} 1 ${Math.round((10_000 + run * 7) * factor)} ns/op\n`).join("")).join("");
    await drop(page, [{ name: "old.txt", text: rows({ Ample: 1, Best: 1, Calm: 1, Slow: 1, Worst: 1 }) }, { name: "new.txt", text: rows({ Ample: 0.8, Best: 0.5, Calm: 1, Slow: 1.2, Worst: 1.6 }) }]);
    await page.waitForSelector("figure.chart svg");
    const names = () => page.locator("figure.chart svg [data-row]:not([data-column]) > text").evaluateAll((texts) => texts.map((text) => text.textContent));
    assert.deepEqual(await names(), ["Worst", "Slow", "Best", "Ample", "Calm"]);
    assert.equal(await page.locator("#sort").inputValue(), "worst");
    assert.match(await page.locator("figure.chart svg").evaluate((svg) => svg.textContent), /geomean/);
    await page.selectOption("#sort", "label");
    await page.waitForFunction(() => document.querySelector("figure.chart svg [data-row] > text")?.textContent === "Ample");
    assert.deepEqual(await names(), ["Ample", "Best", "Calm", "Slow", "Worst"]);
    assert.match(await page.locator("figure.chart svg").evaluate((svg) => svg.textContent), /geomean/);
    // A click opens the row that was clicked, although the table has another order.
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("figure.chart svg [data-row] > text")?.textContent === "Worst");
    await page.locator("figure.chart svg [data-row][role=button]").first().click({ position: { x: 3, y: 3 } });
    await page.waitForSelector("#side[data-what=row]:visible");
    assert.equal(await page.innerText("#side-title"), "Worst");
    await page.click("#as-table");
    await page.waitForSelector("#tables tr[data-at]:visible");
    assert.equal(await page.locator("#sort").inputValue(), "first");
    assert.match(await page.innerText("#tables tr[data-at] >> nth=0"), /Ample/);
  },

  async "a row of Changes opens its details by a click and by the keyboard"({ visit }) {
    const { page } = await visit({ hash: "#chart=forest" });
    await drop(page, pair());
    await page.waitForSelector("figure.chart svg");
    const row = "figure.chart svg [data-row][role=button]";
    assert.equal(await page.locator(row).count(), 6);
    // The empty part between the name and the mark also belongs to the row.
    const box = await page.locator(row).nth(1).boundingBox();
    await page.mouse.click(box.x + 0.4 * box.width, box.y + 3);
    await page.waitForSelector("#side[data-what=row]:visible");
    const label = await page.locator(row).nth(1).getAttribute("aria-label");
    const titled = await page.innerText("#side-title");
    assert.ok(label.startsWith(titled), `${label} opens ${titled}`);
    assert.match(label, /new\.txt: −50\.\d+% \[.*\] improved/);
    assert.match(await page.innerText("#side"), /in run order/);
    assert.match(page.url(), /open=0\.\d/);
    await page.waitForSelector(`${row}[data-open]`);
    // The link opens the same row.
    const linked = await visit({ hash: new URL(page.url()).hash });
    await drop(linked.page, pair());
    await linked.page.waitForSelector("#side[data-what=row]:visible");
    assert.equal(await linked.page.innerText("#side-title"), titled);
    // Another click closes it; a mark opens its row.
    await page.locator(row).nth(1).click({ position: { x: 3, y: 3 } });
    await page.waitForSelector("#side", { state: "hidden" });
    await page.locator("figure.chart svg [data-row][data-column] path").last().click();
    await page.waitForSelector("#side[data-what=row]:visible");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#side", { state: "hidden" });
    await page.focus("figure.chart");
    await page.keyboard.press("Tab");
    const at = () => page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.outerHTML);
    const labels = await page.locator(row).evaluateAll((rows) => rows.map((one) => one.getAttribute("aria-label")));
    await page.keyboard.press("ArrowDown");
    const second = labels.indexOf(await at());
    assert.ok(second >= 0, await at());
    await page.keyboard.press("k");
    assert.equal(await at(), labels[second - 1]);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#side[data-what=row]:visible");
    assert.ok(labels[second - 1].startsWith(await page.innerText("#side-title")));
    assert.equal(await at(), labels[second - 1]);
  },

  async "a file without results takes no colour, and each column has its own"({ visit }) {
    const { page } = await visit({ hash: "#chart=medians" });
    const names = Array.from({ length: 8 }, (_, i) => `v${i}.txt`);
    await drop(page, [{ name: "notes.txt", text: "no log" }, ...names.map((name, i) => ({ name, text: log({ factor: 1 + i / 10, sizes: [10], codecs: ["none"] }) }))]);
    await page.waitForSelector("figure.chart svg");
    const { legend, marks } = await page.locator("figure.chart svg").evaluate((root) => {
      const looks = (path) => [getComputedStyle(path).fill, getComputedStyle(path).stroke].find((colour) => /^rgb/.test(colour) && colour !== getComputedStyle(root.querySelector("rect")).fill);
      // Visible entries are a mark and the name next to it, and marks with tooltips.
      const legend = [...root.querySelectorAll(":scope > text")].filter((text) => text.previousElementSibling?.matches("path") && /^v\d/.test(text.textContent)).map((text) => [text.textContent, looks(text.previousElementSibling)]);
      const marks = [...root.querySelectorAll("g[data-column]")].map((group) => [/\n(.*?):/.exec(group.querySelector("title").textContent)[1], looks(group.querySelector("path:last-of-type"))]);
      return { legend, marks };
    });
    assert.deepEqual(legend.map(([name]) => name), names);
    assert.deepEqual(marks, legend);
    assert.equal(new Set(legend.map(([, colour]) => colour)).size, 8);
    for (const [name, colour] of legend) assert.notEqual(new Set(colour.match(/\d+/g)).size, 1, `${name} is grey: ${colour}`);
    // The baseline is the first input with results, and the list of the inputs shows the same.
    await page.click("#as-table");
    assert.match(await page.innerText("#tables thead th.column >> nth=0"), /^v0\.txt\s*base$/);
    await page.click("#inputs-open");
    assert.equal(await page.locator("#inputs-list .input.is-base .remove").getAttribute("aria-label"), "Remove v0.txt");
    assert.equal(await page.locator("#inputs-list .input:has-text('★')").count(), 1);
  },

  async "charts beside an open panel are drawn for the available width, so their texts stay as large"({ visit }) {
    for (const kind of ["forest", "medians", "scaling", "history"]) {
      const { page } = await visit({ hash: `#chart=${kind}` });
      await drop(page, pair());
      await page.waitForSelector("figure.chart svg");
      const drawn = () => page.locator("figure.chart svg").evaluate((svg) => ({ width: Number(svg.getAttribute("width")), shown: svg.getBoundingClientRect().width }));
      const before = await drawn();
      await page.keyboard.press("v");
      await page.waitForSelector("#side[data-what=layout]:visible");
      await page.waitForFunction((wide) => Number(document.querySelector("figure.chart svg").getAttribute("width")) < wide - 200, before.width);
      const beside = await drawn();
      assert.ok(beside.shown > 0.97 * beside.width, `${kind}: ${beside.width} px are drawn on ${beside.shown}`);
      await page.keyboard.press("Escape");
      await page.waitForFunction((wide) => Number(document.querySelector("figure.chart svg").getAttribute("width")) === wide, before.width);
      // The details of a row are such a panel, and the focus stays on its row.
      const mark = page.locator("figure.chart svg [role=button]").first();
      await mark.focus();
      await page.keyboard.press("Enter");
      await page.waitForSelector("#side[data-what=row]:visible");
      await page.waitForFunction((wide) => Number(document.querySelector("figure.chart svg").getAttribute("width")) < wide - 200, before.width);
      assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "button");
    }
  },

  async "the picture to post has one size, the counts, the runs and the theme, from tables and from a chart"({ visit }) {
    for (const hash of ["", "#chart=scaling"]) {
      const { page } = await visit({ theme: "dark", hash });
      await drop(page, pair());
      const [file] = await Promise.all([page.waitForEvent("download"), choose(page, "share", "save-post")]);
      const png = await readFile(await file.path());
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 675]);
      assert.equal(file.suggestedFilename(), "benchlens.png");
      const { corner } = await copied(page, () => choose(page, "share", "copy-post"));
      assert.deepEqual(corner, [1200, 675, 21, 24, 28, 255]);
    }
  },

  async "a button that is pressed while the chart is drawn for another width is clicked"({ visit }) {
    const { page } = await visit({ hash: "#chart=forest" });
    await drop(page, pair());
    await page.waitForSelector("figure.chart svg");
    const wide = await page.getAttribute("figure.chart svg", "width");
    await page.keyboard.press("v");
    await page.waitForFunction((before) => document.querySelector("figure.chart svg").getAttribute("width") !== before, wide);
    await page.hover("#kind-scaling");
    await page.mouse.down();
    await page.keyboard.press("Escape");
    await page.waitForFunction((before) => document.querySelector("figure.chart svg").getAttribute("width") === before, wide);
    // The page above the chart needs less room now, so the button moved.
    await page.hover("#kind-scaling");
    await page.mouse.up();
    await page.waitForSelector("#kind-scaling[aria-pressed=true]");
  },

  async "nothing is cut on a narrow screen, in either theme"({ visit }) {
    for (const theme of ["light", "dark"]) {
      const { page } = await visit({ width: 390, height: 844, theme, hash: "#chart=medians" });
      await drop(page, pair());
      await page.waitForSelector("figure.chart svg");
      const out = await page.locator("figure.chart svg").evaluate((root) => {
        const around = root.getBoundingClientRect();
        return [...root.querySelectorAll("text")].filter((text) => {
          const box = text.getBoundingClientRect();
          return box.left < around.left - 1 || box.right > around.right + 1 || box.bottom > around.bottom + 1;
        }).map((text) => text.textContent);
      });
      assert.deepEqual(out, []);
    }
  },
};
