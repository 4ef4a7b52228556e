// Nothing from a log is ever markup, and nothing leaves the page.
import assert from "node:assert/strict";
import { asking, drop, edit } from "./browser.mjs";
import { pair } from "./logs.mjs";

const BAD = "<img src=x onerror=alert(1)>";

export const tests = {
  async "hostile names are text"({ visit }) {
    const { page } = await visit();
    const name = `Bench<script>alert(1)</script>&lt;b&gt;"'/<svg/onload=alert(2)>=${BAD.replaceAll(" ", "/")}`;
    const lines = [`pkg: ${BAD}`, `goos: "><script>alert(3)</script>`, `<b>x: ${BAD}`];
    for (let i = 0; i < 6; i++) lines.push(`Benchmark${name}-8 100 ${100 + i} ns/op ${i} <u>/op`);
    lines.push(`Benchmark${name} 1 ${BAD}`);
    const text = lines.join("\n");
    await drop(page, [{ name: `${BAD}.txt`, text }, { name: "b.txt", text }]);
    await asking(page, async () => {
      await page.fill("#inputs .label >> nth=1", `${BAD}`);
      await page.keyboard.press("Enter");
    });
    await page.click("tr[data-at='0'] .open-row");
    await page.waitForSelector("#side[data-what=row] .facts");
    await page.click("#as-chart");
    await page.waitForSelector("figure.chart svg");
    await page.click("#inputs button.bad >> nth=0");
    await page.waitForSelector("#malformed[open]");
    await page.keyboard.press("Escape");
    await edit(page);
    await page.click(".chip[data-key=pkg]");
    await page.waitForSelector("#values[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#values", { state: "hidden" });
    const made = await page.evaluate(() => [...document.body.querySelectorAll("img, script, u, [onerror], [onload], iframe")].map((e) => e.outerHTML));
    assert.deepEqual(made, []);
    await page.click("#as-table");
    assert.deepEqual(await page.locator("#tables table >> nth=0").locator(".column-name").allInnerTexts(), [`${BAD}.txt`, BAD]);
  },

  async "a hostile hash is text or nothing"({ visit }) {
    const { page } = await visit({ hash: `#unit=${encodeURIComponent(BAD)}&search=${encodeURIComponent(BAD)}&col=${encodeURIComponent(`${BAD}"'`)}&sort=__proto__.x&open=9.9&chart=7.x&alpha=1e999` });
    await drop(page, pair());
    const made = await page.evaluate(() => document.body.querySelectorAll("img, script").length);
    assert.equal(made, 0);
    assert.ok(!(await page.isVisible("#search")), "there is nothing to search yet");
    await edit(page);
    await page.click(".reset");
    await page.waitForSelector("#tables .no-rows:has-text('No row matches the search')");
    await page.fill("#search", "");
    await page.waitForSelector("tr[data-at]");
  },

  async "the policy is strict, and what it forbids does not run"({ visit }) {
    const { page, complaints } = await visit();
    const policy = await page.getAttribute("meta[http-equiv=Content-Security-Policy]", "content");
    for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'none'", "connect-src 'self'"]) assert.ok(policy.includes(part), part);
    assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'/);
    const ran = await page.evaluate(async () => {
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
      let fetched = false;
      try {
        await fetch("https://example.org/");
        fetched = true;
      } catch {
        // As it should be.
      }
      return [window.ran === true, fetched];
    });
    assert.deepEqual(ran, [false, false]);
    complaints.length = 0;
  },

  async "a name that turns its text around is shown as it is written"({ visit }) {
    const { page } = await visit();
    const text = `Benchmark\u202egnp.exe-8 1 5 ns/op\n`;
    await drop(page, [{ name: "a.txt", text }, { name: "b.txt", text }]);
    const name = page.locator("#tables .open-row bdi");
    assert.match(await name.innerText(), /\\u\{202e\}gnp\.exe/);
    assert.ok(!(await page.locator("#tables").innerText()).includes("\u202e"));
  },
};
