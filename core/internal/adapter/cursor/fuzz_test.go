package cursor_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/cursor"
)

// table answers every question about a value with the same bytes.
type table struct{ data []byte }

func (table) Open(host.Database) (int64, error)  { return 1, nil }
func (table) Exec(int64, []host.Statement) error { return nil }
func (table) Close(int64) error                  { return nil }
func (f table) Query(_ int64, query string, args ...host.Value) ([][]host.Value, error) {
	text := func(s string) host.Value { return host.Value{Kind: host.Blob, Bytes: []byte(s)} }
	integer := func(n int64) host.Value { return host.Value{Kind: host.Integer, Int: n} }
	data := host.Value{Kind: host.Blob, Bytes: f.data}
	var rows [][]host.Value
	switch {
	case strings.Contains(query, "sqlite_schema"):
		rows = [][]host.Value{{text("table"), integer(2), text("CREATE TABLE t(")}}
	case strings.Contains(query, "table_xinfo"):
		for _, c := range []string{"id", "key", "value", "data", "composerId", "session_id", "role", "content"} {
			rows = append(rows, []host.Value{text(c), integer(0)})
		}
	case strings.HasPrefix(query, "SELECT typeof("): // a page: one row
		width := 1 + strings.Count(query[:strings.Index(query, " FROM ")], ",")
		row := []host.Value{integer(1), text("x")}
		if len(args) > 0 {
			row[1] = text(string(args[0].Bytes) + "x")
		}
		for len(row) < width {
			row = append(row, data)
		}
		rows = append(rows, row)
	case strings.HasPrefix(query, "SELECT CAST(value"):
		rows = append(rows, []host.Value{data})
	case len(args) == 0:
		rows = append(rows, []host.Value{text("0"), data})
	default:
		for _, a := range args[:min(len(args), 8)] {
			rows = append(rows, []host.Value{text(string(a.Bytes)), data})
		}
	}
	return rows, nil
}

// FuzzWalk puts any bytes in the place of a transcript, and of what the
// databases hold: no panic, no negative usage, and the other session is read.
func FuzzWalk(f *testing.F) {
	for _, seed := range []string{
		"user:\n<user_query>\nhi\n</user_query>\n\nassistant:\n[Thinking] a\n\n[Tool call] Shell\n  command=x\n  y\n[Tool result] Shell\nout\n",
		`{"role":"user","message":{"content":[{"type":"text","text":"<timestamp>Monday, Aug 10, 2026, 9:16 AM (UTC+2)</timestamp> hi"}]}}` + "\n" + `{"type":"turn_ended","status":"error","error":"aborted"}`,
		`{"role":"assistant","content":[{"type":"reasoning","text":"r"},{"type":"tool-call","toolCallId":"a","toolName":"b","args":{}},{"type":"tool-result","result":[{"type":"text","text":"x"}]}]}`,
		`{"latestRootBlobId":"00ff","name":"n","createdAt":"1786353300000","subagentInfo":{"parentAgentId":"p"},"blobEncryptionKey":"k"}`,
		`{"createdAt":1786353300000,"usageData":{"m":{"costInCents":1e3}},"conversation":[{"type":1,"richText":"{\"root\":{\"children\":[{\"text\":\"x\"}]}}"},{"type":2,"tokenCount":{"inputTokens":-5,"outputTokens":1e30},"toolFormerData":{"name":"n","rawArgs":"{","result":"r"}}]}`,
		`{"tabs":[{"tabId":"t","bubbles":[{"type":"ai","rawText":"x","modelType":"m"}]}],"allComposers":[{"composerId":"c"}]}`,
		`{"conversationState":"~` + base64.StdEncoding.EncodeToString(wire(wire(nil, 1, make([]byte, 32)), 8, make([]byte, 32))) + `"}`,
		string(wire(wire(nil, 1, make([]byte, 32)), 8, make([]byte, 32))),
		string(wire(nil, 1, wire(wire(nil, 1, []byte("prompt")), 2, make([]byte, 32)))),
	} {
		f.Add([]byte(seed))
	}
	const other = "other"
	f.Fuzz(func(t *testing.T, data []byte) {
		m := hosttest.NewMounts().File(transcripts+"a.txt", data).File(transcripts+"b.jsonl", data).File(storePath, []byte("x")).
			File("cursor/chats/x/y/meta.json", data).File(globalState, []byte("x")).
			File("cursor-user/workspaceStorage/w/state.vscdb", []byte("x")).File("cursor-user/workspaceStorage/w/workspace.json", data).
			File(describedPath, []byte("x")).
			File(transcripts+other+".jsonl", []byte(`{"role":"user","message":{"content":"hi"}}`))
		h := hosttest.Host(m)
		h.SQL = table{data}
		e := env(&h, nil)
		ix, err := cursor.New().Discover(e)
		if err != nil {
			t.Fatal(err)
		}
		prompts := 0
		for i := range ix.Refs {
			ref := &ix.Refs[i]
			_, _ = cursor.New().Updated(e, ix, ref)
			for _, want := range []adapter.Want{{Prompts: true, Text: true, Usage: true, Raw: true}, {Usage: true}} {
				_ = cursor.New().Walk(e, ix, ref, want, adapter.NewOutlet(e, func(r *adapter.Record) error {
					if u := r.Usage; u != nil && (u.InputTokens < 0 || u.OutputTokens < 0) {
						t.Errorf("negative usage %+v", *u)
					}
					if ref.ID == other && r.Prompt {
						prompts++
					}
					return nil
				}))
			}
		}
		if prompts != 1 { // a walk for spend shows none
			t.Errorf("the other session has %d prompts", prompts)
		}
	})
}
