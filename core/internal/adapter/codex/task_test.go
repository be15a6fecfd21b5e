package codex

import (
	"encoding/base64"
	"strings"
	"testing"
)

// Rule: what is no token is the task in plain text.
func TestIsToken(t *testing.T) {
	token := func(n int) string {
		return base64.URLEncoding.EncodeToString(append([]byte{0x80}, make([]byte, n-1)...))
	}
	for s, want := range map[string]bool{
		token(73): true, token(89): true, token(73 + 16*100): true, token(74): false, token(57): false, strings.Repeat("gAAAA", 40): false,
		"gAAAAA tell me": false, "list the date formats": false, "": false, token(73)[:99] + "!": false,
	} {
		if isToken(s) != want {
			t.Errorf("%.60q: want %v", s, want)
		}
	}
}
