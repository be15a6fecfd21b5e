package catalog

import (
	"strings"

	"github.com/heddle-dev/heddle/core/adapter"
	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/session"
	"github.com/heddle-dev/heddle/core/text"
)

// Command returns the agent's own command that goes on with a session.
func (c *Catalog) Command(req CommandRequest) (*session.AgentCommand, error) {
	agent, id, err := target(req.Agent, req.SessionID, req.UnifiedID)
	if err != nil {
		return nil, err
	}
	a, err := find(agent)
	if err != nil {
		return nil, err
	}
	env := c.env(agent, false)
	ix, ref, err := c.locate(a, env, id, false)
	if err != nil {
		return nil, err
	}
	w, err := c.walk(a, env, ix, ref, adapter.Want{Prompts: true}, "")
	if err != nil {
		return nil, fault.From(err)
	}
	if w.empty {
		return nil, noSession(agent, ref)
	}
	if s := &w.summary; s.IsSubagent {
		return nil, fault.New(fault.Unsupported, "a subagent's session cannot be gone on with").At(ref.Path, 0, 0).
			WithHint("go on with its parent, " + session.UnifiedID(agent, s.ParentSessionID))
	}
	action := req.Action
	if action == "" {
		action = session.SessionActionResume
	}
	out := &session.AgentCommand{Agent: agent, SessionID: id, Action: action, Cwd: w.summary.Cwd}
	return out, launchers[agent].fill(out, ref, req.Prompt)
}

// launcher is how one agent's program is told to go on with a session. In the
// arguments {id} stands for the session's id, {path} for its file, {prompt}
// for the prompt and {agent} for the OpenClaw agent it belongs to. Nil means
// that the agent has no such command; without says what to do instead.
type launcher struct {
	resume, resumePrompt []string
	fork, forkPrompt     []string
	below                string // only sessions below this folder are known to the program
	without              string
}

// launchers: the programs' own help, as of the versions in
// formats/running-agents.md.
var launchers = map[string]*launcher{
	"claude": {
		resume: words("claude --resume {id}"), resumePrompt: words("claude -p {prompt} --resume {id}"),
		fork: words("claude --resume {id} --fork-session"), forkPrompt: words("claude -p {prompt} --resume {id} --fork-session"),
	},
	"codex": {
		resume: words("codex resume {id}"), resumePrompt: words("codex exec resume {id} {prompt}"),
		fork: words("codex fork {id}"), forkPrompt: words("codex exec fork {id} {prompt}"),
	},
	"gemini": {
		resume: words("gemini -r {id}"), resumePrompt: words("gemini -r {id} -p {prompt}"),
		without: "Gemini CLI goes on with a session but cannot fork one",
	},
	"copilot": {
		resume: words("copilot --resume={id}"), resumePrompt: words("copilot --resume={id} -p {prompt}"),
		without: "Copilot CLI forks only inside its own screen: resume the session and fork it there",
	},
	"cursor": {
		resume: words("cursor-agent --resume={id}"), resumePrompt: words("cursor-agent --resume={id} -p {prompt}"), below: "cursor/chats/",
		without: "open the conversation in Cursor itself",
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
		without:      "OpenClaw goes on with a session only with a prompt, and cannot fork one",
	},
	"hermes": {
		resume:  words("hermes --resume {id}"),
		without: "Hermes goes on with a session in its own screen: leave the prompt out; it cannot fork one",
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
	if argv == nil || !strings.HasPrefix(ref.Path, l.below) {
		return fault.New(fault.Unsupported, out.Agent+" has no command for this").At(ref.Path, 0, 0).WithHint(l.without)
	}
	for i, arg := range argv {
		switch {
		case arg == "{prompt}":
			arg = prompt
		case arg == "{path}":
			arg = ref.Path
			out.Paths = append(out.Paths, int64(i))
		case arg == "{agent}":
			arg = openclawAgent(ref.Path)
		case strings.HasSuffix(arg, "{id}"):
			arg = strings.TrimSuffix(arg, "{id}") + out.SessionID
		}
		out.Argv = append(out.Argv, arg)
	}
	return nil
}

// openclawAgent is the agent whose folder a session is in: openclaw/agents/NAME/….
func openclawAgent(path string) string {
	if _, rest, ok := text.Cut(path, "/agents/"); ok {
		name, _, _ := text.Cut(rest, "/")
		return name
	}
	return "main"
}
