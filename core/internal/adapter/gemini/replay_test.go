package gemini_test

import (
	"math/rand"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/adapter"
)

// model is the obvious replay of a log: a list of ids.
type model struct {
	rnd   *rand.Rand
	lines []string
	list  []string // the conversation now
	all   []string // every message ever
	texts map[string]string
	kinds map[string]string
}

func (m *model) message(id string) string { return line(id, m.kinds[id], m.texts[id], "") }

func (m *model) step() {
	switch n := m.rnd.Intn(10); {
	case n < 6 || len(m.list) == 0: // something is said
		id := "m" + strconv.Itoa(len(m.all))
		m.kinds[id] = []string{"user", "gemini"}[m.rnd.Intn(2)]
		m.texts[id] = "text of " + id
		m.all, m.list = append(m.all, id), append(m.list, id)
		m.lines = append(m.lines, m.message(id))
	case n < 7: // a message is completed
		id := m.list[m.rnd.Intn(len(m.list))]
		m.texts[id] += "+"
		m.lines = append(m.lines, m.message(id))
	case n < 8: // a rewind, followed by the list that is left
		cut := 1 + m.rnd.Intn(len(m.list))
		if cut == len(m.list) {
			return
		}
		m.lines = append(m.lines, `{"$rewindTo":"`+m.list[cut]+`"}`)
		m.list = m.list[:cut:cut]
	default: // the list is written anew, some messages left out
		var kept, raw []string
		for i, id := range m.list {
			if i == 0 || m.rnd.Intn(6) > 0 {
				kept, raw = append(kept, id), append(raw, m.message(id))
			}
		}
		m.list = kept
		m.lines = append(m.lines, `{"$set":{"messages":[`+strings.Join(raw, ",")+`]}}`)
	}
}

// TestRandomLogs plays back random logs: what is shown is what the obvious
// replay leaves, what it dropped is in some branch, and nothing is lost.
func TestRandomLogs(t *testing.T) {
	for seed := range int64(300) {
		m := &model{rnd: rand.New(rand.NewSource(seed)), texts: map[string]string{}, kinds: map[string]string{}}
		for range 5 + m.rnd.Intn(40) {
			m.step()
		}
		h := empty(t).file(logPath, append([]string{header}, m.lines...)...)
		s := h.get("aaaaaaaa-1")
		var got, want []string
		for i := range s.Messages {
			got = append(got, s.Messages[i].Content)
		}
		for _, id := range m.list {
			want = append(want, m.texts[id])
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("seed %d: shown\n%s\nwant\n%s\nof\n%s", seed, strings.Join(got, "\n"), strings.Join(want, "\n"), strings.Join(m.lines, "\n"))
		}
		reachable := map[string]bool{}
		for _, b := range s.Branches {
			other := h.get("aaaaaaaa-1", b.LeafID)
			for i := range other.Messages {
				reachable[other.Messages[i].ID] = true
			}
		}
		for i := range s.Messages {
			reachable[s.Messages[i].ID] = true
		}
		for _, id := range m.all {
			if !reachable[id] {
				t.Fatalf("seed %d: %s is in no branch of\n%s", seed, id, strings.Join(m.lines, "\n"))
			}
		}
		ix := h.discover()
		if n := len(h.records(ix, ix.FindRef("aaaaaaaa-1"), adapter.Want{Prompts: true, Usage: true})); n != len(m.all)+1 {
			t.Fatalf("seed %d: %d records of %d messages", seed, n, len(m.all))
		}
	}
}
