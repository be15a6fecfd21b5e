package core_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/session"
)

// eachFixture calls fn for every session of the fixture homes, subagents' too.
func eachFixture(t *testing.T, fn func(h *host.Host, home string, sum *session.SessionSummary)) {
	t.Helper()
	homes, err := filepath.Glob(filepath.Join("..", "testdata", "agents", "*", "home*"))
	if err != nil || len(homes) == 0 {
		t.Fatal("no homes", err)
	}
	for _, home := range homes {
		if info, err := os.Stat(home); err != nil || !info.IsDir() {
			continue
		}
		h := hostOf(t, home)
		list, err := core.New(h).SessionsList(session.ListRequest{Limit: 1 << 20, Subagents: true, Superseded: true})
		if err != nil {
			t.Fatal(home, err)
		}
		for i := range list {
			fn(h, filepath.Base(filepath.Dir(home)), &list[i])
		}
	}
}

// TestViewAgreesWithGet: of every session of the fixtures a view has the messages,
// calls, numbers and costs that get has, also page by page.
func TestViewAgreesWithGet(t *testing.T) {
	views, attachments := 0, 0
	eachFixture(t, func(h *host.Host, home string, sum *session.SessionSummary) {
		place := home + " " + sum.UnifiedID
		whole, err := core.New(h).SessionsGet(session.GetRequest{UnifiedID: sum.UnifiedID})
		if err != nil {
			return
		}
		view, err := core.New(h).SessionsView(session.ViewRequest{UnifiedID: sum.UnifiedID, Limit: 1000})
		if err != nil {
			t.Errorf("%s: %v", place, err)
			return
		}
		views++
		checkView(t, place, whole, view)
		var paged []session.ViewTurn
		after := int64(0)
		for {
			page, err := core.New(h).SessionsView(session.ViewRequest{UnifiedID: sum.UnifiedID, Limit: 1, After: after})
			if err != nil {
				t.Fatalf("%s: %v", place, err)
			}
			if a, b := string(page.Totals.AppendJSON(nil)), string(view.Totals.AppendJSON(nil)); a != b {
				t.Errorf("%s: totals %s, not %s", place, a, b)
			}
			paged = append(paged, page.Turns...)
			if after = page.Next; after == 0 {
				break
			}
		}
		if a, b := turnsText(paged), turnsText(view.Turns); a != b {
			t.Errorf("%s: the pages are not the whole", place)
		}
		for i := 0; i < len(whole.Messages); i += 1 + len(whole.Messages)/8 {
			at := int64(i)
			one, err := core.New(h).SessionsView(session.ViewRequest{UnifiedID: sum.UnifiedID, At: &at})
			if err != nil || len(one.Turns) != 1 || one.Turns[0].N > at {
				t.Fatalf("%s: at %d: %v", place, at, err)
			}
			for k := range view.Turns {
				if last := k+1 == len(view.Turns) || view.Turns[k+1].N > at; last {
					if one.Turns[0].Turn != view.Turns[k].Turn {
						t.Errorf("%s: message %d is in turn %d, not %d", place, at, one.Turns[0].Turn, view.Turns[k].Turn)
					}
					break
				}
			}
		}
		attachments += checkAttachments(t, h, place, whole)
		story, err := core.New(h).SessionsStory(session.StoryRequest{UnifiedID: sum.UnifiedID})
		if err != nil {
			t.Fatalf("%s: %v", place, err)
		}
		if a, b := string(story.Totals.AppendJSON(nil)), string(view.Totals.AppendJSON(nil)); a != b || len(story.Steps) != len(view.Turns) {
			t.Errorf("%s: the story's totals are %s, not %s", place, a, b)
		}
	})
	if views < 100 || attachments < 4 {
		t.Errorf("only %d sessions and %d attachments", views, attachments)
	}
}

func turnsText(list []session.ViewTurn) string {
	var b []byte
	for i := range list {
		b = list[i].AppendJSON(b)
	}
	return string(b)
}

// checkView compares a view with the session.
func checkView(t *testing.T, place string, whole *session.Session, view *session.SessionView) {
	t.Helper()
	bad := func(format string, args ...any) { t.Errorf("%s: "+format, append([]any{place}, args...)...) }
	var calls, results int64
	seen := map[int64]bool{}
	var shown, failed int64
	for i := range whole.Messages {
		calls += int64(len(whole.Messages[i].ToolCalls))
		if whole.Messages[i].ToolResult != nil {
			results++
		}
	}
	var money session.Money
	for i := range view.Turns {
		turn := &view.Turns[i]
		if turn.Turn != int64(i+1) {
			bad("turn %d is number %d", i+1, turn.Turn)
		}
		if turn.CostUSD != nil {
			money += *turn.CostUSD
		}
		if p := turn.Prompt; p != nil {
			seen[p.N] = true
			if p.Text != whole.Messages[p.N].Content || p.N != turn.N || whole.Messages[p.N].Role != session.RoleUser {
				bad("prompt %d", p.N)
			}
		}
		for _, it := range turn.Items {
			if it.Kind != session.ViewKindRewind {
				seen[it.N] = true
			}
			m := &whole.Messages[it.N]
			if it.Kind == session.ViewKindText && (it.Text != m.Content || it.ID != m.ID) {
				bad("text %d", it.N)
			}
			if it.N < turn.N || i+1 < len(view.Turns) && it.N >= view.Turns[i+1].N {
				bad("item %d in turn from %d", it.N, turn.N)
			}
			for _, c := range it.Calls {
				seen[c.N] = true
				if c.ResultN != nil {
					seen[*c.ResultN] = true
					if whole.Messages[*c.ResultN].ToolResult == nil {
						bad("message %d is no result", *c.ResultN)
					}
				}
				if len(whole.Messages[c.N].ToolCalls) > 0 {
					shown++
				}
				if c.Outcome == session.ViewOutcomeFailed || c.Outcome == session.ViewOutcomeDenied {
					failed++
				}
			}
		}
	}
	totals := view.Totals
	if totals.Calls != calls || shown != calls || totals.Messages != whole.MessageCount || totals.Turns != int64(len(view.Turns)) || len(view.Outline) != len(view.Turns) || totals.Failed != failed {
		bad("totals %s: %d calls, %d shown, %d failed, %d messages", totals.AppendJSON(nil), calls, shown, failed, whole.MessageCount)
	}
	for i := range whole.Messages {
		m := &whole.Messages[i]
		empty := m.Content == "" && m.Thinking == "" && len(m.ToolCalls) == 0 && m.ToolResult == nil
		if !seen[int64(i)] && !empty && m.ToolResult == nil && m.Kind != "api_error" {
			bad("message %d (%s %s) is not in the view", i, m.Role, m.Kind)
		}
	}
	checkMoney(bad, whole, view.Totals, money)
}

// checkMoney compares the sums of a view with the session's cost.
func checkMoney(bad func(string, ...any), whole *session.Session, totals *session.ViewTotals, turns session.Money) {
	value := func(m *session.Money) session.Money {
		if m == nil {
			return 0
		}
		return *m
	}
	var total session.Money
	if whole.Cost != nil {
		total = value(whole.Cost.TotalUSD)
	}
	if value(totals.CostUSD) != total || value(totals.TurnsUSD) != turns || value(totals.TurnsUSD)+value(totals.OtherUSD)+value(totals.SubagentsUSD) != total || value(totals.OtherUSD) < 0 {
		bad("money: %s of %s", totals.AppendJSON(nil), total)
	}
}

// checkAttachments reads the attachments of a session, and returns how many have bytes.
func checkAttachments(t *testing.T, h *host.Host, place string, whole *session.Session) (read int) {
	t.Helper()
	for i := range whole.Messages {
		for _, a := range whole.Messages[i].Attachments {
			data, err := core.New(h).AttachmentsGet(session.AttachmentRequest{UnifiedID: whole.UnifiedID, ID: a.ID})
			if err != nil {
				if a.Bytes > 0 {
					t.Logf("%s: message %d, %+v: %v", place, i, a, err)
				}
				continue
			}
			raw, err := base64.StdEncoding.DecodeString(data.Data)
			if err != nil || int64(len(raw)) != data.Bytes || strings.HasPrefix(data.MediaType, "image/png") != strings.HasPrefix(string(raw), "\x89PNG") {
				t.Errorf("%s: %+v: %v, %d bytes", place, a, err, len(raw))
			}
			read++
		}
	}
	return read
}

// TestAttachmentsOfClaude: pictures of one record that have the same size stay
// apart, and what claims to be a picture is only bytes.
func TestAttachmentsOfClaude(t *testing.T) {
	home := t.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "-w")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	picture := func(last string) string {
		return base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n some picture " + last))
	}
	block := func(media, data string) string {
		return `{"type":"image","source":{"type":"base64","media_type":"` + media + `","data":"` + data + `"}}`
	}
	line := `{"type":"user","uuid":"u1","sessionId":"0b5a6f9e-0000-4000-8000-000000000001","cwd":"/w","timestamp":"2026-11-20T17:15:51.390Z","version":"2.1.0","message":{"role":"user","content":[` +
		block("image/png", picture("a")) + "," + block("image/png", picture("b")) + "," + block("image/jpeg", base64.StdEncoding.EncodeToString([]byte("no picture"))) + `,{"type":"text","text":"Look."}]}}` + "\n"
	if err := os.WriteFile(filepath.Join(folder, "0b5a6f9e-0000-4000-8000-000000000001.jsonl"), []byte(line), 0o644); err != nil {
		t.Fatal(err)
	}
	h := hostOf(t, home)
	s, err := core.New(h).SessionsGet(session.GetRequest{Ref: "last"})
	if err != nil || len(s.Messages) != 1 || len(s.Messages[0].Attachments) != 3 {
		t.Fatalf("%v %+v", err, s)
	}
	for i, want := range []string{"image/png " + picture("a"), "image/png " + picture("b"), "application/octet-stream " + base64.StdEncoding.EncodeToString([]byte("no picture"))} {
		data, err := core.New(h).AttachmentsGet(session.AttachmentRequest{Ref: "last", ID: s.Messages[0].Attachments[i].ID})
		if err != nil || data.MediaType+" "+data.Data != want {
			t.Errorf("%d: %v %+v", i, err, data)
		}
	}
	for id, code := range map[string]fault.Code{"0.3": fault.InvalidArgument, "1.0": fault.InvalidArgument, "-1.0": fault.InvalidArgument, "0.0.0": fault.InvalidArgument, "": fault.InvalidArgument, "/etc/passwd": fault.InvalidArgument, "0.99999999999999999999": fault.InvalidArgument} {
		if _, err := core.New(h).AttachmentsGet(session.AttachmentRequest{Ref: "last", ID: id}); fault.CodeOf(err) != code {
			t.Errorf("%q: %v", id, err)
		}
	}
	if _, err := core.New(h).AttachmentsGet(session.AttachmentRequest{Ref: "last", ID: "0.0", MaxBytes: 5}); fault.CodeOf(err) != fault.LimitExceeded {
		t.Errorf("a limit: %v", err)
	}
}
