package claude_test

import (
	"testing"

	"github.com/heddle-dev/heddle/core/host/hosttest"
)

// Rule: a name set by the user, else one made by the agent, else the first
// prompt. Summary lines title the session that their leaf is in, mostly
// another file's; failures and slugs are no titles.
func TestTitles(t *testing.T) {
	const made = "Fetch Helper: Retry With Backoff"
	for _, x := range []struct{ fixture, id, title string }{
		{"claude", "a0000004", "toy session"},                             // custom-title and agent-name lines
		{"claude", "e9491ba4", "try-five"},                                // /branch names the fork
		{"claude", "d2d663fd", "named scan"},                              // --name
		{"claude", "a0000003", "Toy project session"},                     // ai-title
		{"claude", "0ea0f83d", "Add a retry to the fetch helper."},        // first prompt
		{"claude-2.1.30", "1fd9df3b", "Add a retry to the fetch helper."}, // has a slug
		{"claude-2.0.60", "a40caf2b", made},                               // leaf in 54b67caa's file
		{"claude-2.0.60", "b2caa1fb", made},                               // fork and parent share the leaf
		{"claude-2.0.60", "365c14f4", made},
		{"claude-2.0.60", "7c78335b", made},
		{"claude-2.0.60", "54b67caa", "Say hello."},                             // only titles others
		{"claude-2.0.60", "32241e71", "Fix the date parser so 2024-W05 works."}, // other folder
		{"claude-1.0.120", "fc8e6657", made},                                    // leaf in its own file
		{"claude-1.0.120", "049ebb4b", made},
		{"claude-1.0.120", "2c4be28f", "Say hello."},
		{"claude-1.0.120", "cbbb79d6", "Say hello."}, // titled by a failure only
		{"claude-1.0.24", "cd1ddaf6", made},
		{"claude-1.0.24", "002267b2", made}, // leaf in the part it copied
		{"claude-1.0.24", "1abcc27b", made},
		{"claude-1.0.24", "62cd4ad8", "Find every date format with a helper agent."}, // failure; leaf of a sidechain
		{"claude-0.2.126", "818998e5", "Say hello."},                                 // failures only
	} {
		h := openHome(t, x.fixture)
		if got := h.get(t, x.id).Title; got != x.title {
			t.Errorf("%s %s: get says %q, want %q", x.fixture, x.id, got, x.title)
		}
		if got := h.list(t)[h.ref(t, x.id).ID].Title; got != x.title {
			t.Errorf("%s %s: list says %q, want %q", x.fixture, x.id, got, x.title)
		}
	}
}

// The name file is used when no line repeats the name, and gives way when
// one does. A summary in a sidechain's name titles nothing.
func TestTitleSources(t *testing.T) {
	prompt := `{"type":"user","uuid":"u","sessionId":"own","version":"2.1.329","message":{"role":"user","content":"first"}}`
	old := `{"type":"user","uuid":"u","sessionId":"own","version":"1.0.24","message":{"role":"user","content":"first"}}`
	side := `{"type":"user","uuid":"s","isSidechain":true,"sessionId":"own","version":"1.0.24","message":{"role":"user","content":"sub"}}`
	for _, x := range []struct{ name, lines, file, title string }{
		{"file", prompt, `{"customTitle":"from file"}`, "from file"},
		{"torn file", prompt, `{"customTi`, "first"},
		{"line over file", prompt + "\n" + `{"type":"custom-title","customTitle":"from line"}`, `{"customTitle":"from file"}`, "from line"},
		{"last line wins", prompt + "\n" + `{"type":"ai-title","aiTitle":"one"}` + "\n" + `{"type":"ai-title","aiTitle":"two"}`, "", "two"},
		{"user over agent", prompt + "\n" + `{"type":"agent-name","agentName":"mine"}` + "\n" + `{"type":"ai-title","aiTitle":"its"}`, "", "mine"},
		{"summary", old + "\n" + `{"type":"summary","summary":"sum","leafUuid":"u"}`, "", "sum"},
		{"failure", old + "\n" + `{"type":"summary","summary":"Invalid API key · Please run /login","leafUuid":"u"}`, "", "first"},
		{"sidechain", old + "\n" + side + "\n" + `{"type":"summary","summary":"sum","leafUuid":"s"}`, "", "first"},
		{"summary of a version that writes none", prompt + "\n" + `{"type":"summary","summary":"sum","leafUuid":"u"}`, "", "first"},
	} {
		m := hosttest.NewMounts().File("claude/projects/-p/own.jsonl", []byte(x.lines+"\n"))
		if x.file != "" {
			m.File("claude/projects/-p/own/custom-title.json", []byte(x.file))
		}
		if got := openMounts(t, m).get(t, "own").Title; got != x.title {
			t.Errorf("%s: %q, want %q", x.name, got, x.title)
		}
	}
}
