package cursor_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/host/hosttest"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/cursor"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

const madeID = "aaaabbbb-0000-4000-8000-000000000001"

// blobs is a store under construction.
type blobs struct {
	data map[string][]byte
	root []byte
}

func (b *blobs) put(data []byte) []byte {
	if b.data == nil {
		b.data = map[string][]byte{}
	}
	id := sha256.Sum256(data)
	b.data[hex.EncodeToString(id[:])] = data
	return id[:]
}

// say appends a message to the conversation.
func (b *blobs) say(data string) { b.link(1, b.put([]byte(data))) }

func (b *blobs) link(field int, value []byte) { b.root = wire(b.root, field, value) }

// wire appends a length-delimited field.
func wire(dst []byte, field int, value []byte) []byte {
	dst = readVarint(readVarint(dst, uint64(field<<3|2)), uint64(len(value)))
	return append(dst, value...)
}

func readVarint(dst []byte, v uint64) []byte {
	for ; v >= 0x80; v >>= 7 {
		dst = append(dst, byte(v)|0x80)
	}
	return append(dst, byte(v))
}

// file makes a store.db whose meta rows are made of the root's id.
func (b *blobs) file(t testing.TB, meta func(root string) map[string]string) []byte {
	root := hex.EncodeToString(b.put(b.root))
	return databaseOf(t, func(exec func(string, ...any)) {
		exec("CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)")
		exec("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
		for id, data := range b.data {
			exec("INSERT INTO blobs VALUES (?, ?)", id, data)
		}
		for k, v := range meta(root) {
			exec("INSERT INTO meta VALUES (?, ?)", k, v)
		}
	})
}

// hexMeta is the one row that real stores have.
func hexMeta(more string) func(root string) map[string]string {
	return func(root string) map[string]string {
		return map[string]string{"0": hex.EncodeToString([]byte(
			`{"agentId":"x","latestRootBlobId":"` + root + `","name":"Made","createdAt":1786353300000` + more + `}`))}
	}
}

const storePath = "cursor/chats/ffff/" + madeID + "/store.db"

// mounted is a host on which nothing but the given files is.
func mounted(t testing.TB, files map[string][]byte) (*hosttest.Mounts, *host.Host) {
	m := hosttest.NewMounts()
	for path, data := range files {
		m.File(path, data)
	}
	return m, adaptertest.HostOver(t, m)
}

// shown is a session's messages, one line each.
func shown(s *session.Session) string {
	var out []string
	for i := range s.Messages {
		m := &s.Messages[i]
		line := string(m.Role)
		if m.Kind != "" {
			line += "(" + m.Kind + ")"
		}
		if m.Thinking != "" {
			line += " (" + m.Thinking + ")"
		}
		if m.Content != "" {
			line += " " + m.Content
		}
		for _, c := range m.ToolCalls {
			line += " " + c.ToolName + text(c.Input)
		}
		if m.ToolResult != nil {
			line += " " + text(m.ToolResult.Output)
			if m.ToolResult.IsError {
				line += "!"
			}
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func expect(t testing.TB, s *session.Session, want ...string) {
	t.Helper()
	if got := shown(s); got != strings.Join(want, "\n") {
		t.Errorf("%s shows\n%s\nwant\n%s", s.SessionID, got, strings.Join(want, "\n"))
	}
}

func TestStoreIsReadFromItsLog(t *testing.T) {
	expect(t, get(t, adaptertest.NativeHost(t, "cursor-cli-handmade"), live),
		"user Find where the parcel weight is floored and fix it.",
		`assistant (The quote module probably floors grams.) I'll search for the rounding code. Grep{"path":"/home/dev/projects/parcel-api/src","pattern":"math\\.floor"}`)
}

// No tokens and no money are on disk, so the session has none.
func TestStoreHasNoTokens(t *testing.T) {
	h := adaptertest.NativeHost(t, "cursor-cli-handmade")
	for _, s := range listed(t, h) {
		if s.Cost != nil {
			t.Errorf("%s costs %+v", s.SessionID, s.Cost)
		}
	}
}

// Equal messages have one blob: the conversation shows both. What the root
// does not name is not shown, what it names in vain is reported.
func TestStoreBlobs(t *testing.T) {
	var b blobs
	b.say(`{"role":"system","content":"secret sauce"}`)
	b.say(`{"role":"user","content":"<user_info>\nOS: x\n\nWorkspace Path: /work/here\n</user_info>"}`)
	b.say(`{"role":"user","content":"go on"}`)
	b.say(`{"role":"assistant","id":"1","content":"Done."}`)
	b.say(`{"role":"user","content":"go on"}`)
	b.say(`{"role":"assistant","id":"1","content":"Done."}`)
	b.link(1, make([]byte, 32))
	b.put([]byte(`{"role":"user","content":"an orphan"}`))
	b.say(`{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"Shell","result":{"out":1}},{"type":"tool-result","toolCallId":"b","toolName":"Shell","result":"no"}],` +
		`"providerOptions":{"cursor":{"highLevelToolCallResult":{"output":{"failure":{}}}}}}`)
	b.say(`{"role":"critic","content":"?"}`)
	b.say(`not JSON`)
	b.say(`{"role":"assistant","id":"1","content":[{"type":"text","text":"Last."},{"type":"hologram"},{"type":"redacted-reasoning"}]}`)
	b.say(`{"role":"user","content":[{"type":"image","image":"AAAA","mimeType":"image/png"},{"type":"document","name":"a.pdf","source":{"media_type":"application/pdf","data":"AA"}}]}`)
	_, h := mounted(t, map[string][]byte{storePath: b.file(t, hexMeta(""))})
	expect(t, get(t, h, madeID), "user go on", "assistant Done.", "user go on", "assistant Done.",
		`tool {"out":1}!`, "tool no!", "assistant Last.", "user")
	s, report, err := catalog.New(h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: cursor.Name, SessionID: madeID})
	if err != nil {
		t.Fatal(err)
	}
	if s.Cwd != "/work/here" || s.TurnCount != 2 || s.Title != "Made" {
		t.Errorf("cwd %q, %d turns, title %q", s.Cwd, s.TurnCount, s.Title)
	}
	if a := s.Messages[7].Attachments; fmt.Sprint(a) != "[{7.0 image/png  4} {7.1 application/pdf a.pdf 2}]" {
		t.Errorf("attachments %v", a)
	}
	if report.SkippedCount != 1 || report.Injected != 2 || fmt.Sprint(report.UnknownTypes) != "map[blob:1 part.hologram:1 role.critic:1]" {
		t.Errorf("report %+v", report)
	}
	a, err := catalog.New(h, func(fault.Diagnostic) {}).Attachment(session.AttachmentRequest{Agent: cursor.Name, SessionID: madeID, ID: "7.0"})
	if err != nil || *a != (session.AttachmentData{MediaType: "application/octet-stream", Bytes: 3, Data: "AAAA"}) { // no picture
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := catalog.New(h, func(fault.Diagnostic) {}).Attachment(session.AttachmentRequest{Agent: cursor.Name, SessionID: madeID, ID: "7.1"}); fault.CodeOf(err) != fault.Unsupported { // "AA" is no base64
		t.Errorf("%+v, %v", a, err)
	}
	ids := map[string]bool{}
	for _, m := range s.Messages {
		if ids[m.ID] {
			t.Errorf("id %s is there twice", m.ID)
		}
		ids[m.ID] = true
	}
}

// The meta row is hex; some builds write its JSON, or one row for each value.
func TestStoreMetaShapes(t *testing.T) {
	for name, meta := range map[string]func(string) map[string]string{
		"hex": hexMeta(""),
		"json": func(r string) map[string]string {
			return map[string]string{"0": `{"latestRootBlobId":"` + r + `","name":"Made"}`}
		},
		"rows": func(r string) map[string]string {
			return map[string]string{"latestRootBlobId": r, "name": "Made", "mode": "plan", "createdAt": "1786353300000"}
		},
	} {
		var b blobs
		b.say(`{"role":"user","content":"hello"}`)
		_, h := mounted(t, map[string][]byte{storePath: b.file(t, meta)})
		s := get(t, h, madeID)
		expect(t, s, "user hello")
		if s.Title != "Made" {
			t.Errorf("%s: title %q", name, s.Title)
		}
	}
}

// Older roots hold nothing but turns.
func TestStoreOfTurns(t *testing.T) {
	var b blobs
	prompt := readVarint(append(wire(wire(nil, 1, []byte("Old prompt")), 2, []byte("p1")), 25<<3&0x7f|0x80, 1), 1786353301000)
	step := func(kind int, text string) []byte {
		return b.put(wire(nil, kind, readVarint(append(wire(nil, 1, []byte(text)), 2<<3), 1786353304000)))
	}
	turn := wire(nil, 1, b.put(prompt))
	for _, s := range [][]byte{step(3, "hm"), step(1, "Old answer"), step(2, "a tool")} {
		turn = wire(turn, 2, s)
	}
	b.link(8, b.put(wire(nil, 1, turn)))
	b.link(8, b.put(wire(nil, 1, wire(nil, 1, wire(nil, 1, []byte("Inline prompt")))))) // older still
	b.link(9, []byte("file:///work/with%20space"))
	_, h := mounted(t, map[string][]byte{storePath: b.file(t, hexMeta(`,"lastUsedModel":"m1"`))})
	s := get(t, h, madeID)
	expect(t, s, "user Old prompt", "assistant (hm)", "assistant Old answer", "user Inline prompt")
	if s.Cwd != "/work/with space" || s.Model != "m1" || s.Messages[0].Timestamp.String() != "2026-08-10T09:15:01.000Z" || s.UpdatedAt.String() != "2026-08-10T09:15:04.000Z" {
		t.Errorf("cwd %q, model %q, time %s, updated %s", s.Cwd, s.Model, s.Messages[0].Timestamp, s.UpdatedAt)
	}
}

const secret = "c2VjcmV0LWtleS1vZi10aGUtYmxvYnM="

// The key of a store's blobs occurs nowhere in what the reader gives.
func TestSecretKeyStaysInside(t *testing.T) {
	var b, garbled blobs
	b.say(`{"role":"user","content":"hello"}`)
	garbled.link(1, garbled.put([]byte{0x91, 0x22, 0x00}))
	with := `,"blobEncryptionKey":"` + secret + `"`
	rows := func(r string) map[string]string {
		return map[string]string{"latestRootBlobId": r, "blobEncryptionKey": secret, "name": "Made"}
	}
	broken := func(r string) map[string]string {
		return map[string]string{"0": hex.EncodeToString([]byte(`{"latestRootBlobId":"` + r + `"` + with))}
	}
	composer := database(t, "CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
		`INSERT INTO cursorDiskKV VALUES ('composerData:`+madeID+`', '{"createdAt":1786353300000`+with+`,"conversation":[{"type":1,"text":"hello"}],"conversationState":"~`+secret+`"}')`)
	for name, files := range map[string]map[string][]byte{
		"hex":       {storePath: b.file(t, hexMeta(with))},
		"rows":      {storePath: b.file(t, rows)},
		"broken":    {storePath: b.file(t, broken)},
		"encrypted": {storePath: garbled.file(t, hexMeta(with))},
		"composer":  {globalState: composer},
	} {
		_, h := mounted(t, files)
		var out strings.Builder
		note := func(d fault.Diagnostic) { fmt.Fprintf(&out, "%+v\n", d) }
		for _, strict := range []bool{false, true} {
			s, report, err := catalog.New(h, note).Get(session.GetRequest{Agent: cursor.Name, SessionID: madeID, Raw: true, ToolOutput: true, Strict: strict})
			fmt.Fprintf(&out, "%v %+v\n", err, report)
			if err == nil {
				out.Write(s.AppendJSON(nil))
			}
			sums, err := catalog.New(h, note).List(session.ListRequest{Agent: cursor.Name, Strict: strict})
			fmt.Fprintf(&out, "%v %+v\n", err, sums)
		}
		e := env(h, nil)
		ix := discover(t, e)
		_ = cursor.New().Walk(e, ix, ix.FindRef(madeID), adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true}, adapter.NewOutlet(e, func(r *adapter.Record) error {
			fmt.Fprintf(&out, "%+v %+v %s\n", r, r.Facts, r.Raw)
			return nil
		}))
		if strings.Contains(out.String(), secret) || strings.Contains(out.String(), hex.EncodeToString([]byte(secret))) {
			t.Errorf("%s: the key is shown", name)
		}
		if name == "encrypted" && !strings.Contains(out.String(), "encrypted") {
			t.Errorf("nothing says that the blobs are encrypted:\n%s", out.String())
		}
	}
}

// The sidecar may say that nothing was said; a sidecar alone is no session.
func TestSidecars(t *testing.T) {
	var b blobs
	b.say(`{"role":"user","content":"hello"}`)
	store := b.file(t, hexMeta(""))
	side := strings.TrimSuffix(storePath, "store.db") + "meta.json"
	for meta, want := range map[string]int{
		`{"hasConversation":false,"title":"x","createdAtMs":1786353300000}`: 0,
		`{"hasConversation":true,"title":"x","createdAtMs":1786353300000}`:  1,
		`{"hasConversation":`: 1,
	} {
		m, h := mounted(t, map[string][]byte{storePath: store, side: []byte(meta)})
		if got := listed(t, h); len(got) != want {
			t.Errorf("%s: %d sessions, want %d", meta, len(got), want)
		}
		m.Remove(storePath)
		if got := listed(t, h); len(got) != 0 {
			t.Errorf("%s alone: %d sessions", meta, len(got))
		}
	}
}

// A conversation that is not there is not an empty one.
func TestStoreWithoutItsRoot(t *testing.T) {
	for _, root := range []string{strings.Repeat("ff", 32), "no hex"} {
		b := &blobs{}
		b.say(`{"role":"user","content":"hello"}`)
		_, h := mounted(t, map[string][]byte{storePath: b.file(t, func(string) map[string]string { return hexMeta("")(root) })})
		_, report, err := catalog.New(h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: cursor.Name, SessionID: madeID})
		if err != nil || len(report.Skipped) != 1 || report.Skipped[0].Reason != "root blob "+root+" is missing" {
			t.Errorf("%s: %+v, %v", root, report, err)
		}
	}
}

func TestSidecarWithByteOrderMark(t *testing.T) {
	b := &blobs{}
	b.say(`{"role":"user","content":"hello"}`)
	_, h := mounted(t, map[string][]byte{storePath: b.file(t, hexMeta("")),
		strings.TrimSuffix(storePath, "store.db") + "meta.json": []byte("\xef\xbb\xbf" + `{"cwd":"/home/dev/x"}`)})
	if s := get(t, h, madeID); s.Cwd != "/home/dev/x" {
		t.Errorf("cwd %q", s.Cwd)
	}
}
