// Tests changes of the layout: by dragging, by keyboard, by text; values and orders; and the URL that stores them.
import assert from "node:assert/strict";
import { asChart, ask, asking, drop, edit, names } from "./browser.mjs";
import { log, pair } from "./logs.mjs";

/** Returns the visible keys of a shelf, in their order. */
const keys = (page, part) => page.locator(`.shelf[data-part=${part}] .chip .key`).allInnerTexts();
const command = (page) => page.innerText("#command");
const columns = (page) => page.locator("#tables .block >> nth=0").locator("thead .level-0 .column-name").allTextContents();
/** Returns the headings of the rows' names. */
const heads = (page) => page.locator("#tables table >> nth=0").locator("thead .sub th").evaluateAll((cells) => cells.slice(0, cells.findIndex((cell) => cell.matches(".num"))).map((cell) => cell.innerText.trim()));
const chip = (key, part) => `.chip[data-key="${key}"][data-part="${part}"]`;

async function dragTo(page, from, to) {
  const [a, b] = await Promise.all([page.locator(from).boundingBox(), page.locator(to).boundingBox()]);
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width - 30, b.y + b.height / 2, { steps: 8 });
  await page.mouse.up();
}

export const tests = {
  async "one log: a suggestion, one click"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "all.txt", text: log() }]);
    await edit(page);
    const offers = await page.locator("#suggest .offer").allTextContents();
    assert.ok(offers.some((offer) => offer.includes("/codec")), offers.join(", "));
    await asking(page, () => page.click("#suggest .offer:has-text('/codec')"));
    assert.deepEqual(await columns(page), ["none", "gzip"]);
    assert.match(await page.textContent("#command"), /-col '?\/codec'?/);
  },

  async "a chip dragged to the columns, and back"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "all.txt", text: log() }]);
    await edit(page);
    await asking(page, () => dragTo(page, chip("/codec", "keys"), ".shelf[data-part=col]"));
    assert.deepEqual(await keys(page, "col"), ["/codec"]);
    assert.deepEqual(await columns(page), ["none", "gzip"]);
    await asking(page, () => dragTo(page, chip("/size", "keys"), ".shelf[data-part=table]"));
    assert.ok((await keys(page, "table")).includes("/size"));
    assert.equal(await page.locator("#tables .block").count(), 3);
    await asking(page, () => dragTo(page, chip("/size", "table"), ".shelf[data-part=keys]"));
    assert.ok(!(await keys(page, "table")).includes("/size"));
    assert.equal(await page.locator("#tables .block").count(), 1);
    await page.mouse.move(5, 5);
    const box = await page.locator(chip("/codec", "col")).boundingBox();
    await page.mouse.move(box.x + 9, box.y + 9);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 120, { steps: 4 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    assert.deepEqual(await keys(page, "col"), ["/codec"]);
    assert.deepEqual(await columns(page), ["none", "gzip"]);
  },

  async "the same by keyboard"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "all.txt", text: log() }]);
    await edit(page);
    await page.focus(chip("/codec", "keys"));
    await asking(page, () => page.keyboard.press("ArrowUp"));
    assert.deepEqual(await keys(page, "ignore"), ["/codec"]);
    assert.match(await command(page), /-ignore \/codec /);
    await asking(page, () => page.keyboard.press("ArrowUp"));
    assert.deepEqual(await columns(page), ["none", "gzip"]);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.key), "/codec");
    await asking(page, () => page.keyboard.press("ArrowUp"));
    assert.deepEqual(await keys(page, "row"), [".fullname", "/codec"]);
    assert.deepEqual(await heads(page), ["name", "/codec"]);
    await asking(page, () => page.keyboard.press("ArrowLeft"));
    assert.deepEqual(await keys(page, "row"), ["/codec", ".fullname"]);
    assert.deepEqual(await heads(page), ["/codec", "name"]);
    await asking(page, () => page.keyboard.press("Delete"));
    assert.deepEqual(await heads(page), ["name"]);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.part), "keys");
    assert.match(await page.textContent("#said"), /\/codec: Keys/);
    await page.keyboard.press("Enter");
    await asking(page, () => page.click("#values button:has-text('Column')"));
    assert.deepEqual(await columns(page), ["none", "gzip"]);
  },

  async "values ticked off, and orders"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "all.txt", text: log() }]);
    await edit(page);
    await asking(page, () => page.click("#suggest .offer:has-text('/size')"));
    assert.deepEqual(await columns(page), ["10", "100", "1000"]);
    await page.click(chip("/size", "col"));
    await asking(page, () => page.uncheck("#values input[value='100']"));
    assert.match(await page.innerText("#sentence"), /Only .*\/size/);
    assert.deepEqual(await columns(page), ["10", "1000"]);
    await asking(page, () => page.check("#values input[value='100']"));
    assert.doesNotMatch(await page.innerText("#sentence"), /Only/);
    assert.deepEqual(await columns(page), ["10", "100", "1000"]);
    await asking(page, () => page.check("#values input[value=alpha]"));
    assert.match(await command(page), /-col \/size@alpha /);
    await asking(page, () => page.click("#values li:has(input[value='1000']) button >> nth=0"));
    assert.deepEqual(await columns(page), ["10", "1000", "100"]);
    await asking(page, () => page.uncheck("#values input[value='10']"));
    assert.deepEqual(await columns(page), ["1000", "100"]);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement.dataset.key === "/size");
  },

  async "a key dropped on the filter opens its values"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "all.txt", text: log() }]);
    await edit(page);
    await dragTo(page, chip("/codec", "keys"), ".shelf[data-part=filter]");
    await asking(page, () => page.uncheck("#values input[value=gzip]"));
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement.dataset.key === "/codec");
    assert.match(await page.textContent(chip("/codec", "filter")), /1\/2/);
    await asking(page, () => page.locator(chip("/codec", "filter")).press("Delete"));
    assert.deepEqual(await keys(page, "filter"), []);
    assert.equal((await names(page)).length, 6);
  },

  async "texts and chips stay in step; what is wrong is shown where it is"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "all.txt", text: log() }]);
    await edit(page);
    await asking(page, () => page.fill("#text-col", "/size@num"));
    assert.match(await page.textContent(chip("/size", "col")), /1→9/);
    await page.fill("#text-filter", "/codec:gzip AND (");
    await page.waitForFunction(() => document.querySelector("#wrong-filter").textContent !== "");
    assert.equal(await page.getAttribute("#text-filter", "aria-invalid"), "true");
    assert.ok(await page.locator("body.stale").count());
    await asking(page, () => page.fill("#text-filter", "/codec:gzip"));
    assert.equal(await page.textContent("#wrong-filter"), "");
    assert.match(await page.textContent(chip("/codec", "filter")), /1\/2/);
    await page.fill("#text-row", "/size@nonsense");
    await page.waitForFunction(() => document.querySelector("#wrong-row").textContent !== "");
    await asking(page, () => page.fill("#text-row", ".fullname"));
    await asking(page, () => page.fill("#text-alpha", "0.00001"));
    assert.match(await page.textContent("#command"), /-alpha/);
    await page.fill("#text-alpha", "often");
    await page.waitForFunction(() => document.querySelector("#wrong-alpha").textContent !== "");
    await asking(page, () => page.click(".reset"));
    assert.doesNotMatch(await command(page), /-alpha/);
  },

  async "the URL keeps the view, back and forward walk it"({ visit }) {
    const { page, context } = await visit();
    await drop(page, pair());
    await asking(page, () => ask(page, "col", "/codec"));
    await asking(page, () => ask(page, "table", ".config,.file"));
    await page.click("#side-close");
    await page.click(".card >> nth=1");
    await page.selectOption("#sort", "worst");
    await page.fill("#search", "size=100");
    await page.waitForFunction(() => location.hash.includes("search"));
    await page.waitForFunction(() => [...document.querySelectorAll("#tables .open-row")].every((label) => label.textContent.includes("size=100")));
    const hash = new URL(page.url()).hash;
    for (const part of ["col=/codec", "table=.config,.file", "unit=B/op", "sort=worst", "search="]) assert.ok(hash.includes(part), `${hash} has ${part}`);
    const shown = await page.locator("#tables").innerText();

    const other = await visit({ hash });
    await drop(other.page, pair());
    assert.equal(await other.page.locator("#tables").innerText(), shown);
    assert.equal(new URL(other.page.url()).hash, hash);
    assert.ok((await names(other.page)).every((name) => name.includes("size=100")));

    await page.goBack();
    await page.goBack();
    await page.waitForFunction(() => document.querySelector(".card[aria-selected=true]").dataset.unit === "sec/op");
    await asking(page, () => page.goBack());
    await edit(page);
    assert.deepEqual(await keys(page, "table"), [".config"]);
    const blocks = await page.locator("#tables .block").count();
    await asking(page, () => page.goForward());
    assert.deepEqual(await keys(page, "table"), [".config", ".file"]);
    assert.ok((await page.locator("#tables .block").count()) > blocks);
    await context.close();
  },

  async "a chip dropped on the text of a shelf is on the shelf"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "all.txt", text: log() }]);
    await edit(page);
    await asking(page, () => dragTo(page, chip("/codec", "keys"), "#text-col"));
    assert.deepEqual(await columns(page), ["none", "gzip"]);
  },

  async "a key that passes through the columns by keyboard leaves the files there"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await edit(page);
    await page.focus(chip("/codec", "keys"));
    await asking(page, () => page.keyboard.press("ArrowUp"));
    await asking(page, () => page.keyboard.press("ArrowUp"));
    await asking(page, () => page.keyboard.press("ArrowUp"));
    assert.deepEqual(await heads(page), ["name", "/codec"]);
    assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
    const one = await visit();
    await drop(one.page, [{ name: "all.txt", text: log() }]);
    await edit(one.page);
    await one.page.focus(chip("/codec", "keys"));
    for (let i = 0; i < 3; i++) await asking(one.page, () => one.page.keyboard.press("ArrowUp"));
    assert.deepEqual(await columns(one.page), ["all.txt"]);
    assert.doesNotMatch(await one.page.textContent("#command"), /-col ''/);
  },

  async "no value ticked says so, and the last choice holds"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "all.txt", text: log() }]);
    await edit(page);
    await page.click(chip("/codec", "keys"));
    await page.click("#values button:has-text('None')");
    assert.match(await page.innerText("#values .wrong"), /No value counts/);
    assert.equal((await names(page)).length, 6);
    await asking(page, () => page.check("#values input[value=gzip]"));
    assert.equal(await page.innerText("#values .wrong"), "");
    assert.ok((await names(page)).every((name) => name.includes("codec=gzip")));
  },

  async "absent values are counted, and have a name in the heading, in the panel and in charts"({ visit }) {
    const { page } = await visit({ hash: "#table=&row=/size&col=/codec" });
    const some = [1, 2, 3, 4, 5, 6].map((n) => `BenchmarkWork/size=1-8 1 ${100 + n} ns/op\n`).join("");
    await drop(page, [{ name: "all.txt", text: `${some}${log({ sizes: [1] })}` }]);
    assert.equal(await page.innerText("#heading"), "none and gzip against (none)");
    await page.click("tr[data-at='0'] .open-row");
    await page.waitForSelector("#side[data-what=row] .facts");
    assert.match(await page.innerText(".facts"), /^\(none\)\t/m);
    assert.doesNotMatch(await page.innerText("#side"), / in :|against\s*$|^: /m);
    await page.keyboard.press("Escape");
    await page.click("#as-chart");
    await page.waitForSelector("figure.chart svg");
    await asChart(page, "medians");
    const legend = await page.locator("figure.chart svg text").allTextContents();
    assert.ok(legend.includes("(none)"), legend.join("; "));
    await page.click("#as-table");
    await edit(page);
    await page.click(chip("/codec", "col"));
    await asking(page, () => page.uncheck("#values input[value=gzip]"));
    await page.keyboard.press("Escape");
    assert.deepEqual(await columns(page), ["(none)", "none"]);
    assert.match(await page.innerText(chip("/codec", "filter")), /2\/3/);
  },

  async "an order by hand begins with the order that is shown"({ visit }) {
    const { page } = await visit();
    // The first results lack the key, so their column is the first column and the baseline.
    const some = [1, 2, 3, 4, 5, 6].map((n) => `BenchmarkWork/size=1-8 1 ${100 + n} ns/op\n`).join("");
    await drop(page, [{ name: "all.txt", text: `${some}${log({ sizes: [1] })}` }]);
    await edit(page);
    await asking(page, () => ask(page, "row", "/size"));
    await asking(page, () => ask(page, "col", "/codec"));
    const before = await columns(page);
    assert.deepEqual(before, ["(none)", "none", "gzip"]);
    const changes = await page.locator("#tables .delta .by").allInnerTexts();
    await page.click(chip("/codec", "col"));
    await page.waitForSelector("#values[open]");
    assert.deepEqual(await page.locator("#values .value-text").allInnerTexts(), before);
    await asking(page, () => page.check("#values input[value=list]"));
    assert.deepEqual(await columns(page), before);
    assert.deepEqual(await page.locator("#tables .delta .by").allInnerTexts(), changes);
    assert.equal((await page.innerText(`${chip("/codec", "col")} .count`)).trim(), "3");
  },

  async "keys with the names of JavaScript's own members"({ visit }) {
    for (const [size, codec] of [["/toString", "/constructor"], ["/valueOf", "/__proto__"]]) {
      const { page } = await visit();
      await drop(page, [{ name: "odd.txt", text: `constructor: one\n${log({ sizes: [1, 2] }).replaceAll("/codec", codec).replaceAll("/size", size)}` }]);
      await edit(page);
      for (const [key, ...values] of [["constructor", "one"], [size, "1", "2"], [codec, "none", "gzip"]]) {
        await page.click(`.chip[data-key="${key}"] >> nth=0`);
        await page.waitForSelector("#values[open]");
        assert.deepEqual(await page.locator("#values .value-text").allInnerTexts(), values, key);
        await page.keyboard.press("Escape");
        await page.waitForSelector("#values", { state: "hidden" });
      }
      assert.equal(await page.textContent("#notice"), "");
    }
  },

  async "a suggestion keeps the filter, and says that it is the present one"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "all.txt", text: log() }]);
    await asking(page, () => ask(page, "filter", "/size:10"));
    await asking(page, () => page.click("#suggest .offer:has-text('/codec')"));
    assert.match(await page.innerText("#sentence"), /Only .*\/size/);
    assert.ok((await names(page)).every((name) => /size=10\b/.test(name)));
    assert.deepEqual(await columns(page), ["none", "gzip"]);
    assert.equal(await page.getAttribute("#suggest .offer:has-text('/codec')", "aria-pressed"), "true");
  },
};
