// Colours of code in the twenty commonest languages: comments, texts, numbers and words. They come when a block is seen.
import { el } from "./dom.js";

const MOST = 32 << 10;
const c = "if else for while do switch case default break continue return goto struct enum const static void int long char float double unsigned signed short sizeof typedef union extern inline volatile true false NULL nullptr";
const js = "import export from as const let var function return if else for while do switch case default break continue new class extends super this typeof instanceof in of async await yield try catch finally throw static get set null undefined true false void delete";
const words: Record<string, string> = {
  js, ts: js + " type interface enum implements private public protected readonly abstract declare namespace keyof satisfies infer is never unknown any string number boolean override",
  go: "package import func return if else for range switch case default break continue go defer chan select struct interface map type var const nil true false fallthrough goto string int error bool byte any",
  py: "def class return if elif else for while in not and or is import from as with try except finally raise pass break continue lambda yield async await global nonlocal None True False self match case assert del",
  rs: "fn let mut pub use mod struct enum impl trait for in while loop if else match return self Self super crate as where async await move ref const static type dyn unsafe true false break continue Some None Ok Err",
  java: c + " class interface extends implements public private protected final abstract new this super import package throws throw try catch finally instanceof synchronized boolean null var record sealed permits yield",
  c, cpp: c + " class public private protected virtual override template typename namespace using new delete this try catch throw auto constexpr noexcept friend operator bool final",
  cs: c + " class interface public private protected internal sealed abstract override virtual new this base using namespace var string bool object null async await get set readonly record throw try catch finally foreach in is as where",
  rb: "def class module end if elsif else unless case when while until for in do return yield self nil true false and or not begin rescue ensure raise require attr_reader attr_accessor puts lambda then",
  php: "function class interface trait extends implements public private protected static final abstract new return if else elseif foreach for while do switch case break continue use namespace echo null true false try catch finally throw fn match as array const",
  sh: "if then else elif fi for in do done while until case esac function return export local readonly set unset echo cd exit source eval exec trap test",
  sql: "select from where insert into values update set delete create table alter drop index join left right inner outer on group by order having limit offset as and or not null primary key references default unique distinct union all case when then else end with begin commit",
  kt: "fun val var class object interface data sealed override open abstract private public internal return if else when for while do in is as null true false this super import package try catch finally throw suspend companion",
  swift: "func let var class struct enum protocol extension return if else guard switch case default for in while repeat import self nil true false init deinit throws throw try catch async await private public internal static override where as is",
  css: "important media import supports keyframes root not hover focus before after",
  json: "true false null", yaml: "true false null yes no on off", toml: "true false", html: "", diff: "", lua: "local function end if then else elseif for while do repeat until return nil true false and or not in",
};
const aliases: Record<string, string> = {
  javascript: "js", jsx: "js", mjs: "js", cjs: "js", typescript: "ts", tsx: "ts", mts: "ts", golang: "go", python: "py", py3: "py", rust: "rs", h: "c", hpp: "cpp", cc: "cpp", cxx: "cpp", "c++": "cpp", csharp: "cs", "c#": "cs",
  ruby: "rb", bash: "sh", shell: "sh", zsh: "sh", console: "sh", kotlin: "kt", kts: "kt", scss: "css", less: "css", jsonc: "json", json5: "json", jsonl: "json", yml: "yaml", xml: "html", svg: "html", vue: "html", patch: "diff", ini: "toml",
};
const hashed = new Set(["py", "rb", "sh", "yaml", "toml", "php"]);
const slashed = new Set(["js", "ts", "go", "rs", "java", "c", "cpp", "cs", "php", "kt", "swift", "css"]);
const text = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/.source;
const made = new Map<string, [RegExp, Set<string>]>();

/** The name by which a language is known here; empty for others. */
export function languageOf(name: string): string {
  const low = name.toLowerCase().replace(/^.*\./s, "");
  return Object.hasOwn(words, low) ? low : Object.hasOwn(aliases, low) ? aliases[low]! : "";
}

function grammar(language: string): [RegExp, Set<string>] {
  const known = made.get(language);
  if (known) return known;
  const comment = [slashed.has(language) && "/\\*[^]*?(?:\\*/|$)" + (language === "css" ? "" : "|//.*"), hashed.has(language) && "(?<![^\\s;])#.*", (language === "sql" || language === "lua") && "--.*", language === "html" && "<!--[^]*?(?:-->|$)"].filter(Boolean).join("|") || "(?!)";
  const long = language === "py" ? '"""[^]*?(?:"""|$)|' : language === "js" || language === "ts" || language === "go" ? "`(?:[^`\\\\]|\\\\[^])*(?:`|$)|" : "";
  const pattern = language === "diff" ? "(?<com>^@@.*|^(?:diff|index|---|\\+\\+\\+) .*)|(?<add>^\\+.*)|(?<del>^-.*)" : language === "html"
    ? `(?<com>${comment})|(?<key></?[\\w:-]+|/?>)|(?<str>${text})`
    : `(?<com>${comment})|(?<str>${long}${text})|(?<num>\\b(?:0x[\\da-fA-F]+|\\d[\\d_.]*)\\b)|(?<word>[A-Za-z_$][\\w$]*)(?<call>\\()?`;
  const one: [RegExp, Set<string>] = [new RegExp(pattern, "gm"), new Set(words[language]!.split(" "))];
  made.set(language, one);
  return one;
}

/** A text's parts with their colours. */
export function coloured(source: string, language: string): (Node | string)[] {
  if (!language || source.length > MOST) return [source];
  const [pattern, keys] = grammar(language);
  const out: (Node | string)[] = [];
  let at = 0;
  const add = (from: number, part: string, kind: string): void => {
    if (from > at) out.push(source.slice(at, from));
    out.push(el("span", { className: "c-" + kind }, part));
    at = from + part.length;
  };
  for (const m of source.matchAll(pattern)) {
    const { word, call, ...others } = m.groups!;
    if (word === undefined) {
      const kind = Object.keys(others).find((k) => others[k] !== undefined)!;
      add(m.index, m[0], kind);
    } else if (keys.has(language === "sql" ? word.toLowerCase() : word)) add(m.index, word, "key");
    else if (call) add(m.index, word, "fn");
  }
  return [...out, source.slice(at)];
}

const waiting = new WeakMap<Element, string>();
const observer = typeof IntersectionObserver === "function" ? new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) if (isIntersecting) {
    observer!.unobserve(target);
    target.replaceChildren(...coloured(target.textContent!, waiting.get(target)!));
  }
}, { rootMargin: "400px" }) : undefined;

/** Colours an element's text when it comes into view. */
export function colourLater(target: HTMLElement, name: string): void {
  const language = languageOf(name);
  if (!language) return;
  waiting.set(target, language);
  observer?.observe(target);
}
