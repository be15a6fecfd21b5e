// Markdown as elements. micromark reads it and answers a tree, and elements are made from it: no markup is ever put together
// as text, so there is nothing to escape. Its work is bounded, because its time grows with the square of a block's marks.
import type { AlignType, Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { colourLater } from "./code.js";
import { el, size, visible } from "./dom.js";
import { pictureOf } from "./picture.js";

const MOST = 128 << 10; // characters of a text that are read as Markdown
const PIECE = 4 << 10; // a piece ends after as many, where a block ends
const ROOM = 20e6; // pairs of marks and lines
const NESTING = 12;
const extensions = { extensions: [gfm({ singleTilde: false })], mdastExtensions: [gfmFromMarkdown()] };

/** A text of Markdown as elements. What would take long is shown as it is written, and said. */
export function markdown(text: string): HTMLElement {
  const box = el("div", { className: "md", dir: "auto" });
  const shown = visible(text);
  const [pieces, rest] = piecesOf(shown);
  for (const piece of pieces) {
    const tree = fromMarkdown(piece, extensions);
    const definitions = new Map<string, string>();
    for (const node of tree.children) if (node.type === "definition") definitions.set(node.identifier, node.url);
    box.append(...children(tree.children, definitions));
  }
  if (rest) box.append(el("p", { className: "soft" }, `${size(rest.length)} that could take too long to read as Markdown, as they are written:`), el("pre", { tabIndex: 0 }, rest));
  return box;
}

/** Cuts a text at blocks, so that each is read alone, and returns what is not read at all. */
function piecesOf(text: string): [pieces: string[], rest: string] {
  const pieces: string[] = [];
  let [from, at, fence, blank, work, room] = [0, 0, "", false, 0, ROOM];
  while (at < text.length) {
    const end = text.indexOf("\n", at) + 1 || text.length;
    const line = text.slice(at, end);
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1] ?? "";
    const starts = fence === "" && blank && /^[^\s>*+\d-]/.test(line);
    if (starts && at - from > PIECE) {
      pieces.push(text.slice(from, at));
      room -= work * work;
      [from, work] = [at, 0];
    }
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = "";
    work += fence ? 1 : 1 + (line.match(/[[\]()*_~`<!|&@:]/g)?.length ?? 0);
    if (end - from > 4 * PIECE && !fence || end > MOST || work * work > room || nesting(line) > NESTING) return [pieces, text.slice(from)];
    [blank, at] = [line.trim() === "", end];
  }
  return [[...pieces, text.slice(from)], ""];
}

/** How deep quotes and lists may nest at the beginning of a line. */
function nesting(line: string): number {
  let [depth, blanks] = [0, 0];
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!;
    if (c === " " || c === "\t") blanks += c === " " ? 1 : 4;
    else if (c === ">" || ("-*+.)".includes(c) && /^\s?$/.test(line[i + 1] ?? ""))) depth++;
    else if (c < "0" || c > "9") break;
  }
  return depth && depth + blanks / 4;
}

type Definitions = Map<string, string>;
const children = (nodes: Nodes[], d: Definitions): (Node | string)[] => nodes.map((n) => elementOf(n, d));

/** The address of a link: of the web, or of a mail without headers, which could attach a file of the reader. */
function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, search } = new URL(url);
  return protocol === "https:" || protocol === "http:" || (protocol === "mailto:" && search === "");
}

function linked(url: string, inside: (Node | string)[]): HTMLElement {
  return isSafe(url) ? el("a", { href: url, rel: "noopener noreferrer nofollow", target: "_blank" }, ...inside) : el("span", { title: url }, ...inside);
}

function picture(url: string, alt: string): HTMLElement {
  const inside = /^data:image\/\w+;base64,([\w+/=]+)$/.exec(url);
  return (inside && pictureOf(inside[1]!, alt)) || linked(url, [`[${alt || "picture"}]`]);
}

function elementOf(n: Nodes, d: Definitions): Node | string {
  switch (n.type) {
    case "text": return n.value;
    case "paragraph": return el("p", {}, ...children(n.children, d));
    case "heading": return el("h3", { className: "h" + n.depth }, ...children(n.children, d));
    case "emphasis": return el("em", {}, ...children(n.children, d));
    case "strong": return el("strong", {}, ...children(n.children, d));
    case "delete": return el("del", {}, ...children(n.children, d));
    case "inlineCode": return el("code", {}, n.value);
    case "code": return code(n.value, n.lang ?? "");
    case "blockquote": return el("blockquote", {}, ...children(n.children, d));
    case "list": return el(n.ordered ? "ol" : "ul", n.ordered ? { start: n.start ?? 1 } as object : {}, ...children(n.children, d));
    case "listItem": return el("li", {}, typeof n.checked === "boolean" && (n.checked ? "☑ " : "☐ "), ...(n.children.length === 1 && n.children[0]!.type === "paragraph" ? children(n.children[0].children, d) : children(n.children, d)));
    case "thematicBreak": return el("hr");
    case "break": return el("br");
    case "link": return linked(n.url, children(n.children, d));
    case "linkReference": return linked(d.get(n.identifier) ?? "", children(n.children, d));
    case "image": return picture(n.url, n.alt ?? "");
    case "imageReference": return picture(d.get(n.identifier) ?? "", n.alt ?? "");
    case "table": return table(n.children as never, n.align ?? [], d);
    case "definition": return "";
    case "footnoteReference": return el("sup", {}, n.label ?? n.identifier);
    case "footnoteDefinition": return el("div", { className: "note" }, (n.label ?? n.identifier) + " ", ...children(n.children, d));
    case "html": return n.value;
    default: return "children" in n ? el("div", {}, ...children(n.children, d)) : "value" in n ? String(n.value) : "";
  }
}

function table(rows: { children: { children: Nodes[] }[] }[], align: AlignType[], d: Definitions): HTMLElement {
  const cells = (name: "td" | "th", row: (typeof rows)[0]): HTMLElement =>
    el("tr", {}, ...row.children.map((c, i) => el(name, { className: align[i] ?? "" }, ...children(c.children, d))));
  return el("div", { className: "wide", tabIndex: 0 }, el("table", {}, el("thead", {}, cells("th", rows[0]!)), el("tbody", {}, ...rows.slice(1).map((r) => cells("td", r)))));
}

function code(text: string, language: string): HTMLElement {
  const inside = el("code", {}, text);
  colourLater(inside, language);
  return el("pre", { tabIndex: 0, data: { language } }, inside);
}
