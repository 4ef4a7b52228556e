// Outcomes, derived units, and what helps where nothing compares.
import assert from "node:assert/strict";
import { asking, drop } from "./browser.mjs";
import { log, pair, tall } from "./logs.mjs";

export const tests = {
  async "the switch: words, counts, command line, URL, and back"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    const plain = await page.textContent("#tables tbody");
    await asking(page, () => page.check("#outcomes"));
    assert.match(await page.textContent("#analysis"), /6 improved, 12 unchanged \(margin 2%\)/);
    assert.match(await page.textContent("#tables tbody"), /improved/);
    assert.match(await page.textContent("[role=tab][aria-selected=true]"), /6 improved/);
    assert.match(await page.textContent("#command"), /^benchlens -margin 0\.02 old\.txt new\.txt$/);
    assert.match(page.url(), /#outcomes=1$/);
    await asking(page, () => page.selectOption("#adjust", "bh"));
    await asking(page, async () => {
      await page.fill("#text-margin", "2.5%");
      await page.keyboard.press("Enter");
    });
    assert.match(await page.textContent("#command"), /-margin 0\.025 -adjust bh /);
    assert.match(await page.textContent("#analysis"), /margin 2\.5%\).*adjusted p: bh/s);
    assert.match(await page.textContent("#tables tbody .odds"), /p=0\.000 n=10, adj=0\.000/);
    await page.click("tr[data-at='0'] .open-row");
    await page.waitForSelector("tr.detail");
    assert.match(await page.textContent(".detail-box"), /Improved: typical change -50\.\d+% \[.*95% interval.*after the adjustment/);
    const { url } = { url: page.url() };
    await page.fill("#text-margin", "much");
    await page.waitForFunction(() => document.querySelector("#wrong-margin").textContent.includes("not a share"));
    await page.fill("#text-better", "widgets");
    await asking(page, async () => {
      await page.fill("#text-better", "");
      await page.fill("#text-margin", "2.5%");
      await page.keyboard.press("Enter");
    });
    await asking(page, () => page.uncheck("#outcomes"));
    assert.equal(await page.textContent("#tables tbody"), plain);
    assert.equal(await page.textContent("#analysis"), "");

    const other = await visit({ hash: new URL(url).hash });
    await drop(other.page, pair());
    assert.ok(await other.page.isChecked("#outcomes"));
    assert.equal(await other.page.inputValue("#text-margin"), "2.5%");
    assert.match(await other.page.textContent("#command"), /-margin 0\.025 -adjust bh /);
    await other.page.waitForSelector("tr.detail");
  },

  async "what is new, missing, or drifts"({ visit }) {
    const { page } = await visit({ hash: "#margin=1%25" });
    const drift = Array.from({ length: 20 }, (_, i) => `BenchmarkDrift-8 1 ${1000 + 10 * i} ns/op\n`).join("");
    await drop(page, [
      { name: "old.txt", text: `${log({ sizes: [1, 2] })}${drift}` },
      { name: "new.txt", text: `${log({ sizes: [2, 3] })}${drift}` },
    ]);
    const words = async () => (await page.locator("#tables tr[data-at] .word").allTextContents()).join(" ");
    assert.equal(await words(), "missing missing unchanged unchanged inconclusive new new");
    await page.click("#analysis summary");
    assert.match(await page.textContent("#analysis"), /6 missing, 1 inconclusive, 6 new, 6 unchanged/);
    assert.match(await page.textContent("#analysis"), /Drift-8 sec\/op in old\.txt: rises by 190\.0n/);
    await page.click("tr[data-at='4'] .open-row");
    await page.waitForSelector(".sample-issue");
    assert.match(await page.textContent(".sample-issue"), /old\.txt: rises by/);
  },

  async "why nothing compares, and one click that helps"({ visit }) {
    const { page } = await visit();
    const [old, young] = pair();
    await drop(page, [{ name: old.name, text: `cpu: one\n${old.text}` }, { name: young.name, text: `cpu: other\n${young.text}` }]);
    assert.match(await page.textContent("#run-notes"), /cpu is `one` there and `other` here/);
    await asking(page, () => page.click("#run-notes .offer"));
    assert.match(await page.textContent("#command"), /^benchlens -ignore cpu old\.txt new\.txt$/);
    assert.match(await page.textContent("#tables tbody"), /-50\.0/);
    assert.equal(await page.locator("#run-notes .offer").count(), 0);
  },

  async "derived units"({ visit }) {
    const { page } = await visit();
    await drop(page, pair());
    await asking(page, async () => {
      await page.fill("#text-derive", "ops/s = 1 / sec/op; speedup");
      await page.keyboard.press("Enter");
    });
    assert.match(await page.textContent("#command"), /-derive 'ops\/s = 1 \/ sec\/op' -derive speedup /);
    assert.match(await page.textContent("#units"), /ops\/s/);
    assert.match(decodeURIComponent(page.url()), /derive=ops\/s\+=\+1\+\/\+sec\/op;\+speedup/);
    await page.fill("#text-derive", "ops/s = 1 / nothing");
    await page.waitForFunction(() => document.querySelector("#wrong-derive mark")?.textContent === "nothing");
  },

  async "very many comparisons: the answer first, then the analysis"({ visit }) {
    const { page } = await visit();
    await drop(page, [{ name: "old.txt", text: tall(4000, 4) }, { name: "new.txt", text: tall(4000, 4, 1.5) }]);
    const shown = () => page.evaluate(() => Number(document.body.dataset.shown));
    const before = await shown();
    await page.check("#outcomes");
    await page.waitForFunction((n) => Number(document.body.dataset.shown) > n, before);
    await page.waitForFunction(() => /4000 regressed/.test(document.querySelector("#analysis").textContent));
    assert.match(await page.textContent("#tables tbody"), /regressed/);
  },
};
