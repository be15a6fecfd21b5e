package hermes

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/sqlwal"
	"github.com/heddle-dev/heddle/core/internal/text"
)

// memoryFiles are the built-in memory, entries of text with a mark between.
var memoryFiles = []struct{ name, title string }{{"MEMORY.md", "Memory"}, {"USER.md", "User profile"}}

const memoryMark = "\n§"

// cutEntry cuts text at the next line that holds the mark only; on Windows its
// end has two characters.
func cutEntry(s string) (entry, rest string, more bool) {
	for from := 0; ; {
		at := text.Index(s[from:], memoryMark)
		if at < 0 {
			return s, "", false
		}
		at += from
		from = at + len(memoryMark)
		if rest, ends := strings.CutPrefix(strings.TrimPrefix(s[from:], "\r"), "\n"); ends {
			return s[:at], rest, true
		}
	}
}

// Memories implements adapter.MemoryLister: the entries of MEMORY.md and
// USER.md, the facts of the optional plugin's memory_store.db, and a table of
// memory entries in the sessions' database where there is one. What cannot be
// read is a diagnostic; the rest is visited.
func (reader) Memories(env *adapter.Env, visit func(m adapter.Memory) error) error {
	f := &finder{env: env}
	homes, err := f.listHomes()
	if err != nil {
		return err
	}
	for _, home := range homes {
		m := memories{env: env, home: home, visit: visit}
		for _, file := range memoryFiles {
			if err := m.visitFile(file.name, file.title); err != nil {
				return err
			}
		}
		entries, err := f.listFolder(home)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if e.Kind == host.File && e.Size > 0 && strings.HasSuffix(e.Name, databaseSuffix) {
				if err := m.visitDatabase(e.Name); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

type memories struct {
	env   *adapter.Env
	home  string
	visit func(m adapter.Memory) error
	ended bool // visit returned an error

	lenient bool
}

// visitEntry visits an entry.
func (m *memories) visitEntry(e adapter.Memory) error {
	err := m.visit(e)
	m.ended = err != nil
	return err
}

// tolerateError makes a diagnostic of an error that costs one place only.
func (m *memories) tolerateError(err error) error {
	switch code := fault.CodeOf(err); {
	case err == nil || code == fault.BadRef:
		return nil
	case m.ended || code == fault.Timeout:
		return err
	case m.lenient:
		return nil
	case m.env.Strict:
		return err
	}
	m.env.Diagnose(fault.DiagnosticOf(m.env.Agent, err))
	return nil
}

// visitFile visits the entries of a memory file. An entry's id is made of its
// text: its place changes when another one is removed.
func (m *memories) visitFile(name, title string) error {
	path := m.home + memoriesFolder + "/" + name
	data, err := adapter.ReadFile(m.env, path, maxMemoryBytes)
	if err != nil {
		return m.tolerateError(err)
	}
	seen := map[string]bool{}
	rest := strings.TrimPrefix(string(data), "\ufeff")
	for more := true; more; {
		var entry string
		entry, rest, more = cutEntry(rest)
		if entry = strings.Trim(entry, " \t\r\n"); entry == "" || seen[entry] {
			continue
		}
		seen[entry] = true
		if err := m.visitEntry(adapter.Memory{ID: m.home + "/" + name + "#" + hashText(entry), Path: path, Title: title, Text: entry}); err != nil {
			return err
		}
	}
	return nil
}

// hashText is a short name of a text.
func hashText(s string) string {
	const digits = "0123456789abcdef"
	h := messageHash("", s, make(row, 5))
	out := make([]byte, 0, 16)
	for shift := 60; shift >= 0; shift -= 4 {
		out = append(out, digits[h>>shift&15])
	}
	return string(out)
}

// visitDatabase visits the entries of a database's table of memories.
func (m *memories) visitDatabase(name string) error {
	path := m.home + "/" + name
	if name == factsName && m.env.Host.SQL == nil {
		return m.tolerateError(fault.New(fault.Unsupported, "this host has no SQLite driver").At(path, 0, 0).
			WithHint("grant SQLite to the engine: facts that Hermes remembers are in " + path))
	}
	if m.env.Host.SQL == nil {
		return nil // Discover says it
	}
	db, err := openDatabase(m.env.Host, path)
	m.lenient = name != factsName // a file with another name need not hold memories
	if err != nil {
		return m.tolerateError(err)
	}
	defer db.Close()
	var table string
	var rows [][]host.Value
	err = db.RunStable(func() (err error) {
		table, rows, err = m.readRows(db)
		return err
	})
	if err != nil {
		return m.tolerateError(err)
	}
	for _, r := range rows {
		r := row(r)
		e := adapter.Memory{ID: path + "/" + table + "#" + r.textAt(0), Path: path, Title: r.textAt(2), Text: r.textAt(1)}
		if tags := r.textAt(3); tags != "" {
			e.Title += " [" + tags + "]"
		}
		if e.Time, _ = r.timeAt(4); e.Time == 0 {
			e.Time, _ = r.timeAt(5)
		}
		if e.Text == "" {
			continue
		}
		if err := m.visitEntry(e); err != nil {
			return err
		}
	}
	return nil
}

// readRows reads the first table of memories that there is.
func (m *memories) readRows(db *sqlwal.DB) (string, [][]host.Value, error) {
	names := strings.Split("facts "+memoryTables, " ")
	if err := db.LoadTables(names...); err != nil {
		return "", nil, err
	}
	for _, t := range names {
		content := db.FirstColumn(t, "content text value memory body c0")
		if content == "" {
			continue
		}
		id := db.FirstColumn(t, "fact_id id key")
		if id == "" {
			id = "rowid"
		}
		var rows [][]host.Value
		q := &sqlwal.Paged{Columns: "CAST(" + id + " AS BLOB), CAST(" + content + " AS BLOB), " +
			db.SelectList(t, "category title name kind type c1, tags, #updated_at updated, #created_at created timestamp"),
			From: t + " WHERE 1", Key: []string{"rowid"}, Limit: sessionPage}
		err := db.EachRow(q, func(_, r []host.Value) error {
			rows = append(rows, r)
			return nil
		})
		return t, rows, err
	}
	return "", nil, nil
}
