// Reads the chosen files in a worker and reports how long that took.
const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
document.querySelector("#picker").onchange = ({ target }) => {
  delete document.body.dataset.took;
  worker.postMessage([...target.files]);
};
worker.onmessage = ({ data }) => {
  document.body.dataset.took = data;
};
