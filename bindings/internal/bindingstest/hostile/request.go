// Package hostile runs every operation against hosts that grant any subset of
// the powers and answer anything: what tests of the engines share.
package hostile

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Requests makes requests of the operation table: nothing, typical values, and
// values that may be wrong in every way that JSON can be.
type Requests struct{ Rand *rand.Rand }

// Op is an operation of the published table.
type Op struct {
	ID                    uint32
	Name, Request, Module string
}

type requestType struct {
	Name   string
	Fields []struct {
		Name, Type string
		Optional   bool
	}
}

var (
	types = map[string]requestType{}
	enums = map[string][]string{}
	load  sync.Once
	ops   []Op
)

// Ops lists the operations of wasm/abi/abi.json below root, the repository's folder, and makes
// Requests know their members.
func Ops(t testing.TB, root string) []Op {
	t.Helper()
	load.Do(func() {
		var table struct {
			Ops             []Op
			Types, Requests []requestType
			Enums           []struct {
				Name   string
				Values []struct{ Value string }
			}
		}
		data, err := os.ReadFile(filepath.Join(root, "wasm", "abi", "abi.json"))
		if err == nil {
			err = json.Unmarshal(data, &table)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, typ := range slices.Concat(table.Types, table.Requests) {
			types[typ.Name] = typ
		}
		for _, e := range table.Enums {
			for _, v := range e.Values {
				enums[e.Name] = append(enums[e.Name], v.Value)
			}
		}
		ops = table.Ops
	})
	if len(ops) == 0 {
		t.Fatal("the operation table is empty")
	}
	return ops
}

// Typical returns a request with every member that op has to have, and each
// other one with even chance.
func (g Requests) Typical(op Op) []byte { return g.encodeJSON(g.randomObject(op.Request, 0, false)) }

// Wild returns a request whose members may be anything.
func (g Requests) Wild(op Op) []byte { return g.encodeJSON(g.randomObject(op.Request, 0, true)) }

func (g Requests) encodeJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

func (g Requests) pickString(list ...string) string { return list[g.Rand.IntN(len(list))] }

func (g Requests) randomObject(name string, depth int, wild bool) map[string]any {
	out := map[string]any{}
	for _, f := range types[name].Fields {
		if f.Optional && g.Rand.IntN(2) == 0 || depth > 3 {
			continue
		}
		if wild && g.Rand.IntN(4) == 0 {
			out[f.Name] = g.anyJSON(0)
			continue
		}
		out[f.Name] = g.randomValue(f.Name, f.Type, depth, wild)
	}
	// Members that exclude each other.
	if _, ok := out["unifiedId"]; ok && !wild {
		delete(out, "agent")
		delete(out, "sessionId")
	}
	return out
}

func (g Requests) randomValue(name, kind string, depth int, wild bool) any {
	if inner, ok := strings.CutPrefix(kind, "[]"); ok {
		list := []any{}
		for range g.Rand.IntN(3) {
			list = append(list, g.randomValue(name, inner, depth+1, wild))
		}
		return list
	}
	if inner, ok := strings.CutPrefix(kind, "map[string]"); ok {
		return map[string]any{"a": g.randomValue(name, inner, depth+1, wild)}
	}
	switch kind {
	case "string":
		return g.text(name)
	case "int", "index", "ratio", "money":
		return []any{0, 1, 2, 20, 1 << 40, -1}[g.Rand.IntN(6)]
	case "bool", "flag":
		return g.Rand.IntN(2) == 0
	case "time":
		return g.pickString("2026-01-01", "2026-11-20T17:16:00Z", "1970-01-01", "9999-12-31")
	case "json":
		if strings.Contains(name, "essage") {
			return map[string]any{"type": g.pickString("user", "assistant", "result"), "content": g.pickString("hello", "")}
		}
		return g.anyJSON(0)
	}
	if values := enums[kind]; values != nil {
		return values[g.Rand.IntN(len(values))]
	}
	return g.randomObject(kind, depth+1, wild)
}

func (g Requests) text(name string) string {
	switch name {
	case "agent", "adapter":
		return g.pickString("claude", "codex", "gemini", "copilot", "cursor", "opencode", "pi", "omp", "openclaw", "hermes", "heddle")
	case "unifiedId", "left", "right", "a", "b":
		return g.pickString("claude:", "codex:", "hermes:", "opencode:", "heddle:") + g.pickString("s", "ses_a", "x")
	case "requestId":
		return "0190d3b2-0000-7000-8000-00000000000" + g.pickString("1", "2")
	}
	return g.pickString("s", "t", "x", "ses_a", "", "user", "json", "a\x00b", "/home/dev")
}

// anyJSON is JSON of any shape.
func (g Requests) anyJSON(depth int) any {
	switch g.Rand.IntN(10) {
	case 0:
		return nil
	case 1:
		return g.Rand.IntN(2) == 0
	case 2:
		return g.Rand.NormFloat64() * 1e18
	case 3:
		return json.RawMessage(g.pickString("1e999", "-0", "9223372036854775808", "0.1", "123456789012345678901234567890"))
	case 4:
		return g.pickString("", "x", "\u202e", strings.Repeat("y", 3000), "2026-13-45", `\ud800`)
	case 5, 6:
		if depth < 4 {
			return []any{g.anyJSON(depth + 1), g.anyJSON(depth + 1)}
		}
	case 7, 8:
		if depth < 4 {
			return map[string]any{g.pickString("type", "content", "sessionId", "messages", "a"): g.anyJSON(depth + 1), "": g.anyJSON(depth + 1)}
		}
	}
	return json.RawMessage(strings.Repeat("[", 200) + strings.Repeat("]", 200))
}
