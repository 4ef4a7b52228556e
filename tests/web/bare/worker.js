// Reads in the same way as the web app's worker, without processing the data.
const BUFFER = 2 * 1024 * 1024;

onmessage = async ({ data: files }) => {
  const start = performance.now();
  for (const file of files) {
    const reader = file.stream().getReader({ mode: "byob" });
    let buffer = new ArrayBuffer(BUFFER);
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer, 0, BUFFER));
      if (done) break;
      buffer = value.buffer;
    }
  }
  postMessage(performance.now() - start);
};
