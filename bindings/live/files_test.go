package live_test

import (
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/core/session"
)

// privateFiles lists the folders of private files in the registry's folder.
func (x *setting) privateFiles() []string {
	list, err := filepath.Glob(x.path("state/files-*"))
	if err != nil {
		x.t.Fatal(err)
	}
	return list
}

// An agent reads what may be secret in files that only this user can read. They
// are gone when the session has ended.
func TestPrivateFiles(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no mode")
	}
	x := newSetting(t, `{"turns":[[{"do":"text","text":"a"}]]}`)
	x.options.Open.SystemPrompt, x.options.Open.Settings = "Be brief.", session.JSON(`{"a":1}`)
	x.options.Open.MCPServers = session.JSON(`{"s":{"command":"c"}}`)
	s := x.start()
	if list := x.privateFiles(); len(list) != 1 {
		t.Errorf("private files: %v", list)
	}
	x.stop(s)
	if list := x.privateFiles(); len(list) != 0 {
		t.Errorf("left: %v", list)
	}
	want := []string{"[--system-prompt-file 600 Be brief.]", `[--mcp-config 600 {"mcpServers":{"s":{"command":"c"}}}]`, `[--settings 600 {"a":1}]`}
	if got := x.log(); len(got) < 3 || !slices.Equal(got[:3], want) {
		t.Errorf("the agent read %q, want %q", got, want)
	}
}
