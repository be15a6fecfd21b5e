// The statements that a guest may run: an exact list, checked on a statement's
// tokens before SQLite compiles it. ABI.md explains it, and
// testdata/sql/hostile.json tests it on every driver: not every SQLite library
// has an authorizer, and all hosts refuse the same statements alike.
import { Fault } from "../../wire/fault.js";
import type { ErrorCode } from "../../wire/types.gen.js";

/** The context of a statement. */
export interface GuardOptions {
  /** Whether the statement is of a batch. */
  batch: boolean;
  /** Whether the library stops statements that run too long and bounds single values. */
  interrupts: boolean;
  /** Names that may not be read, in lower case. */
  views: ReadonlySet<string>;
}

/** A statement that is allowed. */
export interface Examined {
  /** The statement without surrounding blanks and comments. */
  text: string;
  parameters: number;
  /** Text arguments may name tables. */
  readsSchema: boolean;
}

const no: ErrorCode = "PERMISSION_DENIED";
const wrong: ErrorCode = "INVALID_ARGUMENT";

type Codes = [query: ErrorCode | "", batch: ErrorCode | ""];

/** The error codes of a statement by its first word; "" means that it is allowed. */
const VERBS = new Map<string, Codes>([
  ["select", ["", wrong]],
  ["with", ["", no]],
  ["pragma", ["", ""]],
  ...verbsWith("insert update delete create", [wrong, ""]),
  ...verbsWith("replace drop alter reindex analyze vacuum", [wrong, no]),
  ...verbsWith("attach detach begin commit end rollback savepoint release explain values", [no, no]),
]);

function verbsWith(verbs: string, codes: Codes): [string, Codes][] {
  return verbs.split(" ").map((verb) => [verb, codes]);
}

/** The pragmas that the core sends, as their tokens; N is a number. */
const PRAGMAS = [
  new Set(["application_id", "user_version", "page_count", "page_size", "integrity_check ( 1 )"]),
  new Set(["application_id = N", "user_version = N", "incremental_vacuum"]),
] as const;

const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const TABLE_FUNCTIONS = wordSet("pragma_table_xinfo");
const OWN_TABLES = wordSet("sqlite_schema sqlite_master sqlite_sequence sqlite_stat1");
const DENIED_TABLES = wordSet("dbstat bytecode tables_used fts3tokenize");

/** Functions that reach files and code. */
const DENIED_FUNCTIONS = wordSet("load_extension readfile writefile edit fsdir lsdir zipfile fts3_tokenizer");

/** The pragmas that the authorizer allows. */
const PRAGMA_NAMES: ReadonlySet<string> = new Set([
  ...PRAGMAS.flatMap((forms) => [...forms].map((form) => form.split(" ", 1)[0]!)),
  "table_xinfo",
]);

/** Functions that return a value of a given length, and the greatest length allowed. */
const LONG_FUNCTIONS = wordSet("zeroblob randomblob");
const MAX_LONG = 256 << 20;

// Tokens as SQLite's tokenizer splits them; where the two differ, SQLite reports a
// syntax error. The groups: what is skipped, quoted, a quote without an end, a
// number, a word, a parameter, anything else.
const TOKEN =
  /([ \t\n\r\f\ufeff]+|--[^\n]*\n?|\/\*[^]*?(?:\*\/|$))|('[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"|`[^`]*(?:``[^`]*)*`|\[[^\]]*\])|(['"`[][^]*)|([0-9][\w$\x80-\uffff]*)|([A-Za-z_\x80-\uffff][\w$\x80-\uffff]*)|(\?[0-9]*)|([^])/g;

type Kind = "quoted" | "broken" | "number" | "word" | "parameter" | "other";
const KINDS: Kind[] = ["quoted", "broken", "number", "word", "parameter", "other"];

/** Checks one statement, or throws. */
export function examineStatement(sql: string, options: GuardOptions): Examined {
  if (sql.includes("\0")) throw new Fault(wrong, "statement has a NUL or is not UTF-8");
  return new Guard(options).check(sql);
}

// Action codes of SQLite's authorizer.
const PRAGMA = 19;
const FUNCTION = 31;
const ROWS = [9, 18, 20, 23]; // DELETE, INSERT, READ, UPDATE
const ALLOWED = [1, 2, 21, 33]; // CREATE INDEX, CREATE TABLE, SELECT, RECURSIVE

/**
 * The authorizer for a guest's statement, called while SQLite compiles it;
 * `within` is set for an action of a view or trigger.
 */
export function isAuthorized(action: number, first: string, second: string, within: boolean): boolean {
  if (ROWS.includes(action)) return !within;
  if (action === PRAGMA) return PRAGMA_NAMES.has(lowerAscii(first));
  if (action === FUNCTION) return !DENIED_FUNCTIONS.has(lowerAscii(second)) && !lowerAscii(second).startsWith("sqlite_");
  return ALLOWED.includes(action);
}

/** A name as SQLite compares it: ASCII letters alone have two cases. */
export const lowerAscii = (name: string): string => name.replace(/[A-Z]+/g, (s) => s.toLowerCase());

/** The refusal of a view. */
export const notATable = (name: string): Fault =>
  new Fault(no, "only tables are read, not views and virtual tables: " + name.slice(0, 64));

class Guard {
  readonly #o: GuardOptions;
  readonly #form: string[] = [];
  #create = false; // the token before is CREATE
  #pragma = false;
  #last = ""; // the name before, in lower case
  #long = 0; // tokens since the name of a function of LONG_FUNCTIONS
  #parameters = 0;
  #readsSchema = false;

  constructor(options: GuardOptions) {
    this.#o = options;
  }

  check(sql: string): Examined {
    let start = -1;
    let end = 0;
    let over = false;
    for (const match of sql.matchAll(TOKEN)) {
      if (match[1] !== undefined) continue;
      const text = match[0];
      if (text === ";" && start >= 0) over = true;
      else if (over || text === ";") throw oneStatement();
      else {
        end = match.index + text.length;
        const kind = KINDS[match.findIndex((group, i) => i > 1 && group !== undefined) - 2]!;
        if (start >= 0) this.#nextToken(kind, text);
        else {
          start = match.index;
          this.#firstToken(kind, text);
        }
      }
    }
    if (start < 0) throw oneStatement();
    if (this.#long > 0) throw tooLong();
    const form = this.#form.join(" ");
    if (this.#pragma && !PRAGMAS[this.#o.batch ? 1 : 0].has(form)) throw refusedStatement("PRAGMA " + form);
    return { text: sql.slice(start, end), parameters: this.#parameters, readsSchema: this.#readsSchema };
  }

  #firstToken(kind: Kind, text: string): void {
    const verb = lowerAscii(text);
    const codes = kind === "word" ? VERBS.get(verb) : undefined;
    if (!codes) throw new Fault("PARSE_ERROR", `not a statement: near "${text.slice(0, 64)}"`);
    this.#create = verb === "create";
    this.#pragma = verb === "pragma";
    const code = codes[this.#o.batch ? 1 : 0];
    if (code === no) throw refusedStatement(verb.toUpperCase());
    if (code !== "") {
      throw new Fault(code, this.#o.batch ? "Exec runs statements that change something" : "Query runs statements that change nothing");
    }
    if (verb === "with") this.#refuseRecursion();
  }

  #nextToken(kind: Kind, text: string): void {
    if (this.#pragma) return this.#pragmaToken(kind, text);
    const before = this.#last;
    this.#last = "";
    this.#checkLength(kind, text);
    switch (kind) {
      case "word":
      case "quoted":
        if (this.#create && lowerAscii(text) !== "table") throw refusedStatement("CREATE " + text.slice(0, 64).toUpperCase());
        this.#create = false;
        if (kind === "word" && lowerAscii(text) === "with") this.#refuseRecursion();
        this.#last = lowerAscii(kind === "word" ? text : nameOf(text));
        return this.#checkName(this.#last);
      case "broken":
        throw new Fault("PARSE_ERROR", `unrecognized token: "${text.slice(0, 64)}"`);
      case "parameter":
        this.#parameters = text === "?" ? this.#parameters + 1 : Math.max(this.#parameters, Number(text.slice(1)));
        return;
      case "other":
        if (text === "(" && DENIED_FUNCTIONS.has(before)) throw refusedStatement(before + "()");
        if (text === "(" && !this.#o.interrupts && LONG_FUNCTIONS.has(before)) this.#long = 1;
        if (text === "." && before === "temp") throw refusedStatement("temp.");
        if (":@$#".includes(text)) throw new Fault(wrong, "parameters are ? and ?1 to ?32766");
    }
  }

  #pragmaToken(kind: Kind, text: string): void {
    if (kind === "quoted" || this.#form.length > 16) throw refusedStatement("PRAGMA " + this.#form.join(" "));
    this.#form.push(this.#o.batch && /^[0-9]{1,10}$/.test(text) ? "N" : lowerAscii(text).slice(0, 64));
  }

  // A library that cannot be interrupted would never return from an endless
  // recursion, and its thread cannot be stopped.
  #refuseRecursion(): void {
    if (!this.#o.interrupts) throw refusedStatement("WITH, in a library without a progress handler");
  }

  // Where single values are not bounded, a length must be a literal within the limit.
  #checkLength(kind: Kind, text: string): void {
    if (this.#long === 0) return;
    const fits = this.#long === 1 ? kind === "number" && /^[0-9]{1,9}$/.test(text) && Number(text) <= MAX_LONG : text === ")";
    if (!fits) throw tooLong();
    this.#long = this.#long === 1 ? 2 : 0;
  }

  #checkName(name: string): void {
    const { batch, views } = this.#o;
    if (views.has(name)) throw notATable(name);
    if (/[^\w$\x80-\uffff]/.test(name)) return; // no table of SQLite's
    if (TABLE_FUNCTIONS.has(name) && !batch) this.#readsSchema = true;
    else if (name.startsWith("pragma_") || DENIED_TABLES.has(name) || (name.startsWith("sqlite_") && (batch || !OWN_TABLES.has(name)))) {
      throw refusedStatement(name.slice(0, 64));
    }
  }
}

function nameOf(quoted: string): string {
  const quote = quoted.at(-1)!;
  return quote === "]" ? quoted.slice(1, -1) : quoted.slice(1, -1).replaceAll(quote + quote, quote);
}

const oneStatement = (): Fault => new Fault(wrong, "exactly one SQL statement is expected");
const tooLong = (): Fault => new Fault("LIMIT_EXCEEDED", "a value may be longer than 256 MiB");
const refusedStatement = (what: string): Fault => new Fault(no, "a statement of this kind is refused: " + what);
