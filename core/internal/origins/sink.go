// Package origins finds which edits of sessions wrote lines of a file.
package origins

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/edits"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// Query is what is looked for: files, and lines of them.
type Query struct {
	files []edits.Pattern
	until []session.Time     // by line, 0 for no limit
	exact map[string][]int32 // of the lines, by their text
	loose map[string][]int32 // the same by their text without white space
}

// NewQuery returns the query of a request; ok is false when a path names no file, or a time cannot be read.
func NewQuery(req *session.FindEditsRequest) (q *Query, ok bool) {
	q = &Query{until: make([]session.Time, len(req.Lines)), exact: map[string][]int32{}, loose: map[string][]int32{}}
	for _, path := range req.Paths {
		p, ok := edits.NewPattern(path)
		if !ok || p.File() == "" {
			return nil, false
		}
		q.files = append(q.files, p)
	}
	for i := range req.Lines {
		line := endless(req.Lines[i])
		if i < len(req.Times) && req.Times[i] != "" {
			if q.until[i], _, ok = session.ParseTime(req.Times[i]); !ok {
				return nil, false
			}
		}
		q.exact[line] = append(q.exact[line], int32(i))
		if line = squeeze(line); line != "" {
			q.loose[line] = append(q.loose[line], int32(i))
		}
	}
	return q, true
}

func endless(line string) string { return strings.TrimRight(line, "\r\n") }

// squeeze returns a line without its white space.
func squeeze(line string) string {
	b := make([]byte, 0, len(line))
	for i := 0; i < len(line); i++ {
		if c := line[i]; c > ' ' {
			b = append(b, c)
		}
	}
	return string(b)
}

// Sink is the transcript.Sink that keeps the edits of a session whose files or
// lines are looked for. The walk may lend its texts.
type Sink struct {
	agent  string
	q      *Query
	edits  []edit
	failed map[string]bool // calls, by their id
	ids    []string        // of messages
	exact  known
	loose  known // the same without white space
}

// known are lines that tools printed before the session wrote them, and those that it wrote.
type known struct{ seen, wrote map[int32]bool }

func newKnown() known { return known{map[int32]bool{}, map[int32]bool{}} }

func (k *known) see(lines []int32) {
	for _, i := range lines {
		k.seen[i] = k.seen[i] || !k.wrote[i]
	}
}

// write adds the lines that a text wrote to a list: of a whole file not those that were seen.
func (k *known) write(list, lines []int32, whole bool) []int32 {
	for _, i := range lines {
		if !whole || !k.seen[i] {
			list = append(list, i)
			k.wrote[i] = true
		}
	}
	return list
}

// edit is an edit of a file by a call. Lines are indexes of those that are wanted.
type edit struct {
	call, tool, path     string
	message              int32
	time                 session.Time
	model                string
	copied, whole        bool
	wrote, near, removed []int32
	kept                 []int32 // that a text of the whole file has, if with other white space
}

// Want is what a walk into a Sink needs.
var Want = adapter.Want{Text: true, Times: true, Lend: true}

// NewSink returns the sink for one session of an agent.
func NewSink(agent string, q *Query) *Sink {
	return &Sink{agent: agent, q: q, failed: map[string]bool{}, exact: newKnown(), loose: newKnown()}
}

// PriorText implements transcript.Sink.
func (*Sink) PriorText(int) string { return "" }

// AddFragment implements transcript.Sink.
func (s *Sink) AddFragment(i int, r *adapter.Record, first bool) {
	if first {
		s.ids = append(s.ids, strings.Clone(r.ID))
	}
	if t := r.ToolResult; t != nil && (t.IsError || t.ExitCode != 0) && t.ToolCallID != "" {
		s.failed[strings.Clone(t.ToolCallID)] = true
	}
	if r.ToolResult != nil {
		s.addOutput(r.ToolResult.Output)
	}
	for k := range r.ToolCalls {
		t := &r.ToolCalls[k]
		if t.Input == nil || !edits.MayEdit(s.agent, t.ToolName) && !edits.RunsCommand(s.agent, t.ToolName) {
			continue
		}
		v, err := scan.Parse(t.Input)
		if err != nil {
			continue
		}
		edits.Texts(s.agent, t.ToolName, v, func(e edits.Edit) {
			if x := (edit{call: t.ToolCallID, tool: t.ToolName, message: int32(i), time: r.Time, model: r.Model, copied: r.Copied}); s.q.names(e.Path) {
				s.compare(&x, &e)
				x.call, x.tool, x.path, x.model = strings.Clone(x.call), strings.Clone(x.tool), strings.Clone(e.Path), strings.Clone(x.model)
				s.edits = append(s.edits, x)
			}
		})
	}
}

// names reports whether a path may be one of the files: the folder is not known yet.
func (q *Query) names(path string) bool {
	for i := range q.files {
		if p, _ := edits.NewPattern(q.files[i].File()); p.Matches(path) {
			return true
		}
	}
	return false
}

// addOutput notes which lines a tool printed: a session that then writes the whole file keeps
// what somebody else wrote.
func (s *Sink) addOutput(output session.JSON) {
	v, err := scan.Parse(output)
	if err != nil {
		return
	}
	for line := range linesOf(v.String()) {
		for _, text := range [...]string{line, unnumbered(line)} {
			s.exact.see(s.q.exact[text])
			s.loose.see(s.q.loose[squeeze(text)])
		}
	}
}

// unnumbered returns a line without the number that tools print before it.
func unnumbered(line string) string {
	rest := strings.TrimLeft(strings.TrimLeft(line, " "), "0123456789")
	for _, mark := range [...]string{"\t", "\u2192", "|", ": ", ":"} {
		if text, ok := strings.CutPrefix(rest, mark); ok {
			return text
		}
	}
	return line
}

// compare says which lines an edit wrote and which it removed. What is in both of its texts was
// neither, nor, of a whole file, what the session had seen there.
func (s *Sink) compare(x *edit, e *edits.Edit) {
	before, after := linesOf(e.Old), linesOf(e.New)
	x.whole = e.Kind == edits.Delete || e.Whole && !e.Partial
	for line, n := range after {
		if n <= before[line] {
			continue
		}
		whole := e.Whole || e.Partial
		loose := s.q.loose[squeeze(line)]
		x.kept = append(append(x.kept, s.q.exact[line]...), loose...)
		x.wrote = s.exact.write(x.wrote, s.q.exact[line], whole)
		x.near = s.loose.write(x.near, loose, whole)
	}
	for line, n := range before {
		if n > after[line] {
			x.removed = append(x.removed, s.q.exact[line]...)
		}
	}
}

func linesOf(s string) map[string]int {
	out := map[string]int{}
	for s != "" {
		var line string
		line, s, _ = text.Cut(s, "\n")
		out[endless(line)]++
	}
	return out
}

var _ transcript.Sink = (*Sink)(nil)
