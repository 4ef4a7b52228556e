// Tests for limits.test.mjs: they pass or report a finding, in parallel with a file whose browser does not answer.
import assert from "node:assert/strict";

export const tests = {
  async "a page answers"({ visit }) {
    const { page } = await visit();
    assert.equal(await page.evaluate(() => 1 + 1), 2);
  },

  async "a page is wrong"({ visit }) {
    const { page } = await visit();
    assert.equal(await page.evaluate(() => 1 + 1), 3);
  },

  async "a page does not show something"({ visit }) {
    const { page } = await visit();
    await page.waitForSelector("#no-such-thing");
  },

  async "a page never ends, although its browser answers"({ visit }) {
    const { page } = await visit();
    await page.evaluate(() => new Promise(() => {}));
  },

  async "the process of a page ends"() {
    process.exit(3);
  },

  async "a page answers after the others"({ visit }) {
    const { page } = await visit();
    assert.equal(await page.evaluate(() => 1 + 1), 2);
  },
};
