package mcp

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/cli/clitest"
)

// TestWordsOfTime plays testdata/words.json over MCP.
func TestWordsOfTime(t *testing.T) {
	w, home := clitest.ReadWordsOfTime(t, "../../../testdata/words.json")
	client := connectMCP(t, home, false, nil)
	for _, b := range w.Bounds {
		if b.MCP == "" {
			continue
		}
		if text := textOf(call(t, client, "list", mcpArgs{b.MCP: w.From})); !w.Lists(text, b.Listed) {
			t.Errorf("%s: %s", b.MCP, text)
		}
		for _, v := range w.Values {
			if result := call(t, client, "list", mcpArgs{b.MCP: v.Text()}); result.IsError == v.CommandLine {
				t.Errorf("%s %.40s: %.200s", b.MCP, v.Text(), textOf(result))
			}
		}
	}
}
