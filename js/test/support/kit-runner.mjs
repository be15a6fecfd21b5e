// The runner's side of the conformance kit's protocol (docs/how-to-write-a-host.md).

/** The lines and the bytes of standard input. */
class Input {
  #chunks = process.stdin[Symbol.asyncIterator]();
  #held = Buffer.alloc(0);

  async #more() {
    const { done, value } = await this.#chunks.next();
    if (!done) this.#held = Buffer.concat([this.#held, value]);
    return !done;
  }

  /** The next line; undefined at the end. */
  async line() {
    let end;
    while ((end = this.#held.indexOf(10)) < 0) if (!(await this.#more())) return undefined;
    return this.#take(end + 1).subarray(0, end).toString();
  }

  async bytes(n) {
    while (this.#held.length < n) if (!(await this.#more())) throw new Error("the input ends within a request");
    return this.#take(n);
  }

  #take(n) {
    const taken = this.#held.subarray(0, n);
    this.#held = this.#held.subarray(n);
    return taken;
  }
}

const write = (...parts) => new Promise((resolve) => process.stdout.write(Buffer.concat(parts.map((part) => Buffer.from(part))), resolve));

const noSettings = () => ({ module: "", mounts: {}, powers: [], store: undefined, fixed: { now: 0, step: 0, seed: 0n }, memory: undefined, lies: [] });

/** Reads one line of the settings. */
function set(settings, word, rest) {
  const cut = rest.indexOf(" ");
  const [first, second] = cut < 0 ? [rest, ""] : [rest.slice(0, cut), rest.slice(cut + 1)];
  if (word === "module" || word === "store") settings[word] = rest;
  else if (word === "mount") settings.mounts[first] = second;
  else if (word === "powers") settings.powers = rest.split(" ").filter((power) => power !== "");
  else if (word === "clock") Object.assign(settings.fixed, { now: Number(first), step: Number(second) });
  else if (word === "entropy") settings.fixed.seed = BigInt(rest);
  else if (word === "memory") settings.memory = Number(rest);
  else if (word === "lie") settings.lies.push({ about: first, what: second });
  else throw new Error("unknown line: " + word);
}

/**
 * Answers a checker until it has no more lines. `open` makes a host of settings: an object with
 * `call(op, request)`, which returns a response, and `close()`.
 */
export async function serveRunner(name, words, open) {
  const input = new Input();
  let settings = noSettings();
  let host;
  const refuse = (err) => write(`error ${err.code ?? "INTERNAL"} ${`${err.message} (${err.hint ?? ""})`.replaceAll(/\s+/g, " ")}\n`);
  for (let line; (line = await input.line()) !== undefined; ) {
    const cut = line.indexOf(" ");
    const [word, rest] = cut < 0 ? [line, ""] : [line.slice(0, cut), line.slice(cut + 1)];
    try {
      if (word === "kit") await write(`runner ${[name, ...words].join(" ")}\n`);
      else if (word === "open") {
        host = await open(settings);
        await write("ok\n");
      } else if (word === "call") {
        const [op, length] = rest.split(" ").map(Number);
        const response = await host.call(op, await input.bytes(length));
        await write(`response ${response.length}\n`, response);
      } else if (word === "close") {
        await host?.close();
        host = undefined;
        settings = noSettings();
        await write("ok\n");
      } else set(settings, word, rest);
    } catch (err) {
      await refuse(err);
    }
  }
  await host?.close();
}
