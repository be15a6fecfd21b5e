package claude_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/session"
)

// Rule: a file that a prompt mentions is its attachment; one that comes without
// a prompt (after a compaction) is nobody's.
func TestMentionedFiles(t *testing.T) {
	prompt := func(id string) string {
		return `{"type":"user","uuid":"` + id + `","sessionId":"own","version":"2.1.330","timestamp":"2026-11-22T20:00:00.000Z","message":{"role":"user","content":"look at @logo.png"}}`
	}
	file := func(id, parent, content string) string {
		return `{"type":"attachment","uuid":"` + id + `","parentUuid":"` + parent + `","sessionId":"own","timestamp":"2026-11-22T20:00:00.000Z","attachment":{"type":"file","filename":"/w/logo.png","displayPath":"logo.png","content":` + content + `}}`
	}
	image := `{"type":"image","file":{"base64":"QUJD","type":"image/png","originalSize":3}}`
	reminder := `{"type":"attachment","uuid":"a0","parentUuid":"u","sessionId":"own","attachment":{"type":"date","date":"2026-11-22"}}`
	answer := `{"type":"assistant","uuid":"b","parentUuid":"a2","sessionId":"own","timestamp":"2026-11-22T20:00:01.000Z","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"A logo."}]}}`
	h := oneSession(t, prompt("u"), reminder, file("a1", "a0", image), file("a2", "a1", `{"type":"text","file":{"content":"four"}}`), answer, file("a3", "b", image))
	s := h.get(t, "own")
	want := []session.Attachment{{ID: "0.0", Name: "logo.png", MediaType: "image/png", Bytes: 4}, {ID: "0.1", Name: "logo.png", Bytes: 4}}
	if len(s.Messages) != 2 || len(s.Messages[0].Attachments) != 2 || s.Messages[0].Attachments[0] != want[0] || s.Messages[0].Attachments[1] != want[1] ||
		s.Messages[0].Content != "look at @logo.png" || s.TurnCount != 1 {
		t.Errorf("%+v", s.Messages)
	}
	a, err := h.catalog().Attachment(session.AttachmentRequest{Agent: "claude", SessionID: "own", ID: "0.0"})
	if err != nil || *a != (session.AttachmentData{MediaType: "application/octet-stream", Name: "logo.png", Bytes: 3, Data: "QUJD"}) { // no picture
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := h.catalog().Attachment(session.AttachmentRequest{Agent: "claude", SessionID: "own", ID: "0.1"}); fault.CodeOf(err) != fault.Unsupported { // a text, though "four" is base64 too
		t.Errorf("%+v, %v", a, err)
	}
	if recs := h.walk(t, "own", everything); recs[len(recs)-1].Kind != adapter.Injected {
		t.Errorf("%+v", recs[len(recs)-1])
	}
	if s := openHome(t, "claude").get(t, "a0000002"); len(attachmentsOf(s)) != 0 { // a file that a compaction gives again
		t.Errorf("%+v", attachmentsOf(s))
	}
}

func attachmentsOf(s *session.Session) (out []session.Attachment) {
	for i := range s.Messages {
		out = append(out, s.Messages[i].Attachments...)
	}
	return out
}
