package adaptertest

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

// rewrites say the same JSON lines in other bytes, as other tools and other
// systems would have written them.
var rewrites = []struct {
	name string
	file func(data []byte) []byte
}{
	{"blanks", func(data []byte) []byte { return eachLine(data, insertBlanks) }},
	{"other order", func(data []byte) []byte { return eachLine(data, otherOrder) }},
	{"CRLF", func(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")) }},
	{"byte order mark", func(data []byte) []byte { return append([]byte("\ufeff"), data...) }},
	{"empty lines", func(data []byte) []byte { return bytes.ReplaceAll(data, []byte("\n"), []byte("\n\n \n")) }},
	{"no end of line", func(data []byte) []byte { return bytes.TrimRight(data, "\n") }},
}

// testRewritten checks that nothing but what the lines say counts: not how they
// are spelled. With -short each rewrite changes one home with JSON lines instead of all.
func (s Suite) testRewritten(t *testing.T) {
	var homes []string // with JSON lines
	for _, home := range s.Homes {
		if mounts, _ := MemoryHost(t, s.Agent, home); rewriteLines(t, mounts, s.Agent, bytes.Clone) {
			homes = append(homes, home)
		}
	}
	for k, home := range homes {
		var want []string
		for j, x := range rewrites {
			if testing.Short() && j%len(homes) != k {
				continue
			}
			mounts, h := MemoryHost(t, s.Agent, home)
			if want == nil {
				want = s.operationResults(t, catalog.New(h, (&notes{}).addDiagnostic))
			}
			rewriteLines(t, mounts, s.Agent, x.file)
			got := s.operationResults(t, catalog.New(h, (&notes{}).addDiagnostic))
			for i := range want {
				if i >= len(got) || got[i] != want[i] {
					t.Errorf("%s with %s: got\n%.2000s\nwant\n%.2000s", home, x.name, append(got, "nothing")[min(i, len(got))], want[i])
					break
				}
			}
		}
	}
}

// operationResults returns what the operations say of all sessions: list, cost, search
// and get.
func (s Suite) operationResults(t *testing.T, c *catalog.Catalog) (out []string) {
	t.Helper()
	sums, err := c.List(session.ListRequest{Agent: s.Agent, Limit: 100_000, Subagents: true, Superseded: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range sums {
		out = append(out, string(sums[i].AppendJSON(nil)))
	}
	cost, err := c.TotalCost(session.CostRequest{Agent: s.Agent, GroupBy: session.GroupBySession})
	if err != nil {
		t.Fatal(err)
	}
	out = append(out, string(cost.AppendJSON(nil)))
	found, _, err := c.Search(session.SearchRequest{Agent: s.Agent, Text: "toy", Limit: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	var names []string // their scores depend on the length of the files
	for i := range found {
		names = append(names, found[i].UnifiedID)
	}
	slices.Sort(names)
	out = append(out, strings.Join(names, " "))
	for i := range sums {
		got, _, err := c.Get(session.GetRequest{Agent: s.Agent, SessionID: sums[i].SessionID, ToolOutput: true})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(got.AppendJSON(nil)))
	}
	return out
}

// rewriteLines rewrites all files of JSON lines, and reports whether there are
// any.
func rewriteLines(t *testing.T, mounts *hosttest.Mounts, dir string, file func([]byte) []byte) (any bool) {
	t.Helper()
	infos, err := mounts.List(dir)
	if err != nil {
		return false
	}
	for _, info := range infos {
		name := dir + "/" + info.Name
		if rewriteLines(t, mounts, name, file) {
			any = true
		}
		if !strings.HasSuffix(name, ".jsonl") || info.Size == 0 {
			continue
		}
		data := make([]byte, info.Size)
		if _, err := mounts.ReadAt(name, data, 0); err != nil {
			t.Fatal(err)
		}
		mounts.Add(hosttest.Entry{Path: name, ModTime: info.ModTime, Data: file(data)})
		any = true
	}
	return any
}

func eachLine(data []byte, rewrite func(line []byte) []byte) []byte {
	lines := bytes.Split(data, []byte("\n"))
	for i, line := range lines {
		if json.Valid(line) {
			lines[i] = rewrite(line)
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

// insertBlanks puts a blank after every colon and comma outside texts.
func insertBlanks(line []byte) []byte {
	var out []byte
	text := false
	for i := 0; i < len(line); i++ {
		out = append(out, line[i])
		switch c := line[i]; {
		case text && c == '\\':
			i++
			out = append(out, line[i])
		case c == '"':
			text = !text
		case !text && (c == ':' || c == ','):
			out = append(out, ' ')
		}
	}
	return out
}

// otherOrder turns the order of the line's own fields around.
func otherOrder(line []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(line))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return line
	}
	var fields []string
	for d.More() {
		from := d.InputOffset()
		var value json.RawMessage
		if _, err := d.Token(); err != nil || d.Decode(&value) != nil {
			return line
		}
		fields = append(fields, strings.TrimLeft(string(line[from:d.InputOffset()]), ", "))
	}
	slices.Reverse(fields)
	return []byte("{" + strings.Join(fields, ",") + "}")
}
