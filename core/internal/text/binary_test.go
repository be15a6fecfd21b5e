package text_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"testing"

	"github.com/heddle-dev/heddle/core/internal/text"
)

func FuzzBinaryAgreesWithTheStandardLibrary(f *testing.F) {
	for _, s := range []string{"", "00fF", "0", "zz", "aGVsbG8=", "aGVsbG8", "aGk=\n", "a===", "YQ==", "YWI=", "YQ==YQ==", "=", "+/+/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := text.EncodeHex([]byte(s)), hex.EncodeToString([]byte(s)); got != want {
			t.Fatalf("Hex(%q) = %s, want %s", s, got, want)
		}
		want, err := hex.DecodeString(s)
		if got, ok := text.DecodeHex(s); ok != (err == nil) || ok && !bytes.Equal(got, want) {
			t.Fatalf("Unhex(%q) = %q %v, want %q %v", s, got, ok, want, err)
		}
		want, err = base64.StdEncoding.DecodeString(s)
		if got, ok := text.DecodeBase64(s); ok != (err == nil) || ok && !bytes.Equal(got, want) {
			t.Fatalf("Unbase64(%q) = %q %v, want %q %v", s, got, ok, want, err)
		}
	})
}
