package mcp

import (
	"bytes"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/heddle-dev/heddle/internal/cli/clitest"
)

func TestMCPStory(t *testing.T) {
	c := askMCP(t, clitest.Home(t, "claude"), nil)
	got := answer[mcpStory](t, c, "story", mcpArgs{"session": "3b06"})
	for _, want := range []string{"#0 Fix the date parser", "changed src/weeks.py +5 −0", "fixed python3 tests/run.py: failed at #1, passed at #12"} {
		if !strings.Contains(got.Story, want) {
			t.Errorf("no %q in %s", want, got.Story)
		}
	}
	refused(t, c, "story", mcpArgs{"session": ""}, "INVALID_ARGUMENT")
	refused(t, c, "story", mcpArgs{"session": "nobody"}, "SESSION_NOT_FOUND")
}

// TestMCPPicture: a picture is answered as one, and only by a server that does not redact.
func TestMCPPicture(t *testing.T) {
	const id = "codex:01a204bd-d6f9-7853-b317-8dbecb9f9ff6"
	c := connectMCP(t, clitest.Home(t, "codex-image-title"), false, nil)
	result := call(t, c, "picture", mcpArgs{"session": id, "id": "0.0"})
	image, ok := result.Content[0].(*mcp.ImageContent)
	if !ok || result.IsError || image.MIMEType != "image/png" || !bytes.HasPrefix(image.Data, []byte("\x89PNG")) {
		t.Errorf("%+v", result)
	}
	refused(t, c, "picture", mcpArgs{"session": id, "id": "7.7"}, "INVALID_ARGUMENT")
	refused(t, c, "picture", mcpArgs{"session": id, "id": "../x"}, "INVALID_ARGUMENT")
	hidden := connectMCP(t, clitest.Home(t, "codex-image-title"), true, nil)
	if _, err := hidden.CallTool(t.Context(), &mcp.CallToolParams{Name: "picture", Arguments: mcpArgs{"session": id, "id": "0.0"}}); err == nil {
		t.Error("a server that redacts has the tool")
	}
}
