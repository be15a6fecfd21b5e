package view

import (
	"strings"

	"github.com/heddle-dev/heddle/core/internal/scan"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// startsAgent reports whether a tool may start a subagent, of any agent.
func startsAgent(tool string) bool {
	for _, name := range [...]string{"Task", "Agent", "task", "spawn_agent", "invoke_agent", "delegate_task", "sessions_spawn", "task_v2", "subagent"} {
		if tool == name {
			return true
		}
	}
	return false
}

// Subagents says which subagents the session has. It must come before Finish.
func (b *Builder) Subagents(list []session.ViewAgent) {
	b.children = list
	b.taken = make([]bool, len(list))
}

// noteChild finds the subagent whose id the result of a call names.
func (b *Builder) noteChild(c *call, output string) {
	output = output[:min(len(output), 64<<10)]
	for i := range b.children {
		id, title := agentID(b.children[i].SessionID), b.children[i].Title
		named := id != "" && text.Index(output, id) >= 0 || len(title) > 5 && strings.IndexByte(title, ' ') < 0 && text.Index(output, title) >= 0
		if !b.taken[i] && named {
			b.taken[i], c.child = true, &b.children[i]
			return
		}
	}
}

// agentID returns the part of a subagent's session id that its agent shows; "" for
// one that is too short to differ from other text.
func agentID(id string) string {
	id = strings.TrimPrefix(id, "agent-")
	if at := strings.LastIndexByte(id, '/'); at >= 0 {
		id = strings.TrimPrefix(id[at+1:], "agent-")
	}
	if len(id) < 6 {
		return ""
	}
	return id
}

// taskTitles returns the titles that a call would give the subagent that it starts.
func taskTitles(input scan.Value) (out []string) {
	for _, member := range [...]string{"description", "prompt", "message", "task", "task_name", "name", "goal", "label"} {
		if title := session.Title(firstOf(input, member)); title != "" {
			out = append(out, title)
		}
	}
	return out
}

// matchChildren finds the subagents of the calls whose results name none by their
// titles, in order, and returns those that no call started.
func (b *Builder) matchChildren() (rest []session.ViewAgent) {
	for _, c := range b.agents {
		for i := 0; i < len(b.children) && c.child == nil; i++ {
			if !b.taken[i] && isOneOf(b.children[i].Title, c.tasks) {
				b.taken[i], c.child = true, &b.children[i]
			}
		}
	}
	for i := range b.children {
		if !b.taken[i] {
			rest = append(rest, b.children[i])
		}
	}
	for _, c := range b.agents {
		if c.view != nil {
			c.view.Agent = c.child
		}
	}
	return rest
}
