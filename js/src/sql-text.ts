// Not every SQLite library says how many statements a text holds and how many
// parameters they have; both can be seen without parsing.

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|\?\d*|[:@$][\w$]+|[\w$]+|\s+|[\s\S]/gu;

/** Counts the statements of a text and the parameters in them. */
export function examine(sql: string): { statements: number; parameters: number } {
  let statements = 0;
  let open = false; // whether something of a statement was seen
  let parameters = 0;
  const named = new Set<string>();
  for (const [token] of sql.matchAll(TOKEN)) {
    if (/^(--|\/\*|\s)/.test(token)) continue;
    if (token === ";") {
      open = false;
      continue;
    }
    if (!open) statements++;
    open = true;
    if (token === "?") parameters++;
    else if (token[0] === "?") parameters = Math.max(parameters, Number(token.slice(1)));
    else if (/^[:@$]\w/.test(token) && !named.has(token)) {
      named.add(token);
      parameters++;
    }
  }
  return { statements, parameters };
}
