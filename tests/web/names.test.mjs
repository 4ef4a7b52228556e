// Tests the short names of columns: which words are removed, that all of a name stays known, and that outcomes fit
// next to long names.
import assert from "node:assert/strict";
import { drop } from "./browser.mjs";
import { log } from "./logs.mjs";
import { shortNames } from "../../web-demo/names.js";

const FILES = ["udecimal-f53b86b3.txt", "udecimal-af1b16a2.txt"];
const columns = (page) => page.locator("#tables table >> nth=0").locator(".column-name").allInnerTexts();

/**
 * Returns two logs with long names. Some rows are so noisy that very many runs are needed, the others have as many
 * digits as possible.
 */
function long() {
  const noise = (seed) => ((Math.imul(seed + 1, 2654435761) >>> 9) % 1000) / 1000;
  const side = (at) => Array.from({ length: 12 }, (_, run) => Array.from({ length: 4 }, (_, row) => {
    const seed = (at * 100 + run) * 10 + row;
    const ns = row % 2 ? 1_210_250 * (1 + at * 0.1234) + 9 * run : 20_000 * (1 + noise(seed));
    return `BenchmarkDecimalOperations/implementation=udecimal/operation=division/precision=19/rounding=half-even/row=${row}-16 100 ${ns.toFixed(2)} ns/op`;
  }).join("\n")).join("\n");
  return FILES.map((name, at) => ({ name, text: side(at) }));
}

export const tests = {
  async "words that all names share are removed, and only these"() {
    const short = (...names) => {
      const found = shortNames(names);
      return names.map((name) => found.get(name) ?? name);
    };
    const check = (names, wanted) => assert.deepEqual(short(...names), wanted);
    check(FILES, ["f53b86b3", "af1b16a2"]);
    check(["results/main/bench.txt", "results/feature/bench.txt"], ["main", "feature"]);
    check(["nightly-2024-11-05.txt", "nightly-2024-11-06.txt"], ["2024-11-05", "2024-11-06"]);
    check(["udecimal-1.2.3.txt", "udecimal-1.2.4.txt"], ["1.2.3", "1.2.4"]);
    check(["benchmark-before.txt", "benchmark-before-warm.txt"], ["before", "before-warm"]);
    check(["/codec=gzip/size=10", "/codec=none/size=10"], ["codec=gzip", "codec=none"]);
    check(["nightly-ä-été.txt", "nightly-ä-hiver.txt"], ["été", "hiver"]);
    // A number alone is not a name.
    check(["benchmark-results-1.txt", "benchmark-results-2.txt"], ["results-1", "results-2"]);
    check(["1-benchmark-results.txt", "2-benchmark-results.txt"], ["1-benchmark", "2-benchmark"]);
    // These names would hardly become shorter, would be empty, or are the only one.
    for (const names of [["old.txt", "new.txt"], ["v01.txt", "v02.txt"], ["benchmarked.txt", "benchmarker.txt"], ["long-name-of-a-log.txt"],
      ["same-name-of-a-log.txt", "same-name-of-a-log.txt"], [], ["benchmark-one\u202e.txt", "benchmark-two.txt"], ["size=1000000000", "size=2000000000"]]) check(names, names);
    // Without a value, there is nothing to shorten.
    assert.equal(shortNames(["", "udecimal-f53b86b3.txt"]).size, 0);
    // Short names are as different as the names.
    const many = Array.from({ length: 300 }, (_, at) => `run-${at % 7}/sub-${at % 11}-${at}/measurements.json`);
    assert.equal(new Set(short(...many)).size, 300);
  },

  async "columns have short names, with the whole name on hover and for screen readers"({ visit }) {
    const { page } = await visit();
    await drop(page, FILES.map((name, at) => ({ name, text: log({ factor: 1 + at }) })));
    assert.deepEqual(await columns(page), ["f53b86b3", "af1b16a2"]);
    assert.deepEqual(await page.locator("#tables th.column").evaluateAll((all) => all.map(({ title }) => title)), FILES);
    for (const name of [`${FILES[0]}, base`, FILES[1]]) assert.equal(await page.getByRole("columnheader", { name, exact: true }).count(), 1, name);
    const third = "udecimal-0c9d21aa.txt";
    await drop(page, [{ name: third, text: log({ factor: 3 }) }]);
    assert.deepEqual(await columns(page), ["f53b86b3", "af1b16a2", "0c9d21aa"]);
    assert.match((await page.innerText(".card .of span[aria-hidden]")).trim(), /^(af1b16a2|0c9d21aa)$/);
    assert.match(await page.getAttribute(".card .of [title]", "title"), /^udecimal-\w{8}\.txt$/);
    assert.equal(await page.getByRole("tab", { name: /in udecimal-\w{8}\.txt$/ }).count(), 3, "one for each unit");
  },

  async "outcomes and intervals are visible next to long names"({ visit }) {
    for (const [width, height] of [[1280, 800], [1440, 900]]) {
      const { page } = await visit({ width, height });
      await drop(page, long());
      assert.match((await page.locator("#tables .odds").allTextContents()).join(), /\d{3,} runs needed|no regression above \d+%/);
      for (const part of [".word", ".interval"]) {
        const ends = await page.locator(`#tables tr[data-at] ${part}`).evaluateAll((all) => all.map((cell) => {
          const { left, right, width: own } = cell.getBoundingClientRect();
          return { text: cell.textContent, left, right, own, most: cell.closest(".scroll").getBoundingClientRect().right };
        }));
        assert.equal(ends.length, 4);
        for (const { text, left, right, own, most } of ends) assert.ok(text && own > 0 && left >= 0 && right <= most && right <= width, `${text}: ${left} to ${right} of ${width}`);
      }
      // Names are cut where they are similar.
      const names = page.locator("#tables .open-row");
      const ends = await names.evaluateAll((all) => all.map((button) => {
        const text = document.createRange();
        text.selectNodeContents(button);
        return text.getBoundingClientRect().right - button.getBoundingClientRect().right;
      }));
      for (const end of ends) assert.ok(end < 1, `the end of the name is visible: ${end}`);
    }
  },
};
