// Tests the documents as a site that contains the web app: `cargo xtask site` places it next to the app's folder.
import assert from "node:assert/strict";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { launch, open, PATIENCE } from "./browser.mjs";
import { serve } from "./serve.mjs";

/** Opens a document of the site, lets `look` check it, and checks that nothing was requested from other hosts. */
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
    await read(dist, "docs/web-app.html", {}, async (page) => {
      const live = page.frameLocator("iframe.live");
      // The change comes with the complete answer, after the values.
      const row = live.locator("tr", { hasText: /Validate\/readings=10-2.*\+\d+\.\d\d%/ }).first();
      await row.waitFor({ timeout: PATIENCE });
      // The same app without the document, through the link above it.
      await page.click("p.live a");
      await page.locator("tr", { hasText: "Validate/readings=10-2" }).first().waitFor({ timeout: PATIENCE });
      assert.match(page.url(), /\/documents\/page\//);
    });
  },
  async "the first document fits a telephone, and has its picture"({ dist }) {
    await read(dist, "", { width: 375, height: 700 }, async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375);
      const picture = page.locator("img[src='docs/demo.svg']").first();
      await picture.scrollIntoViewIfNeeded();
      await page.waitForFunction(() => [...document.images].some((image) => image.src.endsWith("docs/demo.svg") && image.naturalWidth > 0), null, { timeout: PATIENCE });
    });
  },
  async "a telephone opens each document from the list, and none is too wide"({ dist }) {
    await read(dist, "", { width: 375, height: 700 }, async (page) => {
      await page.click("#mdbook-sidebar-toggle");
      const links = page.locator("#mdbook-sidebar a[href$='.html']");
      const documents = await links.evaluateAll((all) => all.map((link) => /** @type {HTMLAnchorElement} */ (link).href));
      assert.ok(documents.length > 20, `${documents}`);
      await links.filter({ hasText: "Write a gate" }).click();
      await page.locator("main h1", { hasText: "Write a gate" }).waitFor({ timeout: PATIENCE });
      for (const document of documents) {
        await page.goto(document);
        assert.equal(await page.evaluate(() => window.document.documentElement.scrollWidth), 375, document);
      }
    });
  },
  async "the search finds a word of a chapter"({ dist }) {
    await read(dist, "docs/gates.html", {}, async (page) => {
      await page.keyboard.press("/");
      await page.locator("#mdbook-searchbar").pressSequentially("Hodges");
      const found = page.locator("#mdbook-searchresults a", { hasText: "Methods" }).first();
      await found.click({ timeout: PATIENCE });
      await page.waitForURL(/\/documents\/docs\/methods\.html/);
      await page.locator("main mark").first().waitFor({ timeout: PATIENCE });
    });
  },
};
