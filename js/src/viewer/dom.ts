// Building elements; text is always set as text, never as markup.

type Child = Node | string | undefined;

/** Makes an element with properties and children; undefined children are left out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], "style" | "dataset">> & { data?: Record<string, string> } = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const { data, ...rest } = properties;
  const element = Object.assign(document.createElement(name), rest);
  Object.assign(element.dataset, data);
  element.append(...children.filter((c) => c !== undefined));
  return element;
}

/** The element with an id, which the page has. */
export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** An element with a readable time, and the exact time as its attribute. */
export function time(date: Date | undefined): HTMLElement {
  if (!date) return el("span", { className: "none" }, "–");
  return el("time", { dateTime: date.toISOString(), title: date.toISOString() }, dates.format(date));
}

/** A number for people. */
export const count = (n: number): string => n.toLocaleString();

/** Readable money: cents, or more digits when the amount is smaller. */
export function money(usd: number | undefined): string {
  if (usd === undefined) return "–";
  const digits = usd !== 0 && Math.abs(usd) < 0.01 ? 4 : 2;
  return "$" + usd.toLocaleString(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
