// Runs the tests of the page: `node run.mjs DIST_DIR [WORD]` (only tests whose name contains WORD).
// CHROMIUM names another browser; SHOTS a folder for the screenshots; LAG=200 makes every worker hear of
// a question so many milliseconds late, which shows what only passes because the worker is quick.
import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { launch, open, serve } from "./browser.mjs";

const [dist, word = ""] = process.argv.slice(2);
if (!dist) {
  console.error("usage: node run.mjs DIST_DIR [WORD]");
  process.exit(2);
}
const here = new URL("./", import.meta.url);
const files = (await readdir(here)).filter((name) => name.endsWith(".test.mjs")).sort();
const server = await serve(resolve(dist));
const browser = await launch();
let passed = 0;
let failed = 0;
for (const file of files) {
  const { tests } = await import(new URL(file, here));
  for (const [name, test] of Object.entries(tests)) {
    const title = `${file.replace(".test.mjs", "")}: ${name}`;
    if (!title.includes(word)) continue;
    const opened = [];
    const visit = async (options) => {
      const one = await open(browser, server.url, options);
      opened.push(one);
      return one;
    };
    const started = Date.now();
    try {
      const note = await test({ visit, url: server.url, dist: resolve(dist) });
      const complaints = opened.flatMap((one) => one.complaints);
      if (complaints.length) throw new Error(`the browser complained: ${complaints.join("; ")}`);
      passed++;
      console.log(`ok   ${title} (${Date.now() - started} ms)${note ? `: ${note}` : ""}`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${title}\n     ${String(error.stack ?? error).replaceAll("\n", "\n     ")}`);
    }
    for (const { context } of opened) await context.close();
  }
}
await browser.close();
server.close();
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed || !passed ? 1 : 0;
