package catalog

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// Command returns the agent's own command that resumes or forks a session.
func (c *Catalog) Command(req session.CommandRequest) (*session.AgentCommand, error) {
	agent, id, err := c.resolveTarget(req.Agent, req.SessionID, req.UnifiedID, req.Ref)
	if err != nil {
		return nil, err
	}
	a, err := findAdapter(agent)
	if err != nil {
		return nil, err
	}
	if err := c.loadImport(agent, id); err != nil { // where it is gone, the hint names its copy
		return nil, err
	}
	env := c.env(agent, false)
	ix, ref, err := c.locateSession(a, env, id, false)
	if err != nil {
		return nil, err
	}
	b := transcript.NewBuilder(transcript.BuilderOptions{Agent: agent, Sink: transcript.PromptSink{}})
	t, err := c.readSession(a, env, ix, ref, adapter.Want{Prompts: true}, b, "")
	if err != nil {
		return nil, fault.From(err)
	}
	if t.Empty {
		return nil, noSession(agent, ref)
	}
	if s := &t.Summary; s.IsSubagent {
		return nil, fault.New(fault.Unsupported, "a subagent's session cannot be continued").At(ref.Path, 0, 0).
			WithHint("continue its parent, " + session.UnifiedID(agent, s.ParentSessionID))
	}
	action := req.Action
	if action == "" {
		action = session.SessionActionResume
	}
	l := launchers[agent]
	if t.Summary.OriginalGone {
		return nil, fault.New(fault.Unsupported, "the agent no longer has this session").At(ref.Path, 0, 0).
			WithHint("sessions.export returns its copy in the store as text; store.record continues it there")
	}
	if hint := l.refusalHint(t, id); hint != "" {
		return nil, fault.New(fault.Unsupported, agent+" itself cannot continue this session").At(ref.Path, 0, 0).WithHint(hint)
	}
	out := &session.AgentCommand{Agent: agent, SessionID: id, Action: action, Cwd: t.Builder.Facts.LastCwd()}
	return out, l.fillCommand(out, ref, req.Prompt)
}

// launcher is how one agent's program is asked to resume or fork a session. In
// the arguments {id} is the session's id, {path} its file, {prompt} the prompt,
// {agent} the OpenClaw agent and {profile} the Hermes profile that it belongs
// to. Nil means that the program has no such command; without says what to do
// instead.
type launcher struct {
	resume, resumePrompt []string
	fork, forkPrompt     []string
	without              string
	known                []string // patterns of the files that the program itself finds; nil: all
	unknown              string   // what to do about the others
	rows                 bool     // the program's newest version keeps sessions as rows of a database
}

// launchers: the programs' own help and behaviour, as of the versions in
// formats/running-agents.md, and hermes-agent 0.19.
var launchers = map[string]*launcher{
	"claude": {
		resume: splitWords("claude --resume {id}"), resumePrompt: splitWords("claude -p {prompt} --resume {id}"),
		fork: splitWords("claude --resume {id} --fork-session"), forkPrompt: splitWords("claude -p {prompt} --resume {id} --fork-session"),
	},
	"codex": {
		resume: splitWords("codex resume {id}"), resumePrompt: splitWords("codex exec resume {id} {prompt}"),
		fork: splitWords("codex fork {id}"), forkPrompt: splitWords("codex exec fork {id} {prompt}"),
		known:   []string{"codex/sessions/*.jsonl", "codex/sessions/*.jsonl.zst"},
		unknown: "Codex resumes only its rollouts of 0.36 and later: sessions.export returns this one as text",
	},
	"gemini": {
		resume: splitWords("gemini -r {id}"), resumePrompt: splitWords("gemini -r {id} -p {prompt}"),
		without: "Gemini CLI resumes sessions but cannot fork them",
		known:   []string{"gemini/tmp/*/chats/*"},
		unknown: "a checkpoint is opened inside Gemini CLI, with /chat resume and its tag; a log cannot be resumed",
	},
	"copilot": {
		resume: splitWords("copilot --resume={id}"), resumePrompt: splitWords("copilot --resume={id} -p {prompt}"),
		without: "Copilot CLI forks only inside its own screen: resume the session and fork it there",
		known:   []string{"copilot/session-state/*/events.jsonl"},
		unknown: "Copilot CLI no longer reads this old format: sessions.export returns the session as text",
	},
	"cursor": {
		resume: splitWords("cursor-agent --resume={id}"), resumePrompt: splitWords("cursor-agent --resume={id} -p {prompt}"),
		without: "Cursor's command line resumes chats but cannot fork them",
		known:   []string{"cursor/chats/*"},
		unknown: "open the conversation in Cursor itself",
		rows:    true,
	},
	"opencode": {
		resume: splitWords("opencode --session {id}"), resumePrompt: splitWords("opencode run {prompt} --session {id}"),
		fork: splitWords("opencode --session {id} --fork"), forkPrompt: splitWords("opencode run {prompt} --session {id} --fork"),
		rows: true,
	},
	"pi": {
		resume: splitWords("pi --session {path}"), resumePrompt: splitWords("pi --session {path} -p {prompt}"),
		fork: splitWords("pi --fork {path}"), forkPrompt: splitWords("pi --fork {path} -p {prompt}"),
	},
	"omp": {
		resume: splitWords("omp -r {id}"), resumePrompt: splitWords("omp -r {id} -p {prompt}"),
		fork: splitWords("omp --fork {path}"), forkPrompt: splitWords("omp --fork {path} -p {prompt}"),
	},
	"openclaw": {
		resumePrompt: splitWords("openclaw agent --local --agent {agent} --session-id {id} -m {prompt}"),
		without:      "OpenClaw resumes a session only with a prompt, and cannot fork one",
		known:        []string{"openclaw/agents/*/sessions/*.jsonl", "openclaw/agents/*/sessions/cold/*", "openclaw/agents/*/agent/*.sqlite"},
		unknown:      "OpenClaw has set this transcript aside: sessions.export returns it as text",
		rows:         true,
	},
	"heddle": {without: "store.record continues a session of the store; to resume a copy, name the agent's own session", rows: true},
	"hermes": {
		resume: splitWords("hermes {profile} --resume {id}"), resumePrompt: splitWords("hermes {profile} chat --resume {id} -q {prompt}"),
		without: "Hermes forks only inside its own screen: resume the session and type /branch",
		known:   []string{"hermes/*state.db"},
		unknown: "Hermes resumes only sessions in its database: sessions.export returns the session as text",
		rows:    true,
	},
}

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
func (l *launcher) refusalHint(t *transcript.Transcript, id string) string {
	switch path, format := t.Ref.Path, t.Builder.Facts.FormatVersion; {
	case t.Summary.Agent == "codex" && t.Summary.Archived:
		return "unarchive it first: codex unarchive " + quoteShell(id)
	case format == "bare-items" || format == "typescript-document": // Codex before 0.36
		return l.unknown
	case path == "copilot/session-store.db":
		return "the session's own folder is gone, and Copilot CLI's index of all sessions is all that is left: heddle sessions show prints what it holds"
	case len(l.known) > 0 && !matchesAny(path, l.known):
		return l.unknown
	case strings.HasPrefix(id, "-"):
		return "its id looks like an option"
	}
	return ""
}

// fillCommand completes a command, or returns why the program has no such command.
func (l *launcher) fillCommand(out *session.AgentCommand, ref *adapter.Ref, prompt string) error {
	argv := l.resume
	switch {
	case out.Action == session.SessionActionFork && prompt != "":
		argv = l.forkPrompt
	case out.Action == session.SessionActionFork:
		argv = l.fork
	case prompt != "":
		argv = l.resumePrompt
	}
	if argv == nil {
		return fault.New(fault.Unsupported, out.Agent+" has no command for this").At(ref.Path, 0, 0).WithHint(l.without)
	}
	for _, arg := range argv {
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
