// The reader as one script. In a page that has a session inside it shows that; another page calls heddleReader.
import { el } from "./dom.js";
import { showEntries, type Entry } from "./entries.js";
import css from "./reader.css";
import type { Host, ReaderMaker } from "./host.js";
import { Reader } from "./session.js";
import type { Picture, View } from "./view.js";

function style(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The data of a kind in the page. */
const data = <T>(kind: string): T[] => [...document.querySelectorAll(`script.heddle-${kind}`)].map((e) => JSON.parse(e.textContent!) as T);

function showPage(views: View[]): void {
  document.documentElement.classList.add("heddle");
  const pictures = new Map(data<Picture & { id: string }>("picture").map((p) => [p.id, p]));
  const [pages] = data<NonNullable<Host["pages"]>>("pages");
  const root = el("div", {});
  const view = { ...views[0]!, turns: views.flatMap((v) => v.turns), outline: views[0]!.outline.length >= views[0]!.totals.turns ? views[0]!.outline : views.flatMap((v) => v.outline) };
  delete view.next;
  document.getElementById("heddle-text")?.replaceWith(root);
  new Reader(root, view, { picture: (id) => pictures.get(id), ...(pages && { pages }) });
}

style();
const views = data<View>("view");
const entries = document.getElementById("heddle-entries");
if (views.length > 0) showPage(views);
else if (entries) {
  document.documentElement.classList.add("heddle");
  showEntries(entries, data<Entry>("entry"));
}
else (globalThis as { heddleReader?: ReaderMaker }).heddleReader = Reader;
