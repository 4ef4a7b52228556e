/**
 * The recordings of one folder of criterion: `new` has the latest results, `base` the previous ones, and saved
 * baselines have names of their own.
 */

/**
 * @typedef {import("./pkg/session.js").FolderPiece} Piece
 * @typedef {import("./pkg/session.js").FolderRecording} Recording
 * @typedef {import("./loader.js").InFolder} InFolder
 */

/**
 * Returns the recordings to compare, the oldest first: `base`, the saved baselines by the times of their files, and
 * `new`. A copied folder can have any times, so only saved baselines depend on them. criterion copies each run to
 * `base`, and a saved baseline is also `new`, so these are skipped if they repeat others, and `base` also if there are
 * two others.
 * @param {Recording[]} recordings @param {InFolder[]} files @returns {Promise<Recording[]>}
 */
export async function compared(recordings, files) {
  const saved = recordings.filter(({ name }) => name !== "new" && name !== "base");
  const kept = [...saved];
  for (const name of ["new", "base"]) {
    const own = recordings.find((one) => one.name === name);
    const isNeeded = name === "new" || kept.length < 2;
    if (own && isNeeded && !(await repeats(own, kept, files))) kept.push(own);
  }
  const rank = (/** @type {Recording} */ { name }) => (name === "base" ? 0 : name === "new" ? 2 : 1);
  const time = (/** @type {Recording} */ { pieces }) => Math.max(...pieces.map((piece) => samples(piece, files).lastModified));
  return kept.sort((a, b) => rank(a) - rank(b) || time(a) - time(b));
}

/**
 * Returns whether other recordings contain all samples of a recording.
 * @param {Recording} recording @param {Recording[]} others @param {InFolder[]} files
 */
async function repeats(recording, others, files) {
  for (const piece of recording.pieces) {
    const same = others.flatMap(({ pieces }) => pieces.filter(({ benchmark }) => benchmark === piece.benchmark));
    const equal = await Promise.all(same.map((other) => areEqual(samples(piece, files), samples(other, files))));
    if (!equal.includes(true)) return false;
  }
  return true;
}

/** @param {Piece} piece @param {InFolder[]} files */
function samples(piece, files) {
  return files[piece.files[1]].file;
}

/** @param {File} a @param {File} b */
async function areEqual(a, b) {
  return a.size === b.size && (await a.text()) === (await b.text());
}
