// Where each agent keeps its sessions. The knowledge is data,
// hostfns/places/places.json, read by the rules of the README beside it.

/** One mount's folder. */
export interface Place {
  /** Mount name. */
  mount: string;
  /** The agent it belongs to; "" for the mount of single files. */
  agent: string;
  /** Absolute path in the system's own spelling. */
  path: string;
  /** Whether the folder exists. */
  found: boolean;
  /** When present, only these files below `path`, with forward slashes. */
  files?: string[];
}

/** places.json. */
export interface PlacesTable {
  format: number;
  places: PlaceRow[];
  files: { mount: string; names: string[] };
}

/** One row of the table: candidates per system, best first. */
export interface PlaceRow {
  mount: string;
  agent: string;
  linux: string[];
  darwin: string[];
  windows: string[];
}

/** The environment in which places are resolved. */
export interface PlacesQuery {
  /** "windows" or "win32", "darwin", anything else counts as linux. */
  os: string;
  /** Looks up an environment variable; not called when `home` is given. */
  env: (name: string) => string | undefined;
  /** An explicit home folder: only what lies below it counts. */
  home?: string | undefined;
  exists: (path: string) => boolean;
}

/** The place of every mount, in the order of the table. */
export function resolvePlaces(table: PlacesTable, query: PlacesQuery): Place[] {
  const windows = isWindows(query.os);
  const { home, explicit, lookup } = environmentOf(query);
  if (!isAbsolute(windows, home)) throw new Error(NO_HOME);
  const places: Place[] = [];
  for (const row of table.places) {
    const paths = candidatesFor(row, query.os, explicit)
      .map((c) => expandVariable(windows, c, lookup))
      .filter((p) => p !== undefined);
    if (paths.length === 0) continue;
    const found = paths.find(query.exists);
    places.push({ mount: row.mount, agent: row.agent, path: found ?? paths[0]!, found: found !== undefined });
  }
  const path = trimEnd(windows, home);
  places.push({ mount: table.files.mount, agent: "", path, found: query.exists(path), files: table.files.names });
  return places;
}

/** The path of this user's store, in the first folder of its row whose variable is set; with an explicit home, below it. */
export function storePlace(table: PlacesTable, query: Omit<PlacesQuery, "exists">): string {
  const { lookup } = environmentOf(query);
  for (const row of table.places.filter((r) => r.mount === "store")) {
    for (const candidate of candidatesFor(row, query.os, false)) {
      const path = expandVariable(isWindows(query.os), candidate + "/heddle.db", lookup);
      if (path !== undefined) return path;
    }
  }
  throw new Error(NO_HOME);
}

const NO_HOME = "no absolute path for the home folder";

/** The home folder and the lookup of variables. With an explicit home, all other variables are empty. */
function environmentOf({ os, env, home }: Omit<PlacesQuery, "exists">): { home: string; explicit: boolean; lookup: (name: string) => string } {
  const explicit = home !== undefined && home !== "";
  const base = explicit ? home : (env(isWindows(os) ? "USERPROFILE" : "HOME") ?? "");
  return { home: base, explicit, lookup: (name) => (name === "HOME" ? base : explicit ? "" : (env(name) ?? "")) };
}

/** The candidates of a row that lie below the home folder, on any system. */
export function homeCandidates(row: PlaceRow): string[] {
  const all = [...row.linux, ...row.darwin, ...row.windows].filter((c) => c.startsWith("${HOME}"));
  return [...new Set(all)];
}

function candidatesFor(row: PlaceRow, os: string, explicit: boolean): string[] {
  if (explicit) return homeCandidates(row);
  if (isWindows(os)) return row.windows;
  return os === "darwin" ? row.darwin : row.linux;
}

/** Replaces the variable at the start of a candidate; undefined when its value is not an absolute path. */
function expandVariable(windows: boolean, candidate: string, lookup: (name: string) => string): string | undefined {
  const end = candidate.indexOf("}");
  if (!candidate.startsWith("${") || end < 0) return undefined;
  const [name, number] = candidate.slice(2, end).split("#");
  let value = lookup(name!);
  if (number !== undefined) value = pathOfList(windows, value, Number(number));
  if (!isAbsolute(windows, value)) return undefined;
  let rest = candidate.slice(end + 1);
  if (windows) rest = rest.replaceAll("/", "\\");
  let base = trimEnd(windows, value);
  if (rest !== "" && base.endsWith(rest[0]!)) base = base.slice(0, -1); // a root: "/" or "C:\"
  return base + rest;
}

/** Path n, from 1, of a value that may hold several, separated by commas; all are absolute, else it is one path. */
function pathOfList(windows: boolean, value: string, n: number): string {
  let paths = value.split(",").map((p) => p.trim());
  if (!paths.every((p) => isAbsolute(windows, p))) paths = [value];
  return paths[n - 1] ?? "";
}

const isWindows = (os: string): boolean => os === "windows" || os === "win32";

function isAbsolute(windows: boolean, path: string): boolean {
  return windows ? /^(\\\\|[\s\S]:[\\/])/.test(path) : path.startsWith("/");
}

/** Removes separators at the end, except those of a root. */
function trimEnd(windows: boolean, path: string): string {
  const [separators, root] = windows ? ["\\/", 3] : ["/", 1];
  let end = path.length;
  while (end > root && separators.includes(path[end - 1]!)) end--;
  return path.slice(0, end);
}
