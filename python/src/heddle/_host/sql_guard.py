"""Which statements the engine may run.

An exact list, checked on the tokens of a statement before SQLite compiles it.
ABI.md explains it, and testdata/sql/hostile.json tests it on every driver. All
hosts refuse the same statements with the same code.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import lru_cache
from typing import NamedTuple

from .._errors import HeddleError

_BOTH = ("PERMISSION_DENIED", "PERMISSION_DENIED")
_CHANGE = ("INVALID_ARGUMENT", "")
_NEVER = ("INVALID_ARGUMENT", "PERMISSION_DENIED")
_VERBS = {  # the code of a statement that begins with this word: in a query, in a batch
    "select": ("", "INVALID_ARGUMENT"),
    "with": ("", "PERMISSION_DENIED"),
    "pragma": ("", ""),
    **dict.fromkeys(("insert", "update", "delete", "create"), _CHANGE),
    **dict.fromkeys(("replace", "drop", "alter", "reindex", "analyze", "vacuum"), _NEVER),
    **dict.fromkeys(("attach", "detach", "begin", "commit", "end", "rollback", "savepoint", "release", "explain", "values"), _BOTH),
}
_PRAGMAS = (  # those that the core sends, as their tokens; N is a number
    {"application_id", "user_version", "page_count", "page_size", "integrity_check ( 1 )"},
    {"application_id = N", "user_version = N", "incremental_vacuum"},
)
_TABLE_FUNCTIONS = {"pragma_table_xinfo"}
_OWN_TABLES = {"sqlite_schema", "sqlite_master", "sqlite_sequence", "sqlite_stat1"}
_DENIED_TABLES = {"dbstat", "bytecode", "tables_used", "fts3tokenize"}

PRAGMA_NAMES = frozenset(form.split(" ", 1)[0] for forms in _PRAGMAS for form in forms) | {"table_xinfo"}
"""The pragmas that an authorizer permits."""
DENIED_FUNCTIONS = frozenset(("load_extension", "readfile", "writefile", "edit", "fsdir", "lsdir", "zipfile", "fts3_tokenizer"))
"""Functions that reach files and code."""

# Splits SQL as SQLite's tokenizer does; where they differ, SQLite reports a syntax error.
_TOKEN = re.compile(
    r"""(?P<skip>[ \t\n\r\f\ufeff]+|--[^\n]*\n?|/\*.*?(?:\*/|\Z))
      | (?P<quoted>'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"|`[^`]*(?:``[^`]*)*`|\[[^\]]*\])
      | (?P<broken>['"`\[].*)
      | (?P<number>[0-9][\w$\x80-\U0010ffff]*)
      | (?P<word>[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_$\x80-\U0010ffff]*)
      | (?P<parameter>\?[0-9]*)
      | (?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)


class Statement(NamedTuple):
    """A statement that may run."""

    text: str
    """The statement without comments and semicolons around it."""
    reads_schema: bool
    """A text argument may be the name of a table."""


@lru_cache(maxsize=256)
def _check_cached(sql: str, batch: bool, views: frozenset[str]) -> Statement:
    return _Guard(batch, views).check_statement(sql)


def check_statement(sql: bytes, views: frozenset[str], *, batch: bool = False) -> Statement:
    """Checks one statement of a query or of a batch. Views has the names that must not be read, in lower case."""
    try:
        text = sql.decode()
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise HeddleError("INVALID_ARGUMENT", "statement has a NUL or is not UTF-8")
    if len(text) > 4096:
        return _Guard(batch, views).check_statement(text)
    return _check_cached(text, batch, views)


def view_error(name: str) -> HeddleError:
    """The error about a view or a virtual table."""
    return HeddleError("PERMISSION_DENIED", "only tables are read, not views and virtual tables: " + name[:64])


def lower_ascii(name: str) -> str:
    """A name as SQLite compares it: only ASCII letters have two cases."""
    return re.sub("[A-Z]+", lambda m: m.group().lower(), name)


class _Guard:
    def __init__(self, batch: bool, views: Container[str]) -> None:
        self._batch, self._views = batch, views
        self._create = self._pragma = self._reads_schema = False
        self._form: list[str] = []
        self._last = ""  # the name before this token, in lower case

    def check_statement(self, sql: str) -> Statement:
        start, end, over = -1, 0, False
        for match in _TOKEN.finditer(sql):
            kind, text = str(match.lastgroup), match.group()
            if kind == "skip":
                continue
            if text == ";" and start >= 0:
                over = True
                continue
            if over or text == ";":
                raise _statement_count_error()
            end = match.end()
            if start < 0:
                start = match.start()
                self._check_verb(kind, text)
            else:
                self._check_token(kind, text)
        if start < 0:
            raise _statement_count_error()
        if self._pragma and " ".join(self._form) not in _PRAGMAS[self._batch]:
            raise _refusal_error("PRAGMA " + " ".join(self._form))
        return Statement(sql[start:end], self._reads_schema)

    def _check_verb(self, kind: str, text: str) -> None:
        verb = lower_ascii(text)
        if kind != "word" or verb not in _VERBS:
            raise HeddleError("PARSE_ERROR", f'not a statement: near "{text[:64]}"')
        self._create, self._pragma = verb == "create", verb == "pragma"
        code = _VERBS[verb][self._batch]
        if code == "PERMISSION_DENIED":
            raise _refusal_error(verb.upper())
        if code:
            message = "Exec runs statements that change something" if self._batch else "Query runs statements that change nothing"
            raise HeddleError(code, message)

    def _check_token(self, kind: str, text: str) -> None:
        if self._pragma:
            if kind == "quoted" or len(self._form) > 16:
                raise _refusal_error("PRAGMA " + " ".join(self._form))
            number = self._batch and re.fullmatch("[0-9]{1,10}", text)
            self._form.append("N" if number else lower_ascii(text)[:64])
            return
        before, self._last = self._last, ""
        if kind in ("word", "quoted"):
            if self._create and lower_ascii(text) != "table":
                raise _refusal_error("CREATE " + text[:64].upper())
            self._create = False
            self._last = lower_ascii(_name_of(text) if kind == "quoted" else text)
            self._check_name(self._last)
        elif text == "(" and before in DENIED_FUNCTIONS:
            raise _refusal_error(before + "()")
        elif text == "." and before == "temp":
            raise _refusal_error("temp.")
        elif kind == "broken":
            raise HeddleError("PARSE_ERROR", f'unrecognized token: "{text[:64]}"')
        elif text in (":", "@", "$", "#"):
            raise HeddleError("INVALID_ARGUMENT", "parameters are ? and ?1 to ?32766")

    def _check_name(self, name: str) -> None:
        if name in self._views:
            raise view_error(name)
        if re.search(r"[^\w$\x80-\U0010ffff]", name, re.ASCII):
            return  # SQLite has no table of such a name
        if name in _TABLE_FUNCTIONS and not self._batch:
            self._reads_schema = True
        elif name.startswith("pragma_") or name in _DENIED_TABLES or (name.startswith("sqlite_") and (self._batch or name not in _OWN_TABLES)):
            raise _refusal_error(name[:64])


def _name_of(quoted: str) -> str:
    quote = quoted[-1]
    return quoted[1:-1] if quote == "]" else quoted[1:-1].replace(quote * 2, quote)


def _statement_count_error() -> HeddleError:
    return HeddleError("INVALID_ARGUMENT", "exactly one SQL statement is expected")


def _refusal_error(what: str) -> HeddleError:
    return HeddleError("PERMISSION_DENIED", "a statement of this kind is refused: " + what)
