// Checks the app with axe, and takes pictures for visual inspection, in both themes and at both widths.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { AXE, asChart, asking, choose, drop, edit, findings, loaded } from "./browser.mjs";
import { log, pair, versions } from "./logs.mjs";

async function shot(page, name) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Returns eighteen logs of one benchmark suite: a history with one step. */
const many = () => versions({ count: 18 });

/** Returns the footnotes whose numbers overlap their texts. Runs in the page. */
function overlaid() {
  return [...document.querySelectorAll(".footnotes li")].filter((note) => {
    const words = document.createRange();
    words.selectNodeContents(note.lastChild);
    const number = document.createRange();
    number.selectNodeContents(note.querySelector("sup"));
    return words.getClientRects()[0].left < number.getBoundingClientRect().right;
  }).map((note) => note.textContent);
}

function look(width, theme) {
  return async ({ visit }) => {
    const { page } = await visit({ width, theme, height: width < 500 ? 844 : 900 });
    const name = (what) => `${what}-${width}-${theme}`;
    await page.addInitScript({ path: AXE });
    await page.reload();
    const seen = [];
    const check = async (what) => {
      await shot(page, name(what));
      seen.push(...(await findings(page)).map((found) => `${what}: ${found}`));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) seen.push(`${what}: ${wide} pixels too wide`);
      const inner = await page.evaluate(() => [...document.querySelectorAll("figure.chart, .picture, .facts-scroll")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.className));
      seen.push(...inner.map((of) => `${what}: ${of} is cut off`));
      seen.push(...(await page.evaluate(overlaid)).map((text) => `${what}: the number of a footnote lies over ${text}`));
    };
    await check("empty");
    await drop(page, pair());
    await check("two");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#side[data-what=row] .facts");
    await check("row");
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await page.waitForSelector("figure.chart svg");
    await check("scaling");
    await page.click("#kind-forest");
    await page.waitForFunction(() => document.querySelector("#kind-forest")?.getAttribute("aria-pressed") === "true");
    await check("forest");
    await page.keyboard.press("c");
    await page.waitForSelector("#tables tr[data-at]:visible");
    await edit(page);
    await check("view");
    await page.click(".chip[data-key='/size']");
    await page.waitForSelector("#values[open]");
    await check("values");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#values", { state: "hidden" });
    await page.keyboard.press("?");
    await page.waitForSelector("#help[open]");
    await check("help");
    await page.keyboard.press("Escape");
    await page.fill("#text-filter", "/codec:(");
    await page.waitForFunction(() => document.querySelector("#wrong-filter").textContent !== "");
    await check("wrong");
    await asking(page, () => page.click(".reset"));
    await page.keyboard.press("Escape");
    await choose(page, "more", "gate");
    await page.waitForSelector(".gate-verdict");
    await check("gate");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await drop(page, [{ name: "third.txt", text: `${log({ factor: 1.2 })}BenchmarkBroken 1 x ns/op\n` }, { name: "notes.txt", text: "no log" }]);
    await check("four");
    await choose(page, "more", "clear");
    await page.waitForSelector("#empty", { state: "visible" });
    await drop(page, many());
    await page.waitForSelector("figure.chart svg [data-change]");
    await check("over-time");
    await page.locator("figure.chart svg [data-change]").first().focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("#side[data-what=change] .facts");
    await check("change");
    await page.keyboard.press("Escape");
    await asChart(page, "history");
    await check("history");
    await page.focus("#main");
    await page.keyboard.press("c");
    await page.waitForSelector("#tables tr[data-at]:visible");
    await check("eighteen");
    await choose(page, "more", "clear");
    await page.waitForSelector("#empty", { state: "visible" });
    await drop(page, [{ name: "cases.txt", text: log({ codecs: ["none", "a-codec-with-a-name-that-is-rather-long", "another-codec-with-a-longer-name-still"] }) }]);
    await check("one");
    await page.goto(`${page.url().replace(/#.*/, "")}?receiver#in=v1.txt&in=new%3Dv2.txt&unit=B/op&row=/size`);
    await page.waitForSelector("#expected:visible");
    await check("receiver");
    assert.deepEqual(seen, []);
  };
}

export const tests = {
  "1440 light": look(1440, "light"),
  "1440 dark": look(1440, "dark"),
  "390 light": look(390, "light"),
  "390 dark": look(390, "dark"),

  async "the theme button and what is remembered"({ visit }) {
    const { page } = await visit();
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await choose(page, "more", "theme");
    await choose(page, "more", "theme");
    const dark = await ground();
    assert.notEqual(light, dark);
    await page.reload();
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    assert.equal(await ground(), dark);
  },

  async "forced colours and less motion"({ visit }) {
    const { page } = await visit({ forcedColors: "active", reducedMotion: "reduce" });
    await drop(page, pair());
    // Information that is shown by color is also shown by signs and words.
    assert.match(await page.innerText("tr[data-at='0']"), /−50\.\d+%[\s\S]*improved/);
    await shot(page, "forced-colours");
  },

  async "outcomes, axis labels and the opened row stay in sight next to the details, also on a phone"({ visit }) {
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      const { page } = await visit({ width, height });
      await page.click("#preview");
      await loaded(page);
      await page.click("tr[data-at='6'] .open-row");
      await page.waitForSelector("#side:visible .facts");
      await page.waitForTimeout(200);
      const parts = await page.evaluate(() => {
        const edge = document.querySelector("#tables .scroll").getBoundingClientRect().right;
        const words = [...document.querySelectorAll("#tables .verdict .word")].map((word) => word.getBoundingClientRect().right - edge);
        const labels = [...document.querySelectorAll(".bar-axis span")].filter((label) => label.getClientRects().length).map((label) => label.getBoundingClientRect()).sort((a, b) => a.left - b.left);
        const open = document.querySelector("tr.is-open").getBoundingClientRect();
        const side = document.querySelector("#side").getBoundingClientRect();
        return { words, gaps: labels.slice(1).map(({ left }, at) => left - labels[at].right), labels: labels.length, covered: side.left < open.left + 1 && side.top < open.bottom };
      });
      assert.ok(parts.words.length > 8 && parts.words.every((over) => over <= 0), `${width}: ${parts.words}`);
      assert.ok(parts.labels > 1 && parts.gaps.every((gap) => gap >= 2), `${width}: ${parts.gaps}`);
      assert.ok(!parts.covered, `${width}: the details cover the row`);
    }
  },

  async "on paper all cards and outcomes are whole, and the baseline is a word"({ visit }) {
    const { page } = await visit();
    const more = (/** @type {number} */ factor) =>
      log({ factor }).replaceAll("ns/op", `ns/op ${100 * factor} MB/s ${3 * factor} rows/op`);
    await drop(page, [{ name: "old.txt", text: more(1) }, { name: "new.txt", text: more(0.5) }]);
    assert.equal(await page.locator(".card").count(), 5);
    // The width of A4 between the margins.
    await page.setViewportSize({ width: 703, height: 1000 });
    await page.emulateMedia({ media: "print" });
    const ends = await page.locator(".card, .card *, #tables .verdict").evaluateAll((all) => all.map((part) => {
      const box = part.getBoundingClientRect();
      return { text: part.textContent, left: box.left, right: box.right };
    }));
    for (const { text, left, right } of ends) assert.ok(left >= 0 && right <= 703, `${text}: ${left} to ${right}`);
    const choice = await page.locator("#sentence select").evaluate((select) => {
      const { appearance, borderTopWidth } = getComputedStyle(select);
      return [appearance, borderTopWidth];
    });
    assert.deepEqual(choice, ["none", "0px"]);
  },
};
