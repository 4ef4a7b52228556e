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

/** The values that settings offer, with their meanings. @type {Readonly<Record<string, string[][]>>} */
export const CHOICES = {
  base: [["first", "first column"], ["previous", "previous column"]],
  pair: [["auto", "as measured"], ["none", "independent"], ["runs", "in pairs"], ["loose", "in pairs, extra runs dropped"]],
  test: [["u", "medians, by ranks"], ["t", "means, by a t-test"], ["log-t", "geometric means, by a t-test"]],
  adjust: [["none", "not adjusted"], ["holm", "Holm"], ["bh", "Benjamini–Hochberg"], ["by", "Benjamini–Yekutieli"]],
  sort: [["none", "as in the input"], ["worst", "the worst outcomes first"], ["name", "names"], ["value", "values"], ["delta", "changes"], ["p", "p"]],
};

/** What rows can be sorted by. @type {readonly string[]} */
export const SORTS = ["first", "worst", "label", "center", "delta", "p"];
