// Tests links that name their inputs, addresses that load automatically, and the files that a reload keeps.
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { createServer } from "node:http";
import { asking, choose, copied, drop, edit, isInView, keeps, keepsNothingMore, loaded, names, noticed, read, reads } from "./browser.mjs";
import { archive, log, pair } from "./logs.mjs";

/** Returns the names of the inputs in the comparison. */
const columns = (page) => page.locator("#tables table >> nth=0").locator(".column-name").allInnerTexts();

const copiedLink = async (page, which = "copy-link") => (await copied(page, () => choose(page, "share", which))).text;

export const tests = {
  async "a link carries labels, order and view; its receiver sees what to drop"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await asking(page, async () => {
      await page.fill("#inputs .label >> nth=0", "before");
      await page.keyboard.press("Enter");
    });
    await asking(page, () => page.click(".swap"));
    assert.deepEqual(await columns(page), ["new.txt", "before"]);
    await page.click(".card >> nth=1");
    await page.waitForSelector(".card[aria-selected=true]:has-text('B/op')");
    const link = await copiedLink(page);
    const other = await visit({ hash: new URL(link).hash });
    await other.page.waitForSelector("#expected:visible");
    assert.match(await other.page.innerText("#expected"), /This link shows B\/op\. Drop new\.txt and old\.txt \(as before\) together\./);
    // Files that are dropped in another order get the order of the link.
    await drop(other.page, pair());
    assert.deepEqual(await columns(other.page), ["new.txt", "before"]);
    assert.match(await other.page.innerText(".card[aria-selected=true]"), /B\/op/);
  },

  async "a link with the results shows them to its receiver"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await page.waitForSelector("body[data-kept='2']");
    await asking(page, async () => {
      await page.fill("#inputs .label >> nth=0", "before");
      await page.keyboard.press("Enter");
    });
    await page.click(".card >> nth=1");
    await page.waitForSelector(".card[aria-selected=true]:has-text('B/op')");
    const shown = await page.innerText("#tables");
    const link = await copiedLink(page, "copy-link-data");
    assert.ok(link.length < 5000, `${link.length} characters`);
    const other = await visit({ hash: new URL(link).hash });
    await loaded(other.page);
    assert.deepEqual(await columns(other.page), ["before", "new.txt"]);
    assert.equal(await other.page.innerText("#tables"), shown);
    assert.ok(await other.page.isHidden("#expected"));
    // A part of a link is reported, not shown as something else.
    const cut = await visit({ hash: new URL(link).hash.slice(0, -40) });
    await cut.page.waitForSelector("#notice:has-text('damaged or cut')");
    cut.complaints.length = 0;
    // Larger results stay where they are.
    const large = await visit();
    const noise = (/** @type {number} */ seed) => Array.from({ length: 9000 }, (_, at) => `BenchmarkA${at} 1 ${(at * 7919 * seed) % 99991} ns/op`).join("\n");
    await drop(large.page, [{ name: "old.txt", text: noise(3) }, { name: "new.txt", text: noise(7) }]);
    await large.page.waitForSelector("body[data-kept='2']");
    await choose(large.page, "share", "copy-link-data");
    await large.page.waitForSelector("#notice:has-text('too large for a link')");
    large.complaints.length = 0;
  },

  async "a link with results that would fill the memory is refused at once"({ visit }) {
    const hash = (list, content = "") => `#data=${deflateRawSync(`${JSON.stringify(list)}\n${content}`).toString("base64url")}`;
    const input = (more) => ({ name: "a.txt", label: null, size: 0, ...more });
    const text = log();
    const good = await visit({ hash: hash([input({ size: text.length }), ...Array(199).fill(input())], text) });
    await loaded(good.page);
    assert.match(await good.page.innerText("#tables"), /Work/);
    const many = text.repeat(9);
    for (const [list, content] of [
      [Array(300_000).fill(input())],
      [Array(201).fill(input())],
      [[input({ size: many.length }), input({ size: -many.length }), input({ size: many.length })], many],
      [[input({ size: 0.5 }), input({ size: 0.5 })], "\n"],
      [[input({ name: "a".repeat(301) })]],
      [[input({ label: "a".repeat(301) })]],
      [[null]],
    ]) {
      const started = Date.now();
      const bad = await visit({ hash: hash(list, content) });
      await bad.page.waitForSelector("#notice:has-text('damaged or cut')");
      assert.ok(Date.now() - started < 15_000, JSON.stringify(list).slice(0, 100));
      assert.ok((await bad.page.innerText("body")).length < 5000);
      bad.complaints.length = 0;
      await bad.context.close();
    }
  },

  async "a reload keeps the files and the view; clearing forgets them"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await page.waitForSelector("body[data-kept='2']");
    await page.click(".card >> nth=2");
    await page.waitForFunction(() => location.hash.includes("allocs"));
    await page.reload();
    await loaded(page);
    assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
    assert.match(await page.innerText(".card[aria-selected=true]"), /allocs\/op/);
    await choose(page, "more", "clear");
    await page.waitForSelector("#empty", { state: "visible" });
    await page.reload();
    await keepsNothingMore(page);
    assert.ok(await page.isVisible("#empty"));
    assert.ok(!(await page.isVisible("#reopen")));
  },

  async "a reload keeps the labels, also that of the base"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await page.waitForSelector("body[data-kept='2']");
    await asking(page, async () => {
      await page.fill("#inputs .label >> nth=1", "after");
      await page.keyboard.press("Enter");
    });
    await asking(page, () => page.click("#inputs .star >> nth=1"));
    assert.match(await page.innerText("#tables thead"), /after\s*base/);
    // The stored copies follow the app.
    await keeps(page, [null, "after"]);
    await page.reload();
    await loaded(page);
    assert.deepEqual(await columns(page), ["old.txt", "after"]);
    assert.match(await page.innerText("#tables thead"), /after\s*base/);
    assert.match(await page.innerText("#tables tbody"), /\+100\./);
    assert.equal(await page.innerText("#notice"), "");
    // A label that was removed is also removed from the copies.
    await asking(page, () => page.click("#inputs .star >> nth=0"));
    await asking(page, async () => {
      await page.fill("#inputs .label >> nth=1", "");
      await page.keyboard.press("Enter");
    });
    await keeps(page, [null, null]);
    await page.waitForFunction(() => !location.hash.includes("after"));
    await page.reload();
    await loaded(page);
    assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
  },

  async "what is cleared while its copy is being written is not kept"({ visit }) {
    const { page } = await visit();
    // The disk is slow.
    await page.evaluate(() => {
      const { createWritable } = FileSystemFileHandle.prototype;
      FileSystemFileHandle.prototype.createWritable = async function (...given) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        return await createWritable.apply(this, given);
      };
    });
    await drop(page, pair());
    await choose(page, "more", "clear");
    await page.waitForSelector("#empty", { state: "visible" });
    await keepsNothingMore(page);
    await page.reload();
    await keepsNothingMore(page);
    assert.ok(await page.isVisible("#empty"));
    assert.ok(!(await page.isVisible("#reopen")));
  },

  async "a removed input of an archive stays removed after a reload, and the others keep their order and labels"({ visit }) {
    const { page } = await visit();
    await drop(page, [archive([1, 1.1, 0.9].map((factor, at) => ({ name: `${["old", "mid", "new"][at]}.txt`, text: log({ factor }) })))]);
    await page.waitForSelector("body[data-kept='1']");
    const labels = () => page.locator("#inputs .label").evaluateAll((all) => all.map(({ value }) => value));
    assert.deepEqual(await labels(), ["logs.tar!old.txt", "logs.tar!mid.txt", "logs.tar!new.txt"]);
    await asking(page, () => page.click("#inputs .remove >> nth=1"));
    await asking(page, () => page.click("#inputs .swap"));
    await asking(page, async () => {
      await page.fill("#inputs .label >> nth=0", "after");
      await page.keyboard.press("Enter");
    });
    await page.waitForTimeout(300);
    await page.reload();
    await loaded(page);
    assert.deepEqual(await labels(), ["after", "logs.tar!old.txt"]);
    // A file that is added later is kept as well.
    await drop(page, [{ name: "more.txt", text: log() }]);
    await page.waitForSelector("body[data-kept='2']");
    await page.reload();
    await loaded(page);
    assert.deepEqual(await labels(), ["after", "logs.tar!old.txt", "more.txt"]);
  },

  async "a reload names the inputs that the browser could not keep, and why"({ visit }) {
    const { page, complaints } = await visit();
    const reloaded = async () => {
      await keepsNothingMore(page);
      await page.reload();
      await page.waitForSelector("#expected:visible");
      return await page.innerText("#expected");
    };
    const before = await reads(page);
    await page.evaluate((texts) => {
      const dataTransfer = new DataTransfer();
      const blank = "\n".repeat(1 << 20);
      for (const [at, name] of ["old.txt", "new.txt"].entries()) dataTransfer.items.add(new File([texts[at], ...Array(at ? 0 : 65).fill(blank)], name));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, pair().map(({ text }) => text));
    await read(page, before);
    assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
    assert.equal(await reloaded(), "old.txt and new.txt were too large to keep in this browser (64 MB at most). Open them again.");
    assert.ok(await isInView(page, "#expected"));
    // The sentence is gone with the inputs of which it speaks.
    await drop(page, pair());
    await page.waitForSelector("body[data-kept='2']");
    await choose(page, "more", "clear");
    await page.waitForSelector("#empty", { state: "visible" });
    assert.ok(await page.isHidden("#expected"));
    await page.reload();
    await keepsNothingMore(page);
    assert.ok(await page.isHidden("#expected"));
    // The storage is full, at the second file.
    await drop(page, [pair()[0]]);
    await page.waitForSelector("body[data-kept='1']");
    await page.evaluate(() => {
      FileSystemFileHandle.prototype.createWritable = async () => {
        throw new DOMException("The quota is exceeded.", "QuotaExceededError");
      };
    });
    await drop(page, [pair()[1]]);
    assert.equal(await reloaded(), "This browser has no room to keep old.txt and new.txt. Open them again.");
    assert.ok(await page.isHidden("#reopen"));
    complaints.length = 0;
  },

  async "a new visit offers the last files"({ visit }) {
    const { page, context } = await visit();
    await drop(page, pair());
    await page.waitForSelector("body[data-kept='2']");
    const next = await context.newPage();
    await next.goto(page.url().replace(/#.*/, ""));
    await next.waitForSelector("#reopen:visible");
    assert.equal(await next.innerText("#reopen"), "Reopen old.txt, new.txt");
    await next.click("#reopen");
    await loaded(next);
    assert.deepEqual(await columns(next), ["old.txt", "new.txt"]);
  },

  async "swap, star, and clear"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    assert.match(await page.innerText("#tables tbody"), /−50\.0/);
    await asking(page, () => page.click(".swap"));
    assert.deepEqual(await columns(page), ["new.txt", "old.txt"]);
    assert.match(await page.innerText("#tables tbody"), /\+100\./);
    // The keys of the view contain the label as well.
    await edit(page);
    await page.click(".chip[data-key='.file']");
    await page.waitForFunction(() => document.querySelector("#values[open] .value-text")?.textContent === "new.txt");
    assert.deepEqual(await page.locator("#values .value-text").allInnerTexts(), ["new.txt", "old.txt"]);
    await page.keyboard.press("Escape");
    await asking(page, () => page.click("#inputs .star >> nth=1"));
    assert.match(await page.innerText("#tables tbody"), /−50\.0/);
    assert.equal(await page.getAttribute("#inputs .star >> nth=1", "aria-pressed"), "true");
    assert.match(await page.textContent("#command"), /-base old\.txt /);
  },

  async "the example replaces what is there"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await asking(page, () => choose(page, "more", "example"));
    await page.waitForFunction(() => location.hash.includes("example=1"));
    await page.waitForFunction(() => document.querySelectorAll("#inputs .label").length === 2);
    assert.ok((await names(page)).some((name) => name.includes("Encode")));
  },

  async "addresses in a link of another site are shown, and fetched after a click; typed ones at once"({ visit }) {
    const asked = /** @type {string[]} */ ([]);
    const server = createServer((request, response) => {
      asked.push(request.url);
      if (request.url.startsWith("/missing")) return response.writeHead(404, { "access-control-allow-origin": "*" }).end();
      const open = request.url.startsWith("/closed") ? {} : { "access-control-allow-origin": "*" };
      response.writeHead(200, { ...open, "content-type": "text/plain" }).end(request.url.includes("new") ? log({ factor: 0.5 }) : log());
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${server.address().port}`;
    const agreeing = async (/** @type {string} */ hash) => {
      const visited = await visit({ hash });
      await visited.page.waitForSelector("#fetch");
      assert.equal(asked.length, 0, "nothing is fetched before the click");
      await visited.page.click("#fetch");
      return visited;
    };
    try {
      const { page, complaints } = await visit({ hash: `#src=${origin}/old.txt,${origin}/new.txt` });
      await page.waitForSelector("#fetch");
      assert.match(await page.innerText("#expected"), new RegExp(`results from these addresses:\\s*${origin}/old\\.txt\\s*${origin}/new\\.txt`));
      assert.equal(asked.length, 0, "nothing is fetched before the click");
      await page.click("#fetch");
      await loaded(page);
      assert.deepEqual(await columns(page), ["old.txt", "new.txt"]);
      assert.match(await page.innerText("#tables tbody"), /−50\.0/);
      complaints.length = 0;
      asked.length = 0;
      const labelled = await agreeing(`#src=before=${origin}/old.txt,after=${origin}/new.txt`);
      await loaded(labelled.page);
      assert.deepEqual(await columns(labelled.page), ["before", "after"]);
      assert.equal(await labelled.page.inputValue("#inputs .label >> nth=0"), "before");
      labelled.complaints.length = 0;
      asked.length = 0;
      const missing = await agreeing(`#src=${origin}/missing.txt`);
      await missing.page.waitForSelector("#notice:not(:empty)");
      await noticed(missing.page, /missing\.txt.*404/);
      missing.complaints.length = 0;
      asked.length = 0;
      const closed = await agreeing(`#src=${origin}/closed.txt`);
      await closed.page.waitForSelector("#notice:not(:empty)");
      await noticed(closed.page, /closed\.txt/);
      closed.complaints.length = 0;
      asked.length = 0;
      const typed = await visit();
      await choose(typed.page, "more", "addresses");
      await typed.page.fill("#addresses-field", `ftp://x/y`);
      await typed.page.click("#addresses-fetch");
      await typed.page.waitForSelector("#addresses .wrong:has-text('no address of the web')");
      await typed.page.fill("#addresses-field", `${origin}/old.txt\n${origin}/new.txt`);
      await typed.page.click("#addresses-fetch");
      await loaded(typed.page);
      assert.deepEqual(await columns(typed.page), ["old.txt", "new.txt"]);
      typed.complaints.length = 0;
    } finally {
      server.close();
    }
  },

  async "eighteen logs: one list, and the table in sight"({ visit }) {
    const { page } = await visit({ width: 1440, height: 900, hash: "#chart=off" });
    await drop(page, Array.from({ length: 18 }, (_, i) => ({ name: `v${i}.txt`, text: log({ factor: 1 + i / 100, sizes: [10, 100] }) })));
    assert.equal(await page.innerText("#inputs-open"), "18 inputs ▾");
    const top = await page.locator("#tables tr[data-at]").first().evaluate((row) => row.getBoundingClientRect().top);
    assert.ok(top < 560, `the first row is at ${top}`);
    await page.click("#inputs-open");
    await page.waitForSelector("#inputs-list .input");
    assert.equal(await page.locator("#inputs-list .input").count(), 18);
    await asking(page, () => page.click("#inputs-list .remove >> nth=17"));
    assert.equal(await page.innerText("#inputs-open"), "17 inputs ▾");
  },
};
