package kit

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// statements is sql/hostile.json.
type statements struct {
	Disguises [][2]string
	Groups    []struct {
		About string
		Cases []statement
	}
}

// statement is a text that must be refused, with its codes.
type statement struct {
	SQL             string
	Fill            int
	Args            []struct{ S, I *string }
	Query, Exec     string
	Uninterruptible []string
}

// longest is the longest text of a statement that fits into the hostile guest's request.
const longest = 60_000

// checkStatements has the hostile guest ask for the statements of sql/hostile.json.
func (c *checker) checkStatements() error {
	if c.lacks(1, Files, SQL) {
		return nil
	}
	data, err := os.ReadFile(filepath.Join(c.kit, "sql", "hostile.json"))
	if err != nil {
		return err
	}
	var suite statements
	if err := json.Unmarshal(data, &suite); err != nil {
		return err
	}
	folder, err := c.keepDatabase()
	if err != nil {
		return err
	}
	kept := probe{name: "kept", allow: func(r reply) string {
		if r.result < 0 || !strings.Contains(string(r.answer), "kept") {
			return "the table is not as it was"
		}
		return ""
	}}
	kept.request = inDatabase(databases+"/keep.db", abi.CallSQLQuery, query(0, "SELECT x FROM keep"))
	var probes []probe
	for _, g := range suite.Groups {
		for i, s := range g.Cases {
			if c.turn() {
				probes = append(probes, s.probes(fmt.Sprintf("%s-%d", strings.ReplaceAll(g.About, " ", "-"), i), suite.Disguises)...)
			}
		}
	}
	settings := Settings{Module: filepath.Join(c.kit, "guest", "hostile.wasm"), Mounts: map[string]string{databases: folder}, Start: FirstTime, Store: c.storeFile()}
	if err := c.runProbes("statements", settings, append(probes, kept)); err != nil {
		return err
	}
	wrong := ""
	if left, _ := filepath.Glob("*heddle-escape*"); left != nil {
		wrong = fmt.Sprint("files were made: ", left)
	}
	if c.wanted("statements/files") {
		c.differ("statements/files", wrong)
	}
	return nil
}

// probes asks for the statement in a query and in a batch, in each disguise.
func (s statement) probes(name string, disguises [][2]string) (list []probe) {
	if s.Fill > 0 {
		if s.Fill > longest {
			return nil // no guest of this size can send it
		}
		s.SQL, disguises = strings.ReplaceAll(s.SQL, "%", strings.Repeat("x", s.Fill)), [][2]string{{}}
	}
	add := func(kind string, call uint32, request []byte, codes ...string) {
		p := probe{name: name + "-" + kind, request: inDatabase(databases+"/keep.db", call, request)}
		for _, code := range codes {
			if code == "" {
				p.allow = anything
			}
			p.codes = append(p.codes, fault.Code(code))
		}
		if !slices.Contains(codes, "-") && !slices.Contains(codes, string(fault.LimitExceeded)) {
			list = append(list, p)
		}
	}
	for i, around := range disguises {
		text := around[0] + s.SQL + around[1]
		query := encode(func(w *abi.Writer) { w.I64(0); w.Str(text); w.Values(s.values()) })
		exec := encode(func(w *abi.Writer) { w.I64(0); w.U32(1); w.Str(text); w.Values(s.values()) })
		codes := []string{s.Query}
		if len(s.Uninterruptible) > 0 {
			codes = append(codes, s.Uninterruptible[0])
		}
		add(fmt.Sprintf("query-%d", i), abi.CallSQLQuery, query, codes...)
		add(fmt.Sprintf("exec-%d", i), abi.CallSQLExec, exec, string(fault.PermissionDenied))
	}
	return list
}

// values are the statement's arguments.
func (s statement) values() (list []host.Value) {
	for _, a := range s.Args {
		value := host.Value{}
		if a.I != nil {
			value.Kind = host.Integer
			value.Int, _ = strconv.ParseInt(*a.I, 10, 64)
		} else if a.S != nil {
			value = host.Value{Kind: host.Text, Bytes: []byte(*a.S)}
		}
		list = append(list, value)
	}
	return list
}

// inDatabase opens a database and makes a call whose request begins with the handle.
func inDatabase(path string, call uint32, request []byte) []byte {
	return twice(call, database(path, 0, 0, 0), request)
}

// twice is sql_open and a call on its handle.
func twice(call uint32, open, request []byte) []byte {
	const data = requestAt + 48
	second := data + len(open)
	b := arguments(doTwice, abi.CallSQLOpen, data, len(open), answerAt, spaceSize, second, call, second, len(request), answerAt, spaceSize)
	return append(append(b, open...), request...)
}

// sortedKeys lists a table's keys.
func sortedKeys[V any](table map[string]V) []string { return slices.Sorted(maps.Keys(table)) }
