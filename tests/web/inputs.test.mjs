// Tests changes of the inputs that come before the end of earlier ones: each refers to the inputs that the user saw,
// and none moves the focus away from where the user is.
import assert from "node:assert/strict";
import { asking, choose, drop, dragged, keeps, keepsNothingMore, loaded, onDisk, read, reads } from "./browser.mjs";
import { log, pair } from "./logs.mjs";

const labels = (page) => page.locator("#inputs .label").evaluateAll((all) => all.map(({ value }) => value));
const columns = (page) => page.locator("#tables table >> nth=0").locator(".column-name").allInnerTexts();
const three = () => ["a", "b", "c"].map((name, at) => ({ name: `${name}.txt`, text: log({ factor: 1 + at / 10 }) }));

/** Delays each change of the list of the copies by half a second. Runs in the page. */
function slowDisk() {
  const { createWritable } = FileSystemFileHandle.prototype;
  FileSystemFileHandle.prototype.createWritable = async function (...given) {
    if (this.name === "list.json") await new Promise((done) => setTimeout(done, 500));
    return await createWritable.apply(this, given);
  };
}

/** Delays each message to a worker from now on, in order. */
const slowWorker = (page, delay = 100) => page.evaluate((delay) => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (...message) {
    setTimeout(() => post.apply(this, message), delay);
  };
}, delay);

/** Runs an action and waits until these are the inputs, and the columns of the answer. */
async function becomes(page, wanted, work) {
  await work();
  await page.waitForFunction((wanted) => {
    const shown = (selector, of) => [...document.querySelectorAll(selector)].map(of).join();
    return shown("#inputs .label", ({ value }) => value) === wanted && shown("#tables table .column-name", ({ textContent }) => textContent) === wanted;
  }, wanted.join(), { timeout: 20_000 }).catch(async () => {
    assert.deepEqual([await labels(page), await columns(page), await page.innerText("#notice")], [wanted, wanted, ""]);
  });
  await loaded(page);
}

/** Clicks all of these at once, before the page has done anything. */
const click = (page, ...selectors) => page.evaluate((selectors) => {
  const found = selectors.map(([selector, at]) => document.querySelectorAll(selector)[at]);
  for (const element of found) element.click();
}, selectors);

export const tests = {
  async "the end of a change does not take the focus from a label that is being edited"({ visit }) {
    const { page } = await visit({ before: slowDisk });
    await drop(page, three());
    await page.waitForSelector("body[data-kept='3']");
    // A removal and a swap end when the list of the copies is written, long after their answers are shown.
    await asking(page, () => page.click("#inputs .remove >> nth=1"));
    await asking(page, () => page.click("#inputs .swap"));
    await page.click("#inputs .label >> nth=0");
    await page.keyboard.press("Control+a");
    await keepsNothingMore(page);
    await page.waitForTimeout(100);
    assert.equal(await page.evaluate(() => document.activeElement?.className), "label");
    await page.keyboard.type("after");
    await asking(page, () => page.keyboard.press("Enter"));
    assert.deepEqual(await labels(page), ["after", "a.txt"]);
    await keeps(page, ["after", null]);
  },

  async "the focus follows its control, and the next input after a removal"({ visit }) {
    const { page } = await visit();
    await drop(page, three());
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") || document.activeElement?.textContent?.slice(0, 40));
    const press = async (selector, key) => {
      await asking(page, () => page.press(selector, key));
      return await focused();
    };
    assert.match(await press("#inputs .grip >> nth=0", "ArrowRight"), /^a\.txt, input 2 of 3/);
    assert.equal(await press("#inputs .remove >> nth=1", "Enter"), "Remove c.txt");
    assert.equal(await press("#inputs .swap", "Enter"), "Swap both inputs");
    await page.fill("#inputs .label >> nth=1", "before");
    assert.equal(await press("#inputs .label >> nth=1", "Enter"), "Label of b.txt");
    assert.equal(await press("#inputs .remove >> nth=0", "Enter"), "Remove before");
    await page.press("#inputs .remove", "Enter");
    await page.waitForSelector("#empty", { state: "visible" });
    assert.equal(await focused(), "Open files…");
  },

  async "changes at once follow each other, for the inputs that the user saw"({ visit }) {
    const { page } = await visit();
    const three = ["a.txt", "b.txt", "c.txt"];
    await drop(page, three.map((name, at) => ({ name, text: log({ factor: 1 + at / 10 }) })));
    await page.waitForSelector("body[data-kept='3']");
    await slowWorker(page, 30);
    const arrows = (...keys) => page.evaluate((keys) => {
      const grip = document.querySelector("#inputs .grip");
      for (const key of keys) grip.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }, keys);
    await becomes(page, ["b.txt", "c.txt", "a.txt"], () => arrows("ArrowRight", "ArrowRight"));
    await becomes(page, ["b.txt", "x", "y"], () => page.evaluate(() => {
      for (const [at, label] of [[1, "x"], [2, "y"]]) {
        const field = document.querySelectorAll("#inputs .label")[at];
        field.value = label;
        field.dispatchEvent(new Event("change"));
      }
    }));
    await becomes(page, ["y"], () => click(page, ["#inputs .remove", 0], ["#inputs .remove", 1]));
    // The last removal is undone.
    await becomes(page, ["x", "y"], () => page.keyboard.press("Control+z"));
    await becomes(page, ["y", "x"], () => click(page, ["#inputs .swap", 0], ["#inputs .swap", 0], ["#inputs .swap", 0]));
    // Clearing does not overtake a removal, and undoing does not overtake clearing.
    await becomes(page, ["x"], async () => {
      await click(page, ["#inputs .remove", 0], ["#more-menu [data-act=clear]", 0]);
      await page.keyboard.press("Control+z");
      await page.waitForSelector("#toast:has-text('Removed all inputs')");
      await page.keyboard.press("Control+z");
    });
    // Undoing stores the copies again.
    await page.waitForSelector("body[data-kept='1']");
    await keeps(page, ["x"]);
    await page.reload();
    await loaded(page);
    assert.deepEqual(await labels(page), ["x"]);
  },

  async "a text that is typed while an input is removed is not lost"({ visit }) {
    const { page } = await visit();
    await drop(page, three());
    await slowWorker(page);
    await becomes(page, ["after", "c.txt"], async () => {
      await page.click("#inputs .remove >> nth=1");
      await page.click("#inputs .label >> nth=0");
      await page.keyboard.press("Control+a");
      await page.keyboard.type("after", { delay: 100 });
      await page.keyboard.press("Enter");
    });
  },

  async "files that are read while inputs are removed are added to the others"({ visit }) {
    const { page } = await visit();
    await drop(page, three());
    await page.waitForSelector("body[data-kept='3']");
    const paths = await onDisk([{ name: "d.txt", text: log({ factor: 2 }) }]);
    await slowWorker(page);
    const before = await reads(page);
    await becomes(page, ["c.txt", "d.txt"], async () => {
      await dragged(page, paths);
      await click(page, ["#inputs .remove", 0], ["#inputs .remove", 1]);
      await read(page, before);
    });
  },

  async "a query that other inputs replace is not an error, and the filter keeps all new labels"({ visit }) {
    const { page } = await visit({ hash: `#filter=${encodeURIComponent(".file:(old.txt OR new.txt)")}` });
    const sizes = Array.from({ length: 2000 }, (_, at) => at + 1);
    await drop(page, pair().map(({ name }, at) => ({ name, text: log({ factor: 1 + at, runs: 6, sizes }) })));
    await becomes(page, ["x", "y"], () => page.evaluate(async () => {
      document.querySelectorAll("#inputs .star")[1].click();
      for (const [at, label] of [[0, "x"], [1, "y"]]) {
        await new Promise((done) => setTimeout(done, 60));
        const field = document.querySelectorAll("#inputs .label")[at];
        field.value = label;
        field.dispatchEvent(new Event("change"));
      }
    }));
    await choose(page, "more", "clear");
  },
};
