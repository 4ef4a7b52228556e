/** Export: copies and downloads the bytes that the module renders. */
import { byId, h, notice, say } from "./dom.js";
import { OUTPUTS } from "./words.js";

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  say(`Saved ${name}`);
}

/** @param {string} text @param {string} what @param {HTMLElement} [button] */
export async function copy(text, what, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return notice(`The browser did not allow copying the ${what}.`);
  }
  say(`Copied the ${what}`);
  if (!button) return;
  const was = button.dataset.was ?? button.textContent ?? "";
  button.dataset.was = was;
  button.textContent = "Copied ✓";
  setTimeout(() => {
    button.textContent = was;
  }, 1500);
}

/** @param {(method: string, ...args: any) => Promise<any>} ask @param {boolean} download @param {HTMLElement} button */
export async function exportOutput(ask, download, button) {
  const kind = byId("output").value;
  const bytes = await ask("render", kind);
  const warnings = kind === "csv" ? await ask("render_warnings") : "";
  if (download) save(new Blob([bytes], { type: OUTPUTS[kind].type }), OUTPUTS[kind].file);
  else await copy(new TextDecoder().decode(bytes), byId("output").selectedOptions[0].text, button);
  if (warnings) notice(warnings, { kind: "note" });
}
