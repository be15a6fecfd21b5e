package sqlite

import (
	"strings"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// allowedActions are what a guest's statement may do, once examine has let it
// through; authorize adds conditions for some.
var allowedActions = map[int32]bool{
	sqlite3.SQLITE_SELECT: true, sqlite3.SQLITE_RECURSIVE: true, sqlite3.SQLITE_READ: true, sqlite3.SQLITE_FUNCTION: true,
	sqlite3.SQLITE_PRAGMA: true, sqlite3.SQLITE_INSERT: true, sqlite3.SQLITE_UPDATE: true, sqlite3.SQLITE_DELETE: true,
	sqlite3.SQLITE_CREATE_TABLE: true, sqlite3.SQLITE_CREATE_INDEX: true,
}

// authorizerCallback runs while a statement is compiled, once per thing that it does.
// It is the second look at a guest's statement: examine comes first.
func authorizerCallback(tls *libc.TLS, id uintptr, action int32, first, second, schema, trigger uintptr) int32 {
	v, ok := running.Load(id)
	if !ok {
		return sqlite3.SQLITE_DENY
	}
	if v.(*conn).own {
		return sqlite3.SQLITE_OK
	}
	if !allowedActions[action] {
		return sqlite3.SQLITE_DENY
	}
	allowed := true
	switch action {
	case sqlite3.SQLITE_READ, sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE:
		allowed = trigger == 0 // the name of the view or trigger that wants it
	case sqlite3.SQLITE_FUNCTION:
		name := strings.ToLower(libc.GoString(second))
		allowed = !deniedFunctions[name] && !strings.HasPrefix(name, "sqlite_")
	case sqlite3.SQLITE_PRAGMA:
		allowed = allowedPragma(libc.GoString(first))
	}
	if !allowed {
		return sqlite3.SQLITE_DENY
	}
	return sqlite3.SQLITE_OK
}

func allowedPragma(name string) bool {
	name = strings.ToLower(name)
	if "pragma_"+name == tableFunction {
		return true
	}
	for _, forms := range pragmas {
		for form := range forms {
			if first, _, _ := strings.Cut(form, " "); first == name {
				return true
			}
		}
	}
	return false
}
