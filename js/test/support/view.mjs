// Views for the reader's tests: one as people have them, and one whose every text is hostile.
export const tiny = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const old = ["  const paid = applyGiftCard(sum(cart.lines), cart.giftCard);", "  return applyCoupon(paid, cart.coupon);"];
const now = ["  const due = applyCoupon(sum(cart.lines), cart.coupon);", "  // The gift card is money, so it is taken last.", "  return applyGiftCard(due, cart.giftCard);"];
const call = (n, tool, summary, more = {}) => ({ n, id: "c" + n, tool, summary, outcome: "ok", durationMs: 100 * n, input: summary, output: { spans: [{ text: summary + " was run\n" }] }, ...more });
const edit = { path: "src/cart.ts", kind: "edit", added: 3, removed: 2, hunks: [{ old: 57, new: 57, lines: [{ op: " ", text: "export function total(cart: Cart): Money {" }, ...old.map((text) => ({ op: "-", text })), ...now.map((text) => ({ op: "+", text })), { op: " ", text: "}" }] }] };

/** A session about a cart, with every part that a view has. */
export const cart = {
  session: { unifiedId: "claude:2163", agent: "claude", title: "Cart total with coupon and gift card", cwd: "/work/webshop", gitBranch: "fix/gift-card", model: "claude-opus-4-5", createdAt: "2026-11-20T20:22:00Z" },
  totals: { turns: 3, messages: 180, calls: 7, failed: 1, edits: 1, files: 1, costUsd: 3.73, durationMs: 4_140_000 },
  branches: [{ id: "b2", title: "rewound at #44", messages: 21 }],
  outline: [
    { turn: 1, n: 0, text: "The cart total is wrong when a coupon and a gift card are used together. See the picture.", costUsd: 0.42, calls: 6, failed: 1 },
    { turn: 2, n: 30, text: "Now the same for refunds.", costUsd: 0.21, calls: 1 }, { turn: 3, n: 40, text: "Explain the rounding rule", costUsd: 0.09 },
  ],
  turns: [
    {
      turn: 1, n: 0, at: "2026-11-20T20:22:00Z", durationMs: 520_000, contextTokens: 14_500, costUsd: 0.42,
      prompt: { n: 0, text: "The cart total is wrong when a coupon and a gift card are used together. See the picture.", attachments: [{ id: "a1", name: "cart.png", mediaType: "image/png", bytes: 84_712 }] },
      items: [
        { kind: "thinking", n: 1, text: "The order of the two matters.", durationMs: 12_000 },
        { kind: "text", n: 1, text: "I'll look at the cart first." },
        { kind: "calls", summary: "6 tool calls", calls: [
          call(2, "Bash", "rg -n 'applyCoupon|applyGiftCard' src/"), call(3, "Read", "src/cart.ts"), call(4, "Edit", "src/cart.ts +3 −2", { edits: [edit] }),
          call(5, "Bash", "npm test -- --run", { outcome: "failed", exitCode: 1, durationMs: 6200, output: { spans: [{ text: "2 failed", fg: "red", bold: true }, { text: " of 41, " }, { text: "39 passed", fg: "brightGreen" }, { text: "\n" }, { text: " FAIL ", inverse: true, fg: "red" }, { text: " cart.test.ts", fg: "#7799dd", underline: true }], omitted: 18_300 } }),
          call(6, "Bash", "npm test -- --run", { durationMs: 5900 }), call(7, "Task", "Look for other places", { agent: { agent: "explore", title: "Look for other places", turns: 1, calls: 12, costUsd: 0.12, durationMs: 40_000, sessionId: "claude:77" }, permission: { answer: "allowed", reason: "the user said yes" } }),
        ] },
        { kind: "text", n: 9, text: "The **gift card** was taken before the coupon, so the percentage applied to less money.\n\n| case | before | after |\n|---|--:|--:|\n| coupon only | 90 | 90 |\n| coupon + gift card | 72 | **70** |\n\n```ts\n// Money is whole cents.\nexport const cents = (m: Money): number => Math.round(m.amount * 100);\n```\n\n1. The coupon, see `applyCoupon`\n2. then the gift card\n\n- [x] tests\n- [ ] [the docs](https://example.org/docs)" },
        { kind: "error", n: 10, code: "overloaded_error", text: "Overloaded", retries: 2 },
        { kind: "note", n: 11, name: "local_command", text: "/model opus" },
      ],
    },
    { turn: 2, n: 30, at: "2026-11-20T20:51:00Z", durationMs: 242_000, contextTokens: 9100, costUsd: 0.21, prompt: { n: 30, text: "Now the same for refunds." }, items: [
      { kind: "seam", n: 29, tokensBefore: 161_000, tokensAfter: 8200, removed: 31, summary: "The order of **coupon** and gift card was mended." },
      { kind: "text", n: 31, text: "Refunds go through `refundTotal`, which repeats the old order." },
      { kind: "calls", summary: "1 tool call", calls: [call(32, "Write", "src/refund.ts", { edits: [{ path: "src/refund.ts", kind: "write", whole: true, added: 2, hunks: [{ new: 1, lines: [{ op: "+", text: 'import { total } from "./cart";' }, { op: "+", text: "export const refundTotal = total;" }] }] }] })] },
    ] },
    { turn: 3, n: 40, at: "2026-11-20T21:12:00Z", durationMs: 42_000, contextTokens: 31_000, costUsd: 0.09, prompt: { n: 40, text: "Explain the rounding rule" }, items: [{ kind: "rewind", n: 40, branch: "b2", messages: 21 }, { kind: "text", n: 41, text: "# Rounding\n\n> Half a cent goes to the shop.\n\nEach line is rounded, then added." }] },
  ],
};

/** Texts that do something in a page which shows them as they are. */
export const hostile = [
  `<script>document.title = "owned"</script>`, `<img src=x onerror="document.title = 'owned'">`, `<svg/onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`,
  `[a](javascript:alert(1)) ![b](http://tracker.invalid/x.png) ![c](javascript:alert(2)) <javascript:alert(3)>`, `</style><style>body{display:none}</style>`,
  `</pre></details></main><h1>x</h1>`, `"><b onmouseover=alert(4)>`, "`${alert(5)}` {{.}} {{define \"x\"}}", "a\u202Eb\u0000c\x1b[31mred\x1b[0m\x1b]0;title\x07", "<!-- x --> <![CDATA[x]]> <?x ?>",
  `[d]: javascript:alert(6)` + "\n\n[d]", "<iframe src=http://tracker.invalid></iframe>", `<a href="http://tracker.invalid" ping="http://tracker.invalid">e</a>`,
  "![f](data:text/html;base64,PHNjcmlwdD4=)", "![g](data:image/svg+xml;base64,PHN2Zz4=)", `<meta http-equiv="refresh" content="0;url=http://tracker.invalid">`, "| a | b |\n|:-:|---|\n| <b>1</b> | x |",
  "~~~js\" onclick=alert(7)\n</code></pre><script>alert(8)</script>\n~~~", "</script><script>alert(9)</script>", "<!--<script>", "<!--<script></script><script>alert(10)//-->", "\u2028\u2029</script >",
  "[x](JaVaScRiPt:alert(11))", "[x](java\tscript:alert(12))", "[x](&#106;avascript:alert(13))", "[x](data:text/html,<script>alert(14)</script>)", "[x](vbscript:x) [y](file:///etc/passwd) [z](blob:x) [w](//tracker.invalid)",
  "<mailto:ann@example.org?attach=/etc/passwd> [a](mailto:x@y.org?subject=a)", "![h][i]\n\n[i]: http://tracker.invalid/i.png 'x'", "<link rel=stylesheet href=http://tracker.invalid/x.css>", "<base href=http://tracker.invalid/>",
  "<form action=http://tracker.invalid><input autofocus onfocus=alert(15)></form>", "<object data=http://tracker.invalid></object><embed src=http://tracker.invalid>", "<video src=http://tracker.invalid autoplay></video>",
  "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(16)>", "<template><script>alert(17)</script></template>", "<noscript><p title='</noscript><img src=x onerror=alert(18)>'>", "&lt;script&gt;alert(19)&lt;/script&gt; &#x3c;img src=x onerror=alert(20)&#x3e;",
  "__proto__", "constructor", "heddle-view", '{"turns":null}', "a\ud800b\udc00", "\u2066\u2069\u200b\ufeff\u{e0041}", "[^1]\n\n[^1]: <script>alert(21)</script>", "www.tracker.invalid http://tracker.invalid/<script> ann@tracker.invalid",
  "#".repeat(7) + " x\n\n***\n- [ ] <img src=//tracker.invalid>", "x".repeat(5000), "background:url(http://tracker.invalid/x)", "red;background:url(http://tracker.invalid)", "-->'\"</title></textarea>",
];

/** A value with every text replaced, also those that are names. */
export function replaced(value, text) {
  if (typeof value === "string") return text;
  if (Array.isArray(value)) return value.map((v) => replaced(v, text));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, /^(kind|outcome|op|at|createdAt)$/.test(k) ? v : replaced(v, text)]));
}

/** A page with other data in the frame of an exported one. */
export function pageOf(exported, view, pictures = []) {
  const first = exported.indexOf('<script type="application/json"');
  const script = exported.lastIndexOf("<script>");
  const data = (kind, value) => `<script type="application/json" class="heddle-${kind}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
  return exported.slice(0, first) + data("view", view) + pictures.map((p) => data("picture", p)).join("") + exported.slice(script);
}
