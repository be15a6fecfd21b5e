package cli

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle"
	"github.com/heddle-dev/heddle/core"
	"github.com/heddle-dev/heddle/core/session"
)

// newCleaner returns what makes a text of a session fit for an answer: without characters that a
// reader cannot see, and without secrets unless those are wanted. cwd is the session's folder, whose
// owner is then known.
func (s *mcpServer) newCleaner(cwd string) func(string) string {
	if !s.redact {
		return printable
	}
	redact := core.NewRedactor(cwd)
	return func(text string) string { return printable(redact(text)) }
}

// wholeTitle returns a title that does not end in the middle of a secret.
func (s *mcpServer) wholeTitle(title string) string {
	if !s.redact || utf8.RuneCountInString(title) < session.TitleLimit-1 { // a space at the end is not kept
		return title
	}
	return title[:max(strings.LastIndexByte(title, ' '), 0)]
}

// Parts of a snippet, in bytes.
const (
	mcpBeforeMatch = 80
	mcpAfterMatch  = 160
)

// redactHits makes the snippets of a session anew, from the redacted session: what a secret is may
// be known only from the text around the snippet. A hit whose match is redacted has no snippet.
func (s *mcpServer) redactHits(ctx context.Context, x *heddle.SessionSummary) error {
	if !s.redact || len(x.Hits) == 0 {
		return nil
	}
	whole, err := s.h.Sessions.Get(ctx, x.Ref(), heddle.GetOptions{Redact: true})
	switch {
	case ctx.Err() != nil:
		return err
	case err != nil: // gone this moment
		x.Title, x.Hits = s.wholeTitle(x.Title), nil
		return nil
	}
	x.Title, x.Hits = whole.Title, x.Hits[:min(len(x.Hits), mcpMostHits)]
	for i := range x.Hits {
		h := &x.Hits[i]
		match := matchOf(h)
		h.Snippet = ""
		for _, text := range textsAt(whole, h) {
			if at := strings.Index(text, match); at >= 0 && text != "" {
				h.Snippet = around(text, at, len(match))
				break
			}
		}
	}
	return nil
}

// matchOf returns the first match of a hit; empty for a hit without one, such as a call of a tool.
func matchOf(h *heddle.SearchHit) string {
	if len(h.Ranges) == 0 {
		return ""
	}
	text := []rune(h.Snippet)
	end := min(max(int(h.Ranges[0].End), 0), len(text))
	return string(text[min(max(int(h.Ranges[0].Start), 0), end):end])
}

// textsAt returns the texts of a session in which a hit is, each on one line.
func textsAt(x *heddle.Session, h *heddle.SearchHit) (texts []string) {
	if h.MessageIndex == nil || *h.MessageIndex < 0 || *h.MessageIndex >= int64(len(x.Messages)) {
		return []string{x.Title}
	}
	m := &x.Messages[*h.MessageIndex]
	switch h.Field {
	case heddle.HitFieldThinking:
		texts = append(texts, m.Thinking)
	case heddle.HitFieldToolCall:
		for i := range m.ToolCalls {
			texts = append(texts, inputText(m.ToolCalls[i].Input))
		}
	case heddle.HitFieldToolResult:
		if m.ToolResult != nil {
			texts = append(texts, valueText(m.ToolResult.Output))
		}
	default:
		texts = append(texts, m.Content)
	}
	for i := range texts {
		texts[i] = strings.Join(strings.Fields(texts[i]), " ")
	}
	return texts
}

// around returns a match with what is before and after it.
func around(text string, at, length int) string {
	from, to := max(at-mcpBeforeMatch, 0), min(at+length+mcpAfterMatch, len(text))
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	return text[from:to]
}
