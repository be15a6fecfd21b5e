package copilot_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter/copilot"
	"github.com/heddle-dev/heddle/core/session"
)

// The sessions of copilot-rewind-handmade: a real session's requests in the
// index, with events as a rewind leaves them; its fork; one that was killed.
const (
	rewoundID = "f38b2aad-98ec-4615-abbe-d0a70ddfd67d"
	forkID    = "aaaa0001-0000-4000-8000-000000000001"
	killedID  = "aaaa0002-0000-4000-8000-000000000002"
)

// Rule: what a rewind removed still counts, once: whether totals hold it or
// not, and for the session that made it, though its fork shows it.
func TestRemovedTurnsCount(t *testing.T) {
	h := fixture(t, "copilot-rewind-handmade")
	for id, want := range map[string][3]int64{rewoundID: {58886, 348, 15}, killedID: {35400, 80, 5}, forkID: {15001, 7, 0}} {
		s, _ := h.get(id)
		if c := s.Cost; [3]int64{c.InputTokens, c.OutputTokens, c.ThinkingTokens} != want {
			t.Errorf("%s: %+v, want %v", id, c, want)
		}
	}
	if s, _ := h.get(rewoundID); s.TurnCount != 3 || len(s.Messages) != 6 {
		t.Errorf("%d turns, %d messages", s.TurnCount, len(s.Messages))
	}
	c := h.catalog()
	total, err := c.TotalCost(session.CostRequest{Agent: "copilot", GroupBy: session.GroupBySession})
	if err != nil || total.InputTokens != 109287 || total.OutputTokens != 435 || total.CachedTokens != 7000 {
		t.Errorf("%+v, %v", total, err)
	}
	// Without the index the totals are all there is.
	h.mounts.Remove("copilot/session-store.db")
	if s, _ := h.get(rewoundID); s.Cost.InputTokens != 58886 || s.Cost.OutputTokens != 348 {
		t.Errorf("without the index: %+v", s.Cost)
	}
	if s, _ := h.get(killedID); s.Cost.InputTokens != 14100 {
		t.Errorf("without the index: %+v", s.Cost)
	}
}

// Rule: images that a tool gave the model are attachments of its result.
func TestBinaryResults(t *testing.T) {
	h := made(t, start(1, "1.0.102", ""), user(2, "look"), event(3, "tool.execution_complete",
		`"toolCallId":"c","success":true,"result":{"content":"Viewed image","binaryResultsForLlm":[{"data":"QUJD","mimeType":"image/png","type":"image","description":"logo.png"}]}`))
	s, _ := h.get(uuid(1))
	m := s.Messages[1]
	if len(m.Attachments) != 1 || m.Attachments[0] != (session.Attachment{ID: "1.0", Name: "logo.png", MediaType: "image/png", Bytes: 4}) {
		t.Errorf("%+v", m.Attachments)
	}
	a, err := h.catalog().Attachment(session.AttachmentRequest{Agent: copilot.Name, SessionID: uuid(1), ID: "1.0"})
	if err != nil || *a != (session.AttachmentData{Name: "logo.png", MediaType: "application/octet-stream", Bytes: 3, Data: "QUJD"}) { // no picture
		t.Errorf("%+v, %v", a, err)
	}
}
