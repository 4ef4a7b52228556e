// Tests the test runner with browsers that do not answer: it must neither wait forever nor excuse an error in the web
// app.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { LIMIT, PATIENCE, isLate, isTimeout, silent, stopped, within } from "./limits.mjs";

/** Returns the error that some work throws. */
const thrown = (work) => work.then(() => assert.fail("it was done"), (error) => error);

/**
 * Runs tests of the folder `limits`; returns the exit code, the output, its lines and the lists at its end, and
 * the processes of the stopped browsers.
 * @param {string} word
 */
async function runner(dist, word) {
  const seen = await mkdtemp(join(tmpdir(), "limits-"));
  const here = (name) => fileURLToPath(new URL(name, import.meta.url));
  const env = { ...process.env, TESTS: here("limits"), SEEN: seen, LIMIT: "24000", PATIENCE: "12000", JOBS: "2" };
  try {
    const [code, printed] = await new Promise((done) => execFile(process.execPath, [here("run.mjs"), dist, word], { env }, (error, stdout) => done([error?.code ?? 0, stdout])));
    const pids = (await readFile(join(seen, "stopped"), "utf8")).trim().split("\n").map(Number);
    const lines = printed.trimEnd().split("\n");
    const part = (heading) => {
      const at = lines.indexOf(`${heading}:`);
      assert.ok(at >= 0, printed);
      return lines.slice(at + 1, lines.indexOf("", at)).map((line) => line.trim());
    };
    return { code, printed, lines, part, pids };
  } finally {
    await rm(seen, { recursive: true });
  }
}

/** Returns whether a process still exists after a while, during which its parent may still have to wait for it. */
async function remains(pid) {
  for (let tries = 0; tries < 1000; tries++) {
    try {
      process.kill(pid, 0);
    } catch {
      return false;
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  return true;
}

export const tests = {
  async "a test that never ends is ended; what a page does not show is a finding"() {
    assert.ok(PATIENCE < LIMIT, "a wait ends before its test");
    const deaf = createServer(() => {});
    await new Promise((done) => deaf.listen(0, "127.0.0.1", () => done()));
    const browser = await launch();
    try {
      const page = await browser.newPage();
      const late = await thrown(within(page.evaluate(() => new Promise(() => {})), 200));
      assert.ok(isLate(late) && isTimeout(late) && !stopped(late));
      for (const work of [page.waitForSelector("#no-such-thing", { timeout: 200 }), page.click("#no-such-thing", { timeout: 200 })]) {
        const error = await thrown(work);
        assert.ok(isTimeout(error) && !stopped(error), error.message);
      }
      assert.equal(await silent([browser]), null, "the browser answers, so all of these are findings");
      const wrong = await thrown(page.evaluate(() => { throw new Error("Late"); }));
      assert.ok(!isTimeout(wrong) && !stopped(wrong));
      assert.ok(stopped(await thrown(page.goto(`http://127.0.0.1:${deaf.address().port}/`, { timeout: 200 }))));
      await page.close();
      assert.ok(stopped(await thrown(page.title())));
    } finally {
      await browser.close();
      deaf.closeAllConnections();
      deaf.close();
    }
  },

  async "a page that is busy for ever does not answer"() {
    const browser = await launch();
    try {
      const page = await browser.newPage();
      page.evaluate(() => { for (;;); }).catch(() => {});
      assert.match(await silent([browser]), /^the page about:blank did not answer/);
    } finally {
      await browser.close();
    }
  },

  async "a browser that does not answer is ended, and its test runs once more in a new one, visibly"({ dist }) {
    const { code, printed, lines, part, pids } = await runner(dist, "silent: a browser");
    assert.equal(code, 1, printed);
    assert.equal(lines.at(-1), "3 passed, 1 failed; 3 retried in a new browser because the browser did not answer");
    // The message contains the position and the duration for each of them.
    const retried = part("retried");
    for (const [at, wanted] of [
      /^silent: a browser does not answer once: the browser did not answer: Page\.title \(silent\.test\.mjs:\d+\) had no answer for [\d.]+ s; a browser did not answer Browser\.getVersion within 12 s$/,
      /^silent: a browser of the test's own never answers: the browser did not answer: Page\.waitForSelector \(silent\.test\.mjs:\d+\) had no answer for [\d.]+ s; /,
      /^silent: a browser does not answer when its pages are closed: the browser did not answer: BrowserContext\.close had no answer for [\d.]+ s$/,
    ].entries()) assert.match(retried[at], wanted);
    assert.equal(retried.length, 3);
    assert.match(part("failed").join("\n"), /^silent: a browser of the test's own never answers: the browser did not answer: .* nor did a new browser$/);
    // Only tests without an answer ran again.
    const count = (text) => lines.filter((line) => line.startsWith(text)).length;
    assert.equal(count("AGAIN, in a new browser: "), 3);
    assert.deepEqual(["does not answer once", "does not answer when its pages are closed", "answers after the others"].map((name) => count(`ok   silent: a browser ${name} (`)), [1, 1, 1]);
    assert.equal(pids.length, 4);
    for (const pid of pids) assert.ok(!(await remains(pid)), `the browser ${pid} is still there`);
  },

  async "no failure hides another one, and none runs again"({ dist }) {
    const { code, printed, lines, part } = await runner(dist, " page");
    assert.equal(code, 1, printed);
    assert.equal(lines.at(-1), "3 passed, 4 failed; 1 retried in a new browser because the browser did not answer");
    assert.deepEqual(part("failed").map((line) => line.split(": ", 3).join(": ").replace(/:$| \d.*/g, "")), [
      "answers: a page is wrong: Expected values to be strictly equal",
      "answers: a page does not show something: page.waitForSelector",
      "answers: a page never ends, although its browser answers: not done within",
      "answers: the process of a page ends: the process of the test ended with exit code",
    ]);
    assert.match(part("retried").join("\n"), /^silent: a browser does not answer when its pages are closed: [^\n]*$/);
    // The output of each file is consecutive.
    const order = lines.slice(0, lines.indexOf("retried:")).map((line) => /^(?:ok {3}|FAIL |AGAIN, in a new browser: )(\w+):/.exec(line)?.[1]).filter(Boolean);
    assert.equal(order.length, 8, printed);
    assert.equal(order.filter((file, at) => file !== order[at - 1]).length, 2, order.join());
  },
};
