package blame_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/blame"
)

// owned is a line whose author is known: a session, person or bot.
type owned struct{ text, by string }

// history is a file whose lines have known authors, and what happens to it.
type history struct {
	*world
	r       *rand.Rand
	name    string
	lines   []owned
	gone    []owned // lines of sessions that were removed
	skew    time.Duration
	numbers int
}

// common are lines that source has again and again.
var common = []string{"}", "", "\treturn err", "\t}", "\treturn nil", "\tif err != nil {", "\t\tbreak", ")"}

// newLine is a line of source; about one of four is a common one.
func (h *history) newLine() string {
	if h.r.IntN(4) == 0 {
		return common[h.r.IntN(len(common))]
	}
	verbs, nouns := []string{"light", "sound", "raise", "count", "measure", "report"}, []string{"Lamp", "Horn", "Flag", "Tide", "Buoy", "Keeper"}
	h.numbers++
	return fmt.Sprintf("\t%s%s(%d)", verbs[h.r.IntN(len(verbs))], nouns[h.r.IntN(len(nouns))], h.numbers%97)
}

func (h *history) block(by string) (out []owned) {
	for range 1 + h.r.IntN(5) {
		out = append(out, owned{h.newLine(), by})
	}
	return out
}

func textOf(lines []owned) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text + "\n")
	}
	return b.String()
}

func (h *history) flush() { h.save(h.name, textOf(h.lines)) }

// session returns a session, and the clock of its machine for what it does.
func (h *history) session() (id string, end func()) {
	id = fmt.Sprintf("s%d", h.r.IntN(4))
	h.pass(time.Duration(5+h.r.IntN(40)) * time.Minute)
	h.now = h.now.Add(h.skew)
	return id, func() { h.now = h.now.Add(-h.skew) }
}

// insert lets a session insert a block after a line that is there once.
func (h *history) insert() {
	at := h.r.IntN(len(h.lines))
	anchor := h.lines[at].text
	if strings.Count(textOf(h.lines), anchor+"\n") != 1 || anchor == "" {
		return
	}
	id, end := h.session()
	defer end()
	block := h.block(id)
	h.call(id, "Edit", map[string]any{"file_path": h.path(h.name), "old_string": anchor + "\n", "new_string": anchor + "\n" + textOf(block)})
	h.lines = slices.Insert(h.lines, at+1, block...)
	h.flush()
}

// rewrite lets a session read the file and write it anew with more lines.
func (h *history) rewrite() {
	id, end := h.session()
	defer end()
	var numbered strings.Builder
	for i, l := range h.lines {
		fmt.Fprintf(&numbered, "%6d→%s\n", i+1, l.text)
	}
	h.call(id, "Read", map[string]any{"file_path": h.path(h.name)})
	last := &h.sessions[id][len(h.sessions[id])-1]
	*last = strings.Replace(*last, `"content":"ok"`, `"content":`+quoted(numbered.String()), 1)
	h.lines = slices.Insert(h.lines, h.r.IntN(len(h.lines)+1), h.block(id)...)
	h.call(id, "Write", map[string]any{"file_path": h.path(h.name), "content": textOf(h.lines)})
	h.flush()
}

// remove removes lines: by a session, or by a person whose editor nobody records.
func (h *history) remove(person bool) {
	at := h.r.IntN(len(h.lines))
	n := min(1+h.r.IntN(3), len(h.lines)-at)
	cut := slices.Clone(h.lines[at : at+n])
	if text := textOf(cut); !person && strings.Count(textOf(h.lines), text) == 1 {
		id, end := h.session()
		h.call(id, "Edit", map[string]any{"file_path": h.path(h.name), "old_string": text, "new_string": ""})
		end()
	} else if !person {
		return
	}
	for _, l := range cut {
		if strings.HasPrefix(l.by, "s") {
			h.gone = append(h.gone, l)
		}
	}
	h.lines = slices.Delete(h.lines, at, at+n)
	h.flush()
}

// type lets a person type lines: new ones, lines of a session that are gone, or copies of lines that are there.
func (h *history) typeLines(by string) {
	block := h.block(by)
	switch {
	case h.r.IntN(3) == 0 && len(h.gone) > 0:
		block = []owned{{h.gone[h.r.IntN(len(h.gone))].text, by}}
	case h.r.IntN(3) == 0:
		block = []owned{{h.lines[h.r.IntN(len(h.lines))].text, by}}
	}
	h.lines = slices.Insert(h.lines, h.r.IntN(len(h.lines)+1), block...)
	h.flush()
}

// format changes white space, as a formatter does.
func (h *history) format() {
	for i := range h.lines {
		if t := h.lines[i].text; strings.HasPrefix(t, "\t") {
			h.lines[i].text = "    " + t[1:]
		} else if strings.HasPrefix(t, "    ") {
			h.lines[i].text = "\t" + t[4:]
		}
	}
	h.flush()
}

func (h *history) step() {
	switch n := h.r.IntN(20); {
	case n < 8:
		h.insert()
	case n < 9:
		h.rewrite()
	case n < 10:
		h.remove(false)
	case n < 12:
		h.remove(true)
		h.commit("a person removes") // what nobody can see is not in the answer
	case n < 16:
		h.commit("before a person types")
		h.typeLines("person")
		h.commit("a person types")
	case n < 17:
		h.commit("before a bot")
		h.typeLines("bot")
		h.commit("a bot", "--author", "bumper[bot] <bumper[bot]@users.noreply.example.org>")
	case n < 18:
		h.format()
	case n < 19:
		to := fmt.Sprintf("dir%d/file.go", h.r.IntN(3))
		if to != h.name {
			h.commit("before a rename")
			if err := os.MkdirAll(h.path(to[:4]), 0o755); err != nil {
				h.t.Fatal(err)
			}
			h.git("mv", h.name, to)
			h.name = to
			h.commit("rename")
		}
	default:
		h.skew = time.Duration(h.r.IntN(9)-4) * time.Minute
	}
}

// commit commits, when there is anything.
func (h *history) commit(message string, more ...string) {
	if h.git("status", "--porcelain") != "" {
		h.world.commit(message, more...)
	}
}

// score counts what blame says of lines whose author is known.
type score struct{ given, right, people, written, found int }

func (h *history) judge(into map[blame.Confidence]*score, all *score) {
	found, err := h.blame(blame.Options{File: h.name})
	if err != nil {
		h.t.Fatal(err)
	}
	for i, l := range found.Lines {
		truth := h.lines[i].by
		bySession := strings.HasPrefix(truth, "s")
		if bySession {
			all.written++
		}
		if l.Edit == nil {
			continue
		}
		s := into[l.Confidence]
		if s == nil {
			s = &score{}
			into[l.Confidence] = s
		}
		s.given++
		switch {
		case l.Edit.SessionID == truth:
			s.right++
			all.found++
		case bySession && l.Confidence == blame.Moved:
			h.t.Logf("%q of %s is given to %s", l.Text, truth, l.Edit.SessionID)
		case !bySession:
			s.people++
			h.t.Logf("%s:%d %q of %s is given to %s by %s: edit at %s, commit %s by %s at %s\n%s", h.name, i+1, l.Text, truth, l.Edit.SessionID, l.Confidence,
				l.Edit.Time.Format(time.DateTime), l.Summary, l.Author, l.AuthorTime.Format(time.DateTime), h.git("log", "--follow", "--format=%ad %s", "--date=iso", "-S"+strings.TrimSpace(l.Text)+"\n", "--", h.name))
		}
	}
}

// TestTruth lets sessions, people, bots and formatters edit a file, and compares what blame says with
// who wrote each line.
func TestTruth(t *testing.T) {
	rounds := 4
	if os.Getenv("HEDDLE_TRUTH") != "" {
		_, _ = fmt.Sscan(os.Getenv("HEDDLE_TRUTH"), &rounds)
	}
	scores, all := map[blame.Confidence]*score{}, &score{}
	for seed := range rounds {
		w := newWorld(t)
		h := &history{world: w, r: rand.New(rand.NewPCG(uint64(seed), 31)), name: "dir0/file.go"}
		h.lines = []owned{{"package harbour", "person"}, {"", "person"}, {"func main() {", "person"}, {"\tstartTheDay()", "person"}, {"}", "person"}}
		h.flush()
		h.commit("begin")
		for range 40 {
			h.step()
		}
		h.commit("end")
		h.judge(scores, all)
	}
	for _, c := range []blame.Confidence{blame.Exact, blame.Moved, blame.Reformatted} {
		if s := scores[c]; s != nil {
			t.Logf("%-12s %4d given, %4d right (%.2f %%), %d of people and bots", c, s.given, s.right, 100*float64(s.right)/float64(s.given), s.people)
			if c != blame.Reformatted && (s.people > 0 || float64(s.right) < 0.995*float64(s.given)) {
				t.Errorf("%s: %d of %d lines are right, %d are of people and bots", c, s.right, s.given, s.people)
			}
		}
	}
	t.Logf("recall %d of %d lines that sessions wrote (%.1f %%)", all.found, all.written, 100*float64(all.found)/float64(max(all.written, 1)))
	if all.written == 0 || float64(all.found) < 0.8*float64(all.written) {
		t.Errorf("recall: %d of %d", all.found, all.written)
	}
}
