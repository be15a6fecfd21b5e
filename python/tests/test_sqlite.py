"""SQLite: the equality suite of all languages, and what is Python's own."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import code_of
from sqlsuite import CASES, HOSTILE, IMAGES, Connection, has, same_rows, value, write_database

from heddle import HeddleError
from heddle import _abi as abi
from heddle._host import Deadline, Host
from heddle._host import sqlite as _sqlite
from heddle._host.files import Mount


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host over tmp_path/dbs with a store in tmp_path/store."""
    (tmp_path / "dbs").mkdir()
    h = Host({b"m": Mount(os.fsencode(tmp_path / "dbs"))}, stores={b"store/s.db": str(tmp_path / "store" / "deep" / "s.db")})
    yield h
    h.close()


@pytest.fixture(params=["memory", "folder"])
def image(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How an image is built."""
    if request.param == "folder":
        monkeypatch.setattr(_sqlite, "MEMORY_IMAGE_BYTES", 0)
    elif not hasattr(sqlite3.Connection, "deserialize"):
        pytest.skip("sqlite3 has no deserialize before Python 3.11")
    return str(request.param)


def _state(folder: Path) -> dict[str, tuple[str, int]]:
    """Everything in a folder, to prove that nothing changed."""
    return {p.name: (hashlib.sha256(p.read_bytes()).hexdigest(), p.stat().st_mtime_ns) for p in sorted(folder.iterdir())}


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda c: c["name"])
def test_cases(case: dict[str, Any], host: Host, tmp_path: Path, image: str) -> None:
    if case.get("needs") and not has(case["needs"]):
        pytest.skip(f"this SQLite was built without {case['needs']}")
    dbs, name = tmp_path / "dbs", case["db"]
    write_database(name, dbs)
    before = _state(dbs)

    def run() -> list[list[abi.Value]]:
        db = Connection(host, f"m/{name}.db".encode(), image=IMAGES.get(name))
        return db.query(case["sql"], [value(a) for a in case.get("args", [])])

    if "error" in case:
        with pytest.raises(HeddleError) as caught:
            run()
        assert case["error"] in ("*", caught.value.code)
        assert caught.value.path == f"m/{name}.db"
    else:
        got = run()
        assert same_rows(case["rows"], got), got
    host.end_call()
    assert _state(dbs) == before


@pytest.mark.parametrize("case", CASES["batches"], ids=lambda c: c["name"])
def test_batches(case: dict[str, Any], host: Host) -> None:
    for step in case["steps"]:
        db = Connection(host, b"store/s.db", writable=True)
        if "exec" in step:
            batch = [(s, []) if isinstance(s, str) else (s["sql"], [value(a) for a in s.get("args", [])]) for s in step["exec"]]
            if "error" in step:
                assert code_of(lambda db=db, batch=batch: db.execute(*batch)) == step["error"]  # type: ignore[misc]
            else:
                db.execute(*batch)
        else:
            got = db.query(step["sql"], [value(a) for a in step.get("args", [])])
            assert same_rows(step["rows"], got), got
        host.end_call()


def test_deleted_is_gone(host: Host, tmp_path: Path) -> None:
    """After an incremental vacuum no file has a byte of what was deleted, also by a program without secure_delete."""
    db = Connection(host, b"store/s.db", writable=True)
    db.execute(("CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)", []))
    (file,) = [p for p in tmp_path.rglob("*.db") if p.parent.name != "dbs"]
    older = sqlite3.connect(file)
    older.execute("PRAGMA secure_delete=OFF")
    for i in range(90):
        older.execute("INSERT INTO t VALUES(?, ?)", (i, f"the {('older', 'newer', 'kept')[i % 3]} text. " * (1 + i)))
    older.commit()
    older.execute("DELETE FROM t WHERE id % 3 = 0")
    older.commit()
    older.close()
    db.execute(("DELETE FROM t WHERE id % 3 = 1", []))
    db.execute(("PRAGMA incremental_vacuum", []))

    def found(word: str) -> int:
        files = [p for p in file.parent.iterdir() if p.name.startswith(file.name)]
        return sum(f"the {word} text".encode() in p.read_bytes() for p in files)

    assert (found("older"), found("newer"), found("kept")) == (0, 0, 1)


@pytest.mark.parametrize("group", HOSTILE["groups"], ids=lambda g: g["about"])
def test_hostile_statements(group: dict[str, Any], host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a query and in a batch, on a foreign database and on the store."""
    (tmp_path / "cwd").mkdir()
    monkeypatch.chdir(tmp_path / "cwd")
    write_database("keep", tmp_path / "dbs")
    host._databases._max_steps, host._databases._limit = 1 << 18, 8 << 20
    foreign, store = Connection(host, b"m/keep.db"), Connection(host, b"store/s.db", writable=True)
    reading = Connection(host, b"store/s.db")
    store.execute(("CREATE TABLE keep(x)", []), ("INSERT INTO keep VALUES('kept')", []))
    before = _state(tmp_path / "dbs")
    wrong = []

    def attempt(what: str, sql: str, want: str, run: Callable[[], object]) -> None:
        got = ""
        try:
            run()
        except HeddleError as e:
            got = e.code
        if want not in ("-", got):
            wrong.append((what, sql[:100], got, want))

    for case in group["cases"]:
        fill = case.get("fill", 0)
        if not hasattr(sqlite3.Connection, "setlimit") and "000" in case["sql"]:
            continue  # Python 3.10 cannot bound a single value
        for first, last in HOSTILE["disguises"] if fill == 0 else [("", "")]:
            sql, args = first + case["sql"].replace("%", "x" * fill or "%") + last, [value(a) for a in case.get("args", [])]
            for db in (foreign, store, reading):
                attempt("query", sql, case["query"], lambda db=db, sql=sql, args=args: db.query(sql, args))  # type: ignore[misc]
                want = case["exec"] if db is store else "PERMISSION_DENIED"
                batch = [("INSERT INTO keep VALUES('gone')", []), (sql, args)][case["exec"] == "" :]
                if case["exec"] != "-":
                    attempt("batch", sql, want, lambda db=db, batch=batch: db.execute(*batch))  # type: ignore[misc]
                assert db.query("SELECT x FROM keep") == [[abi.Text(b"kept")]], sql
    assert wrong == []
    assert _state(tmp_path / "dbs") == before
    assert list((tmp_path / "cwd").iterdir()) == []
    assert {p.name for p in (tmp_path / "store" / "deep").iterdir()} <= {"s.db", "s.db-wal", "s.db-shm"}


def test_the_authorizer_alone(host: Host, tmp_path: Path) -> None:
    """What examine let through by mistake."""
    Connection(host, b"store/s.db", writable=True).execute(("CREATE TABLE t(x)", []))
    db = host._databases._open_stores[b"store/s.db"].to_write()._db
    for sql in (
        "ATTACH 'x.db' AS x", "BEGIN", "SAVEPOINT s", "PRAGMA writable_schema=1", "PRAGMA journal_mode=OFF", "SELECT * FROM pragma_database_list",
        "CREATE TEMP TABLE n(x)", "CREATE VIEW n AS SELECT 1", "CREATE TRIGGER n AFTER INSERT ON t BEGIN SELECT 1; END", "DROP TABLE t",
        "ALTER TABLE t RENAME TO n", "ANALYZE", "SELECT sqlite_version()", "VACUUM INTO 'x.db'",
    ):  # fmt: skip
        with pytest.raises(sqlite3.DatabaseError, match=r"authoriz|prohibited"):
            db.execute(sql)


def test_a_statement_ends_after_a_number_of_steps(host: Host, tmp_path: Path) -> None:
    write_database("values", tmp_path / "dbs")
    host._databases._max_steps = 1 << 18
    db = Connection(host, b"m/values.db")
    endless = "SELECT count(*) FROM v a, v b, v c, v d, v e, v f"
    with pytest.raises(HeddleError, match="LIMIT_EXCEEDED: a statement took more than 262144 steps"):
        db.query(endless)
    database = next(iter(host._databases._handles.values()))[0]
    assert isinstance(database, _sqlite._Database)
    steps = database._steps
    assert 1 << 18 < steps <= (1 << 18) + 4000
    assert db.query("SELECT 1") == [[1]]


def test_rows_have_a_limit(host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_database("values", tmp_path / "dbs")
    monkeypatch.setattr(_sqlite, "MAX_ROWS", 20)
    db = Connection(host, b"m/values.db")
    assert len(db.query("SELECT id FROM v LIMIT 20")) == 20
    assert code_of(lambda: db.query("SELECT id FROM v")) == "LIMIT_EXCEEDED"


def test_read_only_folder_with_a_log(host: Host, tmp_path: Path, image: str) -> None:
    write_database("overlay", tmp_path / "dbs")
    (tmp_path / "dbs").chmod(0o555)
    try:
        db = Connection(host, b"m/overlay.db", image=IMAGES["overlay"])
        assert db.query("PRAGMA integrity_check(1)") == [[abi.Text(b"ok")]]
        assert {p.name for p in (tmp_path / "dbs").iterdir()} == {"overlay.db", "overlay.db-wal"}
    finally:
        (tmp_path / "dbs").chmod(0o755)


def test_images_leave_nothing_behind(host: Host, tmp_path: Path, image: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    write_database("overlay", tmp_path / "dbs")
    Connection(host, b"m/overlay.db", image=IMAGES["overlay"])
    assert os.name == "nt" or list(scratch.iterdir()) == []
    broken = dict(IMAGES["overlay"], overlay=[[1, 1 << 40]])
    assert code_of(lambda: Connection(host, b"m/overlay.db", image=broken)) == "IO_ERROR"
    (tmp_path / "dbs" / "words.db").write_bytes(b"no database " * 400)
    (tmp_path / "dbs" / "words.db-wal").write_bytes(bytes(1000))
    words = {"pageSize": 512, "pages": 4, "overlay": [[2, 100]]}
    assert code_of(lambda: Connection(host, b"m/words.db", image=words)) == "PARSE_ERROR"
    host.end_call()
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"pageSize": 0}, "INVALID_ARGUMENT"),
        ({"pageSize": 513}, "INVALID_ARGUMENT"),
        ({"pages": 0}, "INVALID_ARGUMENT"),
        ({"overlay": [[2, 56], [1, 56]]}, "INVALID_ARGUMENT"),
        ({"overlay": [[0, 56]]}, "INVALID_ARGUMENT"),
        ({"pages": 1 << 40}, "LIMIT_EXCEEDED"),
    ],
)
def test_impossible_images(host: Host, tmp_path: Path, change: dict[str, Any], code: str) -> None:
    write_database("overlay", tmp_path / "dbs")
    assert code_of(lambda: Connection(host, b"m/overlay.db", image={**IMAGES["overlay"], **change})) == code


def test_foreign_databases_are_never_written(host: Host, tmp_path: Path) -> None:
    write_database("values", tmp_path / "dbs")
    assert code_of(lambda: Connection(host, b"m/values.db", writable=True)) == "PERMISSION_DENIED"
    db = Connection(host, b"m/values.db")
    assert code_of(lambda: db.execute(("DELETE FROM v", []))) == "PERMISSION_DENIED"
    for sql in ("DELETE FROM v", "CREATE TABLE w(x)", "UPDATE v SET x=1", "DROP TABLE v", "VACUUM", "CREATE TEMP TABLE w(x)", "ANALYZE"):
        with pytest.raises(HeddleError):
            db.query(sql)
    for sql in ("ATTACH 'x.db' AS x", "BEGIN", "SAVEPOINT s", f"ATTACH '{tmp_path}/new.db' AS n"):
        assert code_of(lambda sql=sql: db.query(sql)) == "PERMISSION_DENIED"  # type: ignore[misc]
    assert code_of(lambda: db.query("SELECT load_extension('x')")) in ("PARSE_ERROR", "PERMISSION_DENIED")
    assert len(db.query("SELECT id FROM v")) == len(CASES["databases"]["values"]["setup"]) - 2
    assert {p.name for p in (tmp_path / "dbs").iterdir()} == {"values.db"}


@pytest.mark.parametrize(
    ("sql", "args", "code"),
    [
        ("SELECT 1; SELECT 2", [], "INVALID_ARGUMENT"),
        ("SELECT ?", [], "INVALID_ARGUMENT"),
        ("SELECT 1", [1], "INVALID_ARGUMENT"),
        ("", [], "INVALID_ARGUMENT"),
        (" ; ", [], "INVALID_ARGUMENT"),
        ("SELECT " + "1," * (1 << 19) + "1", [], "LIMIT_EXCEEDED"),
        ("DELETE FROM v", [], "INVALID_ARGUMENT"),
    ],
)
def test_statements_that_are_refused(host: Host, tmp_path: Path, sql: str, args: list[abi.Value], code: str) -> None:
    write_database("values", tmp_path / "dbs")
    db = Connection(host, b"m/values.db")
    assert code_of(lambda: db.query(sql, args)) == code
    assert db.query("SELECT 1") == [[1]]


def test_text_that_is_not_utf8_is_bound_as_text(host: Host, tmp_path: Path) -> None:
    write_database("values", tmp_path / "dbs")
    db = Connection(host, b"m/values.db")
    bad = abi.Text(b"\xffa\xc3(")
    assert db.query("SELECT id FROM v WHERE x = ?", [bad]) == [[22]]
    sql = "SELECT '?', typeof(?), /* ? */ CAST(? AS BLOB), typeof(?2), ? -- ?"
    assert db.query(sql, [abi.Text(b"a"), bad, 7]) == [[abi.Text(b"?"), abi.Text(b"text"), b"\xffa\xc3(", abi.Text(b"text"), 7]]


@pytest.mark.filterwarnings("error")
def test_numbered_parameters(host: Host, tmp_path: Path) -> None:
    write_database("values", tmp_path / "dbs")
    db = Connection(host, b"m/values.db")
    assert db.query("SELECT ?2, ?1, ?, '?9'", [1, 2, 3]) == [[2, 1, 3, abi.Text(b"?9")]]
    assert db.query("SELECT ?, ?1, ?", [1, 2]) == [[1, 1, 2]]
    assert code_of(lambda: db.query("SELECT ?2, ?1", [1])) == "INVALID_ARGUMENT"
    assert code_of(lambda: db.query("SELECT ?2", [1])) == "INVALID_ARGUMENT"
    assert code_of(lambda: db.query("SELECT ?1", [1, 2])) == "INVALID_ARGUMENT"


def test_handles(host: Host, tmp_path: Path) -> None:
    write_database("values", tmp_path / "dbs")
    db = Connection(host, b"m/values.db")
    db.close()
    db.close()
    assert code_of(lambda: db.query("SELECT 1")) == "INVALID_ARGUMENT"
    other = Connection(host, b"m/values.db")
    host.end_call()
    assert code_of(lambda: other.query("SELECT 1")) == "INVALID_ARGUMENT"


def test_only_regular_files(host: Host, tmp_path: Path) -> None:
    (tmp_path / "dbs" / "folder").mkdir()
    assert code_of(lambda: Connection(host, b"m/folder")) == "BAD_REF"
    if os.name == "posix":
        os.mkfifo(tmp_path / "dbs" / "fifo")
        assert code_of(lambda: Connection(host, b"m/fifo")) == "BAD_REF"
        sqlite3.connect(tmp_path / "outside.db").execute("CREATE TABLE t(x)").connection.close()
        (tmp_path / "dbs" / "out.db").symlink_to("../outside.db")
        assert code_of(lambda: Connection(host, b"m/out.db")) == "PERMISSION_DENIED"


def test_names_with_special_characters(host: Host, tmp_path: Path) -> None:
    for name in ("a?b#c%41.db", "space and 'quote'.db", "naïve.db"):
        path = tmp_path / "dbs" / name
        with sqlite3.connect(path) as con:
            con.execute("CREATE TABLE t AS SELECT 5 AS x")
        con.close()
        assert Connection(host, b"m/" + os.fsencode(name)).query("SELECT x FROM t") == [[5]]
    assert len(list((tmp_path / "dbs").iterdir())) == 3


def test_locked_database_is_read(host: Host, tmp_path: Path) -> None:
    path = tmp_path / "dbs" / "a.db"
    con = sqlite3.connect(path, isolation_level=None)
    con.execute("CREATE TABLE t AS SELECT 5 AS x")
    con.execute("BEGIN EXCLUSIVE")
    try:
        assert Connection(host, b"m/a.db").query("SELECT x FROM t") == [[5]]
    finally:
        con.execute("ROLLBACK")
        con.close()


def test_deadline_ends_a_query(host: Host, tmp_path: Path) -> None:
    write_database("values", tmp_path / "dbs")
    db = Connection(host, b"m/values.db")
    host.deadline = Deadline(0.2)
    endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c) SELECT max(n) FROM c"
    with pytest.raises(HeddleError, match="deadline passed"):
        db.query(endless)
    host.deadline = Deadline()
    assert db.query("SELECT 1") == [[1]]


def test_results_have_a_limit(tmp_path: Path) -> None:
    write_database("values", tmp_path)
    host = Host({b"m": Mount(os.fsencode(tmp_path))})
    host._databases._limit = 10_000
    db = Connection(host, b"m/values.db")
    assert len(db.query("SELECT zeroblob(5000)")[0][0]) == 5000  # type: ignore[arg-type]
    assert code_of(lambda: db.query("SELECT zeroblob(10000)")) == "LIMIT_EXCEEDED"
    rows = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c LIMIT 1000) SELECT n FROM c"
    assert code_of(lambda: db.query(rows)) == "LIMIT_EXCEEDED"
    host.close()


@pytest.mark.skipif(not hasattr(sqlite3.Connection, "setlimit"), reason="sqlite3 has no setlimit before Python 3.11")
def test_one_value_has_a_limit(host: Host, tmp_path: Path) -> None:
    write_database("values", tmp_path / "dbs")
    assert code_of(lambda: Connection(host, b"m/values.db").query("SELECT zeroblob(300000000)")) == "LIMIT_EXCEEDED"


def test_every_byte_flipped(host: Host, tmp_path: Path) -> None:
    """Damage is an answer or an error of ours, never anything else."""
    write_database("values", tmp_path / "dbs")
    path = tmp_path / "dbs" / "values.db"
    good = path.read_bytes()
    for at in range(0, len(good), 7):
        damaged = bytearray(good)
        damaged[at] ^= 0xFF
        path.write_bytes(damaged)
        try:
            Connection(host, b"m/values.db").query("SELECT id, CAST(x AS BLOB) FROM v")
        except HeddleError as e:
            assert e.code in ("PARSE_ERROR", "IO_ERROR", "LIMIT_EXCEEDED"), (at, e)  # noqa: PT017
        host.end_call()
    assert {p.name for p in (tmp_path / "dbs").iterdir()} == {"values.db"}


def test_stores(host: Host, tmp_path: Path) -> None:
    file = tmp_path / "store" / "deep" / "s.db"
    assert code_of(lambda: Connection(host, b"store/s.db")) == "BAD_REF"
    db = Connection(host, b"store/s.db", writable=True)
    db.execute(("CREATE TABLE t(x)", []), ("INSERT INTO t VALUES(?)", [abi.Text(b"a")]))
    assert code_of(lambda: db.query("DELETE FROM t")) == "INVALID_ARGUMENT"
    assert code_of(lambda: db.execute(("COMMIT", []))) == "PERMISSION_DENIED"
    own = host._databases._open_stores[b"store/s.db"].to_write()
    own._own = True
    assert own._db.execute("PRAGMA journal_mode").fetchall() == [(abi.Text(b"wal"),)]
    assert own._db.execute("PRAGMA synchronous").fetchall() == [(2,)]
    own._own = False
    host.end_call()
    again = Connection(host, b"store/s.db")
    assert again.query("SELECT x FROM t") == [[abi.Text(b"a")]]
    assert code_of(lambda: again.execute(("DELETE FROM t", []))) == "PERMISSION_DENIED"
    other = Host({}, stores={b"store/s.db": str(file)})
    Connection(other, b"store/s.db", writable=True).execute(("INSERT INTO t VALUES(2)", []))
    other.close()
    assert again.query("SELECT count(*) FROM t") == [[2]]
    host.close()
    assert {p.name for p in file.parent.iterdir()} == {"s.db"}
