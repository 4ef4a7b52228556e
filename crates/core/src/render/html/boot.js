
(async () => {
  // Seven bits are a character; 0, line ends and < are one of two bytes together with the seven bits behind them.
  /** @param {string} id */
  const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  /** @param {string} id */
  const bytes = (id) => {
    const { textContent, dataset } = element(id);
    const text = textContent ?? "";
    const found = new Uint8Array(Number(dataset.length));
    let [bits, filled, at] = [0, 0, 0];
    const add = (/** @type {number} */ seven) => {
      bits = (bits << 7) | seven;
      filled += 7;
      if (filled < 8) return;
      filled -= 8;
      found[at++] = bits >> filled;
    };
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) add([0, 10, 13, 60][(code - 256) >> 7]);
      add(code & 127);
    }
    return found;
  };
  /** @param {Uint8Array<ArrayBuffer>} packed */
  const unpack = async (packed) => {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
  const { state = "" } = element("benchlens-results").dataset;
  const engine = bytes("benchlens-engine");
  const [results, all] = await Promise.all([unpack(bytes("benchlens-results")), unpack(engine)]);
  // A line says how long each file is; the files follow.
  const first = all.indexOf(10);
  /** @param {Uint8Array} part */
  const text = (part) => new TextDecoder().decode(part);
  /** @type {Record<string, Uint8Array<ArrayBuffer>>} */
  const files = {};
  let at = first + 1;
  for (const [name, length] of JSON.parse(text(all.subarray(0, first)))) files[name] = all.subarray(at, (at += length));
  /** @param {Uint8Array<ArrayBuffer>} part */
  const url = (part) => URL.createObjectURL(new Blob([part], { type: "text/javascript" }));
  /** @param {string} style */
  const sheet = (style) => {
    const made = new CSSStyleSheet();
    made.replaceSync(style);
    return made;
  };
  const page = new DOMParser().parseFromString(text(files["index.html"]), "text/html");
  const own = /** @type {HTMLStyleElement} */ (document.querySelector("style"));
  const style = own.textContent ?? "";
  // What was saved is what is printed, as long as nothing else was asked.
  const saved = document.createElement("div");
  saved.id = "benchlens-saved";
  const inside = saved.attachShadow({ mode: "open" });
  inside.append(...document.querySelectorAll(".benchlens-remark, .benchlens-report"));
  if (!location.hash) history.replaceState(null, "", location.pathname + location.search + state);
  const begun = location.hash;
  own.remove();
  document.adoptedStyleSheets = [
    sheet(text(files["style.css"])),
    sheet("@page{margin:14mm 12mm}#benchlens-saved{display:none}@media print{.print-saved>*{display:none!important}.print-saved>#benchlens-saved{display:block!important}}"),
  ];
  document.documentElement.dataset.report = "";
  document.body.replaceWith(document.adoptNode(page.body));
  document.body.append(saved);
  // Not before: a shadow that moves to another document loses its styles.
  inside.adoptedStyleSheets = [sheet(style)];
  addEventListener("beforeprint", () => document.body.classList.toggle("print-saved", location.hash === begun));
  /** @type {any} */ (globalThis).__benchlensReport = { state, data: results, wasm: files["benchlens_bg.wasm"], workerUrl: url(files["worker.js"]), engine };
  await import(url(files["app.js"]));
})().catch((error) => {
  console.warn(error);
  const kept = document.getElementById("benchlens-saved");
  if (kept) {
    kept.style.display = "block";
    document.body.replaceChildren(kept);
  }
  const said = document.createElement("p");
  said.className = "benchlens-remark";
  said.textContent = `This browser cannot open the interactive part (${error.message}). What you see is the answer as it was saved.`;
  document.body.prepend(said);
});
