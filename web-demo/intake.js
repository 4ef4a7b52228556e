/**
 * Intake: files and folders are dropped anywhere or chosen in the browser's dialogs; logs are pasted from the
 * clipboard; the example is fetched.
 */
import { byId, inField, notice } from "./dom.js";

/** @typedef {import("./loader.js").Source} Source */

let pasted = 0;

/** @param {(sources: Source[], example?: boolean) => void} read */
export function intake(read) {
  const picker = byId("picker");
  picker.addEventListener("change", () => {
    const files = [...picker.files];
    picker.value = "";
    read(files.map(source));
  });
  const folders = byId("folder-picker");
  folders.addEventListener("change", () => {
    const files = [...folders.files];
    folders.value = "";
    if (files.length) read(inFolders(files));
    else notice("The folder contains no files.", { kind: "note" });
  });
  const buttons = document.querySelectorAll("[data-do=open-folder]");
  if (!("webkitdirectory" in folders)) for (const button of buttons) button.remove();
  let depth = 0;
  const over = (/** @type {boolean} */ on) => document.body.classList.toggle("over", on);
  window.addEventListener("dragenter", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth++;
    over(true);
  });
  window.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  window.addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (!depth) over(false);
  });
  window.addEventListener("drop", async (event) => {
    depth = 0;
    over(false);
    if (!event.dataTransfer) return;
    event.preventDefault();
    const sources = await dropped(event.dataTransfer);
    if (sources.length) return read(sources);
    const text = event.dataTransfer.getData("text/plain");
    if (text) read([fromText(text)]);
  });
  window.addEventListener("paste", (event) => {
    if (inField(event.target) || !event.clipboardData) return;
    const files = [...event.clipboardData.files];
    const text = event.clipboardData.getData("text/plain");
    if (files.length) read(files.map(source));
    else if (text) read([fromText(text)]);
  });
  return {
    open: () => picker.click(),
    "open-folder": () => folders.click(),
    paste: async () => {
      try {
        const text = await navigator.clipboard.readText();
        if (text) read([fromText(text)]);
        else notice("The clipboard holds no text.");
      } catch {
        notice("The browser did not allow reading the clipboard. Press Ctrl+V (⌘V) on the page instead.", { kind: "note" });
      }
    },
    example: async () => {
      try {
        read(await examples(), true);
      } catch (error) {
        notice(`The example could not be loaded: ${error.message}`);
      }
    },
  };
}

/** @param {DragEvent} event */
function hasFiles(event) {
  return !!event.dataTransfer && [...event.dataTransfer.types].some((type) => type === "Files" || type === "text/plain");
}

/** @param {File} file @returns {Source} */
function source(file) {
  return { file, name: file.name };
}

/** @param {string} text @returns {Source} */
function fromText(text) {
  pasted++;
  // A selection rarely includes its last line end, so a missing one does not mean that the log was cut off.
  const whole = text.endsWith("\n") ? text : `${text}\n`;
  return source(new File([whole], `pasted-${pasted}.txt`, { type: "text/plain" }));
}

/**
 * Returns files and folders in the order in which they were dropped.
 * @param {DataTransfer} transfer @returns {Promise<Source[]>}
 */
async function dropped(transfer) {
  const items = [...transfer.items].filter((item) => item.kind === "file");
  const found = items.map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  if (!found.length) return [...transfer.files].map(source);
  const sources = await Promise.all(found.map(async ({ entry, file }) => {
    if (!entry?.isDirectory) return file ? [source(file)] : [];
    /** @type {string[]} */ const lost = [];
    const folder = await inFolder(/** @type {any} */ (entry), "", lost);
    return folder.length || lost.length ? [{ file: new File([], entry.name), name: entry.name, folder, lost: lost.map((why) => `${entry.name}/${why}`) }] : [];
  }));
  return sources.flat();
}

/**
 * Returns all files below a folder, by their relative paths; adds files that cannot be read to `lost`, with the
 * reasons.
 * @param {FileSystemDirectoryEntry} folder @param {string} path @param {string[]} lost @returns {Promise<import("./loader.js").InFolder[]>}
 */
async function inFolder(folder, path, lost) {
  const reader = folder.createReader();
  /** @type {any[]} */ const entries = [];
  for (;;) {
    const some = /** @type {any[]} */ (await new Promise((resolve, reject) => reader.readEntries(resolve, reject)));
    if (!some.length) break;
    entries.push(...some);
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const lists = await Promise.all(entries.map((entry) =>
    entry.isDirectory
      ? inFolder(entry, `${path}${entry.name}/`, lost)
      : new Promise((resolve) => entry.file((/** @type {File} */ file) => resolve([{ path: path + entry.name, file }]), (/** @type {Error} */ error) => {
        lost.push(`${path}${entry.name} could not be read: ${error.message}`);
        resolve([]);
      }))));
  return /** @type {import("./loader.js").InFolder[]} */ (lists.flat());
}

/**
 * Returns the folders that the dialog's files are in, with the files in the order of a dropped folder. A dialog
 * without folders returns plain files.
 * @param {File[]} files @returns {Source[]}
 */
function inFolders(files) {
  /** @type {Map<string, import("./loader.js").InFolder[]>} */ const folders = new Map();
  for (const file of files) {
    const [name, ...path] = file.webkitRelativePath.split("/");
    if (!path.length) return files.map(source);
    if (!folders.has(name)) folders.set(name, []);
    folders.get(name)?.push({ path: path.join("/"), file });
  }
  // Entries are compared name by name, so a separator comes before all characters of names.
  const key = (/** @type {string} */ path) => path.replaceAll("/", "\0");
  return [...folders].map(([name, folder]) => {
    folder.sort((a, b) => (key(a.path) < key(b.path) ? -1 : 1));
    return { file: new File([], name), name, folder };
  });
}

/** Returns the repository's example logs, which are served with the web app. @returns {Promise<Source[]>} */
async function examples() {
  const base = new URL("./examples/", import.meta.url);
  return await Promise.all(["old.txt", "new.txt"].map(async (name) => {
    const answer = await fetch(new URL(name, base));
    if (!answer.ok) throw new Error(`examples/${name}: ${answer.status}`);
    return source(new File([await answer.blob()], name));
  }));
}
