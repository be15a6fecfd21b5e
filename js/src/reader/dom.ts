// Building elements; text is always set as text, never as markup.

type Child = Node | string | undefined | false;

/** Makes an element with properties and children; undefined children are left out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], "style" | "dataset">> & { data?: Record<string, string> } = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const { data, ...rest } = properties;
  const element = Object.assign(document.createElement(name), rest);
  Object.assign(element.dataset, data);
  element.append(...children.filter((c) => c !== undefined && c !== false));
  return element;
}

/** The element with an id, which the page has. */
export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** An element with a readable time, and the exact time as its attribute. */
export function time(at: Date | string | undefined, format = dates): HTMLElement {
  const date = new Date(at ?? NaN);
  if (isNaN(+date)) return el("span", { className: "none" }, "–");
  return el("time", { dateTime: date.toISOString(), title: date.toISOString() }, format.format(date));
}

/** A number for people. */
export const count = (n: number): string => n.toLocaleString();

/** A number and the word for what it counts. */
export const plural = (n: number, word: string): string => `${count(n)} ${word}${n === 1 ? "" : "s"}`;

/** Readable money: cents, or more digits when the amount is smaller. */
export function money(usd: number | undefined): string {
  if (usd === undefined) return "–";
  const digits = usd !== 0 && Math.abs(usd) < 0.01 ? 4 : 2;
  return "$" + usd.toLocaleString(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A duration in its two largest units. */
export function duration(ms: number): string {
  const s = ms / 1000;
  if (ms < 1000) return `${ms} ms`;
  if (s < 60) return `${s < 10 ? s.toFixed(1) : Math.round(s)} s`;
  const min = Math.floor(s / 60);
  return min < 60 ? `${min} min ${String(Math.floor(s % 60)).padStart(2, "0")} s` : `${count(Math.floor(min / 60))} h ${String(min % 60).padStart(2, "0")} min`;
}

/** A number of bytes in its unit. */
export const size = (bytes: number): string =>
  bytes < 1000 ? plural(bytes, "byte") : bytes < 1e6 ? `${count(Math.round(bytes / 1000))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** Tokens in thousands. */
export const tokens = (n: number): string => (n < 1000 ? String(n) : n < 1e6 ? `${(n / 1000).toFixed(1)}k` : `${(n / 1e6).toFixed(1)}M`);

// What steers a terminal, or reorders or hides text. A joiner after an emoji or a letter of a script with joiners is theirs.
const hidden = /[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffc\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\ud800-\udfff]|(?<![\u0590-\u{10ffff}])[\u200c\u200d]|[\u200c\u200d](?![\u0590-\u{10ffff}])/gu;

/** A text in which characters that hide or reorder text are shown as ⟨U+202E⟩. */
export function visible(s: string): string {
  return s.replace(/\r\n?/g, "\n").replace(hidden, (c) => `⟨U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}⟩`);
}
