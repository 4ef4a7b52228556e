// Tests the web app with touch: real touches, on a narrow screen.
import assert from "node:assert/strict";
import { asking, choose, drop, isInView, names } from "./browser.mjs";
import { log, pair, tall } from "./logs.mjs";

const PHONE = { width: 390, height: 844, hasTouch: true };

/**
 * Simulates a finger: it goes down, moves through positions, and up; `rest` is how long it stays at the last
 * position, in milliseconds.
 */
async function finger(page, from, to, { steps = 8, rest = 0 } = {}) {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type, x, y) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await touch("touchStart", from.x, from.y);
  for (let i = 1; i <= steps; i++) await touch("touchMove", from.x + ((to.x - from.x) * i) / steps, from.y + ((to.y - from.y) * i) / steps);
  if (rest) await page.waitForTimeout(rest);
  await touch("touchEnd");
  await cdp.detach();
}

const middle = async (page, selector) => {
  const box = await page.locator(selector).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const tap = async (page, selector) => {
  const { x, y } = await middle(page, selector);
  await page.touchscreen.tap(x, y);
};
const columns = (page) => page.locator("#tables .block >> nth=0").locator("thead .level-0 .column-name").allTextContents();

/** Checks that the page does not scroll sideways, and that each control is large enough for a finger. */
async function fits(page, what) {
  const { width, small } = await page.evaluate(() => {
    // A tick box is as large as its label.
    const ticks = "[type=checkbox], [type=radio]";
    const controls = `button, select, summary, input:not(${ticks}), label:has(${ticks})`;
    const all = [...document.querySelectorAll(controls)].map((control) => {
      const { width, height } = control.getBoundingClientRect();
      return { text: `${control.className || control.id} ${width} × ${height}`, width, height };
    });
    const small = all.filter(({ width, height }) => width > 0 && (width < 24 || height < 24));
    return { width: document.documentElement.scrollWidth, small: small.map(({ text }) => text) };
  });
  assert.ok(width <= page.viewportSize().width, `${what}: ${width} px wide`);
  assert.deepEqual(small, [], what);
}

export const tests = {
  async "at 320 pixels nothing scrolls sideways, and at any width controls have 24 pixels"({ visit }) {
    for (const width of [320, 1280]) {
      const { page } = await visit({ width, height: 640 });
      await fits(page, "first screen");
      const [old, recent] = pair();
      const text = `${recent.text}BenchmarkBad 1 x ns/op\n`;
      await drop(page, [old, { name: `${"a-long-name-".repeat(6)}new.txt`, text }]);
      await fits(page, "answer");
      await page.click("tr[data-at='1'] .open-row");
      await page.waitForSelector("#side[data-what=row] .facts");
      await fits(page, "row");
      await page.click("#side-close");
      await page.click("#edit-view");
      await page.waitForSelector("#shelves");
      await fits(page, "layout");
      await page.click(".chip >> nth=0");
      await page.waitForSelector("#values[open]");
      await fits(page, "values");
      await page.keyboard.press("Escape");
      await page.click("#side-close");
      await choose(page, "more", "gate");
      await page.waitForSelector(".gate-verdict");
      await fits(page, "gate");
      await page.click("#side-close");
      await page.click("#as-chart");
      await page.waitForSelector("figure svg");
      await fits(page, "chart");
      await choose(page, "more", "clear");
      await page.waitForSelector("#toast:visible");
      await fits(page, "message");
      assert.ok(await isInView(page, "#toast"));
    }
  },

  async "a tap opens a row, another closes it"({ visit }) {
    const { page } = await visit(PHONE);
    await drop(page, pair());
    const name = (await names(page))[1];
    await tap(page, "tr[data-at='1'] .bar-cell");
    await page.waitForSelector("#side[data-what=row] .facts");
    assert.equal(await page.innerText("#side-title"), name);
    assert.ok(await isInView(page, "#side .detail-outcome"));
    await tap(page, "#side-close");
    await page.waitForSelector("#side", { state: "hidden" });
    assert.ok(await isInView(page, "#tables tr[data-at='1']"));
  },

  async "inputs are starred, moved and removed by a finger"({ visit }) {
    const { page } = await visit(PHONE);
    await drop(page, pair());
    const reach = async (part) => {
      const boxes = await page.locator(`#inputs ${part}`).evaluateAll((all) => all.map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        const here = document.elementFromPoint(left + width / 2, top + height / 2);
        return { left, right: left + width, width, height, hit: one.contains(here) };
      }));
      for (const { left, right, width, height, hit } of boxes) {
        assert.ok(left >= 0 && right <= 390, `${part} from ${left} to ${right}`);
        assert.ok(width >= 24 && height >= 24, `${part} is ${width} × ${height}`);
        assert.ok(hit, `${part} lies under something`);
      }
      return boxes.length;
    };
    for (const part of [".star", ".remove", ".grip"]) assert.equal(await reach(part), 2, part);
    await asking(page, () => tap(page, "#inputs [data-input='1'] .star"));
    assert.equal(await page.innerText("#heading"), "old.txt against new.txt");
    await asking(page, () => tap(page, "#inputs [data-input='1'] .remove"));
    assert.deepEqual(await columns(page), ["old.txt"]);
    // Several inputs are a list with the same actions.
    await drop(page, [1, 2].map((n) => ({ name: `more-${n}.txt`, text: log({ factor: n }) })));
    await tap(page, "#inputs-open");
    await page.waitForSelector("#inputs-list .input");
    for (const part of [".star", ".remove", ".grip"]) assert.equal(await reach(part), 3, part);
    await asking(page, () => tap(page, "#inputs [data-input='2'] .remove"));
    assert.equal(await page.locator("#inputs .input").count(), 2);
  },

  async "a key is moved by taps: its chip offers the places"({ visit }) {
    const { page } = await visit(PHONE);
    await drop(page, [{ name: "all.txt", text: log() }]);
    await tap(page, "#edit-view");
    await page.waitForSelector("#shelves");
    await page.locator(".chip[data-key='/codec'][data-part=keys]").scrollIntoViewIfNeeded();
    await tap(page, ".chip[data-key='/codec'][data-part=keys]");
    await page.waitForSelector("#values[open]");
    await asking(page, () => tap(page, "#values button:has-text('Column')"));
    assert.deepEqual(await columns(page), ["none", "gzip"]);
    // Its values are also reachable.
    await tap(page, ".chip[data-key='/codec'][data-part=col]");
    await page.waitForSelector("#values[open]");
    await asking(page, () => tap(page, "#values label:has-text('alphabetical')"));
    assert.deepEqual(await columns(page), ["gzip", "none"]);
  },

  async "a key is moved by a finger that drags it"({ visit }) {
    const { page } = await visit(PHONE);
    await drop(page, [{ name: "all.txt", text: log() }]);
    await tap(page, "#edit-view");
    await page.waitForSelector("#shelves");
    const chip = ".chip[data-key='/codec'][data-part=keys]";
    await page.locator(chip).scrollIntoViewIfNeeded();
    await page.locator(".shelf[data-part=col] .zone").scrollIntoViewIfNeeded();
    assert.ok(await isInView(page, chip), "both are in sight");
    const [from, to] = [await middle(page, chip), await middle(page, ".shelf[data-part=col] .zone")];
    await asking(page, () => finger(page, from, to));
    assert.deepEqual(await columns(page), ["none", "gzip"]);
    assert.equal(await page.locator("#values[open]").count(), 0, "a drag is no tap");
  },

  async "a finger scrolls the table, sideways the wide one, and the values of a key; it opens nothing"({ visit }) {
    const { page } = await visit({ ...PHONE, hash: "#changed=0" });
    await drop(page, [{ name: "old.txt", text: tall(3000, 2) }, { name: "new.txt", text: tall(3000, 2, 1.5) }]);
    const before = await names(page);
    const at = await middle(page, "#tables .scroll");
    const from = { x: at.x, y: Math.min(at.y, 780) };
    await finger(page, from, { x: from.x, y: from.y - 300 }, { rest: 60 });
    await page.waitForFunction((first) => document.querySelector("#tables .open-row")?.textContent !== first, before[0]);
    const top = await page.locator("#tables .scroll").evaluate((box) => {
      const { left, top, height } = box.getBoundingClientRect();
      return document.elementFromPoint(left + 60, top + height / 2)?.closest("tr")?.innerText ?? "";
    });
    assert.match(top, /Row\/n=\d+/);
    assert.equal(await page.locator("#side:visible").count(), 0);

    const wide = await visit({ ...PHONE, hash: "#chart=off" });
    await drop(wide.page, Array.from({ length: 5 }, (_, i) => ({ name: `v${i}.txt`, text: log({ factor: 1 + i }) })));
    const head = await middle(wide.page, "tr[data-at='2']");
    const y = Math.min(head.y, 800);
    const left = () => wide.page.locator("#tables .column-name:has-text('v4.txt')").evaluate((cell) => cell.getBoundingClientRect().left);
    const was = await left();
    await finger(wide.page, { x: 330, y }, { x: 60, y }, { rest: 60 });
    await wide.page.waitForFunction((x) => [...document.querySelectorAll("#tables .column-name")].find((cell) => cell.textContent === "v4.txt").getBoundingClientRect().left < x - 100, was);
    assert.equal(await wide.page.locator("#side:visible").count(), 0);

    const many = await visit({ ...PHONE, hash: "#col=/size" });
    await drop(many.page, [{ name: "all.txt", text: log({ sizes: Array.from({ length: 60 }, (_, i) => i + 1), codecs: ["none"], runs: 2 }) }]);
    await tap(many.page, "#edit-view");
    await tap(many.page, ".chip[data-key='/size'][data-part=col]");
    await many.page.waitForSelector("#values[open]");
    const list = await middle(many.page, "#values .values");
    const first = await many.page.locator("#values .value >> nth=0").evaluate((item) => item.getBoundingClientRect().top);
    await finger(many.page, list, { x: list.x, y: list.y - 200 }, { rest: 60 });
    await many.page.waitForFunction((y) => document.querySelector("#values .value").getBoundingClientRect().top < y - 60, first);
    assert.equal(await many.page.locator(".ghost").count(), 0);
  },
};
