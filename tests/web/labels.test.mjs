// Tests the labels of inputs: after labels or positions have changed, the view still refers to the same inputs.
import assert from "node:assert/strict";
import { asking, choose, drop, keeps, loaded, noticed } from "./browser.mjs";
import { log, pair } from "./logs.mjs";

const columns = (page) => page.locator("#tables table >> nth=0").locator(".column-name").allInnerTexts();
const body = (page) => page.innerText("#tables tbody");
const stars = (page) => page.locator("#inputs .star").allInnerTexts();

/** Changes the label of an input like a user. */
async function relabel(page, at, label) {
  await asking(page, async () => {
    await page.fill(`#inputs .label >> nth=${at}`, label);
    await page.keyboard.press("Enter");
  });
}

export const tests = {
  async "the base stays the base when its label changes, also after a reload"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await page.waitForSelector("body[data-kept='2']");
    await asking(page, () => page.click("#inputs .star >> nth=1"));
    assert.match(await body(page), /\+100\./);
    for (const label of ["after", "a,b", "first", "new.txt"]) {
      await relabel(page, 1, label);
      assert.deepEqual(await columns(page), ["old.txt", label]);
      assert.match(await body(page), /\+100\./, label);
      assert.deepEqual(await stars(page), ["☆", "★"], label);
      assert.equal(await page.innerText("#notice"), "");
    }
    // A label that no earlier list had: the copies follow later.
    await relabel(page, 1, "last");
    assert.match(await page.textContent("#command"), /-base last /);
    await keeps(page, [null, "last"]);
    await page.reload();
    await loaded(page);
    assert.deepEqual([await columns(page), await stars(page)], [["old.txt", "last"], ["☆", "★"]]);
    assert.match(await body(page), /\+100\./);
  },

  async "orders by hand, groups and filters go with a label"({ visit }) {
    for (const hash of ["#col=.file@(new.txt old.txt)", "#filter=.file:(old.txt OR new.txt)", "#col=.file@(all:(new.txt) old.txt)"]) {
      const { page } = await visit({ hash: encodeURI(hash) });
      await drop(page, pair());
      const before = [(await columns(page)).length, await body(page)];
      assert.equal(before[0], 2, hash);
      await relabel(page, 1, "an other");
      assert.deepEqual([(await columns(page)).length, await body(page)], before, hash);
    }
  },

  async "a swap swaps, whatever is the base and whatever the order"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await asking(page, () => page.click("#inputs .star >> nth=1"));
    assert.match(await body(page), /\+100\./);
    await asking(page, () => page.click(".swap"));
    assert.deepEqual([await columns(page), await stars(page)], [["new.txt", "old.txt"], ["☆", "★"]]);
    assert.match(await body(page), /−50\./);
    const { page: other } = await visit({ hash: encodeURI("#col=.file@(new.txt old.txt)") });
    await drop(other, pair());
    assert.match(await body(other), /\+100\./);
    await asking(other, () => other.click(".swap"));
    assert.deepEqual(await columns(other), ["old.txt", "new.txt"]);
    assert.match(await body(other), /−50\./);
    // The meaning of a filter is unchanged.
    const { page: one } = await visit({ hash: "#filter=.file:old.txt" });
    await drop(one, pair());
    await asking(one, () => one.click(".swap"));
    assert.match(await one.textContent("#command"), /-filter [^ ]*old\.txt/);
  },

  async "two inputs with one label are one column, and that is said"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await relabel(page, 1, "old.txt");
    await noticed(page, /Two inputs are called old\.txt: their results are one column\./);
  },

  async "a row opens after a label was reached by keyboard, and not where its text was selected"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await page.focus("#inputs .star >> nth=0");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "label");
    await page.keyboard.press("Tab");
    await page.click("#tables tr[data-at='1'] .center >> nth=0");
    await page.waitForSelector("#side:visible tr, #side:visible table, #side:visible svg");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#side", { state: "hidden" });
    await page.focus("#tables .open-row >> nth=0");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#side:visible");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#side", { state: "hidden" });
    // A user who selects text of a row only wants to read it.
    const { x, y, width, height } = await page.locator("#tables tr[data-at='2'] .interval >> nth=0").boundingBox();
    await page.mouse.move(x + 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width - 2, y + height / 2, { steps: 4 });
    await page.mouse.up();
    // An opened row would be in the address immediately.
    assert.doesNotMatch(await page.evaluate(() => location.hash), /open=/);
    assert.notEqual(await page.evaluate(() => String(getSelection())), "");
    assert.ok(!(await page.isVisible("#side")), "no row was opened");
  },

  async "files of a link may come one after the other"({ visit }) {
    const { page } = await visit({ hash: "#in=old.txt&in=after%3Dnew.txt&unit=B/op" });
    const [old, young] = pair();
    await drop(page, [old]);
    await noticed(page, /The link that you opened is also about new\.txt: drop it, too, to see what was shared\./);
    await drop(page, [young]);
    assert.deepEqual(await columns(page), ["old.txt", "after"]);
    assert.equal(await page.innerText("#notice"), "");
    const { page: others } = await visit({ hash: "#in=old.txt&in=after%3Dnew.txt" });
    await drop(others, [{ name: "third.txt", text: log() }]);
    await noticed(others, /also about old\.txt, new\.txt: drop them, too/);
  },

  async "what is wrong with a rule is shown with its place, and a card counts all rows"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await choose(page, "more", "gate");
    await page.waitForSelector(".gate-verdict");
    await page.fill("#gate-rules", "sec/op: +1%; B/op: -5%");
    await page.waitForSelector(".gate-place");
    const [rule, caret] = await page.locator(".gate-place code").allInnerTexts();
    assert.equal(rule, "sec/op: +1%; B/op: -5%");
    assert.equal(caret.indexOf("^"), rule.indexOf("-5%"));
    assert.doesNotMatch(await page.innerText("#side"), /\\u/);
    const { page: example } = await visit({ hash: "#example=1" });
    await loaded(example);
    const counts = (await example.locator(".card >> nth=0").locator(".words span").allInnerTexts()).map((text) => Number.parseInt(text, 10));
    assert.equal(counts.reduce((sum, count) => sum + count), await example.locator("#tables tr[data-at]").count());
  },
};
