// Tests for limits.test.mjs: a browser is stopped, so that it does not answer. SEEN names a folder for the tests'
// notes.
import { access, appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { launch } from "../browser.mjs";

const seen = (name) => join(process.env.SEEN ?? "", name);

/** Stops the process of a browser, and writes down which one it was. */
async function stop(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const { id } = processInfo.find(({ type }) => type === "browser");
  await appendFile(seen("stopped"), `${id}\n`);
  process.kill(id, "SIGSTOP");
}

export const tests = {
  async "a browser does not answer once"({ visit }) {
    const { page, context } = await visit();
    const isFirst = await access(seen("once")).then(() => false, () => true);
    await writeFile(seen("once"), "");
    if (isFirst) await stop(context.browser());
    await page.title();
  },

  async "a browser of the test's own never answers"() {
    const browser = await launch();
    const page = await browser.newPage();
    await stop(browser);
    await page.waitForSelector("#no-such-thing", { timeout: 500 });
  },

  async "a browser does not answer when its pages are closed"({ visit }) {
    const { context } = await visit();
    const isFirst = await access(seen("closed")).then(() => false, () => true);
    await writeFile(seen("closed"), "");
    if (isFirst) await stop(context.browser());
  },

  async "a browser answers after the others"({ visit }) {
    const { page } = await visit();
    await page.title();
  },
};
