package live

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// What may be secret is in private files, and each file's path replaces the
// argument after its flag.
func TestPrivateFiles(t *testing.T) {
	secret := "s3cret"
	o := session.LiveOpenRequest{SystemPrompt: "Brief. " + secret, MCPServers: session.JSON(`{"x":{"command":"y","env":{"KEY":"` + secret + `"}}}`),
		Settings: session.JSON(`{"apiKeyHelper":"` + secret + `"}`), Args: []string{"--verbose"}}
	for agent, want := range map[string]string{
		"claude": "--system-prompt-file=Brief. s3cret|--mcp-config={\"mcpServers\":{\"x\":{\"command\":\"y\",\"env\":{\"KEY\":\"s3cret\"}}}}|--settings={\"apiKeyHelper\":\"s3cret\"}",
		"pi":     "--system-prompt=Brief. s3cret",
	} {
		o := o
		o.Agent, o.SessionID, o.Cwd = agent, "11111111-1111-4111-8111-111111111111", "/work"
		if agent == "pi" {
			o.MCPServers, o.Settings = nil, nil
		}
		s, err := Open(o)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, out := range s.Step().Outputs {
			if out.Spawn == nil {
				continue
			}
			if args := strings.Join(out.Spawn.Args, " "); strings.Contains(args, secret) || !strings.HasSuffix(args, " --verbose") {
				t.Errorf("%s: the arguments are %s", agent, args)
			}
			for _, f := range out.Spawn.Files {
				if out.Spawn.Args[f.Arg] != f.Name {
					t.Errorf("%s: argument %d is %s, not %s", agent, f.Arg, out.Spawn.Args[f.Arg], f.Name)
				}
				got = append(got, out.Spawn.Args[f.Arg-1]+"="+f.Content)
			}
		}
		if all := strings.Join(got, "|"); all != want {
			t.Errorf("%s: the files are %s, want %s", agent, all, want)
		}
	}
}
