package store

import (
	"unicode/utf8"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/internal/canon"
	"github.com/heddle-dev/heddle/core/internal/revert"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/session"
)

const (
	// summaryPoints is the longest quotation in a derived summary, in code
	// points.
	summaryPoints = 280
	// summarySearch is the number of visible messages from either end that are
	// searched for a text to quote.
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
func (s *Store) Summarize(id string, o SummaryOptions, req Request) (*session.StoredSummary, error) {
	if o.GeneratedBy == "" {
		o.GeneratedBy = defaultGenerator
	}
	return requireResult(summaryOf(s.changeSession(id, req, func(st *State, _ stamp) (changePlan, error) {
		if !st.isComplete() {
			return changePlan{}, sessionNotFound(id)
		}
		content := o.Content
		if content == "" {
			var err error
			if content, err = s.deriveSummary(st); err != nil {
				return changePlan{}, err
			}
		}
		m := canon.Object(nil)
		m.Str("content", content)
		m.Str("generatedBy", o.GeneratedBy)
		return singleEvent(kindSummarized, m.End()), nil
	})))
}

// GetSummary returns the stored summary at a position (0: now); nil when
// there is no summary.
func (s *Store) GetSummary(id string, at int64) (*session.StoredSummary, error) {
	return summaryOf(s.findSession(id, at))
}

func summaryOf(st *State, err error) (*session.StoredSummary, error) {
	if err != nil || st.summary == nil {
		return nil, err
	}
	out := *st.summary
	return &out, nil
}

// deriveSummary quotes the two ends of the visible conversation. Each is searched
// from its own end.
func (s *Store) deriveSummary(st *State) (string, error) {
	var all revert.Places
	all.AddRun(0, st.Count())
	var asked, answered string
	seen := 0
	err := s.walkVisible(st, &all, &st.window, 0, 0, true, func(e *host.Event) (bool, error) {
		if ofType(e.Payload, []string{"user"}) {
			asked = quoteMessage(e.Payload)
		}
		seen++
		return asked == "" && seen < summarySearch, nil
	})
	const block = 256
	visible := st.window.VisibleBefore(st.Count())
	for to := visible; to > max(0, visible-summarySearch) && answered == "" && err == nil; to -= block {
		from := max(0, to-block)
		n := from
		err = s.walkVisible(st, &all, &st.window, st.window.NthVisible(from), to-from, false, func(e *host.Event) (bool, error) {
			if n++; ofType(e.Payload, []string{"assistant", "text", "result"}) {
				if q := quoteMessage(e.Payload); q != "" {
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

// quoteMessage returns a message's text, cut between two characters.
func quoteMessage(message []byte) string {
	v, err := scan.Parse(message)
	if err != nil {
		return ""
	}
	return truncateText(messageText(v), summaryPoints)
}

// messageText returns the text of a message: its content, or its text blocks with a
// blank line between them.
func messageText(v scan.Value) string {
	content := v.Get("content")
	if content.Kind() == scan.String {
		return content.String()
	}
	var out []byte
	for _, list := range []scan.Value{content, v.Get("contentBlocks")} {
		list.EachElement(func(_ int, block scan.Value) bool {
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

// truncateText returns the first n code points of s, with an ellipsis in place of the
// last one when s is longer. Marks, joiners and the halves of a flag are not
// separated from their character.
func truncateText(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	points, end := 0, 0
	before, half := rune(0), false // the code point before, and whether it is the first half of a flag
	for i, r := range s {
		if points >= n {
			break
		}
		flag := r >= 0x1f1e6 && r <= 0x1f1ff
		if !extendsCharacter(r) && before != joiner && !(flag && half) && !(before == '\r' && r == '\n') {
			end = i
		}
		before, half = r, flag && !half
		points++
	}
	return s[:end] + "…"
}

// joiner joins the characters before and after it into one.
const joiner = '\u200d'

// marks are the ranges of code points that belong to the character before
// them: combining marks, jamo that end a syllable, variation selectors, skin
// tones and tags.
var marks = []struct{ from, to rune }{
	{0x300, 0x36f}, {0x483, 0x489}, {0x591, 0x5bd}, {0x5bf, 0x5bf}, {0x5c1, 0x5c2}, {0x5c4, 0x5c5}, {0x5c7, 0x5c7},
	{0x610, 0x61a}, {0x64b, 0x65f}, {0x670, 0x670}, {0x6d6, 0x6dc}, {0x6df, 0x6e4}, {0x6e7, 0x6e8}, {0x6ea, 0x6ed},
	{0xe31, 0xe31}, {0xe33, 0xe3a}, {0xe47, 0xe4e}, {0xeb1, 0xeb1}, {0xeb3, 0xebc}, {0xec8, 0xece}, {0xf71, 0xf84},
	{0x102b, 0x103e}, {0x1160, 0x11ff}, {0x17b4, 0x17d3}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {joiner, joiner}, {0x20d0, 0x20f0},
	{0x302a, 0x302f}, {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0x1f3fb, 0x1f3ff}, {0xe0020, 0xe007f}, {0xe0100, 0xe01ef},
}

// extendsCharacter reports whether a code point belongs to the character before it.
func extendsCharacter(r rune) bool {
	if r >= 0x900 && r <= 0xd7f { // the scripts of India have their marks at the same places of their blocks
		p := r & 0x7f
		return p <= 0x03 || p == 0x3c || p >= 0x3e && p <= 0x4d || p >= 0x51 && p <= 0x57 || p == 0x62 || p == 0x63
	}
	for _, m := range marks {
		if r >= m.from && r <= m.to {
			return true
		}
	}
	return false
}
