// Runs the tests of the page: `node run.mjs DIST_DIR [WORD]` (only tests whose name contains WORD).
// CHROMIUM names another browser; SHOTS a folder for the screenshots; LAG=200 makes every worker hear of
// a question so many milliseconds late, which shows what only passes because the worker is quick; LIMIT is
// the time of one test in milliseconds. Where the browser itself does not answer, the test is run once more in
// a new browser, and the last line says so; a test that finds something wrong is never run again.
import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { launch, open, serve } from "./browser.mjs";
import { Silent, stopped, tidied, within } from "./limits.mjs";

const [dist, word = ""] = process.argv.slice(2);
if (!dist) {
  console.error("usage: node run.mjs DIST_DIR [WORD]");
  process.exit(2);
}
const here = new URL("./", import.meta.url);
const files = (await readdir(here)).filter((name) => name.endsWith(".test.mjs")).sort();
const server = await serve(resolve(dist));
let browser = await launch();
let passed = 0;
let failed = 0;
let again = 0;

/** Runs one test; gives what it notes, and throws what it finds. */
async function once(test) {
  const opened = [];
  const visit = async (options) => {
    const one = await open(browser, server.url, options);
    opened.push(one);
    return one;
  };
  try {
    const note = await within(test({ visit, url: server.url, dist: resolve(dist) }));
    const complaints = opened.flatMap((one) => one.complaints);
    if (complaints.length) throw new Error(`the browser complained: ${complaints.join("; ")}`);
    return note;
  } catch (error) {
    if (!stopped(error)) throw error;
    // The old one is left behind: it ends with this program.
    browser = await launch();
    throw new Silent(error);
  } finally {
    await within(Promise.all(opened.map(({ context }) => context.close()))).catch(() => {});
    await tidied();
  }
}

for (const file of files) {
  const { tests } = await import(new URL(file, here));
  for (const [name, test] of Object.entries(tests)) {
    const title = `${file.replace(".test.mjs", "")}: ${name}`;
    if (!title.includes(word)) continue;
    const started = Date.now();
    const fault = (error) => `${title} (${Date.now() - started} ms)\n     ${String(error.stack ?? error).replaceAll("\n", "\n     ")}`;
    try {
      const note = await once(test).catch((error) => {
        if (!(error instanceof Silent)) throw error;
        again++;
        console.log(`AGAIN, in a new browser: ${fault(error.cause)}`);
        return once(test);
      });
      passed++;
      console.log(`ok   ${title} (${Date.now() - started} ms)${note ? `: ${note}` : ""}`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${fault(error instanceof Silent ? error.cause : error)}`);
    }
  }
}
console.log(`\n${passed} passed, ${failed} failed${again ? `; ${again} run again, because the browser did not answer` : ""}`);
// A browser that does not answer would keep this program: nothing waits for it.
process.exit(failed || !passed ? 1 : 0);
