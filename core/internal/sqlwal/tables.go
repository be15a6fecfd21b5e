package sqlwal

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/order"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// Only real tables of a foreign database are read. A view is a program of
// whoever wrote the file: it may never end, and so may the expression of a
// generated column or the module of a virtual table. The columns of a real
// table are stored bytes.

// table is what the schema says of one name that a reader asks for.
type table struct {
	columns   map[string]bool // stored columns; empty when there is no such table
	generated []string        // columns that are computed: they count as absent
	kind      string          // what has the name instead of a table: "view", "virtual table"; "" for a table or nothing
}

// schemaKind finds what has a name. SQLite stores the statement of a table as
// "CREATE TABLE " and what follows the word in the original; any other text
// there was written by hand.
const schemaKind = "SELECT CAST(type AS BLOB), rootpage, CAST(substr(sql, 1, 16) AS BLOB) FROM sqlite_schema " +
	"WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view') ORDER BY rowid LIMIT 2"

const schemaColumns = "SELECT CAST(name AS BLOB), hidden FROM pragma_table_xinfo(?) ORDER BY cid"

// LoadTables reads which of the tables there are, and their columns, for Has, First
// and List. Columns come and go between builds of one schema version, so
// nothing else is asked. Names that are not real tables, and columns that are
// computed, count as absent; Diagnostics reports them.
func (d *DB) LoadTables(tables ...string) error {
	known := make(map[string]*table, len(d.tables)+len(tables))
	for name, t := range d.tables {
		known[name] = t
	}
	for _, name := range tables {
		t, err := d.loadTable(name)
		if err != nil {
			return err
		}
		known[name] = t
	}
	d.tables, d.checked = known, nil
	return nil
}

func (d *DB) loadTable(name string) (*table, error) {
	t := &table{columns: map[string]bool{}}
	rows, err := d.QueryUnchecked(schemaKind, TextValue(name))
	if err != nil || len(rows) == 0 {
		return t, err
	}
	kind, sql := string(rows[0][0].Bytes), string(rows[0][2].Bytes)
	switch {
	case kind == "view":
		t.kind = "view"
	case len(rows) > 1 || kind != "table" || rows[0][1].Int <= 0 || !strings.HasPrefix(sql, "CREATE TABLE "):
		t.kind = "virtual table"
	}
	if t.kind != "" {
		return t, nil
	}
	rows, err = d.QueryUnchecked(schemaColumns, TextValue(name))
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		if column := string(r[0].Bytes); r[1].Kind == host.Integer && r[1].Int == 0 {
			t.columns[column] = true
		} else {
			t.generated = append(t.generated, column)
		}
	}
	return t, nil
}

// reloadTables reads the tables again after the database was opened at another
// state: they may be something else now.
func (d *DB) reloadTables() error {
	return d.LoadTables(sortedNames(d.tables)...)
}

func sortedNames(tables map[string]*table) []string {
	names := make([]string, 0, len(tables))
	for name := range tables {
		names = append(names, name)
	}
	order.SortStrings(names)
	return names
}

// HasColumn reports whether a table has a column that is stored.
func (d *DB) HasColumn(table, column string) bool {
	t := d.tables[table]
	return t != nil && t.columns[column]
}

// HasTable reports whether there is a table.
func (d *DB) HasTable(name string) bool {
	t := d.tables[name]
	return t != nil && len(t.columns) > 0
}

// tableDiagnostics returns a diagnostic for each name that is not the table it should
// be.
func (d *DB) tableDiagnostics(agent string) []fault.Diagnostic {
	var list []fault.Diagnostic
	for _, name := range sortedNames(d.tables) {
		t := d.tables[name]
		what := ""
		switch {
		case t.kind != "":
			what = name + " is a " + t.kind + " and not a table"
		case len(t.generated) > 0:
			what = "columns of table " + name + " are computed"
		default:
			continue
		}
		list = append(list, fault.Diagnostic{Code: fault.ParseError, Agent: agent, Path: d.path,
			Message: what + "; it is not read", Hint: "only real tables are read; the file is not " + d.agent + "'s, or of a version that this reader does not know"})
	}
	return list
}

// checkStatement refuses a statement on anything but the real tables that were learned
// and their stored columns. All statements are the readers' own, so a look at
// the words is enough.
func (d *DB) checkStatement(query string) error {
	if d.checked[query] {
		return nil
	}
	computed := map[string]bool{}
	for _, t := range d.tables {
		for _, name := range t.generated {
			computed[strings.ToLower(name)] = true
		}
	}
	last := ""
	for rest := query; rest != ""; {
		var word string
		if word, rest = nextWord(rest); word == "" {
			continue
		}
		if last == "FROM" || last == "JOIN" {
			if word != "(" && word != "sqlite_schema" && !d.HasTable(word) {
				return fault.New(fault.ParseError, "the database has no table "+word).At(d.path, 0, 0).
					WithHint("it is not " + d.agent + "'s, or of a version that this reader does not know")
			}
		}
		if computed[strings.ToLower(word)] {
			return fault.New(fault.ParseError, "column "+word+" of the database is computed; it is not read").At(d.path, 0, 0)
		}
		last = word
	}
	if len(d.checked) >= maxChecked || d.checked == nil {
		d.checked = map[string]bool{}
	}
	d.checked[query] = true
	return nil
}

// maxChecked bounds the statements that are remembered as checked.
const maxChecked = 64

// nextWord returns the first name, or opening parenthesis, of an SQL text and
// what follows it; texts in quotes are passed over.
func nextWord(sql string) (word, rest string) {
	for i := 0; i < len(sql); i++ {
		switch c := sql[i]; {
		case c == '\'':
			_, rest, _ := text.Cut(sql[i+1:], "'")
			return "", rest
		case c == '(':
			return "(", sql[i+1:]
		case isNameByte(c):
			end := i + 1
			for end < len(sql) && isNameByte(sql[end]) {
				end++
			}
			return sql[i:end], sql[end:]
		}
	}
	return "", ""
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
