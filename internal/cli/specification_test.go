package cli

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core/rpc"
)

// goTypes are the types whose methods docs/specification.md names.
var goTypes = map[string]reflect.Type{
	"Sessions": reflect.TypeFor[*heddle.Sessions](), "Store": reflect.TypeFor[*heddle.Store](), "Threads": reflect.TypeFor[*heddle.Threads](),
	"Messages": reflect.TypeFor[*heddle.Messages](), "AgentSession": reflect.TypeFor[*heddle.AgentSession](), "Supervisor": reflect.TypeFor[*heddle.Supervisor](),
}

var goFunctions = map[string]any{"StartAgent": heddle.StartAgent, "AgentByName": heddle.AgentByName, "ListAgents": heddle.ListAgents}

// sourceIn returns the text of all files with an extension in folders.
func sourceIn(t *testing.T, extension string, folders ...string) string {
	t.Helper()
	var all strings.Builder
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join("../..", folder, "*"+extension))
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(b)
		}
	}
	return all.String()
}

// specifiedRows returns the rows of the tables with six columns, without their heads.
func specifiedRows(t *testing.T) (rows [][]string) {
	t.Helper()
	b, err := os.ReadFile("../../docs/specification.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 6 || strings.HasPrefix(line, "|---") || strings.HasPrefix(line, "| function ") {
			continue
		}
		for i := range cells {
			cells[i] = strings.Trim(strings.TrimSpace(cells[i]), "`")
		}
		rows = append(rows, cells)
	}
	return rows
}

// The tables of docs/specification.md name what exists, and no operation of the store, of threads
// and of sessions that the specification has is missing from them.
func TestSpecificationTables(t *testing.T) {
	js := sourceIn(t, ".ts", "js/src/api", "js/src/live")
	python := sourceIn(t, ".py", "python/src/heddle/_api", "python/src/heddle/_live", "python/src/heddle")
	root := Commands()
	named := map[string]bool{}
	rows := specifiedRows(t)
	if len(rows) < 70 {
		t.Fatalf("%d rows", len(rows))
	}
	isDeclared := func(source, pattern, name string) bool {
		return regexp.MustCompile(strings.ReplaceAll(pattern, "NAME", regexp.QuoteMeta(name))).MatchString(source)
	}
	for _, row := range rows {
		function, inGo, inJS, inPython, command := row[0], row[1], row[2], row[3], row[4]
		if row[5] == "" || slices.Contains(row[1:5], "") || slices.Contains(row[1:4], "–") && len(row[5]) < 10 {
			t.Errorf("%s: a cell is empty, or nothing says why a language has none", function)
		}
		if typ, method, ok := strings.Cut(inGo, "."); ok {
			if _, found := goTypes[typ].MethodByName(method); !found {
				t.Errorf("%s: Go has no %s", function, inGo)
			}
		} else if inGo != "–" && goFunctions[inGo] == nil {
			t.Errorf("%s: Go has no %s", function, inGo)
		}
		named[inJS] = true
		if name := inJS[strings.LastIndex(inJS, ".")+1:]; inJS != "–" && !isDeclared(js, `(?m)^(  (async )?|export (async )?function )NAME\(`, name) {
			t.Errorf("%s: JavaScript has no %s", function, inJS)
		}
		if name := inPython[strings.LastIndex(inPython, ".")+1:]; inPython != "–" && !isDeclared(python, `(?m)^( {4})?(async )?def NAME\(|^NAME = `, name) {
			t.Errorf("%s: Python has no %s", function, inPython)
		}
		if words := strings.Fields(command); command != "–" {
			if found, rest, err := root.Find(words[1:]); err != nil || len(rest) > 0 || found == root {
				t.Errorf("%s: there is no %s", function, command)
			}
		}
	}
	added := []string{"sessions.renderDiff", "sessions.doctor", "sessions.import", "sessions.stats", "sessions.tag", "sessions.tags", "sessions.view", "sessions.story",
		"store.events", "store.check", "store.stats", "store.compact", "threads.setStatus", "threads.unrollback"}
	for _, op := range rpc.Ops {
		space, _, _ := strings.Cut(op.Name, ".")
		if slices.Contains([]string{"sessions", "store", "threads"}, space) && named[op.Name] == slices.Contains(added, op.Name) {
			t.Errorf("%s is in no table and no addition of Heddle's, or in both", op.Name)
		}
	}
}
