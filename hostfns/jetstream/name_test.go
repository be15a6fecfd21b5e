package jetstream

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestNames: tokens are reversible, legal in subjects, and in the order of the
// names.
func TestNames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{"a", "sess_001", "claude:3b067d2e", ".tags", "a b", "Ä"}
	for a := range 256 {
		for _, b := range []byte{0, '-', '.', '0', ':', 'A', '[', '_', '`', 'a', '{', 255} {
			names = append(names, string([]byte{byte(a), b}))
		}
	}
	for range 500 {
		b := make([]byte, 1+random.IntN(6))
		for i := range b {
			b[i] = byte(random.IntN(256))
		}
		names = append(names, string(b))
	}
	last := ""
	for _, name := range names {
		token := encodeName(name)
		if got, ok := decodeName(token); !ok || got != name {
			t.Fatalf("%q becomes %q and then %q", name, token, got)
		}
		if strings.ContainsAny(token, ".*> \t\r\n\x00") || len(token) > 3*len(name) {
			t.Errorf("%q is no token", token)
		}
		if strings.Compare(name, last) != strings.Compare(token, encodeName(last)) {
			t.Errorf("%q and %q change their order", last, name)
		}
		last = name
	}
	for _, token := range []string{"", "!", "!4", "!41", "~2E", "/2e", "a b", "é"} {
		if name, ok := decodeName(token); ok {
			t.Errorf("%q is read as %q", token, name)
		}
	}
}

func TestVersions(t *testing.T) {
	for version, ok := range map[string]bool{"2.12.0": true, "2.15.2": true, "3.0.0": true, "2.13.0-RC.1": true, "2.11.9": false, "1.4.1": false, "": false, "dev": false} {
		if err := checkVersion(version, "nats x"); (err == nil) != ok {
			t.Errorf("version %q: %v", version, err)
		}
	}
}
