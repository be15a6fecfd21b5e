package dev.heddle.host;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which statements a guest may run: the list of ABI.md, checked on the tokens before SQLite sees them. */
final class SqlGuard {
  // The codes of a statement that begins with a word, in a query and in a batch; - is none.
  private static final Map<String, String[]> VERBS = new HashMap<>();

  static {
    verbs("- INVALID_ARGUMENT", "select");
    verbs("- PERMISSION_DENIED", "with");
    verbs("- -", "pragma");
    verbs("INVALID_ARGUMENT -", "insert", "update", "delete", "create");
    verbs("INVALID_ARGUMENT PERMISSION_DENIED", "replace", "drop", "alter", "reindex", "analyze", "vacuum");
    verbs("PERMISSION_DENIED PERMISSION_DENIED", "attach", "detach", "begin", "commit", "end", "rollback", "savepoint", "release",
        "explain", "values");
  }

  private static void verbs(String codes, String... words) {
    for (String word : words) VERBS.put(word, codes.split(" "));
  }

  private static final Set<String> QUERY_PRAGMAS =
      Set.of("application_id", "user_version", "page_count", "page_size", "integrity_check ( 1 )");
  private static final Set<String> BATCH_PRAGMAS = Set.of("application_id = N", "user_version = N", "incremental_vacuum");
  private static final Set<String> OWN_TABLES = Set.of("sqlite_schema", "sqlite_master", "sqlite_sequence", "sqlite_stat1");
  private static final Set<String> DENIED_TABLES = Set.of("dbstat", "bytecode", "tables_used", "fts3tokenize");
  private static final Set<String> DENIED_FUNCTIONS =
      Set.of("load_extension", "readfile", "writefile", "edit", "fsdir", "lsdir", "zipfile", "fts3_tokenizer");

  // Splits SQL as SQLite does. Every repeated group is possessive: others would recurse for each of its characters.
  private static final Pattern TOKEN = Pattern.compile(
      "(?<skip>[ \\t\\n\\r\\f\\x{feff}]++|--[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+(?:\\*/)?+)"
          + "|(?<quoted>'[^']*+(?:''[^']*+)*+'|\"[^\"]*+(?:\"\"[^\"]*+)*+\"|`[^`]*+(?:``[^`]*+)*+`|\\[[^\\]]*+\\])"
          + "|(?<broken>['\"`\\[])"
          + "|(?<number>[0-9][\\w$\\x80-\\x{10ffff}]*+)"
          + "|(?<word>[A-Za-z_\\x80-\\x{10ffff}][\\w$\\x80-\\x{10ffff}]*+)"
          + "|(?<other>\\?[0-9]*+|.)", Pattern.DOTALL);

  private final boolean batch;
  private final Set<String> views; // names that may not be read, in lower case
  private boolean create, pragma;
  private String form = ""; // a pragma's tokens
  private String last = ""; // the name before a token
  boolean readsSchema; // text arguments may name tables

  SqlGuard(boolean batch, Set<String> views) {
    this.batch = batch;
    this.views = views;
  }

  /** Returns the statement without what surrounds it. */
  String check(String sql) {
    if (sql.indexOf('\0') >= 0 || sql.indexOf('\ufffd') >= 0) throw invalid("statement has a NUL or is not UTF-8");
    if (sql.length() > 1 << 20) throw new Failure("LIMIT_EXCEEDED", "statement is longer than 1 MiB");
    int start = -1, end = 0;
    boolean over = false;
    for (Matcher m = TOKEN.matcher(sql); m.find(); ) {
      if (m.start("skip") >= 0) continue;
      if (m.group().equals(";") && start >= 0) {
        over = true;
        continue;
      }
      if (over || m.group().equals(";")) throw invalid("exactly one SQL statement is expected");
      end = m.end();
      if (start >= 0) {
        checkToken(m);
      } else {
        start = m.start();
        checkVerb(m);
      }
    }
    if (start < 0) throw invalid("exactly one SQL statement is expected");
    if (pragma && !(batch ? BATCH_PRAGMAS : QUERY_PRAGMAS).contains(form)) throw refusal("PRAGMA " + form);
    return sql.substring(start, end);
  }

  private void checkVerb(Matcher m) {
    String verb = m.group().toLowerCase(Locale.ROOT);
    String[] codes = m.start("word") < 0 ? null : VERBS.get(verb);
    if (codes == null) throw new Failure("PARSE_ERROR", "not a statement");
    String code = codes[batch ? 1 : 0];
    if (code.equals("INVALID_ARGUMENT")) throw invalid(batch ? "a batch changes something" : "a query changes nothing");
    if (!code.equals("-")) throw refusal(verb);
    create = verb.equals("create");
    pragma = verb.equals("pragma");
  }

  private void checkToken(Matcher m) {
    String text = m.group(), name = lower(text);
    boolean quoted = m.start("quoted") >= 0;
    if (pragma) {
      if (quoted || form.length() > 64) throw refusal("PRAGMA " + form);
      form += (form.isEmpty() ? "" : " ") + (batch && text.matches("[0-9]{1,10}") ? "N" : name);
      return;
    }
    String before = last;
    last = "";
    if (quoted || m.start("word") >= 0) {
      if (create && (quoted || !name.equals("table"))) throw refusal("CREATE " + name);
      create = false;
      last = quoted ? unquote(name) : name;
      checkName(last);
    } else if (text.equals("(") && DENIED_FUNCTIONS.contains(before) || text.equals(".") && before.equals("temp")) {
      throw refusal(before + text);
    } else if (m.start("broken") >= 0) {
      throw new Failure("PARSE_ERROR", "unrecognized token");
    } else if (":@$#".contains(text)) {
      throw invalid("parameters are ? and ?1 to ?32766");
    }
  }

  private void checkName(String name) {
    if (views.contains(name)) throw new Failure("PERMISSION_DENIED", "only tables are read, not views and virtual tables");
    if (!name.chars().allMatch(c -> c >= 0x80 || c == '$' || c == '_' || Character.isLetterOrDigit(c))) return; // of no table of SQLite's
    if (name.equals("pragma_table_xinfo") && !batch) readsSchema = true;
    else if (name.startsWith("pragma_") || DENIED_TABLES.contains(name) || name.startsWith("sqlite_") && (batch || !OWN_TABLES.contains(name)))
      throw refusal(name);
  }

  /** Only ASCII letters have two cases for SQLite. */
  static String lower(String name) {
    var lower = new StringBuilder(name);
    for (int i = 0; i < name.length(); i++) if (name.charAt(i) >= 'A' && name.charAt(i) <= 'Z') lower.setCharAt(i, (char) (name.charAt(i) + 32));
    return lower.toString();
  }

  private static String unquote(String text) {
    String quote = text.substring(text.length() - 1), inner = text.substring(1, text.length() - 1);
    return quote.equals("]") ? inner : inner.replace(quote + quote, quote);
  }

  private static Failure invalid(String message) {
    return new Failure("INVALID_ARGUMENT", message);
  }

  private static Failure refusal(String what) {
    return new Failure("PERMISSION_DENIED", "a statement of this kind is refused: " + (what.length() > 64 ? what.substring(0, 64) : what));
  }
}
