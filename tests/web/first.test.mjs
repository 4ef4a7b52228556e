// Tests the first screen: nothing overlaps its buttons, and an app that does not start reports that.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { drop, launch, noticed } from "./browser.mjs";
import { log, pair } from "./logs.mjs";

/** Returns parts of the page that overlap each other or their neighbors. */
const overlaps = (page, selector) => page.evaluate((parts) => {
  const seen = [...document.querySelectorAll(parts)].map((part) => ({ part: part.id || part.textContent.slice(0, 30), box: part.getBoundingClientRect() })).filter(({ box }) => box.width > 0 && box.height > 0);
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const bad = seen.flatMap((one, i) => seen.slice(i + 1).filter((other) => !apart(one.box, other.box)).map((other) => `${one.part} and ${other.part}`));
  // Each button can be pressed in its center.
  const hidden = [...document.querySelectorAll("#empty button")].filter((button) => button.offsetParent).filter((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    if (innerHeight < top + height / 2) return false;
    return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  return [...bad, ...hidden.map((button) => `${button.textContent} is covered`)];
}, selector);

export const tests = {
  async "progress and errors lie beside the buttons, not over them"({ visit }) {
    for (const [width, height] of [[1440, 900], [390, 844], [360, 640]]) {
      const { page } = await visit({ width, height });
      const parts = "#empty h2, #empty p:not(.actions), #empty button, #notice, #progress";
      assert.deepEqual(await overlaps(page, parts), []);
      await drop(page, [{ name: `${"a-file-with-a-long-name-".repeat(4)}.gz`, base64: Buffer.from([0x1f, 0x8b, 8, 0, 1, 2]).toString("base64") }]);
      await noticed(page, /could not be read/);
      // While a long file is being read, the page shows both.
      await page.evaluate(() => {
        document.querySelector("#progress").hidden = false;
        document.querySelector("#progress-text").textContent = "1.25 GB of 3.00 GB, 842 MB/s, 2 s left";
      });
      assert.deepEqual(await overlaps(page, parts), [], `at ${width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }
  },

  async "a click on the example counts while the scripts are still on their way"({ visit }) {
    const { page } = await visit();
    let [scripts, arrive] = [0, () => {}];
    const arrived = new Promise((done) => { arrive = () => done(null); });
    await page.route(/app-[0-9a-f]+\.js/, async (route) => {
      scripts++;
      await arrived;
      await route.continue();
    });
    await page.reload({ waitUntil: "commit" });
    await page.click("#preview");
    assert.equal(scripts, 1);
    arrive();
    await page.waitForSelector(".card[aria-selected=true]:has-text('sec/op')");
  },

  async "the first screen shows the answer of the example, and a click makes it live"({ visit }) {
    for (const [width, height, shown, hidden] of [[1280, 800, ".wide", ".narrow"], [390, 844, ".narrow", ".wide"]]) {
      const { page } = await visit({ width, height });
      const preview = page.locator("#preview");
      assert.ok(await preview.locator(`${shown} svg`).isVisible(), `${shown} at ${width}`);
      assert.ok(await preview.locator(`${hidden} svg`).isHidden(), `${hidden} at ${width}`);
      const { top, smallest } = await preview.evaluate((part, name) => {
        const svg = /** @type {SVGSVGElement} */ (part.querySelector(`${name} svg`));
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        return { top: part.getBoundingClientRect().top, smallest: 12 * scale };
      }, shown);
      assert.ok(top < height * 0.6, `the answer begins at ${top} of ${height}`);
      assert.ok(10 < smallest, `letters of ${smallest} pixels`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      const words = await preview.innerText();
      assert.match(words, /geomean sec\/op −\d/);
      assert.deepEqual(await page.locator("#about a").evaluateAll((links) => links.map(({ textContent }) => textContent)), ["Source", "Documentation"]);
      assert.match(await page.innerText("#about"), /benchlens \d+\.\d+\.\d+ .*cargo install benchlens/s);
      await preview.click();
      await page.waitForSelector(".card[aria-selected=true]:has-text('sec/op')");
      // The static words are equal to the words of the live answer.
      const counts = await page.locator(".card >> nth=0").locator(".words span").allInnerTexts();
      assert.ok(counts.length > 1);
      for (const count of counts) assert.ok(words.includes(count), `${count} in ${words}`);
    }
  },

  async "the receiver of a link reads what to drop within the frame, and each thing once"({ visit }) {
    for (const width of [1440, 390]) {
      const { page } = await visit({ width, height: 844, hash: `#in=${"a-long-name-".repeat(6)}old.txt&in=${"a-long-name-".repeat(6)}new.txt&alpha=0.01` });
      await page.waitForSelector("#expected:visible");
      const { left, right } = await page.locator("#expected").evaluate((part) => part.getBoundingClientRect());
      const frame = await page.evaluate(() => parseFloat(getComputedStyle(/** @type {Element} */ (document.querySelector("main")), "::before").left));
      assert.ok(left > frame && right < width - frame, `${left} to ${right} in a frame at ${frame}`);
      assert.equal((await page.innerText("body")).match(/nothing is uploaded/g)?.length, 1);
    }
  },

  async "names of files read forwards, and are cut where they are alike"({ visit }) {
    const { page } = await visit();
    const short = ["2024-11-05.txt", "<b>.(1)"];
    const long = [1, 2].map((n) => `2024-${"a-name-that-is-long-".repeat(4)}(${n})`);
    await drop(page, [...short, ...long].map((name) => ({ name, text: log() })));
    // The positions of the first and the last character, from the left edge of the label.
    const shown = await page.locator("#inputs .label-shown").evaluateAll((labels) => labels.map((label) => {
      const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
      const text = /** @type {Text} */ (walker.nextNode());
      const at = (/** @type {number} */ from) => {
        const range = new Range();
        range.setStart(text, from);
        range.setEnd(text, from + 1);
        return range.getBoundingClientRect().left - label.getBoundingClientRect().left;
      };
      return { name: text.data, first: at(0), last: at(text.length - 1), width: label.clientWidth };
    }));
    assert.deepEqual(shown.map(({ name }) => name), [...short, ...long]);
    for (const { name, first, last, width } of shown) {
      assert.ok(first < last && last < width, `${name} from ${first} to ${last} of ${width}`);
      assert.equal(first < 0, long.includes(name), `${name} begins at ${first}`);
    }
    // A user who edits a label sees it from its beginning.
    const field = page.locator("#inputs .label").first();
    await field.focus();
    assert.equal(await field.evaluate((label) => getComputedStyle(label).direction), "ltr");
    assert.ok(await page.locator("#inputs .label-shown").first().isHidden());
  },

  async "on a phone it is said what the field of the search is for"({ visit }) {
    const { page } = await visit({ width: 390, height: 844 });
    await drop(page, pair());
    const fits = await page.locator("#search").evaluate((/** @type {HTMLInputElement} */ field) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
      canvas.font = font;
      return canvas.measureText(field.placeholder).width <= field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    });
    assert.ok(fits, "the words in the field are cut");
  },

  async "what the first answer needs is asked for at once, and little besides"({ visit, url, dist }) {
    const html = await readFile(join(dist, "index.html"), "utf8");
    const early = [...html.matchAll(/<link rel="(?:module)?preload"[^>]*href="([^"]+)"/g)].map(([, name]) => name);
    assert.deepEqual(early.map((name) => name.replace(/-[0-9a-f]{8}/, "")), ["benchlens_bg.wasm", "app.js"]);
    const { context } = await visit();
    const page = await context.newPage();
    const asked = [];
    page.on("request", (request) => void (request.url().startsWith(url) && asked.push(request.url().slice(url.length))));
    await page.goto(`${url}?anew`);
    await page.waitForSelector("#empty button:visible");
    await page.waitForLoadState("networkidle");
    const names = asked.map((name) => name.replace(/[?#].*/, ""));
    for (const name of early) assert.ok(names.includes(name), `${name} is asked for`);
    const first = names.filter((name) => !/^(sw\.js|icon\.svg)$/.test(name));
    // The document, its style, its script, the worker, and the engine.
    assert.deepEqual(first.map((name) => name.replace(/-[0-9a-f]{8}/, "")).sort(), ["", "all.css", "app.js", "benchlens_bg.wasm", "worker.js"], names.join(" "));
    return `${names.length} requests; early: ${early.join(", ")}`;
  },

  async "opened from a file the page says why nothing answers"({ dist }) {
    const browser = await launch();
    try {
      const page = await browser.newPage();
      await page.goto(pathToFileURL(join(dist, "index.html")).href);
      await page.waitForFunction(() => getComputedStyle(document.querySelector("#unstarted")).visibility === "visible");
      assert.match(await page.innerText("#unstarted"), /has not started.*web server/);
      assert.deepEqual(await page.locator("#empty button:visible").allInnerTexts(), [], "no button that does nothing");
    } finally {
      await browser.close();
    }
  },
};
