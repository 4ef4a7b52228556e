// Tests the baseline of columns: its choice, its display in the table, and the URL.
import assert from "node:assert/strict";
import { ask, asking, drop, edit } from "./browser.mjs";
import { log } from "./logs.mjs";

/** Returns three logs: the second is twice as fast as the first, the third four times. */
const three = () => [1, 0.5, 0.25].map((factor, i) => ({ name: `v${i + 1}.txt`, text: log({ factor, codecs: ["none"] }) }));

/** Returns the visible head of the first table: a word for each cell, by row. */
const heads = (page) => page.locator("#tables table >> nth=0").locator("thead tr").evaluateAll((rows) => rows.map((row) => [...row.cells].filter((cell) => !cell.matches(".bar-cell")).map((cell) => cell.innerText.replace(/\s+/g, " ").trim())));

/** Returns the changes of the first row. */
const changes = (page) => page.locator("#tables tr[data-at='0'] .delta .by").allTextContents().then((all) => all.map((text) => text.replace(/\s/g, "")));

/** Returns the baseline of each change in the first row, from its tooltip. */
const against = (page) => page.locator("#tables tr[data-at='0'] .delta").evaluateAll((cells) => cells.map((cell) => cell.title.split(" · ")[0].replace(/^\S+%\s/, "")));

const options = (page) => page.locator("#base option").allTextContents();

/** Returns the width in columns of each row of the first table. */
const widths = (page) => page.locator("#tables table >> nth=0").evaluate((table) => [...new Set([...table.rows].filter((row) => !row.hidden).map((row) => [...row.cells].reduce((sum, cell) => sum + cell.colSpan, 0)))]);

/** Takes a screenshot, if screenshots are requested. */
const shot = (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });

export const tests = {
  async "the last column as the baseline, the previous one, and back"({ visit }) {
    const { page } = await visit();
    await drop(page, three());
    assert.deepEqual(await options(page), ["first column", "previous column", "v1.txt", "v2.txt", "v3.txt"]);
    assert.deepEqual(await heads(page), [
      ["", "v1.txtbase", "v2.txt", "v3.txt"],
      ["name", "sec/op", "sec/op", "vs base", "sec/op", "vs base"],
    ]);
    assert.deepEqual(await changes(page), ["−50.00%", "−75.00%"]);
    const plain = await page.textContent("#tables");
    await shot(page, "baseline-first");

    await asking(page, () => page.selectOption("#base", "v3.txt"));
    assert.deepEqual(await heads(page), [
      ["", "v1.txt", "v2.txt", "v3.txtbase"],
      ["name", "sec/op", "vs base", "sec/op", "vs base", "sec/op"],
    ]);
    assert.deepEqual(await changes(page), ["+300.04%", "+100.02%"]);
    assert.deepEqual(await against(page), ["against v3.txt", "against v3.txt"]);
    assert.match(await page.textContent("#tables tfoot"), /\+300\.\d\d%.*\+100\.\d\d%/);
    assert.deepEqual(await widths(page), [8]);
    assert.equal(await page.textContent("#command"), "benchlens -base v3.txt -outcomes v1.txt v2.txt v3.txt");
    assert.match(page.url(), /#base=v3\.txt$/);
    await shot(page, "baseline-last");
    await page.click("[data-sort='delta.0']");
    await page.waitForSelector("th[aria-sort=ascending]");
    await page.click("tr[data-at='0'] .open-row");
    await page.waitForSelector("#side[data-what=row] svg");
    assert.deepEqual(await widths(page), [8]);
    await page.keyboard.press("Escape");

    await asking(page, () => page.selectOption("#base", "previous"));
    assert.deepEqual((await heads(page))[1], ["name", "sec/op", "sec/op", "vs previous", "sec/op", "vs previous"]);
    assert.deepEqual(await changes(page), ["−50.00%", "−50.00%"]);
    assert.deepEqual(await against(page), ["against v1.txt", "against v2.txt"]);
    assert.equal(await page.locator("#tables .base-mark").count(), 0);
    assert.equal(await page.textContent("#command"), "benchlens -base previous -outcomes -sort delta v1.txt v2.txt v3.txt");

    await edit(page);
    await asking(page, () => page.click(".reset"));
    await page.selectOption("#sort", "first");
    await page.waitForFunction(() => !document.querySelector("th[aria-sort=ascending]"));
    assert.equal(await page.textContent("#tables"), plain);
    assert.equal(await page.textContent("#command"), "benchlens -outcomes v1.txt v2.txt v3.txt");
    assert.doesNotMatch(page.url(), /base=/);
  },

  async "a gap in a row: the column before it that there is"({ visit }) {
    const { page } = await visit({ hash: "#base=previous" });
    const [one, , last] = three();
    await drop(page, [one, { name: "v2.txt", text: log({ sizes: [100], codecs: ["none"], factor: 0.5 }) }, last]);
    assert.deepEqual(await against(page), ["missing", "against v1.txt"]);
    assert.deepEqual(await changes(page), ["missing", "−75.00%"]);
  },

  async "outcomes go by the baseline, too"({ visit }) {
    const { page } = await visit({ hash: "#base=v2.txt" });
    await drop(page, three().slice(0, 2));
    assert.match(await page.textContent("#tables tbody"), /regressed/);
    assert.match(await page.textContent("#units"), /3 regressed/);
    assert.equal(await page.textContent("#command"), "benchlens -base v2.txt -outcomes v1.txt v2.txt");
  },

  async "a baseline that is not there: what there is, and a way back"({ visit }) {
    const { page } = await visit({ hash: "#base=v7.txt" });
    await drop(page, three());
    await page.waitForFunction(() => document.querySelector("#wrong-base").textContent !== "");
    assert.match(await page.textContent("#wrong-base"), /^base: no column is `v7\.txt`; there are `v1\.txt` `v2\.txt` `v3\.txt`/);
    assert.equal(await page.getAttribute("#base", "aria-invalid"), "true");
    assert.equal(await page.locator("#tables tr[data-at]").count(), 0);
    await asking(page, () => page.selectOption("#base", "first"));
    assert.equal(await page.textContent("#wrong-base"), "");
    assert.deepEqual(await changes(page), ["−50.00%", "−75.00%"]);
    assert.deepEqual(await options(page), ["first column", "previous column", "v1.txt", "v2.txt", "v3.txt"]);
  },

  async "other columns: the value of one that is gone is no baseline"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "all.txt", text: log() }]);
    await asking(page, async () => {
      await ask(page, "col", "/codec,/size");
      await page.keyboard.press("Enter");
    });
    assert.deepEqual((await options(page)).slice(2), ["none 10", "none 100", "none 1000", "gzip 10", "gzip 100", "gzip 1000"]);
    await asking(page, () => page.selectOption("#base", "/codec=gzip,/size=100"));
    assert.match(await page.textContent("#command"), /-base \/codec=gzip,\/size=100 /);
    assert.match(decodeURIComponent(page.url()), /base=\/codec=gzip,\/size=100/);
    await asking(page, async () => {
      await ask(page, "col", "/codec");
      await page.keyboard.press("Enter");
    });
    assert.equal(await page.locator("#tables .base-mark").count(), 1);
    assert.equal((await heads(page))[0][1], "nonebase");
    assert.equal(await page.textContent("#wrong-base"), "");
    assert.doesNotMatch(page.url(), /base=/);
  },
};
