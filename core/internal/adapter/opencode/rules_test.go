package opencode_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/adapter/opencode"
	"github.com/heddle-dev/heddle/core/session"
)

// shown drops what no reader sees.
func shown(rs []adapter.Record) (out []adapter.Record) {
	for _, r := range rs {
		if r.Kind == adapter.Message && !r.Branch {
			out = append(out, r)
		}
	}
	return out
}

func messageWith(t *testing.T, rs []adapter.Record, text string) adapter.Record {
	t.Helper()
	for _, r := range rs {
		if strings.Contains(r.Text, text) {
			return r
		}
	}
	t.Fatalf("no record says %q", text)
	return adapter.Record{}
}

func total(rs []adapter.Record) (u session.TokenUsage) {
	for _, r := range rs {
		if r.Usage != nil {
			u.Add(*r.Usage)
		}
	}
	return u
}

// A copy of a session in several stores counts once; the database's is the
// newest.
func TestFourStoresOneSession(t *testing.T) {
	ix := discover(t, env(home(t, "opencode-upgrade"), nil))
	from := map[string]int{}
	for _, r := range ix.Refs {
		from[strings.Split(r.Path, "/")[1]]++
	}
	if len(ix.Refs) != 15 || from["opencode.db"] != 11 || from["storage"] != 2 || from["project"] != 2 {
		t.Errorf("%d sessions from %v, want 15: 11 of the database, 2 of storage, 2 of project", len(ix.Refs), from)
	}
	if r := messageWith(t, walkOf(t, "opencode-upgrade", "CSWP3RS0"), "v1.2.1"); !r.Prompt {
		t.Error("the prompt that only the database's copy has is missing")
	}
}

// A session keeps the version that made it while newer ones write on in it:
// the figures of each message show which meaning they have.
func TestUsageOfMixedVersions(t *testing.T) {
	rs := walkOf(t, "opencode-upgrade", "CSWP3RS0") // 1.0.0, last turn by 1.2.1
	got := total(rs)
	want := session.TokenUsage{InputTokens: 11013 + 11155 + 11988, OutputTokens: 106 + 42 + 42, ThinkingTokens: 30}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	// 1.0.0 alone: input holds what came from the cache.
	got = total(walkOf(t, "opencode-upgrade", "wZc9MaUG"))
	cached := int64(5607 + 5680 + 5727 + 5770)
	want = session.TokenUsage{InputTokens: 11010 + 11215 + 11361 + 11455 + 11540 + 11654 - cached, CachedTokens: cached,
		OutputTokens: 54 + 64 + 32 + 15 + 77 + 25, ThinkingTokens: 26 + 21 + 24}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Up to 0.5 one message holds all model calls of a turn; each is one here,
// with its own figures where they are recorded.
func TestTurnsAreSplitIntoCalls(t *testing.T) {
	rs := shown(walkOf(t, "opencode-0.5.29", "uGPZ9u4BGwpskl"))
	var calls []adapter.Record
	for _, r := range rs {
		if r.Role == session.RoleAssistant {
			calls = append(calls, r)
		}
	}
	if len(calls) != 6 {
		t.Fatalf("%d calls, want 6", len(calls))
	}
	second := calls[1]
	if second.Text != "" || len(second.ToolCalls) != 1 || second.ToolCalls[0].ToolName != "write" ||
		!strings.HasPrefix(second.Thinking, "**Writing the note**") || second.Model != "mock-model" {
		t.Errorf("second call is %+v", second)
	}
	want := session.TokenUsage{InputTokens: 5560, CachedTokens: 5560, OutputTokens: 64, ThinkingTokens: 21}
	if *second.Usage != want || second.UsageKey != "prt_1fa3de9d0001NoOiIjSmKfPWtt" || second.USD.String() != "0.017898" {
		t.Errorf("second call's usage is %+v under %s, %v USD", *second.Usage, second.UsageKey, second.USD)
	}
	if string(second.ToolCalls[0].Input) != `{"content":"# Notes\n\n- colour names: grün, 赤, μπλε\n- TODO: add `+"`--blink`"+` ✨\n","filePath":"/home/dev/projects/tide-table/NOTES.md"}` {
		t.Errorf("input is %s", second.ToolCalls[0].Input)
	}
}

// 0.1 stored an answer in the pieces in which it arrived; they are one text.
// So does what 0.5 made of it in place.
func TestPiecesOfAnAnswerAreJoined(t *testing.T) {
	for fixture, tail := range map[string]string{"opencode-0.1.174": "7TrIvHj5C07x8W", "opencode-upgrade": "ZFBC04WCRTgKzh"} {
		rs := shown(walkOf(t, fixture, tail))
		r := messageWith(t, rs, "Summary of what I did")
		if !strings.HasSuffix(r.Text, "```diff\n+# Notes\n+- colour names: grün, 赤, μπλε\n```") {
			t.Errorf("%s: %q", fixture, r.Text)
		}
		if r.Usage == nil || r.USD != nil {
			t.Errorf("%s: only the last call's tokens and no cost are recorded, got %v, %v", fixture, r.Usage, r.USD)
		}
	}
}

// A tool part gives the assistant's call and a message with its result.
func TestToolResults(t *testing.T) {
	for fixture, tail := range map[string]string{"opencode-0.1.174": "7TrIvHj5C07x8W", "opencode-0.5.29": "uGPZ9u4BGwpskl",
		"opencode-1.1.65": "xC8n4t7l3J3Lc", "opencode": "EqPEMIpFk2dwyF", "opencode-upgrade": "ZFBC04WCRTgKzh"} {
		rs := shown(walkOf(t, fixture, tail))
		calls := map[string]session.ToolCall{}
		var results []adapter.Record
		for _, r := range rs {
			for _, c := range r.ToolCalls {
				calls[c.ToolCallID] = c
			}
			if r.Role == session.RoleTool {
				results = append(results, r)
				if calls[r.ToolResult.ToolCallID].ToolName == "" || r.Text != "" || r.ID == "" {
					t.Errorf("%s: result without a call before it: %+v", fixture, r)
				}
			}
		}
		if len(results) != 5 || len(calls) != 5 {
			t.Fatalf("%s: %d results of %d calls, want 5", fixture, len(results), len(calls))
		}
		bash, missing := results[3].ToolResult, results[4].ToolResult
		if bash.ExitCode != 3 || bash.IsError || !strings.Contains(string(bash.Output), "Prüfung fehlgeschlagen") {
			t.Errorf("%s: command's result is %+v %s", fixture, bash, bash.Output)
		}
		if !missing.IsError || missing.ExitCode != 0 || !strings.Contains(string(missing.Output), "File not found") {
			t.Errorf("%s: missing file's result is %+v %s", fixture, missing, missing.Output)
		}
		if calls[bash.ToolCallID].DurationMS == 0 {
			t.Errorf("%s: the command took no time", fixture)
		}
	}
}

// Files in a prompt are attachments; what OpenCode adds about them is context.
func TestAttachmentsAndContext(t *testing.T) {
	rs := walkOf(t, "opencode", "1A8hkQlXEkx2To")
	p := messageWith(t, rs, "three follow-up ideas")
	if p.Text != `"Give me three follow-up ideas about this file"` {
		t.Errorf("prompt is %s; quotes stay, nothing tells whether they were typed", p.Text)
	}
	if len(p.Attachments) != 1 || p.Attachments[0] != (session.Attachment{MediaType: "text/plain", Name: "cli.js"}) {
		t.Errorf("attachments are %+v", p.Attachments)
	}
	injected := 0
	for _, r := range rs {
		if r.Kind == adapter.Injected {
			injected++
		}
	}
	if injected != 2 {
		t.Errorf("%d pieces of context, want the call of the Read tool and its result", injected)
	}
}

// `run` of 0.5 and 1.0 stores a line end after the prompt. Piped text would
// come after it, so it is kept.
func TestPromptIsKeptLiterally(t *testing.T) {
	p := messageWith(t, walkOf(t, "opencode-0.5.29", "1C92QJuZGPabxK"), "Plan the work")
	if p.Text != "Plan the work \n" {
		t.Errorf("%q", p.Text)
	}
}

// A command that the user ran is no prompt and no model call.
func TestUserShell(t *testing.T) {
	rs := shown(walkOf(t, "opencode", "EOmbeNPcGJ5i0c"))
	p := messageWith(t, rs, "from-user-shell")
	if p.Role != session.RoleUser || p.Special != "shell" || p.Prompt || p.Model != "" || p.Text != "echo from-user-shell" || p.Usage != nil {
		t.Errorf("%+v", p)
	}
	for _, r := range rs {
		if r.Role == session.RoleTool && string(r.ToolResult.Output) == `"from-user-shell\n"` {
			return
		}
	}
	t.Error("its output is missing")
}

// A summary is the agent's, the message that asks for it is context.
func TestCompaction(t *testing.T) {
	rs := walkOf(t, "opencode", "EOmbeNPcGJ5i0c")
	for i, r := range rs {
		if r.Special != "compaction" {
			continue
		}
		if r.Role != session.RoleSystem || r.Type != "system" || !strings.HasPrefix(r.Text, "**Lantern**") || r.Usage.InputTokens != 675 {
			t.Errorf("%+v", r)
		}
		for j := i - 1; j > 0; j-- {
			if rs[j].Kind == adapter.Injected {
				return
			}
		}
	}
	t.Error("no summary after context that asks for one")
}

// What a revert hid is there, but on no branch that is shown.
func TestRevert(t *testing.T) {
	rs := walkOf(t, "opencode", "T5LkLq67b0Y8u7")
	if r := messageWith(t, rs, "How do I start it? (served)"); !r.Branch {
		t.Error("the reverted prompt is shown")
	}
	if r := messageWith(t, rs, "Run it like this"); !r.Branch || r.Usage == nil {
		t.Error("the reverted answer is shown, or its usage lost")
	}
	s := get(t, "opencode", "T5LkLq67b0Y8u7")
	if len(s.Branches) != 1 || s.Branches[0].MessageCount != 2 || s.MessageCount != 6 {
		t.Errorf("branches %+v of a session of %d messages", s.Branches, s.MessageCount)
	}
	if s.Cost.InputTokens != 24846 {
		t.Errorf("%d input tokens, want all 24,846 that the session's row tells", s.Cost.InputTokens)
	}
}

// Errors are notices; a run that was killed leaves a message that never was one.
func TestEndings(t *testing.T) {
	r := messageWith(t, walkOf(t, "opencode", "8zFKWmCsHaf1Sl"), "request refused")
	if r.Role != session.RoleSystem || r.Special != "api_error" || r.Type != "error" || r.Text != "Mock provider error: request refused" {
		t.Errorf("refused: %+v", r)
	}
	rs := walkOf(t, "opencode", "EOmbeNPcGJ5i0c")
	if half := messageWith(t, rs, "tick-1"); half.Role != session.RoleAssistant || half.Special != "" {
		t.Errorf("half an answer: %+v", half)
	}
	if r := rs[len(rs)-1]; r.Special != "interrupted" || r.Type != "system" || r.Text != "Aborted" {
		t.Errorf("interrupted: %+v", r)
	}
	for _, tail := range []string{"xzjRKiUzhOuBGv", "DiBIRnP33axpgg"} {
		if rs := shown(walkOf(t, "opencode", tail)); len(rs) != 1 || !rs[0].Prompt {
			t.Errorf("killed: %+v", rs)
		}
	}
}

// A fork's copies carry the original's times: older than the fork itself.
// They have new ids, so usage is known by times and figures.
func TestForkCopies(t *testing.T) {
	for _, c := range []struct{ fixture, original, fork string }{
		{"opencode", "WEsTIy6GUH5R9R", "9DEbzFU4bnTz4S"},
		{"opencode", "T5LkLq67b0Y8u7", "eyp15432LQp2aE"},
		{"opencode-1.1.65", "iF7lRa7vrAELsF", "S92ZGg6jLy8Osh"},
		{"opencode-upgrade", "SxJsztkzWJICUC", "elI79okWKexMGX"},
	} {
		keys := map[string]bool{}
		for _, r := range walkOf(t, c.fixture, c.original) {
			if r.UsageKey != "" {
				keys[r.UsageKey] = true
			}
			if r.Copied {
				t.Errorf("%s: %s is no copy", c.original, r.ID)
			}
		}
		copied, own := 0, 0
		for _, r := range walkOf(t, c.fixture, c.fork) {
			if r.UsageKey == "" {
				continue
			}
			if keys[r.UsageKey] != r.Copied {
				t.Errorf("%s: %s is marked %v, repeated %v", c.fork, r.ID, r.Copied, keys[r.UsageKey])
			}
			if r.Copied {
				copied++
			} else {
				own++
			}
		}
		if copied == 0 || own == 0 && c.fork != "eyp15432LQp2aE" {
			t.Errorf("%s: %d copied, %d own", c.fork, copied, own)
		}
	}
	s := get(t, "opencode", "9DEbzFU4bnTz4S")
	if s.Cost.InputTokens != 8425 || s.Cost.Inherited.InputTokens != 23693 || s.CreatedAt.String() != "2026-11-20T17:25:16.385Z" {
		t.Errorf("fork spent %d and inherited %d, made %s", s.Cost.InputTokens, s.Cost.Inherited.InputTokens, s.CreatedAt)
	}
}

// A subagent's spend is inside its parent's.
func TestSubagentSpend(t *testing.T) {
	for _, c := range []struct {
		fixture, parent string
		own, child      int64 // input tokens
	}{
		{"opencode", "7Ej030uH5Zo6tY", 11719, 10259},
		{"opencode-0.5.29", "dgpk0l9Tqrv31m", 10912 + 5504, 7264 + 3681},
	} {
		s := get(t, c.fixture, c.parent)
		if s.Cost.Subagents == nil || s.Cost.Subagents.InputTokens != c.child || s.Cost.InputTokens != c.own+c.child {
			t.Errorf("%s: cost is %+v", c.fixture, s.Cost)
		}
	}
	e := env(home(t, "opencode"), nil)
	ix := discover(t, e)
	if r := suffix(t, ix, "HnkeR0lhDeXt1r"); !r.Subagent || r.Parent != "ses_e0601ad49ffe7Ej030uH5Zo6tY" {
		t.Errorf("%+v", r)
	}
}

// Recorded figures: those of the session's row are the sum of its messages'.
func TestSessionTotals(t *testing.T) {
	dir := t.TempDir()
	copyFile(t, agents+"opencode"+share+"/opencode.db", filepath.Join(dir, "opencode.db"))
	db, err := sql.Open("sqlite", filepath.Join(dir, "opencode.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT id, tokens_input, tokens_output, tokens_reasoning, tokens_cache_read, cost FROM session")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	e := env(home(t, "opencode"), nil)
	ix := discover(t, e)
	n := 0
	for rows.Next() {
		var id string
		var in, out, thinking, cached int64
		var usd float64
		if err := rows.Scan(&id, &in, &out, &thinking, &cached, &usd); err != nil {
			t.Fatal(err)
		}
		n++
		rs := records(t, e, ix, ix.FindRef(id), everything)
		if id == "ses_e06006162ffeHSZWXw2o3ZzGnM" { // reverted and continued: the session's own totals lose what was removed
			in, out, usd = in+8314, out+25, usd+0.012621
		}
		want := session.TokenUsage{InputTokens: in, OutputTokens: out + thinking, ThinkingTokens: thinking, CachedTokens: cached}
		if got := total(rs); got != want {
			t.Errorf("%s: %+v, want %+v", id, got, want)
		}
		var sum session.Money
		for _, r := range rs {
			if r.USD != nil {
				sum = sum.Plus(*r.USD)
			}
		}
		if d := float64(sum)/1e12 - usd; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s: %s USD, want %v", id, sum, usd)
		}
	}
	if n != 19 {
		t.Errorf("%d sessions, want 19", n)
	}
}

// Rows that are only in the write-ahead log are read, and nothing else than
// what SQLite itself reads.
func TestLiveLog(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"opencode.db", "opencode.db-wal"} {
		copyFile(t, agents+"opencode-livewal"+share+"/"+name, filepath.Join(dir, name))
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, "opencode.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	want := map[string]bool{}
	for _, q := range []string{"SELECT id FROM session", "SELECT id FROM message"} {
		rows, err := db.Query(q)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var id string
			if err := rows.Scan(&id); err != nil {
				t.Fatal(err)
			}
			want[id] = true
		}
		rows.Close()
	}
	h := home(t, "opencode-livewal")
	e := env(h, nil)
	ix := discover(t, e)
	if len(ix.Refs) != 19 { // the main file alone has none
		t.Errorf("%d sessions, want 19", len(ix.Refs))
	}
	got := map[string]bool{}
	for i := range ix.Refs {
		got[ix.Refs[i].ID] = true
		e := env(h, nil)
		for _, r := range records(t, e, ix, &ix.Refs[i], adapter.Want{Prompts: true, Text: true, Usage: true, Raw: true}) {
			if strings.HasPrefix(r.ID, "msg_") && !strings.Contains(r.ID, "#") {
				got[r.ID] = true
			}
		}
		if e.Report.Records == 0 {
			t.Errorf("%s: nothing was read", ix.Refs[i].ID)
		}
	}
	var missing []string
	for id := range want {
		if !got[id] {
			missing = append(missing, id)
		}
	}
	sort.Strings(missing)
	// Killed runs hold nothing that could be shown.
	if strings.Join(missing, " ") != "msg_1f9fefa1b001FUc8H2Xz4vIgJe msg_1f9ff2290001knFyI0410aezbx" {
		t.Errorf("missing: %v", missing)
	}
}

// The log is read without the -shm beside it, and without the log the main
// file is all there is.
func TestLogAlone(t *testing.T) {
	h, m := mounted(t, "opencode-livewal")
	m.Remove("opencode/opencode.db-shm")
	if ix := discover(t, env(h, nil)); len(ix.Refs) != 19 {
		t.Errorf("%d sessions without -shm, want 19", len(ix.Refs))
	}
	m.Remove("opencode/opencode.db-wal")
	if ix := discover(t, env(h, nil)); len(ix.Refs) != 0 {
		t.Errorf("%d sessions without -wal, want 0", len(ix.Refs))
	}
}

func copyFile(t testing.TB, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// The name is also the mount's.
func TestName(t *testing.T) {
	if n := opencode.New().Name(); n != "opencode" {
		t.Error(n)
	}
}
