/** Exports a picture: to the clipboard, or as pixels. */
import { notice, say } from "./dom.js";

/** @param {string} svg @param {number} [scale] */
export async function copyImage(svg, scale) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pixels(svg, scale) })]);
  } catch {
    return notice("The browser did not allow copying the image. Save it instead.", { kind: "note" });
  }
  say("Copied the image");
}

/**
 * Converts an SVG to a PNG at twice its size, or at another scale.
 * @param {string} text @param {number} [scale] @returns {Promise<Blob>}
 */
export async function pixels(text, scale = 2) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * scale;
    canvas.height = image.naturalHeight * scale;
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large."))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
