import init, { compare, render } from "benchlens";

await init();
document.querySelector("input").addEventListener("change", async ({ target }) => {
  const inputs = await Promise.all([...target.files].map(async (file) => ({ name: file.name, data: await file.arrayBuffer() })));
  const report = compare(inputs);
  document.querySelector("[role=status]").textContent = report.sentence;
  const outcomes = report.tables.flatMap(({ unit, rows }) => rows.flatMap(({ label, comparisons }) => comparisons.map(({ outcome }) => `${label} ${unit}: ${outcome}`)));
  document.querySelector("ul").replaceChildren(...outcomes.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  document.querySelector("pre").textContent = render(inputs);
});
document.querySelector("input").disabled = false;
