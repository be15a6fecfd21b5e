package abi_test

import (
	"encoding/hex"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/core/host"
	"github.com/heddle-dev/heddle/core/rpc"
	"github.com/heddle-dev/heddle/wasm/abi"
)

// TestExample: the bytes that ABI.md shows are those of the module and of a host.
func TestExample(t *testing.T) {
	page, err := os.ReadFile("ABI.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```text\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) < 2 {
		t.Fatalf("%d examples", len(blocks))
	}
	response := rpc.Dispatch(&host.Host{}, rpc.Op(3), []byte(`{"unifiedId":"codex:019f"}`))
	if got := shown(t, blocks[0][1], "response"); got != string(response) {
		t.Errorf("the response is %q, not %q", response, got)
	}
	var w abi.Writer
	w.Str("claude/a.")
	if got := shown(t, blocks[1][1], "request"); got != string(w.B) {
		t.Errorf("the path is %x, not %x", w.B, got)
	}
	w = abi.Writer{}
	w.Info(host.Info{Name: "a.", Kind: host.File, Size: 1024, ModTime: 1795201200000})
	if got := shown(t, blocks[1][1], "result"); got != string(w.B) {
		t.Errorf("the entry is %x, not %x", w.B, got)
	}
}

// shown returns the bytes beside a word and in the lines below it.
func shown(t *testing.T, block, word string) string {
	pairs := regexp.MustCompile(`^(?:[0-9a-f]{2} )*[0-9a-f]{2}`)
	var digits strings.Builder
	inside := false
	for line := range strings.Lines(block) {
		name := strings.TrimSpace(line[:min(19, len(line)-1)])
		if name != "" {
			inside = name == word
		}
		if inside && len(line) > 19 {
			digits.WriteString(strings.ReplaceAll(pairs.FindString(line[19:]), " ", ""))
		}
	}
	out, err := hex.DecodeString(digits.String())
	if err != nil || len(out) == 0 {
		t.Fatalf("no bytes of %s: %v", word, err)
	}
	return string(out)
}
