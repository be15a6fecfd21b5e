package cursor_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/adaptertest"
	"github.com/heddle-dev/heddle/core/internal/adapter/cursor"
	"github.com/heddle-dev/heddle/core/internal/catalog"
	"github.com/heddle-dev/heddle/core/session"
)

const tables = `CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)`

// state makes a state.vscdb of keys and values; keys without a colon are
// items.
func state(t testing.TB, pairs ...any) []byte {
	return databaseOf(t, func(exec func(string, ...any)) {
		exec(tables)
		for i := 0; i < len(pairs); i += 2 {
			table := "ItemTable"
			if strings.Contains(pairs[i].(string), ":") {
				table = "cursorDiskKV"
			}
			exec("INSERT INTO "+table+" VALUES (?, ?)", pairs[i], pairs[i+1])
		}
	})
}

// ide mounts a global database of one composer and its bubbles.
func ide(t testing.TB, composer string, pairs ...any) *host.Host {
	_, h := mounted(t, map[string][]byte{globalState: state(t, append([]any{"composerData:" + madeID, composer}, pairs...)...)})
	return h
}

func bubble(id string) string { return "bubbleId:" + madeID + ":" + id }

func TestComposer(t *testing.T) {
	h := adaptertest.NativeHost(t, "cursor-ide-handmade")
	expect(t, get(t, h, composed), "user Find where the parcel weight is floored and fix it.",
		`assistant (The quote module probably floors grams.) ripgrep_raw_search{"pattern":"math\\.floor"}`,
		`tool {"matches":["src/quote.py:41"]}`,
		`assistant run_terminal_command_v2{"command":"pytest -q","cwd":"/home/dev/projects/parcel-api"}`,
		"tool exit code 1!", "assistant `src/quote.py` now uses `math.ceil`.")
	expect(t, get(t, h, inline), "user How do I pool connections?", "assistant Use one pool per process.")
	expect(t, get(t, h, "tab-1"), "user Explain this regex.", "assistant It matches a hex digest.")
	if s := get(t, h, composed); s.Messages[3].ToolCalls[0].ToolCallID != "toolu_02" {
		t.Errorf("the call's id is %q", s.Messages[3].ToolCalls[0].ToolCallID)
	}
	for _, id := range []string{draft, "empty-state-draft"} {
		_, _, err := catalog.New(h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: cursor.Name, SessionID: id})
		if fault.CodeOf(err) != fault.SessionNotFound {
			t.Errorf("the draft %s: %v", id, err)
		}
	}
}

// Bubbles are in the order of the headers, not of keys or rows. What a
// rewind took out of the conversation is a branch.
func TestBubbleOrder(t *testing.T) {
	say := func(id string, kind int, text string) []any {
		return []any{bubble(id), fmt.Sprintf(`{"type":%d,"bubbleId":"%s","text":"%s"}`, kind, id, text)}
	}
	pairs := append(say("z", 1, "first"), say("a", 2, "second")...)
	pairs = append(append(pairs, say("m", 1, "third")...), say("b", 2, "fourth")...)
	h := ide(t, `{"fullConversationHeadersOnly":[{"bubbleId":"z"},{"bubbleId":"a"},{"bubbleId":"gone"},{"bubbleId":"z"}]}`, pairs...)
	s := get(t, h, madeID)
	expect(t, s, "user first", "assistant second")
	if len(s.Branches) == 0 {
		t.Error("the rewound bubbles are out of reach")
	}
	h = ide(t, `{}`, pairs...) // no headers: as they were written
	expect(t, get(t, h, madeID), "user first", "assistant second", "user third", "assistant fourth")
	h = ide(t, `{"fullConversationHeadersOnly":[{"bubbleId":"q"}],"conversationMap":{"q":{"type":1,"text":"in the map"}}}`)
	expect(t, get(t, h, madeID), "user in the map")
}

// Values are text, bytes or NULL, and a broken one hides no other.
func TestBubbleValues(t *testing.T) {
	h := ide(t, `{"fullConversationHeadersOnly":[{"bubbleId":"1"},{"bubbleId":"2"},{"bubbleId":"3"},{"bubbleId":"4"},{"bubbleId":"5"},{"bubbleId":"6"}]}`,
		bubble("1"), []byte(`{"type":1,"richText":"{\"root\":{\"children\":[{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":\"one \"},{\"type\":\"mention\",\"text\":\"@two\"}]},{\"type\":\"paragraph\",\"children\":[{\"type\":\"text\",\"text\":\"three\"}]}]}}","images":[{"path":"/a.png"}],"workspaceUris":["file:///c%3A/work"]}`),
		bubble("2"), nil, bubble("3"), `{"type":2,"text":`, bubble("4"), `{"type":7}`,
		bubble("5"), `{"type":2,"toolFormerData":{"name":"edit","toolCallId":"c","rawArgs":"not JSON","params":"{\"a\":1}","status":"loading"}}`,
		bubble("6"), `{"type":2,"toolFormerData":{"name":"edit","toolCallId":"d","rawArgs":"raw","status":"cancelled","error":"stopped"}}`)
	s, report, err := catalog.New(h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: cursor.Name, SessionID: madeID})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, s, "user one @two\nthree", `assistant edit{"a":1}`, "assistant editraw", "tool stopped!")
	if report.SkippedCount != 2 || report.UnknownTypes["bubble.7"] != 1 || s.Cwd != "c:/work" || len(s.Messages[0].Attachments) != 1 {
		t.Errorf("report %+v, cwd %q", report, s.Cwd)
	}
}

// Tokens that are zero do not count; others are the bubble's request. A user's
// model is in force for the answers.
func TestBubbleTokens(t *testing.T) {
	const one, two = "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"
	h := ide(t, `{"modelConfig":{"modelName":"default"},"fullConversationHeadersOnly":[{"bubbleId":"u"},{"bubbleId":"`+one+`"},{"bubbleId":"`+two+`"},{"bubbleId":"3"}]}`,
		bubble("u"), `{"type":1,"text":"hi","modelInfo":{"modelName":"gpt-5"},"tokenCount":{"inputTokens":0,"outputTokens":0}}`,
		bubble(one), `{"type":2,"text":"a","tokenCount":{"inputTokens":100,"outputTokens":10},"createdAt":1786353300000}`,
		bubble(two), `{"type":2,"text":"b","tokenCount":{"inputTokens":5,"outputTokens":1}}`,
		bubble("3"), `{"type":2,"text":"c","tokenCount":{"inputTokens":0,"outputTokens":0}}`)
	s := get(t, h, madeID)
	expect(t, s, "user hi", "assistant a\n\nb\n\nc")
	if u := s.Messages[1].TokenUsage; u == nil || u.InputTokens != 105 || u.OutputTokens != 11 || s.Messages[1].Model != "gpt-5" || s.Cost.Source != session.CostSourceComputed {
		t.Errorf("usage %+v, model %q, cost %+v", u, s.Messages[1].Model, s.Cost)
	}
	keys := ""
	for _, r := range records(t, h, madeID, adapter.Want{Usage: true}) {
		keys += r.UsageKey
	}
	if keys != one+two {
		t.Errorf("usage keys %s", keys)
	}
	h = ide(t, `{}`, bubble("3"), `{"type":2,"text":"c","tokenCount":{"inputTokens":0,"outputTokens":0}}`)
	if s := get(t, h, madeID); s.Cost != nil || s.Messages[0].TokenUsage != nil || s.Model != "" {
		t.Errorf("invented: %+v", s.Cost)
	}
}

// Recorded money is that of the session; its tokens are not priced again.
func TestRecordedMoney(t *testing.T) {
	h := ide(t, `{"lastUpdatedAt":1786353300000,"modelConfig":{"modelName":"gpt-5"},"usageData":{"gpt-5":{"costInCents":12.5},"default":{"costInCents":0},"o3":{"costInCents":1}}}`,
		bubble("1"), `{"type":1,"text":"hi"}`, bubble("2"), `{"type":2,"text":"a","tokenCount":{"inputTokens":100,"outputTokens":10}}`)
	s := get(t, h, madeID)
	if c := s.Cost; c == nil || c.TotalUSD.String() != "0.135" || c.Source != session.CostSourceRecorded || c.InputTokens != 100 || c.OutputTokens != 10 {
		t.Errorf("cost %+v", c)
	}
}

// A subagent's spend is in its parent's total, and it is not listed.
func TestSubagents(t *testing.T) {
	const kid = "aaaabbbb-0000-4000-8000-000000000002"
	_, h := mounted(t, map[string][]byte{globalState: state(t,
		"composerData:"+madeID, `{"subComposerIds":["`+kid+`"]}`, bubble("1"), `{"type":1,"text":"hi"}`,
		"composerData:"+kid, `{"subagentInfo":{"parentComposerId":"`+madeID+`"}}`,
		"bubbleId:"+kid+":1", `{"type":2,"text":"a","tokenCount":{"inputTokens":100,"outputTokens":10},"modelInfo":{"modelName":"gpt-5"}}`)})
	s := get(t, h, madeID)
	if s.Cost == nil || s.Cost.Subagents == nil || s.Cost.InputTokens != 100 {
		t.Errorf("cost %+v", s.Cost)
	}
	out, err := catalog.New(h, func(fault.Diagnostic) {}).List(session.ListRequest{Agent: cursor.Name})
	if err != nil || len(out) != 1 || out[0].SessionID != madeID {
		t.Errorf("listed %+v, %v", out, err)
	}
}

// The index of composers was in the workspaces, then in one item, then in a
// table. Each has the time of the last change, the last one the rest too.
func TestIndexEras(t *testing.T) {
	const header = `{"composerId":"` + madeID + `","name":"Named","lastUpdatedAt":1786353325000,"isArchived":true,"workspaceIdentifier":{"uri":{"external":"vscode-remote://ssh-remote%2Bbox/work/there"}}}`
	said := []any{"composerData:" + madeID, `{"createdAt":1786353300000,"lastUpdatedAt":1786353325000}`, bubble("1"), `{"type":1,"text":"hi"}`}
	const space = "cursor-user/workspaceStorage/ab/"
	for name, files := range map[string]map[string][]byte{
		"workspaces": {globalState: state(t, said...), space + "workspace.json": []byte(`{"folder":"file:///work/there"}`),
			space + "state.vscdb": state(t, "composer.composerData", `{"allComposers":[{"composerId":"`+madeID+`"}]}`)},
		"item": {globalState: state(t, append(said, "composer.composerHeaders", `{"allComposers":[`+header+`]}`)...)},
		"table": {globalState: databaseOf(t, func(exec func(string, ...any)) {
			exec(tables)
			exec("INSERT INTO cursorDiskKV VALUES (?, ?), (?, ?)", said...)
			exec("CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, lastUpdatedAt INTEGER, isArchived INTEGER, isSubagent INTEGER, value TEXT)")
			exec("INSERT INTO composerHeaders VALUES (?, 1786353325000, 1, 0, ?)", madeID, header)
		})},
		"newest": {globalState: databaseOf(t, func(exec func(string, ...any)) { // columns come and go
			exec("CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)")
			exec("INSERT INTO cursorDiskKV VALUES (?, ?), (?, ?)", said...)
			exec("CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, value TEXT)")
			exec("INSERT INTO composerHeaders VALUES (?, ?)", madeID, header)
		})},
	} {
		_, h := mounted(t, files)
		e := env(h, nil)
		ix := discover(t, e)
		ref := ix.FindRef(madeID)
		at, err := ref.Updated, error(nil)
		if at == 0 {
			at, err = cursor.New().Updated(e, ix, ref)
		}
		s := get(t, h, madeID)
		if err != nil || at.String() != "2026-08-10T09:15:25.000Z" || s.Cwd != "/work/there" || s.UpdatedAt != at {
			t.Errorf("%s: updated %s, %v, cwd %q", name, at, err, s.Cwd)
		}
		if named := name != "workspaces"; s.Archived != named || named && s.Title != "Named" {
			t.Errorf("%s: title %q, archived %v", name, s.Title, s.Archived)
		}
	}
}

// Without bubbles the conversation may be in the layout of the command line
// agent, below agentKv.
func TestConversationState(t *testing.T) {
	var b blobs
	b.say(`{"role":"user","content":"<user_query>hi</user_query>"}`)
	b.say(`{"role":"assistant","content":[{"type":"text","text":"there"}]}`)
	var pairs []any
	for id, data := range b.data {
		pairs = append(pairs, "agentKv:blob:"+id, data)
	}
	h := ide(t, `{"name":"State","conversationState":"~`+base64.StdEncoding.EncodeToString(b.root)+`"}`, pairs...)
	s := get(t, h, madeID)
	expect(t, s, "user hi", "assistant there")
	if s.Title != "State" {
		t.Errorf("title %q", s.Title)
	}
	h = ide(t, `{"conversationState":"~%%%"}`)
	if got := listed(t, h); len(got) != 0 {
		t.Errorf("no conversation, but %+v", got)
	}
}

// A composer and a transcript of one id are one session, with the composer's
// texts, also where the transcript is in another mount.
func TestComposerWithTranscript(t *testing.T) {
	m, h := memory(t, "cursor-ide-handmade")
	path := transcripts + composed + "/" + composed + ".jsonl"
	m.File(path, []byte(`{"role":"user","message":{"content":"<user_query>Find where the parcel weight is floored and fix it.</user_query>"}}`+"\n"))
	before := len(listed(t, adaptertest.NativeHost(t, "cursor-ide-handmade")))
	if n := len(listed(t, h)); n != before {
		t.Errorf("%d sessions, want %d", n, before)
	}
	ref := discover(t, env(h, nil)).FindRef(composed)
	if ref.Path != globalState || len(ref.Alternates) != 1 || ref.Alternates[0] != path {
		t.Errorf("ref %+v", ref)
	}
	if s := get(t, h, composed); s.MessageCount != 6 || s.Cost.InputTokens != 7230 {
		t.Errorf("%d messages, cost %+v", s.MessageCount, s.Cost)
	}
	// A transcript that holds more is shown, and the composer's spend stays.
	m.File(path, []byte(strings.Repeat(`{"role":"user","message":{"content":"more"}}`+"\n", 9)))
	if s := get(t, h, composed); s.MessageCount != 9 || s.Cost == nil || s.Cost.InputTokens != 7230 || s.Cost.TotalUSD.String() != "0.04" {
		t.Errorf("%d messages, cost %+v", s.MessageCount, s.Cost)
	}
}

// watched notes the statements that are run.
type watched struct {
	host.SQL
	seen map[string][]host.Value
}

func (w *watched) Query(handle int64, query string, args ...host.Value) ([][]host.Value, error) {
	w.seen[query] = args
	if strings.Contains(query, "cursorDiskKV") {
		plan, err := w.SQL.Query(handle, "EXPLAIN QUERY PLAN "+query, args...)
		for _, row := range plan {
			detail := string(row[3].Bytes)
			if err == nil && strings.HasPrefix(detail, "SCAN") || strings.Contains(query, "CAST(value") && !strings.Contains(query, "key =") && !strings.Contains(query, "key IN") {
				w.seen["BAD "+query+": "+detail] = nil
			}
		}
	}
	return w.SQL.Query(handle, query, args...)
}

// state.vscdb may be gigabytes: its large table is only ever searched by key,
// and values are read only of the keys that are named.
func TestNoScan(t *testing.T) {
	_, h := memory(t, "cursor-ide-handmade")
	w := &watched{SQL: h.SQL, seen: map[string][]host.Value{}}
	h.SQL = w
	for _, id := range []string{composed, explored, inline, draft} {
		_, _, _ = catalog.New(h, func(fault.Diagnostic) {}).Get(session.GetRequest{Agent: cursor.Name, SessionID: id})
	}
	listed(t, h)
	large := 0
	for query, args := range w.seen {
		if strings.HasPrefix(query, "BAD") || strings.Contains(query, "LIKE") {
			t.Error(query)
		}
		if strings.Contains(query, "cursorDiskKV") {
			large++
		}
		for _, a := range args {
			if s := string(a.Bytes); strings.HasPrefix(s, "checkpointId") || strings.HasPrefix(s, "messageRequestContext") {
				t.Errorf("%s is looked for", s)
			}
		}
	}
	if large < 3 {
		t.Errorf("only %d statements on the large table were seen", large)
	}
}

// More composers and bubbles than one page of a query holds.
func TestPages(t *testing.T) {
	const n = 2500
	_, h := mounted(t, map[string][]byte{globalState: databaseOf(t, func(exec func(string, ...any)) {
		exec(tables)
		for i := range n {
			exec("INSERT INTO cursorDiskKV VALUES (?, ?)", fmt.Sprintf("composerData:c%04d", i), `{}`)
			exec("INSERT INTO cursorDiskKV VALUES (?, ?)", fmt.Sprintf("bubbleId:c0000:b%04d", n-i), fmt.Sprintf(`{"type":1,"text":"%d"}`, i))
		}
	})})
	ix := discover(t, env(h, nil))
	if len(ix.Refs) != n {
		t.Errorf("%d sessions, want %d", len(ix.Refs), n)
	}
	s := get(t, h, "c0000")
	if len(s.Messages) != n || s.Messages[0].Content != "0" || s.Messages[n-1].Content != fmt.Sprint(n-1) {
		t.Errorf("%d messages", len(s.Messages))
	}
}

// A damaged database of the IDE hides no transcript.
func TestDamagedState(t *testing.T) {
	_, h := mounted(t, map[string][]byte{globalState: []byte(strings.Repeat("no database ", 999)),
		transcripts + madeID + ".jsonl": []byte(`{"role":"user","message":{"content":"hi"}}`)})
	var n notes
	if ix := discover(t, env(h, &n)); len(ix.Refs) != 1 || len(n) != 1 || n[0].Path != globalState {
		t.Errorf("%d sessions, notes %+v", len(ix.Refs), n)
	}
	_, h = mounted(t, map[string][]byte{globalState: []byte(strings.Repeat("no database ", 999))})
	if _, err := cursor.New().Discover(env(h, nil)); fault.CodeOf(err) != fault.ParseError {
		t.Errorf("nothing but damage: %v", err)
	}
}
