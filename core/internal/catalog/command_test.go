package catalog

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/fault"
	"github.com/heddle-dev/heddle/core/internal/adapter"
	"github.com/heddle-dev/heddle/core/internal/transcript"
	"github.com/heddle-dev/heddle/core/session"
)

// TestCommandOfEveryAgent states the whole table: a file that the program
// knows, and its four command lines; empty where it has none.
func TestCommandOfEveryAgent(t *testing.T) {
	cases := map[string]struct{ path, resume, resumePrompt, fork, forkPrompt string }{
		"claude": {"claude/projects/-p/ID.jsonl", "claude --resume ID", "claude -p go|on --resume ID",
			"claude --resume ID --fork-session", "claude -p go|on --resume ID --fork-session"},
		"codex": {"codex/sessions/2026/11/20/rollout-ID.jsonl", "codex resume ID", "codex exec resume ID go|on",
			"codex fork ID", "codex exec fork ID go|on"},
		"gemini":  {"gemini/tmp/lantern/chats/session-1.jsonl", "gemini -r ID", "gemini -r ID -p go|on", "", ""},
		"copilot": {"copilot/session-state/ID/events.jsonl", "copilot --resume=ID", "copilot --resume=ID -p go|on", "", ""},
		"cursor":  {"cursor/chats/0/ID/store.db", "cursor-agent --resume=ID", "cursor-agent --resume=ID -p go|on", "", ""},
		"opencode": {"opencode/opencode.db", "opencode --session ID", "opencode run go|on --session ID",
			"opencode --session ID --fork", "opencode run go|on --session ID --fork"},
		"pi": {"pi/sessions/p/a.jsonl", "pi --session pi/sessions/p/a.jsonl", "pi --session pi/sessions/p/a.jsonl -p go|on",
			"pi --fork pi/sessions/p/a.jsonl", "pi --fork pi/sessions/p/a.jsonl -p go|on"},
		"omp": {"omp/sessions/p/a.jsonl", "omp -r ID", "omp -r ID -p go|on",
			"omp --fork omp/sessions/p/a.jsonl", "omp --fork omp/sessions/p/a.jsonl -p go|on"},
		"openclaw": {"openclaw/agents/night/sessions/ID.jsonl", "",
			"openclaw agent --local --agent night --session-id ID -m go|on", "", ""},
		"heddle": {"store/heddle.db", "", "", "", ""},
		"hermes": {"hermes/state.db", "hermes --resume ID", "hermes chat --resume ID -q go|on", "", ""},
	}
	for _, a := range Adapters() {
		c, ok := cases[a.Name()]
		l := launcherOf(a.Name())
		if !ok {
			if agentInfo(a).CanResume {
				t.Errorf("%s: no case", a.Name())
			}
			continue
		}
		ref := &adapter.Ref{ID: "ID", Path: c.path}
		if hint := l.refusalHint(seen(a.Name(), ref), "ID"); hint != "" {
			t.Errorf("%s refuses %s: %s", a.Name(), c.path, hint)
		}
		for i, want := range []string{c.resume, c.resumePrompt, c.fork, c.forkPrompt} {
			action, prompt := session.SessionActionResume, ""
			if i > 1 {
				action = session.SessionActionFork
			}
			if i%2 == 1 {
				prompt = "go on"
			}
			out := &session.AgentCommand{Agent: a.Name(), SessionID: "ID", Action: action}
			err := l.fillCommand(out, ref, prompt)
			got := strings.ReplaceAll(strings.Join(out.Argv, " "), "go on", "go|on")
			if want == "" && (fault.CodeOf(err) != fault.Unsupported || fault.From(err).Hint == "") {
				t.Errorf("%s %s %q: %q, %v; want UNSUPPORTED with a hint", a.Name(), action, prompt, got, err)
			}
			if want != "" && (err != nil || got != want) {
				t.Errorf("%s %s %q: %q, %v; want %q", a.Name(), action, prompt, got, err, want)
			}
			for _, at := range out.Paths {
				if out.Argv[at] != c.path {
					t.Errorf("%s: argument %d is marked as a path but is %q", a.Name(), at, out.Argv[at])
				}
			}
		}
	}
}

// seen is a session as a walk leaves it.
func seen(agent string, ref *adapter.Ref) *transcript.Transcript {
	w := &transcript.Transcript{Ref: ref, Builder: transcript.NewBuilder(transcript.BuilderOptions{Agent: agent})}
	w.Summary.Agent = agent
	return w
}

// TestCommandRefuses: files that the programs themselves, asked on
// 2026-11-21, did not find or said they no longer read.
func TestCommandRefuses(t *testing.T) {
	for _, c := range []struct {
		agent, path, format, hint string
		archived                  bool
	}{
		{agent: "codex", path: "codex/sessions/rollout-ID.json", format: "typescript-document", hint: "0.36"},
		{agent: "codex", path: "codex/sessions/2026/11/20/rollout-ID.jsonl", format: "bare-items", hint: "0.36"},
		{agent: "codex", path: "codex/archived_sessions/rollout-ID.jsonl", archived: true, hint: "codex unarchive ID"},
		{agent: "gemini", path: "gemini/tmp/lantern/checkpoint-half.json", hint: "/chat resume"},
		{agent: "gemini", path: "gemini/tmp/lantern/logs.json", hint: "a log"},
		{agent: "copilot", path: "copilot/session-state/ID.jsonl", hint: "no longer"},
		{agent: "copilot", path: "copilot-config/sessions/ID.json", hint: "no longer"},
		{agent: "copilot", path: "copilot/session-store.db", hint: "own folder is gone"},
		{agent: "cursor", path: "cursor-user/globalStorage/state.vscdb", hint: "Cursor itself"},
		{agent: "cursor", path: "cursor/projects/p/agent-transcripts/ID.jsonl", hint: "Cursor itself"},
		{agent: "openclaw", path: "openclaw/agents/main/sessions/ID.jsonl.reset.2026-11-20T17-34-22.924Z", hint: "aside"},
		{agent: "hermes", path: "hermes/sessions/session_ID.json", hint: "database"},
	} {
		w := seen(c.agent, &adapter.Ref{ID: "ID", Path: c.path})
		w.Builder.Facts.FormatVersion, w.Summary.Archived = c.format, c.archived
		if hint := launcherOf(c.agent).refusalHint(w, "ID"); !strings.Contains(hint, c.hint) {
			t.Errorf("%s %s: hint %q, want one with %q", c.agent, c.path, hint, c.hint)
		}
	}
	if launcherOf("claude").refusalHint(seen("claude", &adapter.Ref{Path: "claude/projects/-p/--x.jsonl"}), "--x") == "" {
		t.Error("an id that looks like an option is handed to the program")
	}
}

// TestCommandRefusesFoldersLikeOptions: the name of an agent's or a profile's folder is an
// argument of the command.
func TestCommandRefusesFoldersLikeOptions(t *testing.T) {
	for path, agent := range map[string]string{
		"openclaw/agents/--config=x/sessions/ID.jsonl": "openclaw", "openclaw/agents/-x/sessions/ID.jsonl": "openclaw", "hermes/profiles/--evil/state.db": "hermes",
	} {
		out := &session.AgentCommand{Agent: agent, SessionID: "ID"}
		if err := launcherOf(agent).fillCommand(out, &adapter.Ref{Path: path}, "go on"); fault.CodeOf(err) != fault.Unsupported {
			t.Errorf("%s: %v, %q", path, err, out.Argv)
		}
	}
	w := seen("codex", &adapter.Ref{ID: "a'$(x)", Path: "codex/archived_sessions/rollout.jsonl"})
	w.Summary.Archived = true
	if hint := launcherOf("codex").refusalHint(w, "a'$(x)"); !strings.HasSuffix(hint, ` 'a'\''$(x)'`) {
		t.Errorf("the hint's command is %s", hint)
	}
}

// TestCommandKeepsAPromptAPrompt: what begins with - or @ is no option, no
// file and no standard input.
func TestCommandKeepsAPromptAPrompt(t *testing.T) {
	for prompt, want := range map[string]string{"-x": " -x", "-": " -", "@notes": " @notes", "x -y": "x -y", "/compact": "/compact"} {
		for _, a := range Adapters() {
			agent := a.Name()
			if !agentInfo(a).CanResume { // the store has no program
				continue
			}
			out := &session.AgentCommand{Agent: agent, SessionID: "ID"}
			if err := launcherOf(agent).fillCommand(out, &adapter.Ref{Path: agent + "/x"}, prompt); err != nil {
				t.Fatal(err)
			}
			found := false
			for _, arg := range out.Argv {
				found = found || arg == want
			}
			if !found {
				t.Errorf("%s: %q has no argument %q", agent, out.Argv, want)
			}
		}
	}
}

func TestCommandNamesTheProfileOfHermes(t *testing.T) {
	out := &session.AgentCommand{Agent: "hermes", SessionID: "ID"}
	if err := launcherOf("hermes").fillCommand(out, &adapter.Ref{Path: "hermes/profiles/work/state.db"}, ""); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(out.Argv, " "); got != "hermes --profile work --resume ID" {
		t.Error(got)
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		path, pattern string
		want          bool
	}{
		{"a/b", "a/b", true}, {"a/bc", "a/b", false}, {"a/b", "a/*", true}, {"a/", "a/*", true}, {"b/a", "a/*", false},
		{"a/x/c/y", "a/*/c/*", true}, {"a/x/d/y", "a/*/c/*", false}, {"a.b.c", "a*.c", true}, {"a.c.b", "a*.c", false},
		{"aa", "a*a", true}, {"a", "a*a", false}, {"", "*", true}, {"", "", true}, {"x", "", false},
	} {
		if got := matchesPattern(c.path, c.pattern); got != c.want {
			t.Errorf("matches(%q, %q) = %v", c.path, c.pattern, got)
		}
	}
}

// TestAgentsSayWhatTheyCan compares what agents.list says with the commands that
// there are.
func TestAgentsSayWhatTheyCan(t *testing.T) {
	for _, a := range Adapters() {
		info, ref := agentInfo(a), &adapter.Ref{ID: "ID"}
		for _, c := range []struct {
			action session.SessionAction
			said   bool
		}{{session.SessionActionResume, info.CanResume}, {session.SessionActionFork, info.CanFork}} {
			out := &session.AgentCommand{Agent: a.Name(), SessionID: "ID", Action: c.action}
			if err := launcherOf(a.Name()).fillCommand(out, ref, "go on"); (err == nil) != c.said {
				t.Errorf("%s: %s is said to be %v; its command: %q, %v", a.Name(), c.action, c.said, out.Argv, err)
			}
		}
	}
}

// TestAgentWithoutCommands: an agent whose row has no commands, or that has no row, can
// be read, and asking for a command is UNSUPPORTED.
func TestAgentWithoutCommands(t *testing.T) {
	for _, action := range []session.SessionAction{session.SessionActionResume, session.SessionActionFork} {
		for _, prompt := range []string{"", "go on"} {
			out := &session.AgentCommand{Agent: "toy", SessionID: "ID", Action: action}
			err := launcherOf("toy").fillCommand(out, &adapter.Ref{ID: "ID"}, prompt)
			if fault.CodeOf(err) != fault.Unsupported || fault.From(err).Hint == "" || out.Argv != nil {
				t.Errorf("%s %q: %q, %v", action, prompt, out.Argv, err)
			}
		}
	}
	if info := agentInfo(toyAdapter{}); info.Agent != "toy" || info.CanResume || info.CanFork || info.CanRun {
		t.Errorf("%+v", info)
	}
}

// toyAdapter has a name only.
type toyAdapter struct{ adapter.Adapter }

func (toyAdapter) Name() string { return "toy" }
