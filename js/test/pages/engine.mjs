// What the pages engine.html and engine-lite.html offer to tests.

/** Offers the functions of a module of this package. */
export function offer(heddle) {
  const input = document.querySelector("input");
  const engines = [];

  /** Opens an engine over the picked folder, or over nothing. */
  window.openPicked = async (options) => {
    const home = input.files.length > 0 ? input.files : undefined;
    engines.push(await heddle.open({ home, ...options }));
    return engines.length - 1;
  };
  /** Runs an operation; bytes travel as base64. */
  window.callEngine = async (engine, op, request) => {
    const { header, body } = await engines[engine].call(op, Uint8Array.from(atob(request), (c) => c.charCodeAt(0)));
    return [base64(header), base64(body)];
  };
  window.heddle = heddle;
  window.engines = engines;

  function base64(bytes) {
    let text = "";
    for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return btoa(text);
  }
}
