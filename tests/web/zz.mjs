import { launch, open, serve, drop } from "./browser.mjs";
import { versions, dataJs } from "./logs.mjs";
import { readFileSync } from "node:fs";
const server = await serve("/work/wt/page/target/web");
const browser = await launch();
const tied = (version) => Array.from({ length: 400 }, (_, row) => `BenchmarkRow/n=${row} 1 ${100 + ((version * 7919 + row * 31) % 3) + (version > 50 && row % 9 === 0 ? 2 : 0)} x/op`).join("\n");
{
const { page, complaints } = await open(browser, server.url, { width: 1440, height: 900 });
await page.evaluate(() => { window.seen=[]; new MutationObserver(() => seen.push([Math.round(performance.now()), document.querySelector("#working").hidden, document.querySelector("#working-text").textContent])).observe(document.querySelector("#working"), { attributes: true, childList: true, subtree: true }); });
const t=Date.now();
await drop(page, Array.from({ length: 100 }, (_, i) => ({ name: `v${String(i).padStart(3, "0")}`, text: tied(i) })));
console.log(Date.now()-t, complaints, await page.evaluate(() => JSON.stringify(seen)));
await page.screenshot({ path: "/tmp/pg/tied.png" });
}
const shots = async (name, files, opts) => {
  const { page, complaints } = await open(browser, server.url, opts);
  await drop(page, files);
  await page.screenshot({ path: `/tmp/pg/${name}.png` });
  const m = page.locator("figure.chart svg [data-change]").first();
  if (await m.count()) { await m.focus(); await page.keyboard.press("Enter"); await page.waitForTimeout(600); await page.screenshot({ path: `/tmp/pg/${name}-panel.png` });
    if (await page.locator("#compare-points").count()) { await page.click("#compare-points"); await page.waitForTimeout(800); await page.screenshot({ path: `/tmp/pg/${name}-compare.png` }); } }
  console.log(name, complaints, page.url());
};
const W = { width: 1440, height: 900 }, N = { width: 390, height: 844, hasTouch: true };
await shots("v20-w", versions(), W);
await shots("v20-n", versions(), N);
await shots("v20-d", versions(), { ...W, theme: "dark" });
await shots("v6-w", versions({count: 6, at: 3}), W);
await shots("datajs-w", [{ name: "data.js", text: readFileSync("/work/shared/corpus/gha-datajs/ianlewis__runeio__dev__bench__data.js", "utf8") }], W);
await shots("datajs-n", [{ name: "data.js", text: readFileSync("/work/shared/corpus/gha-datajs/ianlewis__runeio__dev__bench__data.js", "utf8") }], N);
await shots("finch-w", [{ name: "data.js", text: readFileSync("/work/shared/corpus/gha-datajs/runfinch__finch__dev__bench__macOS__26__arm64__data.js", "utf8") }], W);
await browser.close(); server.close();
