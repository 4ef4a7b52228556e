// Tests runs in pairs and blocks: the choice, the answer and an open row, data that cannot be paired, and warnings
// about the measurement.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { ask, asking, choose, drop, edit } from "./browser.mjs";
import { log, pair } from "./logs.mjs";

/**
 * The times on a busy machine: its state affects both versions equally, and the second version is about 3% slower.
 */
const TIMES = [[100, 112, 131, 118, 143, 126, 155, 109], [103, 115, 134, 121, 147, 130, 160, 112]];

/**
 * Returns two logs of `rows` benchmarks, measured in rounds. Each round can begin with a configuration line.
 * @param {{rows?: number, each?: number, before?: (pass: number) => string}} [how] `each`: runs per round
 */
const passes = ({ rows = 2, each = 1, before = () => "" } = {}) => TIMES.map((times, side) => ({
  name: ["old.txt", "new.txt"][side],
  text: times.map((time, pass) => {
    const run = (row, more) => `BenchmarkRead/n=${row}-8 1 ${((time + more) * (1 + row / 7)).toFixed(2)} ns/op\n`;
    const runs = Array.from({ length: each }, (_, more) => Array.from({ length: rows }, (_, row) => run(row, more)).join(""));
    return before(pass) + runs.join("");
  }).join(""),
}));

async function options(page) {
  await edit(page);
  return await page.locator("#pair option").allTextContents();
}
async function select(page, value) {
  await edit(page);
  await page.selectOption("#pair", value);
}
const command = (page) => page.textContent("#command");
/** Returns the notes about the measurement above and below the tables. */
const notes = (page) => page.locator("#warnings li, #remark-list li").evaluateAll((all) => all.map((item) => (item.closest("#warnings") ? `Warning: ${item.textContent}` : item.textContent)));
const inside = (page) => page.locator(".detail-box").innerText();
const odds = (page) => page.textContent("tr[data-at='0'] .odds").then((text) => text.trim().split(", ")[0]);

/**
 * Returns a log in which all runs of a benchmark follow each other.
 * @param {number} factor
 */
function oneByOne(factor) {
  const lines = log({ sizes: [1, 2, 3, 4, 5, 6, 7], factor }).split("\n");
  const name = (line) => line.split(" ")[0];
  const runs = lines.filter((line) => line.startsWith("Benchmark")).sort((a, b) => name(a).localeCompare(name(b)));
  return [...lines.slice(0, 3), ...runs, "PASS", ""].join("\n");
}

export const tests = {
  async "in pairs, the scatter of the machine no longer hides the change"({ visit }) {
    const { page } = await visit();
    await drop(page, passes());
    assert.deepEqual(await options(page), ["as measured", "independent", "in pairs", "in pairs, extra runs dropped", "in pairs by /n"]);
    assert.equal(await odds(page), "p=0.666 n=8");
    assert.ok(!(await notes(page)).some((note) => note.startsWith("Warning")));

    await asking(page, () => select(page, { label: "in pairs" }));
    assert.equal(await odds(page), "p=0.008 n=8");
    assert.match(await page.locator("#tables thead").innerText(), /vs base \(pairs\)/);
    assert.match(await page.locator("tr[data-at='0']").innerText(), /\+2\.79%[\s\S]*regressed/);
    assert.equal(await command(page), "benchlens -pair=runs -outcomes old.txt new.txt");
    assert.match(page.url(), /#pair=runs$/);
    const told = ["p-values are from the Wilcoxon signed-rank test on paired runs; n is the number of pairs", "the run order is in rounds"];
    const said = await notes(page);
    for (const text of told) assert.ok(said.includes(text), said.join("; "));
    assert.ok(said.some((note) => note.includes("if pairs are independent")), said.join("; "));
    await page.click("tr[data-at='0'] .open-row");
    await page.waitForSelector("#side[data-what=row] svg");
    assert.match(await inside(page), /The Wilcoxon signed-rank test compared 8 pairs\./);
    assert.match(await inside(page), /Regressed: estimated change \+2\.79% \[\+2\.52%, \+3\.11%\] \(95% interval\)/);
  },

  async "logs of one recording are paired by themselves, unless somebody asks for none"({ visit }) {
    const { page } = await visit();
    const recorded = ({ name, text }) => ({ name, text: text.split("\n").map((line, i) => (line ? `# benchlens recording=4f2a block=${i}\n${line}` : line)).join("\n") });
    await drop(page, passes().map(recorded));
    assert.equal(await odds(page), "p=0.008 n=8");
    assert.match(await page.locator("#tables thead").innerText(), /vs base \(pairs\)/);
    assert.equal(await command(page), "benchlens -outcomes old.txt new.txt");
    assert.ok((await notes(page)).includes("the inputs come from one recording, so runs are compared in pairs (pair=none turns this off)"));
    await asking(page, () => select(page, { label: "independent" }));
    assert.equal(await odds(page), "p=0.666 n=8");
    assert.equal(await command(page), "benchlens -pair=none -outcomes old.txt new.txt");
  },

  async "back, forward, a link, and the bytes of the program"({ visit }) {
    const { page } = await visit();
    await drop(page, passes());
    const plain = await page.textContent("#tables");
    await asking(page, () => select(page, "runs"));
    await asking(page, () => page.selectOption("#base", "new.txt"));
    assert.equal(await command(page), "benchlens -base new.txt -pair=runs -outcomes old.txt new.txt");
    await asking(page, () => page.goBack());
    await asking(page, () => page.goBack());
    await edit(page);
    assert.equal(await page.textContent("#tables"), plain);
    assert.doesNotMatch(await command(page), /-pair/);
    await asking(page, () => page.goForward());
    assert.match(await command(page), /-pair=runs /);
    assert.equal(await odds(page), "p=0.008 n=8");
    const [file] = await Promise.all([page.waitForEvent("download"), choose(page, "share", "save-output")]);
    assert.match(await readFile(await file.path(), "utf8"), /vs base \(pairs\)[\s\S]*\+2\.79%[\s\S]*p=0\.008 n=8/);

    const other = await visit({ hash: new URL(page.url()).hash });
    await drop(other.page, passes());
    assert.equal(await other.page.textContent("#tables"), await page.textContent("#tables"));
    assert.match(await command(other.page), /-pair=runs /);
    await edit(page);
    await asking(page, () => page.click(".reset"));
    assert.doesNotMatch(await command(page), /-pair/);
    assert.equal(await page.textContent("#tables"), plain);
  },

  async "counts that differ: why nothing was tested, nothing lost, and a way on"({ visit }) {
    const { page } = await visit();
    const [old, young] = pair();
    await drop(page, [old, { name: young.name, text: log({ factor: 0.5, runs: 8 }) }]);
    await asking(page, () => select(page, "runs"));
    const why = "not tested: 10 runs in the baseline and 8 on the new side cannot be paired; -pair=loose ignores extra runs";
    assert.ok(await page.isVisible(`.footnotes li:has-text("${why}")`));
    assert.equal(await odds(page), "n=10+8");
    assert.equal(await page.locator("#tables tr[data-at]").count(), 6);
    assert.match(await page.locator("tr[data-at='0']").innerText(), /10\.045 µs.*5\.022 µs/s);
    await page.click("tr[data-at='0'] .open-row");
    await page.waitForSelector("#side[data-what=row] svg");
    assert.ok((await inside(page)).includes(`Against old.txt: ${why.replace("-pair", "pair")}.`));

    await asking(page, () => select(page, { label: "in pairs, extra runs dropped" }));
    assert.equal(await command(page), "benchlens -pair=loose -outcomes old.txt new.txt");
    assert.equal(await odds(page), "p=0.008 n=8");
    assert.ok((await notes(page)).some((note) => note.startsWith("skipped 36 runs without a partner, in 18 comparisons")));
    await page.click("tr[data-at='0'] .open-row");
    await page.waitForSelector("#side[data-what=row] svg");
    assert.match(await inside(page), /The Wilcoxon signed-rank test compared 8 pairs and skipped 2 runs without a partner\./);
  },

  async "by a key: its tables become one, and several runs of a value are a block"({ visit }) {
    const { page } = await visit();
    await drop(page, passes({ rows: 1, each: 2, before: (pass) => `block: ${pass}\nloose: ${pass}\n` }));
    // A key with one value cannot pair runs. A key with the name of an option is still a key.
    assert.deepEqual((await options(page)).slice(4), ["in pairs by block", "in pairs by loose"]);
    await asking(page, () => ask(page, "ignore", "loose"));
    assert.equal(await page.locator("#tables .block").count(), 8);
    await asking(page, () => select(page, "block"));
    assert.equal(await page.locator("#tables .block").count(), 1);
    assert.equal(await odds(page), "p<0.001 n=16");
    assert.ok((await notes(page)).includes("p-values are from van Elteren's test on runs in blocks; n is the number of runs"));
    await page.click("tr[data-at='0'] .open-row");
    await page.waitForSelector("#side[data-what=row] svg");
    assert.match(await inside(page), /Van Elteren's test compared 8 blocks\./);

    await asking(page, () => ask(page, "ignore", "block"));
    await asking(page, () => select(page, { label: "in pairs by loose" }));
    assert.equal(await command(page), "benchlens -ignore block '-pair=\"loose\"' -outcomes old.txt new.txt");
    assert.equal(await odds(page), "p<0.001 n=16");
  },

  async "a key that is none, or that no result has"({ visit }) {
    const { page } = await visit({ hash: "#pair=.file" });
    await drop(page, passes());
    await page.waitForFunction(() => document.querySelector("#wrong-pair").textContent !== "");
    assert.equal(await page.locator("#wrong-pair").innerText(), ".file a configuration key or a part of the name is expected");
    assert.ok(await page.isVisible("#wrong-pair"));
    assert.equal(await page.getAttribute("#pair", "aria-invalid"), "true");
    await asking(page, () => select(page, "runs"));
    assert.equal(await page.textContent("#wrong-pair"), "");
    assert.equal((await options(page)).length, 5);

    const other = await visit({ hash: "#pair=/m" });
    await drop(other.page, passes());
    await edit(other.page);
    assert.match(await command(other.page), /-pair=\/m /);
    assert.match(await other.page.textContent("#remarks"), /pair: no result has the key `\/m`/);
    assert.match(await other.page.innerText(".footnotes"), /not tested: \/m is not set on either side/);
  },

  async "warnings about the measurement appear once, above the tables"({ visit }) {
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      const { page } = await visit({ width, height });
      await drop(page, [{ name: "old.txt", text: oneByOne(1) }, { name: "new.txt", text: oneByOne(1.07) }]);
      const warnings = await page.locator("#warnings li").allInnerTexts();
      assert.deepEqual(warnings.map((text) => text.slice(0, 21)), ["runs are not interlea", "14 of 14 sec/op rows "]);
      const text = await page.evaluate(() => document.body.innerText);
      assert.equal(text.split("runs are not interleaved").length, 2);
      assert.equal(text.split("suspect the machine").length, 2);
      const last = await page.locator("#warnings li").last().boundingBox();
      assert.ok(last.y + last.height <= (await page.locator("#units").boundingBox()).y);
      assert.ok(last.y + last.height <= height, "it is in sight before anything is scrolled");
      await asking(page, () => select(page, "runs"));
      await page.click("#side-close");
      // Pairs do not repair a bad measurement.
      assert.ok((await notes(page)).some((note) => note.startsWith("Warning: runs are not interleaved")));
      const word = await page.locator("tr[data-at='0'] .word").boundingBox();
      assert.ok(word.x + word.width <= width, "the outcome is not cut off");
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }
  },
};
