package store

import (
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/canon"
	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/revert"
	"github.com/heddle-dev/heddle/core/scan"
)

const (
	// summaryPoints is the longest quotation in a derived summary, in code
	// points.
	summaryPoints = 280
	// summarySearch is how many visible messages from either end are looked at
	// for something to quote.
	summarySearch = 8192
	// defaultGenerator names who derives summaries.
	defaultGenerator = "heddle"
)

// SummaryOptions says what a summary is.
type SummaryOptions struct {
	Content     string // "" derives it from the visible messages
	GeneratedBy string // "" = "heddle"
}

// Summarize stores a summary. A derived one quotes the first message of the
// user and the latest output of the agent.
func (s *Store) Summarize(id string, o SummaryOptions, req Request) (*Summary, error) {
	if o.GeneratedBy == "" {
		o.GeneratedBy = defaultGenerator
	}
	return summaryOf(s.Change(id, req, func(st *State, _ Edge) (Plan, error) {
		if !st.Exists() {
			return Plan{}, NotFound(id)
		}
		content := o.Content
		if content == "" {
			var err error
			if content, err = s.derive(st); err != nil {
				return Plan{}, err
			}
		}
		m := canon.Object(nil)
		m.Str("content", content)
		m.Str("generatedBy", o.GeneratedBy)
		return one(kindSummarized, m.End()), nil
	}))
}

// GetSummary returns the stored summary at a position (0: now); nil when
// there is none.
func (s *Store) GetSummary(id string, at int64) (*Summary, error) { return summaryOf(s.Look(id, at)) }

func summaryOf(st *State, err error) (*Summary, error) {
	if err != nil || st.summary == nil {
		return nil, err
	}
	out := *st.summary
	return &out, nil
}

// derive quotes the two ends of the visible conversation. Both are looked for
// from their own end.
func (s *Store) derive(st *State) (string, error) {
	var all revert.Places
	all.AddRun(0, st.Count())
	var asked, answered string
	seen := 0
	err := s.walk(st, &all, &st.Window, 0, 0, true, func(e *host.Event) (bool, error) {
		if ofType(e.Payload, []string{"user"}) {
			asked = quote(e.Payload)
		}
		seen++
		return asked == "" && seen < summarySearch, nil
	})
	const block = 256
	visible := st.Window.Before(st.Count())
	for to := visible; to > max(0, visible-summarySearch) && answered == "" && err == nil; to -= block {
		from := max(0, to-block)
		n := from
		err = s.walk(st, &all, &st.Window, st.Window.Nth(from), to-from, false, func(e *host.Event) (bool, error) {
			if n++; ofType(e.Payload, []string{"assistant", "text", "result"}) {
				if q := quote(e.Payload); q != "" {
					answered = q
				}
			}
			return n < to, nil
		})
	}
	switch {
	case err != nil:
		return "", err
	case asked != "" && answered != "":
		return "User: " + asked + "\nAgent: " + answered, nil
	case asked != "":
		return "User: " + asked, nil
	case answered != "":
		return "Agent: " + answered, nil
	}
	return "No messages", nil
}

// quote returns a message's text, cut between two characters.
func quote(message []byte) string {
	v, err := scan.Parse(message)
	if err != nil {
		return ""
	}
	return Cut(Text(v), summaryPoints)
}

// Text returns the text of a message: its content, or its text blocks with a
// blank line between them.
func Text(v scan.Value) string {
	content := v.Get("content")
	if content.Kind() == scan.String {
		return content.String()
	}
	var out []byte
	for _, list := range []scan.Value{content, v.Get("contentBlocks")} {
		list.Each(func(_ int, block scan.Value) bool {
			if t := block.Get("text"); t.Kind() == scan.String && block.Get("type").EqualString("text") {
				if len(out) > 0 {
					out = append(out, "\n\n"...)
				}
				out = t.AppendString(out)
			}
			return true
		})
	}
	return string(out)
}

// Cut returns the first n code points of s, with an ellipsis in place of the
// last one when s is longer. Marks and joiners stay with what they
// modify.
func Cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	points, end := 0, 0
	for i, r := range s {
		if points >= n {
			break
		}
		if !extends(r) && !(i >= 3 && s[i-3:i] == "\u200d") {
			end = i
		}
		points++
	}
	return s[:end] + "…"
}

// extends reports whether a code point belongs to the character before it.
func extends(r rune) bool {
	return r == '\u200d' || r >= 0x300 && r <= 0x36f || r >= 0xfe00 && r <= 0xfe0f || r >= 0x1f3fb && r <= 0x1f3ff ||
		r >= 0x20d0 && r <= 0x20f0 || r >= 0xe0100 && r <= 0xe01ef
}
