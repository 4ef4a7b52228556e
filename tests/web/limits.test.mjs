// What the runner does where nothing answers: it must neither wait for ever nor excuse a page that is wrong.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { launch } from "./browser.mjs";
import { stopped, within } from "./limits.mjs";

/** What some work throws. */
const thrown = (work) => work.then(() => assert.fail("it was done"), (error) => error);

export const tests = {
  async "a test that never ends is ended; what a page does not show is a finding"() {
    const deaf = createServer(() => {});
    await new Promise((done) => deaf.listen(0, "127.0.0.1", () => done()));
    const browser = await launch();
    try {
      const page = await browser.newPage();
      assert.ok(stopped(await thrown(within(page.evaluate(() => new Promise(() => {})), 200))));
      assert.ok(!stopped(await thrown(page.waitForSelector("#no-such-thing", { timeout: 200 }))));
      assert.ok(!stopped(await thrown(page.click("#no-such-thing", { timeout: 200 }))));
      assert.ok(!stopped(await thrown(page.evaluate(() => { throw new Error("Late"); }))));
      assert.ok(stopped(await thrown(page.goto(`http://127.0.0.1:${deaf.address().port}/`, { timeout: 200 }))));
      await page.close();
      assert.ok(stopped(await thrown(page.title())));
    } finally {
      await browser.close();
      deaf.closeAllConnections();
      deaf.close();
    }
  },
};
