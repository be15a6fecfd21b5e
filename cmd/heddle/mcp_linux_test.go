package main

import (
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// mcpCommand is heddle mcp over a fixture home, as a client starts it.
func mcpCommand(t *testing.T) *exec.Cmd {
	t.Helper()
	bin, _ := shellFolder(t)
	return exec.Command(filepath.Join(bin, "heddle"), "mcp", "--home", filepath.Join("..", "..", "testdata", "agents", "claude", "home"))
}

// TestMCPProgram runs the program and asks it, over its stdin and stdout, in which session a file was
// edited, as docs/mcp.md shows: the answer has what the page shows.
func TestMCPProgram(t *testing.T) {
	cmd := mcpCommand(t)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	root := repositoryRoot(t)
	var call mcp.CallToolParams
	var shown, answer any
	for _, b := range blocks(t, root, filepath.Join(root, "docs", "mcp.md")) {
		if b.language == "json" && strings.HasPrefix(b.text, `{"name"`) {
			err = json.Unmarshal([]byte(b.text), &call)
		} else if b.language == "json" && strings.HasPrefix(b.text, `{"sessions"`) {
			err = json.Unmarshal([]byte(b.text), &shown)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	result, err := session.CallTool(t.Context(), &call)
	if err != nil || result.IsError {
		t.Fatal(err, result)
	}
	var found struct{ Sessions []struct{ Ref string } }
	if err := json.Unmarshal([]byte(result.Content[0].(*mcp.TextContent).Text), &found); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(result.Content[0].(*mcp.TextContent).Text), &answer); err != nil || shown == nil || !contains(answer, shown) {
		t.Errorf("%v: the answer is %v, the page shows %v", err, answer, shown)
	}
	if len(found.Sessions) != 1 || found.Sessions[0].Ref != "claude:3b067d2e-e875-4cbc-aa9c-92d248ba650e" {
		t.Errorf("found %+v", found)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}

// contains: JSON has every member and item of a part of it.
func contains(whole, part any) bool {
	switch part := part.(type) {
	case map[string]any:
		members, ok := whole.(map[string]any)
		for name, value := range part {
			ok = ok && contains(members[name], value)
		}
		return ok
	case []any:
		items, ok := whole.([]any)
		if !ok || len(items) < len(part) {
			return false
		}
		for i, value := range part {
			ok = ok && contains(items[i], value)
		}
		return ok
	}
	return whole == part
}

// TestMCPProgramEnds checks that the program ends when its stdin is closed, and prints nothing that
// is no message.
func TestMCPProgramEnds(t *testing.T) {
	cmd := mcpCommand(t)
	var out, problems strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &problems
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	if _, err := io.WriteString(in, "{bad\n"); err != nil {
		t.Fatal(err)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		_ = cmd.Process.Kill()
		t.Fatal("the program did not end with its stdin")
	}
	if out.String() != `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the line is not valid JSON"}}`+"\n" || problems.String() != "" {
		t.Errorf("stdout %q, stderr %q", &out, &problems)
	}
}
