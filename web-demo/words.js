// Made from the Rust types by a test of crates/wasm: UPDATE=1 cargo test -p benchlens-wasm

/** The charts of a table, with their titles. @type {Readonly<Record<string, string>>} */
export const CHARTS = {
  forest: "Changes",
  medians: "Medians",
  scaling: "Scaling",
  quantiles: "Quantiles",
  history: "Lines",
  changes: "Over time",
};

/** The outputs, with their titles, media types and file names. @type {Readonly<Record<string, {title: string, type: string, file: string}>>} */
export const OUTPUTS = {
  text: { title: "Text", type: "text/plain;charset=utf-8", file: "benchlens.txt" },
  csv: { title: "CSV", type: "text/csv;charset=utf-8", file: "benchlens.csv" },
  markdown: { title: "Markdown", type: "text/markdown;charset=utf-8", file: "benchlens.md" },
  json: { title: "JSON", type: "application/json", file: "benchlens.json" },
  tidy: { title: "Tidy CSV", type: "text/csv;charset=utf-8", file: "benchlens.tidy.csv" },
  html: { title: "HTML", type: "text/html;charset=utf-8", file: "benchlens.html" },
};
