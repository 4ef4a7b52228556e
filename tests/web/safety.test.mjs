// Tests that text from a log never becomes markup, and that nothing leaves the web app.
import assert from "node:assert/strict";
import { asking, drop, edit, forbidden } from "./browser.mjs";
import { pair, versions } from "./logs.mjs";

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
    assert.deepEqual(await forbidden(page, "http://example.org/"), { ran: false, blocked: ["connect-src http://example.org/", "img-src http://example.org/a.png", "script-src-elem inline"] });
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

  async "names of files and benchmarks that turn text around turn it nowhere: panels, charts, lists, lines"({ visit }) {
    const { page } = await visit();
    const file = (n) => `v\u202e**${n}**.txt`;
    const logs = versions({ count: 20, at: 12, rows: 2 }).map(({ text }, n) => ({ name: file(n + 1), text: text.replaceAll("BenchmarkSlow", "Benchmark\u202egnp.exe").replaceAll("Even1", "B\u2066/\u202eb") }));
    const plain = async (what) => {
      const raw = await page.evaluate(() => {
        const turns = /[\u202a-\u202e\u2066-\u2069]/;
        const read = [["text", document.body.innerText], ["title", document.title], ...[...document.querySelectorAll("input.label")].map((field) => ["label", field.value])];
        for (const element of document.querySelectorAll("[title], [aria-label]")) read.push(["attribute", element.getAttribute("title") ?? ""], ["attribute", element.getAttribute("aria-label") ?? ""]);
        return read.filter(([, text]) => turns.test(text)).map(([kind, text]) => `${kind}: ${text.slice(0, 200)}`);
      });
      assert.deepEqual(raw, [], what);
    };
    await drop(page, logs.slice(0, 2));
    await page.evaluate(() => { document.querySelector("#remarks").open = true; });
    await plain("the answer");
    // Asterisks in a name belong to the name.
    assert.equal(await page.innerText("#heading"), "v\\u{202e}**2**.txt against v\\u{202e}**1**.txt");
    await page.click("tr[data-at='0'] .open-row");
    await page.waitForSelector("#side[data-what=row] .facts");
    assert.match(await page.innerText("#side-title"), /\\u\{202e\}gnp\.exe/);
    assert.match(await page.innerText(".facts"), /v\\u\{202e\}\*\*1\*\*\.txt/);
    await plain("a row");
    await page.keyboard.press("Escape");
    await page.click("#as-chart");
    await page.waitForSelector("figure.chart svg");
    await page.click("#chart-rows");
    assert.match(await page.innerText("#chart .menu-list"), /\\u\{202e\}gnp\.exe/);
    await plain("a chart");
    await edit(page);
    await plain("the view");
    await page.keyboard.press("Escape");
    // A label is edited in its original form.
    await page.focus("#inputs .label >> nth=0");
    assert.equal(await page.inputValue("#inputs .label >> nth=0"), file(1));
    await page.focus("#main");
    await plain("the label");
    await page.waitForSelector("body[data-kept='2']");
    await drop(page, logs.slice(2));
    await page.waitForSelector("figure.chart svg [data-change]");
    await page.locator("figure.chart svg [data-change]").first().focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("#side[data-what=change] .facts");
    await plain("a change");
    await page.click("#inputs-open");
    await plain("the inputs");
    // The next visit offers the files.
    await page.waitForSelector("body[data-kept='20']");
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${page.url().replace(/#.*/, "")}?again`);
    await page.waitForSelector("#reopen:visible");
    assert.match(await page.innerText("#reopen"), /^Reopen v\\u\{202e\}/);
    await plain("the next visit");
  },
};
