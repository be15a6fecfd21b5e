package sqlite

import (
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/fault"
)

// The statements that a guest may run are an exact list, which ABI.md explains
// and testdata/sql/hostile.json tests on every driver. The list is checked on
// the statement's tokens before SQLite sees it: not every SQLite library has an
// authorizer, and all hosts must refuse the same statements with the same code.

// usage is the host call that a statement came with.
type usage int

const (
	asQuery usage = iota
	asBatch
)

// verbs says what may begin a statement: in a query, in a batch.
var verbs = map[string][2]fault.Code{
	"select": {"", fault.InvalidArgument},
	"pragma": {"", ""},
	"insert": {fault.InvalidArgument, ""}, "update": {fault.InvalidArgument, ""},
	"delete": {fault.InvalidArgument, ""}, "create": {fault.InvalidArgument, ""},
	"replace": {fault.InvalidArgument, fault.PermissionDenied}, "drop": {fault.InvalidArgument, fault.PermissionDenied},
	"alter": {fault.InvalidArgument, fault.PermissionDenied}, "reindex": {fault.InvalidArgument, fault.PermissionDenied},
	"analyze": {fault.InvalidArgument, fault.PermissionDenied}, "vacuum": {fault.InvalidArgument, fault.PermissionDenied},
	"attach": denied, "detach": denied, "begin": denied, "commit": denied, "end": denied, "rollback": denied,
	"savepoint": denied, "release": denied, "explain": denied, "values": denied, "with": {"", fault.PermissionDenied},
}

var denied = [2]fault.Code{fault.PermissionDenied, fault.PermissionDenied}

// pragmas are those that the core sends, as their tokens; N is a number.
var pragmas = [2]map[string]bool{
	asQuery: {"application_id": true, "user_version": true, "page_count": true, "page_size": true, "integrity_check ( 1 )": true},
	asBatch: {"application_id = N": true, "user_version = N": true, "incremental_vacuum": true},
}

// tableFunction is the pragma that may be read like a table.
const tableFunction = "pragma_table_xinfo"

// deniedTables are table functions of SQLite that show more than the database.
var deniedTables = map[string]bool{"dbstat": true, "bytecode": true, "tables_used": true, "fts3tokenize": true}

// ownTables are tables of SQLite's that lie in the database and may be read.
var ownTables = map[string]bool{"sqlite_schema": true, "sqlite_master": true, "sqlite_sequence": true, "sqlite_stat1": true}

// deniedFunctions reach files and code.
var deniedFunctions = map[string]bool{
	"load_extension": true, "readfile": true, "writefile": true, "edit": true, "fsdir": true, "lsdir": true, "zipfile": true,
	"fts3_tokenizer": true,
}

// statement is a statement that may run.
type statement struct {
	text        string // without what surrounds it
	readsSchema bool   // text arguments may name tables
}

// examineStatement checks one statement. views are names that may not be read, in lower
// case.
func examineStatement(sql string, as usage, views map[string]bool) (statement, error) {
	if strings.IndexByte(sql, 0) >= 0 || !utf8.ValidString(sql) {
		return statement{}, fault.New(fault.InvalidArgument, "statement has a NUL or is not UTF-8")
	}
	g := guard{lexer: lexer{sql: sql}, as: as, views: views}
	first := g.nextToken()
	if first.kind == 0 || first.kind == ';' {
		return statement{}, oneStatement()
	}
	if err := g.checkVerb(first); err != nil {
		return statement{}, err
	}
	end := first.end
	for t := g.nextToken(); t.kind != 0; t = g.nextToken() {
		switch {
		case t.kind == ';':
			g.over = true
			continue
		case g.over:
			return statement{}, oneStatement()
		}
		end = t.end
		if err := g.checkToken(t); err != nil {
			return statement{}, err
		}
	}
	if g.pragma && !pragmas[as][g.form] {
		return statement{}, refusedStatement("PRAGMA " + g.form)
	}
	return statement{sql[first.start:end], g.readsSchema}, nil
}

// guard checks the tokens of one statement in order.
type guard struct {
	lexer
	as          usage
	views       map[string]bool
	last        token
	create      bool // the token before is CREATE
	pragma      bool
	form        string // a pragma's tokens, in lower case
	over        bool   // a semicolon was seen
	readsSchema bool
}

func (g *guard) checkVerb(first token) error {
	verb := strings.ToLower(first.text)
	codes, known := verbs[verb]
	if first.kind != word || !known {
		return fault.New(fault.ParseError, "not a statement: near \""+shortenText(first.text)+"\"")
	}
	g.create, g.pragma, g.last = verb == "create", verb == "pragma", first
	switch codes[g.as] {
	case "":
		return nil
	case fault.PermissionDenied:
		return refusedStatement(strings.ToUpper(verb))
	}
	if g.as == asQuery {
		return fault.New(fault.InvalidArgument, "Query runs statements that change nothing")
	}
	return fault.New(fault.InvalidArgument, "Exec runs statements that change something")
}

func (g *guard) checkToken(t token) error {
	if g.pragma {
		if g.form != "" {
			g.form += " "
		}
		if t.kind == number && g.as == asBatch && len(t.text) <= 10 && strings.Trim(t.text, "0123456789") == "" {
			t.text = "N"
		} else {
			t.text = strings.ToLower(t.text)
		}
		if t.kind == quoted || len(g.form) > 64 {
			return refusedStatement("PRAGMA " + g.form)
		}
		g.form += t.text
		return nil
	}
	before := g.last
	g.last = t
	switch t.kind {
	case word, quoted:
		if g.create && (t.kind != word || !strings.EqualFold(t.text, "table")) {
			return refusedStatement("CREATE " + strings.ToUpper(shortenText(t.text)))
		}
		g.create = false
		return g.checkName(strings.ToLower(t.text))
	case '(':
		if name := strings.ToLower(before.text); before.isName() && deniedFunctions[name] {
			return refusedStatement(name + "()")
		}
	case '.':
		if before.isName() && strings.EqualFold(before.text, "temp") {
			return refusedStatement("temp.")
		}
	case broken:
		return fault.New(fault.ParseError, "unrecognized token: \""+shortenText(t.text)+"\"")
	case ':', '@', '$', '#':
		return fault.New(fault.InvalidArgument, "parameters are ? and ?1 to ?32766")
	}
	return nil
}

func (g *guard) checkName(name string) error {
	switch {
	case g.views[name]:
		return notTable(name)
	case !isPlainName(name): // no table of SQLite's
	case name == tableFunction && g.as == asQuery:
		g.readsSchema = true
	case strings.HasPrefix(name, "pragma_"), deniedTables[name], strings.HasPrefix(name, "sqlite_") && (!ownTables[name] || g.as != asQuery):
		return refusedStatement(shortenText(name))
	}
	return nil
}

// isPlainName reports whether a name needs no quotes.
func isPlainName(name string) bool {
	for i := range len(name) {
		if !nameByte(name[i]) {
			return false
		}
	}
	return true
}

func notTable(name string) error {
	return fault.New(fault.PermissionDenied, "only tables are read, not views and virtual tables: "+shortenText(name))
}

func shortenText(s string) string {
	if len(s) > 64 {
		return strings.ToValidUTF8(s[:64], "") + "…"
	}
	return s
}

func oneStatement() error {
	return fault.New(fault.InvalidArgument, "exactly one SQL statement is expected")
}

func refusedStatement(what string) error {
	return fault.New(fault.PermissionDenied, "a statement of this kind is refused: "+what)
}
