// The documents as a site, with the page in it: `cargo xtask site` puts it beside the folder of the page.
import assert from "node:assert/strict";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { launch, open, PATIENCE } from "./browser.mjs";
import { serve } from "./serve.mjs";

/** Opens a document of the site, lets `look` look at it, and sees that nothing was asked for elsewhere. */
async function read(dist, document, options, look) {
  const site = join(dist, "../site");
  await access(join(site, "index.html")).catch(() => assert.fail(`${site} is not there: run cargo xtask site --page ${dist}`));
  const server = await serve(site, "/documents/");
  const browser = await launch();
  try {
    const { page, complaints } = await open(browser, server.url, { hash: document, ...options });
    await look(page);
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
    await server.close();
  }
}

export const tests = {
  async "a chapter shows the page with its example"({ dist }) {
    await read(dist, "docs/page.html", {}, async (page) => {
      const live = page.frameLocator("iframe.live");
      const row = live.locator("tr", { hasText: "Validate/readings=10-2" }).first();
      await row.waitFor({ timeout: PATIENCE });
      assert.match((await row.textContent()) ?? "", /\+3\.27/);
      // The same by itself, through the link above it.
      await page.click("p.live a");
      await page.locator("tr", { hasText: "Validate/readings=10-2" }).first().waitFor({ timeout: PATIENCE });
      assert.match(page.url(), /\/documents\/page\//);
    });
  },
  async "the first document fits a telephone, and has its picture"({ dist }) {
    await read(dist, "", { width: 375, height: 700 }, async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375);
      const picture = page.locator("img[src='docs/demo.svg']");
      await picture.scrollIntoViewIfNeeded();
      await page.waitForFunction(() => [...document.images].some((image) => image.src.endsWith("docs/demo.svg") && image.naturalWidth > 0), null, { timeout: PATIENCE });
    });
  },
};
