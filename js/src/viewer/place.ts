// The state of the page, as the part of its address after the #:
// `#/claude:ID/m12?agent=claude&filter=parser`. Links, reloads, Back and
// Forward keep it. Nothing in it is trusted.

/** The lists beside which a session can be open. */
export type View = "sessions" | "found" | "costs";

/** What costs are grouped by. */
export type Grouping = "agent" | "model" | "day";

/** A place in the page. */
export interface Place {
  view: View;
  /** What the list of sessions is narrowed to. */
  filter: string;
  agent: string;
  /** The text that is searched for. */
  search: string;
  by: Grouping;
  /** The unified id of the session that is open. */
  session: string | undefined;
  /** The message that is marked, counted from 1. */
  message: number | undefined;
}

/** The list of all sessions, without a filter. */
export const start: Place = { view: "sessions", filter: "", agent: "", search: "", by: "agent", session: undefined, message: undefined };

const groupings: readonly string[] = ["agent", "model", "day"] satisfies Grouping[];
const MOST_MESSAGES = 1e9;

/** Reads a place from `location.hash`, which may be any text. */
export function placeOf(hash: string): Place {
  const [path = "", query = ""] = splitOnce(hash.replace(/^#?\/?/, ""), "?");
  const parameters = new URLSearchParams(query);
  const by = parameters.get("by") ?? "";
  const search = parameters.get("search") ?? "";
  const place: Place = { ...start, filter: parameters.get("filter") ?? "", agent: parameters.get("agent") ?? "", search };
  if (groupings.includes(by)) place.by = by as Grouping;
  if (by !== "") place.view = "costs";
  else if (search !== "") place.view = "found";
  const [, id, message] = /^(.*?)(?:\/m(\d{1,10}))?$/s.exec(path)!;
  if (id) {
    place.session = decodeText(id);
    const n = Number(message);
    if (n >= 1 && n <= MOST_MESSAGES) place.message = n;
  }
  return place;
}

/** The address of a place. */
export function hashOf(place: Place): string {
  const parameters = new URLSearchParams();
  if (place.view === "found") parameters.set("search", place.search);
  if (place.view === "costs") parameters.set("by", place.by);
  if (place.agent !== "") parameters.set("agent", place.agent);
  if (place.filter !== "") parameters.set("filter", place.filter);
  const message = place.message === undefined ? "" : "/m" + place.message;
  const path = place.session === undefined ? "" : encodeText(place.session) + message;
  const query = parameters.toString();
  return "#/" + path + (query === "" ? "" : "?" + query);
}

// Ids are files' names: any text, halves of surrogate pairs included, which
// encodeURIComponent refuses. They are written as ~ and their number.
function encodeText(id: string): string {
  const whole = id.replace(/~|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, (c) => "~" + c.charCodeAt(0).toString(16).padStart(4, "0"));
  return encodeURIComponent(whole).replaceAll("%3A", ":");
}

function decodeText(path: string): string {
  let id = path;
  try {
    id = decodeURIComponent(path);
  } catch {
    // not written by this page; used unchanged
  }
  return id.replace(/~([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function splitOnce(text: string, at: string): string[] {
  const i = text.indexOf(at);
  return i < 0 ? [text] : [text.slice(0, i), text.slice(i + 1)];
}
