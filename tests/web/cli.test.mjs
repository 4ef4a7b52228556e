// Runs recorded cases through the web app: its downloads are the CLI's output, byte for byte.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { asking, choose, drop } from "./browser.mjs";

const CASES = fileURLToPath(new URL("../cases/", import.meta.url));
const EVERY = 12;
/** The number of tests among which the sample is divided, so that each stays far below its time limit. */
const PARTS = 6;
const FLAGS = { "-table": "table", "-row": "row", "-col": "col", "-ignore": "ignore", "-filter": "filter", "-alpha": "alpha", "-confidence": "confidence", "-format": "format" };

/** Returns a command split into words, or null if that requires more than plain quotes. */
function words(line) {
  if (/[$\\]/.test(line.replace(/'[^']*'/g, ""))) return null;
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g)].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
}

/**
 * Returns the query of a case that the app can run: plain files, known flags, success, no placeholder in the
 * answer.
 */
async function asked(folder) {
  const here = join(CASES, folder);
  const line = (await readFile(join(here, "cmd"), "utf8")).trim();
  const parts = words(line)?.slice(1);
  if (!parts || existsSync(join(here, "stdin")) || existsSync(join(here, "stdin.pipe"))) return null;
  const exit = existsSync(join(here, "exit")) ? await readFile(join(here, "exit"), "utf8") : "0";
  if (exit.trim() !== "0") return null;
  // A case without this file prints nothing.
  const stdout = existsSync(join(here, "stdout")) ? await readFile(join(here, "stdout")) : Buffer.alloc(0);
  if (/\[\.\.\]|\n\.\.\.\n$/.test(stdout.toString())) return null;
  // The app shows outcomes, but these cases are about the plain tables.
  const query = new URLSearchParams({ plain: "1", changed: "0" });
  let format = "text";
  const files = [];
  for (let i = 0; i < parts.length; i++) {
    const flag = FLAGS[parts[i]];
    const pair = /^--?pair(?:=(.*))?$/.exec(parts[i]);
    // The word after a bare -pair is its value only if it is one of these words.
    if (pair) query.set("pair", pair[1] ?? (["runs", "loose", "none"].includes(parts[i + 1]) ? parts[++i] : "runs"));
    else if (flag === "format") format = parts[++i];
    else if (flag) query.set(flag, parts[++i]);
    else if (parts[i].startsWith("-") || parts[i].includes("/")) return null;
    else files.push(parts[i]);
  }
  const named = files.map((file) => {
    const at = file.indexOf("=");
    return at < 0 ? { file, label: null } : { file: file.slice(at + 1), label: file.slice(0, at) };
  });
  if (!named.length || named.some(({ file, label }) => label === "" || !existsSync(join(here, file)))) return null;
  if (new Set(named.map(({ file }) => file)).size !== named.length) return null;
  const bytes = await Promise.all(named.map(({ file }) => readFile(join(here, file)).catch(() => null)));
  if (bytes.some((b) => b === null)) return null;
  return { hash: query.size ? `#${query}` : "", format, named, bytes, stdout };
}

/** Returns the cases of the sample, and the number of possible cases. */
async function sampled() {
  const folders = (await readdir(CASES, { withFileTypes: true })).filter((e) => e.isDirectory()).map((e) => e.name).sort();
  const all = [];
  for (const folder of folders) {
    const one = await asked(folder);
    if (one) all.push({ folder, ...one });
  }
  const sample = all.filter(({ hash }, i) => i % EVERY === 0 || hash.includes("pair="));
  assert.ok(sample.length >= 25, `${sample.length} cases`);
  return { sample, count: all.length };
}

/** Runs one part of the sample. @param {number} part */
function tried(part) {
  return async ({ visit }) => {
    const { sample, count } = await sampled();
    const own = sample.filter((_, at) => at % PARTS === part);
    const wrong = [];
    for (const { folder, hash, format, named, bytes, stdout } of own) {
      const { page, context } = await visit({ hash });
      await drop(page, named.map(({ file }, i) => ({ name: file, base64: bytes[i].toString("base64") }))).catch((error) => {
        error.message = `${folder}: ${error.message}`;
        throw error;
      });
      for (const [i, { label }] of named.entries()) {
        if (label === null) continue;
        await asking(page, async () => {
          await page.fill(`#inputs .label >> nth=${i}`, label).catch(async (error) => assert.fail(`${folder}: ${await page.textContent("#notice")} ${error.message}`));
          await page.keyboard.press("Enter");
        });
      }
      await page.evaluate((kind) => { document.querySelector("#output").value = kind; }, format);
      const [file] = await Promise.all([page.waitForEvent("download"), choose(page, "share", "save-output")]);
      const got = await readFile(await file.path());
      if (!got.equals(stdout)) wrong.push(`${folder}:\n${got}\n-- expected\n${stdout}`);
      await context.close();
    }
    assert.deepEqual(wrong, []);
    return `${own.length} of ${count} cases`;
  };
}

export const tests = Object.fromEntries(Array.from({ length: PARTS }, (_, part) => [`a sample of the cases through the page, part ${part + 1} of ${PARTS}`, tried(part)]));
