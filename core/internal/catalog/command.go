package catalog

import (
	"strings"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/text"
	"github.com/heddle-dev/heddle/core/session"
)

// Command returns the agent's own command that goes on with a session.
func (c *Catalog) Command(req session.CommandRequest) (*session.AgentCommand, error) {
	agent, id, err := target(req.Agent, req.SessionID, req.UnifiedID)
	if err != nil {
		return nil, err
	}
	a, err := find(agent)
	if err != nil {
		return nil, err
	}
	if err := c.meetOne(agent, id); err != nil { // where it is gone, the hint names its copy
		return nil, err
	}
	env := c.env(agent, false)
	ix, ref, err := c.locate(a, env, id, false)
	if err != nil {
		return nil, err
	}
	w, err := c.read(a, env, ix, ref, adapter.Want{Prompts: true}, newFold(false), "")
	if err != nil {
		return nil, fault.From(err)
	}
	if w.empty {
		return nil, noSession(agent, ref)
	}
	if s := &w.summary; s.IsSubagent {
		return nil, fault.New(fault.Unsupported, "a subagent's session cannot be continued").At(ref.Path, 0, 0).
			WithHint("continue its parent, " + session.UnifiedID(agent, s.ParentSessionID))
	}
	action := req.Action
	if action == "" {
		action = session.SessionActionResume
	}
	l := launchers[agent]
	if w.summary.OriginalGone {
		return nil, fault.New(fault.Unsupported, "the agent no longer has this session").At(ref.Path, 0, 0).
			WithHint("sessions.export returns its copy in the store as text; store.record continues it there")
	}
	if hint := l.refuses(w, id); hint != "" {
		return nil, fault.New(fault.Unsupported, agent+" itself cannot continue this session").At(ref.Path, 0, 0).WithHint(hint)
	}
	out := &session.AgentCommand{Agent: agent, SessionID: id, Action: action, Cwd: w.summary.Cwd}
	return out, l.fill(out, ref, req.Prompt)
}

// launcher has the command lines by which an agent's program continues a session. In the
// arguments {id} stands for the session's id, {path} for its file, {prompt}
// for the prompt, {agent} for the OpenClaw agent and {profile} for the Hermes
// profile it belongs to. Nil means that the program has no such command;
// without says what to do instead.
type launcher struct {
	resume, resumePrompt []string
	fork, forkPrompt     []string
	without              string
	known                []string // patterns of the files that the program itself finds; none: all
	unknown              string   // what to do about the others
}

// launchers: the programs' own help and behaviour, as of the versions in
// formats/running-agents.md, and hermes-agent 0.19.
var launchers = map[string]*launcher{
	"claude": {
		resume: words("claude --resume {id}"), resumePrompt: words("claude -p {prompt} --resume {id}"),
		fork: words("claude --resume {id} --fork-session"), forkPrompt: words("claude -p {prompt} --resume {id} --fork-session"),
	},
	"codex": {
		resume: words("codex resume {id}"), resumePrompt: words("codex exec resume {id} {prompt}"),
		fork: words("codex fork {id}"), forkPrompt: words("codex exec fork {id} {prompt}"),
		known:   []string{"codex/sessions/*.jsonl", "codex/sessions/*.jsonl.zst"},
		unknown: "Codex resumes only its rollouts of 0.36 and later: sessions.export returns this one as text",
	},
	"gemini": {
		resume: words("gemini -r {id}"), resumePrompt: words("gemini -r {id} -p {prompt}"),
		without: "Gemini CLI resumes sessions but cannot fork them",
		known:   []string{"gemini/tmp/*/chats/*"},
		unknown: "a checkpoint is opened inside Gemini CLI, with /chat resume and its tag; a log cannot be resumed",
	},
	"copilot": {
		resume: words("copilot --resume={id}"), resumePrompt: words("copilot --resume={id} -p {prompt}"),
		without: "Copilot CLI forks only inside its own screen: resume the session and fork it there",
		known:   []string{"copilot/session-state/*/events.jsonl"},
		unknown: "Copilot CLI no longer reads this old format: sessions.export returns the session as text",
	},
	"cursor": {
		resume: words("cursor-agent --resume={id}"), resumePrompt: words("cursor-agent --resume={id} -p {prompt}"),
		without: "Cursor's command line resumes chats but cannot fork them",
		known:   []string{"cursor/chats/*"},
		unknown: "open the conversation in Cursor itself",
	},
	"opencode": {
		resume: words("opencode --session {id}"), resumePrompt: words("opencode run {prompt} --session {id}"),
		fork: words("opencode --session {id} --fork"), forkPrompt: words("opencode run {prompt} --session {id} --fork"),
	},
	"pi": {
		resume: words("pi --session {path}"), resumePrompt: words("pi --session {path} -p {prompt}"),
		fork: words("pi --fork {path}"), forkPrompt: words("pi --fork {path} -p {prompt}"),
	},
	"omp": {
		resume: words("omp -r {id}"), resumePrompt: words("omp -r {id} -p {prompt}"),
		fork: words("omp --fork {path}"), forkPrompt: words("omp --fork {path} -p {prompt}"),
	},
	"openclaw": {
		resumePrompt: words("openclaw agent --local --agent {agent} --session-id {id} -m {prompt}"),
		without:      "OpenClaw resumes a session only with a prompt, and cannot fork one",
		known:        []string{"openclaw/agents/*/sessions/*.jsonl", "openclaw/agents/*/sessions/cold/*", "openclaw/agents/*/agent/*.sqlite"},
		unknown:      "OpenClaw has set this transcript aside: sessions.export returns it as text",
	},
	"heddle": {without: "store.record continues a session of the store; to resume a copy, name the agent's own session"},
	"hermes": {
		resume: words("hermes {profile} --resume {id}"), resumePrompt: words("hermes {profile} chat --resume {id} -q {prompt}"),
		without: "Hermes forks only inside its own screen: resume the session and type /branch",
		known:   []string{"hermes/*state.db"},
		unknown: "Hermes resumes only sessions in its database: sessions.export returns the session as text",
	},
}

// words splits an argument template at its blanks.
func words(s string) []string {
	var out []string
	for more := true; more; {
		var w string
		w, s, more = text.Cut(s, " ")
		out = append(out, w)
	}
	return out
}

// refuses says what to do about a session that the program would not find,
// or would take for something else; it is empty when all is well.
func (l *launcher) refuses(w *walked, id string) string {
	switch path, format := w.ref.Path, w.fold.facts.formatVersion; {
	case w.summary.Agent == "codex" && w.summary.Archived:
		return "unarchive it first: codex unarchive " + shellWord(id)
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

// fill completes a command, or says why there is none.
func (l *launcher) fill(out *session.AgentCommand, ref *adapter.Ref, prompt string) error {
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
			arg = plain(prompt)
		case arg == "{path}":
			arg = ref.Path
			out.Paths = append(out.Paths, int64(len(out.Argv)))
		case arg == "{agent}":
			arg = after(ref.Path, "/agents/", "main")
			if strings.HasPrefix(arg, "-") {
				return optionFolder(out.Agent, ref)
			}
		case arg == "{profile}":
			if arg = after(ref.Path, "/profiles/", ""); arg == "" {
				continue
			}
			if strings.HasPrefix(arg, "-") {
				return optionFolder(out.Agent, ref)
			}
			out.Argv = append(out.Argv, "--profile")
		case strings.HasSuffix(arg, "{id}"):
			arg = strings.TrimSuffix(arg, "{id}") + out.SessionID
		}
		out.Argv = append(out.Argv, arg)
	}
	return nil
}

// plain is a prompt that no program takes for an option, for a file to attach
// (@ in pi and omp) or for its standard input (- in Codex).
func plain(prompt string) string {
	if strings.HasPrefix(prompt, "-") || strings.HasPrefix(prompt, "@") {
		return " " + prompt
	}
	return prompt
}

// optionFolder refuses the name of a folder that the program would take for
// an option.
func optionFolder(agent string, ref *adapter.Ref) error {
	return fault.New(fault.Unsupported, agent+" itself cannot continue this session").At(ref.Path, 0, 0).
		WithHint("the name of its folder looks like an option")
}

// shellWord is an id as a shell's command line holds it.
func shellWord(id string) string {
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

// after returns the folder of a path that follows a mark, or a default.
func after(path, mark, otherwise string) string {
	if _, rest, ok := text.Cut(path, mark); ok {
		name, _, _ := text.Cut(rest, "/")
		return name
	}
	return otherwise
}

// matchesAny tells whether a path matches one of the patterns, in which *
// stands for any text.
func matchesAny(path string, patterns []string) bool {
	for _, p := range patterns {
		if matches(path, p) {
			return true
		}
	}
	return false
}

func matches(path, pattern string) bool {
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
