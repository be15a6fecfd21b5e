package view

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/diff"
	"github.com/heddle-dev/heddle/core/internal/edits"
	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// call is a tool call that waits for its result.
type call struct {
	view    *session.ViewCall // nil when its turn is not on the page
	turn    *turn
	n       int64
	at      session.Time
	tool    string
	command string   // its first line, of a call that runs one
	paths   []string // of the files that it edits, one for each edit
	changes []session.StoryFile
	failed  bool
	done    bool
	tasks   []string // titles of the subagent that it may start
	child   *session.ViewAgent
	step    *step // of the story
}

// newCall adds a call of a message.
func (b *Builder) newCall(m *session.Message, t *session.ToolCall) *call {
	c := &call{turn: b.current, n: b.n, at: m.Timestamp, tool: t.ToolName}
	if t.ToolCallID != "" {
		b.calls[t.ToolCallID] = c
	}
	b.current.counts.calls++
	b.totals.Calls++
	input, err := scan.Parse(t.Input)
	if err != nil {
		input = scan.Value{}
	}
	list, whole := b.editsOf(c, t.ToolName, input)
	command := ""
	if edits.RunsCommand(b.agent, t.ToolName) {
		command = edits.Command(input)
		c.command = firstLine(command)
	}
	if startsAgent(t.ToolName) {
		c.tasks = taskTitles(input)
		if i := len(b.agents); b.more != nil && i < len(b.more.counted.agents) {
			c.child = b.more.counted.agents[i].child
		}
		b.agents = append(b.agents, c)
	}
	if !b.current.wanted {
		if b.story != nil {
			b.story.addCall(c)
		}
		return c
	}
	v := &session.ViewCall{N: b.n, ID: t.ToolCallID, Tool: t.ToolName, Outcome: session.ViewOutcomeOpen, At: m.Timestamp, DurationMS: t.DurationMS, Edits: list, Agent: c.child}
	c.view = v
	v.Summary = b.summarize(c, input, list)
	switch {
	case c.command != "":
		v.Input, v.InputOmitted = b.cutText(command)
	case !whole && len(t.Input) > 0 && string(t.Input) != "{}":
		v.Input, v.InputOmitted = b.cutText(diff.ValueText(t.Input))
	}
	return c
}

// editsOf returns the edits of a call, and whether they have all of its input.
func (b *Builder) editsOf(c *call, tool string, input scan.Value) (list []session.ViewEdit, whole bool) {
	partial := false
	edits.Texts(b.agent, tool, input, func(e edits.Edit) {
		partial = partial || e.Partial
		list = b.addEdit(c, list, e)
	})
	b.current.counts.edits += int64(len(list))
	b.totals.Edits += int64(len(list))
	return list, len(list) > 0 && !partial
}

// addEdit adds an edit to the list of a call; it joins the one before it of the
// same file.
func (b *Builder) addEdit(c *call, list []session.ViewEdit, e edits.Edit) []session.ViewEdit {
	n := len(list) - 1
	if n < 0 || list[n].Path != e.Path || e.Kind != edits.Change || list[n].Kind == session.ViewEditKindWrite {
		path := edits.Join(b.cwd, e.Path)
		b.files[path]++
		c.paths = append(c.paths, path)
		list = append(list, session.ViewEdit{Path: e.Path, Kind: session.ViewEditKind(e.Kind), To: e.To, Whole: e.Whole})
		n++
		c.changes = append(c.changes, session.StoryFile{Path: b.shortPath(e.Path)})
	}
	v := &list[n]
	if !b.current.wanted && b.story == nil {
		return list // only counted: other pages show it
	}
	hunks, added, removed := b.page.differ.Hunks(e.Old, e.New, e.OldLine, e.NewLine)
	v.Added += added
	v.Removed += removed
	c.changes[n].Added, c.changes[n].Removed = v.Added, v.Removed
	if b.current.wanted {
		b.keepHunks(v, hunks)
	}
	return list
}

// keepHunks adds the hunks that the page has room for.
func (b *Builder) keepHunks(v *session.ViewEdit, hunks []session.ViewHunk) {
	room := int(min(b.o.MaxText, int64(max(b.page.room, 0))))
	for _, h := range hunks {
		kept := h.Lines[:0]
		for i, l := range h.Lines {
			if room -= len(l.Text) + 8; room < 0 {
				v.Omitted += int64(len(h.Lines) - i)
				break
			}
			b.page.room -= len(l.Text) + 8
			kept = append(kept, l)
		}
		if h.Lines = kept; len(kept) > 0 {
			v.Hunks = append(v.Hunks, h)
		}
	}
}

// addResult links a result to its call; one without a call is shown as one.
func (b *Builder) addResult(m *session.Message) {
	r := m.ToolResult
	if r == nil {
		b.current.addNote(b, m)
		return
	}
	c := b.calls[r.ToolCallID]
	if c == nil || r.ToolCallID == "" {
		c = b.orphan(m, r)
	}
	b.noteLate(c.turn)
	output := ""
	if b.reads(c) {
		output = outputText(r.Output)
	}
	outcome := outcomeOf(r, output)
	failed := outcome != session.ViewOutcomeOk
	if failed && !c.failed {
		b.fail(c)
	}
	if c.child == nil && output != "" && startsAgent(c.tool) {
		b.noteChild(c, output)
	}
	if b.story != nil && !c.done {
		b.story.addResult(c, outcome, output, m.Timestamp)
	}
	c.done = true
	v := c.view
	if v == nil {
		return
	}
	first := v.ResultN == nil
	if first {
		at := b.n
		v.ResultN, v.Outcome, v.ExitCode = &at, outcome, r.ExitCode
	}
	if v.DurationMS == 0 {
		v.DurationMS = between(c.at, m.Timestamp)
	}
	if outcome == session.ViewOutcomeDenied {
		v.Permission = &session.ViewPermission{Answer: "denied", Reason: firstLine(output)}
	}
	v.Attachments = append(v.Attachments, m.Attachments...)
	if output != "" {
		b.addOutput(v, c.turn.page, output)
	}
}

// reads reports whether somebody wants the output of a call.
func (b *Builder) reads(c *call) bool {
	return c.view != nil || b.story != nil || startsAgent(c.tool)
}

// orphan returns a call for a result whose call is not among the messages.
func (b *Builder) orphan(m *session.Message, r *session.ToolResult) *call {
	t := b.current
	c := &call{turn: t, n: b.n, at: m.Timestamp, tool: r.ToolName}
	if !t.wanted {
		return c
	}
	c.view = &session.ViewCall{N: b.n, ID: r.ToolCallID, Tool: r.ToolName, At: m.Timestamp}
	var open *item
	if n := len(t.items); n > 0 && t.items[n-1].Kind == session.ViewKindCalls {
		open = t.items[n-1]
	} else {
		open = t.add(b, session.ViewKindCalls, m)
	}
	open.list = append(open.list, c)
	return c
}

// fail counts a call that failed: its edits changed nothing.
func (b *Builder) fail(c *call) {
	c.failed = true
	b.totals.Failed++
	c.turn.counts.failed++
	for _, path := range c.paths {
		if b.files[path]--; b.files[path] == 0 {
			delete(b.files, path)
		}
	}
	b.totals.Edits -= int64(len(c.paths))
	c.turn.counts.edits -= int64(len(c.paths))
}

// outputText returns a result's text: of blocks, the texts among them.
func outputText(v session.JSON) string {
	p, err := scan.Parse(v)
	switch {
	case err != nil:
		return ""
	case p.Kind() == scan.String:
		return p.String()
	case p.Kind() == scan.Array:
		var parts []string
		texts := true
		p.EachElement(func(_ int, e scan.Value) bool {
			s := e.Get("text")
			switch {
			case e.Kind() == scan.String:
				parts = append(parts, e.String())
			case s.Kind() == scan.String:
				parts = append(parts, s.String())
			case e.Get("type").Kind() != scan.String:
				texts = false
			}
			return texts
		})
		if texts {
			return text.Join(parts, "\n")
		}
	case p.Kind() == scan.Object:
		for _, member := range [...]string{"output", "stdout", "content", "text"} {
			if s := p.Get(member); s.Kind() == scan.String {
				return s.String()
			}
		}
	}
	if string(v) == "null" {
		return ""
	}
	return diff.ValueText(v)
}

// addOutput adds a result's text to its call: the beginning and the end of a
// long one.
func (b *Builder) addOutput(v *session.ViewCall, page *page, output string) {
	room := int(min(b.o.MaxOutput, int64(max(page.room, 0))))
	if v.Output == nil {
		v.Output = &session.ViewOutput{Spans: []session.ViewSpan{}}
	} else {
		output = "\n" + output
	}
	var s styler
	if len(output) <= room {
		s.write(output)
		page.room -= len(output)
	} else {
		head := runeStart(output, room*2/3)
		tail := len(output) - room/3
		for tail < len(output) && output[tail]&0xc0 == 0x80 {
			tail++
		}
		if end := strings.LastIndexByte(output[:head], '\n'); end > head/2 {
			head = end + 1
		}
		if next := strings.IndexByte(output[tail:], '\n'); next >= 0 && next < room/6 {
			tail += next + 1
		}
		s.write(output[:head])
		s.gap()
		s.write(output[tail:])
		v.Output.Omitted += int64(tail - head)
		page.room -= head + len(output) - tail
	}
	v.Output.Spans = s.appendTo(v.Output.Spans)
}
