/** Light, dark, or as the system says; remembered in this browser only. */
import { byId } from "./dom.js";

const THEMES = ["system", "light", "dark"];

function now() {
  return document.documentElement.dataset.theme ?? "system";
}

/** @param {string} theme */
function set(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  byId("theme").textContent = `◐ ${theme}`;
  byId("theme").setAttribute("aria-label", `Theme: ${theme}`);
}

export function nextTheme() {
  const theme = THEMES[(THEMES.indexOf(now()) + 1) % THEMES.length];
  set(theme);
  try {
    localStorage.setItem("benchlens-theme", theme);
  } catch {
    // A browser that keeps nothing still shows the theme.
  }
}

export function startTheme() {
  try {
    const kept = localStorage.getItem("benchlens-theme");
    if (kept && THEMES.includes(kept)) set(kept);
  } catch {
    // As the system says.
  }
}
