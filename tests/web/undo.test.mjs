// Tests undoing the removal of inputs: with the button, with the keyboard, and what stays as it was.
import assert from "node:assert/strict";
import { asking, choose, drop, keeps, keepsNothingMore, loaded } from "./browser.mjs";
import { log, pair } from "./logs.mjs";

const columns = (page) => page.locator("#tables table >> nth=0").locator(".column-name").allInnerTexts();
const focused = (page) => page.evaluate(() => document.activeElement?.textContent);

/** Presses Tab until an element with a text has the focus; returns how often. */
async function tabTo(page, text) {
  for (let times = 1; times <= 12; times++) {
    await page.keyboard.press("Tab");
    if ((await focused(page)) === text) return times;
  }
  throw new Error(`${text} is not reached by Tab`);
}

export const tests = {
  async "a removed input comes back with its label, as the base, and after a reload"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await page.waitForSelector("body[data-kept='2']");
    await asking(page, async () => {
      await page.fill("#inputs .label >> nth=1", "after");
      await page.keyboard.press("Enter");
    });
    await asking(page, () => page.click("#inputs .star >> nth=1"));
    assert.equal(await page.innerText("#heading"), "old.txt against after");
    const url = page.url();
    await asking(page, () => page.click("#inputs .remove >> nth=1"));
    await page.waitForSelector("#toast:visible");
    assert.match(await page.innerText("#toast"), /^Removed after\s+Undo/);
    assert.deepEqual(await columns(page), ["old.txt"]);
    await asking(page, () => page.click("#toast button:has-text('Undo')"));
    assert.ok(await page.isHidden("#toast"));
    assert.equal(await page.innerText("#heading"), "old.txt against after");
    assert.equal(page.url(), url);
    await keeps(page, [null, "after"]);
    await page.reload();
    await loaded(page);
    assert.equal(await page.innerText("#heading"), "old.txt against after");
  },

  async "everything comes back after Clear all, by keyboard alone"({ visit }) {
    const { page } = await visit();
    await page.evaluate(() => document.body.focus());
    await drop(page, pair());
    await page.click(".card >> nth=1");
    await page.waitForSelector(".card[aria-selected=true]:has-text('B/op')");
    await page.waitForSelector("body[data-kept='2']");
    const before = await page.innerText("#tables");
    await choose(page, "more", "clear");
    await page.waitForSelector("#toast:visible");
    assert.ok(await page.isVisible("#empty"));
    // The button is the first stop after the cleared page.
    assert.equal(await tabTo(page, "Undo"), 1);
    await asking(page, () => page.keyboard.press("Enter"));
    assert.equal(await page.innerText("#tables"), before);
    assert.match(await page.innerText(".card[aria-selected=true]"), /B\/op/);
    await keeps(page, [null, null]);
    // The key works without the message, also after the only input was removed.
    await asking(page, () => page.click("#inputs .remove >> nth=0"));
    await page.click("#inputs .remove >> nth=0");
    await page.waitForSelector("#empty", { state: "visible" });
    await page.click("#toast [aria-label=Dismiss]");
    assert.ok(await page.isHidden("#toast"));
    await asking(page, () => page.keyboard.press("Control+z"));
    assert.deepEqual(await columns(page), ["new.txt"]);
  },

  async "cleared inputs are gone from the disk at once, and after other files were added"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await page.waitForSelector("body[data-kept='2']");
    await choose(page, "more", "clear");
    await page.waitForSelector("#toast:visible");
    const left = await page.evaluate(async () => {
      const root = /** @type {any} */ (await navigator.storage.getDirectory());
      return await Array.fromAsync(root.keys());
    });
    assert.deepEqual(left, []);
    await drop(page, [{ name: "other.txt", text: log() }]);
    assert.ok(await page.isHidden("#toast"));
    await page.keyboard.press("Control+z");
    await keepsNothingMore(page);
    assert.deepEqual(await columns(page), ["other.txt"]);
  },
};
