// Pictures: shown only when their bytes are those of a picture that browsers draw without running anything.
import { el } from "./dom.js";

const MOST = 8 << 20; // characters of base64
const magic: [string, RegExp][] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
];
const SIDE = 20_000; // pixels of a side: more is a bomb

/** An image of the bytes in base64; undefined where they are no picture, regardless of their name. */
export function pictureOf(data: string, alt: string): HTMLElement | undefined {
  if (data.length > MOST) return undefined;
  let head: string;
  try {
    head = atob(data.slice(0, 64));
  } catch {
    return undefined;
  }
  const type = magic.find(([, m]) => m.test(head))?.[0];
  if (!type || (type === "image/png" && Math.max(int(head, 16), int(head, 20)) > SIDE)) return undefined;
  return el("img", { src: `data:${type};base64,${data}`, alt: alt || "picture", loading: "lazy" });
}

const int = (s: string, at: number): number => [0, 1, 2, 3].reduce((n, i) => n * 256 + s.charCodeAt(at + i), 0);
