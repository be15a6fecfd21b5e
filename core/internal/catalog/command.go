package catalog

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/agent"
	"github.com/heddle-dev/heddle/core/internal/agents"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// Command returns the agent's own command that resumes or forks a session.
func (c *Catalog) Command(req session.CommandRequest) (*session.AgentCommand, error) {
	name, id, err := c.resolveTarget(req.Agent, req.SessionID, req.UnifiedID, req.Ref)
	if err != nil {
		return nil, err
	}
	a, err := findAdapter(name)
	if err != nil {
		return nil, err
	}
	if err := c.loadImport(name, id); err != nil { // where it is gone, the hint names its copy
		return nil, err
	}
	env := c.env(name, false)
	ix, ref, err := c.locateSession(a, env, id, false)
	if err != nil {
		return nil, err
	}
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: name, Sink: transcript.PromptSink{}})
	t, err := c.readSession(a, env, ix, ref, adapter.Want{Prompts: true}, b, "")
	if err != nil {
		return nil, fault.From(err)
	}
	if t.Empty {
		return nil, noSession(name, ref)
	}
	if s := &t.Summary; s.IsSubagent {
		return nil, fault.New(fault.Unsupported, "a subagent's session cannot be continued").At(ref.Path, 0, 0).
			WithHint("continue its parent, " + session.UnifiedID(name, s.ParentSessionID))
	}
	action := req.Action
	if action == "" {
		action = session.SessionActionResume
	}
	l := launcherOf(name)
	if t.Summary.OriginalGone {
		return nil, fault.New(fault.Unsupported, "the agent no longer has this session").At(ref.Path, 0, 0).
			WithHint("sessions.export returns its copy in the store as text; store.record continues it there")
	}
	if hint := l.refusalHint(t, id); hint != "" {
		return nil, fault.New(fault.Unsupported, name+" itself cannot continue this session").At(ref.Path, 0, 0).WithHint(hint)
	}
	out := &session.AgentCommand{Agent: name, SessionID: id, Action: action, Cwd: t.Builder.Facts.LastCwd()}
	return out, l.fillCommand(out, ref, req.Prompt)
}

// launcher asks an agent's program to resume or fork a session.
type launcher struct{ agent.Commands }

func launcherOf(name string) launcher { return launcher{agents.Find(name).Commands} }

// splitWords splits an argument template at its blanks.
func splitWords(s string) []string {
	var out []string
	for more := true; more; {
		var w string
		w, s, more = text.Cut(s, " ")
		out = append(out, w)
	}
	return out
}

// refusalHint says what to do about a session that the program would not find,
// or would read as something else; it is "" when the program can resume it.
func (l launcher) refusalHint(t *transcript.Transcript, id string) string {
	switch path, format := t.Ref.Path, t.Builder.Facts.FormatVersion; {
	case t.Summary.Agent == "codex" && t.Summary.Archived:
		return "unarchive it first: codex unarchive " + quoteShell(id)
	case format == "bare-items" || format == "typescript-document": // Codex before 0.36
		return l.Unknown
	case path == "copilot/session-store.db":
		return "the session's own folder is gone, and Copilot CLI's index of all sessions is all that is left: heddle sessions show prints what it holds"
	case len(l.Known) > 0 && !matchesAny(path, l.Known):
		return l.Unknown
	case strings.HasPrefix(id, "-"):
		return "its id looks like an option"
	}
	return ""
}

// fillCommand completes a command, or returns why the program has no such command.
func (l launcher) fillCommand(out *session.AgentCommand, ref *adapter.Ref, prompt string) error {
	argv := l.Resume
	switch {
	case out.Action == session.SessionActionFork && prompt != "":
		argv = l.ForkPrompt
	case out.Action == session.SessionActionFork:
		argv = l.Fork
	case prompt != "":
		argv = l.ResumePrompt
	}
	if argv == "" {
		hint := l.Without
		if hint == "" {
			hint = "sessions.export returns the session as text"
		}
		return fault.New(fault.Unsupported, out.Agent+" has no command for this").At(ref.Path, 0, 0).WithHint(hint)
	}
	for _, arg := range splitWords(argv) {
		switch {
		case arg == "{prompt}":
			arg = escapePrompt(prompt)
		case arg == "{path}":
			arg = ref.Path
			out.Paths = append(out.Paths, int64(len(out.Argv)))
		case arg == "{agent}":
			arg = folderAfter(ref.Path, "/agents/", "main")
			if strings.HasPrefix(arg, "-") {
				return refuseOptionFolder(out.Agent, ref)
			}
		case arg == "{profile}":
			if arg = folderAfter(ref.Path, "/profiles/", ""); arg == "" {
				continue
			}
			if strings.HasPrefix(arg, "-") {
				return refuseOptionFolder(out.Agent, ref)
			}
			out.Argv = append(out.Argv, "--profile")
		case strings.HasSuffix(arg, "{id}"):
			arg = strings.TrimSuffix(arg, "{id}") + out.SessionID
		}
		out.Argv = append(out.Argv, arg)
	}
	return nil
}

// escapePrompt returns a prompt that no program reads as an option, as a file to
// attach (@ in pi and omp) or as its standard input (- in Codex).
func escapePrompt(prompt string) string {
	if strings.HasPrefix(prompt, "-") || strings.HasPrefix(prompt, "@") {
		return " " + prompt
	}
	return prompt
}

// refuseOptionFolder returns the error for a folder whose name the program would
// read as an option.
func refuseOptionFolder(agent string, ref *adapter.Ref) error {
	return fault.New(fault.Unsupported, agent+" itself cannot continue this session").At(ref.Path, 0, 0).
		WithHint("the name of its folder looks like an option")
}

// quoteShell returns an id as one word of a shell's command line.
func quoteShell(id string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
	if strings.Trim(id, plain) == "" {
		return id
	}
	out := "'"
	for more := true; more; {
		var part string
		if part, id, more = text.Cut(id, "'"); more {
			part += `'\''`
		}
		out += part
	}
	return out + "'"
}

// folderAfter returns the folder of a path that follows a mark, or a default.
func folderAfter(path, mark, otherwise string) string {
	if _, rest, ok := text.Cut(path, mark); ok {
		name, _, _ := text.Cut(rest, "/")
		return name
	}
	return otherwise
}

// matchesAny reports whether a path matches one of the patterns, in which *
// matches any text.
func matchesAny(path string, patterns []string) bool {
	for _, p := range patterns {
		if matchesPattern(path, p) {
			return true
		}
	}
	return false
}

func matchesPattern(path, pattern string) bool {
	head, rest, more := text.Cut(pattern, "*")
	if !strings.HasPrefix(path, head) {
		return false
	}
	path = path[len(head):]
	for more {
		head, rest, more = text.Cut(rest, "*")
		if !more {
			return strings.HasSuffix(path, head)
		}
		_, after, found := text.Cut(path, head)
		if !found {
			return false
		}
		path = after
	}
	return path == ""
}
