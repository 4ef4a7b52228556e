/** The theme: light, dark, or the system's choice; stored only in this browser. */

const THEMES = ["system", "light", "dark"];

/** @type {() => void} */ let changed = () => {};

/** Returns the chosen theme. */
export function theme() {
  return document.documentElement.dataset.theme ?? "system";
}

/** Returns whether the app is dark now. */
export function isDark() {
  const now = theme();
  return now === "dark" || (now === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** @param {string} name */
function set(name) {
  if (name === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
}

export function nextTheme() {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
  set(next);
  changed();
  try {
    localStorage.setItem("benchlens-theme", next);
  } catch {
    // A browser without storage still shows the theme.
  }
}

/**
 * @param {() => void} redraw called when the theme changes
 */
export function startTheme(redraw) {
  changed = redraw;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => changed());
  try {
    const kept = localStorage.getItem("benchlens-theme");
    if (kept && THEMES.includes(kept)) set(kept);
  } catch {
    // Use the system's choice.
  }
}
