// Answers to a query in one call, for callers that do not need a session.
import { Session, label_inputs, packed_as } from "./session.js";

/**
 * Compares logs and returns the report with its numbers. Throws if no log contains results.
 * @param {import("./index.js").Input[]} inputs
 * @param {import("./session.js").Settings<import("./session.js").Query>} [query]
 * @returns {import("./report.js").Report}
 */
export function compare(inputs, query) {
  return JSON.parse(render(inputs, "json", query));
}

/**
 * Compares logs and returns the output of the CLI for this `-format`. Throws if no log contains results.
 * @param {import("./index.js").Input[]} inputs
 * @param {import("./index.js").Format} [format]
 * @param {import("./session.js").Settings<import("./session.js").Query>} [query]
 */
export function render(inputs, format = "text", query = {}) {
  if (!Array.isArray(inputs)) throw new TypeError("inputs must be an array of { name, data } objects");
  for (const input of inputs) {
    const { name, label = name } = input ?? {};
    if (typeof name !== "string" || typeof label !== "string") throw new TypeError("the name and the label of an input must be strings");
  }
  const session = new Session();
  try {
    // As in the CLI, inputs with the same name are different columns.
    const labels = label_inputs(inputs.map(({ name, label }) => ({ name, label })));
    for (const [i, { name, data }] of inputs.entries()) read(session, name, labels[i], data);
    session.run(query);
    const known = session.inputs();
    if (!known.some(({ results }) => results)) throw new Error(known.map(({ name, kind }) => `${name}: ${kind}`).join("\n") || "there are no inputs");
    return new TextDecoder().decode(session.render(format));
  } finally {
    session.free();
  }
}

/** Reads one input, which may be packed. Values of other types are left to the session, which refuses them. */
function read(session, name, label, data) {
  const head = typeof data === "string" ? undefined : data?.slice?.(0, 512);
  if (head && packed_as(head)) {
    const skipped = session.read_packed(name, label, data);
    if (skipped) console.warn(`benchlens: ${skipped}`);
    return;
  }
  session.begin(name, label);
  session.feed(data);
}
