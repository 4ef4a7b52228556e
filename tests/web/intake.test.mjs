// Tests how files come into the web app without a mouse: the dialogs for files and folders.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { choose, read, reads } from "./browser.mjs";
import { log, pair } from "./logs.mjs";

/** Returns the names of all inputs. */
const labels = (page) => page.locator("#inputs .label-shown").allInnerTexts();

/** Makes a folder with files, runs work with its path, and removes it. */
async function inFolder(files, work) {
  const root = await mkdtemp(join(tmpdir(), "folder-"));
  try {
    for (const { name, text } of files) {
      await mkdir(join(root, name, ".."), { recursive: true });
      await writeFile(join(root, name), text);
    }
    return await work(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Chooses a folder or files in the dialog that an action opens. */
async function choosing(page, work, paths) {
  const dialog = page.waitForEvent("filechooser");
  // A key press can come before the browser knows that the test handles the dialog; this call comes in between.
  const before = await reads(page);
  await work();
  await (await dialog).setFiles(paths);
  await read(page, before);
}

export const tests = {
  async "a folder is chosen by keyboard, from the first screen, the menu and a shortcut"({ visit }) {
    const { page } = await visit();
    const files = pair().map(({ name, text }) => ({ name: `night/${name}`, text }));
    await inFolder([...files, { name: "day/go/a.txt", text: log() }, { name: "day/b.txt", text: log() }], async (root) => {
      await page.focus("#empty [data-do=open]");
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Open a folder…");
      await choosing(page, () => page.keyboard.press("Enter"), join(root, "night"));
      assert.deepEqual(await labels(page), ["night"]);
      assert.match(await page.locator("#inputs .label").getAttribute("title") ?? "", /120 results/);
      await choosing(page, () => choose(page, "more", "open-folder"), join(root, "day"));
      assert.deepEqual(await labels(page), ["night", "day"]);
      await choosing(page, () => page.keyboard.press("Shift+O"), join(root, "night"));
      assert.equal((await labels(page)).length, 3);
      await page.keyboard.press("?");
      assert.match(await page.innerText("#help"), /open a folder/);
    });
  },

  async "on a phone, the button for a folder is on the first screen"({ visit }) {
    const { page } = await visit({ width: 390, height: 844, hasTouch: true });
    await inFolder(pair(), async (root) => {
      await choosing(page, () => page.tap("#empty [data-do=open-folder]"), root);
      assert.equal((await labels(page)).length, 1);
      assert.match(await page.innerText("#tables"), /Work/);
    });
  },
};
