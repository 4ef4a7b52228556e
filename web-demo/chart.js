/** A table's chart: drawn by the module, saved as it is or as pixels. */
import { h, room, svg } from "./dom.js";
import { save } from "./export.js";

/** The margins beside a chart, in pixels. */
const BESIDE = 54;

export class Chart {
  /**
   * @param {number} index @param {import("./table.js").Meta} meta @param {import("./table.js").Host} host
   * @param {HTMLElement} block @param {HTMLElement} bar
   */
  constructor(index, meta, host, block, bar) {
    this.index = index;
    this.host = host;
    this.name = ["benchlens", meta.unit, ...meta.keys.map(([, value]) => value)].join("-").replace(/[^\w.-]+/g, "_").slice(0, 80);
    this.button = h("button", { type: "button", text: "Chart", "aria-pressed": "false", data: { act: "chart" }, on: { click: () => this.toggle() } });
    bar.append(this.button);
    this.figure = h("figure", { class: "chart", hidden: true });
    block.append(this.figure);
  }

  toggle() {
    const { chart } = this.host.state();
    const on = chart.includes(this.index);
    this.host.change({ chart: on ? chart.filter((n) => n !== this.index) : [...chart, this.index].sort((a, b) => a - b) });
  }

  /** Follows the state. */
  async show() {
    const on = this.host.state().chart.includes(this.index);
    if (on !== this.figure.hidden) return;
    this.button.setAttribute("aria-pressed", String(on));
    this.figure.hidden = !on;
    if (on) await this.draw();
    else this.figure.replaceChildren();
  }

  /** Draws it as wide as there is room. */
  async draw() {
    if (this.figure.hidden) return;
    try {
      // What is saved is as wide as suits a slide.
      const [drawn, text] = await Promise.all([this.host.ask("chart", this.index, room(BESIDE)), this.host.ask("chart", this.index)]);
      this.figure.replaceChildren(
        h("div", { class: "drawing", tabindex: "0", role: "group", "aria-label": "Chart" }, svg(drawn)),
        h("figcaption", {},
          h("button", { type: "button", text: "Save SVG", on: { click: () => save(new Blob([text], { type: "image/svg+xml" }), `${this.name}.svg`) } }),
          h("button", { type: "button", text: "Save PNG", on: { click: () => pixels(text).then((png) => save(png, `${this.name}.png`), this.host.failed) } })));
    } catch (error) {
      this.host.failed(error);
    }
  }
}

/** An SVG as a PNG at twice its size, on white. @param {string} text @returns {Promise<Blob>} */
async function pixels(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large."))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
