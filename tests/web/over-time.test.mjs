// Tests many logs as a history: the automatic chart, its changes by pointer and keyboard, the comparison of both
// sides, and one file with many commits.
import assert from "node:assert/strict";
import { asChart, asking, choose, drop, noticed } from "./browser.mjs";
import { dataJs, log, pair, versions } from "./logs.mjs";

const CHANGE = "figure.chart svg [data-change]";
/** The number of runs of each benchmark in each log of `versions`. */
const RUNS = 3;
const hash = (page) => decodeURIComponent(new URL(page.url()).hash);
const headline = (page) => page.locator("figure.chart svg > text").first().textContent();

/** Returns the texts of a chart that touch another text, a value or the edge. Runs in the page. */
const touching = (svg) => {
  const inside = svg.getBoundingClientRect();
  const parts = [...svg.querySelectorAll("text, [data-column] path")].map((part) => [part.textContent, part.getBoundingClientRect()]);
  const meets = (a, b) => a !== b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  const isOut = (a) => a.left < inside.left || inside.right < a.right;
  return parts.filter(([text, own]) => text && (isOut(own) || parts.some(([, other]) => meets(own, other)))).map(([text]) => text);
};

export const tests = {
  async "twenty logs are a chart by themselves, which says what changed and where"({ visit }) {
    const { page } = await visit();
    await drop(page, versions());
    await page.waitForSelector(CHANGE);
    assert.equal(await page.innerText(".chart-tools [aria-pressed=true]"), "Over time");
    assert.equal(await headline(page), "sec/op: 1 row changed");
    assert.equal(await page.locator(CHANGE).count(), 1);
    const words = await page.getAttribute(CHANGE, "aria-label");
    assert.match(words, /^Slow-8, regressed \+33\.\d+% \[\+\d+\.\d+%, \+\d+\.\d+%\] \(p=\S+ n=12\+8\), \d\.\d+µ → \d\.\d+µ, between v11\.txt and v12\.txt$/);
    // Only the row that changed is drawn; the others are counted, and come after a click.
    assert.equal(await page.locator("figure.chart svg [data-row]").first().getAttribute("data-row"), "0");
    const drawn = () => page.locator("figure.chart svg [data-row]").evaluateAll((rows) => new Set(rows.map((row) => row.getAttribute("data-row"))).size);
    assert.equal(await drawn(), 1);
    assert.match(await page.locator("figure.chart svg").evaluate((svg) => svg.textContent), /\d+ more rows? did not change/);
    await page.click("#unchanged");
    await page.waitForSelector("#unchanged", { state: "detached" });
    assert.ok(await drawn() > 1);
    assert.equal(await page.locator("figure.chart svg [data-row]").first().getAttribute("data-row"), "0");
    // The address contains only differences from the default view.
    assert.equal(hash(page), "");
    await page.click("#as-table");
    await page.waitForSelector("#tables tr[data-at]:visible");
    assert.equal(hash(page), "#chart=off");
    await page.click("#as-chart");
    await page.waitForSelector(`${CHANGE} >> visible=true`);
    assert.equal(hash(page), "");
    // Four columns are shown as a table by default.
    const few = await visit();
    await drop(few.page, versions({ count: 4 }));
    await few.page.waitForSelector("#tables tr[data-at]:visible");
    assert.ok(await few.page.locator("#chart").isHidden());
    // The fifth column makes it a chart.
    await drop(few.page, versions({ count: 5 }).slice(4));
    await few.page.waitForSelector("figure.chart svg");
    assert.equal(await few.page.innerText(".chart-tools [aria-pressed=true]"), "Over time");
  },

  async "a change shows its size and its new value, which touch no other text, no value and no edge"({ visit }) {
    const { page } = await visit();
    await drop(page, versions());
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForFunction((wide) => document.querySelector("figure.chart svg")?.getBoundingClientRect().width <= wide, width);
      await page.waitForTimeout(500);
      const [size, ...more] = await page.locator(`${CHANGE} text`).allTextContents();
      const value = await page.locator(`${CHANGE} + text`).textContent();
      assert.match(`${size} to ${value}`, /^\+33\.\d+% to \d\.\d+ µs$/, `at ${width}`);
      assert.deepEqual(more, []);
      assert.deepEqual(await page.locator("figure.chart svg").evaluate(touching), [], `at ${width}`);
    }
  },

  async "a benchmark with sizes in its name is a history, too; columns of sizes are not"({ visit }) {
    const { page } = await visit();
    await drop(page, Array.from({ length: 12 }, (_, i) => ({ name: `v${i}.txt`, text: log({ factor: 1 + (i * 7 % 5) / 500 }) })));
    await page.waitForSelector("figure.chart svg");
    assert.equal(await page.innerText(".chart-tools [aria-pressed=true]"), "Over time");
    const sizes = await visit({ hash: "#col=/size" });
    await drop(sizes.page, [{ name: "sizes.txt", text: log({ sizes: [1, 2, 4, 8, 16, 32] }) }]);
    await sizes.page.waitForSelector("#tables tr[data-at]:visible");
  },

  async "the command and the heading of a history are those of points; a table has its own again"({ visit }) {
    const { page } = await visit();
    await drop(page, versions());
    await page.waitForSelector(CHANGE);
    assert.equal(await page.innerText("#heading"), "20 points by file, v00.txt to v19.txt");
    assert.equal(await page.innerText(".card >> nth=0"), "sec/op", "no counts against one column, because the chart counts changes");
    // Points form a sequence: none of them is the baseline of the others.
    assert.doesNotMatch(await page.innerText("#sentence"), /against/);
    const files = versions().map(({ name }) => name).join(" ");
    assert.equal(await page.innerText("#command"), `benchlens history ${files}`);
    await page.click("#as-table");
    await page.waitForSelector("#tables tr[data-at]:visible");
    await page.waitForFunction(() => !/history/.test(document.querySelector("#command").textContent));
    assert.equal(await page.innerText("#heading"), "19 columns against v00.txt");
    assert.match(await page.innerText("#sentence"), /against/);
    await page.click("#as-chart");
    await page.waitForFunction(() => /^benchlens history/.test(document.querySelector("#command").textContent));
    // The lines are columns of a table, so there is no search for changes.
    await asChart(page, "history");
    assert.equal(await page.innerText("#heading"), "19 columns against v00.txt");
    assert.doesNotMatch(await page.innerText("#command"), /history/);
    // The points are commits, of the rows that a filter selects.
    const commits = await visit({ hash: "#filter=.name:Parse&col=commit" });
    await drop(commits.page, [dataJs()]);
    await commits.page.waitForSelector("figure.chart svg");
    await commits.page.waitForFunction(() => /^benchlens history/.test(document.querySelector("#command").textContent));
    assert.equal(await commits.page.innerText("#command"), "benchlens history -by commit -filter .name:Parse data.js");
    assert.match(await commits.page.innerText("#heading"), /^24 points by commit, [0-9a-f]{10} to [0-9a-f]{10}$/);
  },

  async "both sides of a change are one question: page, link and command say the same"({ visit }) {
    const { page } = await visit();
    await drop(page, versions());
    await page.locator(CHANGE).focus();
    await page.keyboard.press("Enter");
    await asking(page, () => page.click("#compare-sides"));
    await page.waitForSelector("#tables tr[data-at]:visible");
    assert.equal(await page.innerText("#heading"), "v12.txt..v19.txt against v00.txt..v11.txt");
    const heads = (shown) => shown.locator("#tables thead").first().innerText();
    assert.match(await heads(page), /v00\.txt\.\.v11\.txt[\s\S]*v12\.txt\.\.v19\.txt/);
    const row = (shown) => shown.locator("#tables tr[data-at]", { hasText: "Slow-8" }).innerText();
    // All runs of each side count: three from each of its logs.
    const seen = await row(page);
    assert.match(seen, /\+33\.\d+%/);
    await page.click("#tables tr[data-at] .open-row >> text=Slow-8");
    await page.waitForSelector("#side[data-what=row]");
    assert.match(await page.innerText("#side"), new RegExp(`\\b${RUNS * 12}\\b[\\s\\S]*\\b${RUNS * 8}\\b`));
    await page.keyboard.press("Escape");
    const files = versions().map(({ name }) => name);
    const [before, after] = [files.slice(0, 12), files.slice(12)].map((names) => names.join(" "));
    const col = `.file@(v00.txt..v11.txt:(${before}) v12.txt..v19.txt:(${after}))`;
    assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("col"), col);
    assert.ok((await page.innerText("#command")).includes(` -col '${col}' `), "the command has it");
    // The link shows the same view to its receiver.
    const linked = await visit({ hash: new URL(page.url()).hash });
    await drop(linked.page, versions());
    await linked.page.waitForSelector("#tables tr[data-at]:visible");
    assert.equal(await row(linked.page), seen);
    // The layout shows the groups, and unticking a value leaves the other groups unchanged.
    await page.click("#edit-view");
    await page.waitForSelector("#shelves");
    assert.match(await page.innerText("#shelves .shelf[data-part=col]"), /\.file[\s\S]*grouped/);
    // The row was opened and closed, so two steps lie in between.
    for (let step = 0; step < 3; step++) await page.goBack();
    await page.waitForSelector("#side[data-what=change]");
    await page.waitForSelector(`${CHANGE}[data-open] >> visible=true`);
  },

  async "both sides of a commit's change are one question, too"({ visit }) {
    const { page } = await visit();
    await drop(page, [dataJs()]);
    await page.locator(CHANGE).focus();
    await page.keyboard.press("Enter");
    await asking(page, () => page.click("#compare-sides"));
    await page.waitForSelector("#tables tr[data-at]:visible");
    assert.match(await page.innerText("#heading"), /^([0-9a-f]{10})\.\.[0-9a-f]{10} against [0-9a-f]{10}\.\.[0-9a-f]{10}$/);
    assert.match(await page.locator("#tables tr[data-at]", { hasText: "Parse" }).innerText(), /regressed|slower|\+\d+\.\d+/);
  },

  async "a click on a change opens both sides, then the comparison of its two points; back leads to the chart"({ visit }) {
    const { page } = await visit();
    await drop(page, versions());
    await page.waitForSelector(CHANGE);
    const box = await page.locator(`${CHANGE} path`).first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector("#side[data-what=change]");
    assert.equal(hash(page), "#change=0.0.0");
    const panel = await page.innerText("#side");
    assert.match(panel, /Slow-8[\s\S]*regressed \+33\.\d+%\s*\[\+[\s\S]*Between v11\.txt and v12\.txt[\s\S]*n=12\+8/);
    assert.match(panel, /before\s+12 points, v00\.txt to v11\.txt\s+3\.\d+ µs[\s\S]*after\s+8 points, v12\.txt to v19\.txt\s+4\.\d+ µs/);
    await asking(page, () => page.click("#compare-points"));
    await page.waitForSelector("#tables tr[data-at]:visible");
    assert.match(hash(page), /^#col=\.file@\(v11\.txt\+v12\.txt\)$/);
    assert.match(await page.innerText("#heading"), /^v12\.txt against v11\.txt$/);
    assert.match(await page.textContent("#command"), /-col '\.file@\(v11\.txt v12\.txt\)'/);
    assert.ok(await page.locator("#side").isHidden());
    await page.goBack();
    await page.waitForSelector("#side[data-what=change]");
    await page.waitForSelector(`${CHANGE}[data-open] >> visible=true`);
    await page.goBack();
    await page.waitForSelector("#side", { state: "hidden" });
    // A link opens the change.
    const linked = await visit({ hash: "#change=0.0.0" });
    await drop(linked.page, versions());
    await linked.page.waitForSelector("#side[data-what=change]");
    // A change that does not exist opens nothing.
    const wrong = await visit({ hash: "#change=0.3.9" });
    await drop(wrong.page, versions());
    await wrong.page.waitForSelector(CHANGE);
    assert.ok(await wrong.page.locator("#side").isHidden());
  },

  async "changes are reached and opened by the keyboard"({ visit }) {
    const { page } = await visit();
    // Exact values count as changed whenever they differ.
    const steps = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3];
    await drop(page, steps.map((step, i) => ({ name: `v${String(i).padStart(2, "0")}`, text: `Unit allocs/op assume=exact\nBenchmarkA 1 ${10 + step} allocs/op\nBenchmarkA 1 ${10 + step} allocs/op\n` })));
    await page.waitForSelector(CHANGE);
    assert.equal(await page.locator(CHANGE).count(), 3);
    // The label next to the name is the sum of all three.
    assert.match(await page.locator("figure.chart svg").evaluate((svg) => svg.textContent), /regressed \+30\.00% in 3 changes/);
    await page.focus("figure.chart");
    await page.keyboard.press("Tab");
    const at = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    assert.match(await at(), /between v00 and v01$/);
    await page.keyboard.press("ArrowRight");
    assert.match(await at(), /between v02 and v03$/);
    await page.keyboard.press("Enter");
    await page.waitForSelector("#side[data-what=change]");
    assert.match(await page.innerText("#side"), /Between v02 and v03/);
    assert.ok(await page.evaluate(() => document.querySelector("#side").contains(document.activeElement)));
    await page.keyboard.press("Escape");
    await page.waitForSelector("#side", { state: "hidden" });
    assert.match(await at(), /between v02 and v03$/);
  },

  async "Changes and Medians of many columns keep the latest, say so, and offer all of them over time"({ visit }) {
    for (const [kind, most] of [["forest", 8], ["medians", 12]]) {
      const { page } = await visit({ hash: `#chart=${kind}` });
      await drop(page, versions());
      await page.waitForSelector("figure.chart svg");
      const text = await page.locator("figure.chart svg").evaluate((svg) => svg.textContent);
      assert.match(text, new RegExp(`the last ${most} of (19|20) columns`));
      assert.match(text, new RegExp(`not shown: ${(kind === "forest" ? 19 : 20) - most} more columns: v0`));
      const legend = await page.locator("figure.chart svg > text").evaluateAll((texts) => texts.map((one) => one.textContent).filter((one) => /^v\d\d/.test(one)));
      assert.equal(legend.length, most);
      assert.equal(legend.at(-1), "v19.txt");
      await page.click("#all-columns");
      await page.waitForSelector(CHANGE);
      assert.equal(await page.innerText(".chart-tools [aria-pressed=true]"), "Over time");
      assert.equal(await page.locator("#all-columns").count(), 0);
    }
  },

  async "a long search shows how far it is; cancelled, the medians are there and it can be begun again"({ visit }) {
    const { page } = await visit({ hash: "#changed=0" });
    // For tied values there is no table of p-values, and each row changes.
    const lines = (version) => [`commit: c${version}`, ...Array.from({ length: 400 }, (_, row) => `BenchmarkRow/n=${row} 1 ${100 + ((version * 7919 + row * 31) % 5) + (version > 60 + (row % 50) * 2 ? 4 : 0)} x/op`)];
    const text = ["goos: linux", ...Array.from({ length: 200 }, (_, version) => lines(version)).flat(), ""].join("\n");
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        const text = document.querySelector("#working-text").textContent;
        if (document.querySelector("#working").hidden || !/over time/.test(text)) return;
        observer.disconnect();
        document.body.dataset.worked = text;
        document.querySelector("#working button").click();
      }).observe(document.querySelector("#working"), { attributes: true, childList: true, subtree: true });
    });
    await drop(page, [{ name: "all.txt", text }]);
    await page.waitForSelector("#look-again");
    assert.match(await page.getAttribute("body", "data-worked"), /^looking for changes over time, \d+%$/);
    await noticed(page, /The search for changes over time was cancelled/);
    assert.equal(await page.innerText(".chart-tools [aria-pressed=true]"), "Lines");
    assert.ok(await page.locator("#working").isHidden());
    await page.click("#look-again");
    await page.waitForSelector(CHANGE);
    assert.equal(await page.innerText(".chart-tools [aria-pressed=true]"), "Over time");
    assert.match(await headline(page), /^x\/op: \d+ rows changed$/);
  },

  async "a search narrows the rows, and finds those that changed among all"({ visit }) {
    const { page } = await visit();
    // There are more rows than a chart shows; the row that changed is the last.
    const text = (version) => Array.from({ length: 60 }, (_, row) => [0, 1, 2].map((run) => `BenchmarkRow/n=${row} 1 ${1000 + ((version * 7919 + run * 331 + row * 31) % 97) + (row === 59 && version > 7 ? 400 : 0)} ns/op`).join("\n")).join("\n");
    await drop(page, Array.from({ length: 16 }, (_, i) => ({ name: `v${i}`, text: text(i) })));
    await page.waitForSelector(CHANGE);
    assert.equal(await page.getAttribute(CHANGE, "data-row"), "59");
    assert.ok(await page.locator("#changed-box").isHidden());
    await page.fill("#search", "n=3");
    await page.waitForFunction(() => document.querySelectorAll("figure.chart svg [data-change]").length === 0 && document.querySelector("figure.chart svg"));
    await page.fill("#search", "nothing");
    await page.waitForSelector(".no-rows");
  },

  async "a file of many commits is a history by itself"({ visit }) {
    const { page } = await visit();
    await drop(page, [dataJs()]);
    await page.waitForSelector(CHANGE);
    assert.equal(hash(page), "#col=commit");
    assert.match(await page.getAttribute(CHANGE, "aria-label"), /^Parse\/suite=Benchmark, regressed \+\d+\.\d+% .*n=12\+12.* between [0-9a-f]{10} and [0-9a-f]{10}$/);
    assert.equal(await page.innerText("#suggest [aria-pressed=true]"), "24 commits over time");
    await page.locator(CHANGE).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("#compare-points");
    assert.match(await page.innerText("#side"), /These two points have 1 and 1 runs; to detect a difference between only these two, each would need 4/);
    await asking(page, () => page.click("#compare-points"));
    await page.waitForSelector("#tables tr[data-at]:visible");
    assert.match(await page.innerText("#heading"), /^[0-9a-f]{40} against [0-9a-f]{40}$/);
    // Other inputs get their own initial query.
    await choose(page, "more", "clear");
    await page.waitForSelector("#empty", { state: "visible" });
    await drop(page, [dataJs()]);
    await page.waitForSelector(CHANGE);
    await drop(page, [{ ...dataJs({ commits: 4 }), name: "other.js" }]);
    await page.waitForSelector("#tables tr[data-at]:visible");
    assert.equal(hash(page), "");
    // Few commits are not a history.
    const few = await visit();
    await drop(few.page, [dataJs({ commits: 4 })]);
    await few.page.waitForSelector("#tables tr[data-at]:visible");
    assert.equal(hash(few.page), "");
  },

  async "two logs are a table, as ever, and a chart that is chosen stays chosen"({ visit }) {
    const { page } = await visit({ hash: "#chart=changes" });
    await drop(page, pair());
    await page.waitForSelector("figure.chart svg");
    assert.ok(await page.locator("#kind-changes").count() === 0, "two columns have no changes over time");
  },

  async "on a narrow screen everything is there, and a tap opens a change"({ visit }) {
    for (const theme of ["light", "dark"]) {
      const { page } = await visit({ width: 390, height: 844, theme, hasTouch: true });
      await drop(page, versions());
      await page.waitForSelector(CHANGE);
      const out = await page.locator("figure.chart svg").evaluate((root) => {
        const around = root.getBoundingClientRect();
        return [...root.querySelectorAll("text")].filter((text) => {
          const box = text.getBoundingClientRect();
          return box.left < around.left - 1 || box.right > around.right + 1;
        }).map((text) => text.textContent);
      });
      assert.deepEqual(out, []);
      await page.locator(`${CHANGE} path`).first().scrollIntoViewIfNeeded();
      const box = await page.locator(`${CHANGE} path`).first().boundingBox();
      await page.touchscreen.tap(box.x + box.width / 2 + 6, box.y + box.height / 2);
      await page.waitForSelector("#side[data-what=change] #compare-points");
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is too wide");
    }
  },
};
