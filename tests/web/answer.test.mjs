// Tests the answer: cards, words, warnings, the baseline, the gate, settings, slow queries.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ask, asking, choose, copied, drop, edit, isInView, names, noticed, read, reads } from "./browser.mjs";
import { log, pair, tall } from "./logs.mjs";

const cards = (page) => page.locator(".card").evaluateAll((all) => all.map((card) => card.innerText.replace(/\s+/g, " ").trim()));
const words = async (page) => (await page.locator("#tables tr[data-at] .word").allInnerTexts()).join(" ");

export const tests = {
  async "the answer is in the first screen: cards, then rows"({ visit }) {
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      const { page } = await visit({ width, height });
      await drop(page, pair());
      for (const part of ["#heading", ".card", "#tables tr[data-at]", "#tables .delta-bar"]) assert.ok(await isInView(page, part), `${part} at ${width}`);
      const top = (part) => page.locator(part).first().evaluate((element) => element.getBoundingClientRect().top);
      assert.ok((await top(".card")) < (await top("#tables")), "the answer stands above the table");
      assert.ok((await top("#tables tr[data-at]")) < height * 0.62, "rows begin in the upper part");
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is too wide");
    }
  },

  async "a card for each unit: geomean, outcomes in words, what is chosen"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    const shown = await cards(page);
    assert.match(shown[0], /^sec\/op 6 improved geomean −50\.0 ?%/);
    assert.match(shown[1], /^B\/op 6 unchanged/);
    await page.click(".card >> nth=1");
    await page.waitForSelector(".card[aria-selected=true]:has-text('B/op')");
    assert.match(await page.innerText("#tables thead"), /B\/op/);
    assert.equal(await page.locator("#tables .delta.better").count(), 0);
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector(".card[aria-selected=true]:has-text('sec/op')");
    assert.match(await page.innerText("#heading"), /new\.txt.*old\.txt/);
  },

  async "without any change, the largest group of rows is the headline"({ visit }) {
    const { page } = await visit();
    const runs = (/** @type {number} */ seed) => ["A", "B", "C"].flatMap((name) => Array.from({ length: 6 }, (_, run) => `Benchmark${name} 1 ${1000 + (run % 2)} ns/op\n`))
      .concat(Array.from({ length: 6 }, (_, run) => `BenchmarkNoisy 1 ${1000 + ((run * 7919 + seed * 104729) % 400)} ns/op\n`)).join("");
    await drop(page, [{ name: "old.txt", text: runs(1) }, { name: "new.txt", text: runs(2) }]);
    assert.equal(await page.innerText(".card .big"), "3 unchanged");
    assert.match((await cards(page))[0], /^sec\/op 3 unchanged 1 inconclusive/);
  },

  async "noise is not a headline: counts are large, and the mean has a color only with a certain change"({ visit }) {
    const size = (page, part) => page.locator(part).first().evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    const color = (page, part) => page.locator(part).first().evaluate((element) => getComputedStyle(element).color);
    const random = (n) => {
      let mixed = Math.imul(n + 1, 2654435761);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 2246822519);
      return ((mixed ^ (mixed >>> 13)) >>> 8) % 300;
    };
    const runs = (seed, shift) => Array.from({ length: 12 }, (_, block) => Array.from({ length: 4 }, (_, row) =>
      `# benchlens recording=r1 block=${block + 1}\nBenchmarkRow${row} 1 ${1000 * shift + random(seed * 100 + block * 4 + row)} ns/op\n`).join("")).join("");
    for (const [shift, isChanged] of [[1, false], [2, true]]) {
      const { page } = await visit();
      await drop(page, [{ name: "old.txt", text: runs(1, 1) }, { name: "new.txt", text: runs(2, shift) }]);
      const [card] = await cards(page);
      assert.match(card, isChanged ? /^sec\/op 4 regressed geomean \+\d.*\(\+.* to \+/ : /^sec\/op \d inconclusive.* geomean [+−]\d.*\(−.* to \+/);
      assert.ok(18 < (await size(page, ".card .big")) && (await size(page, ".card .mean")) < 14, "counts are large, the mean is small");
      const isColored = (await color(page, ".card .mean b")) !== (await color(page, ".card .mean"));
      assert.equal(isColored, isChanged, card);
      assert.equal(await page.locator("#suites p").count(), 0, "the card shows the only mean");
      if (isChanged) assert.equal(await page.locator(".card .strip .zero").count(), 1);
    }
  },

  async "absence of evidence is never called equality"({ visit }) {
    const { page } = await visit();
    const noisy = (seed) => Array.from({ length: 5 }, (_, run) => `BenchmarkNoisy-8 1 ${1000 + ((run * 7919 + seed * 104729) % 400)} ns/op`).join("\n");
    await drop(page, [{ name: "old.txt", text: noisy(1) }, { name: "new.txt", text: noisy(2) }]);
    assert.equal(await words(page), "inconclusive");
    const all = await page.innerText("body");
    assert.doesNotMatch(all, /\bsame\b/i);
  },

  async "what is new, missing, or drifts"({ visit }) {
    const { page } = await visit({ hash: "#margin=1%25" });
    const drift = Array.from({ length: 20 }, (_, i) => `BenchmarkDrift-8 1 ${1000 + 10 * i} ns/op\n`).join("");
    await drop(page, [
      { name: "old.txt", text: `${log({ sizes: [1, 2] })}${drift}` },
      { name: "new.txt", text: `${log({ sizes: [2, 3] })}${drift}` },
    ]);
    assert.equal(await words(page), "missing missing unchanged unchanged inconclusive new new");
    await page.evaluate(() => { document.querySelector("#remarks").open = true; });
    assert.match(await page.innerText("#remarks"), /Drift-8 sec\/op in old\.txt: rises by 190\.0n/);
    await page.click("tr[data-at='4'] .open-row");
    await page.waitForSelector(".sample-issue");
    assert.match(await page.innerText(".sample-issue >> nth=0"), /old\.txt: rises by/);
  },

  async "settings: margin, adjustment; the command, the URL, and back"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await edit(page);
    await asking(page, () => page.selectOption("#adjust", "bh"));
    await asking(page, () => ask(page, "margin", "2.5%"));
    assert.match(await page.textContent("#command"), /-margin 2\.5% .*-adjust bh /);
    await page.click("tr[data-at='0'] .open-row");
    await page.waitForSelector("#side[data-what=row] .facts");
    assert.match(await page.innerText(".detail-box"), /Adjusted for all comparisons/);
    const { hash } = new URL(page.url());
    await ask(page, "margin", "much");
    await page.waitForFunction(() => document.querySelector("#wrong-margin").textContent.includes("expected a percentage"));
    const other = await visit({ hash });
    await drop(other.page, pair());
    assert.match(await other.page.textContent("#command"), /-margin 2\.5% .*-adjust bh /);
    await other.page.waitForSelector("#side[data-what=row] .facts");
  },

  async "the test: means instead of medians, in cells, the command, the URL"({ visit }) {
    const { page } = await visit();
    const runs = (times) => times.map((time) => `BenchmarkSend-8 1 ${time} ns/op\n`).join("");
    const files = [{ name: "old.txt", text: runs([100, 101, 102, 103, 144]) }, { name: "new.txt", text: runs([200, 201, 202, 203, 244]) }];
    await drop(page, files);
    const row = () => page.innerText("#tables tr[data-at='0']");
    assert.match(await row(), /102\.0 ns[^]*202\.0 ns/);
    await edit(page);
    await asking(page, () => page.selectOption("#test", "t"));
    assert.match(await row(), /110\.0 ns[^]*210\.0 ns/);
    assert.match(await page.textContent("#command"), / -test t /);
    const other = await visit({ hash: new URL(page.url()).hash });
    await drop(other.page, files);
    assert.match(await other.page.innerText("#tables tr[data-at='0']"), /110\.0 ns[^]*210\.0 ns/);
  },

  async "an error in a closed panel opens it"({ visit }) {
    const { page } = await visit({ hash: "#filter=%2Fcodec%3A(" });
    await drop(page, pair());
    await page.waitForSelector("#wrong-filter:not(:empty)");
    assert.ok(await page.isVisible("#text-filter"));
    await asking(page, () => page.fill("#text-filter", "/codec:gzip"));
    assert.equal((await names(page)).length, 3);
  },

  async "unlike machines: the page says in which keys the logs differ, and one click compares them"({ visit }) {
    const said = (page) => page.locator("#warnings li").allInnerTexts();
    const { page } = await visit();
    const [old, young] = pair();
    const dropped = (/** @type {string} */ a, /** @type {string} */ b) => drop(page, [{ name: old.name, text: a + old.text }, { name: young.name, text: b + young.text }]);
    await dropped("cpu: one\n", "cpu: other\n");
    assert.deepEqual(await said(page), ["The logs differ in cpu.\nCompare anyway"]);
    assert.ok(await isInView(page, "#warnings .offer"));
    assert.match(await page.textContent("#remarks"), /cpu is `one` there and `other` here/);
    assert.equal(await page.locator("#remarks .offer").count(), 0, "it is offered once");
    await asking(page, () => page.click("#warnings .offer"));
    assert.match(await page.textContent("#command"), /-ignore cpu /);
    assert.match(await page.innerText("#tables tbody"), /−50\.0/);
    assert.deepEqual(await said(page), []);
    await asking(page, () => page.goBack());
    assert.deepEqual(await said(page), ["The logs differ in cpu.\nCompare anyway"]);
    await choose(page, "more", "clear");
    await page.waitForSelector("#empty", { state: "visible" });
    await dropped("cpu: one\ntoolchain: go1.24\n", "cpu: other\ntoolchain: go1.25\n");
    assert.deepEqual(await said(page), ["The logs differ in cpu and toolchain.\nCompare anyway"]);
    await asking(page, () => page.click("#warnings .offer"));
    assert.match(await page.innerText("#tables tbody"), /−50\.0/);
    await choose(page, "more", "clear");
    await page.waitForSelector("#empty", { state: "visible" });
    await drop(page, [{ name: old.name, text: `cpu: one\n${old.text}` }, { name: young.name, text: `cpu: other\n${young.text.replaceAll("BenchmarkWork", "BenchmarkPlay")}` }]);
    assert.deepEqual(await said(page), ["No benchmark is in more than one of the inputs."]);
  },

  async "derived units"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await asking(page, () => ask(page, "derive", "ops/s = 1 / sec/op; speedup"));
    assert.match(await page.textContent("#command"), /-derive 'ops\/s = 1 \/ sec\/op' -derive speedup /);
    assert.match(await page.innerText("#units"), /ops\/s/);
    assert.match(decodeURIComponent(page.url()), /derive=ops\/s\+=\+1\+\/\+sec\/op;\+speedup/);
    await ask(page, "derive", "ops/s = 1 / nothing");
    await page.waitForFunction(() => document.querySelector("#wrong-derive mark")?.textContent === "nothing");
  },

  async "the gate: a rule is tried, what fails is named, and the line for CI is there"({ visit }) {
    const { page } = await visit();
    const [old, young] = pair();
    await drop(page, [{ ...young, name: "old.txt" }, { ...old, name: "new.txt" }]);
    await choose(page, "more", "gate");
    await page.waitForSelector(".gate-verdict");
    await page.fill("#gate-rules", "sec/op: +3%; B/op: any");
    await page.waitForFunction(() => document.querySelector(".gate-command")?.textContent.includes("+3%"));
    assert.equal(await page.innerText(".gate-verdict"), "Fails");
    assert.match(await page.innerText("#side"), /6 failed/);
    const [first] = await page.locator(".gate-list li").allInnerTexts();
    assert.match(first, /^failed: Work\/size=10\/codec=none-8 sec\/op.*\+100/);
    // Each thing once: in the line the decision and the row, in the panel the verdict.
    for (const once of ["failed", "codec=none", ", est."]) assert.equal(first.split(once).length, 2, first);
    assert.doesNotMatch(await page.innerText("#side-body"), /gate failed/);
    assert.match(await page.innerText(".gate-command"), /^benchlens .*-gate 'sec\/op: \+3%; B\/op: any' old\.txt new\.txt$/);
    await page.fill("#gate-rules", "sec/op: +300%");
    await page.waitForFunction(() => document.querySelector(".gate-verdict")?.textContent === "Passes");
    const { text } = await copied(page, () => page.click("#side button:has-text('Copy the CI line')"));
    assert.equal(text, await page.innerText(".gate-command"));
    assert.match(text, /^benchlens .*-gate 'sec\/op: \+300%'/);
    await page.fill("#gate-rules", "sec/op +300");
    await page.waitForSelector("#side .wrong:not(:empty)");
    assert.equal(await page.getAttribute("#gate-rules", "aria-invalid"), "true");
  },

  async "a gate that cannot decide does not say that something fails"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    const verdict = async (rules, word) => {
      await page.fill("#gate-rules", rules);
      await page.waitForFunction((word) => document.querySelector(".gate-verdict")?.textContent === word, word);
      assert.doesNotMatch(await page.innerText(".gate-verdict"), /Fails|Passes/);
      return await page.innerText("#side");
    };
    await choose(page, "more", "gate");
    await page.waitForSelector(".gate-verdict");
    // The rule matches nothing that was measured, so it is named.
    assert.match(await verdict("nosuch/op: +1%", "Invalid"), /nosuch\/op/);
    assert.match(await page.innerText("#side .wrong"), /nosuch\/op/);
    const one = await visit();
    const noisy = (seed) => Array.from({ length: 10 }, (_, run) => `BenchmarkNoisy-8 1 ${1000 + ((run * 7919 + seed * 104729) % 400)} ns/op\n`).join("");
    await drop(one.page, [{ name: "old.txt", text: noisy(1) }, { name: "new.txt", text: noisy(2) }]);
    await choose(one.page, "more", "gate");
    await one.page.waitForSelector(".gate-verdict");
    await one.page.fill("#gate-rules", "sec/op: +2% proven");
    await one.page.waitForFunction(() => document.querySelector(".gate-verdict")?.textContent === "Inconclusive");
    assert.match(await one.page.innerText(".gate-list"), /not proven: Noisy/);
    const alone = await visit();
    await drop(alone.page, pair().slice(0, 1));
    await choose(alone.page, "more", "gate");
    await alone.page.waitForFunction(() => document.querySelector(".gate-verdict")?.textContent === "Undecided");
  },

  async "very many comparisons: the answer first, then the analysis"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "old.txt", text: tall(4000, 4) }, { name: "new.txt", text: tall(4000, 4, 1.5) }]);
    await page.waitForFunction(() => /4.000 regressed/.test(document.querySelector("#units").textContent));
    assert.match(await page.innerText("#tables tbody"), /regressed/);
  },

  async "a heavy question shows progress and can be cancelled; the former answer stays"({ visit }) {
    const { page } = await visit({ hash: "#changed=0" });
    const count = await reads(page);
    await page.setInputFiles("#picker", [1, 1.5].map((factor, i) => ({ name: ["old.txt", "new.txt"][i], mimeType: "text/plain", buffer: Buffer.from(tall(30_000, 20, factor)) })));
    await read(page, count);
    const before = await names(page);
    // The app may be faster than a click from here, so the click happens in the browser.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector("#working").hidden) return;
        observer.disconnect();
        document.body.dataset.worked = document.querySelector("#working-text").textContent;
        document.querySelector("#working button").click();
      }).observe(document.querySelector("#working"), { attributes: true, childList: true, subtree: true });
    });
    await ask(page, "row", ".name");
    await page.waitForSelector("body[data-worked]");
    await page.waitForFunction(() => /cancelled/.test(document.querySelector("#notice").textContent));
    assert.ok(await page.locator("#working").isHidden());
    assert.notEqual(await page.getAttribute("body", "data-worked"), "");
    // The counts of the rows agree with the visible rows: of the new query or of the previous one.
    const [first] = await names(page);
    assert.equal(/answers the question before it/.test(await page.innerText("#notice")), first === before[0], first);
    // Another query is answered as usual.
    await asking(page, () => ask(page, "row", ".fullname"));
    await page.waitForFunction(() => document.querySelector("#working").hidden);
    assert.deepEqual(await names(page), before);
  },

  async "what was cancelled is worked out before it is saved"({ visit }) {
    const { page } = await visit({ hash: "#changed=0" });
    const count = await reads(page);
    // Cancelled in the browser, while the outcomes are being computed.
    await page.evaluate(() => {
      const { body } = document;
      const watched = new MutationObserver(() => {
        if (!body.dataset.asking || body.dataset.asking !== body.dataset.shown) return;
        watched.disconnect();
        document.querySelector("#working button").click();
      });
      watched.observe(body, { attributes: true });
    });
    await page.setInputFiles("#picker", [1, 1.5].map((factor, i) => ({ name: ["old.txt", "new.txt"][i], mimeType: "text/plain", buffer: Buffer.from(tall(30_000, 8, factor)) })));
    await read(page, count);
    await page.waitForFunction(() => /The analysis was cancelled/.test(document.querySelector("#notice").textContent));
    const [download] = await Promise.all([page.waitForEvent("download"), choose(page, "share", "save-report")]);
    const path = join(await mkdtemp(join(tmpdir(), "benchlens-web-")), "report.html");
    await download.saveAs(path);
    assert.match(await readFile(path, "utf8"), /Row\/n=0-8/);
    assert.ok(await page.isVisible("#remarks"), "it was worked out before");
    await rm(dirname(path), { recursive: true });
  },

  async "cancelled too late: the rows and the columns are those of one answer"({ visit }) {
    const { page } = await visit({ hash: "#changed=0", before: holdMessages });
    const count = await reads(page);
    await page.setInputFiles("#picker", [1, 1.5].map((factor, i) => ({ name: ["old.txt", "new.txt"][i], mimeType: "text/plain", buffer: Buffer.from(tall(20, 4, factor)) })));
    await read(page, count);
    await page.evaluate(() => window.hold());
    await ask(page, "row", ".name");
    // The worker has answered, but the app has not received the answer yet.
    await page.waitForFunction(() => window.held().some(({ value }) => value?.report));
    await page.waitForSelector("#working:not([hidden])");
    await page.click("#working button");
    await page.evaluate(() => window.release());
    await page.waitForFunction(() => document.querySelectorAll("#tables tbody tr[data-at]").length === 1);
    assert.deepEqual(await names(page), ["Row"]);
    assert.match(await page.innerText("#sentence"), /Rows benchmark name/);
    await noticed(page, /The answer came before it could be cancelled/);
    assert.ok(await page.locator("body.stale").count() === 0);
  },

  async "overtaken by a wrong question: the rows and the columns are those of one answer"({ visit }) {
    const { page } = await visit({ hash: "#changed=0", before: holdMessages });
    const count = await reads(page);
    await page.setInputFiles("#picker", [1, 1.5].map((factor, i) => ({ name: ["old.txt", "new.txt"][i], mimeType: "text/plain", buffer: Buffer.from(tall(20, 4, factor)) })));
    await read(page, count);
    await page.evaluate(() => window.hold());
    await ask(page, "row", ".name");
    await page.waitForFunction(() => window.held().some(({ value }) => value?.report));
    await ask(page, "filter", ".unit:");
    await page.waitForFunction(() => window.held().filter(({ value }) => value?.error).length);
    await page.evaluate(() => window.release());
    await page.waitForSelector("body.stale");
    assert.deepEqual(await names(page), ["Row"]);
  },

  async "overtaken by other inputs, while the gate waits for the answer: the page goes on"({ visit }) {
    const { page } = await visit({ before: holdMessages });
    await drop(page, pair());
    await asking(page, () => ask(page, "alpha", "0.01"));
    await choose(page, "more", "gate");
    await page.waitForSelector(".gate-verdict");
    await page.evaluate(() => window.hold("answer", "suggest"));
    const isHeld = (op) => page.waitForFunction((wanted) => window.held().some((one) => one.op === wanted), op);
    await page.evaluate(() => void (location.hash = "gate=sec/op:+%2B5%25"));
    await isHeld("answer");
    // The app requests suggestions for the other inputs before it runs its query again.
    await page.click(".swap");
    await isHeld("suggest");
    await page.evaluate(() => window.release("answer"));
    await asking(page, () => page.evaluate(() => window.release("suggest")));
    assert.match(await page.innerText("#heading"), /old\.txt against new\.txt/);
    await page.waitForFunction(() => document.querySelector(".gate-verdict")?.textContent === "Fails");
  },
};

/**
 * Adds `hold`, `held` and `release` to the page: between them, the answers of workers to calls of some kinds, or
 * to all calls, wait. Runs in the page.
 */
function holdMessages() {
  /** @type {WeakMap<Worker, Map<number, string>>} */
  const kinds = new WeakMap();
  let messages = [];
  let isHeld = (_) => false;
  window.hold = (...ops) => { isHeld = (op) => !ops.length || ops.includes(op); };
  window.held = () => messages.map(({ event, op }) => ({ ...event.data, op }));
  window.release = (only) => {
    const was = isHeld;
    isHeld = (op) => only !== undefined && op !== only && was(op);
    const free = messages.filter(({ op }) => !isHeld(op));
    messages = messages.filter(({ op }) => isHeld(op));
    for (const { event, to } of free) to(event);
  };
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (...message) {
    if (!kinds.has(this)) kinds.set(this, new Map());
    if (message[0]?.op) kinds.get(this).set(message[0].id, message[0].op);
    post.apply(this, message);
  };
  const real = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
  Object.defineProperty(Worker.prototype, "onmessage", {
    ...real,
    set(to) {
      real.set.call(this, (event) => {
        const op = kinds.get(this)?.get(event.data.id);
        if (isHeld(op)) messages.push({ event, to, op });
        else to(event);
      });
    },
  });
}
